//! What a player can do, and what can be done it to.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::board::{Card, City};
use crate::engine::money::Money;

/// One step of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Begins a link at a side of a city (RW-9).
    StartLink {
        /// The city.
        city: City,
        /// Which of its sides.
        side: Side,
    },
    /// Goes on with an own incomplete link (RW-9).
    ResumeLink {
        /// Which.
        link: LinkId,
    },
    /// Lays the next piece of track (RW-8, RW-10).
    Piece {
        /// The side by which it leaves its hex.
        exit: Side,
    },
    /// Ends a build early (RW-9).
    Stop,
    /// Builds a link that leaves the map (RW-12).
    SpecialLink {
        /// The city that it starts from.
        site: City,
    },
    /// Puts a New City tile on a gray city (RW-13).
    Urbanize {
        /// The city.
        city: City,
        /// The tile's colour.
        color: Color,
    },
    /// Buys the next engine (RW-14).
    Upgrade,
    /// Picks the cube of a delivery (RW-15).
    Load {
        /// Where it lies.
        city: City,
        /// Its colour.
        cube: Color,
    },
    /// Moves the cube along a link (RW-15).
    Ride {
        /// Which.
        link: LinkId,
    },
    /// Takes a card that lies face up (RW-17).
    TakeCard {
        /// Which.
        card: Card,
        /// The city that the card acts on, for a card that does.
        city: Option<City>,
        /// The colour of the New City tile, for a card that gives one.
        color: Option<Color>,
    },
    /// Plays a card, which is no action of its own (RW-21).
    PlayCard {
        /// Which.
        card: Card,
    },
    /// Bids to be First Player (RW-4).
    Bid {
        /// How much.
        amount: Money,
    },
    /// Leaves the auction, lets a card rest, or does nothing (RW-4, RW-5, RW-22).
    Pass,
}

/// The number of a link on the map.
pub(super) type LinkId = u8;

/// The colours of cubes and cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    Black,
    Blue,
    Purple,
    Red,
    Yellow,
}

/// A side of a hex, clockwise from the east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Side(u8);

impl Color {
    /// By name, as positions list them.
    pub(super) const ALL: [Self; 5] = [Self::Black, Self::Blue, Self::Purple, Self::Red, Self::Yellow];

    /// Its place in counts of cubes.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Blue => "blue",
            Self::Purple => "purple",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}

impl Side {
    /// From the east, clockwise.
    pub(super) const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    pub(super) const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self(number)) } else { None }
    }

    /// Its place in arrays of one value a side.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side of the neighbouring hex that touches this one.
    pub(super) const fn facing(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    /// Its bit in a set of sides.
    pub(super) const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(source)?;
        Self::new(number).ok_or_else(|| D::Error::custom(format_args!("a hex has no side {number}")))
    }
}
