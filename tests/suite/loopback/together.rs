//! Where too few are left at a table to decide anything: whoever is there goes on together, and who comes back has the seat
//! again.

use serde_json::{Value, json};

use whistlestop::table::front::Request;

use super::kit::{Ended, Peer, Room, assert_same_journals, parse, verify};
use crate::screen_shell::kit::Person;

const NAMES: [&str; 4] = ["Ann", "Bob", "Cid", "Dan"];

/// A table of so many; all but Ann have these arguments too.
fn table(room: &Room, seats: usize, args: &[&str]) -> Vec<Peer> {
    let mut ann = room.host("Ann", &[&["--seats", &seats.to_string()], args].concat());
    let mut peers = Vec::new();
    // One after the other, so that each has the seat of its place.
    for who in &NAMES[1..seats] {
        let mut peer = room.join(who, &mut ann, args);
        peer.event("gathering");
        peers.push(peer);
    }
    peers.insert(0, ann);
    for peer in &mut peers {
        peer.event("started");
    }
    peers
}

#[track_caller]
fn table_of(peer: &Peer) -> Value {
    let mut tables = peer.seen.iter().map(|line| parse(line)).filter(|event| event["event"] == "table");
    tables.next_back().unwrap()
}

#[track_caller]
fn go_on(peer: &mut Peer) {
    peer.tell(&json!({"cmd": "go_on"}));
}

/// Waits until a peer says that these are missing.
#[track_caller]
fn stranded(peer: &mut Peer, missing: &[u64]) -> Value {
    let wanted = json!(missing);
    peer.event_that("too few are left", |event| event["event"] == "stranded" && event["missing"] == wanted)
}

/// Waits for the table that carries the last one on, and until it is on.
#[track_caller]
fn carried_on(peer: &mut Peer) -> Value {
    let before = table_of(peer)["table"].clone();
    let after = peer.event_that("another table", |event| event["event"] == "table");
    assert_ne!(after["table"], before);
    peer.event("started");
    after["table"].clone()
}

fn returned(seat: u64) -> impl Fn(&Value) -> bool {
    move |event: &Value| event["event"] == "final" && event["kind"]["return"] == seat
}

/// A table of two whose other laptop is killed plays on with a bot after one command, and gets its player back.
#[test]
fn who_is_left_of_two_goes_on_at_once_and_gets_the_other_back() {
    let room = Room::new();
    let mut peers = table(&room, 2, &[]);
    let mut bob = peers.pop().unwrap();
    let mut ann = peers.pop().unwrap();
    let (before, address) = (table_of(&ann), ann.address().to_string());
    for peer in [&mut ann, &mut bob] {
        peer.final_at(1);
    }
    bob.crash();
    let told = stranded(&mut ann, &[1]);
    assert_eq!((&told["here"], &told["would"]), (&json!([0]), &json!([])));
    go_on(&mut ann);
    let after = carried_on(&mut ann);
    let table = table_of(&ann);
    assert_eq!(table["seats"], before["seats"], "Bob keeps the seat");
    let turn = ann.event("your_turn");
    ann.make_first_move(&turn);
    ann.final_at(turn["index"].as_u64().unwrap() + 1);
    // The old table points to the new one.
    let listed = room.run("Ann", &["resume", "--list", "--json"]);
    let listed: Vec<Value> = listed.lines.iter().map(|line| parse(line)).collect();
    let of = |id: &Value| listed.iter().find(|line| line["table"] == *id).unwrap();
    assert_eq!(of(&before["table"])["carried_on"], after);
    assert_eq!(of(&after)["carried_on"], Value::Null);

    let mut bob = room.resume("Bob", &[]);
    let told = bob.event("carried_on");
    assert_eq!((&told["table"], &told["by"]), (&after, &json!([0])));
    go_on(&mut bob);
    assert_eq!(carried_on(&mut bob), after);
    for peer in [&mut ann, &mut bob] {
        peer.event_that("Bob has the seat back", returned(1));
    }
    for peer in [&mut ann, &mut bob] {
        peer.tell(&json!({"cmd": "quit"}));
    }
    assert_eq!([ann.end().code, bob.end().code], [Some(130); 2]);
    // Whoever means the old table gets the new one, by name or without.
    let id = before["table"].as_str().unwrap();
    let anns = room.resume("Ann", &[id, "--bot", "random", "--listen", &address]);
    let again = [anns, room.resume("Bob", &["--bot", "random"])];
    let ended = again.map(Peer::end_well);
    for one in &ended {
        assert_eq!(one.one("table")["table"], after);
    }
    let journals: Vec<_> = ended
        .iter()
        .map(|one| std::path::PathBuf::from(one.one("table")["journal"].as_str().unwrap()))
        .collect();
    assert_same_journals(&[journals[0].clone(), journals[1].clone()]);
    assert_eq!(parse(&verify(&journals, true).lines[0])["over"], true);
    let listed = room.run("Ann", &["resume", "--list"]);
    assert_eq!(listed.lines, ["no unfinished tables"]);
}

/// Two of four are killed: the other two go on together on two laptops once both say so, and one comes back.
#[test]
fn two_of_four_go_on_together_and_one_comes_back() {
    let room = Room::new();
    let mut peers = table(&room, 4, &[]);
    let dan = peers.pop().unwrap();
    let cid = peers.pop().unwrap();
    let (cid, dan) = (cid.crash(), dan.crash());
    let seats: Vec<u64> = [&cid, &dan].map(|one: &Ended| one.one("table")["seat"].as_u64().unwrap()).into();
    for peer in &mut peers {
        stranded(peer, &seats);
    }
    go_on(&mut peers[1]);
    let wish = |event: &Value| event["event"] == "stranded" && event["would"] == json!([1]);
    peers[0].event_that("Bob would go on", wish);
    go_on(&mut peers[0]);
    let after: Vec<Value> = peers.iter_mut().map(carried_on).collect();
    assert_eq!(after[0], after[1]);
    let mut cid = room.resume("Cid", &["--bot", "random"]);
    // A bot needs no key.
    cid.event_that("the new table", |event| event["event"] == "table" && event["table"] == after[0]);
    for peer in peers.iter_mut().chain([&mut cid]) {
        peer.event_that("Cid has the seat back", returned(2));
    }
}

/// Programs do the same by themselves, if they are told to beforehand.
#[test]
fn programs_go_on_together_by_themselves_and_finish_with_who_comes_back() {
    let room = Room::new();
    let args = ["--bot", "random", "--pace", "60", "--alone", "copy", "--away", "wait"];
    let mut peers = table(&room, 3, &args);
    peers[0].final_at(4);
    let (cid, bob) = (peers.pop().unwrap(), peers.pop().unwrap());
    let mut ann = peers.pop().unwrap();
    drop((cid.crash(), bob.crash()));
    let after = carried_on(&mut ann);
    let bob = room.resume("Bob", &args);
    ann.event_that("Bob has the seat back", returned(1));
    let cid = room.resume("Cid", &args);
    ann.event_that("Cid has the seat back", returned(2));
    let ended = [ann, bob, cid].map(Peer::end_well);
    for one in &ended {
        assert_eq!(one.all("table").last().unwrap()["table"], after);
        assert_eq!(one.all("over").len(), 1);
    }
}

/// Whoever waits gets the game back as it was.
#[test]
fn who_waits_goes_on_when_the_other_is_back() {
    let room = Room::new();
    let mut peers = table(&room, 2, &[]);
    let bob = peers.pop().unwrap();
    let mut ann = peers.pop().unwrap();
    bob.crash();
    stranded(&mut ann, &[1]);
    let _bob = room.resume("Bob", &["--bot", "random"]);
    let enough =
        ann.event_that("enough are here", |event| event["event"] == "stranded" && event["here"] == json!([]));
    assert_eq!(enough["missing"], json!([]));
    ann.tell(&json!({"cmd": "go_on"}));
    assert!(ann.event("refused")["why"].as_str().unwrap().contains("enough are here"));
    assert_eq!(room.journals("Ann").len(), 1);
}

/// A move that is signed and not final yet is on its way: nobody is asked for it again.
#[test]
fn who_comes_back_is_not_asked_again_for_a_move_that_is_signed() {
    let room = Room::new();
    let mut peers = table(&room, 2, &[]);
    let at_first = |peer: &mut Peer| peer.final_at(1)["drawn"][0]["banker"] == table_of(peer)["seat"];
    let first = peers.iter_mut().map(at_first).position(|first| first).unwrap();
    let mut mover = peers.remove(first);
    peers.remove(0).crash();
    let turn = mover.event("your_turn");
    mover.make_first_move(&turn);
    mover.event("sent");
    mover.crash();
    let mut mover = room.resume(NAMES[first], &[]);
    let sent = mover.event("sent");
    assert_eq!((&sent["index"], &sent["kind"]), (&json!(2), &json!("move")));
    stranded(&mut mover, &[1 - first as u64]);
    assert!(!mover.seen.iter().any(|line| line.contains("your_turn")), "{:#?}", mover.seen);
}

fn copied(from: &std::path::Path, to: &std::path::Path) {
    let done = std::process::Command::new("cp").arg("-r").args([from, to]).status().unwrap();
    assert!(done.success());
}

/// One home on two laptops: the newer one goes on, the other one says so once, and nobody takes the other's place again and
/// again.
#[test]
fn of_one_home_on_two_laptops_the_newer_goes_on_and_the_links_are_still() {
    let room = Room::new();
    let bot = ["--bot", "random", "--pace", "30"];
    let mut peers = table(&room, 2, &bot);
    let mut bob = peers.pop().unwrap();
    let mut ann = peers.pop().unwrap();
    bob.final_at(3);
    copied(&room.path("Bob"), &room.path("Copy"));
    let mut copy = room.start("Copy", &[&["resume", "--json", "--name", "Bob"], &bot[..]].concat());
    copy.event("recovering");
    let told = bob.event("superseded");
    copy.event("recovered");
    assert_eq!(told, json!({"event": "superseded"}));
    let over = ann.event("over");
    let end = [ann.end_well(), copy.end_well()];
    assert_eq!(end[1].one("over"), over);
    let blamed = |one: &Ended| !one.all("cheated").is_empty() || !one.all("forked").is_empty();
    assert!(!end.iter().any(blamed));
    let links = end[0].all("linked").len();
    assert!(links <= 6, "{links} links to Bob");
    let bob = bob.crash();
    assert_eq!(bob.all("superseded").len(), 1);
}

/// Cid's laptop sleeps, the others finish without it and go. Later Ann is in the lobby, and Cid's laptop wakes.
#[test]
fn who_wakes_after_all_have_gone_sees_the_end_from_a_lobby() {
    let room = Room::new();
    let args = ["--bot", "random", "--away", "1", "--linger", "0"];
    let mut peers = table(&room, 3, &args);
    let cid = peers.pop().unwrap();
    let address = peers[0].address();
    cid.signal("STOP");
    let ended: Vec<Ended> = peers.into_iter().map(Peer::end_well).collect();
    let home = room.path("Ann");
    let mut ann = Person::new(home.parent().unwrap(), "Ann", address, None);
    cid.signal("CONT");
    let cid = cid.end_well();
    assert_eq!(cid.one("over"), ended[0].one("over"));
    // Who sits down at a table listens there instead.
    let path = std::path::PathBuf::from(ended[0].one("table")["journal"].as_str().unwrap());
    ann.ask(Request::Resume(path));
    ann.table();
    ann.quit();
}
