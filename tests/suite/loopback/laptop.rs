//! Tables on one laptop, as processes: `play`, crashes, and going on.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use whistlestop::games::GAMES;

use super::kit::{GAME, Peer, Room, parse, verify, whistlestop};

/// A command without a network in Ann's home.
fn command(room: &Room, args: &[&str]) -> Command {
    let mut command = whistlestop(args);
    command.args(["--name", "Ann", "--home"]).arg(room.path("Ann"));
    command
}

fn play(room: &Room, args: &[&str]) -> Peer {
    Peer::start(command(room, &[&["play", GAME, "--bot-seats", "random", "--json"], args].concat()))
}

/// Makes the first move of so many turns; gives whose they were.
fn take_turns(peer: &mut Peer, turns: usize) -> Vec<Value> {
    let mut seats = Vec::new();
    for _ in 0..turns {
        let turn = peer.event("your_turn");
        seats.push(turn["seat"].clone());
        peer.make_first_move(&turn);
    }
    seats
}

#[test]
fn a_game_alone_against_bots_ends_well_and_is_sound() {
    let room = Room::new();
    let mut ann = play(&room, &["--draw", "seed:3"]);
    assert_eq!(ann.event("table")["seats"].as_array().unwrap().len(), 3, "two bots unless told otherwise");
    ann.play_on(u64::MAX);
    let ended = ann.end_well();
    assert_eq!(ended.one("end")["games"], 1);
    assert!(ended.all("listening").is_empty() && ended.all("linked").is_empty(), "no network is used");
    let checked = super::kit::verify(&[room.journal("Ann")], true);
    assert_eq!(parse(&checked.lines[0])["over"], true);
}

/// One seat, no bots: every move is final at once, and the end is an end.
#[test]
fn a_game_for_one_is_played_alone_where_there_are_rules_for_it() {
    for meta in GAMES.iter().map(|entry| entry.meta) {
        let room = Room::new();
        let mut alone = Peer::start(command(&room, &["play", meta.id, "--solitaire", "--json"]));
        if !meta.is_for_one() {
            alone.end().refused(&["no rules for one", "--solitaire"]);
            continue;
        }
        assert_eq!(alone.event("table")["seats"].as_array().unwrap().len(), 1);
        alone.play_on(u64::MAX);
        let ended = alone.end_well();
        assert_eq!(ended.one("over")["standings"].as_array().unwrap().len(), 1);
        let checked = super::kit::verify(&[room.journal("Ann")], true);
        assert_eq!(parse(&checked.lines[0])["over"], true);
    }
}

#[test]
fn after_a_crash_everybody_at_the_keyboard_goes_on() {
    let room = Room::new();
    let mut ann = play(&room, &["--players", "Ben", "--bots", "1"]);
    let seats = take_turns(&mut ann, 8);
    assert!(seats.contains(&0.into()) && seats.contains(&1.into()), "{seats:?}");
    let before = ann.event("your_turn")["index"].as_u64().unwrap();
    ann.crash();
    // It would wait for Ben on the network.
    let bot = command(&room, &["resume", "--bot", "random", "--no-mdns"]);
    Peer::start(bot).end().refused(&["shares this laptop", "without --bot"]);
    let mut again = Peer::start(command(&room, &["resume", "--json", "--no-mdns"]));
    let turn = again.event("your_turn");
    assert!(turn["index"].as_u64().unwrap() >= before, "what was final stays final");
    again.make_first_move(&turn);
    again.play_on(u64::MAX);
    assert_eq!(again.end_well().one("end")["games"], 1);
}

#[test]
fn whoever_is_left_alone_carries_the_table_on_as_a_copy_with_bots() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    ann.play_on(12);
    ann.tell(&json!({ "cmd": "quit" }));
    assert_eq!(ann.end().code, Some(130));
    bob.crash();
    let left = room.journal("Ann");
    let before = std::fs::read(&left).unwrap();
    let mut copy = room.resume("Ann", &["--copy"]);
    let table = copy.event("table");
    assert_eq!((&table["seats"][0]["name"], &table["seats"][1]["bot"]), (&"Ann".into(), &"random/1".into()));
    copy.play_on(u64::MAX);
    let ended = copy.end_well();
    let journal = PathBuf::from(ended.one("table")["journal"].as_str().unwrap());
    let checked = verify(std::slice::from_ref(&journal), true);
    assert_eq!(parse(&checked.lines[0])["over"], true);
    assert_eq!(std::fs::read(&left).unwrap(), before);
    room.run("Ann", &["resume", journal.to_str().unwrap(), "--copy"]).refused(&["is over"]);
    let listed = room.run("Ann", &["resume", "--list", "--json"]);
    let tables: Vec<Value> = listed.lines.iter().map(|line| parse(line)["file"].clone()).collect();
    assert_eq!(tables, [left.to_str().unwrap()], "Bob may still come back to the table itself");
}

/// As everywhere else, whoever sits there alone says who plays the seat.
#[test]
fn a_bot_or_a_program_plays_the_own_seat_of_a_copy() {
    let program = format!("python3 {}/scripts/example_bot.py", env!("CARGO_MANIFEST_DIR"));
    let mut ways = vec![["--bot", "random"]];
    if Command::new("python3").arg("--version").output().is_ok() {
        ways.push(["--bot-cmd", &program]);
    }
    for way in ways {
        let room = Room::new();
        let mut ann = room.host("Ann", &["--seats", "2"]);
        let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
        ann.play_on(6);
        ann.tell(&json!({ "cmd": "quit" }));
        ann.end();
        bob.crash();
        let copy = room.resume("Ann", &[&["--copy"][..], &way].concat()).end_well();
        assert_eq!((copy.all("your_turn").len(), &copy.one("end")["games"]), (0, &1.into()), "{way:?}");
        let own = copy.all("final").into_iter().filter(|event| event["kind"] == "move" && event["seat"] == 0);
        assert!(own.count() > 0, "its moves are Ann's own, signed");
    }
    let room = Room::new();
    let mut ann = play(&room, &["--players", "Ben"]);
    take_turns(&mut ann, 2);
    ann.crash();
    let copy = command(&room, &["resume", "--copy", "--bot", "random", "--no-mdns"]);
    Peer::start(copy).end().refused(&["shares this laptop", "without --bot"]);
}

#[test]
fn a_line_says_whose_turn_it_is() {
    let room = Room::new();
    let lines = command(&room, &["play", GAME, "--players", "Ben,Cid", "--draw", "seed:1"]);
    let mut ann = Peer::start(lines);
    assert!(
        ann.line_with("table of")
            .ends_with("; 3 of you share this laptop; draws follow from seed 1 and can be foreseen")
    );
    let first = ann.line_with(", your turn:");
    ann.say("2");
    let second = ann.line_with(", your turn:");
    assert_ne!(first, second);
    ann.say("quit");
    let ended = ann.end();
    assert_eq!((ended.code, ended.lines.last().unwrap().starts_with("saved;")), (Some(130), true));
}

#[test]
fn people_who_do_not_fit_are_told_why() {
    let room = Room::new();
    let refused = |args: &[&str], part: &str| {
        Peer::start(command(&room, &[&["play"], args].concat())).end().refused(&[part]);
    };
    refused(&["go"], "there is no game \"go\"");
    refused(&[GAME, "--players", "ann"], "two people are called");
    refused(&[GAME, "--players", "a,b,c,d,e,f"], "seats");
    refused(&[GAME, "--bots", "0"], "seats");
    refused(&[GAME, "--bots", "9"], "seats");
    refused(&[GAME, "--players", "Ben,,Cid"], "is no name");
}

#[test]
fn diagnostics_go_into_a_file_and_only_when_asked_for() {
    let room = Room::new();
    let log = room.path("Ann").join("whistlestop.log");
    let run = |level: &str| {
        let mut command = command(&room, &["play", GAME, "--json"]);
        command.env("WHISTLESTOP_LOG", level);
        let mut ann = Peer::start(command);
        ann.close_input();
        ann
    };
    let mut quiet = run("");
    quiet.event("your_turn");
    quiet.signal("TERM");
    assert_eq!(quiet.end().code, Some(143));
    assert!(!log.exists());
    let mut loud = run("trace");
    loud.event("your_turn");
    loud.signal("TERM");
    assert_eq!(loud.end().stderr, "");
    assert!(log.exists());
    let wrong = run("loudly").end();
    assert_eq!(
        (wrong.code, wrong.lines.len(), &wrong.one("error")["code"]),
        (Some(1), 1, &"arguments".into())
    );
    assert!(wrong.stderr.contains("WHISTLESTOP_LOG is \"loudly\"; give error, warn"), "{}", wrong.stderr);
}
