//! Coming back: whether a peer still knows what it has said, and how it learns that from the others if it does not.
//!
//! A restart is *ordinary* if the journal is where this peer left it and nothing of it was cut off: then it goes on. Else it is
//! *suspect*: the disk may have gone back, or the home may have been copied. Then the peer signs nothing before enough others have
//! signed what they have of it; it keeps to all of that, and begins its next life.
//!
//! - Whoever tells a life takes no statement of an earlier one any more that it did not report, and keeps what it told.
//! - The life begins with a statement of its own, which names those who told ([`birth`](crate::birth)).
//! - If all other voters told, nothing that it said can turn up later. If only a majority did, somebody may hold a statement of
//!   it at the index that is open for them, or at the one behind: so it says nothing before the index behind those.
//! - Two starts that ask for the same life, because the disk was lost twice, are told apart by a number of chance. Whoever told
//!   the one shows the other that it had asked already, in its own signature, and the other asks for the next life.
//! - A peer that hears that it has begun a later life stops: somebody took up a copy of its home. If it is started again it asks,
//!   too, and then the copy stops. A question alone stops nobody: whoever asked may have given up. But where so many have
//!   answered it that those who are left cannot decide with this peer, it asks, too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::birth::{Begin, Birth, Births};
use crate::codec;
use crate::entry::{Body, Entry, Proof};
use crate::event::Event;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{
    GIVEN_UP_MILLIS, MAX_ENTRIES, MAX_LIVES, MAX_ROUNDS, MAX_STARTS, MAX_TELLINGS, MAX_TOLD, PASS_ON_MILLIS,
    SOLE_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Quorum, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Life, Part, Signed, Standing, Statement, Vote};
use crate::world::Table;

const TOLD_DOMAIN: &str = "whistlestop/told/statements/2";

/// One start of the program, as the node tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Which file on which machine the journal is.
    pub place: Hash,
    /// By chance: no other start has it.
    pub instance: u64,
}

/// A voter does not know what it has said, and asks: it is about to begin this life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The life that it begins once it knows.
    pub life: Life,
    /// Which start asks: a peer that loses its disk twice may ask for one life twice.
    pub instance: u64,
}

/// A voter tells another all that it has of it, and takes nothing of an earlier life any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Who asked.
    pub about: Voter,
    /// For which life, of which start.
    pub ask: Ask,
    /// The index that is open for whoever tells.
    pub index: u32,
    /// The hash of the statements that come with it.
    pub statements: Hash,
}

impl Statement for Ask {
    const DOMAIN: &'static str = "whistlestop/ask/2";
}

impl Statement for Told {
    const DOMAIN: &'static str = "whistlestop/told/2";
}

/// What a voter tells another, with the statements it has of it from the open index on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// Signed by whoever tells.
    pub told: Signed<Told>,
    /// What comes with it.
    pub statements: Statements,
}

/// What a voter has said about an index or later ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statements {
    /// What it acknowledged.
    pub heads: Vec<Signed<Head>>,
    /// What it voted for.
    pub votes: Vec<Signed<Vote>>,
    /// The moves it made.
    pub moves: Vec<Entry>,
    /// That it said that nothing is final for it.
    pub standings: Vec<Signed<Standing>>,
}

impl Statements {
    /// What whoever tells them signs.
    pub fn hash(&self) -> Hash {
        Hash::of(TOLD_DOMAIN, &[&codec::encode(self)])
    }

    /// Those of them that a voter signed.
    fn signed_by(&self, who: Voter, table: &Table) -> Self {
        let Table { id, verifiers, .. } = table;
        let heads = self.heads.iter().filter(|head| head.voter == who && head.verify(id, verifiers));
        let votes = self.votes.iter().filter(|vote| vote.voter == who && vote.verify(id, verifiers));
        let moves = self.moves.iter().filter(|entry| {
            matches!(entry.core.body, Body::Move { seat, .. } if seat == who)
                && entry.is_signed(id, verifiers)
        });
        let standings = self.standings.iter();
        let standings = standings.filter(|standing| standing.voter == who && standing.verify(id, verifiers));
        Self {
            heads: heads.copied().collect(),
            votes: votes.copied().collect(),
            moves: moves.cloned().collect(),
            standings: standings.copied().collect(),
        }
    }

    /// All heads, also those that moves come with.
    pub fn all_heads(&self) -> impl Iterator<Item = Signed<Head>> + '_ {
        self.heads.iter().copied().chain(self.moves.iter().filter_map(Entry::head))
    }

    pub(crate) fn len(&self) -> usize {
        self.heads.len() + self.votes.len() + self.moves.len() + self.standings.len()
    }
}

/// A peer that does not know what it has said.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    /// The life that it is about to begin, and which start does.
    ask: Ask,
    /// Since when.
    since: Millis,
    /// What each told it last.
    told: BTreeMap<Voter, Signed<Told>>,
    /// What was told about an index that is not open here yet.
    early: BTreeMap<Voter, Telling>,
    /// So many have told that the life has begun; it only has to wait where the others may still hold something.
    begun: bool,
}

/// What is known of the lives of others.
#[derive(Debug, Default)]
pub(crate) struct Lives {
    /// Which start this is.
    pub(crate) instance: u64,
    /// This peer has no vote as far as it knows, and would not know what it said if it had: the start that does not.
    unsure: Option<u64>,
    /// The lives that are known to have begun.
    pub(crate) births: Births,
    /// Whom this peer has told.
    answered: BTreeMap<Voter, Answered>,
    /// Those whose words were not taken since, as they belong to an earlier life: they must be told why.
    refused: Voters,
    /// Those who have told another start of this peer a later life than its own, and since when that is known.
    outlived: BTreeMap<Voter, (Life, Millis)>,
    /// The last question of each.
    asked: BTreeMap<Voter, Signed<Ask>>,
    /// Which life each start of a voter last asked for, and when that was passed on: two starts must hear of each other,
    /// so that neither may keep the other's question from being passed on.
    passed: BTreeMap<(Voter, u64), (Life, Millis)>,
    /// Who told whom, which life, at which index, and when that was passed on.
    told: BTreeMap<(Voter, Voter), ((Life, u32), Millis)>,
}

/// What this peer has told a voter.
#[derive(Debug)]
struct Answered {
    /// Upon which question last.
    ask: Signed<Ask>,
    /// The index that was open when it was first answered.
    first: u32,
    /// The answers, the newest last.
    told: Vec<Telling>,
}

impl Answered {
    /// Keeps an answer; says whether it is new.
    fn note(&mut self, ask: Signed<Ask>, telling: Telling) -> bool {
        if self.ask.says != ask.says {
            (self.ask, self.first) = (ask, telling.told.says.index);
        }
        if self.told.iter().any(|known| known.told == telling.told) {
            return false;
        }
        self.told.push(telling);
        if self.told.len() > MAX_TELLINGS {
            // With one that holds nothing nobody can be accused; only the newest is of use.
            let last = self.told.len() - 1;
            let empty = self.told[..last].iter().position(|known| known.statements.len() == 0);
            self.told.remove(empty.unwrap_or(0));
        }
        true
    }
}

/// Whether something is to be passed on: it is newer than what was last, or that was so long ago that it may have been lost.
fn is_due<T: PartialOrd>(last: Option<&(T, Millis)>, this: &T, now: Millis) -> bool {
    last.is_none_or(|(known, at)| this > known || (this == known && now >= at.saturating_add(PASS_ON_MILLIS)))
}

impl Lives {
    /// Whether a question is to be passed on now. Of each voter some starts are remembered.
    fn is_to_pass_on(&mut self, ask: Signed<Ask>, now: Millis) -> bool {
        let Ask { life, instance } = ask.says;
        let place = (ask.voter, instance);
        if !is_due(self.passed.get(&place), &life, now) {
            return false;
        }
        self.passed.insert(place, (life, now));
        let starts = self.passed.range((ask.voter, 0)..=(ask.voter, u64::MAX));
        if starts.clone().count() > MAX_STARTS
            && let Some(oldest) = starts.min_by_key(|(_, (_, at))| *at).map(|(place, _)| *place)
        {
            self.passed.remove(&oldest);
        }
        true
    }

    /// What this peer has told a voter that it said.
    pub(crate) fn told_of(&self, voter: Voter) -> impl Iterator<Item = &Telling> {
        self.answered.get(&voter).into_iter().flat_map(|answered| &answered.told)
    }

    /// Whether this peer has told a voter a later life, at this index or an earlier one.
    fn has_told_since(&self, voter: Voter, life: Life, index: u32) -> bool {
        let answered = self.answered.get(&voter);
        answered.is_some_and(|answered| answered.ask.says.life > life && index >= answered.first)
    }

    fn note_told(&mut self, ask: Signed<Ask>, telling: Telling) -> bool {
        let first = telling.told.says.index;
        let new = Answered { ask, first, told: Vec::new() };
        self.answered.entry(ask.voter).or_insert(new).note(ask, telling)
    }
}

/// What is said, and where, as far as it matters in which life.
struct Said<'a> {
    voter: Voter,
    life: Life,
    index: u32,
    /// The entry that it names, if another voter's word for the same can save it.
    entry: Option<Hash>,
    part: Option<Part<'a>>,
}

impl<R: Rules> Lockstep<R> {
    // Which life counts

    /// Whether a head at the open index or before it counts.
    pub(crate) fn takes_head(&mut self, head: &Signed<Head>) -> bool {
        let Head { index, life, entry, .. } = head.says;
        // About what is decided it can only show a lie, or that somebody is there.
        if index <= self.world.index {
            return self
                .takes_own(head.voter, life)
                .unwrap_or_else(|| self.is_born(head.voter, life, index, true));
        }
        let part = Some(Part::Head(head));
        self.takes(&Said { voter: head.voter, life, index, entry: Some(entry), part })
    }

    /// Whether a move at the open index counts.
    pub(crate) fn takes_move(&mut self, voter: Voter, life: Life, entry: &Entry) -> bool {
        let (index, part) = (entry.core.index, Some(Part::Move(entry)));
        self.takes(&Said { voter, life, index, entry: Some(entry.hash()), part })
    }

    /// Whether a vote counts, as far as its life goes.
    pub(crate) fn takes_vote(&mut self, vote: &Signed<Vote>) -> bool {
        let (life, index, part) = (vote.says.life, vote.says.index, Some(Part::Vote(vote)));
        self.takes(&Said { voter: vote.voter, life, index, entry: None, part })
    }

    /// Whether a vote that others lean on counts, as far as its life goes, also if its voter has begun a later one.
    pub(crate) fn takes_support(&self, vote: &Signed<Vote>) -> bool {
        let (life, index) = (vote.says.life, vote.says.index);
        self.takes_own(vote.voter, life).unwrap_or_else(|| self.is_born(vote.voter, life, index, false))
    }

    /// Whether a standing counts.
    pub(crate) fn takes_standing(&mut self, standing: &Signed<Standing>) -> bool {
        let (life, index) = (standing.says.life, standing.says.index);
        self.takes(&Said { voter: standing.voter, life, index, entry: None, part: None })
    }

    /// What this peer said itself it keeps to, unless a copy of it said it; then it must be shown that there is one.
    fn takes_own(&self, voter: Voter, life: Life) -> Option<bool> {
        let own = Some(voter) == self.voter();
        own.then(|| life <= self.life || self.is_recovering() || self.has_begun(voter, life))
    }

    fn takes(&mut self, said: &Said<'_>) -> bool {
        if let Some(own) = self.takes_own(said.voter, said.life) {
            return own;
        }
        self.is_born(said.voter, said.life, said.index, false) && self.takes_older(said)
    }

    /// Whether a statement still counts although its voter may have begun a later life. It does if this peer reported it; or
    /// if another voter acknowledged or voted for the same at the open index, and nothing is known that the voter said
    /// there since: who has not told may be bound to it, and the asker learns of it or says nothing at this index.
    /// Two indices behind a birth no honest voter has said anything older.
    fn takes_older(&mut self, said: &Said<'_>) -> bool {
        let Said { voter, life, index, .. } = *said;
        let told = self.lives.has_told_since(voter, life, index);
        let from = self.outlived_from(voter, life).filter(|from| index >= *from);
        if !told && from.is_none() {
            return true;
        }
        let reported =
            |part: Part<'_>| self.lives.told_of(voter).any(|telling| part.is_among(&telling.statements));
        if said.part.is_some_and(reported) {
            return true;
        }
        let long = from.is_some_and(|from| index >= from.saturating_add(2));
        let named = said.entry.is_some_and(|entry| self.is_named_here(voter, &entry));
        let saved = !long && named && index == self.world.index + 1 && !self.has_spoken_since(voter, life);
        if !saved && from.is_none() {
            self.lives.refused = self.lives.refused.with(voter);
        }
        saved
    }

    /// Whether somebody else acknowledged an entry at the open index, or votes for it.
    fn is_named_here(&self, but: Voter, entry: &Hash) -> bool {
        let heads = self.open.heads.iter().map(|head| (head.voter, head.says.entry));
        let votes = self.open.votes.iter().map(|vote| (vote.voter, vote.says.entry));
        heads.chain(votes).any(|(other, named)| other != but && named == *entry)
    }

    /// Whether a voter has said anything at the open index in a later life.
    fn has_spoken_since(&self, who: Voter, life: Life) -> bool {
        let heads = self.open.heads.of(who).map(|head| head.says.life);
        let votes = self.open.votes.of(who).map(|vote| vote.says.life);
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
        let moves = moves.filter(|entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == who));
        heads.chain(votes).chain(moves.filter_map(|entry| entry.proof.life())).any(|other| other > life)
    }

    /// Whether a head far ahead no longer counts, since its voter has begun a later life; `named` if another voter
    /// acknowledged the same.
    pub(crate) fn is_outlived_there(&self, head: &Signed<Head>, named: bool) -> bool {
        let Head { index, life, .. } = head.says;
        let told = self.lives.has_told_since(head.voter, life, index);
        let from = self.outlived_from(head.voter, life).filter(|from| index >= *from);
        let long = from.is_some_and(|from| index >= from.saturating_add(2));
        Some(head.voter) != self.voter() && (long || (!named && (told || from.is_some())))
    }

    /// Whether the votes or words that prove a change are of lives that are known.
    pub(crate) fn are_votes_born(&self, entry: &Entry) -> bool {
        let index = entry.core.index;
        match &entry.proof {
            Proof::Certified(certificate) => {
                certificate.votes.iter().all(|cast| self.is_born(cast.voter, cast.life, index, false))
            }
            Proof::Repaired(standings) => standings
                .iter()
                .all(|standing| self.is_born(standing.voter, standing.says.life, index, false)),
            Proof::Itself | Proof::Signed(..) | Proof::Late(..) | Proof::Links(_) => true,
        }
    }

    // Asking

    /// Whether this peer does not know yet what it has said.
    pub fn is_recovering(&self) -> bool {
        self.recovering.as_ref().is_some_and(|recovery| !recovery.begun)
    }

    /// Whether it may say nothing at the open index, since it may have said something there that it does not know of.
    pub(crate) fn is_silent(&self) -> bool {
        self.is_recovering() || self.open.torn || self.world.index + 1 < self.sign_from
    }

    /// What this peer said at the open index in two lives contradicts itself: whatever it says there now contradicts one of the two,
    /// and it was told of both.
    pub(crate) fn note_torn(&mut self, evidence: &Evidence) {
        let here = evidence.case().is_some_and(|case| case.index() == self.world.index + 1);
        let own = Some(evidence.voter()) == self.voter() && (self.life > 0 || self.is_recovering());
        if !here || !own || self.open.torn {
            return;
        }
        self.open.torn = true;
        if !self.is_recovering() {
            self.sign_from = self.sign_from.max(self.world.index + 2);
            self.keep(&Record::Life { life: self.life, sign_from: self.sign_from });
        }
    }

    /// How often this peer has had to ask what it had said.
    pub fn life(&self) -> Life {
        self.life
    }

    /// This peer does not know what it has said. With nobody else to say it to it has said nothing.
    pub(crate) fn begin_recovery(&mut self, now: Millis, instance: u64) {
        if self.table.contract.parties().count() < 2 {
            return;
        }
        self.keep(&Record::Joined(instance));
        if self.voter().is_some() {
            let ask = Ask { life: self.life.saturating_add(1), instance };
            self.recovering = Some(Recovery {
                ask,
                since: now,
                told: BTreeMap::new(),
                early: BTreeMap::new(),
                begun: false,
            });
            // It may have said more about the last final entry than it knows, but nothing in that round.
            self.tip_round = MAX_ROUNDS;
        } else {
            self.lives.unsure = Some(instance);
        }
    }

    /// Takes in what was told about the index that has just opened.
    pub(crate) fn take_early_told(&mut self, now: Millis) {
        let open = self.world.index + 1;
        let Some(recovery) = self.recovering.as_mut() else { return };
        let early = std::mem::take(&mut recovery.early);
        let (here, later) =
            early.into_iter().partition::<BTreeMap<_, _>, _>(|(_, t)| t.told.says.index <= open);
        recovery.early = later;
        for telling in here.into_values().filter(|telling| telling.told.says.index == open) {
            self.take_told(now, &telling);
        }
    }

    /// This peer learns that it has a vote. It may have had it before it was started, or a copy of its home may have it: unless it
    /// knows what it said it asks, also if it sees the admission happen.
    pub(crate) fn learn_of_vote(&mut self) {
        if self.me.is_some()
            && let Some(instance) = self.lives.unsure.take()
        {
            self.begin_recovery(0, instance);
        }
    }

    /// Asks all neighbours, who pass it on.
    pub(crate) fn ask_what_was_said(&mut self) {
        if let (Some(recovery), Some(voter), true) = (&self.recovering, self.voter(), self.is_started()) {
            let says = recovery.ask;
            let ask = Signed::new(&self.identity, &self.table.id, voter, says);
            self.spread(&Message::Ask(ask), None);
        }
    }

    pub(crate) fn on_ask(&mut self, now: Millis, from: PublicKey, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        if !self.is_started() || !self.table.has_key(about) {
            return;
        }
        if self.links.get_mut(&from).is_some_and(|link| !link.allow_ask(now, about)) {
            return;
        }
        if life > MAX_LIVES || !ask.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        if Some(about) == self.voter() {
            return self.hear_own_question(ask.says);
        }
        self.heard(now, about);
        let known = self.lives.asked.get(&about).copied();
        if let Some(later) = known.filter(|known| known.says.life > life) {
            return self.send(from, &Message::Ask(later));
        }
        self.lives.asked.insert(about, ask);
        if self.lives.is_to_pass_on(ask, now) {
            self.spread(&Message::Ask(ask), Some(from));
        }
        self.tell_what_was_said(ask);
    }

    /// Another start of this peer has asked for a life, perhaps for the very one; or this one did, before it crashed. Who lives
    /// goes on: that one may have given up.
    fn hear_own_question(&mut self, other: Ask) {
        let Some(recovery) = self.recovering.as_mut().filter(|recovery| !recovery.begun) else { return };
        let same = recovery.ask.instance == other.instance;
        if same && recovery.ask.life < other.life {
            recovery.ask = other;
            self.ask_what_was_said();
        } else if !same && recovery.ask.life <= other.life {
            self.ask_for_life_behind(other.life);
        }
    }

    fn ask_for_life_behind(&mut self, life: Life) {
        if let Some(recovery) = &mut self.recovering {
            recovery.ask.life = life.saturating_add(1).min(MAX_LIVES);
            recovery.told.clear();
            self.ask_what_was_said();
        }
    }

    /// A voter comes that asked here once: if this is an older copy of it, it will see so.
    pub(crate) fn show_last_question(&mut self, peer: PublicKey) {
        let voter = self.world.voter_of(&self.table, &peer);
        if let Some(answered) = voter.and_then(|voter| self.lives.answered.get(&voter)) {
            self.send(peer, &Message::Ask(answered.ask));
        }
    }

    /// Those whose words are not taken any more must learn why: whoever asked may have given up.
    pub(crate) fn tell_again_who_asked(&mut self) {
        for voter in std::mem::take(&mut self.lives.refused).iter() {
            let Some(answered) = self.lives.answered.get(&voter) else { continue };
            let last = answered.told.last().filter(|last| last.told.says.ask == answered.ask.says).cloned();
            if let Some(last) = last.filter(|last| !self.has_begun(voter, last.told.says.ask.life)) {
                self.spread(&Message::Told(Box::new(last)), None);
            }
        }
    }

    /// Another start of this peer has asked, and so many have told it that those who are left cannot decide with this one. If it
    /// does not begin its life either, this one asks for the life behind.
    pub(crate) fn ask_if_outlived(&mut self, now: Millis) {
        let (Some(me), None, false) = (self.voter(), &self.recovering, self.superseded) else { return };
        let own = self.life;
        // It began this life alone, and others count again: they were not asked, and do not take it.
        if own > 0 && !self.has_begun(me, own) {
            return self.begin_recovery(now, self.lives.instance);
        }
        self.lives.outlived.retain(|_, (life, _)| *life > own);
        let voters = self.world.voters;
        let refusing = self.lives.outlived.keys().copied().collect::<Voters>().and(voters);
        let waited = |(_, at): &(Life, Millis)| now >= at.saturating_add(GIVEN_UP_MILLIS);
        let enough = voters.contains(me) && voters.len() - refusing.len() < Quorum::of(voters).size();
        if enough && self.lives.outlived.values().all(waited) {
            let last = self.lives.outlived.values().map(|(life, _)| *life).max().unwrap_or(own);
            self.lives.outlived.clear();
            self.begin_recovery(now, self.lives.instance);
            self.ask_for_life_behind(last);
        }
    }

    fn tell_what_was_said(&mut self, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        let Some(me) = self.voter().filter(|me| self.world.voters.contains(*me)) else { return };
        let statements = self.statements_of(about);
        // Who waits for the rest to tell it has begun already.
        let begun = self.last_birth(about).filter(|birth| birth.life() >= life).cloned();
        let waits = begun.as_ref().is_some_and(|birth| birth.begin.says.ask == ask.says);
        let since = |other: Life| other > life || (other == life && !waits);
        let later = statements.heads.iter().any(|head| since(head.says.life))
            || statements.votes.iter().any(|vote| since(vote.says.life));
        if let Some(birth) = begun.filter(|_| !waits) {
            return self.spread(&Message::Birth(Box::new(birth)), None);
        }
        // Whoever is behind learns first what is final: the asker's older words may be needed for that.
        // A stranger's word that it is ahead is worth nothing.
        let ahead = self.links.iter().filter(|(_, link)| !link.blocked && link.index > self.world.index);
        let voters = ahead.filter_map(|(peer, _)| self.world.voter_of(&self.table, peer));
        if voters.into_iter().any(|voter| voter != about) {
            return;
        }
        // Another start has asked for this life, or a later one: whoever asks now will see so.
        let other = self.lives.answered.get(&about).map(|answered| answered.ask);
        if let Some(other) = other.filter(|other| life <= other.says.life && ask.says != other.says) {
            self.spread(&Message::Ask(other), None);
        } else if !later {
            let index = self.world.index + 1;
            let told = Told { about, ask: ask.says, index, statements: statements.hash() };
            let told = Signed::new(&self.identity, &self.table.id, me, told);
            let telling = Box::new(Telling { told, statements });
            if self.lives.note_told(ask, (*telling).clone()) {
                self.keep(&Record::Told { ask, telling: telling.clone() });
            }
            self.spread(&Message::Told(telling), None);
        } else if let Some(newest) = statements.heads.iter().max_by_key(|head| head.says.life).copied() {
            self.spread(&Message::Head(newest), None);
        }
    }

    /// What this peer has of a voter, about the open index and later ones.
    fn statements_of(&self, about: Voter) -> Statements {
        let heads = self.open.heads.of(about).filter(|head| !self.is_without_move(head));
        let heads = heads.chain(self.far_heads.iter().filter(|head| head.voter == about));
        let moves = self
            .open
            .candidates
            .iter()
            .map(|candidate| &candidate.entry)
            .filter(|entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == about));
        Statements {
            heads: heads.copied().collect(),
            votes: self.open.votes.of(about).copied().collect(),
            moves: moves.cloned().collect(),
            standings: self.standings.of(about).into_iter().collect(),
        }
    }

    pub(crate) fn on_told(&mut self, now: Millis, from: PublicKey, telling: &Telling) {
        let Telling { told, statements } = telling;
        let Told { about, ask, index, .. } = told.says;
        let place = (told.voter, about);
        // What was asked here is taken in, whatever another start was told.
        let due = is_due(self.lives.told.get(&place), &(ask.life, index), now)
            || self.recovering.as_ref().is_some_and(|recovery| recovery.ask == ask);
        if !due || !self.is_started() || !self.table.has_key(told.voter) {
            return;
        }
        let bounded = statements.len() <= MAX_TOLD && statements.hash() == told.says.statements;
        if !bounded || !told.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        self.heard(now, told.voter);
        self.lives.told.insert(place, ((ask.life, index), now));
        if Some(about) == self.voter() {
            self.take_told(now, telling);
        } else {
            self.spread(&Message::Told(Box::new(telling.clone())), Some(from));
        }
    }

    /// Takes in what a voter tells this peer of itself.
    fn take_told(&mut self, now: Millis, telling: &Telling) {
        let Told { about, ask, .. } = telling.told.says;
        // Only what this peer signed: whoever tells may make up the rest, and must not silence it by that.
        let Statements { heads, votes, moves, standings } = telling.statements.signed_by(about, &self.table);
        for head in &heads {
            self.take_own_words(head.says.life);
            if head.says.index > self.world.index + 1 && !self.far_heads.contains(head) {
                self.keep(&Record::Head(*head));
            }
            self.take_head_now(now, *head);
        }
        for vote in &votes {
            self.take_own_words(vote.says.life);
            self.take_own_vote(*vote);
        }
        for entry in &moves {
            self.take_own_words(entry.proof.life().unwrap_or(0));
            self.take_own_move(entry);
        }
        for standing in &standings {
            self.on_standing(now, self.identity.public(), *standing);
        }
        // What was told about another index than the open one was not kept to: it is taken in when that index opens, or told again.
        let here = telling.told.says.index == self.world.index + 1;
        if let Some(recovery) = self.recovering.as_mut().filter(|recovery| recovery.ask == ask) {
            if here {
                recovery.told.insert(telling.told.voter, telling.told);
            } else if self.world.voters.len() == 2 {
                // Nobody else will tell it, and it need not wait to be told again.
                recovery.early.insert(telling.told.voter, telling.clone());
            }
        } else if ask.life > self.life && !self.is_recovering() {
            self.lives.outlived.entry(telling.told.voter).or_insert((ask.life, now)).0 = ask.life;
        }
        self.end_recovery(now);
    }

    /// This peer hears itself: a life that it has not begun yet, somebody else lives.
    pub(crate) fn take_own_words(&mut self, life: Life) {
        let begun = self.voter().is_some_and(|me| self.has_begun(me, life));
        if begun || self.is_recovering() {
            self.hear_own_birth(life);
        }
    }

    /// A start of this peer has begun a life.
    pub(crate) fn hear_own_birth(&mut self, life: Life) {
        if let Some(recovery) = self.recovering.as_ref().filter(|recovery| !recovery.begun) {
            if life >= recovery.ask.life {
                self.ask_for_life_behind(life);
            }
        } else if life > self.life && !self.superseded {
            self.superseded = true;
            self.keep(&Record::Superseded(life));
            self.tell(Event::Superseded { life });
        }
    }

    /// Ends the recovery once enough others have told.
    pub(crate) fn end_recovery(&mut self, now: Millis) {
        let (Some(recovery), Some(me)) = (&self.recovering, self.voter()) else { return };
        let others: Voters = self.world.voters.without(me);
        let enough = Quorum::of(self.world.voters).size().min(others.len());
        let open = self.world.index + 1;
        let here = |told: &&Signed<Told>| {
            told.says.index == open && told.says.ask == recovery.ask && others.contains(told.voter)
        };
        let tellings: Vec<Signed<Told>> = recovery.told.values().filter(here).copied().collect();
        let told: Voters = tellings.iter().map(|told| told.voter).collect();
        // Nobody else counts: whoever watches has what this peer once said, and brings it if it can be reached.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        // Whoever watches may claim anything, but not for ever.
        let waited = |times: u64| now >= recovery.since.saturating_add(times * SOLE_MILLIS);
        let patient = !others.is_empty() || waited(10) || (waited(1) && !ahead);
        let all = told == others;
        if recovery.begun && open >= self.sign_from {
            self.recovering = None;
            return;
        }
        if told.len() < enough || !patient || (recovery.begun && !all) {
            return;
        }
        let (first, ask) = (!recovery.begun, recovery.ask);
        self.life = ask.life;
        // Where it has contradicted itself already it says nothing in any case.
        let torn = u32::from(self.open.torn);
        self.sign_from = if all { open + torn } else { open + 2 };
        self.begin_life(me, ask, open, tellings);
        if first {
            self.tell(Event::Recovered { life: ask.life });
        }
        if open >= self.sign_from {
            self.recovering = None;
            self.say_again(me);
        } else {
            self.recovering = self.recovering.take().map(|recovery| Recovery { begun: true, ..recovery });
        }
    }

    /// Shows everybody with whose answers the life begins, before anything is said in it.
    fn begin_life(&mut self, me: Voter, ask: Ask, index: u32, told: Vec<Signed<Told>>) {
        let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
        let begin = Signed::new(&self.identity, &self.table.id, me, Begin { ask, index, told: named });
        let birth = Birth { begin, told };
        self.note_birth(birth.clone());
        self.keep(&Record::Life { life: self.life, sign_from: self.sign_from });
        self.spread(&Message::Birth(Box::new(birth)), None);
    }

    /// Says again, in the life that has begun, what this peer has learned that it said: whoever told takes nothing older.
    fn say_again(&mut self, me: Voter) {
        let (life, id) = (self.life, self.table.id);
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
        let mine =
            moves.filter(|entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == me)).cloned();
        let again = mine.map(|entry| match entry.proof {
            Proof::Late(..) => entry.core.sign_late(&self.identity, &id, life),
            _ => entry.core.sign(&self.identity, &id, life),
        });
        for entry in again.collect::<Vec<_>>() {
            self.keep(&Record::Entry(entry.clone()));
            if let Some(known) = self.open.candidates.iter_mut().find(|known| known.entry.core == entry.core)
            {
                known.entry = entry.clone();
            }
            self.spread(&Message::Entry(Box::new(entry)), None);
        }
        let own = self.open.heads.latest(me).map(|head| Head { life, ..head.says });
        if let Some(says) = own {
            let head = Signed::new(&self.identity, &id, me, says);
            self.keep(&Record::Head(head));
            self.open.heads.insert(head);
            self.spread(&Message::Head(head), None);
        }
        if let Some(vote) = self.open.votes.latest(me).copied() {
            let vote = Signed::new(&self.identity, &id, me, Vote { life, ..vote.says });
            self.keep(&Record::Vote(vote));
            self.open.votes.insert(self.quorum(), vote);
            let backed = self.backed(vote);
            self.spread(&backed, None);
        }
    }

    /// Takes back from the journal which life this peer has begun.
    pub(crate) fn recall_life(&mut self, life: Life, sign_from: u32) {
        self.lives.unsure = None;
        (self.life, self.sign_from) = (life, sign_from);
        let waits = self.world.index + 1 < sign_from;
        let known = self.recovering.take().map_or(0, |recovery| recovery.ask.instance);
        let ask = Ask { life, instance: known };
        let recovery = Recovery { ask, since: 0, told: BTreeMap::new(), early: BTreeMap::new(), begun: true };
        self.recovering = waits.then_some(recovery);
    }

    /// Takes back from the journal what this peer has told another.
    pub(crate) fn recall_told(&mut self, ask: Signed<Ask>, telling: Telling) -> Result<(), String> {
        let Table { id, verifiers, .. } = &self.table;
        let (told, statements) = (&telling.told, &telling.statements);
        let bounded = ask.says.life <= MAX_LIVES && told.says.index <= MAX_ENTRIES + 1;
        let whole = statements.len() <= MAX_TOLD && statements.hash() == told.says.statements;
        let fits = bounded && whole && (told.says.about, told.says.ask) == (ask.voter, ask.says);
        if !fits || !ask.verify(id, verifiers) || !told.verify(id, verifiers) {
            return Err("something told that nobody signed".to_owned());
        }
        self.lives.note_told(ask, telling);
        Ok(())
    }

    /// Takes back from the journal that a copy of this peer spoke in a later life.
    pub(crate) fn recall_superseded(&mut self, life: Life) {
        self.life = self.life.max(life.min(MAX_LIVES));
        self.superseded = true;
    }
}
