//! Seats that are held for a moment, and tables that nobody could go on with.

use serde_json::{Value, json};
use whistlestop::table::wire::{GatherSeat, Knock, Refusal, Seating, Tag, Wire};

use super::kit::{GAME, Peer, Room, parse};
use super::stranger::{Stranger, knock};

fn is_open(event: &Value, seat: usize) -> bool {
    event["event"] == "gathering" && event["seats"][seat] == json!({"open": true})
}

/// Eve knocks everywhere and sits nowhere.
#[test]
fn a_seat_is_held_for_a_moment_and_nobody_is_called_before_each_says_that_they_sit_only_here() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bot", "random"]);
    let mut eve = Stranger::new(1);
    let key = eve.dial(ann.address());
    eve.say(&key, &Wire::Knock(Knock { watch: false, ..knock() }));
    let refusal = eve.hear(|wire| match wire {
        Wire::Refuse(refusal) => Some(refusal),
        Wire::Call { .. } | Wire::Propose(_) => panic!("Eve has not said that she sits here: {wire:?}"),
        _ => None,
    });
    assert_eq!(refusal, Refusal::Late);
    ann.event_that("a seat held for Eve", |event| event["seats"][1]["name"] == "Eve");
    ann.event_that("an open seat", |event| is_open(event, 1));
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    let [ann, bob] = [ann, bob].map(Peer::end_well);
    assert_eq!(ann.one("table")["name"], bob.one("table")["name"]);
    assert_eq!((room.journals("Ann").len(), room.journals("Bob").len()), (1, 1));
}

/// Eve hosts a table and says who sits there.
fn gathering(room: &Room) -> (Stranger, Peer, Seating) {
    let mut eve = Stranger::new(2);
    let address = eve.address().to_string();
    let bob = room.start("Bob", &["peer", "--join", &address, "--wait", "60", "--json"]);
    let key = eve.linked();
    eve.hear(|wire| matches!(wire, Wire::Knock(_)).then_some(()));
    let people = [("Eve", eve.identity.public()), ("Bob", key)];
    let taken = |(name, key): (&str, _)| GatherSeat::Taken { name: name.to_owned(), key, ready: true };
    let seats = people.map(taken).into_iter().chain([GatherSeat::Open]).collect();
    let (name, game) = ("table 7".to_owned(), GAME.to_owned());
    let seats = Seating { gathering: Tag([3; 8]), name, game, seats };
    eve.say(&key, &Wire::Seats(seats.clone()));
    (eve, bob, seats)
}

#[test]
fn who_is_given_a_seat_says_that_it_sits_there_and_looks_again_when_the_host_falls_silent() {
    let room = Room::new();
    let (mut eve, mut bob, seats) = gathering(&room);
    let sits = eve.hear(|wire| if let Wire::Sit { gathering } = wire { Some(gathering) } else { None });
    assert_eq!(sits, seats.gathering);
    assert_eq!(bob.event("gathering")["name"], "table 7");
    // Eve stays linked and says nothing more.
    assert!(eve.dropped().contains("not heard of"));
    bob.event("looking");
    assert_eq!(bob.seen.iter().filter(|line| line.contains("\"event\":\"gathering\"")).count(), 1);
    eve.linked();
}

#[test]
fn a_seat_that_is_held_no_longer_is_asked_for_again() {
    let room = Room::new();
    let (mut eve, mut bob, seats) = gathering(&room);
    eve.hear(|wire| matches!(wire, Wire::Sit { .. }).then_some(()));
    let bobs = seats.keys().nth(1).unwrap();
    eve.say(&bobs, &Wire::Refuse(Refusal::Late));
    bob.event("looking");
    eve.hear(|wire| matches!(wire, Wire::Knock(_)).then_some(()));
}

#[test]
fn a_table_keeps_its_name_from_the_gathering_to_the_next_game() {
    let room = Room::new();
    let mut ann =
        room.host("Ann", &["--seats", "2", "--games", "2", "--bot", "random", "--table", "Upper deck"]);
    assert_eq!(ann.event("gathering")["name"], "Upper deck");
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    let [ann, bob] = [ann, bob].map(Peer::end_well);
    for ended in [&ann, &bob] {
        let names: Vec<Value> = ended.all("table").iter().map(|table| table["name"].clone()).collect();
        assert_eq!(names, ["Upper deck", "Upper deck"]);
    }
    room.run("Ann", &["peer", "--host", GAME, "--table", " "]).refused(&["a table's name"]);
}

#[test]
fn a_number_is_a_table_of_that_number_and_without_one_the_host_takes_one() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--table", "7"]);
    assert_eq!(ann.event("gathering")["name"], "table 7");
    let mut bob = room.host("Bob", &["--seats", "2"]);
    let name = bob.event("gathering")["name"].as_str().unwrap().to_owned();
    assert!(name.strip_prefix("table ").is_some_and(|number| number.parse::<u32>().is_ok()), "{name}");
}

#[test]
fn a_table_that_was_played_is_resumed_by_its_name() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--table", "7", "--away", "wait"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random", "--away", "wait"]);
    ann.event("your_turn");
    ann.crash();
    let listed = room.run("Ann", &["resume", "--list", "--json"]);
    assert_eq!(parse(&listed.lines[0])["name"], "table 7");
    let ann = room.resume("Ann", &["7", "--bot", "random"]);
    let [ann, bob] = [ann, bob].map(Peer::end_well);
    assert_eq!(
        (&ann.one("table")["name"], &bob.one("table")["name"]),
        (&json!("table 7"), &json!("table 7"))
    );
}

/// Both were killed in the middle of the first of two games.
#[test]
fn a_joiner_that_resumes_a_row_of_games_waits_for_its_host() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--games", "2", "--away", "wait"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random", "--away", "wait"]);
    ann.event("your_turn");
    // Bob remembers where she was.
    let place = ann.address().to_string();
    ann.crash();
    bob.crash();
    let mut bob = room.resume("Bob", &["--bot", "random", "--games", "2"]);
    bob.line_with("begin when Ann, who opened the table, resumes it");
    let ann = room.resume("Ann", &["--bot", "random", "--games", "2", "--listen", &place]);
    let [ann, bob] = [ann, bob].map(Peer::end_well);
    for ended in [&ann, &bob] {
        assert_eq!(ended.one("end")["games"], 2);
        assert_eq!(ended.all("table").len(), 2, "no rival table");
    }
    assert_eq!((room.journals("Ann").len(), room.journals("Bob").len()), (2, 2));
}
