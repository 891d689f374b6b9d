//! Peers as processes: started in homes of their own, read line by line, killed when the test is done with them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

use crate::events::schema::Schema;

pub(crate) use super::judge::{assert_same_game, assert_same_journals, assert_same_states, verify};

/// How long a test waits for a line. Many times what the slowest takes on a busy machine: it only ends tests that fail.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) const GAME: &str = "chicago-express";

/// A folder with the homes of a test.
pub(crate) struct Room {
    folder: tempfile::TempDir,
}

/// A running program. It is killed when this is dropped.
pub(crate) struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    /// All lines that were read so far.
    pub(crate) seen: Vec<String>,
}

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) lines: Vec<String>,
    pub(crate) stderr: String,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command of the program that plays on this machine alone, in the home of this player.
    pub(crate) fn command(&self, who: &str, args: &[&str]) -> Command {
        let mut command = whistlestop(args);
        command.args(["--no-mdns", "--home"]).arg(self.path(who));
        if !args.contains(&"--name") {
            command.args(["--name", who]);
        }
        if !args.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        command
    }

    pub(crate) fn start(&self, who: &str, args: &[&str]) -> Peer {
        Peer::start(self.command(who, args))
    }

    /// A headless peer that opens a table.
    pub(crate) fn host(&self, who: &str, args: &[&str]) -> Peer {
        // The quickest bot.
        let bots: &[&str] = if args.contains(&"--bot-seats") { &[] } else { &["--bot-seats", "random"] };
        self.start(who, &[&["peer", "--host", GAME, "--json"], bots, args].concat())
    }

    /// A headless peer that joins the table of another.
    pub(crate) fn join(&self, who: &str, host: &mut Peer, args: &[&str]) -> Peer {
        let address = host.address().to_string();
        self.start(who, &[&["peer", "--join", &address, "--json"], args].concat())
    }

    /// A headless peer that looks on.
    pub(crate) fn watch(&self, who: &str, peer: &mut Peer, args: &[&str]) -> Peer {
        let address = peer.address().to_string();
        self.start(who, &[&["peer", "--watch", &address, "--json"], args].concat())
    }

    pub(crate) fn resume(&self, who: &str, args: &[&str]) -> Peer {
        self.start(who, &[&["resume", "--json"], args].concat())
    }

    /// Runs a command of the program to its end, in the home of this player.
    pub(crate) fn run(&self, who: &str, args: &[&str]) -> Ended {
        self.start(who, args).end()
    }

    /// The journals in a player's home.
    pub(crate) fn journals(&self, who: &str) -> Vec<PathBuf> {
        let Ok(folder) = std::fs::read_dir(self.path(who).join("tables")) else { return Vec::new() };
        let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension() == Some(OsStr::new("wsl")));
        files.sort();
        files
    }

    /// The one journal in a player's home.
    #[track_caller]
    pub(crate) fn journal(&self, who: &str) -> PathBuf {
        let files = self.journals(who);
        assert_eq!(files.len(), 1, "{files:?}");
        files[0].clone()
    }
}

impl Peer {
    #[expect(
        clippy::disallowed_methods,
        reason = "two pipes are read at once; nothing depends on their order"
    )]
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("its output is a pipe");
        let mut errors = child.stderr.take().expect("its errors are a pipe");
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("lines are text");
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            // The end of a killed program is the end of its errors.
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Self { child, input, lines, errors: Some(errors), seen: Vec::new() }
    }

    /// The next line; nothing once the program has closed its output.
    #[track_caller]
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                Schema::check_line(&line);
                self.seen.push(line.clone());
                Some(line)
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                panic!("nothing came for {PATIENCE:?}; the last lines were {:#?}", self.last_lines())
            }
        }
    }

    fn last_lines(&self) -> &[String] {
        &self.seen[self.seen.len().saturating_sub(12)..]
    }

    /// Reads on until a line fits.
    #[track_caller]
    pub(crate) fn line_with(&mut self, part: &str) -> String {
        loop {
            match self.line() {
                Some(line) if line.contains(part) => return line,
                Some(_) => {}
                None => self.fail(&format!("a line with {part:?}")),
            }
        }
    }

    /// Reads on until an event fits.
    #[track_caller]
    pub(crate) fn event_that(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let Some(line) = self.line() else { self.fail(what) };
            let event = parse(&line);
            if fits(&event) {
                return event;
            }
        }
    }

    /// Reads on until the next event of this name.
    #[track_caller]
    pub(crate) fn event(&mut self, name: &str) -> Value {
        self.event_that(name, |event| event["event"] == name)
    }

    /// Reads on until the entry with this index, or a later one, is final.
    #[track_caller]
    pub(crate) fn final_at(&mut self, index: u64) -> Value {
        let at_least = |event: &Value| event["event"] == "final" && event["index"].as_u64() >= Some(index);
        self.event_that(&format!("entry {index}"), at_least)
    }

    #[track_caller]
    fn fail(&mut self, wanted: &str) -> ! {
        let stderr = self.errors.take().map(|errors| errors.join().unwrap_or_default());
        panic!(
            "ended without {wanted}; it said {:?}, and the last lines were {:#?}",
            stderr.unwrap_or_default(),
            self.last_lines()
        )
    }

    /// Where it listens.
    #[track_caller]
    pub(crate) fn address(&mut self) -> SocketAddr {
        let told = self.seen.iter().map(|line| parse(line)).find(|event| event["event"] == "listening");
        let listening = told.unwrap_or_else(|| self.event("listening"));
        listening["addresses"][0].as_str().unwrap().parse().unwrap()
    }

    /// Types a line.
    #[track_caller]
    pub(crate) fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    #[track_caller]
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("nobody closed the input");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Gives a command as JSON.
    #[track_caller]
    pub(crate) fn tell(&mut self, command: &Value) {
        self.say(&command.to_string());
    }

    #[track_caller]
    pub(crate) fn act(&mut self, action: &Value) {
        self.tell(&json!({ "cmd": "act", "actions": [action] }));
    }

    /// Makes the first move on offer at each turn, until the program ends or so many entries are final.
    #[track_caller]
    pub(crate) fn play_on(&mut self, entries: u64) {
        while let Some(line) = self.line() {
            let event = parse(&line);
            if event["event"] != "your_turn" {
                continue;
            }
            if event["index"].as_u64().unwrap() >= entries {
                return;
            }
            self.make_first_move(&event);
        }
    }

    /// Makes the first move that a turn offers, with the least amount.
    #[track_caller]
    pub(crate) fn make_first_move(&mut self, turn: &Value) {
        let choice = &turn["choices"][0];
        let mut action = choice["action"].clone();
        if let Some(least) = choice.get("amount").and_then(|range| range.get("min")) {
            action["amount"] = least.clone();
        }
        self.act(&action);
    }

    /// Waits until the program, or what it started, has made a file.
    #[track_caller]
    pub(crate) fn wait_for_file(&mut self, path: &Path) {
        while !path.exists() {
            assert_eq!(self.child.try_wait().expect("it is ours"), None, "ended without {}", path.display());
            std::thread::yield_now();
        }
    }

    /// Sends a signal, by its name without SIG.
    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        let status = Command::new("sh").args(["-c", &kill]).status().expect("there is a shell");
        assert!(status.success(), "{kill}");
    }

    /// Ends it as a crash does, with nothing said or saved.
    pub(crate) fn crash(mut self) -> Ended {
        self.child.kill().expect("it is ours to kill");
        self.end()
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Reads to the end and waits for it.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        while self.line().is_some() {}
        let code = self.child.wait().expect("it ends").code();
        let stderr = self.errors.take().map(|errors| errors.join().unwrap()).unwrap_or_default();
        Ended { code, lines: std::mem::take(&mut self.seen), stderr }
    }

    /// Reads to the end, which must be a good one.
    #[track_caller]
    pub(crate) fn end_well(self) -> Ended {
        let ended = self.end();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{:?}", ended.lines.last());
        ended
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // If it has ended there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ended {
    /// All events.
    pub(crate) fn events(&self) -> Vec<Value> {
        self.lines.iter().map(|line| parse(line)).collect()
    }

    /// The events of one name.
    pub(crate) fn all(&self, name: &str) -> Vec<Value> {
        let mut events = self.events();
        events.retain(|event| event["event"] == name);
        events
    }

    #[track_caller]
    pub(crate) fn one(&self, name: &str) -> Value {
        let mut all = self.all(name);
        assert_eq!(all.len(), 1, "{name}: {all:?}");
        all.remove(0)
    }

    /// The hash of the state after each entry that became final here.
    pub(crate) fn hashes(&self) -> BTreeMap<u64, String> {
        let hash =
            |event: &Value| (event["index"].as_u64().unwrap(), event["hash"].as_str().unwrap().to_owned());
        self.all("final").iter().map(hash).collect()
    }

    /// It failed with one clear sentence that says all of this, and nothing but it.
    #[track_caller]
    pub(crate) fn refused(&self, parts: &[&str]) {
        assert_eq!(self.code, Some(1), "{}", self.stderr);
        assert!(self.stderr.starts_with("whistlestop: "), "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(!self.stderr.contains("bug"), "{}", self.stderr);
        for part in parts {
            assert!(self.stderr.contains(part), "{part:?} is missing in: {}", self.stderr);
        }
        // Whoever reads events is told the same as the last of them.
        if let Some(last) = self.lines.last().filter(|line| line.starts_with("{\"v\":")) {
            let error = parse(last);
            assert_eq!(error["event"], "error", "{error}");
            let sentence = self.stderr.strip_prefix("whistlestop: ").map(str::trim_end);
            assert_eq!(error["text"].as_str(), sentence, "{error}");
        }
    }
}

/// The program, on no network and in no home yet.
pub(crate) fn whistlestop(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
    command.args(args).env_remove("WHISTLESTOP_HOME");
    command
}

/// Runs the program to its end.
pub(crate) fn run(args: &[&str]) -> Ended {
    Peer::start(whistlestop(args)).end()
}

#[track_caller]
pub(crate) fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|why| panic!("{why} in {line:?}"))
}

/// A shell line in namespaces of its own, where this user is root; nothing, and said loudly, where that cannot be.
pub(crate) fn in_namespaces(flags: &str, why: &str) -> bool {
    let tried = Command::new("unshare").args([flags, "true"]).output();
    let problem = match tried {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    // Past what the test runner captures: a test that was skipped must be seen.
    let line = format!("\n*** SKIPPED: {why} cannot be tried here: unshare {flags}: {}\n", problem.trim());
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
    false
}

/// A path as one word of a shell line; temporary folders hold nothing that needs more.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}
