//! What must always hold, whatever was played. A position that breaks it cannot come from a game.
//!
//! Here is what holds at all times; what track and what one moment must keep to is in the files below.

mod phase;
mod track;

use super::action::Color;
use super::board::{CardSet, City};
use super::cards::Symbol;
use super::state::{Drawing, Phase, RailwaysOfTheWorld};
use super::text::{card_name, city_name};
use crate::engine::audit::{Audit, ensure};
use crate::engine::game::Audited;
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::Seat;

impl Audited for RailwaysOfTheWorld {
    fn audit(&self) -> Audit {
        self.check_components()?;
        self.check_time()?;
        self.check_links()?;
        self.check_players()?;
        self.check_phase()
    }
}

impl RailwaysOfTheWorld {
    /// No more cubes, tiles and cards than there are, nobody who is not there, nothing of another map. Counting what
    /// is left relies on this.
    pub(super) fn check_components(&self) -> Audit {
        let (board, seats) = (self.board(), self.seats());
        ensure(Self::set_up(self.map, self.options, seats).is_some(), || {
            format!("there cannot be {seats} players on this map")
        })?;
        ensure(self.cities.len() == board.city_count(), || "there is another number of cities")?;
        self.check_names()?;
        for color in Color::ALL {
            let cubes = self.cities.iter().map(|city| u32::from(city.cubes.count(color.index())));
            let (there, all) = (cubes.sum::<u32>(), board.figures.cubes.of_a_color);
            ensure(there <= u32::from(all), || {
                format!("there are {there} {} cubes in cities but only {all} in all (RW-1)", color.name())
            })?;
        }
        for city in board.cities() {
            self.check_city_state(city)?;
        }
        for color in Color::ALL {
            let grown = board
                .printed_cities()
                .filter(|&city| board.place(city).color.is_none() && self.city(city).color == Some(color));
            ensure(grown.count() <= usize::from(board.tiles(color)), || {
                format!("more gray cities are {} than there are tiles (RW-13)", color.name())
            })?;
        }
        self.check_cards()
    }

    /// Seats are at this table, cities on this map.
    fn check_names(&self) -> Audit {
        let board = self.board();
        let seated = |seat: Seat| seat.number() < self.seats();
        let here = |city: City| city.map() == self.map;
        let owners = self.links.iter().all(|link| seated(link.owner));
        let phase = match &self.phase {
            Phase::Auction(bidding) => bidding.auction.participants().iter().all(seated),
            Phase::Action(seat)
            | Phase::Build(seat, _)
            | Phase::Deliver(seat, _)
            | Phase::Draw(Drawing::Cubes { seat, .. }) => seated(*seat),
            _ => true,
        };
        let order = self.order.as_slice().iter().all(|&seat| seated(seat));
        ensure(
            owners && phase && order && seated(self.first_player),
            || "a seat is named that is not there",
        )?;
        let hexes =
            self.links.iter().flat_map(|link| link.pieces.as_slice()).all(|piece| board.has(piece.hex));
        ensure(hexes, || "a hex is named that is not on this map")?;
        let ends = self.links.iter().all(|link| here(link.from) && link.to.is_none_or(here));
        let phase = match &self.phase {
            Phase::Build(_, building) => here(building.city),
            Phase::Deliver(_, carrying) => here(carrying.from),
            Phase::Draw(Drawing::Cubes { city, .. }) => here(*city),
            _ => true,
        };
        ensure(ends && phase, || "a city is named that is not on this map")
    }

    fn check_city_state(&self, city: City) -> Audit {
        let (place, state) = (self.board().place(city), self.city(city));
        let name = city_name(self, city);
        ensure(place.color.is_none() || state.color == place.color, || {
            format!("the colour of {name} is printed and cannot be another (RW-13)")
        })?;
        ensure(!place.is_terminal || state.cubes.is_empty() || self.is_there(city), || {
            format!("{name} has cubes but no special link (RW-12)")
        })
    }

    /// Every card is in one place, and where it may be.
    fn check_cards(&self) -> Audit {
        let board = self.board();
        let hands = self.players.as_slice().iter().map(|player| player.cards);
        let mut seen = CardSet::EMPTY;
        for cards in hands.chain([self.face_up, self.discard]) {
            let twice = seen.intersection(cards).iter().next();
            ensure(twice.is_none(), || {
                format!("{} is in two places", twice.map_or("", |card| card_name(self, card)))
            })?;
            seen = seen.union(cards);
        }
        let known = if self.options.operations { board.cards } else { CardSet::EMPTY };
        let stray = seen.without(known).iter().next();
        ensure(stray.is_none(), || format!("{} is no card of this table", stray.map_or("", Named::name)))?;
        let deck = known.without(seen).intersection(board.start_cards);
        ensure(deck.is_empty(), || "start cards lie face up from the start (RW-3)")?;
        for (seat, player) in self.players.iter() {
            let kept = |symbol| matches!(symbol, Symbol::OncePerTurn | Symbol::Hand | Symbol::Permanent);
            let odd = player.cards.iter().find(|&card| !board.effect(card).is_some_and(|e| kept(e.symbol())));
            ensure(odd.is_none(), || {
                format!("{seat} cannot keep {} (RW-17)", odd.map_or("", |card| card_name(self, card)))
            })?;
            ensure(player.used.without(player.cards).is_empty(), || {
                format!("{seat} has used a card that is not there (RW-21)")
            })?;
            let odd = player.used.iter().find(|&card| {
                board.effect(card).is_some_and(|effect| effect.symbol() != Symbol::OncePerTurn)
            });
            ensure(odd.is_none(), || format!("{seat} has used a card that is never used up (RW-21)"))?;
        }
        let kept = |symbol| matches!(symbol, Symbol::OncePerTurn | Symbol::Permanent);
        let odd = self.discard.iter().find(|&card| board.effect(card).is_some_and(|e| kept(e.symbol())));
        ensure(odd.is_none(), || {
            format!("{} is never discarded (RW-17)", odd.map_or("", |card| card_name(self, card)))
        })
    }

    /// Nobody is in debt, and money, bonds and the income track stay within what arithmetic can bear: what is let in
    /// grows by less each turn than the bounds do.
    fn check_players(&self) -> Audit {
        let turns = i64::from(self.turn_number);
        let bonds = MOST_BONDS << self.turn_number.min(30);
        for (seat, player) in self.players.iter() {
            ensure(player.cash >= Money::ZERO, || format!("{seat} has less than no money"))?;
            ensure(player.cash.dollars() % THOUSAND == 0, || {
                format!("{seat} cannot have {}: all money is in whole thousands", player.cash)
            })?;
            ensure(player.cash <= MOST_MONEY + MONEY_A_TURN * turns, || {
                format!("{seat} has more money than a game can bring")
            })?;
            ensure((0..=bonds).contains(&player.bonds), || {
                format!("{seat} cannot have {} bonds", player.bonds)
            })?;
            ensure((0..=MOST_SPACES * (turns + 1)).contains(&player.position), || {
                format!("{seat} cannot stand on {} of the income track", player.position)
            })?;
            let engines = 1..=self.board().last_engine();
            ensure(engines.contains(&player.engine), || {
                format!("there is no engine {} (RW-14)", player.engine)
            })?;
        }
        self.check_barons()
    }

    /// Everybody has a baron of this map and nobody the same, or nobody has one (RW-20).
    fn check_barons(&self) -> Audit {
        let dealt = self.options.barons && !self.is_before_set_up();
        let barons: Vec<_> = self.players.as_slice().iter().filter_map(|player| player.baron).collect();
        let expected = if dealt { usize::from(self.seats()) } else { 0 };
        ensure(barons.len() == expected, || "everybody has a baron, or nobody (RW-20)")?;
        let known = barons.iter().all(|&baron| self.board().baron(baron).is_some());
        ensure(known, || "a baron is not of this map (RW-20)")?;
        let differ = (1..barons.len()).all(|place| !barons[..place].contains(&barons[place]));
        ensure(differ, || "two players have the same baron (RW-20)")
    }

    fn is_before_set_up(&self) -> bool {
        self.phase == Phase::Draw(Drawing::Setup)
    }
}

/// Prices, bids, bonds, income and dividends are multiples of this, so all money is.
const THOUSAND: i64 = 1_000;

/// Far above what a game can bring, with bids and bonds in thousands.
const MOST_MONEY: Money = Money::new(1_000_000_000);

/// More than income, cards, options and what is left of a bond bring in a turn.
const MONEY_A_TURN: Money = Money::new(1_000_000);

/// Debt grows by itself, a fifth each turn, and by what is bought: far less than it doubles.
const MOST_BONDS: i64 = 10_000;

/// More spaces than deliveries, hotels, goals and cards of a turn can bring.
const MOST_SPACES: i64 = 1_000;
