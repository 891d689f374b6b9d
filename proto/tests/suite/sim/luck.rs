//! The one source of luck of a run: equal seeds give equal runs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Numbers that follow from a seed.
#[derive(Debug)]
pub(crate) struct Luck(ChaCha8Rng);

impl Luck {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True so many times in a thousand.
    pub(crate) fn permille(&mut self, chance: u64) -> bool {
        self.below(1000) < chance
    }

    /// A place in a list of this length.
    pub(crate) fn place(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a length")
    }

    /// A byte from `low` to `high`.
    pub(crate) fn byte(&mut self, low: u8, high: u8) -> u8 {
        u8::try_from(self.between(low.into(), high.into())).expect("between two bytes")
    }

    /// A number from `low` to `high`.
    pub(crate) fn number(&mut self, low: u32, high: u32) -> u32 {
        u32::try_from(self.between(low.into(), high.into())).expect("between two numbers")
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.place(items.len())]
    }
}
