//! What a player can do, and what can be done it to.

use serde::{Deserialize, Serialize};

use super::board::Hex;
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::impl_named_serde;

/// One step of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Moves a dial and is then to carry out its action (CE-10).
    Choose {
        /// The dial.
        dial: Dial,
    },
    /// Puts a share up for auction (CE-11).
    Offer {
        /// The company.
        company: Company,
    },
    /// Places a locomotive in an expansion (CE-12).
    Place {
        /// The company that expands.
        company: Company,
        /// Where to.
        hex: Hex,
    },
    /// Develops a hex (CE-16, CE-17).
    Develop {
        /// Which.
        hex: Hex,
    },
    /// Ends an expansion before the third hex.
    Done,
    /// Leaves the chosen action undone (CE-10).
    Decline,
    /// Bids in an auction (CE-6).
    Bid {
        /// How much.
        amount: Money,
    },
    /// Leaves an auction (CE-6).
    Pass,
}

/// The three dials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dial {
    /// Auctions of shares.
    Auction,
    /// Expansions of networks.
    Expansion,
    /// Developments of hexes.
    Development,
}

/// The five railroads, in the order of the initial auctions, Wabash last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Company {
    /// Pennsylvania Railroad.
    Prr,
    /// Baltimore & Ohio.
    Bo,
    /// Chesapeake & Ohio.
    Co,
    /// New York Central.
    Nyc,
    /// Wabash, which opens when the first company reaches Chicago.
    Wabash,
}

impl Dial {
    pub(super) const ALL: [Self; 3] = [Self::Auction, Self::Expansion, Self::Development];
}

impl Company {
    pub(super) const ALL: [Self; 5] = [Self::Prr, Self::Bo, Self::Co, Self::Nyc, Self::Wabash];

    /// Its place in arrays of one value a company.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl Named for Company {
    const KIND: &'static str = "company";

    fn number(self) -> u16 {
        self as u16
    }

    fn from_number(number: u16) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Prr => "PRR",
            Self::Bo => "B&O",
            Self::Co => "C&O",
            Self::Nyc => "NYC",
            Self::Wabash => "WAB",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|company| company.name() == name)
    }
}

impl_named_serde!(Company);
