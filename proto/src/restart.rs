//! Coming back: whether a peer still knows what it has said, and how it begins anew if it does not.
//!
//! A restart is *ordinary* if the journal is where this peer left it and nothing of it was cut off: then it goes on. Else it is
//! *suspect*: the disk may have gone back, or the home may have been copied. A suspect start has a life of its own, a number by
//! chance, and says nothing but [`Lost`] until an entry of the chain names that life.
//!
//! - In which life a voter speaks at an index follows from the entries before, as who counts there does. What it says in another one
//!   counts for nothing there. So whoever has lost its memory is, up to the entry that names its new life, as one who has crashed,
//!   and behind it nobody has ever heard it speak.
//! - The others agree by themselves to the entry ([`Change::Renew`]). It takes a majority, or half of those who count if all the
//!   others have lost their memory ([`Quorum::is_enough`]).
//! - Where so many have lost it that the rest cannot decide, all who count begin anew together ([`Body::Anew`]), once each has met the
//!   new lives of all others. One who counts alone has nobody to meet, but gives whoever watches time to bring what it had.
//! - A peer that sees an entry name another life than its own stops: a copy of its home plays on elsewhere. If it is started again,
//!   that start is suspect.

use std::collections::BTreeMap;

use crate::agree::Candidate;
use crate::entry::{Body, Change, Entry, Proof};
use crate::event::Event;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{
    GONE_MILLIS, LOST_REACH, MAX_LOST_LIVES, MAX_RENEWALS, MAX_VOTERS, OUTNUMBERED_MILLIS, PASS_ON_MILLIS,
    RENEW_MILLIS, SOLE_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Life, Quorum, Roll, Voter, Voters};
use crate::rules::{Rules, Turn};
use crate::sign::PublicKey;
use crate::statement::{Lost, Signed};

const LIFE_DOMAIN: &str = "whistlestop/life/2";

/// One start of the program, as the node tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Which file on which machine the journal is.
    pub place: Hash,
    /// By chance: no other start has it. 0 is the life of those who founded the table.
    pub life: Life,
}

/// A peer whose life no entry has named yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recovery {
    /// Since when.
    since: Millis,
    /// The index at which it last said so.
    said: u32,
    /// The user knows.
    shown: bool,
}

/// What is known of voters who have lost their memory.
#[derive(Debug, Default)]
pub(crate) struct AllLost {
    /// The last word of each of their starts, when it came, and when it was passed on.
    words: BTreeMap<(Voter, Life), (Signed<Lost>, Millis, Millis)>,
    /// How often each had begun a life when that was last looked at, and when that was seen.
    renewed: [(u32, Millis); MAX_VOTERS],
    /// Since when so many have lost it that the rest cannot decide.
    outnumbered: Option<Millis>,
}

impl AllLost {
    fn words(&self) -> impl Iterator<Item = &Signed<Lost>> {
        self.words.values().map(|(lost, _, _)| lost)
    }

    /// Of those who count, who has lost its memory.
    pub(crate) fn among(&self, roll: &Roll) -> Voters {
        let lost = |lost: &&Signed<Lost>| roll.is_lost(lost.voter, lost.says.index, lost.says.life);
        self.words().filter(lost).map(|lost| lost.voter).collect()
    }

    /// What they say, by voter; of each what came last.
    pub(crate) fn said(&self, roll: &Roll) -> Vec<Signed<Lost>> {
        let lost = |lost: &Signed<Lost>| roll.is_lost(lost.voter, lost.says.index, lost.says.life);
        let newest = |voter: Voter| {
            let own = self.words.range((voter, 0)..=(voter, Life::MAX)).map(|(_, word)| word);
            let here = own.filter(|(word, _, _)| lost(word));
            here.max_by_key(|(_, heard, _)| *heard).map(|(word, _, _)| word.clone())
        };
        roll.voters.iter().filter_map(newest).collect()
    }

    /// Keeps what a start said; says whether it is to be passed on.
    fn note(&mut self, now: Millis, lost: &Signed<Lost>) -> bool {
        let place = (lost.voter, lost.says.life);
        if let Some((known, heard, passed)) = self.words.get_mut(&place) {
            let due = known != lost || now >= passed.saturating_add(PASS_ON_MILLIS);
            if lost.says.index < known.says.index {
                return false;
            }
            (*known, *heard) = (lost.clone(), now);
            if due {
                *passed = now;
            }
            return due;
        }
        self.words.insert(place, (lost.clone(), now, now));
        let own = self.words.range((lost.voter, 0)..=(lost.voter, Life::MAX));
        let oldest = own.clone().min_by_key(|(_, (_, heard, _))| *heard).map(|(place, _)| *place);
        if let (Some(oldest), true) = (oldest, own.count() > MAX_LOST_LIVES) {
            self.words.remove(&oldest);
        }
        true
    }
}

impl<R: Rules> Lockstep<R> {
    /// Whether this peer counts, and does not know what it has said.
    pub fn is_recovering(&self) -> bool {
        self.recovering.is_some() && self.voter().is_some_and(|me| self.world.voters.contains(me))
    }

    /// Whether a copy of this peer plays on elsewhere.
    pub fn is_superseded(&self) -> bool {
        let other = |me: Voter| !self.world.roll().speaks(me, self.life);
        self.recovering.is_none() && self.voter().is_some_and(other)
    }

    /// Whether it may say nothing that counts.
    pub fn is_silent(&self) -> bool {
        self.is_recovering() || self.is_superseded()
    }

    /// The life in which this peer speaks, or would if an entry named it.
    pub fn life(&self) -> Life {
        self.life
    }

    /// The change that lets somebody who watches over a link of this peer count from now on.
    pub fn admission_of(&self, key: &PublicKey) -> Option<Change> {
        let life = self.links.get(key)?.life;
        Some(Change::Admit { key: *key, life })
    }

    /// This peer does not know what it has said, and will speak in this life. With nobody else to say it to it has said nothing.
    pub(crate) fn begin_life(&mut self, now: Millis, life: Life) {
        if self.voter().is_some() && self.table.contract.parties().count() < 2 {
            return;
        }
        self.life = life;
        self.recovering = Some(Recovery { since: now, said: 0, shown: false });
        (self.open.acked, self.open.promised, self.open.moved) = (None, 0, false);
        self.keep(&Record::Joined(life));
    }

    /// This peer finds out, while it runs, that it does not know what it has said.
    fn lose_memory(&mut self, now: Millis) {
        let open = self.world.index + 1;
        let hash = Hash::of(LIFE_DOMAIN, &[&self.spare_life.to_le_bytes(), &open.to_le_bytes()]).0;
        let life = Life::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]);
        self.begin_life(now, life.max(1));
    }

    /// This peer hears its own word of the life in which it speaks, about an index that is not decided. If it goes beyond what it
    /// remembers there, its disk has gone back unnoticed.
    pub(crate) fn hear_own_word(&mut self, now: Millis, voter: Voter, life: Life, beyond: bool) {
        let own = Some(voter) == self.voter() && life == self.life && self.recovering.is_none();
        if own && beyond && self.world.roll().speaks(voter, life) {
            self.lose_memory(now);
        }
    }

    /// Says that this peer has lost its memory, if it has not yet at this index.
    pub(crate) fn say_lost(&mut self) {
        let open = self.world.index + 1;
        if self.recovering.is_some_and(|recovery| recovery.said != open) {
            self.say_lost_again();
        }
    }

    /// The same with every status, and whom it has heard say so.
    pub(crate) fn say_lost_again(&mut self) {
        let (Some(me), true) = (self.voter(), self.is_started() && self.is_recovering()) else { return };
        let index = self.world.index + 1;
        let others = self.lost.said(&self.world.roll()).into_iter().filter(|lost| lost.voter != me);
        let met = others.map(|lost| (lost.voter, lost.says.life)).collect();
        let lost = Signed::new(&self.identity, &self.table.id, me, Lost { index, life: self.life, met });
        // Of its own starts this one goes before all others that it hears of.
        self.lost.note(Millis::MAX, &lost);
        self.spread(&Message::Lost(lost), None);
        let shown = self.recovering.as_mut().is_none_or(|recovery| {
            recovery.said = index;
            std::mem::replace(&mut recovery.shown, true)
        });
        if !shown && !self.is_over() {
            self.tell(Event::Recovering);
        }
    }

    pub(crate) fn on_lost(&mut self, now: Millis, from: PublicKey, lost: &Signed<Lost>) {
        let Lost { index, life, met } = &lost.says;
        let (voter, open) = (lost.voter, self.world.index + 1);
        let own = Some(voter) == self.voter() && *life == self.life;
        if own || !self.is_started() || !self.table.has_key(voter) {
            return;
        }
        if self.links.get_mut(&from).is_some_and(|link| !link.allow_lost(now, voter)) {
            return;
        }
        let sound = met.len() <= MAX_VOTERS && met.is_sorted_by(|a, b| a.0 < b.0);
        if !sound || !lost.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, voter);
        }
        self.heard(now, voter);
        // What is said about indices far away shows nothing yet, and could be said about all of them.
        if *index > open.saturating_add(LOST_REACH) || !self.is_still_lost(lost) {
            return;
        }
        if self.lost.note(now, lost) {
            self.relay(&Message::Lost(lost.clone()), voter, Some(from));
        }
    }

    /// Tells a neighbour who has lost its memory: without that it may not see that the last entries are final.
    pub(crate) fn send_lost(&mut self, to: PublicKey) {
        for lost in self.lost.words().cloned().collect::<Vec<_>>() {
            self.send(to, &Message::Lost(lost));
        }
    }

    /// Takes in what a certificate brings, whose signatures are good.
    pub(crate) fn take_lost(&mut self, all: &[Signed<Lost>]) {
        for lost in all.iter().filter(|lost| self.is_still_lost(lost)).cloned().collect::<Vec<_>>() {
            self.lost.note(0, &lost);
        }
    }

    /// Whether this may still be so: the voter counts, and nothing about it has changed since.
    fn is_still_lost(&self, lost: &Signed<Lost>) -> bool {
        let Lost { index, life, .. } = lost.says;
        let reach = index.saturating_add(LOST_REACH) > self.world.index;
        reach && self.world.roll().is_lost(lost.voter, index, life)
    }

    /// Everybody agrees by itself that who has lost its memory begins anew; but not one who is proved to have cheated, nor one who does so
    /// again and again.
    pub(crate) fn agree_to_renewals(&mut self, now: Millis) {
        // Whoever asked and is gone is not waited for.
        let there = |heard: Millis| now < heard.saturating_add(GONE_MILLIS);
        let words = self.lost.words.iter().filter(|(_, (_, heard, _))| there(*heard));
        let words: Vec<(Voter, Life)> = words.map(|(place, _)| *place).collect();
        self.wanted.retain(|change| match change {
            Change::Renew { voter, life } => words.contains(&(*voter, *life)),
            _ => true,
        });
        for ((known, seen), count) in self.lost.renewed.iter_mut().zip(&self.world.renewals) {
            if known != count {
                (*known, *seen) = (*count, now);
            }
        }
        for (voter, life) in words {
            let (count, seen) = self.lost.renewed[usize::from(voter)];
            let paced = count == 0 || now >= seen.saturating_add(RENEW_MILLIS);
            if paced && count < MAX_RENEWALS && !self.cheats.contains(voter) {
                self.wanted.insert(Change::Renew { voter, life });
            }
        }
    }

    /// After an entry became final: what was said before it by those whom it renewed is done with.
    pub(crate) fn settle_lost(&mut self) {
        let mut words = std::mem::take(&mut self.lost.words);
        words.retain(|_, (lost, _, _)| self.is_still_lost(lost));
        self.lost.words = words;
        self.note_own_life();
    }

    /// Whether the last entry has named this peer's life, or another one's.
    fn note_own_life(&mut self) {
        let Some(me) = self.voter() else { return };
        let speaks = self.world.roll().speaks(me, self.life);
        if speaks && self.recovering.take().is_some() {
            self.tell(Event::Recovered { life: self.life });
        } else if self.is_superseded() && !self.superseded_shown {
            self.superseded_shown = true;
            self.tell(Event::Superseded { life: self.world.lives[usize::from(me)] });
        }
    }

    /// So many have lost their memory, for a while, that the rest cannot decide with them or without: this peer joins them.
    pub(crate) fn join_the_lost(&mut self, now: Millis) {
        let Ok(me) = self.may_sign() else { return };
        let voters = self.world.voters;
        let lost = self.lost.among(&self.world.roll()).without(me);
        let rest = voters.iter().filter(|voter| !lost.contains(*voter)).collect();
        let over = self.world.rules.turn() == Turn::Over;
        if over || lost.is_empty() || (Quorum { lost, ..Quorum::of(voters) }).is_enough(rest) {
            self.lost.outnumbered = None;
        } else if now >= self.lost.outnumbered.get_or_insert(now).saturating_add(OUTNUMBERED_MILLIS) {
            self.lost.outnumbered = None;
            self.lose_memory(now);
        }
    }

    /// Lets all who count begin anew, once all have lost their memory and met each other. The first of them makes the entry. Says
    /// whether it did.
    pub(crate) fn finalise_anew(&mut self, now: Millis) -> bool {
        let (Some(recovery), Some(me)) = (self.recovering, self.voter()) else { return false };
        let voters = self.world.voters;
        // Whoever watches may claim to know more, but not for ever.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        let waited = |times: u64| now >= recovery.since.saturating_add(times * SOLE_MILLIS);
        let patient = waited(10) || (waited(1) && !ahead);
        if voters.iter().next() != Some(me) || !patient {
            return false;
        }
        let all = self.lost.said(&self.world.roll());
        let lives = all.iter().map(|lost| (lost.voter, lost.says.life)).collect();
        let Ok((core, world)) = self.next(Body::Anew { lives }) else { return false };
        let entry = Entry { core, proof: Proof::Lost(all) };
        if !entry.is_certified(&self.world.roll()) {
            return false;
        }
        let hash = world.tip;
        self.finalise(Candidate { entry, hash, world, kept: false }, None);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign::Identity;

    /// A voter's word about an index that it has lost its memory.
    fn word(voter: Voter, index: u32, life: Life) -> Signed<Lost> {
        let says = Lost { index, life, met: Vec::new() };
        Signed::new(&Identity::from_secret(&[voter; 32]), &Hash::default(), voter, says)
    }

    #[test]
    fn a_word_is_passed_on_if_it_is_new_or_after_a_while_and_an_older_one_never() {
        let mut lost = AllLost::default();
        assert!(lost.note(0, &word(1, 5, 7)), "new");
        assert!(!lost.note(1, &word(1, 5, 7)), "known");
        assert!(lost.note(2, &word(1, 6, 7)), "about another index");
        assert!(!lost.note(2 + PASS_ON_MILLIS - 1, &word(1, 6, 7)));
        assert!(lost.note(2 + PASS_ON_MILLIS, &word(1, 6, 7)), "a while ago");
        assert!(!lost.note(3 + PASS_ON_MILLIS, &word(1, 6, 7)), "passed on again just now");
        assert!(!lost.note(9 * PASS_ON_MILLIS, &word(1, 5, 7)));
        assert_eq!(lost.words().map(|word| word.says.index).collect::<Vec<_>>(), [6]);
    }

    #[test]
    fn of_a_voter_that_begins_many_lives_the_one_that_was_heard_of_least_lately_is_forgotten() {
        let mut lost = AllLost::default();
        let most = Life::try_from(MAX_LOST_LIVES).expect("few");
        for life in 1..=most {
            assert!(lost.note(Millis::from(life), &word(1, 5, life)));
        }
        assert_eq!(lost.words().count(), MAX_LOST_LIVES, "so many are not too many");
        lost.note(50, &word(1, 5, 1));
        for life in most + 1..most + 3 {
            assert!(lost.note(100 + Millis::from(life), &word(1, 5, life)));
        }
        let lives: Vec<Life> = lost.words().map(|word| word.says.life).collect();
        let left = std::iter::once(1).chain(4..most + 3).collect::<Vec<_>>();
        assert_eq!(lives, left);
    }
}
