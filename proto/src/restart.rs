//! Coming back: whether a peer still knows what it has said, and how it learns that from the others if it does not.
//!
//! A restart is *ordinary* if the journal is where this peer left it and nothing of it was cut off: then it goes on. Else it is
//! *suspect*: the disk may have gone back, or the home may have been copied. Then the peer signs nothing before enough others have
//! signed what they have of it; it keeps to all of that, and begins its next life.
//!
//! - Whoever tells a life takes no statement of an earlier one any more that it did not report.
//! - If all other voters told, nothing that it said can turn up later. If only a majority did, somebody may hold a statement of
//!   it at the index that is open for them, or at the one behind: so it says nothing before the index behind those.
//! - Two starts that ask for the same life, because the disk was lost twice, are told apart by a number of chance. Whoever told
//!   the one shows the other that it had asked already, in its own signature, and the other asks for the next life.
//! - A peer that hears itself speak in a later life stops: somebody took up a copy of its home. If it is started again it asks,
//!   too, and then the copy stops.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::entry::{Body, Entry, Proof};
use crate::event::Event;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{MAX_ENTRIES, MAX_LIVES, MAX_TOLD, PASS_ON_MILLIS, SOLE_MILLIS};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Quorum, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Life, Signed, Standing, Statement, Vote};
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

    fn len(&self) -> usize {
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
    /// Who told it at which index.
    told: BTreeMap<Voter, u32>,
    /// So many have told that the life has begun; it only has to wait where the others may still hold something.
    begun: bool,
}

/// What is known of the lives of others.
#[derive(Debug, Default)]
pub(crate) struct Lives {
    /// Whom this peer has told, upon which question, and at which index last.
    begun: BTreeMap<Voter, (Signed<Ask>, u32)>,
    /// The last question of each, and when it was passed on.
    asked: BTreeMap<Voter, (Signed<Ask>, Millis)>,
    /// Who told whom, which life, at which index, and when that was passed on.
    told: BTreeMap<(Voter, Voter), ((Life, u32), Millis)>,
}

/// Whether something is to be passed on: it is newer than what was last, or that was so long ago that it may have been lost.
fn is_due<T: PartialOrd>(last: Option<&(T, Millis)>, this: &T, now: Millis) -> bool {
    last.is_none_or(|(known, at)| this > known || (this == known && now >= at.saturating_add(PASS_ON_MILLIS)))
}

impl Lives {
    /// Whether a statement of this life about this index still counts here. Whoever told at an index told of the next one, too;
    /// beyond that nobody can have said anything in an earlier life that it did not know to be final.
    pub(crate) fn takes(&self, voter: Voter, life: Life, index: u32) -> bool {
        self.begun.get(&voter).is_none_or(|(begun, at)| {
            life >= begun.says.life || !(*at..=at.saturating_add(1)).contains(&index)
        })
    }
}

impl<R: Rules> Lockstep<R> {
    /// Whether a statement of a voter's life about an entry still counts. One of a life before the one that was told does
    /// if another voter acknowledged or voted for the same, and nothing is known that it said there since: who has not
    /// told may be bound to it, and the asker learns of it or says nothing at this index.
    pub(crate) fn takes_life(&self, who: Voter, life: Life, index: u32, entry: &Hash) -> bool {
        let named = || {
            let heads = self.open.heads.iter().map(|head| (head.voter, head.says.entry));
            let votes = self.open.votes.iter().map(|vote| (vote.voter, vote.says.entry));
            heads.chain(votes).any(|(other, named)| other != who && named == *entry)
        };
        let since = || {
            let heads = self.open.heads.of(who).map(|head| head.says.life);
            let votes = self.open.votes.of(who).map(|vote| vote.says.life);
            let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
            let moves =
                moves.filter(|entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == who));
            heads.chain(votes).chain(moves.filter_map(|entry| entry.proof.life())).any(|other| other > life)
        };
        self.lives.takes(who, life, index) || (index == self.world.index + 1 && named() && !since())
    }

    /// Whether this peer does not know yet what it has said.
    pub fn is_recovering(&self) -> bool {
        self.recovering.as_ref().is_some_and(|recovery| !recovery.begun)
    }

    /// Whether it may say nothing at the open index, since it may have said something there that it does not know of.
    pub(crate) fn is_silent(&self) -> bool {
        self.is_recovering() || self.world.index + 1 < self.sign_from
    }

    /// How often this peer has had to ask what it had said.
    pub fn life(&self) -> Life {
        self.life
    }

    /// This peer does not know what it has said. With nobody else to say it to it has said nothing.
    pub(crate) fn begin_recovery(&mut self, now: Millis, instance: u64) {
        if self.voter().is_some() && self.table.contract.parties().count() > 1 {
            let ask = Ask { life: self.life.saturating_add(1), instance };
            self.recovering = Some(Recovery { ask, since: now, told: BTreeMap::new(), begun: false });
            self.keep(&Record::Joined(instance));
        }
    }

    /// Asks all neighbours, who pass it on.
    pub(crate) fn ask_what_was_said(&mut self) {
        if let (Some(recovery), Some(voter), true) = (&self.recovering, self.voter(), self.is_started()) {
            let says = recovery.ask;
            let ask = Signed::new(&self.identity, &self.table.id, voter, says);
            self.spread(&Message::Ask(ask), None);
            self.say_again_what_is_final(voter, says.life);
        }
    }

    /// Whoever is behind and has told already takes nothing older, and yet may need this peer's word for what is final.
    fn say_again_what_is_final(&mut self, me: Voter, life: Life) {
        let older = self.tip_heads.latest(me).filter(|head| head.says.life < life).map(|head| head.says);
        if let Some(says) = older {
            let head = Signed::new(&self.identity, &self.table.id, me, Head { life, ..says });
            self.keep(&Record::Head(head));
            self.tip_heads.insert(head);
            self.spread(&Message::Head(head), None);
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
        if let Some((later, _)) = known.filter(|(known, _)| known.says.life > life) {
            return self.send(from, &Message::Ask(later));
        }
        if is_due(known.map(|(known, at)| (known.says.life, at)).as_ref(), &life, now) {
            self.lives.asked.insert(about, (ask, now));
            self.spread(&Message::Ask(ask), Some(from));
        }
        self.tell_what_was_said(ask);
    }

    /// Another start of this peer has asked for a life, perhaps for the very one; or this one did, before it crashed.
    fn hear_own_question(&mut self, other: Ask) {
        match self.recovering.as_mut().filter(|recovery| !recovery.begun) {
            Some(recovery) if recovery.ask.instance == other.instance => {
                if recovery.ask.life < other.life {
                    recovery.ask = other;
                    self.ask_what_was_said();
                }
            }
            _ => self.take_own_words(other.life),
        }
    }

    /// A voter comes that asked here once: if this is an older copy of it, it will see so.
    pub(crate) fn show_last_question(&mut self, peer: PublicKey) {
        let voter = self.world.voter_of(&self.table, &peer);
        if let Some((ask, _)) = voter.and_then(|voter| self.lives.begun.get(&voter)).copied() {
            self.send(peer, &Message::Ask(ask));
        }
    }

    fn tell_what_was_said(&mut self, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        let Some(me) = self.voter().filter(|me| self.world.voters.contains(*me)) else { return };
        let statements = self.statements_of(about);
        let later = statements.heads.iter().any(|head| head.says.life >= life)
            || statements.votes.iter().any(|vote| vote.says.life >= life);
        // Whoever is behind learns first what is final: the asker's older words may be needed for that.
        // A stranger's word that it is ahead is worth nothing.
        let ahead = self.links.iter().filter(|(_, link)| !link.blocked && link.index > self.world.index);
        let voters = ahead.filter_map(|(peer, _)| self.world.voter_of(&self.table, peer));
        if voters.into_iter().any(|voter| voter != about) {
            return;
        }
        // Another start has asked for this life, or a later one: whoever asks now will see so.
        let other = self.lives.begun.get(&about).map(|(other, _)| *other);
        if let Some(other) = other.filter(|other| life <= other.says.life && ask.says != other.says) {
            self.spread(&Message::Ask(other), None);
        } else if !later {
            let index = self.world.index + 1;
            let again = self.lives.begun.insert(about, (ask, index)) == Some((ask, index));
            let told = Told { about, ask: ask.says, index, statements: statements.hash() };
            let told = Signed::new(&self.identity, &self.table.id, me, told);
            if !again {
                self.keep(&Record::Told { ask, told });
            }
            self.spread(&Message::Told(Box::new(Telling { told, statements })), None);
        } else if let Some(newest) = statements.heads.iter().max_by_key(|head| head.says.life).copied() {
            self.spread(&Message::Head(newest), None);
        }
    }

    /// What this peer has of a voter, about the open index and later ones.
    fn statements_of(&self, about: Voter) -> Statements {
        let heads = self.open.heads.of(about).chain(self.far_heads.iter().filter(|head| head.voter == about));
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
        let Told { about, ask, index, .. } = telling.told.says;
        // Only what this peer signed: whoever tells may make up the rest, and must not silence it by that.
        let Statements { heads, votes, moves, standings } = telling.statements.signed_by(about, &self.table);
        for head in &heads {
            self.take_own_words(head.says.life);
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
        if let Some(recovery) = self.recovering.as_mut().filter(|recovery| recovery.ask == ask) {
            recovery.told.insert(telling.told.voter, index);
        }
        self.end_recovery(now);
    }

    /// This peer hears itself: a life that it has not begun yet, somebody else lives.
    pub(crate) fn take_own_words(&mut self, life: Life) {
        if let Some(recovery) = self.recovering.as_mut().filter(|recovery| !recovery.begun) {
            if life >= recovery.ask.life {
                recovery.ask.life = life.saturating_add(1);
                recovery.told.clear();
                self.ask_what_was_said();
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
        let told: Voters =
            recovery.told.iter().filter(|(_, index)| **index == open).map(|(voter, _)| *voter).collect();
        let told = told.and(others);
        // Nobody else counts: whoever watches has what this peer once said, and brings it if it can be reached.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        // Whoever watches may claim anything, but not for ever.
        let waited = |times: u64| now >= recovery.since.saturating_add(times * SOLE_MILLIS);
        let patient = !others.is_empty() || waited(10) || (waited(1) && !ahead);
        let all = told == others;
        if told.len() < enough || !patient || (recovery.begun && !all && open < self.sign_from) {
            return;
        }
        let (first, life) = (!recovery.begun, recovery.ask.life);
        if first {
            self.life = life;
            self.tell(Event::Recovered { life });
            self.say_again(me);
        }
        if first || all {
            self.sign_from = if all { open } else { open + 2 };
            self.keep(&Record::Life { life, sign_from: self.sign_from });
        }
        let done = open >= self.sign_from;
        self.recovering =
            self.recovering.take().filter(|_| !done).map(|recovery| Recovery { begun: true, ..recovery });
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
        let own = [self.tip_heads.latest(me), self.open.heads.latest(me)];
        let heads: Vec<Head> = own.into_iter().flatten().map(|head| Head { life, ..head.says }).collect();
        for says in heads {
            let head = Signed::new(&self.identity, &id, me, says);
            self.keep(&Record::Head(head));
            let heads =
                if says.index == self.world.index { &mut self.tip_heads } else { &mut self.open.heads };
            heads.insert(head);
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
        (self.life, self.sign_from) = (life, sign_from);
        let waits = self.world.index + 1 < sign_from;
        let known = self.recovering.take().map_or(0, |recovery| recovery.ask.instance);
        let ask = Ask { life, instance: known };
        let recovery = Recovery { ask, since: 0, told: BTreeMap::new(), begun: true };
        self.recovering = waits.then_some(recovery);
    }

    /// Takes back from the journal what this peer has told another.
    pub(crate) fn recall_told(&mut self, ask: Signed<Ask>, told: &Signed<Told>) -> Result<(), String> {
        let Table { id, verifiers, .. } = &self.table;
        let bounded = ask.says.life <= MAX_LIVES && told.says.index <= MAX_ENTRIES + 1;
        let fits = bounded && (told.says.about, told.says.ask) == (ask.voter, ask.says);
        if !fits || !ask.verify(id, verifiers) || !told.verify(id, verifiers) {
            return Err("something told that nobody signed".to_owned());
        }
        self.lives.begun.insert(ask.voter, (ask, told.says.index));
        Ok(())
    }

    /// Takes back from the journal that a copy of this peer spoke in a later life.
    pub(crate) fn recall_superseded(&mut self, life: Life) {
        self.life = self.life.max(life.min(MAX_LIVES));
        self.superseded = true;
    }
}
