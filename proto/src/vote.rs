//! Votes about the open index: rounds above 0, for what the acting seat alone cannot decide.
//!
//! A vote names an entry: a change of who plays or counts, a take-back, or, when voters have acknowledged different
//! things or some have promised too early, an ordinary entry that should be acknowledged after all. The rules that make
//! this safe are in [`guard`]; what stands here only decides which of the votes that they allow leads on.

use std::collections::BTreeMap;

use crate::codec;
use crate::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof, has_consent};
use crate::event::ProtocolEvent;
use crate::guard::{self, Acked, Memory};
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{
    MAX_ROUND_JUMP, MAX_ROUNDS, MAX_SUPPORT, MAX_TAKE_BACKS, MAX_VOTERS, MAX_VOTES_PER_SECOND, REPAIR_ROUND,
    STATUS_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Backed, Message};
use crate::quorum::{Quorum, Voter, Voters};
use crate::rules::{Rules, ToMove};
use crate::sign::{PublicKey, Signature};
use crate::statement::{Evidence, Signed, Vote};
use crate::world::{Unfit, World};

const LOT_DOMAIN: &str = "whistlestop/lot/2";

/// What has its turn in some even round, whatever else is wanted: every change that names a voter, and an admission. A
/// bot's move has it in every other of them; and that the time of whoever is to move is up.
const TURNS: u32 = 4 * VOTERS + 2;

/// Numbers of voters.
const VOTERS: u32 = 16;

const _: () = assert!(VOTERS as usize == MAX_VOTERS, "the page names these turns by number");

/// The turn of a change of who plays or counts.
fn turn_of(change: Change) -> Option<u32> {
    match change {
        Change::Remove { voter } => Some(u32::from(voter)),
        Change::StandIn { seat } => Some(VOTERS + u32::from(seat)),
        Change::Return { seat, .. } => Some(2 * VOTERS + u32::from(seat)),
        Change::Renew { voter, .. } => Some(3 * VOTERS + u32::from(voter)),
        Change::Admit { .. } => Some(4 * VOTERS),
        Change::TimeUp { .. } => Some(4 * VOTERS + 1),
        Change::TakeBack { .. } => None,
    }
}

/// Which part of the reasons of a vote goes with a status. Votes are taken in more seldom than statuses come, and a part
/// that came each time when none was would never be heard: so each goes with as many statuses in a row as there are for
/// one vote.
fn part_turn(statuses: usize) -> usize {
    statuses / STATUSES_FOR_A_VOTE
}

/// How many statuses come in the time in which one vote of a voter is taken in.
const STATUSES_FOR_A_VOTE: usize = 2;

const _: () = assert!(STATUSES_FOR_A_VOTE as u64 * STATUS_MILLIS == 1_000 / MAX_VOTES_PER_SECOND as u64);

impl<R: Rules> Lockstep<R> {
    /// Those who count at the open index, and who of them is proved to have said two things.
    pub(crate) fn quorum(&self) -> Quorum {
        let lost = self.lost.among(self.world.index + 1, &self.world.roll());
        Quorum { voters: self.world.voters(), liars: self.proofs.liars(), lost }
    }

    /// The core of the entry that makes a change here, if it can be made.
    pub(crate) fn change_core(&self, change: Change) -> Option<(Core, World<R>)> {
        self.next(self.body_of(change)?).ok()
    }

    /// What a change is in an entry. That of a time that is up has the stand-in's move, once that is worked out.
    fn body_of(&self, change: Change) -> Option<Body> {
        let Change::TimeUp { seat } = change else { return Some(Body::Change(change)) };
        let theirs = self.world.rules.turn() == ToMove::Seat(seat);
        let payload = theirs.then(|| self.world.rules.auto_if_known(seat, true)).flatten()?;
        Some(Body::TimeUp { seat, payload })
    }

    /// The hash of the entry that makes a change here, if it can be made.
    fn change_hash(&self, change: Change) -> Option<Hash> {
        if let Change::TakeBack { to } = change
            && let Some(known) = self.open.take_backs.get(&to)
        {
            return *known;
        }
        self.change_core(change).map(|(core, _)| core.hash())
    }

    /// The same of a take-back, for which the game is played again, once while the index is open. A voter may ask for
    /// so many of them; the user of this peer for any.
    fn look_at_take_back(&mut self, to: u32, asks: Option<Voter>) -> Option<Hash> {
        if let Some(known) = self.open.take_backs.get(&to) {
            return *known;
        }
        if let Some(voter) = asks {
            let asked = self.open.asked_back.entry(voter).or_default();
            if *asked >= MAX_TAKE_BACKS {
                return None;
            }
            *asked += 1;
        }
        let hash = match self.next(Body::Change(Change::TakeBack { to })) {
            Ok((core, _)) => Some(core.hash()),
            // That says nothing about the change: the state is mended first.
            Err(Unfit::Corrupt) => return None,
            Err(_) => None,
        };
        self.open.take_backs.insert(to, hash);
        hash
    }

    /// Plays the game again for what this peer's user wants to take back, unless that is known.
    pub(crate) fn look_at_wanted_take_backs(&mut self) {
        let wanted = self.wishes.wanted().iter().filter_map(|change| match change {
            Change::TakeBack { to } => Some(*to),
            _ => None,
        });
        for to in wanted.collect::<Vec<_>>() {
            self.look_at_take_back(to, None);
        }
    }

    /// What enough votes of one round name, if they do: of several rounds the highest.
    pub(crate) fn certified(&mut self) -> Option<(u32, Hash)> {
        let mut named: BTreeMap<(u32, Hash), Option<Change>> = BTreeMap::new();
        for vote in self.open.votes.iter() {
            let change = named.entry((vote.says.round, vote.says.entry)).or_default();
            *change = change.or(vote.says.change);
        }
        let found = named.into_iter().rev().find(|((round, entry), change)| {
            let quorum = self.quorum();
            let certified = guard::is_certified(quorum, (*round, *entry), self.open.votes.ballots());
            // A candidate carries the consent of all who must give it: to take it up again a majority is enough, or a
            // voter that is gone since could keep those who are bound to it from ever deciding.
            let consent = change.filter(|_| self.open.candidate(entry).is_none());
            let agreed = || self.votes_as(*round, *entry, *change).map(|vote| vote.voter).collect::<Voters>();
            certified && consent.is_none_or(|change| has_consent(change, agreed(), quorum.voters))
        });
        let ((round, entry), change) = found?;
        if let (Some(change), None) = (change, self.open.candidate(&entry)) {
            let (core, world) = self.change_core(change)?;
            let proof = Proof::Certified(self.certificate(round, entry, change));
            self.add_candidate(Entry { core, proof }, world, None);
        }
        self.open.candidate(&entry).map(|_| (round, entry))
    }

    /// The votes for an entry in a round that say that it is this.
    fn votes_as(
        &self,
        round: u32,
        entry: Hash,
        change: Option<Change>,
    ) -> impl Iterator<Item = &Signed<Vote>> {
        self.open.votes.for_entry(round, entry).filter(move |vote| vote.says.change == change)
    }

    fn certificate(&self, round: u32, entry: Hash, change: Change) -> Certificate {
        let counts = |vote: &&Signed<Vote>| self.world.voters().contains(vote.voter);
        let cast = |vote: &Signed<Vote>| {
            let Vote { acked, life, lost, .. } = vote.says;
            Cast { voter: vote.voter, life, acked, lost, signature: vote.signature }
        };
        let mut votes: Vec<Cast> =
            self.votes_as(round, entry, Some(change)).filter(counts).map(cast).collect();
        // Only a liar has two.
        votes.dedup_by_key(|cast| cast.voter);
        let few = votes.len() < self.quorum().size();
        let lost = if few { self.lost.said(self.world.index + 1, &self.world.roll()) } else { Vec::new() };
        let accession = match change {
            Change::Return { seat, keys: Some(keys), .. } => self.brought(seat, keys).cloned().map(Box::new),
            _ => None,
        };
        Certificate { round, votes, seal: Vec::new(), lost, accession }
    }

    /// Votes if there is reason to. Says whether it did.
    pub(crate) fn vote(&mut self, now: Millis) -> bool {
        if self.may_sign().is_err() || self.is_void() || self.world.rules.turn() == ToMove::Over {
            return false;
        }
        self.look_at_wanted_take_backs();
        let Some(round) = self.next_round(now).filter(|round| *round <= MAX_ROUNDS) else { return false };
        let Some((entry, change)) = self.choose(round) else { return false };
        self.sign_vote(round, entry, change);
        self.open.deadline = Some(now + self.patience());
        true
    }

    /// Whether this peer's user, or somebody who leaves or returns, wants a change that can be made.
    pub(crate) fn wants_something(&self) -> bool {
        self.wishes.wanted().iter().any(|change| self.change_hash(*change).is_some())
    }

    /// The round to vote in now: one that others are followed to at once; or when this peer's patience is over one that
    /// somebody is in, or the next one; or the first, if something is wanted.
    fn next_round(&self, now: Millis) -> Option<u32> {
        let said = self.open.last_round();
        let ahead = self.rounds_ahead(said);
        let followed = ahead.iter().copied().filter(|round| self.follows(*round)).max();
        let over = self.open.deadline.is_some_and(|deadline| now >= deadline);
        let fresh = self.open.promised == 0 && self.open.acked.is_none();
        if followed.is_some() {
            followed
        } else if self.must_say_again() {
            Some(said + 1)
        } else if over && self.open.is_disputed() {
            let next = self.is_split(said).then_some(said + 1);
            self.draw_lots(&ahead.into_iter().chain(next).collect::<Vec<_>>())
        } else {
            (fresh && self.wants_something()).then_some(1)
        }
    }

    /// Whether those who have not lost their memory are half of those who count, and this peer said what it did before
    /// it knew that: they decide only by what each says knowing it.
    fn must_say_again(&self) -> bool {
        let quorum = self.quorum();
        let rest: Voters = quorum.lost.iter().fold(quorum.voters, Voters::without);
        if quorum.lost.is_empty() || rest.len() >= quorum.size() || !quorum.is_enough(rest) {
            return false;
        }
        let known = self.voter().and_then(|me| {
            let head = || self.open.heads.latest(me).map(|head| head.says.lost);
            self.open.votes.latest(me).map(|vote| vote.says.lost).or_else(head)
        });
        known.is_some_and(|known| quorum.lost.and(known) != quorum.lost)
    }

    /// The rounds above this one in which others voted last, once for each of them.
    fn rounds_ahead(&self, said: u32) -> Vec<u32> {
        let most = self.open.promised.saturating_add(MAX_ROUND_JUMP);
        let trusted = self.world.voters().iter().filter(|voter| !self.proofs.liars().contains(*voter));
        let others = trusted.filter(|voter| Some(*voter) != self.voter());
        let latest = others.filter_map(|voter| {
            self.open.votes.of(voter).rev().map(|vote| vote.says.round).find(|round| *round <= most)
        });
        latest.filter(|round| *round > said).collect()
    }

    /// One of these rounds, as nobody else can foresee: who races through the rounds cannot tell each of the others
    /// another one that it will be alone in.
    fn draw_lots(&self, rounds: &[u32]) -> Option<u32> {
        let place = (self.world.index, self.open.last_round());
        let Signature(lot) = self.identity.sign(LOT_DOMAIN, &codec::encode(&(self.table.id, place)));
        let lot = u64::from_le_bytes(lot[..8].try_into().ok()?);
        let one = lot.checked_rem(u64::try_from(rounds.len()).ok()?)?;
        rounds.get(usize::try_from(one).ok()?).copied()
    }

    /// Whether others are followed into a round at once, before this peer's own patience is over. One alone is not
    /// where votes have led nowhere for some rounds: whoever races through them would never let two others meet in one.
    fn follows(&self, round: u32) -> bool {
        let there = |voter: &u8| self.open.votes.latest(*voter).is_some_and(|vote| vote.says.round >= round);
        let trusted = self.world.voters().iter().filter(|voter| !self.proofs.liars().contains(*voter));
        round <= REPAIR_ROUND || trusted.filter(there).count() > 1
    }

    /// Whether so many have voted in this round that another one can end differently. Alone one does not go on:
    /// a wish that waits for somebody overnight must not use up the rounds.
    fn is_split(&self, round: u32) -> bool {
        // Who acknowledged something in it has voted in it, though that vote may be lost.
        let voted = |voter: &Voter| {
            self.open.votes.in_round(round, *voter).next().is_some()
                || self.open.heads.of(*voter).any(|head| head.says.round == round)
        };
        round == 0 || self.quorum().is_enough(self.world.voters().iter().filter(voted).collect())
    }

    fn sign_vote(&mut self, round: u32, entry: Hash, change: Option<Change>) {
        let Some(voter) = self.voter() else { return };
        let says = Vote {
            index: self.world.index + 1,
            round,
            entry,
            change,
            acked: self.open.acked,
            life: self.life(),
            lost: self.quorum().lost,
        };
        let vote = Signed::new(&self.identity, &self.table.id, voter, says);
        self.keep(&Record::Vote(vote));
        self.open.promised = round;
        self.open.votes.insert(self.quorum(), vote);
        let backed = self.backed(vote);
        self.spread(&backed, None);
    }

    /// A vote with what shows that it counts, as much as a message holds.
    pub(crate) fn backed(&self, vote: Signed<Vote>) -> Message {
        let turn = part_turn(self.open.statuses);
        let support = self.open.votes.part_of_support(self.quorum(), &vote, turn);
        Message::Vote(Box::new(Backed { vote, support }))
    }

    /// What to vote for, of what the rules allow: what a majority named last; what this peer or somebody else
    /// acknowledged, of several what most are bound to; else the move or draw that the table was waiting for; else a
    /// change that this peer's user wants; else a bot's move.
    fn choose(&self, round: u32) -> Option<(Hash, Option<Change>)> {
        let me = self.voter()?;
        let (quorum, memory) =
            (self.quorum(), Memory { promised: self.open.promised, acked: self.open.acked });
        let may =
            |entry: Hash| guard::may_vote(quorum, me, &memory, (round, entry), self.open.votes.ballots());
        let known = |entry: &Hash| {
            self.open.candidate(entry).is_some() || memory.acked.is_some_and(|own| own.entry == *entry)
        };
        let best = self
            .bound(round)
            .into_iter()
            .filter(|(entry, _)| known(entry) && may(*entry) && !self.is_too_late(entry))
            .max_by_key(|(entry, (named, voters))| (*named, voters.len(), *entry));
        if let Some((entry, _)) = best {
            return Some((entry, self.change_of(&entry)));
        }
        self.choose_freely(round).filter(|(entry, _)| may(*entry))
    }

    /// What somebody may be bound to: the last round below this one in which a majority named it, and who has
    /// acknowledged it. In which round somebody says that it did proves nothing: a liar's word would draw those who are
    /// free away from what the others are bound to, again and again.
    fn bound(&self, round: u32) -> BTreeMap<Hash, (u32, Voters)> {
        let quorum = self.quorum();
        let mut bound: BTreeMap<Hash, (u32, Voters)> = BTreeMap::new();
        let heads = self.open.heads.iter().map(|head| (head.voter, head.says.entry));
        let acked = self.open.votes.iter().filter_map(|vote| Some((vote.voter, vote.says.acked?.entry)));
        for (voter, entry) in heads.chain(acked).filter(|(voter, _)| !quorum.liars.contains(*voter)) {
            let (_, voters) = bound.entry(entry).or_default();
            *voters = voters.with(voter);
        }
        for vote in self.open.votes.iter().filter(|vote| vote.says.round < round) {
            let place = (vote.says.round, vote.says.entry);
            if guard::is_certified(quorum, place, self.open.votes.ballots()) {
                let (named, _) = bound.entry(vote.says.entry).or_default();
                *named = (*named).max(vote.says.round);
            }
        }
        bound
    }

    /// What to vote for where nobody has acknowledged anything.
    fn choose_freely(&self, round: u32) -> Option<(Hash, Option<Change>)> {
        let natural = |auto: bool| {
            let bodies =
                self.open.candidates.iter().filter(move |candidate| match candidate.entry.core.body {
                    Body::Move { .. } | Body::Draw { .. } => !auto && !self.is_too_late(&candidate.hash),
                    Body::Auto { .. } => auto,
                    Body::Change(_) | Body::Anew { .. } | Body::TimeUp { .. } => false,
                });
            bodies.map(|candidate| (candidate.hash, None)).min()
        };
        if let Some(found) = natural(false) {
            return Some(found);
        }
        let popular = |change: &Change| {
            let named =
                |voter| self.open.votes.latest(voter).is_some_and(|vote| vote.says.change == Some(*change));
            self.world.voters().iter().filter(|voter| named(*voter)).count()
        };
        // A take-back needs every player, also who is away: what a majority can decide goes first, by popularity. In
        // every fourth round the bot's move has its turn instead, and in the other even ones one change of all there
        // can be: whatever a majority can agree to, its members vote for it together at last.
        if let (true, Some(found)) = (round.is_multiple_of(4), natural(true)) {
            return Some(found);
        }
        let turn = (round % 4 == 2).then_some(round / 4 % TURNS);
        let favourite = self.favourite(round);
        let rank = |change: &Change| {
            let its_turn = turn.is_some() && turn_of(*change) == turn;
            let favoured = favourite == Some(*change);
            let renews = matches!(change, Change::Renew { voter, .. } if !self.is_in_doubt(*voter));
            (its_turn, renews, !matches!(change, Change::TakeBack { .. }), popular(change), favoured)
        };
        let wanted = self.wishes.wanted();
        let possible = wanted.iter().filter_map(|change| Some((change, self.change_hash(*change)?)));
        let best = possible.max_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)).then(b.cmp(a)));
        best.map(|(change, hash)| (hash, Some(*change))).or_else(|| natural(true))
    }

    /// Whether votes have named several lives in which a voter should speak: who says that it has lost its memory to
    /// each of the others as another start of it does not keep them from what they want instead.
    fn is_in_doubt(&self, lost: Voter) -> bool {
        let mut lives = self.open.votes.iter().filter_map(|vote| match vote.says.change {
            Some(Change::Renew { voter, life }) if voter == lost => Some(life),
            _ => None,
        });
        let first = lives.next();
        lives.any(|life| Some(life) != first)
    }

    /// Of the changes that most voted for last, each in turn: whoever wants several of them must not stay with the one
    /// that others do not want.
    fn favourite(&self, round: u32) -> Option<Change> {
        let mut named: BTreeMap<Change, u32> = BTreeMap::new();
        let latest = self.world.voters().iter().filter_map(|voter| self.open.votes.latest(voter));
        for change in latest.filter_map(|vote| vote.says.change) {
            *named.entry(change).or_default() += 1;
        }
        let most = named.values().copied().max()?;
        let tied: Vec<Change> =
            named.into_iter().filter(|(_, count)| *count == most).map(|(change, _)| change).collect();
        let turn = usize::try_from(round / 2).ok()? % tied.len();
        tied.get(turn).copied()
    }

    pub(crate) fn change_of(&self, entry: &Hash) -> Option<Change> {
        self.open.candidate(entry)?.entry.core.body.change()
    }

    pub(crate) fn on_vote(&mut self, now: Millis, from: PublicKey, backed: Backed) {
        let Backed { vote, support } = backed;
        if support.len() > MAX_SUPPORT {
            return self.offend(from);
        }
        if self.is_started() && vote.says.index <= self.world.index {
            return self.look_back_at_vote(from, &vote);
        }
        if !self.is_started() || !self.is_new_vote(&vote) {
            return;
        }
        if !vote.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, vote.voter);
        }
        self.heard_say(now, vote.voter, (vote.says.index, vote.says.round, false));
        if Some(vote.voter) != self.voter() && !self.open.takes_vote(now, from, vote.voter) {
            return;
        }
        let mut votes: Vec<Signed<Vote>> =
            support.into_iter().filter(|vote| self.is_new_vote(vote)).collect();
        votes.sort_by_key(|vote| vote.says.round);
        if let Some(bad) = votes.iter().find(|vote| !vote.verify(&self.table.id, &self.table.verifiers)) {
            return self.offend_for(from, bad.voter);
        }
        votes.iter().chain([&vote]).for_each(|vote| self.hear_own_vote(now, vote));
        let taken = votes.into_iter().filter(|vote| self.take_vote(*vote)).count();
        let counts = self.take_vote(vote);
        if counts || taken > 0 {
            self.take_certified_votes();
        }
        if counts {
            let message = self.backed(vote);
            self.relay(&message, vote.voter, Some(from));
        } else {
            tracing::debug!(voter = vote.voter, "a vote that nothing shows to count");
        }
    }

    /// Whether it is about the open index, from somebody who counts, and not known.
    pub(crate) fn is_new_vote(&self, vote: &Signed<Vote>) -> bool {
        let Vote { index, round, .. } = vote.says;
        let here = index == self.world.index + 1 && (1..=MAX_ROUNDS).contains(&round);
        let speaks = self.world.roll().speaks(vote.voter, vote.says.life);
        here && speaks && self.world.voters().contains(vote.voter) && !self.open.votes.contains(vote)
    }

    /// A vote of this peer's own that it does not remember shows that its disk went back.
    pub(crate) fn hear_own_vote(&mut self, now: Millis, vote: &Signed<Vote>) {
        let beyond = vote.says.round > self.open.promised;
        self.hear_own_word(now, vote.voter, vote.says.life, beyond);
    }

    /// Keeps to a vote of this peer's own that it finds in its journal.
    pub(crate) fn remember_own_vote(&mut self, says: &Vote) {
        self.open.promised = self.open.promised.max(says.round);
        let known = self.open.acked;
        let newer = |acked: &Acked<Hash>| known.is_none_or(|known| known.round < acked.round);
        let behind = |acked: Acked<Hash>| Acked::after(known, acked.round, acked.entry);
        let told = says.acked.map(|acked| if newer(&acked) { acked } else { behind(acked) });
        self.open.acked = told.or(known);
        self.open.votes.bind(self.open.acked);
    }

    /// Takes in what certificates hold, as far as it counts now and did not when they came: their reasons have come
    /// since, or the proof that somebody lies.
    pub(crate) fn take_certified_votes(&mut self) {
        let certified = self.open.candidates.iter().filter_map(|candidate| match &candidate.entry.proof {
            Proof::Certified(certificate) => Some(certificate.votes(&candidate.entry.core, candidate.hash)),
            _ => None,
        });
        for vote in certified.flatten().collect::<Vec<_>>() {
            self.take_vote(vote);
        }
    }

    /// Takes in a vote whose signature is good, if it counts.
    pub(crate) fn take_vote(&mut self, vote: Signed<Vote>) -> bool {
        if !self.is_new_vote(&vote) {
            return false;
        }
        let says = vote.says;
        let broken = self.open.heads.of(vote.voter).copied().find(|head| head.breaks(&vote));
        if let Some(head) = broken {
            self.accuse(Evidence::HeadAgainstVote(head, vote), None);
        }
        let other = self.open.votes.of(vote.voter).copied().find(|known| known.contradicts(&vote));
        if let Some(known) = other {
            self.accuse(Evidence::TwoVotes(known, vote), None);
        }
        if !self.says_what_it_is_for(vote.voter, &says) || !self.open.votes.counts(self.quorum(), &vote) {
            return false;
        }
        // That a time is up nobody wants: it is counted.
        let wanted = says.change.filter(|change| !matches!(change, Change::TimeUp { .. }));
        if let (Some(change), None) = (wanted, self.open.votes.latest(vote.voter)) {
            self.tell(ProtocolEvent::Wanted { voter: vote.voter, change });
        }
        self.open.votes.insert(self.quorum(), vote);
        true
    }

    /// A vote that says which change it is for must be for that, or a certificate of such votes would prove nothing. One
    /// that says that it is for none is taken at its word: see [`guard::is_certified`].
    fn says_what_it_is_for(&mut self, voter: Voter, says: &Vote) -> bool {
        match says.change {
            Some(Change::TakeBack { to }) => self.look_at_take_back(to, Some(voter)) == Some(says.entry),
            Some(change) => self.change_hash(change) == Some(says.entry),
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::agree::Open;
    use crate::limits::MAX_VOTES;
    use crate::sign::Identity;

    #[test]
    fn whatever_many_parts_there_are_each_comes_when_a_vote_is_taken_in() {
        for (parts, late) in (2..=16).flat_map(|parts| [(parts, 0), (parts, 1), (parts, 30)]) {
            let (mut open, mut heard) = (Open::<()>::default(), BTreeSet::new());
            let from = Identity::from_secret(&[1; 32]).public();
            for status in 0..2 * STATUSES_FOR_A_VOTE * parts + 2 * MAX_VOTES as usize {
                let now = status as Millis * (STATUS_MILLIS + late);
                if open.takes_vote(now, from, 1) {
                    heard.insert(part_turn(status) % parts);
                }
            }
            assert_eq!(heard.len(), parts, "{parts} parts, each status {late} ms late");
        }
    }

    #[test]
    fn every_change_but_a_take_back_has_a_turn_of_its_own() {
        let key = Identity::from_secret(&[1; 32]).public();
        let of_3 = [
            Change::Remove { voter: 3 },
            Change::StandIn { seat: 3 },
            Change::Return { seat: 3, life: 0, keys: None },
            Change::Renew { voter: 3, life: 9 },
        ];
        assert_eq!(of_3.map(turn_of), [3, 19, 35, 51].map(Some));
        assert_eq!(turn_of(Change::Admit { key, life: 9 }), Some(64));
        assert_eq!(turn_of(Change::TimeUp { seat: 3 }), Some(TURNS - 1));
        assert_eq!(turn_of(Change::TakeBack { to: 3 }), None);
        assert_eq!(TURNS, 66);
    }
}
