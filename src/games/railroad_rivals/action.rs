//! What a player can do, and what can be done it to.

use serde::{Deserialize, Serialize};

use super::board::{City, Railroad};
use crate::engine::money::Money;

/// One step of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Bids points for the first place (RR-6).
    Bid {
        /// How many.
        amount: Money,
    },
    /// Leaves the bidding (RR-6).
    Pass,
    /// Takes a tile that lies open (RR-7).
    Draft(Drafted),
    /// Lays a city tile (RR-8, RR-13, RR-14).
    Lay {
        /// Which.
        tile: City,
        /// Where.
        at: At,
        /// How it is turned.
        rotation: Rotation,
    },
    /// Carries a cube over a link (RR-9, RR-13).
    Deliver {
        /// From the tile at this place.
        from: At,
        /// Of this colour.
        cube: Cube,
        /// To the tile at this place.
        to: At,
    },
    /// Keeps one of the stocks drawn (RR-13).
    Keep {
        /// Which.
        stock: Railroad,
    },
    /// Puts the first cubes of the row in order (RR-12).
    Arrange {
        /// From left to right.
        row: [Cube; 3],
    },
}

/// A tile taken in the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drafted {
    /// A city tile.
    City(City),
    /// A stock tile.
    Stock(Railroad),
}

/// A place on the table: columns grow to the east, rows to the south, and the first tile lies at 0, 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(expecting = "a place as [column, row]")]
pub struct At(pub i16, pub i16);

/// Quarter turns clockwise, 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Rotation(u8);

/// The colours of the cubes, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cube {
    /// Coal.
    Black,
    /// Wood.
    Brown,
    /// Iron.
    Gray,
    /// Grain.
    Yellow,
}

/// The sides of a tile as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    North,
    East,
    South,
    West,
}

impl At {
    /// The place next to this one. Tiles lie far from where numbers end, so that nothing lies beside a place out there.
    pub(super) const fn beside(self, side: Side) -> Self {
        let Self(x, y) = self;
        match side {
            Side::North => Self(x, y.saturating_sub(1)),
            Side::East => Self(x.saturating_add(1), y),
            Side::South => Self(x, y.saturating_add(1)),
            Side::West => Self(x.saturating_sub(1), y),
        }
    }

    /// The side of this place at which the other one lies, if it lies next to it.
    pub(super) fn side_toward(self, other: Self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.beside(side) == other && self != other)
    }
}

impl Rotation {
    pub(super) const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// Its place in arrays of one value a rotation.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl TryFrom<u8> for Rotation {
    type Error = String;

    fn try_from(turns: u8) -> Result<Self, String> {
        let rotation = Self::ALL.get(usize::from(turns)).copied();
        rotation.ok_or_else(|| format!("a rotation is 0 to 3 quarter turns, not {turns}"))
    }
}

impl From<Rotation> for u8 {
    fn from(rotation: Rotation) -> Self {
        rotation.0
    }
}

impl Cube {
    pub(super) const ALL: [Self; 4] = [Self::Black, Self::Brown, Self::Gray, Self::Yellow];

    /// Its place in bags.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl Side {
    /// In the order in which locomotives are placed (RR-8).
    pub(super) const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Its place in arrays of one value a side.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }
}
