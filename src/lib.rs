//! whistlestop: train board games for laptops on one network, without a server.
//!
//! draft

pub mod cli;
pub mod engine;
pub mod games;
