//! Chance: outcomes from 32 bytes of entropy that somebody else supplies for one draw.
//!
//! The stream is `ChaCha20`; the sampling is our own and fixed by the golden vectors below, because the
//! distributions of libraries may change between versions and two peers would then part ways.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::seat::Seat;

/// The outcomes of one draw.
#[derive(Debug)]
pub struct Chance {
    stream: ChaCha20Rng,
}

impl Chance {
    /// A draw decided by this entropy.
    pub fn new(entropy: [u8; 32]) -> Self {
        Self { stream: ChaCha20Rng::from_seed(entropy) }
    }

    /// A number from 0 to `end - 1`, each as likely as the other.
    ///
    /// Words of the stream at or above the largest multiple of `end` are thrown away, so that no outcome
    /// is favoured.
    ///
    /// # Panics
    /// If `end` is 0: there is nothing to draw from.
    pub fn below(&mut self, end: u32) -> u32 {
        assert!(end > 0, "a draw needs something to draw from");
        let words = 1_u64 << 32;
        let fair = words - words % u64::from(end);
        loop {
            let word = self.stream.next_u32();
            if u64::from(word) < fair {
                return word % end;
            }
        }
    }

    /// A seat of a table of `seats`, each as likely as the other.
    ///
    /// # Panics
    /// If there is no seat.
    pub fn seat(&mut self, seats: u8) -> Seat {
        let number = u8::try_from(self.below(u32::from(seats))).ok();
        number.and_then(Seat::new).expect("a number below the seats is a seat")
    }

    /// Puts the items into a random order (Fisher and Yates, from the last place down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let end = u32::try_from(last + 1).expect("nothing in a box of games counts four billion");
            items.swap(last, self.below(end) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changing any of these breaks every recorded game and every table between two versions.
    #[test]
    fn outcomes_never_change() {
        let mut chance = Chance::new([0; 32]);
        let dice: Vec<u32> = (0..12).map(|_| chance.below(6)).collect();
        assert_eq!(dice, [0, 0, 0, 5, 5, 0, 2, 5, 4, 3, 1, 4]);

        let mut chance = Chance::new(std::array::from_fn(|i| u8::try_from(i).unwrap()));
        let wide: Vec<u32> = (0..4).map(|_| chance.below(u32::MAX)).collect();
        assert_eq!(wide, [2_100_034_873, 1_780_073_945, 1_996_733_837, 1_229_642_936]);

        let mut cards: Vec<u8> = (0..16).collect();
        Chance::new([7; 32]).shuffle(&mut cards);
        assert_eq!(cards, [15, 11, 12, 3, 2, 1, 7, 10, 6, 14, 5, 0, 9, 8, 13, 4]);
    }

    /// With `end` just above half of all words, about half of them must be thrown away.
    #[test]
    fn words_that_would_favour_an_outcome_are_thrown_away() {
        let end = (1 << 31) + 1;
        let (mut drawn, mut words) = (Chance::new([3; 32]), Chance::new([3; 32]));
        let mut thrown = 0;
        for _ in 0..64 {
            let outcome = drawn.below(end);
            while words.stream.next_u32() != outcome {
                thrown += 1;
            }
        }
        assert!((40..90).contains(&thrown), "{thrown}");
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        let mut chance = Chance::new([9; 32]);
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            chance.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|n| (900..1100).contains(n)), "{counts:?}");
    }
}
