//! Journals that were changed, torn or belong elsewhere; and a home that is used twice.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::kit::{Ended, GAME, Peer, Room, parse, quoted, verify, whistlestop};

/// A table of Ann with a bot, stopped in the middle of the game.
fn stopped_game(room: &Room) {
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1"]);
    ann.play_on(8);
    ann.tell(&json!({"cmd": "quit"}));
    assert_eq!(ann.end().code, Some(130));
}

fn change(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn an_edited_journal_is_refused_and_left_as_it_is() {
    let room = Room::new();
    stopped_game(&room);
    let path = room.journal("Ann");
    let good = fs::read(&path).unwrap();
    for place in [10, good.len() / 3, good.len() / 2] {
        change(&path, |bytes| bytes[place] ^= 1);
        let edited = fs::read(&path).unwrap();
        verify(std::slice::from_ref(&path), false).refused(&["is not sound"]);
        let id = path.file_stem().unwrap().to_str().unwrap();
        room.run("Ann", &["resume", id]).refused(&["wsl"]);
        assert_eq!(fs::read(&path).unwrap(), edited, "nothing is cut off from a file that was edited");
        fs::write(&path, &good).unwrap();
    }
    let finished = room.resume("Ann", &["--bot", "random"]).end_well();
    assert_eq!(finished.all("over").len(), 1, "the good copy goes on");
}

/// Ann played it with a bot by the rules of version 1, which whistlestop 0.1 had; it was stopped in its first turns.
const OLD_RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/journals/railways-rules-1.wsl");

const OLD_RULES_WHY: &str = "this table goes by the rules of version 1 of Railways of the World: whistlestop 0.1 plays \
                             them, this program plays version 2";

#[test]
fn a_table_of_earlier_rules_is_checked_as_far_as_it_can_be_and_never_played() {
    let room = Room::new();
    let old = Path::new(OLD_RULES).to_path_buf();
    let checked = verify(std::slice::from_ref(&old), false);
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
    let said = checked.lines.join("\n");
    assert!(said.contains("signed and in order, rules not checked; railways-of-the-world of "), "{said}");
    assert!(said.ends_with(&format!("the rules were not checked: {OLD_RULES_WHY}")), "{said}");
    let twice = verify(&[old.clone(), old.clone()], true);
    assert_eq!(twice.code, Some(0), "they hold the same game: {}", twice.stderr);
    let line = parse(&twice.lines[0]);
    assert_eq!((&line["sound"], &line["signed"], &line["rules"]), (&json!(null), &json!(true), &json!("1")));
    assert_eq!(line["why"], OLD_RULES_WHY);
    room.run("Ann", &["resume", OLD_RULES]).refused(&[OLD_RULES_WHY]);
    // What was signed is checked as in any other journal.
    let edited = room.path("edited.wsl");
    fs::copy(&old, &edited).unwrap();
    change(&edited, |bytes| bytes[400] ^= 1);
    verify(&[edited], false).refused(&["is not sound"]);
}

fn at_home(room: &Room, args: &[&str]) -> Ended {
    let mut command = whistlestop(args);
    command.arg("--home").arg(room.path("Ann"));
    Peer::start(command).end()
}

#[test]
fn a_table_of_earlier_rules_tells_who_moved_when() {
    let room = Room::new();
    let replayed = at_home(&room, &["replay", OLD_RULES, "--text"]);
    assert_eq!(replayed.lines[0], format!("who moved, but not what: {OLD_RULES_WHY}"));
    assert_eq!(replayed.lines[1], "   1  a draw");
    assert!(replayed.lines.contains(&"   2  Ann moves".to_owned()), "{:?}", replayed.lines);
    let exported = at_home(&room, &["export", OLD_RULES, "--json"]);
    let told = parse(&exported.lines[0]);
    assert_eq!((&told["rules"], &told["why"]), (&json!("1"), &json!(OLD_RULES_WHY)));
    let entries = told["entries"].as_array().unwrap();
    assert_eq!(entries.len(), replayed.lines.len() - 1);
    assert_eq!((&entries[0]["kind"], &entries[1]["kind"]), (&json!("draw"), &json!("move")));
    assert_eq!((&told["seats"][0]["name"], &entries[1]["seat"]), (&json!("Ann"), &json!(0)));
    let page = room.path("page.html");
    let html = at_home(&room, &["export", OLD_RULES, "--html", "-o", page.to_str().unwrap()]);
    html.refused(&["a page cannot be made without the rules", OLD_RULES_WHY]);
    assert!(!page.exists());
}

/// A file of the first version: whatever is asked of it, one sentence says what opens it.
#[test]
fn a_journal_of_the_first_version_is_refused_with_the_program_that_opens_it() {
    let room = Room::new();
    stopped_game(&room);
    let path = room.journal("Ann");
    change(&path, |bytes| bytes[..8].copy_from_slice(b"wsl\0v001"));
    let (old, file) = (fs::read(&path).unwrap(), path.to_str().unwrap());
    let page = room.path("page.html");
    for args in [
        &["resume", file][..],
        &["replay", file],
        &["verify", file],
        &["export", "--json", file],
        &["export", "--html", file, "-o", page.to_str().unwrap()],
    ] {
        let mut command = whistlestop(args);
        if args[0] != "verify" {
            command.arg("--home").arg(room.path("Ann"));
        }
        Peer::start(command).end().refused(&["written by whistlestop 0.1", "open it with whistlestop 0.1"]);
    }
    assert!(fs::read(&path).unwrap() == old && !page.exists());
}

#[test]
fn nothing_is_exported_over_a_journal_and_half_a_file_replaces_nothing() {
    let room = Room::new();
    stopped_game(&room);
    let path = room.journal("Ann");
    let good = fs::read(&path).unwrap();
    let export = |to: &Path| {
        let mut command = whistlestop(&["export", "--html", path.to_str().unwrap(), "-o"]);
        command.arg(to).arg("--home").arg(room.path("Ann"));
        Peer::start(command)
    };
    let (other, alias) = (room.path("other.wsl"), room.path("page.html"));
    std::os::unix::fs::symlink(&path, &alias).unwrap();
    for to in [&path, &other, &alias] {
        export(to).end().refused(&["the name of a journal", "-o"]);
    }
    assert!(fs::read(&path).unwrap() == good && !other.exists());
    // A page that cannot be written leaves the old one as it is.
    let page = room.path("old.html");
    fs::write(&page, "the old one").unwrap();
    let line = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} export --html {} -o {} --home {}",
        quoted(Path::new(env!("CARGO_BIN_EXE_whistlestop"))),
        quoted(&path),
        quoted(&page),
        quoted(&room.path("Ann"))
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]);
    Peer::start(shell).end().refused(&["old.html", "choose another place with -o"]);
    assert_eq!(fs::read_to_string(&page).unwrap(), "the old one");
    assert_eq!(export(&page).end().code, Some(0));
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn two_journals_of_one_table_of_which_one_ends_early_are_told_apart_from_two_games() {
    let room = Room::new();
    stopped_game(&room);
    let (path, early) = (room.journal("Ann"), room.path("early.wsl"));
    fs::copy(&path, &early).unwrap();
    let whole = verify(std::slice::from_ref(&path), true);
    let entries = parse(&whole.lines[0])["entries"].clone();
    room.resume("Ann", &["--bot", "random"]).end_well();
    verify(&[path, early], false).refused(&["are of one table", &format!("and {entries} entries")]);
}

#[test]
fn a_torn_journal_is_cut_and_goes_on() {
    let room = Room::new();
    stopped_game(&room);
    let path = room.journal("Ann");
    change(&path, |bytes| bytes.truncate(bytes.len() - 7));
    assert_eq!(verify(std::slice::from_ref(&path), true).code, Some(0), "what is whole of it is sound");
    let finished = room.resume("Ann", &["--bot", "random"]).end_well();
    assert_eq!(finished.all("over").len(), 1);
    let checked = verify(&[path], true);
    assert_eq!((checked.code, &parse(&checked.lines[0])["over"]), (Some(0), &json!(true)));
}

#[test]
fn a_file_that_is_no_journal_is_refused() {
    let room = Room::new();
    stopped_game(&room);
    let letter = room.path("letter.wsl");
    fs::write(&letter, "Dear Bob,\n").unwrap();
    let empty = room.path("empty.wsl");
    fs::write(&empty, "").unwrap();
    let newer = room.path("newer.wsl");
    fs::write(&newer, b"wsl\0v999").unwrap();
    let missing = room.path("missing.wsl");
    for (file, part) in [
        (&letter, "not a journal of whistlestop"),
        (&empty, "never began"),
        (&newer, "newer whistlestop"),
        (&missing, "missing.wsl"),
    ] {
        verify(std::slice::from_ref(file), false).refused(&[part]);
        room.run("Ann", &["resume", file.to_str().unwrap()]).refused(&[]);
    }
    let ended = room.run("Ann", &["resume", letter.to_str().unwrap()]);
    ended.refused(&["letter.wsl", "not a journal of whistlestop"]);
    assert_eq!(room.journals("Ann").len(), 1, "nothing of it was taken into the home");
}

#[test]
fn a_journal_of_a_table_without_a_seat_for_this_player_is_only_watched() {
    let room = Room::new();
    stopped_game(&room);
    let path = room.journal("Ann").display().to_string();
    let mut eve = room.resume("Eve", &[&path]);
    assert_eq!(eve.event("table")["seat"], json!(null));
    eve.tell(&json!({"cmd": "act", "actions": [{"type": "pass"}]}));
    assert!(eve.event("refused")["why"].as_str().unwrap().contains("watching"));
    eve.tell(&json!({"cmd": "quit"}));
    assert_eq!(eve.end().code, Some(130));
}

#[test]
fn a_table_is_open_in_one_window_only() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1"]);
    let turn = ann.event("your_turn");
    room.run("Ann", &["resume"]).refused(&["open in another window", "close it first"]);
    // The first window is not disturbed.
    let action = json!({"type": "pass"});
    ann.act(&action);
    let next = turn["index"].as_u64().unwrap() + 1;
    assert_eq!(ann.final_at(next)["actions"], json!([action]));
}

#[test]
fn a_key_that_others_can_read_is_refused_with_the_command_that_helps() {
    let room = Room::new();
    stopped_game(&room);
    let key = room.path("Ann").join("identity");
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(room.journal("Ann")).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let before = fs::read(&key).unwrap();
    for args in [&["peer", "--host", GAME][..], &["resume"], &["resume", "--list"]] {
        let ended = room.run("Ann", args);
        ended.refused(&["others can read", &format!("`chmod 600 {}`", key.display())]);
    }
    assert_eq!(fs::read(&key).unwrap(), before);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    let list = room.run("Ann", &["resume", "--list"]);
    assert_eq!((list.code, list.lines.len()), (Some(0), 1));
}

#[test]
fn a_broken_key_or_config_is_refused_and_kept() {
    let room = Room::new();
    stopped_game(&room);
    let (key, config) = (room.path("Ann").join("identity"), room.path("Ann").join("config.toml"));
    let good = fs::read(&key).unwrap();
    fs::write(&key, "whistlestop identity 1\nabc\n").unwrap();
    room.run("Ann", &["peer", "--host", GAME]).refused(&["identity", "restore it from a copy"]);
    assert_eq!(fs::read(&key).unwrap(), b"whistlestop identity 1\nabc\n");
    fs::write(&key, good).unwrap();
    fs::write(&config, "name = 3\n").unwrap();
    room.run("Ann", &["peer", "--host", GAME]).refused(&["config.toml", "line 1", "delete the file"]);
    fs::remove_file(&config).unwrap();
    fs::write(room.path("Ann").join("known_peers.toml"), "]]").unwrap();
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1", "--draw", "seed:4"]);
    let notice = ann.event("notice");
    assert!(notice["text"].as_str().unwrap().contains("known_peers.toml"), "{notice}");
    ann.event("your_turn");
}
