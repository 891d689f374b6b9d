//! An entry is final once a strict majority of those who count acknowledged it in one round, and then for ever.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Entry};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::journal::Record;
use whistlestop_proto::limits::HEAD_MILLIS;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Head, Signed};

use crate::net::{Net, WATCHER, identity, key, to_bot};

fn is_final(net: &Net, peer: usize, index: u32) -> bool {
    net.has_event(peer, |event| matches!(event, ProtocolEvent::Final(entry) if entry.core.index == index))
}

fn is_sent(net: &Net, peer: usize, index: u32) -> bool {
    net.has_event(peer, |event| matches!(event, ProtocolEvent::Sent(entry) if entry.core.index == index))
}

#[test]
fn sent_and_final_are_told_apart() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.act(0, 3).expect("its turn");
    assert!(is_sent(&net, 0, 2) && !is_final(&net, 0, 2));
    net.link(0, 1);
    net.wait(1_000);
    assert!(is_final(&net, 0, 2) && is_final(&net, 1, 2), "two of three are a majority");
    assert!(is_final(&net, 2, 2), "told on by seat 1");
}

#[test]
fn half_of_the_keyed_seats_is_no_majority_however_few_are_present() {
    let mut net = Net::players(4);
    net.crash(2);
    net.crash(3);
    net.act(0, 3).expect("its turn");
    net.wait(20_000);
    assert!(is_sent(&net, 1, 2));
    assert_eq!(net.lens(), [1, 1], "all who are present do not make it final");
    net.restart(3);
    net.wait(1_000);
    assert!(is_final(&net, 0, 2), "the third does");
}

#[test]
fn bots_do_not_count() {
    let mut net = Net::started(&[true, false, true, false, false], DrawMode::Fresh, 2);
    net.cut(0, 2);
    net.act(0, 3).expect("its turn");
    net.wait(5_000);
    assert_eq!(net.lens(), [1, 1], "one of two keyed seats, whatever three bots would say");
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.lens(), [3, 3]);
}

#[test]
fn with_one_keyed_seat_every_move_is_final_at_once() {
    let mut net = Net::started(&[true, false, false], DrawMode::Fresh, 2);
    net.act(0, 3).expect("its turn");
    assert_eq!(net.lens(), [5], "draw, move, two bots, draw");
    net.act(0, 3).expect("its turn");
    assert!(net.live(0).is_over());
}

#[test]
fn a_certificate_replaces_an_entry_that_is_not_final() {
    let mut net = Net::players(4);
    // Seat 0's move reaches nobody; the others give its seat to a bot.
    net.isolate(0);
    net.act(0, 9).expect("its turn");
    assert_eq!(net.live(0).sent().map(|entry| entry.core.index), Some(2));
    net.wait(6_000);
    (1..4).for_each(|peer| net.want(peer, to_bot(0)).expect("possible"));
    net.wait(1_000);
    assert!(matches!(net.live(1).log()[1].core.body, Body::Change(_)));
    net.heal_all();
    net.wait(2_000);
    assert!(matches!(net.live(0).log()[1].core.body, Body::Change(_)), "it is seat 0's entry 2 too");
    net.assert_one_table();
}

#[test]
fn a_certificate_never_replaces_a_final_entry() {
    let mut net = Net::players(3);
    // The move is final for seats 0 and 1; then seat 0 is gone, and seat 2 has heard of nothing.
    net.isolate(2);
    net.act(0, 9).expect("its turn");
    let moved = net.live(1).log()[1].hash();
    net.crash(0);
    net.link(1, 2);
    let told = net.want(2, to_bot(0));
    net.wait(10_000);
    assert!(told.is_ok());
    assert_eq!(net.live(2).log()[1].hash(), moved);
}

#[test]
fn what_one_living_seat_acknowledged_of_a_final_entry_keeps_it_alive() {
    let mut net = Net::players(5);
    // Seats 1 and 2 acknowledge, so the move is final for seat 0. Of all that seat 1's head is what is left.
    net.isolate(3);
    net.isolate(4);
    net.cut(1, 2);
    net.censor = Some(Box::new(|from, _, message| from == 0 && matches!(message, Message::Head(_))));
    net.act(0, 9).expect("its turn");
    assert!(is_final(&net, 0, 2) && !is_final(&net, 1, 2) && !is_final(&net, 2, 2));
    let moved = net.live(0).log()[1].hash();
    net.crash(0);
    net.crash(2);
    net.heal_all();
    for peer in [1, 3, 4] {
        net.want(peer, to_bot(0)).expect("possible");
    }
    net.wait(10_000);
    for peer in [1, 3, 4] {
        assert_eq!(
            net.live(peer).log()[1].hash(),
            moved,
            "seat 1 does not vote against what it acknowledged"
        );
    }
}

#[test]
fn who_moves_has_acknowledged_with_that_and_signs_no_head_of_its_own() {
    let mut net = Net::players(3);
    net.traffic.clear();
    net.act(0, 3).expect("its turn");
    assert_eq!(net.lens(), [2, 2, 2]);
    let heads = net.peers[0].records.iter().filter(|record| {
        // Behind the header.
        let record = codec::decode(record.get(16..).unwrap_or_default());
        matches!(record, Ok(Record::Head(head)) if head.says.index == 2)
    });
    assert_eq!(heads.count(), 0);
    let entry = &net.live(0).log()[1];
    let head = entry.head().expect("a move comes with a head");
    assert!(head.verify(&net.contract.table(), &net.contract.verifiers()));
    assert_eq!((head.voter, head.says.round, head.says.entry), (0, 0, entry.hash()));
}

#[test]
fn who_has_voted_can_still_move_but_acknowledges_nothing_with_it() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.want(0, to_bot(2)).expect("possible");
    net.act(0, 3).expect("its turn");
    assert!(net.live(0).sent().is_none(), "it has promised to acknowledge nothing in round 0");
    net.heal_all();
    net.wait(10_000);
    let entry = &net.live(1).log()[1];
    assert!(matches!(entry.core.body, Body::Move { .. }) && entry.head().is_none(), "{entry:?}");
    net.assert_one_table();
    assert!((0..3).all(|peer| net.live(peer).evidence().count() == 0), "and nobody has cheated");
    net.finish();
}

#[test]
fn heads_count_as_received_before_they_are_checked_and_as_final_only_afterwards() {
    let mut net = Net::players(3);
    let now = net.now;
    net.live_mut(0).act(now, vec![3]).expect("its turn");
    net.drain(0);
    // The move, and then the heads that answer it.
    while net.live(0).waiting_heads() < 2 {
        assert!(net.deliver_one(), "two heads come");
    }
    assert_eq!(net.live(0).heads_received().len(), 3);
    assert_eq!(net.live(0).log().len(), 1);
    assert_eq!(net.live(0).poll_timeout(), now + HEAD_MILLIS);
    net.settle();
    assert_eq!(net.live(0).log().len(), 2);
    assert_eq!(net.live(0).heads_received().len(), 3, "of the last final entry now");
}

#[test]
fn a_vote_is_a_promise_to_acknowledge_nothing_else_in_that_round() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.cut(1, 2);
    // Seat 1 votes against waiting for seat 0, and only then hears of seat 0's move.
    net.want(1, to_bot(0)).expect("possible");
    net.act(0, 9).expect("its turn");
    net.censor = Some(Box::new(|from, _, message| from == 1 && matches!(message, Message::Vote(_))));
    net.link(0, 1);
    net.settle();
    let acknowledged = net.traffic.iter().any(|(from, _, message)| match message {
        Message::Head(head) => *from == 1 && head.voter == 1 && head.says.index == 2 && head.says.round == 0,
        _ => false,
    });
    assert!(!acknowledged, "it has promised not to");
    assert_eq!(net.live(0).log().len(), 1);
    net.censor = None;
    net.wait(10_000);
    assert!(matches!(net.live(0).log()[1].core.body, Body::Move { .. }), "a later round carries the move");
}

#[test]
fn split_votes_are_resolved_in_a_higher_round_that_carries_what_was_acknowledged() {
    let mut net = Net::players(4);
    net.censor = Some(Box::new(|_, to, message| to != 1 && matches!(message, Message::Entry(_))));
    // Seats 0 and 1 acknowledge the move, which 2 and 3 have not seen; those want a bot on the seat.
    net.act(0, 9).expect("its turn");
    net.want(2, to_bot(0)).expect("possible");
    net.want(3, to_bot(0)).expect("possible");
    assert_eq!(net.lens(), [1; 4], "two against two");
    net.censor = None;
    net.wait(10_000);
    assert!(matches!(net.live(2).log()[1].core.body, Body::Move { .. }));
    let rounds = net.traffic.iter().filter_map(|(_, _, message)| match message {
        Message::Head(head) if head.says.index == 2 => Some(head.says.round),
        _ => None,
    });
    assert!(rounds.max() >= Some(1));
    net.finish();
}

#[test]
fn a_move_that_comes_right_behind_the_head_before_it_is_taken_at_once() {
    let mut net = Net::players(2);
    let act = |net: &mut Net, peer: usize| {
        let now = net.now;
        net.live_mut(peer).act(now, vec![3]).expect("its turn");
        net.drain(peer);
        // As on a real link: no time passes in which heads that wait could be checked.
        while net.deliver_one() {}
    };
    act(&mut net, 0);
    assert_eq!(net.live(0).waiting_heads(), 1, "the answer of seat 1 is not checked yet");
    assert_eq!(net.live(1).log().len(), 2, "but seat 1 knows both heads and goes on");
    act(&mut net, 1);
    assert_eq!(net.live(0).log().len(), 3, "so seat 0 looks at the head, and takes the move");
}

/// The head of a seat for an entry, in some round, made outside the protocol.
fn head(net: &Net, seat: u8, round: u32, entry: &Entry) -> Message {
    let says = Head {
        index: entry.core.index,
        round,
        entry: entry.hash(),
        state: entry.core.state,
        life: 0,
        lost: Voters::NONE,
    };
    Message::Head(Signed::new(&identity(usize::from(seat)), &net.contract.table(), seat, says))
}

/// Seats that acknowledge an entry in different rounds promise nothing together: between those rounds another one may
/// have been certified.
#[test]
fn heads_of_different_rounds_do_not_make_an_entry_final_together() {
    let mut net = Net::players(5);
    net.split(&[0, 1], &[2, 3, 4]);
    net.act(0, 3).expect("its turn");
    let entry = net.live(1).sent().expect("acknowledged").clone();
    for (seat, round) in [(2, 3), (3, 4), (2, 5)] {
        let head = head(&net, seat, round, &entry);
        net.say(0, 1, &head);
        assert_eq!(net.live(1).log().len(), 1, "{}", net.live(1).explain());
    }
    let head = head(&net, 4, 0, &entry);
    net.say(0, 1, &head);
    assert_eq!(net.live(1).log().len(), 2, "three of five in round 0");
}

#[test]
fn heads_of_different_rounds_make_nothing_final_of_what_is_caught_up_with() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    let log = net.live(0).log().to_vec();
    net.join(WATCHER);
    let now = net.now;
    net.live_mut(WATCHER).handle_connected(now, key(0));
    for accession in net.live(0).accessions().cloned().collect::<Vec<_>>() {
        net.say(0, WATCHER, &Message::Accession(Box::new(accession)));
    }
    net.say(0, WATCHER, &Message::Entries(log.clone()));
    for (seat, round) in [(0, 0), (1, 5)] {
        let head = head(&net, seat, round, &log[1]);
        net.say(0, WATCHER, &head);
    }
    assert_eq!(net.live(WATCHER).log().len(), 0, "nor the entry before it, beyond which both lie");
    let head = head(&net, 2, 5, &log[1]);
    net.say(0, WATCHER, &head);
    assert_eq!(net.live(WATCHER).log().len(), 2, "two of three in round 5, and with it all before");
}
