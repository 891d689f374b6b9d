//! What the table says: the header, the turn, the line at the bottom and hints for newcomers.

use super::desk::{Desk, MenuLine};
use super::pages::TablePage;
use super::{KeySet, Pane, TableScreen};
use crate::engine::game::Turn;
use crate::table::clock::left_text;
use crate::table::front::{DrawMode, Owed, SeatNumber, TimeControl, TimeLeft};
use crate::tui::text::table as text;

/// So many turns of a newcomer are guided.
const GUIDED_TURNS: usize = 3;

/// So many seconds are little.
const LOW_SECONDS: u32 = 30;

impl TableScreen {
    /// Whose turn it is, in a few words; the flag says whether it is this player's.
    pub(super) fn turn_words(&self) -> (String, bool) {
        if let TablePage::Past(past) = &self.page {
            return (text::header::past(past.at, self.view.len()), false);
        }
        if self.view.superseded {
            return (text::alone::ELSEWHERE.to_owned(), false);
        }
        if let Some(words) = self.alone_turn() {
            return (words, false);
        }
        if self.desk.as_ref().is_some_and(|desk| desk.committed) || self.view.is_own_move_sent() {
            return (text::alone::ON_ITS_WAY.to_owned(), false);
        }
        if let Some(desk) = &self.desk {
            let yours = text::header::your_turn(self.view.name(desk.seat));
            return (self.with_time(desk.seat, yours), true);
        }
        let words = match self.turn_shown() {
            Turn::Over => text::header::GAME_OVER.to_owned(),
            Turn::Chance => text::header::CHANCE_DECIDES.to_owned(),
            Turn::Seat(_) if !self.view.started => text::header::SIGNING.to_owned(),
            Turn::Seat(seat) if self.view.recovering && self.view.own.contains(&seat.number()) => {
                text::header::ASKING.to_owned()
            }
            Turn::Seat(seat) => match self.view.thinking.filter(|(thinks, _)| *thinks == seat.number()) {
                Some((_, percent)) => text::header::thinks(self.view.name(seat.number()), percent),
                None => {
                    self.with_time(seat.number(), text::header::their_turn(self.view.name(seat.number())))
                }
            },
        };
        (words, false)
    }

    /// What is said of whose turn it is, with the time that is left.
    fn with_time(&self, seat: SeatNumber, words: String) -> String {
        let Some(time) = self.time_of(seat) else { return words };
        let left = text::header::time_left(&left_text(time.seconds), self.is_low(time));
        format!("{words}: {left}")
    }

    /// The time of a seat, while it runs.
    pub(super) fn time_of(&self, seat: SeatNumber) -> Option<TimeLeft> {
        self.view.present.get(usize::from(seat))?.time.filter(|time| time.runs)
    }

    /// Whether so little is left that whoever is to move should know.
    pub(super) fn is_low(&self, time: TimeLeft) -> bool {
        let low = match self.view.clock {
            TimeControl::EachMove { seconds } => (seconds / 4).min(LOW_SECONDS),
            TimeControl::None | TimeControl::EachGame { .. } => LOW_SECONDS,
        };
        time.seconds <= low
    }

    /// Whether everybody is in step, and who is not; the flag says whether all is well.
    pub(super) fn step_words(&self) -> (String, bool) {
        let (steady, people) = self.view.in_step();
        let missing: Vec<&str> = self.view.missing().map(|(seat, _)| self.view.name(seat)).collect();
        if people <= self.view.own.len().max(1) {
            return (text::header::ALONE.to_owned(), true);
        }
        (text::header::in_step(steady, people, &missing), steady == people)
    }

    /// What is said of draws: those from a seed can be foreseen.
    pub(super) fn draw_words(&self) -> Option<String> {
        match self.view.draw {
            DrawMode::Fresh => None,
            DrawMode::Seed(seed) => Some(text::header::seeded(seed)),
        }
    }

    /// One calm line about who is missing, with the choices there are.
    pub(super) fn missing_words(&self, now: u64) -> Option<String> {
        let since = self.view.missing().filter_map(|(_, present)| present.away_since_millis).min()?;
        let seconds = now.saturating_sub(since) / 1_000;
        let waits = self.view.missing().any(|(_, present)| present.owes != Owed::Nothing);
        let names: Vec<&str> = self.view.missing().map(|(seat, _)| self.view.name(seat)).collect();
        Some(text::hint::missing(&names, seconds, waits && !self.view.own.is_empty()))
    }

    /// The line at the bottom: what came of the last key, what somebody asks, who is missing, or a hint.
    pub(super) fn bottom_words(&self, now: u64) -> (String, bool) {
        if self.keys == KeySet::Leave {
            return (text::hint::ASK_LEAVE.to_owned(), true);
        }
        if let Some(message) = &self.message {
            return (message.clone(), true);
        }
        if let Some(words) = self.alone_words() {
            return (words, true);
        }
        if self.asked_for().is_some() {
            return (text::hint::ASKED_TAKE_BACK.to_owned(), true);
        }
        if let Some(missing) = self.missing_words(now) {
            return (missing, true);
        }
        if self.view.recovering && !self.view.own.is_empty() {
            return (text::hint::ASKING_WHAT.to_owned(), true);
        }
        (self.hint(), false)
    }

    /// The first turns of a newcomer are guided, one sentence at a time.
    pub(super) fn guide_words(&self) -> Option<&'static str> {
        let turns = self.view.own_moves();
        let plays = self.view.result.is_none() && !self.view.own.is_empty();
        if !self.guide || !plays || turns >= GUIDED_TURNS || matches!(self.page, TablePage::Past(_)) {
            return None;
        }
        Some(match &self.desk {
            None => text::guide::OTHERS,
            Some(desk) if desk.committed => text::guide::OTHERS,
            Some(desk) if desk.amount().is_some() => text::guide::AMOUNT,
            Some(desk) if !desk.picked().is_empty() => text::guide::DRAFT,
            Some(_) if turns == 0 => text::guide::FIRST,
            Some(_) => text::guide::AGAIN,
        })
    }

    /// What is worth knowing right now.
    fn hint(&self) -> String {
        if let TablePage::Past(_) = self.page {
            return text::hint::PAST.to_owned();
        }
        if !self.page.has_map() {
            return String::new();
        }
        if let Some(place) = self.place_words() {
            return place;
        }
        let Some(desk) = &self.desk else {
            if self.view.is_own_move_sent() {
                return text::turn::WAITING_FOR_TABLE.to_owned();
            }
            return if self.view.is_level() { String::new() } else { text::hint::CATCH_UP.to_owned() };
        };
        if desk.committed {
            return text::turn::WAITING_FOR_TABLE.to_owned();
        }
        if let Some(amount) = desk.amount() {
            return text::hint::amount(self.view.meta.currency, amount.range);
        }
        if desk.leads_to_chance() {
            return text::hint::CHANCE.to_owned();
        }
        match desk.lines().get(desk.selected()) {
            Some(MenuLine::Commit) => text::hint::COMMIT.to_owned(),
            Some(MenuLine::Blocked(number)) => {
                let why = &desk.blocked(*number).why;
                text::turn::blocked(&self.view.named(&why.why), why.rule)
            }
            Some(MenuLine::Group(..) | MenuLine::Place(..)) => text::hint::GROUP.to_owned(),
            Some(MenuLine::Choice(_)) if has_places(desk) => text::hint::PLACES.to_owned(),
            Some(MenuLine::Choice(_)) | None => String::new(),
        }
    }

    /// What there is at the cursor, while the map has the keys.
    fn place_words(&self) -> Option<String> {
        let place = self
            .cursor
            .as_deref()
            .filter(|_| self.pane == Pane::Map || matches!(self.page, TablePage::Map))?;
        self.scene.board.place(place)?.says.as_ref().map(|words| self.view.named(words))
    }

    /// The names of the people here whose turn it may be, for the curtain between two of them.
    pub(super) fn hand_over_words(&self, seat: SeatNumber) -> String {
        text::hint::hand_over(self.view.name(seat))
    }
}

/// Whether something can be picked on the map.
fn has_places(desk: &Desk) -> bool {
    desk.choices().iter().any(|choice| choice.place.is_some())
}
