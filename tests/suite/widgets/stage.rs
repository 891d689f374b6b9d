//! A moment of a recorded game, in the plain data that widgets take: a seat has drafted a first hex and may go on.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use whistlestop::engine::any_game::AnyGame;
use whistlestop::engine::game::{Notes, Setup, Turn, Viewer};
use whistlestop::engine::money::Money;
use whistlestop::engine::scene::{FigureTable as Figures, Panel, Scene, Series};
use whistlestop::engine::seat::Seat;
use whistlestop::games;
use whistlestop::tui::widgets::Names;
use whistlestop::tui::widgets::board::Mark;
use whistlestop::tui::widgets::chart::Track;
use whistlestop::tui::widgets::log::{LogKind, LogLine};
use whistlestop::tui::widgets::menu::{Amount, ChoiceKind, MenuEntry};

use super::table::Table;

const GAME: &str = "chicago-express";
const RECORDING: &str = "wabash-chicago-4.jsonl";

/// How many of the recording's lines lie before the moment at least.
const PLAYED: usize = 100;

/// The moment, played once for all tests.
pub(crate) fn stage() -> &'static Stage {
    static STAGE: LazyLock<Stage> = LazyLock::new(Stage::new);
    &STAGE
}

/// Everything that widgets show of the moment.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) before: Scene,
    pub(crate) after: Scene,
    pub(crate) names: Vec<String>,
    pub(crate) turn: Seat,
    pub(crate) marks: BTreeMap<String, Mark>,
    pub(crate) choices: Vec<MenuEntry>,
    pub(crate) log: Vec<LogLine>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) rules: &'static str,
}

impl Stage {
    /// Plays the recording up to the moment.
    fn new() -> Self {
        let names: Vec<String> = ["Ann", "Ben", "Chloe", "Dee"].map(str::to_owned).to_vec();
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/chicago_express").join(RECORDING);
        let text = std::fs::read_to_string(path).expect("the recording can be read");
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
        let header = lines.next().expect("a recording has a header");
        let seats = header["seats"].as_u64().and_then(|seats| u8::try_from(seats).ok()).expect("seats");
        let seed = header["draw_seed"].as_u64().expect("a seed");
        let entry = games::find(GAME).expect("the game is there");
        let mut table = Table::begin(entry, &Setup::new(seats), seed);
        let (mut log, mut history) = (Vec::new(), Vec::new());
        for (number, line) in (1_u64..).zip(lines) {
            let long_enough = table.actions() as usize > PLAYED;
            if long_enough && can_draft(table.game.as_ref()) {
                break;
            }
            let turn = table.game.turn();
            let mut notes = Notes::kept();
            let seat = if let Turn::Seat(seat) = turn { Some(seat) } else { None };
            if seat.is_some() {
                let action = table.game.action_from_json(&line["action"]).expect("an action");
                table.apply(&action, &mut notes).expect("a legal action");
            } else {
                table.draw(&mut notes);
            }
            let pass = matches!(line["action"]["type"].as_str(), Some("pass" | "decline"));
            for said in notes.into_heard().said {
                log.push(LogLine {
                    entry: Some(number),
                    who: seat.map(|seat| Names(&names).of(seat)).unwrap_or_default(),
                    text: Names(&names).fill(&said),
                    kind: if pass { LogKind::Pass } else { LogKind::Act },
                    ..LogLine::default()
                });
            }
            history.push(table.game.scene(Viewer::Spectator).series);
        }
        Self::draft(table.game.as_ref(), names, log, &history)
    }

    fn draft(game: &dyn AnyGame, names: Vec<String>, log: Vec<LogLine>, history: &[Vec<Series>]) -> Self {
        let Turn::Seat(turn) = game.turn() else { unreachable!("a seat decides at the moment") };
        let mut draft = game.fork();
        let first =
            game.choices().into_iter().find(|choice| choice.place.is_some()).expect("a place to go to");
        draft.apply(&first.action, &mut Notes::ignored()).expect("a legal action");
        let choices = draft.choices();
        let legal = choices
            .iter()
            .filter_map(|choice| Some((choice.place.clone()?, Mark::Legal { price: choice.price })));
        let mut marks: BTreeMap<String, Mark> = legal.collect();
        marks.insert(first.place.expect("it has a place"), Mark::Draft(1));
        let after = draft.scene(Viewer::Spectator);
        let tracks = tracks("income", history, &after, &names);
        Self {
            before: game.scene(Viewer::Spectator),
            choices: entries(draft.as_ref(), &names),
            after,
            names,
            turn,
            marks,
            log,
            tracks,
            rules: game.meta().rules_text,
        }
    }

    /// The table panel with this title, before the draft and after.
    pub(crate) fn tables(&self, title: &str) -> (&Figures, &Figures) {
        let find = |scene: &'_ Scene| {
            scene.panels.iter().position(|panel| matches!(panel, Panel::Table(table) if table.title == title))
        };
        let number = find(&self.after).expect("there is such a table");
        let (Panel::Table(before), Panel::Table(after)) =
            (&self.before.panels[number], &self.after.panels[number])
        else {
            unreachable!("panels keep their places")
        };
        (before, after)
    }
}

/// Whether a seat may go to some place, and behind that to several others.
fn can_draft(game: &dyn AnyGame) -> bool {
    let Some(first) = game.choices().into_iter().find(|choice| choice.place.is_some()) else { return false };
    let mut draft = game.fork();
    draft.apply(&first.action, &mut Notes::ignored()).expect("a legal action");
    draft.choices().iter().filter(|choice| choice.place.is_some()).count() > 4
}

/// The lines of a menu.
fn entries(game: &dyn AnyGame, names: &[String]) -> Vec<MenuEntry> {
    let legal = game.choices().into_iter().zip("123456789".chars().map(Some).chain(std::iter::repeat(None)));
    let legal = legal.map(|(choice, key)| MenuEntry {
        key,
        text: Names(names).fill(&choice.text),
        price: choice.price.map(|price| price.to_string()).unwrap_or_default(),
        kind: choice.amount.map_or(ChoiceKind::Open, |range| {
            let [min, max, step] = [range.min, range.max, range.step].map(Money::dollars);
            ChoiceKind::Amount(Amount { value: min, min, max, step })
        }),
        ..MenuEntry::default()
    });
    let blocked = game.blocked().into_iter().map(|blocked| MenuEntry {
        text: Names(names).fill(&blocked.what),
        kind: ChoiceKind::Blocked {
            why: Names(names).fill(&blocked.why.why),
            rule: blocked.why.rule.to_owned(),
        },
        ..MenuEntry::default()
    });
    legal.chain(blocked).collect()
}

/// One chart's numbers through the game.
fn tracks(chart: &str, history: &[Vec<Series>], after: &Scene, names: &[String]) -> Vec<Track> {
    let of = |series: &Series| Track {
        name: Names(names).fill(&series.name),
        token: series.token,
        values: history
            .iter()
            .filter_map(|step| step.iter().find(|old| same(old, series)))
            .map(|s| s.value)
            .collect(),
        next: Some(series.value),
    };
    after.series.iter().filter(|series| series.chart == chart).map(of).collect()
}

fn same(a: &Series, b: &Series) -> bool {
    a.chart == b.chart && a.name == b.name
}
