//! Heads that seats have given: at one index every seat's in every round, for they may be needed to prove that an
//! entry is final; and those beyond it that came early.

use std::collections::BTreeMap;

use crate::contract::Seat;
use crate::hash::Hash;
use crate::limits::MAX_HEADS_PER_SEAT;
use crate::statement::{Head, Signed};

/// Signed heads of one index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads(BTreeMap<(Seat, u32, Hash), Signed<Head>>);

impl Heads {
    /// Adds a head. A seat that says too much loses its oldest.
    pub(crate) fn insert(&mut self, head: Signed<Head>) {
        self.0.insert((head.seat, head.says.round, head.says.entry), head);
        let mut own = self.of(head.seat).map(|head| (head.seat, head.says.round, head.says.entry));
        let oldest = own.next();
        if let (Some(oldest), true) = (oldest, own.count() >= MAX_HEADS_PER_SEAT) {
            self.0.remove(&oldest);
        }
    }

    pub(crate) fn contains(&self, head: &Signed<Head>) -> bool {
        self.0.contains_key(&(head.seat, head.says.round, head.says.entry))
    }

    /// A head of the same seat and round for another entry.
    pub(crate) fn conflict(&self, head: &Signed<Head>) -> Option<&Signed<Head>> {
        self.of(head.seat)
            .find(|known| known.says.round == head.says.round && known.says.entry != head.says.entry)
    }

    /// The heads of a seat, by round.
    pub(crate) fn of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Signed<Head>> {
        let (first, last) = ((seat, 0, Hash([0; 32])), (seat, u32::MAX, Hash([255; 32])));
        self.0.range(first..=last).map(|(_, head)| head)
    }

    /// The seat's head of the highest round.
    pub(crate) fn latest(&self, seat: Seat) -> Option<&Signed<Head>> {
        self.of(seat).next_back()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Signed<Head>> {
        self.0.values()
    }

    /// The heads for one entry alone.
    pub(crate) fn for_entry(&self, entry: &Hash) -> Self {
        Self(self.0.iter().filter(|(key, _)| key.2 == *entry).map(|(key, head)| (*key, *head)).collect())
    }
}

/// Signed heads beyond the open index, the furthest of each seat: they show how far others are, and what is final there.
#[derive(Clone, Debug, Default)]
pub(crate) struct FarHeads(BTreeMap<(Seat, u32, u32, Hash), Signed<Head>>);

impl FarHeads {
    /// Adds a head. Of a seat that says much the furthest are kept.
    pub(crate) fn insert(&mut self, head: Signed<Head>) {
        self.0.insert(far_key(&head), head);
        let (first, last) =
            ((head.seat, 0, 0, Hash([0; 32])), (head.seat, u32::MAX, u32::MAX, Hash([255; 32])));
        let mut own = self.0.range(first..=last).map(|(key, _)| *key);
        let nearest = own.next();
        if let (Some(nearest), true) = (nearest, own.count() >= MAX_HEADS_PER_SEAT) {
            self.0.remove(&nearest);
        }
    }

    pub(crate) fn contains(&self, head: &Signed<Head>) -> bool {
        self.0.contains_key(&far_key(head))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Signed<Head>> {
        self.0.values()
    }
}

fn far_key(head: &Signed<Head>) -> (Seat, u32, u32, Hash) {
    (head.seat, head.says.index, head.says.round, head.says.entry)
}
