//! Who counts at an index, and how many of them are enough.

use serde::{Deserialize, Serialize};

/// Somebody whose signature counts: a seat by its number, or a witness, whose numbers follow those of all seats there
/// can be ([`MAX_SEATS`](crate::limits::MAX_SEATS)).
pub type Voter = u8;

/// A set of voters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Voters(u16);

impl Voters {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Everybody that there can be.
    pub const ALL: Self = Self(u16::MAX);

    /// Whether this voter is among them.
    pub const fn contains(self, voter: Voter) -> bool {
        voter < 16 && self.0 & (1 << voter) != 0
    }

    /// These and this one.
    #[must_use]
    pub const fn with(self, voter: Voter) -> Self {
        if voter < 16 { Self(self.0 | (1 << voter)) } else { self }
    }

    /// These but this one.
    #[must_use]
    pub const fn without(self, voter: Voter) -> Self {
        if voter < 16 { Self(self.0 & !(1 << voter)) } else { self }
    }

    /// Those that are among both.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is nobody.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them, by number.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Voter> + Clone {
        (0..16).filter(move |voter| self.contains(*voter))
    }
}

impl FromIterator<Voter> for Voters {
    fn from_iter<I: IntoIterator<Item = Voter>>(voters: I) -> Self {
        voters.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Those who count at one index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quorum {
    /// All whose signatures count.
    pub voters: Voters,
    /// Those of them who are proved to have signed two things.
    pub liars: Voters,
}

impl Quorum {
    /// The quorum of these voters, of whom nothing bad is known.
    pub const fn of(voters: Voters) -> Self {
        Self { voters, liars: Voters::NONE }
    }

    /// The same voters, as who knows of no proof against anybody sees them.
    #[must_use]
    pub const fn unsuspecting(self) -> Self {
        Self::of(self.voters)
    }

    /// How many make a strict majority.
    pub const fn size(self) -> usize {
        self.voters.len() / 2 + 1
    }

    /// How many *others* must have gone on without it, before who acknowledged an entry may give it up.
    ///
    /// So many that those who are left cannot be a majority for it. At an even table two majorities share two voters, and one
    /// of them may lie as long as nobody is proved to: one more is asked for, or the liar's word alone would release.
    pub fn release(self) -> usize {
        let even = self.voters.len().is_multiple_of(2);
        let slack = usize::from(even && self.liars.and(self.voters).is_empty());
        self.voters.len() - self.size() + 1 + slack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(count: u8) -> Voters {
        (0..count).collect()
    }

    #[test]
    fn majorities_and_releases_of_every_table() {
        let sizes: Vec<_> = (1..=7).map(|n| Quorum::of(first(n)).size()).collect();
        assert_eq!(sizes, [1, 2, 2, 3, 3, 4, 4]);
        let releases: Vec<_> = (1..=7).map(|n| Quorum::of(first(n)).release()).collect();
        assert_eq!(releases, [1, 2, 2, 3, 3, 4, 4], "at two never: there is one other");
        let proved = |n| Quorum { voters: first(n), liars: Voters::NONE.with(0) }.release();
        assert_eq!((2..=6).map(proved).collect::<Vec<_>>(), [1, 2, 2, 3, 3]);
        let elsewhere = Quorum { voters: first(4), liars: Voters::NONE.with(9) };
        assert_eq!(elsewhere.release(), 3, "who does not count cannot be the liar");
    }

    #[test]
    fn a_set_holds_what_it_was_given() {
        let set: Voters = [5, 0, 11, 16, 200].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 11]);
        assert_eq!((set.len(), set.without(5).len(), set.without(99).len()), (3, 2, 3));
        assert_eq!(set.without(16), set, "there are sixteen, from 0");
        assert!(set.contains(11) && !set.contains(1) && !set.contains(16) && !set.contains(200));
        assert!(Voters::NONE.is_empty() && !set.is_empty());
        assert_eq!(set.and(first(6)), [0, 5].into_iter().collect());
    }
}
