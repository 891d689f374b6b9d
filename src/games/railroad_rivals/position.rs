//! A game as a position that people can read and write, and back.
//!
//! A position repeats much that follows from the rest (piles, locomotives left, railroads of links). Only what is needed is
//! taken from it; then the game shows its own position, and the first difference is the reason for a refusal.
//!
//! Here is what a position consists of; how a game becomes one and one becomes a game is in the files below.

mod given;
mod shown;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::action::{At, Cube, Rotation};
use super::board::{City, Railroad};
use super::state::{LaidTile, Options, RailroadRivals};
use crate::engine::game::{BadPosition, Load, Viewer};
use crate::engine::money::Money;
use crate::engine::position::{agree, read, show};
use crate::engine::seat::Seat;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    game: String,
    phase: PhaseName,
    options: Options,
    players: Vec<PlayerPosition>,
    order: Option<Vec<Seat>>,
    market: MarketPosition,
    tiles: Vec<TilePosition>,
    links: Vec<LinkPosition>,
    stock_values: BTreeMap<Railroad, u8>,
    bag: BTreeMap<Cube, u16>,
    cities_left: u16,
    stocks_left: u32,
    removed: RemovedPosition,
    delivered: BTreeMap<Cube, u16>,
    row: Vec<Cube>,
    drafted: Vec<Vec<Kind>>,
    laid: u8,
    round: u8,
    last_round: bool,
    active: Option<Seat>,
    auction: Option<BiddingPosition>,
    /// While goods are to be drawn: for whose tile. Nothing else in the position says who is on behind the draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawing: Option<LaidTile>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PhaseName {
    Draw,
    Bid,
    Draft,
    Arrange,
    Keep,
    Lay,
    Deliver,
    Over,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerPosition {
    /// Nothing before the order is drawn.
    score: Option<Money>,
    hand: Vec<City>,
    stocks: BTreeMap<Railroad, u16>,
    locomotives_left: u8,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarketPosition {
    cities: Vec<City>,
    stocks: Vec<Railroad>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RemovedPosition {
    cities: Vec<City>,
    stocks: BTreeMap<Railroad, u16>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TilePosition {
    tile: City,
    at: At,
    rotation: Rotation,
    cubes: BTreeMap<Cube, u16>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkPosition {
    a: At,
    b: At,
    railroad: Railroad,
    owner: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    City,
    Stock,
}

/// What is auctioned is always the same.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    First,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BiddingPosition {
    what: What,
    min: Money,
    high: Option<Money>,
    high_seat: Option<Seat>,
    bidders: Vec<Seat>,
    opener: Seat,
    passed: Vec<Seat>,
}

impl Load for RailroadRivals {
    /// A hand is shown to its owner and to whoever sees everything; to others it is a number.
    fn position(&self, viewer: Viewer) -> Value {
        let mut position = show(&self.to_position());
        for (seat, player) in self.players.iter().filter(|(seat, _)| !sees_hand(viewer, *seat)) {
            position["players"][usize::from(seat.number())]["hand"] = json!(player.hand.len());
        }
        position
    }

    fn from_position(shown: &Value) -> Result<Self, BadPosition> {
        refuse_hidden_hands(shown)?;
        let mut position: Position = read(shown)?;
        position.normalise();
        let game = Self::build_from(&position)?;
        // Counting what is left in the piles needs tiles and stocks that fit the box, and a bidding that goes on.
        game.check_components()?;
        agree(&position, &game.position(Viewer::Everything))?;
        Ok(game)
    }
}

/// Whether the viewer may look into the hand.
pub(super) fn sees_hand(viewer: Viewer, hand: Seat) -> bool {
    match viewer {
        Viewer::Seat(seat) => seat == hand,
        Viewer::Spectator => false,
        Viewer::Everything => true,
    }
}

/// A position for one viewer lacks what decides the game.
fn refuse_hidden_hands(shown: &Value) -> Result<(), BadPosition> {
    let players = shown.get("players").and_then(Value::as_array);
    let hidden = players.into_iter().flatten().any(|player| player["hand"].is_number());
    if hidden {
        return Err("a hand is hidden: only a position that shows every hand can be loaded".into());
    }
    Ok(())
}

impl Position {
    /// Lists in any order and counts of zero mean the same as sorted lists without them.
    fn normalise(&mut self) {
        for player in &mut self.players {
            player.hand.sort();
            player.stocks.retain(|_, count| *count > 0);
        }
        self.market.cities.sort();
        self.market.stocks.sort();
        self.removed.cities.sort();
        self.removed.stocks.retain(|_, count| *count > 0);
        self.tiles.sort_by_key(|tile| tile.at);
        self.tiles.iter_mut().for_each(|tile| tile.cubes.retain(|_, count| *count > 0));
        self.links.sort_by_key(|link| (link.a, link.b));
        self.bag.retain(|_, count| *count > 0);
        self.delivered.retain(|_, count| *count > 0);
        self.drafted.iter_mut().for_each(|kinds| kinds.sort());
        self.auction.iter_mut().for_each(|auction| auction.bidders.sort());
        if self.phase == PhaseName::Arrange {
            self.row.sort();
        }
    }
}
