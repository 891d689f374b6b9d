//! What is fixed about a game, and what the players agree on before one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::canonical::Digest;
use crate::engine::money::Currency;

/// What is fixed about a game, and known before one starts.
#[derive(Debug)]
pub struct Meta {
    /// The name on the command line and in contracts: lower case with dashes.
    pub id: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// Changes whenever the same actions would give another state.
    pub rules_version: &'static str,
    /// Versions of the rules before that, each with the version of this program that plays it.
    pub earlier_rules: &'static [(&'static str, &'static str)],
    /// What people bid and pay with.
    pub currency: Currency,
    /// Options with their defaults, by name.
    pub options: &'static [OptionMeta],
    /// The hash of the board's data: peers with different boards never start a table.
    pub board_hash: fn() -> Digest,
    /// The rules in our own words, a heading for each rule id.
    pub rules_text: &'static str,
    /// No game that began with its set-up has more actions than this, whatever the players do.
    pub max_actions: u32,
}

impl Meta {
    /// Whether somebody can play it alone, without bots.
    pub const fn is_for_one(&self) -> bool {
        self.seats.0 == 1
    }

    /// Fewest seats of a table where people meet.
    pub const fn fewest_together(&self) -> u8 {
        if self.is_for_one() { 2 } else { self.seats.0 }
    }
}

/// One option of a game.
#[derive(Debug)]
pub struct OptionMeta {
    /// Its name in a set-up.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// The values it can have; the first is the default.
    pub values: &'static [OptionValue],
}

/// A value of an option: on or off, or one of some names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A name.
    Name(&'static str),
}

/// What the players agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats.
    pub seats: u8,
    /// Options that differ from their default.
    pub options: BTreeMap<String, Value>,
}

/// Why a game cannot start so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game is not for that many.
    #[error("{title} is for {min} to {max} seats, not {seats}")]
    Seats {
        /// The game.
        title: &'static str,
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
        /// What was asked for.
        seats: i64,
    },
    /// There is no such option.
    #[error("{title} has no option {name:?}")]
    UnknownOption {
        /// The game.
        title: &'static str,
        /// What was asked for.
        name: String,
    },
    /// The option has no such value.
    #[error("option {name} cannot be {value}")]
    BadOption {
        /// The option.
        name: &'static str,
        /// What was asked for.
        value: String,
    },
    /// Seats and options are known, but not in this combination.
    #[error("{why}")]
    NotTogether {
        /// What does not go together.
        why: String,
    },
}

impl SetupError {
    /// The game is not for so many.
    pub fn seats(meta: &'static Meta, seats: i64) -> Self {
        let (min, max) = meta.seats;
        Self::Seats { title: meta.title, min, max, seats }
    }
}

impl Setup {
    /// A game for so many, without options.
    pub fn new(seats: u8) -> Self {
        Self { seats, options: BTreeMap::new() }
    }

    /// Checks the number of seats and the options against what the game says of itself.
    pub fn check(&self, meta: &'static Meta) -> Result<(), SetupError> {
        let (min, max) = meta.seats;
        if !(min..=max).contains(&self.seats) {
            return Err(SetupError::seats(meta, self.seats.into()));
        }
        for (name, value) in &self.options {
            let Some(option) = meta.options.iter().find(|option| option.name == name) else {
                return Err(SetupError::UnknownOption { title: meta.title, name: name.clone() });
            };
            if !option.values.iter().any(|known| serde_json::json!(known) == *value) {
                return Err(SetupError::BadOption { name: option.name, value: value.to_string() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_is_checked_against_the_game() {
        static META: Meta = Meta {
            id: "toy",
            title: "Toy",
            seats: (2, 4),
            rules_version: "1",
            earlier_rules: &[],
            currency: Currency::Dollars,
            options: &[OptionMeta {
                name: "map",
                about: "which map",
                values: &[OptionValue::Name("big"), OptionValue::Name("small")],
            }],
            board_hash: || crate::engine::canonical::hash("toy", &0_u8),
            rules_text: "",
            max_actions: 1,
        };
        let with = |name: &str, value: Value| Setup { seats: 3, options: [(name.to_owned(), value)].into() };
        assert!(Setup::new(3).check(&META).is_ok());
        assert!(with("map", "small".into()).check(&META).is_ok());
        let refused = |setup: Setup| setup.check(&META).unwrap_err().to_string();
        assert_eq!(refused(Setup::new(5)), "Toy is for 2 to 4 seats, not 5");
        assert_eq!(refused(with("map", "huge".into())), "option map cannot be \"huge\"");
        assert_eq!(refused(with("nap", true.into())), "Toy has no option \"nap\"");
    }
}
