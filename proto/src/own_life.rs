//! The life in which this peer speaks, and whether it knows what it has said in it.

use crate::hash::Hash;
use crate::limits::{CATCH_UP_MILLIS, WORDS_OF_A_START};
use crate::lockstep::Millis;
use crate::quorum::Life;

const LIFE_DOMAIN: &str = "whistlestop/life/2";

/// What a peer knows of its own life. Only [`begin`](OwnLife::begin) changes it, and then it is recovering.
#[derive(Debug, Default)]
pub(crate) struct OwnLife {
    /// The life in which it speaks, or would if an entry named it.
    life: Life,
    /// What the next one is made of, if it finds out that it does not know what it has said.
    spare: Life,
    /// No entry has named its life yet: it does not know what it has said, and signs nothing.
    recovery: Option<Recovery>,
    /// Which file on which machine the journal is.
    place: Option<Hash>,
    /// The user knows that a copy of this peer plays on elsewhere.
    superseded_shown: bool,
}

/// A peer whose life no entry has named yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recovery {
    /// Since when.
    pub(crate) since: Millis,
    /// Since when it has neighbours that may know more.
    linked: Option<Millis>,
    /// The index at which it first said so.
    first: Option<u32>,
    /// The index at which it last said so.
    said: u32,
    /// The number of its last word.
    count: u64,
    /// The user knows.
    shown: bool,
}

impl OwnLife {
    pub(crate) fn life(&self) -> Life {
        self.life
    }

    pub(crate) fn recovery(&self) -> Option<Recovery> {
        self.recovery
    }

    pub(crate) fn recovery_mut(&mut self) -> Option<&mut Recovery> {
        self.recovery.as_mut()
    }

    /// By chance: what a later life is made of.
    pub(crate) fn set_spare(&mut self, spare: Life) {
        self.spare = spare;
    }

    /// The life that is begun where this one is found, at an open index, not to know what it has said.
    pub(crate) fn next(&self, open: u32) -> Life {
        let hash = Hash::of(LIFE_DOMAIN, &[&self.spare.to_le_bytes(), &open.to_le_bytes()]).0;
        Life::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]).max(1)
    }

    /// A life begins. Each time that it does, the words of it go on behind all that can have been said in it before.
    pub(crate) fn begin(&mut self, now: Millis, life: Life) {
        let before = self.recovery.filter(|_| self.life == life).map_or(0, |recovery| recovery.count);
        let count = (before / WORDS_OF_A_START).saturating_add(1).saturating_mul(WORDS_OF_A_START);
        self.life = life;
        self.recovery =
            Some(Recovery { since: now, linked: None, first: None, said: 0, count, shown: false });
    }

    /// An entry has named it. Says whether it was recovering.
    pub(crate) fn recover(&mut self) -> bool {
        self.recovery.take().is_some()
    }

    /// Whether the user is to be told, now, that a copy of this peer plays on elsewhere.
    pub(crate) fn show_superseded(&mut self) -> bool {
        !std::mem::replace(&mut self.superseded_shown, true)
    }

    pub(crate) fn place(&self) -> Option<Hash> {
        self.place
    }

    pub(crate) fn set_place(&mut self, place: Hash) {
        self.place = Some(place);
    }
}

impl Recovery {
    /// The number of its last word.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Whether it has said so at this index.
    pub(crate) fn has_said(&self, index: u32) -> bool {
        self.said == index
    }

    /// The next word about its lost memory: from which index on, and its number. Before it has caught up there is
    /// none, unless there was one before.
    pub(crate) fn next_word(&mut self, index: u32, caught_up: bool) -> Option<(u32, u64)> {
        if !caught_up && self.first.is_none() {
            return None;
        }
        let first = *self.first.get_or_insert(index);
        self.said = index;
        self.count = self.count.saturating_add(1);
        Some((first, self.count))
    }

    /// Whether it has had neighbours for so long that they had time to tell what they know.
    pub(crate) fn has_waited(&mut self, now: Millis, linked: bool) -> bool {
        self.linked = self.linked.filter(|_| linked).or_else(|| linked.then_some(now));
        self.linked.is_some_and(|since| now >= since.saturating_add(CATCH_UP_MILLIS))
    }

    /// Whether the user is to be told, now.
    pub(crate) fn show(&mut self) -> bool {
        !std::mem::replace(&mut self.shown, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_life_that_begins_once_more_go_on_behind_all_that_it_can_have_said() {
        let mut own = OwnLife::default();
        own.begin(0, 7);
        let first = own.recovery_mut().and_then(|recovery| recovery.next_word(3, true));
        assert_eq!(first, Some((3, WORDS_OF_A_START + 1)));
        own.begin(1, 7);
        let again = own.recovery_mut().and_then(|recovery| recovery.next_word(4, true));
        assert_eq!(again, Some((4, 2 * WORDS_OF_A_START + 1)));
        own.begin(2, 8);
        let other = own.recovery_mut().and_then(|recovery| recovery.next_word(5, true));
        assert_eq!(other, Some((5, WORDS_OF_A_START + 1)));
    }

    #[test]
    fn before_it_has_caught_up_it_says_nothing_unless_it_has_before() {
        let mut own = OwnLife::default();
        own.begin(0, 7);
        let recovery = own.recovery_mut().expect("it has just begun");
        assert_eq!(recovery.next_word(3, false), None);
        assert!(!recovery.has_said(3));
        assert!(recovery.next_word(3, true).is_some() && recovery.has_said(3));
        assert_eq!(
            recovery.next_word(4, false),
            Some((3, WORDS_OF_A_START + 2)),
            "about all since the first"
        );
        assert!(own.recover() && !own.recover() && own.recovery().is_none());
    }

    #[test]
    fn neighbours_have_their_time_from_when_there_is_one() {
        let mut own = OwnLife::default();
        own.begin(0, 7);
        let recovery = own.recovery_mut().expect("it has just begun");
        assert!(!recovery.has_waited(0, false) && !recovery.has_waited(CATCH_UP_MILLIS, false));
        assert!(!recovery.has_waited(10, true) && recovery.has_waited(10 + CATCH_UP_MILLIS, true));
        assert!(!recovery.has_waited(20 + CATCH_UP_MILLIS, false), "there is none any more");
        assert!(!recovery.has_waited(20 + CATCH_UP_MILLIS, true));
    }

    #[test]
    fn the_next_life_follows_from_the_spare_one_and_the_open_index_and_is_never_the_first() {
        let mut own = OwnLife::default();
        own.set_spare(5);
        let (at_one, at_two) = (own.next(1), own.next(2));
        own.set_spare(6);
        assert!(at_one != at_two && own.next(1) != at_one);
        assert!((1..2_000).all(|open| own.next(open) > 0));
    }

    #[test]
    fn the_user_is_told_once() {
        let mut own = OwnLife::default();
        assert!(own.show_superseded() && !own.show_superseded());
        own.begin(0, 7);
        let recovery = own.recovery_mut().expect("it has just begun");
        assert!(recovery.show() && !recovery.show());
    }
}
