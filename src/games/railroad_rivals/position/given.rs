//! A position becomes a game again.

use std::collections::BTreeMap;

use super::super::action::{At, Cube, Side};
use super::super::board::{City, CitySet, Railroad};
use super::super::map::{FARTHEST, Placement};
use super::super::state::{Bidding, Cubes, Drafts, Draw, Phase, Player, RailroadRivals, Stocks, Tiles};
use super::{BiddingPosition, Kind, PhaseName, PlayerPosition, Position, TilePosition};
use crate::engine::auction::AuctionPosition;
use crate::engine::game::BadPosition;
use crate::engine::position::{for_players, read_counts};
use crate::engine::seat::{PerSeat, SeatOrder};

impl RailroadRivals {
    /// Takes from a position what the rest follows from.
    pub(super) fn build_from(shown: &Position) -> Result<Self, BadPosition> {
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
