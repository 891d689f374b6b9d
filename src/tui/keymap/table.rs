//! Keys at the table.

use crossterm::event::KeyCode;

use super::{Binding, Key};

/// What keys do at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtTable {
    /// Does what is highlighted.
    Enter,
    /// Picks what is highlighted, but never commits.
    Pick,
    /// Commits the draft.
    Commit,
    /// Tries the next way of doing something at the same place.
    Other,
    /// Takes the last thing back that was tried.
    Undo,
    /// Out of whatever is open; drops the draft.
    Escape,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// The next pane.
    NextPane,
    /// The pane before.
    LastPane,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// Find a place by its name.
    Find,
    /// Say something.
    Talk,
    /// The past.
    History,
    /// Charts.
    Charts,
    /// The whole log.
    Log,
    /// The map alone.
    Map,
    /// Everything beside the board.
    Panels,
    /// Nearer to the map, or the whole of it.
    Zoom,
    /// Help.
    Help,
    /// A bot for whoever is missing.
    Bot,
    /// What would be good to do.
    Advise,
    /// Ask to take back the last move.
    TakeBack,
    /// Agree to what somebody asks.
    Agree,
    /// Show at once what bots did.
    CatchUp,
    /// Bots faster.
    Faster,
    /// Bots slower.
    Slower,
    /// Play again with the same people.
    Again,
    /// The result.
    Result,
    /// The roster phrase and how everybody is.
    People,
    /// Shows the keys that the key bar has no room for.
    More,
    /// Where too few are left: go on with those who are here. Where others went on: go there.
    GoOn,
    /// Where too few are left: save and leave.
    Save,
    /// Where too few are left: wait for them.
    Wait,
    /// Leave.
    Leave,
}

const fn bind<I>(intent: I, keys: &'static [Key], shown: &'static str, words: &'static str) -> Binding<I> {
    Binding { intent, keys, shown, words }
}

/// The keys at the table.
pub const TABLE: &[Binding<AtTable>] = &[
    bind(AtTable::Enter, &[Key::Code(KeyCode::Enter)], "⏎", "choose"),
    bind(AtTable::Commit, &[Key::Char('c')], "c", "commit"),
    bind(AtTable::Pick, &[Key::Char(' ')], "space", "choose"),
    bind(AtTable::Other, &[Key::Char('o')], "o", "other way"),
    bind(AtTable::Undo, &[Key::Char('u'), Key::Code(KeyCode::Backspace)], "u", "undo"),
    bind(AtTable::Escape, &[Key::Code(KeyCode::Esc)], "esc", "drop"),
    bind(AtTable::Up, &[Key::Code(KeyCode::Up), Key::Char('k')], "↑", ""),
    bind(AtTable::Down, &[Key::Code(KeyCode::Down), Key::Char('j')], "↓", ""),
    bind(AtTable::Left, &[Key::Code(KeyCode::Left)], "←", ""),
    bind(AtTable::Right, &[Key::Code(KeyCode::Right)], "→", ""),
    bind(AtTable::NextPane, &[Key::Code(KeyCode::Tab)], "tab", "pane"),
    bind(AtTable::LastPane, &[Key::Code(KeyCode::BackTab)], "", ""),
    bind(AtTable::PageUp, &[Key::Code(KeyCode::PageUp)], "pgup", ""),
    bind(AtTable::PageDown, &[Key::Code(KeyCode::PageDown)], "pgdn", ""),
    bind(AtTable::First, &[Key::Code(KeyCode::Home)], "home", ""),
    bind(AtTable::Last, &[Key::Code(KeyCode::End)], "end", ""),
    bind(AtTable::Find, &[Key::Char('/')], "/", "find"),
    bind(AtTable::Talk, &[Key::Char('t')], "t", "talk"),
    bind(AtTable::History, &[Key::Char('h'), Key::Code(KeyCode::F(5))], "h", "history"),
    bind(AtTable::Charts, &[Key::Char('i'), Key::Code(KeyCode::F(4))], "i", "charts"),
    bind(AtTable::Log, &[Key::Char('l'), Key::Code(KeyCode::F(3))], "l", "log"),
    bind(AtTable::Map, &[Key::Char('m'), Key::Code(KeyCode::F(2))], "m", "map"),
    bind(AtTable::Panels, &[Key::Char('d'), Key::Code(KeyCode::F(6))], "d", "everything"),
    bind(AtTable::Zoom, &[Key::Char('v')], "v", "near/far"),
    bind(AtTable::Help, &[Key::Char('?'), Key::Code(KeyCode::F(1))], "?", "help"),
    bind(AtTable::Bot, &[Key::Char('b')], "b", "bot plays"),
    bind(AtTable::Advise, &[Key::Char('e')], "e", "hint"),
    bind(AtTable::TakeBack, &[Key::Char('z')], "z", "take back"),
    bind(AtTable::Agree, &[Key::Char('y')], "y", "agree"),
    bind(AtTable::CatchUp, &[Key::Char('n')], "n", "now"),
    bind(AtTable::Faster, &[Key::Char('+'), Key::Char('=')], "+", "faster"),
    bind(AtTable::Slower, &[Key::Char('-')], "-", "slower"),
    bind(AtTable::Again, &[Key::Char('a')], "a", "again"),
    bind(AtTable::Result, &[Key::Char('r')], "r", "result"),
    bind(AtTable::People, &[Key::Char('p')], "p", "people"),
    bind(AtTable::GoOn, &[Key::Char('g')], "g", "go on"),
    bind(AtTable::Save, &[Key::Char('s')], "s", "save and leave"),
    bind(AtTable::Wait, &[Key::Char('w')], "w", "wait"),
    bind(AtTable::More, &[Key::Char('.')], ".", "more"),
    bind(AtTable::Leave, &[Key::Char('q'), Key::Ctrl('c')], "q", "leave"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_intent_at_the_table_has_one_binding_and_no_key_two() {
        for (place, binding) in TABLE.iter().enumerate() {
            let others = TABLE[place + 1..].iter();
            for other in others {
                assert_ne!(binding.intent, other.intent);
                let shared = binding.keys.iter().find(|key| other.keys.contains(key));
                assert_eq!(shared, None, "{:?} and {:?}", binding.intent, other.intent);
            }
        }
    }
}
