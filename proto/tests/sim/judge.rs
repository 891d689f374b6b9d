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

use whistlestop_proto::contract::Contract;
use whistlestop_proto::entry::{Body, Entry};
use whistlestop_proto::event::Event;
use whistlestop_proto::guard::breaks_promise;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Reveal};
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::rules::Rules;
use whistlestop_proto::statement::{Head, Life, Signed, Verdict, Vote};
use whistlestop_proto::world::Table;

/// What honest peers saw and said so far.
pub(crate) struct Judge {
    honest: Vec<Voter>,
    table: Table,
    /// Those whose disk was lost or went back: that may show, as that and nothing worse.
    forgot: Voters,
    /// The final entry at each index, as the first honest peer saw it.
    finals: BTreeMap<u32, Hash>,
    /// How far each peer has seen finals.
    seen: BTreeMap<usize, u32>,
    heads: BTreeMap<(Voter, u32, u32, Life), Signed<Head>>,
    votes: BTreeMap<(Voter, u32, u32, Life), Signed<Vote>>,
    moves: BTreeMap<(Voter, u32, Life), Hash>,
}

impl Judge {
    pub(crate) fn new(honest: Vec<Voter>, contract: Contract) -> Self {
        Self {
            honest,
            table: Table::new(contract),
            forgot: Voters::NONE,
            finals: BTreeMap::new(),
            seen: BTreeMap::new(),
            heads: BTreeMap::new(),
            votes: BTreeMap::new(),
            moves: BTreeMap::new(),
        }
    }

    /// The highest index about which a seat has said anything.
    pub(crate) fn last_said(&self, voter: Voter) -> u32 {
        let heads = self.heads.keys().filter(|(other, ..)| *other == voter).map(|(_, index, ..)| *index);
        let cast = self.votes.keys().filter(|(other, ..)| *other == voter).map(|(_, index, ..)| *index);
        let moves = self.moves.keys().filter(|(other, ..)| *other == voter).map(|(_, index, _)| *index);
        heads.chain(cast).chain(moves).max().unwrap_or(0)
    }

    /// How many entries a peer has seen become final.
    pub(crate) fn seen(&self, peer: usize) -> u32 {
        self.seen.get(&peer).copied().unwrap_or(0)
    }

    /// A peer has lost its disk, and with it what it had seen.
    pub(crate) fn forget(&mut self, peer: usize, voter: Option<Voter>) {
        self.seen.remove(&peer);
        self.forgot = voter.into_iter().fold(self.forgot, Voters::with);
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
            Event::Contradicted { voter, verdict, evidence } => {
                let honest = self.honest.contains(voter)
                    && !(*verdict == Verdict::MemoryLost && self.forgot.contains(*voter));
                if evidence.verify(&self.table) != Some((*voter, *verdict)) || honest {
                    return Err(format!("honest voter {voter} is blamed: {evidence:?}"));
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
    pub(crate) fn hear(&mut self, seat: Option<Voter>, message: &Message) -> Result<(), String> {
        match message {
            Message::Head(head) if Some(head.voter) == seat => self.hear_head(head),
            Message::Vote(backed) if Some(backed.vote.voter) == seat => {
                let vote = backed.vote;
                let known = *self
                    .votes
                    .entry((vote.voter, vote.says.index, vote.says.round, vote.says.life))
                    .or_insert(vote);
                if known.says != vote.says {
                    return Err(format!("voter {} voted twice: {known:?} {vote:?}", vote.voter));
                }
                let index = vote.says.index;
                let heads = self.heads.range((vote.voter, index, 0, 0)..(vote.voter, index + 1, 0, 0));
                broken(heads.map(|(_, head)| (*head, vote)))
            }
            Message::Entry(entry) => self.hear_move(seat, entry),
            Message::Entries(entries) => entries.iter().try_for_each(|entry| self.hear_move(seat, entry)),
            _ => Ok(()),
        }
    }

    fn hear_head(&mut self, head: &Signed<Head>) -> Result<(), String> {
        let says = head.says;
        let key = (head.voter, says.index, says.round, says.life);
        let known = *self.heads.entry(key).or_insert(*head);
        if known.says.entry != says.entry {
            return Err(format!("voter {} acknowledged two entries: {known:?} {says:?}", head.voter));
        }
        let votes = self.votes.range((head.voter, says.index, 0, 0)..(head.voter, says.index + 1, 0, 0));
        broken(votes.map(|(_, vote)| (*head, *vote)))
    }

    /// A link is told only once what the draw follows is final.
    pub(crate) fn hear_reveal<R: Rules>(live: &Lockstep<R>, reveal: &Reveal) -> Result<(), String> {
        let is_final = reveal.number == 1 || live.log().iter().any(|entry| entry.hash() == reveal.base);
        if is_final { Ok(()) } else { Err(format!("a link was told too early: {reveal:?}")) }
    }

    /// A move comes with its seat's head; from whom it comes first tells whether the seat has said it yet.
    fn hear_move(&mut self, from: Option<Voter>, entry: &Entry) -> Result<(), String> {
        let Body::Move { seat, .. } = entry.core.body else { return Ok(()) };
        if let Some(head) = entry.head().filter(|head| Some(head.voter) == from) {
            self.hear_head(&head)?;
        }
        let hash = entry.hash();
        if self.honest.contains(&seat)
            && *self.moves.entry((seat, entry.core.index, entry.proof.life().unwrap_or(0))).or_insert(hash)
                != hash
        {
            return Err(format!("honest seat {seat} moved twice at {}", entry.core.index));
        }
        Ok(())
    }
}

fn broken(mut pairs: impl Iterator<Item = (Signed<Head>, Signed<Vote>)>) -> Result<(), String> {
    let same_life = |(head, vote): &(Signed<Head>, Signed<Vote>)| head.says.life == vote.says.life;
    match pairs.find(|pair| same_life(pair) && breaks_promise(&pair.0.ack(), &pair.1.ballot())) {
        Some((head, vote)) => Err(format!("voter {} broke its promise: {vote:?} and {head:?}", head.voter)),
        None => Ok(()),
    }
}
