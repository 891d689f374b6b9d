//! Deliveries (RR-9).

use serde_json::json;

use super::kit::{Stage, deliver, stage};

/// Washington and St. Louis, linked by B&O; seat 0 owns the link.
fn washington(players: usize, cube: &'static str) -> Stage {
    stage(players).tile("washington", [1, 0], 0).cubes([1, 0], cube).drawn_in(1)
}

#[test]
fn rr_9_worked_examples_of_deliveries() {
    let mut table = washington(4, "black").delivering(1, "black").set();
    table.play(deliver([1, 0], "black", [0, 0]));
    assert_eq!((table.score(1), table.value("B&O")), (22, 1), "black after one black");
    let mut table = washington(4, "brown").delivering(2, "brown brown").set();
    table.play(deliver([1, 0], "brown", [0, 0]));
    assert_eq!((table.score(2), table.value("B&O")), (21, 1), "brown after two browns");
}

#[test]
fn rr_9_the_first_cube_of_a_colour_scores_3_the_second_2_any_further_1() {
    for (seat, before, points) in [
        (0, "", 3),
        (1, "brown", 2),
        (1, "yellow", 3),
        (2, "brown yellow", 2),
        (3, "brown brown brown", 1),
        (3, "brown yellow brown", 1),
        (3, "yellow yellow yellow", 3),
    ] {
        let mut table = washington(4, "brown").delivering(seat, before).set();
        table.play(deliver([1, 0], "brown", [0, 0]));
        assert_eq!(table.score(seat), 20 + points, "after {before:?}");
    }
}

#[test]
fn rr_9_the_owner_of_anothers_link_scores_2() {
    let mut table = washington(3, "brown").delivering(1, "yellow").set();
    assert_eq!(
        table.text(&deliver([1, 0], "brown", [0, 0])),
        "brown from Washington to St. Louis by B&O: you score 3 and seat 0 2 for the link; B&O 0 to 1, you hold 0"
    );
    table.play(deliver([1, 0], "brown", [0, 0]));
    assert_eq!(table.scores(), [22, 23, 20]);
    let mut own = washington(3, "brown").delivering(0, "").set();
    own.play(deliver([1, 0], "brown", [0, 0]));
    assert_eq!(own.scores(), [23, 20, 20]);
}

#[test]
fn rr_9_a_link_leads_both_ways() {
    let mut table = washington(3, "").cubes([0, 0], "brown yellow").delivering(0, "").set();
    assert_eq!(table.choices(), [deliver([0, 0], "brown", [1, 0]), deliver([0, 0], "yellow", [1, 0])]);
    table.play(deliver([0, 0], "yellow", [1, 0]));
    assert_eq!(table.tile([0, 0]).unwrap()["cubes"], json!({"brown": 1}));
    assert_eq!(table.tile([1, 0]).unwrap()["cubes"], json!({}), "delivered cubes leave the table");
    assert_eq!(table.see("/delivered"), json!({"yellow": 1}));
}

#[test]
fn rr_9_a_stock_is_worth_10_at_most() {
    let mut table = washington(3, "brown").value("B&O", 10).delivering(0, "").set();
    assert!(table.text(&deliver([1, 0], "brown", [0, 0])).contains("B&O stays at 10"));
    table.play(deliver([1, 0], "brown", [0, 0]));
    assert_eq!((table.value("B&O"), table.score(0)), (10, 23));
}

#[test]
fn rr_9_a_cube_needs_a_link_of_its_tile() {
    let set = stage(3).tile("washington", [1, 0], 0).cubes([1, 0], "brown").tile("pittsburgh", [2, 0], 0);
    let mut table = set.cubes([2, 0], "yellow").drawn_in(1).delivering(0, "").set();
    assert_eq!(table.choices(), [deliver([1, 0], "brown", [0, 0])], "Pittsburgh is not linked");
    assert_eq!(
        table.refuse(deliver([2, 0], "yellow", [1, 0])),
        ("RR-9", "no link joins Pittsburgh and Washington")
    );
    assert_eq!(table.blocked("deliver from Pittsburgh"), ("RR-9", "Pittsburgh has no link"));
    assert_eq!(table.refuse(deliver([1, 0], "yellow", [0, 0])), ("RR-9", "Washington has no yellow cube"));
    assert_eq!(table.refuse(deliver([5, 5], "yellow", [0, 0])), ("RR-9", "no tile lies at 5, 5"));
    assert_eq!(table.blocked("deliver nothing").rule(), "RR-9");
}

#[test]
fn rr_9_all_deliver_in_order_and_the_cubes_go_back_into_the_bag() {
    let set = washington(3, "").cubes([0, 0], "brown brown yellow").order(&[2, 0, 1]);
    let mut table = set.delivering(2, "").set();
    let bag = table.count("/bag");
    for (seat, cube) in [(2, "brown"), (0, "yellow"), (1, "brown")] {
        assert_eq!(table.decider(), seat);
        table.play(deliver([0, 0], cube, [1, 0]));
    }
    assert_eq!((table.see("/delivered"), table.count("/bag")), (json!({}), bag + 3));
    assert_eq!((table.number("/round"), table.is_chance()), (2, true));
    assert_eq!(table.scores(), [23, 22, 20 + 3 + 2 + 2], "seat 2 owns the link");
}

#[test]
fn rr_9_when_nothing_is_left_to_deliver_the_others_are_passed() {
    let mut table = washington(3, "brown").delivering(0, "").set();
    table.play(deliver([1, 0], "brown", [0, 0]));
    assert!(table.heard("no cube lies on a tile with a link: nothing more is delivered"));
    assert_eq!((table.number("/round"), table.is_chance()), (2, true));
}

#[test]
fn rr_9_nobody_scores_for_a_link_without_owner() {
    let (table, unowned) = super::laying::without_locomotives();
    let mut position = table.position();
    let seats = position["players"].as_array().unwrap().len();
    let order: Vec<i64> =
        position["order"].as_array().unwrap().iter().map(|seat| seat.as_i64().unwrap()).collect();
    assert_eq!((seats, order.len()), (2, 2));
    // Somebody delivers over it, whoever that is: only the points of the delivery are scored.
    let [a, b] = unowned;
    let tile =
        position["tiles"].as_array_mut().unwrap().iter_mut().find(|tile| tile["at"] == json!(a)).unwrap();
    let had = std::mem::replace(&mut tile["cubes"], json!({"brown": 1}));
    let (brown, yellow) = (had["brown"].as_i64().unwrap_or(0), had["yellow"].as_i64().unwrap_or(0));
    position["bag"]["brown"] = json!(position["bag"]["brown"].as_i64().unwrap_or(0) + brown - 1);
    position["bag"]["yellow"] = json!(position["bag"]["yellow"].as_i64().unwrap_or(0) + yellow);
    position["phase"] = json!("deliver");
    position["active"] = json!(order[0]);
    let mut table = super::kit::Table::at(&position);
    let before = table.scores();
    table.play(deliver(a, "brown", b));
    let gained: i64 = table.scores().iter().sum::<i64>() - before.iter().sum::<i64>();
    assert_eq!(gained, 3);
}
