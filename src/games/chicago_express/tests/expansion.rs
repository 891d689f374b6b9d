//! Expansion of a network (CE-12 to CE-15).

use serde_json::json;

use super::kit::{Stage, choose, decline, develop, done, offer, place, stage};

/// Seat 0, who owns PRR and NYC, is to expand.
fn expanding(players: usize) -> Stage {
    stage(players).treasury("PRR", 20).treasury("NYC", 20).phase("expansion")
}

#[test]
fn ce_12_only_an_owner_expands_a_company() {
    let mut table = expanding(3).treasury("B&O", 20).set();
    assert_eq!(table.refuse(place("B&O", "P6")), ("CE-12", "you own no share of B&O"));
    assert_eq!(table.blocked("expand B&O"), ("CE-12", "you own no share of B&O"));
    assert!(table.choices().iter().all(|choice| choice["company"] != "B&O"));
    table.play(place("PRR", "R4"));
    assert!(table.has_hex("PRR", "R4"));
}

#[test]
fn ce_12_one_share_among_many_is_enough() {
    let mut table = stage(4).sold_out(1, "NYC").treasury("NYC", 9).active(3).phase("expansion").set();
    assert_eq!((table.shares(1, "NYC"), table.shares(3, "NYC")), (4, 1));
    table.play(place("NYC", "S2"));
}

#[test]
fn ce_12_an_expansion_takes_up_to_three_hexes_and_may_branch() {
    let mut table = expanding(3).set();
    table.play(place("NYC", "S2"));
    assert_eq!(table.see("/expanding"), json!({"company": "NYC", "placed": 1, "chicago": false}));
    table.play(place("NYC", "S4"));
    assert_eq!(table.see("/expanding/placed"), 2);
    assert_eq!((table.phase().as_str(), table.decider()), ("expansion", 0));
    table.play(place("NYC", "S1"));
    assert_eq!(table.see("/companies/NYC/hexes"), json!(["S1", "S2", "S3", "S4"]));
    assert_eq!(table.locomotives_left("NYC"), 20);
    assert_eq!(table.see("/expanding"), json!(null));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1), "the third hex ends the expansion");
    assert_eq!(table.notes().len(), 1, "which goes without saying");
}

#[test]
fn ce_12_each_hex_must_lie_beside_the_network_at_that_moment() {
    let mut table = expanding(3).set();
    assert_eq!(table.refuse(place("NYC", "S1")), ("CE-12", "the plain S1 is not beside the network of NYC"));
    assert_eq!(table.refuse(place("NYC", "A2")), ("CE-12", "Chicago (A2) is not beside the network of NYC"));
    table.play(place("NYC", "S2"));
    table.play(place("NYC", "S1"));
    assert!(table.has_hex("NYC", "S1"), "the first hex has made it a neighbour");
}

#[test]
fn ce_12_a_company_has_one_locomotive_on_a_hex() {
    let mut table = expanding(3).network("NYC", "S2").set();
    assert_eq!(table.refuse(place("NYC", "S2")), ("CE-12", "NYC already has a locomotive on the plain S2"));
    assert_eq!(table.refuse(place("NYC", "S3")), ("CE-12", "NYC already has a locomotive on New York (S3)"));
    assert!(!table.choices().contains(&place("NYC", "S2")));
}

#[test]
fn ce_12_one_expansion_is_of_one_company() {
    let mut table = expanding(3).set();
    assert!(table.choices().contains(&place("PRR", "R4")), "before the first hex any own company may grow");
    table.play(place("NYC", "S2"));
    assert_eq!(table.refuse(place("PRR", "R4")), ("CE-12", "this expansion is of NYC"));
    assert!(table.choices().iter().all(|choice| choice["company"] != "PRR"));
}

#[test]
fn ce_12_decline_is_for_before_the_first_hex_and_done_for_after_it() {
    let mut table = expanding(3).set();
    let none_yet = "nothing has been placed yet: place a locomotive or decline";
    assert_eq!(table.refuse(done()), ("CE-12", none_yet));
    assert!(table.choices().contains(&decline()));
    table.play(place("NYC", "S2"));
    assert_eq!(table.refuse(decline()), ("CE-12", "a locomotive has been placed: place another or be done"));
    assert!(table.choices().contains(&done()) && !table.choices().contains(&decline()));
    table.play(done());
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert_eq!(table.see("/companies/NYC/hexes"), json!(["S2", "S3"]));

    let mut table = expanding(3).set();
    table.play(decline());
    assert_eq!(table.dials(), [0, 1, 0], "no hex at all is a declined expansion");
    assert_eq!(table.decider(), 1);
}

#[test]
fn ce_12_nothing_else_is_done_in_an_expansion() {
    let mut table = expanding(3).set();
    for other in [choose("expansion"), offer("PRR"), develop("S0")] {
        assert_eq!(table.refuse(other), ("CE-12", "now place a locomotive or decline"));
    }
    table.play(place("NYC", "S2"));
    assert_eq!(table.refuse(choose("auction")), ("CE-12", "now place another locomotive or be done"));
}

#[test]
fn ce_12_an_expansion_ends_by_itself_when_no_further_hex_is_possible() {
    // The money is gone.
    let mut table = stage(3).treasury("NYC", 2).phase("expansion").set();
    table.play(place("NYC", "S2")).play(place("NYC", "S1"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert!(table.heard("the expansion ends: NYC can take no further hex"));

    // A dollar is left, but NYC has all the plains of the east and everything beyond them costs more.
    let plains = "S2 S1 R0 S4 S5 R4 Q5 P4 P5 Q6 R6 P6 O7 P7 Q8 P8 P9";
    let mut table =
        stage(3).network("NYC", plains).treasury("NYC", 3).treasury("PRR", 9).phase("expansion").set();
    table.play(place("NYC", "R1"));
    assert_eq!(table.treasury("NYC"), 1);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));

    // The last locomotive is placed.
    let mut table = stage(3).locomotives_left("PRR", 1).treasury("PRR", 50).phase("expansion").set();
    let next = table.hexes_to("place")[0].clone();
    table.play(place("PRR", &next));
    assert_eq!(table.locomotives_left("PRR"), 0);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert!(table.heard("the expansion ends: PRR can take no further hex"));
}

#[test]
fn ce_13_plains_cities_industrial_cities_and_chicago_take_every_company() {
    for (shared, beside) in [("P6", "Q6"), ("I9", "I8"), ("I6", "H5"), ("K4", "L3"), ("E0", "E1")] {
        let there = expanding(3).route("B&O", shared).route("C&O", shared).route("PRR", beside);
        let mut table = there.treasury("PRR", 50).set();
        table.play(place("PRR", shared));
        assert!(["B&O", "C&O", "PRR"].iter().all(|company| table.has_hex(company, shared)), "{shared}");
    }
    let mut table = expanding(3).wabash_open().route("PRR", "B2").set();
    table.play(place("PRR", "A2")).play(done());
    assert!(table.has_hex("PRR", "A2") && table.has_hex("NYC", "A2"));
}

#[test]
fn ce_13_a_forest_or_mountain_takes_one_locomotive_in_all() {
    let mut table = expanding(3).network("PRR", "R4 R3").set();
    let why = "the forest R3 has room for one locomotive and is taken";
    assert_eq!(table.refuse(place("NYC", "R3")), ("CE-13", why));
    assert_eq!(table.blocked("expand NYC to the forest R3"), ("CE-13", why));
    table.play(place("NYC", "R2"));
    assert!(table.has_hex("NYC", "R2"), "a free forest is open");

    let mut table = expanding(3).network("B&O", "P6 O6 O5 N4").network("PRR", "Q5 P4 O4").set();
    let why = "the mountain N4 has room for one locomotive and is taken";
    assert_eq!(table.refuse(place("PRR", "N4")), ("CE-13", why));
}

#[test]
fn ce_13_the_eastern_start_hexes_are_closed_to_other_companies() {
    for (company, way, start, name) in [
        ("NYC", "S4 S5", "R5", "Philadelphia"),
        ("PRR", "R6", "Q7", "Baltimore"),
        ("PRR", "R6 Q6 P6 P7 P8", "Q9", "Washington"),
        ("PRR", "S5 S4", "S3", "New York"),
    ] {
        let mut table = expanding(3).network(company, way).set();
        let why = format!("{name} ({start}) is closed to other companies");
        assert_eq!(table.refuse(place(company, start)), ("CE-13", why.as_str()));
        assert!(!table.choices().contains(&place(company, start)));
    }
}

#[test]
fn ce_13_fort_wayne_is_an_ordinary_city() {
    let mut table = expanding(3).route("PRR", "D4").set();
    let income = table.income("PRR");
    table.play(place("PRR", "D3"));
    assert_eq!((table.treasury("PRR"), table.income("PRR")), (19, income + 1), "also before Wabash opens");

    let mut table = expanding(3).wabash_open().route("PRR", "D4").set();
    table.play(place("PRR", "D3"));
    assert_eq!(table.treasury("PRR"), 18, "the locomotive of Wabash counts as any other");
}

#[test]
fn ce_14_a_hex_costs_its_price_times_the_locomotives_there() {
    // Chicago is printed with 3; Wabash, which comes last, pays for five locomotives.
    let order = ["NYC", "PRR", "B&O", "C&O", "WAB"];
    for (place_in_line, company) in order.into_iter().enumerate() {
        let before_chicago = |stage: Stage, company| match company {
            "WAB" => stage.network("WAB", "D3 C3 B2"),
            other => stage.route(other, "B2"),
        };
        let open = if place_in_line == 0 { &order[..4] } else { &order[..] };
        let set = open.iter().fold(stage(2), |stage, company| before_chicago(stage, company));
        let there = &order[..place_in_line];
        let set = there.iter().fold(set, |stage, company| stage.network(company, "A2"));
        let mut table = set
            .shares(0, company, 1)
            .shares(0, "WAB", (open.len() == 5).into())
            .treasury(company, 20)
            .phase("expansion")
            .set();
        table.play(place(company, "A2"));
        let cost = 3 * i64::try_from(place_in_line + 1).unwrap();
        assert_eq!(table.treasury(company), 20 - cost, "{company} is number {place_in_line} in Chicago");
    }
}

#[test]
fn ce_14_the_company_pays_hex_by_hex_and_never_more_than_it_has() {
    // Utica costs 2, the plain before it 1: three dollars are just enough, two are not.
    let short = stage(3).network("NYC", "S2 S1").phase("expansion");
    let mut table = short.clone().treasury("NYC", 3).set();
    table.play(place("NYC", "R0"));
    assert_eq!(table.treasury("NYC"), 2);
    table.play(place("NYC", "Q0"));
    assert_eq!(table.treasury("NYC"), 0, "a company may spend its last dollar");

    let mut table = short.treasury("NYC", 2).set();
    table.play(place("NYC", "R0"));
    let why = "Utica (Q0) costs $2 and NYC has only $1";
    assert_eq!(table.refuse(place("NYC", "Q0")), ("CE-14", why));
    assert_eq!(table.blocked("expand NYC to Utica (Q0)"), ("CE-14", why));
    assert_eq!(table.purses(), [40, 40, 40], "players never lend: their cash buys no track");
}

#[test]
fn ce_14_without_locomotives_a_company_does_not_expand() {
    let mut table = expanding(3).locomotives_left("PRR", 0).set();
    let beside = "Q4";
    assert_eq!(table.refuse(place("PRR", beside)), ("CE-14", "PRR has no locomotive left"));
    assert!(table.choices().iter().all(|choice| choice["company"] != "PRR"));
    table.play(place("NYC", "S2"));
}

#[test]
fn ce_15_a_new_hex_raises_the_income_by_its_present_value() {
    for (way, hex, gain) in [
        ("S5", "S4", 0), // plain
        ("R4", "R3", 0), // forest
        ("O4", "N4", 1), // mountain
        ("Q4", "Q3", 1), // Binghamton
        ("J1", "I2", 2), // Cleveland
        ("L1", "L0", 3), // Buffalo
        ("H5", "I6", 5), // Wheeling, its marker at 5
        ("L3", "K4", 8), // Pittsburgh, its marker at 8
        ("E1", "E0", 4), // Detroit, its marker at 4
        ("B2", "A2", 7), // Chicago
    ] {
        let industry =
            |stage: Stage| stage.industry("Wheeling", 5).industry("Pittsburgh", 8).industry("Detroit", 4);
        let mut table = industry(expanding(3)).route("PRR", way).set();
        let before = table.income("PRR");
        table.play(place("PRR", hex));
        assert_eq!(table.income("PRR"), before + gain, "{hex}");
    }
}

#[test]
fn ce_15_a_city_with_a_house_brings_its_bonus_too() {
    let mut table = expanding(3).route("C&O", "I9").houses("I9").route("PRR", "I8").set();
    let before = table.income("PRR");
    table.play(place("PRR", "I9"));
    assert_eq!(table.income("PRR"), before + 3, "Charleston is worth 2 and its house 1");
}

#[test]
fn ce_15_a_developed_mountain_can_never_be_entered() {
    let mut table = expanding(3).network("B&O", "P6 O6 O5 N4").houses("N4").network("PRR", "Q5 P4 O4").set();
    assert_eq!(table.refuse(place("PRR", "N4")).rule(), "CE-13");
}
