//! A real terminal: taken over, and given back as it was, whatever happens.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use super::pty::{GIVEN_BACK, Pty, TAKEN, whistlestop};
use crate::common::example;

/// The example with bugs, once its screen shows.
fn fragile(home: &Path) -> Pty {
    let mut command = Command::new(example::built("fragile"));
    command.arg(home).env("TERM", "xterm-256color");
    let mut pty = Pty::start(command);
    pty.shows(TAKEN);
    pty.shows("steady");
    assert!(pty.is_raw());
    pty
}

#[test]
fn whoever_is_done_has_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = fragile(&folder.path().join("home"));
    pty.press("q");
    assert_eq!(pty.ends_in_order().code(), Some(0));
}

#[test]
fn a_bug_of_the_screen_is_told_on_a_terminal_that_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = fragile(&folder.path().join("home"));
    pty.press("p");
    pty.shows(GIVEN_BACK);
    pty.shows("the screen has a bug");
    let status = pty.child.wait().unwrap();
    assert!(status.code() == Some(101) && !pty.is_raw(), "{status}");
}

#[test]
fn a_bug_at_the_table_ends_the_screen_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = fragile(&folder.path().join("home"));
    pty.press("t");
    pty.shows(GIVEN_BACK);
    pty.shows("the bot has a bug");
    let status = pty.child.wait().unwrap();
    assert!(status.code() == Some(101) && !pty.is_raw(), "{status}");
}

#[test]
fn signals_to_stop_give_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["TERM", "INT", "HUP"] {
        let pty = fragile(&folder.path().join(name));
        pty.signal(name);
        assert_eq!(pty.ends_in_order().code(), Some(130), "{name}");
    }
}

#[test]
fn a_program_that_is_stopped_for_a_while_gives_the_terminal_back_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = fragile(&folder.path().join("home"));
    pty.press("\x1a");
    pty.shows(GIVEN_BACK);
    for _ in 0..1_000 {
        // It may not have stopped yet when it is continued.
        pty.signal("CONT");
        if let Ok(bytes) = pty.output.recv_timeout(Duration::from_millis(50)) {
            pty.seen.push_str(&String::from_utf8_lossy(&bytes));
        }
        if pty.seen.contains(TAKEN) {
            break;
        }
    }
    pty.shows(TAKEN);
    pty.shows("steady");
    assert!(pty.is_raw());
    pty.press("q");
    assert_eq!(pty.ends_in_order().code(), Some(0));
}

#[test]
fn the_program_alone_opens_the_lobby_and_a_key_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = whistlestop("xterm-256color", &folder.path().join("home"), &["--no-mdns"]);
    pty.shows(TAKEN);
    pty.shows("Ann");
    pty.press("q");
    assert_eq!(pty.ends_in_order().code(), Some(0));
}

#[test]
fn a_table_on_the_screen_is_saved_when_the_program_is_stopped_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let mut pty = whistlestop("xterm-256color", &home, &["play", "chicago-express", "--players", "Ben"]);
    pty.shows(TAKEN);
    pty.shows("Ben");
    pty.signal("TERM");
    assert_eq!(pty.ends_in_order().code(), Some(143));
    let mut pty = whistlestop("xterm-256color", &home, &["resume", "--ascii", "--no-mouse", "--light"]);
    pty.shows(TAKEN);
    pty.shows("Ben");
    pty.child.kill().unwrap();
    pty.child.wait().unwrap();
    let mut pty = whistlestop("xterm-256color", &home, &["resume", "--text"]);
    pty.shows(", your turn:");
    assert!(!pty.is_raw());
    pty.press("quit\n");
    assert_eq!(pty.child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_plain_terminal_gets_lines_and_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut pty = whistlestop("dumb", &folder.path().join("home"), &["play", "chicago-express"]);
    pty.shows("cannot show screens (TERM=dumb)");
    pty.shows("your turn:");
    assert!(!pty.is_raw());
    pty.press("quit\n");
    assert_eq!(pty.child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_cannot_be_is_told_without_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    for (args, sentence) in [
        (&["host", "chicago-express", "--games", "2"][..], "use --games with --text"),
        (&["host", "chicago-express", "--seats", "9"], "2 to 6 seats"),
        (&["join", "127.0.0.1:70000"], "1 to 65535"),
        (&["play", "chicago-express", "--bots", "7"], "2 to 6 seats"),
        (&["resume"], "there is no unfinished table"),
    ] {
        let mut pty = whistlestop("xterm-256color", &folder.path().join("home"), args);
        pty.shows(sentence);
        assert_eq!(pty.child.wait().unwrap().code(), Some(1), "{args:?}");
        assert!(!pty.seen.contains(TAKEN));
    }
}

/// The settings that are looked at are those of the terminal.
#[test]
fn a_terminal_that_is_left_raw_would_be_seen() {
    let mut command = Command::new("sh");
    command.args(["-c", "echo ready; read line"]);
    let mut pty = Pty::start(command);
    pty.shows("ready");
    assert!(!pty.is_raw());
    let mut settings = tcgetattr(&pty.inside).unwrap();
    settings.make_raw();
    tcsetattr(&pty.inside, OptionalActions::Now, &settings).unwrap();
    assert!(pty.is_raw());
}
