//! Tables with their files: played, torn, edited, locked, copied and taken up again.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

#[path = "table/child.rs"]
mod child;
#[path = "table/damage.rs"]
mod damage;
#[path = "table/draft.rs"]
mod draft;
#[path = "table/fifth.rs"]
mod fifth;
#[path = "table/files.rs"]
mod files;
#[path = "common/halts.rs"]
mod halts;
#[path = "table/history.rs"]
mod history;
#[path = "table/kit.rs"]
mod kit;
#[path = "table/play.rs"]
mod play;
#[path = "table/terms.rs"]
mod terms;
