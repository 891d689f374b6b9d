//! `doctor` and `tables`, which look at the network itself.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::kit::{GAME, Peer, Room, in_namespaces, parse, quoted, whistlestop};

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

/// The machine's own loop carries multicast whatever a firewall does to networks.
#[test]
fn a_doctor_behind_a_firewall_says_that_nobody_is_found() {
    let rules = "add table inet wall; add chain inet wall in { type filter hook input priority 0; }; \
                 add rule inet wall in iifname != lo udp dport 0-65535 drop";
    if !in_namespaces("-rn", "a network of its own") {
        return;
    }
    let can = Command::new("unshare").args(["-rn", "nft", rules]).output();
    if !can.is_ok_and(|output| output.status.success()) {
        use std::io::Write as _;
        let skipped = "\n*** SKIPPED: there is no firewall to try a doctor behind (nft)\n";
        let _ = std::io::stderr().lock().write_all(skipped.as_bytes());
        return;
    }
    let room = Room::new();
    let line =
        format!("nft '{rules}' && exec {} doctor --json --home {}", program(), quoted(&room.path("D")));
    let Some(peer) = on_a_cable(&line) else { return };
    let ended = peer.end();
    let found = parse(&ended.lines[0]);
    assert_eq!((ended.code, &found["can_play"]), (Some(1), &json!(false)), "{found}");
    assert!(found["verdict"].as_str().unwrap().starts_with("tables will not be found"), "{found}");
    let wall = json!({"name": "nftables", "on": true, "lets_players_in": false, "lets_mdns_in": false, "unread": null});
    assert_eq!(found["firewalls"], json!([wall]), "and it is read");
    assert!(found["hints"].to_string().contains("5353, 18300"), "{found}");
}

/// Rules that keep out what is told to all, and nothing else.
const DEAF: &str = "add table inet wall; add chain inet wall in { type filter hook input priority 0; }; \
                    add rule inet wall in iifname != lo ip daddr 224.0.0.0/4 drop; \
                    add rule inet wall in iifname != lo ip6 daddr ff00::/8 drop";

/// Whether there can be a firewall in namespaces of its own here.
fn has_nft() -> bool {
    if !in_namespaces("-rn", "a network of its own") {
        return false;
    }
    let can = Command::new("unshare").args(["-rn", "nft", DEAF]).output();
    let can = can.is_ok_and(|output| output.status.success());
    if !can {
        use std::io::Write as _;
        let skipped = "\n*** SKIPPED: there is no firewall to try a doctor behind (nft)\n";
        let _ = std::io::stderr().lock().write_all(skipped.as_bytes());
    }
    can
}

#[test]
fn where_only_multicast_is_kept_out_it_is_said_that_peers_can_play() {
    if !has_nft() {
        return;
    }
    let room = Room::new();
    let line = format!("nft '{DEAF}' && exec {} doctor --json --home {}", program(), quoted(&room.path("D")));
    let Some(peer) = on_a_cable(&line) else { return };
    let ended = peer.end();
    let found = parse(&ended.lines[0]);
    assert_eq!((ended.code, &found["can_play"]), (Some(0), &json!(true)), "{found}");
    assert!(found["verdict"].as_str().unwrap().contains("will not find each other"), "{found}");
    let wall = &found["firewalls"][0];
    assert_eq!((&wall["lets_players_in"], &wall["lets_mdns_in"]), (&json!(true), &json!(false)), "{found}");
    assert!(found["hints"].to_string().contains("whistlestop join ADDR"), "{found}");
}

/// A doctor asks another on the same cable, after the shell did this; what it found.
fn asked_on_a_cable(before: &str) -> Option<Value> {
    let room = Room::new();
    let (out, other, own) = (quoted(&room.path("out")), quoted(&room.path("A")), quoted(&room.path("D")));
    let program = program();
    let line = format!(
        "{before} ({program} doctor --answer --home {other} > {out} & echo $! > {out}.pid); \
         for i in $(seq 600); do grep -q answering {out} && break; sleep 0.1; done; \
         {program} doctor --json --home {own} $(sed -n 's/^answering at \\([0-9.]*:[0-9]*\\).*/\\1/p' {out}); kill $(cat {out}.pid)"
    );
    let ended = on_a_cable(&line)?.end();
    Some(parse(&ended.lines[0]))
}

#[test]
fn two_that_reach_and_hear_each_other_are_told_so() {
    let Some(found) = asked_on_a_cable("") else { return };
    assert_eq!((&found["peer"]["back"], &found["peer"]["heard"]), (&json!(true), &json!(true)), "{found}");
    assert_eq!(found["verdict"], "these two can play together");
}

#[test]
fn two_that_reach_but_do_not_hear_each_other_are_told_how_to_meet() {
    if !has_nft() {
        return;
    }
    let Some(found) = asked_on_a_cable(&format!("nft '{DEAF}';")) else { return };
    assert_eq!((&found["peer"]["back"], &found["peer"]["heard"]), (&json!(true), &json!(false)), "{found}");
    assert!(found["verdict"].as_str().unwrap().contains("will not find each other"), "{found}");
    assert_eq!(found["can_play"], true);
}

/// The port that tables listen at is named, with the program that has it.
#[test]
fn a_program_that_has_the_port_of_tables_is_named() {
    let room = Room::new();
    let (home, own) = (quoted(&room.path("Ann")), quoted(&room.path("D")));
    let program = program();
    let line = format!(
        "({program} peer --host {GAME} --no-mdns --json --home {home} > {home}.out & echo $! > {home}.pid); \
         for i in $(seq 600); do grep -q listening {home}.out && break; sleep 0.1; done; \
         {program} doctor --json --home {own}; kill $(cat {home}.pid)"
    );
    let Some(peer) = on_a_cable(&line) else { return };
    let found = parse(&peer.end().lines[0]);
    if Command::new("ss").arg("-V").output().is_err() {
        return;
    }
    assert_eq!(found["ports"][0], json!({"port": 18300, "programs": ["whistlestop"]}), "{found}");
}

#[test]
fn a_doctor_that_nobody_can_reach_does_not_wait_to_be_asked() {
    if !in_namespaces("-rn", "a machine without a network") {
        return;
    }
    let room = Room::new();
    let mut command = Command::new("unshare");
    command
        .args(["-rn", env!("CARGO_BIN_EXE_whistlestop"), "doctor", "--answer", "--home"])
        .arg(room.path("D"));
    Peer::start(command).end().refused(&["no address that others could reach", "Wi-Fi or cable"]);
}

#[test]
fn a_host_tells_its_address_when_the_network_comes_after_it() {
    let room = Room::new();
    let (home, out) = (quoted(&room.path("Ann")), quoted(&room.path("out")));
    let host = format!("{} peer --host {GAME} --no-mdns --json --home {home}", program());
    let wait = |what: &str| format!("for i in $(seq 600); do {what} && break; sleep 0.1; done");
    let line = format!(
        "({host} > {out} & echo $! > {out}.pid); {}; cat {out}; ip addr add 10.77.9.2/24 dev a0; {}; tail -n 1 {out}; \
         kill $(cat {out}.pid)",
        wait(&format!("grep -q gathering {out}")),
        wait(&format!("grep -q 10.77.9.2: {out}")),
    );
    let Some(mut peer) = on_a_cable(&line) else { return };
    let first = peer.event("listening");
    assert!(!first.to_string().contains("10.77.9.2:"), "{first}");
    let again = peer.event("listening");
    assert!(again.to_string().contains("10.77.9.2:") && again["code"].is_string(), "{again}");
    peer.end();
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
