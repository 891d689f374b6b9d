//! What is drawn and drafted (RR-5, RR-7).

use serde_json::json;

use super::kit::{Stage, Table, deliver, pass, stage, take_city, take_stock};

/// The last of so many players delivers in the last turn in which city tiles could be drawn, or later.
fn last_with_cities(players: usize, turns: usize) -> Stage {
    let others = ["brown", "brown brown", "brown brown brown", "brown brown brown brown"][players - 2];
    let set = stage(players).tile("washington", [1, 0], 0).tile("memphis", [0, 1], 0);
    let set = set.tile("pittsburgh", [0, -1], 0).cubes([1, 0], "yellow").drawn_in(turns);
    set.delivering(players - 1, others).laid(1)
}

fn end_turn(set: &Stage) -> Table {
    let mut table = set.set();
    table.play(deliver([1, 0], "yellow", [0, 0]));
    table
}

#[test]
fn rr_5_as_many_cities_and_stocks_as_players_lie_open() {
    for seats in 2..=5_u8 {
        let mut table = Table::new(seats).unwrap();
        let drawn = table.draw(9);
        assert_eq!(table.names("/market/cities").len(), usize::from(seats));
        assert_eq!(table.names("/market/stocks").len(), usize::from(seats));
        assert_eq!(drawn[drawn.len() - 2]["cities"], table.see("/market/cities"));
        assert_eq!(drawn[drawn.len() - 1]["stocks"], table.see("/market/stocks"));
    }
}

#[test]
fn rr_5_a_city_pile_too_short_leaves_the_game_and_stocks_come_instead() {
    // 26 tiles are drawn five at a time: one is left over.
    let mut table = end_turn(&last_with_cities(5, 5));
    assert_eq!(table.number("/cities_left"), 1);
    let drawn = table.draw(2);
    assert_eq!(drawn.len(), 1, "no cities are drawn");
    assert_eq!(table.names("/market/stocks").len(), 10);
    assert_eq!((table.names("/removed/cities").len(), table.number("/cities_left")), (1, 0));
    assert!(table.heard("too few city tiles are left: 1 of them leave the game, stocks are drawn instead"));
    // With four players the pile comes out even.
    let mut table = end_turn(&last_with_cities(4, 7));
    table.draw(2);
    assert_eq!((table.names("/removed/cities").len(), table.names("/market/stocks").len()), (0, 8));
}

#[test]
fn rr_5_both_picks_are_stocks_once_no_cities_are_drawn() {
    let mut table = end_turn(&last_with_cities(4, 7));
    table.draw(2);
    for _ in 0..4 {
        table.play(pass());
    }
    for round in 0..2 {
        for seat in 0..4 {
            assert_eq!(table.decider(), seat, "round {round}");
            let choice = table.choices().swap_remove(0);
            assert!(choice["stock"].is_string(), "{choice}");
            table.play(choice);
        }
    }
    assert_eq!(table.see("/drafted/3"), json!(["stock", "stock"]));
    assert_eq!(table.phase(), "lay");
}

#[test]
fn rr_5_of_a_stock_pile_too_short_what_is_left_is_drawn_and_taken_in_order() {
    // 25 and twice 10 of 48 are drawn.
    let mut table = end_turn(&last_with_cities(5, 5).round(7));
    assert_eq!(table.number("/stocks_left"), 3);
    table.draw(4);
    assert_eq!(table.names("/market/stocks").len(), 3);
    for _ in 0..5 {
        table.play(pass());
    }
    for seat in 0..3 {
        assert_eq!(table.decider(), seat);
        let choice = table.choices().swap_remove(0);
        table.play(choice);
    }
    assert_eq!(table.phase(), "lay", "there is nothing for the others to take");
    assert_eq!(table.see("/drafted"), json!([["stock"], ["stock"], ["stock"], [], []]));
}

#[test]
fn rr_5_with_nothing_left_to_draw_the_turn_begins_with_the_bidding() {
    let mut position = last_with_cities(5, 5).round(8).position();
    position["drafted"] = json!([["stock"], ["stock"], ["stock"], [], []]);
    let mut table = Table::at(&position);
    table.play(deliver([1, 0], "yellow", [0, 0]));
    assert_eq!((table.number("/stocks_left"), table.phase().as_str()), (0, "bid"));
}

#[test]
fn rr_7_each_takes_one_tile_in_order_and_then_one_of_the_other_kind() {
    let mut table = stage(3).order(&[2, 0, 1]).market("boston omaha memphis").drawn_in(1).drafting().set();
    let stocks = table.names("/market/stocks");
    assert_eq!(table.decider(), 2);
    table.play(take_city("omaha"));
    assert!(table.heard("seat 2 takes the city Omaha"));
    table.play(take_stock(&stocks[0])).play(take_city("boston"));
    assert_eq!(table.see("/drafted"), json!([["stock"], ["city"], ["city"]]));
    assert_eq!(table.decider(), 2, "round again in the same order");
    assert_eq!(table.refuse(take_city("memphis")), ("RR-7", "you have taken a city this turn: take a stock"));
    assert_eq!(table.blocked("take the city Memphis").rule(), "RR-7");
    table.play(take_stock(&stocks[1]));
    assert_eq!(
        table.refuse(take_stock(&stocks[2])),
        ("RR-7", "you have taken a stock this turn: take a city")
    );
    assert_eq!(table.choices(), [take_city("memphis")]);
    table.play(take_city("memphis")).play(take_stock(&stocks[2]));
    assert_eq!(table.phase(), "lay");
    assert!(table.hand(2).contains(&"omaha".to_owned()) && table.hand(0).contains(&"memphis".to_owned()));
    assert!(table.stocks(0, &stocks[0]) >= 1);
}

#[test]
fn rr_7_only_what_lies_open_can_be_taken() {
    let mut table = stage(3).market("boston omaha memphis").drawn_in(1).drafting().set();
    assert_eq!(table.refuse(take_city("denver")), ("RR-7", "Denver does not lie open"));
    let open = table.names("/market/stocks");
    let closed = super::kit::figures::all_railroads().into_iter().find(|r| !open.contains(&(*r).to_owned()));
    assert_eq!(table.refuse(take_stock(closed.unwrap())).rule(), "RR-7");
}

#[test]
fn rr_7_a_stock_that_lies_open_twice_is_one_choice() {
    let mut position = stage(3).drawn_in(1).drafting().position();
    let other = position["market"]["stocks"][1].clone();
    position["market"]["stocks"] = json!([other, other, other]);
    let table = Table::at(&position);
    assert_eq!(table.choices().iter().filter(|choice| choice["stock"] == other).count(), 1);
    assert_eq!(table.choices().len(), 4);
}
