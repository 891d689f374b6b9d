//! What a bot is: a pure function from a state to a move, so that every peer computes the same one.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU32, Ordering};

use super::any_game::{ActionBytes, AnyChoice, AnyGame};
use super::chance::Chance;
use super::game::Notes;

/// A player that needs no person and no network.
pub trait Bot: Debug + Send + Sync {
    /// Its name with its version, as contracts hold it: "greedy/2". The version changes whenever it would decide
    /// differently anywhere.
    fn name(&self) -> &'static str;

    /// One line on how it plays.
    fn about(&self) -> &'static str;

    /// What the deciding seat commits: at least one action, each legal after those before it, none behind the end of its
    /// turn, and the last where a move [may end](super::game::Turns::may_pause). Only called when a seat decides.
    fn decide(&self, game: &dyn AnyGame) -> Vec<ActionBytes>;

    /// Whether it thinks so long that whoever waits wants to see something meanwhile.
    fn is_slow(&self) -> bool {
        false
    }

    /// The same as [`decide`](Self::decide); a slow bot also tells how far it is, and nothing depends on that.
    fn think(&self, game: &dyn AnyGame, _progress: &Progress) -> Vec<ActionBytes> {
        self.decide(game)
    }
}

/// The bots that a program knows.
pub type Bots = &'static [&'static dyn Bot];

/// How far somebody is with thinking, for others to look at meanwhile.
#[derive(Debug, Default)]
pub struct Progress(AtomicU32);

impl Progress {
    /// So much of the whole is done.
    pub fn tell(&self, done: u64, whole: u64) {
        let percent = (done.min(whole) * 100).checked_div(whole).unwrap_or(100);
        self.0.store(u32::try_from(percent).unwrap_or(100), Ordering::Relaxed);
    }

    /// How much is done, in hundredths.
    pub fn percent(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Any legal action, picked by the hash of the state: as good as blind, and the same on every peer.
///
/// # Panics
/// If nobody has a choice.
pub fn any_legal(game: &dyn AnyGame) -> ActionBytes {
    let mut picks = Chance::new(*game.state_hash().as_bytes());
    let choices = game.bare_choices();
    let place = picks.below(u32::try_from(choices.len()).expect("choices are some hundred"));
    with_any_amount(game, &choices[place as usize], &mut picks)
}

/// Any legal move: one action, and more only as long as the move may not end.
///
/// # Panics
/// If nobody has a choice.
pub fn any_legal_move(game: &dyn AnyGame) -> Vec<ActionBytes> {
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
fn with_any_amount(game: &dyn AnyGame, choice: &AnyChoice, picks: &mut Chance) -> ActionBytes {
    let Some(range) = choice.amount else { return choice.action.clone() };
    let steps = (range.max - range.min).dollars() / range.step.dollars();
    let step = picks.below(u32::try_from(steps).expect("a range goes up") + 1);
    let json = choice.json_with_amount(range.min + range.step * i64::from(step));
    game.action_from_json(&json).expect("a choice with an amount is an action")
}
