//! Positions in and out: what a game shows loads to the same game, and what cannot be is refused with the reason.

use serde_json::{Value, json};

use super::kit::{Stage, Table, load, piece, play, stage, stage_on, start, take_for};
use crate::games::railways_of_the_world::board::MapId;

fn round_trip(table: &Table) {
    assert_eq!(Table::at(&table.position()).hash(), table.hash());
}

#[test]
fn positions_of_all_phases_load_to_the_same_hash() {
    let mut fresh = Table::new(3).unwrap();
    round_trip(&fresh);
    fresh.draw(1);
    round_trip(&fresh);
    for map in MapId::ALL {
        round_trip(&stage_on(map, 3).set());
    }
    let mut building = stage(2).cards(0, "P_survey").set();
    building.play(play("P_survey"));
    round_trip(&building);
    building.play(start("NYC", 2));
    round_trip(&building);
    building.play(piece(4));
    round_trip(&building);
    let mut delivering = coast().set();
    delivering.play(load("NYC", "black"));
    round_trip(&delivering);
    delivering.play(super::kit::ride(0));
    round_trip(&delivering);
    let mut drawing = stage(2).face_up("R_boom").set();
    drawing.play(take_for("R_boom", "NYC"));
    round_trip(&drawing);
}

fn coast() -> Stage {
    let stage = stage(2).link(0, "NYC", 3, &[2]).link(0, "PHL", 3, &[3]).link(1, "BAL", 2, &[2]);
    stage.cubes("NYC", "black").engine(0, 3)
}

#[test]
fn before_the_set_up_what_depends_on_it_is_null() {
    let table = Table::new(2).unwrap();
    assert_eq!((table.see("/first_player"), table.see("/active")), (json!(null), json!(null)));
    assert_eq!(table.see("/cities/NYC/cubes"), json!({}));
    assert_eq!(table.see("/order"), json!([]));
}

#[test]
fn lists_in_any_order_and_zeros_are_taken() {
    let good = coast().face_up("S1 S2").position();
    let mut other = good.clone();
    other["face_up"] = json!(["S2", "S1"]);
    other["cities"]["NYC"]["cubes"]["red"] = json!(0);
    other["links"].as_array_mut().unwrap().reverse();
    assert_eq!(Table::at(&good).hash(), Table::at(&other).hash());
}

#[test]
fn what_is_no_position_is_refused() {
    let good = stage(2).position();
    Table::assert_nonsense_refused(&good);
    Table::assert_fields_needed(&good, &["map", "options", "players", "cities", "links", "bag", "order"]);
}

#[test]
fn what_does_not_follow_from_the_rest_is_refused() {
    Table::assert_each_refused(
        &coast().position(),
        &[
            ("/game", json!("chess"), "position.game is \"chess\""),
            ("/bag", json!({"red": 3}), "position.bag"),
            ("/new_cities", json!(["red"]), "position.new_cities"),
            ("/deck_left", json!(7), "position.deck_left is 7"),
            ("/cities/NYC/empty", json!(true), "position.cities.NYC.empty"),
            ("/links/0/complete", json!(false), "position.links[0].complete"),
            ("/active", json!(5), "not at this table"),
            ("/drawing", json!("setup"), "position.drawing"),
        ],
    );
}

#[test]
fn components_that_are_not_there_are_refused() {
    Table::assert_each_refused(
        &coast().position(),
        &[
            ("/cities/NYC/cubes", json!({"red": 30}), "red cubes in cities but only 25"),
            ("/cities/NYC/color", json!("blue"), "the colour of New York is printed"),
            ("/face_up", json!(["S1"]), "Opening Day is in two places"),
            ("/face_up", json!(["B_JUA"]), "is no card of this table"),
            ("/players/0/cards", json!(["S1"]), "is in two places"),
            ("/players/0/cards", json!(["G_eng5"]), "cannot keep Record Run"),
            ("/players/0/used", json!(["P_survey"]), "has used a card that is not there"),
            ("/discard", json!(["S1", "S2"]), "start cards lie face up"),
            ("/discard", json!(["S1", "S2", "S3", "N_shops"]), "is never discarded"),
            ("/players/0/engine", json!(9), "there is no engine 9"),
            ("/players/0/cash", json!(-1), "has less than no money"),
            ("/players/0/cash", json!(1500), "cannot have $1500: all money is in whole thousands"),
            ("/players/0/bonds", json!(-1), "cannot have -1 bonds"),
            ("/players/0/position", json!(-1), "cannot stand on -1"),
            ("/players/0/baron", json!("coast"), "everybody has a baron, or nobody"),
            ("/map", json!("mexico"), "is not on this map"),
        ],
    );
}

#[test]
fn links_that_cannot_lie_so_are_refused() {
    Table::assert_each_refused(
        &coast().position(),
        &[
            ("/links/0/id", json!(1), "the same id"),
            ("/links/0/id", json!(250), "higher id"),
            ("/links/0/pieces/0/a", json!(4), "do not follow one another"),
            ("/links/0/pieces/0/b", json!(0), "do not follow one another"),
            ("/links/0/pieces/0/b", json!(3), "does not end where it says"),
            ("/links/0/pieces/0/hex", json!([24, 6]), "where none can lie"),
            ("/links/0/pieces/0/hex", json!([99, 99]), "there is no hex"),
            ("/links/0/to", json!("BAL"), "does not end where it says"),
            ("/links/0/to", json!("NYC"), "from a city to itself"),
            ("/links/0/pieces", json!([]), "no special link"),
        ],
    );
    let twice = coast().link(0, "NYC", 3, &[2]);
    assert!(Table::refused(&twice.position()).contains("do not fit together"));
    let early = stage(2).link(0, "ATL", 0, &[0]);
    assert!(Table::refused(&early.position()).contains("more unfinished track"));
    let lone = stage(2).special(0, "MSP", "red");
    assert!(Table::refused(&lone.position()).contains("owns no link at Minneapolis"));
}

#[test]
fn moments_that_cannot_be_are_refused() {
    Table::assert_each_refused(
        &stage(2).position(),
        &[
            ("/round", json!(0), "no such round"),
            ("/round", json!(4), "no such round"),
            ("/turn_number", json!(0), "no such turn"),
            ("/turn_number", json!(61), "no such turn"),
            ("/last_turn", json!(9), "too near or too far"),
            ("/quiet_turns", json!(2), "quiet turns"),
            ("/quiet", json!(false), "nobody has acted"),
            ("/order", json!([1, 0]), "the First Player first"),
            ("/order", json!([0]), "the order holds everybody"),
            ("/extra_actions", json!(1), "nobody has played Double Shift"),
            ("/played", json!(["P_survey"]), "neither used nor discarded"),
            ("/phase", json!("timetable"), "position.active"),
            ("/phase", json!("over"), "position.active"),
            ("/phase", json!("build"), "building is missing"),
            ("/phase", json!("deliver"), "carrying is missing"),
            ("/phase", json!("draw"), "drawing is missing"),
            ("/phase", json!("auction"), "auction is missing"),
        ],
    );
}

#[test]
fn builds_and_deliveries_that_cannot_be_under_way_are_refused() {
    let mut building = stage(2).set();
    building.play(start("NYC", 2)).play(piece(4));
    Table::assert_each_refused(
        &building.position(),
        &[
            ("/building/placed", json!(4), "the build would be over"),
            ("/building/placed", json!(2), "more pieces were placed"),
            ("/building/side", json!(3), "where its link began"),
            ("/building/link", json!(1), "lowest free id"),
            ("/building/discount_left", json!(1000), "the discount"),
        ],
    );
    let mut delivering = coast().set();
    delivering.play(load("NYC", "black")).play(super::kit::ride(0));
    Table::assert_each_refused(
        &delivering.position(),
        &[
            ("/carrying/cube", json!("red"), "still counted in its city"),
            ("/carrying/links", json!([2]), "begins on an own link"),
            ("/carrying/links", json!([0, 0]), "twice"),
            ("/players/0/engine", json!(1), "does not go so far"),
            ("/players/0/engine", json!(2), "cannot be completed"),
        ],
    );
    let mut drawing = stage(2).face_up("R_boom").set();
    drawing.play(take_for("R_boom", "NYC"));
    Table::assert_each_refused(
        &drawing.position(),
        &[
            ("/drawing/cubes", json!(5), "no action brings 5 cubes"),
            ("/drawing/city", json!("T_MSP"), "no action brings"),
            ("/drawing/seat", json!(4), "not at this table"),
        ],
    );
}

#[test]
fn auctions_that_cannot_be_are_refused() {
    let mut fresh = Table::new(3).unwrap();
    fresh.draw(1);
    let opener = fresh.number("/auction/opener");
    let other: Value = json!((opener + 1) % 3);
    Table::assert_each_refused(
        &fresh.position(),
        &[
            ("/auction/opener", other, "the auction's opener"),
            ("/auction/min", json!(2000), "the auction's minimum"),
            ("/auction/high", json!(2000), "both of high and high_seat"),
            ("/options/pay_half", json!(true), "go with the option"),
            ("/options/first_turn_order", json!(true), "no auction in the first turn"),
            ("/round", json!(2), "the round is 1"),
        ],
    );
}
