//! What the protocol needs of a game, and nothing else.

use std::fmt::Debug;

use crate::chance::Entropy;
use crate::contract::SeatNumber;
use crate::hash::Hash;

/// A game as the protocol sees it: a state that payloads and entropy change, the same on every machine.
pub trait Rules: Clone + Debug {
    /// A game of its own at the same state: what damages the memory of one leaves the other as it is. A clone may share.
    #[must_use]
    fn fork(&self) -> Self {
        self.clone()
    }

    /// Who decides now.
    fn turn(&self) -> ToMove;

    /// Carries out what a seat committed, all or nothing; the reason if it may not.
    fn apply(&mut self, seat: SeatNumber, payload: &[u8]) -> Result<(), String>;

    /// Carries out a chance turn.
    fn draw(&mut self, entropy: Entropy);

    /// What the bot on this seat commits now: the same on every machine. `stand_in` if the seat is a player's who is
    /// away, else the contract's own bot.
    fn auto(&self, seat: SeatNumber, stand_in: bool) -> Vec<u8>;

    /// The same, unless it takes long and is not worked out yet: whoever works it out tells the peer when it is. Until
    /// then the peer waits, and takes what others have agreed on at that index for what they say it is.
    fn auto_if_known(&self, seat: SeatNumber, stand_in: bool) -> Option<Vec<u8>> {
        Some(self.auto(seat, stand_in))
    }

    /// The hash of the whole state.
    fn state_hash(&self) -> Hash;

    /// The state field by field, in an order that is the same everywhere, to find where two states differ.
    fn dump(&self) -> Vec<(String, String)>;
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMove {
    /// This seat.
    Seat(SeatNumber),
    /// Chance.
    Chance,
    /// Nobody any more.
    Over,
}
