//! Reaching others: who is linked, where everybody may be, and who stays out for a while.
//!
//! It never decides what anybody is told and never knows a table's game. Read [`network::NodeNetwork`] first.

pub(crate) mod addresses;
pub(crate) mod book;
pub(crate) mod link;
pub(crate) mod network;
pub(crate) mod offenders;
pub(crate) mod publicity;
