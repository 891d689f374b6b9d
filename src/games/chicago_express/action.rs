//! What a player can do, and what can be done it to.

use serde::{Deserialize, Serialize};

use super::board::Hex;
use crate::engine::money::Money;
use crate::impl_named_enum;

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

impl_named_enum!(Company, "company", {
    Prr => "PRR",
    Bo => "B&O",
    Co => "C&O",
    Nyc => "NYC",
    Wabash => "WAB",
});
