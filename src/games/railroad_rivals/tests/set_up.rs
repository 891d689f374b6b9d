//! The set-up (RR-1 to RR-4).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::kit::figures::{CUBES, bag, goods};
use super::kit::{Table, deliver, stage};

#[test]
fn rr_1_two_to_five_players_and_solitaire() {
    for seats in [0, 6, 7] {
        assert_eq!(
            Table::new(seats).unwrap_err(),
            format!("Railroad Rivals is for 1 to 5 seats, not {seats}")
        );
    }
    for seats in 1..=5 {
        assert!(Table::new(seats).unwrap().is_chance(), "{seats} players begin with a draw");
    }
}

#[test]
fn rr_1_chance_gives_the_order_and_the_order_gives_the_scores() {
    let mut orders = BTreeSet::new();
    for byte in 0..40 {
        let mut table = Table::new(3).unwrap();
        let drawn = table.draw(byte);
        assert_eq!(drawn[0]["order"], table.order());
        for (place, seat) in table.order().as_array().unwrap().iter().enumerate() {
            let seat = usize::try_from(seat.as_u64().unwrap()).unwrap();
            assert_eq!(table.score(seat), [6, 8, 10][place]);
        }
        orders.insert(table.order().to_string());
    }
    assert_eq!(orders.len(), 6, "every order comes up");
}

#[test]
fn rr_1_everybody_is_dealt_two_city_tiles_that_only_the_owner_sees() {
    for seats in 2..=5_u8 {
        let mut table = Table::new(seats).unwrap();
        let drawn = table.draw(3);
        let hands = drawn.iter().find_map(|outcome| outcome.get("hand")).unwrap();
        for seat in 0..usize::from(seats) {
            assert_eq!(table.hand(seat).len(), 2);
            assert_eq!(hands[seat], json!(table.hand(seat)));
        }
        let seen = table.seen_by(1);
        assert_eq!(seen["players"][0]["hand"], 2);
        assert_eq!(seen["players"][1]["hand"], json!(table.hand(1)));
    }
}

#[test]
fn what_is_drawn_at_the_set_up_is_told_in_order() {
    let kinds = |seats: u8| -> Vec<String> {
        let drawn = Table::new(seats).unwrap().draw(1);
        drawn.iter().map(|outcome| outcome.as_object().unwrap().keys().next().unwrap().clone()).collect()
    };
    assert_eq!(kinds(2), ["order", "start", "cubes", "removed", "hand", "cities", "stocks"]);
    assert_eq!(kinds(3), ["order", "start", "cubes", "hand", "cities", "stocks"]);
    assert_eq!(kinds(1), ["row"]);
}

#[test]
fn rr_2_one_of_three_tiles_lies_first_with_its_goods_and_the_others_are_in_play() {
    let mut starts = BTreeSet::new();
    for byte in 0..30 {
        let mut table = Table::new(4).unwrap();
        let drawn = table.draw(byte);
        let start = drawn[1]["start"].as_str().unwrap().to_owned();
        let tile = table.tile([0, 0]).unwrap();
        assert_eq!((&tile["tile"], &tile["rotation"]), (&json!(start), &json!(0)));
        assert_eq!(table.count("/tiles/0/cubes"), goods(&start));
        // 37 less the first, eight dealt and four that lie open.
        assert_eq!(table.number("/cities_left"), 24);
        starts.insert(start);
    }
    assert_eq!(starts, ["chicago", "cincinnati", "st_louis"].map(str::to_owned).into());
}

#[test]
fn rr_3_the_bag_depends_on_the_number_of_players() {
    for seats in 1..=5 {
        let table = Table::new(seats).unwrap();
        let counts = CUBES.map(|cube| table.see("/bag")[cube].as_i64().unwrap_or(0));
        assert_eq!(counts, bag(seats.into()), "{seats} players");
    }
}

#[test]
fn rr_4_for_two_a_stock_of_each_railroad_and_six_cities_leave_the_game() {
    let mut table = Table::new(2).unwrap();
    let drawn = table.draw(7);
    assert_eq!(drawn[3]["removed"], table.see("/removed/cities"));
    assert_eq!(table.names("/removed/cities").len(), 6);
    let removed = table.see("/removed/stocks");
    assert!(removed.as_object().unwrap().values().all(|count| *count == 1));
    assert_eq!(removed.as_object().unwrap().len(), 12);
    assert_eq!(table.number("/stocks_left"), 36 - 2);
    assert_eq!(table.number("/cities_left"), 37 - 1 - 6 - 4 - 2);
}

#[test]
fn rr_4_for_two_both_colours_count_as_one() {
    let set = stage(2).tile("washington", [1, 0], 0).hand(0, "boston seattle butte").hand(1, "memphis omaha");
    let mut table = set.cubes([1, 0], "yellow").delivering(1, "brown").set();
    table.play(deliver([1, 0], "yellow", [0, 0]));
    assert_eq!(table.score(1), 22, "the second cube, whatever its colour");
}

#[test]
fn before_the_first_draw_what_depends_on_it_is_unknown() {
    let position = Table::new(3).unwrap().position();
    assert_eq!(position["phase"], "draw");
    assert_eq!((&position["order"], &position["active"]), (&Value::Null, &Value::Null));
    assert_eq!(position["players"][0]["score"], Value::Null);
    assert_eq!(position["tiles"], json!([]));
    let alone = Table::new(1).unwrap().position();
    assert_eq!((&alone["order"], &alone["players"][0]["score"]), (&json!([0]), &json!(1)));
}
