//! The game for one (RR-12 to RR-14). Laying and delivering are those of all games.

use serde_json::json;

use super::action::{Action, At, Cube, Rotation};
use super::board::{City, Railroad, board};
use super::draft::{draw_cities, draw_from, listed_stocks};
use super::map::{Laid, Placement};
use super::state::{Cubes, Draw, Phase, RailroadRivals};
use super::text::{self, Refusal};
use super::turn::listed_cubes;
use crate::engine::chance::Chance;
use crate::engine::game::{Choices, Notes};
use crate::engine::seat::Seat;

/// The only player.
const ALONE: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

// Set-up

impl RailroadRivals {
    /// Whether the first tiles of solitaire are being laid.
    pub(super) fn is_opening(&self) -> bool {
        self.is_solitaire() && self.map.tiles().len() < board().opening.len()
    }

    /// The cubes that start the row (RR-12).
    pub(super) fn draw_row(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let drawn = draw_from(&mut self.bag, board().figures.solitaire.row, chance);
        self.row = listed_cubes(drawn);
        notes.drew(|| json!({ "row": self.row }));
        notes.say(|| text::row_drawn(&self.row));
        self.phase = Phase::Arrange;
    }

    pub(super) fn list_arrangements(&self, choices: &mut Choices<Action>) {
        let Ok(row) = <[Cube; 3]>::try_from(self.row.as_slice()) else { return };
        let [a, b, c] = row;
        let mut orders = vec![[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
        orders.sort();
        orders.dedup();
        for row in orders {
            choices.act(Action::Arrange { row });
        }
    }

    pub(super) fn arrange(&mut self, row: [Cube; 3], notes: &mut Notes) -> Result<(), Refusal> {
        let mut sorted = row;
        sorted.sort();
        if sorted.as_slice() != self.row {
            return Err(Refusal::OtherCubes);
        }
        self.row = row.to_vec();
        notes.say(|| text::row_arranged(&self.row));
        self.phase = Phase::Draw(Draw::Opening);
        Ok(())
    }

    /// The first tiles with their goods (RR-12) or, in a challenge, three random ones to be laid by the player (RR-14).
    pub(super) fn draw_opening(&mut self, chance: &mut Chance, notes: &mut Notes) {
        if self.options.challenge {
            let start = draw_cities(self.city_pile(), 3, chance);
            notes.drew(|| json!({ "start": start }));
            let (first, others) = start.split_first().expect("nothing but the row is drawn yet");
            self.map.put(Placement { tile: *first, at: At::default(), rotation: Rotation::default() });
            self.players[ALONE].hand = others.iter().map(|city| city.place()).collect();
            notes.say(|| text::lies_first(*first));
            self.phase = Phase::Lay(ALONE);
            return;
        }
        for (tile, at, rotation) in board().opening {
            let placement = Placement { tile, at, rotation };
            match self.map.spot(at) {
                Some(spot) => self.put_with_links(ALONE, placement, &spot),
                None => self.map.put(placement),
            }
        }
        notes.say(|| text::opening_laid(self));
        self.draw_opening_goods(board().opening.map(|(_, at, _)| at), chance, notes);
    }

    /// One cube for each of the first tiles, in this order.
    fn draw_opening_goods(&mut self, places: [At; 3], chance: &mut Chance, notes: &mut Notes) {
        for at in places {
            self.draw_goods(at, 1, chance, notes);
        }
        self.begin_turn(notes);
    }

    /// The goods of a challenge's tiles in the order in which they were laid: the first, another, the last (RR-14).
    pub(super) fn draw_challenge_goods(&mut self, last: At, chance: &mut Chance, notes: &mut Notes) {
        let between = |laid: &&Laid| laid.at != At::default() && laid.at != last;
        let second = self.map.tiles().iter().find(between).map_or(last, |laid| laid.at);
        self.draw_opening_goods([At::default(), second, last], chance, notes);
    }
}

// A turn

impl RailroadRivals {
    pub(super) fn draw_stocks(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let count = board().figures.solitaire.stocks;
        self.market.stocks = draw_from(&mut self.stock_pile(), count, chance);
        notes.drew(|| json!({ "stocks": listed_stocks(&self.market.stocks) }));
        notes.say(|| text::market(&self.market));
        self.phase = Phase::Keep;
    }

    pub(super) fn list_keeps(&self, choices: &mut Choices<Action>) {
        // The other railroads are not worth a word: what was drawn is all that there is.
        let open = Railroad::all().filter(|railroad| self.market.stocks.count(railroad.index()) > 0);
        open.for_each(|stock| choices.act(Action::Keep { stock }));
    }

    /// One stock is kept, the others leave the game.
    pub(super) fn keep(&mut self, stock: Railroad, notes: &mut Notes) -> Result<(), Refusal> {
        if !self.market.stocks.take(stock.index()) {
            return Err(Refusal::StockNotDrawn(stock));
        }
        notes.say(|| text::keeps(ALONE, stock, &self.market.stocks));
        self.players[ALONE].stocks.put(stock.index(), 1);
        let others = std::mem::take(&mut self.market.stocks);
        for railroad in Railroad::all() {
            self.removed.stocks.put(railroad.index(), others.count(railroad.index()));
        }
        self.phase = Phase::Draw(Draw::Cities);
        Ok(())
    }

    pub(super) fn draw_hand(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let drawn = draw_cities(self.city_pile(), board().figures.solitaire.cities, chance);
        self.players[ALONE].hand = drawn.into_iter().map(City::place).collect();
        let hand = self.players[ALONE].hand;
        notes.drew(|| json!({ "cities": City::all_in(&hand).collect::<Vec<_>>() }));
        notes.say(|| text::hand_drawn(hand));
        self.begin_placing(notes);
    }

    /// As many points as there are colours among the last cubes of the row (RR-13).
    pub(super) fn row_points(&self) -> i64 {
        let window = usize::from(board().figures.solitaire.window);
        let mut seen = Cubes::default();
        for cube in self.row.iter().rev().take(window) {
            seen.put(cube.index(), 1);
        }
        Cube::ALL.into_iter().map(|cube| i64::from(seen.count(cube.index()) > 0)).sum()
    }
}
