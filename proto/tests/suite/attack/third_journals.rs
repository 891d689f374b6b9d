//! Journals that a liar wrote.

use whistlestop_proto::codec;
use whistlestop_proto::entry::Entry;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::Message;

use super::liar::{parted, possess, signed_move};
use crate::forge::move_core;
use crate::net::{Net, WATCHER, identity};

/// The liar's journal, with these records behind it.
fn written_on(net: &Net, peer: usize, more: &[Record]) -> Vec<u8> {
    let mut bytes = net.peers[peer].journal.clone();
    let (_, good, mut writer) = journal::read_on(&bytes).expect("sound");
    bytes.truncate(good);
    for record in more {
        bytes.extend_from_slice(&writer.frame(record));
    }
    bytes
}

/// A, who moves, gives its journal to somebody who comes late. In it a move is final that nobody else has acknowledged.
#[test]
fn at_four_a_journal_in_which_the_liar_alone_says_what_is_final_parts_nobody() {
    let mut net = Net::players(4);
    net.wait(1_000);
    let [mine, theirs] = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    let entry: Entry = mine.clone().sign(&identity(0), &net.contract.table(), 0);
    let records = [
        Record::Entry(entry),
        Record::Final {
            index: mine.index,
            entry: mine.hash(),
            heads: Vec::new(),
            votes: Vec::new(),
            lost: Vec::new(),
        },
    ];
    let journal = written_on(&net, 0, &records);
    possess(&mut net, 0);
    for peer in 1..4 {
        let message: Message = signed_move(&net, 0, &theirs, 0);
        net.inject(0, peer, &codec::encode(&message));
    }
    net.settle();
    net.wait(1_000);
    assert_eq!(net.live(1).log().last().map(Entry::hash), Some(theirs.hash()));
    if net.try_restore(WATCHER, &journal).is_ok() {
        net.heal_all();
        net.wait(5_000);
    }
    assert!(!parted(&net), "{:?}", net.lens());
}
