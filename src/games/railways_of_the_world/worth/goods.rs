//! What cubes are worth that own links can carry.

use super::super::action::Color;
use super::super::board::{City, CitySet};
use super::super::state::{Carrying, RailwaysOfTheWorld};
use super::{Judge, ONE};

/// Steps that are looked at from one city: enough for all ways of a usual network, few enough to be quick on any.
const STEPS: u32 = 64;

/// How much a delivery is worth that is still to be made, of what it brings: others may come first.
const LATER: i64 = 650;

/// How much a space of a rival counts against one's own.
const RIVAL: i64 = 350;

/// The network as a seat sees it.
#[derive(Debug)]
struct SeatNetwork<'a> {
    game: &'a RailwaysOfTheWorld,
    own: [CitySet; 64],
    all: [CitySet; 64],
    /// What an own space is worth.
    space: i64,
}

/// The best way found for each colour, in worth.
type Best = [i64; 5];

/// A way under way.
#[derive(Clone, Copy, Debug)]
struct Way {
    at: usize,
    visited: CitySet,
    links_left: u8,
    worth: i64,
    /// Colours that have not met a city of theirs on the way.
    open: [bool; 5],
}

impl SeatNetwork<'_> {
    /// Follows every way on, and keeps the best end for each colour.
    fn follow(&self, way: Way, best: &mut Best, steps: &mut u32) {
        for next in self.all[way.at].without(way.visited).indices() {
            self.step(way, next, best, steps);
        }
    }

    fn step(&self, way: Way, next: usize, best: &mut Best, steps: &mut u32) {
        if way.links_left == 0 || *steps == 0 {
            return;
        }
        *steps -= 1;
        let city = City::on(self.game.map, next);
        let is_own = self.own[way.at].contains(city);
        let mut on = Way {
            at: next,
            links_left: way.links_left - 1,
            worth: way.worth + if is_own { self.space } else { -RIVAL },
            ..way
        };
        on.visited.insert(city);
        if let Some(color) = self.game.city(city).color.filter(|color| way.open[color.index()]) {
            best[color.index()] = best[color.index()].max(on.worth);
            on.open[color.index()] = false;
        }
        if on.open.iter().any(|open| *open) {
            self.follow(on, best, steps);
        }
    }

    /// The best that a cube of each colour in this city could bring.
    fn best_from(&self, city: City, level: u8) -> Best {
        let (mut best, mut steps) = ([0; 5], STEPS);
        let cubes = &self.game.city(city).cubes;
        let open = Color::ALL.map(|color| cubes.count(color.index()) > 0);
        let visited = CitySet::from_iter([city]);
        let way = Way { at: city.index(), visited, links_left: level, worth: 0, open };
        for next in self.own[city.index()].indices() {
            self.step(way, next, &mut best, &mut steps);
        }
        best
    }
}

impl Judge<'_> {
    fn network(&self) -> SeatNetwork<'_> {
        SeatNetwork {
            game: self.game,
            own: self.game.neighbours(Some(self.seat)),
            all: self.game.neighbours(None),
            space: self.space,
        }
    }

    /// What all cubes together are worth to the seat: the best of them most, as each takes an action.
    pub(super) fn goods(&self) -> i64 {
        let (game, network) = (self.game, self.network());
        let level = game.players[self.seat].engine;
        let mut cubes: Vec<i64> = Vec::with_capacity(64);
        for city in game.board().cities().filter(|city| !network.own[city.index()].is_empty()) {
            let best = network.best_from(city, level);
            for color in Color::ALL {
                let count = game.city(city).cubes.count(color.index());
                cubes.extend(std::iter::repeat_n(best[color.index()], count.into()));
            }
        }
        cubes.sort_unstable_by(|a, b| b.cmp(a));
        let actions = 2 * self.turns + 1;
        let weighted = (0..actions).zip(cubes.iter().filter(|worth| **worth > 0));
        weighted.map(|(place, worth)| worth * LATER / ONE * (actions - place) / actions).sum()
    }

    /// What the best delivery with the played cards would bring.
    pub(super) fn best_delivery(&self) -> i64 {
        let (game, network) = (self.game, self.network());
        let level = game.ride_limit(self.seat, game.played);
        let cities = game.board().cities().filter(|city| !network.own[city.index()].is_empty());
        cities.flat_map(|city| network.best_from(city, level)).max().unwrap_or(0)
    }

    /// What the delivery under way can still bring.
    pub(super) fn best_end(&self, carrying: &Carrying) -> i64 {
        let (game, network) = (self.game, self.network());
        let (at, visited) = game.way_so_far(carrying);
        let ridden = carrying.links.as_slice().iter().filter_map(|&id| game.link(id));
        let worth = ridden.map(|link| if link.owner == self.seat { self.space } else { -RIVAL }).sum();
        let mut open = [false; 5];
        open[carrying.cube.index()] = true;
        let links_left = game.ride_limit(self.seat, game.played) - carrying.links.len();
        let way = Way { at: at.index(), visited, links_left, worth, open };
        let (mut best, mut steps) = ([i64::MIN; 5], STEPS);
        if carrying.links.is_empty() {
            for next in network.own[at.index()].indices() {
                network.step(way, next, &mut best, &mut steps);
            }
        } else {
            network.follow(way, &mut best, &mut steps);
        }
        best[carrying.cube.index()].max(-ONE)
    }
}
