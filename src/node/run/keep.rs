//! Tables that this node is not at, but has: whoever sits there and does not know all of it is shown it.

use std::collections::BTreeMap;

use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::node::run::Node;
use crate::table::keeper::Keeper;
use crate::table::limits::MAX_KEEPERS;
use crate::table::wire::{Tag, Wire, protocol_frame};

/// The tables that are shown now.
#[derive(Debug, Default)]
pub(super) struct Keepers(BTreeMap<Tag, Keeper>);

impl Keepers {
    /// Bytes of the protocol came, for the table with this tag.
    pub(super) fn handle_message(&mut self, now: Millis, peer: PublicKey, tag: Tag, message: &[u8]) {
        if let Some(keeper) = self.0.get_mut(&tag) {
            keeper.handle_message(now, peer, message);
        }
    }

    pub(super) fn handle_timeout(&mut self, now: Millis) {
        for keeper in self.0.values_mut().filter(|keeper| keeper.poll_timeout() <= now) {
            keeper.handle_timeout(now);
        }
    }

    /// A link is gone; a table that nobody is shown any more is put away.
    pub(super) fn forget(&mut self, peer: &PublicKey) {
        self.0.values_mut().for_each(|keeper| keeper.handle_disconnected(*peer));
        self.0.retain(|_, keeper| !keeper.is_idle());
    }

    pub(super) fn next_due(&self) -> Option<Millis> {
        self.0.values().map(Keeper::poll_timeout).min()
    }

    /// What is to be sent, and to whom.
    pub(super) fn poll_transmit(&mut self) -> Option<(PublicKey, Vec<u8>)> {
        self.0.iter_mut().find_map(|(tag, keeper)| {
            let (peer, message) = keeper.poll_transmit()?;
            Some((peer, protocol_frame(*tag, &message)))
        })
    }
}

impl Node<'_> {
    /// Shows a peer the table that it says it is at, if this node is elsewhere and has a journal of it.
    pub(super) fn keep_for(&mut self, peer: PublicKey, table: &Hash) -> anyhow::Result<()> {
        let (now, tag) = (self.now(), Tag::of(table));
        self.kept.forget(&peer);
        if !self.kept.0.contains_key(&tag) {
            if self.kept.0.len() >= MAX_KEEPERS {
                return Ok(());
            }
            // A journal that cannot be read is no help to anybody.
            let opened = Keeper::open(now, &self.owner.home, table, &peer, self.options.bots);
            let Ok(Some(keeper)) = opened else { return Ok(()) };
            self.kept.0.insert(tag, keeper);
        }
        let keeper = self.kept.0.get_mut(&tag);
        if keeper.is_some_and(|keeper| keeper.handle_connected(now, peer)) {
            self.network.send(&peer, &Wire::Keeps { table: *table });
        }
        Ok(())
    }
}
