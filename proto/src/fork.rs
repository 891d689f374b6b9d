//! When the table has parted: two majorities, for two entries at one index. Only seats that signed both ways can bring
//! this about, and nothing can make the two parts one again; but whoever meets the other part can name it.
//!
//! Words prove nothing here. What shows a fork is heads of a majority in one round: for another entry at an index that
//! is final here, or for one on a chain of hashes that does not go through this peer's last entry.

use crate::entry::{Entry, Proof};
use crate::event::ProtocolEvent;
use crate::guard::final_entry;
use crate::hash::Hash;
use crate::lockstep::Lockstep;
use crate::message::Message;
use crate::neighbour::Rival;
use crate::quorum::{Quorum, Roll};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Signed, Vote};

impl<R: Rules> Lockstep<R> {
    /// The hash of a final entry.
    pub(crate) fn hash_at(&self, index: u32) -> Option<Hash> {
        match self.log.get(index as usize) {
            Some(next) => (index > 0).then_some(next.core.prev),
            None => (index > 0 && index == self.world.index).then_some(self.world.tip),
        }
    }

    /// Whether the head is for another entry than the one that is final there.
    pub(crate) fn is_rival(&self, head: &Head) -> bool {
        self.hash_at(head.index).is_some_and(|ours| ours != head.entry)
    }

    /// A seat has acknowledged another entry than the one that is final here. That may be its old opinion; if a
    /// majority did so in one round, the table has parted.
    pub(crate) fn note_rival(&mut self, head: Signed<Head>) {
        self.rival_heads.insert(head, |_| false);
        if let Some(vote) = self.certified_against(&head) {
            self.accuse(Evidence::HeadAgainstVote(head, vote), None);
        }
        let Head { index, entry, .. } = head.says;
        let same = |other: &&Signed<Head>| (other.says.index, other.says.entry) == (index, entry);
        let there = self.rival_heads.iter().filter(same).map(Signed::ack);
        let parted = final_entry(Quorum::of(self.roll_at(index).voters), there).is_some();
        if let (true, Some(ours)) = (parted, self.hash_at(index)) {
            self.part(index, ours, entry);
        }
    }

    /// The voter's vote in the certificate of the entry that is final there, if the head breaks it: whoever parts a
    /// table by a vote that hides what it acknowledged is known by the two.
    fn certified_against(&self, head: &Signed<Head>) -> Option<Signed<Vote>> {
        let entry = self.log.get((head.says.index as usize).checked_sub(1)?)?;
        let Proof::Certified(certificate) = &entry.proof else { return None };
        let ours = self.hash_at(head.says.index)?;
        let broken = |vote: &Signed<Vote>| head.breaks(vote);
        certificate.votes(&entry.core, ours).find(broken)
    }

    /// Who counted at an index, and in which lives.
    pub(crate) fn roll_at(&self, index: u32) -> Roll {
        self.rolls.at(index)
    }

    /// A neighbour's entry does not follow this peer's last one: the first of them, or one behind those already
    /// followed. Says whether it was followed.
    pub(crate) fn follow_rival(&mut self, from: PublicKey, entry: &Entry) -> bool {
        let (tip, core) = (self.world.tip, &entry.core);
        let first = core.index == self.world.index + 1 && core.prev != tip && self.world.index > 0;
        let Some(link) = self.links.get_mut(&from) else { return false };
        let theirs = match link.rival {
            Some(rival) if rival.index + 1 == core.index && rival.hash == core.prev => rival.theirs,
            Some(rival) if core.index <= rival.index => return true,
            _ if first => core.prev,
            _ => return false,
        };
        let back = link.rival.map_or(1, |rival| rival.back);
        link.rival = Some(Rival { theirs, index: core.index, hash: entry.hash(), back });
        if first {
            // It may be that this peer's part is the one that is further back: then the heads here show it to the
            // other.
            let heads: Vec<_> = self.tip_heads.iter().copied().collect();
            for head in heads {
                self.send(from, &Message::Head(head));
            }
            self.send(from, &Message::Want(self.world.index));
        }
        true
    }

    /// A neighbour is as far as this peer, and somewhere else.
    pub(crate) fn seek_parting(&mut self, from: PublicKey, theirs: Hash) {
        let index = self.world.index;
        if let Some(link) = self.links.get_mut(&from).filter(|link| link.rival.is_none() && index > 0) {
            link.rival = Some(Rival { theirs, index, hash: theirs, back: 1 });
            self.send(from, &Message::Want(index));
        }
    }

    /// A neighbour on another way tells an entry of before: looks for where the two ways part, going back twice as far
    /// each time, and asks for what was said there.
    pub(crate) fn look_for_parting(&mut self, from: PublicKey, entry: &Entry) {
        let (index, last) = (entry.core.index, self.world.index);
        let Some(ours) = (index as usize).checked_sub(1).and_then(|place| self.log.get(place)) else {
            return;
        };
        let (parted, together) = (ours.core != entry.core, ours.core.prev == entry.core.prev);
        let Some(rival) = self.links.get_mut(&from).and_then(|link| link.rival.as_mut()) else { return };
        let first = |back: u32| (last + 1).saturating_sub(back).max(1);
        if rival.back == 0 || !parted {
            return;
        }
        let next = if together {
            rival.back = 0;
            index
        } else if index == first(rival.back) {
            rival.back = rival.back.saturating_mul(2);
            first(rival.back)
        } else {
            return;
        };
        self.send(from, &Message::Want(next));
        if together {
            self.send_decided(from, index);
        }
    }

    /// Whether a majority has acknowledged the last entry of a chain that does not go through this peer's.
    pub(crate) fn look_for_fork(&mut self) {
        let rivals: Vec<Rival> = self.links.values().filter_map(|link| link.rival).collect();
        for rival in rivals {
            let heads = self.open.heads.iter().chain(self.far_heads.iter());
            let there = heads.filter(|head| (head.says.index, head.says.entry) == (rival.index, rival.hash));
            if final_entry(Quorum::of(self.world.voters()), there.map(Signed::ack)).is_some() {
                self.part(self.world.index, self.world.tip, rival.theirs);
            }
        }
    }

    fn part(&mut self, index: u32, ours: Hash, theirs: Hash) {
        if !self.forked {
            self.forked = true;
            self.tell(ProtocolEvent::Forked { index, ours, theirs });
        }
    }
}
