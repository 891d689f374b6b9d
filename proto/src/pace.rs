//! How often something may happen: so many times at once, and then again as time passes.

use crate::lockstep::Millis;

/// What is left of an allowance, and when that was last counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    left: u32,
    counted: Millis,
}

impl Pace {
    /// An allowance that nothing was taken from yet.
    pub(crate) const fn new(now: Millis, most: u32) -> Self {
        Self { left: most, counted: now }
    }

    /// Takes one, if there is one left. They grow again by so many a second, up to `most`.
    pub(crate) fn take(&mut self, now: Millis, most: u32, per_second: u32) -> bool {
        let grown = now.saturating_sub(self.counted).saturating_mul(per_second.into()) / 1000;
        if grown > 0 {
            self.left = u32::try_from(grown).map_or(most, |grown| self.left.saturating_add(grown).min(most));
            self.counted = now;
        }
        let taken = self.left > 0;
        self.left = self.left.saturating_sub(1);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_at_once_and_then_as_time_passes() {
        let mut pace = Pace::new(100, 3);
        assert!((0..3).all(|_| pace.take(100, 3, 2)));
        assert!(!pace.take(599, 3, 2), "half a second is not over");
        assert!(pace.take(600, 3, 2) && !pace.take(600, 3, 2));
        assert!((0..3).all(|_| pace.take(Millis::MAX, 3, 2)), "never more than at once");
        assert!(!pace.take(Millis::MAX, 3, 2));
        assert!(!pace.take(0, 3, 2), "a clock that goes back gives nothing");
    }
}
