//! Heads far beyond all that there is, of one who lies: who is behind must still take what it said before.

use whistlestop_proto::entry::Core;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_HEADS_PER_SEAT;
use whistlestop_proto::message::Message;

use super::liar::meet;
use crate::forge::head_for;
use crate::net::{Net, to_bot};

/// C sleeps while the others play on, and A with them. When C is back A tells it of as many entries as are kept, far
/// away, and is gone.
fn behind(voters: usize, hostile: bool) {
    let mut net = Net::started(&vec![true; voters], whistlestop_proto::contract::DrawMode::Fresh, 40);
    let late = 2;
    net.wait(1_000);
    net.isolate(late);
    for _ in 0..6 {
        for peer in (0..voters).filter(|peer| *peer != late) {
            let _ = net.act(peer, 3);
        }
        // The sleeper's moves are made by a bot.
        if net.turn(0) == whistlestop_proto::rules::ToMove::Seat(2) {
            for peer in (0..voters).filter(|peer| *peer != late) {
                let _ = net.want(peer, whistlestop_proto::entry::Change::StandIn { seat: 2 });
            }
        }
        net.wait(2_000);
    }
    assert!(net.live(1).log().len() > net.live(late).log().len() + 3, "{:?}", net.lens());
    if voters == 3 {
        // Nobody but A has said that these are final.
        net.wait(1_000);
    }
    net.crash(0);
    meet(&mut net, late, 0);
    if hostile {
        for place in 0..=MAX_HEADS_PER_SEAT {
            let index = 60_000 + u32::try_from(place).expect("few");
            let known = net.live(1).log().last().expect("entries").core.clone();
            let core = Core { index, prev: Hash([3; 32]), ..known };
            let head = Message::Head(head_for(&net, 0, 0, &core));
            net.say(0, late, &head);
        }
    }
    net.heal_all();
    net.wait(20_000);
    let before = net.live(1).log().len();
    for _ in 0..60 {
        for peer in 1..voters {
            let _ = net.want(peer, to_bot(0));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    assert!(
        net.live(1).log().len() > before + 1,
        "hostile {hostile}: {:?} {}",
        net.lens(),
        net.live(late).explain()
    );
}

#[test]
fn at_three_heads_far_away_keep_nobody_behind() {
    behind(3, false);
    behind(3, true);
}

#[test]
fn at_four_heads_far_away_keep_nobody_behind() {
    behind(4, false);
    behind(4, true);
}
