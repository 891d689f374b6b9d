//! A small fifth game that is not shipped: it shows what a game is made of, and proves that nothing else knows the others.
//!
//! Its folder and the line in `games` are all that it takes. The rules are in `halts/rules.md`; [`Halts`] is a state.

mod action;
mod audit;
mod board;
mod position;
mod scene;
mod state;
mod text;
mod turn;
mod worth;

use std::sync::LazyLock;

use whistlestop::engine::any_game::GameEntry;
use whistlestop::games::GAMES;

pub(crate) use state::Halts;

/// The games that are shipped, and this one.
pub(crate) fn games() -> &'static [GameEntry] {
    static ALL: LazyLock<Vec<GameEntry>> =
        LazyLock::new(|| GAMES.iter().copied().chain([GameEntry::of::<Halts>()]).collect());
    &ALL
}
