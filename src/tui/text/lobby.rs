//! Words of the lobby and of everything before a game.

use crate::engine::game::OptionValue;
use crate::table::front::{DrawMode, KeptTable, NearState, NearTable};

/// The program.
pub const PROGRAM: &str = "whistlestop";

/// A train, where there is room for one.
pub const SCENERY: [&str; 5] = [
    r"    . o O                                             ",
    r"   _||__n__,--.  .--------.  .--------.  .--------.   ",
    r"  (_|____|_|[]|==|[] [] []|==|[] [] []|==|[] [] []|   ",
    r"   `o-OO-OO-`o'  `-o----o-'  `-o----o-'  `-o----o-'   ",
    r"======================================================",
];

/// Titles of panes.
pub mod title {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const PLAY: &str = "Play";
    pub const NEAR: &str = "Tables near you";
    pub const KEPT: &str = "Your tables";
    pub const ABOUT: &str = "About";
    pub const NAME: &str = "Welcome";
    pub const RENAME: &str = "Your name";
    pub const NEW_TABLE: &str = "New table";
    pub const CONNECT: &str = "Join by address or code";
    pub const ADDRESS: &str = "How others reach you";
    pub const NETWORK: &str = "Network check";
    pub const WAIT: &str = "One moment";
    pub const SEATS: &str = "Seats";
    pub const TALK: &str = "Talk";
    pub const INVITE: &str = "Others can join";
    pub const HELP: &str = "Help";
}

/// Labels of lines in forms, as long as the longest or shorter.
pub mod label {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const NAME: &str = "Your name";
    pub const GAME: &str = "Game";
    pub const PEOPLE: &str = "Where";
    pub const OTHERS: &str = "Others here";
    pub const SEATS: &str = "Seats";
    pub const BOTS: &str = "Bots";
    pub const BOT: &str = "Which bot";
    pub const DRAW: &str = "Draws";
    pub const SEED: &str = "Seed";
    pub const PHRASE: &str = "Pass phrase";
    pub const WHAT: &str = "Address or code";
    pub const HOW: &str = "To";
    pub const PEER: &str = "Way to";
}

/// What an empty line of a form waits for.
pub mod blank {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const NAME: &str = "type it and press Enter";
    pub const OTHERS: &str = "Ben, Chloe";
    pub const PHRASE: &str = "none";
    pub const WHAT: &str = "192.168.1.23, the words of a code, or a host's name";
    pub const PEER: &str = "an address, if somebody cannot be reached";
    pub const TALK: &str = "t to talk";
}

/// Lines of the lobby that are always there.
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
    pub const NOTHING_KEPT: &str = "None yet. Whatever you play is kept here by itself.";
}

/// What Enter does, for the key bar.
pub mod deed {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const PLAY: &str = "play";
    pub const CHOOSE: &str = "choose";
    pub const SIT: &str = "sit";
    pub const WATCH: &str = "watch";
    pub const RESUME: &str = "go on";
    pub const REPLAY: &str = "look at it again";
    pub const OPEN: &str = "open the table";
    pub const JOIN: &str = "join";
    pub const SAVE: &str = "that's me";
    pub const CHECK: &str = "check";
    pub const NOT_READY: &str = "not ready";
    pub const LEAVE: &str = "leave";
    pub const CLOSE: &str = "close the table";
    pub const OTHER_BOT: &str = "other bot or free";
    pub const SCROLL: &str = "scroll";
}

/// Marks beside names and tables.
pub mod mark {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const YOU: &str = "you";
    pub const HOST: &str = "host";
    pub const BOT: &str = "bot";
    pub const READY: &str = "ready";
    pub const NOT_READY: &str = "not ready yet";
    pub const AWAY: &str = "away";
    pub const OPEN_SEAT: &str = "free seat";
    pub const BOT_KEY: &str = "b for a bot";
    pub const PHRASE: &str = "pass phrase";
    pub const OTHER_VERSION: &str = "other version";
    pub const PLAYING: &str = "playing";
    pub const OVER: &str = "over";
    pub const HERE: &str = "on this laptop";
    pub const CHECKING: &str = "checking";
    pub const CHECKED: &str = "done";
}

/// Where a table is played.
pub const ON_NETWORK: &str = "on the network";
/// Where a table is played.
pub const ON_LAPTOP: &str = "on this laptop";
/// A way to be at a table.
pub const HOW: [&str; 3] = ["sit down", "watch", "watch, large for a projector"];

/// The greeting at the first start.
pub const WELCOME: &str =
    "Train games on one network: no server, no account. What shall the others call you?";
/// Why there must be a name.
pub const NAME_NEEDED: &str = "Type a name first, a short one: others see it at the table.";
/// About changing it.
pub const RENAME_ABOUT: &str = "Others see it at the tables you sit down at from now on.";
/// Before the first news of the network.
pub const LOOKING_AROUND: &str =
    "Looking around ... Meanwhile + opens a table, and c joins one by its address.";

/// What the chosen line of a form is about.
pub mod about {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const NETWORK: &str = "Others find the table by themselves, or join by your address.";
    pub const LAPTOP: &str = "Everybody plays here, one after the other. No network is used.";
    pub const OTHERS: &str = "Who else plays on this laptop, with commas between. You are in already.";
    pub const BOTS: &str = "How many seats bots play.";
    pub const SEED: &str = "Any number. The same number and the same moves give the same game.";
    pub const PHRASE: &str = "If there is one, only who knows it can sit down or watch.";
    pub const PHRASE_JOIN: &str = "Only needed at tables that have one; the host knows it.";
    pub const WHAT: &str = "Ask the host: the table's screen shows both under i. Pasting works. Left empty, any free seat will do.";
    pub const HOW: &str = "Sit down to play, or look on without a seat.";
    pub const PEER: &str = "Left empty, only this laptop's own network is checked.";
}

/// What a way of drawing means.
pub fn draw_about(draw: DrawMode) -> &'static str {
    match draw {
        DrawMode::Fresh => {
            "Drawn together by all seats at the moment it is needed: nobody can foresee or steer it."
        }
        DrawMode::Seed(_) => {
            "All draws follow from a number and can be foreseen: for trying things out, or the same game twice."
        }
    }
}

/// A way of drawing.
pub fn draw_name(draw: DrawMode) -> &'static str {
    match draw {
        DrawMode::Fresh => "fresh",
        DrawMode::Seed(_) => "from a seed",
    }
}

/// A value of a game's option.
pub fn option_value(value: &OptionValue) -> &'static str {
    match value {
        OptionValue::Flag(true) => "on",
        OptionValue::Flag(false) => "off",
        OptionValue::Name(name) => name,
    }
}

/// An option's name as people read it.
pub fn option_label(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A bot without its version.
pub fn bot_name(name: &str) -> &str {
    name.split_once('/').map_or(name, |(plain, _)| plain)
}

/// How many bots.
pub fn bots(count: u8) -> String {
    if count == 1 { "1 bot".to_owned() } else { format!("{count} bots") }
}

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

/// Who one is.
pub fn you_are(name: &str) -> String {
    format!("you are {name}")
}

/// What is around.
pub fn tables_near(count: usize) -> String {
    match count {
        0 => "no tables near you".to_owned(),
        1 => "1 table near you".to_owned(),
        many => format!("{many} tables near you"),
    }
}

/// Whose table it is.
pub fn table_of(table: &NearTable) -> String {
    table.names.first().map_or_else(|| "a table".to_owned(), |name| format!("{name}'s table"))
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

/// What can be clicked instead of Enter.
pub fn button(words: &str) -> String {
    format!("[ ⏎ {words} ]")
}

/// Nothing to watch.
pub const CHOOSE_TO_WATCH: &str =
    "Choose a table near you that is playing, then press w to watch or p for a projector.";
/// Nothing to go on with.
pub const NOTHING_TO_RESUME: &str = "There is no unfinished table to go on with.";
/// A kept table that is over.
pub const KEPT_OVER: &str = "This game is over. Enter shows it again.";

/// How far an own table is.
pub fn kept_state(table: &KeptTable) -> String {
    if table.over { mark::OVER.to_owned() } else { format!("entry {}", table.entries) }
}

/// What can be done about an own table, as a sentence.
pub fn kept_about(table: &KeptTable) -> String {
    match (table.over, table.local) {
        (true, _) => KEPT_OVER.to_owned(),
        (false, true) => "Enter to go on where you stopped, here on this laptop.".to_owned(),
        (false, false) => "Enter to go on when the others are there; b to go on now, with bots.".to_owned(),
    }
}

/// Several names in a sentence.
pub fn names_and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What a game is for.
pub fn about_game(title: &str, (min, max): (u8, u8)) -> String {
    format!("{title} is for {min} to {max} players.")
}

/// What seats are.
pub fn about_seats((min, max): (u8, u8)) -> String {
    format!("From {min} to {max}, bots included. Bots can still be put on free seats later.")
}

/// What a bot is.
pub fn about_bot(about: &str) -> String {
    format!("{}. It also stands in for somebody who loses contact.", about.trim_end_matches('.'))
}

/// Who sits at a table to be opened.
pub fn summary(people: &[String], free: u8, bot_seats: u8) -> String {
    let mut parts = people.to_vec();
    match free {
        0 => {}
        1 => parts.push("1 free seat".to_owned()),
        many => parts.push(format!("{many} free seats")),
    }
    if bot_seats > 0 {
        parts.push(bots(bot_seats));
    }
    format!("At the table: {}.", names_and(&parts))
}

/// What is wrong with a table to be opened.
pub mod problem {
    /// Too few or too many.
    pub fn people(game: &str, (min, max): (u8, u8), here: usize) -> String {
        let what = if here < usize::from(min) { "add people or bots" } else { "take some out" };
        format!("{game} is for {min} to {max} seats, and this makes {here}: {what}.")
    }

    /// A name that cannot be shown.
    pub fn name(name: &str) -> String {
        format!("\"{name}\" cannot be a name here: use a shorter one.")
    }

    /// Two people with one name.
    pub fn twice(name: &str) -> String {
        format!("{name} is there twice: give everybody a name of their own.")
    }

    /// A seed that is no number.
    pub const SEED: &str = "A seed is a whole number, such as 7.";
    /// No pass phrase where one is needed.
    pub const PHRASE: &str = "This table has a pass phrase: ask its host and type it here.";
}

/// On the way to a table.
pub mod wait {
    /// A table is made.
    pub const OPENING: &str = "Setting up the table ...";
    /// An own table is taken up again.
    pub const RESUMING: &str = "Going back to your table ...";
    /// What goes on without doing anything.
    pub const ABOUT: &str = "It goes on by itself as soon as the table answers. Esc stops looking.";

    /// A table is looked for.
    pub fn looking(what: &str) -> String {
        format!("Looking for {what} ...")
    }

    /// What somebody typed.
    pub fn typed(text: &str) -> String {
        if text.is_empty() { "any table with a free seat".to_owned() } else { text.to_owned() }
    }

    /// How long already.
    pub fn since(seconds: u64) -> String {
        format!("{seconds} s")
    }
}

/// At a table that fills up.
pub mod gather {
    use super::names_and;

    /// What the game waits for.
    pub fn waits_for(free: usize, unready: &[String], you: bool) -> String {
        let seats = match free {
            0 => String::new(),
            1 => "1 free seat".to_owned(),
            many => format!("{many} free seats"),
        };
        let mut people = unready.to_vec();
        if you {
            people.push("you (press space)".to_owned());
        }
        match (seats.is_empty(), people.is_empty()) {
            (true, true) => "Everybody is ready: the game begins.".to_owned(),
            (false, true) => format!("Waiting for {seats}."),
            (true, false) => format!("Waiting for {}.", names_and(&people)),
            (false, false) => format!("Waiting for {seats}, and for {}.", names_and(&people)),
        }
    }

    /// Who may do what about free seats.
    pub const HOST_ABOUT: &str = "Free seats: wait for people, or b puts a bot there.";
    /// The host alone.
    pub const NOT_HOST: &str = "Only the host puts bots on seats.";
    /// Nothing to put a bot on.
    pub const SEAT_TAKEN: &str = "Somebody sits there. Choose a free seat with the arrows.";
    /// What to tell others.
    pub const INVITE: &str = "The table is listed in every lobby on this network. Otherwise read out:";
    /// Who waits.
    pub const ABOUT: &str = "The game begins when all seats are taken and everybody is ready.";
    /// For those who did not open the table.
    pub const ROSTER: &str = "Others join through the host. Once the game begins, the table shows four words: compare them aloud, and you know that you all sit at the same table.";

    /// What others must know.
    pub fn with_phrase(phrase: &str) -> String {
        format!("pass phrase: {phrase}")
    }

    /// Somebody came.
    pub fn sat_down(name: &str) -> String {
        format!("{name} sat down")
    }

    /// Somebody went.
    pub fn stood_up(name: &str) -> String {
        format!("{name} left")
    }

    /// Somebody is ready.
    pub fn is_ready(name: &str) -> String {
        format!("{name} is ready")
    }

    /// Somebody cannot be heard.
    pub fn lost(name: &str, why: &str) -> String {
        format!("{name} lost contact: {why}")
    }

    /// Somebody is back.
    pub fn back(name: &str) -> String {
        format!("{name} is back")
    }
}

/// Somebody with another key than before.
pub fn changed_key(name: &str) -> String {
    format!("{name} has another key than last time. Ask whether they have a new laptop before you play.")
}

/// The node could not do it.
pub fn refused(why: &str) -> String {
    format!("That did not work: {why}")
}

/// How others reach this laptop.
pub mod address {
    /// Before there is a table.
    pub const NO_TABLE: [&str; 3] = [
        "Nobody can reach you yet: only a table that you opened or sit at has an address.",
        "Tables on the same network find each other by themselves, usually nobody needs one.",
        "Press Enter to open a table; then i shows its address, join code and QR code.",
    ];
    /// At somebody else's table.
    pub fn of_host(host: &str) -> String {
        format!(
            "This is the table of {host}: others need the address that the screen of {host} shows under i."
        )
    }

    /// No network.
    pub const NO_NETWORK: &str =
        "This laptop has no address that others can reach. Press n to check the network.";
    /// Above the addresses.
    pub const ADDRESSES: &str = "Address (any of these)";
    /// Above the join code.
    pub const CODE: &str = "Join code, to read out";
    /// Above the words of the key.
    pub const KEY: &str = "Your key in words: who compares them knows that it is you";
    /// What others do with it.
    pub const HOW: &str = "Others press c in their lobby and type the address or the words.";
    /// Done.
    pub const COPIED: &str = "The join code is in the clipboard, if this terminal has one.";
    /// Nothing there.
    pub const NO_CODE: &str = "There is no join code to copy.";
}

/// The network check.
pub mod network {
    /// Nothing found yet.
    pub const BEGUN: &str = "Looking at this laptop's networks ...";
    /// Nothing found at all.
    pub const NOTHING: &str = "The check found nothing out. Press Enter to try again.";
    /// What it does.
    pub const ABOUT: &str = "Nothing is changed by this check.";

    /// The outcome.
    pub fn verdict(bad: usize, notes: usize) -> String {
        match (bad, notes) {
            (0, 0) => "All is well: this network can play.".to_owned(),
            (0, _) => "This network can play; see the notes.".to_owned(),
            (1, _) => "One thing is in the way; its line says what to do.".to_owned(),
            (many, _) => format!("{many} things are in the way; their lines say what to do."),
        }
    }
}

/// Questions before something is lost.
pub mod question {
    use super::names_and;

    /// The host leaves.
    pub fn close(others: &[String]) -> String {
        let wait = if others.len() == 1 { "waits" } else { "wait" };
        format!("Close the table? {} {wait} for it to begin.", names_and(others))
    }
}

/// What the pages are about, for help.
pub mod help {
    #![allow(missing_docs, reason = "each is about its page")]
    pub const HOME: &[&str] = &[
        "The first line begins a game against bots at once: a good way to learn. You can stop at any time, everything is kept.",
        "Tables near you come and go by themselves: Enter sits down at an open one and watches one that plays. Enter on one of your tables goes on with it.",
        "If the others at one of your tables do not come back, b carries it on as a copy, in which bots play for them. The table itself stays as it is.",
        "With the mouse: click a line to choose it, again to do it; click keys, too.",
    ];
    pub const NEW_TABLE: &[&str] = &[
        "Up and down choose a line, left and right change it, Enter opens the table.",
        "Others see an open table in their lobby. The game begins when all seats are taken and everybody is ready.",
        "Bots also stand in for somebody who loses contact, if the others want that.",
    ];
    pub const CONNECT: &[&str] = &[
        "The host's screen shows an address and a join code under i. Type or paste either; the name of the host works too, on the same network.",
        "A join code also proves that you reach the laptop it was made on.",
    ];
    pub const ADDRESS: &[&str] = &[
        "Only needed where tables do not find each other by themselves, as in some guest networks.",
        "A phone's camera reads the QR code as text, to be sent on to somebody.",
    ];
    pub const NETWORK: &[&str] = &[
        "Checks what play needs: an address, multicast, and finding oneself by mDNS. With an address it also checks the way to that laptop and back.",
    ];
    pub const NAME: &[&str] =
        &["Others see your name at the table. It can be changed at any time with y in the lobby."];
    pub const WAIT: &[&str] = &["Nothing is to be done here: the table is looked for until it answers."];
    pub const GATHER: &[&str] = &[
        "The game begins when all seats are taken and everybody is ready. Space says that you are, or not after all.",
        "The host can put bots on free seats with b, and free them again with b.",
        "t talks to the others. Until Esc everything you type is talk: nothing of it is a command.",
    ];
    pub const KEYS: &str = "Keys here";
    pub const PICK: &str = "do what the line says";
    pub const UP: &str = "the line above";
    pub const DOWN: &str = "the line below";
    pub const LESS: &str = "change, backwards";
    pub const STOP: &str = "end the program";
    pub const BACK: &str = "one level out";
}
