//! A disk that goes back to a moment at which its peer did not know what it had said.

use whistlestop_proto::event::Event;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::Turn;

use crate::liar::{blamed, delivered, meet, never_cheated, parted};
use crate::net::{Net, WATCHER, to_bot};

/// B's disk goes back, to what it was before the last entries that C knows. C has not heard what B said last: A moved,
/// and B acknowledged that. If B had lost its disk before, its journal is of the moment before its life was named. Where
/// somebody watches, that one tells B first what it said itself.
fn went_back(lost_before: bool, watched: bool) {
    let mut net = Net::players(3);
    net.play(1, 1);
    let old = if lost_before {
        net.crash(1);
        net.join(1);
        let old = net.peers[1].journal.clone();
        net.heal_all();
        net.wait(6_000);
        assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
        old
    } else {
        net.wait(6_000);
        net.peers[1].journal.clone()
    };
    while net.live(1).log().len() < 5 || net.turn(1) != Turn::Seat(0) {
        net.play(1, 1);
    }
    net.wait(1_000);
    net.isolate(2);
    let known = u32::try_from(net.live(2).log().len()).expect("few");
    net.act(0, 3).expect("its turn");
    net.wait(1_000);
    net.crash(0);
    net.crash(1);
    net.try_restore(1, &old).expect("sound");
    if watched {
        let heads = delivered(&net, |message| match message {
            Message::Head(head) if head.voter == 1 && head.says.index == known => Some(*head),
            _ => None,
        });
        meet(&mut net, 1, WATCHER);
        for accession in net.live(2).accessions().cloned().collect::<Vec<_>>() {
            net.say(WATCHER, 1, &Message::Accession(Box::new(accession)));
        }
        for head in heads {
            net.say(WATCHER, 1, &Message::Head(head));
        }
    }
    net.link(1, 2);
    net.wait(20_000);
    for peer in [1, 2] {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(20_000);
    let journal = net.peers[0].journal.clone();
    net.try_restore(0, &journal).expect("sound");
    net.heal_all();
    net.wait(20_000);
    let told = net.has_event(1, |event| matches!(event, Event::Recovering));
    assert!(!parted(&net), "B was told that it had forgotten: {told}; {:?} {:?}", net.lens(), blamed(&net, 1));
    never_cheated(&net, 1, &[]);
    assert!(blamed(&net, 1).iter().all(|(_, shown)| !shown));
}

#[test]
fn a_disk_that_goes_back_to_before_what_others_tell_is_noticed() {
    went_back(false, false);
    went_back(false, true);
}

#[test]
fn a_disk_that_goes_back_to_before_its_life_was_named_is_noticed() {
    went_back(true, false);
}

#[test]
fn a_disk_that_goes_back_to_before_its_life_was_named_is_noticed_whoever_watches() {
    went_back(true, true);
}
