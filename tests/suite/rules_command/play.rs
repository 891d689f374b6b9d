//! Whole games through lines of JSON alone, by us and by a player in another language.

use std::io::{self, Write};
use std::process::Command;

use serde_json::{Value, json};

use super::peer::{Dice, Peer};

/// Games with their id and the numbers of seats they are for.
fn games() -> Vec<(String, u8, u8)> {
    let mut answer = Peer::new().ask(&json!({"cmd": "games"}));
    let Value::Array(games) = answer["games"].take() else { return Vec::new() };
    let number =
        |value: &Value| value.as_u64().and_then(|n| u8::try_from(n).ok()).expect("a number of seats");
    let id = |game: &Value| game["id"].as_str().expect("a game has an id").to_owned();
    games.iter().map(|game| (id(game), number(&game["seats"][0]), number(&game["seats"][1]))).collect()
}

#[test]
fn every_game_can_be_finished_with_every_number_of_seats() {
    let games = games();
    assert!(!games.is_empty());
    for (game, fewest, most) in games {
        for seats in fewest..=most {
            play_to_the_end(&game, seats);
        }
    }
}

/// Plays at random; now and then a second program takes the position over and must see the same game.
fn play_to_the_end(game: &str, seats: u8) {
    let mut dice = Dice(u64::from(seats));
    let mut peer = Peer::playing(game, seats, 11);
    let mut copy = Peer::new();
    for played in 0..20_000 {
        let choices = peer.choices();
        if played % 25 == 10 {
            let position = peer.ask(&json!({"cmd": "position"}));
            let loaded = copy.ask(&json!({"cmd": "load", "position": position["position"], "seed": 11}));
            assert_eq!(loaded["hash"], peer.hash(), "{game} for {seats} after {played} actions");
            for request in ["choices", "position", "standings"].map(|command| json!({"cmd": command})) {
                assert_eq!(
                    copy.ask(&request),
                    peer.ask(&request),
                    "{game} for {seats} after {played} actions"
                );
            }
        }
        let told = peer.apply(&dice.choose(&choices));
        if told["turn"].get("over").is_some() {
            return check_the_end(&mut peer, &told);
        }
    }
    unreachable!("{game} for {seats} does not end");
}

fn check_the_end(peer: &mut Peer, told: &Value) {
    assert_eq!(peer.ask(&json!({"cmd": "choices"})), json!({"choices": []}));
    let standings = peer.ask(&json!({"cmd": "standings"}))["standings"].take();
    let standings = standings.as_array().expect("standings are a list");
    let winners: Vec<&Value> = standings.iter().filter(|s| s["rank"] == 1).map(|s| &s["seat"]).collect();
    assert!(!winners.is_empty());
    assert_eq!(told["turn"], json!({"over": true, "winners": winners}));
    peer.refusal(r#"{"cmd":"apply","action":{"type":"pass"}}"#);
    let position = peer.ask(&json!({"cmd": "position"}))["position"].take();
    let loaded = Peer::new().ask(&json!({"cmd": "load", "position": position}));
    assert_eq!((&loaded["turn"], &loaded["hash"]), (&told["turn"], &told["hash"]));
}

#[test]
fn a_player_in_another_language_finishes_games_without_one_refusal() {
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/random_player.py");
    let python = ["python3", "python"].into_iter().find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.stdout.starts_with(b"Python 3"))
    });
    let Some(python) = python else {
        // Written past the test harness, which would keep it to itself.
        let skipped = "SKIPPED: the player in another language needs python3, which is not here";
        writeln!(io::stderr(), "\n{skipped}\n").expect("standard error can be written to");
        return;
    };
    let output = Command::new(python).arg(player).arg(env!("CARGO_BIN_EXE_whistlestop")).arg("10").output();
    let output = output.expect("python3 starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().filter(|line| line.contains("won by")).count(), 10, "{said}");
}
