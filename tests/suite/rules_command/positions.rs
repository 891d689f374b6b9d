//! Positions from outside: those that cannot be are refused with the reason, and none ends the program.

use serde_json::{Value, json};

use super::peer::{Dice, Peer, error_in};

/// A game after so many actions, most of them cheap.
fn after(actions: u32, seats: u8, dice: &mut Dice) -> Peer {
    let mut peer = Peer::playing("chicago-express", seats, dice.below(100));
    for _ in 0..actions {
        let choices = peer.choices();
        if choices.is_empty() {
            break;
        }
        peer.apply(&dice.choose(&choices));
    }
    peer
}

fn position_of(peer: &mut Peer) -> Value {
    peer.ask(&json!({"cmd": "position"}))["position"].take()
}

#[test]
fn what_is_no_position_is_refused() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for (position, why) in [
        ("null", "a position is an object that names its \"game\""),
        ("[]", "a position is an object that names its \"game\""),
        ("7", "a position is an object that names its \"game\""),
        ("{}", "a position is an object that names its \"game\""),
        (r#"{"game":7}"#, "a position is an object that names its \"game\""),
        (r#"{"game":"chess"}"#, "there is no game \"chess\"; there are"),
        (r#"{"game":"chicago-express"}"#, "not a position: missing field `phase`"),
    ] {
        let error = peer.refusal(format!(r#"{{"cmd":"load","position":{position}}}"#));
        assert!(error.starts_with(why), "{error}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    peer.apply(&json!({"type": "bid", "amount": 9}));
    let good = position_of(&mut peer);
    let changes: &[(&str, Value, &str)] = &[
        ("/phase", json!("lunch"), "not a position: unknown name `lunch`, expected one of `initial_auction`"),
        ("/phase", json!("turn"), "position.auction is {"),
        ("/phase", json!("over"), "position."),
        ("/players", json!([]), "there cannot be 0 players"),
        ("/players", json!(vec![good["players"][0].clone(); 300]), "there cannot be 300 players"),
        ("/players/0/cash", json!(-1), "seat 0 has less than no money"),
        ("/players/0/cash", json!(i64::MAX), "seat 0 has more money than the game can pay"),
        ("/players/0/cash", json!(41), "seat 0 must have $40 after what was paid (CE-1)"),
        ("/players/0/shares", json!({"PRR": 1}), "the auction's minimum is 4, not 7"),
        ("/players/0/shares", json!({"PRR": 255}), "255 shares of PRR are held but there are only 3"),
        ("/players/0/shares", json!({"PRR": 256}), "not a position: invalid value: number `256`"),
        ("/players/0/shares", json!({"XYZ": 1}), "not a position: there is no company \"XYZ\""),
        ("/companies/PRR/income", json!(8), "the auction's minimum is 8, not 7"),
        ("/companies/NYC/income", json!(9), "the income of NYC is $9 but its hexes make it $8"),
        (
            "/companies/PRR/locomotives_left",
            json!(3),
            "position.companies.PRR.locomotives_left is 3 but must be 19",
        ),
        (
            "/companies/PRR/hexes",
            json!(["R5", "R5"]),
            "position.companies.PRR.hexes is [\"R5\",\"R5\"] but must be",
        ),
        ("/companies/PRR/hexes", json!(["A2"]), "PRR is not on its start hex"),
        ("/companies/PRR/hexes", json!(["Z9"]), "not a position: there is no hex \"Z9\""),
        ("/companies/WAB/open", json!(true), "position.companies.WAB.open is true but must be false"),
        ("/dials/auction", json!(4), "the Auction dial has only 3 steps"),
        ("/dials/auction", json!(1), "a dial has moved before the first turn"),
        ("/industry/Detroit", json!(100), "Detroit cannot be at 100"),
        ("/houses_left", json!(19), "position.houses_left is 19 but must be 20"),
        ("/developed", json!(["R4"]), "position.houses_left is 20 but must be 19"),
        ("/dividends_paid", json!(1), "position.dividends_paid is 1 but must be 0"),
        ("/active", json!(3), "a seat is named that is not there"),
        ("/active", json!(6), "not a position: there is no seat 6"),
        ("/active", json!(0), "the active seat opens the auction (CE-6)"),
        ("/expanding", json!({"company": "PRR", "placed": 1, "chicago": false}), "position.expanding is {"),
        ("/banker", json!(2), "the banker, then the last buyer, opens (CE-4)"),
        ("/banker", json!(5), "a seat is named that is not there"),
        ("/auction", json!(null), "auction is missing"),
        ("/auction/high", json!(6), "the auction's high bid cannot be 6: it must be at least 7"),
        ("/auction/high", json!(41), "the auction's high bid cannot be 41: it must be at most 40"),
        ("/auction/high", json!(null), "the auction needs both of high and high_seat, or neither"),
        ("/auction/high_seat", json!(5), "seat 5 has the high bid and must be among the bidders"),
        ("/auction/bidders", json!([0, 1, 5]), "auction names a seat that is not at this table"),
        ("/auction/bidders", json!([1]), "the auction would be over"),
        ("/auction/opener", json!(4), "auction names a seat that is not at this table"),
        ("/auction/what", json!("WAB"), "the auction's minimum is 0, not 7"),
    ];
    for (place, value, why) in changes {
        let mut position = good.clone();
        *position.pointer_mut(place).unwrap() = value.clone();
        let error = peer.refusal(json!({"cmd": "load", "position": position}).to_string());
        assert!(error.starts_with(why), "{place} = {value}: {error}");
    }
    for key in
        ["phase", "players", "companies", "dials", "industry", "houses_left", "developed", "dividends_paid"]
    {
        let mut position = good.clone();
        position.as_object_mut().unwrap().remove(key);
        let error = peer.refusal(json!({"cmd": "load", "position": position}).to_string());
        assert_eq!(error, format!("not a position: missing field `{key}`"));
    }
    let mut position = good.clone();
    position["turn"] = json!({"seat": 0});
    let error = peer.refusal(json!({"cmd": "load", "position": position}).to_string());
    assert!(error.starts_with("not a position: unknown field `turn`"), "{error}");
}

#[test]
fn lists_in_another_order_and_counts_of_zero_mean_the_same() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    let hash = peer.hash();
    let mut position = position_of(&mut peer);
    position["auction"]["bidders"] = json!([2, 0, 1]);
    position["players"][0]["shares"] = json!({"WAB": 0, "PRR": 0});
    assert_eq!(peer.ask(&json!({"cmd": "load", "position": position}))["hash"], hash);
}

/// Values that mean something somewhere in a position, and are wrong elsewhere.
fn strange_values() -> Vec<Value> {
    let numbers = [0, 1, 2, 3, 5, 6, 8, 40, 255, 256, -1, i64::from(i32::MAX), i64::MAX, i64::MIN];
    let names = ["PRR", "WAB", "A2", "D3", "turn", "over", "offer", "auction", "expansion", "wabash_auction"];
    let others = [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([0, 1, 2, 3, 4, 5]),
        json!(["A2", "R5"]),
        json!({"company": "WAB", "placed": 2, "chicago": true}),
    ];
    numbers.map(Value::from).into_iter().chain(names.map(Value::from)).chain(others).collect()
}

/// The places of all values in a piece of JSON, as pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), found));
        }
        Value::Array(items) => {
            (0..).zip(items).for_each(|(i, value): (usize, _)| places(value, &format!("{at}/{i}"), found));
        }
        _ => {}
    }
}

#[test]
fn a_position_changed_at_random_is_refused_or_can_be_played_on() {
    let mut dice = Dice(3);
    let strange = strange_values();
    for (actions, seats) in [(2, 3), (15, 2), (40, 5), (80, 4), (160, 3), (500, 6)] {
        let mut peer = after(actions, seats, &mut dice);
        let good = position_of(&mut peer);
        let mut all = Vec::new();
        places(&good, "", &mut all);
        for _ in 0..60 {
            let mut position = good.clone();
            for _ in 0..=dice.below(2) {
                if let Some(place) = position.pointer_mut(dice.pick::<String>(&all[1..])) {
                    *place = dice.pick(&strange).clone();
                }
            }
            let answer = peer.send(json!({"cmd": "load", "position": position}).to_string().as_bytes());
            if answer.get("error").is_some() {
                error_in(&answer);
                continue;
            }
            let shown = position_of(&mut peer);
            assert_eq!(peer.ask(&json!({"cmd": "load", "position": shown}))["hash"], answer["hash"]);
            for _ in 0..5 {
                let choices = peer.choices();
                if !choices.is_empty() {
                    peer.apply(&dice.choose(&choices));
                }
            }
        }
    }
}

#[test]
fn a_position_of_the_wrong_shape_is_refused_in_words_of_json() {
    let cases: &[(&str, &str, Value, &str)] = &[
        (
            "railroad-rivals",
            "/tiles/0/at",
            json!("here"),
            "invalid type: text \"here\", expected a place as [column, row]",
        ),
        ("railroad-rivals", "/tiles/0/at", json!([0]), "invalid length 1, expected a place as [column, row]"),
        ("railroad-rivals", "/tiles/0/at", json!([0, 0, 0]), "invalid length 3, expected a shorter list"),
        ("railroad-rivals", "/players/0", json!(3), "invalid type: number `3`, expected an object"),
        (
            "railways-of-the-world",
            "/cities/NYC/color",
            json!("pink"),
            "a city is gray or has the colour of cubes",
        ),
        (
            "railways-of-the-world",
            "/drawing",
            json!(3),
            "drawing is null, \"setup\", or has seat, city and cubes, or has cards",
        ),
        (
            "railways-of-the-world",
            "/links",
            json!([{"id": 0, "owner": 0, "from": "NYC", "to": "PHL", "pieces": [{"hex": 3, "a": 0, "b": 1}],
                "complete": true}]),
            "invalid type: number `3`, expected a list of 2",
        ),
    ];
    for (game, place, value, why) in cases {
        let mut peer = Peer::playing(game, 3, 7);
        let mut position = position_of(&mut peer);
        *position.pointer_mut(place).unwrap() = value.clone();
        let error = peer.refusal(json!({"cmd": "load", "position": position}).to_string());
        assert_eq!(error, format!("not a position: {why}"), "{place} = {value}");
    }
}
