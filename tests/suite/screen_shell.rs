//! The shell between screens and tables: scripted players behind screens that draw nothing, and a real terminal.
//!
//! Nothing here waits for a time to pass: every test waits for the news it needs, and gives up only after
//! [`PATIENCE`](kit::PATIENCE).
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

mod frames;
mod game;
pub(crate) mod kit;
mod laptop;
mod lobby;
mod mouse;
mod network;
mod pty;
mod sight;
mod terminal;
