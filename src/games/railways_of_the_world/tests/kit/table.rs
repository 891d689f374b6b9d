//! What the tests of this game look up in its positions.

use serde_json::Value;

use super::{load, pass, piece, ride, start};
use crate::games::railways_of_the_world::RailwaysOfTheWorld;
use crate::test_table;

/// A game being played.
pub(crate) type Table = test_table::Table<RailwaysOfTheWorld>;

impl Table {
    /// Builds a link from a side of a city through these sides of hexes.
    pub(crate) fn build(&mut self, city: &str, side: u8, exits: &[u8]) -> &mut Self {
        self.play(start(city, side));
        for &exit in exits {
            self.play(piece(exit));
        }
        self
    }

    /// Delivers a cube over these links.
    pub(crate) fn deliver(&mut self, city: &str, cube: &str, links: &[u8]) -> &mut Self {
        self.play(load(city, cube));
        for &link in links {
            self.play(ride(link));
        }
        self
    }

    /// So many seats pass.
    pub(crate) fn passes(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            self.play(pass());
        }
        self
    }

    /// One figure of a player.
    pub(crate) fn of(&self, seat: usize, what: &str) -> i64 {
        self.number(&format!("/players/{seat}/{what}"))
    }

    pub(crate) fn bonds(&self, seat: usize) -> i64 {
        self.of(seat, "bonds")
    }

    /// Where everybody stands on the income track.
    pub(crate) fn track(&self) -> Vec<i64> {
        let seats = self.see("/players").as_array().unwrap().len();
        (0..seats).map(|seat| self.of(seat, "position")).collect()
    }

    /// The choices of this type.
    pub(crate) fn listed(&self, kind: &str) -> Vec<Value> {
        self.choices().into_iter().filter(|choice| choice["type"] == kind).collect()
    }

    /// The sides that the next piece can lead to.
    pub(crate) fn exits(&self) -> Vec<i64> {
        self.listed("piece").iter().map(|choice| choice["exit"].as_i64().unwrap()).collect()
    }

    /// The texts of a list of the position.
    pub(crate) fn names(&self, pointer: &str) -> Vec<String> {
        let list = self.see(pointer);
        list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    /// Whether the city bears an empty marker.
    pub(crate) fn is_empty(&self, city: &str) -> bool {
        self.see(&format!("/cities/{city}/empty")) == true
    }

    /// How many cubes lie in the city.
    pub(crate) fn cubes_in(&self, city: &str) -> u64 {
        let cubes = self.see(&format!("/cities/{city}/cubes"));
        cubes.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
    }

    /// Cubes in the bag.
    pub(crate) fn bag(&self) -> u64 {
        self.see("/bag").as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
    }
}
