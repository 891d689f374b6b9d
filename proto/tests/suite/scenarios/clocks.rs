//! Whose time is up has one move made by the stand-in; and nobody else.

mod late;
mod spent;

use std::rc::Rc;

use whistlestop_proto::contract::{Contract, DrawMode, SeatNumber, TimeControl};
use whistlestop_proto::entry::{Body, Change, Core, Entry, Holder, Proof};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::limits::{AWAY_MILLIS, MAX_OFFENCES, MAX_READINGS};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Backed, Message};
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::statement::{Reading, Signed, Vote};
use whistlestop_proto::verify::verify_log;

use crate::net::{Net, contract, identity};
use crate::sim::toy::Toy;

const MOVE: TimeControl = TimeControl::EachMove { seconds: 5 };
const GAME: TimeControl = TimeControl::EachGame { seconds: 60, increment: 2 };

/// The stand-in's move for whoever is to move.
fn time_up(net: &Net, by: usize) -> Core {
    let live = net.live(by);
    let mut rules = live.rules().clone();
    let ToMove::Seat(seat) = rules.turn() else { unreachable!("a seat is to move") };
    let payload = rules.auto(seat, true);
    rules.apply(seat, &payload).expect("the bot's move");
    let last = live.log().last().expect("it has begun");
    Core {
        index: last.core.index + 1,
        prev: last.hash(),
        body: Body::TimeUp { seat, payload },
        state: rules.state_hash(),
    }
}

/// A voter says that the time of whoever is to move is up.
fn flag(net: &Net, voter: Voter) -> Message {
    let core = time_up(net, 0);
    let Body::TimeUp { seat, .. } = core.body else { unreachable!("it is made so") };
    let says = Vote {
        index: core.index,
        round: 1,
        entry: core.hash(),
        change: Some(Change::TimeUp { seat }),
        acked: None,
        life: 0,
        lost: Voters::NONE,
    };
    let vote = Signed::new(&identity(usize::from(voter)), &net.live(0).table(), voter, says);
    Message::Vote(Box::new(Backed { vote, support: Vec::new() }))
}

fn reading(net: &Net, voter: Voter, used: u32, left: &[u32]) -> Message {
    let index = net.live(0).log().len() + 1;
    let says = Reading { index: u32::try_from(index).expect("few"), life: 0, used, left: left.to_vec() };
    Message::Reading(Signed::new(&identity(usize::from(voter)), &net.live(0).table(), voter, says))
}

/// A move of seat 0 as a changed program would still make it.
fn late_move(net: &Net) -> Entry {
    let mut rules = net.live(1).rules().clone();
    rules.apply(0, &[9]).expect("legal");
    let last = net.live(1).log().last().expect("it has begun");
    let body = Body::Move { seat: 0, payload: vec![9] };
    let core = Core { index: last.core.index + 1, prev: last.hash(), body, state: rules.state_hash() };
    core.sign(&identity(0), &net.live(1).table(), 0)
}

fn left(net: &Net, by: usize, seat: SeatNumber) -> u32 {
    net.live(by).time_of(seat).expect("there is a clock").left_millis
}

fn is_about(time: u32, expected: u32) -> bool {
    time.abs_diff(expected) <= 1_500
}

/// What a program does not say that was changed so that it never agrees that its own time is up.
fn says_nothing_about_its_flag(from: usize, message: &Message) -> bool {
    from == 0 && matches!(message, Message::Vote(_) | Message::Head(_) | Message::Entry(_))
}

#[test]
fn a_time_that_is_up_is_one_move_of_the_stand_in_and_the_seat_keeps_its_vote_and_its_next_turn() {
    let mut net = Net::with_clock(3, MOVE, 2);
    net.wait(4_500);
    assert_eq!(net.lens(), [1; 3], "it has time left");
    net.wait(2_500);
    assert_eq!(net.lens(), [2; 3]);
    let entry = net.live(1).log()[1].clone();
    assert!(matches!(entry.core.body, Body::TimeUp { seat: 0, .. }), "{entry:?}");
    assert!(matches!(&entry.proof, Proof::Certified(certificate) if certificate.votes.len() >= 2));
    assert_eq!(net.voters(1), [0, 1, 2]);
    assert_eq!(net.live(1).holders(), [Holder::Player; 3]);
    assert!(net.has_event(0, |event| *event == ProtocolEvent::TimeUp { seat: 0, needs_own: false }));
    for seat in [1, 2, 0] {
        assert!(is_about(left(&net, seat, 0), 5_000));
        net.act(seat, 3).expect("its turn");
    }
    net.finish();
    let live = net.live(2);
    let accessions: Vec<_> = live.accessions().cloned().collect();
    verify_log(&net.contract, &accessions, live.log(), &net.genesis).expect("it can be checked");
}

#[test]
fn without_a_clock_nobody_has_to_hurry_and_nothing_is_said_about_time() {
    let mut net = Net::players(3);
    net.wait(600_000);
    assert_eq!(net.lens(), [1; 3]);
    assert!(!net.traffic.iter().any(|(_, _, message)| matches!(message, Message::Reading(_))));
    assert_eq!(net.live(0).time_of(0), None);
    assert!(net.want(1, Change::TimeUp { seat: 0 }).is_err());
    let core = time_up(&net, 1);
    let entry = Entry { core, proof: Proof::Itself };
    net.say(2, 1, &Message::Entry(Box::new(entry)));
    net.say(2, 1, &flag(&net, 2));
    net.say(0, 1, &flag(&net, 0));
    net.wait(5_000);
    assert_eq!(net.lens(), [1; 3]);
}

#[test]
fn nobody_can_wish_that_a_time_is_up() {
    let mut net = Net::with_clock(3, MOVE, 2);
    for peer in 0..3 {
        assert_eq!(net.want(peer, Change::TimeUp { seat: 0 }), Err(ActError::BadChange));
    }
}

#[test]
fn who_is_not_heard_loses_no_time_and_is_named_as_away() {
    let mut net = Net::with_clock(3, MOVE, 2);
    net.wait(1_000);
    net.isolate(0);
    net.wait(60_000);
    assert_eq!(net.lens(), [1; 3]);
    assert!(net.live(1).is_away(0));
    assert!((1..3).all(|peer| left(&net, peer, 0) > 3_500));
    assert!(left(&net, 0, 0) >= 1_500, "nor by its own count, once it sees that nobody hears it");
    net.heal_all();
    net.wait(1_000);
    net.act(0, 9).expect("it has time left");
    assert!(matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }));
}

/// A changed program could else stop its clock by saying everything but that it is its turn.
#[test]
fn who_does_not_say_that_it_is_its_turn_is_named_as_away_whatever_else_it_says() {
    let mut net = Net::with_clock(3, GAME, 2);
    net.censor = Some(Box::new(|from, _, message| from == 0 && matches!(message, Message::Reading(_))));
    net.wait(AWAY_MILLIS + 1_500);
    assert!(net.live(1).is_away(0) && net.live(2).is_away(0));
    assert!(left(&net, 1, 0) > 59_000);
    net.censor = None;
    net.wait(1_000);
    assert!(!net.live(1).is_away(0));
    assert!(net.has_event(1, |event| *event == ProtocolEvent::Back(0)));
}

#[test]
fn an_hour_of_sleep_or_a_clock_that_jumps_is_no_more_than_two_statuses() {
    let mut net = Net::with_clock(3, MOVE, 2);
    net.wait(1_000);
    net.now += 3_600_000;
    net.wait(500);
    assert_eq!(net.lens(), [1; 3]);
    assert!(
        (0..3).all(|peer| left(&net, peer, 0) >= 2_400),
        "{:?}",
        [0, 1, 2].map(|peer| left(&net, peer, 0))
    );
    net.act(0, 9).expect("it has time left");
    assert!(matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }));
}

#[test]
fn a_liar_that_says_that_a_time_is_up_fells_nobodys() {
    for count in [3, 4, 5] {
        let mut net = Net::with_clock(count, MOVE, 2);
        // Its own program would take what it hears for another start of its own.
        net.censor = Some(Box::new(|_, to, message| {
            to == 2 && matches!(message, Message::Vote(_) | Message::Reading(_))
        }));
        net.wait(600);
        for to in (0..count).filter(|to| *to != 2) {
            net.say(2, to, &flag(&net, 2));
            net.say(2, to, &reading(&net, 2, u32::MAX, &[]));
        }
        net.wait(2_000);
        assert_eq!(net.lens(), vec![1; count]);
        assert!((0..count).filter(|peer| *peer != 2).all(|peer| left(&net, peer, 0) > 2_000));
        net.act(0, 9).expect("it has time left");
        net.wait(3_000);
        assert!(matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }), "{count}");
    }
}

#[test]
fn a_stand_in_that_thinks_long_makes_the_move_once_it_has_worked_it_out() {
    let contract = Contract { clock: MOVE, ..contract(&[true; 3], DrawMode::Fresh) };
    let mut genesis = Toy::new(3, 3);
    genesis.worked_out = Some(Rc::default());
    let mut net = Net::of(contract, genesis);
    net.heal_all();
    net.settle();
    net.wait(4_000);
    assert_eq!(net.live(1).bot_to_move(), None);
    net.wait(8_000);
    assert_eq!(net.lens(), [1; 3]);
    assert_eq!(net.live(1).bot_to_move(), Some((0, true)));
    for peer in 0..3 {
        let state = net.live(peer).rules().state_hash();
        net.live(peer).rules().worked_out.as_ref().expect("slow").borrow_mut().insert(state);
        net.user(peer, Lockstep::handle_auto_known);
    }
    net.wait(5_000);
    assert!(matches!(net.live(1).log()[1].core.body, Body::TimeUp { seat: 0, .. }));
}

/// Somebody sits at the table and never moves.
#[test]
fn a_game_with_clocks_ends_in_time_though_one_player_has_fallen_asleep() {
    for (clock, within) in [(MOVE, 60_000), (TimeControl::EachGame { seconds: 20, increment: 0 }, 90_000)] {
        for count in [2, 3, 4] {
            let mut net = Net::with_clock(count, clock, 3);
            let begun = net.now;
            while !net.live(1).is_over() {
                assert!(net.now < begun + within, "{}", net.live(1).explain());
                if let ToMove::Seat(seat) = net.turn(1)
                    && seat != 0
                {
                    net.act(usize::from(seat), 3).expect("its turn");
                }
                net.wait(500);
            }
            net.assert_one_table();
        }
    }
}

#[test]
fn without_a_direct_link_a_seat_is_heard_through_others() {
    let mut net = Net::with_clock(3, MOVE, 2);
    net.cut(0, 2);
    net.censor = Some(Box::new(|from, _, message| says_nothing_about_its_flag(from, message)));
    net.wait(9_000);
    for peer in [1, 2] {
        assert!(net.has_event(peer, |event| matches!(event, ProtocolEvent::TimeUp { seat: 0, .. })));
        assert!(matches!(net.live(peer).log()[1].core.body, Body::TimeUp { seat: 0, .. }));
    }
}

/// Whoever alone passes on what a seat says cannot make its time pass faster by holding it back.
#[test]
fn what_is_passed_on_late_counts_for_no_more_than_the_seat_says_itself() {
    let mut net = Net::with_clock(4, TimeControl::EachMove { seconds: 60 }, 2);
    for other in [2, 3] {
        net.cut(0, other);
    }
    net.wait(1_000);
    net.censor = Some(Box::new(|from, to, message| {
        let held = matches!(message, Message::Reading(reading) if reading.voter == 0);
        (from, to) != (0, 1) && held
    }));
    let before = [2, 3].map(|peer| left(&net, peer, 0));
    // Seat 0 has said ten things within a second of its own, and they come one by one.
    for part in 1..=10 {
        for to in [2, 3] {
            let used = 60_000 - before[to - 2] + 500 + 100 * part;
            let told = reading(&net, 0, used, &[]);
            net.say(1, to, &told);
        }
        net.wait(950);
    }
    for (to, before) in [2, 3].into_iter().zip(before) {
        let spent = before - left(&net, to, 0);
        assert!(spent <= 2_600, "peer {to} has counted {spent} of what was 1,500 at most, and a first step");
    }
}

#[test]
fn readings_that_no_honest_peer_sends_are_offences_and_a_flood_of_them_costs_the_table_nothing() {
    let offends = |net: &mut Net, message: &Message| {
        for _ in 0..MAX_OFFENCES {
            net.say(2, 1, message);
        }
        net.has_event(1, |event| matches!(event, ProtocolEvent::Drop { .. }))
    };
    let mut plain = Net::players(3);
    let message = reading(&plain, 2, 0, &[]);
    assert!(offends(&mut plain, &message), "there is no clock");
    let mut net = Net::with_clock(3, GAME, 3);
    let message = reading(&net, 2, 0, &[60_000; 2]);
    assert!(offends(&mut net, &message), "there are three seats");
    let mut net = Net::with_clock(3, GAME, 3);
    let Message::Reading(good) = reading(&net, 0, 1, &[60_000; 3]) else { unreachable!("it is one") };
    assert!(offends(&mut net, &Message::Reading(Signed { voter: 2, ..good })), "nobody signed it");

    let mut net = Net::with_clock(3, GAME, 3);
    net.wait(600);
    net.traffic.clear();
    for used in 10..200 {
        let message = reading(&net, 2, 1_000 * used, &[60_000; 3]);
        net.inject(2, 1, &whistlestop_proto::codec::encode(&message));
    }
    net.settle();
    assert!(!net.has_event(1, |event| matches!(event, ProtocolEvent::Drop { .. })));
    let kept = (10..200).filter(|used| {
        net.traffic.iter().any(|(from, _, message)| {
            *from == 1 && matches!(message, Message::Reading(reading) if reading.says.used == 1_000 * used)
        })
    });
    assert!(kept.count() <= usize::try_from(MAX_READINGS).expect("few"));
    assert!(left(&net, 1, 0) > 59_000);
}
