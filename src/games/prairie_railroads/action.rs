//! What a player can do, and what can be done it to.

use serde::{Deserialize, Serialize};

use super::board::City;
use crate::engine::money::Money;
use crate::engine::seat::Seat;
use crate::impl_named_enum;

/// One step of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Builds one segment (PR-3, PR-12).
    Build {
        /// Whose track it becomes.
        railroad: Railroad,
        /// The segment, with its ends in the order of the board.
        segment: Ends,
    },
    /// Builds two consecutive segments (PR-13).
    BuildDouble {
        /// Whose track they become.
        railroad: Railroad,
        /// The segments, with their ends in the order of travel.
        segments: [Ends; 2],
    },
    /// Builds a Western Build (PR-14).
    WesternBuild {
        /// Who builds it.
        railroad: Railroad,
        /// The city beside its box.
        city: City,
    },
    /// Leaves a build to somebody who controls the railroad (PR-11).
    Delegate {
        /// The railroad that is to build.
        railroad: Railroad,
        /// Who chooses the segment.
        seat: Seat,
    },
    /// Plays a card from the hand (PR-5).
    Play {
        /// Which.
        card: Card,
    },
    /// Draws a card from the deck and carries it out (PR-5).
    DrawCard,
    /// Puts an unsold share up for auction (PR-7, PR-8).
    Offer {
        /// The railroad.
        railroad: Railroad,
    },
    /// Puts one of the player's own shares up for auction (PR-7).
    Sell {
        /// The railroad.
        railroad: Railroad,
    },
    /// Lets a city grow that the player may choose (PR-10).
    Grow {
        /// Which.
        city: City,
    },
    /// Bids in an auction (PR-6).
    Bid {
        /// How much.
        amount: Money,
    },
    /// Leaves an auction (PR-6).
    Pass,
}

/// Two cities, in some order, that a segment may join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ends(pub City, pub City);

/// The three kinds of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Card {
    /// Construct Track.
    #[serde(rename = "CT")]
    ConstructTrack,
    /// Offer Stock.
    #[serde(rename = "OS")]
    OfferStock,
    /// Pay Dividends.
    #[serde(rename = "PD")]
    PayDividends,
}

/// The six railroads, in the order of the opening auctions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Railroad {
    /// Chicago, Rock Island & Pacific.
    Crip,
    /// Atchison, Topeka & Santa Fe.
    Atsf,
    /// Kansas Pacific.
    Kp,
    /// Missouri, Kansas & Texas.
    Mkt,
    /// Saint Louis & San Francisco.
    Slsf,
    /// Missouri Pacific.
    Mp,
}

impl Card {
    pub(super) const ALL: [Self; 3] = [Self::ConstructTrack, Self::OfferStock, Self::PayDividends];

    /// Its place in hands and decks.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl_named_enum!(Railroad, "railroad", {
    Crip => "CRIP",
    Atsf => "ATSF",
    Kp => "KP",
    Mkt => "MKT",
    Slsf => "SLSF",
    Mp => "MP",
});
