//! The test kit: [`stage`] sets a possible position up in few words, [`Table`] plays on it.

mod stage;
mod table;

pub(crate) use stage::{Stage, stage, stage_on};
pub(crate) use table::Table;

use serde_json::{Value, json};

// Actions, as they are written in JSON.

pub(crate) fn start(city: &str, side: u8) -> Value {
    json!({"type": "start_link", "city": city, "side": side})
}

pub(crate) fn resume(link: u8) -> Value {
    json!({"type": "resume_link", "link": link})
}

pub(crate) fn piece(exit: u8) -> Value {
    json!({"type": "piece", "exit": exit})
}

pub(crate) fn stop() -> Value {
    json!({"type": "stop"})
}

pub(crate) fn special(site: &str) -> Value {
    json!({"type": "special_link", "site": site})
}

pub(crate) fn urbanize(city: &str, color: &str) -> Value {
    json!({"type": "urbanize", "city": city, "color": color})
}

pub(crate) fn upgrade() -> Value {
    json!({"type": "upgrade"})
}

pub(crate) fn load(city: &str, cube: &str) -> Value {
    json!({"type": "load", "city": city, "cube": cube})
}

pub(crate) fn ride(link: u8) -> Value {
    json!({"type": "ride", "link": link})
}

pub(crate) fn take(card: &str) -> Value {
    json!({"type": "take_card", "card": card})
}

pub(crate) fn take_for(card: &str, city: &str) -> Value {
    json!({"type": "take_card", "card": card, "city": city})
}

pub(crate) fn charter(city: &str, color: &str) -> Value {
    json!({"type": "take_card", "card": "R_charter", "city": city, "color": color})
}

pub(crate) fn play(card: &str) -> Value {
    json!({"type": "play_card", "card": card})
}

pub(crate) fn bid(amount: i64) -> Value {
    json!({"type": "bid", "amount": amount})
}

pub(crate) fn pass() -> Value {
    json!({"type": "pass"})
}

// Outcomes of chance.

pub(crate) fn cubes(city: &str, cubes: &[&str]) -> Value {
    json!({"cubes": cubes, "city": city})
}
