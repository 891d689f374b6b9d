//! Who counts at an index, and how many of them are enough.

use serde::{Deserialize, Serialize};

use crate::limits::MAX_VOTERS;

/// Somebody whose signature counts: a seat by its number, or a witness, whose numbers follow those of all seats there
/// can be ([`MAX_SEATS`](crate::limits::MAX_SEATS)).
pub type Voter = u8;

/// Which start of a voter's program speaks: 0 the first one, and a number by chance each that did not know what was
/// said before it.
pub type Life = u32;

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

    /// Those that are among either.
    #[must_use]
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
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

/// Who counts at an index, and in which life each of them speaks there. Both follow from the entries before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Who counts.
    pub voters: Voters,
    /// By voter.
    pub lives: [Life; MAX_VOTERS],
    /// By voter: the index of the entry that last changed its place or life, 0 at first.
    pub since: [u32; MAX_VOTERS],
}

impl Roll {
    /// The first: these, each in its first life.
    pub const fn of(voters: Voters) -> Self {
        Self { voters, lives: [0; MAX_VOTERS], since: [0; MAX_VOTERS] }
    }

    /// Whether what a voter says in this life is its word here.
    pub fn speaks(&self, voter: Voter, life: Life) -> bool {
        self.lives.get(usize::from(voter)) == Some(&life)
    }

    /// Whether a voter that said at an index that it had lost its memory, and would speak in this life, has not been
    /// heard since: it counts, and no entry has changed its place or named a life of it.
    pub fn is_lost(&self, voter: Voter, index: u32, life: Life) -> bool {
        let since = self.since.get(usize::from(voter)).is_some_and(|since| index > *since);
        self.voters.contains(voter) && since && !self.speaks(voter, life)
    }

    /// From this entry on a voter has another place, or life.
    pub fn change(&mut self, voter: Voter, index: u32, life: Option<Life>) {
        if let Some(since) = self.since.get_mut(usize::from(voter)) {
            *since = index;
        }
        if let (Some(own), Some(life)) = (self.lives.get_mut(usize::from(voter)), life) {
            *own = life;
        }
    }
}

/// Those who decide at one index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quorum {
    /// All whose signatures count.
    pub voters: Voters,
    /// Those of them who are proved to have signed two things.
    pub liars: Voters,
    /// Those of them who say that they do not know what they have said here, and say nothing else here.
    pub lost: Voters,
}

impl Quorum {
    /// The quorum of these voters, of whom nothing bad is known.
    pub const fn of(voters: Voters) -> Self {
        Self { voters, liars: Voters::NONE, lost: Voters::NONE }
    }

    /// The same voters, as who knows of no proof against anybody sees them.
    #[must_use]
    pub const fn unsuspecting(self) -> Self {
        Self { liars: Voters::NONE, ..self }
    }

    /// Whether they decide by what they say, each with whom it knows to have lost its memory: a majority; or one of two, who
    /// knows that the other has lost its memory.
    ///
    /// Nobody else decides beside it: what the other said was said before that, and the one is bound by what it acknowledged.
    /// Where more count, half is never enough: a liar and somebody who is behind could hold old words against the rest.
    pub fn is_decided_by(self, said: impl Iterator<Item = (Voter, Voters)>) -> bool {
        let counts = said.filter(|(voter, _)| self.voters.contains(*voter));
        let (agreed, known) = counts.fold((Voters::NONE, Voters::ALL), |(agreed, known), (voter, lost)| {
            (agreed.with(voter), known.and(lost))
        });
        let rest = agreed.iter().fold(self.voters, Voters::without);
        agreed.len() >= self.size() || (self.is_enough(agreed) && rest.and(known) == rest)
    }

    /// Whether so many can decide: a majority; or one of two, if the other has lost its memory.
    pub const fn is_enough(self, agreed: Voters) -> bool {
        let agreed = agreed.and(self.voters);
        let rest_is_lost = agreed.or(self.lost).and(self.voters).len() == self.voters.len();
        agreed.len() >= self.size() || (self.voters.len() == 2 && agreed.len() == 1 && rest_is_lost)
    }

    /// With fewer nothing is decided, whoever they are.
    pub const fn least(self) -> usize {
        if self.voters.len() == 2 && !self.lost.is_empty() { 1 } else { self.size() }
    }

    /// How many make a strict majority.
    pub const fn size(self) -> usize {
        self.voters.len() / 2 + 1
    }

    /// How many *others* must have gone on without it, before who acknowledged an entry may give it up.
    ///
    /// So many that those who are left cannot be a majority for it. At an even table two majorities share two voters,
    /// and one of them may lie as long as nobody is proved to: one more is asked for, or the liar's word alone would
    /// release.
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
    fn with_fewer_than_a_majority_or_one_of_two_beside_the_lost_nothing_is_decided() {
        let least = |count, lost: Voters| Quorum { lost, ..Quorum::of(first(count)) }.least();
        assert_eq!((1..=7).map(|n| least(n, Voters::NONE)).collect::<Vec<_>>(), [1, 2, 2, 3, 3, 4, 4]);
        assert_eq!((1..=7).map(|n| least(n, first(1))).collect::<Vec<_>>(), [1, 1, 2, 3, 3, 4, 4]);
    }

    #[test]
    fn who_suspects_nobody_knows_the_same_voters_and_who_is_lost_but_no_liar() {
        let [liars, lost] = [1, 2].map(|voter| Voters::NONE.with(voter));
        let quorum = Quorum { liars, lost, ..Quorum::of(first(4)) };
        assert_eq!(quorum.unsuspecting(), Quorum { lost, ..Quorum::of(first(4)) });
    }

    #[test]
    fn an_entry_changes_since_when_a_voter_has_its_place_and_perhaps_its_life() {
        let mut roll = Roll::of(first(3));
        roll.change(1, 7, None);
        assert_eq!((roll.since[1], roll.lives[1]), (7, 0));
        roll.change(1, 9, Some(5));
        assert_eq!((roll.since[1], roll.lives[1]), (9, 5));
        assert_eq!((roll.since[0], roll.lives[2]), (0, 0), "nothing about others");
    }

    #[test]
    fn majorities_and_releases_of_every_table() {
        let sizes: Vec<_> = (1..=7).map(|n| Quorum::of(first(n)).size()).collect();
        assert_eq!(sizes, [1, 2, 2, 3, 3, 4, 4]);
        let releases: Vec<_> = (1..=7).map(|n| Quorum::of(first(n)).release()).collect();
        assert_eq!(releases, [1, 2, 2, 3, 3, 4, 4], "at two never: there is one other");
        let proved = |n| Quorum { liars: Voters::NONE.with(0), ..Quorum::of(first(n)) }.release();
        assert_eq!((2..=6).map(proved).collect::<Vec<_>>(), [1, 2, 2, 3, 3]);
        let elsewhere = Quorum { liars: Voters::NONE.with(9), ..Quorum::of(first(4)) };
        assert_eq!(elsewhere.release(), 3, "who does not count cannot be the liar");
    }

    #[test]
    fn fewer_than_a_majority_are_enough_only_where_one_of_two_has_lost_its_memory() {
        let enough = |n: u8, agreed: &[Voter], lost: &[Voter]| {
            let lost = lost.iter().copied().collect();
            Quorum { lost, ..Quorum::of(first(n)) }.is_enough(agreed.iter().copied().collect())
        };
        assert!(enough(2, &[0, 1], &[]) && !enough(2, &[0], &[]) && enough(2, &[0], &[1]));
        assert!(!enough(2, &[], &[0, 1]) && !enough(2, &[5], &[0, 1]), "nobody decides for others");
        assert!(!enough(3, &[0], &[1, 2]), "a majority has lost it");
        assert!(enough(2, &[0], &[0, 1]), "a word of before counts as it did");
        assert!(!enough(4, &[0, 3], &[1, 2]) && !enough(4, &[0], &[1, 2, 3]) && enough(4, &[0, 1, 3], &[2]));
        assert!(!enough(5, &[0, 1], &[2, 3, 4]) && !enough(6, &[0, 1, 2], &[3, 4, 5]));
    }

    #[test]
    fn one_of_two_decides_only_by_what_it_said_when_the_other_was_known_to_be_lost() {
        let quorum =
            |n: u8, lost: &[Voter]| Quorum { lost: lost.iter().copied().collect(), ..Quorum::of(first(n)) };
        let decided = |quorum: Quorum, said: &[(Voter, &[Voter])]| {
            quorum.is_decided_by(said.iter().map(|(voter, lost)| (*voter, lost.iter().copied().collect())))
        };
        assert!(decided(quorum(2, &[]), &[(0, &[]), (1, &[])]), "a majority need not know of anybody");
        assert!(decided(quorum(2, &[1]), &[(0, &[1])]) && !decided(quorum(2, &[1]), &[(0, &[])]));
        assert!(!decided(quorum(2, &[]), &[(0, &[1])]), "there must be a word of the other");
        assert!(decided(quorum(2, &[1]), &[(0, &[1]), (7, &[])]), "who does not count spoils nothing");
        assert!(!decided(quorum(2, &[0, 1]), &[(7, &[0, 1])]));
        let four = quorum(4, &[2, 3]);
        assert!(!decided(four, &[(0, &[2, 3]), (1, &[2, 3])]));
        assert!(!decided(four, &[(0, &[]), (1, &[]), (7, &[])]), "who does not count says nothing");
        assert!(decided(four, &[(0, &[]), (1, &[]), (2, &[])]));
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
