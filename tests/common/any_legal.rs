//! The bot that tests seat: one of all legal actions, picked by the hash of the state.

use whistlestop::engine::any_game::{Action, AnyChoice, AnyGame};
use whistlestop::engine::bot::Bot;
use whistlestop::engine::chance::Chance;

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
