//! `doctor` and `tables`, which look at the network itself.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::kit::{GAME, Peer, Room, in_namespaces, parse, quoted, whistlestop};

fn doctor(room: &Room, args: &[&str]) -> Value {
    let mut command = whistlestop(&[&["doctor", "--json"], args].concat());
    command.arg("--home").arg(room.path("Doctor"));
    let ended = Peer::start(command).end();
    assert_eq!((ended.lines.len(), ended.stderr.as_str()), (1, ""));
    let found = parse(&ended.lines[0]);
    assert_eq!(ended.code, Some(i32::from(found["can_play"] != true)), "{found}");
    assert!(!found["verdict"].as_str().unwrap().is_empty());
    found
}

#[test]
fn the_way_to_an_answering_doctor_and_back_is_found() {
    let room = Room::new();
    let mut command = whistlestop(&["doctor", "--answer", "--home"]);
    command.arg(room.path("Answer"));
    let mut answer = Peer::start(command);
    let line = answer.line_with("answering at ");
    let port = line.split("; run").next().unwrap().rsplit(':').next().unwrap().to_owned();
    let found = doctor(&room, &[&format!("127.0.0.1:{port}")]);
    assert_eq!(found["peer"]["back"], true, "{found}");
    assert!(
        found["peer"]["there"]["key"].is_string() && found["peer"]["there"]["millis"].is_u64(),
        "{found}"
    );
    answer.line_with("asked; calling back");
    answer.signal("TERM");
    let ended = answer.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_running_table_answers_a_doctor_and_is_not_disturbed() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let code = ann.event("listening")["code"].as_str().unwrap().to_owned();
    let found = doctor(&room, &[&code]);
    assert_eq!(found["peer"]["back"], true, "{found}");
    let bob = room.join("Bob", &mut ann, &[]);
    ann.event("started");
    drop(bob);
}

#[test]
fn a_doctor_whom_nobody_answers_says_what_to_check() {
    let room = Room::new();
    let silent = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let found = doctor(&room, &[&silent.local_addr().unwrap().to_string()]);
    assert_eq!(found["can_play"], false);
    assert!(found["peer"]["there"]["error"].is_string(), "{found}");
    assert!(found["hints"].as_array().is_some_and(|hints| !hints.is_empty()), "{found}");
    let mut command = whistlestop(&["doctor", "ann", "--home"]);
    command.arg(room.path("Doctor"));
    Peer::start(command).end().refused(&["\"ann\"", "neither an address nor a join code"]);
}

/// A shell line on a network of its own, with one cable.
fn on_a_cable(line: &str) -> Option<Peer> {
    if !in_namespaces("-rn", "a network of its own") {
        return None;
    }
    let cable = "ip link set lo up && ip link add a0 type veth peer name b0 && ip addr add 10.77.9.1/24 dev a0 \
                 && ip link set b0 up && ip link set a0 up";
    let can = Command::new("unshare").args(["-rn", "sh", "-c", cable]).output().unwrap();
    if !can.status.success() {
        use std::io::Write as _;
        let why = String::from_utf8_lossy(&can.stderr).into_owned();
        let skipped = format!("\n*** SKIPPED: no cable of its own can be made here: {}\n", why.trim());
        let _ = std::io::stderr().lock().write_all(skipped.as_bytes());
        return None;
    }
    let mut command = Command::new("unshare");
    command.args(["-rn", "sh", "-c", &format!("{cable} && {line}")]).env_remove("WHISTLESTOP_HOME");
    Some(Peer::start(command))
}

fn program() -> String {
    quoted(Path::new(env!("CARGO_BIN_EXE_whistlestop")))
}

#[test]
fn a_doctor_on_a_good_network_says_so() {
    let room = Room::new();
    let Some(peer) =
        on_a_cable(&format!("exec {} doctor --json --home {}", program(), quoted(&room.path("D"))))
    else {
        return;
    };
    let ended = peer.end();
    let found = parse(&ended.lines[0]);
    assert_eq!((ended.code, &found["can_play"]), (Some(0), &json!(true)), "{found}");
    assert!(found["mdns"]["millis"].is_u64(), "{found}");
    let cable = found["interfaces"].as_array().unwrap().iter().find(|one| one["address"] == "10.77.9.1");
    assert_eq!(cable.unwrap()["multicast"], true, "{found}");
}

#[test]
fn tables_on_the_network_are_listed() {
    let room = Room::new();
    let (program, home) = (program(), quoted(&room.path("Ann")));
    let host = format!(
        "{program} peer --host {GAME} --seats 3 --bots 1 --name Ann --pass-phrase x --json --home {home}"
    );
    // Listened for again until it is heard of: how soon that is, is the network's matter.
    let line = format!(
        "({host} > {home}.out & echo $! > {home}.pid); for i in $(seq 30); do {program} tables --json --seconds 1 > {home}.t; \
         test -s {home}.t && break; done; cat {home}.t; {program} tables; kill $(cat {home}.pid)"
    );
    let Some(peer) = on_a_cable(&line) else { return };
    let ended = peer.end();
    let table = parse(&ended.lines[0]);
    assert_eq!((&table["game"], &table["state"]), (&json!(GAME), &json!("open")), "{table}");
    assert_eq!((&table["seats_taken"], &table["seats"]), (&json!(2), &json!(3)));
    assert_eq!((&table["names"], &table["pass_phrase"]), (&json!(["Ann"]), &json!(true)));
    assert!(table["addresses"][0].as_str().unwrap().parse::<std::net::SocketAddr>().is_ok(), "{table}");
    assert!(ended.lines[1].contains("open (2 of 3 seats, pass phrase)  Ann"), "{:?}", ended.lines);
}
