//! All words that a player reads, except those of games.

pub mod doctor;
pub mod lobby;
pub mod table;

/// With a capital letter, for the beginning of a line.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
