//! Words at the table, in a file for each page or subject; here what is said before and behind it.

pub mod advice;
pub mod alone;
pub mod guide;
pub mod header;
pub mod help;
pub mod hint;
pub mod key;
pub mod news;
pub mod pane;
pub mod panels;
pub mod people;
pub mod result;
pub mod turn;

/// Where the game is, for when the screens are gone.
pub fn kept_at(journal: &str, over: bool) -> String {
    if over {
        format!("the game is over; it is kept in {journal} (whistlestop replay shows it again)")
    } else {
        format!("the table is saved in {journal}; whistlestop resume goes on with it")
    }
}

/// The window is too small.
pub const TOO_SMALL: &str = "This window is too small for a train table.";

/// How small it is, and how large it should be.
pub fn too_small(is: (u16, u16), should: (u16, u16)) -> String {
    format!("It has {} columns and {} lines; make it at least {} by {}.", is.0, is.1, should.0, should.1)
}
