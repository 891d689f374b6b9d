//! The votes about one index that count, and what shows that they do.
//!
//! A vote that contradicts what its voter acknowledged counts only with other votes that allow it ([`guard`]). Whoever passes
//! it on therefore passes those on as well; whoever gets it takes them in first, the lower rounds before the higher ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::guard::{self, Ballot};
use crate::hash::Hash;
use crate::limits::{MAX_SUPPORT, MAX_VOTES_KEPT};
use crate::quorum::{Quorum, Voter};
use crate::statement::{Signed, Vote};

/// Votes about one index. All of them count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Votes(BTreeMap<(u32, Voter), Signed<Vote>>);

impl Votes {
    /// Adds a vote that counts. A voter that says too much loses its oldest.
    pub(crate) fn insert(&mut self, vote: Signed<Vote>) {
        self.0.insert((vote.says.round, vote.voter), vote);
        let own = self.0.keys().filter(|(_, voter)| *voter == vote.voter);
        if own.clone().count() > MAX_VOTES_KEPT
            && let Some(oldest) = own.min().copied()
        {
            self.0.remove(&oldest);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A voter's vote in a round.
    pub(crate) fn get(&self, round: u32, voter: Voter) -> Option<&Signed<Vote>> {
        self.0.get(&(round, voter))
    }

    /// All votes, the lowest rounds first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Signed<Vote>> {
        self.0.values()
    }

    /// The votes of a voter, the lowest rounds first.
    pub(crate) fn of(&self, voter: Voter) -> impl DoubleEndedIterator<Item = &Signed<Vote>> {
        self.iter().filter(move |vote| vote.voter == voter)
    }

    /// A voter's vote in its highest round.
    pub(crate) fn latest(&self, voter: Voter) -> Option<&Signed<Vote>> {
        self.of(voter).next_back()
    }

    /// The votes for an entry in a round, by voter.
    pub(crate) fn for_entry(&self, round: u32, entry: Hash) -> impl Iterator<Item = &Signed<Vote>> {
        let in_round = self.0.range((round, 0)..=(round, Voter::MAX));
        in_round.map(|(_, vote)| vote).filter(move |vote| vote.says.entry == entry)
    }

    /// What the rules of agreement look at.
    pub(crate) fn ballots(&self) -> impl Iterator<Item = Ballot<Hash>> + Clone {
        self.0.values().map(Signed::ballot)
    }

    /// Whether one more vote counts.
    pub(crate) fn counts(&self, quorum: Quorum, vote: &Signed<Vote>) -> bool {
        guard::counts(quorum, &vote.ballot(), self.ballots())
    }

    /// What shows that a vote counts: by the lowest rounds, as few as will do, and never more than a message holds.
    pub(crate) fn support(&self, quorum: Quorum, vote: &Signed<Vote>) -> Vec<Signed<Vote>> {
        let mut needed = BTreeSet::new();
        let mut open = vec![*vote];
        while let Some(vote) = open.pop() {
            for other in self.reasons(quorum, &vote) {
                if needed.insert((other.says.round, other.voter)) {
                    open.push(other);
                }
            }
        }
        needed.iter().filter_map(|place| self.0.get(place)).copied().take(MAX_SUPPORT).collect()
    }

    /// The votes that a vote leans on directly.
    fn reasons(&self, quorum: Quorum, vote: &Signed<Vote>) -> Vec<Signed<Vote>> {
        let Some((last, bound)) = vote.says.acked else { return Vec::new() };
        let mut reasons = if last == 0 { Vec::new() } else { self.majority(quorum, last, bound) };
        if vote.says.entry == bound {
            return reasons;
        }
        let between = last.saturating_add(1)..vote.says.round;
        let named = self.for_rounds(between).filter(|other| other.says.entry == vote.says.entry);
        let majority = |round| self.majority(quorum, round, vote.says.entry);
        let certified =
            named.map(|other| majority(other.says.round)).find(|votes| votes.len() >= quorum.size());
        let without = |other: &&Signed<Vote>| {
            other.voter != vote.voter && other.says.acked.is_none_or(|(_, entry)| entry != bound)
        };
        let released = || {
            let mut by_voter: BTreeMap<Voter, Signed<Vote>> = BTreeMap::new();
            for other in
                self.for_rounds(last.saturating_add(1)..vote.says.round.saturating_add(1)).filter(without)
            {
                by_voter.entry(other.voter).or_insert(*other);
            }
            by_voter.into_values().collect()
        };
        reasons.extend(certified.unwrap_or_else(released));
        reasons
    }

    /// As many votes for an entry in a round as make a majority, those first that lean on the fewest others.
    fn majority(&self, quorum: Quorum, round: u32, entry: Hash) -> Vec<Signed<Vote>> {
        let mut votes: Vec<Signed<Vote>> = self.for_entry(round, entry).copied().collect();
        votes.retain(|vote| quorum.voters.contains(vote.voter));
        votes.sort_by_key(|vote| vote.says.acked.map_or(0, |(round, _)| round));
        votes.truncate(quorum.size());
        votes
    }

    fn for_rounds(&self, rounds: std::ops::Range<u32>) -> impl Iterator<Item = &Signed<Vote>> {
        self.iter().filter(move |vote| rounds.contains(&vote.says.round))
    }
}
