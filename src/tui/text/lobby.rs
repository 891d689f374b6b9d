//! Words of the lobby and of everything before a game: here what several pages say, in a file each what one says.

pub mod address;
pub mod connect;
pub mod gather;
pub mod help;
pub mod home;
pub mod name;
pub mod network;
pub mod new_table;
pub mod wait;

use super::capital;
use crate::table::front::NearTable;

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

/// What keys do on several pages.
pub mod key {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const GO: &str = "go";
    pub const NEXT_LINE: &str = "next line";
    pub const CHANGE: &str = "change";
    pub const NETWORK: &str = "network check";
    pub const HELP: &str = "help";
    pub const BACK: &str = "back";
    pub const YES: &str = "yes";
    pub const NO: &str = "no";
}

/// The pane that explains.
pub const ABOUT: &str = "About";
/// The line for a pass phrase.
pub const PHRASE_LABEL: &str = "Pass phrase";
/// The same while nothing is typed.
pub const PHRASE_BLANK: &str = "none";

/// Who one is.
pub fn you_are(name: &str) -> String {
    format!("you are {name}")
}

/// What can be clicked instead of Enter.
pub fn button(words: &str) -> String {
    format!("[ ⏎ {words} ]")
}

/// A bot without its version.
pub fn bot_name(name: &str) -> &str {
    name.split_once('/').map_or(name, |(plain, _)| plain)
}

/// How many bots.
pub fn bots(count: u8) -> String {
    if count == 1 { "1 bot".to_owned() } else { format!("{count} bots") }
}

/// Several names in a sentence.
pub fn names_and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What a table is called, at the beginning of a sentence too.
pub fn table_of(table: &NearTable) -> String {
    capital(&table.name)
}

/// Where people gather.
pub fn table_with_game(table: &str, game: &str) -> String {
    format!("{}: {game}", capital(table))
}

/// The node could not do it.
pub fn refused(why: &str) -> String {
    format!("That did not work: {why}")
}
