//! The test kit: [`stage`] sets a possible position up in few words, [`Table`] plays on it.

pub(crate) mod figures;
mod stage;
mod table;

pub(crate) use stage::{Stage, stage};
pub(crate) use table::Table;

use serde_json::{Value, json};

/// All phases, as positions name them.
pub(crate) const PHASES: [&str; 12] = [
    "first_draw",
    "opening_auction",
    "opening_build",
    "turn",
    "card_draw",
    "offer",
    "growth_roll",
    "grow",
    "construct",
    "delegated",
    "auction",
    "over",
];

// Actions, as they are written in JSON.

/// A segment as the board has it: "troy marysville".
pub(crate) fn build(railroad: &str, segment: &str) -> Value {
    json!({"type": "build", "railroad": railroad, "segment": cities(segment)})
}

/// Two segments along three cities: "sedan winfield wichita".
pub(crate) fn double(railroad: &str, way: &str) -> Value {
    let way = cities(way);
    json!({"type": "build_double", "railroad": railroad, "segments": [way[..2], way[1..]]})
}

pub(crate) fn western(railroad: &str, city: &str) -> Value {
    json!({"type": "western_build", "railroad": railroad, "city": city})
}

pub(crate) fn delegate(railroad: &str, seat: u8) -> Value {
    json!({"type": "delegate", "railroad": railroad, "seat": seat})
}

pub(crate) fn play(card: &str) -> Value {
    json!({"type": "play", "card": card})
}

pub(crate) fn draw_card() -> Value {
    json!({"type": "draw_card"})
}

pub(crate) fn offer(railroad: &str) -> Value {
    json!({"type": "offer", "railroad": railroad})
}

pub(crate) fn sell(railroad: &str) -> Value {
    json!({"type": "sell", "railroad": railroad})
}

pub(crate) fn grow(city: &str) -> Value {
    json!({"type": "grow", "city": city})
}

pub(crate) fn bid(amount: i64) -> Value {
    json!({"type": "bid", "amount": amount})
}

pub(crate) fn pass() -> Value {
    json!({"type": "pass"})
}

// Outcomes of chance.

pub(crate) fn first(seat: u8) -> Value {
    json!({"first": seat})
}

pub(crate) fn card(card: &str) -> Value {
    json!({"card": card})
}

pub(crate) fn dice(first: u8, second: u8) -> Value {
    json!({"dice": [first, second]})
}

fn cities(way: &str) -> Vec<&str> {
    way.split_whitespace().collect()
}
