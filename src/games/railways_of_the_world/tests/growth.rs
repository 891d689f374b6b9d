//! Urbanizing and engines (RW-13, RW-14).

use serde_json::json;

use super::kit::{cubes, stage, upgrade, urbanize};

#[test]
fn rw_13_a_gray_city_gets_a_colour_and_two_cubes() {
    let mut table = stage(2).cubes("ALB", "").set();
    assert!(table.is_empty("ALB"));
    table.play(urbanize("ALB", "red"));
    assert_eq!(table.see("/drawing"), json!({"seat": 0, "city": "ALB", "cubes": 2}));
    assert!(table.is_empty("ALB"), "until a cube arrives");
    table.draw_so(cubes("ALB", &["blue", "red"]));
    assert_eq!((table.bonds(0), table.cubes_in("ALB")), (2, 2));
    assert!(!table.is_empty("ALB"));
    assert_eq!(table.see("/cities/ALB/color"), "red");
    assert_eq!(table.names("/new_cities").iter().filter(|tile| *tile == "red").count(), 1);
    assert_eq!(table.active(), 1);
}

#[test]
fn rw_13_only_gray_cities_and_tiles_that_are_left() {
    let mut table = stage(2).color("ALB", "red").color("SYR", "red").set();
    assert_eq!(table.refuse(urbanize("SCR", "red")), ("RW-13", "no red New City tile is left"));
    assert_eq!(table.refuse(urbanize("NYC", "blue")), ("RW-13", "NYC has a colour already"));
    assert_eq!(table.refuse(urbanize("ALB", "blue")), ("RW-13", "ALB has a colour already"));
    assert_eq!(table.blocked("urbanize with a red tile").rule(), "RW-13");
    assert_eq!(table.blocked("urbanize a city with a colour").rule(), "RW-13");
    assert_eq!(table.listed("urbanize").len(), 15 * 4);
}

#[test]
fn rw_13_a_short_bag_gives_what_it_has_and_an_empty_one_nothing() {
    let mut table = stage(2).cubes("SYR", "").bag_of("red", "NYC").set();
    table.play(urbanize("SYR", "blue")).draw_so(cubes("SYR", &["red"]));
    assert_eq!((table.cubes_in("SYR"), table.bag()), (1, 0));
    let mut table = stage(2).cubes("SYR", "").bag_of("", "NYC").set();
    table.play(urbanize("SYR", "blue"));
    assert_eq!(table.active(), 1, "no draw");
    assert!(table.is_empty("SYR"), "no cube arrived");
}

#[test]
fn rw_14_engines_cost_five_thousand_more_each_up_to_the_eighth() {
    for level in 1..8_u8 {
        let mut table = stage(2).engine(0, level).cash(0, 40000).set();
        table.play(upgrade());
        assert_eq!(table.of(0, "engine"), i64::from(level) + 1);
        assert_eq!(table.cash(0), 40000 - 5000 * i64::from(level));
    }
    let mut table = stage(2).engine(0, 8).set();
    assert_eq!(table.refuse(upgrade()), ("RW-14", "you have the best engine there is"));
    assert_eq!(table.blocked("buy a better engine").rule(), "RW-14");
}
