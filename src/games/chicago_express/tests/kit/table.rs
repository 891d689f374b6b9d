//! What the tests of this game look up in its positions.

use crate::games::chicago_express::ChicagoExpress;
use crate::test_table;

/// A game being played.
pub(crate) type Table = test_table::Table<ChicagoExpress>;

impl Table {
    /// A new game in which this seat is drawn as the banker.
    pub(crate) fn with_banker(seats: u8, banker: u8) -> Self {
        let mut table = Self::new(seats).unwrap();
        table.draw_so(serde_json::json!({"banker": banker}));
        table
    }

    /// The hexes listed for actions of this type.
    pub(crate) fn hexes_to(&self, kind: &str) -> Vec<String> {
        let listed = self.choices().into_iter().filter(|choice| choice["type"] == kind);
        listed.map(|choice| choice["hex"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) fn income(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/income"))
    }

    pub(crate) fn treasury(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/cash"))
    }

    pub(crate) fn shares_left(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/shares_left"))
    }

    pub(crate) fn locomotives_left(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/locomotives_left"))
    }

    pub(crate) fn has_hex(&self, company: &str, hex: &str) -> bool {
        self.see(&format!("/companies/{company}/hexes")).as_array().unwrap().contains(&hex.into())
    }

    /// How often the auction, expansion and development dials have moved.
    pub(crate) fn dials(&self) -> [i64; 3] {
        ["auction", "expansion", "development"].map(|dial| self.number(&format!("/dials/{dial}")))
    }

    pub(crate) fn industry(&self, city: &str) -> i64 {
        self.number(&format!("/industry/{city}"))
    }

    pub(crate) fn houses_left(&self) -> i64 {
        self.number("/houses_left")
    }
}
