//! The figures of `board.toml`, as the file is written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::action::{At, Cube, Rotation};

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Figures {
    pub(in super::super) locomotives: u8,
    pub(in super::super) hand: u8,
    pub(in super::super) first_score: i64,
    pub(in super::super) score_step: i64,
    pub(in super::super) delivery_points: [i64; 3],
    pub(in super::super) owner_points: i64,
    pub(in super::super) stock_tiles: u8,
    pub(in super::super) stock_step: u8,
    pub(in super::super) stock_max: u8,
    pub(in super::super) goods: BTreeMap<String, BTreeMap<Cube, u16>>,
    pub(in super::super) two_players: TwoPlayers,
    pub(in super::super) solitaire: Solitaire,
    pub(super) railroad: [RailroadFigures; 12],
    pub(super) tiles: Vec<TileFigures>,
}

/// What leaves the game for two.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct TwoPlayers {
    pub(in super::super) stocks_removed: u8,
    pub(in super::super) cities_removed: u8,
}

/// The game for one.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Solitaire {
    pub(in super::super) score: i64,
    pub(in super::super) row: u8,
    pub(in super::super) stock_step: u8,
    pub(in super::super) turns: u8,
    pub(in super::super) stocks: u8,
    pub(in super::super) cities: u8,
    pub(in super::super) window: u8,
    pub(super) opening: [OpeningTile; 3],
    pub(in super::super) ranks: Vec<Rank>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpeningTile {
    pub(super) tile: String,
    pub(super) at: At,
    pub(super) rotation: Rotation,
}

/// What a solitaire player may call himself.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Rank {
    pub(in super::super) from: i64,
    pub(in super::super) title: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RailroadFigures {
    pub(in super::super) id: String,
    pub(in super::super) name: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct TileFigures {
    pub(in super::super) id: String,
    pub(in super::super) name: String,
    pub(in super::super) code: String,
    pub(super) edges: [String; 4],
    pub(in super::super) goods: u8,
    #[serde(default)]
    pub(super) start: bool,
}
