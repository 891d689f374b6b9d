//! No draw can be tried again. Its base, its number and those who draw are settled by the entry before it; and where
//! three or more draw, nobody is needed for it.
//!
//! In version 1 of the protocol each seat revealed a link that only it could make, a seat that left or returned while
//! chance decided gave the draw another number, and so new links: whoever computed a draw that it did not like from the
//! others' links left, came back, and had another one. All of these scenarios failed there: at the first assertion that
//! compares a draw with the one of a table where nothing happens, or that finds no draw at all.

use whistlestop_proto::entry::{Body, Holder};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::{Owed, ProtocolEvent};
use whistlestop_proto::limits::MAX_OFFENCES;
use whistlestop_proto::message::{Message, Reveal};
use whistlestop_proto::pairs::{Pair, base_point};
use whistlestop_proto::rules::ToMove;

use super::chance::{Draw, draws, keys_of, link_of, pairs};
use crate::net::{Net, to_bot, to_player};

/// The second draw of a table at which nothing happens.
fn honest_draw(count: usize) -> Draw {
    let mut net = Net::players(count);
    net.play(0, count + 1);
    second_draw(&net, 0).expect("a draw")
}

fn second_draw(net: &Net, peer: usize) -> Option<Draw> {
    draws(net.live(peer).log()).into_iter().find(|draw| draw.0 == 2)
}

/// A table whose chance turn does not end, because no link arrives: what comes by `by` alone does not, or nothing does.
fn held(count: usize, by: Option<usize>) -> Net {
    let mut net = Net::players(count);
    net.play(0, count - 1);
    net.censor = Some(Box::new(move |from, _, message| {
        matches!(message, Message::Reveal(_)) && by.is_none_or(|by| by == from)
    }));
    net.act(count - 1, 3).expect("its turn");
    net
}

#[test]
fn who_has_all_links_that_a_neighbour_has_is_sent_none_again() {
    let mut net = held(2, Some(1));
    net.wait(1_000);
    net.traffic.clear();
    net.wait(3_000);
    let again = |(from, to, message): &(usize, usize, Message)| {
        (*from, *to) == (0, 1) && matches!(message, Message::Reveal(_))
    };
    assert!(!net.traffic.iter().any(again));
}

#[test]
fn a_seat_that_withholds_its_links_neither_changes_nor_delays_a_draw_of_three_or_more() {
    for count in 3..=6 {
        let honest = honest_draw(count);
        for mute in 0..count {
            let mut net = Net::players(count);
            net.play(0, count - 1);
            net.censor =
                Some(Box::new(move |from, _, message| from == mute && matches!(message, Message::Reveal(_))));
            let before = net.now;
            net.act(count - 1, 3).expect("its turn");
            for peer in 0..count {
                let stuck = || net.live(peer).explain();
                assert_eq!(
                    second_draw(&net, peer),
                    Some(honest.clone()),
                    "{mute} of {count}, peer {peer}: {}",
                    stuck()
                );
            }
            assert!(net.now < before + 20, "nobody waited");
        }
    }
}

#[test]
fn a_seat_that_sleeps_neither_changes_nor_delays_a_draw_of_three_or_more() {
    for count in 3..=6 {
        let honest = honest_draw(count);
        for asleep in 0..count - 1 {
            let mut net = Net::players(count);
            net.play(0, count - 1);
            net.isolate(asleep);
            net.act(count - 1, 3).expect("its turn");
            assert_eq!(second_draw(&net, count - 1), Some(honest.clone()), "{asleep} of {count}");
        }
    }
}

#[test]
fn at_two_a_seat_that_withholds_its_link_can_only_hold_the_draw_up() {
    let honest = honest_draw(2);
    let mut net = held(2, Some(1));
    net.wait(60_000);
    assert_eq!((net.turn(0), net.turn(1)), (ToMove::Chance, ToMove::Chance));
    assert_eq!(net.live(0).owes(1), Owed::Links);
    assert_eq!(second_draw(&net, 1), None, "nor has it drawn alone, though it knows both links");
    assert_eq!(net.act(1, 4), Err(ActError::NotYourTurn));
    net.censor = None;
    net.wait(1_000);
    assert_eq!(second_draw(&net, 0), Some(honest));
    net.finish();
}

/// Base, drawers and number are those of the table at which nothing happens; the return waits for the draw.
#[test]
fn leaving_and_returning_while_chance_decides_rerolls_nothing() {
    for count in 3..=6 {
        let honest = honest_draw(count);
        for leaver in 0..count {
            let seat = u8::try_from(leaver).expect("few");
            let other = (leaver + 1) % count;
            let mut net = held(count, None);
            assert_eq!(net.turn(other), ToMove::Chance);
            net.leave(leaver).expect("at the table");
            net.wait(2_000);
            assert_eq!(net.live(other).holders()[leaver], Holder::Removed);
            net.come_back(leaver).expect("a bot holds its seat");
            net.wait(2_000);
            assert_eq!(net.live(other).holders()[leaver], Holder::Removed, "not while chance decides");
            assert_eq!(net.want(other, to_player(seat)), Err(ActError::BadChange), "nor by anybody's wish");
            net.censor = None;
            net.wait(2_000);
            assert_eq!(second_draw(&net, other), Some(honest.clone()), "{leaver} of {count}");
            assert_eq!(net.live(other).holders()[leaver], Holder::Player, "now it is back");
            net.finish();
        }
    }
}

#[test]
fn a_seat_that_is_removed_or_stood_in_for_while_chance_decides_rerolls_nothing() {
    let stand_in = whistlestop_proto::entry::Change::StandIn { seat: 0 };
    for change in [to_bot(0), stand_in] {
        let honest = honest_draw(4);
        let mut net = held(4, None);
        (1..4).for_each(|peer| net.want(peer, change).expect("possible"));
        net.wait(2_000);
        assert!(net.live(1).holders()[0].is_bot());
        net.censor = None;
        net.wait(2_000);
        assert_eq!(second_draw(&net, 1), Some(honest), "{change:?}");
    }
}

/// Nobody is left who could make their common link: the rest of the draw is as it was.
#[test]
fn two_seats_that_vanish_together_drop_their_common_link_and_nothing_else() {
    let honest = honest_draw(5);
    let mut net = held(5, None);
    net.leave(1).expect("at the table");
    net.wait(1_000);
    net.leave(2).expect("at the table");
    net.wait(1_000);
    assert_eq!(net.voters(0), [0, 3, 4]);
    net.censor = None;
    net.wait(2_000);
    let drawn = second_draw(&net, 0).expect("a draw");
    let kept = honest.2.iter().filter(|(one, other, _)| (*one, *other) != (1, 2)).copied().collect();
    assert_eq!(drawn, (honest.0, honest.1, kept));
}

/// Whoever sent all links had not heard of the removals: that is no offence, however often it happens.
#[test]
fn links_that_were_on_their_way_when_their_ends_were_removed_are_passed_over() {
    let honest = honest_draw(5);
    let mut net = held(5, None);
    for leaver in [1, 2] {
        net.leave(leaver).expect("at the table");
        net.wait(1_000);
    }
    let base = base_point(&net.contract.table(), honest.0, &honest.1);
    let made = |pair: Pair| {
        let (link, proof) = keys_of(&net, pair.0).link(pair, &base).expect("its end");
        (pair.0, pair.1, link, proof)
    };
    let links: Vec<_> = pairs(&honest).into_iter().map(made).collect();
    let all = Message::Reveal(Reveal { number: honest.0, base: honest.1, links });
    net.wait(500);
    for _ in 0..MAX_OFFENCES {
        net.say(3, 0, &all);
    }
    assert!(!net.has_event(0, |event| matches!(event, ProtocolEvent::Drop { .. })));
    assert_eq!(net.live(0).owes(1), Owed::Nothing);
    net.censor = None;
    net.wait(2_000);
    assert_eq!(second_draw(&net, 0).map(|draw| draw.2.len()), Some(9));
}

/// Where two draw, nobody else can make the leaver's link: who went without it would have chosen between two draws.
#[test]
fn at_two_a_leave_while_chance_decides_is_agreed_to_only_with_the_leavers_link() {
    let honest = honest_draw(2);
    // The leaver has the other's link, and knows the draw; or it has not.
    for by in [Some(1), None] {
        let mut net = held(2, by);
        net.leave(1).expect("at the table");
        net.wait(20_000);
        assert_eq!(net.live(0).holders()[1], Holder::Player, "not yet");
        assert!(!net.live(1).may_go(net.now), "so it may not go");
        net.censor = None;
        net.wait(10_000);
        assert_eq!(second_draw(&net, 0), Some(honest.clone()));
        assert_eq!(net.live(0).holders()[1], Holder::Removed, "{}", net.live(0).explain());
        assert!(net.live(1).may_go(net.now));
        net.crash(1);
        net.finish();
    }
}

#[test]
fn at_two_the_leavers_link_survives_a_crash_of_the_other() {
    let honest = honest_draw(2);
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    // The leaver's link and wish come; what the other says does not, so that nothing is decided.
    net.censor = Some(Box::new(|from, _, message| {
        from == 0 && matches!(message, Message::Reveal(_) | Message::Vote(_))
            || matches!(message, Message::Status(_))
    }));
    net.act(1, 3).expect("its turn");
    net.leave(1).expect("at the table");
    assert_eq!((net.turn(0), net.live(0).owes(1)), (ToMove::Chance, Owed::Nothing));
    net.crash(0);
    // From now on nobody makes that link again.
    net.censor = Some(Box::new(|from, _, message| from == 1 && matches!(message, Message::Reveal(_))));
    net.restart(0);
    assert_eq!(net.live(0).owes(1), Owed::Nothing, "it has the link on its disk");
    net.wait(10_000);
    assert_eq!(second_draw(&net, 0), Some(honest));
    assert_eq!(net.live(0).holders()[1], Holder::Removed, "{}", net.live(0).explain());
    net.crash(1);
    net.finish();
}

/// Who knows the others' links before it moves last could still choose its move by them, were the links not made of
/// that move.
#[test]
fn links_are_made_of_the_entry_before_the_draw() {
    let draw = |last: u8| {
        let mut net = Net::players(3);
        net.play(0, 2);
        net.act(2, last).expect("its turn");
        net.wait(500);
        let drawn = second_draw(&net, 0).expect("a draw");
        let before = &net.live(0).log()[3];
        assert!(matches!(before.core.body, Body::Move { seat: 2, .. }));
        assert_eq!(drawn.1, before.hash());
        let made: Vec<_> = pairs(&drawn)
            .into_iter()
            .map(|pair| (pair.0, pair.1, link_of(&net, pair, 2, &drawn.1)))
            .collect();
        assert_eq!(drawn.2, made);
        drawn
    };
    let (one, other) = (draw(3), draw(4));
    assert!(one.2.iter().zip(&other.2).all(|(one, other)| one.2 != other.2), "not one link is the same");
}
