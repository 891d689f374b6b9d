//! All words that a player reads, except those of games.

pub mod lobby;
pub mod table;
