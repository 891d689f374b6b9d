//! The bot that tests seat: one of all legal actions, picked by the hash of the state.

use crate::engine::any_game::{ActionBytes, AnyGame};
use crate::engine::bot::{Bot, any_legal_move};

/// Plays badly but at once, without luck of its own, and never gets stuck.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyLegal;

impl Bot for AnyLegal {
    fn name(&self) -> &'static str {
        "any-legal/1"
    }

    fn about(&self) -> &'static str {
        "any legal action"
    }

    fn decide(&self, game: &dyn AnyGame) -> Vec<ActionBytes> {
        any_legal_move(game)
    }
}
