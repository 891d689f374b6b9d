//! Reasons that lean on each other in one round.

use whistlestop_proto::guard::Acked;
use whistlestop_proto::message::{Backed, Message};
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::{delivered, meet};
use crate::forge::{backed, change_core, move_core, vote_for};
use crate::net::{Net, WATCHER, to_bot};

/// B is bound to a move of A, and C has acknowledged what A, B and C voted for in round 1: B was released by A, C and D,
/// who voted in that round, too, D for something else. C's next vote, as somebody who watches hears it, and B's first.
fn next_vote_of_c(restarts: bool) -> (Backed, Signed<Vote>) {
    let mut net = Net::players(4);
    let (bound, removal, other) =
        (move_core(&net, 0, 0, 4), change_core(&net, 2, to_bot(3)), change_core(&net, 2, to_bot(1)));
    for peer in [0, 1, 3] {
        net.crash(peer);
    }
    for peer in [0, 1, 3] {
        meet(&mut net, 2, peer);
    }
    net.want(2, to_bot(3)).expect("possible");
    let of_a = vote_for(&net, 0, 1, &removal, None);
    let of_b = vote_for(&net, 1, 1, &removal, Some(Acked::first(0, bound.hash())));
    let of_d = vote_for(&net, 3, 1, &other, None);
    net.say(0, 2, &backed(of_a, &[]));
    net.say(3, 2, &backed(of_d, &[]));
    net.say(1, 2, &backed(of_b, &[]));
    net.wait(100);
    if restarts {
        net.crash(2);
        let journal = net.peers[2].journal.clone();
        net.try_restore(2, &journal).expect("sound");
        for peer in [0, 1, 3] {
            meet(&mut net, 2, peer);
        }
    }
    net.join(WATCHER);
    net.link(2, WATCHER);
    net.wait(20_000);
    // Somebody goes on.
    let later = vote_for(&net, 3, 2, &other, None);
    net.say(3, 2, &backed(later, &[]));
    net.wait(20_000);
    let heard = delivered(&net, |message| match message {
        Message::Vote(backed) if backed.vote.voter == 2 && backed.vote.says.round > 1 => {
            Some((**backed).clone())
        }
        _ => None,
    });
    assert!(!heard.is_empty(), "{restarts}: {}", net.live(2).explain());
    (heard[heard.len() - 1].clone(), of_b)
}

#[test]
fn whoever_acknowledged_shows_why_as_before() {
    let (vote, of_b) = next_vote_of_c(false);
    assert_eq!(vote.vote.says.acked.map(|acked| acked.since), Some(1));
    assert!(vote.support.contains(&of_b), "{vote:?}");
}

#[test]
fn whoever_acknowledged_and_was_started_again_still_shows_why() {
    let (vote, of_b) = next_vote_of_c(true);
    assert_eq!(vote.vote.says.acked.map(|acked| acked.since), Some(1));
    assert!(vote.support.contains(&of_b), "{vote:?}");
}
