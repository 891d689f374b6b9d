//! What is typed or piped into a command that plays: a line each, a number or a word from people, JSON from programs.
//!
//! Here a line becomes a command; behind it there are only moves, never JSON.

use std::io::{self, BufRead as _};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;
use whistlestop_proto::entry::Change;

use super::lines::OutputForm;
use crate::engine::any_game::{ActionBytes, AmountRange, AnyChoice, AnyGame, Refused};
use crate::engine::money::Money;
use crate::node::remote::Remote;
use crate::table::draft::chosen;
use crate::table::front::{Command, Event};
use crate::table::rules::Move;

/// Standard input, as commands.
#[derive(Debug)]
pub(super) struct CommandInput {
    form: OutputForm,
    context: Arc<Mutex<Context>>,
    /// Where commands go, until they are read.
    remote: Option<Remote>,
}

impl CommandInput {
    pub(super) fn new(form: OutputForm, remote: Remote) -> Self {
        Self { form, context: Arc::default(), remote: Some(remote) }
    }

    /// Takes in what is going on. What is typed means something only once that is known, and is read from then on.
    pub(super) fn hear(&mut self, event: &Event) {
        self.context.lock().unwrap_or_else(PoisonError::into_inner).hear(event);
        let begins = matches!(event, Event::Looking(_) | Event::Gathering(_) | Event::Table { .. });
        if let Some(remote) = self.remote.take_if(|_| begins) {
            listen(remote, self.form, Arc::clone(&self.context));
        }
    }
}

/// What must be known to understand what is typed.
#[derive(Debug, Default)]
struct Context {
    /// Any state of the game that is played.
    game: Option<Arc<dyn AnyGame>>,
    /// What could be done when somebody here was last asked for a move.
    choices: Vec<AnyChoice>,
}

impl Context {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Table { start, .. } => self.game = Some(Arc::clone(start)),
            Event::YourTurn { choices, .. } => self.choices.clone_from(choices),
            _ => {}
        }
    }

    fn game(&self) -> Result<&dyn AnyGame, String> {
        self.game.as_deref().ok_or_else(|| "there is no table yet".to_owned())
    }

    /// The move of these actions, if they are actions of the game.
    fn act(&self, actions: &[Value]) -> Result<Command, String> {
        let game = self.game()?;
        let actions: Result<Vec<ActionBytes>, Refused> =
            actions.iter().map(|action| game.action_from_json(action)).collect();
        commit(actions.map_err(|why| why.to_string())?)
    }

    /// The move of the choice with this number, and this amount if it needs one.
    fn choose(&self, number: &str, amount: Option<&str>) -> Result<Command, String> {
        let help = "type the number of a choice, with the amount behind it if there is one; or: say TEXT, bot SEAT, leave, quit";
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let choice = place.and_then(|place| self.choices.get(place)).ok_or(help)?;
        let amount = match choice.amount {
            None => None,
            Some(AmountRange { min, max, .. }) => {
                let (min, max) = (min.dollars(), max.dollars());
                let typed: Option<i64> = amount.and_then(|text| text.parse().ok());
                let missing =
                    || format!("choice {number} needs an amount from {min} to {max}: {number} {min}");
                Some(Money::new(typed.ok_or_else(missing)?))
            }
        };
        commit(vec![chosen(self.game()?, choice, amount).map_err(|why| why.to_string())?])
    }
}

fn commit(actions: Vec<ActionBytes>) -> Result<Command, String> {
    Move::new(actions).map(Command::Act).map_err(|why| why.to_string())
}

/// Reads commands in a thread of its own, which ends with the program.
#[expect(clippy::disallowed_methods, reason = "reading from a terminal blocks; order does not matter here")]
fn listen(remote: Remote, form: OutputForm, context: Arc<Mutex<Context>>) {
    std::thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { return };
            if line.trim_ascii().is_empty() {
                continue;
            }
            let parsed = match str::from_utf8(&line) {
                Err(_) => Err("this line is not text in UTF-8; type it again".to_owned()),
                Ok(line) => {
                    let context = context.lock().unwrap_or_else(PoisonError::into_inner);
                    match form {
                        OutputForm::Json => parse_json(line, &context),
                        OutputForm::Text => parse_text(line, &context),
                    }
                }
            };
            let command = parsed.unwrap_or_else(Command::Misunderstood);
            if !remote.send(command) {
                return;
            }
        }
    });
}

/// The commands of `--json`, a line each.
#[derive(Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
enum JsonCommand {
    Act { actions: Vec<Value> },
    Bot { seat: u8 },
    GiveBack { seat: u8 },
    TakeBack { to: u32 },
    ComeBack {},
    Ready { ready: bool },
    Chat { text: String },
    Leave {},
    Quit {},
}

fn parse_json(line: &str, context: &Context) -> Result<Command, String> {
    let command = serde_json::from_str(line).map_err(|why| {
        format!("{why}; commands are act, bot, give_back, take_back, come_back, ready, chat, leave, quit")
    })?;
    Ok(match command {
        JsonCommand::Act { actions } => context.act(&actions)?,
        JsonCommand::Bot { seat } => Command::Want(Change::Remove { voter: seat }),
        JsonCommand::GiveBack { seat } => Command::GiveBack { seat },
        JsonCommand::TakeBack { to } => Command::Want(Change::TakeBack { to }),
        JsonCommand::ComeBack {} => Command::ComeBack,
        JsonCommand::Ready { ready } => Command::Ready(ready),
        JsonCommand::Chat { text } => Command::Chat(text),
        JsonCommand::Leave {} => Command::Leave,
        JsonCommand::Quit {} => Command::Quit,
    })
}

/// What a person types: the number of a choice (and an amount), or a word.
fn parse_text(line: &str, context: &Context) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let number = |word: Option<&str>| word.and_then(|word| word.parse::<u8>().ok());
    match first {
        "say" => Ok(Command::Chat(line.trim_start()["say".len()..].trim().to_owned())),
        "bot" => match number(words.next()) {
            Some(seat) => Ok(Command::Want(Change::Remove { voter: seat })),
            None => Err("say for which seat: bot 2".to_owned()),
        },
        "leave" => Ok(Command::Leave),
        "quit" => Ok(Command::Quit),
        _ => context.choose(first, words.next()),
    }
}
