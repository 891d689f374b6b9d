//! One module a screen.

pub mod lobby;
