//! Heads that are put off for a moment: those that came and are not checked yet, and own ones that only whoever made
//! the move was told yet.

use crate::limits::{HEAD_MILLIS, MAX_WAITING_HEADS};
use crate::lockstep::Millis;
use crate::sign::PublicKey;
use crate::statement::{Head, Signed};

/// Heads with a time at which they are due, while there are any.
#[derive(Debug)]
pub(crate) struct WaitingHeads {
    /// Not checked yet, and from whom.
    unchecked: Vec<(PublicKey, Signed<Head>)>,
    /// Not told to everybody yet, and who was told.
    unsaid: Vec<(PublicKey, Signed<Head>)>,
    due: Millis,
}

impl Default for WaitingHeads {
    fn default() -> Self {
        Self { unchecked: Vec::new(), unsaid: Vec::new(), due: Millis::MAX }
    }
}

impl WaitingHeads {
    /// When they are to be checked and told.
    pub(crate) fn due(&self) -> Millis {
        self.due
    }

    pub(crate) fn len(&self) -> usize {
        self.unchecked.len() + self.unsaid.len()
    }

    /// Those that are not checked yet.
    pub(crate) fn unchecked(&self) -> impl ExactSizeIterator<Item = &Signed<Head>> {
        self.unchecked.iter().map(|(_, head)| head)
    }

    /// Puts off checking a head. Says whether so many wait that it is time.
    pub(crate) fn check_later(&mut self, now: Millis, from: PublicKey, head: Signed<Head>) -> bool {
        self.unchecked.push((from, head));
        self.be_due(now);
        self.unchecked.len() >= MAX_WAITING_HEADS
    }

    /// Puts off telling the others what whoever made the move was told.
    pub(crate) fn say_later(&mut self, now: Millis, mover: PublicKey, head: Signed<Head>) {
        self.unsaid.push((mover, head));
        self.be_due(now);
    }

    pub(crate) fn take_unsaid(&mut self) -> Vec<(PublicKey, Signed<Head>)> {
        std::mem::take(&mut self.unsaid)
    }

    pub(crate) fn take_unchecked(&mut self) -> Vec<(PublicKey, Signed<Head>)> {
        if self.unsaid.is_empty() {
            self.due = Millis::MAX;
        }
        std::mem::take(&mut self.unchecked)
    }

    fn be_due(&mut self, now: Millis) {
        self.due = self.due.min(now + HEAD_MILLIS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;
    use crate::limits::MAX_ROUNDS;
    use crate::quorum::Voters;
    use crate::sign::Identity;

    fn head(round: u32) -> Signed<Head> {
        let identity = Identity::from_secret(&[1; 32]);
        let (entry, state) = (Hash::default(), Hash::default());
        let says = Head { index: 1, round, entry, state, life: 0, lost: Voters::NONE };
        Signed::new(&identity, &Hash::default(), 1, says)
    }

    const FROM: PublicKey = PublicKey([1; 32]);

    #[test]
    fn heads_are_due_a_little_after_the_first_came_and_never_while_there_are_none() {
        let mut heads = WaitingHeads::default();
        assert_eq!((heads.due(), heads.len()), (Millis::MAX, 0));
        heads.check_later(100, FROM, head(0));
        heads.say_later(101, FROM, head(1));
        assert_eq!((heads.due(), heads.len(), heads.unchecked().len()), (100 + HEAD_MILLIS, 2, 1));
        assert_eq!(heads.take_unchecked().len(), 1);
        assert_eq!(heads.due(), 100 + HEAD_MILLIS, "the other is still to be told");
        assert_eq!((heads.take_unsaid().len(), heads.take_unchecked().len()), (1, 0));
        assert_eq!((heads.due(), heads.len()), (Millis::MAX, 0));
    }

    #[test]
    fn when_many_wait_it_is_time() {
        let mut heads = WaitingHeads::default();
        let rounds = (0..MAX_ROUNDS).cycle().take(MAX_WAITING_HEADS);
        let time: Vec<bool> = rounds.map(|round| heads.check_later(0, FROM, head(round))).collect();
        assert_eq!(time.iter().position(|time| *time), Some(MAX_WAITING_HEADS - 1));
    }
}
