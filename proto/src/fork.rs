//! When the table has parted: two majorities, for two entries at one index. Only seats that signed both ways can bring
//! this about, and nothing can make the two parts one again; but whoever meets the other part can name it.
//!
//! Words prove nothing here. What shows a fork is heads of a majority in one round: for another entry at an index that is
//! final here, or for one on a chain of hashes that does not go through this peer's last entry.

use std::collections::BTreeMap;

use crate::entry::Entry;
use crate::event::Event;
use crate::hash::Hash;
use crate::link::Rival;
use crate::lockstep::Lockstep;
use crate::message::Message;
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Signed};

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
        self.rival_heads.insert(head);
        let Head { index, round, entry, .. } = head.says;
        let same = |other: &&Signed<Head>| {
            (other.says.index, other.says.round, other.says.entry) == (index, round, entry)
        };
        let count = self.rival_heads.iter().filter(same).count();
        if let (true, Some(ours)) = (count >= self.table.contract.majority(), self.hash_at(index)) {
            self.part(index, ours, entry);
        }
    }

    /// A neighbour's entry does not follow this peer's last one: the first of them, or one behind those already followed.
    /// Says whether it was followed.
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
        link.rival = Some(Rival { theirs, index: core.index, hash: entry.hash() });
        if first {
            // It may be that this peer's part is the one that is further back: then the heads here show it to the other.
            let heads: Vec<_> = self.tip_heads.iter().copied().collect();
            for head in heads {
                self.send(from, &Message::Head(head));
            }
        }
        true
    }

    /// Whether a majority has acknowledged the last entry of a chain that does not go through this peer's.
    pub(crate) fn look_for_fork(&mut self) {
        let rivals: Vec<Rival> = self.links.values().filter_map(|link| link.rival).collect();
        for rival in rivals {
            let heads = self.open.heads.iter().chain(self.far_heads.iter());
            let mut rounds: BTreeMap<u32, usize> = BTreeMap::new();
            for head in heads.filter(|head| (head.says.index, head.says.entry) == (rival.index, rival.hash)) {
                *rounds.entry(head.says.round).or_default() += 1;
            }
            if rounds.values().any(|count| *count >= self.table.contract.majority()) {
                self.part(self.world.index, self.world.tip, rival.theirs);
            }
        }
    }

    fn part(&mut self, index: u32, ours: Hash, theirs: Hash) {
        if !self.forked {
            self.forked = true;
            self.tell(Event::Forked { index, ours, theirs });
        }
    }
}
