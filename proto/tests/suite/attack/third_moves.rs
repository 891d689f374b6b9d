//! More moves than are kept, of which somebody has acknowledged one after the other.

use whistlestop_proto::entry::{Core, Entry};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::{delivered, late_move, possess};
use crate::forge::{backed, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER, to_bot};

/// The vote of a voter in a round, as somebody else heard it.
fn vote_of(net: &Net, voter: u8, index: u32, round: u32) -> Option<Signed<Vote>> {
    let heard = delivered(net, |message| match message {
        Message::Vote(backed) => Some(backed.vote),
        _ => None,
    });
    heard.into_iter().find(|vote| (vote.voter, vote.says.index, vote.says.round) == (voter, index, round))
}

/// A, who moves, lies. B has acknowledged its move; C, who does not hear B, votes for one after the other of four more
/// moves. A votes with it, and tells only B. The last of them is final for B.
#[test]
fn whoever_acknowledged_more_moves_than_are_kept_can_read_its_own_journal() {
    let mut net = Net::players(3);
    net.join(WATCHER);
    net.link(WATCHER, 2);
    net.wait(1_000);
    net.cut(1, 2);
    possess(&mut net, 0);
    let mut cores: Vec<Core> = (1..=9).map(|amount| move_core(&net, 1, 0, amount)).collect();
    cores.sort_by_key(|core| std::cmp::Reverse(core.hash()));
    let first = cores.remove(0);
    let index = first.index;
    net.want(2, to_bot(0)).expect("possible");
    let junk = |net: &Net, round: u32| {
        let mut vote = vote_for(net, 0, round, &first, None);
        vote.says.entry = Hash([9; 32]);
        Signed::new(&crate::net::identity(0), &net.contract.table(), 0, vote.says)
    };
    for (core, round) in cores.iter().zip(2..6) {
        let vote = junk(&net, round - 1);
        net.say(0, 2, &backed(vote, &[]));
        let late = late_move(&net, 0, core, 0);
        net.say(0, 2, &late);
        net.wait(4_000);
        let voted = vote_of(&net, 2, index, round);
        assert_eq!(
            voted.map(|vote| vote.says.entry),
            Some(core.hash()),
            "round {round}: {}",
            net.live(2).explain()
        );
    }
    // All that B hears of it, at once.
    let mine = late_move(&net, 0, &first, 0);
    net.inject(0, 1, &whistlestop_proto::codec::encode(&mine));
    for (core, round) in cores.iter().zip(2..6) {
        let of_c = vote_of(&net, 2, index, round).expect("heard");
        let of_a = vote_for(&net, 0, round, core, None);
        let late = late_move(&net, 0, core, 0);
        // The fifth is kept because somebody has named it.
        let votes = backed(of_c, &[of_a]);
        let told = if round < 5 { [late, votes] } else { [votes, late] };
        for message in told {
            net.inject(0, 1, &whistlestop_proto::codec::encode(&message));
        }
    }
    let last = &cores[3];
    let head = Message::Head(head_for(&net, 0, 5, last));
    net.say(0, 1, &head);
    assert_eq!(net.live(1).log().last().map(Entry::hash), Some(last.hash()), "{}", net.live(1).explain());
    net.crash(1);
    let journal = net.peers[1].journal.clone();
    let back = net.try_restore(1, &journal);
    assert!(back.is_ok(), "{back:?}");
}
