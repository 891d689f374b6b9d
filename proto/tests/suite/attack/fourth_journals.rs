//! Whoever took up another one's journal can come back from what it wrote behind it.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Entry;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::Message;

use super::liar::{possess, signed_move};
use crate::forge::move_core;
use crate::net::{Net, PLACE, WATCHER, identity};

/// Plays on, and comes back twice from what it wrote itself.
fn comes_back(mut net: Net, peer: usize, by: usize, what: &str) {
    net.heal_all();
    net.wait(10_000);
    for turn in 0..2 {
        for _ in 0..6 {
            for player in net.up() {
                let _ = net.act(player, 3);
            }
            net.wait(1_000);
        }
        assert!(net.live(peer).log().len() > 4, "{what}: {:?}", net.lens());
        let log: Vec<_> = net.live(peer).log().iter().map(Entry::hash).collect();
        net.crash(peer);
        let journal = net.peers[peer].journal.clone();
        let back = net.restore_at(peer, &journal, PLACE);
        assert_eq!(back, Ok(journal.len()), "{what}, {turn}: it wrote that journal itself");
        let again: Vec<_> = net.live(peer).log().iter().map(Entry::hash).collect();
        assert_eq!(again, log, "{what}, {turn}: it knows less than before");
        net.heal_all();
        net.wait(5_000);
        assert_eq!(net.live(peer).log().len(), net.live(by).log().len());
    }
}

/// A, who moves, gives its journal to somebody who comes late. In it a move is final that nobody else has acknowledged,
/// and the others have another one. The late one leaves it out, catches up, and goes on in the same file.
#[test]
fn whoever_took_up_a_liars_journal_can_read_its_own() {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 40);
    net.wait(1_000);
    let [mine, theirs] = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    let entry: Entry = mine.clone().sign(&identity(0), &net.contract.table(), 0);
    let (index, hash) = (mine.index, mine.hash());
    let records = [
        Record::Entry(entry),
        Record::Final { index, entry: hash, heads: Vec::new(), votes: Vec::new(), lost: Vec::new() },
    ];
    let mut journal = net.peers[0].journal.clone();
    let (_, good, mut writer) = journal::read_on(&journal).expect("sound");
    journal.truncate(good);
    for record in &records {
        journal.extend_from_slice(&writer.frame(record));
    }
    possess(&mut net, 0);
    for peer in 1..4 {
        let message: Message = signed_move(&net, 0, &theirs, 0);
        net.inject(0, peer, &codec::encode(&message));
    }
    net.settle();
    net.wait(1_000);
    net.try_restore(WATCHER, &journal).expect("up to what it proves it will do");
    comes_back(net, WATCHER, 1, "a liar's");
}

/// Nobody lies. Somebody who watched late, and so got many entries at once, gives away a copy of its journal that ends
/// amid them. Whoever takes that up, C whose disk is lost or somebody else who watches, goes on in the same file.
#[test]
fn whoever_took_up_the_journal_of_one_who_came_late_can_read_its_own() {
    for peer in [WATCHER, 2] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 40);
        for _ in 0..6 {
            for player in 0..3 {
                let _ = net.act(player, 3);
            }
            net.wait(500);
        }
        let late = WATCHER + 1;
        net.join(late);
        net.peers[late].records.clear();
        net.link(late, 0);
        net.wait(2_000);
        let whole = net.peers[late].journal.clone();
        let (records, _) = journal::read(&whole).expect("sound");
        let finals: Vec<usize> =
            (0..records.len()).filter(|at| matches!(records[*at], Record::Final { .. })).collect();
        assert!(finals.len() > 6, "{finals:?}");
        let mut writer = journal::Writer::default();
        let mut journal = journal::preamble();
        for record in &records[..=finals[4]] {
            journal.extend_from_slice(&writer.frame(record));
        }
        net.crash(late);
        net.crash(peer);
        net.try_restore(peer, &journal).expect("up to what it proves it will do");
        let known = net.live(peer).log().len();
        comes_back(net, peer, 0, &format!("{peer}, who knew {known}"));
    }
}
