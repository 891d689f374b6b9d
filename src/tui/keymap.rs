//! Keys, what they mean in a context, and how the key bar shows them.
//!
//! The table's keys are here; a page of the lobby has its own in its file. A screen asks [`find`] what a key means in its
//! context; the key bar shows the same table, so that no key works that is not shown in a list of keys, and none is
//! shown that does not work.

pub mod lobby;
pub mod table;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key as people speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character, whatever shift did to it.
    Char(char),
    /// A character with control.
    Ctrl(char),
    /// A key without a character.
    Code(KeyCode),
}

/// What a key does somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Binding<I: 'static> {
    /// What it does.
    pub intent: I,
    /// Any of these keys.
    pub keys: &'static [Key],
    /// How the key is shown.
    pub shown: &'static str,
    /// What it does, in a word or two; empty for keys that go without saying.
    pub words: &'static str,
}

impl Key {
    /// Whether this key was pressed.
    pub fn is(self, event: &KeyEvent) -> bool {
        let control = event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        event.kind != KeyEventKind::Release
            && match self {
                Self::Char(wanted) => event.code == KeyCode::Char(wanted) && !control,
                Self::Ctrl(wanted) => event.code == KeyCode::Char(wanted) && control,
                Self::Code(wanted) => event.code == wanted,
            }
    }
}

/// Text with arrows and the like as words, for terminals that only have ASCII.
pub fn spelled(text: &str, ascii: bool) -> String {
    if !ascii {
        return text.to_owned();
    }
    let words = [
        ("←↑↓→", "arrows"),
        ("↑↓", "up/down"),
        ("←→", "left/right"),
        ("⏎", "Enter"),
        ("↑", "up"),
        ("↓", "down"),
        ("←", "left"),
        ("→", "right"),
    ];
    words.iter().fold(text.to_owned(), |text, (sign, word)| text.replace(sign, word))
}

/// What a key means among these bindings.
pub fn find<I: Copy>(bindings: &[Binding<I>], event: &KeyEvent) -> Option<I> {
    let bound = bindings.iter().find(|binding| binding.keys.iter().any(|key| key.is(event)));
    bound.map(|binding| binding.intent)
}

/// How a key is shown, and what it does.
pub fn shown<I: PartialEq + Copy>(bindings: &[Binding<I>], intent: I) -> (&'static str, &'static str) {
    let found = bindings.iter().find(|binding| binding.intent == intent);
    found.map_or(("", ""), |binding| (binding.shown, binding.words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_are_words_where_there_is_only_ascii() {
        assert_eq!(spelled("⏎ go, ← → change", true), "Enter go, left right change");
        assert_eq!(spelled("←↑↓→ move", true), "arrows move");
        assert_eq!(spelled("↑↓ scroll, ←→ step", true), "up/down scroll, left/right step");
        assert_eq!(spelled("⏎ go", false), "⏎ go");
    }
}
