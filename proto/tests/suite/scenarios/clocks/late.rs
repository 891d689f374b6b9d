//! Moves that come when the time has run out, for some or for all.

use std::rc::Rc;

use whistlestop_proto::contract::{Contract, DrawMode};
use whistlestop_proto::entry::Body;
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::Rules;

use super::{MOVE, late_move, says_nothing_about_its_flag};
use crate::net::{Net, contract, key};
use crate::sim::toy::Toy;

/// The time is up for seat 1 alone: seat 2 has not heard all, and seat 0 does not say so.
fn half_up() -> Net {
    let mut net = Net::with_clock(3, MOVE, 2);
    net.censor = Some(Box::new(|from, to, message| {
        says_nothing_about_its_flag(from, message) || (to == 2 && matches!(message, Message::Reading(_)))
    }));
    net.wait(6_500);
    assert_eq!(net.lens(), [1; 3], "one of three decides nothing");
    assert!(net.has_event(1, |event| matches!(event, ProtocolEvent::TimeUp { seat: 0, .. })));
    assert!(!net.has_event(2, |event| matches!(event, ProtocolEvent::TimeUp { .. })));
    net
}

#[test]
fn who_saw_the_time_run_out_gives_way_to_a_move_that_another_voter_has_acknowledged() {
    let mut net = half_up();
    let entry = Message::Entry(Box::new(late_move(&net)));
    net.say(0, 1, &entry);
    net.settle();
    let head = net.traffic.iter().any(|(from, _, message)| {
        *from == 1 && matches!(message, Message::Head(head) if head.says.index == 2)
    });
    assert!(!head && net.live(1).sent().is_none(), "it came too late, as far as seat 1 has counted");
    net.say(0, 2, &entry);
    net.wait(5_000);
    assert!(matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }), "seat 2 had it in time");
}

/// Of four no three are left who would rather have it otherwise: those who saw the time run out must give way, or nothing
/// would ever be decided.
#[test]
fn of_four_two_who_saw_the_time_run_out_give_way_to_the_one_who_had_the_move_in_time() {
    let mut net = Net::with_clock(4, MOVE, 2);
    net.censor = Some(Box::new(|from, to, message| {
        says_nothing_about_its_flag(from, message) || (to == 3 && matches!(message, Message::Reading(_)))
    }));
    net.wait(6_500);
    assert_eq!(net.lens(), [1; 4]);
    for peer in [1, 2] {
        assert!(net.has_event(peer, |event| matches!(event, ProtocolEvent::TimeUp { seat: 0, .. })));
    }
    net.say(0, 3, &Message::Entry(Box::new(late_move(&net))));
    net.wait(8_000);
    for peer in [1, 2, 3] {
        assert!(matches!(net.live(peer).log()[1].core.body, Body::Move { seat: 0, .. }), "peer {peer}");
    }
}

/// Nobody has voted yet when the move comes, as the stand-in still thinks.
#[test]
fn a_move_that_comes_when_the_time_has_run_out_for_all_others_is_not_acknowledged() {
    let contract = Contract { clock: MOVE, ..contract(&[true; 3], DrawMode::Fresh) };
    let mut genesis = Toy::new(3, 3);
    genesis.worked_out = Some(Rc::default());
    let mut net = Net::of(contract, genesis);
    net.heal_all();
    net.settle();
    net.wait(6_500);
    net.crash(0);
    let entry = Message::Entry(Box::new(late_move(&net)));
    for peer in [1, 2] {
        assert_eq!(net.live(peer).bot_to_move(), Some((0, true)), "its time is up");
        let now = net.now;
        net.live_mut(peer).handle_connected(now, key(0));
        net.say(0, peer, &entry);
        assert!(net.live(peer).sent().is_none());
    }
    for peer in [1, 2] {
        let state = net.live(peer).rules().state_hash();
        net.live(peer).rules().worked_out.as_ref().expect("slow").borrow_mut().insert(state);
        net.user(peer, Lockstep::handle_auto_known);
    }
    net.wait(3_000);
    for peer in [1, 2] {
        assert!(matches!(net.live(peer).log()[1].core.body, Body::TimeUp { seat: 0, .. }), "peer {peer}");
    }
}

#[test]
fn a_move_that_only_its_mover_acknowledged_comes_too_late_once_the_time_ran_out_for_a_majority() {
    let mut net = Net::with_clock(3, MOVE, 2);
    // The two do not hear each other say so before the move is there.
    net.censor = Some(Box::new(|_, _, message| {
        matches!(message, Message::Vote(_) | Message::Head(_) | Message::Entry(_))
    }));
    net.wait(6_500);
    assert_eq!(net.lens(), [1; 3]);
    let entry = Message::Entry(Box::new(late_move(&net)));
    net.crash(0);
    for peer in [1, 2] {
        let now = net.now;
        net.live_mut(peer).handle_connected(now, key(0));
        net.say(0, peer, &entry);
    }
    net.censor = None;
    net.wait(4_000);
    for peer in [1, 2] {
        let body = &net.live(peer).log()[1].core.body;
        assert!(matches!(body, Body::TimeUp { seat: 0, .. }), "{body:?}");
        assert_eq!(net.live(peer).evidence().count(), 0, "to be late is no lie");
    }
}

#[test]
fn where_two_count_the_flag_needs_the_program_of_whose_it_is() {
    let mut net = Net::with_clock(2, MOVE, 2);
    net.wait(6_500);
    assert!(matches!(net.live(1).log()[1].core.body, Body::TimeUp { seat: 0, .. }), "an honest one agrees");

    let mut net = Net::with_clock(2, MOVE, 2);
    net.censor = Some(Box::new(|from, _, message| says_nothing_about_its_flag(from, message)));
    net.wait(60_000);
    assert_eq!(net.lens(), [1; 2], "a changed one can refuse");
    assert!(net.has_event(1, |event| *event == ProtocolEvent::TimeUp { seat: 0, needs_own: true }));
    net.say(0, 1, &Message::Entry(Box::new(late_move(&net))));
    net.wait(5_000);
    assert!(
        matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }),
        "and is not waited for in vain"
    );
}

#[test]
fn whose_own_program_sees_the_time_run_out_moves_no_more_at_this_turn() {
    let mut net = Net::with_clock(3, MOVE, 2);
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Vote(_))));
    net.wait(6_000);
    assert_eq!(net.act(0, 9), Err(ActError::TimeUp));
    net.censor = None;
    net.wait(2_000);
    net.act(1, 9).expect("its turn");
    net.act(2, 9).expect("its turn");
    net.act(0, 9).expect("and its own again");
}
