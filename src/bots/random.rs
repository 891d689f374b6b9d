//! A bot that takes any legal action: the hash of the state picks it.

use crate::engine::any_game::{ActionBytes, AnyGame};
use crate::engine::bot::{Bot, any_legal_move};

/// Plays badly but at once, and never gets stuck.
#[derive(Debug)]
pub struct Random;

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random/1"
    }

    fn about(&self) -> &'static str {
        "takes any legal action, as good as blindly"
    }

    fn decide(&self, game: &dyn AnyGame) -> Vec<ActionBytes> {
        any_legal_move(game)
    }
}
