//! Who was met before.

use std::fs;

use serde_json::Value;

use super::kit::{GAME, Room};

fn known(room: &Room, who: &str) -> Vec<toml::Table> {
    let text = fs::read_to_string(room.path(who).join("known_peers.toml")).unwrap();
    let file: toml::Table = text.parse().unwrap();
    let peers = file["peer"].as_array().unwrap();
    peers.iter().map(|peer| peer.as_table().unwrap().clone()).collect()
}

#[test]
fn who_is_met_is_pinned_and_the_same_name_with_another_key_is_shown_loudly() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    let first = bob.event("listening")["key"].clone();
    let place = bob.address().to_string();
    // Once entries are final both have said where they are.
    let met = ann.final_at(1);
    bob.final_at(1);
    drop((ann, bob));
    assert_eq!(met["index"], 1);
    let pinned = known(&room, "Ann");
    assert_eq!(pinned.len(), 1);
    assert_eq!((pinned[0]["name"].as_str(), pinned[0]["key"].as_str()), (Some("Bob"), first.as_str()));
    assert_eq!(pinned[0]["addresses"].as_array().unwrap(), &[toml::Value::String(place)]);

    // Bob himself is nothing to be told of.
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let bob = room.join("Bob", &mut ann, &[]);
    ann.final_at(1);
    assert!(!ann.seen.iter().any(|line| line.contains("changed_key")));
    drop((ann, bob));

    // Somebody else who calls himself so is.
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let mut eve = room.join("Eve", &mut ann, &["--name", "Bob"]);
    let second = eve.event("listening")["key"].clone();
    let changed = ann.event("changed_key");
    assert_eq!(changed["name"], "Bob");
    assert_eq!(changed["known"], Value::Array(vec![first]));
    assert_eq!(changed["shown"], second);
    drop((ann, eve));

    let mut ann = room.start("Ann", &["host", GAME, "--seats", "2"]);
    let place = ann.line_with("you are Ann, at ").rsplit(' ').next().unwrap().to_owned();
    let _eve = room.start("Zoe", &["join", &place, "--name", "Bob"]);
    assert!(ann.line_with("another key").starts_with("WARNING: Bob has another key than before"));
}

/// Names are known of those with whom something was played, and not of everybody who was seen at other tables.
#[test]
fn another_bob_at_a_table_that_was_only_watched_is_nobody_to_warn_of() {
    let room = Room::new();
    let mut zoe = room.host("Zoe", &["--seats", "2"]);
    let watched = room.join("Bob", &mut zoe, &[]);
    let mut ann = room.watch("Ann", &mut zoe, &[]);
    ann.final_at(1);
    drop((ann, watched, zoe));
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let mut bob = room.join("other", &mut ann, &["--name", "Bob"]);
    let key = bob.event("listening")["key"].clone();
    ann.final_at(1);
    drop(bob);
    let seen = ann.crash();
    assert!(seen.all("changed_key").is_empty(), "{:?}", seen.all("changed_key"));
    // With this one something was played.
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let eve = room.join("Eve", &mut ann, &["--name", "Bob"]);
    assert_eq!(ann.event("changed_key")["known"], Value::Array(vec![key]));
    drop(eve);
}

#[test]
fn the_name_given_last_is_kept() {
    let room = Room::new();
    room.host("Ann", &["--seats", "2", "--bots", "1", "--bot", "random"]).end_well();
    let mut command = super::kit::whistlestop(&["peer", "--host", GAME, "--no-mdns", "--json", "--home"]);
    command.arg(room.path("Ann")).args(["--listen", "127.0.0.1:0"]);
    assert_eq!(super::kit::Peer::start(command).event("listening")["name"], "Ann");
}
