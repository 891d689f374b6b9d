//! A program in a real terminal, with a person's keys.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::kit::PATIENCE;

pub(crate) const TAKEN: &str = "\x1b[?1049h";
pub(crate) const GIVEN_BACK: &str = "\x1b[?1049l";

/// A program in a terminal of its own, which is gone with the test.
pub(crate) struct Pty {
    pub(crate) child: Child,
    keys: File,
    /// The program's side; it stays open, so that its settings can be looked at behind the program.
    pub(crate) inside: File,
    pub(crate) output: Receiver<Vec<u8>>,
    pub(crate) seen: String,
}

impl Pty {
    #[expect(clippy::disallowed_methods, reason = "a terminal is read while it is written to")]
    pub(crate) fn start(mut command: Command) -> Self {
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

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Reads on until this was written, and forgets everything before it.
    #[track_caller]
    pub(crate) fn shows(&mut self, wanted: &str) {
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

    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success(), "{kill}");
    }

    pub(crate) fn is_raw(&self) -> bool {
        !tcgetattr(&self.inside).unwrap().local_modes.contains(LocalModes::ICANON)
    }

    /// The program has ended, and left the terminal as it was.
    #[track_caller]
    pub(crate) fn ends_in_order(mut self) -> ExitStatus {
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

/// The program itself, in a terminal of this kind.
pub(crate) fn whistlestop(term: &str, home: &Path, args: &[&str]) -> Pty {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
    command.args(args).arg("--home").arg(home).args(["--name", "Ann"]);
    command.env("TERM", term).env("LANG", "C.UTF-8");
    Pty::start(command)
}
