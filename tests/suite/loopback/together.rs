//! Where too few are left at a table to decide anything: whoever is there goes on together, and who comes back has the seat
//! again.

use serde_json::{Value, json};

use super::kit::{Ended, Peer, Room, assert_same_journals, parse, verify};

const NAMES: [&str; 4] = ["Ann", "Bob", "Cid", "Dan"];

/// A table of so many; all but Ann have these arguments too.
fn table(room: &Room, seats: usize, args: &[&str]) -> Vec<Peer> {
    let mut ann = room.host("Ann", &[&["--seats", &seats.to_string()], args].concat());
    let others: Vec<Peer> = NAMES[1..seats].iter().map(|who| room.join(who, &mut ann, args)).collect();
    let mut peers: Vec<Peer> = std::iter::once(ann).chain(others).collect();
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
    let before = table_of(&ann);
    // A move that only Ann has may be lost with Bob: the first final one is not.
    for peer in [&mut ann, &mut bob] {
        let first = peer.event("your_turn");
        if first["index"] == 1 {
            peer.make_first_move(&first);
            break;
        }
    }
    ann.final_at(1);
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
    let again = [room.resume("Ann", &[id, "--bot", "random"]), room.resume("Bob", &["--bot", "random"])];
    let ended = again.map(Peer::end_well);
    for one in &ended {
        assert_eq!(one.one("table")["table"], after);
    }
    let journals: Vec<_> =
        ended.iter().map(|one| std::path::PathBuf::from(one.one("table")["journal"].as_str().unwrap())).collect();
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
    assert_eq!(carried_on(&mut cid), after[0]);
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
    let enough = ann.event_that("enough are here", |event| event["event"] == "stranded" && event["here"] == json!([]));
    assert_eq!(enough["missing"], json!([]));
    ann.tell(&json!({"cmd": "go_on"}));
    assert!(ann.event("refused")["why"].as_str().unwrap().contains("enough are here"));
    assert_eq!(room.journals("Ann").len(), 1);
}
