//! The auction (RW-4) and Early Timetable.

use serde_json::json;

use super::kit::{Stage, Table, bid, pass, play, stage};

/// An auction that seat 1 opens.
fn opened(players: usize) -> Stage {
    let auction = json!({
        "what": "first_player", "min": 1000, "high": null, "high_seat": null,
        "bidders": (0..players).collect::<Vec<_>>(), "opener": 1,
    });
    let stage = stage(players).with("/first_player", 1).with("/order", json!([])).active(1);
    stage.with("/phase", "auction").with("/auction", auction)
}

#[test]
fn rw_4_the_last_first_player_opens_and_bids_go_round_in_thousands() {
    let mut table = opened(3).set();
    assert_eq!(table.choices(), [json!({"type": "bid", "amount": [1000, 50000]}), pass()]);
    assert_eq!(table.refuse(bid(500)), ("RW-4", "the first bid must be at least $1000"));
    assert_eq!(table.refuse(bid(1500)), ("RW-4", "bids rise by $1000"));
    assert_eq!(table.refuse(bid(51000)), ("RW-4", "nobody may bid more than $50000"));
    table.play(bid(2000));
    assert_eq!(table.active(), 2);
    assert_eq!(table.refuse(bid(2000)).rule(), "RW-4");
    table.play(pass()).play(bid(3000)).play(pass());
    assert_eq!((table.phase().as_str(), table.active()), ("action", 0), "who passed is not asked again");
    assert_eq!(table.see("/order"), json!([0, 1, 2]));
    assert_eq!(table.number("/first_player"), 0);
}

#[test]
fn rw_4_the_winner_pays_the_bank_with_bonds_if_needed() {
    let mut table = opened(2).cash(1, 2000).set();
    table.play(bid(8000)).play(pass());
    assert_eq!((table.bonds(1), table.cash(1)), (2, 4000));
    assert!(table.heard("seat 1 pays $8000 and issues 2 bonds and is First Player"));
}

#[test]
fn rw_4_without_a_bid_the_left_neighbour_is_first() {
    let mut table = opened(3).set();
    table.passes(3);
    assert_eq!(table.number("/first_player"), 2);
    assert_eq!(table.see("/order"), json!([2, 0, 1]));
    assert!(table.heard("nobody bids: seat 2 is First Player for nothing"));
}

#[test]
fn rw_4_nobody_can_raise_the_highest_bid() {
    let mut table = opened(3).set();
    table.play(bid(50000));
    assert_eq!(table.number("/first_player"), 1);
    assert_eq!(table.phase(), "action");
    assert!(table.heard("seat 0 cannot raise and passes"));
}

/// Seat 2 holds Early Timetable at the end of a turn.
fn holding() -> Table {
    let mut table = stage(3).cards(2, "H_early").last_action().set();
    table.play(pass()).draw(1);
    table
}

#[test]
fn rw_22_early_timetable_takes_first_player_before_the_auction() {
    let mut table = holding();
    assert_eq!((table.phase().as_str(), table.active()), ("timetable", 2));
    assert_eq!(table.choices(), [play("H_early"), pass()]);
    assert_eq!(table.refuse(bid(1000)).rule(), "RW-22");
    table.play(play("H_early"));
    assert_eq!(table.see("/order"), json!([2, 0, 1]));
    assert_eq!(table.purses(), [0, 0, 0], "nobody pays");
    assert!(table.names("/discard").contains(&"H_early".to_owned()));
}

#[test]
fn rw_22_early_timetable_may_be_kept() {
    let mut table = holding();
    table.play(pass());
    assert_eq!((table.phase().as_str(), table.active()), ("auction", 0));
    assert_eq!(table.names("/players/2/cards"), ["H_early"]);
    let mut acting = stage(2).cards(0, "H_early").set();
    assert_eq!(acting.refuse(play("H_early")), ("RW-22", "it is played only before an auction"));
}
