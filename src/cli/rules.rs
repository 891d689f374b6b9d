//! `whistlestop rules`: the engine on standard input and output.
//!
//! One request a line, one answer a line, for ever: whatever comes in, exactly one line goes out, and a request
//! that is refused leaves the game as it was.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use whistlestop_proto::chance::seeded_entropy;

use crate::engine::any_game::{AnyChoice, AnyGame, GameEntry, Refused};
use crate::engine::game::{Blocked, Heard, Notes, OptionMeta, Setup, SetupError, Turn, Viewer};
use crate::engine::seat::Seat;
use crate::games::{self, GAMES};

/// What `whistlestop rules --help` says below the usage.
pub(super) const HELP: &str = r#"Requests:
  games                                  the games, their seats and options
  new       game, seats, seed, options   begin a game; draws follow from the seed (0 if none is given)
  choices                                what the deciding seat may do, and what not and why
  apply     action                       carry out an action exactly as choices lists it; where a choice has an
                                         "amount", add the chosen one
  position  viewer                       everything that decides what happens next; with a viewer what that
                                         seat may see
  load      position, seed               take up a game at a position
  standings                              who leads, or has won
  hash                                   the hash of the whole state
  draw      entropy                      with "chance":"manual" in new or load: decide a draw by 64 hex digits

Anything else, and anything against the rules, is answered by {"error":...} and changes nothing.

Example session, to paste:
  {"cmd":"new","game":"chicago-express","seats":3,"seed":7}
  {"cmd":"choices"}
  {"cmd":"apply","action":{"type":"bid","amount":9}}
  {"cmd":"apply","action":{"type":"pass"}}
  {"cmd":"apply","action":{"type":"pass"}}
  {"cmd":"position"}
  {"cmd":"standings"}
  {"cmd":"hash"}

From a shell:
  printf '%s\n' '{"cmd":"games"}' '{"cmd":"new","game":"chicago-express","seats":3}' | whistlestop rules"#;

/// The longest request; a position is a hundredth of it.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// The longest error; what somebody sent may be quoted in it.
const MAX_ERROR_CHARS: usize = 400;

/// So many bytes of answers are written at once, while more requests are here.
const ENOUGH_BYTES: usize = 64 * 1024;

/// Answers requests until the input ends.
pub(super) fn serve(input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let mut session = RulesSession::default();
    let (mut line, mut answers) = (Vec::new(), Vec::new());
    while let Some(fits) = read_line(&mut input, &mut line)? {
        let answer = if fits {
            session.answer(&line)
        } else {
            Err(Failure::new(format!("a request is at most {MAX_LINE_BYTES} bytes long")))
        };
        serde_json::to_writer(&mut answers, &answer.unwrap_or_else(Failure::into_json))?;
        answers.push(b'\n');
        // Somebody may be waiting for this answer, unless the next request is already here.
        let waits = !input.buffer().contains(&b'\n');
        if waits || answers.len() >= ENOUGH_BYTES {
            output.write_all(&answers)?;
            answers.clear();
            output.flush()?;
        }
    }
    output.write_all(&answers)?;
    output.flush()
}

/// Reads a line without its end. `Some(false)` if it was too long, of which only the length is kept; `None` at
/// the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let limit = MAX_LINE_BYTES as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(false));
    }
    Ok(Some(true))
}

/// The game being played, if one has begun.
#[derive(Debug, Default)]
struct RulesSession {
    live: Option<Live>,
}

#[derive(Debug)]
struct Live {
    game: Box<dyn AnyGame>,
    draws: Draws,
}

/// Where draws come from.
#[derive(Clone, Copy, Debug)]
enum Draws {
    /// From a seed; so many were made.
    Seeded { seed: u64, made: u64 },
    /// From `draw` requests.
    Manual,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
enum RulesRequest {
    Games {},
    New {
        game: String,
        seats: i64,
        #[serde(default)]
        options: BTreeMap<String, Value>,
        #[serde(default)]
        seed: u64,
        #[serde(default)]
        chance: ChanceMode,
    },
    Load {
        position: Value,
        #[serde(default)]
        seed: u64,
        #[serde(default)]
        chance: ChanceMode,
    },
    Draw {
        entropy: String,
    },
    Choices {},
    Apply {
        action: Value,
    },
    Position {
        viewer: Option<i64>,
    },
    Standings {},
    Hash {},
}

const COMMANDS: &str = "games, new, load, draw, choices, apply, position, standings, hash";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ChanceMode {
    #[default]
    Seed,
    Manual,
}

/// Why a request is refused.
#[derive(Debug)]
struct Failure {
    error: String,
    rule: Option<&'static str>,
}

type Reply = Result<Value, Failure>;

impl RulesSession {
    fn answer(&mut self, line: &[u8]) -> Reply {
        match parse(line)? {
            RulesRequest::Games {} => Ok(json!({ "games": GAMES.iter().map(game_json).collect::<Vec<_>>() })),
            RulesRequest::New { game, seats, options, seed, chance } => {
                let entry = entry(&game)?;
                let seats = u8::try_from(seats).map_err(|_| SetupError::seats(entry.meta, seats))?;
                let game = (entry.begin)(&Setup { seats, options })?;
                Ok(self.begin(game, Draws::new(chance, seed)))
            }
            RulesRequest::Load { position, seed, chance } => {
                let Some(id) = position.get("game").and_then(Value::as_str) else {
                    return Err(Failure::new("a position is an object that names its \"game\""));
                };
                let game = (entry(id)?.load)(&position).map_err(|bad| Failure::misread("", &bad))?;
                Ok(self.begin(game, Draws::new(chance, seed)))
            }
            RulesRequest::Draw { entropy } => self.live()?.draw(&entropy),
            RulesRequest::Choices {} => Ok(self.live()?.choices()),
            RulesRequest::Apply { action } => self.live()?.apply(&action),
            RulesRequest::Position { viewer } => self.live()?.position(viewer),
            RulesRequest::Standings {} => Ok(json!({ "standings": self.live()?.game.standings() })),
            RulesRequest::Hash {} => Ok(json!({ "hash": self.live()?.game.state_hash().to_string() })),
        }
    }

    fn live(&mut self) -> Result<&mut Live, Failure> {
        self.live.as_mut().ok_or_else(|| Failure::new("no game has begun: send new or load first"))
    }

    fn begin(&mut self, game: Box<dyn AnyGame>, draws: Draws) -> Value {
        let live = self.live.insert(Live { game, draws });
        let mut notes = Notes::kept();
        live.settle(&mut notes);
        let mut answer = live.state_json();
        answer.insert("drawn".to_owned(), notes.into_heard().drawn.into());
        answer.into()
    }
}

impl Live {
    fn choices(&self) -> Value {
        let legal = self.game.choices();
        let choices = legal.iter().map(AnyChoice::to_json);
        let blocked = self.game.blocked();
        json!({ "choices": choices.chain(blocked.iter().map(blocked_json)).collect::<Vec<_>>() })
    }

    fn apply(&mut self, action: &Value) -> Reply {
        let action = self.game.action_from_json(action)?;
        let mut notes = Notes::kept();
        self.game.apply(&action, &mut notes)?;
        self.settle(&mut notes);
        Ok(self.told(notes))
    }

    fn draw(&mut self, entropy: &str) -> Reply {
        if !matches!(self.draws, Draws::Manual) {
            return Err(Failure::new("draws follow from the seed: begin with \"chance\":\"manual\" to draw"));
        }
        let entropy = parse_entropy(entropy).ok_or_else(|| Failure::new("entropy is 64 hex digits"))?;
        let mut notes = Notes::kept();
        if !self.game.draw(entropy, &mut notes) {
            return Err(Failure::new("nothing is to be drawn now"));
        }
        Ok(self.told(notes))
    }

    fn position(&self, viewer: Option<i64>) -> Reply {
        let viewer = match viewer {
            None => Viewer::Everything,
            Some(number) => {
                let seat = u8::try_from(number).ok().and_then(Seat::new);
                let seats = self.game.standings();
                let seat = seat.filter(|seat| seats.iter().any(|standing| standing.seat == *seat));
                Viewer::Seat(
                    seat.ok_or_else(|| Failure::new(format!("there is no seat {number} in this game")))?,
                )
            }
        };
        Ok(json!({ "position": self.game.position(viewer) }))
    }

    /// Carries out chance turns that follow from the seed.
    fn settle(&mut self, notes: &mut Notes) {
        while let (Turn::Chance, Draws::Seeded { seed, made }) = (self.game.turn(), &mut self.draws) {
            let drawn = self.game.draw(seeded_entropy(*seed, *made), notes);
            assert!(drawn, "a chance turn can be drawn");
            *made += 1;
        }
    }

    fn told(&self, notes: Notes) -> Value {
        let Heard { said, drawn } = notes.into_heard();
        let mut answer = self.state_json();
        answer.insert("notes".to_owned(), json!(said));
        answer.insert("drawn".to_owned(), drawn.into());
        answer.into()
    }

    fn state_json(&self) -> Map<String, Value> {
        let turn = match self.game.turn() {
            Turn::Seat(seat) => json!({ "seat": seat }),
            Turn::Chance => json!({ "chance": true }),
            Turn::Over => {
                let standings = self.game.standings();
                let winners = standings.iter().filter(|standing| standing.rank == 1).map(|s| s.seat);
                json!({ "over": true, "winners": winners.collect::<Vec<_>>() })
            }
        };
        let hash = self.game.state_hash().to_string();
        [("turn".to_owned(), turn), ("hash".to_owned(), hash.into())].into_iter().collect()
    }
}

impl Draws {
    fn new(chance: ChanceMode, seed: u64) -> Self {
        match chance {
            ChanceMode::Seed => Self::Seeded { seed, made: 0 },
            ChanceMode::Manual => Self::Manual,
        }
    }
}

impl Failure {
    fn new(error: impl Into<String>) -> Self {
        Self { error: error.into(), rule: None }
    }

    /// What a parser says of the request, without the names that our language gives to kinds of JSON.
    fn misread(context: &str, error: &impl Display) -> Self {
        const WORDS: [(&str, &str); 11] = [
            ("floating point `", "number `"),
            ("integer `", "number `"),
            ("string \"", "text \""),
            ("unknown variant `", "unknown name `"),
            ("invalid type: sequence", "invalid type: list"),
            ("invalid type: map", "invalid type: object"),
            ("expected a sequence", "expected a list"),
            ("expected a map", "expected an object"),
            ("expected fewer elements in array", "expected a shorter list"),
            ("expected string or map", "expected a text"),
            ("expected a string", "expected a text"),
        ];
        let mut error = error.to_string();
        if let Some((head, kind)) = error.rsplit_once("expected ") {
            error = match kind {
                "i8" | "i16" | "i32" | "i64" => format!("{head}expected a whole number"),
                "u8" | "u16" | "u32" | "u64" => format!("{head}expected a whole number from 0"),
                _ => error,
            };
        }
        let error = without_types(&error);
        let error = WORDS.iter().fold(error, |error, (theirs, ours)| error.replace(theirs, ours));
        Self::new(format!("{context}{error}"))
    }

    fn into_json(self) -> Value {
        let mut error = self.error;
        if let Some((cut, _)) = error.char_indices().nth(MAX_ERROR_CHARS) {
            error.truncate(cut);
            error.push('…');
        }
        match self.rule {
            Some(rule) => json!({ "error": error, "rule": rule }),
            None => json!({ "error": error }),
        }
    }
}

/// What a parser says, without the names of our types: to whoever writes JSON they are objects and lists.
fn without_types(error: &str) -> String {
    let Some((head, wanted)) = error.rsplit_once("expected ") else { return error.to_owned() };
    let length = || wanted.split(' ').find(|word| word.parse::<u32>().is_ok());
    if wanted.starts_with("struct ") {
        format!("{head}expected an object")
    } else if wanted.starts_with("tuple struct ") || wanted.starts_with("a tuple ") {
        length().map_or_else(|| format!("{head}expected a list"), |n| format!("{head}expected a list of {n}"))
    } else {
        error.to_owned()
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal(illegal) => Self { error: illegal.why.to_string(), rule: Some(illegal.rule) },
            Refused::NotAnAction(why) => Self::misread("not an action of this game: ", &why),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        Self::new(error.to_string())
    }
}

fn parse(line: &[u8]) -> Result<RulesRequest, Failure> {
    if line.trim_ascii().is_empty() {
        return Err(Failure::new("this line is empty: a request is a line with one JSON object"));
    }
    let json: Value =
        serde_json::from_slice(line).map_err(|error| Failure::misread("this line is not JSON: ", &error))?;
    let Some(command) = json.get("cmd").and_then(Value::as_str).map(str::to_owned) else {
        return Err(Failure::new(format!("a request is an object with a \"cmd\", one of {COMMANDS}")));
    };
    serde_json::from_value(json).map_err(|error| {
        if COMMANDS.split(", ").any(|known| known == command) {
            Failure::misread(&format!("{command}: "), &error)
        } else {
            Failure::new(format!("there is no command {command:?}; there are {COMMANDS}"))
        }
    })
}

fn entry(id: &str) -> Result<&'static GameEntry, Failure> {
    let known = || GAMES.iter().map(|entry| entry.meta.id).collect::<Vec<_>>().join(", ");
    games::find(id).ok_or_else(|| Failure::new(format!("there is no game {id:?}; there are {}", known())))
}

fn parse_entropy(text: &str) -> Option<[u8; 32]> {
    let mut entropy = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (i, byte) in entropy.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(entropy)
}

fn game_json(entry: &GameEntry) -> Value {
    let meta = entry.meta;
    let default = |option: &OptionMeta| (option.name.to_owned(), json!(option.values.first()));
    json!({
        "id": meta.id,
        "title": meta.title,
        "seats": meta.seats,
        "rules": meta.rules_version,
        "options": meta.options.iter().map(default).collect::<Map<_, _>>(),
    })
}

fn blocked_json(blocked: &Blocked) -> Value {
    json!({ "blocked": blocked.what, "why": blocked.why.why, "rule": blocked.why.rule })
}
