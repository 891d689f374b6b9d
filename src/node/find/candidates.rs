//! Tables seen while looking for one, and which of them is asked now: one at a time, so that nobody is given two seats.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Ad, AdState, Fingerprint};
use crate::table::wire::Tag;

/// Tables that are remembered while looking: more than a hall at an event has.
const MAX_CANDIDATES: usize = 256;

/// How long a table has to be reached and to answer, the first time and at most: where a crowd comes in at once it takes longer.
const TRY_MILLIS: Millis = 3_000;
const LONGEST_TRY_MILLIS: Millis = 12_000;

/// After so long the next address of the same table is tried beside the last.
const NEXT_ADDRESS_MILLIS: Millis = 400;

/// How long a table that had no seat, or did not answer, is left alone, the first time and at most.
const PASS_MILLIS: Millis = 500;
const LONGEST_PASS_MILLIS: Millis = 8_000;

/// Tables with a free seat more or fewer are as good as each other: a crowd spreads over several.
const SPREAD: u64 = 3;

/// What was seen, and what is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    seen: BTreeMap<String, NearbyTable>,
    /// When the first was seen in this search.
    since: Option<Millis>,
    attempt: Option<Attempt>,
    /// Of this search alone, so that not everybody asks the same table first.
    salt: [u8; 8],
}

#[derive(Clone, Debug)]
struct NearbyTable {
    ad: Ad,
    addresses: Vec<SocketAddr>,
    /// How often it was asked in vain, and until when it is left alone for it.
    tries: u32,
    not_before: Millis,
}

/// The table that is asked.
#[derive(Clone, Debug)]
struct Attempt {
    instance: String,
    ad: Ad,
    addresses: Vec<SocketAddr>,
    /// So many addresses were dialled, and so many of them in vain.
    dialled: usize,
    failed: usize,
    next_dial: Millis,
    until: Millis,
}

impl Candidates {
    /// None yet, of a search with this salt.
    pub(crate) const fn new(salt: [u8; 8]) -> Self {
        Self { seen: BTreeMap::new(), since: None, attempt: None, salt }
    }

    /// The same tables for a search that begins anew: nobody is being asked.
    pub(crate) fn again(self, now: Millis) -> Self {
        let since = (!self.seen.is_empty()).then_some(now);
        Self { since, attempt: None, ..self }
    }

    /// A table was seen; says whether it may be asked sooner than what is known already.
    pub(crate) fn see(&mut self, now: Millis, instance: String, ad: Ad, addresses: Vec<SocketAddr>) -> bool {
        let known = self.seen.get(&instance);
        if known.is_none() && self.seen.len() >= MAX_CANDIDATES {
            return false;
        }
        let changed = known.is_none_or(|known| known.ad != ad || known.addresses != addresses);
        // What has changed may have a seat now.
        let tries = known.map_or(0, |known| known.tries);
        let not_before = known.filter(|_| !changed).map_or(0, |known| known.not_before);
        self.since.get_or_insert(now);
        self.seen.insert(instance, NearbyTable { ad, addresses, tries, not_before });
        changed
    }

    /// A table is gone, or no longer one that is looked for.
    pub(crate) fn lose(&mut self, instance: &str) {
        self.seen.remove(instance);
    }

    /// What all that were seen say of themselves.
    pub(crate) fn ads(&self) -> impl Iterator<Item = &Ad> {
        self.seen.values().map(|one| &one.ad)
    }

    /// Since when there is anything to ask.
    pub(crate) const fn since(&self) -> Option<Millis> {
        self.since
    }

    /// The table that is asked, if this is the peer that tells of it.
    pub(crate) fn asked_at(&self, peer: &PublicKey) -> Option<Tag> {
        let attempt = self.attempt.as_ref().filter(|attempt| attempt.ad.fingerprint.is_of(peer))?;
        Some(Tag(attempt.ad.gathering))
    }

    /// Who is no longer asked because it took too long.
    pub(crate) fn give_up(&mut self, now: Millis) -> Option<Fingerprint> {
        let attempt = self.attempt.as_ref().filter(|attempt| attempt.until <= now)?;
        let fingerprint = attempt.ad.fingerprint;
        self.pass(now);
        Some(fingerprint)
    }

    /// The table that is asked is none to sit at for now.
    pub(crate) fn pass(&mut self, now: Millis) {
        let Some(attempt) = self.attempt.take() else { return };
        let pause = self.noise(&attempt.instance, 1) % PASS_MILLIS;
        if let Some(one) = self.seen.get_mut(&attempt.instance) {
            one.not_before = now + pause + (PASS_MILLIS << one.tries.min(8)).min(LONGEST_PASS_MILLIS);
            one.tries += 1;
        }
    }

    /// Whoever told of the table that is or was sat at is gone: others come first.
    pub(crate) fn avoid(&mut self, now: Millis, peer: &PublicKey) {
        for one in self.seen.values_mut().filter(|one| one.ad.fingerprint.is_of(peer)) {
            one.not_before = now + LONGEST_PASS_MILLIS;
        }
    }

    /// Chooses a table to ask, of those that are `meant`, unless one is asked: one that is nearly full, or by chance.
    pub(crate) fn choose(&mut self, now: Millis, meant: impl Fn(&Ad) -> bool) {
        if self.attempt.is_some() {
            return;
        }
        let due = self.seen.iter().filter(|(_, one)| one.not_before <= now && meant(&one.ad));
        let order = |(instance, one): &(&String, &NearbyTable)| {
            let free = u64::from(one.ad.seats - one.ad.seats_taken);
            let playing = one.ad.state != AdState::Open;
            let noise = self.noise(instance, u64::from(one.tries) + 2);
            (playing, free + noise % SPREAD, noise)
        };
        let Some((instance, one)) = due.min_by_key(order) else { return };
        let patience = (TRY_MILLIS << one.tries.min(8)).min(LONGEST_TRY_MILLIS);
        self.attempt = Some(Attempt {
            instance: instance.clone(),
            ad: one.ad.clone(),
            addresses: one.addresses.clone(),
            dialled: 0,
            failed: 0,
            next_dial: now,
            until: now + patience,
        });
    }

    /// Where to try the table that is asked now.
    pub(crate) fn dial(&mut self, now: Millis) -> Option<SocketAddr> {
        let attempt = self.attempt.as_mut().filter(|attempt| attempt.next_dial <= now)?;
        let address = attempt.addresses.get(attempt.dialled).copied()?;
        attempt.dialled += 1;
        attempt.next_dial = now + NEXT_ADDRESS_MILLIS;
        Some(address)
    }

    /// An address leads nowhere; says whether the table that is asked has no other.
    pub(crate) fn dial_failed(&mut self, address: &SocketAddr) -> bool {
        let Some(attempt) = self.attempt.as_mut().filter(|one| one.addresses.contains(address)) else {
            return false;
        };
        attempt.failed += 1;
        attempt.next_dial = 0;
        if attempt.failed < attempt.addresses.len() {
            return attempt.dialled < attempt.addresses.len();
        }
        attempt.until = 0;
        true
    }

    /// Whoever is asked is linked: no other address is tried.
    pub(crate) fn is_reached(&mut self, peer: &PublicKey) {
        if let Some(attempt) = self.attempt.as_mut().filter(|one| one.ad.fingerprint.is_of(peer)) {
            attempt.dialled = attempt.addresses.len();
        }
    }

    /// When there is something to do next.
    pub(crate) fn next_due(&self, meant: impl Fn(&Ad) -> bool) -> Option<Millis> {
        if let Some(attempt) = &self.attempt {
            let more = attempt.dialled < attempt.addresses.len();
            return Some(if more { attempt.next_dial.min(attempt.until) } else { attempt.until });
        }
        self.seen.values().filter(|one| meant(&one.ad)).map(|one| one.not_before).min()
    }

    /// Chance of this search's own, for one table.
    fn noise(&self, instance: &str, round: u64) -> u64 {
        let hash = Hash::of("whistlestop/seek/1", &[&self.salt, instance.as_bytes(), &round.to_le_bytes()]);
        u64::from_le_bytes(*hash.0.first_chunk().expect("a hash has 32 bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn ad(table: u8, seats_taken: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint::of(&PublicKey([table; 32])),
            name: format!("table {table}"),
            host: "Ann".to_owned(),
            gathering: [table; 8],
            game: "chicago-express".to_owned(),
            seats_taken,
            seats: 5,
            state: AdState::Open,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: 1,
            port: 7777,
        }
    }

    fn at(table: u8, last: u8) -> SocketAddr {
        SocketAddr::from(([10, 0, table, last], 7777))
    }

    fn hall(salt: u8, tables: u8) -> Candidates {
        let mut all = Candidates::new([salt; 8]);
        for table in 1..=tables {
            assert!(all.see(0, table.to_string(), ad(table, 1), vec![at(table, 1), at(table, 2)]));
        }
        all
    }

    /// Whom it asks now.
    fn asks(all: &Candidates, tables: u8) -> Vec<u8> {
        (1..=tables).filter(|table| all.asked_at(&PublicKey([*table; 32])).is_some()).collect()
    }

    #[test]
    fn only_one_table_is_asked_at_a_time_and_a_crowd_spreads() {
        let mut first = BTreeSet::new();
        for salt in 0..40 {
            let mut all = hall(salt, 20);
            all.choose(0, |_| true);
            let asked = asks(&all, 20);
            assert_eq!(asked.len(), 1);
            all.choose(0, |_| true);
            assert_eq!(asks(&all, 20), asked, "it is still asked");
            first.extend(asked);
        }
        assert!(first.len() > 10, "{first:?}");
    }

    #[test]
    fn a_table_that_is_nearly_full_comes_first_and_one_that_refused_later() {
        let mut all = hall(1, 3);
        all.see(0, "2".to_owned(), ad(2, 4), vec![at(2, 1)]);
        all.choose(0, |_| true);
        assert_eq!(asks(&all, 3), [2]);
        all.pass(0);
        all.choose(0, |_| true);
        assert_ne!(asks(&all, 3), [2]);
        all.pass(0);
        assert!(!all.see(100, "2".to_owned(), ad(2, 4), vec![at(2, 1)]), "nothing new");
        assert!(all.see(100, "2".to_owned(), ad(2, 3), vec![at(2, 1)]));
        all.choose(100, |ad| ad.gathering[0] == 2);
        assert_eq!(asks(&all, 3), [2], "somebody got up there");
    }

    #[test]
    fn who_does_not_answer_is_given_up_after_all_its_addresses_and_asked_again_later() {
        let mut all = hall(1, 1);
        all.choose(0, |_| true);
        assert_eq!((all.dial(0), all.dial(0)), (Some(at(1, 1)), None));
        assert_eq!(all.next_due(|_| true), Some(NEXT_ADDRESS_MILLIS));
        assert_eq!(all.dial(NEXT_ADDRESS_MILLIS), Some(at(1, 2)));
        assert_eq!(all.next_due(|_| true), Some(TRY_MILLIS));
        assert_eq!(all.give_up(TRY_MILLIS - 1), None);
        assert!(all.give_up(TRY_MILLIS).is_some_and(|print| print.is_of(&PublicKey([1; 32]))));
        all.choose(TRY_MILLIS, |_| true);
        assert_eq!(asks(&all, 1), [0; 0]);
        let due = all.next_due(|_| true).unwrap();
        assert!((TRY_MILLIS + PASS_MILLIS..TRY_MILLIS + 2 * PASS_MILLIS).contains(&due));
        all.choose(due, |_| true);
        assert_eq!(asks(&all, 1), [1]);
    }

    #[test]
    fn addresses_that_lead_nowhere_are_not_waited_for() {
        let mut all = hall(1, 1);
        all.choose(0, |_| true);
        all.dial(0);
        assert!(!all.dial_failed(&at(9, 9)));
        assert!(all.dial_failed(&at(1, 1)));
        assert_eq!(all.dial(1), Some(at(1, 2)), "at once");
        assert!(all.dial_failed(&at(1, 2)));
        assert!(all.give_up(2).is_some());
    }

    #[test]
    fn whoever_is_linked_is_dialled_no_more_and_whoever_is_gone_comes_last() {
        let mut all = hall(1, 2);
        all.choose(0, |ad| ad.gathering[0] == 1);
        all.is_reached(&PublicKey([1; 32]));
        assert_eq!(all.dial(0), None);
        let mut again = all.again(5_000);
        again.avoid(5_000, &PublicKey([1; 32]));
        assert_eq!((again.since(), asks(&again, 2).len()), (Some(5_000), 0));
        again.choose(5_000, |_| true);
        assert_eq!(asks(&again, 2), [2]);
    }
}
