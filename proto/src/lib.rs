//! The lockstep protocol of whistlestop, as a state machine without input or output.
//!
//! This crate never opens a socket or a file, never reads a clock, never starts a thread, and knows no
//! game: bytes and the time are handed in, bytes to send and to keep are handed out. What stands here so
//! far is the part of [`chance`] that the rules engine's command-line front end shares with the protocol:
//! how a draw's entropy follows from a published seed.

pub mod chance;
