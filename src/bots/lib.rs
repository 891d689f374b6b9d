//! Players that need no person: each a pure function from a state to a move, so that every peer computes the same.
//!
//! A bot knows games through [`AnyGame`] only. It never reads a clock, has no luck of its own, and remembers nothing
//! from one decision to the next. [`BOTS`] is the list; contracts hold the names.

#![deny(clippy::float_arithmetic)]

// The layers that this crate may name, under the names that they have everywhere.
use whistlestop_engine as engine;

mod greedy;
mod random;
mod search;

pub use random::Random;

use crate::engine::any_game::{AnyGame, AnyProspect};
use crate::engine::bot::{Bot, Bots, Progress};

/// How many choices are advised.
const ADVICE: usize = 3;

/// All bots, the weakest first.
pub static BOTS: Bots = &[&Random, &greedy::Greedy, &search::EASY, &search::NORMAL, &search::HARD];

/// The bot with this name, with its version ("greedy/2") or without ("greedy").
pub fn find(name: &str) -> Option<&'static dyn Bot> {
    let is_named = |bot: &&dyn Bot| {
        let full = bot.name();
        full == name || full.split_once('/').is_some_and(|(plain, _)| plain == name)
    };
    BOTS.iter().copied().find(is_named)
}

/// What the bot for ordinary players thinks of the best few choices, best first.
pub fn advise(game: &dyn AnyGame, progress: &Progress) -> Vec<AnyProspect> {
    let mut prospects = search::NORMAL.prospects(game, progress);
    prospects.truncate(ADVICE);
    prospects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_found_by_name_with_and_without_the_version() {
        for bot in BOTS {
            let (plain, version) = bot.name().split_once('/').expect("a bot's name has a version");
            assert!(version.parse::<u32>().is_ok(), "{version}");
            for name in [bot.name(), plain] {
                assert_eq!(find(name).map(Bot::name), Some(bot.name()));
            }
            for name in ["", "/", "/1", version, &format!("{plain}/"), &format!("{plain}/0")] {
                assert!(find(name).is_none(), "{name:?}");
            }
        }
    }

    #[test]
    fn bots_have_names_of_their_own_and_say_how_they_play() {
        for (place, bot) in BOTS.iter().enumerate() {
            assert!(BOTS[..place].iter().all(|other| other.name() != bot.name()), "{}", bot.name());
            assert!(!bot.about().is_empty() && !bot.about().contains('\n'));
        }
    }
}
