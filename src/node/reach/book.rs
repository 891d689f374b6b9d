//! Who can be reached where, and when to try again. Pure: time and hints in, addresses to dial out.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::table::limits::MAX_ADDRESSES;
use crate::table::wire::Whereabouts;

/// The first pause between two tries; it doubles up to the longest.
const FIRST_PAUSE_MILLIS: Millis = 250;
/// On one network a try costs a packet or two, and a healed cable should be noticed soon.
const LONGEST_PAUSE_MILLIS: Millis = 2_000;

/// Where the people of a table can be reached, the newest hint first.
#[derive(Debug, Default)]
pub(crate) struct AddressBook {
    people: BTreeMap<PublicKey, Contact>,
}

#[derive(Debug, Default)]
struct Contact {
    addresses: Vec<SocketAddr>,
    linked: bool,
    /// One address a try, in turn: an address that swallows packets must not hold up the next.
    turn: usize,
    next_try: Millis,
    pause: Millis,
}

impl AddressBook {
    /// Wants a link to this key from now on.
    pub(crate) fn want(&mut self, key: PublicKey) {
        self.people.entry(key).or_default();
    }

    /// Forgets everybody but these.
    pub(crate) fn keep_only(&mut self, keys: &[PublicKey]) {
        self.people.retain(|key, _| keys.contains(key));
    }

    /// Takes a hint. Hints about people whom nobody asked for are dropped.
    pub(crate) fn hint(&mut self, key: &PublicKey, addresses: &[SocketAddr]) {
        let Some(person) = self.people.get_mut(key) else { return };
        for address in addresses.iter().rev() {
            let known = person.addresses.first() == Some(address);
            if !is_useful(address) || known {
                continue;
            }
            // A new place is tried at once.
            if !person.addresses.contains(address) {
                person.begin_again();
            }
            person.addresses.retain(|other| other != address);
            person.addresses.insert(0, *address);
        }
        person.addresses.truncate(MAX_ADDRESSES);
    }

    /// A link is there, or gone.
    pub(crate) fn set_linked(&mut self, key: &PublicKey, linked: bool) {
        if let Some(person) = self.people.get_mut(key) {
            person.linked = linked;
            person.begin_again();
        }
    }

    /// Whom to dial now.
    pub(crate) fn due(&mut self, now: Millis) -> Vec<(PublicKey, SocketAddr)> {
        let mut due = Vec::new();
        for (key, person) in &mut self.people {
            if person.linked || person.addresses.is_empty() || person.next_try > now {
                continue;
            }
            due.push((*key, person.addresses[person.turn % person.addresses.len()]));
            person.turn += 1;
            // Slower only after each address had its turn.
            if person.turn % person.addresses.len() == 0 || person.pause == 0 {
                person.pause = (person.pause * 2).clamp(FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
            }
            person.next_try = now + person.pause;
        }
        due
    }

    /// When [`due`](Self::due) has something next.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        let waiting = self.people.values().filter(|person| !person.linked && !person.addresses.is_empty());
        waiting.map(|person| person.next_try).min()
    }

    /// What is known, to pass on.
    pub(crate) fn list(&self) -> Vec<Whereabouts> {
        let known = self.people.iter().filter(|(_, person)| !person.addresses.is_empty());
        known.map(|(key, person)| Whereabouts { key: *key, addresses: person.addresses.clone() }).collect()
    }
}

impl Contact {
    fn begin_again(&mut self) {
        (self.turn, self.next_try, self.pause) = (0, 0, 0);
    }
}

/// Nobody listens on port 0, everywhere at once, or at a crowd's address.
fn is_useful(address: &SocketAddr) -> bool {
    let ip = address.ip();
    address.port() != 0 && !ip.is_unspecified() && !ip.is_multicast()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PublicKey = PublicKey([1; 32]);
    const BOB: PublicKey = PublicKey([2; 32]);

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn who_is_wanted_is_tried_more_and_more_slowly_until_linked() {
        let mut book = AddressBook::default();
        book.want(ANN);
        assert_eq!(book.next_due(), None, "nobody knows where Ann is");
        book.hint(&ANN, &[at("10.0.0.1:7")]);
        let tries: Vec<Millis> = (0..20_000).filter(|&now| !book.due(now).is_empty()).collect();
        let pauses: Vec<Millis> = tries.windows(2).map(|two| two[1] - two[0]).collect();
        assert_eq!(pauses[..5], [250, 500, 1000, 2000, 2000]);
        book.set_linked(&ANN, true);
        assert!(book.due(90_000).is_empty());
        book.set_linked(&ANN, false);
        assert_eq!(book.due(90_000), [(ANN, at("10.0.0.1:7"))], "at once when the link is lost");
    }

    #[test]
    fn a_new_address_is_tried_at_once_and_first_an_old_one_changes_nothing() {
        let mut book = AddressBook::default();
        book.want(ANN);
        book.hint(&ANN, &[at("10.0.0.1:7")]);
        assert_eq!(book.due(0).len(), 1);
        book.hint(&ANN, &[at("10.0.0.1:7")]);
        assert!(book.due(10).is_empty());
        book.hint(&ANN, &[at("10.0.0.2:7")]);
        assert_eq!(book.due(10), [(ANN, at("10.0.0.2:7"))]);
        assert_eq!(book.due(1_000), [(ANN, at("10.0.0.1:7"))], "then the other one");
    }

    #[test]
    fn hints_are_bounded_and_useless_ones_dropped() {
        let mut book = AddressBook::default();
        book.want(ANN);
        for useless in ["0.0.0.0:7", "10.0.0.1:0", "224.0.0.251:5353", "[::]:7"] {
            book.hint(&ANN, &[at(useless)]);
        }
        book.hint(&BOB, &[at("10.0.0.1:7")]);
        assert!(book.list().is_empty());
        for port in 1..100 {
            book.hint(&ANN, &[SocketAddr::from(([10, 0, 0, 1], port))]);
        }
        assert_eq!(book.list()[0].addresses.len(), MAX_ADDRESSES);
        assert_eq!(book.list()[0].addresses[0].port(), 99);
    }
}
