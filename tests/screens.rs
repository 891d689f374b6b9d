//! Screens: what they look like, and what keys and the mouse do to them. No terminal, no network: a table in memory
//! answers whatever the screen asks for.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

#[path = "screens/fifth.rs"]
mod fifth;
#[path = "common/halts.rs"]
mod halts;
#[path = "screens/kit.rs"]
mod kit;
#[path = "screens/looks.rs"]
mod looks;
#[path = "screens/mouse.rs"]
mod mouse;
#[path = "screens/prairie.rs"]
mod prairie;
#[path = "screens/railways.rs"]
mod railways;
#[path = "screens/rivals.rs"]
mod rivals;
#[path = "screens/strange.rs"]
mod strange;
#[path = "screens/table.rs"]
mod table;
