//! A game as a position that people can read and write, and back.
//!
//! A position repeats much that follows from the rest (piles, locomotives left, railroads of links). Only what is needed is
//! taken from it; then the game shows its own position, and the first difference is the reason for a refusal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::action::{At, Cube, Rotation, Side};
use super::board::{City, CitySet, Railroad};
use super::draft::listed_stocks;
use super::map::{FARTHEST, Placement};
use super::state::{
    Bidding, Cubes, Drafts, Draw, LaidTile, Options, Phase, Player, RailroadRivals, Stocks, Tiles,
};
use crate::engine::auction::AuctionPosition;
use crate::engine::game::{BadPosition, Game, Turn, Viewer};
use crate::engine::money::Money;
use crate::engine::position::{agree, for_players, read, read_counts, show};
use crate::engine::seat::{PerSeat, Seat, SeatOrder};

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

// What is shown

impl RailroadRivals {
    /// A hand is shown to its owner and to whoever sees everything; to others it is a number.
    pub(super) fn position_for(&self, viewer: Viewer) -> Value {
        let mut position = self.whole_position();
        for (seat, player) in self.players.iter().filter(|(seat, _)| !sees_hand(viewer, *seat)) {
            position["players"][usize::from(seat.number())]["hand"] = json!(player.hand.len());
        }
        position
    }

    fn whole_position(&self) -> Value {
        show(&self.to_position())
    }

    fn to_position(&self) -> Position {
        let active = match Game::turn(self) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        Position {
            game: Self::META.id.to_owned(),
            phase: self.phase_name(),
            options: self.options,
            players: self.players.iter().map(|(seat, player)| self.player_position(seat, player)).collect(),
            order: self.has_order().then(|| self.order.as_slice().to_vec()),
            market: MarketPosition {
                cities: City::all_in(&self.market.cities).collect(),
                stocks: listed_stocks(&self.market.stocks),
            },
            tiles: self
                .map
                .tiles()
                .iter()
                .map(|laid| TilePosition {
                    tile: laid.tile,
                    at: laid.at,
                    rotation: laid.rotation,
                    cubes: shown_cubes(laid.cubes),
                })
                .collect(),
            links: self.links_position(),
            stock_values: Railroad::all().map(|railroad| (railroad, self.values[railroad.index()])).collect(),
            bag: shown_cubes(self.bag),
            cities_left: self.city_pile().len(),
            stocks_left: self.stock_pile().total(),
            removed: RemovedPosition {
                cities: City::all_in(&self.removed.cities).collect(),
                stocks: shown_stocks(&self.removed.stocks),
            },
            delivered: shown_cubes(self.delivered),
            row: self.row.clone(),
            drafted: self.players.as_slice().iter().map(|player| kinds(player.drafted)).collect(),
            laid: self.laid,
            round: self.round,
            last_round: self.last_round,
            active,
            auction: match &self.phase {
                Phase::Bid(bidding) => Some(BiddingPosition::from(bidding)),
                _ => None,
            },
            drawing: match self.phase {
                Phase::Draw(Draw::Goods(laid)) => Some(laid),
                _ => None,
            },
        }
    }

    /// Whether the order has been drawn; the only player of solitaire needs none.
    fn has_order(&self) -> bool {
        self.order.first().is_some()
    }

    fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::Draw(_) => PhaseName::Draw,
            Phase::Bid(_) => PhaseName::Bid,
            Phase::Draft => PhaseName::Draft,
            Phase::Lay(_) => PhaseName::Lay,
            Phase::Deliver(_) => PhaseName::Deliver,
            Phase::Arrange => PhaseName::Arrange,
            Phase::Keep => PhaseName::Keep,
            Phase::Over => PhaseName::Over,
        }
    }

    fn player_position(&self, seat: Seat, player: &Player) -> PlayerPosition {
        PlayerPosition {
            score: self.has_order().then_some(player.score),
            hand: City::all_in(&player.hand).collect(),
            stocks: shown_stocks(&player.stocks),
            locomotives_left: self.locomotives_left(seat),
        }
    }

    /// Each link once, from the western or northern tile on.
    fn links_position(&self) -> Vec<LinkPosition> {
        let from = |laid| {
            self.map.ways_from(laid).filter(move |way| way.to > laid.at).map(move |way| LinkPosition {
                a: laid.at,
                b: way.to,
                railroad: way.railroad,
                owner: way.owner,
            })
        };
        let mut links: Vec<LinkPosition> = self.map.tiles().iter().flat_map(from).collect();
        links.sort_by_key(|link| (link.a, link.b));
        links
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

fn shown_cubes(cubes: Cubes) -> BTreeMap<Cube, u16> {
    let counts = Cube::ALL.into_iter().map(|cube| (cube, cubes.count(cube.index())));
    counts.filter(|(_, count)| *count > 0).collect()
}

fn shown_stocks(stocks: &Stocks) -> BTreeMap<Railroad, u16> {
    let counts = Railroad::all().map(|railroad| (railroad, stocks.count(railroad.index())));
    counts.filter(|(_, count)| *count > 0).collect()
}

fn kinds(drafted: Drafts) -> Vec<Kind> {
    let cities = std::iter::repeat_n(Kind::City, drafted.cities.into());
    cities.chain(std::iter::repeat_n(Kind::Stock, drafted.stocks.into())).collect()
}

impl From<&Bidding> for BiddingPosition {
    fn from(bidding: &Bidding) -> Self {
        let AuctionPosition { what, min, high, high_seat, bidders, opener } =
            bidding.auction.position(What::First);
        Self { what, min, high, high_seat, bidders, opener, passed: bidding.passed.as_slice().to_vec() }
    }
}

// The way back

impl RailroadRivals {
    pub(super) fn at_position(shown: &Value) -> Result<Self, BadPosition> {
        refuse_hidden_hands(shown)?;
        let mut position: Position = read(shown)?;
        position.normalise();
        let game = Self::build_from(&position)?;
        // Counting what is left in the piles needs tiles and stocks that fit the box, and a bidding that goes on.
        game.check_components()?;
        agree(&position, &game.whole_position())?;
        Ok(game)
    }

    /// Takes from a position what the rest follows from.
    fn build_from(shown: &Position) -> Result<Self, BadPosition> {
        let players = shown.players.len();
        let mut game = for_players(players, |seats| Self::set_up(seats, shown.options))?;
        if shown.drafted.len() != players {
            return Err(format!("drafted must have a list for each of {players} players").into());
        }
        let players = shown.players.iter().zip(&shown.drafted).map(|(player, drafted)| player.read(drafted));
        game.players =
            PerSeat::from_slice(&players.collect::<Vec<_>>()).expect("the game is set up for so many");
        let order = SeatOrder::new(shown.order.as_deref().unwrap_or_default());
        game.order = order.ok_or("order names a seat twice")?;
        game.market = Tiles { cities: city_set(&shown.market.cities), stocks: counted(&shown.market.stocks) };
        game.removed =
            Tiles { cities: city_set(&shown.removed.cities), stocks: stocks(&shown.removed.stocks) };
        game.read_map(shown)?;
        game.values = Railroad::map(|railroad| shown.stock_values.get(&railroad).copied().unwrap_or(0));
        game.bag = cubes(&shown.bag);
        game.delivered = cubes(&shown.delivered);
        game.row.clone_from(&shown.row);
        game.laid = shown.laid;
        game.round = shown.round;
        game.last_round = shown.last_round;
        game.phase = game.phase_at(shown)?;
        Ok(game)
    }

    fn read_map(&mut self, shown: &Position) -> Result<(), BadPosition> {
        for &TilePosition { tile, at, rotation, cubes: ref on_it } in &shown.tiles {
            let At(x, y) = at;
            if x.abs() > FARTHEST || y.abs() > FARTHEST {
                return Err(format!("no tile can lie as far away as {x}, {y}").into());
            }
            if self.map.at(at).is_some() {
                return Err(format!("two tiles lie at {x}, {y}").into());
            }
            self.map.put(Placement { tile, at, rotation });
            self.map.at_mut(at).expect("the tile was just laid").cubes = cubes(on_it);
        }
        for link in &shown.links {
            let side = link.a.side_toward(link.b).filter(|side| matches!(side, Side::East | Side::South));
            let joins = self.map.at(link.a).is_some() && self.map.at(link.b).is_some();
            let (At(ax, ay), At(bx, by)) = (link.a, link.b);
            match side.filter(|_| joins) {
                Some(side) => self.map.link(link.a, side, link.owner),
                None => return Err(format!("no link can lead from {ax}, {ay} to {bx}, {by}").into()),
            }
        }
        Ok(())
    }

    fn phase_at(&self, shown: &Position) -> Result<Phase, BadPosition> {
        let active = || shown.active.ok_or("active is missing");
        Ok(match shown.phase {
            PhaseName::Draw => Phase::Draw(self.draw_at(shown)),
            PhaseName::Bid => Phase::Bid(self.bidding_at(shown)?),
            PhaseName::Draft => Phase::Draft,
            PhaseName::Arrange => Phase::Arrange,
            PhaseName::Keep => Phase::Keep,
            PhaseName::Lay => Phase::Lay(active()?),
            PhaseName::Deliver => Phase::Deliver(active()?),
            PhaseName::Over => Phase::Over,
        })
    }

    /// What lies on the table says which draw is due.
    fn draw_at(&self, shown: &Position) -> Draw {
        let nothing_lies = self.map.tiles().is_empty();
        match shown.drawing {
            Some(laid) => Draw::Goods(laid),
            None if self.is_solitaire() && nothing_lies && !self.row.is_empty() => Draw::Opening,
            None if nothing_lies => Draw::SetUp,
            None if self.is_solitaire() && self.kept() == u32::from(self.round) => Draw::Cities,
            None => Draw::Market,
        }
    }

    fn bidding_at(&self, shown: &Position) -> Result<Bidding, BadPosition> {
        let auction = shown.auction.as_ref().ok_or("auction is missing")?;
        let named = auction.bidders.iter().chain(&auction.passed).chain([&auction.opener]);
        let seats = self.players.seats();
        if named.chain(self.order.as_slice()).any(|seat| seat.number() >= seats) {
            return Err("auction names a seat that is not at this table".into());
        }
        if self.order.first().is_none() {
            return Err("order is missing".into());
        }
        let mut bidding = self.new_bidding();
        let BiddingPosition { min, high, high_seat, ref bidders, opener, ref passed, .. } = *auction;
        let resumed = AuctionPosition { what: (), min, high, high_seat, bidders: bidders.clone(), opener };
        bidding.auction = bidding.auction.resume(&resumed, |seat| self.players[seat].score)?;
        bidding.passed = SeatOrder::new(passed).ok_or("a seat has passed twice")?;
        Ok(bidding)
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

impl PlayerPosition {
    fn read(&self, drafted: &[Kind]) -> Player {
        let count = |kind: Kind| {
            let taken = drafted.iter().filter(|&&other| other == kind).count();
            u8::try_from(taken).unwrap_or(u8::MAX)
        };
        Player {
            score: self.score.unwrap_or_default(),
            hand: city_set(&self.hand),
            stocks: stocks(&self.stocks),
            drafted: Drafts { cities: count(Kind::City), stocks: count(Kind::Stock) },
        }
    }
}

fn city_set(cities: &[City]) -> CitySet {
    cities.iter().map(|city| city.place()).collect()
}

fn cubes(shown: &BTreeMap<Cube, u16>) -> Cubes {
    Cubes::new(read_counts(Cube::ALL, shown))
}

fn stocks(shown: &BTreeMap<Railroad, u16>) -> Stocks {
    Stocks::new(read_counts(Railroad::map(|railroad| railroad), shown))
}

/// How often each railroad is listed.
fn counted(listed: &[Railroad]) -> Stocks {
    let often = |railroad: Railroad| listed.iter().filter(|&&other| other == railroad).count();
    Stocks::new(Railroad::map(|railroad| u16::try_from(often(railroad)).unwrap_or(u16::MAX)))
}
