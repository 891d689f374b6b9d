//! What programs read and write, `docs/events.schema.json`: it says what the code does, and what it says is checked.
//!
//! Every line that a peer of the other tests writes is checked against it too (`loopback::kit`).
#![expect(clippy::unwrap_used, clippy::panic, reason = "what tests share is a test too")]

mod planted;
mod samples;
pub(crate) mod schema;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use samples::{LIVE, samples};
use schema::Schema;

/// The names of all events that the code tells: each is made by `told`, with its name written out.
fn told_by_the_code(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names.extend(told_by_the_code(&path));
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        assert!(!code.contains("\"event\": \""), "an event that is not made by `told`");
        for call in code.split("told(").skip(1) {
            let name = call.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
            names.extend(name.map(str::to_owned));
        }
    }
    names
}

#[test]
fn the_schema_has_the_events_of_the_code_and_no_others() {
    let schema = Schema::of_events();
    let told = told_by_the_code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"));
    assert!(told.len() > 30, "they were found: {told:?}");
    assert_eq!(told, schema.names("event"));
}

#[test]
fn an_event_of_every_kind_is_as_the_schema_says() {
    let schema = Schema::of_events();
    let mut seen = BTreeSet::new();
    for event in samples() {
        schema.check("event", &event).unwrap_or_else(|why| panic!("{why} in {event}"));
        seen.insert(event["event"].as_str().unwrap().to_owned());
    }
    // Real peers tell these (`loopback::events`).
    seen.extend(LIVE.map(str::to_owned));
    assert_eq!(seen, schema.names("event"));
}

#[test]
fn the_schema_has_the_codes_of_errors_of_the_code_and_no_others() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/failure.rs")).unwrap();
    let words = text.split("fn word(").nth(1).unwrap().split("    }\n    }\n").next().unwrap();
    let words: Vec<&str> = words.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let listed = Schema::of_events().error_codes();
    assert_eq!(words, listed.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn every_definition_is_used_and_every_keyword_is_checked() {
    let schema = Schema::of_events();
    schema.check_itself().unwrap();
    for (event, bad) in [("event", json!({"v": 1, "event": "dance"})), ("command", json!({"cmd": "dance"}))] {
        schema.check(event, &bad).unwrap_err();
    }
}

/// The commands that the program takes are named when it is given another.
#[cfg(unix)]
#[test]
fn the_schema_has_the_commands_of_the_code_and_no_others() {
    let room = crate::loopback::kit::Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    ann.event("gathering");
    ann.say(r#"{"cmd":"dance"}"#);
    let why = ann.event("refused")["why"].as_str().unwrap().to_owned();
    let listed = why.split("expected one of ").nth(1).unwrap().split(" at line").next().unwrap();
    let names: BTreeSet<String> = listed.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let schema = Schema::of_events();
    assert_eq!(names, schema.names("command"));
    // What the schema takes is understood; what it does not is not.
    for (command, fits) in planted::commands() {
        assert_eq!(schema.check("command", &command).is_ok(), fits, "{command}");
        ann.tell(&command);
        let why = ann.event("refused")["why"].as_str().unwrap().to_owned();
        assert_eq!(!why.contains("commands are act"), fits, "{command}: {why}");
    }
}
