//! Bytes that no honest peer sends, against everything that reads bytes: the decoder, a peer in the middle of a game
//! and the journal.
//!
//! Everything follows from fixed seeds, so a failure repeats itself. `HOSTILE_ROUNDS=200` makes it two hundred times
//! as long. `scripts/soak` drives the same entry points with a coverage-guided fuzzer: `codec::decode::<Message>(bytes)`,
//! `journal::read(bytes)` (with `Lockstep::restore` behind it), and `Target::strike` on each of the `targets`.

mod feed;

mod decoder;
mod journals;
mod peers;
mod samples;

use crate::sim::calm::{Calm, contract};
use crate::sim::luck::Luck;
use journals::a_journal;
use samples::{rare_records, samples, signed_lies};
use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, DrawMode, SeatNumber, TimeControl};
use whistlestop_proto::journal;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::{Rules, ToMove};

const ROUNDS: u32 = 4;

/// The one seat that lies in these tests: it signed what the samples of evidence prove.
const LIAR: SeatNumber = 3;

fn rounds(usual: u64) -> u64 {
    usual * std::env::var("HOSTILE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn place(luck: &mut Luck, len: usize) -> usize {
    usize::try_from(luck.below(len.max(1) as u64)).expect("it came from a usize")
}

fn byte(luck: &mut Luck) -> u8 {
    u8::try_from(luck.below(256)).expect("a byte")
}

/// A game that has gone on for a while and waits for the move of seat 1.
fn mid_game() -> Calm {
    let clock = TimeControl::EachGame { seconds: 600, increment: 5 };
    let mut calm = Calm::new(&Contract { clock, ..contract(DrawMode::Fresh) }, ROUNDS);
    for amount in [3, 4, 5, 6] {
        assert!(calm.play(amount));
    }
    assert_eq!(calm.peers[0].rules().turn(), ToMove::Seat(1));
    calm
}

/// Inputs for a fuzzer to begin with, out of a real game.
fn inputs() -> Vec<Vec<u8>> {
    let (journal, _) = a_journal();
    let (records, _) = journal::read(&journal).expect("it is sound");
    let messages: Vec<Message> = samples(&mid_game()).into_iter().chain(signed_lies(&mid_game())).collect();
    let records = records.into_iter().chain(rare_records(&mid_game()));
    let to = |kind: u8| messages.iter().map(move |message| [vec![kind], codec::encode(message)].concat());
    let inputs = to(0).chain(to(3));
    let inputs = inputs.chain([[&[1], &journal[..]].concat()]);
    inputs.chain(records.map(|record| [vec![2], codec::encode(&record)].concat())).collect()
}

/// The fuzzer's own way in, so that it is compiled and goes well on what it begins with wherever these tests run.
#[test]
fn what_a_fuzzer_begins_with_goes_well() {
    for input in inputs() {
        feed::feed(&input);
        feed::feed(&input[..input.len() / 2]);
    }
}

#[test]
fn samples_for_a_fuzzer_are_written_where_one_asks_for_them() {
    let Ok(folder) = std::env::var("HOSTILE_SAMPLES") else { return };
    std::fs::create_dir_all(&folder).unwrap();
    for (number, bytes) in inputs().into_iter().enumerate() {
        std::fs::write(format!("{folder}/{number}"), bytes).unwrap();
    }
}
