//! Everything new reaches everybody at once, and where all are linked nothing is sent twice.

use whistlestop_proto::codec;
use whistlestop_proto::entry::Entry;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_RELAYS;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::Rules as _;
use whistlestop_proto::statement::{Head, Signed};

use crate::forge::{head_for, move_core};
use crate::net::{Net, identity, key};

/// How many entries and heads were delivered.
fn delivered(net: &Net) -> (usize, usize) {
    let count = |is: fn(&Message) -> bool| net.traffic.iter().filter(|(_, _, message)| is(message)).count();
    (
        count(|message| matches!(message, Message::Entry(_))),
        count(|message| matches!(message, Message::Head(_))),
    )
}

/// A table that has told everywhere who hears whom.
fn acquainted(players: usize) -> Net {
    let mut net = Net::players(players);
    net.wait(1_000);
    net.traffic.clear();
    net
}

#[test]
fn where_all_are_linked_a_move_and_its_heads_are_sent_once_to_each() {
    let mut net = acquainted(4);
    net.act(0, 3).expect("its turn");
    assert_eq!(net.lens(), [2; 4]);
    assert_eq!(delivered(&net), (3, 3 * 3));
}

#[test]
fn who_has_no_link_to_the_mover_hears_of_the_move_at_once_through_others() {
    let mut net = Net::players(3);
    net.cut(0, 2);
    net.wait(1_000);
    net.traffic.clear();
    net.act(0, 3).expect("its turn");
    assert_eq!(net.lens(), [2; 3]);
    let passed_on =
        |from, to, message: &Message| (from, to) == (1, 2) && matches!(message, Message::Entry(_));
    assert!(net.traffic.iter().any(|(from, to, message)| passed_on(*from, *to, message)));
}

#[test]
fn a_link_that_carries_nothing_any_more_is_made_up_for_by_the_status_and_then_by_relaying() {
    let mut net = acquainted(3);
    net.censor = Some(Box::new(|from, to, _| (from.min(to), from.max(to)) == (0, 2)));
    net.act(0, 3).expect("its turn");
    assert_eq!(net.live(2).log().len(), 1, "peer 1 takes it that peer 2 hears the mover");
    net.wait(1_000);
    assert_eq!(net.live(2).log().len(), 2, "the status made up for it");
    net.wait(2_000);
    net.act(1, 3).expect("its turn");
    net.act(2, 3).expect("its turn");
    net.act(0, 4).expect("its turn, after a draw to which peer 1 carried the links");
    assert_eq!(net.lens(), [6; 3], "all at once again: {}", net.live(2).explain());
}

#[test]
fn who_moved_hears_the_heads_before_the_others_do() {
    let mut net = acquainted(4);
    let now = net.now;
    net.live_mut(0).act(now, vec![3]).expect("its turn");
    net.drain(0);
    while net.deliver_one() {}
    let heads = |net: &Net, to: usize| {
        let heads = net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Head(_)));
        heads.filter(|(_, at, _)| *at == to).count()
    };
    assert_eq!([0, 1, 2, 3].map(|to| heads(&net, to)), [3, 0, 0, 0]);
    net.settle();
    assert_eq!([0, 1, 2, 3].map(|to| heads(&net, to)), [3, 2, 2, 2], "a moment later all have heard");
}

#[test]
fn a_move_that_comes_before_the_heads_it_builds_on_is_kept_until_they_come() {
    let mut net = acquainted(4);
    net.censor = Some(Box::new(|_, to, message| to == 3 && matches!(message, Message::Head(_))));
    net.act(0, 3).expect("its turn");
    assert_eq!(net.lens(), [2, 2, 2, 1], "peer 3 knows of two heads only");
    net.act(1, 4).expect("its turn");
    assert_eq!((net.live(3).log().len(), net.live(3).sent().map(|entry| entry.core.index)), (1, Some(2)));
    net.censor = None;
    let missing = net.traffic.iter().find_map(|(_, _, message)| match message {
        Message::Head(head) if head.says.index == 2 && head.voter == 2 => Some(message.clone()),
        _ => None,
    });
    net.say(2, 3, &missing.expect("seat 2 has acknowledged the first move"));
    assert_eq!(net.live(3).log().len(), 2, "that head was all it needed");
    assert_eq!(
        net.live(3).sent().map(|entry| entry.core.index),
        Some(3),
        "and the next move was there already"
    );
}

/// A head of voter 2 about an index, in a round in which it has said nothing.
fn head(net: &Net, index: u32) -> Message {
    let live = net.live(1);
    let entry = live.log().iter().find(|entry| entry.core.index == index);
    let entry = entry.map_or(Hash([7; 32]), Entry::hash);
    let says = Head { index, round: 5, entry, state: live.rules().state_hash(), life: 0, lost: Voters::NONE };
    Message::Head(Signed::new(&identity(2), &net.contract.table(), 2, says))
}

#[test]
fn a_head_that_is_known_is_not_passed_on_again() {
    let mut net = Net::players(4);
    net.cut(2, 3);
    net.play(1, 3);
    net.wait(1_000);
    let tip = u32::try_from(net.live(1).log().len()).expect("few");
    for index in [tip, tip + 1, tip + 2] {
        let head = head(&net, index);
        net.traffic.clear();
        for _ in 0..3 {
            net.say(2, 1, &head);
            net.say(0, 1, &head);
        }
        net.settle();
        let passed =
            |(from, to, message): &&(usize, usize, Message)| (*from, *to) == (1, 3) && *message == head;
        assert_eq!(
            net.traffic.iter().filter(passed).count(),
            1,
            "index {index}, the last final one is {tip}"
        );
    }
}

#[test]
fn of_a_voter_that_says_much_not_everything_is_passed_on() {
    let mut net = Net::players(4);
    net.crash(3);
    net.wait(2_000);
    let now = net.now;
    net.live_mut(1).handle_connected(now, key(3));
    net.drain(1);
    let core = move_core(&net, 1, 0, 3);
    // All four have a key.
    let share = MAX_RELAYS / 4;
    for round in 0..2 * share {
        let head = Message::Head(head_for(&net, 3, round, &core));
        net.inject(3, 1, &codec::encode(&head));
    }
    net.settle();
    let passed = net.traffic.iter().filter(|(from, to, message)| {
        (*from, *to) == (1, 0) && matches!(message, Message::Head(head) if head.voter == 3)
    });
    let (passed, most) = (passed.count(), share as usize);
    assert!((most..most + 10).contains(&passed), "{passed}");
}
