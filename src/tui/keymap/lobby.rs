//! Keys of the lobby and of everything before a game.

use crossterm::event::{KeyCode, KeyEvent};

use super::{Binding, Key};

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

const fn bind(
    intent: Intent,
    keys: &'static [Key],
    shown: &'static str,
    words: &'static str,
) -> Binding<Intent> {
    Binding { intent, keys, shown, words }
}

const UP: Key = Key::Code(KeyCode::Up);
const DOWN: Key = Key::Code(KeyCode::Down);
const LEFT: Key = Key::Code(KeyCode::Left);
const RIGHT: Key = Key::Code(KeyCode::Right);
const ENTER: Key = Key::Code(KeyCode::Enter);
const ESC: Key = Key::Code(KeyCode::Esc);
const TAB: Key = Key::Code(KeyCode::Tab);
const BACK_TAB: Key = Key::Code(KeyCode::BackTab);
const F1: Key = Key::Code(KeyCode::F(1));
/// Ends the program from anywhere, also where letters are typed.
const STOP: Key = Key::Ctrl('c');

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

/// The lobby itself.
pub const HOME: &[Binding<Intent>] = &[
    bind(Intent::Enter, &[ENTER], "⏎", "choose"),
    bind(Intent::Up, &[UP, BACK_TAB, Key::Char('k')], "↑", ""),
    bind(Intent::Down, &[DOWN, TAB, Key::Char('j')], "↓", ""),
    bind(Intent::Less, &[LEFT], "←", ""),
    bind(Intent::More, &[RIGHT], "→", "other game"),
    bind(Intent::Pick, DIGITS, "1-9", ""),
    bind(Intent::Resume, &[Key::Char('r')], "r", "go on"),
    bind(Intent::CarryOn, &[Key::Char('b')], "b", "with bots"),
    bind(Intent::NewTable, &[Key::Char('+')], "+", "new table"),
    bind(Intent::Watch, &[Key::Char('w')], "w", "watch"),
    bind(Intent::Projector, &[Key::Char('p')], "p", "projector"),
    bind(Intent::Connect, &[Key::Char('c')], "c", "connect"),
    bind(Intent::Address, &[Key::Char('i')], "i", "my address"),
    bind(Intent::Network, &[Key::Char('n')], "n", "network check"),
    bind(Intent::Rename, &[Key::Char('y')], "y", "your name"),
    bind(Intent::Help, &[Key::Char('?'), F1], "?", "help"),
    bind(Intent::Quit, &[Key::Char('q'), STOP], "q", "quit"),
    bind(Intent::Back, &[ESC], "esc", ""),
];

/// Lines to fill in: letters belong to them.
pub const FORM: &[Binding<Intent>] = &[
    bind(Intent::Enter, &[ENTER], "⏎", "go"),
    bind(Intent::Up, &[UP, BACK_TAB], "↑", ""),
    bind(Intent::Down, &[DOWN, TAB], "↓", "next line"),
    bind(Intent::Less, &[LEFT], "←", ""),
    bind(Intent::More, &[RIGHT], "→", "change"),
    bind(Intent::Help, &[F1], "F1", "help"),
    bind(Intent::Back, &[ESC], "esc", "back"),
    bind(Intent::Quit, &[STOP], "^C", ""),
];

/// The own address.
pub const ADDRESS: &[Binding<Intent>] = &[
    bind(Intent::Enter, &[ENTER], "⏎", "new table"),
    bind(Intent::Copy, &[Key::Char('c')], "c", "copy the join code"),
    bind(Intent::Network, &[Key::Char('n')], "n", "network check"),
    bind(Intent::Help, &[Key::Char('?'), F1], "?", "help"),
    bind(Intent::Back, &[ESC, Key::Char('q'), Key::Char('i')], "esc", "back"),
    bind(Intent::Quit, &[STOP], "^C", ""),
];

/// On the way to a table.
pub const WAIT: &[Binding<Intent>] = &[
    bind(Intent::Help, &[Key::Char('?'), F1], "?", "help"),
    bind(Intent::Back, &[ESC, Key::Char('q')], "esc", "stop"),
    bind(Intent::Quit, &[STOP], "^C", ""),
];

/// At a table that fills up.
pub const GATHER: &[Binding<Intent>] = &[
    bind(Intent::Ready, &[Key::Char(' '), ENTER], "space", "ready"),
    bind(Intent::Bot, &[Key::Char('b')], "b", "bot here"),
    bind(Intent::Talk, &[Key::Char('t'), TAB], "t", "talk"),
    bind(Intent::Address, &[Key::Char('i')], "i", "address"),
    bind(Intent::Up, &[UP], "↑", ""),
    bind(Intent::Down, &[DOWN], "↓", "seat"),
    bind(Intent::Help, &[Key::Char('?'), F1], "?", "help"),
    bind(Intent::Back, &[ESC, Key::Char('q')], "esc", "leave"),
    bind(Intent::Quit, &[STOP], "^C", ""),
];

/// Typing to the others: nothing typed here is ever a command.
pub const TALK: &[Binding<Intent>] = &[
    bind(Intent::Enter, &[ENTER], "⏎", "say it"),
    bind(Intent::Back, &[ESC, TAB], "esc", "stop typing"),
    bind(Intent::Quit, &[STOP], "^C", ""),
];

/// A question about something that would be lost.
pub const QUESTION: &[Binding<Intent>] = &[
    bind(Intent::Yes, &[Key::Char('y'), STOP], "y", "yes"),
    bind(Intent::No, &[Key::Char('n'), ESC, ENTER, Key::Char('q')], "n", "no"),
];

/// While help is shown.
pub const HELP: &[Binding<Intent>] = &[
    bind(Intent::Up, &[UP, Key::Char('k')], "↑", ""),
    bind(Intent::Down, &[DOWN, Key::Char('j')], "↓", "scroll"),
    bind(Intent::Back, &[ESC, ENTER, Key::Char('?'), F1, Key::Char('q')], "esc", "close"),
    bind(Intent::Quit, &[STOP], "^C", ""),
];

/// The line that a digit picks, from 0.
pub fn digit(event: &KeyEvent) -> Option<usize> {
    DIGITS.iter().position(|key| key.is(event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_and_every_key_can_be_named() {
        for context in [HOME, FORM, ADDRESS, WAIT, GATHER, TALK, QUESTION, HELP] {
            for (place, binding) in context.iter().enumerate() {
                assert!(!binding.shown.is_empty(), "{:?}", binding.intent);
                for other in &context[place + 1..] {
                    let shared = binding.keys.iter().find(|key| other.keys.contains(key));
                    assert_eq!(shared, None, "{:?} and {:?}", binding.intent, other.intent);
                }
            }
        }
    }

    #[test]
    fn where_letters_are_typed_no_letter_is_a_command() {
        for context in [FORM, TALK] {
            let letters =
                context.iter().flat_map(|binding| binding.keys).filter(|key| matches!(key, Key::Char(_)));
            assert_eq!(letters.count(), 0);
        }
    }
}
