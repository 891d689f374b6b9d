//! Old words are no sign of life, however many of them somebody keeps.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Change, Core};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_HEADS_PER_SEAT;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Head, Signed};

use super::liar::{delivered, intrude};
use crate::forge::{backed, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER};

/// C's machine has stopped. Somebody who only watches says these words of C to B, one each second, again and again, and
/// the first of them last. Says whether B's user was told that C is away.
fn is_missed(mut net: Net, words: &[Message]) -> bool {
    net.crash(2);
    intrude(&mut net, WATCHER);
    for word in words.iter().cycle().take(2 * words.len() + 10) {
        net.inject(WATCHER, 1, &codec::encode(word));
        net.wait(1_000);
    }
    assert!(!words.is_empty());
    net.has_event(1, |event| matches!(event, ProtocolEvent::Away { voter: 2, .. })) && net.live(1).is_away(2)
}

/// More heads of C than are kept of a voter, for an entry that is not the one that became final there.
#[test]
fn heads_for_what_did_not_become_final_are_no_sign_of_life() {
    for rounds in [1, 3 * u32::try_from(MAX_HEADS_PER_SEAT).expect("few")] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 40);
        net.wait(1_000);
        net.isolate(2);
        net.play(0, 2);
        let tip = net.live(1).log().last().expect("entries").core.clone();
        let other = Core { state: Hash([5; 32]), ..tip };
        let head = |round| Message::Head(head_for(&net, 2, round, &other));
        let heads: Vec<Message> = (0..rounds).map(head).collect();
        assert!(is_missed(net, &heads), "{rounds} heads");
    }
}

/// Such heads, each about another index that was decided long ago, and none of them known before.
#[test]
fn heads_that_come_long_after_their_index_was_decided_are_no_sign_of_life() {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 40);
    net.wait(1_000);
    net.isolate(2);
    while net.live(1).log().len() < 12 {
        if net.turn(1) == ToMove::Seat(2) {
            for peer in [0, 1] {
                let _ = net.want(peer, Change::StandIn { seat: 2 });
            }
        }
        for peer in [0, 1] {
            let _ = net.act(peer, 3);
        }
        net.wait(1_000);
    }
    net.wait(10_000);
    let old: Vec<Core> = net.live(1).log()[1..10].iter().map(|entry| entry.core.clone()).collect();
    net.heal_all();
    net.wait(2_000);
    assert!(!net.live(1).is_away(2));
    net.crash(2);
    intrude(&mut net, WATCHER);
    for core in old {
        let head = Message::Head(head_for(&net, 2, 7, &Core { state: Hash([5; 32]), ..core }));
        net.inject(WATCHER, 1, &codec::encode(&head));
        net.wait(1_000);
    }
    assert!(net.live(1).is_away(2), "nine seconds later B holds it for there");
}

/// B has slept while A and C played on. When it is back both are gone, and all that it hears are their heads.
#[test]
fn heads_beyond_the_open_index_are_a_sign_of_life_once() {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 40);
    net.wait(1_000);
    net.isolate(1);
    while net.live(0).log().len() < 3 * MAX_HEADS_PER_SEAT {
        if net.turn(0) == ToMove::Seat(1) {
            for peer in [0, 2] {
                let _ = net.want(peer, Change::StandIn { seat: 1 });
            }
        }
        for peer in [0, 2] {
            let _ = net.act(peer, 3);
        }
        net.wait(1_000);
    }
    let behind = u32::try_from(net.live(1).log().len()).expect("few") + 2;
    let mut heads: Vec<Signed<Head>> = delivered(&net, |message| match message {
        Message::Head(head) if head.voter == 2 && head.says.index > behind => Some(*head),
        _ => None,
    });
    heads.sort_by_key(|head| (head.says.index, head.says.round));
    heads.dedup();
    assert!(heads.len() > MAX_HEADS_PER_SEAT + 10, "{}", heads.len());
    net.crash(0);
    let words: Vec<Message> = heads.into_iter().map(Message::Head).collect();
    assert!(is_missed(net, &words));
}

/// A vote of C for what it says it had acknowledged in a round that nobody knows of any more.
#[test]
fn a_vote_that_nothing_shows_to_count_is_a_sign_of_life_once() {
    let mut net = Net::players(3);
    net.wait(1_000);
    let core = move_core(&net, 1, 0, 4);
    let acked = Acked { since: 3, round: 3, entry: core.hash() };
    let vote = vote_for(&net, 2, 5, &core, Some(acked));
    net.wait(500);
    assert!(is_missed(net, &[backed(vote, &[])]));
}
