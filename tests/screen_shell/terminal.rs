//! A real terminal: taken over, and given back as it was, whatever happens.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use crate::example;
use crate::kit::PATIENCE;

const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";

/// A program in a terminal of its own, which is gone with the test.
struct Pty {
    child: Child,
    keys: File,
    /// The program's side; it stays open, so that its settings can be looked at behind the program.
    inside: File,
    output: Receiver<Vec<u8>>,
    seen: String,
}

impl Pty {
    #[expect(clippy::disallowed_methods, reason = "a terminal is read while it is written to")]
    fn start(mut command: Command) -> Self {
        let outside = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&outside).unwrap();
        unlockpt(&outside).unwrap();
        let name = ptsname(&outside, Vec::new()).unwrap();
        let name = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let flags = i32::try_from(OFlags::NOCTTY.bits()).unwrap();
        let inside = OpenOptions::new().read(true).write(true).custom_flags(flags).open(name).unwrap();
        tcsetwinsize(&inside, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let end = || inside.try_clone().unwrap();
        // A group of its own, which can be stopped alone.
        command.stdin(end()).stdout(end()).stderr(end()).process_group(0);
        let child = command.spawn().expect("the program starts");
        let keys = File::from(outside);
        let mut screen = keys.try_clone().unwrap();
        let (tell, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length) = screen.read(&mut bytes) {
                if length == 0 || tell.send(bytes[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { child, keys, inside, output, seen: String::new() }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Reads on until this was written, and forgets everything before it.
    #[track_caller]
    fn shows(&mut self, wanted: &str) {
        loop {
            if let Some(place) = self.seen.find(wanted) {
                self.seen.drain(..place + wanted.len());
                return;
            }
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(why) => panic!("waited for {wanted:?}: {why}; there is {:?}", self.seen),
            }
        }
    }

    fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success(), "{kill}");
    }

    fn is_raw(&self) -> bool {
        !tcgetattr(&self.inside).unwrap().local_modes.contains(LocalModes::ICANON)
    }

    /// The program has ended, and left the terminal as it was.
    #[track_caller]
    fn ends_in_order(mut self) -> ExitStatus {
        self.shows(GIVEN_BACK);
        self.shows("\x1b[?25h");
        let status = self.child.wait().unwrap();
        assert!(!self.is_raw());
        status
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // If it has ended there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

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

/// The program itself, in a terminal of this kind.
fn whistlestop(term: &str, home: &Path, args: &[&str]) -> Pty {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
    command.args(args).arg("--home").arg(home).args(["--name", "Ann"]);
    command.env("TERM", term).env("LANG", "C.UTF-8");
    Pty::start(command)
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
    assert_eq!(pty.ends_in_order().code(), Some(130));
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
