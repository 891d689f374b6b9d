//! What `scripts/soak` fuzzes by coverage: everything that takes in bytes of others.
//!
//! `tests/hostile_bytes.rs` writes inputs to begin with, out of a real game, where `HOSTILE_SAMPLES` says; and it is
//! the same in small, without a fuzzer.

#![no_main]

#[path = "../sim/calm.rs"]
#[allow(dead_code)]
mod calm;
mod feed;
#[path = "../sim/toy.rs"]
#[allow(dead_code)]
mod toy;

libfuzzer_sys::fuzz_target!(|input: &[u8]| feed::feed(input));
