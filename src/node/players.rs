//! Players without a person at this laptop: bots and programs, and the threads that they think in.
//!
//! They decide for seats of this laptop, or play each other in the arena. They never see a network.

pub mod arena;
pub mod mind;
pub mod program;
pub(crate) mod think;
