//! The figures of `board.toml`, as the file is written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::action::Card;

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Figures {
    pub(super) track_cubes: u8,
    pub(in super::super) shares: u8,
    pub(in super::super) development_cubes: u8,
    pub(in super::super) growth_bonus: i32,
    pub(in super::super) opening_minimum: i64,
    pub(in super::super) segment_cost: i64,
    pub(in super::super) double_cost: i64,
    pub(in super::super) segment_value: i64,
    pub(in super::super) western_value: i64,
    pub(in super::super) western_costs: [i64; 6],
    pub(in super::super) value_per_minimum: i64,
    pub(in super::super) dividend_parts: u8,
    pub(in super::super) ending_dividend: u16,
    pub(in super::super) map_size: (u16, u16),
    pub(in super::super) starting_cash: BTreeMap<String, i64>,
    pub(in super::super) cards: CardFigures,
    pub(in super::super) hands: BTreeMap<String, CardFigures>,
    pub(super) railroad: [RailroadFigures; 6],
    pub(super) map: MapFigures,
}

/// So many cards of each kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub(in super::super) struct CardFigures {
    ct: u16,
    os: u16,
    pd: u16,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RailroadFigures {
    pub(super) id: String,
    pub(in super::super) name: String,
    pub(in super::super) color: Color,
    pub(super) start: Vec<String>,
}

/// The colours of the cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Color {
    Black,
    Blue,
    Yellow,
    Green,
    Red,
    White,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFigures {
    pub(super) cities: Vec<CityFigures>,
    pub(super) segments: Vec<SegmentFigures>,
    pub(super) growth: Vec<GrowthFigures>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CityFigures {
    pub(in super::super) id: String,
    pub(in super::super) name: String,
    pub(in super::super) code: String,
    pub(in super::super) kind: Kind,
    /// Before growth.
    pub(in super::super) income: i32,
    pub(in super::super) at: (i16, i16),
    #[serde(default)]
    pub(in super::super) western: bool,
}

/// Kinds of cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Kind {
    Start,
    City,
    Town,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SegmentFigures {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) from: Option<String>,
    #[serde(default)]
    pub(super) via: Vec<(i16, i16)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GrowthFigures {
    pub(super) roll: u8,
    pub(super) primary: String,
    pub(super) secondary: String,
}

impl CardFigures {
    /// By [`Card`].
    pub(in super::super) const fn counts(self) -> [u16; 3] {
        [self.ct, self.os, self.pd]
    }

    pub(in super::super) const fn of(self, card: Card) -> u16 {
        self.counts()[card.index()]
    }
}
