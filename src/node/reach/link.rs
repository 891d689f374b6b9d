//! What is known of a link to a peer.

use std::net::SocketAddr;

use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;

use crate::table::limits::{WIRE_BURST, WIRE_PER_SECOND};

/// What is known of a link.
#[derive(Debug)]
pub(crate) struct LinkFacts {
    /// Where the peer is.
    pub(crate) address: SocketAddr,
    /// What both ends, and nobody else, know of this link.
    pub(crate) exporter: [u8; 32],
    /// It may come in: it proved the pass phrase, or needs none.
    pub(crate) admitted: bool,
    /// The table it said it is at.
    pub(crate) at: Option<Hash>,
    /// It was dialled back because it asked.
    called: bool,
    /// What it may still say beside the protocol, and when that was last counted.
    allowance: u64,
    counted: Millis,
}

impl LinkFacts {
    pub(crate) const fn new(address: SocketAddr, exporter: [u8; 32], now: Millis) -> Self {
        let (admitted, at, called) = (false, None, false);
        Self { address, exporter, admitted, at, called, allowance: WIRE_BURST, counted: now }
    }

    /// Takes one thing said beside the protocol from the allowance, which grows with time up to a burst.
    pub(crate) fn may_say(&mut self, now: Millis) -> bool {
        let grown = now.saturating_sub(self.counted) * WIRE_PER_SECOND / 1000;
        if grown > 0 {
            self.allowance = (self.allowance + grown).min(WIRE_BURST);
            self.counted = now;
        }
        let allowed = self.allowance > 0;
        self.allowance = self.allowance.saturating_sub(1);
        allowed
    }

    /// Where to call back on the port that the peer named: once a link, and only where the peer is, so that nobody can be
    /// made to dial a stranger.
    pub(crate) fn call_back(&mut self, port: u16) -> Option<SocketAddr> {
        let first = !std::mem::replace(&mut self.called, true);
        let mut back = self.address;
        back.set_port(port);
        first.then_some(back)
    }
}
