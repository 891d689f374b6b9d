//! Words of the key bar.

/// Save and leave.
pub const SAVE: &str = "save and leave";
/// Leave for good.
pub const BOT_PLAYS_ON: &str = "a bot plays on";
/// Stay.
pub const STAY: &str = "stay";
/// Take the laptop.
pub const TAKE: &str = "here I am";
/// Say what was typed.
pub const SAY: &str = "say";
/// Go to the place.
pub const GO: &str = "go there";
/// Back.
pub const BACK: &str = "back";
/// One entry back or forth.
pub const STEP: &str = "entry by entry";
/// Ten entries.
pub const LEAP: &str = "ten";
/// Back to now.
pub const NOW: &str = "back to now";
/// Another chart.
pub const OTHER_CHART: &str = "other chart";
/// Scroll.
pub const SCROLL: &str = "scroll";
/// The keys for that.
pub const PAGE_KEYS: &str = "pgup/pgdn";
/// A page at a time.
pub const PAGE: &str = "page";
/// Search.
pub const SEARCH: &str = "search";
/// Play again.
pub const AGAIN: &str = "play again";
/// The board.
pub const BOARD: &str = "board";
/// The next pane.
pub const PANE: &str = "pane";
/// Commit.
pub const COMMIT: &str = "commit";
/// Choose.
pub const CHOOSE: &str = "choose";
/// Move on the map.
pub const MOVE: &str = "move";
/// Change the amount.
pub const AMOUNT: &str = "amount";
