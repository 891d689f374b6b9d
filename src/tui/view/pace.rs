//! What is final but not shown yet: bots' moves one after the other, as fast as people can follow.

use super::TableView;
use crate::table::front::Kind;

impl TableView {
    /// Shows all that is final, at once.
    pub fn catch_up(&mut self) {
        self.shown = self.len();
        self.next_at = None;
    }

    /// How long a bot's move is looked at from now on.
    pub fn set_pace(&mut self, millis: u64) {
        self.pace_millis = millis;
        if millis == 0 {
            self.catch_up();
        }
    }

    /// When the next entry is shown.
    pub const fn next_tick(&self) -> Option<u64> {
        self.next_at
    }

    /// Shows what is due; says whether that changed something.
    pub fn tick(&mut self, now: u64) -> bool {
        let before = self.shown;
        while let Some(at) = self.next_at.filter(|at| *at <= now) {
            self.shown += 1;
            self.plan_next(at);
        }
        self.shown != before
    }

    /// Bots' moves are shown one after the other; a person's at once.
    pub(super) fn plan_next(&mut self, from: u64) {
        self.next_at = None;
        while !self.is_level() {
            let by_bot = matches!(self.kind(self.shown + 1), Some((Kind::Bot { .. }, _)));
            if by_bot && self.pace_millis > 0 {
                self.next_at = Some(from + self.pace_millis);
                return;
            }
            self.shown += 1;
        }
    }
}
