//! What became of the game with each final entry, until whoever keeps its past has taken it.

use std::collections::VecDeque;

use crate::limits::MAX_OUTCOMES;

/// The games after the last final entries, each given out once and in order. Where nobody takes them the oldest go
/// first: they can be played again.
#[derive(Debug)]
pub(crate) struct Outcomes<R> {
    /// How many entries were taken.
    taken: usize,
    /// After the last entries.
    states: VecDeque<R>,
}

impl<R> Default for Outcomes<R> {
    fn default() -> Self {
        Self { taken: 0, states: VecDeque::new() }
    }
}

impl<R> Outcomes<R> {
    /// One more entry has become final, and led to this.
    pub(crate) fn note(&mut self, after: R) {
        if self.states.len() >= MAX_OUTCOMES {
            self.states.pop_front();
        }
        self.states.push_back(after);
    }

    /// Of so many entries the place of the next that was not taken, and the game after it, if that is still there.
    pub(crate) fn take(&mut self, entries: usize) -> Option<(usize, Option<R>)> {
        let place = self.taken;
        let waiting = entries.checked_sub(place).filter(|waiting| *waiting > 0)?;
        self.taken += 1;
        let state = if self.states.len() >= waiting { self.states.pop_front() } else { None };
        Some((place, state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_given_out_once_and_where_too_many_wait_the_last_are_there() {
        let mut outcomes = Outcomes::default();
        assert_eq!(outcomes.take(0), None::<(usize, Option<usize>)>);
        (0..3).for_each(|place| outcomes.note(place));
        assert_eq!(outcomes.take(3), Some((0, Some(0))));
        let entries = MAX_OUTCOMES + 9;
        (3..entries).for_each(|place| outcomes.note(place));
        for place in 1..entries {
            let kept = (place >= entries - MAX_OUTCOMES).then_some(place);
            assert_eq!(outcomes.take(entries), Some((place, kept)));
        }
        assert_eq!(outcomes.take(entries), None);
        outcomes.note(entries);
        assert_eq!(outcomes.take(entries + 1), Some((entries, Some(entries))));
    }
}
