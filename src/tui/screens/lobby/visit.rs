//! The table that one is on the way to or gathers at: who sits where, what was said, what it waits for.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use crate::table::front::{GatherSeat, PublicKey, Request, Seating};
use crate::tui::text::lobby::gather as words;

/// Lines of talk that are kept; nobody scrolls back further before a game.
const MAX_TALK: usize = 200;

/// A table one is on the way to or gathers at.
#[derive(Debug, Default)]
pub(super) struct Visit {
    /// What goes on before there is anything to see.
    pub(super) what: String,
    /// When it began.
    pub(super) since: u64,
    /// How others reach this laptop meanwhile.
    pub(super) here: Option<Here>,
    /// Who sits where.
    pub(super) seats: Option<Seating>,
    /// Who sits there but cannot be heard.
    pub(super) away: BTreeSet<PublicKey>,
    /// What was said and what happened.
    pub(super) talk: Vec<Said>,
    /// What others must know to come in, if this player opened the table.
    pub(super) pass_phrase: Option<String>,
}

/// How others reach this laptop.
#[derive(Clone, Debug)]
pub(super) struct Here {
    pub(super) key: PublicKey,
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) code: Option<String>,
    pub(super) words: [&'static str; 4],
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// Who said it; nobody if it just happened.
    pub(super) by: Option<String>,
    pub(super) what: String,
}

/// Somebody on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) key: PublicKey,
    pub(super) ready: bool,
}

/// What a game waits for before it begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WaitsFor {
    pub(super) free_seats: usize,
    /// Others, by name.
    pub(super) unready: Vec<String>,
    /// This player.
    pub(super) you: bool,
}

impl Visit {
    pub(super) fn new(what: String, since: u64, request: &Request) -> Self {
        let pass_phrase = match request {
            Request::Open(plan) => plan.pass_phrase.clone(),
            _ => None,
        };
        Self { what, since, pass_phrase, ..Self::default() }
    }

    pub(super) fn say(&mut self, by: Option<String>, what: String) {
        if self.talk.len() == MAX_TALK {
            self.talk.remove(0);
        }
        self.talk.push(Said { by, what });
    }

    /// Takes in who sits where now, and tells of what is new about others.
    pub(super) fn sit(&mut self, seats: Seating) {
        let own = self.own_key();
        let before = self.seats.replace(seats);
        let now = self.people();
        // At the first look nobody has just come.
        let Some(before) = before.as_ref().map(|seats| people(&seats.seats)) else { return };
        let mut told = Vec::new();
        for person in now.iter().filter(|person| Some(person.key) != own) {
            let ready_before = before.iter().find(|other| other.key == person.key).map(|other| other.ready);
            if ready_before.is_none() {
                told.push(words::sat_down(&person.name));
            }
            if person.ready && ready_before != Some(true) {
                told.push(words::is_ready(&person.name));
            }
        }
        for person in before.iter().filter(|person| now.iter().all(|other| other.key != person.key)) {
            // Of who lost contact that was already told.
            if !self.away.remove(&person.key) {
                told.push(words::stood_up(&person.name));
            }
        }
        for what in told {
            self.say(None, what);
        }
    }

    pub(super) fn places(&self) -> &[GatherSeat] {
        self.seats.as_ref().map_or(&[], |seats| &seats.seats)
    }

    pub(super) fn people(&self) -> Vec<Person> {
        people(self.places())
    }

    pub(super) fn own_key(&self) -> Option<PublicKey> {
        Some(self.here.as_ref()?.key)
    }

    /// The host sat down first, when all other seats were free or bots'.
    pub(super) fn is_host(&self) -> bool {
        matches!(self.places().first(), Some(GatherSeat::Taken { key, .. }) if Some(*key) == self.own_key())
    }

    /// Whether this player is ready; nothing without a seat.
    pub(super) fn own_ready(&self) -> Option<bool> {
        let own = self.own_key()?;
        self.people().iter().find(|person| person.key == own).map(|person| person.ready)
    }

    /// What the beginning still waits for.
    pub(super) fn waits_for(&self) -> WaitsFor {
        let unready = self.others().filter(|person| !person.ready).map(|person| person.name).collect();
        WaitsFor {
            free_seats: self.places().iter().filter(|place| **place == GatherSeat::Open).count(),
            unready,
            you: self.own_ready() == Some(false),
        }
    }

    /// What to ask before a host closes the table, if others are at it.
    pub(super) fn closing(&self) -> Option<String> {
        let others: Vec<String> = self.others().map(|person| person.name).collect();
        (self.is_host() && !others.is_empty()).then(|| words::close(&others))
    }

    fn others(&self) -> impl Iterator<Item = Person> {
        let own = self.own_key();
        self.people().into_iter().filter(move |person| Some(person.key) != own)
    }
}

impl WaitsFor {
    /// Whether everybody else is ready and waits for this player.
    pub(super) fn only_you(&self) -> bool {
        self.you && self.free_seats == 0 && self.unready.is_empty()
    }
}

fn people(places: &[GatherSeat]) -> Vec<Person> {
    let person = |place: &GatherSeat| match place {
        GatherSeat::Taken { name, key, ready } => {
            Some(Person { name: name.clone(), key: *key, ready: *ready })
        }
        GatherSeat::Open | GatherSeat::Bot { .. } => None,
    };
    places.iter().filter_map(person).collect()
}
