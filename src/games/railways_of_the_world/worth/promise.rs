//! What a build under way is worth: the best link that it can still become.

use super::super::action::{Color, Side};
use super::super::board::{City, CitySet};
use super::super::state::{Building, RailwaysOfTheWorld};
use super::super::track::{Head, Rails, Reach};
use super::ONE;
use crate::engine::money::Money;
use crate::engine::seat::Seat;

/// How much of what a new link opens is counted on.
const OPENED: i64 = 600;

/// A build being followed in thought.
#[derive(Debug)]
struct Search<'a> {
    game: &'a RailwaysOfTheWorld,
    seat: Seat,
    rails: &'a Rails,
    building: &'a Building,
    own: &'a [CitySet; 64],
    space: i64,
    best: i64,
}

impl Search<'_> {
    /// Tries all ways on but sharp turns, with so many pieces left.
    fn follow(&mut self, head: Head, pieces: u8, cost: Money) {
        if pieces == 0 {
            return;
        }
        for turn in [3_usize, 2, 4] {
            let exit = Side::ALL[(head.entry.index() + turn) % 6];
            let Ok(reach) = self.game.check_piece(self.rails, head, exit) else { continue };
            let cost = cost + self.game.piece_price(self.building, head, exit, reach);
            match reach {
                Reach::Land(hex) => {
                    self.follow(Head { hex, entry: exit.facing(), ..head }, pieces - 1, cost);
                }
                Reach::City(city) => self.arrive(head.city, city, cost),
                Reach::Join(link) => {
                    if let Some(link) = self.game.link(link) {
                        self.arrive(head.city, link.from, cost);
                    }
                }
            }
        }
    }

    fn arrive(&mut self, from: City, to: City, cost: Money) {
        let opened = self.spaces_opened(from, to) * self.space * OPENED / ONE;
        let worth = opened - self.game.price_worth(self.seat, cost);
        self.best = self.best.max(worth);
    }

    /// Spaces that cubes could bring over a link between the two: over it alone, and over it and one own link more.
    fn spaces_opened(&self, a: City, b: City) -> i64 {
        if self.own[a.index()].contains(b) {
            return 0;
        }
        let direct = self.cubes_for(a, b) + self.cubes_for(b, a);
        if self.game.players[self.seat].engine < 2 {
            return direct;
        }
        let around = |near: City, far: City| -> i64 {
            let cities = self.own[near.index()].indices().map(|index| City::on(self.game.map, index));
            cities
                .filter(|&city| city != far)
                .map(|city| self.cubes_for(city, far) + self.cubes_for(far, city))
                .sum()
        };
        direct + 2 * (around(a, b) + around(b, a))
    }

    /// Cubes in one city that another takes.
    fn cubes_for(&self, from: City, to: City) -> i64 {
        let color: Option<Color> = self.game.city(to).color;
        color.map_or(0, |color| self.game.city(from).cubes.count(color.index()).into())
    }
}

impl RailwaysOfTheWorld {
    /// What the build under way can become. What has been paid is gone, so only the rest is weighed.
    pub(super) fn promise(&self, seat: Seat, building: &Building) -> i64 {
        let own = self.neighbours(Some(seat));
        self.promise_on(seat, building, &Rails::of(self), &own)
    }

    fn promise_on(&self, seat: Seat, building: &Building, rails: &Rails, own: &[CitySet; 64]) -> i64 {
        let Some(head) = self.building_head(seat, building) else { return 0 };
        let mut search =
            Search { game: self, seat, rails, building, own, space: self.space_worth(seat), best: -ONE };
        search.follow(head, self.piece_limit() - building.placed, Money::ZERO);
        search.best
    }

    /// What the best build would bring.
    pub(super) fn best_promise(&self, seat: Seat) -> i64 {
        let (rails, own) = (Rails::of(self), self.neighbours(Some(seat)));
        let link = self.free_link_id();
        let sides = self.board().printed_cities().flat_map(|city| Side::ALL.map(|side| (city, side)));
        let promises = sides.map(|(city, side)| {
            let building = Building { link, city, side, placed: 0, discount_left: Money::ZERO };
            self.promise_on(seat, &building, &rails, &own)
        });
        promises.max().unwrap_or(0)
    }
}
