//! What must hold of every state.

use whistlestop::engine::audit::{Audit, ensure};
use whistlestop::engine::game::Audited;
use whistlestop::engine::money::Money;
use whistlestop::engine::seat::Seat;

use super::board::TURNS;
use super::state::Halts;

impl Audited for Halts {
    fn audit(&self) -> Audit {
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
