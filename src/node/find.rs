//! Finding people for a table: what is on the network, looking for a table, opening one, the door with its pass phrase, and
//! what everybody brings before it begins.
//!
//! Each of these is a state of its own that is told what others say and answers with what to say; which of them a node is in
//! the middle of, and what becomes of a table once it is on, is [`run`](super::run)'s matter.

pub mod browse;
pub(crate) mod candidates;
pub(crate) mod door;
pub(crate) mod hosting;
pub mod meant;
pub(crate) mod naming;
pub(crate) mod seek;
pub(crate) mod stakes;
pub(crate) mod target;
