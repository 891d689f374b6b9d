//! What a bot is: a pure function from a state to a move, so that every peer computes the same one.

use std::fmt::Debug;

use super::any_game::{Action, AnyChoice, AnyGame};
use super::chance::Chance;
use super::game::Notes;

/// A player that needs no person and no network.
pub trait Bot: Debug + Send + Sync {
    /// Its name with its version, as contracts hold it: "greedy/1". The version changes whenever it would decide
    /// differently anywhere.
    fn name(&self) -> &'static str;

    /// One line on how it plays.
    fn about(&self) -> &'static str;

    /// What the deciding seat commits: at least one action, each legal after those before it, none behind the end of its
    /// turn, and the last where a move [may end](super::game::Game::may_pause). Only called when a seat decides.
    fn decide(&self, game: &dyn AnyGame) -> Vec<Action>;
}

/// The bots that a program knows.
pub type Bots = &'static [&'static dyn Bot];

/// Any legal action, picked by the hash of the state: as good as blind, and the same on every peer.
///
/// # Panics
/// If nobody has a choice.
pub fn any_legal(game: &dyn AnyGame) -> Action {
    let mut picks = Chance::new(*game.state_hash().as_bytes());
    let choices = game.bare_choices();
    let place = picks.below(u32::try_from(choices.len()).expect("choices are some hundred"));
    with_any_amount(game, &choices[place as usize], &mut picks)
}

/// Any legal move: one action, and more only as long as the move may not end.
///
/// # Panics
/// If nobody has a choice.
pub fn any_legal_move(game: &dyn AnyGame) -> Vec<Action> {
    let (turn, mut game, mut actions) = (game.turn(), game.fork(), Vec::new());
    loop {
        let action = any_legal(&*game);
        game.apply(&action, &mut Notes::ignored()).expect("a listed choice is legal");
        actions.push(action);
        if game.turn() != turn || game.may_pause() {
            return actions;
        }
    }
}

/// The choice as an action; where it has an amount, any of them.
fn with_any_amount(game: &dyn AnyGame, choice: &AnyChoice, picks: &mut Chance) -> Action {
    let Some(range) = choice.amount else { return choice.action.clone() };
    let steps = (range.max - range.min).dollars() / range.step.dollars();
    let step = picks.below(u32::try_from(steps).expect("a range goes up") + 1);
    let json = choice.json_with_amount(range.min + range.step * i64::from(step));
    game.action_from_json(&json).expect("a choice with an amount is an action")
}
