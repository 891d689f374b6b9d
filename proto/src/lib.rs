//! The lockstep protocol of whistlestop, as a state machine without input or output.
//!
//! This crate never opens a socket or a file, never reads a clock, never starts a thread, and knows no game. Bytes
//! and the time are handed in; bytes to keep, bytes to send and events are handed out. `PROTOCOL.md` beside the
//! sources is the page that a second implementation would need.
//!
//! Read [`lockstep::Lockstep`] first, then [`entry`] (what the chain is made of), [`statement`] (what seats sign
//! beside it), [`world`] (what the next entry is judged by) and [`agree`] (how one index is decided).

pub mod agree;
mod catch_up;
pub mod chance;
pub mod codec;
pub mod contract;
mod decided;
mod desync;
mod draw;
pub mod entry;
pub mod error;
pub mod event;
mod fork;
mod founding;
pub mod guard;
pub mod hash;
mod heads;
mod incoming;
pub mod journal;
pub mod kept;
pub mod limits;
pub mod lineage;
pub mod lockstep;
mod member;
pub mod membership;
#[doc(hidden)]
pub mod memo;
pub mod message;
mod neighbour;
mod outbox;
mod outcomes;
mod own_life;
mod pace;
pub mod pairs;
mod proofs;
mod proved;
pub mod quorum;
mod recall;
mod repair;
pub mod restart;
mod rolls;
pub mod rules;
pub mod sign;
pub mod statement;
pub mod step;
pub mod text;
mod thinking_time;
pub mod timing;
pub mod verify;
mod vote;
mod votes;
mod waiting_heads;
mod wishes;
pub mod world;
