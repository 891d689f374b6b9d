//! Recording: simple players that a plan describes, and a search for games that show what the plan wants.
//!
//! A plan says how willingly each kind of choice is made. Its games are those of the first seed, for each
//! number of seats, that lead to what it wants; so the same plans and rules give the same recordings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};
use whistlestop::engine::any_game::{ActionBytes, AnyChoice, AnyGame, GameEntry};
use whistlestop::engine::game::{Heard, Notes, Setup, Turn};

use super::fixture::{Header, action_line, draw_line, last_line};
use super::folder;
use crate::common::table::{Picks, Table, with_amount};

/// After so many seeds a plan is taken to want what its players never reach.
const MAX_SEEDS: u64 = 3_000;

/// What is recorded of a game: the folder's `plans.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plans {
    pub(crate) coverage: Coverage,
    plan: Vec<Plan>,
}

/// What the recordings of a game must show, whoever recorded them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Coverage {
    /// Each is the last note of some game.
    pub(crate) endings: Vec<String>,
    /// Each is part of a note of some game.
    pub(crate) notes: Vec<String>,
    /// Some game has more than one winner.
    pub(crate) shared_victory: bool,
}

/// Players of one kind, and what their games are wanted for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    name: String,
    seats: Vec<u8>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    /// By an action's type, or its type and the value of a field: how many times as willingly as others.
    #[serde(default)]
    weights: BTreeMap<String, u32>,
    #[serde(default)]
    amounts: Amounts,
    #[serde(default)]
    places: Places,
    #[serde(default)]
    wanted: Wanted,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Amounts {
    #[default]
    Any,
    Least,
    Most,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Places {
    #[default]
    Any,
    /// Of choices with a price only the cheapest are made.
    Cheapest,
    /// Of choices with a place only the first by the place's name are made.
    First,
}

/// What a game must show to be recorded.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wanted {
    /// The last note.
    ending: Option<String>,
    /// Each is part of a note.
    notes: Vec<String>,
    shared_victory: bool,
}

/// A game as it will be written.
#[derive(Debug)]
struct Recording {
    lines: String,
    /// The number of the step whose line comes next: the header stands before the first.
    step: usize,
    notes: Vec<String>,
    winners: usize,
}

impl Plans {
    pub(crate) fn of(entry: &GameEntry) -> Self {
        let text = fs::read_to_string(folder(entry).join("plans.toml")).expect("a game has a plans.toml");
        toml::from_str(&text).expect("plans.toml holds plans")
    }
}

/// Writes the games of all plans.
pub(crate) fn record(entry: &GameEntry, folder: &Path) {
    for plan in Plans::of(entry).plan {
        for &seats in &plan.seats {
            let setup = Setup { seats, options: plan.options.clone() };
            let mut games = (0..MAX_SEEDS).map(|seed| plan.play(entry, &setup, seed));
            let found = games.find(|recording| plan.wanted.is_shown_by(recording));
            let Some(recording) = found else {
                unreachable!("no seed gives plan {} what it wants with {seats} seats", plan.name);
            };
            let path = folder.join(format!("{}-{seats}.jsonl", plan.name));
            fs::write(path, recording.lines).expect("a recording can be written");
        }
    }
}

impl Wanted {
    fn is_shown_by(&self, recording: &Recording) -> bool {
        let Recording { notes, winners, .. } = recording;
        self.ending.as_ref().is_none_or(|ending| notes.last() == Some(ending))
            && self.notes.iter().all(|phrase| notes.iter().any(|note| note.contains(phrase)))
            && (!self.shared_victory || *winners > 1)
    }
}

impl Plan {
    fn play(&self, entry: &GameEntry, setup: &Setup, seed: u64) -> Recording {
        let (mut table, mut picks) = (Table::begin(entry, setup, seed), Picks::new(seed));
        let mut recording = Recording { lines: String::new(), step: 0, notes: Vec::new(), winners: 0 };
        recording.push(&json!(Header::new(entry.meta, &table.setup, seed)));
        let mut last = Heard::default();
        while table.game.turn() != Turn::Over {
            assert!(table.actions() <= entry.meta.max_actions, "the game does not end");
            let mut notes = Notes::kept();
            if let Turn::Seat(seat) = table.game.turn() {
                let action = self.decide(table.game.as_ref(), &mut picks);
                table.apply(&action, &mut notes).expect("a listed choice is accepted");
                let json = table.game.action_to_json(&action).expect("an action shows as JSON");
                last = notes.into_heard();
                recording.push(&action_line(recording.step, &table, seat.number(), &json));
            } else {
                table.draw(&mut notes);
                last = notes.into_heard();
                recording.push(&draw_line(recording.step, &table, &last));
            }
            recording.notes.extend(last.said.iter().map(ToString::to_string));
        }
        recording.push(&last_line(&table, &last.said));
        recording.winners = table.game.standings().iter().filter(|standing| standing.rank == 1).count();
        recording
    }

    fn decide(&self, game: &dyn AnyGame, picks: &mut Picks) -> ActionBytes {
        let choices = game.choices();
        let choice = self.choose(&choices, picks);
        match (choice.amount, self.amounts) {
            (Some(range), Amounts::Least) => with_amount(game, choice, range.min),
            (Some(range), Amounts::Most) => with_amount(game, choice, range.max),
            _ => picks.action(game, choice),
        }
    }

    fn choose<'a>(&self, choices: &'a [AnyChoice], picks: &mut Picks) -> &'a AnyChoice {
        let mut liked: Vec<(&AnyChoice, usize)> = choices.iter().map(|c| (c, self.weight(c))).collect();
        liked.retain(|(_, weight)| *weight > 0);
        match self.places {
            Places::Any => {}
            Places::Cheapest => keep_least(&mut liked, |choice| choice.price),
            Places::First => keep_least(&mut liked, |choice| choice.place.clone()),
        }
        let total: usize = liked.iter().map(|(_, weight)| weight).sum();
        if total == 0 {
            return picks.one(choices);
        }
        let mut rest = picks.below(total);
        let chosen = liked.into_iter().find(|(_, weight)| {
            let found = rest < *weight;
            rest = rest.saturating_sub(*weight);
            found
        });
        chosen.expect("the rest is below the total").0
    }

    /// All weights of the plan that fit the choice, multiplied.
    fn weight(&self, choice: &AnyChoice) -> usize {
        let fields = choice.json.as_object().expect("an action is an object");
        let kind = fields["type"].as_str().unwrap_or_default();
        let names = fields.values().filter_map(Value::as_str).map(|value| format!("{kind} {value}"));
        let keys = names.chain([kind.to_owned()]);
        keys.filter_map(|key| self.weights.get(&key)).map(|&weight| weight as usize).product()
    }
}

/// Of those with a key keeps only the ones with the least.
fn keep_least<K: Ord>(choices: &mut Vec<(&AnyChoice, usize)>, key: impl Fn(&AnyChoice) -> Option<K>) {
    let least = choices.iter().filter_map(|(choice, _)| key(choice)).min();
    choices.retain(|(choice, _)| key(choice).is_none_or(|key| Some(key) == least));
}

impl Recording {
    fn push(&mut self, line: &Value) {
        writeln!(self.lines, "{line}").expect("a text takes a line");
        self.step += 1;
    }
}
