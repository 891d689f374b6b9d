//! Headless peers as programs meet them: every line of a whole game, what a failure says, and how a run ends.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::kit::{Ended, GAME, Peer, Room, run, verify};
use crate::events::schema::Schema;

/// A game of four with a bot, in which Ann talks and errs, Cid leaves, and Ann stops and comes back.
fn whole_game(room: &Room) -> Vec<Ended> {
    let mut ann = room.host("Ann", &["--seats", "4", "--bots", "1"]);
    let mut bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    // Bob sits down first.
    bob.event("gathering");
    let mut cid = room.join("Cid", &mut ann, &[]);
    cid.event("started");
    ann.event("started");
    ann.tell(&json!({"cmd": "chat", "text": "all aboard"}));
    bob.event("chat");
    ann.say("nonsense");
    ann.event("refused");
    cid.tell(&json!({"cmd": "leave"}));
    ann.event_that("a bot plays for Cid", |event| event["kind"]["remove"] == 2);
    for _ in 0..3 {
        let turn = ann.event("your_turn");
        ann.make_first_move(&turn);
    }
    ann.event("in_step");
    ann.tell(&json!({"cmd": "quit"}));
    let first = ann.end();
    assert_eq!(first.code, Some(130));
    let ann = room.resume("Ann", &["--bot", "random"]);
    vec![first, ann.end_well(), bob.end_well(), cid.end_well()]
}

fn names(all: &[Ended]) -> BTreeSet<String> {
    let events = all.iter().flat_map(Ended::events);
    events.map(|event| event["event"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_line_of_a_whole_game_is_as_the_schema_says() {
    let room = Room::new();
    let mut all = whole_game(&room);
    all.push(room.run("Dan", &["peer", "--host", GAME, "--json", "--deadline", "1"]));
    all.push(nobody_there(&room));
    let schema = Schema::of_events();
    for event in all.iter().flat_map(Ended::events) {
        schema.check("event", &event).unwrap_or_else(|why| panic!("{why} in {event}"));
        assert_eq!(event["v"], 1);
    }
    let seen = names(&all);
    for name in [
        "listening",
        "looking",
        "gathering",
        "table",
        "linked",
        "unlinked",
        "started",
        "your_turn",
        "sent",
        "in_step",
        "final",
        "leaving",
        "wanted",
        "voters",
        "chat",
        "refused",
        "over",
        "deadline",
        "error",
        "end",
    ] {
        assert!(seen.contains(name), "nobody told {name:?}: {seen:?}");
    }
    let kinds: BTreeSet<String> = all[1].all("final").iter().map(|event| event["kind"].to_string()).collect();
    for kind in ["\"move\"", "\"bot\"", "\"stand_in\""] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
    let drawn = |ended: &Ended| ended.all("final").iter().any(|event| event["drawn"] != json!([]));
    assert!(drawn(&all[2]), "something was drawn");
}

/// Dan looks for a table where nobody answers.
fn nobody_there(room: &Room) -> Ended {
    let silent = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let place = silent.local_addr().unwrap().to_string();
    room.run("Dan", &["join", &place, "--wait", "1", "--json"])
}

#[test]
fn what_fails_is_told_as_the_last_event_with_a_code_and_what_to_do() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1"]);
    ann.event("your_turn");
    let place = ann.address().to_string();
    let letter = room.path("letter.wsl");
    std::fs::write(&letter, "Dear Bob,\n").unwrap();
    std::fs::write(room.path("file"), "").unwrap();
    let cases = [
        (nobody_there(&room), "no_table", "whistlestop doctor"),
        (room.run("Bob", &["resume", "--json"]), "no_table", "whistlestop join"),
        (room.run("Bob", &["resume", letter.to_str().unwrap(), "--json"]), "journal", "another journal"),
        (room.run("Ann", &["resume", "--json"]), "in_use", "close it first"),
        (room.run("Bob", &["host", GAME, "--json", "--listen", &place]), "network", "--listen"),
        (room.run("file", &["host", GAME, "--json"]), "home", "--home"),
        (room.run("Bob", &["host", GAME, "--json", "--seats", "9"]), "arguments", ""),
    ];
    for (ended, code, advice) in cases {
        ended.refused(&[]);
        let error = ended.events().pop().expect("it is the last event");
        assert_eq!((&error["event"], &error["code"]), (&json!("error"), &json!(code)), "{error}");
        assert!(error["advice"].as_str().unwrap().contains(advice), "{error}");
    }
    drop(ann);
}

/// The seconds begin before the table does: who is slow gets more of them.
fn ended_at_a_table(room: &Room, args: &[&str]) -> Ended {
    for seconds in ["2", "8", "32"] {
        let started = [&["host", GAME, "--seats", "2", "--bots", "1", "--deadline", seconds], args].concat();
        let ended = room.run("Ann", &started);
        if !room.journals("Ann").is_empty() {
            return ended;
        }
    }
    panic!("no table in half a minute");
}

#[test]
fn a_deadline_ends_a_run_in_order_with_a_code_of_its_own() {
    let room = Room::new();
    let ended = ended_at_a_table(&room, &["--json"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(124), ""));
    let events = ended.events();
    let [.., deadline, end] = &events[..] else { panic!("{events:?}") };
    assert!(deadline["event"] == "deadline" && deadline["seconds"].is_u64(), "{deadline}");
    assert_eq!(*end, json!({"v": 1, "event": "end", "quit": true, "why": "deadline"}));
    // Nothing is lost, and a run that is done before its deadline ends as ever.
    assert_eq!(verify(&[room.journal("Ann")], true).code, Some(0));
    room.resume("Ann", &["--bot", "random", "--deadline", "600"]).end_well();
    let text = ended_at_a_table(&Room::new(), &["--text"]);
    let [.., deadline, saved] = &text.lines[..] else { panic!("{:?}", text.lines) };
    assert!(
        deadline.ends_with(" s of --deadline are over") && saved.starts_with("saved;"),
        "{:?}",
        text.lines
    );
    assert_eq!(text.code, Some(124));
}

#[test]
fn a_deadline_ends_also_who_finds_no_table_and_who_plays_alone() {
    let room = Room::new();
    let silent = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let place = silent.local_addr().unwrap().to_string();
    let looking = ["peer", "--join", &place, "--wait", "600", "--json", "--deadline", "1"];
    for args in [&looking[..], &["peer", "--host", GAME, "--json", "--deadline", "1"]] {
        let ended = room.run("Ann", args);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(124), ""), "{args:?}");
        assert_eq!(ended.one("end")["why"], "deadline");
    }
    let mut alone = super::kit::whistlestop(&["play", GAME, "--json", "--deadline", "1", "--home"]);
    alone.arg(room.path("Ann"));
    let ended = Peer::start(alone).end();
    assert_eq!((ended.code, ended.one("deadline")["seconds"].as_u64()), (Some(124), Some(1)));
}

#[test]
fn each_signal_has_its_code_and_is_named() {
    let room = Room::new();
    for (signal, code, why) in [("TERM", 143, "terminate"), ("INT", 130, "interrupt")] {
        let mut ann = room.host("Ann", &["--seats", "2"]);
        ann.event("gathering");
        ann.signal(signal);
        let ended = ann.end();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(code), ""), "{signal}");
        assert_eq!(ended.one("end"), json!({"v": 1, "event": "end", "quit": true, "why": why}));
    }
}

#[test]
fn exit_codes_stand_in_one_table_that_help_and_documents_share() {
    let help = run(&["peer", "--help"]);
    let listed = help.lines.iter().skip_while(|line| *line != "Exit codes:").skip(1);
    let listed: Vec<(u64, String)> = listed
        .map_while(|line| {
            let (code, what) = line.trim().split_once("  ")?;
            Some((code.parse().ok()?, what.to_owned()))
        })
        .collect();
    assert_eq!(listed.len(), 8, "{listed:?}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/programs.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("| exit code | when |\n|---|---|\n").unwrap();
    let rows = table.lines().map_while(|line| {
        let (code, what) = line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")?;
        Some((code.parse().ok()?, what.replace('`', "")))
    });
    assert_eq!(rows.collect::<Vec<(u64, String)>>(), listed);
}

#[test]
fn the_documents_name_every_event_command_and_code() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/programs.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, part) = page.split_once("## Headless peers").unwrap();
    let (part, _) = part.split_once("\n## ").unwrap();
    let schema = Schema::of_events();
    let names = schema.names("event").into_iter().chain(schema.names("command")).chain(schema.error_codes());
    for name in names {
        let is_there = part.contains(&format!("`{name}`")) || part.contains(&format!("\"{name}\""));
        assert!(is_there, "docs/programs.md does not name {name:?}");
    }
}
