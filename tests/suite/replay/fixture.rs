//! One recorded game: its lines, and playing them again.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use whistlestop::engine::any_game::AnyGame;
use whistlestop::engine::game::{Heard, Meta, Notes, Setup, Turn};
use whistlestop::engine::words::Words;
use whistlestop::games;

use crate::common::table::Table;

/// The version of the lines below.
const FORMAT: u32 = 1;

/// How many digits of a hash stand behind a step: enough to notice, few enough to read.
const HASH_DIGITS: usize = 16;

/// A hash stands behind every so many-th step. A state that differs once differs from then on, so none is needed between.
pub(crate) const HASH_EVERY: usize = 16;

/// The first line.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    format: u32,
    game: String,
    rules: String,
    board: String,
    seats: u8,
    options: BTreeMap<String, Value>,
    draw_seed: u64,
}

/// What replaying a game showed.
#[derive(Debug)]
pub(crate) struct Replayed {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) winners: usize,
    /// Everything that was told, in order.
    pub(crate) notes: Vec<String>,
}

impl Header {
    pub(crate) fn new(meta: &Meta, setup: &Setup, draw_seed: u64) -> Self {
        Self {
            format: FORMAT,
            game: meta.id.to_owned(),
            rules: meta.rules_version.to_owned(),
            board: (meta.board_hash)().to_string(),
            seats: setup.seats,
            options: setup.options.clone(),
            draw_seed,
        }
    }

    /// The table of this recording, if the game is still the one that was recorded.
    fn table(&self) -> Result<Table, String> {
        let entry = games::find(&self.game).ok_or_else(|| format!("there is no game {:?}", self.game))?;
        let setup = Setup { seats: self.seats, options: self.options.clone() };
        let now = Self::new(entry.meta, &setup, self.draw_seed);
        same("the format", &self.format, &now.format)?;
        let changed = same("the rules version", &self.rules, &now.rules)
            .and_then(|()| same("the board's hash", &self.board, &now.board));
        changed.map_err(|what| {
            format!(
                "{what}: games of other rules cannot be replayed; record anew with WHISTLESTOP_RECORD={} \
                 scripts/test replay, and delete recordings that no plan makes",
                self.game
            )
        })?;
        (entry.begin)(&setup).map_err(|error| error.to_string())?;
        Ok(Table::begin(entry, &setup, self.draw_seed))
    }
}

/// The line of a draw, the game's step of this number.
pub(crate) fn draw_line(step: usize, table: &Table, heard: &Heard) -> Value {
    with_hash(step, table.game.as_ref(), json!({ "drawn": heard.drawn }))
}

/// The line of an action, the game's step of this number.
pub(crate) fn action_line(step: usize, table: &Table, seat: u8, action: &Value) -> Value {
    with_hash(step, table.game.as_ref(), json!({ "seat": seat, "action": action }))
}

fn with_hash(step: usize, game: &dyn AnyGame, mut line: Value) -> Value {
    if step.is_multiple_of(HASH_EVERY) {
        let hash: String = game.state_hash().to_string().chars().take(HASH_DIGITS).collect();
        line["hash"] = hash.into();
    }
    line
}

/// The last line.
pub(crate) fn last_line(table: &Table, said: &[Words]) -> Value {
    let game = table.game.as_ref();
    json!({
        "turn": turn_json(game),
        "hash": game.state_hash().to_string(),
        "standings": game.standings(),
        "notes": said,
    })
}

/// Plays a recording; what differs first, with file and line, if something does, and since when it may differ.
pub(crate) fn replay(path: &Path, text: &str) -> Result<Replayed, String> {
    let file = path.file_name().unwrap_or_default().display();
    let mut lines = (1..).zip(text.lines());
    let at = |number: usize, problem: String| format!("{file}:{number}: {problem}");
    let (_, first) = lines.next().ok_or_else(|| at(1, "the file is empty".to_owned()))?;
    let header: Header =
        serde_json::from_str(first).map_err(|error| at(1, format!("not a header: {error}")))?;
    let mut table = header.table().map_err(|problem| at(1, problem))?;
    let (mut notes, mut last) = (Vec::new(), Heard::default());
    // The line up to which the states were the recorded ones.
    let mut same_until = 1;
    for (number, line) in lines.by_ref() {
        let at = |number: usize, problem: String| at(number, since(same_until, number, problem));
        let line: Value =
            serde_json::from_str(line).map_err(|error| at(number, format!("not JSON: {error}")))?;
        if line.get("turn").is_some() {
            let now = last_line(&table, &last.said);
            compare(&line, &now).map_err(|problem| at(number, problem))?;
            if let Some((number, _)) = lines.next() {
                return Err(at(number, "a line behind the last".to_owned()));
            }
            let winners = now["turn"]["winners"].as_array().map_or(0, Vec::len);
            return Ok(Replayed { game: header.game, seats: header.seats, winners, notes });
        }
        // The header is the first line, so a step's line is the one behind its number.
        last = replay_step(number - 1, &mut table, &line).map_err(|problem| at(number, problem))?;
        if line.get("hash").is_some() {
            same_until = number;
        }
        notes.extend(last.said.iter().map(ToString::to_string));
    }
    Err(format!("{file}: the recording has no last line"))
}

/// A problem and, unless its own line must be to blame, the lines one of which is.
fn since(same_until: usize, number: usize, problem: String) -> String {
    if same_until + 1 == number {
        return problem;
    }
    format!(
        "{problem}; states were last compared at line {same_until}, so it began at one of the lines {} to {number}",
        same_until + 1
    )
}

fn replay_step(step: usize, table: &mut Table, line: &Value) -> Result<Heard, String> {
    let mut notes = Notes::kept();
    let (heard, now) = match (table.game.turn(), line.get("action")) {
        (Turn::Over, _) => return Err("the game is over but the recording goes on".to_owned()),
        (Turn::Chance, Some(_)) => return Err("a draw is due but an action was recorded".to_owned()),
        (Turn::Seat(seat), None) => return Err(format!("{seat:?} decides but no action was recorded")),
        (Turn::Chance, None) => {
            table.draw(&mut notes);
            let heard = notes.into_heard();
            let now = draw_line(step, table, &heard);
            (heard, now)
        }
        (Turn::Seat(seat), Some(json)) => {
            let seat = seat.number();
            same("the seat to act", line.get("seat").unwrap_or(&Value::Null), &json!(seat))?;
            let refused = |refused| format!("{json} is refused: {refused}");
            let action = table.game.action_from_json(json).map_err(refused)?;
            table.apply(&action, &mut notes).map_err(refused)?;
            (notes.into_heard(), action_line(step, table, seat, json))
        }
    };
    compare(line, &now)?;
    Ok(heard)
}

/// Whether a recorded line is what the game gives now, field by field so that the first difference is named.
fn compare(recorded: &Value, now: &Value) -> Result<(), String> {
    let (Some(recorded), Some(now)) = (recorded.as_object(), now.as_object()) else {
        return Err("a line is an object".to_owned());
    };
    let missing = |field: &String| format!("{field} is missing");
    now.iter().try_for_each(|(field, now)| same(field, recorded.get(field).ok_or(missing(field))?, now))?;
    let more = recorded.keys().find(|field| !now.contains_key(*field));
    more.map_or(Ok(()), |field| Err(format!("{field} does not belong here")))
}

fn same<T: PartialEq + Serialize>(what: &str, recorded: &T, now: &T) -> Result<(), String> {
    let differ = || format!("{what} was {} and is now {}", json!(recorded), json!(now));
    if recorded == now { Ok(()) } else { Err(differ()) }
}

/// Whose turn it is, as the `rules` command shows it.
fn turn_json(game: &dyn AnyGame) -> Value {
    match game.turn() {
        Turn::Seat(seat) => json!({ "seat": seat }),
        Turn::Chance => json!({ "chance": true }),
        Turn::Over => {
            let standings = game.standings();
            let winners: Vec<_> = standings.iter().filter(|s| s.rank == 1).map(|s| s.seat).collect();
            json!({ "over": true, "winners": winners })
        }
    }
}
