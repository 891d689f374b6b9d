//! What a program can play: its games, and the bots that it knows.
//!
//! Whoever opens a table or judges a contract is given a [`Catalog`]; nothing below the front ends looks at a list of its
//! own. Who gives no games means those of the registry.

use super::terms::BadTerms;
use crate::engine::any_game::GameEntry;
use crate::engine::bot::{Bot, Bots};
use crate::games::GAMES;

/// The games and bots of a program.
#[derive(Clone, Copy, Debug)]
pub struct Catalog {
    /// The games.
    pub games: &'static [GameEntry],
    /// The bots.
    pub bots: Bots,
}

impl From<Bots> for Catalog {
    /// The games of the registry, with these bots.
    fn from(bots: Bots) -> Self {
        Self { games: GAMES, bots }
    }
}

impl Catalog {
    /// The game with this id.
    pub(super) fn game(self, id: &str) -> Result<&'static GameEntry, BadTerms> {
        self.games.iter().find(|entry| entry.meta.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|entry| entry.meta.id).collect();
            BadTerms::Game { game: id.to_owned(), known: known.join(", ") }
        })
    }

    /// The bot with this name, with its version.
    pub(super) fn bot(self, name: &str) -> Result<&'static dyn Bot, BadTerms> {
        self.bots.iter().copied().find(|bot| bot.name() == name).ok_or_else(|| {
            let known: Vec<&str> = self.bots.iter().map(|bot| bot.name()).collect();
            BadTerms::Bot { name: name.to_owned(), known: known.join(", ") }
        })
    }
}
