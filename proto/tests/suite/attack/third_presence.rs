//! Somebody who only watches keeps nobody from being missed.

use whistlestop_proto::codec;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::message::Message;

use super::liar::{delivered, intrude};
use crate::net::{Net, WATCHER};

/// C leaves and comes back. Much later its machine stops. Somebody who only watches says again, every second, what C
/// signed when it left, or came back: that is over, and changes nothing, but it passes for a sign of life.
#[test]
fn an_old_wish_that_somebody_who_watches_repeats_is_no_sign_of_life() {
    for (hostile, leaves) in [(false, true), (true, true), (true, false)] {
        let mut net = Net::players(3);
        net.leave(2).expect("it counts");
        net.wait(2_000);
        net.come_back(2).expect("a bot plays");
        net.wait(2_000);
        assert_eq!(net.voters(0), [0, 1, 2]);
        let wishes = delivered(&net, |message| match message {
            Message::Leave(_) if leaves => Some(message.clone()),
            Message::Return(_) if !leaves => Some(message.clone()),
            _ => None,
        });
        let wish = codec::encode(wishes.first().expect("it was said"));
        net.play(0, 3);
        net.crash(2);
        intrude(&mut net, WATCHER);
        for _ in 0..60 {
            for peer in [0, 1] {
                if hostile {
                    net.inject(WATCHER, peer, &wish);
                }
            }
            net.wait(1_000);
        }
        for peer in [0, 1] {
            let told = net.has_event(peer, |event| matches!(event, ProtocolEvent::Away { voter: 2, .. }));
            assert!(
                told && net.live(peer).is_away(2),
                "hostile {hostile}: a minute later {peer} holds it for there"
            );
        }
    }
}
