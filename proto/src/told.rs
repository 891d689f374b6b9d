//! What a voter who has forgotten asks, and what the others tell it: all that they have of it.
//!
//! Whoever tells a life takes no statement of an earlier one any more that it did not report, and keeps what it told.

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::entry::Entry;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{GIVEN_UP_MILLIS, MAX_ENTRIES, MAX_LIVES, MAX_TOLD};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::Voter;
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Life, Signed, Standing, Statement, Vote};
use crate::world::Table;

const TOLD_DOMAIN: &str = "whistlestop/told/statements/2";

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

impl Telling {
    /// Whether it is what an honest voter could tell: of the index that is open for it, and only acknowledgements beyond. Who asks keeps
    /// to nothing else, and must not seem to have known it.
    pub(crate) fn is_sound(&self) -> bool {
        let Statements { heads, votes, moves, standings } = &self.statements;
        let here = self.told.says.index;
        heads.iter().all(|head| head.says.index >= here)
            && votes.iter().all(|vote| vote.says.index == here)
            && moves.iter().all(|entry| entry.core.index == here)
            && standings.iter().all(|standing| standing.says.index == here)
            && self.statements.len() <= MAX_TOLD
            && self.statements.hash() == self.told.says.statements
    }
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
    pub(crate) fn signed_by(&self, who: Voter, table: &Table) -> Self {
        let Table { id, verifiers, .. } = table;
        let heads = self.heads.iter().filter(|head| head.voter == who && head.verify(id, verifiers));
        let votes = self.votes.iter().filter(|vote| vote.voter == who && vote.verify(id, verifiers));
        let moves = self.moves.iter();
        let moves = moves.filter(|entry| entry.core.is_move_of(who) && entry.is_signed(id, verifiers));
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

impl<R: Rules> Lockstep<R> {
    pub(crate) fn on_ask(&mut self, now: Millis, from: PublicKey, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        if !self.is_started() || !self.table.has_key(about) {
            return;
        }
        if self.links.get_mut(&from).is_some_and(|link| !link.allow_ask(now, about)) {
            return;
        }
        if life > MAX_LIVES || !ask.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, about);
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
        self.tell_what_was_said(now, ask);
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

    fn tell_what_was_said(&mut self, now: Millis, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        let Some(me) = self.voter().filter(|me| self.world.voters.contains(*me)) else { return };
        let statements = self.statements_of(about);
        // Who waits for the rest to tell it has begun already.
        let begun = self.last_birth(about).filter(|birth| birth.life() >= life).cloned();
        let waits = begun.as_ref().is_some_and(|birth| {
            let silent = self.world.index + 1 < birth.index().saturating_add(2);
            birth.begin.says.ask == ask.says && silent && !birth.is_told_by_all(self.voters_at(birth.index()))
        });
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
        let behind = voters.into_iter().any(|voter| voter != about);
        // Nor is a voter's word for ever, unless it brings what it says it has.
        if behind && !self.has_waited(now, &ask) {
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
            let Some(telling) = self.lives.answer(now, &ask, Telling { told, statements }) else { return };
            let telling = Box::new(telling);
            if self.lives.note_told(ask, (*telling).clone()) {
                self.keep(&Record::Told { ask, telling: telling.clone() });
            }
            self.spread(&Message::Told(telling), None);
        } else if let Some(newest) = statements.heads.iter().max_by_key(|head| head.says.life).copied() {
            self.spread(&Message::Head(newest), None);
        }
    }

    /// Whether this question has waited long enough for entries that somebody claims to have.
    fn has_waited(&mut self, now: Millis, ask: &Signed<Ask>) -> bool {
        let (asked, since) = self.lives.waits.entry(ask.voter).or_insert((ask.says, now));
        if *asked != ask.says {
            (*asked, *since) = (ask.says, now);
        }
        now >= since.saturating_add(GIVEN_UP_MILLIS)
    }

    /// What this peer has of a voter, about the open index and later ones.
    fn statements_of(&self, about: Voter) -> Statements {
        let heads = self.open.heads.of(about).filter(|head| !self.is_without_move(head));
        let heads = heads.chain(self.far_heads.iter().filter(|head| head.voter == about));
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
        let moves = moves.filter(|entry| entry.core.is_move_of(about));
        Statements {
            heads: heads.copied().collect(),
            votes: self.open.votes.of(about).filter(|vote| !self.is_for_lost_move(vote)).copied().collect(),
            moves: moves.cloned().collect(),
            standings: self.standings.of(about).into_iter().collect(),
        }
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
}
