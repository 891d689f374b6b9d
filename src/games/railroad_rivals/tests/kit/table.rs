//! What the tests of this game look up in its positions.

use serde_json::{Value, json};

use crate::engine::game::Viewer;
use crate::engine::seat::Seat;
use crate::games::railroad_rivals::RailroadRivals;
use crate::test_table;

/// A game being played.
pub(crate) type Table = test_table::Table<RailroadRivals>;

impl Table {
    /// What a seat may see of the position.
    pub(crate) fn seen_by(&self, seat: u8) -> Value {
        self.game().position(Viewer::Seat(Seat::new(seat).unwrap()))
    }

    pub(crate) fn score(&self, seat: usize) -> i64 {
        self.number(&format!("/players/{seat}/score"))
    }

    /// Everybody's score, by seat.
    pub(crate) fn scores(&self) -> Vec<i64> {
        let seats = self.see("/players").as_array().unwrap().len();
        (0..seats).map(|seat| self.score(seat)).collect()
    }

    /// What the railroad's stock is worth.
    pub(crate) fn value(&self, railroad: &str) -> i64 {
        self.number(&format!("/stock_values/{railroad}"))
    }

    /// Stock tiles of a railroad that the seat holds.
    pub(crate) fn stocks(&self, seat: usize, railroad: &str) -> i64 {
        self.see(&format!("/players/{seat}/stocks"))[railroad].as_i64().unwrap_or(0)
    }

    pub(crate) fn hand(&self, seat: usize) -> Vec<String> {
        self.names(&format!("/players/{seat}/hand"))
    }

    /// A list of names in the position.
    pub(crate) fn names(&self, pointer: &str) -> Vec<String> {
        self.see(pointer).as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn order(&self) -> Value {
        self.see("/order")
    }

    /// The railroad and the owner of the link between two places.
    pub(crate) fn link(&self, a: [i16; 2], b: [i16; 2]) -> Option<(String, Option<i64>)> {
        let links = self.see("/links");
        let link =
            links.as_array().unwrap().iter().find(|link| link["a"] == json!(a) && link["b"] == json!(b))?;
        Some((link["railroad"].as_str().unwrap().to_owned(), link["owner"].as_i64()))
    }

    /// The tile at a place, as the position shows it.
    pub(crate) fn tile(&self, at: [i16; 2]) -> Option<Value> {
        let tiles = self.see("/tiles");
        tiles.as_array().unwrap().iter().find(|tile| tile["at"] == json!(at)).cloned()
    }

    /// Cubes in a map of counts.
    pub(crate) fn count(&self, pointer: &str) -> i64 {
        self.see(pointer).as_object().unwrap().values().map(|count| count.as_i64().unwrap()).sum()
    }

    /// The choices of this type.
    pub(crate) fn listed(&self, kind: &str) -> Vec<Value> {
        self.choices().into_iter().filter(|choice| choice["type"] == kind).collect()
    }

    /// Draws until somebody decides, whatever comes.
    pub(crate) fn draw_anything(&mut self) -> &mut Self {
        while self.is_chance() {
            self.draw(5);
        }
        self
    }

    /// The text of a choice.
    pub(crate) fn text(&self, action: &Value) -> String {
        let choices = self.game().choices();
        let found = choices.iter().find(|choice| choice.json == *action);
        found.unwrap_or_else(|| panic!("{action} is not listed")).text.to_string()
    }

    /// Seat, total and rank, best first.
    pub(crate) fn ranks(&self) -> Vec<(u8, i64, u8)> {
        let standings = self.game().standings();
        let total = |standing: &crate::engine::game::Standing| standing.details["total"].as_i64().unwrap();
        standings.iter().map(|standing| (standing.seat.number(), total(standing), standing.rank)).collect()
    }
}
