//! What a run is about.

use whistlestop_proto::contract::{DrawMode, SeatNumber, TimeControl};
use whistlestop_proto::quorum::Voter;
use whistlestop_proto::rules::Rules;

use super::super::luck::Luck;

/// What can go wrong in a run; chances are for each message, or for each peer ten times a second.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    pub(crate) drop_permille: u64,
    pub(crate) duplicate_permille: u64,
    pub(crate) delay_millis: (u64, u64),
    pub(crate) crash_permille: u64,
    /// Of crashes: those that leave a part of a record behind.
    pub(crate) torn_permille: u64,
    /// Of crashes: those that take the disk with them, where that can be told from cheating.
    pub(crate) lost_permille: u64,
    /// Of crashes: those after which the disk is as it was some time before.
    pub(crate) stale_permille: u64,
    pub(crate) flap_permille: u64,
    pub(crate) partition_permille: u64,
    /// Players who leave on purpose, to come back later.
    pub(crate) leave_permille: u64,
    /// Everybody wants to take moves back.
    pub(crate) take_back_permille: u64,
    /// Everybody wants a spectator to count.
    pub(crate) admit_permille: u64,
    pub(crate) damage_permille: u64,
    /// Of pairs: those that never have a link, as long as all can reach each other through others.
    pub(crate) unlinked_permille: u64,
    pub(crate) skew: bool,
    /// Laptops that sleep for a while. When they wake up their clocks have jumped, or have not.
    pub(crate) sleep_permille: u64,
}

/// What a run is about.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// A player, or else a bot, on each seat.
    pub(crate) seats: Vec<bool>,
    pub(crate) witnesses: usize,
    pub(crate) spectators: usize,
    pub(crate) draw: DrawMode,
    pub(crate) clock: TimeControl,
    /// A player that sits there and never moves.
    pub(crate) dozes: Option<Voter>,
    pub(crate) faults: Faults,
    /// The hostile voter.
    pub(crate) hostile: Option<Voter>,
    /// It is two peers now and then, each for one half of the table.
    pub(crate) two_faced: bool,
    /// Which peer's home is copied, and when.
    pub(crate) copied: Option<(usize, u64)>,
    /// Spectators say that nobody is ever away.
    pub(crate) vain_spectators: bool,
    /// Users let a bot stand in for who is away, before they remove anybody.
    pub(crate) stands_in: bool,
    /// Faults stop at this time; then the game must end.
    pub(crate) heal_at: u64,
    /// How long users wait for who is away.
    pub(crate) patience_millis: u64,
    /// Bots take so long at most, on each peer another time; 0 if they are computed at once.
    pub(crate) thinking_millis: u64,
}

/// How the game of a run is played.
pub(crate) trait Play: Rules {
    /// A random legal payload for the deciding seat.
    fn payload(&self, seat: SeatNumber, luck: &mut Luck) -> Vec<u8>;
    /// Changes one field behind the protocol's back.
    fn damage(&mut self, luck: &mut Luck);

    /// The same for a process of its own, which has worked nothing out yet.
    #[must_use]
    fn afresh(&self) -> Self {
        self.clone()
    }

    /// Works out what a slow bot does in this state.
    fn work_out(&self) {}
}
