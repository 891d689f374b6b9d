//! A state as people write it, and what must hold of every state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use whistlestop::engine::audit::{Audit, ensure};
use whistlestop::engine::game::BadPosition;
use whistlestop::engine::money::Money;
use whistlestop::engine::position::{agree, for_players, read, show};
use whistlestop::engine::seat::{PerSeat, Seat};

use super::board::{Square, TURNS};
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

impl Halts {
    pub(super) fn whole_position(&self) -> Value {
        let halts = Square::all().filter_map(|square| Some((square, self.owner(square)?)));
        show(&Position {
            game: "halts".to_owned(),
            first: self.first,
            turns: self.turns,
            cash: self.cash.as_slice().to_vec(),
            halts: halts.collect(),
        })
    }

    pub(super) fn at_position(position: &Value) -> Result<Self, BadPosition> {
        let shown: Position = read(position)?;
        let mut game = for_players(shown.cash.len(), Self::set_up)?;
        game.first = shown.first;
        game.turns = shown.turns;
        game.cash = PerSeat::from_slice(&shown.cash).ok_or("there are too many players")?;
        for (square, owner) in &shown.halts {
            game.owners[square.index()] = Some(*owner);
        }
        agree(&shown, &game.whole_position())?;
        Ok(game)
    }

    pub(super) fn check_everything(&self) -> Audit {
        let seats = self.seats();
        let seated = |seat: &Seat| seat.number() < seats;
        ensure((2..=4).contains(&seats), || "there are two to four players")?;
        ensure(
            self.first.iter().chain(self.owners.iter().flatten()).all(seated),
            || "a seat is not at this table",
        )?;
        ensure(self.turns <= TURNS * seats, || "the game is over sooner")?;
        ensure(self.first.is_some() || self.turns == 0, || "somebody has to be first")?;
        for (seat, cash) in self.cash.iter() {
            let due =
                self.cash_due(seat).ok_or_else(|| format!("{seat} had too few turns for so many halts"))?;
            ensure(due == *cash, || format!("{seat} must have {due}"))?;
            ensure(*cash >= Money::ZERO, || format!("{seat} has spent too much"))?;
        }
        Ok(())
    }
}
