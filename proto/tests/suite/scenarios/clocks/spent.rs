//! What is spent, and what is not; and that it stays so, whatever happens to the peers.

use std::rc::Rc;

use whistlestop_proto::contract::{Contract, DrawMode, TimeControl};
use whistlestop_proto::entry::{Body, Change};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::limits::OVERTIME_MILLIS;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;

use super::{GAME, MOVE, is_about, left};
use crate::net::{Net, contract};
use crate::sim::toy::Toy;

#[test]
fn time_spent_survives_the_restart_of_one_and_of_all() {
    let mut net = Net::with_clock(3, GAME, 3);
    net.wait(20_000);
    net.act(0, 3).expect("its turn");
    net.wait(12_000);
    let (zero, one) = (42_000, 48_000);
    assert!((0..3).all(|peer| is_about(left(&net, peer, 0), zero) && is_about(left(&net, peer, 1), one)));
    for peer in 0..3 {
        net.crash(peer);
        net.restart(peer);
        net.wait(1_000);
    }
    let check = |net: &Net, used: u32| {
        for peer in 0..3 {
            let (zero_left, one_left) = (left(net, peer, 0), left(net, peer, 1));
            assert!(is_about(zero_left, zero), "peer {peer}: {zero_left}");
            // Half a second of each start is not counted, and what was not written down yet.
            let near = one_left >= one - used - 500 && one_left <= one - used + 4_500;
            assert!(near, "peer {peer}: {one_left} of {}", one - used);
        }
    };
    check(&net, 3_000);
    (0..3).for_each(|peer| net.crash(peer));
    (0..3).for_each(|peer| net.restart(peer));
    net.wait(2_000);
    check(&net, 5_000);
    net.finish();
}

/// Else whoever starts its program again and again would have more time.
#[test]
fn who_is_started_again_is_told_what_it_has_said_itself() {
    let mut net = Net::with_clock(3, TimeControl::EachGame { seconds: 6_400, increment: 0 }, 3);
    net.wait(9_000);
    net.crash(0);
    net.restart(0);
    net.wait(1_000);
    assert!(
        (0..3).all(|peer| left(&net, peer, 0) < 6_392_500),
        "{:?}",
        [0, 1, 2].map(|peer| left(&net, peer, 0))
    );
}

#[test]
fn whose_move_waits_for_the_others_uses_no_time() {
    let mut net = Net::with_clock(4, MOVE, 2);
    net.wait(1_000);
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_) | Message::Vote(_))));
    net.act(0, 3).expect("its turn");
    net.wait(20_000);
    assert_eq!(net.lens(), [1; 4]);
    for peer in 0..4 {
        assert!(left(&net, peer, 0) > 3_500 && !net.live(peer).time_of(0).expect("a clock").is_running);
    }
    net.censor = None;
    net.wait(3_000);
    assert!(matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }));
}

#[test]
fn who_has_lost_its_disk_learns_from_the_others_how_much_time_is_spent() {
    for count in [2, 3] {
        let mut net = Net::with_clock(count, GAME, 3);
        net.wait(20_000);
        net.act(0, 3).expect("its turn");
        net.wait(15_000);
        net.crash(1);
        net.join(1);
        net.heal_all();
        net.wait(12_000);
        assert!(net.has_event(1, |event| matches!(event, ProtocolEvent::Recovered { .. })));
        let found = [0, 1].map(|seat| left(&net, 1, seat));
        assert!(found[0] < 44_000 && found[1] < 48_000, "{found:?}");
        assert!(found[1] > 30_000, "it was not heard while it was gone: {found:?}");
    }
}

#[test]
fn a_take_back_gives_the_time_back_that_there_was() {
    let mut net = Net::with_clock(3, GAME, 3);
    net.wait(10_000);
    net.act(0, 3).expect("its turn");
    net.wait(10_000);
    for peer in 0..3 {
        net.want(peer, Change::TakeBack { to: 1 }).expect("possible");
    }
    net.wait(1_000);
    assert_eq!(net.turn(0), ToMove::Seat(0));
    for peer in 0..3 {
        assert!(is_about(left(&net, peer, 0), 60_000) && is_about(left(&net, peer, 1), 60_000));
    }
}

#[test]
fn draws_and_bots_cost_nobody_time() {
    let seats = [true, false, true];
    let contract = Contract { clock: GAME, ..contract(&seats, DrawMode::Fresh) };
    let mut genesis = Toy::new(3, 3);
    genesis.worked_out = Some(Rc::default());
    let mut net = Net::of(contract, genesis);
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Reveal(_))));
    net.heal_all();
    net.settle();
    net.wait(30_000);
    assert_eq!(net.turn(0), ToMove::Chance);
    net.censor = None;
    net.wait(1_000);
    net.act(0, 3).expect("its turn");
    net.wait(30_000);
    assert_eq!(net.turn(0), ToMove::Seat(1), "the bot thinks");
    assert_eq!(net.live(0).bot_to_move(), Some((1, false)));
    assert!([0, 2].iter().all(|seat| left(&net, 0, *seat) >= 59_000));
    assert_eq!(net.live(0).time_of(1), None, "a bot has no clock");
}

#[test]
fn whose_time_for_the_game_is_up_plays_on_quickly() {
    let clock = TimeControl::EachGame { seconds: 8, increment: 0 };
    let mut net = Net::with_clock(3, clock, 3);
    net.wait(10_000);
    assert!(matches!(net.live(1).log()[1].core.body, Body::TimeUp { seat: 0, .. }));
    net.act(1, 3).expect("its turn");
    net.act(2, 3).expect("its turn");
    assert_eq!(left(&net, 1, 0), OVERTIME_MILLIS);
    net.wait(8_000);
    net.act(0, 3).expect("it plays its next turn itself");
    assert!(matches!(net.live(1).log()[5].core.body, Body::Move { seat: 0, .. }), "{:?}", net.lens());
}

#[test]
fn a_change_of_seats_in_the_middle_of_a_turn_does_not_begin_it_anew() {
    let mut net = Net::with_clock(4, GAME, 3);
    net.wait(20_000);
    net.leave(3).expect("at the table");
    net.wait(5_000);
    assert_eq!(net.voters(0), [0, 1, 2]);
    assert!((0..3).all(|peer| is_about(left(&net, peer, 0), 35_000)));
}
