//! What a bot is: a pure function from a state to a move, so that every peer computes the same one.

use std::fmt::Debug;

use super::any_game::{Action, AnyGame};

/// A player that needs no person and no network.
pub trait Bot: Debug + Send + Sync {
    /// Its name with its version, as contracts hold it: "greedy/1". The version changes whenever it would decide
    /// differently anywhere.
    fn name(&self) -> &'static str;

    /// One line on how it plays.
    fn about(&self) -> &'static str;

    /// What the deciding seat commits: at least one action, each legal after those before it, and none behind the end
    /// of its turn. Only called when a seat decides.
    fn decide(&self, game: &dyn AnyGame) -> Vec<Action>;
}

/// The bots that a program knows.
pub type Bots = &'static [&'static dyn Bot];
