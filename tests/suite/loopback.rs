//! The program as people and scripts meet it: real processes on 127.0.0.1, each with a home of its own.
//!
//! Nothing here waits for a time to pass: every test waits for the lines it needs, and gives up only after
//! [`PATIENCE`](kit::PATIENCE). What needs a network of its own is skipped, loudly, where none can be made.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

mod arena;
mod clocks;
mod coming_back;
mod commands;
mod crowd;
mod disk;
mod doctor;
mod events;
mod games;
mod help;
mod hostile;
mod joining;
mod journals;
mod judge;
pub(crate) mod kit;
mod known;
mod laptop;
mod leaving;
mod offences;
mod people;
mod phrase;
mod programs;
mod refusals;
mod spectators;
mod stranger;
mod together;
mod tricks;
mod unsigned;
