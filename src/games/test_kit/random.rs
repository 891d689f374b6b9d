//! Random play: decisions that a property test can shrink, and players with a taste, who get everywhere in a game.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use crate::engine::chance::Chance;
use crate::engine::game::Game;
use crate::test_table::Table;

/// So many cases, the same in every run.
pub(crate) fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Default::default() }
}

/// One decision of a random player, or the entropy of a draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    /// Which of the choices.
    choice: u16,
    /// How far above the least a bid goes, and what a draw gives.
    raise: u8,
    /// Follow the urge, if there is something to do for it.
    eager: bool,
}

/// How random players of a game decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// Bids are raised by fewer steps than this, so that money lasts, but sometimes all is bid.
    pub(crate) raises: i64,
    /// From one bid to the next.
    pub(crate) step: i64,
    /// What eager players do, the least first: otherwise some parts of a game would hardly ever be reached.
    pub(crate) urge: fn(&Value) -> Option<i64>,
}

/// Any decision.
pub(crate) fn pick() -> impl Strategy<Value = Pick> {
    let parts = (any::<u16>(), any::<u8>(), any::<bool>());
    parts.prop_map(|(choice, raise, eager)| Pick { choice, raise, eager })
}

impl Pick {
    /// A decision drawn by chance; of four, so many are eager.
    fn drawn(chance: &mut Chance, eager: u32) -> Self {
        let mut below = |end| u16::try_from(chance.below(end)).unwrap();
        Self {
            choice: below(1 << 16),
            raise: below(256).to_le_bytes()[0],
            eager: u32::from(below(4)) < eager,
        }
    }
}

impl<G: Game> Table<G> {
    /// A game after these decisions, or fewer if it has ended.
    pub(crate) fn after(seats: u8, taste: Taste, picks: &[Pick]) -> Self {
        let mut table = Self::new(seats).unwrap();
        for &pick in picks {
            if table.is_over() {
                break;
            }
            table.step(taste, pick);
        }
        table
    }

    /// Everything that whole games with so many seats come through: their phases, and what is told. Of four decisions,
    /// so many are eager.
    pub(crate) fn seen_in_games(
        seats: impl IntoIterator<Item = u8>,
        taste: Taste,
        eager: u32,
    ) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        for (seed, seats) in (0..).zip(seats) {
            let mut table = Self::new(seats).unwrap();
            let mut chance = Chance::new([seed; 32]);
            seen.insert(table.phase());
            while !table.is_over() {
                table.step(taste, Pick::drawn(&mut chance, eager));
                seen.insert(table.phase());
                seen.extend(table.notes().iter().cloned());
            }
        }
        seen
    }
}

impl<G> Table<G> {
    /// Plays one step, after which the state is audited; what was decided, or nothing for a draw.
    pub(crate) fn step(&mut self, taste: Taste, pick: Pick) -> Option<Value> {
        if self.is_chance() {
            self.draw(pick.raise);
            return None;
        }
        let action = self.decide(taste, pick);
        self.play(action.clone());
        Some(action)
    }

    fn decide(&self, taste: Taste, pick: Pick) -> Value {
        let mut choices = self.choices();
        let urges = choices.iter().filter_map(|choice| Some(((taste.urge)(choice)?, choice)));
        if let (true, Some((_, urge))) = (pick.eager, urges.min_by_key(|(least, _)| *least)) {
            return urge.clone();
        }
        let mut choice = choices.swap_remove(usize::from(pick.choice) % choices.len());
        if let Some([min, max]) = choice["amount"].as_array().map(Vec::as_slice) {
            let (min, max) = (min.as_i64().unwrap(), max.as_i64().unwrap());
            let raise = if pick.raise == u8::MAX {
                max - min
            } else {
                i64::from(pick.raise) % taste.raises * taste.step
            };
            choice["amount"] = json!((min + raise).min(max));
        }
        choice
    }

    /// Tries all these actions: exactly those that are listed are taken.
    pub(crate) fn assert_takes_what_is_listed(&self, actions: impl IntoIterator<Item = Value>) {
        let listed = self.choices();
        for action in actions {
            let in_range = |range: &Value| {
                action["amount"].as_i64() >= range[0].as_i64()
                    && action["amount"].as_i64() <= range[1].as_i64()
            };
            let is_listed = match action["type"].as_str() {
                Some("bid") => {
                    listed.iter().any(|choice| choice["type"] == "bid" && in_range(&choice["amount"]))
                }
                _ => listed.contains(&action),
            };
            assert_eq!(self.takes(&action), is_listed, "{action}");
        }
    }
}
