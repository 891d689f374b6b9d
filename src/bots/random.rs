//! A bot that takes any legal action: the hash of the state picks it.

use crate::engine::any_game::{Action, AnyChoice, AnyGame};
use crate::engine::bot::Bot;
use crate::engine::chance::Chance;

/// Plays badly but at once, and never gets stuck.
#[derive(Debug)]
pub(super) struct Random;

impl Bot for Random {
    fn name(&self) -> &'static str {
        "random/1"
    }

    fn about(&self) -> &'static str {
        "takes any legal action, as good as blindly"
    }

    /// One action out of all that are legal.
    fn decide(&self, game: &dyn AnyGame) -> Vec<Action> {
        let mut picks = Chance::new(*game.state_hash().as_bytes());
        let choices = game.choices();
        let place = picks.below(u32::try_from(choices.len()).expect("choices are some hundred"));
        vec![with_any_amount(game, &choices[place as usize], &mut picks)]
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
