//! What the table says: the header, the turn, hints for newcomers and the keys that work now.

use super::desk::{Desk, Line};
use super::{Entry, KeySet, Page, Pane, TableScreen};
use crate::engine::game::Turn;
use crate::table::front::{DrawMode, Owed, Seat};
use crate::tui::keymap::table::{AtTable, TABLE};
use crate::tui::text::table as text;

/// So many turns of a newcomer are guided.
const GUIDED_TURNS: usize = 3;

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

impl TableScreen {
    /// Whose turn it is, in a few words; the flag says whether it is this player's.
    pub(super) fn turn_words(&self) -> (String, bool) {
        if let Page::Past(past) = &self.page {
            return (text::past(past.at, self.view.len()), false);
        }
        if let Some(desk) = &self.desk {
            return (text::your_turn(self.view.name(desk.seat)), true);
        }
        let words = match self.turn_shown() {
            Turn::Over => text::GAME_OVER.to_owned(),
            Turn::Chance => text::CHANCE_DECIDES.to_owned(),
            Turn::Seat(_) if !self.view.started => text::SIGNING.to_owned(),
            Turn::Seat(seat) if self.view.recovering && self.view.own.contains(&seat.number()) => {
                text::ASKING.to_owned()
            }
            Turn::Seat(seat) => match self.view.thinking.filter(|(thinks, _)| *thinks == seat.number()) {
                Some((_, percent)) => text::thinks(self.view.name(seat.number()), percent),
                None => text::their_turn(self.view.name(seat.number())),
            },
        };
        (words, false)
    }

    /// Whether everybody is in step, and who is not; the flag says whether all is well.
    pub(super) fn step_words(&self) -> (String, bool) {
        let (steady, people) = self.view.in_step();
        let missing: Vec<&str> = self.view.missing().map(|(seat, _)| self.view.name(seat)).collect();
        if people <= self.view.own.len().max(1) {
            return (text::ALONE.to_owned(), true);
        }
        (text::in_step(steady, people, &missing), steady == people)
    }

    /// What is said of draws: those from a seed can be foreseen.
    pub(super) fn draw_words(&self) -> Option<String> {
        match self.view.draw {
            DrawMode::Fresh => None,
            DrawMode::Seed(seed) => Some(text::seeded(seed)),
        }
    }

    /// One calm line about who is missing, with the choices there are.
    pub(super) fn missing_words(&self, now: u64) -> Option<String> {
        let (seat, present) = self.view.missing().next()?;
        let seconds = now.saturating_sub(present.away_since_millis?) / 1_000;
        let waits = present.owes != Owed::Nothing && !self.view.own.is_empty();
        Some(text::missing(self.view.name(seat), seconds, waits))
    }

    /// The line at the bottom: what came of the last key, what somebody asks, who is missing, or a hint.
    pub(super) fn bottom_words(&self, now: u64) -> (String, bool) {
        if self.keys == KeySet::Leave {
            return (text::ASK_LEAVE.to_owned(), true);
        }
        if let Some(message) = &self.message {
            return (message.clone(), true);
        }
        if self.asked_for().is_some() {
            return (text::ASKED_TAKE_BACK.to_owned(), true);
        }
        if let Some(missing) = self.missing_words(now) {
            return (missing, true);
        }
        if self.view.recovering && !self.view.own.is_empty() {
            return (text::ASKING_WHAT.to_owned(), true);
        }
        (self.hint(), false)
    }

    /// The first turns of a newcomer are guided, one sentence at a time.
    pub(super) fn guide_words(&self) -> Option<&'static str> {
        let turns = self.view.own_moves();
        let plays = self.view.result.is_none() && !self.view.own.is_empty();
        if !self.guide || !plays || turns >= GUIDED_TURNS || matches!(self.page, Page::Past(_)) {
            return None;
        }
        Some(match &self.desk {
            None => text::GUIDE_OTHERS,
            Some(desk) if desk.committed => text::GUIDE_OTHERS,
            Some(desk) if desk.amount().is_some() => text::GUIDE_AMOUNT,
            Some(desk) if !desk.picked().is_empty() => text::GUIDE_DRAFT,
            Some(_) if turns == 0 => text::GUIDE_FIRST,
            Some(_) => text::GUIDE_AGAIN,
        })
    }

    /// What is worth knowing right now.
    fn hint(&self) -> String {
        if let Page::Past(_) = self.page {
            return text::HINT_PAST.to_owned();
        }
        if !matches!(self.page, Page::Board | Page::Map) {
            return String::new();
        }
        if let Some(place) = self.place_words() {
            return place;
        }
        let Some(desk) = &self.desk else {
            return if self.view.is_level() { String::new() } else { text::HINT_CATCH_UP.to_owned() };
        };
        if desk.committed {
            return text::WAITING_FOR_TABLE.to_owned();
        }
        if let Some(amount) = desk.amount() {
            return text::hint_amount(self.view.meta.currency, amount.range);
        }
        if desk.leads_to_chance() {
            return text::HINT_CHANCE.to_owned();
        }
        match desk.lines().get(desk.selected()) {
            Some(Line::Commit) => text::HINT_COMMIT.to_owned(),
            Some(Line::Blocked(number)) => {
                let why = &desk.blocked(*number).why;
                text::blocked(&self.view.named(&why.why), why.rule)
            }
            Some(Line::Group(..) | Line::Place(..)) => text::HINT_GROUP.to_owned(),
            Some(Line::Choice(_)) if has_places(desk) => text::HINT_PLACES.to_owned(),
            Some(Line::Choice(_)) | None => String::new(),
        }
    }

    /// What there is at the cursor, while the map has the keys.
    fn place_words(&self) -> Option<String> {
        let place =
            self.cursor.as_deref().filter(|_| self.pane == Pane::Map || matches!(self.page, Page::Map))?;
        self.scene.board.place(place)?.says.as_ref().map(|words| self.view.named(words))
    }

    /// The keys that do something now, the most important first.
    pub(super) fn bar(&self) -> Vec<BarKey> {
        if self.keys == KeySet::Leave {
            return vec![
                ("s", text::KEY_SAVE, &[AtTable::Enter]),
                ("b", text::KEY_BOT_PLAYS_ON, &[AtTable::Bot]),
                worded(AtTable::Escape, text::KEY_STAY),
            ];
        }
        if let Some(enter) = self.typing() {
            return vec![worded(AtTable::Enter, enter), worded(AtTable::Escape, text::KEY_BACK)];
        }
        if self.hand_over().is_some() {
            return vec![worded(AtTable::Enter, text::KEY_TAKE), key(AtTable::Leave)];
        }
        if self.shows_more() {
            let fewer = worded(AtTable::More, text::KEY_BACK);
            return MORE
                .map(key)
                .into_iter()
                .chain([fewer, key(AtTable::Help), key(AtTable::Leave)])
                .collect();
        }
        let mut keys = self.page_keys();
        if matches!(self.page, Page::Board | Page::Map) {
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
        let may = matches!(self.page, Page::Board | Page::Map) && self.typing().is_none();
        may && self.keys == KeySet::More
    }

    /// What Enter does with a line that is being typed, if there is one.
    pub(super) fn typing(&self) -> Option<&'static str> {
        match (&self.line, &self.page) {
            (Entry::Talk(_), _) => Some(text::KEY_SAY),
            (Entry::Find(_), _) => Some(text::KEY_GO),
            (Entry::None, Page::Help(help)) if help.search.is_some() => Some(text::KEY_SEARCH),
            (Entry::None, _) => None,
        }
    }

    fn page_keys(&self) -> Vec<BarKey> {
        match &self.page {
            Page::Board | Page::Map => self.board_keys(),
            Page::Past(_) => vec![
                ("←→", text::KEY_STEP, &[AtTable::Left, AtTable::Right]),
                (text::PAGE_KEYS, text::KEY_LEAP, &[AtTable::PageUp, AtTable::PageDown]),
                worded(AtTable::CatchUp, text::KEY_NOW),
            ],
            Page::Charts(_) => {
                let other = ("←→", text::KEY_OTHER_CHART, &[AtTable::Left, AtTable::Right][..]);
                vec![other, worded(AtTable::Escape, text::KEY_BACK)]
            }
            Page::Help(_) => vec![
                SCROLL,
                (text::PAGE_KEYS, text::KEY_PAGE, &[AtTable::PageUp, AtTable::PageDown]),
                worded(AtTable::Find, text::KEY_SEARCH),
                worded(AtTable::Escape, text::KEY_BACK),
            ],
            Page::Panels(_) | Page::Log => vec![SCROLL, worded(AtTable::Escape, text::KEY_BACK)],
            Page::People | Page::Advice => vec![worded(AtTable::Escape, text::KEY_BACK)],
            Page::Result => vec![
                worded(AtTable::Again, text::KEY_AGAIN),
                key(AtTable::Charts),
                key(AtTable::History),
                worded(AtTable::Escape, text::KEY_BOARD),
            ],
        }
    }

    fn board_keys(&self) -> Vec<BarKey> {
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
        keys.push(worded(AtTable::NextPane, text::KEY_PANE));
        if self.can_zoom() {
            keys.push(key(AtTable::Zoom));
        }
        if self.view.result.is_some() {
            keys.insert(0, key(AtTable::Result));
        }
        keys
    }

    fn desk_keys(&self, desk: &Desk) -> Vec<BarKey> {
        let commits = desk.lines().get(desk.selected()) == Some(&Line::Commit) && self.pane != Pane::Map;
        let enter = if commits { text::KEY_COMMIT } else { text::KEY_CHOOSE };
        let mut keys = vec![worded(AtTable::Enter, enter)];
        if self.pane == Pane::Map {
            keys.push(("←↑↓→", text::KEY_MOVE, &[AtTable::Left, AtTable::Up, AtTable::Down, AtTable::Right]));
        } else if desk.amount().is_some() {
            keys.push(("-+", text::KEY_AMOUNT, &[AtTable::Slower, AtTable::Faster]));
        } else {
            keys.push(("1-9", text::KEY_CHOOSE, &[AtTable::Pick]));
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

    /// The names of the people here whose turn it may be, for the curtain between two of them.
    pub(super) fn hand_over_words(&self, seat: Seat) -> String {
        text::hand_over(self.view.name(seat))
    }
}

/// The key that scrolls a page.
const SCROLL: BarKey = ("↑↓", text::KEY_SCROLL, &[AtTable::Up, AtTable::Down]);

/// Whether something can be picked on the map.
fn has_places(desk: &Desk) -> bool {
    desk.choices().iter().any(|choice| choice.place.is_some())
}

/// A key with other words than usual.
fn worded(intent: AtTable, words: &'static str) -> BarKey {
    let (shown, _, intents) = key(intent);
    (shown, words, intents)
}

fn key(intent: AtTable) -> BarKey {
    let bound = TABLE.iter().find(|binding| binding.intent == intent);
    bound.map_or(("", "", &[]), |binding| {
        (binding.shown, binding.words, std::slice::from_ref(&binding.intent))
    })
}
