//! The turn of a seat of this laptop: whether it was asked for, and what its bot or program has thought of.

use whistlestop_proto::lockstep::Millis;

use crate::engine::any_game::ActionBytes;

/// How often a player whose seat a bot holds asks for it back.
const COME_BACK_MILLIS: Millis = 1_000;

/// The turn of a seat of this laptop.
#[derive(Debug, Default)]
pub(crate) struct TurnState {
    /// The index for which somebody was asked for a move, or a bot or program has made one.
    asked: Option<u32>,
    /// When the bot or program may move.
    due: Option<Millis>,
    /// What it has decided, and after which entry.
    thought_out: Option<(u32, Vec<ActionBytes>)>,
    /// When the seat is asked for again that a bot holds.
    next_come_back: Millis,
}

impl TurnState {
    /// Whether somebody was asked for this move.
    pub(crate) fn was_asked(&self, index: u32) -> bool {
        self.asked == Some(index)
    }

    /// Somebody is asked for this move, or has made it.
    pub(crate) fn asked(&mut self, index: u32) {
        (self.asked, self.due) = (Some(index), None);
    }

    /// It is nobody's turn here.
    pub(crate) fn rest(&mut self) {
        self.due = None;
    }

    /// Whether a bot or program that waits so long before each move has waited.
    pub(crate) fn has_waited(&mut self, now: Millis, pace_millis: Millis) -> bool {
        now >= *self.due.get_or_insert(now + pace_millis)
    }

    /// What was thought out for this move; else it is waited for.
    pub(crate) fn take_thought(&mut self, index: u32) -> Option<Vec<ActionBytes>> {
        let known = self.thought_out.take_if(|(after, _)| *after == index);
        if known.is_none() {
            // Looked at again when it is thought out.
            self.due = Some(Millis::MAX);
        }
        known.map(|(_, actions)| actions)
    }

    /// What is to be committed after this entry, at the earliest then.
    pub(crate) fn thought_out(&mut self, at: Millis, index: u32, actions: Vec<ActionBytes>) {
        (self.thought_out, self.due) = (Some((index, actions)), Some(at));
    }

    /// Whether it is time to ask for the seat back.
    pub(crate) fn may_come_back(&mut self, now: Millis) -> bool {
        let may = now >= self.next_come_back;
        if may {
            self.next_come_back = now + COME_BACK_MILLIS;
        }
        may
    }

    /// When something is to be done; `asks` for the seat back too.
    pub(crate) fn next_due(&self, asks: bool) -> Option<Millis> {
        let come_back = asks.then_some(self.next_come_back);
        self.due.into_iter().chain(come_back).min()
    }
}
