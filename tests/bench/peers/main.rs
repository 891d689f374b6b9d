//! Peers as real processes on loop-back: how long a committed move takes until all have acknowledged it, next to the least
//! that it could take; what a link carries for it; how soon a late one has the whole game; what a peer costs while it
//! waits; and how soon it listens.
//!
//! `scripts/bench` runs this pinned to one core, the peers with it, so that all the work of all peers is on the path. A move
//! is timed inside the process that commits it: from the commit until the heads of all others are there. There are two
//! yardsticks, both of the same run:
//!
//! - the *floor*: one signature and, for each other peer, a ping-pong over bare quinn, one strict verification and one hash
//!   of a state, each measured alone in a tight loop and added up;
//! - the *least program*, which does just that between real processes, in the rhythm of the moves.
//!
//! Homes are in memory where the system has such a folder: the disk is not the subject.

#![expect(clippy::disallowed_types, clippy::print_stdout, clippy::cast_precision_loss)]

#[path = "../bare_quinn.rs"]
mod bare_quinn;
mod catch_up;
mod commits;
mod floor;
mod least;
mod process;
#[allow(unreachable_pub, reason = "the simulator's own game, as it stands there")]
#[path = "../../../proto/tests/suite/sim/toy.rs"]
mod toy;
mod traffic;

use std::process::Stdio;
use std::time::{Duration, Instant};

use catch_up::{CaughtUp, catch_up};
use commits::commits;
use floor::{Floor, median};
use least::least;
use process::{Peer, homes};
use traffic::traffic;
use whistlestop::games::GAMES;

/// What bots wait before each move, so that nothing of the last one is still under way.
const PACE_MILLIS: u64 = 3;
const IDLE: Duration = Duration::from_secs(10);

fn main() {
    if std::env::args().any(|argument| argument == least::OTHER_END) {
        return least::run_other_end();
    }
    let floor = Floor::measure();
    println!(
        "sign {:.1} us, verify_strict {:.1} us, quinn ping-pong {:.1} us, state hash {:.1} us\n",
        floor.sign, floor.verify, floor.ping, floor.hash
    );
    bench_commits(&floor);
    for peers in [2, 6] {
        let traffic = traffic(peers, PACE_MILLIS);
        println!(
            "  one link, {peers} peers         {:>6.0} bytes in {:.1} datagrams for each entry, both ways",
            traffic.bytes, traffic.datagrams
        );
    }
    let CaughtUp { entries, signed, millis } = catch_up();
    let alone = floor.verify * signed as f64 / 1e3;
    println!(
        "  catch-up, {entries} entries  {millis:>6.0} ms, {:.0} entries a second; verifying their {signed} signatures alone {alone:.0} ms",
        entries as f64 / millis * 1e3
    );
    println!("  from start to listening   {:>6.1} ms (median of 11)", starts());
    let (cpu, memory) = idle();
    println!(
        "  idle in a game of six     {cpu:>6.2} % of a core, {memory:.1} MB resident (the most of six peers)"
    );
}

/// Prints how long moves take. Games and the least program take turns: a busy machine slows both.
fn bench_commits(floor: &Floor) {
    println!("commit: act until all others' heads are here, in us\n");
    println!("  peers   moves   median      p99   least program   median/least   floor   median/floor");
    for peers in [2, 3, 4, 6] {
        let (mut times, mut program) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            times.extend(commits(peers, PACE_MILLIS));
            program.extend(least(peers, Duration::from_millis(PACE_MILLIS)));
        }
        times.sort_by(f64::total_cmp);
        let at = |part: usize| times[(times.len() - 1) * part / 100];
        let (program, floor) = (median(program), floor.of(peers));
        println!(
            "  {peers:>5} {:>7} {:>8.0} {:>8.0} {program:>15.0} {:>14.2} {floor:>7.0} {:>14.2}",
            times.len(),
            at(50),
            at(99),
            at(50) / program,
            at(50) / floor
        );
    }
    println!();
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
