//! What a position is worth to a seat, for bots: an estimate in whole numbers, no part of the rules.

use super::state::RailwaysOfTheWorld;
use crate::engine::seat::Seat;

impl RailwaysOfTheWorld {
    /// What the position is worth to a seat.
    pub(super) fn outlook(&self, seat: Seat) -> i64 {
        self.points(seat)
    }
}
