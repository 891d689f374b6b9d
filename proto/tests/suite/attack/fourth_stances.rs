//! The words that nothing is final reach all, and are of now.

use whistlestop_proto::codec;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::message::Message;

use super::liar::{delivered, intrude, late_move, possess, shown};
use crate::forge::move_core;
use crate::net::{Net, WATCHER};

/// A lies: it has bound B and D to one late move, C and E to another. The four others have links D - B - C - E. All vote.
/// B and C say that nothing is final, as D and E are out of reach; then B and C do not reach each other for a moment,
/// in which D hears B, and E hears C, and both say the same. Then all four are there again, in the same line, for good.
fn line_of_four(lost: bool) {
    let mut net = Net::players(5);
    let cores = [4, 5].map(|amount| move_core(&net, 1, 0, amount));
    possess(&mut net, 0);
    for peer in 1..5 {
        net.isolate(peer);
    }
    for (peer, core) in [(1, 0), (3, 0), (2, 1), (4, 1)] {
        let late = late_move(&net, 0, &cores[core], 0);
        net.say(0, peer, &late);
    }
    for (a, b) in [(3, 1), (1, 2), (2, 4)] {
        net.link(a, b);
    }
    // The others vote, but those at the ends are not heard any more once it is about this.
    net.censor =
        Some(Box::new(|from, to, message| matches!(message, Message::Stance(_)) && (from > 2 || to > 2)));
    let said = |net: &Net, voter: u8| {
        delivered(net, |message| match message {
            Message::Stance(word) if word.voter == voter => Some(*word),
            _ => None,
        })
        .len()
    };
    for _ in 0..60 {
        if said(&net, 1) > 0 && said(&net, 2) > 0 {
            break;
        }
        net.wait(1_000);
    }
    assert!(said(&net, 1) > 0 && said(&net, 2) > 0, "{}", net.live(1).explain());
    assert!((1..5).all(|peer| net.live(peer).log().len() == 1 && shown(&net, peer, 0)), "{:?}", net.lens());
    if lost {
        net.cut(1, 2);
    }
    net.censor = None;
    net.wait(1_000);
    net.link(1, 2);
    net.wait(120_000);
    let lens: Vec<usize> = (1..5).map(|peer| net.live(peer).log().len()).collect();
    assert!(
        lens.iter().all(|len| *len > 1),
        "lost {lost}: {lens:?} {} {}",
        net.live(1).explain(),
        net.live(2).explain()
    );
}

#[test]
fn at_five_that_nothing_is_final_reaches_all_though_a_link_was_lost_when_it_was_said() {
    line_of_four(false);
    line_of_four(true);
}

/// The liar was removed by the word of B and C. Much later C's machine stops. Somebody who only watches says again what
/// C said then: that is over, and changes nothing.
#[test]
fn an_old_word_that_nothing_was_final_is_no_sign_of_life() {
    for hostile in [false, true] {
        let mut net = Net::started(&[true; 3], whistlestop_proto::contract::DrawMode::Fresh, 40);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        for (peer, core) in [(1, &cores[0]), (2, &cores[1])] {
            let late = late_move(&net, 0, core, 0);
            net.inject(0, peer, &codec::encode(&late));
        }
        net.wait(20_000);
        assert_eq!(net.voters(1), [1, 2], "{}", net.live(1).explain());
        let words = delivered(&net, |message| match message {
            Message::Stance(word) if word.voter == 2 && word.says.entry.is_none() => Some(message.clone()),
            _ => None,
        });
        let word = codec::encode(words.first().expect("it was said"));
        net.play(1, 3);
        net.crash(2);
        intrude(&mut net, WATCHER);
        for _ in 0..60 {
            if hostile {
                net.inject(WATCHER, 1, &word);
            }
            net.wait(1_000);
        }
        let told = net.has_event(1, |event| matches!(event, ProtocolEvent::Away { voter: 2, .. }));
        assert!(told && net.live(1).is_away(2), "hostile {hostile}: a minute later B holds it for there");
    }
}
