//! The key bar: the keys that do something now, computed from what can be done.

use super::desk::{Desk, MenuLine};
use super::pages::TablePage;
use super::{KeySet, Pane, TableScreen, Typing};
use crate::tui::keymap::table::{AtTable, TABLE};
use crate::tui::text::table as text;

/// A key of the key bar: how it is shown, what it does, and what that is; `↑↓` is two keys in one.
pub(super) type BarKey = (&'static str, &'static str, &'static [AtTable]);

/// Keys that a small window shows only when asked for more: those for pages of their own, and all others.
const MORE_PAGES: [AtTable; 7] = [
    AtTable::Talk,
    AtTable::History,
    AtTable::Charts,
    AtTable::Panels,
    AtTable::Log,
    AtTable::Map,
    AtTable::Zoom,
];
const MORE: [AtTable; 5] =
    [AtTable::People, AtTable::Find, AtTable::TakeBack, AtTable::Faster, AtTable::Slower];

/// The key that scrolls a page.
pub(super) const SCROLL: BarKey = ("↑↓", text::key::SCROLL, &[AtTable::Up, AtTable::Down]);

impl TableScreen {
    /// The keys that do something now, the most important first.
    pub(super) fn bar(&self) -> Vec<BarKey> {
        if self.keys == KeySet::Leave {
            return vec![
                ("s", text::key::SAVE, &[AtTable::Enter]),
                ("b", text::key::BOT_PLAYS_ON, &[AtTable::Bot]),
                worded(AtTable::Escape, text::key::STAY),
            ];
        }
        if let Some(enter) = self.typing() {
            return vec![worded(AtTable::Enter, enter), back()];
        }
        if self.hand_over().is_some() {
            return vec![worded(AtTable::Enter, text::key::TAKE), key(AtTable::Leave)];
        }
        if self.shows_more() {
            let fewer = worded(AtTable::More, text::key::BACK);
            return MORE
                .map(key)
                .into_iter()
                .chain([fewer, key(AtTable::Help), key(AtTable::Leave)])
                .collect();
        }
        let mut keys = self.page_keys();
        if self.page.has_map() {
            let pages = [AtTable::Talk, AtTable::History, AtTable::Charts, AtTable::Panels, AtTable::More];
            keys.extend(pages.map(key));
        }
        keys.extend([key(AtTable::Help), key(AtTable::Leave)]);
        keys
    }

    /// The keys above the key bar, when more of them are asked for.
    pub(super) fn more_bar(&self) -> Vec<BarKey> {
        if self.shows_more() { MORE_PAGES.map(key).to_vec() } else { Vec::new() }
    }

    fn shows_more(&self) -> bool {
        let may = self.page.has_map() && self.typing().is_none();
        may && self.keys == KeySet::More
    }

    /// What Enter does with a line that is being typed, if there is one.
    pub(super) fn typing(&self) -> Option<&'static str> {
        match (&self.typed, &self.page) {
            (Typing::Talk(_), _) => Some(text::key::SAY),
            (Typing::Find(_), _) => Some(text::key::GO),
            (Typing::Nothing, TablePage::Help(help)) if help.search.is_some() => Some(text::key::SEARCH),
            (Typing::Nothing, _) => None,
        }
    }

    pub(super) fn board_keys(&self) -> Vec<BarKey> {
        let mut keys = Vec::new();
        match &self.desk {
            Some(desk) if desk.committed => {}
            Some(desk) => {
                keys.extend(self.desk_keys(desk));
            }
            None if !self.view.is_level() => {
                keys.extend([key(AtTable::CatchUp), key(AtTable::Faster), key(AtTable::Slower)]);
            }
            None => {}
        }
        if self.asked_for().is_some() {
            keys.insert(0, key(AtTable::Agree));
        }
        if self.view.missing().next().is_some() && !self.view.own.is_empty() {
            keys.insert(0, key(AtTable::Bot));
        }
        keys.push(worded(AtTable::NextPane, text::key::PANE));
        if self.can_zoom() {
            keys.push(key(AtTable::Zoom));
        }
        if self.view.result.is_some() {
            keys.insert(0, key(AtTable::Result));
        }
        keys
    }

    fn desk_keys(&self, desk: &Desk) -> Vec<BarKey> {
        let commits = desk.lines().get(desk.selected()) == Some(&MenuLine::Commit) && self.pane != Pane::Map;
        let enter = if commits { text::key::COMMIT } else { text::key::CHOOSE };
        let mut keys = vec![worded(AtTable::Enter, enter)];
        if self.pane == Pane::Map {
            keys.push((
                "←↑↓→",
                text::key::MOVE,
                &[AtTable::Left, AtTable::Up, AtTable::Down, AtTable::Right],
            ));
        } else if desk.amount().is_some() {
            keys.push(("-+", text::key::AMOUNT, &[AtTable::Slower, AtTable::Faster]));
        } else {
            keys.push(("1-9", text::key::CHOOSE, &[AtTable::Pick]));
        }
        if !desk.picked().is_empty() {
            if !commits {
                keys.push(key(AtTable::Commit));
            }
            keys.extend(desk.has_other_way(None).then(|| key(AtTable::Other)));
            keys.extend([key(AtTable::Undo), key(AtTable::Escape)]);
        } else if self.view.is_practice() {
            keys.push(key(AtTable::Advise));
        }
        keys
    }
}

/// A key with other words than usual.
pub(super) fn worded(intent: AtTable, words: &'static str) -> BarKey {
    let (shown, _, intents) = key(intent);
    (shown, words, intents)
}

pub(super) fn key(intent: AtTable) -> BarKey {
    let bound = TABLE.iter().find(|binding| binding.intent == intent);
    bound.map_or(("", "", &[]), |binding| {
        (binding.shown, binding.words, std::slice::from_ref(&binding.intent))
    })
}

/// The key that closes a page.
pub(super) fn back() -> BarKey {
    worded(AtTable::Escape, text::key::BACK)
}
