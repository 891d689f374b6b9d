//! The entries that led to a state, without those taken back.

use crate::entry::{Body, Change, Entry};

/// Indices of entries, rising, as runs without a gap: one more for each take-back, however long the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage(Vec<(u32, u32)>);

impl Lineage {
    /// The line after these entries, which were all judged before.
    pub fn of(log: &[Entry]) -> Self {
        let mut line = Self::default();
        for entry in log {
            if let Body::Change(Change::TakeBack { to }) = entry.core.body {
                line.cut_after(to);
            }
            line.push(entry.core.index);
        }
        line
    }

    pub(crate) fn push(&mut self, index: u32) {
        match self.0.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => self.0.push((index, index)),
        }
    }

    pub(crate) fn cut_after(&mut self, index: u32) {
        self.0.retain(|(first, _)| *first <= index);
        if let Some((_, last)) = self.0.last_mut() {
            *last = (*last).min(index);
        }
    }

    pub(crate) fn contains(&self, index: u32) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&index))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|(first, last)| *first..=*last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_long_as_its_gaps_are_many() {
        let mut line = Lineage::default();
        (1..=10_000).for_each(|index| line.push(index));
        line.cut_after(9_000);
        (10_001..=10_010).for_each(|index| line.push(index));
        assert_eq!(line.0, [(1, 9_000), (10_001, 10_010)]);
        assert!(line.contains(9_000) && !line.contains(9_001) && line.contains(10_001));
        line.cut_after(10_000);
        assert_eq!(line.iter().last(), Some(9_000));
        line.cut_after(0);
        assert_eq!(line, Lineage::default());
    }
}
