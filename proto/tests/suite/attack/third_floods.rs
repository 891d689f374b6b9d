//! What a liar says much of, and others hand on to whoever comes late.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Change;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::limits::MAX_BATCH;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::drops;
use crate::forge::{backed, head_for, move_core};
use crate::net::{Net, identity};

/// Before A moves the liar, B, says as much as is kept about that move, of which nothing contradicts
/// anything, and as much again when it is final.
fn say_much(net: &mut Net) {
    let table = net.contract.table();
    let core = move_core(net, 0, 0, 3);
    let acked = Some(Acked { since: 0, round: 64, entry: core.hash() });
    let vote = |round| {
        let says = Vote {
            index: core.index,
            round,
            entry: core.hash(),
            change: None,
            acked,
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    let head = |net: &Net, round| codec::encode(&Message::Head(head_for(net, 1, round, &core)));
    for round in 33..64 {
        let head = head(net, round);
        net.inject(1, 0, &head);
    }
    let support: Vec<_> = (65..128).map(vote).collect();
    net.inject(1, 0, &codec::encode(&backed(vote(128), &support)));
    net.act(0, 3).expect("its turn");
    assert_eq!(net.live(0).log().last().map(|entry| entry.core.index), Some(core.index));
    for round in 200..232 {
        let head = head(net, round);
        net.inject(1, 0, &head);
    }
    net.settle();
}

/// C comes late and is told by A, entry after entry, all that was said about the first of each batch. The liar has seen
/// to it that this is much.
#[test]
fn whoever_comes_late_is_not_told_so_much_that_it_drops_who_tells_it() {
    for hostile in [false, true] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 2_000);
        for peer in [0, 1] {
            net.want(peer, Change::StandIn { seat: 2 }).expect("possible");
        }
        net.wait(1_000);
        net.crash(2);
        let begun = net.live(0).log().len() + 1;
        assert_eq!(net.turn(0), ToMove::Seat(0));
        while net.live(0).log().len() < 17 * MAX_BATCH {
            let open = net.live(0).log().len() + 1;
            match net.turn(0) {
                // Where C will ask on from.
                ToMove::Seat(0) if hostile && (open - begun).is_multiple_of(MAX_BATCH) => say_much(&mut net),
                ToMove::Seat(seat) => net.act(usize::from(seat), 3).expect("its turn"),
                _ => net.wait(50),
            }
        }
        let blamed = net.live(0).evidence().count();
        assert_eq!(blamed, 0);
        let journal = net.peers[2].journal.clone();
        net.try_restore(2, &journal).expect("sound");
        net.traffic.clear();
        net.link(0, 2);
        net.settle();
        let told = net.traffic.iter().filter(|(from, to, _)| (*from, *to) == (0, 2)).count();
        let len = net.live(2).log().len();
        assert!(
            drops(&net).is_empty() && len > 16 * MAX_BATCH,
            "hostile {hostile}: {told} {len} {:?}",
            drops(&net)
        );
    }
}
