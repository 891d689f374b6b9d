//! A bot that finishes its turn in the way that is worth most to it, by the game's own judgement.
//!
//! How it finds that is in [`Scout`](crate::engine::lines::Scout), as bots that look further expect all others to play so.

use crate::engine::any_game::{ActionBytes, AnyGame};
use crate::engine::bot::Bot;

/// Takes what looks best now.
#[derive(Debug)]
pub(super) struct Greedy;

impl Bot for Greedy {
    fn name(&self) -> &'static str {
        "greedy/2"
    }

    fn about(&self) -> &'static str {
        "takes what is worth most at the end of its own turn, without looking at answers"
    }

    fn decide(&self, game: &dyn AnyGame) -> Vec<ActionBytes> {
        game.best_line()
    }
}
