//! A journal that another wrote neither stops the program nor gets its reader dropped.

use whistlestop_proto::event::Event;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::Signed;
use whistlestop_proto::told::{Ask, Statements, Telling, Told};

use crate::forge::{head_for, move_core};
use crate::liar::intrude;
use crate::net::{Net, identity, key};

/// The journal of another peer will do; what stands in it is the other's word.
fn journal_of(net: &Net, peer: usize, more: &[Record]) -> Vec<u8> {
    let mut bytes = net.peers[peer].journal.clone();
    let (_, good, mut writer) = journal::read_on(&bytes).expect("sound");
    bytes.truncate(good);
    for record in more {
        bytes.extend_from_slice(&writer.frame(record));
    }
    bytes
}

#[test]
fn a_journal_of_another_peer_with_a_telling_at_the_last_number_of_all_panics_nobody() {
    let mut net = Net::players(3);
    net.play(0, 2);
    let table = net.contract.table();
    let ask = Ask { life: 1, instance: 5 };
    let statements = Statements::default();
    let told = Told { about: 0, ask, index: u32::MAX, statements: statements.hash() };
    let told = Signed::new(&identity(0), &table, 0, told);
    let record = Record::Told {
        ask: Signed::new(&identity(0), &table, 0, ask),
        telling: Box::new(Telling { told, statements }),
    };
    let journal = journal_of(&net, 0, &[record]);
    net.crash(1);
    net.crash(0);
    net.try_restore(1, &journal).expect("it is sound, as far as anybody can see");
    intrude(&mut net, 0);
    let head = Message::Head(head_for(&net, 0, 0, &move_core(&net, 1, 2, 3)));
    net.say(0, 1, &head);
}

#[test]
fn a_journal_of_another_peer_that_names_the_last_life_of_all_does_not_get_its_reader_dropped() {
    let mut net = Net::players(3);
    net.play(0, 2);
    let journal = journal_of(&net, 0, &[Record::Superseded(u32::MAX)]);
    net.crash(1);
    net.try_restore(1, &journal).expect("it is sound, as far as anybody can see");
    net.heal_all();
    net.wait(20_000);
    for peer in [0, 2] {
        let dropped = |event: &Event| matches!(event, Event::Drop { peer, .. } if *peer == key(1));
        assert!(!net.has_event(peer, dropped), "{peer} dropped an honest peer");
    }
    assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
}
