//! Those who look on.

use serde_json::{Value, json};

use super::kit::{Room, assert_same_states};

#[test]
fn a_spectator_who_comes_late_sees_every_state_to_the_end() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let mut bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    ann.play_on(8);
    // By way of a player who is not the host.
    let mut eve = room.watch("Eve", &mut bob, &[]);
    let table = eve.event("table");
    assert_eq!(table["seat"], Value::Null);
    assert_eq!(eve.final_at(1)["index"], 1, "from the beginning");
    eve.final_at(8);
    ann.tell(&json!({"cmd": "quit"}));
    assert_eq!(ann.end().code, Some(130));
    let ann = room.resume("Ann", &["--bot", "random"]);
    let (ann, bob, eve) = (ann.end_well(), bob.end_well(), eve.end_well());
    assert_same_states(&[&ann, &bob, &eve]);
    assert_eq!(eve.hashes(), bob.hashes(), "nothing was missed");
    assert_eq!((eve.one("over"), eve.one("over")), (ann.one("over"), bob.one("over")));
    assert_eq!(table["phrase"], bob.one("table")["phrase"]);
    // What was seen is kept, and as good as a player's.
    super::kit::assert_same_journals(&[room.journal("Bob"), room.journal("Eve")]);
}

#[test]
fn a_spectator_follows_to_the_next_game() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1", "--games", "2"]);
    let turn = ann.event("your_turn");
    let mut eve = room.watch("Eve", &mut ann, &[]);
    eve.final_at(1);
    ann.make_first_move(&turn);
    ann.play_on(u64::MAX);
    let (ann, eve) = (ann.end_well(), eve.end_well());
    for ended in [&ann, &eve] {
        assert_eq!(ended.events().last(), Some(&json!({"v": 1, "event": "end", "games": 2})));
        assert_eq!((ended.all("table").len(), ended.all("over").len()), (2, 2));
    }
    let finals = |ended: &super::kit::Ended| -> Vec<(Value, Value)> {
        ended.all("final").iter().map(|event| (event["index"].clone(), event["hash"].clone())).collect()
    };
    assert_eq!(finals(&ann), finals(&eve), "every state of both games");
}

#[test]
fn players_do_not_wait_for_who_looked_on() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1"]);
    let turn = ann.event("your_turn");
    let mut eve = room.watch("Eve", &mut ann, &[]);
    eve.final_at(1);
    eve.crash();
    ann.make_first_move(&turn);
    ann.play_on(u64::MAX);
    assert_eq!(ann.end_well().all("over").len(), 1);
}

#[test]
fn a_spectator_whom_all_players_have_left_says_so_and_ends() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1"]);
    ann.event("your_turn");
    let mut eve = room.watch("Eve", &mut ann, &["--wait", "1"]);
    eve.final_at(1);
    ann.tell(&json!({"cmd": "quit"}));
    assert_eq!(ann.end().code, Some(130));
    let eve = eve.end();
    eve.refused(&["all players have been gone for 1 s", "is kept in", "`whistlestop watch`"]);
    let notices = eve.all("notice");
    assert!(notices.iter().any(|event| event["text"].as_str().unwrap().contains("no player is connected")));
    let kept = super::kit::verify(&[room.journal("Eve")], true);
    assert_eq!((kept.code, &super::kit::parse(&kept.lines[0])["sound"]), (Some(0), &json!(true)));
}
