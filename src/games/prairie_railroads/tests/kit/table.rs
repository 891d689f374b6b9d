//! What the tests of this game look up in its positions.

use serde_json::Value;

use super::{dice, first, play};
use crate::games::prairie_railroads::PrairieRailroads;
use crate::test_table;

/// A game being played.
pub(crate) type Table = test_table::Table<PrairieRailroads>;

impl Table {
    /// A new game in which this seat is drawn to open.
    pub(crate) fn opened_by(seats: u8, opener: u8) -> Self {
        let mut table = Self::new(seats).unwrap();
        table.draw_so(first(opener));
        table
    }

    /// Plays Construct Track from the hand; the dice let Hays grow, which nobody has reached, or else Greensburg.
    pub(crate) fn construct(&mut self) -> &mut Self {
        self.play(play("CT")).draw_so(dice(1, 1))
    }

    /// One figure of a railroad.
    pub(crate) fn of(&self, railroad: &str, what: &str) -> i64 {
        self.number(&format!("/railroads/{railroad}/{what}"))
    }

    pub(crate) fn income(&self, railroad: &str) -> i64 {
        self.of(railroad, "income")
    }

    pub(crate) fn treasury(&self, railroad: &str) -> i64 {
        self.of(railroad, "treasury")
    }

    pub(crate) fn has_segment(&self, railroad: &str, a: &str, b: &str) -> bool {
        let pair = super::figures::segment(a, b);
        self.see(&format!("/railroads/{railroad}/segments"))
            .as_array()
            .unwrap()
            .contains(&pair.to_vec().into())
    }

    /// How many of a card the seat holds.
    pub(crate) fn held(&self, seat: usize, card: &str) -> i64 {
        self.number(&format!("/players/{seat}/hand/{card}"))
    }

    /// The choices of this type.
    pub(crate) fn listed(&self, kind: &str) -> Vec<Value> {
        self.choices().into_iter().filter(|choice| choice["type"] == kind).collect()
    }

    pub(crate) fn grown(&self) -> Vec<String> {
        let grown = self.see("/grown");
        grown.as_array().unwrap().iter().map(|city| city.as_str().unwrap().to_owned()).collect()
    }
}
