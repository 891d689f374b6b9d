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

use crate::birth::{Begin, Birth};
use crate::event::Event;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{GIVEN_UP_MILLIS, MAX_LIVES, MAX_ROUNDS, MAX_TOLD_PASSED_ON, SOLE_MILLIS};
use crate::lives::is_due;
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::pace::Pace;
use crate::quorum::{Quorum, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Life, Part, Signed};
use crate::told::{Ask, Statements, Telling, Told};

/// One start of the program, as the node tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Which file on which machine the journal is.
    pub place: Hash,
    /// By chance: no other start has it.
    pub instance: u64,
}

/// A peer that does not know what it has said.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    /// The life that it is about to begin, and which start does.
    ask: Ask,
    /// Since when.
    since: Millis,
    /// What each told it last.
    told: BTreeMap<Voter, Telling>,
    /// What was told about an index that is not open here yet.
    early: BTreeMap<Voter, Telling>,
    /// So many have told that the life has begun; it only has to wait where the others may still hold something.
    begun: bool,
    /// The user knows.
    shown: bool,
}

impl Recovery {
    const fn new(ask: Ask, since: Millis) -> Self {
        Self { ask, since, told: BTreeMap::new(), early: BTreeMap::new(), begun: false, shown: false }
    }
}

impl<R: Rules> Lockstep<R> {
    /// Whether this peer does not know yet what it has said.
    pub fn is_recovering(&self) -> bool {
        self.recovering.as_ref().is_some_and(|recovery| !recovery.begun)
    }

    /// Whether it may say nothing at the open index, since it may have said something there that it does not know of.
    pub fn is_silent(&self) -> bool {
        self.is_recovering() || self.open.torn || self.world.index + 1 < self.sign_from
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
        if let Some(me) = self.voter() {
            // The journal may hold that it began a life, and end before it said so.
            let begun = self.lives.births.of(me).map(Birth::life).max().unwrap_or(0);
            let ask = Ask { life: self.life.max(begun).saturating_add(1), instance };
            self.recovering = Some(Recovery::new(ask, now));
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
        let (voter, started) = (self.voter(), self.is_started());
        if let (Some(recovery), Some(voter), true) = (&mut self.recovering, voter, started) {
            let (says, shown) = (recovery.ask, std::mem::replace(&mut recovery.shown, true));
            let ask = Signed::new(&self.identity, &self.table.id, voter, says);
            self.spread(&Message::Ask(ask), None);
            if !shown {
                self.tell(Event::Recovering);
            }
        }
    }

    /// Another start of this peer has asked for a life, perhaps for the very one; or this one did, before it crashed. Who lives
    /// goes on: that one may have given up.
    pub(crate) fn hear_own_question(&mut self, other: Ask) {
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

    pub(crate) fn on_told(&mut self, now: Millis, from: PublicKey, telling: &Telling) {
        let told = &telling.told;
        let Told { about, ask, index, .. } = told.says;
        let place = (told.voter, about);
        // What was asked here is taken in, whatever another start was told.
        let due = is_due(self.lives.told.get(&place), &(ask.life, index), now)
            || self.recovering.as_ref().is_some_and(|recovery| recovery.ask == ask);
        let known = self.table.has_key(told.voter) && self.table.has_key(about);
        if !due || !self.is_started() || !known {
            return;
        }
        if !telling.is_sound() {
            return self.offend(from);
        }
        if !told.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, told.voter);
        }
        self.heard(now, told.voter);
        self.lives.told.insert(place, ((ask.life, index), now));
        if Some(about) == self.voter() {
            self.take_told(now, telling);
        } else if self.passes_on_told(now, told.voter) {
            self.spread(&Message::Told(Box::new(telling.clone())), Some(from));
        }
    }

    /// Whether one more answer of a voter is passed on: what all pass on must not be too much for anybody's link.
    fn passes_on_told(&mut self, now: Millis, teller: Voter) -> bool {
        let pace = self.lives.told_pace.entry(teller).or_insert_with(|| Pace::new(now, MAX_TOLD_PASSED_ON));
        pace.take(now, MAX_TOLD_PASSED_ON, MAX_TOLD_PASSED_ON)
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
        // What is decided here it need not keep to, but must not contradict.
        let decided = self.world.index;
        if decided > 0 {
            self.decided.note(decided, heads.iter().copied(), votes.iter().copied());
        }
        // What was told about an index that is not open yet was not kept to: it is taken in when that index opens, or told again. Who is
        // behind has told all that it will ever take at the later ones, too.
        let here = telling.told.says.index <= self.world.index + 1;
        if let Some(recovery) = self.recovering.as_mut().filter(|recovery| recovery.ask == ask) {
            if here {
                recovery.told.insert(telling.told.voter, telling.clone());
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
        let here = |telling: &&Telling| {
            let told = &telling.told;
            told.says.index <= open && told.says.ask == recovery.ask && others.contains(told.voter)
        };
        let tellings: Vec<Telling> = recovery.told.values().filter(here).cloned().collect();
        let told: Voters = tellings.iter().map(|telling| telling.told.voter).collect();
        // Nobody else counts: whoever watches has what this peer once said, and brings it if it can be reached.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        // Whoever watches may claim anything, but not for ever.
        let waited = |times: u64| now >= recovery.since.saturating_add(times * SOLE_MILLIS);
        let patient = !others.is_empty() || waited(10) || (waited(1) && !ahead);
        let all = told == others;
        if recovery.begun && open >= self.sign_from {
            self.recovering = None;
            self.tell(Event::Recovered { life: self.life });
            return;
        }
        if told.len() < enough || !patient || (recovery.begun && !all) {
            return;
        }
        let ask = recovery.ask;
        self.life = ask.life;
        if others.is_empty() {
            let known: Vec<Hash> = self.open.candidates.iter().map(|candidate| candidate.hash).collect();
            self.keep_own(me, |part| !matches!(part, Part::Head(head) if !known.contains(&head.says.entry)));
        } else if all {
            self.forget_void(me, &tellings);
        }
        // Where it has contradicted itself already, and others hold both, it says nothing in any case.
        let torn = u32::from(self.open.torn);
        self.sign_from = if all { open + torn } else { open + 2 };
        self.begin_life(me, ask, open, tellings.into_iter().map(|telling| telling.told).collect());
        if open >= self.sign_from {
            self.recovering = None;
            self.tell(Event::Recovered { life: ask.life });
            self.say_again();
        } else {
            self.recovering = self.recovering.take().map(|recovery| Recovery { begun: true, ..recovery });
        }
        // Behind what was said again: from here on nothing older is this peer's.
        self.keep(&Record::Life { life: self.life, sign_from: self.sign_from });
    }

    /// Shows everybody with whose answers the life begins, before anything is said in it.
    fn begin_life(&mut self, me: Voter, ask: Ask, index: u32, told: Vec<Signed<Told>>) {
        let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
        let begin = Signed::new(&self.identity, &self.table.id, me, Begin { ask, index, told: named });
        let birth = Birth { begin, told };
        self.note_birth(birth.clone());
        self.spread(&Message::Birth(Box::new(birth)), None);
    }

    /// Takes back from the journal which life this peer has begun.
    pub(crate) fn recall_life(&mut self, life: Life, sign_from: u32) {
        self.lives.unsure = None;
        (self.life, self.sign_from) = (life, sign_from);
        let waits = self.world.index + 1 < sign_from;
        let known = self.recovering.take().map_or(0, |recovery| recovery.ask.instance);
        let ask = Ask { life, instance: known };
        self.recovering = waits.then(|| Recovery { begun: true, ..Recovery::new(ask, 0) });
    }

    /// Takes back from the journal that a copy of this peer spoke in a later life.
    pub(crate) fn recall_superseded(&mut self, life: Life) {
        self.life = self.life.max(life.min(MAX_LIVES));
        self.superseded = true;
    }
}
