//! What one seat can do about a draw of many: beside one who sleeps, choose between two by being removed, too.

use whistlestop_proto::entry::{Body, Entry};
use whistlestop_proto::message::Message;

use crate::net::{Net, to_bot};

/// The links of the second draw as this peer has it.
fn second_draw(net: &Net, peer: usize) -> Option<Vec<(u8, u8)>> {
    let mut draws = net.live(peer).log().iter().rev().filter_map(|entry: &Entry| match &entry.core.body {
        Body::Draw { number: 2, links, .. } => {
            Some(links.iter().map(|(one, other, _)| (*one, *other)).collect())
        }
        _ => None,
    });
    draws.next()
}

/// Of five D sleeps, and A says nothing of its common link with D until D is removed. It has heard all other links, so it
/// knows both draws: that with this link, and that without it, which comes only if it is removed as well. It cannot have
/// a third one.
#[test]
fn beside_one_who_sleeps_one_seat_chooses_between_two_draws_only_by_being_removed_too() {
    let mut draws = Vec::new();
    for leaves in [false, true] {
        let mut net = Net::players(5);
        for seat in 0..3 {
            net.act(seat, 3).expect("its turn");
        }
        net.act(3, 3).expect("its turn");
        net.settle();
        net.crash(3);
        // What A would reveal is kept back.
        net.censor = Some(Box::new(|from, _, message| from == 0 && matches!(message, Message::Reveal(_))));
        net.act(4, 3).expect("its turn");
        net.wait(6_000);
        assert_eq!(second_draw(&net, 1), None, "the link of A and D is missing");
        for peer in [1, 2, 4] {
            net.want(peer, to_bot(3)).expect("possible");
        }
        net.wait(6_000);
        assert_eq!(net.voters(1), [0, 1, 2, 4]);
        assert_eq!(second_draw(&net, 1), None, "it still is");
        if leaves {
            net.leave(0).expect("it counts");
            net.wait(6_000);
        } else {
            net.censor = None;
            net.cut(0, 1);
            net.link(0, 1);
            net.wait(6_000);
        }
        draws.push(second_draw(&net, 1));
    }
    let all = (0..5).flat_map(|one| (one + 1..5).map(move |other| (one, other))).collect::<Vec<(u8, u8)>>();
    let without = all.iter().copied().filter(|pair| *pair != (0, 3)).collect();
    assert_eq!(draws, [Some(all), Some(without)], "as long as it stays the draw is the one that was due");
}
