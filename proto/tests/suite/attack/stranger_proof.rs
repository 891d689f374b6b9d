//! Parts of a table that meet late: what the liar said to each must still be shown.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Body;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;

use super::liar::{blamed, parted, possess};
use crate::forge::{backed, change_core, head_for, vote_for};
use crate::net::{Net, to_bot};

/// Voter 0 lies. It makes a late move final with B, and with C that B is removed; then each part removes C and the
/// liar, or the liar, and plays on alone for so many entries.
fn parts_that_meet_after(entries: usize) -> (bool, Vec<(usize, bool)>) {
    let mut net = Net::started(&[true, true, true, false, false, false], DrawMode::Seed(1), 2_000);
    net.wait(1_000);
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let removed_b = change_core(&net, 2, to_bot(1));
    net.want(2, to_bot(1)).expect("possible");
    let vote = vote_for(&net, 0, 1, &removed_b, None);
    net.say(0, 2, &backed(vote, &[]));
    net.say(0, 2, &Message::Head(head_for(&net, 0, 1, &removed_b)));
    net.wait(100);
    assert_eq!(net.voters(2), [0, 2], "{}", net.live(2).explain());
    let sent = crate::forge::move_core(&net, 1, 0, 5);
    let entry = super::liar::late_move(&net, 0, &sent, 0);
    net.say(0, 1, &entry);
    // A head, and no vote: the move is late, so nothing in a log shows this head.
    net.say(0, 1, &Message::Head(head_for(&net, 0, 0, &sent)));
    net.wait(100);
    assert_eq!(net.live(1).log().len(), sent.index as usize, "{}", net.live(1).explain());
    // Both parts go on alone.
    for (peer, other) in [(1, Some(2)), (2, None)] {
        for gone in other.into_iter().chain([0]) {
            let core = change_core(&net, peer, to_bot(gone));
            net.want(peer, to_bot(gone)).expect("possible");
            let vote = vote_for(&net, 0, 1, &core, None);
            net.say(0, peer, &backed(vote, &[]));
            net.say(0, peer, &Message::Head(head_for(&net, 0, 1, &core)));
            net.wait(100);
        }
        assert_eq!(net.voters(peer), [u8::try_from(peer).expect("few")], "{}", net.live(peer).explain());
        while net.live(peer).log().len() < entries {
            let before = net.live(peer).log().len();
            if net.turn(peer) == ToMove::Seat(u8::try_from(peer).expect("few")) {
                let _ = net.act(peer, 3);
            }
            net.settle();
            if net.live(peer).log().len() == before {
                net.wait(100);
            }
        }
    }
    let is_move = net.live(1).log().iter().any(|entry| matches!(entry.core.body, Body::Move { seat: 0, .. }));
    assert!(is_move && parted(&net));
    for peer in [1, 2] {
        net.live_mut(peer).handle_disconnected(crate::net::key(0));
        net.drain(peer);
    }
    net.link(1, 2);
    net.wait(60_000);
    let shown = blamed(&net, 0);
    (shown.iter().all(|(_, shown)| *shown), shown)
}

#[test]
fn at_three_parts_that_meet_late_find_the_proof() {
    for entries in [100, 1_300] {
        let (all, shown) = parts_that_meet_after(entries);
        assert!(all, "after {entries} entries: {shown:?}");
    }
}
