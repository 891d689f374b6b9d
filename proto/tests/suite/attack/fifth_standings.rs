//! Questions of now, and what others vouch for, reach who is stuck.

use whistlestop_proto::codec;
use whistlestop_proto::entry::Core;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::Stance;

use super::liar::{intrude, late_move, meet, possess, shown, stance};
use super::third_void::void_for_c;
use crate::forge::{backed, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER};

/// B and C hear each other only over somebody who watches. C has said that nothing is final for it, and B has the entry
/// final. Whenever C asks, a stranger has just told the one in the middle what C said in that way about an index before,
/// when it held B for a liar, so that nobody answers that.
#[test]
fn who_says_old_questions_again_keeps_no_new_one_from_being_answered() {
    for hostile in [false, true] {
        let mut net = void_for_c();
        let [old, new] = [(1, 1), (2, 0)].map(|(index, liar)| {
            let says = Stance { index, liar, entry: None, life: 0 };
            codec::encode(&Message::Stance(stance(&net, 2, says)))
        });
        // It comes a moment later than it is said.
        net.censor = Some(Box::new(|from, to, message| {
            (from, to) == (2, WATCHER) && matches!(message, Message::Stance(_))
        }));
        net.link(2, WATCHER);
        meet(&mut net, WATCHER, WATCHER + 1);
        for _ in 0..60 {
            if hostile {
                net.inject(WATCHER + 1, WATCHER, &old);
                net.settle();
            }
            net.inject(2, WATCHER, &new);
            net.wait(500);
        }
        let lens = [1, 2].map(|peer| net.live(peer).log().len());
        assert!(lens.iter().all(|len| *len > 1), "hostile {hostile}: {lens:?} {}", net.live(2).explain());
    }
}

/// A lies and is gone; E has A's move final, by its own head, B's and A's. B, C and D have said that nothing is final for
/// them. E vouches for the move, and its machine stops. D passes that on, but C does not hear it then. The three are a
/// majority, and nobody is bound to anything else.
#[test]
fn what_another_one_vouches_for_reaches_all_though_a_link_was_lost_when_it_was_said() {
    for lost in [false, true] {
        let mut net = Net::players(5);
        net.wait(1_000);
        possess(&mut net, 0);
        net.crash(4);
        intrude(&mut net, 4);
        for peer in 1..4 {
            net.isolate(peer);
            for gone in [0, 4] {
                meet(&mut net, peer, gone);
            }
        }
        let moved = move_core(&net, 1, 0, 4);
        let late = late_move(&net, 0, &moved, 0);
        net.say(0, 1, &late);
        let tip = net.live(1).log().last().expect("entries").core.clone();
        for core in [tip.clone(), Core { state: Hash([5; 32]), ..tip }] {
            let head = Message::Head(head_for(&net, 0, 9, &core));
            say_to(&mut net, 0, &[1, 2, 3], &head);
        }
        assert!((1..4).all(|peer| shown(&net, peer, 0)));
        let vote = vote_for(&net, 4, 4, &moved, Some(Acked::first(0, moved.hash())));
        say_to(&mut net, 4, &[1, 2, 3], &backed(vote, &[]));
        for (a, b) in [(1, 2), (1, 3), (2, 3)] {
            net.link(a, b);
        }
        net.settle();
        net.wait(3_000);
        for voter in 1..4 {
            let nothing = |(_, _, message): &(usize, usize, Message)| matches!(message, Message::Stance(word) if word.voter == voter && word.says.entry.is_none());
            assert!(net.traffic.iter().any(nothing), "{voter}: {}", net.live(usize::from(voter)).explain());
        }
        assert_eq!((1..4).map(|peer| net.live(peer).log().len()).collect::<Vec<_>>(), [1; 3]);
        if lost {
            let vouches =
                |message: &Message| matches!(message, Message::Stance(word) if word.says.entry.is_some());
            net.censor = Some(Box::new(move |_, to, message| to == 2 && vouches(message)));
        }
        let says = Stance { index: moved.index, liar: 0, entry: Some(moved.hash()), life: 0 };
        let word = Message::Stance(stance(&net, 4, says));
        net.say(4, 3, &word);
        net.settle();
        net.censor = None;
        net.wait(120_000);
        let lens: Vec<usize> = (1..4).map(|peer| net.live(peer).log().len()).collect();
        assert!(lens.iter().all(|len| *len > 1), "lost {lost}: {lens:?} {}", net.live(2).explain());
        assert!((1..4).all(|peer| net.live(peer).log()[1].hash() == moved.hash()), "lost {lost}");
    }
}
