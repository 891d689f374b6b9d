//! The one clock of the program.

use std::time::Duration;

use tokio::time::Instant;
use whistlestop_proto::lockstep::Millis;

/// The time of this process: milliseconds since the clock was started. Whoever hears of a time from a node compares it
/// with the time of the same clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// A clock that begins now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Milliseconds since it began.
    pub fn now(self) -> Millis {
        Millis::try_from(self.0.elapsed().as_millis()).expect("nobody plays for a million years")
    }

    /// The moment at a time of this clock.
    pub(crate) fn at(self, millis: Millis) -> Instant {
        self.0 + Duration::from_millis(millis)
    }
}
