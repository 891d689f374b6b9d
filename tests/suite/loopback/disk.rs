//! Disks that are full or cannot be written, and machines without a network.

use std::path::Path;
use std::process::Command;

use super::kit::{GAME, Peer, Room, in_namespaces, parse, quoted, verify};

/// The program as a word of a shell line.
fn program() -> String {
    quoted(Path::new(env!("CARGO_BIN_EXE_whistlestop")))
}

fn shell(line: &str) -> Peer {
    let mut command = Command::new("sh");
    command.args(["-c", line]).env_remove("WHISTLESTOP_HOME");
    Peer::start(command)
}

/// A shell line in namespaces of its own.
fn unshared(flags: &str, line: &str) -> Peer {
    let mut command = Command::new("unshare");
    command.args([flags, "sh", "-c", line]).env_remove("WHISTLESTOP_HOME");
    Peer::start(command)
}

const ALONE: &str = "--no-mdns --listen 127.0.0.1:0 --name Ann --json";

#[test]
fn a_full_disk_stops_the_peer_and_nothing_is_lost() {
    let room = Room::new();
    let home = room.path("Ann");
    // Files may grow to 16 blocks of 512 bytes: the key and the first entries fit. Without the trap the signal would end
    // the program, which no full disk does.
    let line = format!(
        "trap '' XFSZ; ulimit -f 16; exec {} peer --host {GAME} --seats 2 --bots 1 --bot-seats random --bot random {ALONE} --home {}",
        program(),
        quoted(&home)
    );
    let ended = shell(&line).end();
    ended.refused(&["the disk is full", ".wsl", "make room", "nothing is lost"]);
    let path = room.journal("Ann");
    let saved = verify(std::slice::from_ref(&path), true);
    assert_eq!((saved.code, saved.stderr.as_str()), (Some(0), ""));
    let told = ended.hashes();
    let kept = parse(&saved.lines[0])["entries"].as_u64().unwrap();
    assert!(told.len() as u64 <= kept, "told of {} entries, kept {kept}", told.len());
    let rest = room.resume("Ann", &["--bot", "random"]).end_well();
    assert_eq!(rest.all("over").len(), 1, "with room it goes on");
    assert_eq!(parse(&verify(&[path], true).lines[0])["over"], true);
}

#[test]
fn a_full_disk_of_one_does_not_stop_the_others() {
    if !in_namespaces("-rm", "a small disk of its own") {
        return;
    }
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--bot", "random", "--away", "1"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random", "--away", "1"]);
    let home = room.path("Cid");
    std::fs::create_dir(&home).unwrap();
    let line = format!(
        "mount -t tmpfs -o size=48k,mode=700 tmpfs {home} && exec {} peer --join {} --bot random {} --home {home}",
        program(),
        ann.address(),
        ALONE.replace("Ann", "Cid"),
        home = quoted(&home),
    );
    let cid = unshared("-rm", &line).end();
    cid.refused(&["the disk is full", "make room"]);
    let (ann, bob) = (ann.end_well(), bob.end_well());
    super::kit::assert_same_game(&[&ann, &bob]);
    super::kit::assert_same_states(&[&ann, &bob, &cid]);
    super::kit::assert_same_journals(&[room.journal("Ann"), room.journal("Bob")]);
}

#[test]
fn a_home_that_cannot_be_written_is_refused() {
    if !in_namespaces("-rm", "a folder that is read-only") {
        return;
    }
    let room = Room::new();
    room.host("Ann", &["--seats", "2", "--bots", "1", "--bot", "random"]).end_well();
    let home = room.path("Ann");
    let read_only = |command: &str| {
        let line = format!(
            "mount --bind {home} {home} && mount -o remount,bind,ro {home} && exec {} {command} --home {home}",
            program(),
            home = quoted(&home),
        );
        unshared("-rm", &line).end()
    };
    for command in [format!("peer --host {GAME} {ALONE}"), format!("resume {ALONE}"), "doctor".to_owned()] {
        read_only(&command).refused(&[
            &home.display().to_string(),
            "read-only",
            "--home",
            "WHISTLESTOP_HOME",
        ]);
    }
    assert_eq!(verify(&[room.journal("Ann")], false).code, Some(0), "what is there can still be read");
}

#[test]
fn without_any_network_everything_says_so() {
    if !in_namespaces("-rn", "a machine without a network") {
        return;
    }
    let room = Room::new();
    let home = quoted(&room.path("Ann"));
    // Not even the own loop is up.
    let alone = |command: &str| unshared("-rn", &format!("exec {} {command}", program()));
    alone("tables --seconds 1").end().refused(&["on no network", "join code"]);
    let joined = alone(&format!("join --wait 1 --home {home} --name Ann")).end();
    joined.refused(&["found no table", "whistlestop doctor"]);
    assert!(joined.lines.iter().any(|line| line.contains("on no network")), "{:?}", joined.lines);
    let dialled = alone(&format!("join 192.0.2.1:7777 --wait 1 --home {home} --name Ann")).end();
    dialled.refused(&["192.0.2.1:7777"]);
    let sick = alone(&format!("doctor --json --home {home}")).end();
    assert_eq!(sick.code, Some(1));
    let found = parse(&sick.lines[0]);
    assert_eq!(found["can_play"], false);
    assert!(found["verdict"].as_str().unwrap().starts_with("no network"), "{found}");
    assert!(found["hints"][0].as_str().unwrap().contains("Wi-Fi or cable"), "{found}");
    // Bots need no network, and the game is none the worse for it.
    let line = format!(
        "peer --host {GAME} --seats 2 --bots 1 --bot-seats random --bot random --json --home {home} --name Ann"
    );
    let ended = alone(&line).end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_eq!(ended.one("listening")["code"], serde_json::Value::Null);
    assert_eq!(ended.all("over").len(), 1);
}
