//! Who is there, who has left, who is back.

use crate::contract::Seat;
use crate::entry::{Change, Holder, to_bot};
use crate::event::{Event, Owed};
use crate::limits::AWAY_MILLIS;
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::rules::{Rules, Turn};
use crate::sign::PublicKey;
use crate::statement::{Farewell, Return};

/// What is known of a seat's presence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// When anybody last heard of it.
    pub(crate) heard: Millis,
    /// The user was told that it is away.
    away: bool,
}

impl Member {
    pub(crate) const fn new(now: Millis) -> Self {
        Self { heard: now, away: false }
    }
}

impl<R: Rules> Lockstep<R> {
    /// A sign of life of a seat.
    pub(crate) fn heard(&mut self, now: Millis, seat: Seat) {
        self.heard_at(now, now, seat);
    }

    /// A sign of life of a seat at some time in the past.
    pub(crate) fn heard_at(&mut self, now: Millis, at: Millis, seat: Seat) {
        let Some(member) = self.members.get_mut(usize::from(seat)) else { return };
        member.heard = member.heard.max(at);
        if member.away && now.saturating_sub(member.heard) < AWAY_MILLIS {
            member.away = false;
            self.tell(Event::Back(seat));
        }
    }

    pub(crate) fn look_for_absent(&mut self, now: Millis) {
        if let Some(seat) = self.seat {
            self.heard(now, seat);
        }
        for seat in self.table.keyed.clone() {
            let member = self.members[usize::from(seat)];
            if !member.away && now.saturating_sub(member.heard) >= AWAY_MILLIS {
                self.members[usize::from(seat)].away = true;
                let owes = self.owes(seat);
                self.tell(Event::Away { seat, since_millis: member.heard, owes });
            }
        }
    }

    /// Whether the user was told that a seat is away.
    pub fn is_away(&self, seat: Seat) -> bool {
        self.members.get(usize::from(seat)).is_some_and(|member| member.away)
    }

    /// What the table waits for from a seat.
    pub fn owes(&self, seat: Seat) -> Owed {
        if self.accessions.get(usize::from(seat)).is_none_or(Option::is_none) {
            return Owed::Signature;
        }
        match self.world.rules.turn() {
            Turn::Seat(acting) if acting == seat && self.world.bot_on(&self.table, seat).is_none() => {
                Owed::Move
            }
            Turn::Chance => {
                // Nobody reveals anything before all who draw have acknowledged the same head: who has not is awaited.
                let owing = self.unready_drawers();
                let owes = if owing.is_empty() {
                    let draws = self.world.drawers(&self.table).any(|other| other == seat);
                    draws && !self.open.reveals.contains_key(&seat)
                } else {
                    owing.contains(&seat)
                };
                if owes { Owed::Link } else { Owed::Nothing }
            }
            _ => Owed::Nothing,
        }
    }

    pub(crate) fn on_farewell(&mut self, now: Millis, from: PublicKey, farewell: Farewell) {
        if self.farewells.get(&farewell.seat).is_some_and(|known| known.after >= farewell.after) {
            return;
        }
        if !farewell.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        self.heard(now, farewell.seat);
        self.note_farewell(farewell, Some(from));
    }

    /// Everybody agrees at once that a bot takes the seat of who has left.
    pub(crate) fn note_farewell(&mut self, farewell: Farewell, from: Option<PublicKey>) {
        let seat = farewell.seat;
        // A farewell is spent once a bot has the seat, however it got it, and from then on.
        let spent = self.world.is_spent(&farewell) || self.world.bot_on(&self.table, seat).is_some();
        if self.is_started() && spent {
            return;
        }
        self.farewells.insert(seat, farewell);
        self.returns.remove(&seat);
        self.relay(&Message::Farewell(farewell), seat, from);
        self.tell(Event::Left(seat));
        if Some(seat) != self.seat {
            self.wanted.insert(to_bot(seat));
        }
    }

    pub(crate) fn on_return(&mut self, now: Millis, from: PublicKey, wish: Return) {
        if self.returns.get(&wish.seat) == Some(&wish) || !self.is_started() {
            return;
        }
        if !wish.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        self.heard(now, wish.seat);
        self.note_return(wish, Some(from));
    }

    /// Everybody agrees that a player who is back gets the seat back.
    pub(crate) fn note_return(&mut self, wish: Return, from: Option<PublicKey>) {
        let seat = wish.seat;
        let current = self.world.since[usize::from(seat)] == wish.since;
        if !current || self.world.bot_on(&self.table, seat) != Some(true) {
            return;
        }
        self.returns.insert(seat, wish);
        self.wanted.insert(Change::Reseat { seat, to: Holder::Player });
        self.relay(&Message::Return(wish), seat, from);
    }

    /// After an entry became final: farewells and returns that have been answered are done with.
    pub(crate) fn settle_members(&mut self) {
        let world = &self.world;
        let table = &self.table;
        self.farewells
            .retain(|seat, farewell| !world.is_spent(farewell) && world.bot_on(table, *seat).is_none());
        self.returns.retain(|seat, wish| world.since[usize::from(*seat)] == wish.since);
        for (seat, farewell) in &self.farewells {
            if farewell.after <= world.index && Some(*seat) != self.seat {
                self.wanted.insert(to_bot(*seat));
            }
        }
    }
}
