//! Deliveries (RW-15, RW-16).

use serde_json::json;

use super::kit::{Stage, load, ride, stage};

/// New York-Philadelphia (0) and Philadelphia-Baltimore (1) are seat 0's, Baltimore-Richmond (2) seat 1's.
fn coast() -> Stage {
    stage(2).link(0, "NYC", 3, &[2]).link(0, "PHL", 3, &[3]).link(1, "BAL", 2, &[2])
}

#[test]
fn rw_15_the_engine_bounds_the_links() {
    let cubes = |engine| {
        let table = coast().cubes("NYC", "blue yellow black").engine(0, engine).set();
        let loads = table.listed("load").into_iter().filter(|choice| choice["city"] == "NYC");
        loads.map(|choice| choice["cube"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(cubes(1), ["blue"]);
    assert_eq!(cubes(2), ["blue", "yellow"]);
    assert_eq!(cubes(3), ["black", "blue", "yellow"]);
    let mut table = coast().cubes("NYC", "yellow").set();
    assert_eq!(
        table.refuse(load("NYC", "yellow")),
        ("RW-15", "no yellow city can be reached that way with engine 1")
    );
    assert_eq!(table.refuse(load("NYC", "red")), ("RW-15", "no red cube lies in NYC"));
}

#[test]
fn rw_15_it_begins_on_an_own_link_and_goes_on_over_anybodys() {
    let mut table = coast().cubes("RIC", "yellow").engine(0, 3).set();
    assert_eq!(table.refuse(load("RIC", "yellow")).rule(), "RW-15");
    let mut table = coast().cubes("NYC", "black").engine(0, 3).set();
    table.play(load("NYC", "black"));
    assert_eq!(table.choices(), [ride(0)]);
    table.play(ride(0));
    assert_eq!(table.see("/carrying"), json!({"from": "NYC", "cube": "black", "links": [0]}));
    assert_eq!(table.cubes_in("NYC"), 1, "counted until it arrives");
    assert_eq!(table.refuse(ride(0)), ("RW-15", "the cube has been in NYC"));
    assert_eq!(table.refuse(ride(2)).rule(), "RW-15");
    table.play(ride(1)).play(ride(2));
    assert_eq!(table.track(), [2, 1]);
}

#[test]
fn rw_15_the_first_city_of_its_colour_is_the_end() {
    let mut table =
        coast().cubes("BAL", "blue").engine(0, 3).color("SCR", "blue").link(0, "SCR", 1, &[1]).set();
    table.play(load("BAL", "blue")).play(ride(1));
    assert_eq!(table.phase(), "action", "Philadelphia takes it");
    assert_eq!(table.track(), [1, 0]);
}

#[test]
fn rw_15_the_colour_of_its_own_city_does_not_count() {
    let mut table = coast().cubes("NYC", "red").engine(0, 8).set();
    assert_eq!(table.refuse(load("NYC", "red")).rule(), "RW-15");
}

#[test]
fn rw_15_a_step_that_cannot_lead_to_an_end_is_not_offered() {
    // From Philadelphia Baltimore leads on to black Richmond; Scranton leads nowhere.
    let stage = coast().link(0, "PHL", 4, &[4]).cubes("PHL", "black").engine(0, 2);
    let mut table = stage.set();
    table.play(load("PHL", "black"));
    assert_eq!(table.choices(), [ride(1)]);
    assert_eq!(table.refuse(ride(3)).rule(), "RW-15");
    assert_eq!(table.blocked("ride to Scranton on link 3 of seat 0").rule(), "RW-15");
}

#[test]
fn rw_15_no_city_twice() {
    // A triangle of Philadelphia, Baltimore and Scranton: round it to Richmond, never back through Philadelphia.
    let stage = coast().link(0, "PHL", 4, &[4]).link(0, "BAL", 5, &[5]).cubes("PHL", "black").engine(0, 4);
    let mut table = stage.set();
    table.play(load("PHL", "black")).play(ride(3));
    assert_eq!(table.choices(), [ride(4)]);
    table.play(ride(4));
    assert_eq!(table.choices(), [ride(2)]);
}

#[test]
fn rw_16_each_link_pays_its_owner_and_the_cube_goes_back() {
    let mut table = coast().cubes("NYC", "black blue").engine(0, 3).set();
    let bag = table.bag();
    table.deliver("NYC", "black", &[0, 1, 2]);
    assert_eq!((table.track(), table.bag()), (vec![2, 1], bag + 1));
    assert!(!table.is_empty("NYC"));
    assert!(table.heard("seat 0 moves up 2 spaces and seat 1 moves up 1 space"));
}

#[test]
fn rw_16_a_city_left_bare_is_marked_empty() {
    let mut table = coast().cubes("NYC", "blue").set();
    table.deliver("NYC", "blue", &[0]);
    assert!(table.is_empty("NYC"));
    assert!(table.heard("New York is empty now"));
}

#[test]
fn rw_16_a_terminal_is_never_marked() {
    let stage = stage(2).link(0, "DSM", 4, &[5, 4, 5]).special(0, "MSP", "black");
    let mut table = stage.set();
    table.deliver("T_MSP", "black", &[1]);
    assert_eq!((table.cubes_in("T_MSP"), table.is_empty("T_MSP")), (0, false));
    assert_eq!(table.track(), [1, 0], "it counts as a link");
}

#[test]
fn labels_say_where_a_cube_can_go_and_who_earns() {
    let mut table = coast().cubes("NYC", "black").engine(0, 3).set();
    let text = |table: &super::kit::Table, action: &serde_json::Value| {
        let choices = table.game().choices();
        choices.iter().find(|choice| choice.json == *action).unwrap().text.to_string()
    };
    let first = text(&table, &load("NYC", "black"));
    assert_eq!(first, "deliver a black cube from New York to Richmond over 3 links");
    table.play(load("NYC", "black")).play(ride(0)).play(ride(1));
    assert_eq!(text(&table, &ride(2)), "deliver to Richmond on link 2: seat 1 +1");
}
