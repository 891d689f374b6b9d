//! Words at a table that fills up.

use super::names_and;

/// Titles of panes.
pub mod title {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const TALK: &str = "Talk";
    pub const INVITE: &str = "Others can join";
}

/// What keys do here.
pub mod key {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const READY: &str = "ready";
    pub const NOT_READY: &str = "not ready";
    pub const BOT: &str = "bot here";
    pub const OTHER_BOT: &str = "other bot or free";
    pub const TALK: &str = "talk";
    pub const ADDRESS: &str = "address";
    pub const SEAT: &str = "seat";
    pub const LEAVE: &str = "leave";
    pub const CLOSE: &str = "close the table";
    pub const SAY: &str = "say it";
    pub const STOP_TYPING: &str = "stop typing";
}

/// Marks beside names.
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
}

/// What the line for talk says while nothing is typed.
pub const TALK_BLANK: &str = "t to talk";

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

/// Somebody with another key than before.
pub fn changed_key(name: &str) -> String {
    format!("{name} has another key than last time. Ask whether they have a new laptop before you play.")
}

/// Asks a host who leaves.
pub fn close(others: &[String]) -> String {
    let wait = if others.len() == 1 { "waits" } else { "wait" };
    format!("Close the table? {} {wait} for it to begin.", names_and(others))
}

/// What the page is about, for help.
pub const HELP: &[&str] = &[
    "The game begins when all seats are taken and everybody is ready. Space says that you are, or not after all.",
    "The host can put bots on free seats with b, and free them again with b.",
    "t talks to the others. Until Esc everything you type is talk: nothing of it is a command.",
];
