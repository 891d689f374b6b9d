//! Votes about the open index: rounds above 0, for what the acting seat alone cannot decide.
//!
//! A vote names an entry: a change of seats, a take-back, or, when seats have acknowledged different things or some
//! have promised too early, an ordinary entry that should be acknowledged after all. The rules that make this safe are
//! in [`agree`](crate::agree).

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::Seat;
use crate::entry::{Ballot, Body, Certificate, Change, Core, Entry, Holder, Proof, needed, to_bot};
use crate::event::Event;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{FAREWELL_ROUNDS, MAX_ROUNDS};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::rules::{Rules, Turn};
use crate::sign::PublicKey;
use crate::statement::{Evidence, Signed, Vote, breaks_promise};
use crate::world::World;

/// How many changes of seats there can be: three for each of [`MAX_SEATS`](crate::limits::MAX_SEATS).
const CHANGES: u32 = 18;

/// The number of a change of seats, below [`CHANGES`].
fn number_of(change: Change) -> Option<u32> {
    let Change::Reseat { seat, to } = change else { return None };
    let to = match to {
        Holder::Player => 0,
        Holder::Bot => 1,
        Holder::LeftOut => 2,
    };
    Some(3 * u32::from(seat) + to)
}

impl<R: Rules> Lockstep<R> {
    /// The core of the entry that makes a change here, if it can be made.
    pub(crate) fn change_core(&self, change: Change) -> Option<(Core, World<R>)> {
        self.next(Body::Change(change)).ok()
    }

    /// What enough votes of one round name, if they do.
    pub(crate) fn certified(&mut self) -> Option<(u32, Hash)> {
        let mut rounds: BTreeMap<(u32, Hash), Option<Change>> = BTreeMap::new();
        for vote in self.open.votes.values() {
            let change = rounds.entry((vote.says.round, vote.says.entry)).or_default();
            *change = change.or(vote.says.change);
        }
        let found = rounds.into_iter().rev().find_map(|((round, entry), change)| {
            let votes = self.ballots(round, entry, change);
            // A candidate carries the consent of all who must give it: to take it up again a majority is enough, or a
            // seat that is gone since could keep those who are bound to it from ever deciding.
            let consent = change.filter(|_| self.open.candidate(&entry).is_none());
            let enough =
                consent.map_or(self.table.contract.majority(), |change| needed(&self.table.contract, change));
            (votes.len() >= enough).then_some((round, entry, change, votes))
        });
        let (round, entry, change, votes) = found?;
        if let (Some(change), None) = (change, self.open.candidate(&entry)) {
            let (core, world) = self.change_core(change)?;
            let proof = Proof::Certified(Certificate { round, votes });
            self.add_candidate(Entry { core, proof }, world, None);
        }
        self.open.candidate(&entry).map(|_| (round, entry))
    }

    /// The votes for an entry in a round; a farewell is a vote for the bot in the first rounds.
    fn ballots(&self, round: u32, entry: Hash, change: Option<Change>) -> Vec<Ballot> {
        let mut ballots: BTreeMap<Seat, Ballot> = BTreeMap::new();
        if let Some(Change::Reseat { seat, to: Holder::Bot }) = change
            && round <= FAREWELL_ROUNDS
            && let Some(farewell) = self.farewells.get(&seat).filter(|f| f.after <= self.world.index)
        {
            ballots.insert(seat, Ballot::Farewell(*farewell));
        }
        for (seat, vote) in &self.open.votes {
            // Votes for a change carry it, so that they prove the entry to whoever reads the log.
            if vote.says.round == round && vote.says.entry == entry && vote.says.change == change {
                let (acked, signature) = (vote.says.acked, vote.signature);
                ballots.insert(*seat, Ballot::Vote { seat: *seat, acked, signature });
            }
        }
        ballots.into_values().collect()
    }

    /// Votes if there is reason to. Says whether it did.
    pub(crate) fn vote(&mut self, now: Millis) -> bool {
        if self.may_sign().is_err() || self.world.rules.turn() == Turn::Over {
            return false;
        }
        let left = self.has_left();
        let highest = self.open.highest_round();
        let fresh = self.open.promised == 0 && self.open.acked.is_none();
        let impatient = self.open.deadline.is_some_and(|deadline| now >= deadline)
            && self.is_disputed()
            && self.is_split(highest);
        let round = if impatient {
            // Who has left has already voted in the first rounds.
            let over = if left { FAREWELL_ROUNDS } else { 0 };
            highest.max(self.open.promised).max(over) + 1
        } else if highest > self.open.promised {
            highest
        } else if fresh && (!self.wanted.is_empty() || self.handover().is_some()) {
            1
        } else {
            return false;
        };
        if round > MAX_ROUNDS || (left && round <= FAREWELL_ROUNDS) {
            return false;
        }
        let Some((entry, change)) = self.choose(round) else { return false };
        self.sign_vote(round, entry, change);
        self.open.deadline = Some(now + self.patience());
        true
    }

    /// Whether so many have voted in this round that another one can end differently. Alone one does not go on:
    /// a wish that waits for somebody overnight must not use up the rounds.
    fn is_split(&self, round: u32) -> bool {
        let voted = |seat: &&Seat| {
            let voted = self.open.votes.get(seat).is_some_and(|vote| vote.says.round == round);
            voted || (round <= FAREWELL_ROUNDS && self.is_leaving(**seat))
        };
        round == 0 || self.table.keyed.iter().filter(voted).count() >= self.table.contract.majority()
    }

    fn sign_vote(&mut self, round: u32, entry: Hash, change: Option<Change>) {
        let Some(seat) = self.seat else { return };
        let says = Vote { index: self.world.index + 1, round, entry, change, acked: self.open.acked };
        let vote = Signed::new(&self.identity, &self.table.id, seat, says);
        self.keep(&Record::Vote(vote));
        self.open.promised = round;
        self.open.votes.insert(seat, vote);
        self.spread(&Message::Vote(vote), None);
    }

    /// What to vote for: what this peer acknowledged, while that can still become final; else what somebody else
    /// acknowledged; else the move or draw that the table was waiting for; else a change that this peer's user wants;
    /// else a bot's move.
    fn choose(&self, round: u32) -> Option<(Hash, Option<Change>)> {
        if let Some((round, entry)) = self.open.acked
            && self.can_become_final(round, entry)
        {
            return Some((entry, self.change_of(&entry)));
        }
        let votes = self.open.votes.values().filter_map(|vote| vote.says.acked);
        let heads = self.open.heads.iter().map(|head| (head.says.round, head.says.entry));
        let acked = votes.chain(heads).filter(|(_, entry)| self.open.candidate(entry).is_some());
        // Who has left acknowledges nothing in the first rounds, so that what is not final yet may never be. Behind
        // them peers that know of different farewells must still find together.
        let handover = self.handover().filter(|_| round <= FAREWELL_ROUNDS);
        let acked =
            acked.filter(|(round, entry)| handover.is_none() || self.can_become_final(*round, *entry));
        // Whoever is bound to what can still become final votes for nothing else: a seat that is not bound joins them, or
        // a liar's other move of the same round would divide the honest for ever.
        let bound = |(round, entry): &(u32, Hash)| (self.can_become_final(*round, *entry), *round, *entry);
        if let Some((_, entry)) = acked.max_by_key(bound) {
            return Some((entry, self.change_of(&entry)));
        }
        if handover.is_some() {
            return handover;
        }
        let natural = |auto: bool| {
            let bodies =
                self.open.candidates.iter().filter(move |candidate| match candidate.entry.core.body {
                    Body::Move { .. } | Body::Draw { .. } => !auto,
                    Body::Auto { .. } => auto,
                    Body::Change(_) => false,
                });
            bodies.map(|candidate| (candidate.hash, None)).min()
        };
        if let Some(found) = natural(false) {
            return Some(found);
        }
        let popular = |change: &Change| {
            let votes = self.open.votes.values().filter(|vote| vote.says.change == Some(*change));
            votes.count()
        };
        // Who has left agrees to a bot on the own seat as well.
        let left = self.farewells.values().filter(|farewell| farewell.after <= self.world.index);
        let left = left.map(|farewell| to_bot(farewell.seat));
        let wanted: BTreeSet<Change> = self.wanted.iter().copied().chain(left).collect();
        let possible = wanted.iter().filter_map(|change| Some((change, self.change_core(*change)?.0)));
        // A take-back needs everybody, also who is away: what a majority can decide goes first, by popularity. In every
        // second round one change of all there can be has its turn instead, or the bot's move: whatever a majority can
        // agree to, its members vote for it together at last.
        let turn = round.is_multiple_of(2).then_some(round / 2 % (CHANGES + 1));
        if let (Some(CHANGES), Some(found)) = (turn, natural(true)) {
            return Some(found);
        }
        let rank = |change: &Change| {
            let its_turn = turn.is_some() && number_of(*change) == turn;
            (its_turn, matches!(change, Change::Reseat { .. }), popular(change))
        };
        let best = possible.max_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)).then(b.cmp(a)));
        best.map(|(change, core)| (core.hash(), Some(*change))).or_else(|| natural(true))
    }

    /// The change that gives the seat of who has left to a bot.
    pub(crate) fn handover(&self) -> Option<(Hash, Option<Change>)> {
        let left = self.farewells.values().filter(|farewell| farewell.after <= self.world.index);
        let mut changes = left.map(|farewell| to_bot(farewell.seat));
        changes.find_map(|change| Some((self.change_core(change)?.0.hash(), Some(change))))
    }

    pub(crate) fn change_of(&self, entry: &Hash) -> Option<Change> {
        match self.open.candidate(entry)?.entry.core.body {
            Body::Change(change) => Some(change),
            _ => None,
        }
    }

    /// Whether enough seats may have acknowledged this entry in this round, or still may.
    fn can_become_final(&self, round: u32, entry: Hash) -> bool {
        let lost = self.table.keyed.iter().filter(|seat| {
            let other_head =
                self.open.heads.of(**seat).any(|head| head.says.round == round && head.says.entry != entry);
            let other_vote = self.open.votes.get(seat).is_some_and(|vote| {
                let says = &vote.says;
                let acked = says.acked.is_some_and(|(r, e)| r > round || (r == round && e == entry));
                says.round > round && !acked
            });
            // Who has left acknowledges in those rounds nothing but that the bot has the seat.
            let left = round <= FAREWELL_ROUNDS
                && self.is_leaving(**seat)
                && self.change_of(&entry) != Some(to_bot(**seat))
                && self.open.heads.of(**seat).all(|head| head.says.entry != entry);
            (other_head || other_vote || left) && !self.evidence.contains_key(seat)
        });
        self.table.keyed.len() - lost.count() >= self.table.contract.majority()
    }

    pub(crate) fn on_vote(&mut self, now: Millis, from: PublicKey, vote: Signed<Vote>) {
        let (seat, says) = (vote.seat, vote.says);
        if says.index != self.world.index + 1
            || says.round == 0
            || says.round > MAX_ROUNDS
            || !self.is_started()
        {
            return;
        }
        let known = self.open.votes.get(&seat).copied();
        let conflict = known.filter(|known| known.says.round == says.round && known.says != says);
        if conflict.is_none() && known.is_some_and(|known| known.says.round >= says.round) {
            return;
        }
        if !vote.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        self.heard(now, seat);
        if let Some(known) = conflict {
            return self.accuse(Evidence::TwoVotes(known, vote), None);
        }
        if Some(seat) != self.seat && !self.open.takes_vote(now, seat) {
            return;
        }
        // A vote must be for what it says it is for, or a certificate of such votes would prove nothing.
        if says
            .change
            .is_some_and(|change| self.change_core(change).is_none_or(|(core, _)| core.hash() != says.entry))
        {
            return;
        }
        if Some(seat) == self.seat {
            self.keep(&Record::Vote(vote));
            self.open.promised = self.open.promised.max(says.round);
        }
        let broken = self.open.heads.of(seat).copied().find(|head| breaks_promise(&head.says, &says));
        if let Some(head) = broken {
            self.accuse(Evidence::HeadAgainstVote(head, vote), None);
        }
        if let (Some(change), None) = (says.change, known) {
            self.tell(Event::Wanted { seat, change });
        }
        self.open.votes.insert(seat, vote);
        self.relay(&Message::Vote(vote), seat, Some(from));
    }
}
