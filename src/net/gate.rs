//! How often one address may try to connect.

use std::collections::BTreeMap;
use std::net::IpAddr;

use super::limits::{HANDSHAKES_PER_SECOND, MAX_ADDRESSES};

/// Counts tries by address. Somebody else's clock makes it forget them, [`forget`](Gate::forget) once a second.
#[derive(Debug)]
pub(super) struct Gate {
    burst: u32,
    tries: BTreeMap<IpAddr, u32>,
}

impl Gate {
    pub(super) fn new(burst: u32) -> Self {
        Self { burst, tries: BTreeMap::new() }
    }

    /// Whether this address may try now; if so, it has.
    pub(super) fn allow(&mut self, from: IpAddr) -> bool {
        if self.tries.len() >= MAX_ADDRESSES && !self.tries.contains_key(&from) {
            return false;
        }
        let tries = self.tries.entry(from).or_default();
        let allowed = *tries < self.burst;
        *tries += u32::from(allowed);
        allowed
    }

    /// A second has passed.
    pub(super) fn forget(&mut self) {
        self.tries.retain(|_, tries| {
            *tries = tries.saturating_sub(HANDSHAKES_PER_SECOND);
            *tries > 0
        });
    }

    /// Whether there is nothing to forget.
    pub(super) fn is_idle(&self) -> bool {
        self.tries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(n: u32) -> IpAddr {
        IpAddr::V4(std::net::Ipv4Addr::from_bits(n))
    }

    fn let_in(gate: &mut Gate, from: IpAddr) -> u32 {
        (0..1000).map(|_| u32::from(gate.allow(from))).sum()
    }

    #[test]
    fn an_address_has_a_burst_and_then_a_few_a_second_and_others_are_not_touched() {
        let mut gate = Gate::new(10);
        assert_eq!(let_in(&mut gate, ip(1)), 10);
        assert_eq!(let_in(&mut gate, ip(2)), 10);
        gate.forget();
        assert_eq!(let_in(&mut gate, ip(1)), HANDSHAKES_PER_SECOND);
    }

    #[test]
    fn what_it_remembers_is_bounded_and_goes_away() {
        let mut gate = Gate::new(1);
        let taken = (0..10_000).filter(|n| gate.allow(ip(*n))).count();
        assert_eq!((taken, gate.tries.len()), (MAX_ADDRESSES, MAX_ADDRESSES));
        gate.forget();
        assert!(gate.is_idle() && gate.allow(ip(20_000)));
    }
}
