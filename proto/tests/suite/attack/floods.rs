//! Much of what is allowed: it fills nobody's disk or memory, and makes no honest peers drop each other.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::sign::Identity;
use whistlestop_proto::statement::Signed;

use super::liar::{drops, meet, possess, shown, signed_move};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, identity, key};

/// The liar has links to two of four, and acknowledges the last entry in one round after the other, each to one of the
/// two. All of that is passed on, and adds up: on the link between the other two there is twice what one may send.
#[test]
fn heads_in_many_rounds_do_not_make_honest_peers_drop_each_other() {
    let mut net = Net::players(5);
    let tip = net.live(1).log()[0].core.clone();
    net.crash(0);
    net.wait(3_000);
    for peer in [1, 2] {
        meet(&mut net, peer, 0);
    }
    for round in 1..=1_500 {
        for (peer, round) in [(1, round), (2, round + 10_000)] {
            let head = Message::Head(head_for(&net, 0, round, &tip));
            net.inject(0, peer, &codec::encode(&head));
        }
    }
    net.settle();
    net.wait(2_000);
    assert_eq!(drops(&net), []);
}

/// Everybody who watches for a moment and brings a vote that counts for nothing leaves something behind.
#[test]
fn strangers_that_come_and_go_do_not_fill_the_memory_of_others() {
    let mut net = Net::players(3);
    let table = net.contract.table();
    possess(&mut net, 0);
    net.wait(1_000);
    // It names what it acknowledged in a round that nobody has heard of.
    let core = move_core(&net, 1, 0, 4);
    let acked = whistlestop_proto::guard::Acked { since: 3, round: 3, entry: core.hash() };
    let vote = vote_for(&net, 0, 4, &core, Some(acked));
    let vote = codec::encode(&backed(Signed::new(&identity(0), &table, 0, vote.says), &[]));
    let size = |net: &Net| format!("{:?}", net.live(1)).len();
    let before = size(&net);
    for stranger in 0..4_000_u32 {
        let mut secret = [99; 32];
        secret[..4].copy_from_slice(&stranger.to_le_bytes());
        let peer = Identity::from_secret(&secret).public();
        let now = net.now;
        let live = net.live_mut(1);
        live.handle_connected(now, peer);
        live.handle_message(now, peer, &vote);
        live.handle_disconnected(peer);
        while live.poll_store().is_some() {}
        while live.poll_transmit().is_some() {}
        while live.poll_event().is_some() {}
    }
    let grown = size(&net) - before;
    assert!(grown < 40_000, "{grown} characters more to describe it");
}

/// At three the liar admits one witness with B, and another with C: both have one number. When B and C meet, each holds
/// what the other's witness said for forged.
#[test]
fn parts_with_two_witnesses_of_one_number_drop_nobody_and_find_the_proof() {
    for rounds in [0, 3] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 60);
        possess(&mut net, 0);
        net.split(&[1], &[2]);
        for (peer, witness) in [(1, WATCHER), (2, WATCHER + 1)] {
            net.join(witness);
            net.isolate(witness);
            net.link(peer, witness);
            meet(&mut net, witness, 0);
            net.wait(3_000);
            let change = net.live(peer).admission_of(&key(witness)).expect("it watches");
            let core = change_core(&net, peer, change);
            net.want(peer, change).expect("possible");
            let vote = vote_for(&net, 0, 1, &core, None);
            net.say(0, peer, &backed(vote, &[]));
            let head = Message::Head(head_for(&net, 0, 1, &core));
            net.say(0, peer, &head);
            net.wait(2_000);
            assert_eq!(net.voters(peer), [0, 1, 2, 6]);
            for amount in 0..rounds {
                let core = move_core(&net, peer, 0, 3 + amount);
                if net.turn(peer) == ToMove::Seat(0) {
                    let sent = signed_move(&net, 0, &core, 0);
                    say_to(&mut net, 0, &[peer, witness], &sent);
                }
                let _ = net.act(peer, 3);
                net.wait(2_000);
            }
        }
        let lens = net.lens();
        net.heal_all();
        net.wait(60_000);
        let dropped: Vec<_> = drops(&net);
        let cheated = [1, 2].iter().all(|peer| shown(&net, *peer, 0));
        assert!(
            cheated && dropped.is_empty(),
            "rounds {rounds} lens {lens:?}: cheated {cheated}, dropped {dropped:?}"
        );
    }
}
