//! Development of hexes (CE-16, CE-17).

use super::kit::{LAKE_SHORE, Stage, choose, decline, develop, done, offer, place, stage};

/// Seat 1 is to develop.
fn developing() -> Stage {
    stage(3).active(1).phase("development")
}

#[test]
fn ce_16_a_house_in_a_city_raises_the_income_of_every_company_there() {
    let mut table = developing().route("C&O", "I9").route("B&O", "I9").set();
    let [co, bo, prr] = ["C&O", "B&O", "PRR"].map(|company| table.income(company));
    table.play(develop("I9"));
    assert_eq!(["C&O", "B&O", "PRR"].map(|company| table.income(company)), [co + 1, bo + 1, prr]);
    assert_eq!(table.houses_left(), 19);
    assert_eq!(table.see("/developed"), serde_json::json!(["I9"]));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 2), "one development ends the turn");
    assert!(table.notes()[0].contains("Charleston (I9)"));
}

#[test]
fn ce_16_a_house_on_a_mountain_raises_the_income_of_the_company_there() {
    let mut table = developing().route("B&O", "L5").set();
    let before = table.income("B&O");
    table.play(develop("L5"));
    assert_eq!(table.income("B&O"), before + 2);
}

#[test]
fn ce_16_a_house_in_a_forest_pays_its_company_two_dollars_once() {
    let mut table = developing().network("NYC", "R2").treasury("NYC", 5).set();
    table.play(develop("R2"));
    assert_eq!(table.treasury("NYC"), 7);
    assert_eq!(table.income("NYC"), 8, "the income stays");
    assert_eq!(table.houses_left(), 19, "a forest takes a house as well");
    assert!(table.heard("seat 1 develops the forest R2: NYC gets $2"));

    let mut table = developing().network("NYC", "R2 S2 R1").houses("R2").set();
    assert_eq!(table.refuse(develop("R2")), ("CE-16", "the forest R2 already has a house"));
}

#[test]
fn ce_16_no_share_is_needed_to_develop() {
    let mut table = developing().network("NYC", LAKE_SHORE).set();
    assert_eq!(table.shares(1, "NYC"), 0);
    table.play(develop("L0"));
    assert_eq!(table.income("NYC"), 16 + 2, "Buffalo's house");
}

#[test]
fn ce_16_a_hex_needs_a_locomotive_and_takes_one_house() {
    let mut table = developing().network("NYC", LAKE_SHORE).houses("S0").set();
    assert_eq!(table.refuse(develop("S0")), ("CE-16", "Albany (S0) already has a house"));
    assert_eq!(table.refuse(develop("I9")), ("CE-16", "no locomotive stands on Charleston (I9)"));
    assert_eq!(
        table.blocked("develop Charleston (I9)"),
        ("CE-16", "no locomotive stands on Charleston (I9)")
    );
    assert_eq!(table.hexes_to("develop"), ["I2", "L0", "O0", "Q0"]);
}

#[test]
fn ce_16_plains_start_hexes_and_chicago_are_never_developed() {
    let mut table = stage(3).wabash_open().phase("development").set();
    for (hex, name) in [
        ("S2", "the plain S2"),
        ("S3", "New York (S3)"),
        ("R5", "Philadelphia (R5)"),
        ("Q7", "Baltimore (Q7)"),
        ("Q9", "Washington (Q9)"),
        ("A2", "Chicago (A2)"),
    ] {
        let why = format!("{name} cannot be developed");
        assert_eq!(table.refuse(develop(hex)), ("CE-16", why.as_str()));
    }
}

#[test]
fn ce_16_fort_wayne_is_developed_like_a_city_even_before_wabash_opens() {
    let mut table = developing().network("NYC", LAKE_SHORE).set();
    assert_eq!(
        table.refuse(develop("D3")),
        ("CE-16", "no locomotive stands on Fort Wayne (D3)"),
        "somebody must stand there"
    );

    let mut table = developing().route("PRR", "D3").set();
    let before = table.income("PRR");
    table.play(develop("D3"));
    assert_eq!(table.income("PRR"), before + 2);
    assert_eq!(table.income("WAB"), 0);

    let mut table = developing().wabash_open().set();
    table.play(develop("D3"));
    assert_eq!(table.income("WAB"), 3, "once Wabash is open its own locomotive will do");
}

#[test]
fn ce_16_without_houses_in_the_supply_only_industrial_cities_are_developed() {
    let crowded = stage(3).in_the_woods("C&O", 0).houses_left(0);
    let mut table = crowded.clone().route("PRR", "I6").network("NYC", "R2").phase("development").set();
    assert_eq!(table.hexes_to("develop"), ["I6"]);
    assert_eq!(table.refuse(develop("R2")), ("CE-16", "no house is left in the supply"));
    table.play(develop("I6"));
    assert_eq!((table.industry("Wheeling"), table.houses_left()), (4, 0));

    let mut table = crowded.network("NYC", "R2").set();
    table.play(choose("development"));
    assert!(table.heard("seat 0 does nothing: no hex can be developed"));
}

#[test]
fn ce_16_only_a_development_or_a_decline_answers_the_development_dial() {
    let mut table = developing().network("NYC", "R2").set();
    for other in [choose("development"), offer("PRR"), place("B&O", "P6"), done()] {
        assert_eq!(table.refuse(other), ("CE-16", "now develop a hex or decline"));
    }
    table.play(decline());
    assert_eq!((table.phase().as_str(), table.decider(), table.houses_left()), ("turn", 2, 20));
}

#[test]
fn ce_17_an_industrial_city_moves_one_box_and_its_companies_gain_the_difference() {
    for (city, hex, boxes) in [("Wheeling", "I6", &[3, 4, 5, 6][..]), ("Pittsburgh", "K4", &[4, 6, 8])] {
        for step in boxes.windows(2) {
            let [from, to] = *step else { unreachable!("windows of two") };
            let mut table = developing().route("PRR", hex).route("B&O", hex).industry(city, from).set();
            let [prr, bo, nyc] = ["PRR", "B&O", "NYC"].map(|company| table.income(company));
            table.play(develop(hex));
            assert_eq!(table.industry(city), to);
            let gain = to - from;
            assert_eq!(["PRR", "B&O", "NYC"].map(|c| table.income(c)), [prr + gain, bo + gain, nyc]);
            assert_eq!(table.houses_left(), 20, "no house is used");
            assert_eq!(table.decider(), 2);
        }
    }
}

#[test]
fn ce_17_an_industrial_city_on_its_last_box_is_not_developed() {
    for (city, hex, last) in [("Wheeling", "I6", 6), ("Pittsburgh", "K4", 8)] {
        let mut table = developing().route("PRR", hex).network("NYC", "R2").industry(city, last).set();
        let why = format!("{city} ({hex}) is on the last box of its track");
        assert_eq!(table.refuse(develop(hex)), ("CE-17", why.as_str()));
        assert_eq!(table.blocked(&format!("develop {city} ({hex})")), ("CE-17", why.as_str()));
    }
}

#[test]
fn ce_17_an_industrial_city_needs_a_locomotive() {
    let mut table = developing().network("NYC", "R2").set();
    assert_eq!(table.refuse(develop("I6")), ("CE-17", "no locomotive stands on Wheeling (I6)"));
    assert_eq!(table.refuse(develop("K4")), ("CE-17", "no locomotive stands on Pittsburgh (K4)"));
}

#[test]
fn ce_17_players_never_develop_detroit() {
    let mut table = developing().route("NYC", "E0").set();
    assert_eq!(
        table.refuse(develop("E0")),
        ("CE-17", "Detroit (E0) grows by itself after each general dividend")
    );
    assert!(!table.hexes_to("develop").contains(&"E0".to_owned()));
}
