//! Proofs that are larger than a message may be.

use whistlestop_proto::codec;
use whistlestop_proto::contract::Accession;
use whistlestop_proto::entry::{Body, Core, Entry};
use whistlestop_proto::limits::MAX_FRAME_BYTES;
use whistlestop_proto::message::Message;
use whistlestop_proto::pairs::PublicKeys;

use super::liar::{blamed, drops, possess, shown};
use crate::net::{Net, identity, key, to_bot};

/// A little less than what is refused unread.
const MUCH: usize = MAX_FRAME_BYTES - 40;

/// What the liar signs beside a move of its that is final: another one, as large as a message can be.
fn huge_move(net: &Net, known: &Entry) -> Message {
    let mut length = MUCH;
    loop {
        let body = Body::Move { seat: 0, payload: vec![7; length] };
        let core = Core { body, ..known.core.clone() };
        let entry = core.sign(&identity(0), &net.contract.table(), 0);
        let message = Message::Entry(Box::new(entry));
        if codec::encode(&message).len() <= MUCH {
            return message;
        }
        length -= 1;
    }
}

/// Another accession of the liar, as large as a message can be.
fn huge_keys(net: &Net) -> Message {
    let known = net.live(1).accessions().find(|accession| accession.voter == 0).expect("it signed").clone();
    let (other, point) = known.keys.pairs[0];
    let mut length = MUCH / 33;
    loop {
        let keys = PublicKeys { own: known.keys.own, pairs: vec![(other, point); length] };
        let accession = Accession::sign(&identity(0), &net.contract.table(), 0, keys);
        let message = Message::Accession(Box::new(accession));
        if codec::encode(&message).len() <= MUCH {
            return message;
        }
        length -= 1;
    }
}

/// The liar shows one of the others that it lies, by something large.
fn huge_lie(voters: usize, lie: impl Fn(&Net) -> Message) -> Net {
    let mut net = Net::players(voters);
    net.play(1, 4);
    net.wait(1_000);
    possess(&mut net, 0);
    let lie = lie(&net);
    net.say(0, 1, &lie);
    net.wait(10_000);
    net
}

fn second_move(net: &Net) -> Message {
    let known = net.live(1).log().iter().find(|entry| entry.core.is_move_of(0)).expect("it moved").clone();
    huge_move(net, &known)
}

/// Whoever holds the proof comes back and knows what it has said.
fn comes_back(net: &mut Net, peer: usize) {
    net.crash(peer);
    let journal = net.peers[peer].journal.clone();
    let good = net.try_restore(peer, &journal).expect("it wrote that itself");
    assert_eq!(good, journal.len(), "{peer} cannot read its own journal");
    assert!(!net.live(peer).is_recovering(), "{peer} has lost its memory");
}

#[test]
fn a_huge_second_move_makes_no_honest_peers_drop_each_other() {
    for voters in [3, 4] {
        let net = huge_lie(voters, second_move);
        let honest: Vec<_> =
            drops(&net).into_iter().filter(|(_, why)| !why.contains(&format!("{:?}", key(0)))).collect();
        assert!(honest.is_empty(), "{voters}: {honest:?}");
    }
}

/// No entry can be so large, so it shows nothing; what counts is that all see the same.
#[test]
fn a_huge_second_move_is_held_against_its_seat_by_all_or_by_nobody() {
    let net = huge_lie(3, second_move);
    assert_eq!(shown(&net, 1, 0), shown(&net, 2, 0), "{:?}", blamed(&net, 0));
}

#[test]
fn a_huge_second_move_costs_nobody_its_memory() {
    for voters in [2, 3] {
        let mut net = huge_lie(voters, second_move);
        comes_back(&mut net, 1);
    }
}

#[test]
fn huge_second_keys_make_no_honest_peers_drop_each_other() {
    let net = huge_lie(4, huge_keys);
    let honest: Vec<_> =
        drops(&net).into_iter().filter(|(_, why)| !why.contains(&format!("{:?}", key(0)))).collect();
    assert!(honest.is_empty(), "{honest:?}");
}

#[test]
fn huge_second_keys_cost_nobody_its_memory() {
    let mut net = huge_lie(4, huge_keys);
    comes_back(&mut net, 1);
}

/// At four a majority of honest voters is there, and none of them was ever away.
fn goes_on(lie: impl Fn(&Net) -> Message) {
    let mut net = huge_lie(4, lie);
    let before = net.live(2).log().len();
    for _ in 0..30 {
        for peer in 1..4 {
            let _ = net.want(peer, to_bot(0));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let lens: Vec<usize> = (1..4).map(|peer| net.live(peer).log().len()).collect();
    assert!(
        lens.iter().all(|len| *len > before || net.live(1).is_over()),
        "{before} {lens:?} {:?}",
        drops(&net)
    );
}

#[test]
fn at_four_a_small_second_move_stops_nobody() {
    goes_on(|net| {
        let known = net.live(1).log().iter().find(|entry| entry.core.is_move_of(0)).expect("it moved");
        let core = Core { body: Body::Move { seat: 0, payload: vec![7; 100] }, ..known.core.clone() };
        Message::Entry(Box::new(core.sign(&identity(0), &net.contract.table(), 0)))
    });
}

#[test]
fn at_four_a_huge_second_move_stops_nobody() {
    goes_on(second_move);
}
