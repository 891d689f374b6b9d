//! Tables that this node is not at, but has: whoever sits there and does not know all of it is shown it.

use std::collections::BTreeMap;

use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::engine::bot::Bots;
use crate::table::keeper::Keeper;
use crate::table::limits::MAX_KEEPERS;
use crate::table::store::home::Home;
use crate::table::wire::{Tag, protocol_frame};

/// The tables that are shown now.
#[derive(Debug, Default)]
pub(crate) struct Keepers(BTreeMap<Tag, Keeper>);

impl Keepers {
    /// Bytes of the protocol came, for the table with this tag.
    pub(crate) fn handle_message(&mut self, now: Millis, peer: PublicKey, tag: Tag, message: &[u8]) {
        if let Some(keeper) = self.0.get_mut(&tag) {
            keeper.handle_message(now, peer, message);
        }
    }

    pub(crate) fn handle_timeout(&mut self, now: Millis) {
        for keeper in self.0.values_mut().filter(|keeper| keeper.poll_timeout() <= now) {
            keeper.handle_timeout(now);
        }
    }

    /// A link is gone; a table that nobody is shown any more is put away.
    pub(crate) fn forget(&mut self, peer: &PublicKey) {
        self.0.values_mut().for_each(|keeper| keeper.handle_disconnected(*peer));
        self.0.retain(|_, keeper| !keeper.is_idle());
    }

    pub(crate) fn next_due(&self) -> Option<Millis> {
        self.0.values().map(Keeper::poll_timeout).min()
    }

    /// Shows a peer a table that is kept here and that it has a seat at; says whether that is new. Nobody is shown a second one.
    pub(crate) fn show(
        &mut self,
        now: Millis,
        home: &Home,
        table: &Hash,
        peer: PublicKey,
        bots: Bots,
    ) -> bool {
        self.forget(&peer);
        let tag = Tag::of(table);
        if !self.0.contains_key(&tag) {
            // A journal that cannot be read is no help to anybody.
            let opened = Keeper::open(now, home, table, &peer, bots);
            let (Ok(Some(keeper)), true) = (opened, self.0.len() < MAX_KEEPERS) else { return false };
            self.0.insert(tag, keeper);
        }
        self.0.get_mut(&tag).is_some_and(|keeper| keeper.handle_connected(now, peer))
    }

    /// What is to be sent, and to whom.
    pub(crate) fn poll_transmit(&mut self) -> Option<(PublicKey, Vec<u8>)> {
        self.0.iter_mut().find_map(|(tag, keeper)| {
            let (peer, message) = keeper.poll_transmit()?;
            Some((peer, protocol_frame(*tag, &message)))
        })
    }
}
