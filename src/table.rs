//! A table: the protocol, a game, and what keeps them together.
//!
//! The one layer that knows games and the protocol both; they never see each other. Read [`rules`] first.

pub mod gather;
pub mod limits;
pub mod rules;
pub mod wire;
