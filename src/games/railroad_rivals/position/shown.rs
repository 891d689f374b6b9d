//! A game becomes a position.

use std::collections::BTreeMap;

use super::super::action::Cube;
use super::super::board::{City, Railroad};
use super::super::draft::listed_stocks;
use super::super::state::{Bidding, Cubes, Drafts, Draw, Phase, Player, RailroadRivals, Stocks};
use super::{
    BiddingPosition, Kind, LinkPosition, MarketPosition, PhaseName, PlayerPosition, Position,
    RemovedPosition, TilePosition, What,
};
use crate::engine::auction::AuctionPosition;
use crate::engine::game::{Game as _, Turn, Turns as _};
use crate::engine::seat::Seat;

impl RailroadRivals {
    pub(super) fn to_position(&self) -> Position {
        let active = match self.turn() {
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
