//! A journal of somebody else is believed as far as it proves something, and costs whoever takes it up nothing.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Change, Entry, Proof};
use whistlestop_proto::journal::{self, Record, Writer};
use whistlestop_proto::message::Message;

use super::liar::{
    blamed, delivered, drops, forked, head_in_life, meet, parted, possess, shown, signed_move,
};
use crate::forge::{backed, change_core, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER, identity, key};

/// The life in which nobody speaks.
const NOBODYS: u32 = 9;

/// A journal with these records.
fn journal_of(records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::default();
    records.iter().fold(journal::preamble(), |mut bytes, record| {
        bytes.extend_from_slice(&writer.frame(record));
        bytes
    })
}

fn records_of(net: &Net, peer: usize) -> Vec<Record> {
    journal::read(&net.peers[peer].journal).expect("sound").0
}

/// A has moved and is alone. C, who lies, decides with B that a bot plays for A. In the journal that C gives to somebody
/// who watches stands A's move, with a head of C in a life in which it does not speak.
#[test]
fn at_three_who_parts_somebody_who_watches_by_a_journal_is_known() {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 9);
    net.wait(1_000);
    possess(&mut net, 2);
    net.isolate(0);
    net.act(0, 4).expect("its turn");
    let made = net.live(0).sent().expect("it moved").clone();
    net.want(1, Change::StandIn { seat: 0 }).expect("possible");
    let other = change_core(&net, 1, Change::StandIn { seat: 0 });
    let vote = vote_for(&net, 2, 1, &other, None);
    net.say(2, 1, &backed(vote, &[]));
    let head = head_for(&net, 2, 1, &other);
    net.say(2, 1, &Message::Head(head));
    net.settle();
    assert_eq!(net.live(1).log().last().map(Entry::hash), Some(other.hash()), "{}", net.live(1).explain());

    let mut records = records_of(&net, 2);
    records.push(Record::Entry(made.clone()));
    records.push(Record::Head(head_in_life(&net, head_for(&net, 2, 0, &made.core), NOBODYS)));
    net.try_restore(WATCHER, &journal_of(&records)).expect("it is sound, as far as anybody can see");
    net.heal_all();
    net.wait(30_000);
    let known = net.up().into_iter().any(|peer| shown(&net, peer, 2));
    let ways: Vec<(usize, bool)> = net.up().into_iter().map(|peer| (peer, forked(&net, peer))).collect();
    assert!(!parted(&net) || known, "forked {ways:?}, blamed {:?}", blamed(&net, 2));
}

/// B and C have removed A. In the journal that A, who lies, gives to somebody who watches stand their heads, and one of A in
/// a life in which it does not speak. Nobody is parted by that.
fn taken_up_with_nobodys_head(hostile: bool) -> Net {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 9);
    net.wait(1_000);
    possess(&mut net, 0);
    for peer in [1, 2] {
        net.want(peer, Change::Remove { voter: 0 }).expect("possible");
    }
    net.wait(1_000);
    let mut made = net.live(1).log()[1].clone();
    assert!(matches!(made.proof, Proof::Certified(_)), "{made:?}");
    if let Proof::Certified(certificate) = &mut made.proof {
        certificate.seal.clear();
    }
    let entry = made.hash();
    let heads = delivered(&net, |message| match message {
        Message::Head(head) if head.says.entry == entry && head.says.round == 1 => Some(*head),
        _ => None,
    });
    let mut records = records_of(&net, 0);
    records.push(Record::Entry(made.clone()));
    if hostile {
        let head = head_for(&net, 0, 1, &made.core);
        records.push(Record::Head(head_in_life(&net, head, NOBODYS)));
    }
    for voter in [1, 2] {
        let head = heads.iter().find(|head| head.voter == voter).expect("both acknowledged it");
        records.push(Record::Head(*head));
    }
    net.try_restore(WATCHER, &journal_of(&records)).expect("it is sound, as far as anybody can see");
    assert!(net.live(WATCHER).log().len() > 1);
    net.heal_all();
    net.wait(2_000);
    net
}

#[test]
fn whoever_took_up_a_journal_with_a_head_of_nobodys_life_can_read_its_own() {
    for hostile in [false, true] {
        let mut net = taken_up_with_nobodys_head(hostile);
        net.crash(WATCHER);
        let journal = net.peers[WATCHER].journal.clone();
        let back = net.try_restore(WATCHER, &journal);
        assert_eq!(back, Ok(journal.len()), "hostile {hostile}: it wrote that journal itself");
    }
}

#[test]
fn whoever_took_up_a_journal_with_a_head_of_nobodys_life_is_believed_by_who_comes_late() {
    for hostile in [false, true] {
        let mut net = taken_up_with_nobodys_head(hostile);
        net.join(WATCHER + 1);
        net.link(WATCHER, WATCHER + 1);
        net.wait(20_000);
        assert_eq!(drops(&net), [], "hostile {hostile}");
        assert_eq!(net.live(WATCHER + 1).log().len(), net.live(1).log().len(), "hostile {hostile}");
    }
}

/// A, who moves, gives a journal to somebody who watches: it says that it is that one's own, and holds A's move for final
/// that nobody else has acknowledged.
#[test]
fn at_four_a_journal_that_says_whose_it_is_parts_nobody() {
    let mut net = Net::players(4);
    net.wait(1_000);
    let [mine, theirs] = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    let entry: Entry = mine.clone().sign(&identity(0), &net.contract.table(), 0);
    let mut records: Vec<Record> = records_of(&net, 0)
        .into_iter()
        .map(|record| match record {
            Record::Owner(_) => Record::Owner(key(WATCHER)),
            other => other,
        })
        .filter(|record| !matches!(record, Record::Place(_)))
        .collect();
    records.push(Record::Entry(entry));
    records.push(Record::Final {
        index: mine.index,
        entry: mine.hash(),
        heads: Vec::new(),
        votes: Vec::new(),
        lost: Vec::new(),
    });
    possess(&mut net, 0);
    for peer in 1..4 {
        let message: Message = signed_move(&net, 0, &theirs, 0);
        net.inject(0, peer, &codec::encode(&message));
    }
    net.settle();
    net.wait(1_000);
    assert_eq!(net.live(1).log().last().map(Entry::hash), Some(theirs.hash()));
    if net.try_restore(WATCHER, &journal_of(&records)).is_ok() {
        net.heal_all();
        meet(&mut net, WATCHER, 0);
        net.wait(5_000);
    }
    assert!(!parted(&net), "{:?}", net.lens());
}

/// In the journal that A, who lies, gives to somebody who watches the heads that prove the third entry stand behind
/// entries that nothing proves. Whoever takes it up knows three entries, and still does when it comes back at once.
#[test]
fn whoever_took_up_a_journal_whose_proof_stands_at_its_end_forgets_nothing() {
    for late in [false, true] {
        let mut net = Net::started(&[true; 4], DrawMode::Fresh, 9);
        net.wait(1_000);
        net.play(0, 5);
        net.wait(1_000);
        let third = net.live(0).log()[2].hash();
        let mut proof = Vec::new();
        let mut records = Vec::new();
        for mut record in records_of(&net, 0) {
            if let Record::Head(head) = &record
                && head.says.index > 2
            {
                continue;
            }
            if let Record::Final { entry, heads, .. } = &mut record {
                let heads = std::mem::take(heads);
                if *entry == third {
                    proof = heads.into_iter().map(Record::Head).collect();
                }
            }
            let is_third = matches!(&record, Record::Final { entry, .. } if *entry == third);
            records.push(record);
            if is_third && !late {
                records.append(&mut proof);
            }
        }
        records.append(&mut proof);
        possess(&mut net, 0);
        net.try_restore(WATCHER, &journal_of(&records)).expect("up to what it proves it will do");
        assert_eq!(net.live(WATCHER).log().len(), 3, "late {late}");
        let journal = net.peers[WATCHER].journal.clone();
        net.crash(WATCHER);
        let back = net.try_restore(WATCHER, &journal);
        assert_eq!(back, Ok(journal.len()), "late {late}: it wrote that journal itself");
        assert_eq!(net.live(WATCHER).log().len(), 3, "late {late}: it has forgotten what it knew");
    }
}
