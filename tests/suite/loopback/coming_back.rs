//! Crashes, lost homes and absences, and the way back from them.

use std::fs;

use serde_json::Value;

use super::kit::{Ended, Peer, Room, assert_same_journals, assert_same_states};

/// Ann and Bob, played by bots, and Cid, who waits for the test at the first turn.
fn three(room: &Room, args: &[&str]) -> [Peer; 3] {
    let bot = [&["--bot", "random"], args].concat();
    let mut ann = room.host("Ann", &[&["--seats", "3"], &bot[..]].concat());
    let bob = room.join("Bob", &mut ann, &bot);
    let mut cid = room.join("Cid", &mut ann, args);
    cid.event("your_turn");
    [ann, bob, cid]
}

/// Whether a seat was given to a bot, `remove`, or back to its player, `return`, and which.
fn changed(event: &Value, how: &str) -> Option<u64> {
    let seat = event["kind"][how].as_u64().filter(|_| event["event"] == "final");
    seat.filter(|seat| event["seat"] == *seat)
}

#[test]
fn a_peer_that_crashed_resumes_and_all_finish() {
    let room = Room::new();
    let [ann, bob, cid] = three(&room, &["--away", "wait"]);
    let crashed = cid.crash();
    assert_eq!(crashed.code, None, "it was killed");
    let cid = room.resume("Cid", &["--bot", "random"]);
    let [ann, bob, cid] = [ann, bob, cid].map(Peer::end_well);
    assert_same_states(&[&ann, &bob, &cid, &crashed]);
    assert_eq!((ann.one("over"), ann.one("over")), (bob.one("over"), cid.one("over")));
    assert_eq!(cid.one("table"), crashed.one("table"));
    assert!(ann.all("final").iter().all(|event| event["kind"] != "stand_in"), "nobody stood in");
    assert_same_journals(&["Ann", "Bob", "Cid"].map(|who| room.journal(who)));
}

#[test]
fn the_journal_of_another_player_brings_back_who_lost_the_own() {
    let room = Room::new();
    let [ann, bob, cid] = three(&room, &["--away", "wait"]);
    let table = room.journal("Ann");
    cid.crash();
    fs::remove_dir_all(room.path("Cid").join("tables")).unwrap();
    let copy = room.path("from-ann.wsl");
    fs::copy(table, &copy).unwrap();
    let cid = room.resume("Cid", &[copy.to_str().unwrap(), "--bot", "random"]);
    let [ann, bob, cid] = [ann, bob, cid].map(Peer::end_well);
    assert!(cid.one("table")["seat"].is_u64(), "the own seat again");
    assert_same_states(&[&ann, &bob, &cid]);
    assert_eq!(ann.one("over"), cid.one("over"));
    assert_same_journals(&["Ann", "Bob", "Cid"].map(|who| room.journal(who)));
}

#[test]
fn a_player_without_any_journal_joins_the_running_table_again() {
    let room = Room::new();
    let [mut ann, bob, cid] = three(&room, &["--away", "wait"]);
    let seat = cid.crash().one("table")["seat"].clone();
    fs::remove_dir_all(room.path("Cid").join("tables")).unwrap();
    let cid = room.join("Cid", &mut ann, &["--bot", "random"]);
    let [ann, bob, cid] = [ann, bob, cid].map(Peer::end_well);
    assert_eq!(cid.one("table")["seat"], seat);
    assert_same_states(&[&ann, &bob, &cid]);
    assert_eq!((ann.one("over"), ann.one("over")), (bob.one("over"), cid.one("over")));
}

#[test]
fn a_bot_stands_in_for_who_is_away_and_gives_the_seat_back() {
    let room = Room::new();
    // Slow enough that the game is not over when Cid is back: its hundred moves take most of a minute.
    let [mut ann, bob, cid] = three(&room, &["--away", "1", "--pace", "400"]);
    let seat = cid.crash().one("table")["seat"].as_u64().unwrap();
    assert_eq!(ann.event("away")["seat"], seat);
    ann.event_that("a bot takes the seat", |event| changed(event, "remove") == Some(seat));
    let mut cid = room.resume("Cid", &[]);
    for peer in [&mut ann, &mut cid] {
        peer.event_that("Cid has the seat again", |event| changed(event, "return") == Some(seat));
    }
    let turn = cid.event("your_turn");
    cid.make_first_move(&turn);
    let own = |event: &Value| event["event"] == "final" && event["seat"] == seat && event["kind"] == "move";
    let moved = cid.event_that("Cid's own move", own);
    assert_eq!(moved["index"].as_u64().unwrap(), turn["index"].as_u64().unwrap() + 1);
    assert_eq!(ann.event_that("Cid's own move", own)["hash"], moved["hash"]);
    drop(bob);
}

/// The link itself is given up only much later.
#[test]
fn who_crashed_is_named_as_away_before_the_network_notices() {
    let room = Room::new();
    let [ann, bob, cid] = three(&room, &["--away", "wait"]);
    let table = cid.crash().one("table");
    let seat = table["seat"].as_u64().unwrap();
    let key = &table["seats"][usize::try_from(seat).unwrap()]["key"];
    for mut peer in [ann, bob] {
        let away = peer.event_that("Cid is away", |event| event["event"] == "away");
        assert_eq!((&away["seat"], &away["owes"]), (&Value::from(seat), &Value::from("move")));
        let gone = |line: &String| line.contains("\"unlinked\"") && line.contains(key.as_str().unwrap());
        assert!(!peer.seen.iter().any(gone), "{:#?}", peer.seen);
    }
}

#[test]
fn all_crash_and_all_resume_on_their_old_ports() {
    let room = Room::new();
    let mut peers = three(&room, &["--away", "wait"]);
    let places = peers.each_mut().map(|peer| peer.address().to_string());
    let crashed = peers.map(Peer::crash);
    let resume = |(who, place): (&str, &String)| room.resume(who, &["--bot", "random", "--listen", place]);
    let again: Vec<Peer> = ["Ann", "Bob", "Cid"].into_iter().zip(&places).map(resume).collect();
    let ended: Vec<Ended> = again.into_iter().map(Peer::end_well).collect();
    assert_same_states(&crashed.iter().chain(&ended).collect::<Vec<_>>());
    assert!(ended.iter().all(|one| one.one("over") == ended[0].one("over")));
    assert_same_journals(&["Ann", "Bob", "Cid"].map(|who| room.journal(who)));
}
