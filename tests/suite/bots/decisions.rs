//! Recorded decisions: a bot whose decisions change needs another version, or the peers of two versions part ways.
//!
//! `tests/fixtures/bots/decisions.jsonl` holds a position a line and what each bot does there.
//! `WHISTLESTOP_RECORD=bots cargo test --release --test suite bots::` records them anew; that is right only after a bot got
//! a new version or a game new rules. Recorded by an optimised build and checked by one for tests, they also show that
//! different builds decide alike.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use whistlestop::bots::BOTS;
use whistlestop::engine::any_game::{AnyGame, GameEntry};
use whistlestop::engine::bot::Bot;
use whistlestop::engine::game::{Notes, Setup, Turn, Viewer};
use whistlestop::games;

use super::{every_setup, patience, play_anything};
use crate::common::table::{Picks, Table};

/// So many decisions lie between two that are recorded: about six positions a game remain.
const APART: u32 = 37;

/// `normal`, which takes its time, is asked at one of so many.
const NORMAL_APART: usize = 16;

/// Recorded as well, so that the shortest games show something too.
const EARLY: [u32; 2] = [9, 18];

#[test]
fn bots_decide_as_they_were_recorded() {
    let text = recorded();
    for (line, entry) in (1..).zip(text.lines()) {
        let shown: Value = serde_json::from_str(entry).unwrap();
        let id = shown["position"]["game"].as_str().unwrap();
        let game = (games::find(id).unwrap().load)(&shown["position"]).unwrap();
        for bot in asked(line) {
            let decided = decision(bot, game.as_ref());
            let name = bot.name();
            assert_eq!(shown[name], decided, "line {line}: {name} decides differently: raise its version");
        }
    }
}

#[test]
fn there_are_recorded_decisions_of_every_game_and_number_of_seats() {
    let text = recorded();
    for (entry, setup) in shipped() {
        let of_setup = text.lines().filter(|line| {
            let shown: Value = serde_json::from_str(line).unwrap();
            let game =
                (games::find(shown["position"]["game"].as_str().unwrap()).unwrap().load)(&shown["position"]);
            let game = game.unwrap();
            game.meta().id == entry.meta.id && game.standings().len() == usize::from(setup.seats)
        });
        assert!(of_setup.count() >= 3, "{} with {} seats", entry.meta.id, setup.seats);
    }
}

/// Peers of two versions meet only at games that are shipped.
fn shipped() -> impl Iterator<Item = (&'static GameEntry, Setup)> {
    every_setup().filter(|(entry, _)| games::find(entry.meta.id).is_some())
}

/// Who is asked at a line: all that are quick to answer everywhere, `normal` here and there. `hard` only looks at more.
fn asked(line: usize) -> impl Iterator<Item = &'static dyn Bot> {
    let is_asked = move |bot: &dyn Bot| match bot.name() {
        "hard/2" => false,
        "normal/2" => line.is_multiple_of(NORMAL_APART),
        _ => true,
    };
    BOTS.iter().copied().filter(move |bot| is_asked(*bot))
}

fn decision(bot: &dyn Bot, game: &dyn AnyGame) -> Value {
    let actions = bot.decide(game);
    actions.iter().map(|action| game.action_to_json(action).expect("an action shows as JSON")).collect()
}

/// The recorded lines; recorded anew first if that is wanted, once for all tests.
fn recorded() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bots/decisions.jsonl");
        if std::env::var("WHISTLESTOP_RECORD").is_ok_and(|what| what == "bots") {
            fs::write(&path, record()).expect("the recording can be written");
        }
        fs::read_to_string(&path).expect("decisions are recorded")
    });
    &TEXT
}

fn record() -> String {
    let mut lines = String::new();
    let mut count = 0;
    for (entry, setup) in shipped() {
        let (mut table, mut picks) = (Table::begin(entry, &setup, 12), Picks::new(12));
        while table.game.turn() != Turn::Over {
            if table.game.turn() == Turn::Chance {
                table.draw(&mut Notes::ignored());
                continue;
            }
            let game = table.game.as_ref();
            let done = table.actions();
            if done.is_multiple_of(APART * patience(entry)) || EARLY.contains(&done) {
                let position = game.position(Viewer::Everything);
                let mut line = Map::from_iter([("position".to_owned(), position)]);
                count += 1;
                line.extend(asked(count).map(|bot| (bot.name().to_owned(), decision(bot, game))));
                writeln!(lines, "{}", json!(line)).expect("a text takes a line");
            }
            play_anything(&mut table, &mut picks);
        }
    }
    lines
}
