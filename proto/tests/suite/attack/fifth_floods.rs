//! What one says, or has others hand on, ends at some time, and costs no honest peers their link.

use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use sha2::{Digest as _, Sha512};
use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Change;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Head, Leave, Signed};

use super::liar::{drops, meet};
use crate::net::{Net, WATCHER, contract, identity, key, witnessed};
use crate::sim::toy::Toy;

/// A wish to leave, signed with a nonce of one's own: all such signatures are good.
fn wish(net: &Net, peer: usize, says: Leave, nonce: u64) -> Message {
    let seed = [u8::try_from(peer).expect("few") + 1; 32];
    let mut secret: [u8; 32] = Sha512::digest(seed)[..32].try_into().expect("half");
    (secret[0], secret[31]) = (secret[0] & 0xf8, (secret[31] & 0x3f) | 0x40);
    let secret = Scalar::from_bytes_mod_order(secret);
    let said = [&b"whistlestop/leave/2\0"[..], &net.contract.table().0, &codec::encode(&says)].concat();
    let point = EdwardsPoint::mul_base(&Scalar::from(nonce)).compress().to_bytes();
    let hash = Sha512::new().chain_update(point).chain_update(key(peer).0).chain_update(said).finalize();
    let scalar = Scalar::from(nonce) + Scalar::from_bytes_mod_order_wide(&hash.into()) * secret;
    let signature: Vec<u8> = [point, scalar.to_bytes()].concat();
    let signature = Signature(signature.try_into().expect("64 bytes"));
    Message::Leave(Signed { voter: u8::try_from(peer).expect("few"), says, signature })
}

/// Three of five are away, so that nobody can be removed. One of them said to A and to B that it leaves, and signed that
/// twice. Two watch.
#[test]
fn a_wish_to_leave_that_was_signed_twice_is_not_passed_on_for_ever() {
    for nonces in [[7, 7], [7, 8]] {
        let mut net = Net::started(&[true; 5], DrawMode::Fresh, 9);
        for peer in [2, 3, 4] {
            net.crash(peer);
        }
        for watcher in [WATCHER, WATCHER + 1] {
            net.join(watcher);
        }
        net.heal_all();
        net.delay_millis = 20;
        net.wait(5_000);
        for (peer, nonce) in [(0, nonces[0]), (1, nonces[1])] {
            meet(&mut net, peer, 4);
            let wish = wish(&net, 4, Leave { since: 0 }, nonce);
            net.inject(4, peer, &codec::encode(&wish));
            let now = net.now;
            net.live_mut(peer).handle_disconnected(key(4));
            net.live_mut(peer).handle_timeout(now);
            net.drain(peer);
        }
        assert!(net.has_event(0, |event| matches!(event, ProtocolEvent::Leaving(4))), "the wish is good");
        net.wait(10_000);
        net.traffic.clear();
        let told = |net: &Net| {
            net.peers[0].events.iter().filter(|event| matches!(event, ProtocolEvent::Leaving(_))).count()
        };
        let before = told(&net);
        net.wait(10_000);
        let passed =
            net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Leave(_))).count();
        assert!(passed < 100, "{nonces:?}: passed on {passed} times, told {} times", told(&net) - before);
    }
}

/// Fifteen count. A and B were away together, and have a link only to each other when somebody who watches tells A what
/// the others said meanwhile.
#[test]
fn what_many_said_long_ago_makes_no_honest_peers_drop_each_other() {
    let mut net = Net::of(witnessed(contract(&[true; 6], DrawMode::Fresh), 2), Toy::new(6, 40));
    net.heal_all();
    net.settle();
    net.wait(1_000);
    let mut admitted = Vec::new();
    while net.voters(0).len() < 15 {
        let who = 20 + admitted.len();
        for peer in 0..8 {
            let _ = net.want(peer, Change::Admit { key: key(who), life: 1 });
        }
        net.wait(2_000);
        admitted.push(who);
        assert_eq!(net.voters(0).len(), 8 + admitted.len(), "{}", net.live(0).explain());
    }
    let table = net.contract.table();
    let open = u32::try_from(net.live(0).log().len()).expect("few") + 1;
    // What the thirteen others say of each entry while the two are away.
    let said: Vec<Vec<Message>> = (2..15_u8)
        .map(|voter| {
            let (who, life) = if voter < 8 { (usize::from(voter), 0) } else { (12 + usize::from(voter), 1) };
            let head = |ahead: u32| {
                let entry = Hash([u8::try_from(ahead).expect("few"); 32]);
                let says =
                    Head { index: open + ahead, round: 0, entry, state: entry, life, lost: Voters::NONE };
                Message::Head(Signed::new(&identity(who), &table, voter, says))
            };
            (1..34).map(head).collect()
        })
        .collect();
    for peer in 2..8 {
        net.crash(peer);
    }
    net.isolate(0);
    net.link(0, 1);
    net.wait(3_000);
    for puppet in [100, 101] {
        meet(&mut net, 0, puppet);
    }
    let mut told = 0;
    let mut tell = |net: &mut Net, message: &Message| {
        told += 1;
        net.inject(100 + told % 2, 0, &codec::encode(message));
    };
    for ahead in (0..33).rev() {
        for heads in &said {
            tell(&mut net, &heads[ahead]);
        }
        net.settle();
        net.wait(20);
    }
    net.traffic.clear();
    for _ in 0..1_500 {
        for heads in &said {
            tell(&mut net, &heads[0]);
        }
        net.settle();
        net.wait(3);
    }
    let passed = net.traffic.iter().filter(|(from, to, _)| (*from, *to) == (0, 1)).count();
    assert_eq!(drops(&net), [], "handed on {passed} in six seconds");
}

/// C has said something of many entries while A and B were away. Somebody who only watches tells A the first of these
/// words again and again. It is no news.
#[test]
fn a_head_of_long_ago_is_handed_on_once() {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 9);
    net.wait(1_000);
    let (table, open) = (net.contract.table(), 2);
    let said: Vec<Vec<u8>> = (1..40_u8)
        .map(|ahead| {
            let entry = Hash([ahead; 32]);
            let index = open + u32::from(ahead);
            let says = Head { index, round: 0, entry, state: entry, life: 0, lost: Voters::NONE };
            codec::encode(&Message::Head(Signed::new(&identity(2), &table, 2, says)))
        })
        .collect();
    net.crash(2);
    meet(&mut net, 0, 100);
    for head in said.iter().rev() {
        net.inject(100, 0, head);
        net.wait(50);
    }
    net.traffic.clear();
    for _ in 0..100 {
        net.inject(100, 0, &said[0]);
        net.wait(50);
    }
    let passed = net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Head(_))).count();
    assert!(passed < 10, "handed on {passed} times");
}
