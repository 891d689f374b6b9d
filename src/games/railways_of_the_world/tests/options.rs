//! The options of a table (RW-20).

use serde_json::json;

use super::kit::{Stage, bid, pass, stage};
use crate::engine::chance::Chance;
use crate::engine::game::{Game, Load as _, Notes, Setup, Standing, Turn, Turns as _};
use crate::engine::seat::Seat;
use crate::games::railways_of_the_world::RailwaysOfTheWorld;

fn drawn(seats: u8, option: &str) -> RailwaysOfTheWorld {
    let options = [(option.to_owned(), json!(true))].into();
    let mut game = RailwaysOfTheWorld::new(&Setup { seats, options }).unwrap();
    game.draw(&mut Chance::new([4; 32]), &mut Notes::ignored());
    game
}

#[test]
fn rw_20_in_the_first_turns_order_who_waits_gets_money() {
    let game = drawn(4, "first_turn_order");
    let position = game.position(crate::engine::game::Viewer::Everything);
    assert_eq!(position["phase"], "action");
    let opener = position["first_player"].as_u64().unwrap();
    for place in 0..4 {
        let seat = (opener + place) % 4;
        assert_eq!(position["order"][usize::try_from(place).unwrap()], seat);
        assert_eq!(position["players"][usize::try_from(seat).unwrap()]["cash"], 1000 * place);
    }
    assert_eq!(game.turn(), Turn::Seat(Seat::new(u8::try_from(opener).unwrap()).unwrap()));
}

#[test]
fn rw_20_after_the_first_turn_there_are_auctions() {
    let mut table = stage(2).option("first_turn_order").turn(1).last_action().set();
    table.play(pass()).draw(1);
    assert_eq!(table.phase(), "auction");
}

/// An auction of three in which who passes pays half; seat 0 opens.
fn halves() -> Stage {
    let auction = json!({
        "what": "first_player", "min": 1000, "high": null, "high_seat": null, "bidders": [0, 1, 2],
        "opener": 0, "bids": [0, 0, 0], "dropped": [],
    });
    let stage = stage(3).option("pay_half").with("/order", json!([])).with("/phase", "auction");
    stage.with("/auction", auction).all_have(20000)
}

#[test]
fn rw_20_who_passes_pays_half_and_plays_the_earlier_the_later() {
    let mut table = halves().set();
    table.play(bid(1000)).play(bid(2000)).play(bid(5000));
    assert_eq!(table.see("/auction/bids"), json!([1000, 2000, 5000]));
    table.play(pass());
    assert_eq!(table.cash(0), 19000, "half of $1000, rounded up to a thousand, at once");
    assert_eq!(table.see("/auction/dropped"), json!([0]));
    table.play(pass());
    assert_eq!(table.purses(), [19000, 19000, 15000]);
    assert_eq!(table.see("/order"), json!([2, 1, 0]));
}

#[test]
fn rw_20_without_a_bid_the_last_to_pass_is_first() {
    let mut table = halves().set();
    table.passes(3);
    assert_eq!(table.see("/order"), json!([2, 1, 0]));
    assert_eq!(table.purses(), [20000; 3]);
    assert!(table.heard("nobody bids: seat 2 is First Player for nothing"));
}

#[test]
fn rw_20_without_a_bid_the_order_is_that_of_the_passes_backwards() {
    let auction = json!({
        "what": "first_player", "min": 1000, "high": null, "high_seat": null, "bidders": [0, 1, 2, 3],
        "opener": 2, "bids": [0, 0, 0, 0], "dropped": [],
    });
    let stage = stage(4).option("pay_half").with("/first_player", 2).with("/order", json!([])).active(2);
    let mut table = stage.with("/phase", "auction").with("/auction", auction).set();
    table.passes(3);
    assert_eq!(table.see("/auction/dropped"), json!([2, 3, 0]));
    table.play(pass());
    assert_eq!(table.see("/order"), json!([1, 0, 3, 2]));
    assert_eq!((table.number("/first_player"), table.active()), (1, 1));
    table.passes(4);
    assert_eq!((table.number("/round"), table.active()), (2, 1), "each round goes in that order");
}

#[test]
fn rw_20_who_cannot_raise_pays_half_too() {
    let mut table = halves().set();
    table.play(bid(1000)).play(pass()).play(bid(50000));
    assert_eq!(table.bonds(2), 6);
    assert_eq!(table.cash(0), 19000);
    assert_eq!(table.see("/order"), json!([2, 0, 1]));
}

#[test]
fn rw_20_everybody_has_a_baron_of_his_own() {
    let game = drawn(6, "barons");
    let barons: std::collections::BTreeSet<_> = game.players.iter().map(|(_, player)| player.baron).collect();
    assert_eq!(barons.len(), 6);
    assert!(!barons.contains(&None));
}

/// Points of seat 0's baron; seat 1 has one that it does not achieve.
fn baron(stage: Stage, baron: &str, other: &str) -> i64 {
    let stage = stage.option("barons").with("/players/0/baron", baron).with("/players/1/baron", other);
    let table = stage.set();
    let standings = table.game().standings();
    let own: &Standing = standings.iter().find(|standing| standing.seat.number() == 0).unwrap();
    own.details["barons"].as_i64().unwrap()
}

#[test]
fn rw_20_barons_compare_and_ties_give_nothing() {
    let other = "west";
    for (goal, better, points) in [
        ("fewest_bonds", stage(2).bonds(1, 1), 6),
        ("most_cash", stage(2).cash(0, 1000), 6),
        ("most_links", stage(2).link(0, "NYC", 3, &[2]), 6),
        ("best_engine", stage(2).engine(0, 2), 5),
        ("longest_chain", stage(2).link(0, "NYC", 3, &[2]), 8),
    ] {
        assert_eq!(baron(better, goal, other), points, "{goal}");
        assert_eq!(baron(stage(2), goal, other), 0, "{goal} tied");
    }
}

#[test]
fn rw_20_the_longest_chain_counts_links_of_one_way() {
    // Seat 0 has a chain of two, seat 1 three links that meet in one city.
    let star = stage(2).link(0, "NYC", 3, &[2]).link(0, "ALB", 1, &[2]).link(1, "BAL", 2, &[2]);
    let star = star.link(1, "BAL", 5, &[5]).link(1, "BAL", 0, &[0]);
    assert_eq!(baron(star, "longest_chain", "west"), 0, "two and two");
    let longer = stage(2).link(0, "NYC", 3, &[2]).link(0, "ALB", 1, &[2]).link(0, "PHL", 3, &[3]);
    let longer = longer.link(1, "BAL", 2, &[2]).link(1, "BAL", 5, &[5]);
    assert_eq!(baron(longer, "longest_chain", "west"), 8);
}

#[test]
fn rw_20_barons_of_places() {
    let hub = stage(2).link(0, "CHI", 3, &[3, 3]).link(0, "CHI", 1, &[1, 1]).link(0, "CHI", 4, &[5]);
    assert_eq!(baron(hub, "hub_chi", "coast"), 6);
    let west = stage(2).link(0, "DSM", 4, &[5, 4, 5]).special(0, "MSP", "red");
    assert_eq!(baron(west, "west", "coast"), 5);
    assert_eq!(baron(stage(2), "coast", "west"), 0);
}
