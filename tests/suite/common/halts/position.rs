//! A state as people write it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use whistlestop::engine::game::{BadPosition, Load, Viewer};
use whistlestop::engine::money::Money;
use whistlestop::engine::position::{agree, for_players, read, show};
use whistlestop::engine::seat::{PerSeat, Seat};

use super::board::Square;
use super::state::Halts;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    game: String,
    first: Option<Seat>,
    turns: u8,
    cash: Vec<Money>,
    /// Who has a halt where.
    halts: BTreeMap<Square, Seat>,
}

impl Load for Halts {
    fn position(&self, _viewer: Viewer) -> Value {
        let halts = Square::all().filter_map(|square| Some((square, self.owner(square)?)));
        show(&Position {
            game: "halts".to_owned(),
            first: self.first,
            turns: self.turns,
            cash: self.cash.as_slice().to_vec(),
            halts: halts.collect(),
        })
    }

    fn from_position(position: &Value) -> Result<Self, BadPosition> {
        let shown: Position = read(position)?;
        let mut game = for_players(shown.cash.len(), Self::set_up)?;
        game.first = shown.first;
        game.turns = shown.turns;
        game.cash = PerSeat::from_slice(&shown.cash).ok_or("there are too many players")?;
        for (square, owner) in &shown.halts {
            game.owners[square.index()] = Some(*owner);
        }
        agree(&shown, &game.position(Viewer::Everything))?;
        Ok(game)
    }
}
