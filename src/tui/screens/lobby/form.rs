//! Lines to fill in, as the page shows them.

use crate::tui::input::Line;

/// A line of a form.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) label: String,
    pub(super) value: Value<'a>,
}

/// What stands on it.
#[derive(Debug)]
pub(super) enum Value<'a> {
    /// One of several, changed with left and right.
    Chosen(String),
    /// Something typed; `blank` stands there as long as nothing is.
    Typed { line: &'a Line, blank: &'static str },
}
