//! Keys of the lobby and of everything before a game: what they are called and what they can mean.
//!
//! Which of them a page has stands in its file.

use crossterm::event::{KeyCode, KeyEvent};

use super::{Binding, Key};
use crate::tui::text::lobby::key as text;

/// What somebody wants in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// The value before.
    Less,
    /// The value behind.
    More,
    /// Do what the line says.
    Enter,
    /// One level out.
    Back,
    /// Do what the line with this digit says.
    Pick,
    /// Open a table.
    NewTable,
    /// Join by address or code.
    Connect,
    /// See how others reach this laptop.
    Address,
    /// Check the network.
    Network,
    /// Be called otherwise.
    Rename,
    /// Find a table by typing.
    Filter,
    /// Watch the chosen table.
    Watch,
    /// Watch it in the large view.
    Projector,
    /// Go on with the latest table.
    Resume,
    /// Carry the chosen table on as a copy, with bots for the others.
    CarryOn,
    /// Ready, or not any more.
    Ready,
    /// Another bot, or none, on the chosen seat.
    Bot,
    /// Type something to the others.
    Talk,
    /// Take the join code along.
    Copy,
    /// See what can be done here.
    Help,
    /// Be done.
    Quit,
    /// Yes.
    Yes,
    /// No.
    No,
}

/// Some keys, how they are shown, and what they do.
pub(crate) const fn bind(
    intent: Intent,
    keys: &'static [Key],
    shown: &'static str,
    words: &'static str,
) -> Binding<Intent> {
    Binding { intent, keys, shown, words }
}

/// Enter, and what it does.
pub(crate) const fn enter(words: &'static str) -> Binding<Intent> {
    bind(Intent::Enter, &[ENTER], "⏎", words)
}

/// These keys, of which space is the first.
pub(crate) const fn space(intent: Intent, keys: &'static [Key], words: &'static str) -> Binding<Intent> {
    bind(intent, keys, "space", words)
}

/// These keys, of which Esc is the first, lead back.
pub(crate) const fn back(keys: &'static [Key], words: &'static str) -> Binding<Intent> {
    bind(Intent::Back, keys, "esc", words)
}

// Keys by their names.
pub(crate) const UP: Key = Key::Code(KeyCode::Up);
pub(crate) const DOWN: Key = Key::Code(KeyCode::Down);
pub(crate) const LEFT: Key = Key::Code(KeyCode::Left);
pub(crate) const RIGHT: Key = Key::Code(KeyCode::Right);
pub(crate) const ENTER: Key = Key::Code(KeyCode::Enter);
pub(crate) const ESC: Key = Key::Code(KeyCode::Esc);
pub(crate) const TAB: Key = Key::Code(KeyCode::Tab);
pub(crate) const BACK_TAB: Key = Key::Code(KeyCode::BackTab);
pub(crate) const F1: Key = Key::Code(KeyCode::F(1));
pub(crate) const SPACE: Key = Key::Char(' ');
/// Ends the program from anywhere, also where letters are typed.
pub(crate) const CTRL_C: Key = Key::Ctrl('c');

/// Ends the program, where `q` means something else.
pub(crate) const STOP: Binding<Intent> = bind(Intent::Quit, &[CTRL_C], "^C", "");
/// Shows what can be done here.
pub(crate) const HELP: Binding<Intent> = bind(Intent::Help, &[Key::Char('?'), F1], "?", text::HELP);
/// Does what a line with a digit says.
pub(crate) const PICK: Binding<Intent> = bind(Intent::Pick, DIGITS, "1-9", "");

const DIGITS: &[Key] = &[
    Key::Char('1'),
    Key::Char('2'),
    Key::Char('3'),
    Key::Char('4'),
    Key::Char('5'),
    Key::Char('6'),
    Key::Char('7'),
    Key::Char('8'),
    Key::Char('9'),
];

/// The line that a digit picks, from 0.
pub fn digit(event: &KeyEvent) -> Option<usize> {
    DIGITS.iter().position(|key| key.is(event))
}
