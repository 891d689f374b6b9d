//! What no honest peer does, over real links at a running table: it is dropped with a reason, and the game goes on.

use std::net::UdpSocket;

use serde_json::json;
use whistlestop::net::limits::MAX_FRAME_BYTES;
use whistlestop::table::wire::{
    GatherSeat, Knock, Proposal, Refusal, Seating, Tag, Whereabouts, Wire, protocol_frame,
};
use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION};
use whistlestop_proto::message::Message;
use whistlestop_proto::sign::{Identity, PublicKey};

use super::kit::{GAME, Peer, Room};
use super::stranger::{Stranger, knock};

/// Ann and Bob, each waiting for the test; the one whose turn it is comes first.
fn running(room: &Room) -> [Peer; 2] {
    let mut ann = room.host("Ann", &["--seats", "2", "--draw", "seed:2"]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    let opener = ann.final_at(1)["drawn"][0]["banker"].as_u64().unwrap();
    bob.final_at(1);
    if opener == 0 { [ann, bob] } else { [bob, ann] }
}

/// A move is made and final at both.
#[track_caller]
fn assert_goes_on([first, second]: &mut [Peer; 2]) {
    first.act(&json!({"type": "pass"}));
    assert_eq!(first.final_at(2)["hash"], second.final_at(2)["hash"]);
}

/// Comes in as somebody who looks on, and is told everything.
#[track_caller]
fn look_on(eve: &mut Stranger, peer: &mut Peer) -> (PublicKey, Contract) {
    let key = eve.dial(peer.address());
    eve.say(&key, &Wire::Knock(knock()));
    let contract = eve.hear(|wire| match wire {
        Wire::Running(proposal) => Some(proposal.contract),
        _ => None,
    });
    eve.say(&key, &Wire::Attach { table: contract.table(), listens: Vec::new(), more_games: None });
    (key, contract)
}

#[test]
fn bytes_that_are_no_message_are_dropped_with_a_reason() {
    let room = Room::new();
    let mut table = running(&room);
    let address = table[0].address();
    let mut too_long = Wire::Ready(true).frame();
    too_long.push(0);
    for (number, bytes) in (1..).zip([vec![0xff; 40], vec![1; MAX_FRAME_BYTES], vec![0, 1, 2], too_long]) {
        let mut eve = Stranger::new(number);
        let key = eve.dial(address);
        eve.send(&key, &bytes);
        let why = eve.dropped();
        assert!(why.contains("bytes that are not a message of whistlestop"), "{why}");
    }
    assert_goes_on(&mut table);
}

#[test]
fn forged_messages_of_the_protocol_are_dropped_with_a_reason() {
    let room = Room::new();
    let mut table = running(&room);
    let mut eve = Stranger::new(1);
    let (key, contract) = look_on(&mut eve, &mut table[0]);
    let tag = Tag::of(&contract.table());
    for number in 0..100_u8 {
        let bytes = if number % 2 == 0 { vec![number; 50] } else { vec![number; MAX_FRAME_BYTES - 9] };
        eve.send(&key, &protocol_frame(tag, &bytes));
    }
    let why = eve.dropped();
    assert!(why.contains("malformed or forged"), "{why}");
    let dropped = table[0].event_that("a drop", |event| event["event"] == "drop");
    assert!(dropped["reason"].as_str().unwrap().contains("malformed or forged"), "{dropped}");
    assert_goes_on(&mut table);
}

#[test]
fn a_flood_is_dropped_with_a_reason() {
    let room = Room::new();
    let mut table = running(&room);
    let mut eve = Stranger::new(1);
    let (key, contract) = look_on(&mut eve, &mut table[0]);
    // Nothing is wrong with them but their number: there is no such entry.
    let want = codec::encode(&Message::Want(u32::MAX));
    let frame = protocol_frame(Tag::of(&contract.table()), &want);
    let why = loop {
        for _ in 0..2_000 {
            eve.send(&key, &frame);
        }
        if let Some(why) = eve.dropped_by_now() {
            break why;
        }
    };
    assert!(why.contains("more than a table can need"), "{why}");
    // The same beside the protocol.
    let mut eve = Stranger::new(2);
    let key = eve.dial(table[0].address());
    for _ in 0..1_000 {
        eve.say(&key, &Wire::Ready(true));
    }
    let why = eve.dropped();
    assert!(why.contains("more than anybody could read"), "{why}");
    assert_goes_on(&mut table);
}

#[test]
fn what_only_a_host_may_say_is_not_heard_from_a_spectator() {
    let room = Room::new();
    let mut table = running(&room);
    let mut eve = Stranger::new(1);
    let (key, contract) = look_on(&mut eve, &mut table[0]);
    let whereabouts = contract.keyed().map(|(_, key)| Whereabouts { key, addresses: vec![eve.address()] });
    let whereabouts: Vec<Whereabouts> = whereabouts.collect();
    let other = Contract { nonce: [9; 16], ..contract.clone() };
    let proposal = |contract: &Contract| Proposal {
        contract: contract.clone(),
        whereabouts: whereabouts.clone(),
        more_games: 7,
    };
    for wire in [
        Wire::Refuse(Refusal::Full),
        Wire::Propose(proposal(&other)),
        Wire::Running(proposal(&other)),
        Wire::Propose(proposal(&contract)),
        Wire::Attach { table: other.table(), listens: vec![eve.address()], more_games: Some(9) },
        Wire::Attach { table: contract.table(), listens: Vec::new(), more_games: Some(9) },
        Wire::Known(whereabouts.clone()),
        Wire::Ready(false),
        Wire::Chat("nobody knows my name".to_owned()),
        Wire::Seats(Seating {
            gathering: Tag([1; 8]),
            name: "table 7".to_owned(),
            game: "chess".to_owned(),
            seats: vec![GatherSeat::Open],
        }),
    ] {
        eve.say(&key, &wire);
    }
    // What was sent before this has been read when it is answered.
    eve.say(&key, &Wire::Knock(Knock { watch: false, ..knock() }));
    let refused = eve.hear(|wire| match wire {
        Wire::Refuse(refusal) => Some(refusal),
        _ => None,
    });
    assert_eq!(refused, Refusal::Full);
    assert_goes_on(&mut table);
    for peer in &table {
        assert!(!peer.seen.iter().any(|line| line.contains("nobody knows my name")));
        assert_eq!(peer.seen.iter().filter(|line| line.contains("\"event\":\"table\"")).count(), 1);
    }
}

#[test]
fn a_stranger_is_called_back_and_the_table_not_disturbed() {
    let room = Room::new();
    let mut table = running(&room);
    let mut eve = Stranger::new(1);
    let mut target = Stranger::new(2);
    let key = eve.dial(table[0].address());
    let expected = Identity::from_secret(&[2; 32]).public();
    for _ in 0..20 {
        eve.say(&key, &Wire::CallMe { key: expected, port: target.address().port() });
    }
    // What was sent before this has been read when it is answered.
    eve.say(&key, &Wire::Knock(knock()));
    eve.hear(|wire| matches!(wire, Wire::Running(_)).then_some(()));
    assert_eq!(target.linked(), key, "the way back is tried");
    assert_goes_on(&mut table);
}

#[test]
fn a_knock_of_another_version_is_refused_with_both_versions() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let mut eve = Stranger::new(1);
    let key = eve.dial(ann.address());
    eve.say(&key, &Wire::Knock(Knock { protocol: 999, watch: false, ..knock() }));
    let refused = eve.hear(|wire| match wire {
        Wire::Refuse(refusal) => Some(refusal),
        _ => None,
    });
    let program = env!("CARGO_PKG_VERSION").to_owned();
    assert_eq!(refused, Refusal::Version { theirs: PROTOCOL_VERSION, program });
    let bob = room.join("Bob", &mut ann, &[]);
    ann.event("started");
    drop(bob);
}

#[test]
fn a_table_of_another_version_is_named_with_both_versions() {
    let room = Room::new();
    let mut host = Stranger::new(1);
    let mut bob = room.start("Bob", &["join", &host.address().to_string()]);
    let key = host.linked();
    host.hear(|wire| matches!(wire, Wire::Knock(_)).then_some(()));
    host.say(&key, &Wire::Refuse(Refusal::Version { theirs: 999, program: "9.9.9".to_owned() }));
    host.dropped();
    bob.line_with("looking");
    let ours = format!("protocol {PROTOCOL_VERSION}:");
    bob.end().refused(&["protocol 999", "whistlestop 9.9.9", &ours, "same version"]);
}

/// Bob looks for Ann, who is not there yet; Eve dials Bob and answers in her place.
fn lead_astray(target: impl Fn(&str, &str) -> String) {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let code = ann.event("listening")["code"].as_str().unwrap().to_owned();
    let place = ann.address().to_string();
    ann.crash();
    let mut bob = room.start("Bob", &["peer", "--json", "--join", &target(&code, &place), "--wait", "120"]);
    let me = Identity::from_secret(&[1; 32]).public();
    let mut eve = Stranger::new(1);
    let key = eve.dial(bob.address());
    let seat = |name: &str, key| GatherSeat::Taken { name: name.to_owned(), key, ready: true };
    let seats = vec![seat("Ann", me), seat("Bob", key)];
    let seats = Seating { gathering: Tag([1; 8]), name: "table 7".to_owned(), game: GAME.to_owned(), seats };
    for wire in [Wire::Refuse(Refusal::Full), Wire::Refuse(Refusal::PassPhrase), Wire::Seats(seats)] {
        eve.say(&key, &wire);
    }
    // What was sent before this has been read when it is answered.
    eve.say(&key, &Wire::Knock(knock()));
    eve.hear(|wire| matches!(wire, Wire::Refuse(Refusal::NoSuchTable)).then_some(()));
    // The real one comes up again, and is found.
    let mut ann = room.host("Ann", &["--seats", "2", "--listen", &place]);
    let table = bob.event("table");
    assert_eq!(table["seats"][0]["name"], "Ann");
    assert_eq!(table["phrase"], ann.event("table")["phrase"]);
    assert!(!bob.seen.iter().any(|line| line.contains(&hex(&me)) && line.contains("gathering")));
}

#[test]
fn whoever_looks_for_the_host_of_a_code_is_not_led_elsewhere() {
    lead_astray(|code, _| code.to_owned());
}

#[test]
fn whoever_looks_for_a_host_at_an_address_is_not_led_elsewhere() {
    lead_astray(|_, place| place.to_owned());
}

fn hex(key: &PublicKey) -> String {
    whistlestop_proto::hash::Hash(key.0).to_string()
}

#[test]
fn a_crowd_of_connections_does_not_stop_the_game() {
    let room = Room::new();
    let mut table = running(&room);
    let address = table[0].address();
    let mut crowd: Vec<Stranger> = (1..=60).map(Stranger::new).collect();
    for one in &crowd {
        one.begin_dial(address);
    }
    // Some get through, some are told to wait; none says anything.
    let first = crowd[0].next();
    assert!(format!("{first:?}").contains("Linked"), "{first:?}");
    let noise = UdpSocket::bind("127.0.0.1:0").unwrap();
    for number in 0..2_000_u32 {
        let bytes: Vec<u8> = number.to_le_bytes().repeat(1 + (number as usize * 7) % 300);
        // What the system does not take is lost, as on any network.
        let _ = noise.send_to(&bytes, address);
    }
    assert_goes_on(&mut table);
    let [mut first, mut second] = table;
    second.act(&json!({"type": "pass"}));
    assert_eq!(first.final_at(3)["hash"], second.final_at(3)["hash"]);
}
