//! The test kit: [`stage`] and [`solo`] set a possible position up in few words, [`Table`] plays on it.

pub(crate) mod figures;
mod stage;
mod table;

pub(crate) use stage::{Stage, solo, stage};
pub(crate) use table::Table;

use serde_json::{Value, json};

// Actions, as they are written in JSON.

pub(crate) fn bid(amount: i64) -> Value {
    json!({"type": "bid", "amount": amount})
}

pub(crate) fn pass() -> Value {
    json!({"type": "pass"})
}

pub(crate) fn take_city(city: &str) -> Value {
    json!({"type": "draft", "city": city})
}

pub(crate) fn take_stock(railroad: &str) -> Value {
    json!({"type": "draft", "stock": railroad})
}

pub(crate) fn lay(tile: &str, at: [i16; 2], rotation: u8) -> Value {
    json!({"type": "lay", "tile": tile, "at": at, "rotation": rotation})
}

pub(crate) fn deliver(from: [i16; 2], cube: &str, to: [i16; 2]) -> Value {
    json!({"type": "deliver", "from": from, "cube": cube, "to": to})
}

pub(crate) fn keep(stock: &str) -> Value {
    json!({"type": "keep", "stock": stock})
}

pub(crate) fn arrange(row: [&str; 3]) -> Value {
    json!({"type": "arrange", "row": row})
}
