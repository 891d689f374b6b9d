//! A game becomes a position.

use std::collections::BTreeMap;

use super::super::action::Color;
use super::super::board::City;
use super::super::state::{Bidding, Carrying, CityState, Drawing, Link, Phase, Player, RailwaysOfTheWorld};
use super::{
    BiddingPosition, CardsPosition, CarryingPosition, CityColor, CityPosition, CubesPosition,
    DrawingPosition, Gray, LinkPosition, LotName, PhaseName, PiecePosition, PlayerPosition, Position,
    SetupTag,
};
use crate::engine::auction::AuctionPosition;
use crate::engine::bag::Bag;
use crate::engine::game::{Game as _, Turn, Turns as _};

impl RailwaysOfTheWorld {
    pub(super) fn to_position(&self) -> Position {
        let active = match self.turn() {
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
            Drawing::Setup => Self::Setup(SetupTag::Setup),
            Drawing::Cubes { seat, city, count } => Self::Cubes(CubesPosition { seat, city, cubes: count }),
            Drawing::Card => Self::Cards(CardsPosition { cards: 1 }),
        }
    }
}

impl From<&Bidding> for BiddingPosition {
    fn from(bidding: &Bidding) -> Self {
        let AuctionPosition { what, min, high, high_seat, bidders, opener } =
            bidding.auction.position(LotName::FirstPlayer);
        let bids = bidding.halves.map(|halves| halves.bids.as_slice().to_vec());
        let dropped = bidding.halves.map(|halves| halves.dropped.as_slice().to_vec());
        Self { what, min, high, high_seat, bidders, opener, bids, dropped }
    }
}
