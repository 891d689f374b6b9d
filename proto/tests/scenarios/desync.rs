//! A peer whose state was damaged is found at the very next entry, mended, and nobody else notices more than a report.

use whistlestop_proto::event::{DesyncReport, Event};

use crate::net::Net;

fn reports(net: &Net, peer: usize) -> Vec<DesyncReport> {
    let report = |event: &Event| match event {
        Event::Desync(report) => Some(report.clone()),
        _ => None,
    };
    net.peers[peer].events.iter().filter_map(report).collect()
}

fn is_repaired(net: &Net, peer: usize) -> bool {
    net.has_event(peer, |event| matches!(event, Event::Repaired { .. }))
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

#[test]
fn the_others_play_on_while_one_is_damaged() {
    let mut net = Net::players(3);
    for round in 0..4 {
        let damaged = round % 3;
        net.live_mut(damaged).damage_for_test(|toy| toy.rounds_left += 5);
        net.play((damaged + 1) % 3, 2);
    }
    net.finish();
    assert!((0..3).all(|peer| !net.has_event(peer, |event| matches!(event, Event::Drop { .. }))));
}
