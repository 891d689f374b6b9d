//! What an entry did to the game, as far as whoever plays it again must know.

use crate::chance::Entropy;
use crate::contract::Seat;

/// What an entry did to the game. With these alone a game can be played again: no bot is asked and no link hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it was about seats.
    Nothing,
    /// A seat committed this; for a bot's move it is what the bot computed.
    Payload {
        /// Which seat.
        seat: Seat,
        /// What.
        payload: Vec<u8>,
    },
    /// A draw from this entropy.
    Entropy(Entropy),
    /// The game went back to the state after an earlier entry.
    Back {
        /// That entry's index, 0 for the start.
        to: u32,
    },
}
