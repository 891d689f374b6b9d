//! Links to neighbours: sending, counting what they may send, and dropping those that are of no use.

use crate::codec;
use crate::contract::PROTOCOL_VERSION;
use crate::error::DropReason;
use crate::event::Event;
use crate::hash::Hash;
use crate::incoming::Incoming;
use crate::limits::{MAX_MESSAGES_PER_SECOND, MAX_NAME_BYTES, MAX_OFFENCES, MAX_QUEUE};
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Hello, Message};
use crate::rules::Rules;
use crate::sign::PublicKey;

/// What is known of a neighbour.
#[derive(Debug)]
pub(crate) struct Link<R> {
    pub(crate) greeted: bool,
    pub(crate) blocked: bool,
    pub(crate) offences: u32,
    /// Messages it may still send, and when that was last counted.
    allowance: u32,
    counted: Millis,
    pub(crate) queued: usize,
    /// The last final index that it told.
    pub(crate) index: u32,
    /// Final entries that it is sending because this peer is behind.
    pub(crate) incoming: Option<Incoming<R>>,
    /// What it tells does not follow what the other neighbours tell, so it is looked at alone.
    pub(crate) apart: bool,
    /// Entries of it that do not follow this peer's last one.
    pub(crate) rival: Option<Rival>,
}

/// A chain that does not follow this peer's last entry. Only hashes are followed: if heads of a majority lie on it, the
/// table has parted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rival {
    /// What stands there instead of this peer's last entry.
    pub(crate) theirs: Hash,
    /// How far it was followed, and that entry's hash.
    pub(crate) index: u32,
    pub(crate) hash: Hash,
}

impl<R> Link<R> {
    pub(crate) fn new(now: Millis) -> Self {
        Self {
            greeted: false,
            blocked: false,
            offences: 0,
            allowance: MAX_MESSAGES_PER_SECOND,
            counted: now,
            queued: 0,
            index: 0,
            incoming: None,
            apart: false,
            rival: None,
        }
    }

    /// Takes one message from the allowance, which grows with time up to a second's worth.
    pub(crate) fn allow(&mut self, now: Millis) -> bool {
        let millis = now.saturating_sub(self.counted).min(1000);
        let grown = u32::try_from(millis).unwrap_or(1000) * MAX_MESSAGES_PER_SECOND / 1000;
        if grown > 0 {
            self.allowance = (self.allowance + grown).min(MAX_MESSAGES_PER_SECOND);
            self.counted = now;
        }
        let allowed = self.allowance > 0;
        self.allowance = self.allowance.saturating_sub(1);
        allowed
    }
}

impl<R: Rules> Lockstep<R> {
    pub(crate) fn send(&mut self, to: PublicKey, message: &Message) {
        let Some(link) = self.links.get_mut(&to) else { return };
        if !link.blocked && link.queued < MAX_QUEUE {
            link.queued += 1;
            self.out.push_back((to, codec::encode(message)));
        }
    }

    /// Tells all neighbours but the one it came from.
    pub(crate) fn spread(&mut self, message: &Message, except: Option<PublicKey>) {
        let bytes = codec::encode(message);
        for (peer, link) in &mut self.links {
            if Some(*peer) != except && !link.blocked && link.queued < MAX_QUEUE {
                link.queued += 1;
                self.out.push_back((*peer, bytes.clone()));
            }
        }
    }

    /// The neighbour sent what no honest peer sends.
    pub(crate) fn offend(&mut self, peer: PublicKey) {
        let Some(link) = self.links.get_mut(&peer) else { return };
        link.offences += 1;
        let offences = link.offences;
        if offences >= MAX_OFFENCES {
            self.block(peer, DropReason::Offences(offences));
        }
    }

    pub(crate) fn block(&mut self, peer: PublicKey, reason: DropReason) {
        if let Some(link) = self.links.get_mut(&peer) {
            link.blocked = true;
            link.incoming = None;
            self.tell(Event::Drop { peer, reason });
        }
    }

    pub(crate) fn hello(&self) -> Hello {
        let contract = &self.table.contract;
        Hello {
            protocol: PROTOCOL_VERSION,
            game: contract.game.clone(),
            rules: contract.rules.clone(),
            board: contract.board,
            table: self.table.id,
        }
    }

    pub(crate) fn on_hello(&mut self, from: PublicKey, theirs: &Hello) {
        if [&theirs.game, &theirs.rules].iter().any(|name| name.len() > MAX_NAME_BYTES) {
            return self.offend(from);
        }
        let ours = self.hello();
        let reason = if theirs.protocol != ours.protocol {
            DropReason::Protocol { ours: ours.protocol, theirs: theirs.protocol }
        } else if theirs.game != ours.game {
            DropReason::Game { ours: ours.game, theirs: theirs.game.clone() }
        } else if theirs.rules != ours.rules {
            DropReason::Rules { ours: ours.rules, theirs: theirs.rules.clone() }
        } else if theirs.board != ours.board {
            DropReason::Board { ours: ours.board, theirs: theirs.board }
        } else if theirs.table != ours.table {
            DropReason::Table { ours: ours.table, theirs: theirs.table }
        } else {
            if let Some(link) = self.links.get_mut(&from) {
                link.greeted = true;
            }
            return;
        };
        self.block(from, reason);
    }
}
