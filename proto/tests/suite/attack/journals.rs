//! A journal that another wrote neither stops the program nor gets its reader dropped.

use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::journal::{self, Record};

use crate::net::{Net, key};

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
fn a_journal_of_another_peer_that_names_the_last_life_of_all_does_not_get_its_reader_dropped() {
    let mut net = Net::players(3);
    net.play(0, 2);
    let journal = journal_of(&net, 0, &[Record::Joined(u32::MAX)]);
    net.crash(1);
    net.try_restore(1, &journal).expect("it is sound, as far as anybody can see");
    net.heal_all();
    net.wait(20_000);
    for peer in [0, 2] {
        let dropped =
            |event: &ProtocolEvent| matches!(event, ProtocolEvent::Drop { peer, .. } if *peer == key(1));
        assert!(!net.has_event(peer, dropped), "{peer} dropped an honest peer");
    }
    assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
}
