//! What was said about entries that have become final. It is kept for a while: whoever said something else to others is
//! known by the two, however late they meet.

use std::collections::BTreeMap;

use crate::limits::MAX_DECIDED;
use crate::lockstep::Lockstep;
use crate::message::{Backed, Message};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Signed, Vote};

/// What was said about the last final entries and their rivals, by index.
#[derive(Debug, Default)]
pub(crate) struct Decided(BTreeMap<u32, DecidedIndex>);

/// What was said about one index.
#[derive(Debug, Default)]
struct DecidedIndex {
    heads: Vec<Signed<Head>>,
    votes: Vec<Signed<Vote>>,
}

impl Decided {
    /// An index is decided, by these.
    pub(crate) fn note(
        &mut self,
        index: u32,
        heads: impl Iterator<Item = Signed<Head>>,
        votes: impl Iterator<Item = Signed<Vote>>,
    ) {
        let said = self.0.entry(index).or_default();
        for head in heads.filter(|head| head.says.index == index) {
            if !said.heads.contains(&head) {
                said.heads.push(head);
            }
        }
        for vote in votes.filter(|vote| vote.says.index == index) {
            if !said.votes.contains(&vote) {
                said.votes.push(vote);
            }
        }
        if self.0.len() > MAX_DECIDED {
            self.0.pop_first();
        }
    }

    /// What the same voter said that contradicts this head.
    pub(crate) fn against_head(&self, head: &Signed<Head>) -> Option<Evidence> {
        let said = self.0.get(&head.says.index)?;
        let two_heads = said.heads.iter().find(|known| known.contradicts(head));
        let hidden = || said.votes.iter().find(|vote| head.breaks(vote));
        two_heads
            .map(|known| Evidence::TwoHeads(*known, *head))
            .or_else(|| hidden().map(|vote| Evidence::HeadAgainstVote(*head, *vote)))
    }

    /// What the same voter said that contradicts this vote.
    fn against_vote(&self, vote: &Signed<Vote>) -> Option<Evidence> {
        let said = self.0.get(&vote.says.index)?;
        let hidden = said.heads.iter().find(|head| head.breaks(vote));
        let two_votes = || said.votes.iter().find(|known| known.contradicts(vote));
        hidden
            .map(|head| Evidence::HeadAgainstVote(*head, *vote))
            .or_else(|| two_votes().map(|known| Evidence::TwoVotes(*known, *vote)))
    }

    fn messages(&self, index: u32) -> Vec<Message> {
        let Some(said) = self.0.get(&index) else { return Vec::new() };
        let heads = said.heads.iter().map(|head| Message::Head(*head));
        let backed =
            |vote: &Signed<Vote>| Message::Vote(Box::new(Backed { vote: *vote, support: Vec::new() }));
        heads.chain(said.votes.iter().map(backed)).collect()
    }
}

impl<R: Rules> Lockstep<R> {
    /// A head about an index that is decided.
    pub(crate) fn look_back_at_head(&mut self, head: &Signed<Head>) {
        let tip = self.tip_heads.conflict(head).filter(|known| known.says.index == head.says.index);
        let found = tip.map(|known| Evidence::TwoHeads(*known, *head));
        if let Some(evidence) = found.or_else(|| self.decided.against_head(head)) {
            self.accuse(evidence, None);
        }
    }

    /// A vote about an index that is decided: it counts for nothing any more, but may show a lie.
    pub(crate) fn look_back_at_vote(&mut self, from: PublicKey, vote: &Signed<Vote>) {
        let tip = self.tip_heads.of(vote.voter).find(|head| head.breaks(vote));
        let found = tip.map(|head| Evidence::HeadAgainstVote(*head, *vote));
        if let Some(evidence) = found.or_else(|| self.decided.against_vote(vote)) {
            self.accuse_or_offend(evidence, from);
        }
    }

    /// Tells a neighbour what was said here about an index that is decided.
    pub(crate) fn send_decided(&mut self, to: PublicKey, index: u32) {
        for message in self.decided.messages(index) {
            self.send(to, &message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_indices_that_are_too_many_the_lowest_is_forgotten() {
        let mut decided = Decided::default();
        let most = u32::try_from(MAX_DECIDED).expect("few");
        (1..=most).for_each(|index| decided.note(index, std::iter::empty(), std::iter::empty()));
        assert!(decided.0.keys().copied().eq(1..=most), "so many are not too many");
        decided.note(most + 1, std::iter::empty(), std::iter::empty());
        assert!(decided.0.keys().copied().eq(2..=most + 1));
    }
}
