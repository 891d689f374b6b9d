//! Whatever is wrong with a request gets one error, and the game stays as it was.

use serde_json::json;

use super::peer::{Peer, answers_to, error_in};

/// A game, and what must be refused in it.
#[track_caller]
fn assert_refused<L: AsRef<[u8]>>(lines: impl IntoIterator<Item = L>) {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for line in lines {
        peer.refusal(line);
    }
    peer.apply(&json!({"type": "bid", "amount": 9}));
}

#[test]
fn lines_that_are_no_request_are_refused() {
    let lines: &[&[u8]] = &[
        b"",
        b"   ",
        b"\t\r",
        b"hello",
        b"{",
        b"}",
        b"{\"cmd\":\"hash\"",
        b"{\"cmd\":\"hash\"} {\"cmd\":\"hash\"}",
        b"{\"cmd\":\"hash\"},",
        b"{'cmd':'hash'}",
        b"{\"cmd\":hash}",
        b"{cmd:\"hash\"}",
        b"[{\"cmd\":\"hash\"}]",
        b"[]",
        b"{}",
        b"null",
        b"true",
        b"7",
        b"\"hash\"",
        b"{\"cmd\":null}",
        b"{\"cmd\":7}",
        b"{\"cmd\":[\"hash\"]}",
        b"{\"cmd\":{\"hash\":{}}}",
        b"{\"CMD\":\"hash\"}",
        b"\xff\xfe",
        b"{\"cmd\":\"ha\xffsh\"}",
        b"{\"cmd\":\"hash\",\"\xc3\x28\":1}",
        b"{\"cmd\":\"\\ud800\"}",
        b"\xef\xbb\xbf{\"cmd\":\"hash\"}",
        b"\0",
        b"\0\0\0\0",
        b"{\"cmd\":\"hash\"}\0",
        b"{\"cmd\":\"ha\0sh\"}",
        b"\x1b[31m{\"cmd\":\"hash\"}",
        b"GET / HTTP/1.1",
    ];
    assert_refused(lines);
}

#[test]
fn an_empty_line_is_told_what_a_request_is() {
    let mut peer = Peer::new();
    assert_eq!(peer.refusal(""), "this line is empty: a request is a line with one JSON object");
}

#[test]
fn unknown_commands_are_refused_with_those_that_exist() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for command in
        ["frobnicate", "", "New", "HASH", " hash", "hash ", "quit", "cmd", "games, new", "hash\0", "hász"]
    {
        let error = peer.refusal(json!({"cmd": command}).to_string());
        assert!(error.starts_with("there is no command"), "{error}");
        assert!(
            error.ends_with("games, new, load, draw, choices, apply, position, standings, hash"),
            "{error}"
        );
    }
}

#[test]
fn fields_too_many_or_too_few_are_refused() {
    assert_refused([
        r#"{"cmd":"games","game":"chicago-express"}"#,
        r#"{"cmd":"hash","viewer":0}"#,
        r#"{"cmd":"choices","x":null}"#,
        r#"{"cmd":"standings","viewer":0}"#,
        r#"{"cmd":"position","seat":0}"#,
        r#"{"cmd":"new"}"#,
        r#"{"cmd":"new","seats":3}"#,
        r#"{"cmd":"new","game":"chicago-express"}"#,
        r#"{"cmd":"new","game":"chicago-express","seats":3,"players":3}"#,
        r#"{"cmd":"new","game":"chicago-express","seats":3,"Seed":3}"#,
        r#"{"cmd":"apply"}"#,
        r#"{"cmd":"apply","type":"pass"}"#,
        r#"{"cmd":"apply","action":{"type":"pass"},"seat":1}"#,
        r#"{"cmd":"load"}"#,
        r#"{"cmd":"load","game":"chicago-express"}"#,
        r#"{"cmd":"draw"}"#,
        r#"{"cmd":"draw","entropy":"00","seed":1}"#,
    ]);
}

#[test]
fn games_that_cannot_begin_leave_the_running_one_alone() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for seats in ["0", "1", "7", "255", "256", "300", "-1", "-9223372036854775808"] {
        let error = peer.refusal(format!(r#"{{"cmd":"new","game":"chicago-express","seats":{seats}}}"#));
        assert_eq!(error, format!("Chicago Express is for 2 to 6 seats, not {seats}"));
    }
    for seats in
        [r#""3""#, "3.5", "3.0", "1e30", "18446744073709551616", "null", "[3]", "{}", "true", "1e400", "03"]
    {
        peer.refusal(format!(r#"{{"cmd":"new","game":"chicago-express","seats":{seats}}}"#));
    }
    for game in
        ["", "chess", "chicago_express", "Chicago Express", "CHICAGO-EXPRESS", "chicago-express ", "../../x"]
    {
        let error = peer.refusal(json!({"cmd": "new", "game": game, "seats": 3}).to_string());
        assert!(error.starts_with("there is no game") && error.contains("chicago-express"), "{error}");
    }
    let error = peer.refusal(r#"{"cmd":"new","game":"chicago-express","seats":3,"options":{"map":"moon"}}"#);
    assert_eq!(error, "Chicago Express has no option \"map\"");
    for rest in [
        r#""game":7,"seats":3"#,
        r#""game":null,"seats":3"#,
        r#""game":["chicago-express"],"seats":3"#,
        r#""game":"chicago-express","seats":3,"options":null"#,
        r#""game":"chicago-express","seats":3,"options":[]"#,
        r#""game":"chicago-express","seats":3,"options":{"":true}"#,
        r#""game":"chicago-express","seats":3,"seed":-1"#,
        r#""game":"chicago-express","seats":3,"seed":1.5"#,
        r#""game":"chicago-express","seats":3,"seed":"7""#,
        r#""game":"chicago-express","seats":3,"seed":null"#,
        r#""game":"chicago-express","seats":3,"seed":18446744073709551616"#,
        r#""game":"chicago-express","seats":3,"chance":"luck""#,
        r#""game":"chicago-express","seats":3,"chance":null"#,
        r#""game":"chicago-express","seats":3,"chance":0"#,
    ] {
        peer.refusal(format!(r#"{{"cmd":"new",{rest}}}"#));
    }
}

#[test]
fn a_viewer_who_does_not_sit_here_is_refused() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for viewer in ["3", "5", "6", "255", "256", "-1", "9223372036854775807"] {
        let error = peer.refusal(format!(r#"{{"cmd":"position","viewer":{viewer}}}"#));
        assert_eq!(error, format!("there is no seat {viewer} in this game"));
    }
    for viewer in ["1.5", r#""1""#, "[1]", "true", "{}", "9223372036854775808"] {
        peer.refusal(format!(r#"{{"cmd":"position","viewer":{viewer}}}"#));
    }
}

#[test]
fn actions_that_are_none_are_refused_with_what_is_wrong() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for (action, why) in [
        ("null", "an action is an object with a \"type\""),
        ("7", "an action is an object with a \"type\""),
        (r#""pass""#, "an action is an object with a \"type\""),
        (r#"["pass"]"#, "an action is an object with a \"type\""),
        ("{}", "an action needs a \"type\" that is a text"),
        (r#"{"type":null}"#, "an action needs a \"type\" that is a text"),
        (r#"{"type":{"bid":{"amount":9}}}"#, "an action needs a \"type\" that is a text"),
        (r#"{"bid":{"amount":9}}"#, "an action needs a \"type\" that is a text"),
        (r#"{"type":"bid"}"#, "missing field `amount`"),
        (r#"{"type":"bid","amount":9,"seat":1}"#, "unknown field `seat`, expected `amount`"),
        (r#"{"type":"pass","amount":9}"#, "pass has no field `amount`"),
        (r#"{"type":"place","company":"PRR"}"#, "missing field `hex`"),
        (r#"{"type":"offer","company":"XYZ"}"#, "there is no company \"XYZ\""),
        (r#"{"type":"offer","company":"prr"}"#, "there is no company \"prr\""),
        (r#"{"type":"offer","company":"Wabash"}"#, "there is no company \"Wabash\""),
        (r#"{"type":"offer","company":0}"#, "invalid type: number `0`, expected a text"),
        (r#"{"type":"place","company":"PRR","hex":"Z99"}"#, "there is no hex \"Z99\""),
        (r#"{"type":"develop","hex":""}"#, "there is no hex \"\""),
        (
            r#"{"type":"choose","dial":"clock"}"#,
            "unknown name `clock`, expected one of `auction`, `expansion`, `development`",
        ),
        (
            r#"{"type":"fly"}"#,
            "unknown name `fly`, expected one of `choose`, `offer`, `place`, `develop`, `done`, `decline`, `bid`, `pass`",
        ),
    ] {
        let error = peer.refusal(format!(r#"{{"cmd":"apply","action":{action}}}"#));
        assert_eq!(error, format!("not an action of this game: {why}"));
    }
}

#[test]
fn absurd_amounts_are_refused() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for (amount, why) in [
        ("-9223372036854775808", "the first bid must be at least $7"),
        ("-9", "the first bid must be at least $7"),
        ("0", "the first bid must be at least $7"),
        ("6", "the first bid must be at least $7"),
        ("41", "you have only $40 to bid with"),
        ("9223372036854775807", "you have only $40 to bid with"),
        ("9.5", "not an action of this game: invalid type: number `9.5`, expected a whole number"),
        ("9.0", "not an action of this game: invalid type: number `9.0`, expected a whole number"),
        ("\"9\"", "not an action of this game: invalid type: text \"9\", expected a whole number"),
        ("null", "not an action of this game: invalid type: null, expected a whole number"),
        ("[9]", "not an action of this game: invalid type: list, expected a whole number"),
        ("{}", "not an action of this game: invalid type: object, expected a whole number"),
    ] {
        let error = peer.refusal(format!(r#"{{"cmd":"apply","action":{{"type":"bid","amount":{amount}}}}}"#));
        assert_eq!(error, why, "{amount}");
    }
    for amount in
        ["9223372036854775808", "1e400", "-1e400", "1e30", "09", "+9", "0x9", "NaN", "Infinity", "9_0"]
    {
        peer.refusal(format!(r#"{{"cmd":"apply","action":{{"type":"bid","amount":{amount}}}}}"#));
    }
}

#[test]
fn actions_out_of_turn_are_refused_with_what_to_do_instead() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    let refused =
        |peer: &mut Peer, action: &str| peer.refusal(format!(r#"{{"cmd":"apply","action":{action}}}"#));
    for action in [
        r#"{"type":"choose","dial":"auction"}"#,
        r#"{"type":"offer","company":"PRR"}"#,
        r#"{"type":"place","company":"PRR","hex":"R4"}"#,
        r#"{"type":"develop","hex":"I6"}"#,
        r#"{"type":"done"}"#,
        r#"{"type":"decline"}"#,
    ] {
        assert_eq!(refused(&mut peer, action), "an auction is under way: bid or pass");
    }
    for _ in 0..4 {
        peer.apply(&json!({"type": "bid", "amount": 8}));
        peer.apply(&json!({"type": "pass"}));
        peer.apply(&json!({"type": "pass"}));
    }
    assert_eq!(refused(&mut peer, r#"{"type":"pass"}"#), "the turn begins with the choice of a dial");
    peer.apply(&json!({"type": "choose", "dial": "expansion"}));
    assert_eq!(
        refused(&mut peer, r#"{"type":"done"}"#),
        "nothing has been placed yet: place a locomotive or decline"
    );
    for (hex, why) in
        [("A2", "Chicago (A2) is not beside the network of PRR"), ("R5", "PRR already has a locomotive on")]
    {
        let error = refused(&mut peer, &format!(r#"{{"type":"place","company":"PRR","hex":"{hex}"}}"#));
        assert!(error.starts_with(why), "{error}");
    }
}

#[test]
fn before_a_game_has_begun_everything_that_needs_one_is_refused() {
    let asked = [
        r#"{"cmd":"choices"}"#,
        r#"{"cmd":"apply","action":{"type":"pass"}}"#,
        r#"{"cmd":"apply","action":"nonsense"}"#,
        r#"{"cmd":"position"}"#,
        r#"{"cmd":"position","viewer":0}"#,
        r#"{"cmd":"standings"}"#,
        r#"{"cmd":"hash"}"#,
        r#"{"cmd":"draw","entropy":"00"}"#,
    ];
    let answers = answers_to(asked.join("\n"));
    assert_eq!(answers.len(), asked.len());
    for answer in answers {
        assert_eq!(error_in(&answer), "no game has begun: send new or load first");
    }
}

#[test]
fn an_error_stays_short_whatever_it_would_have_to_quote() {
    let long = "x".repeat(900_000);
    let wide = "é\u{1F682}\\\"".repeat(50_000);
    for text in [&long, &wide] {
        assert_refused(
            [
                json!({"cmd": text}),
                json!({"cmd": "new", "game": text, "seats": 3}),
                json!({"cmd": "new", "game": "chicago-express", "seats": text}),
                json!({"cmd": "new", "game": "chicago-express", "seats": 3, "chance": text}),
                json!({"cmd": "new", "game": "chicago-express", "seats": 3, "options": {text.as_str(): 1}}),
                json!({"cmd": "hash", text.as_str(): 1}),
                json!({"cmd": "draw", "entropy": text}),
                json!({"cmd": "position", "viewer": text}),
                json!({"cmd": "apply", "action": text}),
                json!({"cmd": "apply", "action": {"type": text}}),
                json!({"cmd": "apply", "action": {"type": "pass", text.as_str(): 1}}),
                json!({"cmd": "apply", "action": {"type": "bid", "amount": text}}),
                json!({"cmd": "apply", "action": {"type": "offer", "company": text}}),
                json!({"cmd": "load", "position": {"game": text}}),
                json!({"cmd": "load", "position": {"game": "chicago-express", "phase": text}}),
            ]
            .map(|request| request.to_string()),
        );
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let deep = 100_000;
    assert_refused([
        "[".repeat(deep),
        "{\"cmd\":".repeat(deep),
        format!("{}{}", "[".repeat(deep), "]".repeat(deep)),
        format!(r#"{{"cmd":"apply","action":{}{}}}"#, "[".repeat(deep), "]".repeat(deep)),
        format!(r#"{{"cmd":"load","position":{}1{}}}"#, r#"{"game":"#.repeat(deep), "}".repeat(deep)),
        format!(r#"{{"cmd":"new","game":"chicago-express","seats":3,"options":{}"#, "[{\"a\":".repeat(deep)),
    ]);
}
