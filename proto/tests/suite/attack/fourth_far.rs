//! What those who only watch say about how far they are changes nothing.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Change, Core};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_HEADS_PER_SEAT;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::rules::ToMove;

use super::liar::{meet, status_of};
use crate::forge::head_for;
use crate::net::{Net, to_bot};

/// C sleeps while the three others play on. When it is back A tells it of as many entries as are kept, far away, and is
/// gone; and somebody with as many keys, who only watches, says of each of these entries that it is the last one. B and
/// D pass on what A said before, without which C sees nothing final.
fn behind(puppets: bool, hostile: bool) {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 40);
    let late = 2;
    net.wait(1_000);
    net.isolate(late);
    for _ in 0..6 {
        for peer in [0, 1, 3] {
            let _ = net.act(peer, 3);
            // The sleeper's moves are made by a bot.
            if net.turn(0) == ToMove::Seat(2) {
                let _ = net.want(peer, Change::StandIn { seat: 2 });
            }
        }
        net.wait(2_000);
    }
    assert!(net.live(1).log().len() > net.live(late).log().len() + 3, "{:?}", net.lens());
    net.wait(1_000);
    net.crash(0);
    meet(&mut net, late, 0);
    let known = net.live(1).log().last().expect("entries").core.clone();
    for place in 0..=MAX_HEADS_PER_SEAT {
        let index = 60_000 + u32::try_from(place).expect("few");
        let core = Core { index, prev: Hash([3; 32]), ..known.clone() };
        if puppets {
            meet(&mut net, late, 100 + place);
            let status = Status { tip: core.hash(), ..status_of(&net, index) };
            net.say(100 + place, late, &Message::Status(status));
        }
        if hostile {
            let head = Message::Head(head_for(&net, 0, 0, &core));
            net.say(0, late, &head);
        }
    }
    net.heal_all();
    net.wait(20_000);
    let before = net.live(1).log().len();
    for _ in 0..60 {
        for peer in [1, 2, 3] {
            let _ = net.want(peer, to_bot(0));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    assert!(
        net.live(1).log().len() > before + 1,
        "puppets {puppets}, hostile {hostile}: {:?} {}",
        net.lens(),
        net.live(late).explain()
    );
}

#[test]
fn at_four_those_who_only_watch_keep_nobody_behind_by_what_they_say_is_last() {
    behind(true, false);
    behind(false, true);
    behind(true, true);
}
