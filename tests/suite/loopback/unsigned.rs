//! Somebody is gone between the contract and the signature: the others hear who, and play without them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use whistlestop::bots::BOTS;
use whistlestop::table::stake::{Answering, Calling, bring, unstaked_seat};
use whistlestop::table::terms::Terms;
use whistlestop::table::wire::{GatherSeat, Proposal, Seating, Tag, Wire};
use whistlestop_proto::contract::{Contract, DrawMode, Stake, TimeControl};
use whistlestop_proto::sign::{Identity, PublicKey};

use super::kit::{GAME, Peer, Room, assert_same_states};
use super::stranger::Stranger;

#[test]
fn the_seat_of_who_never_signed_is_open_again_and_the_others_keep_theirs() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--bot", "random"]);
    let mut bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    bob.event("gathering");
    let mut eve = Stranger::new(1);
    let key = eve.dial(ann.address());
    eve.sit_down(&key);
    eve.answer_call(&key);
    eve.hear(|wire| matches!(wire, Wire::Propose(_)).then_some(()));
    drop(eve);
    ann.event("table");
    let away = ann.event("away");
    assert_eq!((&away["seat"], &away["owes"]), (&json!(2), &json!("signature")));
    for peer in [&mut ann, &mut bob] {
        peer.line_with("Eve did not sign and is gone");
        let seats = peer.event("gathering")["seats"].clone();
        assert_eq!((&seats[1]["name"], &seats[2]), (&json!("Bob"), &json!({"open": true})));
    }
    let cid = room.join("Cid", &mut ann, &["--bot", "random"]);
    let [ann, bob, cid] = [ann, bob, cid].map(Peer::end_well);
    assert_same_states(&[&ann, &bob, &cid]);
    assert_eq!(cid.one("over"), ann.one("over"));
    for who in ["Ann", "Bob", "Cid"] {
        assert_eq!(room.journals(who).len(), 1, "nothing is left of the table that {who} signed first");
    }
}

/// Bob was killed after he had signed, and before Eve had.
#[test]
fn what_a_crash_leaves_of_a_table_that_never_began_is_not_offered() {
    let room = Room::new();
    let (eve, _, bob) = proposed(&room, 9, "60");
    bob.crash();
    assert_eq!(room.journals("Bob").len(), 1, "he had signed");
    assert_eq!(room.run("Bob", &["resume", "--list"]).lines, ["no unfinished tables"]);
    room.run("Bob", &["resume", "--json"]).refused(&["no unfinished table"]);
    drop(eve);
}

#[test]
fn who_waits_for_a_host_that_is_gone_looks_for_a_table_again() {
    let room = Room::new();
    let (eve, _, mut bob) = proposed(&room, 2, "1");
    drop(eve);
    assert_eq!(bob.event("away")["seat"], 0);
    bob.event_that("a notice", |event| {
        event["text"].as_str().is_some_and(|text| text.contains("the host is gone"))
    });
    bob.event("looking");
    assert!(room.journals("Bob").is_empty(), "nothing is left of a table that never began");
    bob.end().refused(&["could not get to a table at", "within 1 s"]);
}

/// The people of a table that never began are not known by it.
#[test]
fn a_table_that_never_began_makes_no_name_known() {
    let room = Room::new();
    let (eve, _, bob) = proposed(&room, 3, "60");
    let said = bob.crash();
    drop(eve);
    assert!(said.all("changed_key").is_empty());
    let mut bob = room.host("Bob", &["--seats", "2"]);
    let other = room.join("other", &mut bob, &["--name", "Eve"]);
    bob.final_at(1);
    drop(other);
    let said = bob.crash();
    assert!(said.all("changed_key").is_empty(), "{:?}", said.all("changed_key"));
}

/// The link to a host that crashed lives on for a while, and would keep a new one to the same host from being made.
#[test]
fn a_host_that_is_started_anew_is_found_again_before_the_old_link_is_given_up() {
    let room = Room::new();
    let (mut eve, key, bob) = proposed(&room, 5, "60");
    // Eve is linked and says nothing.
    assert!(eve.dropped().contains("not heard of"));
    assert_eq!(eve.linked(), key);
    eve.hear(|wire| matches!(wire, Wire::Knock(_)).then_some(()));
    drop(bob);
}

#[test]
fn the_seat_of_who_never_says_what_it_brings_is_open_again() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--bot", "random"]);
    let mut bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    bob.event("gathering");
    let mut eve = Stranger::new(1);
    let key = eve.dial(ann.address());
    eve.sit_down(&key);
    eve.hear(|wire| matches!(wire, Wire::Call { .. }).then_some(()));
    // Eve is linked and says nothing.
    ann.line_with("Eve does not answer; that seat is open again");
    for peer in [&mut ann, &mut bob] {
        let open =
            |event: &Value| event["event"] == "gathering" && event["seats"][2] == json!({"open": true});
        let seats = peer.event_that("an open seat", open)["seats"].clone();
        assert_eq!(seats[1]["name"], "Bob");
    }
    let cid = room.join("Cid", &mut ann, &["--bot", "random"]);
    let [ann, bob, cid] = [ann, bob, cid].map(Peer::end_well);
    assert_same_states(&[&ann, &bob, &cid]);
    drop(eve);
}

#[test]
fn who_shows_something_else_than_it_promised_loses_the_seat() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let mut eve = Stranger::new(1);
    let key = eve.dial(ann.address());
    eve.sit_down(&key);
    let draft = eve.hear(|wire| if let Wire::Call { draft } = wire { Some(draft) } else { None });
    let answer = Answering::new(&eve.identity, [1; 16], draft);
    eve.say(&key, &Wire::Promise { draft, promise: answer.promise() });
    eve.hear(|wire| matches!(wire, Wire::Promises { .. }).then_some(()));
    eve.say(&key, &Wire::Reveal { draft, stake: Stake::new(&eve.identity, [2; 16]) });
    let why = eve.dropped();
    assert!(why.contains("something else to the table than it promised"), "{why}");
    let bob = room.join("Bob", &mut ann, &[]);
    ann.event("started");
    drop(bob);
}

/// Eve has seen what Bob brings, and would like other words or other luck.
#[test]
fn a_host_that_changes_anything_after_it_has_seen_the_others_stakes_is_refused() {
    for change in [
        (|contract| bring(contract, &Identity::from_secret(&[7; 32]), [9; 16])) as fn(&mut Contract),
        |contract| {
            contract.nonce = [9; 16];
        },
    ] {
        let room = Room::new();
        let mut called = called(&room, 7, "1");
        change(&mut called.contract);
        let Called { mut eve, key, bob, contract } = called;
        eve.say(&key, &Wire::Propose(Proposal { contract, whereabouts: Vec::new(), more_games: 0 }));
        eve.dropped();
        bob.end().refused(&["so it is not signed"]);
        assert!(room.journals("Bob").is_empty(), "and nothing is kept");
    }
}

/// Eve has proposed a table to Bob, who looks for one for so many seconds, and he sits at it.
fn proposed(room: &Room, number: u8, wait: &str) -> (Stranger, PublicKey, Peer) {
    let Called { mut eve, key, mut bob, contract } = called(room, number, wait);
    eve.say(&key, &Wire::Propose(Proposal { contract, whereabouts: Vec::new(), more_games: 0 }));
    eve.hear(|wire| matches!(wire, Wire::Attach { .. }).then_some(()));
    bob.event("table");
    (eve, key, bob)
}

/// Eve, who has called Bob to a table, and knows what he brings.
struct Called {
    eve: Stranger,
    key: PublicKey,
    bob: Peer,
    contract: Contract,
}

/// Bob looks for a table for so many seconds.
fn called(room: &Room, number: u8, wait: &str) -> Called {
    let mut eve = Stranger::new(number);
    let address = eve.address().to_string();
    let bob = room.start("Bob", &["peer", "--join", &address, "--wait", wait, "--bot", "random", "--json"]);
    let key = eve.linked();
    eve.hear(|wire| matches!(wire, Wire::Knock(_)).then_some(()));
    let people = [("Eve", eve.identity.public()), ("Bob", key)];
    let places = people.map(|(name, key)| GatherSeat::Taken { name: name.to_owned(), key, ready: true });
    let gathering = Tag::of_nonce(&[3; 16]);
    eve.say(
        &key,
        &Wire::Seats(Seating {
            gathering,
            name: "table 7".to_owned(),
            game: GAME.to_owned(),
            seats: places.to_vec(),
        }),
    );
    let terms = Terms {
        game: GAME.to_owned(),
        options: BTreeMap::new(),
        seats: people.map(|(name, key)| unstaked_seat(name.to_owned(), key)).to_vec(),
        draw: DrawMode::Fresh,
        clock: TimeControl::None,
        stand_in: "random/1".to_owned(),
        nonce: [3; 16],
        name: None,
    };
    let mut calling = Calling::new(&terms.contract(BOTS).unwrap(), &eve.identity, [4; 16], 0);
    let draft = calling.draft();
    eve.say(&key, &Wire::Call { draft });
    let promise =
        eve.hear(|wire| if let Wire::Promise { promise, .. } = wire { Some(promise) } else { None });
    calling.on_promise(&key, &draft, promise);
    eve.say(&key, &Wire::Promises { draft, promises: calling.promises().unwrap() });
    let stake = eve.hear(|wire| if let Wire::Reveal { stake, .. } = wire { Some(stake) } else { None });
    calling.on_reveal(&key, &draft, stake).unwrap();
    let contract = calling.contract().unwrap();
    Called { eve, key, bob, contract }
}
