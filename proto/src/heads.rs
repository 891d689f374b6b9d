//! Heads that voters have given: at one index every voter's in every round, for they may be needed to prove that an
//! entry is final; those beyond it that came early; and what happens when one comes.

use std::collections::BTreeMap;

use crate::event::{DesyncReport, ProtocolEvent};
use crate::guard::Acked;
use crate::hash::Hash;
use crate::limits::{MAX_HEADS_PER_SEAT, MAX_ROUNDS};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::Voter;
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Signed, Vote};

/// Signed heads of one index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads(BTreeMap<(Voter, u32, Hash), Signed<Head>>);

impl Heads {
    /// Adds a head; says whether it is kept. A voter that says too much loses its oldest.
    pub(crate) fn insert(&mut self, head: Signed<Head>) -> bool {
        let place = (head.voter, head.says.round, head.says.entry);
        self.0.insert(place, head);
        let mut own = self.of(head.voter).map(|head| (head.voter, head.says.round, head.says.entry));
        let oldest = own.next();
        if let (Some(oldest), true) = (oldest, own.count() >= MAX_HEADS_PER_SEAT) {
            self.0.remove(&oldest);
        }
        self.0.contains_key(&place)
    }

    pub(crate) fn contains(&self, head: &Signed<Head>) -> bool {
        self.0.contains_key(&(head.voter, head.says.round, head.says.entry))
    }

    /// A head of the same voter and round for another entry.
    pub(crate) fn conflict(&self, head: &Signed<Head>) -> Option<&Signed<Head>> {
        self.of(head.voter).find(|known| known.contradicts(head))
    }

    /// The heads of a voter, by round.
    pub(crate) fn of(&self, voter: Voter) -> impl DoubleEndedIterator<Item = &Signed<Head>> {
        let (first, last) = ((voter, 0, Hash::LOWEST), (voter, u32::MAX, Hash::HIGHEST));
        self.0.range(first..=last).map(|(_, head)| head)
    }

    /// The voter's head of the highest round.
    pub(crate) fn latest(&self, voter: Voter) -> Option<&Signed<Head>> {
        self.of(voter).next_back()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Signed<Head>> {
        self.0.values()
    }

    /// The heads for one entry alone.
    pub(crate) fn for_entry(&self, entry: &Hash) -> Self {
        Self(self.0.iter().filter(|(key, _)| key.2 == *entry).map(|(key, head)| (*key, *head)).collect())
    }
}

/// Signed heads beyond the open index, the furthest of each voter: they show how far others are, and what is final
/// there.
#[derive(Clone, Debug, Default)]
pub(crate) struct FarHeads(BTreeMap<(Voter, u32, u32, Hash), Signed<Head>>);

impl FarHeads {
    /// Adds a head; says whether it is kept. Of a voter that says much the furthest are kept, and before these those
    /// about entries that somebody `told`: heads about what nobody has seen must not take their place.
    pub(crate) fn insert(&mut self, head: Signed<Head>, told: impl Fn(&Head) -> bool) -> bool {
        self.0.insert(far_key(&head), head);
        let (first, last) =
            ((head.voter, 0, 0, Hash::LOWEST), (head.voter, u32::MAX, u32::MAX, Hash::HIGHEST));
        let own: Vec<_> = self.0.range(first..=last).map(|(key, head)| (*key, told(&head.says))).collect();
        if own.len() > MAX_HEADS_PER_SEAT {
            let unheard_of = own.iter().find(|(_, told)| !told);
            unheard_of.or(own.first()).and_then(|(key, _)| self.0.remove(key));
        }
        self.contains(&head)
    }

    pub(crate) fn contains(&self, head: &Signed<Head>) -> bool {
        self.0.contains_key(&far_key(head))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Signed<Head>> {
        self.0.values()
    }
}

fn far_key(head: &Signed<Head>) -> (Voter, u32, u32, Hash) {
    (head.voter, head.says.index, head.says.round, head.says.entry)
}

impl<R: Rules> Lockstep<R> {
    /// A head has come. Its signature is checked a little later, with those of others: what this peer itself has to say
    /// goes first.
    pub(crate) fn on_head(&mut self, now: Millis, from: PublicKey, head: Signed<Head>) {
        if !self.is_news(&head) || self.waiting.unchecked().any(|other| *other == head) {
            return;
        }
        if self.waiting.check_later(now, from, head) {
            self.check_heads(now);
            self.agree(now);
        }
    }

    /// Tells who made a move that this peer has acknowledged it, and the others a little later: a move counts as
    /// committed when its player has heard from all.
    pub(crate) fn say_head(&mut self, now: Millis, head: Signed<Head>, mover: Option<PublicKey>) {
        match mover.filter(|mover| self.links.contains_key(mover)) {
            Some(mover) => {
                self.send(mover, &Message::Head(head));
                if self.links.len() > 1 {
                    self.waiting.say_later(now, mover, head);
                }
            }
            None => self.spread(&Message::Head(head), None),
        }
    }

    /// Tells the others, too.
    pub(crate) fn say_heads(&mut self) {
        for (mover, head) in self.waiting.take_unsaid() {
            self.spread(&Message::Head(head), Some(mover));
        }
    }

    /// Checks the signatures of the heads that wait, and takes them in.
    pub(crate) fn check_heads(&mut self, now: Millis) {
        for (from, head) in self.waiting.take_unchecked() {
            self.take_head(now, from, head);
        }
    }

    fn is_news(&self, head: &Signed<Head>) -> bool {
        let says = &head.says;
        let (tip, open) = (self.world.index, self.world.index + 1);
        if (says.index < tip && !self.is_rival(says)) || says.round > MAX_ROUNDS {
            return false;
        }
        let known = match says.index {
            index if index < tip => self.rival_heads.contains(head),
            index if index == tip => self.tip_heads.contains(head) || self.rival_heads.contains(head),
            index if index == open => self.open.heads.contains(head),
            _ => self.far_heads.contains(head),
        };
        !known
    }

    fn take_head(&mut self, now: Millis, from: PublicKey, head: Signed<Head>) {
        let (voter, says) = (head.voter, head.says);
        // Who was admitted at an index that is still unknown here may well have signed.
        if !self.is_news(&head) || !self.table.has_key(voter) {
            return;
        }
        if !head.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, voter);
        }
        self.heard_say(now, voter, (says.index, says.round, true));
        if !self.is_of_a_life_here(&head) {
            return;
        }
        if says.index > self.world.index {
            let last = self.open.acked.map(|acked| acked.round);
            let beyond = says.index > self.world.index + 1 || last.is_none_or(|last| says.round > last);
            self.hear_own_word(now, voter, says.life, beyond);
        }
        // What is not kept would be news again, and go round for ever.
        if self.place_head(head) {
            self.relay(&Message::Head(head), voter, Some(from));
        }
    }

    /// What is said in another life than the one in which the voter speaks there counts for nothing. What is far ahead
    /// is looked at when it matters, and where the table has parted others may speak.
    fn is_of_a_life_here(&self, head: &Signed<Head>) -> bool {
        let says = &head.says;
        let (tip, open) = (self.world.index, self.world.index + 1);
        let ours = says.index == open || (says.index == tip && says.entry == self.world.tip);
        !ours || self.roll_at(says.index).speaks(head.voter, says.life)
    }

    /// Puts a head whose signature is good where it belongs; says whether it is kept there.
    fn place_head(&mut self, head: Signed<Head>) -> bool {
        let (tip, says) = (self.world.index, head.says);
        match says.index {
            index if index == tip && says.entry == self.world.tip => self.tip_heads.insert(head),
            index if index <= tip => {
                self.look_back_at_head(&head);
                self.note_rival(head);
                false
            }
            index if index == tip + 1 => self.note_head(head),
            _ => {
                let Self { far_heads, links, .. } = self;
                let told = |says: &Head| links.values().any(|link| link.has_told(says.index, &says.entry));
                far_heads.insert(head, told)
            }
        }
    }

    /// The same of a head from a journal, as if it came from somebody else now.
    pub(crate) fn recall_head(&mut self, head: Signed<Head>) {
        if !self.is_of_a_life_here(&head) {
            return;
        }
        if Some(head.voter) == self.voter() && head.says.index == self.world.index + 1 {
            self.open.acked = Some(Acked::after(self.open.acked, head.says.round, head.says.entry));
        }
        if self.is_news(&head) {
            self.place_head(head);
        }
    }

    /// Adds a head at the open index, and whatever it proves; says whether it is kept.
    fn note_head(&mut self, head: Signed<Head>) -> bool {
        if let Some(known) = self.open.heads.conflict(&head).copied() {
            self.accuse(Evidence::TwoHeads(known, head), None);
        }
        if let Some(vote) = self.vote_against(&head) {
            self.accuse(Evidence::HeadAgainstVote(head, vote), None);
        }
        // Of each voter the first is told: it may give one with every round.
        let known = self.open.heads.of(head.voter).any(|known| self.other_state(known).is_some());
        let differs = self.other_state(&head).filter(|_| !known);
        let kept = self.open.heads.insert(head);
        if let Some(ours) = differs.filter(|_| kept) {
            let (index, theirs) = (head.says.index, head.says.state.to_string());
            let field = "state hash".to_owned();
            self.tell(ProtocolEvent::Desync(DesyncReport { index, field, ours: ours.to_string(), theirs }));
        }
        kept
    }

    /// The state that an entry led to here, if the head says that it is another one.
    fn other_state(&self, head: &Signed<Head>) -> Option<Hash> {
        let ours = self.open.candidate(&head.says.entry)?.entry.core.state;
        (ours != head.says.state).then_some(ours)
    }

    /// Who moves acknowledges with that. That it may have signed two moves was looked at before.
    pub(crate) fn note_move_head(&mut self, head: Signed<Head>) {
        if let Some(vote) = self.vote_against(&head) {
            self.accuse(Evidence::HeadAgainstVote(head, vote), None);
        }
        if Some(head.voter) == self.voter() && head.says.life == self.life() {
            self.open.acked = Some(Acked::after(self.open.acked, head.says.round, head.says.entry));
        }
        self.open.heads.insert(head);
    }

    /// The voter's vote that this head breaks.
    fn vote_against(&self, head: &Signed<Head>) -> Option<Signed<Vote>> {
        let mut votes = self.open.votes.of(head.voter).copied();
        votes.find(|vote| head.breaks(vote))
    }

    /// Heads of the index that has just opened may have come early.
    pub(crate) fn take_up_far_heads(&mut self) {
        let open = self.world.index + 1;
        let far = std::mem::take(&mut self.far_heads);
        for head in far.iter().copied() {
            match head.says.index {
                // There is room for all that there was room for before.
                index if index > open => {
                    self.far_heads.insert(head, |_| true);
                }
                index if !self.roll_at(index).speaks(head.voter, head.says.life) => {}
                // Nothing here is about an index before this one: entries become final one by one.
                _ => {
                    self.note_head(head);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quorum::Voters;
    use crate::sign::Identity;

    fn head(index: u32, round: u32) -> Signed<Head> {
        let (entry, state) = (Hash::LOWEST, Hash::LOWEST);
        let says = Head { index, round, entry, state, life: 0, lost: Voters::NONE };
        Signed::new(&Identity::from_secret(&[1; 32]), &Hash::LOWEST, 1, says)
    }

    #[test]
    fn a_head_that_finds_no_place_beside_others_is_not_kept() {
        let most = u32::try_from(MAX_HEADS_PER_SEAT).expect("few");
        let (mut heads, mut far) = (Heads::default(), FarHeads::default());
        for number in 1..=most {
            assert!(heads.insert(head(2, number)) && far.insert(head(9 + number, 0), |_| false));
        }
        for _ in 0..2 {
            assert!(!heads.insert(head(2, 0)) && !far.insert(head(9, 0), |_| false), "each time anew");
        }
        assert!(heads.insert(head(2, most + 1)) && far.insert(head(9, 0), |says| says.index == 9));
    }
}
