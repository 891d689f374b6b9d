//! What a position is worth, for bots.

use whistlestop::engine::game::Worth;
use whistlestop::engine::seat::Seat;

use super::state::Halts;

impl Worth for Halts {
    /// Points, and a little for money that may still become some.
    fn worth(&self, seat: Seat) -> i64 {
        6 * self.points(seat) + self.cash[seat].dollars()
    }
}
