//! Cards that are taken: those that act at once, and those that act for good (RW-17, RW-22).

use serde_json::json;

use super::kit::{Stage, Table, charter, cubes, pass, piece, stage, start, take, take_for, upgrade};

#[test]
fn rw_17_taking_a_card_is_an_action_and_it_is_kept_openly() {
    let mut table = stage(2).face_up("P_survey N_bridge").set();
    table.play(take("P_survey"));
    assert_eq!(table.names("/players/0/cards"), ["P_survey"]);
    assert_eq!(table.active(), 1);
    assert_eq!(table.refuse(take("P_survey")), ("RW-17", "P_survey does not lie face up"));
}

#[test]
fn rw_17_a_field_that_a_card_does_not_need_is_an_error() {
    let mut table = stage(2).face_up("R_grant R_boom R_charter").set();
    assert_eq!(table.refuse(take_for("R_grant", "NYC")), ("RW-22", "this card needs neither city nor color"));
    assert_eq!(table.refuse(take("R_boom")), ("RW-22", "this card needs a city and nothing else"));
    assert_eq!(table.refuse(take_for("R_charter", "ALB")), ("RW-22", "this card needs a city and a color"));
}

#[test]
fn rw_22_state_subsidy_pays_at_once() {
    let mut table = stage(2).face_up("R_grant").set();
    table.play(take("R_grant"));
    assert_eq!(table.cash(0), 10000);
    assert!(table.names("/discard").contains(&"R_grant".to_owned()));
}

#[test]
fn rw_22_good_press_moves_up_two() {
    let mut table = stage(2).face_up("R_press").at(0, 5).set();
    table.play(take("R_press"));
    assert_eq!(table.track(), [7, 0]);
}

#[test]
fn rw_22_locomotive_works_sells_the_next_engine_for_less() {
    for (level, cards, cost) in
        [(1, "", 0), (3, "", 5000), (3, "N_shops", 0), (4, "", 10000), (7, "N_shops", 20000)]
    {
        let mut table =
            stage(2).face_up("R_works G_eng5").engine(0, level).cards(0, cards).cash(0, 30000).set();
        table.play(take("R_works"));
        assert_eq!(table.of(0, "engine"), i64::from(level) + 1);
        assert_eq!(table.cash(0), 30000 - cost, "from {level} with {cards:?}");
        assert_eq!(table.track()[0], if level == 4 { 2 } else { 0 }, "it is an upgrade");
    }
    let mut table = stage(2).face_up("R_works").engine(0, 8).set();
    assert_eq!(table.refuse(take("R_works")).rule(), "RW-14");
}

#[test]
fn rw_22_boom_town_brings_three_cubes_to_any_city() {
    let stage =
        stage(2).face_up("R_boom").cubes("ALB", "").link(0, "DSM", 4, &[5, 4, 5]).special(0, "MSP", "");
    let mut table = stage.set();
    assert_eq!(table.listed("take_card").len(), 38, "all cities, the terminal too");
    table.play(take_for("R_boom", "ALB"));
    assert_eq!(table.see("/drawing/cubes"), 3);
    table.draw(1);
    assert_eq!((table.cubes_in("ALB"), table.is_empty("ALB")), (3, false));
    let mut table = super::kit::stage(2).face_up("R_boom").bag_of("", "NYC").set();
    assert_eq!(table.refuse(take_for("R_boom", "ALB")), ("RW-22", "the bag is empty"));
}

#[test]
fn rw_22_trade_revival_brings_two_cubes_to_an_empty_city() {
    let mut table = stage(2).face_up("R_reviv").cubes("ALB", "").set();
    assert_eq!(table.listed("take_card"), [take_for("R_reviv", "ALB")]);
    assert_eq!(table.refuse(take_for("R_reviv", "NYC")), ("RW-22", "NYC is not empty"));
    table.play(take_for("R_reviv", "ALB")).draw_so(cubes("ALB", &["blue", "red"]));
    assert!(!table.is_empty("ALB"));
    let mut table = stage(2).face_up("R_reviv").set();
    assert_eq!(table.refuse(take_for("R_reviv", "NYC")), ("RW-22", "no city is empty"));
}

#[test]
fn rw_22_city_charter_urbanizes_free_also_with_an_empty_bag() {
    let mut table = stage(2).face_up("R_charter").set();
    table.play(charter("ALB", "purple")).draw(1);
    assert_eq!((table.bonds(0), table.see("/cities/ALB/color")), (0, json!("purple")));
    assert_eq!(table.cubes_in("ALB"), 3);
    let mut table = stage(2).face_up("R_charter").bag_of("", "NYC").set();
    table.play(charter("ALB", "purple"));
    assert_eq!(table.active(), 1);
}

/// What a build costs a seat that holds some cards.
fn cost(stage: Stage, city: &str, side: u8, exits: &[u8]) -> i64 {
    let mut table = stage.cash(0, 50000).set();
    table.build(city, side, exits);
    50000 - table.cash(0)
}

#[test]
fn rw_22_bridge_company_makes_water_cheap() {
    assert_eq!(cost(stage(2), "NYC", 2, &[3]), 3000);
    assert_eq!(cost(stage(2).cards(0, "N_bridge"), "NYC", 2, &[3]), 2000);
    assert_eq!(cost(stage(2).cards(1, "N_bridge"), "NYC", 2, &[3]), 3000, "a rival's does not help");
}

#[test]
fn rw_22_tunnel_company_makes_ridges_cheap() {
    assert_eq!(cost(stage(2).cards(0, "N_tunnel"), "ATL", 4, &[5]), 4000 + 2000);
}

#[test]
fn rw_22_sound_credit_takes_off_dividends_never_below_nothing() {
    for (bonds, paid) in [(1, 0), (2, 0), (5, 3000)] {
        let mut table = stage(2).cards(0, "N_credit").bonds(0, bonds).cash(0, 9000).last_action().set();
        table.play(pass());
        assert_eq!(table.cash(0), 9000 - paid, "{bonds} bonds");
    }
}

#[test]
fn rw_22_own_shops_make_engines_cheap_never_below_nothing() {
    for (level, paid) in [(1, 0), (2, 5000)] {
        let mut table = stage(2).cards(0, "N_shops").engine(0, level).cash(0, 20000).set();
        table.play(upgrade());
        assert_eq!(table.cash(0), 20000 - paid);
    }
}

/// Seat 1 delivers to New York, where seat 0 has the hotel.
#[test]
fn rw_22_grand_hotel_pays_its_holder_whoever_delivers() {
    for hotel in ["N_hotel_NYC", "N_hotel_CHI"] {
        let stage = stage(2).cards(0, hotel).link(1, "NYC", 3, &[2]).cubes("PHL", "red").active(1);
        let mut table = stage.set();
        table.deliver("PHL", "red", &[0]);
        let expected = if hotel == "N_hotel_NYC" { [1, 1] } else { [0, 1] };
        assert_eq!(table.track(), expected, "{hotel}");
    }
}

/// Every hotel of both maps pays in its own city.
#[test]
fn rw_22_every_hotel_stands_in_its_city() {
    use crate::engine::named::Named;
    use crate::games::railways_of_the_world::board::{Effect, MapId};
    for board in MapId::ALL.map(MapId::board) {
        for card in board.cards.iter() {
            if let Some(Effect::Hotel { city, points }) = board.effect(card) {
                assert_eq!((card.name(), points), (format!("N_hotel_{}", city.name()).as_str(), 1));
            }
        }
    }
}

/// Dining cars pay by themselves, once a turn, for three links or more.
#[test]
fn rw_22_dining_cars_pay_the_first_long_delivery_of_a_turn() {
    let coast = || stage(2).link(0, "NYC", 3, &[2]).link(0, "PHL", 3, &[3]).link(0, "BAL", 2, &[2]);
    let stage = coast().cards(0, "P_dining").engine(0, 3).cubes("NYC", "black black blue");
    let mut table = stage.set();
    assert_eq!(table.refuse(super::kit::play("P_dining")), ("RW-22", "it acts by itself and is not played"));
    table.deliver("NYC", "blue", &[0]).play(pass());
    assert_eq!(table.cash(0), 0, "one link is too short");
    table.deliver("NYC", "black", &[0, 1, 2]).play(pass());
    assert_eq!(table.cash(0), 3000);
    assert_eq!(table.names("/players/0/used"), ["P_dining"]);
    table.deliver("NYC", "black", &[0, 1, 2]);
    assert_eq!(table.cash(0), 3000, "once a turn");
}

#[test]
fn every_card_says_what_it_does() {
    use crate::games::railways_of_the_world::board::MapId;
    use crate::games::railways_of_the_world::text;
    for map in MapId::ALL {
        let game = super::kit::stage_on(map, 2).game();
        for card in map.board().cards.iter() {
            let (name, says) = (text::card_name(&game, card), text::card_text(&game, card));
            assert!(!name.is_empty() && says.ends_with('.') && says.len() > 20, "{name}: {says}");
            assert!(!text::card_worth(&game, card).is_empty());
        }
    }
}

/// A build under way shows the price of each piece with the cards in hand.
#[test]
fn prices_in_labels_are_what_is_paid() {
    let mut table: Table = stage(2).cards(0, "N_tunnel").cash(0, 1000).set();
    table.play(start("ATL", 4));
    let choices = table.game().choices();
    let label = choices.iter().find(|choice| choice.json == piece(5)).unwrap();
    assert_eq!(label.price.unwrap().dollars(), 6000);
    assert_eq!(
        label.text.to_string(),
        "lay track to the northeast into Knoxville for $6000, with 1 new bond"
    );
    table.play(piece(5));
    assert_eq!((table.bonds(0), table.cash(0)), (1, 0));
}
