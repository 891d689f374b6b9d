//! What each request is answered with, to the last key.

use serde_json::{Value, json};

use super::peer::{Peer, answers_to, error_in, keys};

const NEW: &str = r#"{"cmd":"new","game":"chicago-express","seats":3,"seed":7,"options":{}}"#;

#[test]
fn games_lists_what_can_be_played() {
    let answers = answers_to("{\"cmd\":\"games\"}\n");
    let chicago = json!({
        "id": "chicago-express", "title": "Chicago Express", "seats": [2, 6], "rules": "1", "options": {}
    });
    assert_eq!(keys(&answers[0]), ["games"]);
    let games = answers[0]["games"].as_array().unwrap();
    assert!(games.contains(&chicago), "{games:?}");
    assert!(games.iter().all(|game| keys(game) == ["id", "title", "seats", "rules", "options"]));
}

#[test]
fn new_says_whose_turn_it_is_and_what_was_drawn() {
    let answers = answers_to(format!("{NEW}\n"));
    assert_eq!(keys(&answers[0]), ["turn", "hash", "drawn"]);
    assert_eq!(answers[0]["turn"], json!({"seat": 1}));
    assert_eq!(answers[0]["drawn"], json!([{"banker": 1}]));
    let hash = answers[0]["hash"].as_str().unwrap();
    assert!(
        hash.len() == 64 && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')),
        "{hash}"
    );
}

#[test]
fn seed_and_options_may_be_left_out() {
    let short = r#"{"cmd":"new","game":"chicago-express","seats":3}"#;
    let long = r#"{"cmd":"new","game":"chicago-express","seats":3,"seed":0,"options":{},"chance":"seed"}"#;
    let answers = answers_to([short, long, ""].join("\n"));
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn choices_are_actions_amounts_and_what_is_blocked() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    let auction = json!({"choices": [
        {"action": {"type": "bid"}, "amount": {"min": 7, "max": 40, "step": 1}, "text": "bid for the share of PRR (no bid yet)"},
        {"action": {"type": "pass"}, "text": "pass and leave this auction"},
    ]});
    assert_eq!(peer.ask(&json!({"cmd": "choices"})), auction);
    for _ in 0..4 {
        peer.apply(&json!({"type": "bid", "amount": 8}));
        peer.apply(&json!({"type": "pass"}));
        peer.apply(&json!({"type": "pass"}));
    }
    peer.apply(&json!({"type": "choose", "dial": "expansion"}));
    let answer = peer.ask(&json!({"cmd": "choices"}));
    let choices = answer["choices"].as_array().unwrap();
    let blocked: Vec<&Value> = choices.iter().filter(|choice| choice.get("action").is_none()).collect();
    assert!(!blocked.is_empty(), "{answer}");
    for choice in blocked {
        assert_eq!(keys(choice), ["blocked", "why", "rule"]);
        assert!(choice["rule"].as_str().unwrap().starts_with("CE-"), "{choice}");
    }
    let plain = choices.iter().find(|choice| choice["action"]["type"] == "place").unwrap();
    assert_eq!(keys(plain), ["action", "text"]);
    assert_eq!(keys(&plain["action"]), ["type", "company", "hex"]);
}

#[test]
fn apply_tells_turn_hash_notes_and_draws() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    let answer = peer.apply(&json!({"type": "bid", "amount": 9}));
    assert_eq!(keys(&answer), ["turn", "hash", "notes", "drawn"]);
    assert_eq!(answer["turn"], json!({"seat": 2}));
    assert_eq!(answer["notes"], json!(["seat 1 bids $9 for PRR"]));
    assert_eq!(answer["drawn"], json!([]));
    assert_eq!(answer["hash"], peer.hash());
}

#[test]
fn an_action_against_the_rules_names_the_rule() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    let answer = peer.send(br#"{"cmd":"apply","action":{"type":"bid","amount":41}}"#);
    assert_eq!(answer, json!({"error": "you have only $40 to bid with", "rule": "CE-6"}));
}

#[test]
fn position_shows_everything_by_name() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    peer.apply(&json!({"type": "bid", "amount": 9}));
    let answer = peer.ask(&json!({"cmd": "position"}));
    assert_eq!(keys(&answer), ["position"]);
    let position = &answer["position"];
    assert_eq!(
        keys(position),
        [
            "game",
            "phase",
            "players",
            "companies",
            "dials",
            "industry",
            "houses_left",
            "developed",
            "dividends_paid",
            "active",
            "expanding",
            "banker",
            "auction"
        ]
    );
    assert_eq!(position["game"], "chicago-express");
    assert_eq!(
        position["players"],
        json!([{"cash": 40, "shares": {}}, {"cash": 40, "shares": {}}, {"cash": 40, "shares": {}}])
    );
    assert_eq!(
        position["companies"]["PRR"],
        json!({"cash": 0, "income": 7, "shares_left": 3, "locomotives_left": 19, "open": true, "hexes": ["R5"]})
    );
    assert_eq!(
        position["auction"],
        json!({"what": "PRR", "min": 7, "high": 9, "high_seat": 1, "bidders": [0, 1, 2], "opener": 1})
    );
    for viewer in 0..3 {
        assert_eq!(peer.ask(&json!({"cmd": "position", "viewer": viewer})), answer, "nothing is hidden here");
    }
}

#[test]
fn load_answers_as_new_does_and_gives_the_same_hash() {
    let mut peer = Peer::playing("chicago-express", 4, 1);
    let told = peer.apply(&json!({"type": "pass"}));
    let position = peer.ask(&json!({"cmd": "position"}))["position"].take();
    let answer = Peer::new().ask(&json!({"cmd": "load", "position": position, "seed": 1}));
    assert_eq!(keys(&answer), ["turn", "hash", "drawn"]);
    assert_eq!((&answer["turn"], &answer["hash"]), (&told["turn"], &told["hash"]));
    assert_eq!(answer["drawn"], json!([]));
}

#[test]
fn standings_rank_the_seats() {
    let mut peer = Peer::playing("chicago-express", 2, 0);
    let tie = json!([{"seat": 0, "score": 60, "rank": 1}, {"seat": 1, "score": 60, "rank": 1}]);
    assert_eq!(peer.ask(&json!({"cmd": "standings"})), json!({"standings": tie}));
}

#[test]
fn hash_is_the_hash_that_every_answer_carries() {
    let answers = answers_to(format!("{NEW}\n{{\"cmd\":\"hash\"}}\n"));
    assert_eq!(keys(&answers[1]), ["hash"]);
    assert_eq!(answers[0]["hash"], answers[1]["hash"]);
}

#[test]
fn four_lines_from_a_shell_get_four_answers_of_which_the_third_is_an_error() {
    for third in [
        r#"{"cmd":"frobnicate"}"#,
        "this is not JSON",
        r#"{"cmd":"apply","action":{"type":"bid","amount":1}}"#,
    ] {
        let answers = answers_to(["{\"cmd\":\"games\"}", NEW, third, "{\"cmd\":\"choices\"}", ""].join("\n"));
        assert_eq!(answers.len(), 4);
        assert_eq!(keys(&answers[0]), ["games"]);
        assert_eq!(keys(&answers[1]), ["turn", "hash", "drawn"]);
        error_in(&answers[2]);
        assert_eq!(keys(&answers[3]), ["choices"]);
    }
}
