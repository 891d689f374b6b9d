//! Bad peers are dropped with a reason, and the table plays on.

use std::cmp::Reverse;
use std::rc::Rc;

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Core, Entry};
use whistlestop_proto::error::DropReason;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::{MAX_FRAME_BYTES, MAX_MOVES, MAX_OFFENCES};
use whistlestop_proto::message::{Dump, Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::Rules;
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Head, Signed, Vote};
use whistlestop_proto::verify::verify_log;

use crate::forge::{backed, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot};

fn dropped(net: &Net, peer: usize, whom: usize) -> Option<DropReason> {
    net.peers[peer].events.iter().find_map(|event| match event {
        ProtocolEvent::Drop { peer, reason } if *peer == key(whom) => Some(reason.clone()),
        _ => None,
    })
}

/// A table of three with somebody who watches.
fn watched() -> Net {
    let mut net = Net::players(3);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    net
}

#[test]
fn who_sends_garbage_is_dropped_with_a_reason() {
    let mut net = watched();
    for length in 0..=u8::try_from(MAX_OFFENCES).expect("few") {
        net.inject(WATCHER, 0, &vec![0xfe; usize::from(length) + 1]);
    }
    let reason = dropped(&net, 0, WATCHER).expect("it is dropped");
    assert_eq!(reason.to_string(), "it sent 8 messages that were malformed or forged");
    net.inject(WATCHER, 1, &vec![0; MAX_FRAME_BYTES + 1]);
    net.isolate(WATCHER);
    net.crash(WATCHER);
    net.finish();
}

#[test]
fn who_forges_signatures_is_dropped_with_a_reason() {
    let mut net = watched();
    for round in 0..MAX_OFFENCES {
        let says =
            Head { index: 2, round, entry: Hash([1; 32]), state: Hash([2; 32]), life: 0, lost: Voters::NONE };
        net.say(WATCHER, 0, &Message::Head(Signed { voter: 1, says, signature: Signature([3; 64]) }));
    }
    assert_eq!(dropped(&net, 0, WATCHER), Some(DropReason::Offences(MAX_OFFENCES)));
    for round in 1..=MAX_OFFENCES {
        let says = Vote {
            index: 2,
            round,
            entry: Hash([1; 32]),
            change: None,
            acked: None,
            life: 0,
            lost: Voters::NONE,
        };
        net.say(WATCHER, 1, &backed(Signed { voter: 0, says, signature: Signature([3; 64]) }, &[]));
    }
    assert_eq!(dropped(&net, 1, WATCHER), Some(DropReason::Offences(MAX_OFFENCES)));
    assert!(net.live(0).evidence().next().is_none(), "and nobody is blamed for what was forged");
    net.crash(WATCHER);
    net.finish();
}

#[test]
fn who_floods_is_dropped_with_a_reason() {
    let mut net = watched();
    let status = codec::encode(&Message::Status(Status::default()));
    for _ in 0..5_000 {
        net.inject(WATCHER, 0, &status);
    }
    assert_eq!(dropped(&net, 0, WATCHER), Some(DropReason::Flood));
    net.settle();
    net.crash(WATCHER);
    net.finish();
}

#[test]
fn a_dropped_link_carries_nothing_any_more() {
    let mut net = watched();
    for _ in 0..MAX_OFFENCES {
        net.inject(WATCHER, 0, &[0xfe]);
    }
    net.traffic.clear();
    net.wait(2_000);
    assert!(net.traffic.iter().all(|(from, to, _)| (*from, *to) != (0, WATCHER)));
    assert!(dropped(&net, 1, WATCHER).is_none(), "the others judge for themselves");
    net.finish();
}

#[test]
fn a_status_with_more_seats_than_any_table_harms_nobody() {
    let mut net = watched();
    let tip = net.live(0).log()[0].hash();
    let many = || vec![0; 5_000];
    let status =
        Status { index: 1, tip, heads: many(), votes: many(), ages_millis: many(), ..Status::default() };
    net.say(WATCHER, 0, &Message::Status(status.clone()));
    net.crash(2);
    net.join(2);
    net.link(2, WATCHER);
    net.settle();
    net.say(WATCHER, 2, &Message::Status(status));
    net.heal_all();
    net.finish();
}

/// Only heads that a majority signed can show that a table has parted, not what some neighbour says.
#[test]
fn a_neighbour_that_claims_another_last_entry_raises_no_alarm() {
    let mut net = watched();
    let status = Status { index: 1, tip: Hash([9; 32]), ..Status::default() };
    net.say(WATCHER, 0, &Message::Status(status));
    assert!(!net.has_event(0, |event| matches!(event, ProtocolEvent::Forked { .. })));
    net.finish();
}

/// Seats that sign twice can part a table. Whoever sees both majorities says so.
#[test]
fn heads_of_a_majority_for_another_entry_show_that_the_table_has_parted() {
    let mut net = watched();
    let says =
        Head { index: 1, round: 0, entry: Hash([9; 32]), state: Hash([9; 32]), life: 0, lost: Voters::NONE };
    let forked =
        |net: &Net| net.has_event(0, |event| matches!(event, ProtocolEvent::Forked { index: 1, .. }));
    for seat in 1..3_u8 {
        assert!(!forked(&net));
        let head = Signed::new(&identity(usize::from(seat)), &net.contract.table(), seat, says);
        net.say(WATCHER, 0, &Message::Head(head));
    }
    assert!(forked(&net));
}

/// The liar's head for the last entry that a peer has sent.
fn liars_head(net: &Net, peer: usize) -> Message {
    let entry = net.live(peer).sent().expect("acknowledged, not final");
    let says = Head {
        index: entry.core.index,
        round: 0,
        entry: entry.hash(),
        state: entry.core.state,
        life: 0,
        lost: Voters::NONE,
    };
    Message::Head(Signed::new(&identity(0), &net.contract.table(), 0, says))
}

/// Of three, the liar belongs to both majorities. One part goes on before the two meet.
#[test]
fn parts_that_have_gone_on_to_different_indices_are_told_by_name_that_the_table_has_parted() {
    let mut net = Net::players(3);
    let live = net.live(0);
    let (prev, before) = (live.log()[0].hash(), live.rules().clone());
    net.crash(0);
    net.split(&[1], &[2]);
    for (peer, amount) in [(1, 4), (2, 5)] {
        let mut rules = before.clone();
        rules.apply(0, &[amount]).expect("legal");
        let body = Body::Move { seat: 0, payload: vec![amount] };
        let core = Core { index: 2, prev, body, state: rules.state_hash() };
        let entry = core.sign(&identity(0), &net.contract.table(), 0);
        net.live_mut(peer).handle_connected(0, key(0));
        net.say(0, peer, &Message::Entry(Box::new(entry)));
        if net.live(peer).log().len() < 2 {
            let head = liars_head(&net, peer);
            net.say(0, peer, &head);
        }
    }
    assert_eq!(net.lens(), [2, 2]);
    net.act(1, 3).expect("its turn");
    let head = liars_head(&net, 1);
    net.say(0, 1, &head);
    assert_eq!(net.lens(), [3, 2], "one part is further");
    let forked = |net: &Net, peer| {
        net.has_event(peer, |event| matches!(event, ProtocolEvent::Forked { index: 2, .. }))
    };
    assert!(!forked(&net, 1) && !forked(&net, 2));
    net.link(1, 2);
    net.wait(2_000);
    assert!(forked(&net, 2), "who is further back sees a chain of a majority that leaves its own out");
    assert!(forked(&net, 1), "who is further on sees heads of a majority for another entry");
    assert_eq!(net.lens(), [3, 2], "nothing final is replaced");
}

/// Each of the others gets another handful of moves, so that no two know the same ones.
#[test]
fn a_seat_that_signs_many_moves_does_not_stall_the_table() {
    let mut net = Net::players(4);
    let live = net.live(0);
    let (prev, before) = (live.log()[0].hash(), live.rules().clone());
    net.isolate(0);
    net.split(&[1], &[2, 3]);
    net.split(&[2], &[3]);
    let mut moves: Vec<_> = (1..=9_u8)
        .map(|amount| {
            let mut rules = before.clone();
            rules.apply(0, &[amount]).expect("legal");
            let body = Body::Move { seat: 0, payload: vec![amount] };
            Core { index: 2, prev, body, state: rules.state_hash() }.sign(
                &identity(0),
                &net.contract.table(),
                0,
            )
        })
        .collect();
    // The highest hash goes to seat 1 alone, first; as many others as a peer keeps go to the rest.
    moves.sort_by_key(|entry| Reverse(entry.hash()));
    let orders = [[0, 1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8, 1]];
    for (peer, order) in (1..).zip(orders) {
        net.link(0, peer);
        net.settle();
        for at in order {
            net.say(0, peer, &Message::Entry(Box::new(moves[at].clone())));
        }
        net.isolate(0);
    }
    net.crash(0);
    net.heal_all();
    net.wait(20_000);
    assert!(net.lens().iter().all(|len| *len >= 2), "{}", net.live(1).explain());
    (1..4).for_each(|peer| assert!(net.live(peer).evidence().any(|(seat, _)| seat == 0)));
}

/// Whoever is bound to one of many moves must find it at the others; a mover's own word makes none worth keeping.
#[test]
fn of_many_moves_of_one_seat_those_are_kept_that_another_has_named() {
    let mut net = Net::players(5);
    net.join(WATCHER);
    net.crash(0);
    let now = net.now;
    for voter in [0, 2, 3] {
        net.crash(voter);
        net.live_mut(1).handle_connected(now, key(voter));
    }
    net.link(1, WATCHER);
    net.settle();
    let moves: Vec<Core> = (1..=9).map(|amount| move_core(&net, 1, 0, amount)).collect();
    let say_move = |net: &mut Net, at: usize| {
        let entry = moves[at].clone().sign(&identity(0), &net.contract.table(), 0);
        net.say(0, 1, &Message::Entry(Box::new(entry)));
    };
    (0..=MAX_MOVES).for_each(|at| say_move(&mut net, at));
    net.say(2, 1, &Message::Head(head_for(&net, 2, 0, &moves[5])));
    net.say(3, 1, &backed(vote_for(&net, 3, 1, &moves[6], None), &[]));
    net.say(0, 1, &Message::Head(head_for(&net, 0, 0, &moves[7])));
    net.say(0, 1, &backed(vote_for(&net, 0, 1, &moves[8], None), &[]));
    (5..9).for_each(|at| say_move(&mut net, at));
    net.traffic.clear();
    net.wait(1_000);
    let kept = net.traffic.iter().rev().find_map(|(from, _, message)| match message {
        Message::Status(status) if *from == 1 => Some(status.candidates.clone()),
        _ => None,
    });
    let expected: Vec<Hash> = (0..MAX_MOVES).chain([5, 6]).map(|at| moves[at].hash()).collect();
    assert_eq!(kept, Some(expected));
}

/// Made up for an index that is long past: checking it costs as much as a true one, so it is an offence.
#[test]
fn who_makes_up_old_moves_is_dropped_with_a_reason() {
    let mut net = watched();
    net.play(0, 5);
    let old = net.live(0).log().iter().find(|entry| matches!(entry.core.body, Body::Move { .. }));
    let mut forged = old.expect("a move").clone();
    forged.core.state = Hash([1; 32]);
    for _ in 0..MAX_OFFENCES / 2 {
        net.say(WATCHER, 0, &Message::Entries(vec![forged.clone(); 2]));
    }
    assert_eq!(dropped(&net, 0, WATCHER), Some(DropReason::Offences(MAX_OFFENCES)));
    assert!(net.live(0).evidence().next().is_none(), "and nobody is blamed for what was forged");
}

/// Anybody may send a dump, and comparing two states takes long.
#[test]
fn who_sends_dumps_without_end_is_not_listened_to() {
    let mut net = watched();
    let cause = net.live(0).log().last().expect("a draw").core.cause();
    let dump = Dump { index: 1, cause, answer: true, fields: net.live(0).rules().dump() };
    let answers = |net: &Net| {
        let answer = |message: &Message| matches!(message, Message::Dump(dump) if !dump.answer);
        net.traffic.iter().filter(|(from, _, message)| *from == 0 && answer(message)).count()
    };
    for _ in 0..100 {
        net.say(WATCHER, 0, &Message::Dump(dump.clone()));
    }
    net.settle();
    assert!((1..=10).contains(&answers(&net)), "{} answers", answers(&net));
    net.wait(2_000);
    let before = answers(&net);
    net.say(WATCHER, 0, &Message::Dump(dump));
    net.settle();
    assert_eq!(answers(&net), before + 1, "who has been quiet for a while is heard again");
}

/// A liar who is to lose its seat votes in one round after the other, faster than the others hear of each other. They
/// must still meet in one of them.
#[test]
fn a_liar_who_races_through_the_rounds_does_not_stall_the_table() {
    let mut net = Net::players(3);
    let table = net.contract.table();
    net.crash(0);
    net.delay_millis = 4;
    let (mut round, mut stored) = (0, 0);
    for peer in [1, 2] {
        net.live_mut(peer).handle_connected(0, key(0));
    }
    for millis in 0..5_000 {
        net.now += 1;
        round += 1;
        let says = Vote {
            index: 2,
            round,
            entry: Hash([1; 32]),
            change: None,
            acked: None,
            life: 0,
            lost: Voters::NONE,
        };
        let vote = codec::encode(&backed(Signed::new(&identity(0), &table, 0, says), &[]));
        net.inject(0, 1, &vote);
        net.inject(0, 2, &vote);
        for peer in [1, 2] {
            let now = net.now;
            if millis == 50 {
                net.live_mut(peer).want(now, to_bot(0)).expect("possible");
            }
            if net.live(peer).poll_timeout() <= now {
                net.live_mut(peer).handle_timeout(now);
            }
            net.drain(peer);
        }
        while net.deliver_one() {}
        stored = net.peers[1].records.len();
        if net.lens().iter().all(|len| *len > 1) {
            break;
        }
    }
    assert!(net.lens().iter().all(|len| *len > 1), "{}", net.live(1).explain());
    assert!(stored < 100, "nor does it fill the disk: {stored} records");
}

/// Slow bots' moves are taken as they stand until heads lie on them, so that anybody can make some up. Whoever does,
/// and is always first, must not keep who is behind from hearing the others out.
#[test]
fn who_makes_up_bots_moves_does_not_keep_a_late_peer_from_catching_up() {
    for true_state in [true, false] {
        let mut net = Net::started(&[true, false, false, false], DrawMode::Seed(5), 20);
        while !net.live(0).is_over() {
            net.act(0, 3).expect("its turn");
        }
        let log = net.live(0).log().to_vec();
        let autos = log.iter().filter(|entry| matches!(entry.core.body, Body::Auto { .. }));
        let forged: Vec<Entry> = autos
            .map(|entry| {
                let mut forged = entry.clone();
                let Body::Auto { payload, .. } = &mut forged.core.body else { unreachable!("a bot's move") };
                if true_state {
                    // The quick bots of the others' build know better; this one's bots are slow.
                    payload[0] = 9;
                    forged.core.state = after(&net, &log, &forged.core.body, entry.core.index);
                } else {
                    forged.core.state.0[0] ^= 1;
                }
                forged
            })
            .collect();
        net.genesis.worked_out = Some(Rc::default());
        net.join(WATCHER);
        let now = net.now;
        net.live_mut(WATCHER).handle_connected(now, key(WATCHER + 1));
        net.link(WATCHER, 0);
        for _ in 0..100 {
            net.now += 100;
            for peer in net.up() {
                let now = net.now;
                net.live_mut(peer).handle_timeout(now);
                net.drain(peer);
            }
            while net.deliver_one() {
                // Whoever sees what is asked for can answer first.
                let Some((WATCHER, 0, Message::Want(index))) = net.traffic.last() else { continue };
                if let Some(entry) = forged.iter().find(|entry| entry.core.index == *index) {
                    let message = codec::encode(&Message::Entries(vec![entry.clone()]));
                    net.inject(WATCHER + 1, WATCHER, &message);
                }
            }
        }
        assert_eq!(net.live(WATCHER).log().len(), log.len(), "true state: {true_state}");
    }
}

/// The state after another body at an index of the log of a seeded game.
fn after(net: &Net, log: &[Entry], body: &Body, index: u32) -> Hash {
    let accessions: Vec<_> = net.live(0).accessions().cloned().collect();
    let place = index as usize - 1;
    let world = verify_log(&net.contract, &accessions, &log[..place], &net.genesis).expect("a true log");
    let mut rules = world.rules;
    let Body::Auto { seat, payload, .. } = body else { unreachable!("a bot's move") };
    rules.apply(*seat, payload).expect("legal");
    rules.state_hash()
}

/// Where bots are quick everybody knows what they do: another payload is a lie even with the right state.
#[test]
fn who_tells_of_another_move_than_the_bots_is_dropped_with_a_reason() {
    let mut net = Net::started(&[true, false], DrawMode::Seed(5), 3);
    net.play(0, 4);
    let mut told = net.live(0).log()[..3].to_vec();
    let Body::Auto { payload, .. } = &mut told[2].core.body else { unreachable!("a bot's move") };
    payload[0] = 1 + payload[0] % 9;
    net.join(WATCHER);
    net.link(WATCHER, 0);
    net.cut(WATCHER, 0);
    net.live_mut(WATCHER).handle_connected(0, key(WATCHER + 1));
    for accession in net.live(0).accessions().cloned().collect::<Vec<_>>() {
        net.say(WATCHER + 1, WATCHER, &Message::Accession(Box::new(accession)));
    }
    for _ in 0..MAX_OFFENCES {
        net.say(WATCHER + 1, WATCHER, &Message::Entries(told.clone()));
    }
    assert_eq!(dropped(&net, WATCHER, WATCHER + 1), Some(DropReason::Offences(MAX_OFFENCES)));
}
