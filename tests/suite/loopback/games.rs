//! Whole games between processes.

use serde_json::{Value, json};
use whistlestop::games::GAMES;

use super::kit::{Ended, Room, assert_same_game, assert_same_journals, parse, verify};

fn drawn(ended: &Ended) -> Vec<Value> {
    ended.all("final").iter().flat_map(|event| event["drawn"].as_array().unwrap().clone()).collect()
}

#[test]
fn three_peers_finish_a_game_with_the_same_states_and_journals() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--bot", "greedy"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    let cid = room.join("Cid", &mut ann, &["--bot", "random"]);
    let all = [ann, bob, cid].map(super::kit::Peer::end_well);
    assert_same_game(&all.each_ref());
    for (ended, name) in all.iter().zip(["Ann", "Bob", "Cid"]) {
        assert_eq!(ended.events().last(), Some(&json!({"v": 1, "event": "end", "games": 1})));
        let table = ended.one("table");
        let seat = usize::try_from(table["seat"].as_u64().unwrap()).unwrap();
        assert_eq!(table["seats"][seat]["name"], name);
        assert_eq!(table["phrase"].as_str().unwrap().split(' ').count(), 4);
        assert_eq!(ended.one("over")["standings"].as_array().unwrap().len(), 3);
        assert_eq!(ended.all("started").len(), 1);
    }
    let journals = ["Ann", "Bob", "Cid"].map(|who| room.journal(who));
    assert_same_journals(&journals);
    let text = verify(&journals, false);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""));
    let phrase = all[0].one("table")["phrase"].as_str().unwrap().to_owned();
    assert!(text.lines[0].contains("sound") && text.lines[0].contains("over"), "{}", text.lines[0]);
    assert!(text.lines[0].contains(&phrase), "{}", text.lines[0]);
    assert_eq!(text.lines.last().unwrap(), "all 3 hold the same game");
}

/// Games that draw in their midst, decide in the midst of others' turns, or have other numbers of seats.
#[test]
fn three_peers_finish_every_game_of_the_registry() {
    for entry in GAMES {
        let room = Room::new();
        let game = ["peer", "--host", entry.meta.id, "--seats", "3", "--bot", "random", "--json"];
        let mut ann = room.start("Ann", &game);
        let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
        let cid = room.join("Cid", &mut ann, &["--bot", "random"]);
        let all = [ann, bob, cid].map(super::kit::Peer::end_well);
        assert_same_game(&all.each_ref());
        assert!(!drawn(&all[0]).is_empty(), "{}", entry.meta.id);
        assert_same_journals(&["Ann", "Bob", "Cid"].map(|who| room.journal(who)));
    }
}

#[test]
fn three_games_in_a_row_are_three_tables_with_the_same_two_people() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--games", "3", "--bot", "random", "--draw", "seed:5"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    let (ann, bob) = (ann.end_well(), bob.end_well());
    for ended in [&ann, &bob] {
        assert_eq!(ended.events().last(), Some(&json!({"v": 1, "event": "end", "games": 3})));
        assert_eq!((ended.all("over").len(), ended.all("table").len()), (3, 3));
        let draws: Vec<Value> = ended.all("table").iter().map(|table| table["draw"].clone()).collect();
        assert_eq!(
            draws,
            ["seed:5", "seed:6", "seed:7"],
            "the same draws again would be the same game again"
        );
    }
    let finals = |ended: &Ended| -> Vec<(Value, Value)> {
        ended.all("final").iter().map(|event| (event["index"].clone(), event["hash"].clone())).collect()
    };
    assert_eq!(finals(&ann), finals(&bob));
    let phrases = |ended: &Ended| -> Vec<Value> {
        ended.all("table").iter().map(|table| table["phrase"].clone()).collect()
    };
    assert_eq!(phrases(&ann), phrases(&bob));
    let (anns, bobs) = (room.journals("Ann"), room.journals("Bob"));
    assert_eq!((anns.len(), bobs.len()), (3, 3));
    for (ann, bob) in anns.into_iter().zip(bobs) {
        assert_same_journals(&[ann, bob]);
    }
}

#[test]
fn a_host_that_crashed_in_a_row_of_games_goes_on_with_the_rest_of_them() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--games", "3", "--away", "wait"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random", "--away", "wait"]);
    ann.event("your_turn");
    ann.crash();
    let ann = room.resume("Ann", &["--bot", "random", "--games", "3"]);
    let (ann, bob) = (ann.end_well(), bob.end_well());
    for ended in [&ann, &bob] {
        assert_eq!(ended.events().last(), Some(&json!({"v": 1, "event": "end", "games": 3})));
        assert_eq!((ended.all("over").len(), ended.all("table").len()), (3, 3));
    }
}

#[test]
fn two_people_and_two_bots_finish_and_all_compute_the_bots() {
    let room = Room::new();
    let mut ann =
        room.host("Ann", &["--seats", "4", "--bots", "2", "--bot-seats", "random", "--bot", "random"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    let (ann, bob) = (ann.end_well(), bob.end_well());
    assert_same_game(&[&ann, &bob]);
    let table = ann.one("table");
    assert_eq!(
        (&table["seats"][2], &table["seats"][3]),
        (&json!({"bot": "random/1"}), &json!({"bot": "random/1"}))
    );
    let kinds: Vec<(Value, Value)> =
        ann.all("final").iter().map(|event| (event["seat"].clone(), event["kind"].clone())).collect();
    assert!(kinds.contains(&(json!(0), json!("move"))) && kinds.contains(&(json!(1), json!("move"))));
    assert!(kinds.contains(&(json!(2), json!("bot"))) && kinds.contains(&(json!(3), json!("bot"))));
    assert!(!kinds.contains(&(json!(2), json!("move"))));
    assert_same_journals(&[room.journal("Ann"), room.journal("Bob")]);
}

/// One player and bots are enough: draws follow from the seed, and bots from the state.
#[test]
fn the_same_seed_draws_the_same_and_another_does_not() {
    let room = Room::new();
    let play = |who: &str, draw: &str| {
        room.host(who, &["--seats", "3", "--bots", "2", "--bot", "random", "--draw", draw]).end_well()
    };
    let (first, again, other) = (play("Ann", "seed:7"), play("Bob", "seed:7"), play("Cid", "seed:8"));
    assert_eq!(first.one("table")["draw"], "seed:7");
    assert!(!drawn(&first).is_empty());
    assert_eq!(drawn(&first), drawn(&again));
    assert_eq!(first.hashes(), again.hashes(), "players with other names and keys, but the same game");
    assert_ne!(first.one("table")["table"], again.one("table")["table"], "yet another table");
    assert_ne!(first.hashes(), other.hashes());
}

#[test]
fn journals_of_two_games_are_sound_but_not_the_same() {
    let room = Room::new();
    for who in ["Ann", "Bob"] {
        room.host(who, &["--seats", "2", "--bots", "1", "--bot", "random"]).end_well();
    }
    let checked = verify(&[room.journal("Ann"), room.journal("Bob")], true);
    checked.refused(&["do not hold the same game"]);
    assert!(checked.lines.iter().all(|line| parse(line)["sound"] == true));
}
