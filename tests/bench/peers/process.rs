//! Peers as processes.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_whistlestop");

/// A folder for homes.
pub(crate) fn homes() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder can be made")
}

/// A peer, ended with this value.
pub(crate) struct Peer {
    pub(crate) process: Child,
    lines: Option<BufReader<std::process::ChildStdout>>,
}

impl Peer {
    pub(crate) fn start(home: &Path, arguments: &[&str], output: Stdio) -> Self {
        let mut process = Command::new(PROGRAM)
            .args(["peer", "--json", "--no-mdns", "--listen", "127.0.0.1:0", "--home"])
            .arg(home)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(output)
            .spawn()
            .expect("the program starts");
        let lines = process.stdout.take().map(BufReader::new);
        Self { process, lines }
    }

    pub(crate) fn next(&mut self) -> Value {
        let mut line = String::new();
        let lines = self.lines.as_mut().expect("it is listened to");
        lines.read_line(&mut line).expect("it tells what happens");
        assert!(!line.is_empty(), "a peer ended before its time");
        serde_json::from_str(&line).expect("it speaks JSON")
    }

    pub(crate) fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let event = self.next();
            if event["event"] == name {
                return event;
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
