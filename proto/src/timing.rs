//! Clocks: who counts whose time, and when it is up.
//!
//! A peer counts the time of the seat to move while the index is open here and the seat says, again and again and signed,
//! that it is open there, too. Whoever sleeps or is cut off says nothing, and falls under the rule for who is away. What a
//! peer has counted is its own; only a certificate that the time is up is a fact, and then the stand-in makes one move.

use crate::contract::SeatNumber;
use crate::entry::{Body, Change, Entry};
use crate::event::ProtocolEvent;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{SETTLE_MILLIS, SILENT_MILLIS, STATUS_MILLIS};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Voter, Voters};
use crate::rules::{Rules, ToMove};
use crate::sign::PublicKey;
use crate::statement::{Reading, Signed, Vote};
use crate::thinking_time::TurnEnd;

/// The time of a seat, as this peer counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatTime {
    /// What is left for this move, or for the game.
    pub left_millis: u32,
    /// It is running down now.
    pub is_running: bool,
}

impl<R: Rules> Lockstep<R> {
    /// The time that a seat has left; nothing without a clock, and for a bot's seat.
    pub fn time_of(&self, seat: SeatNumber) -> Option<SeatTime> {
        if !self.time.is_on() || self.table.contract.key_of(seat).is_none() {
            return None;
        }
        let to_move = self.timed_seat() == Some(seat);
        let used = if to_move { self.time.used() } else { 0 };
        let left_millis = self.time.allowance(seat).saturating_sub(used);
        Some(SeatTime { left_millis, is_running: to_move && !self.is_move_here() })
    }

    /// For which seat a bot has to decide now, and whether it stands in for a player: the one that has it, or the one
    /// whose time is up.
    pub fn bot_to_move(&self) -> Option<(SeatNumber, bool)> {
        let ToMove::Seat(seat) = self.world.rules.turn() else { return None };
        let up = || self.timed_seat().is_some() && (self.time.was_up() || self.is_flagged(seat));
        self.world.bot_on(seat).map(|stand_in| (seat, stand_in)).or_else(|| up().then_some((seat, true)))
    }

    /// The seat whose time runs: a player has to move.
    pub(crate) fn timed_seat(&self) -> Option<SeatNumber> {
        match self.world.rules.turn() {
            ToMove::Seat(seat)
                if self.is_started() && self.time.is_on() && self.world.bot_on(seat).is_none() =>
            {
                Some(seat)
            }
            _ => None,
        }
    }

    /// Whether a move of the seat to move is here, so that nobody waits for it.
    pub(crate) fn is_move_here(&self) -> bool {
        self.open.moves().next().is_some()
    }

    /// Counts this peer's own time, and notes when somebody's is up.
    pub(crate) fn keep_time(&mut self, now: Millis) {
        let Some(seat) = self.timed_seat().filter(|_| !self.is_move_here()) else { return };
        self.time.heard_since(now);
        if Some(seat) == self.seat() {
            if self.may_sign().is_ok() && self.hears_enough(now) {
                self.time.count(now);
            } else {
                self.time.pass(now);
            }
        }
        if self.time.is_over(seat) && self.time.note_up() {
            let needs_own = !self.can_flag_without(seat);
            self.tell(ProtocolEvent::TimeUp { seat, needs_own });
        }
    }

    /// Whether so many voters were heard a moment ago that they could decide.
    fn hears_enough(&self, now: Millis) -> bool {
        let me = self.voter();
        let there = |voter: &Voter| {
            let heard = self.members[usize::from(*voter)].heard;
            Some(*voter) == me || now.saturating_sub(heard) < SILENT_MILLIS + STATUS_MILLIS
        };
        self.quorum().is_enough(self.world.voters().iter().filter(there).collect())
    }

    /// When a voter was last heard of. Whoever's time runs must say so itself, where so many hear each other that it does run.
    pub(crate) fn last_heard(&self, now: Millis, voter: Voter) -> Millis {
        let heard = self.members[usize::from(voter)].heard;
        let runs = self.timed_seat() == Some(voter) && Some(voter) != self.voter() && !self.is_move_here();
        let runs = runs && self.hears_enough(now);
        self.time.heard().filter(|_| runs).map_or(heard, |said| said.min(heard))
    }

    // When it is up

    /// Whether a seat says itself that its time is up.
    fn is_flagged_by_itself(&self, seat: SeatNumber) -> bool {
        self.open.votes.of(seat).any(|vote| vote.says.change == Some(Change::TimeUp { seat }))
    }

    /// Whether anybody says that it is.
    fn is_flagged(&self, seat: SeatNumber) -> bool {
        self.open.votes.iter().any(|vote| vote.says.change == Some(Change::TimeUp { seat }))
    }

    /// Agrees that the time of the seat to move is up, if this peer has counted that, or the seat itself has; unless it has
    /// moved in time.
    pub(crate) fn agree_to_time_up(&mut self) {
        let up = self.timed_seat().filter(|seat| {
            let mut moves =
                self.open.candidates.iter().filter(|candidate| candidate.entry.core.is_move_of(*seat));
            let stands = moves.any(|candidate| !self.is_too_late(&candidate.hash));
            !stands && (self.time.was_up() || self.is_flagged_by_itself(*seat))
        });
        self.wishes.want_time_up(up);
    }

    /// Whether a move came after its seat's time had run out here. It stands all the same if a voter other than the mover
    /// is behind it, which may have had it in time; or if so few others are there that they cannot decide without the
    /// mover, who is bound to it.
    pub(crate) fn is_too_late(&self, entry: &Hash) -> bool {
        let Some(seat) = self.timed_seat().filter(|seat| self.time.was_up() && Some(*seat) != self.seat())
        else {
            return false;
        };
        let moved = self.open.candidate(entry).is_some_and(|known| known.entry.core.is_move_of(seat));
        moved && self.can_flag_without(seat) && !self.is_backed(seat, entry)
    }

    /// Whether a voter other than the mover, who is not proved to lie, has acknowledged this or votes for it.
    fn is_backed(&self, mover: SeatNumber, entry: &Hash) -> bool {
        let honest = |voter: Voter| voter != mover && !self.proofs.liars().contains(voter);
        let acked = self.open.heads.iter().any(|head| head.says.entry == *entry && honest(head.voter));
        let named =
            |vote: &Vote| vote.entry == *entry || vote.acked.is_some_and(|acked| acked.entry == *entry);
        acked || self.open.votes.iter().any(|vote| honest(vote.voter) && named(&vote.says))
    }

    /// Whether those who are there can decide without this seat's own program.
    fn can_flag_without(&self, seat: SeatNumber) -> bool {
        let quorum = self.quorum();
        let there = |voter: &Voter| *voter != seat && !self.is_away(*voter) && !quorum.lost.contains(*voter);
        let there: Voters = self.world.voters().iter().filter(there).collect();
        there.len() >= quorum.size()
    }

    // Entries

    /// An entry is final, and the game is behind it.
    pub(crate) fn note_time(&mut self, entry: &Entry) {
        if !self.time.is_on() {
            return;
        }
        let index = entry.core.index;
        let passed = |seat: SeatNumber| self.world.rules.turn() != ToMove::Seat(seat);
        match entry.core.body {
            Body::Move { seat, .. } => self.time.end_turn(index, seat, TurnEnd::Moved, passed(seat)),
            Body::TimeUp { seat, .. } => self.time.end_turn(index, seat, TurnEnd::TimeUp, passed(seat)),
            Body::Auto { seat, .. } => self.time.end_turn(index, seat, TurnEnd::StoodIn, passed(seat)),
            Body::Draw { .. } => self.time.draw(index),
            Body::Change(Change::TakeBack { to }) => self.time.take_back(to),
            Body::Anew { .. } => self.time.begin_anew(),
            Body::Change(_) => {}
        }
        self.time.open();
    }

    // Readings

    /// With every status: whoever is to move says that it is there; the others what they have counted, now and then.
    pub(crate) fn say_reading(&mut self) {
        let (Some(seat), Ok(me)) = (self.timed_seat().filter(|_| !self.is_move_here()), self.may_sign())
        else {
            return;
        };
        let (to_move, due) = (seat == me, self.time.is_due(seat));
        if !to_move && (!due || self.time.is_fresh()) {
            return;
        }
        let says = self.time.reading(self.world.index + 1, self.life());
        let reading = Signed::new(&self.identity, &self.table.id, me, says);
        if due {
            self.keep(&Record::Reading(reading.clone()));
            self.time.note_written();
        }
        self.time.note(reading.clone());
        self.spread(&Message::Reading(reading), None);
    }

    /// Of whom a neighbour has heard nothing at this index, or long ago.
    pub(crate) fn readings_missing(&self, theirs: &[u32]) -> Vec<Message> {
        let lacks = |reading: &&Signed<Reading>| {
            let has = theirs.get(usize::from(reading.voter)).copied().unwrap_or(0);
            has == 0 || (has - 1).saturating_add(SETTLE_MILLIS) <= reading.says.used
        };
        self.time.readings().filter(lacks).cloned().map(Message::Reading).collect()
    }

    pub(crate) fn on_reading(&mut self, now: Millis, from: PublicKey, reading: Signed<Reading>) {
        if !self.time.fits(&reading.says) {
            return self.offend(from);
        }
        let Reading { index, life, used, .. } = reading.says;
        let voter = reading.voter;
        let counts = self.world.voters().contains(voter) && self.world.roll().speaks(voter, life);
        if !self.is_started() || index != self.world.index + 1 || !counts {
            return;
        }
        let Some(link) = self.links.get_mut(&from) else { return };
        if !self.time.is_news(&reading) || !link.allow_reading(now, voter) {
            return;
        }
        let direct = link.voter == Some(voter);
        if !reading.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, voter);
        }
        if Some(voter) == self.voter() {
            // What this peer counted before it was started again.
            if life == self.life() {
                self.time.recall(&reading.says);
                self.time.note(reading);
            }
            return;
        }
        if self.timed_seat() == Some(voter) && !self.is_move_here() {
            let known = self.time.reading_of(voter).map_or(0, |known| known.says.used);
            self.time.hear(now, used - known.min(used), direct);
        }
        self.time.note(reading.clone());
        self.heard(now, voter);
        self.time.settle(self.world.voters(), self.voter());
        self.relay(&Message::Reading(reading), voter, Some(from));
    }

    /// Takes back from the journal what this peer has counted.
    pub(crate) fn recall_reading(&mut self, reading: &Signed<Reading>) -> Result<(), String> {
        let fits = self.time.fits(&reading.says);
        if !fits || !reading.verify(&self.table.id, &self.table.verifiers) {
            return Err("a count of time that nobody signed".to_owned());
        }
        if reading.says.index == self.world.index + 1 && Some(reading.voter) == self.voter() {
            self.time.recall(&reading.says);
        }
        Ok(())
    }
}
