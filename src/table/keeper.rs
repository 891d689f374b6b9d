//! A table that this laptop is not at any more, but has a journal of: it is shown to whoever was at it and does not know all.
//!
//! A keeper is a spectator with the bytes of a journal. It signs nothing, keeps nothing, plays nothing and asks for nothing;
//! what it says proves itself. Read [`Keeper::open`] first.

use std::collections::BTreeSet;

use whistlestop_proto::contract::Contract;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::lockstep::{Lockstep, Millis};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::sign::{Identity, PublicKey};

use super::catalog::Catalog;
use super::rules::GameRules;
use super::store::StoreError;
use super::store::home::Home;
use super::{OpenTableError, first_state};

/// A table that is shown to those who come late.
#[derive(Debug)]
pub struct Keeper {
    lockstep: Lockstep<GameRules>,
    /// Those who are shown it.
    peers: BTreeSet<PublicKey>,
}

impl Keeper {
    /// The keeper of a table, if its journal is in the home and this key has a seat there. Nobody else is shown anything.
    pub fn open(
        now: Millis,
        home: &Home,
        table: &Hash,
        peer: &PublicKey,
        catalog: impl Into<Catalog>,
    ) -> Result<Option<Self>, OpenTableError> {
        let Some(bytes) = home.journal_bytes(table)? else { return Ok(None) };
        let path = || home.journal_path(table);
        let broken = |why| OpenTableError::Journal { path: path(), why };
        let contract = Kept::salvage(&bytes).map_err(broken)?.0.contract;
        if contract.table() != *table || contract.seat_of(peer).is_none() {
            return Ok(None);
        }
        let genesis = first_state(home, &contract, catalog.into())?;
        // A key of nobody: it has no voice, whatever the journal's owner had.
        let (mut secret, life) = ([0; 32], 1);
        getrandom::fill(&mut secret).map_err(OpenTableError::NoLuck)?;
        let start = ProgramStart { place: Hash::default(), life };
        let (lockstep, _) =
            Lockstep::restore(now, Identity::from_secret(&secret), genesis, &bytes, start).map_err(broken)?;
        Ok(Some(Self { lockstep, peers: BTreeSet::new() }))
    }

    /// The table.
    pub fn id(&self) -> Hash {
        self.lockstep.table()
    }

    /// Its contract.
    pub fn contract(&self) -> &Contract {
        self.lockstep.contract()
    }

    /// Whether nobody is shown it.
    pub fn is_idle(&self) -> bool {
        self.peers.is_empty()
    }

    /// Somebody is to be shown it; says whether that is new.
    pub fn handle_connected(&mut self, now: Millis, peer: PublicKey) -> bool {
        let new = self.contract().seat_of(&peer).is_some() && self.peers.insert(peer);
        if new {
            self.lockstep.handle_connected(now, peer);
        }
        new
    }

    /// They are gone.
    pub fn handle_disconnected(&mut self, peer: PublicKey) {
        if self.peers.remove(&peer) {
            self.lockstep.handle_disconnected(peer);
        }
    }

    /// Bytes came over a link.
    pub fn handle_message(&mut self, now: Millis, from: PublicKey, bytes: &[u8]) {
        if self.peers.contains(&from) {
            self.lockstep.handle_message(now, from, bytes);
        }
    }

    /// The time that [`poll_timeout`](Self::poll_timeout) named has come.
    pub fn handle_timeout(&mut self, now: Millis) {
        self.lockstep.handle_timeout(now);
    }

    /// The next bytes to send, and to whom. What it hears is told to nobody and kept nowhere.
    pub fn poll_transmit(&mut self) -> Option<(PublicKey, Vec<u8>)> {
        while self.lockstep.poll_store().is_some() {}
        while self.lockstep.poll_event().is_some() {}
        while self.lockstep.poll_outcome().is_some() {}
        self.lockstep.poll_transmit()
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    pub fn poll_timeout(&self) -> Millis {
        self.lockstep.poll_timeout()
    }
}

/// The contract of a table, by its journal in the home.
pub fn contract_of(home: &Home, table: &Hash) -> Result<Option<Contract>, StoreError> {
    let bytes = home.journal_bytes(table)?;
    Ok(bytes.and_then(|bytes| Kept::salvage(&bytes).ok()).map(|(kept, _)| kept.contract))
}
