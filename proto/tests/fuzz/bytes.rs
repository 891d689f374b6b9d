//! What `scripts/soak` fuzzes by coverage: everything that takes in bytes of others.
//!
//! `tests/suite/hostile_bytes.rs` writes inputs to begin with, out of a real game, where `HOSTILE_SAMPLES` says; and it is
//! the same in small, without a fuzzer.

#![no_main]

#[path = "../suite/hostile_bytes/feed.rs"]
mod feed;
#[allow(dead_code)]
#[path = "../suite/sim"]
mod sim {
    pub(crate) mod calm;
    pub(crate) mod toy;
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| feed::feed(input));
