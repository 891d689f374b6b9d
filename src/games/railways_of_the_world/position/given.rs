//! A position becomes a game again.

use super::super::action::Color;
use super::super::state::{
    Bidding, Carrying, CityState, Drawing, Halves, Link, Phase, Piece, Pieces, Player, RailwaysOfTheWorld,
};
use super::{
    CityColor, CityPosition, CubesPosition, DrawingPosition, Gray, LinkPosition, PhaseName, PiecePosition,
    PlayerPosition, Position, SetupTag,
};
use crate::engine::auction::AuctionPosition;
use crate::engine::bag::Bag;
use crate::engine::game::BadPosition;
use crate::engine::named::Named;
use crate::engine::position;
use crate::engine::seat::{PerSeat, Seat, SeatOrder};
use crate::engine::short_list::ShortList;

impl RailwaysOfTheWorld {
    /// Takes from a position what the rest follows from.
    pub(super) fn build_from(shown: &Position) -> Result<Self, BadPosition> {
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
                DrawingPosition::Setup(SetupTag::Setup) => Drawing::Setup,
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
