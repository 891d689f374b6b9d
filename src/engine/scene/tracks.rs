//! Boards on which track is laid across hexes, from side to side.

use serde::Serialize;

use super::{Ground, Token};

/// Hexes with pointed tops, and the track on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackMap {
    /// The hexes. Places where nothing can ever happen may be left out, or be [`Ground::Sea`].
    pub hexes: Vec<TrackHex>,
    /// Where the next piece of track goes, while somebody is laying it.
    pub head: Option<Head>,
}

/// One hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrackHex {
    /// Its id, as choices name it.
    pub id: String,
    /// Column from the west and row from the north; odd rows sit half a hex further east.
    pub at: (i16, i16),
    /// What kind of land it is.
    pub ground: Ground,
    /// The city there, or what stands for one beyond the edge of the map.
    pub city: Option<TrackCity>,
    /// The pieces of track: two at most, and no two of them share a side.
    pub pieces: Vec<TrackPiece>,
    /// Sides along which a ridge runs: each ridge is told once, by the hex that has it in the east, south-east or
    /// south-west.
    pub ridges: Vec<HexSide>,
}

/// A city on a board of track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrackCity {
    /// Its full name.
    pub name: String,
    /// Its name in three letters.
    pub code: String,
    /// The goods it takes; nothing if it takes none.
    pub takes: Option<Token>,
    /// The goods that wait there.
    pub goods: Vec<Token>,
    /// Whether it bears the marker of a city that has run out of goods.
    pub emptied: bool,
    /// Whose way leads to it off the map.
    pub owner: Option<Token>,
}

/// One piece of track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrackPiece {
    /// The two sides that it joins.
    pub sides: [HexSide; 2],
    /// Whose it is.
    pub owner: Token,
    /// Whether the link that it belongs to joins two cities.
    pub complete: bool,
    /// Whether goods on their way right now came along here.
    pub ridden: bool,
}

/// The open end of a link that somebody is building.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Head {
    /// The hex in which the next piece goes.
    pub hex: String,
    /// The side by which the track comes in.
    pub from: HexSide,
}

/// The sides of a hex with a pointed top, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[expect(missing_docs, reason = "a direction is a direction")]
pub enum HexSide {
    East,
    SouthEast,
    SouthWest,
    West,
    NorthWest,
    NorthEast,
}

impl HexSide {
    /// All sides, clockwise from the east.
    pub const ALL: [Self; 6] =
        [Self::East, Self::SouthEast, Self::SouthWest, Self::West, Self::NorthWest, Self::NorthEast];
}
