//! How long it takes until everybody who is here has acknowledged a move of this player.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::time::Instant;
use whistlestop_proto::sign::PublicKey;

use crate::table::Table;
use crate::table::front::Event;

/// The last move of this player, until all have acknowledged it and that was told.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Its index, and when it was committed.
    waiting: Option<(u32, Instant)>,
    /// Its index, and how long it took.
    done: Option<(u32, Duration)>,
}

impl Answers {
    /// A move was committed.
    pub(crate) fn wait(&mut self, index: u32, since: Instant) {
        self.waiting = Some((index, since));
    }

    /// Notes when everybody who is here has acknowledged it.
    pub(crate) fn note(&mut self, table: &Table, here: &BTreeSet<PublicKey>) {
        let Some((index, since)) = self.waiting else { return };
        let lockstep = table.lockstep();
        let newest = lockstep.sent().map_or(table.index(), |entry| entry.core.index);
        let heard = lockstep.heads_received();
        let mut others = table.contract().keyed().filter(|(_, key)| here.contains(key));
        if newest > index {
            // It was overtaken; nobody can tell any more when the last answer came.
            self.waiting = None;
        } else if newest == index && others.all(|(seat, _)| heard.contains(&seat)) {
            self.done = Some((index, since.elapsed()));
            self.waiting = None;
        }
    }

    /// What is to be told of it, once.
    pub(crate) fn take(&mut self) -> Option<Event> {
        self.done.take().map(|(index, took)| Event::InStep { index, took })
    }
}
