//! Bots that look ahead: one search for all games, with more or less work.
//!
//! How they find their moves is in [`search`](crate::engine::search), which knows games with their types; here is how much
//! they look at.

use crate::engine::any_game::{ActionBytes, AnyGame, AnyProspect};
use crate::engine::bot::{Bot, Progress};
use crate::engine::search::Effort;

/// A bot that plays out what it could do.
#[derive(Debug)]
pub(super) struct Search {
    name: &'static str,
    about: &'static str,
    effort: Effort,
}

/// A glance at the likely course of a few candidates.
pub(super) static EASY: Search = Search {
    name: "easy/2",
    about: "plays a few choices out in its mind, and not far",
    effort: Effort { judgements: 1_500, candidates: 4 },
};

/// What a person waits for without noticing.
pub(super) static NORMAL: Search = Search {
    name: "normal/2",
    about: "plays its choices out in its mind for some turns, within a second",
    effort: Effort { judgements: 50_000, candidates: 12 },
};

/// What a person waits for.
pub(super) static HARD: Search = Search {
    name: "hard/2",
    about: "plays its choices out in its mind many times, within some seconds",
    effort: Effort { judgements: 250_000, candidates: 24 },
};

impl Bot for Search {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn decide(&self, game: &dyn AnyGame) -> Vec<ActionBytes> {
        self.think(game, &Progress::default())
    }

    fn think(&self, game: &dyn AnyGame, progress: &Progress) -> Vec<ActionBytes> {
        let best = self.prospects(game, progress).into_iter().next();
        best.map(|prospect| prospect.actions).unwrap_or_default()
    }
}

impl Search {
    /// What the deciding seat could commit, best first.
    pub(super) fn prospects(&self, game: &dyn AnyGame, progress: &Progress) -> Vec<AnyProspect> {
        game.search(&self.effort, progress)
    }
}
