//! Players who leave, one after the other, down to the last: the others play on at once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::kit::{Peer, Room};

/// By when the others play on. What is meant is a second; the rest is for a machine that builds and tests at once.
const AT_ONCE: Duration = Duration::from_secs(3);

const NAMES: [&str; 6] = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"];

/// A table of so many, each played by hand.
fn table(room: &Room, seats: usize) -> Vec<Peer> {
    let mut ann = room.host("Ann", &["--seats", &seats.to_string()]);
    let others: Vec<Peer> = NAMES[1..seats].iter().map(|who| room.join(who, &mut ann, &[])).collect();
    let mut peers: Vec<Peer> = std::iter::once(ann).chain(others).collect();
    for peer in &mut peers {
        peer.event("started");
    }
    peers
}

fn seat_of(peer: &Peer) -> Value {
    let table = peer.seen.iter().map(|line| super::kit::parse(line)).find(|event| event["event"] == "table");
    table.unwrap()["seat"].clone()
}

/// Plays until this peer has moved once more, whoever it is that has to move first.
fn plays_on(peers: &mut [Peer]) -> u64 {
    let until = peers[0].event("your_turn");
    let index = until["index"].as_u64().unwrap();
    peers[0].make_first_move(&until);
    peers[0].final_at(index + 1);
    index + 1
}

#[test]
fn players_leave_politely_one_after_the_other_and_the_rest_play_on_at_once() {
    for seats in 2..=6 {
        let room = Room::new();
        let mut peers = table(&room, seats);
        while peers.len() > 1 {
            let mut leaver = peers.pop().unwrap();
            let seat = seat_of(&leaver);
            let since = Instant::now();
            leaver.tell(&json!({"cmd": "leave"}));
            for peer in &mut peers {
                peer.event_that("a bot has the seat", |event| event["kind"]["remove"] == seat);
            }
            let took = since.elapsed();
            assert!(took < AT_ONCE, "{took:?} at {seats} seats with {} left", peers.len());
            assert_eq!(leaver.end().code, Some(0));
        }
        for _ in 0..3 {
            plays_on(&mut peers);
        }
    }
}
