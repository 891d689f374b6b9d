//! What a build under way is worth: the best link that it can still become.

use super::super::action::Side;
use super::super::board::{City, CitySet, Hex};
use super::super::state::Building;
use super::super::track::{Railhead, Rails, Reach};
use super::{Judge, ONE};
use crate::engine::money::Money;

/// How much of what a new link opens is counted on.
const OPENED: i64 = 600;

/// What is the same for all builds of a seat.
#[derive(Debug)]
struct Survey<'a> {
    judge: Judge<'a>,
    rails: Rails,
    own: [CitySet; 64],
}

/// A build being followed in thought.
#[derive(Debug)]
struct Search<'a> {
    survey: &'a Survey<'a>,
    building: &'a Building,
    /// Cities that are worth getting to, and what a link there would open.
    targets: Vec<(City, Hex, i64)>,
    best: i64,
}

impl Search<'_> {
    /// Tries all ways on but sharp turns, with so many pieces left, as long as they can lead anywhere.
    fn follow(&mut self, head: Railhead, pieces: u8, cost: Money) {
        let (game, board) = (self.survey.judge.game, self.survey.judge.game.board());
        let near = |(_, hex, _): &(City, Hex, i64)| board.distance(head.hex, *hex) <= pieces.into();
        if !self.targets.iter().any(near) {
            return;
        }
        for turn in [3_usize, 2, 4] {
            let exit = Side::ALL[(head.entry.index() + turn) % 6];
            let Ok(reach) = game.check_piece(&self.survey.rails, head, exit) else { continue };
            let cost = cost + game.piece_price(self.building, head, exit, reach);
            match reach {
                Reach::Land(hex) => {
                    self.follow(Railhead { hex, entry: exit.facing(), ..head }, pieces - 1, cost);
                }
                Reach::City(city) => self.arrive(city, cost),
                Reach::Join(link) => {
                    if let Some(link) = game.link(link) {
                        self.arrive(link.from, cost);
                    }
                }
            }
        }
    }

    fn arrive(&mut self, to: City, cost: Money) {
        let opened = self.targets.iter().find(|(city, ..)| *city == to).map(|(.., spaces)| *spaces);
        let judge = &self.survey.judge;
        let worth = opened.unwrap_or(0) * judge.space * OPENED / ONE - judge.price(cost);
        self.best = self.best.max(worth);
    }
}

impl Survey<'_> {
    /// What a build can become. What has been paid is gone, so only the rest is weighed.
    fn promise(&self, building: &Building) -> i64 {
        let game = self.judge.game;
        let Some(head) = game.building_head(self.judge.seat, building) else { return 0 };
        let pieces = game.piece_limit() - building.placed;
        let mut search = Search { survey: self, building, targets: self.targets(head, pieces), best: -ONE };
        search.follow(head, pieces, Money::ZERO);
        search.best
    }

    /// The cities that so many pieces could reach and that are worth it.
    fn targets(&self, head: Railhead, pieces: u8) -> Vec<(City, Hex, i64)> {
        let board = self.judge.game.board();
        let near = board.printed_cities().map(|city| (city, board.place(city).hex));
        let near = near.filter(|(_, hex)| board.distance(head.hex, *hex) <= pieces.into());
        let opened = near.map(|(city, hex)| (city, hex, self.spaces_opened(head.city, city)));
        opened.filter(|(.., spaces)| *spaces > 0).collect()
    }

    /// Spaces that cubes could bring over a link between the two: over it alone, and over it and one own link more.
    fn spaces_opened(&self, a: City, b: City) -> i64 {
        if a == b || self.own[a.index()].contains(b) {
            return 0;
        }
        let direct = self.cubes_for(a, b) + self.cubes_for(b, a);
        if self.judge.game.players[self.judge.seat].engine < 2 {
            return direct;
        }
        let around = |near: City, far: City| -> i64 {
            let cities = self.own[near.index()].indices().map(|index| City::on(self.judge.game.map, index));
            let others = cities.filter(|&city| city != far);
            others.map(|city| self.cubes_for(city, far) + self.cubes_for(far, city)).sum()
        };
        direct + 2 * (around(a, b) + around(b, a))
    }

    /// Cubes in one city that another takes.
    fn cubes_for(&self, from: City, to: City) -> i64 {
        let game = self.judge.game;
        game.city(to).color.map_or(0, |color| game.city(from).cubes.count(color.index()).into())
    }
}

impl Judge<'_> {
    fn survey(&self) -> Survey<'_> {
        let own = self.game.neighbours(Some(self.seat));
        Survey { judge: *self, rails: Rails::of(self.game), own }
    }

    /// What the build under way can become.
    pub(super) fn promise(&self, building: &Building) -> i64 {
        self.survey().promise(building)
    }

    /// What the best build would bring.
    pub(super) fn best_promise(&self) -> i64 {
        let (survey, link) = (self.survey(), self.game.free_link_id());
        let sides = self.game.board().printed_cities().flat_map(|city| Side::ALL.map(|side| (city, side)));
        let promises = sides.map(|(city, side)| {
            survey.promise(&Building { link, city, side, placed: 0, discount_left: Money::ZERO })
        });
        promises.max().unwrap_or(0)
    }
}
