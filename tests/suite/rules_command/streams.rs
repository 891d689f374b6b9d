//! Lines of every length and ending, in bulk and one by one, and a reader who goes away.

use std::io::{Read, Write};

use serde_json::json;

use super::peer::{Peer, answers_to, error_in, keys, run, whistlestop};

const NEW: &str = r#"{"cmd":"new","game":"chicago-express","seats":3,"seed":7}"#;
const HASH: &str = r#"{"cmd":"hash"}"#;
const TOO_LONG: &str = "a request is at most 1048576 bytes long";

#[test]
fn no_input_gets_no_answer() {
    assert!(answers_to("").is_empty());
}

#[test]
fn the_last_line_needs_no_end() {
    let answers = answers_to([NEW, HASH].join("\n"));
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["hash"], answers[1]["hash"]);
    assert_eq!(answers_to("{\"cmd\":").len(), 1);
}

#[test]
fn lines_may_end_as_on_windows() {
    let answers = answers_to([NEW, HASH, "nonsense", HASH, ""].join("\r\n"));
    assert_eq!(answers.len(), 4);
    error_in(&answers[2]);
    assert_eq!(answers[0]["hash"], answers[3]["hash"]);
}

#[test]
fn spaces_around_a_request_do_not_matter() {
    assert_eq!(answers_to(format!(" \t{NEW}  \n"))[0]["turn"], json!({"seat": 1}));
}

#[test]
fn a_line_of_ten_megabytes_gets_one_error_whatever_is_in_it() {
    let megabytes = 10 * 1024 * 1024;
    let spaces = format!("{HASH}{}", " ".repeat(megabytes));
    let text = json!({"cmd": "new", "game": "x".repeat(megabytes), "seats": 3}).to_string();
    let garbage = "\u{0}\u{7f}[{".repeat(megabytes / 4);
    for line in [spaces, text, garbage] {
        let answers = answers_to([NEW, &line, HASH, ""].join("\n"));
        assert_eq!(answers.len(), 3);
        assert_eq!(error_in(&answers[1]), TOO_LONG);
        assert_eq!(answers[0]["hash"], answers[2]["hash"]);

        let answers = answers_to([NEW, HASH, &line].join("\n"));
        assert_eq!(answers.len(), 3, "also at the end of the input, without an end of its own");
        assert_eq!(error_in(&answers[2]), TOO_LONG);
    }
}

#[test]
fn the_longest_request_is_exactly_a_megabyte() {
    let padded = |length: usize| format!("{HASH}{}", " ".repeat(length - HASH.len()));
    let limit = 1024 * 1024;
    for end in ["\n", ""] {
        let fits = answers_to(format!("{NEW}\n{}{end}", padded(limit)));
        assert_eq!(fits[0]["hash"], fits[1]["hash"]);
        let too_long = answers_to(format!("{NEW}\n{}{end}", padded(limit + 1)));
        assert_eq!(error_in(&too_long[1]), TOO_LONG);
        assert_eq!(too_long.len(), 2);
    }
}

#[test]
fn thousands_of_requests_at_once_get_their_answers_in_order() {
    let rounds = 2000;
    let round =
        [NEW, r#"{"cmd":"apply","action":{"type":"bid","amount":9}}"#, "", HASH, "{\"cmd\":\"choices\"}", ""];
    let answers = answers_to(round.join("\n").repeat(rounds));
    assert_eq!(answers.len(), rounds * 5);
    for five in answers.chunks(5) {
        assert_eq!(keys(&five[0]), ["turn", "hash", "drawn"]);
        assert_eq!(keys(&five[1]), ["turn", "hash", "notes", "drawn"]);
        error_in(&five[2]);
        assert_eq!(five[3]["hash"], five[1]["hash"]);
        assert_eq!(keys(&five[4]), ["choices"]);
    }
}

#[test]
fn somebody_who_waits_for_each_answer_gets_it() {
    let mut peer = Peer::playing("chicago-express", 3, 7);
    for _ in 0..200 {
        peer.hash();
        error_in(&peer.send(b"nonsense"));
    }
}

#[test]
fn a_request_that_comes_in_pieces_is_answered_when_it_is_whole() {
    let mut child = whistlestop(&["rules"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut answer = [0; 16];
    let (head, tail) = NEW.split_at(20);
    for piece in [head, tail, "\n{\"cmd\":"] {
        stdin.write_all(piece.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }
    stdout.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, br#"{"turn":{"seat":"#, "half of the next request does not hold the answer back");
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest.lines().count(), 2);
    assert!(child.wait().unwrap().success());
}

#[test]
fn when_nobody_reads_the_answers_the_program_ends_quietly() {
    let mut child = whistlestop(&["rules"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // Until the program has gone and the pipe is closed; a program that stayed would be fed for ever.
    let requests = format!("{NEW}\n").repeat(1000);
    let fed = (0..100_000).any(|_| stdin.write_all(requests.as_bytes()).is_err());
    assert!(fed, "the program goes on answering nobody");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success(), "{}", output.status);
}

#[test]
fn random_bytes_get_an_error_a_line() {
    let mut dice = super::peer::Dice(9);
    let mut noise: Vec<u8> = (0..200_000).map(|_| u8::try_from(dice.below(256)).unwrap()).collect();
    noise.push(b'\n');
    let lines = noise.split_inclusive(|&byte| byte == b'\n').count();
    let answers = answers_to(&noise);
    assert_eq!(answers.len(), lines);
    for answer in answers {
        error_in(&answer);
    }
}

#[cfg(unix)]
#[test]
fn input_that_cannot_be_read_ends_the_program_with_a_sentence() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = whistlestop(&["rules"]).stdin(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.starts_with("whistlestop: input or output failed:"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1);
}

#[test]
fn answers_do_not_depend_on_how_the_requests_arrive() {
    let lines = [
        NEW,
        "{\"cmd\":\"choices\"}",
        r#"{"cmd":"apply","action":{"type":"pass"}}"#,
        "{\"cmd\":\"position\"}",
    ];
    let at_once = run(&["rules"], lines.join("\n").as_bytes()).stdout;
    let mut peer = Peer::new();
    let one_by_one: Vec<String> =
        lines.iter().map(|line| peer.send(line.as_bytes()).to_string() + "\n").collect();
    assert_eq!(String::from_utf8(at_once).unwrap(), one_by_one.concat());
}
