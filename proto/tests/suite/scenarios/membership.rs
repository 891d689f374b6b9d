//! Who counts follows from the log: the quorum shrinks with every removal and grows with every return.

use whistlestop_proto::entry::{Body, Change, Holder};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::{FAREWELL_MILLIS, MAX_RETURNS};
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::statement::{Evidence, Head, Leave, Return, Signed};

use super::rounds::{alone_among_others, certified};
use crate::forge::{backed, change_core, head_for, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot, to_player};

/// In version 1 a majority of the contract's seats was needed for ever: two of four could never go on.
#[test]
fn a_majority_of_those_who_count_goes_on_however_many_have_gone_before() {
    let mut net = Net::players(4);
    net.crash(3);
    (0..3).for_each(|peer| net.want(peer, to_bot(3)).expect("possible"));
    net.wait(3_000);
    assert_eq!(net.voters(0), [0, 1, 2]);
    net.play(0, 2);
    net.crash(2);
    (0..2).for_each(|peer| net.want(peer, to_bot(2)).expect("possible"));
    net.wait(5_000);
    assert_eq!(net.voters(0), [0, 1], "two of three");
    net.play(0, 5);
    // Of two both are needed: here only a copy goes on.
    let len = net.live(0).log().len();
    net.crash(1);
    net.want(0, to_bot(1)).expect("possible");
    net.wait(60_000);
    assert_eq!(net.voters(0), [0, 1]);
    assert!(net.live(0).log().len() <= len + 1);
    net.restart(1);
    net.user(0, |live, _| live.no_longer_want(to_bot(1)));
    net.finish();
}

#[test]
fn who_goes_without_a_majority_of_the_others_present_holds_the_table_up() {
    let mut net = Net::players(4);
    net.crash(3);
    net.crash(2);
    (0..2).for_each(|peer| net.want(peer, to_bot(3)).expect("possible"));
    net.wait(30_000);
    assert_eq!(net.voters(0), [0, 1, 2, 3], "two of four decide nothing, not even who counts");
}

#[test]
fn everybody_is_told_who_counts_now() {
    let mut net = Net::players(3);
    net.leave(2).expect("at the table");
    net.come_back(2).expect("a bot holds its seat");
    net.wait(1_000);
    for peer in 0..3 {
        let told: Vec<usize> = net.peers[peer]
            .events
            .iter()
            .filter_map(|event| match event {
                ProtocolEvent::Voters(voters) => Some(voters.len()),
                _ => None,
            })
            .collect();
        assert_eq!(told, [2, 3], "peer {peer}");
    }
}

#[test]
fn a_stand_in_plays_and_its_player_keeps_the_vote() {
    let mut net = Net::players(3);
    (1..3).for_each(|peer| net.want(peer, Change::StandIn { seat: 0 }).expect("possible"));
    net.wait(1_000);
    assert_eq!(net.live(0).holders()[0], Holder::StandIn);
    assert_eq!(net.voters(0), [0, 1, 2]);
    assert!(matches!(net.live(0).log()[2].core.body, Body::Auto { seat: 0, stand_in: true, .. }));
    assert_eq!(net.act(0, 3), Err(ActError::NotYourTurn));
    // Without seat 2 the head of the player who does not play is what makes a majority.
    net.crash(2);
    net.act(1, 3).expect("its turn");
    net.wait(1_000);
    assert!(matches!(net.live(1).log()[3].core.body, Body::Move { seat: 1, .. }));
    (0..2).for_each(|peer| net.want(peer, to_bot(2)).expect("possible"));
    net.wait(3_000);
    assert_eq!(net.voters(0), [0, 1], "and so does its vote");
    net.come_back(0).expect("a bot holds its seat");
    net.wait(2_000);
    assert_eq!(net.live(1).holders()[0], Holder::Player);
    net.finish();
}

#[test]
fn one_after_the_other_leaves_until_one_is_left_who_plays_on() {
    for count in [2, 3, 4, 6] {
        let mut net = Net::players(count);
        for peer in (1..count).rev() {
            net.leave(peer).expect("at the table");
            net.wait(500);
            assert!(net.live(peer).may_go(net.now), "{peer} of {count}: {}", net.live(peer).explain());
            net.crash(peer);
            assert_eq!(net.voters(0).len(), peer, "{peer} of {count}");
        }
        assert_eq!(net.leave(0), Err(ActError::BadChange), "somebody must be left to play");
        net.finish();
        assert_eq!(net.live(0).evidence().count(), 0);
    }
}

#[test]
fn who_leaves_stays_until_enough_of_the_others_know() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.leave(0).expect("at the table");
    net.wait(5 * FAREWELL_MILLIS);
    assert!(!net.live(0).may_go(net.now), "nobody has heard of it");
    net.cut(1, 2);
    net.link(0, 1);
    net.wait(1_000);
    assert_eq!(net.voters(0), [1, 2], "its removal is final");
    assert!(!net.has_event(2, |event| *event == ProtocolEvent::Leaving(0)));
    assert!(!net.live(0).may_go(net.now), "but only one of the two who count knows");
    net.heal_all();
    net.wait(1_000);
    assert!(net.live(0).may_go(net.now));
    net.crash(0);
    net.finish();
}

#[test]
fn who_only_catches_up_with_a_removal_shows_that_it_knows_of_it() {
    let mut net = Net::players(3);
    net.isolate(2);
    net.act(0, 3).expect("its turn");
    net.leave(0).expect("at the table");
    net.wait(300);
    assert_eq!(net.voters(0), [1, 2], "its removal is final");
    assert!(!net.live(0).may_go(net.now), "but only one of the two who count knows");
    net.heal_all();
    net.wait(1_200);
    assert!(net.live(0).may_go(net.now), "and long before its patience is over");
}

#[test]
fn who_leaves_does_not_stay_for_ever() {
    let mut net = Net::players(3);
    net.censor = Some(Box::new(|from, to, message| {
        let by = |voter| matches!(message, Message::Head(head) if head.voter == voter);
        to == 0 && (from == 2 || by(2))
    }));
    net.leave(0).expect("at the table");
    assert_eq!(net.voters(0), [1, 2], "its removal is final");
    assert!(!net.live(0).may_go(net.now), "but only one of two has shown that it knows");
    net.wait(FAREWELL_MILLIS);
    assert!(net.live(0).may_go(net.now));
}

#[test]
fn what_a_removed_player_says_counts_for_nothing() {
    let mut net = Net::players(4);
    net.isolate(3);
    (0..3).for_each(|peer| net.want(peer, to_bot(3)).expect("possible"));
    net.wait(1_000);
    assert_eq!(net.voters(0), [0, 1, 2]);
    // Two of the three are needed for a move, and for another removal; the one who was removed is neither.
    for peer in 0..3 {
        net.isolate(peer);
    }
    net.act(0, 3).expect("its turn");
    let sent = net.live(0).sent().expect("acknowledged").core.clone();
    let now = net.now;
    net.live_mut(0).handle_connected(now, crate::net::key(3));
    let head = Message::Head(head_for(&net, 3, 0, &sent));
    net.say(3, 0, &head);
    assert_eq!(net.live(0).log().len(), 2, "{}", net.live(0).explain());
    net.live_mut(1).handle_connected(now, crate::net::key(3));
    net.want(1, to_bot(2)).expect("possible");
    let removal = change_core(&net, 1, to_bot(2));
    let vote = backed(vote_for(&net, 3, 1, &removal, None), &[]);
    net.say(3, 1, &vote);
    let head = Message::Head(head_for(&net, 3, 1, &removal));
    net.say(3, 1, &head);
    net.wait(3_000);
    assert_eq!(net.live(1).log().len(), 2);
    assert!(net.live(1).sent().is_none());
    assert_eq!(net.act(3, 3), Err(ActError::NotYourTurn), "it has not heard of its removal yet");
    net.user(1, |live, _| live.no_longer_want(to_bot(2)));
    net.heal_all();
    net.wait(10_000);
    assert_eq!(net.want(3, to_bot(2)), Err(ActError::NotCounted));
    assert_eq!(net.leave(3), Err(ActError::NotCounted));
}

#[test]
fn a_return_gives_the_vote_back() {
    let mut net = Net::players(4);
    net.leave(3).expect("at the table");
    net.wait(500);
    net.come_back(3).expect("a bot holds its seat");
    net.wait(500);
    assert_eq!(net.voters(0), [0, 1, 2, 3]);
    net.isolate(1);
    net.isolate(2);
    net.act(0, 3).expect("its turn");
    net.wait(3_000);
    let len = net.live(0).log().len();
    assert!(net.live(0).sent().is_some(), "two of four again are no majority");
    net.link(0, 1);
    net.wait(1_000);
    assert_eq!(net.live(0).log().len(), len + 1, "with its head three are");
}

/// Who comes and goes without end could keep a table busy with nothing else.
#[test]
fn the_ninth_return_waits_for_a_vote() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    for round in 0..MAX_RETURNS {
        net.leave(0).expect("at the table");
        net.wait(500);
        net.come_back(0).expect("a bot holds its seat");
        net.wait(500);
        assert_eq!(net.voters(1), [0, 1, 2], "return {}", round + 1);
    }
    net.leave(0).expect("at the table");
    net.wait(500);
    net.come_back(0).expect("a bot holds its seat");
    net.wait(5_000);
    assert_eq!(net.voters(1), [1, 2], "by itself it happened often enough");
    net.want(1, to_player(0)).expect("possible");
    net.want(2, to_player(0)).expect("possible");
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1, 2]);
    net.finish();
}

#[test]
fn a_proven_liar_does_not_return_by_itself() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    let head = |entry: u8| {
        let says = Head {
            index: 9,
            round: 0,
            entry: Hash([entry; 32]),
            state: Hash([0; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(0), &net.contract.table(), 0, says)
    };
    let evidence = Evidence::TwoHeads(head(1), head(2));
    net.say(1, 2, &Message::Evidence(evidence.clone()));
    net.say(2, 1, &Message::Evidence(evidence));
    net.leave(0).expect("at the table");
    net.wait(500);
    assert_eq!(net.voters(1), [1, 2]);
    net.come_back(0).expect("a bot holds its seat");
    net.wait(5_000);
    assert_eq!(net.voters(1), [1, 2], "the others are asked");
    net.want(1, to_player(0)).expect("possible");
    net.want(2, to_player(0)).expect("possible");
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1, 2], "and may have it so");
}

#[test]
fn a_wish_is_passed_on_once_and_that_of_somebody_unknown_is_no_offence() {
    let mut net = Net::players(6);
    (2..6).for_each(|peer| net.crash(peer));
    net.wait(2_000);
    let (table, now) = (net.contract.table(), net.now);
    net.live_mut(1).handle_connected(now, key(3));
    net.drain(1);
    let leave = |voter| Message::Leave(Signed::new(&identity(3), &table, voter, Leave { since: 0 }));
    let back =
        |voter| Message::Return(Signed::new(&identity(3), &table, voter, Return { since: 0, life: 0 }));
    net.traffic.clear();
    for _ in 0..20 {
        net.say(3, 1, &leave(3));
        // Perhaps it was admitted at an entry that is still unknown here.
        net.say(3, 1, &leave(12));
        net.say(3, 1, &back(12));
    }
    net.settle();
    let passed = |(from, _, message): &&(usize, usize, Message)| *from == 1 && *message == leave(3);
    assert_eq!(net.traffic.iter().filter(passed).count(), 1);
    let leaving = net.peers[1].events.iter().filter(|event| **event == ProtocolEvent::Leaving(3));
    assert_eq!(leaving.count(), 1);
    assert!(!net.has_event(1, |event| matches!(event, ProtocolEvent::Drop { .. })));
}

#[test]
fn what_a_user_wants_of_others_is_still_wanted_when_somebody_has_left() {
    let mut net = Net::players(5);
    net.want(0, to_bot(4)).expect("possible");
    net.leave(3).expect("at the table");
    net.wait(3_000);
    assert_eq!(net.voters(0), [0, 1, 2, 4]);
    (1..3).for_each(|peer| net.want(peer, to_bot(4)).expect("possible"));
    net.wait(5_000);
    assert_eq!(net.voters(0), [0, 1, 2], "three of four want it");
}

#[test]
fn who_was_removed_acknowledges_nothing_from_its_removal_on() {
    let mut net = Net::players(4);
    net.leave(3).expect("at the table");
    net.wait(2_000);
    assert_eq!(net.voters(0), [0, 1, 2]);
    let removal = u32::try_from(net.live(0).log().len()).expect("few");
    net.play(0, 3);
    net.wait(1_000);
    let late = net.traffic.iter().filter(|(from, _, message)| {
        *from == 3 && matches!(message, Message::Head(head) if head.voter == 3 && head.says.index > removal)
    });
    assert_eq!(late.count(), 0);
}

/// All but peer 0 decide about a change, and it hears of it.
fn others_decide(net: &mut Net, change: Change) {
    let core = change_core(net, 0, change);
    let entry = certified(net, &[1, 2, 3], 2, change, None);
    net.say(1, 0, &entry);
    for voter in [1, 2] {
        net.say(usize::from(voter), 0, &Message::Head(head_for(net, voter, 2, &core)));
    }
    assert_eq!(net.live(0).log().last().map(|entry| &entry.core), Some(&core));
}

/// The wishes that peer 0 has, as it tells somebody who watches.
fn wishes(net: &mut Net, of: fn(&Status) -> Voters) -> Vec<Voter> {
    net.traffic.clear();
    net.wait(600);
    let told = net.traffic.iter().rev().find_map(|(from, _, message)| match message {
        Message::Status(status) if *from == 0 => Some(of(status)),
        _ => None,
    });
    told.expect("a status").iter().collect()
}

fn watched() -> Net {
    let mut net = Net::players(4);
    net.join(WATCHER);
    alone_among_others(&mut net);
    net.link(0, WATCHER);
    net.settle();
    net
}

#[test]
fn a_wish_to_leave_is_kept_whatever_is_decided_about_others_until_its_voter_has_another_place() {
    let mut net = watched();
    let wish = Signed::new(&identity(3), &net.contract.table(), 3, Leave { since: 0 });
    net.say(3, 0, &Message::Leave(wish));
    for (change, kept) in
        [(Change::StandIn { seat: 1 }, vec![3]), (to_bot(2), vec![3]), (Change::StandIn { seat: 3 }, vec![])]
    {
        others_decide(&mut net, change);
        assert_eq!(wishes(&mut net, |status| status.leaves), kept, "after {change:?}");
    }
}

#[test]
fn a_wish_to_return_is_kept_whatever_is_decided_about_others_until_its_seat_has_another_place() {
    let mut net = watched();
    others_decide(&mut net, Change::StandIn { seat: 3 });
    let since = u32::try_from(net.live(0).log().len()).expect("few");
    let wish = Signed::new(&identity(3), &net.contract.table(), 3, Return { since, life: 0 });
    net.say(3, 0, &Message::Return(wish));
    for (change, kept) in [(Change::StandIn { seat: 1 }, vec![3]), (to_bot(3), vec![])] {
        others_decide(&mut net, change);
        assert_eq!(wishes(&mut net, |status| status.returns), kept, "after {change:?}");
    }
    net.traffic.clear();
    net.wait(2_000);
    let agrees = |message: &Message| matches!(message, Message::Vote(backed) if backed.vote.voter == 0);
    assert!(!net.traffic.iter().any(|(_, _, message)| agrees(message)), "who is removed asks anew");
}
