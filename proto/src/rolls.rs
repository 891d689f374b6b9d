//! Who counted at each index of a chain.

use crate::quorum::{Roll, Voters};

/// Who counted from which index on, and in which lives.
#[derive(Clone, Debug)]
pub(crate) struct Rolls(Vec<(u32, Roll)>);

impl Rolls {
    /// From the start on these, each in its first life.
    pub(crate) fn new(founders: Voters) -> Self {
        Self(vec![(0, Roll::of(founders))])
    }

    /// From an index on these; gives those who counted before. Indices rise.
    pub(crate) fn note(&mut self, from: u32, roll: Roll) -> Voters {
        let before = self.0.last().map_or(Voters::NONE, |(_, last)| last.voters);
        if self.0.last().is_none_or(|(_, last)| *last != roll) {
            self.0.push((from, roll));
        }
        before
    }

    /// Those at an index.
    pub(crate) fn at(&self, index: u32) -> Roll {
        let before = self.0.iter().rev().find(|(from, _)| *from <= index);
        before.map_or_else(|| Roll::of(Voters::NONE), |(_, roll)| *roll)
    }
}
