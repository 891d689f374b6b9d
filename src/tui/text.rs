//! All words that a player reads, except those of games.

pub mod doctor;
pub mod lobby;
pub mod table;
