//! Lines to fill in, as the page shows them.

use crate::tui::widgets::field::Field;

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
    Typed { field: &'a Field, blank: &'static str },
}

/// A field with something in it.
pub(super) fn filled(max_chars: usize, text: &str) -> Field {
    let mut field = Field::with_limit(max_chars);
    field.set(text);
    field
}
