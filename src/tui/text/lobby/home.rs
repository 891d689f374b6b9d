//! Words of the first page.

use super::{bots, table_of};
use crate::table::front::{KeptTable, NearState, NearTable};

/// Titles of panes.
pub mod title {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const PLAY: &str = "Play";
    pub const NEAR: &str = "Tables near you";
    pub const KEPT: &str = "Your tables";
}

/// Lines that are always there.
pub mod line {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const PRACTISE: &str = "Play now against bots";
    pub const NEW_TABLE: &str = "New table";
    pub const NEW_TABLE_ABOUT: &str = "with friends, here or on the network";
    pub const CONNECT: &str = "Join by address or code";
    pub const CONNECT_ABOUT: &str = "if a table is not listed here";
    pub const NEW_TABLE_SENTENCE: &str =
        "Choose a game and its seats. Others see your table in their lobby and sit down.";
    pub const CONNECT_SENTENCE: &str = "Type or paste what the host's screen shows under i.";
    pub const NOBODY: &str = "No table yet. Open one with + and it shows up in the lobbies of the others. If theirs should be here and is not: c joins by address, n checks the network.";
    pub const NONE_FITS: &str = "No table near you fits what you typed. Esc shows all of them.";
    pub const NOTHING_KEPT: &str = "None yet. Whatever you play is kept here by itself.";
}

/// What keys do here.
pub mod key {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const CHOOSE: &str = "choose";
    pub const PLAY: &str = "play";
    pub const SIT: &str = "sit";
    pub const WATCH: &str = "watch";
    pub const RESUME: &str = "go on";
    pub const REPLAY: &str = "look at it again";
    pub const OTHER_GAME: &str = "other game";
    pub const CARRY_ON: &str = "with bots";
    pub const NEW_TABLE: &str = "new table";
    pub const PROJECTOR: &str = "projector";
    pub const CONNECT: &str = "connect";
    pub const ADDRESS: &str = "my address";
    pub const RENAME: &str = "your name";
    pub const QUIT: &str = "quit";
    pub const FILTER: &str = "find";
    pub const ALL: &str = "all tables";
    pub const OTHER_TABLE: &str = "other table";
    pub const UNFOLD: &str = "list them";
}

/// Marks beside tables.
pub mod mark {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const PHRASE: &str = "pass phrase";
    pub const OTHER_VERSION: &str = "other version";
    pub const PLAYING: &str = "playing";
    pub const OVER: &str = "over";
    pub const CARRIED_ON: &str = "carried on";
    pub const HERE: &str = "on this laptop";
}

/// Before the first news of the network.
pub const LOOKING_AROUND: &str =
    "Looking around ... Meanwhile + opens a table, and c joins one by its address.";

/// What practice is about, in the line of the lobby.
pub fn practise(game: &str, count: u8) -> String {
    if count == 0 { format!("{game}, alone") } else { format!("{game}, you and {}", bots(count)) }
}

/// The same as a sentence.
pub fn practise_about(game: &str, count: u8, waits: bool) -> String {
    let against = if count == 0 { "for you alone".to_owned() } else { format!("against {}", bots(count)) };
    if waits {
        format!("Enter plays {game} at once; r goes on with your last table.")
    } else {
        format!("Enter begins {game} {against} at once. No network needed.")
    }
}

/// What is around.
pub fn tables_near(count: usize) -> String {
    match count {
        0 => "no tables near you".to_owned(),
        1 => "1 table near you".to_owned(),
        many => format!("{many} tables near you"),
    }
}

/// What is around that fits what is typed.
pub fn tables_of(shown: usize, count: usize) -> String {
    format!("{shown} of {count} tables near you")
}

/// Tables that are not listed one by one.
pub fn folded(count: usize) -> String {
    format!("{count} more tables play, are full or are over")
}

/// What can be done about them.
pub const FOLDED_ABOUT: &str = "Enter lists them too, to watch one of them. Esc folds them again.";
/// What is typed to find a table, while nothing is.
pub const FILTER_BLANK: &str = "name, number, host or game; 2+ for two free seats";
/// How that works.
pub const FILTER_ABOUT: &str =
    "Type a table's name or number, its host, its game, \"open\" or \"playing\", or 2+ for two free seats.";

/// What a table is doing, to be typed.
pub const fn filter_state(table: &NearTable) -> &'static str {
    match table.state {
        NearState::Open if table.taken < table.seats => "open free",
        NearState::Open => "open full",
        NearState::Playing => mark::PLAYING,
        NearState::Over => mark::OVER,
    }
}

/// What a table is doing.
pub fn near_state(table: &NearTable) -> String {
    match table.state {
        NearState::Open => format!("open, {} of {}", table.taken, table.seats),
        NearState::Playing => mark::PLAYING.to_owned(),
        NearState::Over => mark::OVER.to_owned(),
    }
}

/// What can be done about a table, as a sentence.
pub fn near_about(table: &NearTable) -> String {
    let whose = table_of(table);
    match table.state {
        _ if !table.fits => other_version(table),
        NearState::Over => format!("The game at {whose} is over."),
        NearState::Playing => format!("{whose} is in the middle of a game: Enter or w to watch."),
        NearState::Open if table.taken >= table.seats => {
            format!("{whose} is full and about to begin: watch it then.")
        }
        NearState::Open if table.pass_phrase => {
            format!("Enter to sit down at {whose}; you need its pass phrase.")
        }
        NearState::Open => format!("Enter to sit down at {whose}."),
    }
}

/// Why one can neither sit nor watch there.
pub fn other_version(table: &NearTable) -> String {
    format!(
        "{} runs whistlestop {}, which does not fit this one: both need the same version.",
        table_of(table),
        table.version
    )
}

/// Why a table cannot be watched yet.
pub fn not_begun(table: &NearTable) -> String {
    format!("{} has not begun. Sit down, or watch when the game is on.", table_of(table))
}

/// For a table that can be watched.
pub const WATCH_ALSO: &str = "With p it is shown large, for a projector.";

/// The version of a table's program.
pub fn version(version: &str) -> String {
    format!("whistlestop {version}")
}

/// What is known of something: a heading, a list, a sentence.
pub fn facts(title: &str, facts: &[String], sentence: &str) -> String {
    let list: Vec<String> = facts.iter().map(|fact| format!("- {fact}")).collect();
    format!("# {title}\n\n{}\n\n{sentence}", list.join("\n"))
}

/// Nothing to watch.
pub const CHOOSE_TO_WATCH: &str =
    "Choose a table near you that is playing, then press w to watch or p for a projector.";
/// Nothing to go on with.
pub const NOTHING_TO_RESUME: &str = "There is no unfinished table to go on with.";
/// A kept table that is over.
pub const KEPT_OVER: &str = "This game is over. Enter shows it again.";

/// A kept table that another one carries on.
pub const KEPT_CARRIED_ON: &str = "Another table carries this one on: Enter goes on there.";

/// How far a table of this player is.
pub fn kept_state(table: &KeptTable) -> String {
    match (table.over, &table.carried_on) {
        (true, _) => mark::OVER.to_owned(),
        (false, Some(_)) => mark::CARRIED_ON.to_owned(),
        (false, None) => format!("entry {}", table.entries),
    }
}

/// What can be done about a table of this player, as a sentence.
pub fn kept_about(table: &KeptTable) -> String {
    if !table.over && table.carried_on.is_some() {
        return KEPT_CARRIED_ON.to_owned();
    }
    match (table.over, table.local) {
        (true, _) => KEPT_OVER.to_owned(),
        (false, true) => "Enter to go on where you stopped, here on this laptop.".to_owned(),
        (false, false) => "Enter to go on when the others are there; b to go on now, with bots.".to_owned(),
    }
}

/// What the page is about, for help.
pub const HELP: &[&str] = &[
    "The first line begins a game against bots at once: a good way to learn. You can stop at any time, everything is kept.",
    "Tables near you come and go by themselves: Enter sits down at an open one and watches one that plays. Enter on one of your tables goes on with it.",
    "Among many tables / finds one as you type: by its name or number, its host, its game, or 2+ for two free seats. Those that play are folded into one line.",
    "If the others at one of your tables do not come back, b carries it on as a copy, in which bots play for them. The table itself stays as it is.",
    "With the mouse: click a line to choose it, again to do it; click keys, too.",
];
