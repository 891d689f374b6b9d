//! Screens: what they look like, and what keys and the mouse do to them. No terminal, no network: a table in memory
//! answers whatever the screen asks for.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

mod alone;
mod fifth;
mod kit;
mod looks;
mod mouse;
mod prairie;
mod railways;
mod rivals;
mod strange;
mod table;
