//! A table for tests: one game of the registry, its draws decided by a seed.
//!
//! It knows games only through the registry, so whatever is tested with it holds for games to come.

use whistlestop::engine::any_game::{ActionBytes, AnyChoice, AnyGame, GameEntry, Refused};
use whistlestop::engine::chance::Chance;
use whistlestop::engine::game::{Notes, Setup, Turn};
use whistlestop::engine::money::Money;
use whistlestop_proto::chance::seeded_entropy;

/// A game being played.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) setup: Setup,
    seed: u64,
    draws: u64,
    actions: u32,
}

impl Table {
    /// A game at its very start.
    pub(crate) fn begin(entry: &GameEntry, setup: &Setup, seed: u64) -> Self {
        let game = (entry.begin)(setup).expect("the game has such a set-up");
        Self { game, setup: setup.clone(), seed, draws: 0, actions: 0 }
    }

    /// Carries out a chance turn.
    pub(crate) fn draw(&mut self, notes: &mut Notes) {
        assert_eq!(self.game.turn(), Turn::Chance, "a draw needs a chance turn");
        assert!(self.game.draw(seeded_entropy(self.seed, self.draws), notes), "a chance turn can be drawn");
        self.draws += 1;
    }

    /// Carries out an action of the deciding seat.
    pub(crate) fn apply(&mut self, action: &ActionBytes, notes: &mut Notes) -> Result<(), Refused> {
        self.game.apply(action, notes)?;
        self.actions += 1;
        Ok(())
    }

    /// How many actions were taken.
    pub(crate) fn actions(&self) -> u32 {
        self.actions
    }
}

/// Whatever fails at a table, these figures lead there again.
impl Drop for Table {
    #[expect(clippy::print_stderr, reason = "a failing test says where it failed")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self { game, setup, seed, draws, actions } = self;
            let id = game.meta().id;
            eprintln!("failed at {id}, {setup:?}, seed {seed}, after {actions} actions and {draws} draws");
        }
    }
}

/// Decisions that a seed makes, apart from those of chance at a table with the same seed.
#[derive(Debug)]
pub(crate) struct Picks(Chance);

impl Picks {
    /// The decisions of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        // No game draws so often, so the stream is never that of a draw.
        Self(Chance::new(seeded_entropy(seed, u64::MAX)))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u32::try_from(end).expect("nothing here counts four billion");
        self.0.below(end) as usize
    }

    /// One of the items.
    pub(crate) fn one<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// The choice as an action; where it has an amount, any of them.
    pub(crate) fn action(&mut self, game: &dyn AnyGame, choice: &AnyChoice) -> ActionBytes {
        let Some(range) = choice.amount else { return choice.action.clone() };
        let steps = (range.max - range.min).dollars() / range.step.dollars();
        let step = self.below(usize::try_from(steps).expect("a range goes up") + 1);
        let above = range.step * i64::try_from(step).expect("a range is short");
        with_amount(game, choice, range.min + above)
    }
}

/// The choice with this amount.
pub(crate) fn with_amount(game: &dyn AnyGame, choice: &AnyChoice, amount: Money) -> ActionBytes {
    game.action_from_json(&choice.json_with_amount(amount)).expect("a choice with an amount is an action")
}
