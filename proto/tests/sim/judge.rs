//! What must hold in every run, whatever happens.
//!
//! Always: no two final entries at one index; nothing final is lost by a crash; no honest seat signs two moves, two heads
//! or two votes where it may sign one, breaks a promise, reveals a link early, is blamed or is dropped.
//!
//! In the end, once faults have ceased: the game is over for every honest peer. This can be demanded if the honest seats are
//! a majority and their peers are there, for whatever a hostile seat withholds they can decide without it. It does not
//! matter how many of them have left on purpose, even all: a farewell binds its seat in the first rounds of votes about an index
//! and counts as its vote there, so that those who stay can decide at once if they and one farewell are enough; if they are
//! not, the peers of those who left vote in later rounds. A peer that is gone for good would be the one thing too many; here
//! all come back. Nor does the hostile seat of an odd table sign two late moves of which it acknowledges neither: between them
//! the others could not decide (`PROTOCOL.md`, section 8).

use std::collections::BTreeMap;

use whistlestop_proto::contract::{Contract, Seat};
use whistlestop_proto::entry::{Body, Entry, Holder};
use whistlestop_proto::event::Event;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Reveal};
use whistlestop_proto::rules::Rules;
use whistlestop_proto::statement::{Head, Signed, Vote, breaks_promise};

/// What honest peers saw and said so far.
pub(crate) struct Judge {
    honest: Vec<Seat>,
    contract: Contract,
    /// The final entry at each index, as the first honest peer saw it.
    finals: BTreeMap<u32, Hash>,
    /// How far each peer has seen finals.
    seen: BTreeMap<usize, u32>,
    heads: BTreeMap<(Seat, u32, u32), Head>,
    votes: BTreeMap<(Seat, u32, u32), Vote>,
    moves: BTreeMap<(Seat, u32), Hash>,
}

impl Judge {
    pub(crate) fn new(honest: Vec<Seat>, contract: Contract) -> Self {
        Self {
            honest,
            contract,
            finals: BTreeMap::new(),
            seen: BTreeMap::new(),
            heads: BTreeMap::new(),
            votes: BTreeMap::new(),
            moves: BTreeMap::new(),
        }
    }

    /// The highest index about which a seat has said anything.
    pub(crate) fn last_said(&self, seat: Seat) -> u32 {
        let heads = self.heads.keys().filter(|(other, _, _)| *other == seat).map(|(_, index, _)| *index);
        let votes = self.votes.keys().filter(|(other, _, _)| *other == seat).map(|(_, index, _)| *index);
        let moves = self.moves.keys().filter(|(other, _)| *other == seat).map(|(_, index)| *index);
        heads.chain(votes).chain(moves).max().unwrap_or(0)
    }

    /// How many entries a peer has seen become final.
    pub(crate) fn seen(&self, peer: usize) -> u32 {
        self.seen.get(&peer).copied().unwrap_or(0)
    }

    /// A peer has lost its disk, and with it what it had seen.
    pub(crate) fn forget(&mut self, peer: usize) {
        self.seen.remove(&peer);
    }

    /// Nothing final is lost by a crash, it is what it was, and it leads to the same state.
    pub(crate) fn came_back<R: Rules>(&mut self, peer: usize, live: &Lockstep<R>) -> Result<(), String> {
        let (log, seen) = (live.log(), self.seen(peer));
        if (log.len() as u64) < u64::from(seen) {
            return Err(format!(
                "peer {peer} had seen {seen} final entries and came back with {}",
                log.len()
            ));
        }
        if log.last().is_some_and(|last| last.core.state != live.rules().state_hash()) {
            return Err(format!("peer {peer} came back with another state after entry {}", log.len()));
        }
        log.iter().try_for_each(|entry| self.check_final(entry))
    }

    pub(crate) fn see(&mut self, peer: usize, event: &Event) -> Result<(), String> {
        match event {
            Event::Final(entry) => {
                let seen = self.seen.entry(peer).or_insert(0);
                *seen = (*seen).max(entry.core.index);
                self.check_final(entry)
            }
            Event::Cheated { seat, evidence } => {
                let table = self.contract.table();
                let proved = evidence.verify(&self.contract, &table, &self.contract.verifiers());
                if proved != Some(*seat) || self.honest.contains(seat) {
                    return Err(format!("honest seat {seat} is blamed: {evidence:?}"));
                }
                Ok(())
            }
            Event::Forked { index, ours, theirs } => {
                Err(format!("forked at {index}: {ours:?} and {theirs:?}"))
            }
            _ => Ok(()),
        }
    }

    fn check_final(&mut self, entry: &Entry) -> Result<(), String> {
        let hash = entry.hash();
        let known = *self.finals.entry(entry.core.index).or_insert(hash);
        if known == hash {
            Ok(())
        } else {
            Err(format!("two final entries at index {}: {known:?} and {entry:?}", entry.core.index))
        }
    }

    /// An honest peer signs no two entries and breaks no promise.
    pub(crate) fn hear(&mut self, seat: Option<Seat>, message: &Message) -> Result<(), String> {
        match message {
            Message::Head(head) if Some(head.seat) == seat => self.hear_head(head),
            Message::Vote(vote) if Some(vote.seat) == seat => {
                let says = vote.says;
                let known = *self.votes.entry((vote.seat, says.index, says.round)).or_insert(says);
                if known != says {
                    return Err(format!("seat {} voted twice: {known:?} {says:?}", vote.seat));
                }
                let heads = self.heads.range((vote.seat, says.index, 0)..=(vote.seat, says.index, u32::MAX));
                broken(vote.seat, heads.map(|(_, head)| (*head, says)))
            }
            Message::Entry(entry) => self.hear_move(seat, entry),
            Message::Entries(entries) => entries.iter().try_for_each(|entry| self.hear_move(seat, entry)),
            _ => Ok(()),
        }
    }

    fn hear_head(&mut self, head: &Signed<Head>) -> Result<(), String> {
        let says = head.says;
        let key = (head.seat, says.index, says.round);
        let known = *self.heads.entry(key).or_insert(says);
        if known.entry != says.entry {
            return Err(format!("seat {} acknowledged two entries: {known:?} {says:?}", head.seat));
        }
        let votes = self.votes.range((head.seat, says.index, 0)..=(head.seat, says.index, u32::MAX));
        broken(head.seat, votes.map(|(_, vote)| (says, *vote)))
    }

    /// A link is told only after all others who take part in the draw have acknowledged the entry before it. One's own
    /// head may still be on the way, after a crash even only on the disk.
    pub(crate) fn hear_reveal<R: Rules>(&self, live: &Lockstep<R>, reveal: &Reveal) -> Result<(), String> {
        let before = reveal.index - 1;
        let current = live.log().len() as u64 == u64::from(before);
        if Some(reveal.seat) != live.seat() || before == 0 || !current {
            return Ok(());
        }
        let said =
            |seat: Seat| self.heads.range((seat, before, 0)..=(seat, before, u32::MAX)).next().is_some();
        let takes_part = |seat: Seat| live.holders()[usize::from(seat)] == Holder::Player;
        match self.honest.iter().find(|seat| takes_part(**seat) && !said(**seat) && **seat != reveal.seat) {
            Some(seat) => {
                Err(format!("seat {} revealed before seat {seat} acknowledged {before}", reveal.seat))
            }
            None => Ok(()),
        }
    }

    /// A move comes with its seat's head; from whom it comes first tells whether the seat has said it yet.
    fn hear_move(&mut self, from: Option<Seat>, entry: &Entry) -> Result<(), String> {
        let Body::Move { seat, .. } = entry.core.body else { return Ok(()) };
        if let Some(head) = entry.head().filter(|head| Some(head.seat) == from) {
            self.hear_head(&head)?;
        }
        let hash = entry.hash();
        if self.honest.contains(&seat) && *self.moves.entry((seat, entry.core.index)).or_insert(hash) != hash
        {
            return Err(format!("honest seat {seat} moved twice at {}", entry.core.index));
        }
        Ok(())
    }
}

fn broken(seat: Seat, mut pairs: impl Iterator<Item = (Head, Vote)>) -> Result<(), String> {
    match pairs.find(|(head, vote)| breaks_promise(head, vote)) {
        Some((head, vote)) => Err(format!("seat {seat} broke its promise: {vote:?} and {head:?}")),
        None => Ok(()),
    }
}
