//! The shell between screens and tables: scripted players behind screens that draw nothing, and a real terminal.
//!
//! Nothing here waits for a time to pass: every test waits for the news it needs, and gives up only after
//! [`PATIENCE`](kit::PATIENCE).
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

#[path = "common/example.rs"]
mod example;
#[path = "screen_shell/frames.rs"]
mod frames;
#[path = "screen_shell/game.rs"]
mod game;
#[path = "screen_shell/kit.rs"]
mod kit;
#[path = "screen_shell/laptop.rs"]
mod laptop;
#[path = "screen_shell/lobby.rs"]
mod lobby;
#[path = "screen_shell/mouse.rs"]
mod mouse;
#[path = "screen_shell/network.rs"]
mod network;
#[path = "screen_shell/pty.rs"]
mod pty;
#[path = "screen_shell/sight.rs"]
mod sight;
#[path = "screen_shell/terminal.rs"]
mod terminal;
