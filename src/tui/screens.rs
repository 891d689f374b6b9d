//! One module a screen.

pub mod lobby;
pub mod table;
