//! Positions: what comes from a game loads again, what cannot come from one is refused with the reason.

mod auctions;

use serde_json::json;

use super::kit::{
    CLEVELAND_TO_CHICAGO, LAKE_SHORE, Stage, Table, bid, choose, decline, develop, done, offer, pass, place,
    stage,
};

/// A game under way with something of everything: Wabash open, shares sold, houses, markers and dials moved.
fn rich() -> Stage {
    let set =
        stage(3).wabash_open().shares(1, "WAB", 1).treasury("WAB", 5).route("PRR", "I6").houses("S0 I2");
    set.industry("Detroit", 3).industry("Wheeling", 5).dials(2, 3, 4).cash(2, 17).treasury("PRR", 12)
}

#[test]
fn a_position_loads_to_the_same_hash_in_every_phase() {
    let came_back = |table: &Table| {
        let again = Table::at(&table.position());
        assert_eq!(again.hash(), table.hash());
        assert_eq!(again.choices(), table.choices());
    };
    let mut table = Table::new(3).unwrap();
    came_back(&table);
    table.draw(0);
    for action in [bid(9), pass(), pass(), bid(6), bid(7), pass(), pass(), bid(5), pass(), pass()] {
        came_back(table.play(action));
    }
    let mut table = stage(3).network("NYC", "S2").treasury("NYC", 9).set();
    for action in [
        choose("auction"),
        offer("PRR"),
        bid(5),
        pass(),
        pass(),
        choose("development"),
        choose("auction"),
        decline(),
        choose("expansion"),
        place("NYC", "R2"),
        done(),
        choose("development"),
        develop("R2"),
    ] {
        came_back(table.play(action));
    }
    let nyc = [LAKE_SHORE, CLEVELAND_TO_CHICAGO].join(" ");
    let mut table =
        stage(3).network("NYC", &nyc).treasury("NYC", 9).industry("Detroit", 8).dials(3, 4, 0).set();
    for action in [choose("expansion"), place("NYC", "A2"), done(), pass(), bid(1), pass()] {
        came_back(table.play(action));
    }
    assert!(table.is_over());
}

#[test]
fn unsorted_lists_and_counts_of_zero_are_taken() {
    let table = rich().phase("offer").set();
    let mut position = table.position();
    position["developed"] = json!(["S0", "I2"]);
    position["companies"]["NYC"]["hexes"].as_array_mut().unwrap().reverse();
    position["players"][0]["shares"]["WAB"] = json!(0);
    assert_eq!(Table::at(&position).hash(), table.hash());

    let mut auction = rich().phase("offer").set();
    auction.play(offer("B&O"));
    let mut position = auction.position();
    position["auction"]["bidders"] = json!([2, 0, 1]);
    assert_eq!(Table::at(&position).hash(), auction.hash());
    assert_eq!(Table::at(&position).see("/auction/bidders"), json!([0, 1, 2]), "but shown in order");
}

#[test]
fn what_is_no_position_at_all_is_refused() {
    Table::assert_nonsense_refused(&rich().position());
}

#[test]
fn a_field_that_is_missing_is_named() {
    let good = rich().position();
    let fields = &[
        "game",
        "phase",
        "players",
        "companies",
        "dials",
        "industry",
        "houses_left",
        "developed",
        "dividends_paid",
    ];
    Table::assert_fields_needed(&good, fields);
    Table::assert_parts_needed(&good, &[("companies", "NYC"), ("dials", "auction"), ("industry", "Detroit")]);
}

#[test]
fn each_impossible_field_of_a_turn_is_refused_with_the_reason() {
    Table::assert_each_refused(
        &rich().position(),
        &[
            ("/game", json!("prairie-railroads"), "position.game"),
            ("/phase", json!("tea"), "unknown variant"),
            ("/phase", json!("auction"), "auction is missing"),
            ("/phase", json!("over"), "dividends_paid"),
            ("/players", json!([]), "0 players"),
            ("/players/0/cash", json!(-1), "seat 0 has less than no money"),
            ("/players/0/cash", json!(5_000_000), "more money than the game can pay"),
            ("/players/0/cash", json!(1.5), "not a position"),
            ("/players/0/shares/PRR", json!(4), "4 shares of PRR are held but there are only 3"),
            ("/players/0/shares/PRR", json!(2), "position.companies.PRR.shares_left is 2 but must be 1"),
            ("/players/0/shares/PRR", json!(0), "shares_left"),
            ("/players/0/shares", json!({"ATSF": 1}), "there is no company"),
            ("/companies/PRR/cash", json!(-1), "PRR has less than no money"),
            ("/companies/PRR/cash", json!(5_000_000), "more money than the game can pay"),
            ("/companies/PRR/income", json!(99), "the income of PRR is $99 but its hexes make it"),
            ("/companies/PRR/shares_left", json!(0), "shares_left is 0 but must be 2"),
            ("/companies/PRR/locomotives_left", json!(0), "locomotives_left is 0 but must be"),
            ("/companies/PRR/open", json!(false), "position.companies.PRR.open is false but must be true"),
            ("/companies/WAB/open", json!(false), "position.companies.WAB.open is false but must be true"),
            ("/dials/auction", json!(4), "the Auction dial has only 3 steps"),
            ("/dials/expansion", json!(6), "the Expansion dial has only 5 steps"),
            ("/dials/development", json!(-1), "not a position"),
            ("/dials/expansion", json!(5), "two dials are on red: a dividend would have been paid"),
            ("/industry/Detroit", json!(9), "Detroit cannot be at 9"),
            ("/industry/Detroit", json!(4), "dividends_paid is 2 but must be 3"),
            ("/industry/Wheeling", json!(6), "the income of PRR"),
            ("/industry/Wheeling", json!(2), "Wheeling cannot be at 2"),
            ("/industry/Pittsburgh", json!(5), "Pittsburgh cannot be at 5"),
            ("/houses_left", json!(17), "houses_left is 17 but must be 18"),
            ("/developed", json!(["S0"]), "houses_left is 18 but must be 19"),
            ("/developed", json!(["S0", "Q0"]), "the income of NYC"),
            ("/developed", json!(["S0", "S0"]), "houses_left"),
            ("/developed", json!(["S0", "Z9"]), "there is no hex \"Z9\""),
            ("/dividends_paid", json!(0), "dividends_paid is 0 but must be 2"),
            ("/active", json!(3), "a seat is named that is not there"),
            ("/active", json!(6), "there is no seat 6"),
            ("/active", json!(null), "position.active is null"),
            ("/expanding", json!({"company": "PRR", "placed": 1, "chicago": false}), "position.expanding"),
            ("/banker", json!(5), "a seat is named that is not there"),
            ("/banker", json!(null), "the banker must have been drawn"),
            (
                "/auction",
                json!({"what": "PRR", "min": 1, "high": null, "high_seat": null, "bidders": [0], "opener": 0}),
                "position.auction",
            ),
        ],
    );
}

#[test]
fn a_position_with_as_much_money_as_is_taken_can_be_played_on() {
    // A million in all: a sale moves much of it to NYC, then a dividend makes more.
    let rich = stage(3).treasury("NYC", 600_000).cash(0, 399_998).cash(1, 1).cash(2, 1).dials(2, 4, 0);
    let mut table = rich.set();
    for action in [choose("auction"), offer("NYC"), bid(399_998), choose("expansion")] {
        table.play(action);
        assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }
    assert_eq!(table.see("/dividends_paid"), 1);
    assert_eq!(
        Table::refused(&rich.treasury("PRR", 1).position()),
        "all together have more money than the game can pay"
    );
}

#[test]
fn impossible_networks_are_refused() {
    for (set, reason) in [
        (stage(3).network("NYC", "S1"), "the network of NYC does not hang together"),
        (stage(3).network("PRR", "R6 Q7"), "PRR is on the start hex of another"),
        (stage(3).network("PRR", "R4 R3").network("NYC", "R3"), "the forest R3 has room for one"),
        (stage(3).network("NYC", "S2 S2"), "locomotives_left"),
        (stage(3).network("PRR", "R4 Q4 Q3").houses("R4"), "the plain R4 cannot have a house"),
        (stage(3).houses("Q3"), "Binghamton (Q3) cannot have a house"),
        (stage(3).route("NYC", "B2").network("NYC", "A2"), "WAB must be open: Chicago has been reached"),
        (stage(3).network("WAB", "D3"), "WAB is open though no company has finished an expansion to Chicago"),
        (stage(3).network("WAB", "D3 C3 B2 A2").shares(0, "WAB", 1), "WAB is open though no company"),
        (
            stage(3).wabash_open().network("WAB", "D2"),
            "WAB has grown or has money though no share of it is sold",
        ),
        (
            stage(3).wabash_open().treasury("WAB", 1),
            "WAB has grown or has money though no share of it is sold",
        ),
        (stage(3).shares(0, "WAB", 1), "shares of WAB are held before it opens"),
        (stage(3).treasury("WAB", 1), "WAB has money before it opens"),
        (stage(3).shares(1, "B&O", 0), "a share of B&O must have been sold"),
    ] {
        let told = Table::refused(&set.position());
        assert!(told.contains(reason), "{told}, not {reason}");
    }
    let mut position = stage(3).position();
    position["companies"]["NYC"]["hexes"] = json!([]);
    assert!(Table::refused(&position).contains("NYC"), "a company cannot leave its start hex");
}

#[test]
fn impossible_moments_of_a_turn_are_refused() {
    let nyc = [LAKE_SHORE, CLEVELAND_TO_CHICAGO, "A2"].join(" ");
    let first = stage(3).network("NYC", &nyc).treasury("NYC", 9);
    Table::at(&first.clone().expanding("NYC", 1, true).position());
    let sold_out = stage(3).sold_out(0, "PRR").sold_out(0, "B&O").sold_out(0, "C&O").sold_out(0, "NYC");
    for (set, reason) in [
        (sold_out.phase("offer"), "there is no share to offer"),
        (stage(3).phase("expansion"), "there is nothing to place"),
        (stage(3).phase("development"), "there is nothing to develop"),
        (rich().dials(3, 5, 0).phase("development"), "a dividend was due before this turn's dial was moved"),
        (first.clone().expanding("NYC", 1, false), "WAB must be open"),
        (first.clone().expanding("NYC", 3, true), "an expansion under way has placed 1 or 2 hexes, not 3"),
        (first.clone().expanding("NYC", 0, true), "not 0"),
        (first.clone().active(1).expanding("NYC", 1, true), "the active seat owns no share of NYC"),
        (first.treasury("NYC", 0).expanding("NYC", 1, true), "NYC cannot expand further"),
        (
            stage(3).network("NYC", "S2").treasury("NYC", 9).expanding("NYC", 2, false),
            "has not placed so many",
        ),
        (stage(3).network("NYC", "S2").treasury("NYC", 9).expanding("NYC", 1, true), "NYC is not in Chicago"),
        (rich().phase("over"), "the game ends only with two dials on red"),
        (stage(3).dials(3, 5, 0).phase("over"), "no reason to end holds"),
        (stage(3).industry("Detroit", 8).dials(3, 5, 4).phase("over"), "a third dial cannot come to red"),
    ] {
        let told = Table::refused(&set.position());
        assert!(told.contains(reason), "{told}, not {reason}");
    }
    let mut position = stage(3).treasury("PRR", 9).phase("expansion").position();
    position["dials"]["expansion"] = json!(0);
    assert!(Table::refused(&position).contains("the Expansion dial must have moved"));
}
