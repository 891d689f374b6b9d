//! Set-up (RW-1 to RW-3) and rounds (RW-5).

use serde_json::json;

use super::kit::{Table, pass, stage, upgrade};
use crate::engine::game::{Game, Setup};
use crate::games::railways_of_the_world::RailwaysOfTheWorld;

fn cubes_of(table: &Table, cities: [&str; 4]) -> [u64; 4] {
    cities.map(|city| table.cubes_in(city))
}

#[test]
fn rw_1_cities_draw_their_cubes_and_players_have_nothing() {
    let mut table = Table::new(4).unwrap();
    assert_eq!((table.phase(), table.bag()), ("draw".to_owned(), 125));
    assert_eq!(table.see("/drawing"), "setup");
    table.draw(1);
    assert_eq!(cubes_of(&table, ["NYC", "PHL", "KSC", "PTL"]), [4, 3, 2, 1]);
    assert_eq!(table.bag(), 125 - 87);
    let player = json!({
        "cash": 0, "bonds": 0, "position": 0, "engine": 1, "cards": [], "used": [], "baron": null
    });
    assert_eq!(table.see("/players/3"), player);
    assert_eq!(table.see("/new_cities").as_array().unwrap().len(), 12);
}

#[test]
fn rw_1_with_two_or_three_players_each_city_has_one_cube_fewer_but_at_least_one() {
    for seats in [2, 3] {
        let mut table = Table::new(seats).unwrap();
        table.draw(7);
        assert_eq!(cubes_of(&table, ["NYC", "PHL", "KSC", "PTL"]), [3, 2, 1, 1]);
    }
}

#[test]
fn rw_2_a_drawn_seat_opens_the_first_auction() {
    let mut openers = std::collections::BTreeSet::new();
    for byte in 0..40 {
        let mut table = Table::new(3).unwrap();
        table.draw(byte);
        let opener = table.number("/first_player");
        assert_eq!(table.number("/auction/opener"), opener);
        assert_eq!(table.active(), opener);
        openers.insert(opener);
    }
    assert_eq!(openers.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn rw_3_start_cards_and_two_for_each_player_lie_face_up() {
    let mut table = Table::new(3).unwrap();
    assert_eq!(table.names("/face_up"), ["S1", "S2", "S3"]);
    table.draw(3);
    assert_eq!(table.names("/face_up").len(), 3 + 6);
    assert_eq!(table.number("/deck_left"), 46 - 9);
}

#[test]
fn rw_3_a_card_is_turned_up_after_each_turn_as_long_as_there_is_one() {
    let mut table = stage(2).last_action().set();
    table.play(pass());
    assert_eq!(table.see("/drawing"), json!({"cards": 1}));
    assert_eq!(table.number("/turn_number"), 2, "the new turn begins behind the draw");
    let drawn = table.draw(1);
    assert_eq!(drawn.len(), 1);
    assert_eq!(table.names("/face_up").len(), 1);
    assert_eq!((table.phase().as_str(), table.number("/turn_number")), ("auction", 3));

    let kept = "P_survey P_dispatch P_dining P_gang N_hotel_NYC N_hotel_CHI N_hotel_ATL N_hotel_STL N_hotel_PHL \
                N_bridge N_tunnel N_credit N_shops";
    let all = stage(2).all_cards().join(" ");
    let mut table = stage(2).cards(0, kept).discarded(&all).last_action().set();
    table.play(pass());
    assert_eq!(table.phase(), "auction", "no card, no draw");
}

#[test]
fn rw_3_a_table_may_play_without_cards() {
    let options = [("operations".to_owned(), json!(false))].into();
    let mut game = RailwaysOfTheWorld::new(&Setup { seats: 2, options }).unwrap();
    let mut notes = crate::engine::game::Notes::kept();
    game.draw(&mut crate::engine::chance::Chance::new([1; 32]), &mut notes);
    assert!(notes.into_heard().drawn.iter().all(|drawn| drawn.get("cards").is_none()));
    assert!(game.face_up.is_empty() && game.deck().is_empty());
}

#[test]
fn rw_5_three_rounds_in_the_same_order_one_action_each() {
    let mut table = stage(3).with("/first_player", 1).with("/order", json!([1, 2, 0])).active(1).set();
    let mut acted = Vec::new();
    while table.phase() == "action" {
        acted.push((table.number("/round"), table.active()));
        table.play(upgrade());
    }
    let rounds = [1, 2, 3].map(|round| [1, 2, 0].map(|seat| (round, seat)));
    assert_eq!(acted, rounds.concat());
}

#[test]
fn rw_5_only_what_belongs_to_the_moment_can_be_done() {
    let mut table = stage(2).set();
    for (action, rule) in [
        (super::kit::piece(0), "RW-5"),
        (super::kit::stop(), "RW-5"),
        (super::kit::ride(0), "RW-5"),
        (super::kit::bid(1000), "RW-5"),
    ] {
        assert_eq!(table.refuse(action).rule(), rule);
    }
    let mut auction = Table::new(2).unwrap();
    auction.draw(1);
    assert_eq!(auction.refuse(upgrade()).rule(), "RW-4");
}

#[test]
fn mexico_is_for_two_to_four() {
    let begin = |seats| {
        let options = [("map".to_owned(), json!("mexico"))].into();
        RailwaysOfTheWorld::new(&Setup { seats, options }).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(begin(4), Ok(()));
    for seats in [5, 6] {
        assert_eq!(begin(seats), Err(format!("the Mexico map is for 2 to 4 seats, not {seats}")));
    }
}
