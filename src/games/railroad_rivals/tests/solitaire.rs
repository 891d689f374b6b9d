//! The game for one (RR-12 to RR-14).

use serde_json::json;

use super::kit::figures::goods;
use super::kit::{Table, arrange, deliver, keep, lay, solo};

fn challenge() -> Table {
    Table::with_options(1, &["challenge"])
}

#[test]
fn rr_12_three_cubes_start_the_row_in_the_order_the_player_likes() {
    let mut table = Table::new(1).unwrap();
    let drawn = table.draw(6);
    assert_eq!((drawn[0]["row"].clone(), table.phase()), (table.see("/row"), "arrange".to_owned()));
    let row = table.names("/row");
    assert!(row.is_sorted() && row.len() == 3);
    assert_eq!((table.count("/bag"), table.see("/tiles")), (21, json!([])));
    let mut other = [row[2].as_str(), row[0].as_str(), row[1].as_str()];
    assert!(table.choices().contains(&arrange(other)));
    assert_eq!(table.refuse(arrange([&row[0]; 3])), ("RR-12", "those are not the cubes that were drawn"));
    table.play(arrange(other));
    assert_eq!(table.names("/row"), other);
    assert!(table.is_chance());
    other.sort_unstable();
    assert_eq!(table.see("/tiles"), json!([]), "nothing is laid before the draw");
}

#[test]
fn rr_12_chicago_st_louis_and_washington_lie_linked_with_a_cube_each() {
    let mut table = Table::new(1).unwrap();
    table.draw(6);
    let first = table.choices().swap_remove(0);
    let drawn = table.play(first).draw(1);
    let places = [json!([0, 1]), json!([0, 0]), json!([1, 0])];
    assert!(
        drawn[..3]
            .iter()
            .zip(&places)
            .all(|(outcome, at)| outcome["at"] == *at && outcome["cubes"].as_array().unwrap().len() == 1)
    );
    let lies = |at| table.tile(at).map(|tile| (tile["tile"].clone(), tile["rotation"].clone()));
    assert_eq!(lies([0, 0]), Some((json!("st_louis"), json!(0))));
    assert_eq!(lies([0, 1]), Some((json!("chicago"), json!(2))));
    assert_eq!(lies([1, 0]), Some((json!("washington"), json!(0))));
    assert_eq!(table.link([0, 0], [0, 1]), Some(("IC".to_owned(), Some(0))));
    assert_eq!(table.link([0, 0], [1, 0]), Some(("B&O".to_owned(), Some(0))));
    assert_eq!((table.score(0), table.count("/stock_values"), table.count("/bag")), (1, 0, 18));
    assert_eq!(
        (table.phase().as_str(), table.number("/round"), table.see("/drafted")),
        ("keep", 1, json!([[]]))
    );
}

#[test]
fn rr_13_one_of_three_stocks_is_kept() {
    let mut table = solo(2).keeping().set();
    let open = table.names("/market/stocks");
    assert_eq!(open.len(), 3);
    table.play(keep(&open[1]));
    assert_eq!(table.see("/market/stocks"), json!([]));
    assert_eq!(table.count("/removed/stocks"), 4);
    assert!(table.stocks(0, &open[1]) >= 1);
    let drawn = table.draw(3);
    assert_eq!(drawn[0]["cities"], table.see("/players/0/hand"));
    assert_eq!((table.hand(0).len(), table.phase().as_str()), (3, "lay"));
    let closed = super::kit::figures::all_railroads().into_iter().find(|r| !open.contains(&(*r).to_owned()));
    let mut table = solo(2).keeping().set();
    assert_eq!(table.refuse(keep(closed.unwrap())).rule(), "RR-13");
}

#[test]
fn rr_13_one_of_three_cities_is_laid_and_the_others_leave_the_game() {
    let mut table = solo(1).hand(0, "pittsburgh boston seattle").set();
    table.play(lay("pittsburgh", [0, -1], 0));
    assert_eq!(
        (table.hand(0).len(), table.names("/removed/cities")),
        (0, vec!["boston".to_owned(), "seattle".to_owned()])
    );
    assert_eq!(table.number("/players/0/locomotives_left"), 19, "locomotives are not needed");
    assert_eq!(table.link([0, -1], [0, 0]), Some(("PRR".to_owned(), Some(0))));
    table.draw(1);
    assert_eq!((table.count("/tiles/0/cubes"), goods("pittsburgh")), (2, 2));
    assert_eq!(table.phase(), "deliver");
}

#[test]
fn rr_13_if_none_fits_all_three_are_discarded() {
    let mut table = solo(1).cubes([0, 0], "brown").keeping().set();
    let first = table.choices().swap_remove(0);
    let stuck = ["butte", "seattle", "spokane"];
    table.play(first).draw_so(json!({ "cities": stuck }));
    assert!(table.heard("seat 0 has no tile that fits and lays none"));
    assert_eq!((table.hand(0).len(), table.names("/removed/cities")), (0, stuck.map(str::to_owned).to_vec()));
    assert_eq!((table.phase().as_str(), table.number("/laid")), ("deliver", 0));
    let waiting = solo(1).cubes([0, 0], "brown").hand(0, &stuck.join(" "));
    assert!(Table::refused(&waiting.position()).contains("no tile fits: all would be discarded"));
}

#[test]
fn rr_13_worked_examples_of_the_row() {
    let set = solo(2).row("yellow brown yellow black").cubes([0, 0], "gray yellow").hand(0, "");
    let mut table = set.delivering(0, "").set();
    table.play(deliver([0, 0], "gray", [0, 1]));
    assert_eq!((table.score(0), table.value("IC")), (1 + 3, 2));
    assert_eq!(table.see("/row"), json!(["yellow", "brown", "yellow", "black", "gray"]));
    let set = solo(3).row("yellow brown yellow black gray").cubes([0, 0], "yellow");
    let mut table = set.delivering(0, "").set();
    table.play(deliver([0, 0], "yellow", [1, 0]));
    assert_eq!((table.score(0), table.value("B&O")), (1 + 4, 2));
}

#[test]
fn rr_13_a_stock_rises_by_two_up_to_10() {
    for (before, after) in [(8, 10), (10, 10)] {
        let mut table = solo(2).value("IC", before).cubes([0, 0], "brown").delivering(0, "").set();
        table.play(deliver([0, 0], "brown", [0, 1]));
        assert_eq!(table.value("IC"), after);
    }
}

#[test]
fn rr_13_there_are_eleven_turns() {
    let mut table = solo(10).cubes([0, 0], "brown").delivering(0, "").set();
    table.play(deliver([0, 0], "brown", [0, 1])).draw(1);
    assert_eq!((table.number("/round"), table.see("/last_round")), (11, false.into()));
    let mut table = solo(11).cubes([0, 0], "brown").delivering(0, "").last_round().set();
    table.play(deliver([0, 0], "brown", [0, 1]));
    assert!(table.is_over());
    assert_eq!(table.number("/round"), 11);
}

#[test]
fn rr_14_the_sum_of_score_and_stocks_gives_the_rank() {
    for (score, title) in [
        (0, "Train-Hopping Vagabond"),
        (35, "Train-Hopping Vagabond"),
        (36, "Porter"),
        (41, "Stoker/Boilerman"),
        (46, "Conductor"),
        (51, "Signalman"),
        (56, "Locomotive Engineer"),
        (61, "Train Dispatcher"),
        (66, "Road Foreman of Engines"),
        (71, "Manager"),
        (76, "Railroad CEO"),
        (80, "Railroad CEO"),
        (81, "Tycoon"),
        (200, "Tycoon"),
    ] {
        let table = solo(2).value("IC", 2).stocks(0, "IC", 2).score(0, score - 4).cubes([0, 0], "brown");
        let Ok(table) = Table::load(&table.delivering(0, "").position()) else {
            assert!(score < 4, "{score}");
            continue;
        };
        let standing = &table.game().standings()[0];
        assert_eq!((standing.score, &standing.details["total"]), (score - 4, &json!(score)));
        assert_eq!(standing.details["title"], title, "{score}");
    }
}

#[test]
fn rr_14_a_challenge_begins_with_three_random_tiles() {
    let mut table = challenge();
    table.draw(2);
    let first = table.choices().swap_remove(0);
    let drawn = table.play(first).draw(8);
    assert_eq!(drawn.len(), 1, "goods come once all three lie");
    let start: Vec<String> = serde_json::from_value(drawn[0]["start"].clone()).unwrap();
    let lies = table.tile([0, 0]).unwrap();
    assert_eq!((&lies["tile"], &lies["rotation"]), (&json!(start[0]), &json!(0)));
    let mut others = start[1..].to_vec();
    others.sort();
    assert_eq!((table.hand(0), table.phase().as_str(), table.number("/laid")), (others, "lay", 0));
    let choice = table.choices().swap_remove(0);
    let second = choice["at"].clone();
    table.play(choice);
    assert!(!table.is_chance() && table.phase() == "lay");
    let choice = table.choices().swap_remove(0);
    let third = choice["at"].clone();
    let drawn = table.play(choice).draw(1);
    let places: Vec<_> = drawn.iter().filter_map(|outcome| outcome.get("at").cloned()).collect();
    assert_eq!(places, [json!([0, 0]), second, third], "as they were laid");
    assert!(drawn[..3].iter().all(|outcome| outcome["cubes"].as_array().unwrap().len() == 1));
    assert_eq!((table.phase().as_str(), table.number("/round"), table.number("/laid")), ("keep", 1, 0));
}

/// The two tiles that wait beside Boston, whose south and west are NYC.
fn beside_boston(waiting: &str) -> Table {
    let mut position = solo(1).option("challenge").hand(0, waiting).position();
    position["tiles"] = json!([{"tile": "boston", "at": [0, 0], "rotation": 0, "cubes": {}}]);
    position["links"] = json!([]);
    position["removed"] = json!({"cities": [], "stocks": {}});
    position["players"][0]["stocks"] = json!({});
    position["cities_left"] = json!(34);
    position["stocks_left"] = json!(48);
    Table::at(&position)
}

#[test]
fn rr_14_in_a_challenge_tiles_are_linked_if_any_can_be() {
    let table = beside_boston("cleveland seattle");
    assert!(table.choices().iter().all(|choice| choice["tile"] == "cleveland"));
    assert_eq!(table.choices().len(), 4, "two edges with NYC at each of two places");
}

#[test]
fn rr_14_in_a_challenge_tiles_lie_anywhere_if_none_can_be_linked() {
    let mut table = beside_boston("seattle memphis");
    assert_eq!(table.choices().len(), 2 * 4 * 4, "two tiles, four places, four rotations");
    table.play(lay("memphis", [0, 1], 0));
    assert_eq!(table.see("/links"), json!([]));
    assert_eq!((table.phase().as_str(), table.hand(0).len()), ("lay", 1));
}
