//! The votes about one index that count, and what shows that they do.
//!
//! A vote that contradicts what its voter acknowledged counts only with other votes that allow it ([`guard`]). Whoever
//! passes it on therefore passes those on as well; whoever gets it takes them in first, the lower rounds before the
//! higher ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::guard::{self, Acked, Ballot};
use crate::hash::Hash;
use crate::limits::{MAX_SUPPORT, MAX_VOTES_KEPT};
use crate::quorum::{Quorum, Voter, Voters};
use crate::statement::{Signed, Vote};

/// Where a vote has its place: in which round it is, whose, and what it says.
type VoteKey = (u32, Voter, Vote);

fn place_of(vote: &Signed<Vote>) -> VoteKey {
    (vote.says.round, vote.voter, vote.says)
}

/// Before the first place of a voter in a round.
const fn before(round: u32, voter: Voter) -> VoteKey {
    let (entry, lost) = (Hash::LOWEST, Voters::NONE);
    (round, voter, Vote { index: 0, round: 0, entry, change: None, acked: None, life: 0, lost })
}

/// Votes about one index. All of them count. A liar may have several in one round, also for one entry: whoever came to
/// something by the one must be able to show it to those who heard another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Votes {
    all: BTreeMap<VoteKey, Signed<Vote>>,
    /// What this peer acknowledged last: it must be able to show why.
    bound: Option<Acked<Hash>>,
}

impl Votes {
    /// This peer has acknowledged something.
    pub(crate) fn bind(&mut self, acked: Option<Acked<Hash>>) {
        self.bound = acked;
    }

    /// Adds a vote that counts. A voter that says too much loses its oldest: first of those that nothing leans on, then
    /// of those that only belong to a majority. What somebody's last word leans on, or what this peer acknowledged, is
    /// never lost: whoever votes in many rounds must not make others forget how they came to what they are bound to.
    pub(crate) fn insert(&mut self, quorum: Quorum, vote: Signed<Vote>) {
        self.all.insert(place_of(&vote), vote);
        let own = || self.all.keys().copied().filter(|(_, voter, _)| *voter == vote.voter);
        if own().count() > MAX_VOTES_KEPT {
            let needed = self.needed(quorum);
            let mut rest = own().filter(|place| !needed.contains(place)).peekable();
            if rest.peek().is_some() {
                let majorities = self.majorities(quorum);
                let spare = rest.clone().find(|place| !majorities.contains(place));
                if let Some(oldest) = spare.or_else(|| rest.next()) {
                    self.all.remove(&oldest);
                }
            }
        }
    }

    /// The places of what everybody's last vote leans on, of that vote itself, and of what shows why this peer
    /// acknowledged what it did.
    fn needed(&self, quorum: Quorum) -> BTreeSet<VoteKey> {
        let last = quorum.voters.iter().filter_map(|voter| self.latest(voter));
        let with_reasons = last.flat_map(|vote| self.support(quorum, vote).into_iter().chain([*vote]));
        let rounds = self
            .bound
            .into_iter()
            .flat_map(|acked| [acked.since, acked.round].map(|round| (round, acked.entry)));
        let own = rounds.flat_map(|(round, entry)| self.behind(quorum, round, entry));
        with_reasons.chain(own).map(|vote| place_of(&vote)).collect()
    }

    /// The places of every majority, with what it leans on: somebody may be bound by it.
    fn majorities(&self, quorum: Quorum) -> BTreeSet<VoteKey> {
        let named: BTreeSet<(u32, Hash)> =
            self.iter().map(|vote| (vote.says.round, vote.says.entry)).collect();
        let certified = named.into_iter().filter(|place| guard::is_certified(quorum, *place, self.ballots()));
        certified
            .flat_map(|(round, entry)| self.behind(quorum, round, entry))
            .map(|vote| place_of(&vote))
            .collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// A voter's votes in a round: one, unless it lies.
    pub(crate) fn in_round(&self, round: u32, voter: Voter) -> impl Iterator<Item = &Signed<Vote>> {
        let own = self.all.range(before(round, voter)..);
        own.take_while(move |(place, _)| (place.0, place.1) == (round, voter)).map(|(_, vote)| vote)
    }

    /// Whether it is known. Signed once more it is no other vote.
    pub(crate) fn contains(&self, vote: &Signed<Vote>) -> bool {
        self.all.contains_key(&place_of(vote))
    }

    /// All votes, the lowest rounds first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Signed<Vote>> {
        self.all.values()
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
        let in_round = self.all.range(before(round, 0)..).take_while(move |(place, _)| place.0 == round);
        in_round.map(|(_, vote)| vote).filter(move |vote| vote.says.entry == entry)
    }

    /// What the rules of agreement look at.
    pub(crate) fn ballots(&self) -> impl Iterator<Item = Ballot<Hash>> + Clone {
        self.all.values().map(Signed::ballot)
    }

    /// Whether one more vote counts.
    pub(crate) fn counts(&self, quorum: Quorum, vote: &Signed<Vote>) -> bool {
        guard::counts(quorum, &vote.ballot(), self.ballots())
    }

    /// What shows that a vote counts, that a majority named what its voter acknowledged last, and that one named what it
    /// votes for, if one did: the lowest rounds first.
    pub(crate) fn support(&self, quorum: Quorum, vote: &Signed<Vote>) -> Vec<Signed<Vote>> {
        let acked = vote.says.acked.map(|acked| (acked.round, acked.entry));
        // Whoever is free votes for what was named as far as it knows: the others must get to know it, too.
        let earlier = self.for_rounds(0..vote.says.round).filter(|other| other.says.entry == vote.says.entry);
        let rounds: BTreeSet<u32> = earlier.map(|other| other.says.round).collect();
        let named = rounds.into_iter().map(|round| (round, vote.says.entry)).rev();
        let named = named.into_iter().find(|place| guard::is_certified(quorum, *place, self.ballots()));
        let last = acked.into_iter().chain(named).flat_map(|(round, entry)| self.named(quorum, round, entry));
        self.with_reasons(quorum, last.collect(), *vote)
    }

    /// As much of that as a message holds. Where it is more each part has its turn, the lowest rounds first: whoever
    /// takes one in keeps it.
    pub(crate) fn part_of_support(
        &self,
        quorum: Quorum,
        vote: &Signed<Vote>,
        turn: usize,
    ) -> Vec<Signed<Vote>> {
        let all = self.support(quorum, vote);
        let turn = turn.checked_rem(all.len().div_ceil(MAX_SUPPORT)).unwrap_or(0);
        all.chunks(MAX_SUPPORT).nth(turn).unwrap_or_default().to_vec()
    }

    /// The majority that named an entry in a round, with what shows that its votes count.
    pub(crate) fn behind(&self, quorum: Quorum, round: u32, entry: Hash) -> Vec<Signed<Vote>> {
        let mut majority = self.named(quorum, round, entry);
        let Some(last) = majority.pop() else { return Vec::new() };
        let mut all = self.with_reasons(quorum, majority, last);
        all.push(last);
        all
    }

    /// These votes and all that they and one more lean on, without that one.
    fn with_reasons(
        &self,
        quorum: Quorum,
        votes: Vec<Signed<Vote>>,
        last: Signed<Vote>,
    ) -> Vec<Signed<Vote>> {
        let mut needed: BTreeSet<VoteKey> = votes.iter().map(place_of).collect();
        let mut open = votes;
        open.push(last);
        while let Some(vote) = open.pop() {
            for other in self.reasons(quorum, &vote) {
                if needed.insert(place_of(&other)) {
                    open.push(other);
                }
            }
        }
        needed.remove(&place_of(&last));
        needed.iter().filter_map(|place| self.all.get(place)).copied().collect()
    }

    /// The votes that a vote leans on directly.
    fn reasons(&self, quorum: Quorum, vote: &Signed<Vote>) -> Vec<Signed<Vote>> {
        let Some(Acked { since, round: last, entry: bound }) = vote.says.acked else { return Vec::new() };
        let first = |other: &Signed<Vote>| guard::shows_first(vote.voter, bound, &other.ballot());
        let mut reasons = self.named_by(quorum, since, bound, first);
        if vote.says.entry == bound {
            return reasons;
        }
        let between = last.saturating_add(1)..vote.says.round;
        let named = self.for_rounds(between).filter(|other| other.says.entry == vote.says.entry);
        let others = |other: &Signed<Vote>| other.voter != vote.voter;
        let majority = |round| self.named_by(quorum, round, vote.says.entry, others);
        let enough = |votes: &[Signed<Vote>]| {
            quorum.is_decided_by(votes.iter().map(|vote| (vote.voter, vote.says.lost)))
        };
        let certified = named.map(|other| majority(other.says.round)).find(|votes| enough(votes));
        let without = |other: &&Signed<Vote>| {
            other.voter != vote.voter && other.says.acked.is_none_or(|acked| acked.entry != bound)
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

    /// As many votes for an entry in a round as make a majority, those first that lean on the fewest others. In round 0
    /// there are none.
    fn named(&self, quorum: Quorum, round: u32, entry: Hash) -> Vec<Signed<Vote>> {
        self.named_by(quorum, round, entry, |_| true)
    }

    /// The same, of some of the votes.
    fn named_by(
        &self,
        quorum: Quorum,
        round: u32,
        entry: Hash,
        of: impl Fn(&Signed<Vote>) -> bool,
    ) -> Vec<Signed<Vote>> {
        let since = |vote: &Signed<Vote>| vote.says.acked.map_or(0, |acked| acked.since);
        let counts = |vote: &&Signed<Vote>| quorum.voters.contains(vote.voter) && of(vote);
        let all = self.for_entry(round, entry).filter(counts).copied();
        // They are a majority only together with those that say the same of it.
        let (changes, others): (Vec<_>, Vec<_>) = all.partition(|vote| vote.says.change.is_some());
        let decided = |votes: &[Signed<Vote>]| {
            quorum.is_decided_by(votes.iter().map(|vote| (vote.voter, vote.says.lost)))
        };
        let mut votes = if decided(&changes) { changes } else { others };
        votes.sort_by_key(|vote| (vote.voter, since(vote)));
        votes.dedup_by_key(|vote| vote.voter);
        votes.sort_by_key(since);
        votes.truncate(quorum.size());
        votes
    }

    fn for_rounds(&self, rounds: std::ops::Range<u32>) -> impl Iterator<Item = &Signed<Vote>> {
        self.iter().filter(move |vote| rounds.contains(&vote.says.round))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Change;
    use crate::sign::Identity;

    const X: Hash = Hash([1; 32]);
    const Y: Hash = Hash([2; 32]);
    const Z: Hash = Hash([3; 32]);

    /// Voters 0, 1 and 2: two make a majority.
    fn three() -> Quorum {
        Quorum::of([0, 1, 2].into_iter().collect())
    }

    fn vote(voter: Voter, round: u32, entry: Hash, acked: Option<Acked<Hash>>) -> Signed<Vote> {
        let says = Vote { index: 2, round, entry, change: None, acked, life: 0, lost: Voters::NONE };
        Signed::new(&Identity::from_secret(&[voter; 32]), &Hash::default(), voter, says)
    }

    fn votes(all: &[Signed<Vote>]) -> Votes {
        let mut votes = Votes::default();
        for vote in all {
            votes.insert(three(), *vote);
        }
        votes
    }

    #[test]
    fn a_vote_for_a_change_as_if_it_were_none_still_releases_and_names_nothing() {
        let change = Some(Change::Remove { voter: 2 });
        let as_change = |vote: Signed<Vote>| Signed { says: Vote { change, ..vote.says }, ..vote };
        let (wrong, right) = (vote(1, 2, X, None), as_change(vote(0, 2, X, None)));
        let mut votes = votes(&[wrong, right, as_change(vote(1, 3, X, None))]);
        assert!(votes.contains(&wrong), "it counted, whatever is known of the entry by now");
        assert!(!guard::is_certified(three(), (2, X), votes.ballots()), "one says this, one that");
        let free = vote(2, 3, Y, Some(Acked::first(0, Z)));
        assert!(votes.counts(three(), &free));
        assert_eq!(votes.support(three(), &free), [right, wrong]);
        votes.insert(three(), as_change(wrong));
        assert!(guard::is_certified(three(), (2, X), votes.ballots()));
        assert_eq!(votes.behind(three(), 2, X), [right, as_change(wrong)]);
    }

    #[test]
    fn of_two_votes_for_one_entry_in_a_round_neither_takes_the_others_place() {
        let (free, bound) = (vote(1, 2, X, None), vote(1, 2, X, Some(Acked::first(0, Z))));
        let votes = votes(&[bound, free, vote(0, 2, X, None)]);
        assert!(votes.in_round(2, 1).eq([&free, &bound]));
        let released = vote(2, 3, Y, Some(Acked::first(0, Z)));
        assert!(votes.counts(three(), &released));
        assert_eq!(votes.behind(three(), 2, X).len(), 2, "each voter once");
    }

    #[test]
    fn a_voter_that_says_too_much_loses_its_own_oldest_vote() {
        let first = vote(0, 1, X, None);
        let mut votes = votes(&[first]);
        let most = u32::try_from(MAX_VOTES_KEPT).expect("few");
        (1..=most).for_each(|round| votes.insert(three(), vote(1, round, Y, None)));
        assert_eq!(votes.of(1).count(), MAX_VOTES_KEPT, "so many are not too many");
        votes.insert(three(), vote(1, most + 1, Y, None));
        let rounds: Vec<u32> = votes.of(1).map(|vote| vote.says.round).collect();
        assert_eq!(rounds, (2..=most + 1).collect::<Vec<_>>());
        assert_eq!(votes.of(0).collect::<Vec<_>>(), [&first], "others lose nothing by it");
    }

    #[test]
    fn a_vote_that_somebodys_last_word_leans_on_is_not_lost() {
        let (one, other) = (vote(0, 1, X, None), vote(1, 1, X, None));
        let mut votes = votes(&[one, other, vote(2, 2, X, Some(Acked::first(1, X)))]);
        let most = u32::try_from(MAX_VOTES_KEPT).expect("few");
        (2..=most + 5).for_each(|round| votes.insert(three(), vote(1, round, Y, None)));
        assert!(votes.contains(&one) && votes.contains(&other));
        assert_eq!(votes.of(1).nth(1).map(|vote| vote.says.round), Some(7), "later ones go instead");
        assert_eq!(votes.of(1).count(), MAX_VOTES_KEPT);
    }

    #[test]
    fn who_is_named_again_and_again_does_not_make_others_forget_why_they_are_bound() {
        let mut votes = votes(&[vote(0, 2, X, None), vote(1, 2, X, None)]);
        votes.bind(Some(Acked { since: 2, round: 3, entry: X }));
        let most = u32::try_from(MAX_VOTES_KEPT).expect("few");
        for round in 3..=most + 5 {
            votes.insert(three(), vote(0, round, X, None));
            votes.insert(three(), vote(1, round, X, None));
        }
        let rounds = |voter| votes.of(voter).map(|vote| vote.says.round).collect::<Vec<_>>();
        let kept: Vec<u32> = [2, 3].into_iter().chain(8..=most + 5).collect();
        assert_eq!((rounds(0), rounds(1)), (kept.clone(), kept), "of majorities the oldest go");
    }

    #[test]
    fn more_than_a_message_holds_goes_part_by_part_the_lowest_rounds_first() {
        let mut votes = Votes::default();
        for round in 1..=50 {
            let acked = (round > 1).then(|| Acked::first(round - 1, X));
            votes.insert(three(), vote(0, round, X, acked));
            votes.insert(three(), vote(1, round, X, acked));
        }
        let last = vote(2, 51, X, Some(Acked::first(50, X)));
        let all = votes.support(three(), &last);
        assert_eq!(all.len(), 100);
        assert!(all.is_sorted_by_key(|vote| vote.says.round));
        let part = |turn| votes.part_of_support(three(), &last, turn);
        assert_eq!((part(0), part(1)), (all[..MAX_SUPPORT].to_vec(), all[MAX_SUPPORT..].to_vec()));
        assert_eq!((part(2), part(7)), (part(0), part(1)));
        assert_eq!(votes.part_of_support(three(), &vote(2, 1, Y, None), 3), []);
    }

    #[test]
    fn a_vote_for_what_was_named_comes_with_the_votes_that_named_it() {
        let named = [vote(0, 1, X, None), vote(1, 1, X, None)];
        let later = [vote(0, 2, X, None), vote(1, 2, X, None)];
        let other = [vote(0, 3, X, None), vote(0, 4, X, None), vote(1, 4, X, None)];
        let all = votes(&[&named[..], &later, &other].concat());
        assert_eq!(all.support(three(), &vote(2, 4, X, None)), later, "the last time before it");
        assert_eq!(all.support(three(), &vote(2, 1, X, None)), []);
        assert_eq!(all.support(three(), &vote(2, 4, Y, None)), []);
    }

    #[test]
    fn who_is_bound_leans_on_what_a_majority_named_or_on_those_who_went_on() {
        let bound = Some(Acked::first(0, X));
        let named = [vote(0, 1, X, None), vote(1, 1, X, None)];
        let [same, turned] = [X, Y].map(|entry| vote(0, 4, entry, Some(Acked::first(1, X))));

        let since = [vote(1, 2, Y, bound), vote(2, 2, Y, bound)];
        let all = votes(&[&named[..], &since].concat());
        assert_eq!(all.reasons(three(), &turned), [named, since].concat(), "a majority named it since");
        assert_eq!(all.reasons(three(), &same), named, "who stays with it need show no more");

        let without = [vote(1, 2, Z, Some(Acked::first(0, Z))), vote(2, 4, Z, None)];
        let others = [vote(0, 3, Z, None), vote(1, 3, Y, None), vote(2, 2, Y, bound), vote(2, 5, Y, None)];
        let all = votes(&[&named[..], &without, &others].concat());
        assert_eq!(all.reasons(three(), &turned), [named, without].concat(), "the first word of each");
        assert_eq!(all.reasons(three(), &same), named);
        assert_eq!(all.reasons(three(), &vote(0, 4, Y, None)), [], "who is not bound is free");
    }

    #[test]
    fn a_vote_comes_with_the_majority_it_followed_last_and_all_that_this_leans_on() {
        let first = [vote(0, 1, X, None), vote(1, 1, X, None)];
        let bound = Some(Acked::first(1, X));
        let last = [vote(1, 3, X, bound), vote(2, 3, X, bound)];
        let other = [vote(2, 1, Y, None), vote(2, 2, Y, None)];
        let all = votes(&[first, last, other].concat());
        let vote = vote(0, 4, X, Some(Acked { since: 1, round: 3, entry: X }));
        assert_eq!(all.support(three(), &vote), [first, last].concat());
        assert_eq!(all.behind(three(), 3, X), [first, last].concat());
        assert_eq!(all.behind(three(), 2, X), [], "nobody named it there");
    }
}
