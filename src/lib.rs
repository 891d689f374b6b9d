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
//! - [`bots::BOTS`] are the players that need no person.
//! - [`table::Table`] is a peer at a table, with its journal; [`table::rules::GameRules`] is any game as the
//!   protocol plays it.
//! - [`node::Node`] plays at tables, on the network or on this laptop alone; [`node::session`] is a table being played,
//!   whatever way it is; [`node::shell`] shows it.
//! - [`tui::app::App`] is everything on the screen; [`tui::widgets`] are its pieces, [`tui::theme`] is how they look.
//! - [`cli::main`] is what the program does.
//!
//! # Code map
//!
//! | where | what | never |
//! |---|---|---|
//! | `proto/` | the protocol between peers, as a state machine | input or output, a clock, a game |
//! | [`engine`] | parts of rules that games share | the name of a game |
//! | [`games`] | one folder a game: board, rules, words, tests | another game, a network, a screen |
//! | [`bots`] | players without a person: pure functions from a state to a move | which game it is, a clock, luck |
//! | [`table`] | the protocol, a game and their files together, the only place that knows both | which game it is, a clock, a socket |
//! | [`net`] | authenticated links that carry frames | what a frame says |
//! | [`discovery`] | who may be where: mDNS, addresses, join codes | trust in any of it |
//! | [`tui`] | the screens, as a state machine that draws itself | a game, the network, a file, a clock |
//! | [`node`] | the one async loop: links, hints, clock, table and player together | a decision about the game |
//! | [`page`] | a table as one web page | anything but plain data |
//! | [`cli`] | the commands | rules of its own |
//!
//! Imports point down only: `cli` to `node` and `page`; `node` to `tui`, `table`, `net`, `discovery` and `bots`; `tui` and
//! `page` to `table` and `engine`; `table` to `games` to `engine`, and to `proto`; `net` and `discovery` to `proto`; `bots` to
//! `engine`. `games` and `proto` never see each other. Each layer but `cli`, `node` and `page` is a crate of its own, so that
//! Cargo proves it; in each of them, too, `crate::engine` is the engine and `crate::table` the table.
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

pub use whistlestop_bots as bots;
pub use whistlestop_discovery as discovery;
pub use whistlestop_engine::{self as engine, impl_named_enum, impl_named_serde, impl_place};
pub use whistlestop_games as games;
pub use whistlestop_net as net;
pub use whistlestop_table as table;
pub use whistlestop_tui as tui;

pub mod cli;
pub mod node;
pub mod page;
