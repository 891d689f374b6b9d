//! The test kit: [`stage`] sets a possible position up in few words, [`Table`] plays on it.

pub(crate) mod figures;
mod stage;
mod table;

pub(crate) use stage::{Stage, stage};
pub(crate) use table::Table;

use serde_json::{Value, json};

/// The lake shore: NYC earns 8 on these hexes, of which Albany, Utica and Syracuse 1 each, Buffalo 3 and
/// Cleveland 2.
pub(crate) const LAKE_SHORE: &str = "S2 S1 R0 S0 Q0 P0 O0 N0 M0 L0 K1 J1 I2";

/// On from Cleveland by Toledo and South Bend until Chicago is the next hex.
pub(crate) const CLEVELAND_TO_CHICAGO: &str = "H2 G2 F1 E2 D1 C2 B2";

// Actions, as they are written in JSON.

pub(crate) fn choose(dial: &str) -> Value {
    json!({"type": "choose", "dial": dial})
}

pub(crate) fn offer(company: &str) -> Value {
    json!({"type": "offer", "company": company})
}

pub(crate) fn place(company: &str, hex: &str) -> Value {
    json!({"type": "place", "company": company, "hex": hex})
}

pub(crate) fn develop(hex: &str) -> Value {
    json!({"type": "develop", "hex": hex})
}

pub(crate) fn done() -> Value {
    json!({"type": "done"})
}

pub(crate) fn decline() -> Value {
    json!({"type": "decline"})
}

pub(crate) fn bid(amount: i64) -> Value {
    json!({"type": "bid", "amount": amount})
}

pub(crate) fn pass() -> Value {
    json!({"type": "pass"})
}
