//! Commands of programs: a JSON object a line.

use serde_json::{Value, json};

use super::kit::{Peer, Room};

/// Two players at a table, both moved by the test; the one who opens first.
fn two(room: &Room) -> [Peer; 2] {
    let mut ann = room.host("Ann", &["--seats", "2", "--draw", "seed:1"]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    let opener = ann.final_at(1)["drawn"][0]["banker"].as_u64().unwrap();
    bob.final_at(1);
    if opener == 0 { [ann, bob] } else { [bob, ann] }
}

/// Reads up to what a command was answered with.
#[track_caller]
fn refusal(peer: &mut Peer, command: &str) -> String {
    peer.say(command);
    peer.event("refused")["why"].as_str().unwrap().to_owned()
}

#[test]
fn legal_moves_are_made_and_illegal_ones_refused_with_the_rule() {
    let room = Room::new();
    let [mut first, mut second] = two(&room);
    let turn = first.event("your_turn");
    let choices = turn["choices"].as_array().unwrap();
    assert_eq!(choices[0]["action"]["type"], "bid");
    let least = choices[0]["amount"]["min"].as_i64().unwrap();
    let too_low = json!({"cmd": "act", "actions": [{"type": "bid", "amount": least - 1}]});
    let why = refusal(&mut first, &too_low.to_string());
    assert!(why.contains("CE-"), "the rule's id is missing: {why}");
    // Nothing has changed: the least bid is still one, and is the next entry.
    first.act(&json!({"type": "bid", "amount": least}));
    let (here, there) = (first.final_at(2), second.final_at(2));
    assert_eq!((here["index"].as_u64(), &here["hash"]), (Some(2), &there["hash"]));
    assert_eq!(here["actions"], json!([{"type": "bid", "amount": least}]));
    let why = refusal(&mut first, r#"{"cmd":"act","actions":[{"type":"pass"}]}"#);
    assert!(why.contains("not your turn"), "{why}");
    second.event("your_turn");
    second.act(&json!({"type": "pass"}));
    assert_eq!(first.final_at(3)["hash"], second.final_at(3)["hash"]);
}

#[test]
fn what_is_no_command_is_refused_and_the_next_one_heard() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    ann.event("gathering");
    for garbage in [
        "hello",
        "{",
        "[]",
        "{}",
        "null",
        r#"{"cmd":"dance"}"#,
        r#"{"cmd":"leave_out","seat":1}"#,
        r#"{"cmd":"act"}"#,
        r#"{"cmd":"act","actions":"pass"}"#,
        r#"{"cmd":"bot","seat":-1}"#,
        r#"{"cmd":"bot","seat":1,"why":"x"}"#,
        r#"{"cmd":"take_back","to":99999999999999999999}"#,
    ] {
        let why = refusal(&mut ann, garbage);
        assert!(why.contains("commands are act, bot"), "{garbage}: {why}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    refusal(&mut ann, &deep);
    // Bytes that are no text, and an end of line of another system.
    ann.write(b"\xff\xfe{\"cmd\":\"quit\"}\n");
    ann.event("refused");
    ann.write(b"\r\n  \n");
    let why = refusal(&mut ann, r#"{"cmd":"act","actions":[]}"#);
    assert!(why.contains("no table yet"), "{why}");
    ann.say("{\"cmd\":\"quit\"}\r");
    let ended = ann.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(130), ""));
    assert_eq!(ended.events().last(), Some(&json!({"v": 1, "event": "end", "quit": true, "why": "quit"})));
}

#[test]
fn moves_that_no_game_has_are_refused_and_change_nothing() {
    let room = Room::new();
    let [mut first, mut second] = two(&room);
    first.event("your_turn");
    for actions in [
        "[]",
        "[1]",
        "[null]",
        r#"[{"type":"fly"}]"#,
        r#"[{"type":"bid"}]"#,
        r#"[{"type":"bid","amount":"7"}]"#,
        r#"[{"type":"bid","amount":7.5}]"#,
        r#"[{"type":"bid","amount":-9223372036854775808}]"#,
        r#"[{"type":"pass"},{"type":"pass"},{"type":"pass"},{"type":"pass"}]"#,
    ] {
        refusal(&mut first, &format!(r#"{{"cmd":"act","actions":{actions}}}"#));
    }
    let many = vec![json!({"type": "pass"}); 1000];
    refusal(&mut first, &json!({"cmd": "act", "actions": many}).to_string());
    for vote in ["bot", "give_back"] {
        for seat in [2, 7, 255] {
            let why = refusal(&mut first, &json!({"cmd": vote, "seat": seat}).to_string());
            assert!(!why.is_empty(), "{vote} {seat}");
        }
    }
    first.act(&json!({"type": "pass"}));
    let (here, there) = (first.final_at(2), second.final_at(2));
    assert_eq!((&here["index"], &here["hash"]), (&json!(2), &there["hash"]));
}

#[test]
fn a_move_is_taken_back_when_all_agree() {
    let room = Room::new();
    let [mut first, mut second] = two(&room);
    let start = first.event("your_turn");
    first.act(&json!({"type": "bid", "amount": 9}));
    assert_eq!(first.final_at(2)["hash"], second.final_at(2)["hash"]);
    first.tell(&json!({"cmd": "take_back", "to": 1}));
    let wanted = second.event("wanted");
    assert_eq!(wanted["change"], json!({"take_back": 1}));
    second.tell(&json!({"cmd": "take_back", "to": 1}));
    let (here, there) = (first.final_at(3), second.final_at(3));
    assert_eq!((&here["kind"], &here["hash"]), (&json!({"take_back": 1}), &there["hash"]));
    let again = first.event("your_turn");
    assert_eq!(again["choices"], start["choices"], "as if the bid had never been");
    first.act(&json!({"type": "pass"}));
    assert_eq!(first.final_at(4)["hash"], second.final_at(4)["hash"]);
}

#[test]
fn nothing_is_taken_back_across_a_draw_or_from_the_future() {
    let room = Room::new();
    let [mut first, _second] = two(&room);
    first.event("your_turn");
    // Entry 1 is the draw of who opens.
    for to in [0, 1, 2, 4_000_000_000_u32] {
        let why = refusal(&mut first, &json!({"cmd": "take_back", "to": to}).to_string());
        assert!(why.contains("cannot be made now"), "{to}: {why}");
    }
}

#[test]
fn chat_is_heard_and_what_upsets_a_screen_is_not_sent() {
    let room = Room::new();
    let [mut first, mut second] = two(&room);
    for text in ["", "\u{7}", &"x".repeat(501)] {
        let why = refusal(&mut first, &json!({"cmd": "chat", "text": text}).to_string());
        assert!(why.contains("500 bytes"), "{text:?}: {why}");
    }
    for (text, fit) in [("a\u{1b}[2Jb", "ab"), ("a\nb", "a b"), ("left\u{202e}right", "leftright")] {
        first.tell(&json!({"cmd": "chat", "text": text}));
        assert_eq!(second.event("chat")["text"], fit, "{text:?}");
    }
    let text = "Grüße! 🚂 \"quoted\" \\ 'single'";
    first.tell(&json!({"cmd": "chat", "text": text}));
    let heard = second.event("chat");
    assert_eq!(heard["text"], text, "and none of the refused ones before it");
    assert!(["Ann", "Bob"].contains(&heard["name"].as_str().unwrap()));
}

#[test]
fn a_spectator_can_vote_for_nothing_and_move_nobody() {
    let room = Room::new();
    let [mut first, mut second] = two(&room);
    let mut eve = room.watch("Eve", &mut first, &[]);
    eve.final_at(1);
    for command in [
        json!({"cmd": "act", "actions": [{"type": "pass"}]}),
        json!({"cmd": "bot", "seat": 0}),
        json!({"cmd": "take_back", "to": 1}),
        json!({"cmd": "come_back"}),
    ] {
        let why = refusal(&mut eve, &command.to_string());
        assert!(why.contains("watching"), "{command}: {why}");
    }
    first.event("your_turn");
    first.act(&json!({"type": "pass"}));
    let hash = second.final_at(2)["hash"].clone();
    assert_eq!(eve.final_at(2)["hash"], hash);
    eve.tell(&json!({"cmd": "leave"}));
    let left: Value = eve.end().events().pop().unwrap();
    assert_eq!(left["event"], "end", "{left}");
}

#[test]
fn the_end_of_input_is_no_end_of_the_game() {
    let room = Room::new();
    let args = ["--seats", "3", "--bots", "2", "--bot", "random", "--draw", "seed:3"];
    let mut ann = room.host("Ann", &args);
    ann.close_input();
    ann.end_well();
}
