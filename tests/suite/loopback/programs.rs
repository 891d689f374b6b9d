//! Bots in other languages: the worked example plays whole games, and whatever a bad one does costs only its own turns.

use std::io::Write as _;
use std::process::Command;

use serde_json::{Value, json};

use super::kit::{GAME, Peer, Room, parse, quoted, run, whistlestop};

const EXAMPLE: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/scripts/example_bot.py'");

/// Whether there is Python; if not, that is said loudly.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        let line = "\n*** SKIPPED: the bot in another language needs python3, which is not here\n";
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }
    found
}

/// A game of the random bot against a program; how often greedy had to decide for it, and why at first.
fn faults(command: &str, seconds: &str) -> (u64, String) {
    let mine = format!("mine={command}");
    let args = ["arena", GAME, "--bots", "mine,random", "--games", "1", "--json", "--bot-cmd", &mine];
    let ended = run(&[&args[..], &["--bot-time", seconds]].concat());
    assert_eq!((ended.code, ended.lines.len()), (Some(0), 1), "{}", ended.stderr);
    let result = parse(&ended.lines[0]);
    let bot = &result["bots"][0];
    assert_eq!((&result["games"], &bot["bot"]), (&1.into(), &"mine".into()));
    (bot["faults"].as_u64().unwrap(), bot["first_fault"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn the_example_bot_plays_every_game_without_a_fault() {
    if !has_python() {
        return;
    }
    for entry in whistlestop::games::GAMES {
        let bots = vec!["mine"; usize::from(entry.meta.seats.0.max(2))].join(",");
        let mine = format!("mine={EXAMPLE}");
        let args = [
            "arena",
            entry.meta.id,
            "--bots",
            &bots,
            "--games",
            "1",
            "--json",
            "--bot-cmd",
            &mine,
            "--bot-time",
            "100",
        ];
        let ended = run(&args);
        let bot = parse(&ended.lines[0])["bots"][0].clone();
        assert_eq!((&bot["faults"], &bot["first_fault"]), (&0.into(), &Value::Null), "{}", entry.meta.id);
        assert!(bot["moves"].as_u64() > Some(20));
    }
}

#[test]
fn whatever_a_bad_bot_does_costs_only_its_turns_and_is_said_clearly() {
    for (command, seconds, why) in [
        ("exit 3", "60", "ended instead of answering"),
        ("no-such-program-here 2>/dev/null", "60", "ended instead of answering"),
        ("sleep 1000", "0.01", "took longer than 0.0 s"),
        ("yes", "60", "it said \"y\", which is no answer"),
        ("while read line; do echo '[1'; done", "60", "which is no answer: it is not JSON"),
        ("while read line; do echo '{}'; done", "60", "neither \"action\" nor"),
        ("while read line; do echo '{\"actions\":[]}'; done", "60", "1 to 16 actions"),
        ("while read line; do echo '{\"action\":{\"type\":\"fly\"}}'; done", "60", "unknown variant `fly`"),
        (
            "while read line; do echo '{\"action\":{\"type\":\"bid\",\"amount\":9999}}'; done",
            "60",
            "cannot be done",
        ),
        ("head -c 200000 /dev/zero", "60", "longer than 65536 bytes"),
    ] {
        let (count, first) = faults(command, seconds);
        assert!(count > 0 && first.contains(why), "{command}: {count} times, first: {first}");
    }
}

#[test]
fn a_program_sits_at_the_laptop_as_a_player_with_a_key_of_its_own() {
    let room = Room::new();
    let mut command = whistlestop(&["play", GAME, "--bots", "1", "--bot-seats", "random", "--json"]);
    command.args(["--bot-cmd", "Monty=exit 1", "--name", "Ann", "--home"]).arg(room.path("Ann"));
    let mut ann = Peer::start(command);
    let table = ann.event("table");
    assert!(table["seats"][1]["key"].is_string() && table["seats"][1]["name"] == "Monty", "{table}");
    ann.play_on(u64::MAX);
    let ended = ann.end_well();
    assert_eq!(ended.one("end")["games"], 1);
    let own = |turn: &Value| turn["seat"] == 0;
    assert!(ended.all("your_turn").iter().all(own), "nobody is asked to play for the program");
    let said = ended.all("notice");
    assert!(said.iter().any(|notice| notice["text"].as_str().unwrap().contains("lost this turn to greedy")));
}

#[test]
fn a_program_at_the_laptop_goes_on_after_a_break() {
    let room = Room::new();
    let start = |args: &[&str]| {
        let mut command = whistlestop(args);
        command.args(["--json", "--name", "Ann", "--home"]).arg(room.path("Ann"));
        Peer::start(command)
    };
    let resume = |program: &str| start(&["resume", "--no-mdns", "--bot-cmd", program]);
    let mut ann = start(&["play", GAME, "--bots", "0", "--bot-cmd", "Monty=exit 1"]);
    let turn = ann.event("your_turn");
    ann.make_first_move(&turn);
    ann.event("your_turn");
    ann.tell(&json!({ "cmd": "quit" }));
    assert_eq!(ann.end().code, Some(130));
    resume("Nobody=exit 1").end().refused(&["nobody at this table is called \"Nobody\""]);
    resume("exit 1").end().refused(&["NAME=COMMAND"]);
    let mut ann = resume("Monty=exit 1");
    ann.play_on(u64::MAX);
    let ended = ann.end_well();
    let own = |turn: &Value| turn["seat"] == 0;
    assert!(ended.all("your_turn").iter().all(own), "nobody is asked to play for the program");
}

#[test]
fn a_program_that_hangs_ends_with_the_table() {
    let room = Room::new();
    let (pid, part) = (room.path("pid"), room.path("part"));
    let note = format!("echo $$ > {0} && mv {0} {1}", quoted(&part), quoted(&pid));
    let hangs = format!("exec 2>/dev/null; {note}; exec sleep 100000");
    let mut ann =
        room.host("Ann", &["--seats", "2", "--bots", "1", "--bot-cmd", &hangs, "--bot-time", "3600"]);
    // Then it is asked, and never answers.
    ann.wait_for_file(&pid);
    let pid = std::fs::read_to_string(pid).unwrap();
    let probe = format!("kill -0 {pid}");
    let runs = || Command::new("sh").args(["-c", &probe]).output().unwrap().status.success();
    assert!(runs());
    ann.tell(&json!({ "cmd": "quit" }));
    assert_eq!(ann.end().code, Some(130));
    assert!(!runs(), "nothing is left behind");
}

#[test]
fn a_person_a_bot_that_looks_ahead_a_program_and_a_remote_peer_finish_a_game() {
    if !has_python() {
        return;
    }
    let room = Room::new();
    let mut ann =
        room.host("Ann", &["--seats", "4", "--bots", "1", "--bot-seats", "easy", "--draw", "seed:3"]);
    let monty = room.join("Monty", &mut ann, &["--bot-cmd", EXAMPLE, "--bot-time", "100"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random"]);
    ann.play_on(u64::MAX);
    let ended: Vec<_> = [ann, monty, bob].into_iter().map(Peer::end_well).collect();
    super::kit::assert_same_game(&ended.iter().collect::<Vec<_>>());
    super::kit::verify(&["Ann", "Monty", "Bob"].map(|name| room.journal(name)), true);
}
