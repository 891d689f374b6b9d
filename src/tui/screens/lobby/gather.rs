//! A table before its game: who sits where, who is ready, talk.

use crossterm::event::KeyEvent;

use super::known::{Known, Visit};
use super::{Question, Step};
use crate::table::front::{Command, MAX_CHAT_BYTES, Place, Request, Seat};
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::widgets::field::Field;

/// So many fit into a line of talk, whatever they are.
const MAX_CHAT_CHARS: usize = MAX_CHAT_BYTES / 4;

/// The page of a table that fills up. What is there to see is in the [`Visit`].
#[derive(Debug)]
pub(super) struct Gather {
    /// The chosen seat.
    pub(super) seat: usize,
    /// What is being typed to the others.
    pub(super) talk: Field,
    /// Whether letters go there.
    pub(super) talking: bool,
}

impl Gather {
    pub(super) fn new() -> Self {
        Self { seat: 0, talk: Field::with_limit(MAX_CHAT_CHARS), talking: false }
    }

    /// Takes a key for the line that is being typed.
    pub(super) fn key(&mut self, event: &KeyEvent) -> bool {
        self.talking && self.talk.key(event)
    }

    pub(super) fn act(&mut self, intent: Intent, known: &mut Known) -> Step {
        if self.talking {
            return self.act_talking(intent, known);
        }
        match intent {
            Intent::Up => self.choose(self.seat.saturating_sub(1), known),
            Intent::Down => self.choose(self.seat + 1, known),
            Intent::Ready => return ready(known),
            Intent::Bot => return self.bot(known),
            Intent::Talk => self.talking = true,
            Intent::Back => return leave(known),
            _ => {}
        }
        Step::Stay
    }

    /// Chooses a seat, the last one if there are fewer.
    pub(super) fn choose(&mut self, seat: usize, known: &Known) {
        let last = places(known).len().saturating_sub(1);
        self.seat = seat.min(last);
    }

    /// A click chooses a seat; another one on a seat without a person puts a bot there or takes it away.
    pub(super) fn click(&mut self, seat: usize, known: &Known) -> Step {
        let again = self.seat == seat && !self.talking;
        self.talking = false;
        self.choose(seat, known);
        let free = !matches!(places(known).get(seat), Some(Place::Taken { .. }) | None);
        if again && free && is_host(known) { self.bot(known) } else { Step::Stay }
    }

    /// The line stays open after something was said, so that the next key is still talk and never a command.
    fn act_talking(&mut self, intent: Intent, known: &mut Known) -> Step {
        match intent {
            Intent::Enter => {
                let said = self.talk.text().trim().to_owned();
                self.talk.take();
                if said.is_empty() {
                    self.talking = false;
                    return Step::Stay;
                }
                let name = known.name.clone();
                if let Some(visit) = &mut known.visit {
                    visit.say(name, said.clone());
                }
                return Step::Ask(Request::Command(Command::Chat(said)));
            }
            Intent::Back => self.talking = false,
            _ => {}
        }
        Step::Stay
    }

    /// Puts the next bot on the chosen seat, or, behind the last, frees it. If somebody sits there, the first free
    /// seat is meant.
    fn bot(&mut self, known: &Known) -> Step {
        if !is_host(known) {
            return Step::Note(text::gather::NOT_HOST.to_owned());
        }
        let places = places(known);
        if let Some(Place::Taken { .. }) = places.get(self.seat)
            && let Some(free) = places.iter().position(|place| *place == Place::Open)
        {
            self.seat = free;
        }
        let bot = match places.get(self.seat) {
            Some(Place::Open) => known.bots.get(known.usual_bot()),
            Some(Place::Bot { name }) => next_bot(known, name),
            Some(Place::Taken { .. }) | None => return Step::Note(text::gather::SEAT_TAKEN.to_owned()),
        };
        let bot = bot.map(|bot| bot.name().to_owned());
        let Ok(seat) = Seat::try_from(self.seat) else { return Step::Stay };
        Step::Ask(Request::Command(Command::SeatBot { seat, bot }))
    }
}

/// Round from the usual bot through all others, then nobody.
fn next_bot(known: &Known, name: &str) -> Option<&'static &'static dyn crate::engine::bot::Bot> {
    let count = known.bots.len();
    let at = known.bots.iter().position(|bot| bot.name() == name)?;
    let next = (at + 1) % count;
    (next != known.usual_bot()).then(|| &known.bots[next])
}

pub(super) fn places(known: &Known) -> &[Place] {
    let seats = known.visit.as_ref().and_then(|visit| visit.seats.as_ref());
    seats.map_or(&[], |seats| &seats.seats)
}

/// The host sat down first, when all other seats were free or bots'.
pub(super) fn is_host(known: &Known) -> bool {
    let own = known.own_key();
    matches!(places(known).first(), Some(Place::Taken { key, .. }) if Some(*key) == own)
}

/// Whether the own seat is ready; nothing if there is none.
pub(super) fn own_ready(known: &Known) -> Option<bool> {
    let own = known.own_key()?;
    let people = known.visit.as_ref()?.people();
    people.iter().find(|person| person.key == own).map(|person| person.ready)
}

/// What the beginning still waits for: free seats, others, and whether it is this player.
pub(super) fn waits_for(known: &Known) -> (usize, Vec<String>, bool) {
    let free = places(known).iter().filter(|place| **place == Place::Open).count();
    let own = known.own_key();
    let people = known.visit.as_ref().map(Visit::people).unwrap_or_default();
    let unready = people.iter().filter(|person| !person.ready && Some(person.key) != own);
    (free, unready.map(|person| person.name.clone()).collect(), own_ready(known) == Some(false))
}

fn ready(known: &Known) -> Step {
    own_ready(known).map_or(Step::Stay, |ready| Step::Ask(Request::Command(Command::Ready(!ready))))
}

/// Only a host whose guests would lose their seats is asked.
fn leave(known: &Known) -> Step {
    closing(known).map_or(Step::Leave, |words| Step::Question(Question::Close(words)))
}

/// What to ask before the own table is closed, if others are at it.
pub(super) fn closing(known: &Known) -> Option<String> {
    let own = known.own_key();
    let people = known.visit.as_ref().map(Visit::people).unwrap_or_default();
    let others: Vec<String> =
        people.into_iter().filter(|person| Some(person.key) != own).map(|person| person.name).collect();
    (is_host(known) && !others.is_empty()).then(|| text::question::close(&others))
}
