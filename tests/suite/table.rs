//! Tables with their files: played, torn, edited, locked, copied and taken up again.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

mod child;
mod damage;
mod draft;
mod fifth;
mod files;
mod history;
mod kit;
mod play;
mod terms;
