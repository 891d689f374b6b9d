//! A player in a process of its own, which is killed or finds the disk full.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use whistlestop::table::Table;
use whistlestop::table::store::StoreError;
use whistlestop::table::store::home::Home;
use whistlestop::table::verify::verify_journal;
use whistlestop_proto::sign::PublicKey;

use super::kit::{BOTS, TestHome, alone, identity, key, next_move, play_alone};

/// Tells the process that it is the player, and where its home is.
const HOME: &str = "WHISTLESTOP_TEST_HOME";

/// The player: writes a line with the number of entries whenever they are on disk. Without a home there is nobody to play.
#[test]
fn as_a_child() {
    let Some(path) = env::var_os(HOME) else { return };
    let home = Home::open(Some(PathBuf::from(path))).unwrap();
    let mut table = alone(&home);
    // Somebody who watches: the player must say nothing to them that is not on disk.
    let watcher: PublicKey = key(9);
    table.handle_connected(0, watcher);
    while table.poll_transmit().unwrap().is_some() {}
    while let Some(next) = next_move(&table) {
        table.act(0, next).unwrap();
        if let Err(error) = table.poll_transmit() {
            return assert_nothing_is_given_out(&mut table, &error);
        }
        while table.poll_transmit().unwrap().is_some() {}
        say(&format!("entries {}", table.lockstep().log().len()));
    }
}

fn assert_nothing_is_given_out(table: &mut Table, error: &StoreError) {
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(matches!(table.flush(), Err(StoreError::Full { .. })), "there is still no room");
    assert!(matches!(table.poll_transmit(), Err(StoreError::Full { .. })));
    assert!(table.poll_event().is_none());
    let kept = verify_journal(&fs::read(table.path()).unwrap(), BOTS).unwrap();
    assert_eq!(kept.torn_bytes, 0, "what was written in part is cut off again");
    say(&format!("full {error}"));
}

/// Past what the test runner captures.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").unwrap();
}

fn numbers(line: &str) -> Option<usize> {
    line.split_once("entries ")?.1.trim().parse().ok()
}

fn own(mut command: Command, home: &Path) -> Command {
    command.args(["--exact", "table::child::as_a_child", "--nocapture"]).env(HOME, home);
    command
}

fn journal_in(home: &Home) -> PathBuf {
    home.tables(BOTS).unwrap().pop().unwrap().path
}

#[test]
fn a_player_who_is_killed_comes_back_with_everything_that_was_said() {
    for lines in [1, 4, 9, 25] {
        let home = TestHome::new();
        let command = Command::new(env::current_exe().unwrap());
        let mut child = own(command, home.home.path()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let told: Vec<usize> =
            output.lines().map_while(Result::ok).filter_map(|line| numbers(&line)).take(lines).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        let entries = *told.last().unwrap();
        let mut table = Table::resume(0, &home.home, identity(0), &journal_in(&home.home), BOTS).unwrap();
        assert!(table.lockstep().log().len() >= entries, "{entries} were said to be final");
        while play_alone(&mut table) {}
        assert!(table.is_over());
        let verified = verify_journal(&fs::read(table.path()).unwrap(), BOTS).unwrap();
        assert!(verified.over && verified.evidence.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_nothing_is_sent_and_nothing_is_lost() {
    for blocks in [7, 8, 12, 19, 30] {
        let home = TestHome::new();
        // A limit on the size of a file, with its signal ignored, is a disk that fills up in the middle of a write.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(env::current_exe().unwrap());
        let output = own(command, home.home.path()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("full the disk is full: "), "{text}");
        let told = text.lines().filter_map(numbers).next_back().unwrap_or(0);
        let mut table = Table::resume(0, &home.home, identity(0), &journal_in(&home.home), BOTS).unwrap();
        let found = table.lockstep().log().len();
        assert!(found >= told, "{told} entries were on disk, {found} are there");
        while play_alone(&mut table) {}
        assert!(table.is_over(), "with room again the game goes on");
    }
}
