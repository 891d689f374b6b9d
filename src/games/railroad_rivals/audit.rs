//! What must always hold, whatever was played. A position that breaks it cannot come from a game.
//!
//! Here is what holds at all times; what holds at one moment only is in `audit/phase.rs`, and in `audit/solitaire.rs` for the
//! game for one. How many tiles were drawn says which turn it is: so a turn's number is not free either.

mod phase;
mod solitaire;

use super::action::{At, Cube, Rotation, Side};
use super::board::{CitySet, Railroad, board};
use super::map::{FARTHEST, Laid, Link};
use super::state::{Draw, LaidTile, Phase, RailroadRivals};
use super::text::{city_name, cube_name};
use crate::engine::audit::{Audit, MOST_MONEY, ensure};
use crate::engine::game::Audited;
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::{Seat, SeatSet};

impl Audited for RailroadRivals {
    fn audit(&self) -> Audit {
        self.check_components()?;
        self.check_cubes()?;
        self.check_links()?;
        self.check_scores()?;
        if self.is_solitaire() { self.check_solitaire() } else { self.check_phase() }
    }
}

impl RailroadRivals {
    /// No more tiles and stocks than there are, none in two places, and nobody who is not there. Counting piles and asking
    /// whose turn it is rely on this.
    pub(super) fn check_components(&self) -> Audit {
        let seats = self.players.seats();
        ensure(board().bag(seats).is_some(), || format!("there cannot be {seats} players"))?;
        self.check_seats(seats)?;
        self.check_places()?;
        self.check_cities()?;
        for railroad in Railroad::all() {
            let (place, all) = (railroad.index(), u16::from(board().figures.stock_tiles));
            let held = self.players.as_slice().iter().map(|player| &player.stocks);
            let mut counts = held.chain([&self.market.stocks, &self.removed.stocks]);
            let few = counts.all(|stocks| stocks.count(place) <= all);
            ensure(few && self.stocks_outside_pile(railroad) <= all, || {
                format!("there are more than {all} stocks of {}", railroad.name())
            })?;
            let most = board().figures.stock_max;
            ensure(self.values[place] <= most, || {
                format!("the stock of {} is worth more than {most}", railroad.name())
            })?;
        }
        let twice = self.players.as_slice().iter().all(|p| p.drafted.cities <= 1 && p.drafted.stocks <= 2);
        ensure(twice, || "somebody has drafted more than there is to draft (RR-7)")?;
        self.check_decider()
    }

    /// Everybody who is named sits at the table, and the order names all or, before it is drawn, nobody.
    fn check_seats(&self, seats: u8) -> Audit {
        let all: SeatSet = Seat::all(seats).collect();
        let seated = |seat: Seat| seat.number() < seats;
        let undrawn = !self.is_solitaire() && self.phase == Phase::Draw(Draw::SetUp);
        let ordered = if undrawn { SeatSet::EMPTY } else { all };
        ensure(self.order.set() == ordered, || "order must name every seat once (RR-1)")?;
        let known = match &self.phase {
            Phase::Bid(bidding) => {
                bidding.auction.participants() == all && bidding.passed.set().iter().all(seated)
            }
            Phase::Lay(seat) | Phase::Deliver(seat) | Phase::Draw(Draw::Goods(LaidTile { seat, .. })) => {
                seated(*seat)
            }
            _ => true,
        };
        let owners = self.map.tiles().iter().flat_map(|laid| [laid.east, laid.south]).flatten();
        let known = known && owners.filter_map(|link| link.owner).all(seated);
        ensure(known, || "a seat is named that is not there")
    }

    /// Tiles lie at different places near the first, side by side.
    fn check_places(&self) -> Audit {
        let tiles = self.map.tiles();
        ensure(
            tiles.is_sorted_by(|a, b| a.at < b.at),
            || "tiles lie in another order than that of their places",
        )?;
        let near = |laid: &Laid| laid.at.0.abs() <= FARTHEST && laid.at.1.abs() <= FARTHEST;
        ensure(
            tiles.len() <= usize::from(board().tiles()) && tiles.iter().all(near),
            || "a tile lies too far away",
        )?;
        let mut reached = vec![At::default()];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            let beside = Side::ALL.map(|side| at.beside(side));
            let new = beside.into_iter().filter(|at| self.map.at(*at).is_some());
            let new: Vec<At> = new.filter(|at| !reached.contains(at)).collect();
            reached.extend(new);
            next += 1;
        }
        let together =
            tiles.is_empty() || self.map.at(At::default()).is_some() && reached.len() == tiles.len();
        ensure(together, || "every tile but the first at 0, 0 lies beside another (RR-8)")
    }

    /// Every city tile is in one place at most.
    fn check_cities(&self) -> Audit {
        let hands = self.players.as_slice().iter().map(|player| player.hand);
        let sets = hands.chain([self.market.cities, self.removed.cities, self.map.cities()]);
        let mut seen = CitySet::EMPTY;
        let mut count = 0;
        for set in sets {
            ensure(set.iter().all(|place| place < board().tiles()), || "there is a city tile too many")?;
            count += set.len();
            seen = seen.union(&set);
        }
        let laid_once = usize::from(self.map.cities().len()) == self.map.tiles().len();
        ensure(laid_once && seen.len() == count, || "a city tile is in two places")
    }

    /// Somebody can be asked, where somebody is.
    fn check_decider(&self) -> Audit {
        match &self.phase {
            Phase::Bid(bidding) => {
                ensure(bidding.auction.to_bid().is_some(), || "nobody is left to bid (RR-6)")
            }
            Phase::Draft => ensure(self.next_drafter().is_some(), || "there is nothing to draft (RR-7)"),
            _ => Ok(()),
        }
    }

    /// Every cube of the set-up lies somewhere (RR-3, RR-12), and no tile has more than its goods.
    fn check_cubes(&self) -> Audit {
        let all = board().bag(self.players.seats()).ok_or("nobody plays")?;
        for cube in Cube::ALL {
            let on_tiles = self.map.tiles().iter().map(|laid| u32::from(laid.cubes.count(cube.index())));
            let in_row = self.row.iter().filter(|&&other| other == cube).map(|_| 1);
            let elsewhere = [&self.bag, &self.delivered].map(|cubes| u32::from(cubes.count(cube.index())));
            let there: u32 = on_tiles.chain(in_row).chain(elsewhere).sum();
            let must = all.count(cube.index());
            ensure(there == u32::from(must), || {
                format!("there are {there} {} cubes but must be {must} (RR-3)", cube_name(cube))
            })?;
        }
        for laid in self.map.tiles() {
            let goods = board().tile(laid.tile).goods;
            ensure(laid.cubes.total() <= goods.into(), || {
                format!("{} has more than its goods, which are {goods} (RR-8)", city_name(laid.tile))
            })?;
        }
        Ok(())
    }

    /// Links are where a railroad meets itself, and nowhere else (RR-8).
    fn check_links(&self) -> Audit {
        for laid in self.map.tiles() {
            for (side, link) in [(Side::East, laid.east), (Side::South, laid.south)] {
                let there = self.map.at(laid.at.beside(side)).map(Laid::edges);
                let edge = laid.edges()[side.index()];
                let meets =
                    edge.is_some() && there.is_some_and(|edges| edges[side.opposite().index()] == edge);
                ensure(meets == link.is_some(), || {
                    let what =
                        if meets { "lacks a link" } else { "has a link where no railroad meets itself" };
                    format!("{} {what} (RR-8)", city_name(laid.tile))
                })?;
            }
        }
        let links = || self.map.tiles().iter().flat_map(|laid| [laid.east, laid.south]).flatten();
        if self.is_solitaire() {
            let own = |link: Link| link.owner == Some(Seat::default());
            return ensure(links().all(own), || "every link of solitaire is the player's (RR-13)");
        }
        let all = board().figures.locomotives;
        let placed = |(seat, _)| self.map.links_of(seat);
        let most = self.players.iter().map(placed).max().unwrap_or(0);
        ensure(most <= all, || format!("somebody has placed more than {all} locomotives (RR-8)"))?;
        ensure(
            most == all || links().all(|link| link.owner.is_some()),
            || "a link has no owner although everybody has locomotives (RR-8)",
        )
    }

    /// Nobody has less than no points, or more than arithmetic can bear. A delivery adds a few, so what was let in stays
    /// within the bound however it is played on.
    fn check_scores(&self) -> Audit {
        let turns = i64::from(self.round) + i64::from(self.phase == Phase::Over);
        let delivered = i64::from(self.delivered.total()) + i64::try_from(self.row.len()).unwrap_or(i64::MAX);
        let most = MOST_MONEY + Money::new(1_000 * turns) + Money::new(100 * delivered.min(1_000));
        for (seat, player) in self.players.iter() {
            ensure(player.score >= Money::ZERO, || format!("{seat} has less than no points"))?;
            ensure(player.score <= most, || format!("{seat} has more points than the game can bring"))?;
        }
        Ok(())
    }

    /// The first tile lies unturned (RR-2).
    fn check_first_tile(&self, may_be: impl Fn(&Laid) -> bool) -> Audit {
        let first = self.map.at(At::default());
        ensure(
            first.is_some_and(|laid| laid.rotation == Rotation::default() && may_be(laid)),
            || "another tile must lie unturned at 0, 0 (RR-2)",
        )
    }
}
