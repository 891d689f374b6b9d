//! What the tables near are called, so that no two have one name.
//!
//! Names are hints like all that mDNS says: a host avoids those it has heard of, and takes another one if it hears its own
//! before anybody has come. Whoever looks for a table by a name that two have is asked which is meant.

use std::collections::BTreeMap;

use whistlestop_proto::text::clean;

use crate::discovery::{AdState, Sighting};
use crate::table::limits::MAX_TABLE_NAME_BYTES;
use crate::table::wire::Tag;

/// Tables are numbered up to here while there are few, so that numbers stay short and rarely meet.
const NUMBERS: u32 = 99;

/// What the tables near are called.
#[derive(Debug, Default)]
pub(crate) struct Naming {
    near: BTreeMap<String, Near>,
}

#[derive(Debug)]
struct Near {
    name: String,
    gathering: Tag,
    /// Somebody beside its host sits there, or it plays: it keeps its name.
    keeps: bool,
}

impl Naming {
    /// Something was seen by mDNS.
    pub(crate) fn sighted(&mut self, sighting: &Sighting) {
        match sighting {
            Sighting::Gone { instance } => {
                self.near.remove(instance);
            }
            Sighting::Seen { instance, ad, .. } => {
                let keeps = ad.state != AdState::Open || ad.seats_taken > 1;
                let near = Near { name: folded(&ad.name), gathering: Tag(ad.gathering), keeps };
                self.near.insert(instance.clone(), near);
            }
        }
    }

    /// A name that no table near has: the wanted one, if it can be, else a number; `random` chooses among those that are free.
    pub(crate) fn free(&self, wanted: Option<&str>, random: [u8; 8]) -> String {
        let is_free = |name: &str| !self.near.values().any(|near| near.name == folded(name));
        if let Some(wanted) = wanted {
            let short = clean(wanted, MAX_TABLE_NAME_BYTES - 8);
            let numbered = (2..).map(|number: u32| clean(&format!("{short} {number}"), MAX_TABLE_NAME_BYTES));
            let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
            return names.find(|name| is_free(name)).unwrap_or_else(|| wanted.to_owned());
        }
        let most = NUMBERS.max(u32::try_from(self.near.len()).unwrap_or(u32::MAX).saturating_mul(2));
        let free: Vec<String> = (1..=most).map(number).filter(|name| is_free(name)).collect();
        let at = u64::from_le_bytes(random) % free.len().max(1) as u64;
        free.into_iter().nth(usize::try_from(at).unwrap_or(0)).unwrap_or_else(|| number(most))
    }

    /// Whether a table to which nobody has come yet has to be called something else: another one has its name and keeps it, or
    /// came by it by the same chance and is the one that may stay.
    pub(crate) fn must_yield(&self, name: &str, own: Tag) -> bool {
        let name = folded(name);
        let rivals = self.near.values().filter(|near| near.name == name && near.gathering != own);
        rivals.into_iter().any(|near| near.keeps || near.gathering < own)
    }
}

fn number(number: u32) -> String {
    format!("table {number}")
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovery::{Ad, Fingerprint};

    fn seen(name: &str, gathering: u8, state: AdState, seats_taken: u8) -> Sighting {
        let ad = Ad {
            fingerprint: Fingerprint([gathering; 16]),
            name: name.to_owned(),
            host: "Ann".to_owned(),
            gathering: [gathering; 8],
            game: "chicago-express".to_owned(),
            seats_taken,
            seats: 3,
            state,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: 1,
            port: 7777,
        };
        Sighting::Seen { instance: gathering.to_string(), ad, addresses: Vec::new() }
    }

    #[test]
    fn a_number_that_is_heard_of_is_never_taken() {
        let mut naming = Naming::default();
        for number in (1..=99).filter(|number| *number != 42) {
            naming.sighted(&seen(&format!("Table {number}"), number, AdState::Open, 1));
        }
        for random in [0, 1, 7, u64::MAX] {
            let name = naming.free(None, random.to_le_bytes());
            let number: u32 = name.strip_prefix("table ").expect("a number").parse().expect("a number");
            assert!(number == 42 || number > 99, "{name}");
        }
        naming.sighted(&Sighting::Gone { instance: "7".to_owned() });
        let few = Naming::default();
        assert_eq!(few.free(None, 6_u64.to_le_bytes()), "table 7");
    }

    #[test]
    fn a_wanted_name_that_is_taken_gets_a_number() {
        let mut naming = Naming::default();
        assert_eq!(naming.free(Some("Upper deck"), [0; 8]), "Upper deck");
        naming.sighted(&seen("upper DECK", 1, AdState::Playing, 3));
        let other = naming.free(Some("Upper deck"), [0; 8]);
        assert_eq!(other, "Upper deck 2");
        naming.sighted(&seen(&other, 2, AdState::Open, 1));
        assert_eq!(naming.free(Some("Upper deck"), [0; 8]), "Upper deck 3");
    }

    #[test]
    fn of_two_with_one_name_the_one_that_others_know_keeps_it_and_else_one_of_them_does() {
        let mut naming = Naming::default();
        let own = Tag([5; 8]);
        naming.sighted(&seen("table 7", 5, AdState::Open, 1));
        assert!(!naming.must_yield("table 7", own), "that is this very table");
        naming.sighted(&seen("table 7", 9, AdState::Open, 1));
        assert!(!naming.must_yield("table 7", own), "the other one does");
        naming.sighted(&seen("table 7", 9, AdState::Open, 2));
        assert!(naming.must_yield("table 7", own));
        naming.sighted(&seen("table 7", 9, AdState::Playing, 3));
        assert!(naming.must_yield("Table 7", own) && !naming.must_yield("table 8", own));
        naming.sighted(&Sighting::Gone { instance: "9".to_owned() });
        naming.sighted(&seen("table 7", 2, AdState::Open, 1));
        assert!(naming.must_yield("table 7", own));
    }
}
