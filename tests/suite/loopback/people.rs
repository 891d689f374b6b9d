//! The program as a person plays it: lines of text, numbers typed.

use super::kit::{GAME, Peer, Room, assert_same_journals, parse, verify};

/// Ann at a table with bots, who waits for her first turn. Draws are the same each time.
fn ann_and_bots(room: &Room, args: &[&str]) -> Peer {
    room.start("Ann", &[&["host", GAME, "--draw", "seed:4"], args].concat())
}

/// What the choices of a turn say, a line each.
#[track_caller]
fn choices(peer: &mut Peer) -> Vec<String> {
    peer.line_with("your turn:");
    // The lines of one turn come together; what is said next shows where they end.
    peer.say("say that is all");
    peer.say("marker");
    let from = peer.seen.len();
    peer.line_with("type the number of a choice");
    let numbered = |line: &&String| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    peer.seen[from..].iter().filter(numbered).cloned().collect()
}

#[test]
fn numbers_and_amounts_are_typed_and_nonsense_is_helped() {
    let room = Room::new();
    let mut ann = ann_and_bots(&room, &["--seats", "3", "--bots", "2"]);
    let offered = choices(&mut ann);
    assert!(offered[0].contains("bid") && offered[0].contains("[1 AMOUNT, "), "{offered:?}");
    assert!(offered[1].contains("pass"), "{offered:?}");
    for nonsense in [
        "0",
        "3",
        "-1",
        "99999999999999999999",
        "one",
        "1.5",
        "?",
        "help",
        "bid 9",
        "\u{1b}[A",
        "π",
        "bot",
        "bot x",
        "bot 300",
        "botany",
        "QUIT",
    ] {
        ann.say(nonsense);
        let line = ann.line().unwrap();
        assert!(line.starts_with("that cannot be done: "), "{nonsense:?}: {line}");
    }
    ann.say("1");
    assert!(ann.line_with("that cannot be done").contains("choice 1 needs an amount from "));
    ann.say("1 lots");
    assert!(ann.line_with("that cannot be done").contains("choice 1 needs an amount from "));
    ann.say("1 1000000");
    assert!(ann.line_with("that cannot be done").contains("CE-"), "the rule is named");
    ann.write(b"\xff\xff\n");
    ann.line_with("that cannot be done");
    ann.say("   1    9   ");
    ann.line_with("Ann bids $9");
    ann.say("quit");
    let ended = ann.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(130), ""));
    assert_eq!(ended.lines.last().unwrap(), "saved; `whistlestop resume` goes on with it");
}

#[test]
fn two_people_play_talk_and_stop_and_go_on_to_the_end() {
    let room = Room::new();
    let mut ann = room.start("Ann", &["host", GAME, "--seats", "2"]);
    let place = ann.line_with("you are Ann, at ");
    let address = place.rsplit(' ').next().unwrap().to_owned();
    assert!(ann.line_with("join code: ").split(' ').count() > 10);
    let mut bob = room.start("Bob", &["join", &address]);
    let words = |line: String| line.rsplit(": ").next().unwrap().to_owned();
    assert_eq!(words(ann.line_with("read this aloud")), words(bob.line_with("read this aloud")));
    bob.line_with("the game is on");
    bob.say("say all aboard!");
    assert_eq!(ann.line_with("aboard"), "Bob: all aboard!");
    ann.say("quit");
    assert_eq!(ann.end().code, Some(130));
    bob.line_with("Ann is no longer connected: closed by the other side: stopped for now");
    bob.say("quit");
    assert_eq!(bob.end().code, Some(130));
    let list = room.run("Ann", &["resume", "--list", "--json"]);
    assert_eq!(parse(&list.lines[0])["players"], serde_json::json!(["Ann", "Bob"]));
    // Each goes on where it was; the first finds the other where it was before.
    let ann = room.resume("Ann", &["--bot", "random", "--listen", &address]);
    let bob = room.resume("Bob", &["--bot", "random"]);
    assert_eq!(ann.end_well().one("over"), bob.end_well().one("over"));
    assert_same_journals(&[room.journal("Ann"), room.journal("Bob")]);
}

#[test]
fn when_a_person_leaves_a_bot_takes_the_seat_and_the_others_finish() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--bot", "random", "--pace", "5"]);
    let bob = room.join("Bob", &mut ann, &["--bot", "random", "--pace", "5"]);
    let address = ann.address().to_string();
    let mut cid = room.start("Cid", &["join", &address]);
    cid.line_with("your turn:");
    cid.say("leave");
    let left = cid.end();
    assert_eq!((left.code, left.stderr.as_str()), (Some(0), ""));
    assert!(!left.lines.last().unwrap().contains("resume"), "{:?}", left.lines.last());
    let (ann, bob) = (ann.end_well(), bob.end_well());
    for ended in [&ann, &bob] {
        let seat = ended.one("leaving")["seat"].clone();
        let table = ended.one("table");
        assert_eq!(table["seats"][usize::try_from(seat.as_u64().unwrap()).unwrap()]["name"], "Cid");
        let reseats: Vec<_> =
            ended.all("final").into_iter().filter(|event| event["kind"]["remove"] == seat).collect();
        assert_eq!((reseats.len(), &reseats[0]["seat"]), (1, &seat));
    }
    super::kit::assert_same_game(&[&ann, &bob]);
    assert_same_journals(&[room.journal("Ann"), room.journal("Bob")]);
}

#[test]
fn at_a_table_of_two_the_one_who_stays_plays_on_with_a_bot() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--bot", "random"]);
    let address = ann.address().to_string();
    let mut bob = room.start("Bob", &["join", &address]);
    bob.line_with("your turn:");
    bob.say("leave");
    let left = bob.end();
    assert_eq!((left.code, left.stderr.as_str()), (Some(0), ""));
    assert!(
        left.lines.iter().any(|line| line == "a bot plays for Bob until they are back"),
        "{:?}",
        left.lines
    );
    let ann = ann.end_well();
    assert_eq!(ann.one("leaving")["seat"], 1);
    assert_eq!(ann.one("voters")["voters"], serde_json::json!([0]));
    assert_eq!(ann.all("final").iter().filter(|event| event["kind"]["remove"] == 1).count(), 1);
    assert!(ann.all("final").iter().any(|event| event["kind"] == "stand_in" && event["seat"] == 1));
    let checked = verify(&[room.journal("Ann")], true);
    assert_eq!(parse(&checked.lines[0])["over"], true);
}

#[test]
fn who_is_the_last_at_a_table_just_goes() {
    let room = Room::new();
    let mut ann = room.start("Ann", &["host", GAME, "--seats", "2"]);
    let place = ann.line_with("you are Ann, at ");
    let mut bob = room.start("Bob", &["join", place.rsplit(' ').next().unwrap()]);
    bob.line_with("the game is on");
    ann.line_with("the game is on");
    bob.say("quit");
    assert_eq!(bob.end().code, Some(130));
    ann.line_with("Bob is no longer connected");
    ann.say("leave");
    let left = ann.end();
    assert_eq!((left.code, left.stderr.as_str()), (Some(0), ""), "nobody is left who could agree");
}

#[test]
fn a_signal_to_stop_saves_and_says_so() {
    let room = Room::new();
    for (who, signal, code) in [("Ann", "TERM", 143), ("Bob", "INT", 130)] {
        let mut peer = room.start(who, &["host", GAME, "--seats", "2", "--bots", "1", "--draw", "seed:4"]);
        peer.line_with("your turn:");
        peer.signal(signal);
        let ended = peer.end();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(code), ""), "{signal}");
        assert!(ended.lines.last().unwrap().contains("whistlestop resume"), "{:?}", ended.lines.last());
        let saved = verify(&[room.journal(who)], true);
        assert_eq!(parse(&saved.lines[0])["over"], false);
    }
}

#[test]
fn nothing_is_promised_to_whoever_stops_before_the_game() {
    let room = Room::new();
    let mut ann = room.start("Ann", &["host", GAME, "--seats", "2"]);
    ann.line_with("(open)");
    ann.say("1");
    ann.line_with("that cannot be done: type the number of a choice");
    ann.say("quit");
    let ended = ann.end();
    assert_eq!(ended.code, Some(130));
    assert!(!ended.lines.last().unwrap().contains("resume"), "there is nothing to resume: {:?}", ended.lines);
    room.run("Ann", &["resume"]).refused(&["no unfinished table"]);
}
