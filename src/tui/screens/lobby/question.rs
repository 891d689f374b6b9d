//! What is asked before something is lost.

use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::keymap::{Binding, Key};
use crate::tui::text::lobby::key as words;

/// While it is asked.
pub(super) const KEYS: &[Binding<Intent>] = &[
    keys::bind(Intent::Yes, &[Key::Char('y'), keys::CTRL_C], "y", words::YES),
    keys::bind(Intent::No, &[Key::Char('n'), keys::ESC, keys::ENTER, Key::Char('q')], "n", words::NO),
];

/// What is asked, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Leave the table that others wait at.
    Close(String),
    /// And end the program.
    Quit(String),
}
