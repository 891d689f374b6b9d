//! The parts of rules that have no game in them.
//!
//! Nothing here names a game, reads a clock, owns a generator of chance, or touches a file or a socket.
//! Read [`game::Game`] first: it is all that a game is. [`any_game::AnyGame`] is the same with its types
//! erased, for everything that treats all games alike.

#![deny(clippy::float_arithmetic)]

// The layers that this crate may name, under the names that they have everywhere.
use crate as engine;

pub mod any_game;
pub mod auction;
pub mod audit;
pub mod bag;
pub mod bot;
pub mod canonical;
pub mod chance;
pub mod game;
pub mod hammer;
pub mod hex;
pub mod lines;
pub mod lot;
pub mod money;
pub mod named;
pub mod network;
pub mod position;
pub mod scene;
pub mod search;
pub mod seat;
pub mod short_list;
pub mod words;
