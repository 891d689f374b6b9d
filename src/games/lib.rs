//! The registry: one line a game.
//!
//! A game is a folder here, its line below and its recorded games under `tests/fixtures/`. Games know the
//! engine and nothing else; in particular not each other, and nothing of networks or screens.

#![deny(clippy::float_arithmetic)]

// The layers that this crate may name, under the names that they have everywhere.
use whistlestop_engine::{self as engine, impl_named_enum, impl_named_serde, impl_place};

pub mod chicago_express;
pub mod prairie_railroads;
pub mod railroad_rivals;
pub mod railways_of_the_world;

use crate::engine::any_game::Entry;

/// All games.
pub static GAMES: &[Entry] = &[
    Entry::of::<chicago_express::ChicagoExpress>(),
    Entry::of::<prairie_railroads::PrairieRailroads>(),
    Entry::of::<railroad_rivals::RailroadRivals>(),
    Entry::of::<railways_of_the_world::RailwaysOfTheWorld>(),
];

/// The game with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.meta.id == id)
}

// The name that this layer has everywhere.
#[cfg(test)]
use crate as games;
#[cfg(test)]
pub(crate) mod test_kit;
#[cfg(test)]
pub(crate) mod test_table;
