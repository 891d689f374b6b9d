//! Titles of panes.

/// The map.
pub const MAP: &str = "Map";
/// This player's turn.
pub const TURN: &str = "Your turn";
/// Somebody else's turn.
pub const WAIT: &str = "Now";
/// An entry of the past.
pub const PAST: &str = "Then";
/// The log.
pub const LOG: &str = "Log";
/// Charts.
pub const CHARTS: &str = "Charts";

/// The title of the sparklines.
pub fn sparklines(kind: &str) -> String {
    format!("{kind}, entry by entry")
}
