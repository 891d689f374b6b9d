//! The terminal: screens for people, drawn with ratatui.
//!
//! Everything here is a function of plain data: the scene of a game, what is known of a table, the size of the
//! window. It never names a game, a peer, a clock or a file.

pub mod theme;
pub mod widgets;
