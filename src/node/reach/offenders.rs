//! Who did wrong lately, by key and by address: who comes back is no better than before.
//!
//! A key is quickly made and an address quickly changed, so each counts for itself and the longer wait holds. What is
//! remembered is bounded, the oldest forgotten first. It only counts; what becomes of somebody who must wait is its callers'
//! matter.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};

use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

/// Keys and addresses that are remembered: several times the links there can be.
const MAX_REMEMBERED: usize = 512;

/// After so long without another one, everything is forgotten.
const FORGET_MILLIS: Millis = 600_000;

/// The wait after the first wrong that counts; each further one doubles it, up to the time after which all is forgotten.
const FIRST_WAIT_MILLIS: Millis = 2_000;

/// Peers at one address that may be dropped for what no honest peer does, before the address is shut out: several people may
/// share it.
pub(crate) const FREE_OFFENCES: u32 = 8;

/// Who did wrong lately.
#[derive(Debug)]
pub(crate) struct Offenders {
    /// So many are taken for mistakes, of a key and of an address: several people may share that.
    free: (u32, u32),
    known: BTreeMap<Who, Wrongs>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Key(PublicKey),
    At(IpAddr),
}

#[derive(Clone, Copy, Debug)]
struct Wrongs {
    number: u32,
    last: Millis,
}

impl Offenders {
    pub(crate) const fn new(of_key: u32, of_address: u32) -> Self {
        let free = (of_key, of_address);
        Self { free, known: BTreeMap::new() }
    }

    /// Somebody did wrong.
    pub(crate) fn note(&mut self, now: Millis, key: PublicKey, ip: IpAddr) {
        self.known.retain(|_, wrongs| now.saturating_sub(wrongs.last) < FORGET_MILLIS);
        for who in both(key, ip) {
            if self.known.len() >= MAX_REMEMBERED && !self.known.contains_key(&who) {
                let oldest = self.known.iter().min_by_key(|(_, wrongs)| wrongs.last).map(|(who, _)| *who);
                oldest.and_then(|oldest| self.known.remove(&oldest));
            }
            let wrongs = self.known.entry(who).or_insert(Wrongs { number: 0, last: now });
            *wrongs = Wrongs { number: wrongs.number.saturating_add(1), last: now };
        }
    }

    /// It was no wrong after all: the last one does not count.
    pub(crate) fn take_back(&mut self, key: PublicKey, ip: IpAddr) {
        for who in both(key, ip) {
            if let Some(wrongs) = self.known.get_mut(&who) {
                wrongs.number = wrongs.number.saturating_sub(1);
            }
        }
    }

    /// How long somebody must wait from now on.
    pub(crate) fn wait(&self, now: Millis, key: PublicKey, ip: IpAddr) -> Option<Millis> {
        self.waits(now, key, ip).into_iter().flatten().max()
    }

    /// The same, for the key and for the address.
    pub(crate) fn waits(&self, now: Millis, key: PublicKey, ip: IpAddr) -> [Option<Millis>; 2] {
        let left = |who: Who| {
            let wrongs = self.known.get(&who)?;
            let free = if matches!(who, Who::Key(_)) { self.free.0 } else { self.free.1 };
            let counted = wrongs.number.checked_sub(free + 1)?;
            let wait = FIRST_WAIT_MILLIS.saturating_mul(1 << counted.min(20)).min(FORGET_MILLIS);
            (wrongs.last + wait).checked_sub(now).filter(|left| *left > 0)
        };
        both(key, ip).map(left)
    }
}

/// One machine has as many addresses as it likes within a network of IPv6.
fn both(key: PublicKey, ip: IpAddr) -> [Who; 2] {
    let ip = match ip {
        IpAddr::V6(ip) if !ip.is_loopback() => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        other => other,
    };
    [Who::Key(key), Who::At(ip)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8) -> PublicKey {
        PublicKey([number; 32])
    }

    fn ip(number: u32) -> IpAddr {
        IpAddr::V4(std::net::Ipv4Addr::from_bits(number))
    }

    #[test]
    fn some_are_mistakes_and_then_each_doubles_the_wait_up_to_a_bound() {
        let mut offenders = Offenders::new(2, 2);
        let mut waits = Vec::new();
        for _ in 0..14 {
            offenders.note(1_000, key(1), ip(1));
            waits.push(offenders.wait(1_000, key(1), ip(1)).unwrap_or(0));
        }
        assert_eq!(waits[..5], [0, 0, 2_000, 4_000, 8_000]);
        assert_eq!(waits[13], FORGET_MILLIS);
        assert_eq!(offenders.wait(2_000, key(1), ip(1)), Some(FORGET_MILLIS - 1_000));
        assert_eq!(offenders.wait(1_000 + FORGET_MILLIS, key(1), ip(1)), None);
    }

    #[test]
    fn neither_another_key_nor_another_address_helps() {
        let mut offenders = Offenders::new(0, 0);
        offenders.note(0, key(1), ip(1));
        assert!(offenders.wait(0, key(2), ip(1)).is_some() && offenders.wait(0, key(1), ip(2)).is_some());
        assert_eq!(offenders.wait(0, key(2), ip(2)), None);
        let within = |last: u16| IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 1, 2, 3, last));
        offenders.note(0, key(3), within(1));
        assert!(offenders.wait(0, key(4), within(2)).is_some());
    }

    #[test]
    fn what_was_no_wrong_does_not_count() {
        let mut offenders = Offenders::new(0, 0);
        offenders.note(0, key(1), ip(1));
        offenders.take_back(key(1), ip(1));
        assert_eq!(offenders.wait(0, key(1), ip(1)), None);
    }

    #[test]
    fn what_is_remembered_is_bounded_and_the_oldest_goes_first() {
        let mut offenders = Offenders::new(0, 0);
        for number in 0..2_000_u32 {
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&number.to_le_bytes());
            offenders.note(u64::from(number), PublicKey(bytes), ip(number));
        }
        assert_eq!(offenders.known.len(), MAX_REMEMBERED);
        assert!(offenders.wait(2_000, key(9), ip(1_999)).is_some());
        assert_eq!(offenders.wait(2_000, key(9), ip(0)), None);
    }
}
