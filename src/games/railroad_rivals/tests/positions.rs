//! Positions in and out: what comes from a game loads again, what cannot come from one is refused with the reason.

use serde_json::{Value, json};

use super::kit::{Stage, Table, bid, lay, pass, solo, stage};

/// A game under way with something of everything.
fn rich() -> Stage {
    let set = stage(3).tile("washington", [1, 0], 0).tile("memphis", [0, 1], 0).cubes([0, 0], "brown yellow");
    set.owner([0, 0], [0, 1], 2).value("IC", 3).value("B&O", 10).hand(0, "pittsburgh seattle").drawn_in(2)
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
    for (seats, options) in [(3, vec![]), (2, vec!["ordered_bidding"]), (1, vec![]), (1, vec!["challenge"])] {
        let mut table = Table::with_options(seats, &options);
        for step in 0..160_usize {
            came_back(&table);
            if table.is_over() {
                break;
            }
            if table.is_chance() {
                table.draw(u8::try_from(step).unwrap());
                continue;
            }
            let mut choice = table.choices().swap_remove(0);
            if choice["amount"].is_array() {
                choice["amount"] = choice["amount"][0].clone();
            }
            let raised = table.position()["auction"]["high"].clone();
            table.play(if raised.is_number() { pass() } else { choice });
        }
        came_back(&table);
    }
    let phases = ["arrange", "bid", "deliver", "draft", "draw", "keep", "lay", "over"];
    assert!(seen.iter().eq(phases), "{seen:?}");
}

#[test]
fn a_position_has_the_fields_that_it_is_known_by() {
    let position = rich().set().position();
    let keys: Vec<_> = position.as_object().unwrap().keys().map(String::as_str).collect();
    let must = [
        "game",
        "phase",
        "options",
        "players",
        "order",
        "market",
        "tiles",
        "links",
        "stock_values",
        "bag",
        "cities_left",
        "stocks_left",
        "removed",
        "delivered",
        "row",
        "drafted",
        "laid",
        "round",
        "last_round",
        "active",
        "auction",
    ];
    assert_eq!(keys, must);
    assert_eq!(position["stock_values"].as_object().unwrap().len(), 12);
    assert_eq!(position["links"][0], json!({"a": [0, 0], "b": [0, 1], "railroad": "IC", "owner": 2}));
    assert_eq!(
        position["tiles"][0],
        json!({"tile": "st_louis", "at": [0, 0], "rotation": 0, "cubes": {"brown": 1, "yellow": 1}})
    );
}

#[test]
fn while_goods_are_drawn_a_position_says_for_whom() {
    let mut table = rich().set();
    table.play(lay("pittsburgh", [0, -1], 0));
    let position = table.position();
    assert_eq!(position["drawing"], json!({"seat": 0, "at": [0, -1]}));
    Table::assert_each_refused(
        &position,
        &[
            ("/drawing/at", json!([0, 0]), "no goods are to be drawn there"),
            ("/drawing/at", json!([7, 0]), "no goods are to be drawn there"),
            ("/drawing/seat", json!(4), "a seat is named that is not there"),
            ("/laid", json!(2), "cannot have laid a tile"),
            ("/active", json!(0), "position.active is 0 but must be null"),
        ],
    );
}

#[test]
fn unsorted_lists_and_counts_of_zero_are_taken() {
    let table = rich().set();
    let mut position = table.position();
    for list in ["tiles", "links"] {
        position[list].as_array_mut().unwrap().reverse();
    }
    position["players"][0]["hand"].as_array_mut().unwrap().reverse();
    position["players"][0]["stocks"]["UP"] =
        position["players"][0]["stocks"].get("UP").cloned().unwrap_or(json!(0));
    position["bag"]["gray"] = json!(0);
    position["drafted"][0] = json!(["stock", "city"]);
    assert_eq!(Table::at(&position).hash(), table.hash());
}

#[test]
fn what_is_no_position_at_all_is_refused() {
    for nonsense in [json!(null), json!([]), json!("lay"), json!({}), json!({"game": "railroad-rivals"})] {
        assert!(Table::refused(&nonsense).starts_with("not a position: "), "{nonsense}");
    }
    let mut extra = rich().position();
    extra["weather"] = json!("fine");
    assert!(Table::refused(&extra).contains("unknown field `weather`"));
}

#[test]
fn a_field_that_is_missing_is_named() {
    let good = rich().position();
    for field in [
        "game",
        "phase",
        "options",
        "players",
        "market",
        "tiles",
        "links",
        "stock_values",
        "bag",
        "removed",
        "row",
        "drafted",
        "round",
    ] {
        let mut position = good.clone();
        position.as_object_mut().unwrap().shift_remove(field);
        assert!(Table::refused(&position).contains(&format!("missing field `{field}`")), "{field}");
    }
}

#[test]
fn each_impossible_field_of_a_turn_is_refused_with_the_reason() {
    Table::assert_each_refused(
        &rich().position(),
        &[
            ("/game", json!("chicago-express"), "position.game"),
            ("/phase", json!("tea"), "unknown variant"),
            ("/phase", json!("bid"), "auction is missing"),
            ("/phase", json!("draft"), "there is nothing to draft"),
            ("/phase", json!("keep"), "only in solitaire"),
            ("/phase", json!("arrange"), "only in solitaire"),
            ("/phase", json!("over"), "position.active"),
            ("/options/challenge", json!(7), "not a position"),
            ("/options", json!({"ordered_bidding": false}), "not a position"),
            ("/players", json!([]), "0 players"),
            ("/players/0/score", json!(-1), "seat 0 has less than no points"),
            ("/players/0/score", json!(5_000_000), "more points than the game can bring"),
            ("/players/0/score", json!(null), "position.players[0].score"),
            ("/players/0/score", json!(1.5), "not a position"),
            ("/players/0/hand", json!(["pittsburgh", "memphis"]), "a city tile is in two places"),
            ("/players/0/hand", json!(["paris"]), "there is no city"),
            ("/players/0/hand", json!([]), "position.cities_left"),
            ("/players/0/hand", json!(3), "a hand is hidden"),
            ("/players/0/stocks", json!({"UP": 5}), "more than 4 stocks of UP"),
            ("/players/0/stocks", json!({}), "position.stocks_left"),
            ("/players/0/locomotives_left", json!(19), "locomotives_left is 19 but must be 18"),
            ("/order", json!([0, 1]), "order must name every seat once"),
            ("/order", json!([0, 1, 1]), "order names a seat twice"),
            ("/order", json!([0, 1, 3]), "order must name every seat once"),
            ("/order", json!(null), "order must name every seat once"),
            ("/market/cities", json!(["spokane"]), "position"),
            ("/tiles/0/tile", json!("spokane"), "position.links"),
            ("/tiles/0/rotation", json!(1), "position.links"),
            ("/tiles/0/rotation", json!(4), "a rotation is 0 to 3"),
            ("/tiles/1/at", json!([5, 5]), "no link can lead"),
            ("/tiles/1/at", json!([0, 0]), "two tiles lie at 0, 0"),
            ("/tiles/1/at", json!([90, 0]), "no tile can lie as far away"),
            ("/tiles/0/cubes", json!({"brown": 4}), "brown cubes but must be 16"),
            ("/links", json!([]), "locomotives_left"),
            ("/links/0/railroad", json!("UP"), "railroad is \"UP\" but must be"),
            ("/links/0/owner", json!(3), "a seat is named that is not there"),
            ("/links/0/owner", json!(null), "locomotives_left"),
            ("/links/0/b", json!([3, 3]), "no link can lead"),
            ("/stock_values/IC", json!(11), "the stock of IC is worth more than 10"),
            ("/stock_values", json!({}), "position.stock_values"),
            ("/bag/brown", json!(16), "there are 17 brown cubes but must be 16"),
            ("/cities_left", json!(3), "position.cities_left"),
            ("/stocks_left", json!(3), "position.stocks_left"),
            ("/removed/cities", json!(["spokane"]), "position"),
            ("/removed/stocks", json!({"UP": 1}), "position"),
            ("/delivered", json!({"brown": 1}), "brown cubes but must be 16"),
            ("/row", json!(["brown"]), "brown cubes but must be 16"),
            ("/drafted", json!([["city", "stock"]]), "drafted must have a list for each of 3 players"),
            ("/drafted/0", json!(["city"]), "what was drafted"),
            ("/drafted/0", json!(["city", "city"]), "more than there is to draft"),
            ("/laid", json!(1), "seat 0 cannot be the next to lay a tile"),
            ("/round", json!(3), "city tiles"),
            ("/round", json!(0), "turns are counted from 1"),
            ("/last_round", json!(true), "seat 0 cannot be the next"),
            ("/active", json!(3), "a seat is named that is not there"),
            ("/active", json!(null), "active is missing"),
            (
                "/auction",
                json!({"what": "first", "min": 1, "high": null, "high_seat": null, "bidders": [], "opener": 0, "passed": []}),
                "position.auction",
            ),
        ],
    );
}

#[test]
fn impossible_biddings_are_refused() {
    let mut table = stage(3).drawn_in(1).bidding().set();
    table.play(pass()).play(bid(4));
    Table::assert_each_refused(
        &table.position(),
        &[
            ("/auction", json!(null), "auction is missing"),
            ("/auction/what", json!("last"), "unknown variant"),
            ("/auction/min", json!(2), "minimum"),
            ("/auction/high", json!(21), "high bid cannot be 21: it must be at most 20"),
            ("/auction/high", json!(null), "both of high and high_seat"),
            ("/auction/high_seat", json!(2), "must be among the bidders"),
            ("/auction/bidders", json!([1]), "would be over"),
            ("/auction/bidders", json!([0, 1, 2]), "who does not bid must have passed"),
            ("/auction/bidders", json!([0, 1, 5]), "not at this table"),
            ("/auction/opener", json!(0), "opener"),
            ("/auction/passed", json!([]), "who does not bid must have passed"),
            ("/auction/passed", json!([2, 2]), "passed twice"),
            ("/players/0/score", json!(4), "would be out"),
            ("/active", json!(1), "position.active"),
            ("/drafted/0", json!(["city"]), "nothing is drafted before the draft"),
            ("/laid", json!(1), "the game would be over"),
            ("/market/cities", json!([]), "position.cities_left"),
        ],
    );
}

#[test]
fn impossible_deliveries_are_refused() {
    let good = rich().delivering(1, "brown").position();
    Table::assert_each_refused(
        &good,
        &[
            ("/active", json!(2), "seat 2 cannot be the next to deliver"),
            ("/last_round", json!(true), "last_round is not what the hands say"),
            ("/market/stocks", json!(["UP"]), "position"),
        ],
    );
    let bare = stage(3).tile("washington", [1, 0], 0).drawn_in(1).delivering(0, "").position();
    assert!(Table::refused(&bare).contains("there is nothing to deliver"));
}

#[test]
fn impossible_turns_of_solitaire_are_refused() {
    Table::assert_each_refused(
        &solo(3).hand(0, "pittsburgh boston seattle").position(),
        &[
            ("/round", json!(4), "keeps one"),
            ("/round", json!(12), "there are 11 turns"),
            ("/stock_values/IC", json!(3), "rise by two"),
            ("/tiles/1/rotation", json!(0), "no railroad meets itself"),
            ("/links/0/owner", json!(null), "every link of solitaire is the player's"),
            ("/drafted/0", json!(["city"]), "nothing is drafted in solitaire"),
            ("/last_round", json!(true), "last_round is not what the turn says"),
            ("/phase", json!("draft"), "nothing to draft"),
            ("/phase", json!("deliver"), "lays one"),
            ("/players/0/locomotives_left", json!(18), "locomotives_left"),
            ("/laid", json!(1), "lays one"),
            ("/order", json!([]), "order must name"),
        ],
    );
    let more: Value =
        solo(2).row("brown brown brown brown brown").cubes([0, 0], "gray").delivering(0, "").position();
    assert!(Table::refused(&more).contains("the row has another number of cubes"));
}
