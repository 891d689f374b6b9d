//! Nobody can see a draw before the choice that leads to it.

use std::collections::BTreeSet;

use whistlestop_proto::chance::{Chain, Link, fresh_entropy, seeded_entropy};
use whistlestop_proto::contract::{DrawMode, Seat};
use whistlestop_proto::entry::{Body, Entry, Holder};
use whistlestop_proto::message::{Message, Reveal};
use whistlestop_proto::rules::{Rules, Turn};

use crate::net::{Net, identity, left_out, to_bot};

fn draws(log: &[Entry]) -> Vec<(u32, Vec<(Seat, Link)>)> {
    let draw = |entry: &Entry| match &entry.core.body {
        Body::Draw { number, links } => Some((*number, links.clone())),
        _ => None,
    };
    log.iter().filter_map(draw).collect()
}

/// Every link that was ever told, with its seat and the index it was told for.
fn reveals(net: &Net) -> BTreeSet<(Seat, Link, u32)> {
    let told = net.traffic.iter().filter_map(|(_, _, message)| match message {
        Message::Reveal(reveal) => Some((reveal.seat, reveal.link, reveal.index)),
        _ => None,
    });
    told.collect()
}

/// A link is told for one index alone and used by one draw at most.
fn assert_no_link_twice(net: &Net, log: &[Entry]) {
    let told = reveals(net);
    let links: BTreeSet<(Seat, Link)> = told.iter().map(|(seat, link, _)| (*seat, *link)).collect();
    assert_eq!(links.len(), told.len(), "a link was told for two indices");
    let used: Vec<(Seat, Link)> = draws(log).into_iter().flat_map(|(_, links)| links).collect();
    assert_eq!(used.iter().collect::<BTreeSet<_>>().len(), used.len(), "a link was used twice");
}

#[test]
fn links_are_revealed_only_after_all_who_take_part_acknowledged_the_same_final_head() {
    let mut net = Net::players(3);
    net.play(0, 2);
    // The last move before the draw is final for seats 0 and 2; seat 1 has not acknowledged it.
    net.isolate(1);
    net.act(2, 3).expect("its turn");
    assert_eq!(net.turn(0), Turn::Chance);
    net.wait(3_000);
    assert!(reveals(&net).iter().all(|(_, _, index)| *index == 1), "only the opening draw was revealed");
    net.heal_all();
    net.wait(1_000);
    assert_eq!(reveals(&net).iter().filter(|(_, _, index)| *index == 5).count(), 3);
    assert_eq!(net.turn(0), Turn::Seat(0));
}

#[test]
fn a_move_that_is_not_final_reveals_nothing() {
    let mut net = Net::players(4);
    net.play(0, 3);
    net.split(&[2, 3], &[0, 1]);
    net.act(3, 3).expect("its turn");
    net.wait(5_000);
    assert!(reveals(&net).iter().all(|(_, _, index)| *index == 1));
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.turn(0), Turn::Seat(0));
}

/// A spy has all traffic and all secrets but those of seat 2. Whatever it puts in place of the one missing link, it
/// does not get the draw; with it, it does.
#[test]
fn a_spy_with_all_secrets_but_one_cannot_compute_a_draw_before_the_reveal() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.censor =
        Some(Box::new(|_, _, message| matches!(message, Message::Reveal(Reveal { index: 5, seat: 2, .. }))));
    net.act(2, 3).expect("its turn");
    net.wait(2_000);
    assert_eq!(net.turn(0), Turn::Chance, "seat 2's link is still on its way");

    let table = net.contract.table();
    let head = net.live(0).log()[3].hash();
    let known = |seat: usize| Chain::new(&identity(seat), &table).link(2);
    let heaps_with = |net: &Net, link: Link| {
        let mut rules = net.live(0).rules().clone();
        rules.draw(fresh_entropy(&table, 2, &head, &[(0, known(0)), (1, known(1)), (2, link)]));
        rules
    };
    // All that was ever sent of seat 2: its anchor, its first link, its signatures; and hashes of these.
    let mut guesses: Vec<Link> = vec![head, table];
    for (_, _, message) in &net.traffic {
        match message {
            Message::Reveal(reveal) => guesses.push(reveal.link),
            Message::Accession(accession) => guesses.push(accession.anchor),
            Message::Entry(entry) => guesses.extend([entry.hash(), entry.core.state]),
            _ => {}
        }
    }
    let tried: Vec<_> = guesses.iter().map(|guess| heaps_with(&net, *guess)).collect();

    net.censor = None;
    net.wait(2_000);
    let drawn = net.live(0).rules().clone();
    assert_eq!(net.live(0).log().len(), 5);
    assert!(tried.iter().all(|guessed| *guessed != drawn), "nothing the spy had gives the draw");
    let revealed = reveals(&net).into_iter().find(|(seat, _, index)| (*seat, *index) == (2, 5));
    let (_, link, _) = revealed.expect("seat 2 has revealed");
    net.traffic.clear();
    let before = {
        // The state before the draw, as every peer's log gives it.
        let mut rules = net.genesis.clone();
        for entry in &net.live(0).log()[..4] {
            match &entry.core.body {
                Body::Move { seat, payload } => rules.apply(*seat, payload).expect("it was legal"),
                Body::Draw { number, links } => {
                    rules.draw(fresh_entropy(&table, *number, &entry.core.prev, links));
                }
                _ => {}
            }
        }
        rules
    };
    let mut after = before;
    after.draw(fresh_entropy(&table, 2, &head, &[(0, known(0)), (1, known(1)), (2, link)]));
    assert_eq!(after, drawn, "the one link was all that was missing");
}

#[test]
fn the_choice_before_a_draw_changes_the_draw() {
    let gifts = |last: u8| {
        let mut net = Net::players(2);
        net.act(0, 3).expect("its turn");
        let heaps = net.live(0).rules().heaps.clone();
        net.act(1, last).expect("its turn");
        net.wait(500);
        let after = net.live(0).rules().heaps.clone();
        vec![after[0] - heaps[0], after[1] - heaps[1] - u32::from(last)]
    };
    assert_ne!(gifts(3), gifts(4), "so that even who knew all links would have to choose first");
}

#[test]
fn in_seed_mode_a_draw_follows_from_seed_and_number_alone() {
    let mut net = Net::started(&[true, true], DrawMode::Seed(42), 2);
    net.finish();
    let mut rules = net.genesis.clone();
    let mut number = 0;
    for entry in net.live(0).log() {
        match &entry.core.body {
            Body::Move { seat, payload } => rules.apply(*seat, payload).expect("it was legal"),
            Body::Draw { links, .. } => {
                assert!(links.is_empty());
                rules.draw(seeded_entropy(42, number));
                number += 1;
            }
            _ => {}
        }
    }
    assert_eq!(rules, *net.live(0).rules());
}

#[test]
fn a_seat_missing_at_a_draw_is_left_out_of_it_and_takes_part_in_the_next() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.isolate(1);
    net.act(2, 3).expect("its turn");
    net.wait(6_000);
    assert_eq!(net.turn(0), Turn::Chance);
    net.want(0, left_out(1)).expect("possible");
    net.want(2, left_out(1)).expect("possible");
    net.wait(500);
    let seats = |draw: &(u32, Vec<(Seat, Link)>)| draw.1.iter().map(|(seat, _)| *seat).collect::<Vec<_>>();
    let last = draws(net.live(0).log()).pop().expect("a draw");
    assert_eq!(seats(&last), [0, 2]);
    assert!(last.0 > 2, "links that may have been seen are not used");
    assert_eq!(net.live(0).holders(), [Holder::Player; 3], "it was for one draw");
    net.heal_all();
    net.finish();
    let last = draws(net.live(0).log()).pop().expect("a draw");
    assert_eq!(seats(&last), [0, 1, 2]);
    assert_no_link_twice(&net, net.live(0).log());
}

#[test]
fn the_last_seat_at_a_draw_can_be_left_out_too_and_the_others_take_part_again() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Reveal(_))));
    net.act(2, 3).expect("its turn");
    net.wait(2_000);
    let leave_out = |net: &mut Net, seat: Seat| {
        net.want(0, left_out(seat)).expect("possible");
        net.want(2, left_out(seat)).expect("possible");
        net.wait(3_000);
    };
    leave_out(&mut net, 0);
    leave_out(&mut net, 2);
    assert_eq!(net.live(0).holders(), [Holder::LeftOut, Holder::Player, Holder::LeftOut]);
    leave_out(&mut net, 1);
    assert_eq!(net.live(0).holders(), [Holder::Player, Holder::LeftOut, Holder::Player]);
    net.censor = None;
    net.finish();
    assert_no_link_twice(&net, net.live(0).log());
}

#[test]
fn no_link_is_used_twice_after_one_seat_withheld_its_own() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.censor = Some(Box::new(|from, _, message| from == 1 && matches!(message, Message::Reveal(_))));
    net.act(2, 3).expect("its turn");
    net.wait(2_000);
    assert_eq!(net.turn(0), Turn::Chance, "links of 0 and 2 are out, that of 1 is not");
    net.want(0, left_out(1)).expect("possible");
    net.want(2, left_out(1)).expect("possible");
    net.wait(3_000);
    net.censor = None;
    net.finish();
    assert_no_link_twice(&net, net.live(0).log());
}

#[test]
fn no_link_is_used_twice_after_a_hand_over_and_a_restart_at_a_draw() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.censor = Some(Box::new(|from, _, message| from == 1 && matches!(message, Message::Reveal(_))));
    net.act(2, 3).expect("its turn");
    net.wait(1_000);
    net.crash(0);
    net.restart(0);
    net.wait(1_000);
    net.want(0, to_bot(1)).expect("possible");
    net.want(2, to_bot(1)).expect("possible");
    net.wait(1_000);
    assert_eq!(net.live(0).holders()[1], Holder::Bot);
    net.censor = None;
    net.user(1, whistlestop_proto::lockstep::Lockstep::come_back).expect("a bot holds its seat");
    net.finish();
    assert_eq!(net.live(0).holders()[1], Holder::Player);
    assert_no_link_twice(&net, net.live(0).log());
}
