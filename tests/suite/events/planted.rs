//! What must be found: events and commands that are wrong in one thing.

use serde_json::{Value, json};

use super::schema::Schema;

/// Commands for a table that has not begun, where each is refused: those that the schema takes, and those it does not.
pub(crate) fn commands() -> Vec<(Value, bool)> {
    vec![
        (json!({"cmd": "act", "actions": [{"type": "pass"}]}), true),
        (json!({"cmd": "bot", "seat": 1}), true),
        (json!({"cmd": "give_back", "seat": 1}), true),
        (json!({"cmd": "take_back", "to": 3}), true),
        (json!({"cmd": "come_back"}), true),
        (json!({"cmd": "go_on"}), true),
        (json!({"cmd": "go_on", "wants": false}), true),
        (json!({"cmd": "go_on", "wants": 1}), false),
        (json!({"cmd": "act"}), false),
        (json!({"cmd": "act", "actions": "pass"}), false),
        (json!({"cmd": "bot", "seat": -1}), false),
        (json!({"cmd": "bot", "seat": 256}), false),
        (json!({"cmd": "bot", "seat": 1, "why": "x"}), false),
        (json!({"cmd": "take_back", "to": "all"}), false),
        (json!({"cmd": "leave_out", "seat": 1}), false),
    ]
}

#[test]
fn an_event_that_is_wrong_in_one_thing_is_found() {
    let schema = Schema::of_events();
    let hash = "ab".repeat(32);
    let table = &json!({
        "v": 1, "event": "table", "table": hash, "name": "table 7", "game": "chicago-express", "seat": 1,
        "seats": [{"bot": "greedy/2"}, {"name": "Ann", "key": hash}], "draw": "fresh", "clock": null, "phrase": "a b c d",
        "journal": "a.wsl", "carries_on": null,
    });
    schema.check("event", table).unwrap();
    let end = json!({"v": 1, "event": "end", "games": 1});
    schema.check("event", &end).unwrap();
    let with = |event: &Value, field: &str, value: Value| {
        let mut event = event.clone();
        event[field] = value;
        event
    };
    let without = |event: &Value, field: &str| {
        let mut event = event.clone();
        event.as_object_mut().unwrap().remove(field);
        event
    };
    let wrong = [
        ("without a version", without(table, "v")),
        ("of another version", with(table, "v", json!(2))),
        ("without a name", without(table, "event")),
        ("of no kind", with(table, "event", json!("chair"))),
        ("with a field more", with(table, "colour", json!("red"))),
        ("with a field less", without(table, "phrase")),
        ("with a seat that no table has", with(table, "seat", json!(6))),
        ("with a seat that is a word", with(table, "seat", json!("first"))),
        ("with half a hash", with(table, "table", json!("ab"))),
        ("with a hash in capitals", with(table, "table", json!("AB".repeat(32)))),
        ("with nobody", with(table, "seats", json!([]))),
        ("with somebody who has no key", with(table, "seats", json!([{"name": "Ann"}]))),
        ("that ends in two ways", with(&end, "left", json!(true))),
        ("that ends for no reason", json!({"v": 1, "event": "end", "quit": true})),
        (
            "with an error of no kind",
            json!({"v": 1, "event": "error", "code": "bad", "text": "x", "advice": "y"}),
        ),
        (
            "with an error that helps nobody",
            json!({"v": 1, "event": "error", "code": "home", "text": "x", "advice": ""}),
        ),
        ("that is no event", json!("end")),
    ];
    for (what, event) in wrong {
        assert!(schema.check("event", &event).is_err(), "an event {what} was let through: {event}");
    }
}
