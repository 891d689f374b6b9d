//! whistlestop: train board games for laptops on one network, without a server.
//!
//! # Bird's eye
//!
//! A game is a pure state machine. It is handed actions of players and entropy for draws, and from equal input
//! every machine computes the equal state and the equal hash. Everything around it only carries actions: from a
//! keyboard, a file, a bot or another laptop.
//!
//! # Entry points
//!
//! - [`engine::game::Game`] is all that a game is; [`engine::any_game::AnyGame`] is any game.
//! - [`games::GAMES`] is the registry; [`games::chicago_express`] is a game to read.
//! - [`table::rules::GameRules`] is any game as the protocol plays it.
//! - [`net::Endpoint`] is this player on the network.
//! - [`cli::main`] is what the program does.
//!
//! # Code map
//!
//! | where | what | never |
//! |---|---|---|
//! | `proto/` | the protocol between peers, as a state machine | input or output, a clock, a game |
//! | [`engine`] | parts of rules that games share | the name of a game |
//! | [`games`] | one folder a game: board, rules, words, tests | another game, a network, a screen |
//! | [`table`] | the protocol and a game together, the only place that knows both | which game it is |
//! | [`net`] | links: authenticated frames of bytes between keys | a table, a name, what a frame says |
//! | [`cli`] | the commands | rules of its own |
//!
//! Imports point down only: `cli` to `table` to `games` to `engine`, `table` and `net` to `proto`; `games` and
//! `proto` never see each other. `tests/tidy.rs` proves it.
//!
//! # Determinism
//!
//! What is hashed holds sized integers in arrays and ordered maps: no float, clock, `HashMap`, `usize`, locale,
//! or text of players. Arithmetic is checked. Chance is an explicit turn: the engine owns no generator, it is
//! given 32 bytes for each draw ([`engine::chance`]). The hash is taken over the canonical bytes of the whole
//! state ([`engine::canonical`]), so nothing can be left out of it by mistake.
//!
//! # Illegal is a value
//!
//! Whatever a player asks for is either carried out as a whole or refused with a sentence and the id of the rule
//! ([`engine::game::Illegal`]), and then nothing has changed. Broken invariants are assertions.

pub mod cli;
pub mod engine;
pub mod games;
pub mod net;
pub mod table;
