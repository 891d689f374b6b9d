//! Positions: what comes from a game loads again, what cannot come from one is refused with the reason.

use serde_json::{Value, json};

use super::kit::{
    PHASES, Stage, Table, bid, build, card, delegate, dice, draw_card, grow, offer, pass, play, sell, stage,
};

/// A game under way with something of everything: a Western Build, grown cities, shares sold, cards played.
fn rich() -> Stage {
    let west = "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis";
    let set =
        stage(3).track("CRIP", west).western("CRIP", "st_francis").treasury("CRIP", 12).shares(1, "CRIP", 2);
    set.grown("hays greensburg cuba").hand(0, [7, 4, 1]).deck([9, 6, 1]).cash(2, 17).treasury("KP", 6)
}

#[test]
fn a_position_loads_to_the_same_hash_in_every_phase() {
    let mut seen = std::collections::BTreeSet::new();
    let mut came_back = |table: &Table| {
        seen.insert(table.phase());
        let again = Table::at(&table.position());
        assert_eq!(again.hash(), table.hash());
        assert_eq!(again.choices(), table.choices());
    };
    let mut table = Table::new(3).unwrap();
    came_back(&table);
    table.draw_so(super::kit::first(1));
    for action in [bid(9), pass(), pass(), build("CRIP", "troy whiting"), pass(), bid(2)] {
        came_back(table.play(action));
    }
    let mut table = rich().set();
    for action in
        [play("OS"), sell("CRIP"), bid(13), bid(14), pass(), play("OS"), offer("MP"), pass(), pass(), pass()]
    {
        came_back(table.play(action));
    }
    for (action, outcomes) in [
        (play("CT"), vec![dice(1, 1)]),
        (grow("wichita"), vec![]),
        (build("KP", "kansas_city olathe"), vec![]),
        (draw_card(), vec![card("CT"), dice(3, 3)]),
    ] {
        came_back(table.play(action));
        for outcome in outcomes {
            came_back(table.draw_so(outcome));
        }
    }
    let mut delegated = rich().treasury("CRIP", 0).active(1).set();
    delegated.construct().play(grow("wichita"));
    came_back(delegated.play(delegate("KP", 2)));
    let mut last = rich().hand(0, [1, 0, 1]).hand(1, [1, 0, 0]).hand(2, [1, 0, 0]).deck([0; 3]).set();
    came_back(last.play(play("PD")));
    assert!(last.is_over());
    assert_eq!(seen, PHASES.map(str::to_owned).into());
}

#[test]
fn a_new_game_shows_what_the_set_up_says() {
    let position = Table::new(4).unwrap().position();
    assert_eq!(position["deck"], json!({"CT": 8, "OS": 4, "PD": 4}));
    assert_eq!(
        position["players"][3],
        json!({"cash": 70, "shares": {}, "hand": {"CT": 8, "OS": 5, "PD": 1}})
    );
    let keys: Vec<_> = position.as_object().unwrap().keys().map(String::as_str).collect();
    let must = [
        "game",
        "phase",
        "players",
        "railroads",
        "deck",
        "dividends_played",
        "grown",
        "development_left",
        "active",
        "deciding",
        "drawn_card",
        "delegated",
        "auction",
    ];
    assert_eq!(keys, must);
}

#[test]
fn unsorted_lists_and_counts_of_zero_are_taken() {
    let table = rich().set();
    let mut position = table.position();
    position["grown"] = json!(["hays", "cuba", "greensburg"]);
    position["railroads"]["CRIP"]["segments"].as_array_mut().unwrap().reverse();
    position["players"][0]["shares"]["MP"] = json!(0);
    assert_eq!(Table::at(&position).hash(), table.hash());
    let shown = Table::at(&position).see("/grown");
    assert_eq!(shown, json!(["cuba", "greensburg", "hays"]), "but shown in order");
}

#[test]
fn what_is_no_position_at_all_is_refused() {
    Table::assert_nonsense_refused(&rich().position());
}

#[test]
fn a_field_that_is_missing_is_named() {
    let good = rich().position();
    let fields =
        &["game", "phase", "players", "railroads", "deck", "dividends_played", "grown", "development_left"];
    Table::assert_fields_needed(&good, fields);
    Table::assert_parts_needed(&good, &[("railroads", "KP")]);
}

#[test]
fn each_impossible_field_of_a_turn_is_refused_with_the_reason() {
    Table::assert_each_refused(
        &rich().position(),
        &[
            ("/game", json!("chicago-express"), "position.game"),
            ("/phase", json!("tea"), "unknown variant"),
            ("/phase", json!("auction"), "auction is missing"),
            ("/phase", json!("over"), "deciding"),
            ("/phase", json!("delegated"), "delegated is missing"),
            ("/phase", json!("opening_build"), "every railroad has its first segment"),
            ("/players", json!([]), "0 players"),
            ("/players/0/cash", json!(-1), "seat 0 has less than no money"),
            ("/players/0/cash", json!(5_000_000), "more money than the game can pay"),
            ("/players/0/cash", json!(1.5), "not a position"),
            ("/players/0/shares/CRIP", json!(4), "6 shares of CRIP are held but there are only 5"),
            ("/players/0/shares/CRIP", json!(2), "position.railroads.CRIP.shares_left is 2 but must be 1"),
            ("/players/0/shares", json!({"PRR": 1}), "there is no railroad"),
            ("/players/0/hand/CT", json!(41), "a hand has 41 Construct Track cards of 40"),
            ("/players/0/hand/CT", json!(30), "Construct Track cards but only 40 in all"),
            ("/players/0/hand/PD", json!(2), "dividends_played"),
            ("/deck/OS", json!(24), "Offer Stock cards but only 24 in all"),
            ("/deck/PD", json!(-1), "not a position"),
            ("/deck", json!({"XX": 1}), "not a position"),
            ("/dividends_played", json!(3), "position.dividends_played is 3 but must be 2"),
            ("/railroads/CRIP/treasury", json!(-1), "CRIP has less than no money"),
            ("/railroads/CRIP/income", json!(99), "the income of CRIP is $99 but its track makes it"),
            ("/railroads/CRIP/value", json!(60), "position.railroads.CRIP.value is 60 but must be 65"),
            ("/railroads/CRIP/cubes_left", json!(0), "cubes_left is 0 but must be 22"),
            ("/railroads/CRIP/western", json!("norton"), "Norton has no box for a Western Build"),
            ("/railroads/CRIP/western", json!("goodland"), "no track there"),
            ("/railroads/KP/segments", json!([["lawrence", "kansas_city"]]), "there is no segment"),
            (
                "/railroads/KP/segments",
                json!([["troy", "pratt"]]),
                "there is no segment [\"troy\",\"pratt\"]",
            ),
            ("/railroads/KP/segments", json!([["troy", "whiting"]]), "does not hang together"),
            ("/railroads/KP/segments", json!([]), "position.railroads.KP"),
            ("/grown", json!(["hays", "greensburg"]), "development_left"),
            ("/grown", json!(["hays", "greensburg", "troy"]), "Troy never grows"),
            ("/grown", json!(["hays", "greensburg", "pratt"]), "the income of CRIP"),
            ("/grown", json!(["hays", "hays", "cuba"]), "position.grown"),
            ("/development_left", json!(40), "development_left is 40 but must be 37"),
            ("/active", json!(3), "a seat is named that is not there"),
            ("/active", json!(6), "there is no seat 6"),
            ("/active", json!(null), "position.active is null"),
            ("/deciding", json!(1), "position.deciding is 1 but must be 0"),
            ("/drawn_card", json!("CT"), "another card would have been drawn"),
            ("/delegated", json!("KP"), "position.delegated"),
        ],
    );
}

#[test]
fn impossible_networks_are_refused() {
    for (set, reason) in [
        (stage(3).branch("CRIP", "cuba concordia"), "does not hang together"),
        (stage(3).track("CRIP", "marysville cuba"), "from a start city"),
        // Against the arrow of Newton-Wichita.
        (stage(3).track("MKT", "fort_scott iola eureka el_dorado wichita newton"), "along the arrows"),
        (
            stage(3).branch("MP", "ottawa lawrence kansas_city"),
            "Kansas City-Lawrence is track of two railroads",
        ),
        (stage(3).shares(1, "ATSF", 0), "a share of ATSF must have been sold"),
        (stage(3).hand(0, [0; 3]).deck([0; 3]), "the active seat has no card: the game is over"),
        (
            stage(3).hand(0, [9, 9, 0]).hand(1, [1, 1, 0]).hand(2, [1, 1, 0]).deck([1, 1, 0]),
            "the last Pay Dividends card has ended the game",
        ),
    ] {
        let told = Table::refused(&set.position());
        assert!(told.contains(reason), "{told}, not {reason}");
    }
    // With Newton reached another way the same segments stand.
    stage(3)
        .track("MKT", "fort_scott iola eureka emporia newton wichita")
        .branch("MKT", "eureka el_dorado wichita")
        .set();
}

#[test]
fn impossible_moments_are_refused() {
    let rich_over = rich().phase("over").position();
    assert!(Table::refused(&rich_over).contains("no reason to end holds"));
    let over = stage(3).no_cards().treasury("KP", 3).phase("over");
    assert!(Table::refused(&over.position()).contains("treasuries are empty"));
    stage(3).no_cards().phase("over").set();
    for (set, reason) in [
        (stage(3).phase("construct"), "no Construct Track card has been played"),
        (stage(3).phase("offer"), "no Offer Stock card has been played"),
        (stage(3).hand(0, [9, 6, 2]).phase("construct"), "no railroad can build: the turn would be over"),
        (rich().grown_so_far(0, 0).phase("grow"), "both of a row"),
    ] {
        let told = Table::refused(&set.position());
        assert!(told.contains(reason), "{told}, not {reason}");
    }
}

/// The position with a value somewhere changed.
fn with(good: &Value, pointer: &str, value: Value) -> Value {
    let mut position = good.clone();
    *position.pointer_mut(pointer).unwrap() = value;
    position
}

#[test]
fn impossible_delegated_builds_are_refused() {
    let mut table = rich().treasury("CRIP", 0).active(1).set();
    table.construct().play(grow("wichita")).play(delegate("KP", 2));
    let good = table.position();
    Table::assert_each_refused(
        &good,
        &[
            ("/deciding", json!(0), "seat 0 does not control KP"),
            ("/deciding", json!(null), "deciding is missing"),
            ("/deciding", json!(4), "a seat is named that is not there"),
            ("/delegated", json!("MP"), "MP cannot build"),
            ("/delegated", json!(null), "delegated is missing"),
            ("/railroads/SLSF/treasury", json!(5), "the active seat controls a railroad that can build"),
            ("/drawn_card", json!("OS"), "another card would have been drawn"),
        ],
    );
    let drawn = with(&good, "/drawn_card", json!("CT"));
    Table::at(&drawn);
}

#[test]
fn impossible_auctions_are_refused() {
    let mut table = rich().active(1).set();
    table.play(play("OS")).play(offer("CRIP")).play(pass()).play(bid(14));
    Table::assert_each_refused(
        &table.position(),
        &[
            ("/auction", json!(null), "auction is missing"),
            ("/auction/what", json!("KP"), "minimum"),
            ("/auction/min", json!(2), "the auction's minimum is 13, not 2"),
            ("/auction/high", json!(12), "high bid cannot be"),
            ("/auction/high", json!(18), "high bid cannot be"),
            ("/auction/high", json!(null), "both of high and high_seat"),
            ("/auction/high_seat", json!(1), "must be among the bidders"),
            ("/auction/bidders", json!([2]), "the auction would be over"),
            ("/auction/bidders", json!([0, 2, 3]), "not at this table"),
            ("/auction/opener", json!(0), "the auction's opener is"),
            ("/players/0/cash", json!(14), "seat 0 cannot raise and would be out"),
            ("/phase", json!("opening_auction"), "minimum"),
            ("/phase", json!("turn"), "position"),
            ("/drawn_card", json!("OS"), "have more unsold shares"),
        ],
    );
    let mut own = rich().set();
    own.play(play("OS")).play(sell("CRIP")).play(bid(13));
    Table::assert_each_refused(
        &own.position(),
        &[
            ("/auction/bidders", json!([0, 1, 2]), "does not take part"),
            ("/drawn_card", json!("OS"), "unsold shares only"),
            ("/active", json!(2), "opener"),
        ],
    );
}

#[test]
fn impossible_openings_are_refused() {
    let mut table = Table::opened_by(3, 1);
    table.play(bid(9)).play(pass()).play(pass());
    Table::assert_each_refused(
        &table.position(),
        &[
            ("/players/1/cash", json!(70), "seat 1 must have $71 after what was paid"),
            ("/railroads/KP/treasury", json!(1), "KP has money before its first share is sold"),
            ("/players/0/hand/CT", json!(9), "seat 0 must have the hand that was dealt"),
            ("/deck/CT", json!(9), "no card is played before the first turn"),
            ("/active", json!(0), "position.deciding"),
        ],
    );
    table.play(build("CRIP", "troy whiting"));
    Table::assert_each_refused(
        &table.position(),
        &[
            ("/auction/what", json!("KP"), "at this point 1 shares of ATSF must be sold"),
            ("/railroads/CRIP/treasury", json!(8), "seat 1 must have $72"),
            ("/active", json!(0), "opener"),
        ],
    );
    Table::assert_each_refused(
        &Table::new(3).unwrap().position(),
        &[
            ("/players/0/cash", json!(41), "before the first opener is drawn"),
            ("/active", json!(0), "position.active"),
            ("/deciding", json!(0), "position.deciding"),
        ],
    );
}

#[test]
fn a_position_with_as_much_money_as_is_taken_can_be_played_on() {
    let rich = stage(3).treasury("KP", 600_000).cash(0, 399_998).cash(1, 1).cash(2, 1);
    let mut table = rich.set();
    for action in [play("OS"), offer("KP"), bid(399_998), play("PD")] {
        table.play(action);
        assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }
    let more = rich.treasury("CRIP", 1).position();
    assert_eq!(Table::refused(&more), "all together have more money than the game can pay");
}
