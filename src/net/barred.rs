//! Who is kept out for a while, by key and by address.
//!
//! The node says whom and for how long; here it is only remembered. What is remembered is bounded, the oldest forgotten
//! first.

use std::collections::VecDeque;
use std::net::IpAddr;

use whistlestop_proto::sign::PublicKey;

use super::limits::MAX_BARRED;

/// Whom nobody may connect as, or from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// This player.
    Key(PublicKey),
    /// Everybody at this address but the players of the table: several may share it.
    Address(IpAddr),
}

/// All who are kept out, the oldest first; a number tells two bars of the same apart.
#[derive(Debug, Default)]
pub(super) struct Barred {
    bars: VecDeque<(u64, Bar)>,
    next: u64,
}

impl Barred {
    /// Keeps somebody out until [`lift`](Self::lift) is called with the number.
    pub(super) fn add(&mut self, bar: Bar) -> u64 {
        self.bars.retain(|(_, other)| *other != bar);
        if self.bars.len() >= MAX_BARRED {
            self.bars.pop_front();
        }
        self.next += 1;
        self.bars.push_back((self.next, bar));
        self.next
    }

    /// That time is over, unless it was begun anew meanwhile.
    pub(super) fn lift(&mut self, number: u64) {
        self.bars.retain(|(other, _)| *other != number);
    }

    pub(super) fn has(&self, bar: Bar) -> bool {
        self.bars.iter().any(|(_, other)| *other == bar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u32) -> Bar {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        Bar::Key(PublicKey(bytes))
    }

    #[test]
    fn a_bar_holds_until_it_is_lifted_and_a_new_one_outlasts_the_old() {
        let mut barred = Barred::default();
        let first = barred.add(key(1));
        let second = barred.add(key(1));
        barred.lift(first);
        assert!(barred.has(key(1)) && !barred.has(key(2)));
        barred.lift(second);
        assert!(!barred.has(key(1)));
    }

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut barred = Barred::default();
        for number in 0..10_000 {
            barred.add(key(number));
        }
        assert_eq!(barred.bars.len(), MAX_BARRED);
        assert!(barred.has(key(9_999)) && !barred.has(key(0)));
    }
}
