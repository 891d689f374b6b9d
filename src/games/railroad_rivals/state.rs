//! The state of a game: what lies on the table, and nothing that follows from it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{At, Cube};
use super::board::{City, CitySet, Railroad, board};
use super::map::Map;
use crate::engine::auction::Auction;
use crate::engine::bag::Bag;
use crate::engine::game::Setup;
use crate::engine::lot::UnderHammer;
use crate::engine::money::Money;
use crate::engine::seat::{PerSeat, Seat, SeatOrder};

/// A game of Railroad Rivals. With one player it is solitaire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailroadRivals {
    pub(super) options: Options,
    pub(super) players: PerSeat<Player>,
    /// Who moves first, second and so on; nobody before it is drawn.
    pub(super) order: SeatOrder,
    /// What lies open to be drafted; in solitaire the stocks of which one is kept.
    pub(super) market: Tiles,
    pub(super) map: Map,
    /// By [`Railroad`].
    pub(super) values: [u8; Railroad::COUNT],
    pub(super) bag: Cubes,
    /// What has left the game.
    pub(super) removed: Tiles,
    /// Cubes delivered this turn.
    pub(super) delivered: Cubes,
    /// The row of solitaire, from left to right; sorted until it is arranged.
    pub(super) row: Vec<Cube>,
    /// Tiles laid this turn.
    pub(super) laid: u8,
    /// The number of the turn, from 1.
    pub(super) round: u8,
    pub(super) last_round: bool,
    pub(super) phase: Phase,
}

/// Cubes by [`Cube`].
pub(super) type Cubes = Bag<4>;

/// Stock tiles by [`Railroad`].
pub(super) type Stocks = Bag<{ Railroad::COUNT }>;

/// What the players agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Options {
    /// Who passes takes the last free place (RR-6).
    pub(super) ordered_bidding: bool,
    /// Solitaire begins with three random tiles (RR-14).
    pub(super) challenge: bool,
}

/// What a player owns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    /// On the track, without stocks; without meaning before the order is drawn.
    pub(super) score: Money,
    /// City tiles that only the player sees.
    pub(super) hand: CitySet,
    pub(super) stocks: Stocks,
    /// What the player has drafted this turn.
    pub(super) drafted: Drafts,
}

/// How many tiles of each kind were drafted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Drafts {
    pub(super) cities: u8,
    pub(super) stocks: u8,
}

/// City and stock tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tiles {
    pub(super) cities: CitySet,
    pub(super) stocks: Stocks,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Phase {
    /// Chance is on.
    Draw(Draw),
    /// The players bid for the first place (RR-6).
    Bid(Bidding),
    /// The players take tiles from the market; what was taken says who is next (RR-7).
    Draft,
    /// This player lays a city tile (RR-8); in solitaire also those of a challenge (RR-14).
    Lay(Seat),
    /// This player delivers a cube (RR-9).
    Deliver(Seat),
    /// The row of solitaire is put in order (RR-12).
    Arrange,
    /// A stock is kept in solitaire (RR-13).
    Keep,
    /// The game has ended.
    Over,
}

/// What chance decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Draw {
    /// Order, first tile and hands; in solitaire the row (RR-1, RR-2, RR-12).
    SetUp,
    /// The first tiles of solitaire, once the row is arranged (RR-12, RR-14).
    Opening,
    /// What lies open in the market (RR-5), or the stocks of a solitaire turn (RR-13).
    Market,
    /// The city tiles of a solitaire turn (RR-13).
    Cities,
    /// The goods of a tile that was laid (RR-8).
    Goods(LaidTile),
}

/// A tile that was just laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaidTile {
    /// By whom.
    pub(super) seat: Seat,
    pub(super) at: At,
}

/// The bidding for the first place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bidding {
    pub(super) auction: Auction,
    /// Who has passed, in that order.
    pub(super) passed: SeatOrder,
}

impl Options {
    /// The options of a set-up that was checked against [`Meta`](crate::engine::game::Meta).
    pub(super) fn of(setup: &Setup) -> Self {
        let on = |name: &str| setup.options.get(name) == Some(&Value::Bool(true));
        Self { ordered_bidding: on("ordered_bidding"), challenge: on("challenge") }
    }
}

impl Drafts {
    pub(super) const fn total(self) -> u8 {
        self.cities + self.stocks
    }
}

impl UnderHammer for Bidding {
    fn auction(&self) -> &Auction {
        &self.auction
    }

    fn auction_mut(&mut self) -> &mut Auction {
        &mut self.auction
    }
}

impl RailroadRivals {
    /// Everything in place and nothing drawn (RR-1, RR-3, RR-4, RR-12).
    ///
    /// `None` if the game is not for so many.
    pub(super) fn set_up(seats: u8, options: Options) -> Option<Self> {
        let figures = &board().figures;
        let bag = board().bag(seats)?;
        let mut game = Self {
            options,
            players: PerSeat::new(seats, Player::default()),
            order: SeatOrder::default(),
            market: Tiles::default(),
            map: Map::default(),
            values: [0; Railroad::COUNT],
            bag,
            removed: Tiles::default(),
            delivered: Cubes::default(),
            row: Vec::new(),
            laid: 0,
            round: 1,
            last_round: false,
            phase: Phase::Draw(Draw::SetUp),
        };
        match seats {
            1 => {
                game.order = SeatOrder::clockwise_from(Seat::default(), 1);
                game.players[Seat::default()].score = Money::new(figures.solitaire.score);
            }
            2 => game.removed.stocks = Stocks::new([figures.two_players.stocks_removed.into(); 12]),
            _ => {}
        }
        Some(game)
    }

    /// Whether this is the game for one (RR-12).
    pub(super) const fn is_solitaire(&self) -> bool {
        self.players.seats() == 1
    }

    /// All city tiles but those that lie, are held, lie open or have left the game.
    pub(super) fn city_pile(&self) -> CitySet {
        let known = self.market.cities.union(&self.removed.cities).union(&self.map.cities());
        let known = self.players.as_slice().iter().fold(known, |known, player| known.union(&player.hand));
        City::all().map(City::place).collect::<CitySet>().without(&known)
    }

    /// All stock tiles but those that are held, lie open or have left the game.
    pub(super) fn stock_pile(&self) -> Stocks {
        let all = u16::from(board().figures.stock_tiles);
        Stocks::new(Railroad::map(|railroad| all - self.stocks_outside_pile(railroad)))
    }

    /// Stock tiles of a railroad that are no more in the pile.
    pub(super) fn stocks_outside_pile(&self, railroad: Railroad) -> u16 {
        let place = railroad.index();
        let held = self.players.as_slice().iter().map(|player| player.stocks.count(place));
        held.sum::<u16>() + self.market.stocks.count(place) + self.removed.stocks.count(place)
    }

    /// Locomotives that the player can still put on links (RR-8); in solitaire they are not counted (RR-13).
    pub(super) fn locomotives_left(&self, seat: Seat) -> u8 {
        let all = board().figures.locomotives;
        if self.is_solitaire() { all } else { all.saturating_sub(self.map.links_of(seat)) }
    }

    /// What the player's stock tiles are worth now (RR-11).
    pub(super) fn stock_value(&self, seat: Seat) -> i64 {
        let stocks = &self.players[seat].stocks;
        let worth = |(place, value): (usize, &u8)| i64::from(stocks.count(place)) * i64::from(*value);
        self.values.iter().enumerate().map(worth).sum()
    }

    /// The score and the worth of all stock tiles (RR-11).
    pub(super) fn total(&self, seat: Seat) -> i64 {
        self.players[seat].score.dollars() + self.stock_value(seat)
    }
}
