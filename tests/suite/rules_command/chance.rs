//! Draws: from a seed, or decided by whoever asks.

use serde_json::{Value, json};
use whistlestop_proto::chance::seeded_entropy;

use super::peer::{Dice, Peer, answers_to, keys};

const MANUAL: &str = r#"{"cmd":"new","game":"chicago-express","seats":3,"chance":"manual"}"#;

fn manual() -> Peer {
    let mut peer = Peer::new();
    peer.send(MANUAL.as_bytes());
    peer
}

fn hex(entropy: [u8; 32]) -> String {
    blake3::Hash::from_bytes(entropy).to_string()
}

/// The hash after each of some dozen actions.
fn hashes(seed: u64) -> Vec<Value> {
    let mut peer = Peer::playing("chicago-express", 3, seed);
    let mut dice = Dice(1);
    let mut hashes = vec![peer.hash()];
    for _ in 0..40 {
        let action = dice.choose(&peer.choices());
        hashes.push(peer.apply(&action)["hash"].take());
    }
    hashes
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    assert_eq!(hashes(7), hashes(7));
    let bankers =
        (0..20).map(|seed| format!(r#"{{"cmd":"new","game":"chicago-express","seats":3,"seed":{seed}}}"#));
    let answers = answers_to(bankers.collect::<Vec<_>>().join("\n"));
    for banker in 0..3 {
        let drawn = json!([{"banker": banker}]);
        assert!(
            answers.iter().any(|answer| answer["drawn"] == drawn),
            "20 seeds make each seat the banker once"
        );
    }
}

#[test]
fn manual_chance_waits_at_the_draw() {
    let mut peer = Peer::new();
    let begun = peer.send(MANUAL.as_bytes());
    assert_eq!(keys(&begun), ["turn", "hash", "drawn"]);
    assert_eq!((&begun["turn"], &begun["drawn"]), (&json!({"chance": true}), &json!([])));
    assert_eq!(peer.ask(&json!({"cmd": "choices"})), json!({"choices": []}));
    let position = peer.ask(&json!({"cmd": "position"}))["position"].take();
    for unknown in ["banker", "active", "auction"] {
        assert_eq!(position[unknown], Value::Null, "{unknown} depends on the draw");
    }
    assert_eq!(position["phase"], "initial_auction");
    let error = peer.refusal(r#"{"cmd":"apply","action":{"type":"pass"}}"#);
    assert_eq!(error, "the banker must be drawn first");

    let drawn = peer.ask(&json!({"cmd": "draw", "entropy": "0".repeat(64)}));
    assert_eq!(keys(&drawn), ["turn", "hash", "notes", "drawn"]);
    assert_eq!(keys(&drawn["drawn"][0]), ["banker"]);
    assert_eq!(drawn["turn"]["seat"], drawn["drawn"][0]["banker"]);
}

#[test]
fn the_entropy_of_a_seed_gives_the_draw_of_the_seed() {
    for seed in [0, 7, u64::MAX] {
        let seeded = Peer::playing("chicago-express", 5, seed).hash();
        let mut peer = Peer::new();
        peer.ask(&json!({"cmd": "new", "game": "chicago-express", "seats": 5, "chance": "manual"}));
        let drawn = peer.ask(&json!({"cmd": "draw", "entropy": hex(seeded_entropy(seed, 0))}));
        assert_eq!(drawn["hash"], seeded, "seed {seed}");
    }
}

#[test]
fn hex_digits_may_be_large_or_small() {
    let draw = |entropy: String| manual().ask(&json!({"cmd": "draw", "entropy": entropy}));
    assert_eq!(draw("ABCDEF0123456789".repeat(4)), draw("abcdef0123456789".repeat(4)));
}

#[test]
fn a_position_before_the_draw_can_be_loaded_and_drawn_either_way() {
    let position = manual().ask(&json!({"cmd": "position"}))["position"].take();
    let mut peer = Peer::new();
    let waiting = peer.ask(&json!({"cmd": "load", "position": position, "chance": "manual"}));
    assert_eq!(waiting["turn"], json!({"chance": true}));
    let drawn = peer.ask(&json!({"cmd": "draw", "entropy": hex(seeded_entropy(7, 0))}));
    let seeded = peer.ask(&json!({"cmd": "load", "position": position, "seed": 7}));
    assert_eq!((&seeded["hash"], &seeded["drawn"]), (&drawn["hash"], &drawn["drawn"]));
}

#[test]
fn bad_entropy_and_a_draw_out_of_turn_are_refused() {
    let mut peer = manual();
    let long = "0".repeat(1000);
    let accents = "é".repeat(32);
    for entropy in
        ["", "0", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64), &accents, &long, &"+1".repeat(32)]
    {
        let error = peer.refusal(json!({"cmd": "draw", "entropy": entropy}).to_string());
        assert_eq!(error, "entropy is 64 hex digits", "{entropy}");
    }
    for broken in [r#"{"cmd":"draw"}"#, r#"{"cmd":"draw","entropy":7}"#, r#"{"cmd":"draw","entropy":null}"#] {
        peer.refusal(broken);
    }
    let draw = json!({"cmd": "draw", "entropy": "5".repeat(64)});
    peer.ask(&draw);
    assert_eq!(peer.refusal(draw.to_string()), "nothing is to be drawn now");

    let mut seeded = Peer::playing("chicago-express", 3, 7);
    let error = seeded.refusal(draw.to_string());
    assert_eq!(error, "draws follow from the seed: begin with \"chance\":\"manual\" to draw");
}

/// A game of Prairie Railroads at its first turn: everybody passed, and the first segment listed was built.
fn first_turn() -> Peer {
    let mut peer = Peer::new();
    peer.ask(&json!({"cmd": "new", "game": "prairie-railroads", "seats": 3, "chance": "manual"}));
    peer.ask(&json!({"cmd": "draw", "entropy": "0".repeat(64)}));
    loop {
        let choices = peer.choices();
        let kinds: Vec<&str> =
            choices.iter().filter_map(|choice| choice["action"]["type"].as_str()).collect();
        let wanted = ["pass", "build"].into_iter().find_map(|kind| kinds.iter().position(|&k| k == kind));
        let Some(place) = wanted else { return peer };
        peer.apply(&choices[place]["action"]);
    }
}

#[test]
fn a_drawn_card_that_has_dice_rolled_takes_two_draws() {
    let mut peer = first_turn();
    let told = peer.apply(&json!({"type": "draw_card"}));
    assert_eq!((&told["turn"], &told["drawn"]), (&json!({"chance": true}), &json!([])));
    let position = peer.ask(&json!({"cmd": "position"}))["position"].take();
    let (active, deciding) = (&position["active"], &position["deciding"]);
    assert_eq!((&position["phase"], deciding), (&json!("card_draw"), &Value::Null));
    let cards = (0..40).map(|k| {
        peer.ask(&json!({"cmd": "load", "position": position, "chance": "manual"}));
        let drawn = peer.ask(&json!({"cmd": "draw", "entropy": hex(seeded_entropy(1, k))}));
        let card = drawn["drawn"][0]["card"].as_str().expect("a card is drawn").to_owned();
        assert_eq!(drawn["drawn"], json!([{"card": card}]));
        assert_eq!(drawn["turn"] == json!({"chance": true}), card == "CT", "only dice follow a card");
        if card == "CT" {
            let shown = peer.ask(&json!({"cmd": "position"}))["position"].take();
            assert_eq!((&shown["phase"], &shown["drawn_card"]), (&json!("growth_roll"), &json!("CT")));
            assert_eq!((&shown["active"], &shown["deciding"]), (active, &Value::Null));
            let rolled = peer.ask(&json!({"cmd": "draw", "entropy": hex(seeded_entropy(2, k))}));
            let dice = rolled["drawn"][0]["dice"].as_array().expect("two dice").clone();
            assert!(dice.len() == 2 && dice.iter().all(|die| (1..=6).contains(&die.as_i64().unwrap())));
        }
        card
    });
    let cards: std::collections::BTreeSet<String> = cards.collect();
    assert_eq!(cards, ["CT", "OS", "PD"].map(str::to_owned).into(), "40 draws turn each card up");
}

#[test]
fn with_a_seed_everything_that_chance_decides_is_in_the_answer() {
    let position = first_turn().ask(&json!({"cmd": "position"}))["position"].take();
    let drawn = (0..20).map(|seed| {
        let mut peer = Peer::new();
        peer.ask(&json!({"cmd": "load", "position": position, "seed": seed}));
        peer.apply(&json!({"type": "draw_card"}))["drawn"].take()
    });
    let two =
        |drawn: &Value| drawn[0]["card"] == "CT" && drawn[1]["dice"].as_array().map(Vec::len) == Some(2);
    assert!({ drawn }.any(|drawn| two(&drawn)), "a card and its dice");
}
