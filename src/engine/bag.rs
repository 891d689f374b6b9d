//! Bags and decks: how many of each kind are left, in no order at all.
//!
//! A card is drawn when it is turned up. No order exists before that, so none can be looked at.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::chance::Chance;

/// A number of things of each of `KINDS` kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bag<const KINDS: usize>([u16; KINDS]);

impl<const KINDS: usize> Bag<KINDS> {
    /// A bag with so many of each kind.
    pub const fn new(counts: [u16; KINDS]) -> Self {
        Self(counts)
    }

    /// How many of a kind are left.
    pub const fn count(&self, kind: usize) -> u16 {
        self.0[kind]
    }

    /// How many are left in all.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// Puts some of a kind in.
    ///
    /// # Panics
    /// If a box held more than 65,535 of a kind.
    pub fn put(&mut self, kind: usize, count: u16) {
        self.0[kind] = self.0[kind].checked_add(count).expect("no box holds so many pieces");
    }

    /// Takes one of a kind out; `false`, and nothing changes, if there is none.
    #[must_use]
    pub fn take(&mut self, kind: usize) -> bool {
        let Some(rest) = self.0[kind].checked_sub(1) else { return false };
        self.0[kind] = rest;
        true
    }

    /// Draws one thing, each as likely as the other; none if the bag is empty.
    pub fn draw(&mut self, chance: &mut Chance) -> Option<usize> {
        let total = self.total();
        if total == 0 {
            return None;
        }
        let mut place = chance.below(total);
        let kind = self.0.iter().position(|&count| {
            let here = place < u32::from(count);
            place = place.saturating_sub(u32::from(count));
            here
        })?;
        self.0[kind] -= 1;
        Some(kind)
    }
}

impl<const KINDS: usize> Default for Bag<KINDS> {
    fn default() -> Self {
        Self([0; KINDS])
    }
}

impl<const KINDS: usize> Serialize for Bag<KINDS> {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(sink)
    }
}

impl<'de, const KINDS: usize> Deserialize<'de> for Bag<KINDS> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let counts = Vec::<u16>::deserialize(source)?;
        let counts = counts.try_into().map_err(|_| D::Error::custom("a bag has another number of kinds"))?;
        Ok(Self(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_empties_the_bag_and_gives_back_exactly_what_was_in_it() {
        let mut bag = Bag::new([3, 0, 5]);
        let mut chance = Chance::new([1; 32]);
        let mut drawn = [0; 3];
        while let Some(kind) = bag.draw(&mut chance) {
            drawn[kind] += 1;
        }
        assert_eq!(drawn, [3, 0, 5]);
        assert!(bag.is_empty());
    }

    #[test]
    fn a_kind_is_drawn_as_often_as_its_number_says() {
        let mut chance = Chance::new([2; 32]);
        let rare = (0..4000).filter(|_| Bag::new([1, 3]).draw(&mut chance) == Some(0)).count();
        assert!((900..1100).contains(&rare), "{rare}");
    }

    #[test]
    fn taking_what_is_not_there_changes_nothing() {
        let mut bag = Bag::new([0, 1]);
        assert!(!bag.take(0));
        assert!(bag.take(1));
        assert_eq!(bag, Bag::new([0, 0]));
        bag.put(0, 2);
        assert_eq!(bag.count(0), 2);
    }
}
