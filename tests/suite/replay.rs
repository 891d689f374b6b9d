//! Recorded games, replayed to the states, standings and endings that they were recorded with.
//!
//! A game's recordings lie in `tests/fixtures/<id with underscores>/`, one game a file, one JSON object a
//! line: a header (format, game, rules version, board hash, seats, options, seed of the draws), then a line
//! for each draw and each action, every 16th with the first 16 digits of the state's hash after it, then a
//! last line with the turn, the whole hash, the standings and the notes of the last step. The hashes were
//! written once and are compared by every build on every machine: where debug and release, or two platforms,
//! computed different states, one of them would fail here. A hash that differs says since which line it may.
//!
//! `WHISTLESTOP_RECORD=<game id> scripts/test replay` records the games of the folder's `plans.toml`
//! anew (see `record`) and then replays all. Recordings that no plan makes, such as the game that showed a
//! bug, are replayed like the others and left alone. When a game's `rules_version` or board changes, its
//! recordings no longer count: record anew, and play or delete those that no plan makes. When a hash differs
//! and neither has changed, two peers of the two versions would part ways: it is a bug, or the rules version
//! must be raised.

mod fixture;
mod record;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use fixture::{HASH_EVERY, Replayed, replay};
use record::Plans;
use whistlestop::engine::any_game::GameEntry;
use whistlestop::games::{self, GAMES};

/// Fewer recordings than this cannot show much of a game.
const ENOUGH: usize = 25;

#[test]
fn recorded_games_lead_to_the_states_they_led_to() {
    let problems: Vec<String> = recordings().filter_map(|(_, _, replayed)| replayed.err()).collect();
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn every_game_has_enough_recorded_games_of_every_number_of_seats() {
    for entry in GAMES {
        let id = entry.meta.id;
        let played: Vec<Replayed> = replayed(entry);
        assert!(played.len() >= ENOUGH, "{id} has {} of {ENOUGH} recorded games that replay", played.len());
        let seats: BTreeSet<u8> = played.iter().map(|game| game.seats).collect();
        let (min, max) = entry.meta.seats;
        assert!(seats.into_iter().eq(min..=max), "{id} has numbers of seats without a recorded game");
    }
}

#[test]
fn recorded_games_show_what_they_are_recorded_for() {
    for entry in GAMES {
        let coverage = Plans::of(entry).coverage;
        let played = replayed(entry);
        for ending in &coverage.endings {
            let shown = played.iter().any(|game| game.notes.last() == Some(ending));
            assert!(shown, "no recorded game of {} ends with {ending:?}", entry.meta.id);
        }
        for phrase in &coverage.notes {
            let shown = played.iter().flat_map(|game| &game.notes).any(|note| note.contains(phrase));
            assert!(shown, "no recorded game of {} tells {phrase:?}", entry.meta.id);
        }
        let shared = played.iter().any(|game| game.winners > 1);
        assert!(shared || !coverage.shared_victory, "no recorded game of {} has a tie", entry.meta.id);
    }
}

#[test]
fn a_recording_that_was_changed_is_noticed_at_the_line() {
    for (_, path, _) in recordings().take(3) {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let broken = |line: usize, from: &str, to: &str| {
            let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            lines[line] = lines[line].replacen(from, to, 1);
            replay(&path, &lines.join("\n")).unwrap_err()
        };
        let (first, last) = (lines.len() / 2, lines.len() - 1);
        let hashed = first - first % HASH_EVERY;
        for (line, from, to) in [
            (0, "\"rules\":\"", "\"rules\":\"old "),
            (0, "\"board\":\"", "\"board\":\"0"),
            (hashed, "\"hash\":\"", "\"hash\":\"x"),
            (hashed, ",\"hash\":\"", ",\"hush\":\""),
            (hashed + 1, "{", "{\"hash\":\"0\","),
            (first, "\"seat\":", "\"seat\":9"),
            (first, "\"type\":\"", "\"type\":\"no such "),
            (last, "\"hash\":\"", "\"hash\":\"x"),
            (last, "\"rank\":1", "\"rank\":7"),
            (last, "\"notes\":[\"", "\"notes\":[\"not "),
            (last, "\"winners\":[", "\"winners\":[9,"),
        ] {
            let problem = broken(line, from, to);
            let place = format!("{}:{}: ", path.file_name().unwrap().display(), line + 1);
            assert!(problem.contains(&place), "{problem:?} does not name {place:?}");
        }
        for (line, from) in [(2 * HASH_EVERY, "\"hash\":\""), (2 * HASH_EVERY - 3, "\"seat\":")] {
            let problem = broken(line, from, &format!("{from}9"));
            let range = format!("so it began at one of the lines {} to {}", HASH_EVERY + 2, line + 1);
            assert!(problem.ends_with(&range), "{problem:?} does not name {range:?}");
        }
        let torn = replay(&path, &lines[..last].join("\n")).unwrap_err();
        assert!(torn.contains("has no last line"), "{torn}");
    }
}

/// All recordings, each with what replaying it gave.
fn recordings() -> impl Iterator<Item = (&'static GameEntry, PathBuf, Result<Replayed, String>)> {
    LazyLock::force(&RECORDED);
    GAMES.iter().flat_map(|entry| {
        files(&folder(entry)).into_iter().map(move |path| {
            let text = fs::read_to_string(&path).expect("a recording can be read");
            let replayed = replay(&path, &text).and_then(|replayed| {
                let own = replayed.game == entry.meta.id;
                if own { Ok(replayed) } else { Err(format!("{}: of another game", path.display())) }
            });
            (entry, path, replayed)
        })
    })
}

fn replayed(entry: &GameEntry) -> Vec<Replayed> {
    let own = recordings().filter(|(of, ..)| of.meta.id == entry.meta.id);
    own.filter_map(|(.., replayed)| replayed.ok()).collect()
}

/// Recording comes before any replaying, whichever test runs first.
static RECORDED: LazyLock<()> = LazyLock::new(|| {
    if let Ok(id) = std::env::var("WHISTLESTOP_RECORD") {
        let entry = games::find(&id).expect("WHISTLESTOP_RECORD is the id of a game");
        record::record(entry, &folder(entry));
    }
});

/// Where a game's recordings lie.
fn folder(entry: &GameEntry) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(entry.meta.id.replace('-', "_"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension() == Some("jsonl".as_ref())).collect();
    files.sort();
    files
}
