//! Ways to a table, and ways that lead nowhere.

use std::net::UdpSocket;

use serde_json::Value;

use super::kit::{Ended, Peer, Room};
use super::stranger::Stranger;

/// Two seats of which one is the host's; nobody plays by itself.
fn open_table(room: &Room, args: &[&str]) -> Peer {
    room.host("Ann", &[&["--seats", "2"], args].concat())
}

/// The host and its join code.
fn table_with_code(room: &Room, args: &[&str]) -> (Peer, String) {
    let mut ann = open_table(room, args);
    let listening = ann.event("listening");
    (ann, listening["code"].as_str().unwrap().to_owned())
}

#[track_caller]
fn assert_open(host: &mut Peer, room: &Room, args: &[&str]) {
    let mut dora = room.join("Dora", host, args);
    assert_eq!(dora.event("table")["seat"], 1, "the seat is still free");
    host.event("started");
}

#[test]
fn a_table_is_found_by_its_join_code_however_it_is_typed() {
    let room = Room::new();
    let (mut ann, code) = table_with_code(&room, &[]);
    let typed: Vec<String> =
        code.split(' ').map(|word| word.chars().take(4).collect::<String>().to_uppercase()).collect();
    let mut bob = room.start("Bob", &["peer", "--json", "--join", &typed.join("-")]);
    assert_eq!(bob.event("table")["phrase"], ann.event("table")["phrase"]);
    bob.event("started");
}

#[test]
fn a_mistyped_word_of_a_code_is_named_with_the_right_one() {
    let room = Room::new();
    let (mut ann, code) = table_with_code(&room, &[]);
    let words: Vec<&str> = code.split(' ').collect();
    let with = |place: usize, word: &str| {
        let mut words = words.clone();
        words[place] = word;
        words.join(" ")
    };
    let bob = |code: &str| room.run("Bob", &["join", code]);
    bob(&with(3, "xylophone")).refused(&["word 4", "\"xylophone\""]);
    // A word of the list, but not the one that stood there.
    let other = if words[5] == "abbey" { "orbit" } else { "abbey" };
    bob(&with(5, other)).refused(&["word 6", &format!("did you mean \"{}\"?", words[5])]);
    bob(&words[..9].join(" ")).refused(&["code"]);
    assert_open_by_code(&mut ann, &room, &code);
}

#[track_caller]
fn assert_open_by_code(host: &mut Peer, room: &Room, code: &str) {
    let mut dora = room.start("Dora", &["peer", "--json", "--join", code]);
    dora.event("table");
    host.event("started");
}

#[test]
fn somebody_else_at_the_address_of_a_code_is_not_the_host() {
    let room = Room::new();
    let (ann, code) = table_with_code(&room, &[]);
    let address = parse_address(&ann.seen[0]);
    ann.signal("TERM");
    assert_eq!(ann.end().code, Some(143));
    // Another key at the same place.
    let mut eve = room.host("Eve", &["--seats", "2", "--listen", &address]);
    let bob = room.run("Bob", &["peer", "--json", "--join", &code, "--wait", "2"]);
    bob.refused(&["another key", &address]);
    assert!(bob.all("table").is_empty() && bob.all("gathering").is_empty());
    assert_open(&mut eve, &room, &[]);
}

fn parse_address(line: &str) -> String {
    let listening: Value = serde_json::from_str(line).unwrap();
    listening["addresses"][0].as_str().unwrap().to_owned()
}

#[test]
fn an_address_where_nobody_answers_is_given_up_with_what_to_check() {
    let room = Room::new();
    // Somebody holds the port and says nothing: no luck about who else may listen there.
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let ended = room.run("Bob", &["join", &address, "--wait", "1"]);
    ended.refused(&[&address, "within 1 s", "host is running", "whistlestop doctor"]);
    assert!(room.journals("Bob").is_empty());
}

/// Whoever was started anew does not know the old link, and would never be asked on a new one.
#[test]
fn whoever_is_linked_and_does_not_answer_is_dialled_anew() {
    let room = Room::new();
    let mut eve = Stranger::new(7);
    let address = eve.address().to_string();
    let bob = room.start("Bob", &["peer", "--join", &address, "--wait", "60", "--json"]);
    let key = eve.linked();
    assert!(eve.dropped().contains("no answer"));
    assert_eq!(eve.linked(), key);
    drop(bob);
}

#[test]
fn the_reason_of_a_failed_dial_is_told() {
    let room = Room::new();
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    // Longer than a dial waits.
    let ended = room.run("Bob", &["join", &address, "--wait", "7"]);
    ended.refused(&[&address, "no answer within 5 s", "firewall"]);
}

#[test]
fn without_a_table_on_the_network_the_search_ends() {
    let room = Room::new();
    room.run("Bob", &["join", "--wait", "1"]).refused(&["found no table", "whistlestop tables", "doctor"]);
    room.run("Bob", &["join", "zoe", "--wait", "1"]).refused(&["\"zoe\"", "whistlestop tables"]);
    room.run("Bob", &["watch", "--wait", "1"]).refused(&["to watch", "whistlestop tables"]);
}

#[test]
fn a_full_table_says_so_and_goes_on() {
    let room = Room::new();
    let mut ann = open_table(&room, &[]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    bob.event("started");
    let cid = room.join("Cid", &mut ann, &[]).end();
    cid.refused(&["the table is full", "whistlestop watch"]);
    assert!(room.journals("Cid").is_empty());
    assert_goes_on(&mut ann, &mut bob);
}

/// Whoever has the first turn passes, and both see it.
#[track_caller]
fn assert_goes_on(ann: &mut Peer, bob: &mut Peer) {
    let opener = ann.final_at(1)["drawn"][0]["banker"].as_u64().unwrap();
    let mover = if opener == 0 { &mut *ann } else { &mut *bob };
    mover.event("your_turn");
    mover.act(&serde_json::json!({"type": "pass"}));
    assert_eq!(ann.final_at(2)["hash"], bob.final_at(2)["hash"]);
}

#[test]
fn a_seat_that_is_left_before_the_game_is_free_again() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3"]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    bob.event("gathering");
    bob.tell(&serde_json::json!({"cmd": "leave"}));
    assert_eq!(
        bob.end_well().events().last(),
        Some(&serde_json::json!({"v": 1, "event": "end", "left": true}))
    );
    let open = |event: &Value| event["seats"][1]["open"] == true && event["event"] == "gathering";
    ann.event_that("Bob's seat is taken", |event| event["seats"][1]["name"] == "Bob");
    ann.event_that("Bob's seat is free again", open);
    let mut cid = room.join("Cid", &mut ann, &[]);
    assert_eq!(cid.event("gathering")["seats"][1]["name"], "Cid");
}

#[test]
fn when_the_host_goes_before_the_game_the_others_look_for_it_and_give_up() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3"]);
    let mut bob = room.join("Bob", &mut ann, &["--wait", "1"]);
    bob.event("gathering");
    ann.signal("INT");
    assert_eq!(ann.end().code, Some(130));
    bob.event("looking");
    bob.end().refused(&["within 1 s", "whistlestop doctor"]);
}

fn refused_by_phrase(ended: &Ended) {
    ended.refused(&["pass phrase is not the table's", "--pass-phrase"]);
}

#[test]
fn a_pass_phrase_keeps_out_whoever_does_not_know_it() {
    let room = Room::new();
    let phrase = ["--pass-phrase", "blue train"];
    let mut ann = open_table(&room, &phrase);
    refused_by_phrase(&room.join("Bob", &mut ann, &[]).end());
    refused_by_phrase(&room.join("Bob", &mut ann, &["--pass-phrase", "red train"]).end());
    let mut bob = room.join("Bob", &mut ann, &phrase);
    bob.event("started");
    // The same for those who only look on.
    refused_by_phrase(&room.watch("Eve", &mut ann, &[]).end());
    refused_by_phrase(&room.watch("Eve", &mut bob, &["--pass-phrase", "Blue"]).end());
    assert!(room.journals("Eve").is_empty());
    let mut eve = room.watch("Eve", &mut bob, &phrase);
    assert_eq!(eve.event("table")["seat"], Value::Null);
    assert_goes_on(&mut ann, &mut bob);
    eve.final_at(2);
}

#[test]
fn a_player_who_is_not_ready_is_waited_for() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3"]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    bob.event("gathering");
    bob.tell(&serde_json::json!({"cmd": "ready", "ready": false}));
    ann.event_that("Bob is not ready", |event| event["seats"][1]["ready"] == false);
    let mut cid = room.join("Cid", &mut ann, &[]);
    let full = cid.event("gathering");
    assert_eq!((&full["seats"][1]["ready"], &full["seats"][2]["name"]), (&false.into(), &"Cid".into()));
    bob.tell(&serde_json::json!({"cmd": "ready", "ready": true}));
    for peer in [&mut ann, &mut bob, &mut cid] {
        peer.event("started");
    }
}

#[test]
fn a_player_cannot_join_the_own_table() {
    let room = Room::new();
    let mut ann = open_table(&room, &[]);
    let address = ann.address().to_string();
    // A second window in the same home is the same player.
    let twin = room.run("Ann", &["peer", "--json", "--join", &address, "--wait", "2"]);
    twin.refused(&["this very player"]);
    assert_open(&mut ann, &room, &[]);
}
