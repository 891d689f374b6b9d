//! Which table a name means: its own name or number, its host's name, or the beginning of its id. If several are meant, nobody
//! guesses.

use std::fmt::Write as _;

use crate::discovery::{Ad, AdState};
use crate::table::wire::Tag;

/// So many digits of an id are no number of a table.
const LEAST_ID_DIGITS: usize = 4;

/// Tables that are listed where several are meant: what a screen has room for.
const MOST_LISTED: usize = 10;

/// How a name fits a table; what comes first is meant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameFit {
    /// It is the table's own.
    Name,
    /// It is its host's.
    Host,
    /// It is the beginning of its id.
    Id,
}

/// Whether and how a name means a table.
pub(crate) fn meant(name: &str, ad: &Ad) -> Option<NameFit> {
    let name = name.trim().to_lowercase();
    let own = ad.name.to_lowercase();
    if own == name || own.strip_prefix("table ").is_some_and(|number| number == name) {
        Some(NameFit::Name)
    } else if ad.host.to_lowercase() == name {
        Some(NameFit::Host)
    } else {
        let is_id = name.len() >= LEAST_ID_DIGITS && Tag(ad.gathering).to_string().starts_with(&name);
        is_id.then_some(NameFit::Id)
    }
}

/// Several tables are meant by one name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} tables are meant by {name:?}: {}; say which by its name or id", tables.len(), listed(tables))]
pub struct Ambiguous {
    /// The name.
    pub name: String,
    tables: Vec<(Tag, String)>,
}

impl Ambiguous {
    /// The one table that a name means, if it means any of these.
    pub(crate) fn check<'a>(
        name: &str,
        watch: bool,
        ads: impl Iterator<Item = &'a Ad>,
    ) -> Result<Option<Tag>, Self> {
        let mut fits: Vec<(NameFit, &Ad)> = ads.filter_map(|ad| Some((meant(name, ad)?, ad))).collect();
        let best = fits.iter().map(|(fit, _)| *fit).min();
        fits.retain(|(fit, _)| Some(*fit) == best);
        // Several may tell of one table.
        fits.sort_by_key(|(_, ad)| (ad.gathering, ad.state != AdState::Open));
        fits.dedup_by_key(|(_, ad)| ad.gathering);
        match fits[..] {
            [] => Ok(None),
            [(_, ad)] => Ok(Some(Tag(ad.gathering))),
            _ => {
                let mut tables: Vec<_> =
                    fits.iter().map(|(_, ad)| (Tag(ad.gathering), described(ad, watch))).collect();
                tables.sort_by(|a, b| a.1.cmp(&b.1));
                Err(Self { name: name.to_owned(), tables })
            }
        }
    }
}

fn described(ad: &Ad, watch: bool) -> String {
    let id: String = Tag(ad.gathering).to_string().chars().take(8).collect();
    let state = match ad.state {
        AdState::Open if !watch => format!("{} of {} seats taken", ad.seats_taken, ad.seats),
        AdState::Open => "not begun".to_owned(),
        AdState::Playing => "playing".to_owned(),
        AdState::Over => "over".to_owned(),
    };
    format!("{} of {} ({}, {state}, id {id})", ad.name, ad.host, ad.game)
}

fn listed(tables: &[(Tag, String)]) -> String {
    let shown: Vec<&str> = tables.iter().take(MOST_LISTED).map(|(_, table)| table.as_str()).collect();
    let mut list = shown.join(", ");
    if tables.len() > shown.len() {
        // Writing to a string cannot fail.
        let _ = write!(list, " and {} more", tables.len() - shown.len());
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovery::Fingerprint;

    fn ad(name: &str, host: &str, gathering: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint([gathering; 16]),
            name: name.to_owned(),
            host: host.to_owned(),
            gathering: [gathering; 8],
            game: "chicago-express".to_owned(),
            seats_taken: 1,
            seats: 3,
            state: AdState::Open,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: 1,
            port: 7777,
        }
    }

    fn check(name: &str, ads: &[Ad]) -> Result<Option<Tag>, Ambiguous> {
        Ambiguous::check(name, false, ads.iter())
    }

    #[test]
    fn a_table_is_meant_by_its_name_its_number_its_host_or_its_id() {
        let table = ad("table 7", "Ann", 0x7a);
        for (name, fit) in [
            ("7", Some(NameFit::Name)),
            ("Table 7", Some(NameFit::Name)),
            ("ANN", Some(NameFit::Host)),
            ("7a7a7", Some(NameFit::Id)),
            ("7a7", None),
            ("table", None),
            ("", None),
        ] {
            assert_eq!(meant(name, &table), fit, "{name}");
        }
        assert_eq!(meant("upper deck", &ad("Upper deck", "Ann", 1)), Some(NameFit::Name));
    }

    #[test]
    fn of_two_hosts_called_ann_neither_is_guessed() {
        let ads = [ad("table 7", "Ann", 1), ad("table 8", "ann", 2), ad("table 9", "Bob", 3)];
        let why = check("Ann", &ads).unwrap_err().to_string();
        for part in
            ["2 tables are meant by \"Ann\"", "table 7 of Ann", "table 8 of ann", "id 01010101", "1 of 3"]
        {
            assert!(why.contains(part), "{why}");
        }
        assert!(!why.contains("Bob"), "{why}");
        assert_eq!(check("8", &ads), Ok(Some(Tag([2; 8]))));
        assert_eq!(check("Bob", &ads), Ok(Some(Tag([3; 8]))));
        assert_eq!(check("zoe", &ads), Ok(None));
    }

    #[test]
    fn a_tables_own_name_goes_before_a_host_of_the_same_and_many_tellers_of_one_table_are_one() {
        let ads = [ad("Ann", "Bob", 1), ad("table 8", "Ann", 2)];
        assert_eq!(check("ann", &ads), Ok(Some(Tag([1; 8]))));
        let twice = [ad("table 7", "Ann", 1), Ad { host: "Bob".to_owned(), ..ad("table 7", "Ann", 1) }];
        assert_eq!(check("7", &twice), Ok(Some(Tag([1; 8]))));
        assert!(check("7", &[ad("table 7", "Ann", 1), ad("table 7", "Bob", 2)]).is_err());
    }
}
