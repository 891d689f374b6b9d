//! A peer whose state was damaged is found at the very next entry, mended, and nobody else notices more than a report.
//! Between two builds that compute differently nothing can be mended, but both are told where they differ.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::event::{DesyncReport, ProtocolEvent};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::Rules;

use crate::net::{Net, contract};
use crate::sim::toy::{Quirk, Toy};

fn reports(net: &Net, peer: usize) -> Vec<DesyncReport> {
    let report = |event: &ProtocolEvent| match event {
        ProtocolEvent::Desync(report) => Some(report.clone()),
        _ => None,
    };
    net.peers[peer].events.iter().filter_map(report).collect()
}

fn is_repaired(net: &Net, peer: usize) -> bool {
    net.has_event(peer, |event| matches!(event, ProtocolEvent::Repaired { .. }))
}

#[test]
fn a_flipped_field_is_found_at_the_very_next_entry_and_named_with_both_values() {
    let mut net = Net::players(3);
    let sound = net.live(2).rules().heaps[1];
    net.live_mut(2).damage_for_test(|toy| toy.heaps[1] ^= 64);
    net.act(0, 3).expect("its turn");
    let [report, ..] = &reports(&net, 2)[..] else { unreachable!("a report") };
    assert_eq!(report.index, 1, "before the entry, not after it");
    assert_eq!(report.field, "heaps[1]");
    assert_eq!(report.ours, (sound ^ 64).to_string());
    assert_eq!(report.theirs, sound.to_string());
    assert!(is_repaired(&net, 2));
    assert_eq!(net.live(2).rules(), net.live(0).rules(), "and mended from its own log");
    assert_eq!(net.lens(), [2, 2, 2], "play was not held up");
    net.finish();
}

#[test]
fn both_sides_get_a_report() {
    let mut net = Net::players(2);
    let sound = net.live(0).rules().heaps[0];
    net.live_mut(1).damage_for_test(|toy| toy.heaps[0] += 1);
    net.wait(1_000);
    let [theirs, ..] = &reports(&net, 0)[..] else { unreachable!("a report on the sound side") };
    assert_eq!((theirs.field.as_str(), theirs.index), ("heaps[0]", 1));
    assert_eq!((&theirs.ours, &theirs.theirs), (&sound.to_string(), &(sound + 1).to_string()));
    let [ours, ..] = &reports(&net, 1)[..] else { unreachable!("a report on the damaged side") };
    assert_eq!((&ours.ours, &ours.theirs), (&theirs.theirs, &theirs.ours));
    assert!(!is_repaired(&net, 0), "the sound side has nothing to mend");
    net.finish();
}

#[test]
fn a_damaged_peer_never_signs_a_move_from_its_damage() {
    let mut net = Net::players(2);
    net.live_mut(0).damage_for_test(|toy| toy.heaps[0] = 9_999);
    net.act(0, 3).expect("its turn, and it mends itself first");
    assert!(is_repaired(&net, 0));
    assert_eq!(net.lens(), [2, 2]);
    net.finish();
}

/// What the bot does in a damaged state would be another move than everybody else computes.
#[test]
fn a_damaged_peer_mends_itself_before_it_goes_on_by_a_bots_move() {
    let worked_out = Rc::new(RefCell::new(BTreeSet::new()));
    let genesis = Toy { worked_out: Some(Rc::clone(&worked_out)), ..Toy::new(3, 3) };
    let mut net = Net::of(contract(&[true, false, true], DrawMode::Fresh), genesis);
    net.heal_all();
    net.settle();
    net.act(0, 3).expect("its turn");
    let len = net.live(2).log().len();
    let sound = net.live(2).rules().state_hash();
    net.live_mut(2).damage_for_test(|toy| toy.heaps[0] ^= 64);
    worked_out.borrow_mut().extend([sound, net.live(2).rules().state_hash()]);
    net.user(2, Lockstep::handle_auto_known);
    assert!(is_repaired(&net, 2));
    net.user(0, Lockstep::handle_auto_known);
    assert_eq!(net.lens(), [len + 1; 2], "the bot has moved");
    net.assert_one_table();
}

#[test]
fn the_others_play_on_while_one_is_damaged() {
    let mut net = Net::players(3);
    for round in 0..4 {
        let damaged = round % 3;
        net.live_mut(damaged).damage_for_test(|toy| toy.rounds_left += 5);
        net.play((damaged + 1) % 3, 2);
    }
    net.finish();
    assert!((0..3).all(|peer| !net.has_event(peer, |event| matches!(event, ProtocolEvent::Drop { .. }))));
}

/// A table whose last peer runs a build that computes something differently.
fn with_another_build(seats: &[bool], quirk: Quirk) -> Net {
    let mut net = Net::unlinked(seats, DrawMode::Seed(3), 3);
    let last = seats.iter().rposition(|keyed| *keyed).expect("somebody has a key");
    net.set_build(last, quirk);
    net.heal_all();
    net.settle();
    net
}

fn only_report(net: &Net, peer: usize) -> DesyncReport {
    let reports = reports(net, peer);
    assert_eq!(reports.len(), 1, "peer {peer}: {reports:?}");
    reports[0].clone()
}

#[test]
fn two_builds_that_compute_a_move_differently_are_told_the_first_field_and_both_values() {
    let mut net = with_another_build(&[true; 3], Quirk::Sevens);
    let before = net.live(0).rules().heaps[0];
    net.act(0, 7).expect("its turn");
    net.wait(5_000);
    let report = only_report(&net, 2);
    assert_eq!((report.index, report.field.as_str()), (2, "heaps[0]"), "the entry that caused it");
    assert_eq!((report.ours, report.theirs), ((before + 8).to_string(), (before + 7).to_string()));
    for peer in [0, 1] {
        let report = only_report(&net, peer);
        assert_eq!((report.index, report.field.as_str()), (2, "heaps[0]"));
        assert_eq!((report.ours, report.theirs), ((before + 7).to_string(), (before + 8).to_string()));
    }
    assert_eq!(net.live(2).log().len(), 1, "it adopts nothing that it did not compute");
    assert_eq!(net.live(2).rules().heaps[0], before);
    net.play(0, 1);
    assert_eq!(net.live(1).log().len(), 3, "the others play on");
    assert!((0..3).all(|peer| !is_repaired(&net, peer)), "there is nothing to mend");
    assert!((0..3).all(|peer| !net.has_event(peer, |event| matches!(event, ProtocolEvent::Drop { .. }))));
}

#[test]
fn two_builds_that_draw_differently_are_told_where_though_no_draw_is_ever_sent() {
    let net = with_another_build(&[true; 2], Quirk::Draws);
    let (one, other) = (only_report(&net, 0), only_report(&net, 1));
    assert_eq!((one.index, one.field.as_str()), (1, "heaps[1]"));
    let heap: u32 = one.ours.parse().expect("a number");
    assert_eq!(one.theirs, (heap + 1).to_string());
    assert_eq!((other.ours, other.theirs), (one.theirs, one.ours));
}

#[test]
fn two_builds_whose_bots_move_differently_are_told_where_and_the_majority_plays_on() {
    let mut net = with_another_build(&[true, true, false, true], Quirk::Bots);
    net.act(0, 2).expect("its turn");
    net.act(1, 2).expect("its turn");
    net.wait(3_000);
    let report = only_report(&net, 3);
    assert_eq!((report.index, report.field.as_str()), (4, "heaps[2]"));
    assert_eq!(only_report(&net, 0).theirs, report.ours);
    assert_eq!(net.live(0).log().len(), 4);
    assert_eq!(net.live(3).log().len(), 3);
}

#[test]
fn who_comes_late_with_another_build_is_told_by_those_who_are_long_past_that_entry() {
    let mut net = with_another_build(&[true; 4], Quirk::Sevens);
    net.isolate(3);
    net.act(0, 7).expect("its turn");
    net.act(1, 7).expect("its turn");
    net.act(2, 3).expect("its turn");
    assert_eq!(net.live(0).log().len(), 4);
    net.heal_all();
    net.wait(5_000);
    let report = only_report(&net, 3);
    assert_eq!((report.index, report.field.as_str()), (2, "heaps[0]"), "where it began, not where they are");
    assert!((0..3).any(|peer| only_one_like(&net, peer, &report)), "and so is one of them");
}

fn only_one_like(net: &Net, peer: usize, report: &DesyncReport) -> bool {
    reports(net, peer)
        .iter()
        .filter(|other| other.field == report.field && other.theirs == report.ours)
        .count()
        == 1
}

#[test]
fn where_nobody_answers_the_two_hashes_are_reported() {
    let mut net = with_another_build(&[true; 3], Quirk::Sevens);
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Dump(_))));
    net.act(0, 7).expect("its turn");
    assert_eq!(reports(&net, 2), []);
    net.wait(5_000);
    let report = only_report(&net, 2);
    assert_eq!((report.index, report.field.as_str()), (2, "state hash"));
    assert_eq!(report.theirs, net.live(0).log()[1].core.state.to_string());
}
