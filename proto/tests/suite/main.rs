//! The tests of the protocol from outside, as one program: no clock, no socket, and all luck from fixed seeds.
//!
//! A test's name begins with its module: `cargo test -p whistlestop-proto --test suite scenarios::`, or
//! `scripts/test scenarios`. Small tables whose links are moved by hand are in [`net`], those with everything that may
//! befall them in [`sim`].

mod attack;
mod forge;
mod hostile_bytes;
mod kept_promises;
mod model;
mod net;
mod scenarios;
mod sim;
mod simulator;
mod vectors;
