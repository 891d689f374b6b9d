//! A game as a position that people can read and write, and back.
//!
//! A position repeats much that follows from the rest (the bag, tiles left, who decides). Only what is needed is taken
//! from it; then the game shows its own position, and the first difference is the reason for a refusal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Color, LinkId, Side};
use super::board::{Baron, Card, City, MapId};
use super::state::{
    Bidding, Building, Carrying, CityState, Drawing, Halves, Link, Options, Phase, Piece, Pieces, Player,
    RailwaysOfTheWorld,
};
use crate::engine::auction::AuctionPosition;
use crate::engine::bag::Bag;
use crate::engine::game::{BadPosition, Game, Turn};
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::position;
use crate::engine::seat::{PerSeat, Seat, SeatOrder};
use crate::engine::short_list::ShortList;

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
#[serde(untagged)]
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
#[serde(untagged)]
enum DrawingPosition {
    Setup(Setup),
    Cubes(CubesPosition),
    Cards(CardsPosition),
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Setup {
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
    what: Lot,
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
enum Lot {
    FirstPlayer,
}

impl RailwaysOfTheWorld {
    pub(super) fn whole_position(&self) -> Value {
        position::show(&self.to_position())
    }

    pub(super) fn at_position(shown: &Value) -> Result<Self, BadPosition> {
        let mut position: Position = position::read(shown)?;
        position.normalise();
        let game = Self::build_from(&position)?;
        // What follows is counted from cubes, cards and links that fit the box.
        game.check_components()?;
        position::agree(&position, &game.whole_position())?;
        Ok(game)
    }

    fn to_position(&self) -> Position {
        let active = match Game::turn(self) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let drawn = self.phase != Phase::Draw(Drawing::Setup);
        Position {
            game: Self::META.id.to_owned(),
            map: self.map,
            options: self.options,
            phase: self.phase_name(),
            players: self.players.as_slice().iter().map(PlayerPosition::from).collect(),
            cities: self.present_cities().map(|city| (city, self.city_position(city))).collect(),
            links: self.links.iter().map(|link| self.link_position(link)).collect(),
            building: match self.phase {
                Phase::Build(_, building) => Some(building),
                _ => None,
            },
            carrying: match &self.phase {
                Phase::Deliver(_, carrying) => Some(CarryingPosition::from(carrying)),
                _ => None,
            },
            bag: shown_cubes(&self.bag()),
            new_cities: self.new_city_tiles(),
            face_up: self.face_up.iter().collect(),
            discard: self.discard.iter().collect(),
            deck_left: self.deck().len(),
            first_player: drawn.then_some(self.first_player),
            order: self.order.as_slice().to_vec(),
            round: self.round,
            turn_number: self.turn_number,
            last_turn: self.last_turn,
            active,
            played: self.played.iter().collect(),
            extra_actions: self.extra_actions,
            quiet: self.quiet,
            quiet_turns: self.quiet_turns,
            drawing: match self.phase {
                Phase::Draw(drawing) => Some(DrawingPosition::from(drawing)),
                _ => None,
            },
            auction: match &self.phase {
                Phase::Auction(bidding) => Some(BiddingPosition::from(bidding)),
                _ => None,
            },
        }
    }

    const fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::Draw(_) => PhaseName::Draw,
            Phase::Timetable => PhaseName::Timetable,
            Phase::Auction(_) => PhaseName::Auction,
            Phase::Action(_) => PhaseName::Action,
            Phase::Build(..) => PhaseName::Build,
            Phase::Deliver(..) => PhaseName::Deliver,
            Phase::Over => PhaseName::Over,
        }
    }

    fn city_position(&self, city: City) -> CityPosition {
        let CityState { color, cubes } = self.city(city);
        CityPosition {
            color: color.map_or(CityColor::Gray(Gray::Gray), CityColor::Color),
            cubes: shown_cubes(cubes),
            empty: self.is_empty(city),
        }
    }

    fn link_position(&self, link: &Link) -> LinkPosition {
        let pieces = link.pieces.as_slice().iter();
        let pieces =
            pieces.map(|piece| PiecePosition { hex: self.board().at(piece.hex), a: piece.a, b: piece.b });
        LinkPosition {
            id: link.id,
            owner: link.owner,
            from: link.from,
            to: link.to,
            pieces: pieces.collect(),
            complete: link.is_complete(),
        }
    }

    /// Every New City tile that is left, by colour.
    fn new_city_tiles(&self) -> Vec<Color> {
        let of = |color: Color| std::iter::repeat_n(color, self.tiles_left(color).into());
        Color::ALL.into_iter().flat_map(of).collect()
    }
}

fn shown_cubes(cubes: &Bag<5>) -> BTreeMap<Color, u16> {
    let counts = Color::ALL.map(|color| (color, cubes.count(color.index())));
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

impl From<&Player> for PlayerPosition {
    fn from(player: &Player) -> Self {
        let Player { cash, bonds, position, engine, cards, used, baron } = *player;
        Self {
            cash,
            bonds,
            position,
            engine,
            cards: cards.iter().collect(),
            used: used.iter().collect(),
            baron,
        }
    }
}

impl From<&Carrying> for CarryingPosition {
    fn from(carrying: &Carrying) -> Self {
        Self { from: carrying.from, cube: carrying.cube, links: carrying.links.as_slice().to_vec() }
    }
}

impl From<Drawing> for DrawingPosition {
    fn from(drawing: Drawing) -> Self {
        match drawing {
            Drawing::Setup => Self::Setup(Setup::Setup),
            Drawing::Cubes { seat, city, count } => Self::Cubes(CubesPosition { seat, city, cubes: count }),
            Drawing::Card => Self::Cards(CardsPosition { cards: 1 }),
        }
    }
}

impl From<&Bidding> for BiddingPosition {
    fn from(bidding: &Bidding) -> Self {
        let AuctionPosition { what, min, high, high_seat, bidders, opener } =
            bidding.auction.position(Lot::FirstPlayer);
        let bids = bidding.halves.map(|halves| halves.bids.as_slice().to_vec());
        let dropped = bidding.halves.map(|halves| halves.dropped.as_slice().to_vec());
        Self { what, min, high, high_seat, bidders, opener, bids, dropped }
    }
}

// The way back

impl RailwaysOfTheWorld {
    /// Takes from a position what the rest follows from.
    fn build_from(shown: &Position) -> Result<Self, BadPosition> {
        let set_up = |seats| Self::set_up(shown.map, shown.options, seats);
        let mut game = position::for_players(shown.players.len(), set_up)?;
        let players: Vec<Player> = shown.players.iter().map(Player::from).collect();
        game.players = PerSeat::from_slice(&players).expect("the game is set up for so many");
        for (&city, shown) in &shown.cities {
            if city.map() != game.map {
                return Err(format!("{} is not on this map", city.name()).into());
            }
            *game.city_mut(city) = CityState::try_from(shown)?;
        }
        game.links = shown.links.iter().map(|link| game.link_at_position(link)).collect::<Result<_, _>>()?;
        game.face_up = shown.face_up.iter().copied().collect();
        game.discard = shown.discard.iter().copied().collect();
        game.first_player = game.seated(shown.first_player.unwrap_or_default())?;
        game.order = SeatOrder::new(&shown.order).ok_or("order names a seat twice, or too many")?;
        game.round = shown.round;
        game.turn_number = shown.turn_number;
        game.last_turn = shown.last_turn;
        game.quiet = shown.quiet;
        game.quiet_turns = shown.quiet_turns;
        game.played = shown.played.iter().copied().collect();
        game.extra_actions = shown.extra_actions;
        game.phase = game.phase_at(shown)?;
        Ok(game)
    }

    fn seated(&self, seat: Seat) -> Result<Seat, BadPosition> {
        if seat.number() < self.seats() {
            Ok(seat)
        } else {
            Err("a seat is named that is not at this table".into())
        }
    }

    fn link_at_position(&self, shown: &LinkPosition) -> Result<Link, BadPosition> {
        let piece = |shown: &PiecePosition| {
            let (column, row) = shown.hex;
            let hex = self.board().hex_at(shown.hex);
            let hex = hex.ok_or_else(|| format!("there is no hex [{column},{row}]"))?;
            Ok::<_, BadPosition>(Piece { hex, a: shown.a, b: shown.b })
        };
        let pieces = shown.pieces.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
        let pieces = Pieces::new(&pieces).ok_or_else(|| format!("link {} has too many pieces", shown.id))?;
        Ok(Link { id: shown.id, owner: self.seated(shown.owner)?, from: shown.from, to: shown.to, pieces })
    }

    fn phase_at(&self, shown: &Position) -> Result<Phase, BadPosition> {
        let active = || self.seated(shown.active.ok_or("active is missing")?);
        Ok(match shown.phase {
            PhaseName::Timetable => Phase::Timetable,
            PhaseName::Auction => Phase::Auction(self.bidding_at(shown)?),
            PhaseName::Action => Phase::Action(active()?),
            PhaseName::Build => Phase::Build(active()?, shown.building.ok_or("building is missing")?),
            PhaseName::Deliver => {
                let carrying = shown.carrying.as_ref().ok_or("carrying is missing")?;
                let links = ShortList::new(&carrying.links).ok_or("carrying has too many links")?;
                Phase::Deliver(active()?, Carrying { from: carrying.from, cube: carrying.cube, links })
            }
            PhaseName::Draw => Phase::Draw(match shown.drawing.as_ref().ok_or("drawing is missing")? {
                DrawingPosition::Setup(Setup::Setup) => Drawing::Setup,
                &DrawingPosition::Cubes(CubesPosition { seat, city, cubes: count }) => {
                    Drawing::Cubes { seat: self.seated(seat)?, city, count }
                }
                DrawingPosition::Cards(_) => Drawing::Card,
            }),
            PhaseName::Over => Phase::Over,
        })
    }

    fn bidding_at(&self, shown: &Position) -> Result<Bidding, BadPosition> {
        let shown = shown.auction.as_ref().ok_or("auction is missing")?;
        let mut bidding = self.new_bidding();
        let auction = AuctionPosition {
            what: shown.what,
            min: shown.min,
            high: shown.high,
            high_seat: shown.high_seat,
            bidders: shown.bidders.clone(),
            opener: shown.opener,
        };
        bidding.auction = bidding.auction.resume(&auction, |_| self.bid_cap())?;
        bidding.halves = match (&shown.bids, &shown.dropped) {
            (None, None) => None,
            (Some(bids), Some(dropped)) => Some(Halves {
                bids: PerSeat::from_slice(bids).ok_or("auction has too many bids")?,
                dropped: SeatOrder::new(dropped).ok_or("auction names a dropped seat twice")?,
            }),
            _ => return Err("auction needs both of bids and dropped, or neither".into()),
        };
        Ok(bidding)
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

impl From<&PlayerPosition> for Player {
    fn from(shown: &PlayerPosition) -> Self {
        Self {
            cash: shown.cash,
            bonds: shown.bonds,
            position: shown.position,
            engine: shown.engine,
            cards: shown.cards.iter().copied().collect(),
            used: shown.used.iter().copied().collect(),
            baron: shown.baron,
        }
    }
}

impl TryFrom<&CityPosition> for CityState {
    type Error = BadPosition;

    fn try_from(shown: &CityPosition) -> Result<Self, BadPosition> {
        let color = match shown.color {
            CityColor::Color(color) => Some(color),
            CityColor::Gray(Gray::Gray) => None,
        };
        let counts = position::read_counts(Color::ALL, &shown.cubes);
        // More than a box of each colour cannot be added up.
        if let Some(count) = counts.into_iter().find(|count| *count > MOST_CUBES) {
            return Err(format!("there are never {count} cubes of a colour").into());
        }
        Ok(Self { color, cubes: Bag::new(counts) })
    }
}

/// More cubes of a colour than there are in any box.
const MOST_CUBES: u16 = 1_000;
