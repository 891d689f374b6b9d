//! Help, and what happens when nobody reads.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

use whistlestop::games::GAMES;

use super::kit::{GAME, Room, parse, run};

#[test]
fn every_command_explains_itself_with_an_example() {
    let top = run(&["--help"]);
    let is_command = |line: &&String| line.starts_with("  ") && !line.starts_with("   ");
    let list =
        top.lines.iter().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> =
        list.filter(is_command).filter_map(|line| line.split_whitespace().next()).collect();
    for known in ["host", "join", "watch", "tables", "peer", "resume", "verify", "arena", "doctor", "rules"] {
        assert!(commands.contains(&known), "{known} is not in {commands:?}");
    }
    for command in commands.into_iter().filter(|command| *command != "help") {
        let help = run(&[command, "--help"]);
        assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""), "{command}");
        let text = help.lines.join("\n");
        assert!(text.contains("Example"), "{command} --help shows no example");
        assert!(
            text.contains(&format!("whistlestop {command}")),
            "{command} --help shows an example of another"
        );
    }
}

#[test]
fn every_option_of_every_game_is_listed() {
    for command in ["play", "host"] {
        let help = run(&[command, "--help"]).lines.join("\n");
        let (_, listed) = help.split_once("Options of games:").unwrap();
        for meta in GAMES.iter().map(|entry| entry.meta).filter(|meta| !meta.options.is_empty()) {
            let names: Vec<&str> = meta.options.iter().map(|option| option.name).collect();
            let line = listed.lines().find(|line| line.trim().starts_with(meta.id)).unwrap();
            assert!(line.ends_with(&names.join(", ")), "{command}: {line}");
        }
    }
}

#[test]
fn without_a_command_the_commands_are_shown() {
    let shown = run(&[]);
    assert_eq!(shown.code, Some(0));
    assert!(shown.lines.join("\n").contains("whistlestop host chicago-express"));
}

/// As `whistlestop peer ... | head -1` does: the line, and the program, whose output nobody reads any more.
fn read_one_line(mut command: Command) -> (String, Child) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (line, child)
}

#[track_caller]
fn assert_ends_quietly(mut child: Child) {
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[test]
fn a_peer_whose_output_nobody_reads_saves_and_stops_quietly() {
    let room = Room::new();
    let args = [
        "peer",
        "--host",
        GAME,
        "--seats",
        "2",
        "--bots",
        "1",
        "--bot",
        "random",
        "--bot-seats",
        "random",
        "--json",
        "--pace",
        "20",
    ];
    let (_, peer) = read_one_line(room.command("Ann", &args));
    assert_ends_quietly(peer);
    let finished = room.resume("Ann", &["--bot", "random"]).end_well();
    assert_eq!(finished.all("over").len(), 1, "what was saved goes on");
}

#[test]
fn a_host_whose_output_nobody_reads_ends_when_there_is_something_to_tell() {
    let room = Room::new();
    let command = room.command("Ann", &["peer", "--host", GAME, "--seats", "3", "--json"]);
    let (line, ann) = read_one_line(command);
    let address = parse(&line)["addresses"][0].as_str().unwrap().to_owned();
    let _bob = room.start("Bob", &["peer", "--join", &address]);
    assert_ends_quietly(ann);
}

#[test]
fn help_and_lists_end_quietly_when_nobody_reads() {
    let mut command = super::kit::whistlestop(&["--help"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert!(child.wait().unwrap().code().is_some(), "it ends by itself, not by a signal");
}
