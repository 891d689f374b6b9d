//! The last turn and who wins (RR-10, RR-11).

use super::kit::figures::{all_cities, edges};
use super::kit::{Stage, Table, deliver, lay, stage};

#[test]
fn rr_10_the_turn_in_which_somebody_lays_his_last_tile_is_the_last() {
    let set = stage(2).tile("washington", [1, 0], 0).tile("memphis", [0, 1], 0).cubes([1, 0], "brown");
    let set = set.hand(0, "pittsburgh").hand(1, "seattle spokane omaha").laying(0, 0);
    let mut table = set.set();
    table.play(lay("pittsburgh", [0, -1], 0)).draw_anything();
    assert_eq!(table.see("/last_round"), false, "not before all have laid");
    while table.phase() == "lay" {
        let choice = table.choices().swap_remove(0);
        table.play(choice).draw_anything();
    }
    assert_eq!((table.phase().as_str(), table.see("/last_round")), ("deliver", true.into()));
    while !table.is_over() {
        let choice = table.choices().swap_remove(0);
        table.play(choice);
    }
    assert!(table.heard("the game is over: stocks are added to the scores"));
    let over = table.position();
    assert_eq!((&over["delivered"], &over["last_round"]), (&serde_json::json!({}), &true.into()));
    assert!(table.choices().is_empty());
}

/// A game for two in its first turn without city tiles: nothing at the rim of the map matches what the players hold.
fn nobody_can_lay() -> Stage {
    let out = ["seattle", "spokane", "butte", "portland", "omaha", "lincoln", "billings", "minneapolis"];
    let inside = |tile: &&str| edges(tile, 0).contains(&"CBQ");
    let tiles = all_cities().into_iter().filter(|tile| *tile != "st_louis" && !out.contains(tile));
    let (inside, outside): (Vec<&str>, Vec<&str>) = tiles.partition(inside);
    let places = (0..6).flat_map(|x| (0..5).map(move |y| [x, y])).filter(|at| *at != [0, 0] && *at != [5, 4]);
    let (inner, rim): (Vec<[i16; 2]>, Vec<[i16; 2]>) =
        places.partition(|[x, y]| (1..=3).contains(x) && (1..=2).contains(y));
    let others = outside.into_iter().zip(rim.into_iter().chain(inner[inside.len()..].iter().copied()));
    let laid = inside.into_iter().zip(inner.iter().copied()).chain(others);
    let mut set = stage(2).hand(0, "billings").hand(1, "minneapolis");
    for (tile, at) in laid {
        set = set.tile(tile, at, 0);
    }
    set.shared_links().round(14).drafting()
}

#[test]
fn rr_10_a_turn_without_tiles_in_which_nobody_lays_one_is_the_last() {
    let mut table = nobody_can_lay().set();
    for _ in 0..4 {
        let choice = table.choices().swap_remove(0);
        table.play(choice);
    }
    assert!(table.heard("no city tile is left to draw and nobody has laid one: this turn is the last"));
    assert!(table.is_over(), "there is nothing to deliver either");
}

#[test]
fn rr_11_worked_example_of_the_end() {
    let stocks = [("ACL", 4, 3), ("NYC", 5, 2), ("ATSF", 1, 2), ("C&O", 2, 1), ("B&O", 4, 1)];
    let set = stocks.into_iter().fold(stage(2).score(0, 16), |set, (railroad, value, count)| {
        set.value(railroad, value).stocks(0, railroad, count)
    });
    let table = set.stocks(1, "UP", 3).stocks(1, "MP", 3).stocks(1, "SP", 3).drawn_in(9).set();
    let standings = table.game().standings();
    assert_eq!((standings[0].seat.number(), standings[0].score), (0, 16), "the score is the track's");
    assert_eq!(standings[0].details["stock_value"], 30);
    assert_eq!((standings[0].details["total"].as_i64(), standings[0].total()), (Some(46), 46));
}

/// Ranks before the end are as if counted now.
fn ranks(set: &Stage) -> Vec<(u8, i64, u8)> {
    set.set().ranks()
}

#[test]
fn rr_11_of_equals_the_highest_valued_stock_tile_wins_then_the_next() {
    let set = stage(2).value("NYC", 5).value("UP", 3).value("MP", 2).drawn_in(3);
    let high = set
        .clone()
        .stocks(0, "NYC", 1)
        .stocks(0, "IC", 2)
        .stocks(1, "UP", 1)
        .stocks(1, "MP", 1)
        .stocks(1, "SP", 1);
    assert_eq!(ranks(&high), [(0, 25, 1), (1, 25, 2)], "5 before 3 and 2");
    let next = set.clone().score(0, 22).stocks(0, "UP", 1).stocks(0, "IC", 2);
    let next = next.stocks(1, "UP", 1).stocks(1, "MP", 1).stocks(1, "IC", 1);
    assert_eq!(ranks(&next), [(1, 25, 1), (0, 25, 2)], "the same first tile, then 2 before 0");
}

#[test]
fn rr_11_a_tile_worth_nothing_is_more_than_no_tile() {
    let set = stage(2).drawn_in(2).stocks(0, "IC", 3).stocks(1, "SP", 1);
    assert_eq!(ranks(&set), [(0, 20, 1), (1, 20, 2)]);
}

#[test]
fn rr_11_equal_in_everything_is_a_shared_victory() {
    let set = stage(2).value("IC", 4).drawn_in(2).stocks(0, "IC", 1).stocks(0, "UP", 1);
    let set = set.stocks(1, "IC", 1).stocks(1, "UP", 1);
    assert_eq!(ranks(&set), [(0, 24, 1), (1, 24, 1)]);
}

#[test]
fn a_game_played_out_ends_with_the_standings_of_its_position() {
    let mut table = Table::new(3).unwrap();
    let mut byte = 0_u8;
    while !table.is_over() {
        byte = byte.wrapping_add(41);
        if table.is_chance() {
            table.draw(byte);
            continue;
        }
        let mut choices: Vec<_> =
            table.choices().into_iter().filter(|choice| choice["type"] != "bid").collect();
        let place = usize::from(byte) % choices.len();
        table.play(choices.swap_remove(place));
    }
    assert_eq!(Table::at(&table.position()).ranks(), table.ranks());
    let none = table.refuse(deliver([0, 0], "brown", [1, 0]));
    assert_eq!(none, ("RR-10", "the game is over"));
}
