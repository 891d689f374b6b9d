//! Peers as real processes on loop-back: how long a committed move takes until all have acknowledged it, next to the least
//! that it could take; what a peer costs while it waits; and how soon it listens.
//!
//! `scripts/bench` runs this pinned to one core, the peers with it, so that all the work of all peers is on the path. The
//! floor is measured in the same run: one signature and, for each other peer, a ping-pong over bare quinn, one strict
//! verification and one hash of a state. Homes are in memory where the system has such a folder: the disk is not the subject.

#![expect(clippy::disallowed_types, clippy::print_stdout, clippy::cast_precision_loss)]

#[path = "../common/bare_quinn.rs"]
mod bare_quinn;

use std::hint::black_box;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bare_quinn::Bare;
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::Value;
use tempfile::TempDir;
use whistlestop::engine::game::Setup;
use whistlestop::games::GAMES;

const PROGRAM: &str = env!("CARGO_BIN_EXE_whistlestop");
/// Games whose moves are timed for each number of peers.
const GAMES_PLAYED: u32 = 3;
const IDLE: Duration = Duration::from_secs(10);

fn main() {
    let floor = Floor::measure();
    println!(
        "sign {:.1} us, verify_strict {:.1} us, quinn ping-pong {:.1} us, state hash {:.1} us\n",
        floor.sign, floor.verify, floor.ping, floor.hash
    );
    println!("commit: act until all others' heads are here, in us\n");
    println!("  peers   moves   median      p99    floor   median/floor");
    for peers in [2, 3, 4, 6] {
        let mut times = commits(peers);
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100] as f64;
        let least = floor.of(peers);
        println!(
            "  {peers:>5} {:>7} {:>8.0} {:>8.0} {least:>8.0} {:>8.2}",
            times.len(),
            at(50),
            at(99),
            at(50) / least
        );
    }
    println!("\n  from start to listening   {:>6.1} ms (median of 11)", starts());
    let (cpu, memory) = idle();
    println!(
        "  idle in a game of six     {cpu:>6.2} % of a core, {memory:.1} MB resident (the most of six peers)"
    );
}

/// What each part costs by itself, in microseconds.
struct Floor {
    sign: f64,
    verify: f64,
    ping: f64,
    hash: f64,
}

impl Floor {
    fn measure() -> Self {
        let key = SigningKey::from_bytes(&[7; 32]);
        let message = [7; 120];
        let signature = key.sign(&message);
        let public = key.verifying_key();
        let game = (GAMES[0].begin)(&Setup::new(GAMES[0].meta.seats.0)).expect("the game is for so many");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let ping = runtime.block_on(async {
            let mut bare = Bare::new().await;
            let mut rounds = Vec::new();
            for _ in 0..31 {
                let start = Instant::now();
                for _ in 0..300 {
                    bare.ping().await;
                }
                rounds.push(start.elapsed().as_secs_f64() * 1e6 / 300.0);
            }
            median(rounds)
        });
        Self {
            sign: micros(|| {
                black_box(key.sign(black_box(&message)));
            }),
            verify: micros(|| assert!(public.verify_strict(black_box(&message), &signature).is_ok())),
            ping,
            hash: micros(|| {
                black_box(game.state_hash());
            }),
        }
    }

    fn of(&self, peers: u32) -> f64 {
        self.sign + f64::from(peers - 1) * (self.ping + self.verify + self.hash)
    }
}

fn micros(mut does: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..200).for_each(|_| does());
        start.elapsed().as_secs_f64() * 1e6 / 200.0
    };
    median((0..31).map(round).collect())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The times of the host's own moves in some games with so many peers, in microseconds.
fn commits(peers: u32) -> Vec<u64> {
    let homes = homes();
    let seats = peers.to_string();
    let games = GAMES_PLAYED.to_string();
    let mut host = Peer::start(
        &homes.path().join("0"),
        &["--host", GAMES[0].meta.id, "--seats", &seats, "--games", &games, "--bot", "random", "--pace", "2"],
        Stdio::piped(),
    );
    let address = host.wait_for("listening")["addresses"][0].as_str().expect("it listens").to_owned();
    let join = |number: u32| {
        let home = homes.path().join(number.to_string());
        Peer::start(&home, &["--join", &address, "--bot", "random", "--pace", "2", "--quiet"], Stdio::null())
    };
    let _others: Vec<Peer> = (1..peers).map(join).collect();
    let mut times = Vec::new();
    loop {
        let event = host.next();
        match event["event"].as_str() {
            Some("in_step") => times.push(event["micros"].as_u64().expect("a number")),
            Some("end") => return times,
            _ => {}
        }
    }
}

/// Milliseconds from starting a peer to its telling that it listens.
fn starts() -> f64 {
    let homes = homes();
    let start = |_| {
        let start = Instant::now();
        let mut peer =
            Peer::start(homes.path(), &["--host", GAMES[0].meta.id, "--bot", "random"], Stdio::piped());
        peer.wait_for("listening");
        start.elapsed().as_secs_f64() * 1e3
    };
    // The first makes the key.
    start(0);
    median((0..11).map(start).collect())
}

/// The processor time and memory of the busiest and largest of six peers that wait for a slow bot.
fn idle() -> (f64, f64) {
    let homes = homes();
    let slow = "100000000";
    let mut host = Peer::start(
        &homes.path().join("0"),
        &["--host", GAMES[0].meta.id, "--seats", "6", "--bot", "random", "--pace", slow],
        Stdio::piped(),
    );
    let address = host.wait_for("listening")["addresses"][0].as_str().expect("it listens").to_owned();
    let join = |number: u32| {
        let home = homes.path().join(number.to_string());
        Peer::start(&home, &["--join", &address, "--bot", "random", "--pace", slow], Stdio::null())
    };
    let others: Vec<Peer> = (1..6).map(join).collect();
    host.wait_for("final");
    let all: Vec<u32> = others.iter().map(|peer| peer.process.id()).chain([host.process.id()]).collect();
    let Some(before) = all.iter().map(|id| usage(*id)).collect::<Option<Vec<_>>>() else { return (0.0, 0.0) };
    std::thread::sleep(IDLE);
    let after: Vec<_> = all.iter().filter_map(|id| usage(*id)).collect();
    // A tick of the processor's clock is 10 ms on every system that has /proc.
    let busy = before.iter().zip(&after).map(|(before, after)| (after.0 - before.0) as f64 * 10.0);
    let cpu = busy.fold(0.0, f64::max) / IDLE.as_millis() as f64 * 100.0;
    let memory = after.iter().map(|usage| usage.1 as f64 / 1024.0).fold(0.0, f64::max);
    (cpu, memory)
}

/// Ticks of processor time and kilobytes of memory of a process, where the system tells.
fn usage(id: u32) -> Option<(u64, u64)> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some((ticks, line.split_whitespace().nth(1)?.parse().ok()?))
}

fn homes() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder can be made")
}

/// A peer, ended with this value.
struct Peer {
    process: Child,
    lines: Option<BufReader<std::process::ChildStdout>>,
}

impl Peer {
    fn start(home: &Path, arguments: &[&str], output: Stdio) -> Self {
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

    fn next(&mut self) -> Value {
        let mut line = String::new();
        let lines = self.lines.as_mut().expect("it is listened to");
        lines.read_line(&mut line).expect("it tells what happens");
        assert!(!line.is_empty(), "a peer ended before its time");
        serde_json::from_str(&line).expect("it speaks JSON")
    }

    fn wait_for(&mut self, name: &str) -> Value {
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
