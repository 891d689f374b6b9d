//! The program as people and scripts meet it: real processes on 127.0.0.1, each with a home of its own.
//!
//! Nothing here waits for a time to pass: every test waits for the lines it needs, and gives up only after
//! [`PATIENCE`](kit::PATIENCE). What needs a network of its own is skipped, loudly, where none can be made.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

#[path = "loopback/arena.rs"]
mod arena;
#[path = "loopback/coming_back.rs"]
mod coming_back;
#[path = "loopback/commands.rs"]
mod commands;
#[path = "loopback/disk.rs"]
mod disk;
#[path = "loopback/doctor.rs"]
mod doctor;
#[path = "loopback/games.rs"]
mod games;
#[path = "loopback/help.rs"]
mod help;
#[path = "loopback/hostile.rs"]
mod hostile;
#[path = "loopback/joining.rs"]
mod joining;
#[path = "loopback/journals.rs"]
mod journals;
#[path = "loopback/judge.rs"]
mod judge;
#[path = "loopback/kit.rs"]
mod kit;
#[path = "loopback/known.rs"]
mod known;
#[path = "loopback/laptop.rs"]
mod laptop;
#[path = "loopback/offences.rs"]
mod offences;
#[path = "loopback/people.rs"]
mod people;
#[path = "loopback/phrase.rs"]
mod phrase;
#[path = "loopback/programs.rs"]
mod programs;
#[path = "loopback/refusals.rs"]
mod refusals;
#[path = "loopback/spectators.rs"]
mod spectators;
#[path = "loopback/stranger.rs"]
mod stranger;
#[path = "loopback/tricks.rs"]
mod tricks;
#[path = "loopback/unsigned.rs"]
mod unsigned;
