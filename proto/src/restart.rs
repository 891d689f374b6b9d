//! Coming back: whether a peer still knows what it has said, and how it begins anew if it does not.
//!
//! A restart is *ordinary* if the journal is where this peer left it and nothing of it was cut off: then it goes on.
//! Else it is
//! *suspect*: the disk may have gone back, or the home may have been copied. A suspect start has a life of its own, a
//! number by chance, and says nothing but [`Lost`] until an entry of the chain names that life.
//!
//! - In which life a voter speaks at an index follows from the entries before, as who counts there does. What it says
//!   in another one counts for nothing there. So whoever has lost its memory is, up to the entry that names its new life,
//!   as one who has crashed, and behind it nobody has ever heard it speak.
//! - The others agree by themselves to the entry ([`Change::Renew`]). It takes a majority, or one of two if the
//!   other has lost its memory ([`Quorum::is_enough`]).
//! - Where so many have lost it that the rest cannot decide, all who count begin anew together ([`Body::Anew`]), once each
//!   has met the new lives of all others. One who counts alone has nobody to meet, but gives whoever watches time to
//!   bring what it had.
//! - A peer that sees an entry name another life than its own stops: a copy of its home plays on elsewhere. If it is
//!   started again, that start is suspect.

use std::collections::BTreeMap;

use crate::agree::Candidate;
use crate::entry::{Body, Change, Entry, Proof};
use crate::event::ProtocolEvent;
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{
    GONE_MILLIS, LOST_REACH, MAX_LOST_LIVES, MAX_RENEWALS, MAX_VOTERS, OUTNUMBERED_MILLIS, PASS_ON_MILLIS,
    RENEW_MILLIS, SOLE_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Life, Quorum, Roll, Voter, Voters};
use crate::rules::{Rules, ToMove};
use crate::sign::PublicKey;
use crate::statement::{Lost, Signed};

/// One start of the program, as the node tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgramStart {
    /// Which file on which machine the journal is.
    pub place: Hash,
    /// By chance: no other start has it. 0 is the life of those who founded the table.
    pub life: Life,
}

/// What a start of a voter that has lost its memory has said.
#[derive(Debug)]
struct LostWords {
    /// Last.
    last: Signed<Lost>,
    /// The word that reaches back furthest, if that is another one: whoever is behind may need it.
    early: Option<Signed<Lost>>,
    /// When the last one came.
    heard: Millis,
    /// When it was passed on.
    passed: Millis,
}

impl LostWords {
    fn iter(&self) -> impl Iterator<Item = &Signed<Lost>> {
        std::iter::once(&self.last).chain(&self.early)
    }

    /// Whether it does not know what it said at an index, where these count.
    fn hold_at(&self, index: u32, roll: &Roll) -> bool {
        self.iter().any(|word| word.holds_at(index, roll))
    }

    /// Keeps a word, if it reaches back further than all that is kept.
    fn keep_early(&mut self, word: &Signed<Lost>) {
        if self.iter().all(|known| word.says.first < known.says.first) {
            self.early = Some(word.clone());
        }
    }
}

/// What is known of voters who have lost their memory.
#[derive(Debug, Default)]
pub(crate) struct AllLost {
    /// By voter and life.
    words: BTreeMap<(Voter, Life), LostWords>,
    /// How often each had begun a life when that was last looked at, and when that was seen.
    renewed: [(u32, Millis); MAX_VOTERS],
    /// Since when so many have lost it that the rest cannot decide.
    outnumbered: Option<Millis>,
}

impl AllLost {
    fn words(&self) -> impl Iterator<Item = &Signed<Lost>> {
        self.words.values().flat_map(LostWords::iter)
    }

    /// Of those who count at an index, who has lost its memory.
    pub(crate) fn among(&self, index: u32, roll: &Roll) -> Voters {
        self.words().filter(|lost| lost.holds_at(index, roll)).map(|lost| lost.voter).collect()
    }

    /// What they say, by voter; of each what came last.
    pub(crate) fn said(&self, index: u32, roll: &Roll) -> Vec<Signed<Lost>> {
        let newest = |voter: Voter| {
            let own = self.words.range((voter, 0)..=(voter, Life::MAX)).map(|(_, words)| words);
            let newest = own.filter(|words| words.hold_at(index, roll)).max_by_key(|words| words.heard)?;
            newest.iter().find(|word| word.holds_at(index, roll)).cloned()
        };
        roll.voters.iter().filter_map(newest).collect()
    }

    /// The starts that were there a moment ago and have lost their memory at an index.
    fn there(&self, now: Millis, index: u32, roll: &Roll) -> Vec<(Voter, Life)> {
        // Whoever asked and is gone is not waited for.
        let there =
            |words: &LostWords| now < words.heard.saturating_add(GONE_MILLIS) && words.hold_at(index, roll);
        self.words.iter().filter(|(_, words)| there(words)).map(|(place, _)| *place).collect()
    }

    /// Whether a start has not said this or anything since.
    fn is_news(&self, lost: &Signed<Lost>) -> bool {
        let words = self.words.get(&(lost.voter, lost.says.life));
        words.is_none_or(|words| lost.says.count > words.last.says.count)
    }

    /// What a start said later than this.
    fn later(&self, lost: &Signed<Lost>) -> Option<&Signed<Lost>> {
        let words = self.words.get(&(lost.voter, lost.says.life))?;
        Some(&words.last).filter(|last| last.says.count > lost.says.count)
    }

    /// Keeps what a start said; says whether it is to be passed on. What it said before, and somebody says again, shows
    /// nothing new, but perhaps to whom is behind.
    fn note(&mut self, now: Millis, lost: &Signed<Lost>) -> bool {
        let place = (lost.voter, lost.says.life);
        if let Some(words) = self.words.get_mut(&place) {
            if lost.says.count <= words.last.says.count {
                words.keep_early(lost);
                return false;
            }
            let before = std::mem::replace(&mut words.last, lost.clone());
            words.early = words.early.take().filter(|early| early.says.first < lost.says.first);
            words.keep_early(&before);
            words.heard = words.heard.max(now);
            let same = (before.says.index, &before.says.met) == (lost.says.index, &lost.says.met);
            let due = !same || now >= words.passed.saturating_add(PASS_ON_MILLIS);
            if due {
                words.passed = now;
            }
            return due;
        }
        self.words.insert(place, LostWords { last: lost.clone(), early: None, heard: now, passed: now });
        let own = self.words.range((lost.voter, 0)..=(lost.voter, Life::MAX));
        let oldest = own.clone().min_by_key(|(_, words)| words.heard).map(|(place, _)| *place);
        if let (Some(oldest), true) = (oldest, own.count() > MAX_LOST_LIVES) {
            self.words.remove(&oldest);
        }
        true
    }
}

impl<R: Rules> Lockstep<R> {
    /// Whether this peer counts, and does not know what it has said.
    pub fn is_recovering(&self) -> bool {
        self.own.recovery().is_some() && self.voter().is_some_and(|me| self.world.voters().contains(me))
    }

    /// Whether a copy of this peer plays on elsewhere.
    pub fn is_superseded(&self) -> bool {
        let other = |me: Voter| !self.world.roll().speaks(me, self.life());
        self.own.recovery().is_none() && self.voter().is_some_and(other)
    }

    /// Whether it may say nothing that counts.
    pub fn is_silent(&self) -> bool {
        self.is_recovering() || self.is_superseded()
    }

    /// The life in which this peer speaks, or would if an entry named it.
    pub fn life(&self) -> Life {
        self.own.life()
    }

    /// The change that lets somebody who watches over a link of this peer count from now on.
    pub fn admission_of(&self, key: &PublicKey) -> Option<Change> {
        let life = self.links.get(key)?.life;
        Some(Change::Admit { key: *key, life })
    }

    /// This peer does not know what it has said, and will speak in this life.
    pub(crate) fn begin_life(&mut self, now: Millis, life: Life) {
        self.own.begin(now, life);
        self.time.forget();
        (self.open.acked, self.open.promised, self.open.moved) = (None, 0, false);
        self.keep(&Record::Joined(life));
    }

    /// This peer finds out, while it runs, that it does not know what it has said.
    fn lose_memory(&mut self, now: Millis) {
        self.begin_life(now, self.own.next(self.world.index + 1));
    }

    /// This peer hears its own word of the life in which it speaks, about an index that is not decided. If it goes
    /// beyond what it remembers there, its disk has gone back unnoticed.
    pub(crate) fn hear_own_word(&mut self, now: Millis, voter: Voter, life: Life, beyond: bool) {
        let own = Some(voter) == self.voter() && life == self.life();
        // Who is recovering has said nothing in its life yet, as far as it knows.
        let forgot = self.is_recovering() || (beyond && self.world.roll().speaks(voter, life));
        if own && forgot {
            self.lose_memory(now);
        }
    }

    /// Says that this peer has lost its memory, if it has not yet at this index.
    pub(crate) fn say_lost(&mut self, now: Millis) {
        let open = self.world.index + 1;
        if self.own.recovery().is_some_and(|recovery| !recovery.has_said(open)) {
            self.say_lost_again(now);
        }
    }

    /// The same with every status, and whom it has heard say so.
    pub(crate) fn say_lost_again(&mut self, now: Millis) {
        let (Some(me), true) = (self.voter(), self.is_started() && self.is_recovering()) else { return };
        let index = self.world.index + 1;
        let caught_up = self.may_have_caught_up(now, me);
        let Some(recovery) = self.own.recovery_mut() else { return };
        let show = recovery.show();
        if let Some((first, count)) = recovery.next_word(index, caught_up) {
            let others =
                self.lost.said(index, &self.world.roll()).into_iter().filter(|lost| lost.voter != me);
            let met = others.map(|lost| (lost.voter, lost.says.life)).collect();
            let says = Lost { index, first, count, life: self.life(), met };
            let lost = Signed::new(&self.identity, &self.table.id, me, says);
            // Of its own starts this one goes before all others that it hears of.
            self.lost.note(Millis::MAX, &lost);
            self.spread(&Message::Lost(lost), None);
        }
        if show && !self.is_over() {
            self.tell(ProtocolEvent::Recovering);
        }
    }

    /// Whether this peer knows all that is final, as far as its neighbours say how far they are; or has waited for that
    /// long enough. What is said before would be about indices at which its voter still knew what it had said.
    fn may_have_caught_up(&mut self, now: Millis, me: Voter) -> bool {
        let alone = self.world.voters() == Voters::NONE.with(me);
        let level =
            self.links.values().all(|link| link.tip != Hash::default() && link.index <= self.world.index);
        let linked = !self.links.is_empty();
        let Some(recovery) = self.own.recovery_mut() else { return false };
        let patient = recovery.has_waited(now, linked);
        alone || patient || (linked && level)
    }

    pub(crate) fn on_lost(&mut self, now: Millis, from: PublicKey, lost: &Signed<Lost>) {
        let Lost { index, first, life, met, .. } = &lost.says;
        let (voter, open) = (lost.voter, self.world.index + 1);
        let own = Some(voter) == self.voter() && *life == self.life();
        let said = self.own.recovery().map_or(u64::MAX, |recovery| recovery.count());
        if (own && lost.says.count <= said) || !self.is_started() || !self.table.has_key(voter) {
            return;
        }
        if self.links.get_mut(&from).is_some_and(|link| !link.allow_lost(now, voter)) {
            return;
        }
        let sound = met.len() <= MAX_VOTERS && met.is_sorted_by(|a, b| a.0 < b.0) && first <= index;
        if !sound || !lost.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, voter);
        }
        // What is said about indices far away shows nothing yet, and could be said about all of them.
        if *index > open.saturating_add(LOST_REACH) || !self.is_still_lost(lost) {
            return;
        }
        if own {
            // It does not know that it said so: its journal went back within its life, and others pass over all that it
            // says in that before it has said as much again.
            return self.lose_memory(now);
        }
        if let Some(later) = self.lost.later(lost).cloned() {
            self.send(from, &Message::Lost(later));
        }
        if self.lost.is_news(lost) {
            self.heard(now, voter);
        }
        if self.lost.note(now, lost) {
            self.relay_to_all(&Message::Lost(lost.clone()), voter, from);
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

    /// Everybody agrees by itself that who has lost its memory begins anew; but not one who is proved to have cheated,
    /// nor one who does so again and again.
    pub(crate) fn agree_to_renewals(&mut self, now: Millis) {
        let words = self.lost.there(now, self.world.index + 1, &self.world.roll());
        self.wishes.want_no_renewals_but(&words);
        for ((known, seen), count) in self.lost.renewed.iter_mut().zip(self.world.membership.renewals()) {
            if known != count {
                (*known, *seen) = (*count, now);
            }
        }
        for (voter, life) in words {
            let (count, seen) = self.lost.renewed[usize::from(voter)];
            let paced = count == 0 || now >= seen.saturating_add(RENEW_MILLIS);
            if paced && count < MAX_RENEWALS && !self.proofs.cheats().contains(voter) {
                self.wishes.agree_to([Change::Renew { voter, life }]);
            }
        }
    }

    /// After an entry became final: what was said before it by those whom it renewed is done with.
    pub(crate) fn settle_lost(&mut self) {
        let mut words = std::mem::take(&mut self.lost.words);
        words.retain(|_, words| words.iter().any(|lost| self.is_still_lost(lost)));
        self.lost.words = words;
        self.note_own_life();
    }

    /// Whether the last entry has named this peer's life, or another one's.
    fn note_own_life(&mut self) {
        let Some(me) = self.voter() else { return };
        let speaks = self.world.roll().speaks(me, self.life());
        if speaks && self.own.recover() {
            self.tell(ProtocolEvent::Recovered { life: self.life() });
        } else if self.is_superseded() && self.own.show_superseded() {
            self.tell(ProtocolEvent::Superseded { life: self.world.roll().lives[usize::from(me)] });
        }
    }

    /// So many have lost their memory, for a while, that the rest cannot decide with them or without: this peer joins
    /// them.
    pub(crate) fn join_the_lost(&mut self, now: Millis) {
        let Ok(me) = self.may_sign() else { return };
        let voters = self.world.voters();
        let there = self.lost.there(now, self.world.index + 1, &self.world.roll());
        let lost: Voters = there.into_iter().map(|(voter, _)| voter).filter(|voter| *voter != me).collect();
        let rest = voters.iter().filter(|voter| !lost.contains(*voter)).collect();
        let over = self.world.rules.turn() == ToMove::Over;
        // Somebody who only watches may hold back what else there is to hear.
        let near = self.links.values().any(|link| link.voter.is_some());
        // Whoever is further may know that they have their memory again; but words prove nothing.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        let patience = if ahead { 3 * OUTNUMBERED_MILLIS } else { OUTNUMBERED_MILLIS };
        if over || !near || lost.is_empty() || (Quorum { lost, ..Quorum::of(voters) }).is_enough(rest) {
            self.lost.outnumbered = None;
        } else if now >= self.lost.outnumbered.get_or_insert(now).saturating_add(patience) {
            self.lost.outnumbered = None;
            self.lose_memory(now);
        }
    }

    /// Lets all who count begin anew, once all have lost their memory and met each other. The first of them makes the
    /// entry. Says whether it did.
    pub(crate) fn finalise_anew(&mut self, now: Millis) -> bool {
        let (Some(recovery), Some(me)) = (self.own.recovery(), self.voter()) else { return false };
        let voters = self.world.voters();
        // Whoever watches may claim to know more, but not for ever.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        let waited = |times: u64| now >= recovery.since.saturating_add(times * SOLE_MILLIS);
        // Whoever knows nothing of the table may have been here with others.
        let patient = waited(10) || (waited(1) && !ahead && !self.log.is_empty());
        if voters.iter().next() != Some(me) || !patient {
            return false;
        }
        let all = self.lost.said(self.world.index + 1, &self.world.roll());
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

    /// The so-manieth word of a voter, about an index, that it has lost its memory.
    fn word(voter: Voter, index: u32, count: u64, life: Life) -> Signed<Lost> {
        let says = Lost { index, first: index, count, life, met: Vec::new() };
        Signed::new(&Identity::from_secret(&[voter; 32]), &Hash::default(), voter, says)
    }

    #[test]
    fn a_word_is_passed_on_if_it_is_new_or_after_a_while_and_one_that_is_said_again_never() {
        let mut lost = AllLost::default();
        assert!(lost.note(0, &word(1, 5, 1, 7)), "new");
        assert!(!lost.note(1, &word(1, 5, 2, 7)), "nothing new");
        assert!(lost.note(2, &word(1, 6, 3, 7)), "about another index");
        assert!(!lost.note(2 + PASS_ON_MILLIS - 1, &word(1, 6, 4, 7)));
        assert!(lost.note(2 + PASS_ON_MILLIS, &word(1, 6, 5, 7)), "a while ago");
        assert!(!lost.note(3 + PASS_ON_MILLIS, &word(1, 6, 6, 7)), "passed on again just now");
        assert!(!lost.note(9 * PASS_ON_MILLIS, &word(1, 6, 6, 7)), "said before");
        assert!(!lost.note(9 * PASS_ON_MILLIS, &word(1, 4, 5, 7)), "said before that");
    }

    #[test]
    fn a_word_is_news_unless_its_start_said_it_or_a_later_one() {
        let mut lost = AllLost::default();
        lost.note(0, &word(1, 5, 4, 7));
        for (count, life, news) in [(3, 7, false), (4, 7, false), (5, 7, true), (1, 8, true)] {
            let said = word(1, 5, count, life);
            assert_eq!(lost.is_news(&said), news, "{count} in {life}");
            let later = (count == 3).then(|| word(1, 5, 4, 7));
            assert_eq!(lost.later(&said), later.as_ref(), "{count} in {life}");
        }
    }

    #[test]
    fn a_word_that_is_said_again_does_not_show_that_its_start_is_there() {
        let (mut lost, roll) = (AllLost::default(), Roll::of(Voters::NONE.with(1)));
        let there = |lost: &AllLost, now| lost.there(now, 5, &roll).len();
        lost.note(0, &word(1, 5, 2, 7));
        assert_eq!((there(&lost, 0), there(&lost, GONE_MILLIS)), (1, 0));
        for count in [1, 2] {
            lost.note(GONE_MILLIS, &word(1, 5, count, 7));
            assert_eq!(there(&lost, GONE_MILLIS), 0, "{count}");
        }
        lost.note(GONE_MILLIS, &word(1, 5, 3, 7));
        assert_eq!(there(&lost, GONE_MILLIS), 1);
    }

    #[test]
    fn the_word_that_reaches_back_furthest_is_kept_beside_the_last_in_whatever_order_they_come() {
        let roll = Roll::of(Voters::NONE.with(1));
        let words = [word(1, 5, 1, 7), word(1, 8, 2, 7), word(1, 6, 3, 7)];
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
            let mut lost = AllLost::default();
            for place in order {
                lost.note(0, &words[place]);
            }
            let held: Vec<u32> = (4..9).filter(|index| !lost.among(*index, &roll).is_empty()).collect();
            assert_eq!(held, [5, 6, 7, 8], "{order:?}");
            assert!(lost.words().eq([&words[2], &words[0]]), "{order:?}");
            assert_eq!(lost.said(5, &roll), [words[0].clone()]);
            assert_eq!(lost.said(6, &roll), [words[2].clone()]);
        }
        let mut lost = AllLost::default();
        let again = word(1, 5, 4, 7);
        for word in [&words[0], &words[1], &again] {
            lost.note(0, word);
        }
        assert!(lost.words().eq([&again]), "one that reaches back no further is not kept beside it");
    }

    #[test]
    fn a_start_has_lost_its_memory_from_the_index_on_at_which_it_first_said_so() {
        let (mut lost, roll) = (AllLost::default(), Roll::of(Voters::NONE.with(1)));
        let words = [word(1, 5, 1, 7), word(1, 9, 1, 8)];
        (0..).zip(&words).for_each(|(now, word)| assert!(lost.note(now, word)));
        for (index, lives) in [(4, vec![]), (5, vec![(1, 7)]), (8, vec![(1, 7)]), (9, vec![(1, 7), (1, 8)])] {
            assert_eq!(lost.there(1, index, &roll), lives, "{index}");
        }
        assert_eq!(lost.said(8, &roll), words[..1], "though the other start was heard later");
        assert_eq!(lost.said(9, &roll), words[1..]);
    }

    #[test]
    fn of_a_voter_that_begins_many_lives_the_one_that_was_heard_of_least_lately_is_forgotten() {
        let mut lost = AllLost::default();
        let most = Life::try_from(MAX_LOST_LIVES).expect("few");
        for life in 1..=most {
            assert!(lost.note(Millis::from(life), &word(1, 5, 1, life)));
        }
        assert_eq!(lost.words().count(), MAX_LOST_LIVES, "so many are not too many");
        lost.note(50, &word(1, 5, 2, 1));
        for life in most + 1..most + 3 {
            assert!(lost.note(100 + Millis::from(life), &word(1, 5, 1, life)));
        }
        let lives: Vec<Life> = lost.words().map(|word| word.says.life).collect();
        let left = std::iter::once(1).chain(4..most + 3).collect::<Vec<_>>();
        assert_eq!(lives, left);
    }
}
