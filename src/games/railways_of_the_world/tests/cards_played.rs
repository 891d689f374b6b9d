//! Cards that are played (RW-21, RW-22).

use serde_json::json;

use super::kit::{Stage, load, pass, piece, play, resume, ride, special, stage, start, upgrade};

fn coast() -> Stage {
    stage(2).link(0, "NYC", 3, &[2]).link(0, "PHL", 3, &[3]).link(1, "BAL", 2, &[2])
}

#[test]
fn rw_21_a_played_card_binds_to_its_kind_of_action() {
    let mut table = coast().cards(0, "P_survey P_gang H_crew P_dispatch").cubes("NYC", "yellow").set();
    table.play(play("P_survey"));
    assert_eq!(table.names("/played"), ["P_survey"]);
    for action in [pass(), upgrade(), load("NYC", "blue"), play("P_dispatch")] {
        let refused = table.refuse(action);
        assert_eq!(refused.rule(), "RW-21");
    }
    assert_eq!(
        table.listed("play_card"),
        [play("H_crew"), play("P_gang")],
        "more such cards, or Double Shift"
    );
    table.play(play("H_crew"));
    assert_eq!(table.refuse(pass()), ("RW-21", "you played a card for building: now build"));
    assert!(!table.game().may_pause(), "a move may not end between a card and its action");
    table.build("BAL", 5, &[5]);
    assert_eq!((table.names("/played").len(), table.active()), (0, 0));
    assert!(table.game().may_pause());
}

#[test]
fn rw_21_a_card_for_delivering_needs_a_delivery_that_is_legal_with_it() {
    let mut table = coast().cards(0, "P_dispatch H_orders").cubes("NYC", "yellow").set();
    assert!(table.listed("load").is_empty());
    table.play(play("P_dispatch"));
    assert_eq!(table.listed("load"), [load("NYC", "yellow")]);
    let mut table = stage(2).cards(0, "P_dispatch").set();
    assert_eq!(
        table.refuse(play("P_dispatch")),
        ("RW-21", "there is nothing that you could deliver with it")
    );
}

#[test]
fn rw_21_a_diamond_is_used_until_pay_day_and_a_hand_card_is_gone() {
    let mut table = stage(2).cards(0, "P_survey H_powder").set();
    table.play(play("P_survey")).play(play("H_powder"));
    assert_eq!(table.names("/players/0/used"), ["P_survey"]);
    assert_eq!(table.names("/players/0/cards"), ["P_survey"]);
    assert!(table.names("/discard").contains(&"H_powder".to_owned()));
    table.build("NYC", 3, &[2]).play(pass());
    assert_eq!(table.refuse(play("P_survey")), ("RW-21", "you have used P_survey this turn"));
    assert_eq!(table.refuse(play("P_gang")), ("RW-21", "you do not hold P_gang"));
}

#[test]
fn rw_21_nothing_is_played_inside_a_build_or_a_delivery() {
    let mut table = coast().cards(0, "P_survey H_crew").cubes("NYC", "blue").set();
    table.play(load("NYC", "blue"));
    assert_eq!(table.refuse(play("H_crew")).rule(), "RW-15");
    let mut table = stage(2).cards(0, "P_survey").set();
    table.play(start("NYC", 3));
    assert_eq!(table.refuse(play("P_survey")).rule(), "RW-9");
    assert!(!table.game().may_pause(), "nor may a move end there (RW-9)");
}

/// What a build costs after these cards were played.
fn cost(cards: &str, city: &str, side: u8, exits: &[u8]) -> i64 {
    let mut table = stage(2).cards(0, cards).cash(0, 50000).set();
    for card in cards.split_whitespace().filter(|card| !card.starts_with("N_")) {
        table.play(play(card));
    }
    table.build(city, side, exits);
    50000 - table.cash(0)
}

#[test]
fn rw_22_survey_crew_takes_two_thousand_off_the_first_pieces_that_cost() {
    assert_eq!(cost("", "ATL", 0, &[0, 0, 1, 0]), 8000);
    assert_eq!(cost("P_survey", "ATL", 0, &[0, 0, 1, 0]), 6000);
    let mut table = stage(2).cards(0, "P_survey").set();
    table.play(play("P_survey")).play(start("NYC", 2));
    assert_eq!(table.number("/building/discount_left"), 2000);
    table.play(piece(4));
    assert_eq!(table.number("/building/discount_left"), 0);
    let mut table = stage(2).link(0, "DSM", 4, &[5, 4, 5]).cards(0, "P_survey").cash(0, 30000).set();
    table.play(play("P_survey")).play(special("MSP"));
    assert_eq!(table.cash(0), 2000, "a special link too");
}

#[test]
fn rw_22_extra_gang_lays_five_pieces() {
    let mut table = stage(2).cards(0, "P_gang").set();
    table.play(play("P_gang")).build("CHS", 4, &[4, 4, 4, 4]);
    assert_eq!(table.phase(), "build");
    let exit = u8::try_from(table.exits()[0]).unwrap();
    table.play(piece(exit));
    assert_eq!(table.phase(), "action");
}

#[test]
fn rw_22_land_grant_frees_four_open_pieces_but_not_ridges() {
    assert_eq!(cost("H_grant1", "ATL", 0, &[0, 0, 1, 0]), 0);
    assert_eq!(cost("H_grant2", "KSC", 0, &[0, 0, 0, 0]), 12000, "water is paid");
    assert_eq!(cost("H_grant1", "ATL", 4, &[5]), 8000, "mountain and ridge are paid");
    // Five open pieces: with one card the last is paid, with both none.
    for (cards, paid) in [("P_gang H_grant1", 2000), ("P_gang H_grant1 H_grant2", 0)] {
        let mut table = stage(2).cards(0, cards).cash(0, 20000).set();
        for card in cards.split_whitespace() {
            table.play(play(card));
        }
        table.build("ATL", 0, &[0, 0, 0, 0]).play(piece(4));
        assert_eq!(table.cash(0), 20000 - paid);
    }
}

#[test]
fn rw_22_blasting_powder_makes_mountains_cheap_and_ridges_free() {
    assert_eq!(cost("H_powder", "ATL", 4, &[5]), 2000);
    assert_eq!(cost("N_tunnel H_powder", "ATL", 4, &[5]), 2000, "the lowest price wins");
}

#[test]
fn rw_22_chief_dispatcher_and_express_orders_add_up() {
    let levels = |cards: &str, engine: u8| {
        let mut table = coast().cards(0, cards).engine(0, engine).cubes("NYC", "blue yellow black").set();
        for card in cards.split_whitespace() {
            table.play(play(card));
        }
        table.listed("load").iter().filter(|choice| choice["city"] == "NYC").count()
    };
    assert_eq!(levels("", 1), 1);
    assert_eq!(levels("P_dispatch", 1), 2);
    assert_eq!(levels("H_orders", 1), 3);
    assert_eq!(levels("P_dispatch H_orders", 8), 3, "eight at most");
}

#[test]
fn rw_22_double_shift_gives_one_more_action() {
    let mut table = stage(2).cards(0, "H_crew P_survey").set();
    table.play(play("H_crew"));
    assert_eq!(table.number("/extra_actions"), 1);
    assert!(table.game().may_pause(), "it binds to nothing");
    table.play(upgrade());
    assert_eq!((table.active(), table.number("/extra_actions")), (0, 0));
    table.play(play("P_survey")).build("NYC", 3, &[2]);
    assert_eq!(table.active(), 1);
}

#[test]
fn rw_22_trackage_rights_begin_on_a_link_of_another_who_scores_it() {
    let stage = coast().cards(0, "H_rights").cubes("RIC", "yellow").engine(0, 1);
    let mut table = stage.set();
    assert_eq!(table.refuse(load("RIC", "yellow")).rule(), "RW-15");
    table.play(play("H_rights"));
    let choices = table.game().choices();
    let label = choices.iter().find(|choice| choice.json == load("RIC", "yellow")).unwrap();
    assert!(label.more.to_string().contains("ways: straight to Baltimore"), "{}", label.more);
    table.play(load("RIC", "yellow")).play(ride(2));
    assert_eq!(table.track(), [0, 1]);
}

#[test]
fn rw_22_cards_for_building_also_count_for_what_is_resumed() {
    let stage = stage(2).link(0, "ATL", 0, &[0, 0]).cards(0, "P_survey").cash(0, 9000).round(2);
    let mut table = stage.set();
    table.play(play("P_survey")).play(resume(0)).play(piece(1)).play(piece(0));
    assert_eq!(table.cash(0), 9000 - 4000 + 2000);
    assert_eq!(table.see("/links/0/to"), json!("CHS"));
}
