//! Bonds and pay day (RW-6, RW-7).

use super::kit::{pass, stage, upgrade};

#[test]
fn rw_6_as_many_bonds_as_needed_come_with_a_payment() {
    for (cash, bonds, left) in [(0, 1, 0), (5000, 0, 0), (4000, 1, 4000), (7000, 0, 2000)] {
        let mut table = stage(2).cash(0, cash).set();
        table.play(upgrade());
        assert_eq!((table.bonds(0), table.cash(0)), (bonds, left), "with {cash}");
    }
}

#[test]
fn rw_6_the_price_tells_the_bonds_before_it_is_paid() {
    let table = stage(2).cash(0, 1000).set();
    let choices = table.game().choices();
    let upgrade = choices.iter().find(|choice| choice.json == upgrade()).unwrap();
    assert_eq!(upgrade.text.to_string(), "buy engine 2 for $5000, with 1 new bond");
    assert_eq!(upgrade.price.unwrap().dollars(), 5000);
}

#[test]
fn rw_7_everybody_earns_by_the_income_track_and_pays_for_bonds() {
    let mut table = stage(2).at(0, 3).bonds(0, 4).at(1, 60).cash(1, 1000).last_action().set();
    table.play(pass());
    assert_eq!(table.cash(0), 6000 - 4000);
    assert_eq!(table.cash(1), 1000 + 24000, "the track falls again beyond 57");
    assert_eq!(table.bonds(0), 4);
}

#[test]
fn rw_7_who_is_short_issues_bonds_that_pay_from_the_next_turn_on() {
    let mut table = stage(2).at(0, 1).bonds(0, 9).last_action().set();
    table.play(pass());
    assert_eq!((table.bonds(0), table.cash(0)), (11, 3000 - 9000 + 10000));
    assert!(table.heard("seat 0 earns $3000 and pays $9000 on bonds and issues 2 bonds"));
}

#[test]
fn rw_7_incomplete_links_are_removed_and_used_cards_are_fresh() {
    let stage = stage(2).link(0, "ATL", 0, &[0, 0]).link(1, "NYC", 3, &[2]).cards(0, "P_survey");
    let stage = stage.with("/players/0/used", serde_json::json!(["P_survey"]));
    let mut table = stage.last_action().set();
    table.play(pass());
    let links = table.see("/links");
    assert_eq!(links.as_array().unwrap().len(), 1);
    assert_eq!(links[0]["id"], 1, "ids never change");
    assert!(table.names("/players/0/used").is_empty());
    assert_eq!(table.cash(0), 0, "without refund");
}
