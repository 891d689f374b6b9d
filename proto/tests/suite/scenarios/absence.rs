//! Who is gone is named; a bot takes the seat by certificate and gives it back.

use whistlestop_proto::entry::{Body, Holder};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::{Owed, ProtocolEvent};
use whistlestop_proto::limits::AWAY_MILLIS;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;

use crate::net::{Net, to_bot, to_player};

#[test]
fn who_is_gone_is_named_with_the_time_and_what_it_owes() {
    let mut net = Net::players(3);
    net.wait(1_000);
    net.isolate(0);
    let gone = net.now;
    net.wait(AWAY_MILLIS + 2_000);
    for peer in [1, 2] {
        let named = net.peers[peer].events.iter().find_map(|event| match event {
            ProtocolEvent::Away { voter: 0, since_millis, owes } => Some((*since_millis, *owes)),
            _ => None,
        });
        let (since, owes) = named.expect("seat 0 is named");
        assert!(since <= gone + 1_000, "away since {since}, gone at {gone}");
        assert_eq!(owes, Owed::Move);
        assert!(net.live(peer).is_away(0));
        assert!(!net.has_event(peer, |event| *event == ProtocolEvent::Back(0)), "nothing was heard of it");
    }
    net.heal_all();
    net.wait(1_000);
    assert!(net.has_event(1, |event| *event == ProtocolEvent::Back(0)) && !net.live(1).is_away(0));
    net.finish();
}

/// What peers tell each other about who was heard when must not feed on itself.
#[test]
fn a_slow_network_does_not_keep_who_is_gone_alive() {
    let mut net = Net::players(3);
    net.crash(2);
    net.delay_millis = 400;
    net.wait(4 * AWAY_MILLIS);
    assert!(net.live(0).is_away(2) && net.live(1).is_away(2));
    assert!(!net.live(0).is_away(1) && !net.live(1).is_away(0));
    assert!(!net.has_event(0, |event| *event == ProtocolEvent::Back(2)));
}

#[test]
fn who_owes_a_link_or_a_signature_is_named_so() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    net.censor = Some(Box::new(|from, _, message| from == 1 && matches!(message, Message::Reveal(_))));
    net.act(1, 3).expect("its turn");
    assert_eq!(net.turn(0), ToMove::Chance);
    assert_eq!(net.live(0).owes(1), Owed::Links, "where two draw each has a link that nobody else can make");
    assert_eq!(net.live(0).owes(0), Owed::Nothing, "it has told its own");
    assert_eq!(net.live(1).owes(0), Owed::Nothing, "and seat 1 has heard it");
    // Where three draw, the others have made its links as well before anybody could be asked.
    let mut three = Net::players(3);
    three.play(0, 2);
    three.isolate(1);
    three.act(2, 3).expect("its turn");
    assert_eq!((three.live(0).log().len(), three.live(0).owes(1)), (5, Owed::Nothing));
    let unsigned = Net::unlinked(&[true, true], whistlestop_proto::contract::DrawMode::Fresh, 1);
    assert_eq!(unsigned.live(0).owes(1), Owed::Signature);
}

#[test]
fn a_bot_takes_the_seat_by_certificate_and_the_player_returns_by_certificate() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.want(1, to_bot(0)).expect("possible");
    net.wait(3_000);
    assert_eq!(net.live(1).log().len(), 1, "one vote of three decides nothing");
    net.want(2, to_bot(0)).expect("possible");
    net.wait(1_000);
    assert_eq!(net.live(1).holders()[0], Holder::Removed);
    assert_eq!(net.voters(1), [1, 2], "and its player does not count any more");
    assert!(matches!(net.live(1).log()[2].core.body, Body::Auto { seat: 0, stand_in: true, .. }));
    assert_eq!(net.turn(1), ToMove::Seat(1));
    // The player is back: everybody agrees at the next index, without their users.
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.live(0).holders()[0], Holder::Removed, "it has learned that a bot plays for it");
    let len = net.live(0).log().len();
    net.come_back(0).expect("a bot holds its seat");
    net.wait(500);
    assert_eq!(net.live(1).holders()[0], Holder::Player);
    assert_eq!(net.live(1).log()[len].core.body, Body::Change(to_player(0)));
    assert_eq!(net.voters(1), [0, 1, 2]);
    net.finish();
}

#[test]
fn only_whose_seat_a_bot_holds_can_come_back() {
    let mut net = Net::players(2);
    assert_eq!(net.come_back(0), Err(ActError::BadChange));
    assert_eq!(net.want(0, to_player(1)), Err(ActError::BadChange));
}

#[test]
fn a_wish_to_leave_is_agreed_to_at_once() {
    let mut net = Net::players(3);
    let before = net.now;
    net.leave(0).expect("it plays");
    assert_eq!(net.live(1).holders()[0], Holder::Removed);
    assert!(net.now < before + 10, "nobody waited");
    assert!(net.live(0).may_go(net.now), "and who leaves need not wait either");
    assert!(net.has_event(1, |event| *event == ProtocolEvent::Leaving(0)));
    net.crash(0);
    net.finish();
}

#[test]
fn at_a_table_of_two_the_leaver_votes_for_its_own_removal_and_comes_back_by_the_others_vote() {
    let mut net = Net::players(2);
    net.leave(0).expect("it plays");
    assert_eq!(net.live(1).holders()[0], Holder::Removed);
    assert_eq!(net.voters(1), [1]);
    let voted = net.traffic.iter().any(|(from, _, message)| {
        *from == 0 && matches!(message, Message::Vote(backed) if backed.vote.voter == 0)
    });
    assert!(voted, "a wish stands for no vote: the leaver has cast its own");
    net.come_back(0).expect("a bot holds its seat");
    net.wait(1_000);
    assert_eq!(net.live(1).holders()[0], Holder::Player);
    net.finish();
}

#[test]
fn a_wish_to_leave_after_a_sent_move_keeps_that_move() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.act(0, 9).expect("its turn");
    net.leave(0).expect("it plays");
    net.heal_all();
    net.wait(3_000);
    assert!(matches!(net.live(1).log()[1].core.body, Body::Move { seat: 0, .. }));
    assert_eq!(net.live(1).holders()[0], Holder::Removed, "and a bot has the seat from then on");
}

/// The move came before its mover heard of the wish; who leaves has promised to acknowledge nothing in round 0, but is
/// still there for the next one.
#[test]
fn a_wish_to_leave_that_crosses_a_move_does_not_stop_a_table_of_two() {
    let mut net = Net::players(2);
    net.cut(0, 1);
    net.leave(1).expect("it plays");
    net.act(0, 9).expect("its turn");
    net.heal_all();
    net.wait(5_000);
    assert!(matches!(net.live(0).log()[1].core.body, Body::Move { seat: 0, .. }), "the move stands");
    assert_eq!(net.live(0).holders()[1], Holder::Removed, "{}", net.live(0).explain());
    net.finish();
}

#[test]
fn who_leaves_while_a_bot_already_plays_for_it_still_gets_the_seat_back() {
    let mut net = Net::players(3);
    // Seat 0 has said something about the very index at which the others give its seat away.
    net.isolate(0);
    net.act(0, 9).expect("its turn");
    net.leave(0).expect("it plays");
    net.want(1, to_bot(0)).expect("possible");
    net.want(2, to_bot(0)).expect("possible");
    net.wait(1_000);
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.leave(0), Err(ActError::NotCounted), "it has left already");
    net.come_back(0).expect("a bot holds its seat");
    net.wait(2_000);
    assert_eq!(net.live(1).holders()[0], Holder::Player);
    net.finish();
}

#[test]
fn who_wished_to_leave_and_lost_its_journal_is_still_removed() {
    let mut net = Net::players(3);
    // Seat 2 has the wish but nobody else's vote to make use of it.
    net.split(&[0, 1], &[2]);
    net.split(&[0], &[1]);
    net.link(0, 2);
    net.censor = Some(Box::new(|from, _, message| {
        from == 2 && matches!(message, whistlestop_proto::message::Message::Vote(_))
    }));
    net.leave(0).expect("it plays");
    net.crash(0);
    net.censor = None;
    net.join(0);
    net.heal_all();
    net.wait(3_000);
    net.assert_one_table();
    assert_eq!(net.live(0).holders()[0], Holder::Removed);
    for peer in 0..3 {
        assert_eq!(net.live(peer).evidence().count(), 0);
    }
}

#[test]
fn two_against_two_decide_nothing_and_are_one_table_again_as_if_nothing_had_happened() {
    let mut net = Net::players(4);
    net.act(0, 3).expect("its turn");
    net.split(&[0, 1], &[2, 3]);
    net.act(1, 7).expect("its turn");
    for (peer, gone) in [(0, 2), (0, 3), (1, 2), (1, 3), (2, 0), (2, 1), (3, 0), (3, 1)] {
        net.want(peer, to_bot(gone)).expect("possible");
    }
    net.wait(60_000);
    assert_eq!(net.lens(), [2; 4], "neither half decides anything");
    for (peer, gone) in [(0, 2), (0, 3), (1, 2), (1, 3), (2, 0), (2, 1), (3, 0), (3, 1)] {
        net.user(peer, |live, _| live.no_longer_want(to_bot(gone)));
    }
    net.heal_all();
    net.wait(10_000);
    assert!(matches!(net.live(3).log()[2].core.body, Body::Move { seat: 1, .. }), "the move stands");
    assert_eq!(net.live(0).holders(), [Holder::Player; 4]);
    net.finish();
}

#[test]
fn a_table_of_two_with_one_gone_decides_nothing() {
    let mut net = Net::players(2);
    net.crash(1);
    net.act(0, 3).expect("its turn");
    net.want(0, to_bot(1)).expect("possible");
    net.wait(60_000);
    assert_eq!(net.lens(), [1]);
    net.restart(1);
    net.wait(5_000);
    assert!(net.lens().iter().all(|len| *len >= 2), "its return does");
}

/// A wish that nobody can grant for hours uses up no rounds: it must still be possible to agree on the day after.
#[test]
fn a_wish_that_waits_overnight_leaves_the_table_playable() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    net.crash(1);
    net.want(0, to_bot(1)).expect("possible");
    for _ in 0..12 * 60 {
        net.wait(60_000);
    }
    let votes = net.peers[0].records.len();
    assert!(votes < 200, "{votes} records for one wish");
    net.user(0, |live, _| live.no_longer_want(to_bot(1)));
    net.restart(1);
    net.wait(10_000);
    net.finish();
}

#[test]
fn who_has_left_cannot_move_until_the_seat_is_given_back() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.leave(0).expect("at the table");
    assert_eq!(net.act(0, 3), Err(ActError::Left), "it is seat 0's turn, but its player has gone");
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.live(1).holders()[0], Holder::Removed);
    net.come_back(0).expect("a bot holds its seat");
    net.wait(1_000);
    net.finish();
}

#[test]
fn a_table_that_everybody_has_left_plays_on_when_enough_are_back() {
    for count in [2, 3, 4] {
        let mut net = Net::players(count);
        for peer in 0..count {
            net.isolate(peer);
        }
        for peer in 0..count {
            net.leave(peer).expect("at the table");
            net.crash(peer);
        }
        for peer in 0..count {
            net.restart(peer);
        }
        net.wait(30_000);
        let bots = net.live(0).holders().iter().filter(|holder| **holder == Holder::Removed).count();
        assert_eq!(bots, count - 1, "somebody must be left to play, and stays");
        assert_eq!(net.voters(0).len(), 1, "and decides alone");
        // Who stayed because somebody must goes as it wished once another is there, and comes back in the second pass.
        for _ in 0..2 {
            for peer in 0..count {
                if net.live(peer).holders()[peer] == Holder::Removed {
                    net.come_back(peer).expect("a bot holds its seat");
                }
            }
            net.wait(5_000);
        }
        assert!(
            net.live(0).holders().iter().all(|holder| *holder == Holder::Player),
            "and the others are back"
        );
        net.finish();
    }
}

/// Two who leave at once are two changes at one index: what one of them has acknowledged must not be given up for the
/// other.
#[test]
fn a_removal_that_the_leaver_acknowledged_is_not_replaced_by_that_of_another_leaver() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.leave(0).expect("at the table");
    // Seat 2 leaves and hands over with seat 1, which does not hear that seat 2 has acknowledged it.
    net.censor =
        Some(Box::new(|from, to, message| (from, to) == (2, 1) && matches!(message, Message::Head(_))));
    net.leave(2).expect("at the table");
    let first = net.live(2).log()[1].hash();
    assert_eq!(net.live(1).log().len(), 1, "final for seat 2 alone");
    net.isolate(2);
    net.censor = None;
    net.link(0, 1);
    net.wait(3_000);
    net.heal_all();
    net.wait(20_000);
    assert!((0..3).all(|peer| net.live(peer).log()[1].hash() == first));
}
