//! What one seat can do about a draw of many.

use whistlestop_proto::entry::{Body, Entry};
use whistlestop_proto::message::Message;

use crate::net::{Net, to_bot};

/// The links of the second draw as this peer has it.
fn second_draw(net: &Net, peer: usize) -> Option<Vec<(u8, u8)>> {
    let draws = net.live(peer).log().iter().filter_map(|entry: &Entry| match &entry.core.body {
        Body::Draw { number: 2, links, .. } => {
            Some(links.iter().map(|(one, other, _)| (*one, *other)).collect())
        }
        _ => None,
    });
    draws.last()
}

/// Of five D sleeps, and A says nothing of its common link with D. It has heard all other links, so it knows both draws:
/// that with this link, and that without it, which comes if it leaves. One who lies, and one who only sleeps.
#[test]
fn beside_one_who_sleeps_one_seat_does_not_choose_between_two_draws() {
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
    assert_eq!(draws[0], draws[1], "A had the choice");
}
