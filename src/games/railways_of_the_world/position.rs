//! A game as a position that people can read and write, and back.
//!
//! A position repeats much that follows from the rest (the bag, tiles left, who decides). Only what is needed is taken
//! from it; then the game shows its own position, and the first difference is the reason for a refusal.
//!
//! Here is what a position consists of; how a game becomes one and one becomes a game is in the files below.

mod given;
mod shown;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Color, LinkId, Side};
use super::board::{Baron, Card, City, MapId};
use super::state::{Building, Options, RailwaysOfTheWorld};
use crate::engine::game::{BadPosition, Load, Viewer};
use crate::engine::money::Money;
use crate::engine::position;
use crate::engine::seat::Seat;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    game: String,
    map: MapId,
    options: Options,
    phase: PhaseName,
    players: Vec<PlayerPosition>,
    cities: BTreeMap<City, CityPosition>,
    links: Vec<LinkPosition>,
    building: Option<Building>,
    carrying: Option<CarryingPosition>,
    bag: BTreeMap<Color, u16>,
    new_cities: Vec<Color>,
    face_up: Vec<Card>,
    discard: Vec<Card>,
    deck_left: u8,
    first_player: Option<Seat>,
    order: Vec<Seat>,
    round: u8,
    turn_number: u8,
    last_turn: Option<u8>,
    active: Option<Seat>,
    played: Vec<Card>,
    extra_actions: u8,
    quiet: bool,
    quiet_turns: u8,
    drawing: Option<DrawingPosition>,
    auction: Option<BiddingPosition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PhaseName {
    Timetable,
    Auction,
    Action,
    Build,
    Deliver,
    Draw,
    Over,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerPosition {
    cash: Money,
    bonds: i64,
    position: i64,
    engine: u8,
    cards: Vec<Card>,
    used: Vec<Card>,
    baron: Option<Baron>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CityPosition {
    color: CityColor,
    cubes: BTreeMap<Color, u16>,
    empty: bool,
}

/// A colour, or gray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a city is gray or has the colour of cubes")]
enum CityColor {
    Color(Color),
    Gray(Gray),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Gray {
    Gray,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkPosition {
    id: LinkId,
    owner: Seat,
    from: City,
    to: Option<City>,
    pieces: Vec<PiecePosition>,
    complete: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecePosition {
    hex: (u16, u16),
    a: Side,
    b: Side,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CarryingPosition {
    from: City,
    cube: Color,
    links: Vec<LinkId>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "drawing is null, \"setup\", or has seat, city and cubes, or has cards")]
enum DrawingPosition {
    Setup(SetupTag),
    Cubes(CubesPosition),
    Cards(CardsPosition),
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SetupTag {
    Setup,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CubesPosition {
    seat: Seat,
    city: City,
    cubes: u8,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsPosition {
    cards: u8,
}

/// The engine's auction, with what is remembered where who passes pays half.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BiddingPosition {
    what: LotName,
    min: Money,
    high: Option<Money>,
    high_seat: Option<Seat>,
    bidders: Vec<Seat>,
    opener: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    bids: Option<Vec<Money>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<Vec<Seat>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LotName {
    FirstPlayer,
}

impl Load for RailwaysOfTheWorld {
    fn position(&self, _viewer: Viewer) -> Value {
        position::show(&self.to_position())
    }

    fn from_position(shown: &Value) -> Result<Self, BadPosition> {
        let mut position: Position = position::read(shown)?;
        position.normalise();
        let game = Self::build_from(&position)?;
        // What follows is counted from cubes, cards and links that fit the box.
        game.check_components()?;
        position::agree(&position, &game.position(Viewer::Everything))?;
        Ok(game)
    }
}

impl Position {
    /// Lists in any order and counts of zero mean the same as sorted lists without them.
    fn normalise(&mut self) {
        for player in &mut self.players {
            player.cards.sort_unstable();
            player.used.sort_unstable();
        }
        for city in self.cities.values_mut() {
            city.cubes.retain(|_, count| *count > 0);
        }
        self.bag.retain(|_, count| *count > 0);
        self.new_cities.sort_unstable();
        self.links.sort_by_key(|link| link.id);
        for cards in [&mut self.face_up, &mut self.discard, &mut self.played] {
            cards.sort_unstable();
        }
        self.auction.iter_mut().for_each(|auction| auction.bidders.sort_unstable());
    }
}
