//! The end and who has won (RW-18, RW-19).

use serde_json::json;

use super::super::RailwaysOfTheWorld;
use super::super::board::MapId;
use super::kit::{Stage, Table, pass, stage, stage_on, upgrade, urbanize};
use crate::engine::any_game::AnyGame;
use crate::engine::game::{Audited as _, Load as _, Viewer};

/// One delivery away from the tenth empty city.
fn nearly_empty() -> Stage {
    stage(2).emptied(9).link(0, "NYC", 3, &[2]).cubes("NYC", "blue")
}

#[test]
fn rw_18_enough_empty_cities_leave_one_more_turn() {
    let mut table = nearly_empty().set();
    table.deliver("NYC", "blue", &[0]);
    assert_eq!(table.number("/last_turn"), 3);
    assert!(table.heard("10 cities are empty: the game ends with turn 3"));
    table.passes(5).draw(1);
    assert_eq!(table.number("/turn_number"), 3);
    table.passes(2).play(upgrade()).passes(5);
    assert!(table.is_over());
    assert!(table.heard("the game is over: enough cities are empty, and the turn after is played"));
    assert_eq!((table.see("/active"), table.number("/round")), (json!(null), 3));
    assert_eq!(table.number("/turn_number"), 3);
    assert_eq!(table.choices(), [json!(null); 0]);
}

#[test]
fn rw_18_a_later_city_does_not_undo_it() {
    let mut table = nearly_empty().set();
    table.deliver("NYC", "blue", &[0]).play(urbanize("DBQ", "red")).draw(1);
    assert!(!table.is_empty("DBQ"));
    assert_eq!(table.number("/last_turn"), 3);
}

#[test]
fn rw_18_two_turns_of_passes_end_the_game() {
    let mut table = stage(2).set();
    table.passes(6).draw(1);
    assert_eq!(table.number("/quiet_turns"), 1);
    table.passes(2 + 6);
    assert!(table.is_over());
    assert!(table.heard(
        "the game is over: two turns in a row everybody only passed (a guard for unattended peers, not a rule of the game)"
    ));
    let mut table = stage(2).with("/quiet_turns", 1).set();
    table.play(upgrade());
    assert_eq!(table.see("/quiet"), false);
    table.passes(5);
    assert_eq!(table.number("/quiet_turns"), 0);
    assert_eq!(table.see("/quiet"), true, "from the end of the turn on");
}

#[test]
fn rw_18_the_boards_limit_ends_the_game() {
    for (map, limit) in [(MapId::Eastern, 60), (MapId::Mexico, 48)] {
        let mut table = stage_on(map, 2).turn(limit - 1).last_action().with("/quiet", false).set();
        table.play(pass()).draw(1);
        assert!(!table.is_over(), "turn {limit} is still to come");
        let mut table = stage_on(map, 2).turn(limit).last_action().with("/quiet", false).set();
        table.play(pass());
        assert!(table.is_over());
        assert!(table.heard(&format!(
            "the game is over: turn {limit} is played (a guard for unattended peers, not a rule of the game)"
        )));
    }
}

#[test]
fn rw_18_when_the_game_is_over_there_is_no_order() {
    let table = over(stage(3));
    let shown = table.game().position(Viewer::Everything);
    assert_eq!((&shown["order"], &shown["phase"]), (&json!([]), &json!("over")));
    let loaded = RailwaysOfTheWorld::from_position(&shown).unwrap();
    assert_eq!(AnyGame::state_hash(&loaded), table.game().state_hash());
    assert_eq!(loaded.audit(), Ok(()));
    let mut old = shown;
    old["order"] = json!([0, 1, 2]);
    let refused = RailwaysOfTheWorld::from_position(&old).and_then(|game| game.audit()).unwrap_err();
    assert_eq!(refused.to_string(), "when the game is over there is no order (RW-18)");
}

fn over(stage: Stage) -> Table {
    let mut table = stage.turn(60).last_action().with("/quiet", false).set();
    table.play(pass());
    table
}

#[test]
fn rw_19_points_are_the_income_track_less_bonds() {
    let table = over(stage(3).at(0, 20).bonds(0, 5).at(1, 16).at(2, 30).bonds(2, 20));
    assert_eq!(table.standings(), [(1, 16, 1), (0, 15, 2), (2, 10, 3)]);
}

#[test]
fn rw_19_ties_go_to_links_then_money_then_are_shared() {
    let tied = || stage(3).at(0, 9).at(1, 9).at(2, 9);
    assert_eq!(over(tied()).standings(), [(0, 9, 1), (1, 9, 1), (2, 9, 1)]);
    let richer = over(tied().cash(2, 1000));
    assert_eq!(richer.standings(), [(2, 9, 1), (0, 9, 2), (1, 9, 2)]);
    let linked = over(tied().cash(2, 1000).link(1, "NYC", 3, &[2]));
    assert_eq!(linked.standings(), [(1, 9, 1), (2, 9, 2), (0, 9, 3)]);
}
