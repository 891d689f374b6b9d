//! Spectators and strangers change nothing: not presence, not who finds a place, not how much others must work.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::error::DropReason;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::limits::{
    AWAY_MILLIS, MAX_LINKS, MAX_OFFENCES, MAX_WANTS, MAX_WANTS_PER_SECOND, OFFENCE_MILLIS,
};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::net::{Net, WATCHER, contract, identity, key};
use crate::sim::toy::Toy;

/// In version 1 the ages were taken from anybody.
#[test]
fn ages_told_by_a_spectator_keep_nobody_alive() {
    let mut net = Net::players(3);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    net.crash(2);
    for _ in 0..2 * AWAY_MILLIS / 250 {
        for peer in [0, 1] {
            let (index, tip) = (1, net.live(0).log()[0].hash());
            let status = Status { index, tip, ages_millis: vec![0; 16], ..Status::default() };
            net.say(WATCHER, peer, &Message::Status(status));
        }
        net.wait(250);
    }
    for peer in [0, 1] {
        assert!(net.live(peer).is_away(2), "peer {peer}");
        assert!(!net.has_event(peer, |event| *event == ProtocolEvent::Back(2)));
    }
}

fn stranger(number: u8) -> PublicKey {
    Identity::from_secret(&[100 + number; 32]).public()
}

/// A peer of a table of two that has not met anybody yet.
fn alone() -> Lockstep<Toy> {
    let contract = contract(&[true, true], DrawMode::Fresh);
    let mut peer =
        Lockstep::found(0, identity(0), contract, Toy::new(2, 3), ProgramStart::default()).expect("sound");
    quiet(&mut peer);
    peer
}

/// What it was told and says, apart from what it stores.
fn quiet(peer: &mut Lockstep<Toy>) -> (Vec<PublicKey>, Vec<ProtocolEvent>) {
    while peer.poll_store().is_some() {}
    let said = std::iter::from_fn(|| peer.poll_transmit()).map(|(to, _)| to).collect();
    (said, std::iter::from_fn(|| peer.poll_event()).collect())
}

/// In version 1 the links were there for whoever came first.
#[test]
fn however_many_watch_whoever_counts_finds_a_place() {
    let mut peer = alone();
    let mut refused = 0;
    for number in 0..=u8::try_from(MAX_LINKS).expect("few") {
        peer.handle_connected(0, stranger(number));
        let (_, told) = quiet(&mut peer);
        refused += told.iter().filter(|event| matches!(event, ProtocolEvent::Drop { .. })).count();
    }
    assert!(refused > 0, "not all who watch find one");
    peer.handle_connected(0, key(1));
    let (said, told) = quiet(&mut peer);
    assert!(said.contains(&key(1)) && told.is_empty(), "{told:?}");
    assert!(said.iter().all(|to| *to == key(1)));
}

/// In version 1 a link that was made anew began with a clean slate.
#[test]
fn who_was_dropped_for_offences_comes_back_as_dropped() {
    for cut in [true, false] {
        let mut peer = alone();
        peer.handle_connected(0, stranger(1));
        for _ in 0..MAX_OFFENCES {
            peer.handle_message(0, stranger(1), &[0xfe]);
        }
        let drop = ProtocolEvent::Drop { peer: stranger(1), reason: DropReason::Offences(MAX_OFFENCES) };
        assert!(quiet(&mut peer).1.contains(&drop));
        if cut {
            peer.handle_disconnected(stranger(1));
        }
        peer.handle_connected(1_000, stranger(1));
        let (said, told) = quiet(&mut peer);
        assert!(said.is_empty() && told.contains(&drop), "cut first: {cut}: {told:?}");
        peer.handle_disconnected(stranger(1));
        peer.handle_connected(2 * OFFENCE_MILLIS, stranger(1));
        let (said, told) = quiet(&mut peer);
        assert!(!said.is_empty() && told.is_empty(), "after a long while it may try again");
    }
}

/// In version 1 every request was answered with as much as a frame holds.
#[test]
fn who_asks_for_entries_without_end_is_answered_at_a_measured_pace() {
    let mut net = Net::players(2);
    net.play(0, 3);
    net.join(WATCHER);
    net.heal_all();
    net.wait(1_000);
    net.traffic.clear();
    let answers = |net: &Net| {
        let entries = |message: &Message| matches!(message, Message::Entries(_));
        net.traffic
            .iter()
            .filter(|(from, to, message)| (*from, *to) == (0, WATCHER) && entries(message))
            .count()
    };
    let asked = 5 * MAX_WANTS;
    let ask = |net: &mut Net| {
        let want = whistlestop_proto::codec::encode(&Message::Want(1));
        for _ in 0..asked {
            net.inject(WATCHER, 0, &want);
        }
        net.settle();
    };
    ask(&mut net);
    let at_once = answers(&net);
    assert!((1..=MAX_WANTS as usize).contains(&at_once), "{at_once} of {asked}");
    net.wait(1_000);
    ask(&mut net);
    let in_a_second = answers(&net) - at_once;
    let some_more = MAX_WANTS_PER_SECOND as usize + 2;
    assert!((1..=some_more).contains(&in_a_second), "{in_a_second} of {asked}");
    assert!(
        !net.has_event(0, |event| matches!(event, ProtocolEvent::Drop { .. })),
        "it is no offence to ask"
    );
}
