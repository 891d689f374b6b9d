//! What an entry does to the game, as far as whoever plays it again must know.

use crate::chance::{Entropy, seeded_entropy};
use crate::contract::{DrawMode, SeatNumber};
use crate::entry::{Body, Change};
use crate::hash::Hash;
use crate::pairs;
use crate::rules::Rules;

/// What an entry does to the game. With these alone a game can be played again: no bot is asked and no link hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it was about seats.
    Nothing,
    /// A seat committed this; for a bot's move it is what the bot computed.
    Payload {
        /// Which seat.
        seat: SeatNumber,
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

impl Step {
    /// What an entry with this body does to the game of a table, by its id and draw mode.
    pub fn of(body: &Body, table: &Hash, draw: DrawMode) -> Self {
        match body {
            Body::Move { seat, payload }
            | Body::Auto { seat, payload, .. }
            | Body::TimeUp { seat, payload } => Self::Payload { seat: *seat, payload: payload.clone() },
            Body::Draw { number, base, links } => Self::Entropy(match draw {
                DrawMode::Fresh => pairs::entropy(table, *number, base, links),
                DrawMode::Seed(seed) => seeded_entropy(seed, u64::from(number.saturating_sub(1))),
            }),
            Body::Change(Change::TakeBack { to }) => Self::Back { to: *to },
            Body::Change(_) | Body::Anew { .. } => Self::Nothing,
        }
    }

    /// Plays it on a game; the reason if the rules refuse it. To go back is for whoever keeps the past: here that does
    /// nothing.
    pub fn play<R: Rules>(&self, rules: &mut R) -> Result<(), String> {
        match self {
            Self::Nothing | Self::Back { .. } => Ok(()),
            Self::Payload { seat, payload } => rules.apply(*seat, payload),
            Self::Entropy(entropy) => {
                rules.draw(*entropy);
                Ok(())
            }
        }
    }
}
