//! Moves are taken back when all players who count sign, never across a draw.

use whistlestop_proto::entry::{Body, Change};
use whistlestop_proto::error::ActError;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::step::Step;

use super::chance::link_of;
use crate::net::{Net, to_bot};

fn back(to: u32) -> Change {
    Change::TakeBack { to }
}

#[test]
fn with_everybodys_consent_the_game_goes_back_and_play_goes_on() {
    let mut net = Net::players(3);
    let before = net.live(0).rules().clone();
    net.act(0, 9).expect("its turn");
    net.act(1, 9).expect("its turn");
    for peer in 0..3 {
        assert_eq!(net.lens(), [3; 3], "not before all agree");
        net.want(peer, back(1)).expect("possible");
    }
    net.wait(500);
    assert_eq!(net.lens(), [4; 3], "taking back is an entry too");
    assert_eq!(*net.live(2).rules(), before);
    assert_eq!(net.turn(1), ToMove::Seat(0));
    net.act(0, 2).expect("its turn again");
    assert_eq!(net.live(1).rules().heaps[0], before.heaps[0] + 2);
    net.finish();
}

#[test]
fn one_seat_that_does_not_agree_is_enough_to_refuse() {
    let mut net = Net::players(3);
    net.act(0, 9).expect("its turn");
    net.want(0, back(1)).expect("possible");
    net.want(2, back(1)).expect("possible");
    net.wait(10_000);
    assert_eq!(net.lens(), [2; 3]);
    net.act(1, 4).expect("seat 1 plays on instead");
    net.wait(10_000);
    assert!(net.live(0).log().iter().all(|entry| !matches!(entry.core.body, Body::Change(_))));
    assert_eq!(net.lens(), [3; 3]);
    net.finish();
}

#[test]
fn nothing_is_taken_back_across_a_draw() {
    let mut net = Net::players(2);
    net.play(0, 2);
    net.wait(500);
    assert_eq!(net.turn(0), ToMove::Seat(0), "entry 4 is a draw");
    assert_eq!(net.lens(), [4, 4]);
    for to in 0..=3 {
        assert_eq!(net.want(0, back(to)), Err(ActError::BadChange), "to {to}");
    }
    net.act(0, 5).expect("its turn");
    for to in 0..=3 {
        assert_eq!(net.want(0, back(to)), Err(ActError::BadChange), "to {to}");
    }
    net.want(0, back(4)).expect("right after the draw");
    net.want(1, back(4)).expect("right after the draw");
    net.wait(500);
    assert_eq!(net.lens(), [6, 6]);
}

#[test]
fn there_is_nothing_to_take_back_to_the_present_or_the_future() {
    let mut net = Net::players(2);
    assert_eq!(net.want(0, back(1)), Err(ActError::BadChange));
    assert_eq!(net.want(0, back(7)), Err(ActError::BadChange));
}

#[test]
fn what_was_taken_back_can_be_taken_back_to_no_more() {
    let mut net = Net::players(3);
    net.act(0, 9).expect("its turn");
    net.act(1, 9).expect("its turn");
    (0..3).for_each(|peer| net.want(peer, back(1)).expect("possible"));
    net.wait(500);
    assert_eq!(net.want(0, back(2)), Err(ActError::BadChange), "entry 2 is no longer part of the game");
    net.finish();
}

/// Links for a draw are out once the move before it is final. A player who has seen the others' and then gets the
/// move back could choose by them: but a draw follows the entry before it, and the same move again is another entry.
#[test]
fn links_that_were_out_when_a_move_was_taken_back_are_not_used() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Reveal(_))));
    net.act(1, 3).expect("its turn");
    assert_eq!(net.turn(1), ToMove::Chance, "both have revealed, and a spy may have seen it");
    let base = net.live(0).log()[2].hash();
    let seen: Vec<_> = (0..2).map(|seat| link_of(&net, (seat, seat), 2, &base)).collect();
    (0..2).for_each(|peer| net.want(peer, back(2)).expect("possible"));
    net.wait(2_000);
    assert_eq!(net.turn(0), ToMove::Seat(1));
    net.censor = None;
    net.act(1, 3).expect("its turn again");
    net.wait(1_000);
    let last = net.live(0).log().last().expect("entries");
    let Body::Draw { number: 2, links, .. } = &last.core.body else { unreachable!("a draw") };
    assert_eq!(links.len(), 2);
    assert!(links.iter().all(|(_, _, link)| !seen.contains(link)), "seat 1 could foresee this draw");
}

/// Whoever keeps the states of the past plays them again from the steps alone.
#[test]
fn the_steps_lead_from_the_start_to_every_state_also_past_take_backs() {
    let mut net = Net::players(3);
    let mut states = vec![net.genesis.clone()];
    net.act(0, 9).expect("its turn");
    net.act(1, 9).expect("its turn");
    (0..3).for_each(|peer| net.want(peer, back(1)).expect("possible"));
    net.wait(500);
    net.finish();
    for peer in 0..3 {
        let live = net.live(peer);
        assert_eq!(live.steps().len(), live.log().len());
        states.truncate(1);
        for (entry, step) in live.log().iter().zip(live.steps()) {
            let mut state = states.last().expect("the start is there").clone();
            match step {
                Step::Back { to } => state = states[to as usize].clone(),
                step => step.play(&mut state).expect("it was legal"),
            }
            assert_eq!(state.state_hash(), entry.core.state, "entry {}", entry.core.index);
            states.push(state);
        }
    }
}

/// One seat has acknowledged what all agreed to, another has gone on to the next round before it heard of that, the
/// third is gone. The first is bound: so the two must be able to take it up again without the third.
#[test]
fn what_all_have_agreed_to_can_be_taken_up_again_without_who_is_gone_since() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.censor = Some(Box::new(|from, to, message| {
        let heard = matches!(message, Message::Vote(backed) if usize::from(backed.vote.voter) == from);
        to == 0 && !(from == 1 && heard)
    }));
    net.want(0, back(1)).expect("possible");
    net.want(2, back(1)).expect("possible");
    net.crash(2);
    net.want(1, back(1)).expect("possible");
    assert!(net.live(1).sent().is_some(), "all have agreed, and it acknowledges that");
    net.wait(4_000);
    assert!(net.live(0).sent().is_none());
    let rounds = net.traffic.iter().filter_map(|(from, _, message)| match message {
        Message::Vote(backed) if *from == 0 => Some(backed.vote.says.round),
        _ => None,
    });
    assert!(rounds.max() > Some(1), "it has given up on the first round");
    net.censor = None;
    net.wait(10_000);
    assert_eq!(net.lens(), [3, 3], "{}", net.live(0).explain());
    net.want(0, to_bot(2)).expect("possible");
    net.want(1, to_bot(2)).expect("possible");
    net.finish();
}
