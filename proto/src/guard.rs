//! What an honest voter may say about one index, and what counts of what others say: the rules that make agreement
//! safe, as functions of nothing but statements.
//!
//! Everything that decides calls these, and so does the model that checks them (`tests/suite/model.rs`): there is no second
//! copy. They know neither signatures nor games; an entry is whatever tells two entries apart.
//!
//! 1. In one round a voter acknowledges at most one entry, and votes at most once.
//! 2. A vote in round r is a promise to acknowledge nothing in a round before r.
//! 3. In a round above 0 it acknowledges only what a majority of votes that count name in that round.
//! 4. Having last acknowledged X in round r it votes for X; or for what a majority named in a round above r; or for
//!    anything, if so many others voted above r without having acknowledged X that X cannot be final
//!    ([`Quorum::release`]).
//! 5. A vote counts only with what shows that it keeps rule 4, and that what it says it acknowledged last was named by
//!    a majority where it first did, if that was above round 0. A voter's own earlier votes show nothing that it had
//!    to know before it cast them: so what a vote leans on does not grow by what its voter alone says.
//!
//! An entry is final once a majority acknowledged it in one round. Acknowledgements of different rounds, or of
//! different entries, are never added up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::quorum::{Quorum, Voter, Voters};

/// What a voter acknowledged last at an index, and since which round nothing else.
///
/// Whoever acknowledges one entry round after round need only show how it came to it: the reasons for a vote do not
/// grow with the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Acked<E> {
    /// The first round in which it acknowledged this entry, with no other one since.
    pub since: u32,
    /// The last one.
    pub round: u32,
    /// What.
    pub entry: E,
}

impl<E: Copy + Eq> Acked<E> {
    /// A first acknowledgement, in this round.
    pub const fn first(round: u32, entry: E) -> Self {
        Self { since: round, round, entry }
    }

    /// What is remembered after one more. Whoever was told what it said may hear of an earlier one later: from then on
    /// it says no more than what that leaves of it.
    pub fn after(last: Option<Self>, round: u32, entry: E) -> Self {
        match last {
            Some(last) if last.tells((round, entry)) => last,
            Some(last) if round <= last.round => Self { since: last.round, ..last },
            Some(last) if last.entry == entry => Self { round, ..last },
            _ => Self::first(round, entry),
        }
    }

    /// Whether somebody who says this does not hide that it acknowledged an entry in a round.
    fn tells(&self, (round, entry): (u32, E)) -> bool {
        round <= self.round && (entry == self.entry || round < self.since)
    }
}

/// A vote, as far as the rules look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ballot<E> {
    /// Whose.
    pub voter: Voter,
    /// In which round, from 1.
    pub round: u32,
    /// For what.
    pub entry: E,
    /// Whether it says that this is a change.
    pub change: bool,
    /// What the voter had acknowledged last.
    pub acked: Option<Acked<E>>,
    /// Whom it knew to have lost its memory.
    pub lost: Voters,
}

/// That a voter acknowledged an entry in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ack<E> {
    /// Whose.
    pub voter: Voter,
    /// In which round.
    pub round: u32,
    /// What.
    pub entry: E,
    /// Whom it knew to have lost its memory.
    pub lost: Voters,
}

/// What a voter must never forget about an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory<E> {
    /// The highest round it voted in.
    pub promised: u32,
    /// What it acknowledged last.
    pub acked: Option<Acked<E>>,
}

impl<E> Default for Memory<E> {
    fn default() -> Self {
        Self { promised: 0, acked: None }
    }
}

/// Whether a voter that remembers this may acknowledge an entry in a round (rules 1 to 3); `votes` are those that
/// count.
pub fn may_acknowledge<E: Copy + Eq>(
    quorum: Quorum,
    memory: &Memory<E>,
    (round, entry): (u32, E),
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> bool {
    let newer = memory.acked.is_none_or(|last| last.round < round);
    newer && memory.promised <= round && (round == 0 || is_certified(quorum, (round, entry), votes))
}

/// Whether a voter that remembers this may vote for an entry in a round (rules 1, 2 and 4); `votes` are those that
/// count.
pub fn may_vote<E: Copy + Eq>(
    quorum: Quorum,
    me: Voter,
    memory: &Memory<E>,
    (round, entry): (u32, E),
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> bool {
    // What kind of entry it is for does not matter to what binds it.
    let ballot = Ballot { voter: me, round, entry, change: false, acked: memory.acked, lost: quorum.lost };
    round > memory.promised && keeps_rule_4(quorum, &ballot, votes)
}

/// Whether a vote counts (rule 5), by votes of which it is known that they do. Whoever cast it may have known of a
/// liar, or not yet: both are honest.
pub fn counts<E: Copy + Eq>(
    quorum: Quorum,
    ballot: &Ballot<E>,
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> bool {
    quorum.voters.contains(ballot.voter)
        && ballot.round > 0
        && is_acked_shown(quorum, ballot, votes.clone())
        && (keeps_rule_4(quorum, ballot, votes.clone()) || keeps_rule_4(quorum.unsuspecting(), ballot, votes))
}

/// Whether a majority of votes names this entry in this round, all of them as a change or all as none.
///
/// Whoever votes for a change as if it were none, or the other way round, lies: such a vote names nothing that anybody
/// could acknowledge, and no certificate could hold it. But it was cast, and whoever came to something by it, as its
/// voter went on without something else, must be able to show it for ever. So it counts, whatever is known or becomes
/// known of the entry; only here it is for something else.
pub fn is_certified<E: Copy + Eq>(
    quorum: Quorum,
    (round, entry): (u32, E),
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> bool {
    let named = votes.filter(|vote| vote.round == round && vote.entry == entry);
    let decided = |change: bool| {
        let alike = named.clone().filter(|vote| vote.change == change);
        quorum.is_decided_by(alike.map(|vote| (vote.voter, vote.lost)))
    };
    decided(false) || decided(true)
}

/// What is final by these heads, and in which round.
pub fn final_entry<E: Copy + Ord>(quorum: Quorum, heads: impl Iterator<Item = Ack<E>>) -> Option<(u32, E)> {
    let mut by_round: BTreeMap<(u32, E), Vec<(Voter, Voters)>> = BTreeMap::new();
    for head in heads {
        by_round.entry((head.round, head.entry)).or_default().push((head.voter, head.lost));
    }
    by_round
        .into_iter()
        .find(|(_, acked)| quorum.is_decided_by(acked.iter().copied()))
        .map(|(place, _)| place)
}

/// Whether no honest voter acknowledges both.
pub fn acks_conflict<E: Eq>(a: &Ack<E>, b: &Ack<E>) -> bool {
    a.voter == b.voter && a.round == b.round && a.entry != b.entry
}

/// Whether no honest voter casts both votes: they are of one round, or the later one hides what the earlier one says
/// was acknowledged.
pub fn votes_conflict<E: Copy + Eq>(a: &Ballot<E>, b: &Ballot<E>) -> bool {
    let (earlier, later) = if a.round <= b.round { (a, b) } else { (b, a) };
    let acked = earlier.acked.map(|last| Ack {
        voter: earlier.voter,
        round: last.round,
        entry: last.entry,
        lost: Voters::NONE,
    });
    let hidden = acked.is_some_and(|ack| ack.round < later.round && breaks_promise(&ack, later));
    a.voter == b.voter && if a.round == b.round { a != b } else { hidden }
}

/// Whether the vote hides this acknowledgement, or promised not to give it (rule 2).
pub fn breaks_promise<E: Copy + Eq>(head: &Ack<E>, vote: &Ballot<E>) -> bool {
    let told = vote.acked.is_some_and(|acked| acked.tells((head.round, head.entry)));
    head.voter == vote.voter && head.round < vote.round && !told
}

/// Whether what the voter says it acknowledged could be acknowledged: before the vote, and above round 0 only what a
/// majority of votes named. Where it acknowledged the same again and again, the first time shows that it was free to:
/// a vote in that round that says that its voter was bound to it already does not go with that.
fn is_acked_shown<E: Copy + Eq>(
    quorum: Quorum,
    ballot: &Ballot<E>,
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> bool {
    ballot.acked.is_none_or(|Acked { since, round, entry }| {
        let before = since <= round && round < ballot.round;
        let shows = |vote: &Ballot<E>| shows_first(ballot.voter, entry, vote);
        before && (since == 0 || is_certified(quorum, (since, entry), votes.filter(shows)))
    })
}

/// Whether a vote for this entry can show that a voter acknowledged it then for the first time. What the voter itself
/// says there must go with that: else its votes could lean on each other, one for each round.
pub(crate) fn shows_first<E: Copy + Eq>(voter: Voter, entry: E, vote: &Ballot<E>) -> bool {
    vote.voter != voter || vote.acked.is_none_or(|acked| acked.entry != entry)
}

/// Rule 4. Among the votes that named the entry since are none of the voter's own: to cast the first of them it had to
/// have another reason, and has it still.
fn keeps_rule_4<E: Copy + Eq>(
    quorum: Quorum,
    ballot: &Ballot<E>,
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> bool {
    let Some(Acked { round: last, entry: bound, .. }) = ballot.acked else { return true };
    if last >= ballot.round {
        return false;
    }
    let between = |vote: &Ballot<E>| {
        let others = vote.voter != ballot.voter;
        others && last < vote.round && vote.round < ballot.round && vote.entry == ballot.entry
    };
    let named = || votes.clone().filter(between);
    let certified = || named().any(|vote| is_certified(quorum, (vote.round, vote.entry), named()));
    bound == ballot.entry || certified() || released_by(quorum, ballot, votes).len() >= quorum.release()
}

/// The others who went on without what this voter is bound to: they voted above the round it acknowledged that in, and
/// not above this vote, without having acknowledged it themselves. A proven liar's word is worth nothing here.
fn released_by<E: Copy + Eq>(
    quorum: Quorum,
    ballot: &Ballot<E>,
    votes: impl Iterator<Item = Ballot<E>> + Clone,
) -> Voters {
    let Some(Acked { round: last, entry: bound, .. }) = ballot.acked else { return Voters::NONE };
    let went_on = |vote: &Ballot<E>| {
        let others = vote.voter != ballot.voter
            && quorum.voters.contains(vote.voter)
            && !quorum.liars.contains(vote.voter);
        let later = last < vote.round && vote.round <= ballot.round;
        others && later && vote.acked.is_none_or(|acked| acked.entry != bound)
    };
    votes.filter(went_on).map(|vote| vote.voter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_votes_of_one_voter_in_one_round_conflict_unless_they_are_the_same() {
        let vote = Ballot { voter: 1, round: 2, entry: 'X', change: false, acked: None, lost: Voters::NONE };
        assert!(!votes_conflict(&vote, &vote));
        assert!(votes_conflict(&vote, &Ballot { entry: 'Y', ..vote }));
        assert!(votes_conflict(&vote, &Ballot { acked: Some(Acked::first(0, 'X')), ..vote }));
        assert!(!votes_conflict(&vote, &Ballot { entry: 'Y', round: 3, ..vote }));
        assert!(!votes_conflict(&vote, &Ballot { entry: 'Y', voter: 2, ..vote }));
    }

    #[test]
    fn a_vote_conflicts_with_a_later_one_that_hides_what_it_says_was_acknowledged() {
        let vote =
            |round, acked| Ballot { voter: 1, round, entry: 'X', change: false, acked, lost: Voters::NONE };
        let acked = |since, round, entry| Some(Acked { since, round, entry });
        let earlier = vote(3, acked(1, 2, 'X'));
        for (round, later, conflict) in [
            (4, None, true),
            (4, acked(1, 1, 'X'), true),
            (4, acked(1, 2, 'X'), false),
            (4, acked(0, 3, 'X'), false),
            (5, acked(4, 4, 'Y'), false),
            (5, acked(2, 4, 'Y'), true),
        ] {
            let later = vote(round, later);
            assert_eq!(votes_conflict(&earlier, &later), conflict, "{later:?}");
            assert_eq!(votes_conflict(&later, &earlier), conflict, "{later:?}");
            assert!(!votes_conflict(&earlier, &Ballot { voter: 2, ..later }));
        }
    }

    #[test]
    fn an_acknowledgement_goes_on_until_there_is_another() {
        let first = Acked::after(None, 0, 'X');
        let again = Acked::after(Some(first), 3, 'X');
        assert_eq!(again, Acked { since: 0, round: 3, entry: 'X' });
        assert_eq!(Acked::after(Some(again), 4, 'Y'), Acked::first(4, 'Y'));
        assert_eq!(Acked::after(Some(again), 1, 'X'), again, "it said so");
        assert_eq!(Acked::after(Some(again), 1, 'Y'), Acked::first(3, 'X'), "heard of later");
        assert_eq!(Acked::after(Some(Acked::first(4, 'Y')), 1, 'X'), Acked::first(4, 'Y'));
        for (round, entry, told) in [
            (0, 'X', true),
            (2, 'X', true),
            (3, 'X', true),
            (4, 'X', false),
            (0, 'Y', false),
            (2, 'Y', false),
        ] {
            assert_eq!(again.tells((round, entry)), told, "{round} {entry}");
        }
        assert!(Acked::first(4, 'Y').tells((3, 'X')) && !Acked::first(4, 'Y').tells((4, 'X')));
    }

    #[test]
    fn an_older_acknowledgement_that_is_learned_of_later_is_not_hidden() {
        let last = Acked { since: 1, round: 3, entry: 'X' };
        for (round, entry) in [(0, 'Y'), (0, 'X'), (1, 'X'), (2, 'X'), (3, 'X')] {
            assert_eq!(Acked::after(Some(last), round, entry), last, "{round} {entry}");
        }
        for round in [1, 2] {
            let now = Acked::after(Some(last), round, 'Y');
            assert_eq!(now, Acked::first(3, 'X'));
            assert!(now.tells((round, 'Y')) && now.tells((3, 'X')));
        }
    }

    /// Three voters, of whom nothing bad is known.
    fn three() -> Quorum {
        Quorum::of([0, 1, 2].into_iter().collect())
    }

    /// Votes for an entry in a round, of voters who had acknowledged nothing.
    fn votes(voters: &[Voter], round: u32, entry: char) -> Vec<Ballot<char>> {
        voters
            .iter()
            .map(|voter| Ballot {
                voter: *voter,
                round,
                entry,
                change: false,
                acked: None,
                lost: Voters::NONE,
            })
            .collect()
    }

    #[test]
    fn above_round_0_only_what_a_majority_names_is_acknowledged() {
        let may = |memory: Memory<char>, place, votes: &[Ballot<char>]| {
            may_acknowledge(three(), &memory, place, votes.iter().copied())
        };
        let fresh = Memory::default();
        assert!(may(fresh, (0, 'X'), &[]), "in round 0 the first that comes");
        assert!(!may(fresh, (1, 'X'), &[]) && !may(fresh, (1, 'X'), &votes(&[1], 1, 'X')));
        let named = votes(&[1, 2], 1, 'X');
        assert!(may(fresh, (1, 'X'), &named));
        assert!(!may(fresh, (1, 'Y'), &named) && !may(fresh, (2, 'X'), &named));
        assert!(may(Memory { promised: 1, ..fresh }, (1, 'X'), &named), "a vote allows its own round");
        assert!(!may(Memory { promised: 2, ..fresh }, (1, 'X'), &named));
        assert!(!may(Memory { promised: 1, ..fresh }, (0, 'X'), &[]));
        let acked = |round| Memory { acked: Some(Acked::first(round, 'Y')), ..fresh };
        assert!(may(acked(0), (1, 'X'), &named) && !may(acked(1), (1, 'X'), &named), "one for a round");
    }

    #[test]
    fn nobody_votes_twice_in_a_round_or_in_one_below_its_last() {
        let may = |promised, round| {
            may_vote(three(), 0, &Memory { promised, acked: None }, (round, 'X'), [].into_iter())
        };
        assert!(may(0, 1) && may(1, 2) && may(1, 9));
        assert!(!may(1, 1) && !may(2, 1) && !may(0, 0));
    }

    #[test]
    fn a_vote_counts_with_what_shows_that_its_voter_was_free() {
        let acked = |since, round, entry| Some(Acked { since, round, entry });
        let vote =
            |round, entry, acked| Ballot { voter: 0, round, entry, change: false, acked, lost: Voters::NONE };
        let counts =
            |vote: Ballot<char>, votes: &[Ballot<char>]| counts(three(), &vote, votes.iter().copied());
        let free = vote(1, 'X', None);
        assert!(counts(free, &[]));
        assert!(!counts(Ballot { round: 0, ..free }, &[]), "round 0 has no votes");
        assert!(!counts(Ballot { voter: 3, ..free }, &[]), "it does not count here");

        // What it says it acknowledged lies before it, and was named by a majority unless that was in round 0.
        assert!(counts(vote(2, 'X', acked(0, 1, 'X')), &[]));
        assert!(!counts(vote(2, 'X', acked(1, 1, 'X')), &[]));
        assert!(!counts(vote(2, 'X', acked(1, 1, 'X')), &votes(&[1, 2], 1, 'Y')));
        let named = votes(&[1, 2], 1, 'X');
        assert!(counts(vote(2, 'X', acked(1, 1, 'X')), &named));
        assert!(counts(vote(4, 'X', acked(1, 3, 'X')), &named), "the first time shows it");
        assert!(!counts(vote(2, 'X', acked(1, 2, 'X')), &named), "in the round of the vote itself");
        assert!(!counts(vote(2, 'X', acked(1, 3, 'X')), &named));
        assert!(!counts(vote(4, 'X', acked(1, 0, 'X')), &named), "last before first");
    }

    #[test]
    fn what_a_voter_says_itself_does_not_show_what_it_had_to_know_before() {
        let vote = |voter, round, entry, acked| Ballot {
            voter,
            round,
            entry,
            change: false,
            acked,
            lost: Voters::NONE,
        };
        let acked = |round, entry| Some(Acked::first(round, entry));
        let counts =
            |vote: Ballot<char>, votes: &[Ballot<char>]| counts(three(), &vote, votes.iter().copied());
        let other = vote(1, 2, 'X', None);
        let again = vote(0, 3, 'X', acked(2, 'X'));
        assert!(counts(again, &[other, vote(0, 2, 'X', None)]), "it was free then");
        assert!(counts(again, &[other, vote(0, 2, 'X', acked(1, 'Y'))]), "it was bound to something else");
        assert!(!counts(again, &[other, vote(0, 2, 'X', acked(1, 'X'))]), "it was bound to this one before");
        assert!(counts(again, &[other, vote(2, 2, 'X', acked(1, 'X'))]), "others may have been");

        let turned = vote(0, 4, 'Y', acked(2, 'X'));
        assert!(!counts(
            turned,
            &[other, vote(2, 2, 'X', None), vote(0, 3, 'Y', None), vote(1, 3, 'Y', None)]
        ));
        assert!(counts(
            turned,
            &[other, vote(2, 2, 'X', None), vote(2, 3, 'Y', acked(2, 'X')), vote(1, 3, 'Y', None)]
        ));
    }

    #[test]
    fn who_acknowledged_one_entry_votes_for_another_only_once_that_cannot_be_final() {
        let bound = |round, last| Ballot {
            voter: 0,
            round,
            entry: 'Y',
            change: false,
            acked: Some(Acked { since: 0, round: last, entry: 'X' }),
            lost: Voters::NONE,
        };
        let may = |vote: Ballot<char>, votes: &[Ballot<char>]| counts(three(), &vote, votes.iter().copied());
        assert!(!may(bound(3, 1), &[]));

        // A majority has named it since, and before this vote.
        let mut named = votes(&[1, 2], 2, 'Y');
        for vote in &mut named {
            vote.acked = Some(Acked::first(0, 'X'));
        }
        assert!(may(bound(3, 1), &named));
        assert!(!may(bound(3, 2), &named), "not above the round of what binds");
        assert!(!may(bound(2, 1), &named), "not before the vote");
        assert!(!may(Ballot { entry: 'Z', ..bound(3, 1) }, &named), "something else was named");

        // Or two others went on without it, above what binds and not above this vote.
        let went_on = |rounds: [u32; 2]| [votes(&[1], rounds[0], 'Z'), votes(&[2], rounds[1], 'W')].concat();
        assert!(may(bound(3, 1), &went_on([2, 3])) && may(bound(3, 1), &went_on([3, 3])));
        assert!(!may(bound(3, 1), &went_on([1, 3])), "not above what binds");
        assert!(!may(bound(3, 1), &went_on([2, 4])), "above this vote");
        assert!(!may(bound(3, 1), &votes(&[1], 2, 'Z')), "one alone");
        assert!(!may(bound(3, 1), &votes(&[0, 1], 2, 'Z')), "itself is no other");
        assert!(!may(bound(3, 1), &votes(&[1, 3], 2, 'Z')), "who does not count releases nobody");
        let mut same = went_on([2, 3]);
        same[0].acked = Some(Acked::first(0, 'X'));
        assert!(!may(bound(3, 1), &same), "one of them acknowledged it, too");
        same[0].acked = Some(Acked::first(0, 'V'));
        assert!(may(bound(3, 1), &same), "what it acknowledged is something else");
    }

    #[test]
    fn a_proven_liar_releases_nobody_who_knows_of_the_proof() {
        let voters: Voters = (0..4).collect();
        let knows = Quorum { liars: Voters::NONE.with(1), ..Quorum::of(voters) };
        let me = Memory { promised: 2, acked: Some(Acked::first(1, 'X')) };
        let may =
            |quorum, others: &[Voter]| may_vote(quorum, 0, &me, (3, 'Y'), votes(others, 2, 'Z').into_iter());
        assert!(may(Quorum::of(voters), &[1, 2, 3]) && !may(Quorum::of(voters), &[2, 3]), "one may lie");
        assert!(may(knows, &[2, 3]), "who lies is known: the two are honest");
        assert!(!may(knows, &[1, 2]), "its word is worth nothing");
    }
}
