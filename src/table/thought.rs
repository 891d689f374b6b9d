//! What slow bots decide, worked out beside the table.
//!
//! The table never waits for a slow bot: it says what is to be [thought](Thought) about, whoever has time works it out, and
//! once that is handed back every peer goes on by the same move. A thought is a pure function of the game, so it does not
//! matter who works it out, when, or whether somebody does so twice.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::hash::Hash;

use crate::engine::any_game::AnyGame;
use crate::engine::bot::{Bot, Progress};

use super::limits::MAX_THOUGHTS;
use super::rules::decide;

/// By which a thought is known: the state that the bot decides in, and whether it stands in for a player.
pub type ThoughtKey = (Hash, bool);

/// What a slow bot has to decide.
#[derive(Debug)]
pub struct Thought {
    /// For which seat.
    pub seat: SeatNumber,
    pub(super) stand_in: bool,
    pub(super) state: Hash,
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) bot: &'static dyn Bot,
}

/// What a slow bot has decided.
#[derive(Clone, Debug)]
pub struct ThoughtOut {
    key: ThoughtKey,
    payload: Vec<u8>,
}

/// What slow bots have decided, shared by all states of a table.
#[derive(Clone, Debug, Default)]
pub struct Thoughts(Arc<Mutex<BTreeMap<ThoughtKey, Vec<u8>>>>);

impl Thought {
    /// By which it is known.
    pub fn key(&self) -> ThoughtKey {
        (self.state, self.stand_in)
    }

    /// Which bot thinks.
    pub fn bot(&self) -> &'static dyn Bot {
        self.bot
    }

    /// Works it out. This takes long.
    pub fn think(&self, progress: &Progress) -> ThoughtOut {
        ThoughtOut { key: self.key(), payload: decide(self.bot, &*self.game, self.seat, progress) }
    }
}

impl Thoughts {
    pub(super) fn get(&self, key: &ThoughtKey) -> Option<Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Keeps what was worked out. What is long past is forgotten: the entries of the table hold it.
    pub(super) fn insert(&self, thought: ThoughtOut) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_THOUGHTS {
            known.clear();
        }
        known.insert(thought.key, thought.payload);
    }
}
