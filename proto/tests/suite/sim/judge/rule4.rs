//! Rules 3 to 5 of agreement a second time, as somebody sees them who has heard every vote that was ever cast. Whoever
//! has heard less allows less, so what this refuses nobody may do.

use std::collections::BTreeMap;

use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::statement::{Head, Signed, Vote};

/// All votes, by index and round. A liar may have cast several in one round.
#[derive(Default)]
pub(crate) struct Cast(BTreeMap<(u32, u32), Vec<Signed<Vote>>>);

impl Cast {
    pub(crate) fn note(&mut self, vote: Signed<Vote>) {
        let votes = self.0.entry((vote.says.index, vote.says.round)).or_default();
        if !votes.iter().any(|known| known.voter == vote.voter && known.says == vote.says) {
            votes.push(vote);
        }
    }

    fn rounds(&self, index: u32, first: u32, last: u32) -> impl Iterator<Item = &Signed<Vote>> {
        self.0.range((index, first)..=(index, last.max(first))).flat_map(|(_, votes)| votes)
    }

    /// Whether a majority named an entry in a round, by votes that may count.
    fn is_certified(&self, quorum: Quorum, index: u32, round: u32, entry: Hash) -> bool {
        quorum.is_decided_by(self.named(quorum, index, round, entry))
    }

    /// Whether a voter may have seen that; of its own vote perhaps nobody has heard.
    pub(crate) fn is_certified_for(&self, quorum: Quorum, head: &Head, own: Voter) -> bool {
        let others =
            self.named(quorum, head.index, head.round, head.entry).filter(|(voter, _)| *voter != own);
        quorum.is_decided_by(others.chain([(own, Voters::ALL)]))
    }

    /// Who named it, and whom each knew to have lost its memory.
    fn named(
        &self,
        quorum: Quorum,
        index: u32,
        round: u32,
        entry: Hash,
    ) -> impl Iterator<Item = (Voter, Voters)> {
        let named = self.rounds(index, round, round).filter(move |vote| vote.says.entry == entry);
        named.filter(move |vote| self.may_count(quorum, vote)).map(|vote| (vote.voter, vote.says.lost))
    }

    /// Whether something allows a vote, for whoever knows of a proof against the liar or not.
    fn may_count(&self, quorum: Quorum, vote: &Signed<Vote>) -> bool {
        let Vote { index, round, acked, .. } = vote.says;
        let shown = |acked: Acked<Hash>| {
            let named = || self.is_certified(quorum, index, acked.since, acked.entry);
            acked.since <= acked.round && acked.round < round && (acked.since == 0 || named())
        };
        acked.is_none_or(shown) && self.is_free(quorum, vote) != Some(false)
    }

    /// Whether a voter that gives up what it was bound to may; nothing if it gives up nothing.
    fn is_free(&self, quorum: Quorum, vote: &Signed<Vote>) -> Option<bool> {
        let left = quorum.voters.len() - quorum.size();
        self.gives_up(quorum, vote).map(|released| released.len() > left)
    }

    /// The others who went on without what this voter was bound to, if it votes for something else that no majority
    /// named.
    pub(crate) fn gives_up(&self, quorum: Quorum, vote: &Signed<Vote>) -> Option<Voters> {
        let Vote { index, round, entry, acked, .. } = vote.says;
        let Acked { round: last, entry: bound, .. } = acked.filter(|acked| acked.entry != entry)?;
        if (last + 1..round).any(|between| {
            self.0.contains_key(&(index, between)) && self.is_certified(quorum, index, between, entry)
        }) {
            return None;
        }
        let later = self.rounds(index, last + 1, round);
        let without = later.filter(|other| other.says.acked.is_none_or(|acked| acked.entry != bound));
        let others: Voters =
            without.map(|other| other.voter).filter(|other: &Voter| *other != vote.voter).collect();
        Some(others.and(quorum.voters))
    }
}
