//! A game being played the way its users play it: JSON in; positions, choices, notes and refusals out.

use serde_json::{Value, json};

use crate::engine::any_game::{AnyGame, Entry, Refused};
use crate::engine::game::{Notes, Setup, Turn, Viewer};
use crate::games::chicago_express::ChicagoExpress;

const ENTRY: Entry = Entry::of::<ChicagoExpress>();

/// A game, and what was said of the last action.
#[derive(Debug)]
pub(crate) struct Table {
    game: Box<dyn AnyGame>,
    notes: Vec<String>,
}

/// A refusal: the rule and the sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct No(&'static str, String);

impl No {
    /// The rule alone.
    pub(crate) fn rule(&self) -> &str {
        self.0
    }
}

impl PartialEq<(&str, &str)> for No {
    fn eq(&self, other: &(&str, &str)) -> bool {
        (self.0, self.1.as_str()) == *other
    }
}

/// The game at a position, or why it cannot stand so.
pub(crate) fn load(position: &Value) -> Result<Table, String> {
    let game = (ENTRY.load)(position).map_err(|reason| reason.to_string())?;
    Ok(Table { game, notes: vec![] })
}

impl Table {
    /// A new game before the banker is drawn, or why there is none.
    pub(crate) fn new(seats: u8) -> Result<Self, String> {
        let game = (ENTRY.begin)(&Setup::new(seats)).map_err(|reason| reason.to_string())?;
        Ok(Self { game, notes: vec![] })
    }

    /// A new game in which this seat is drawn as the banker.
    pub(crate) fn with_banker(seats: u8, banker: u8) -> Self {
        let drawn = (0..=u8::MAX).map(|byte| {
            let mut table = Self::new(seats).unwrap();
            table.draw(byte);
            table
        });
        let mut drawn = drawn.filter(|table| table.see("/banker") == banker);
        drawn.next().expect("every seat can be drawn")
    }

    /// The game at this position.
    pub(crate) fn at(position: &Value) -> Self {
        load(position).unwrap_or_else(|reason| panic!("{reason}:\n{position:#}"))
    }

    /// Decides the draw by entropy of this byte; what was drawn.
    pub(crate) fn draw(&mut self, byte: u8) -> Vec<Value> {
        let mut notes = Notes::kept();
        assert!(self.game.draw([byte; 32], &mut notes), "no draw is due");
        let heard = notes.into_heard();
        self.notes = heard.said.iter().map(ToString::to_string).collect();
        heard.drawn
    }

    /// Carries out an action that must be allowed.
    #[expect(clippy::needless_pass_by_value, reason = "tests write the action where it is played")]
    pub(crate) fn play(&mut self, action: Value) -> &mut Self {
        let mut notes = Notes::kept();
        let bytes = self.game.action_from_json(&action).unwrap_or_else(|why| panic!("{action}: {why}"));
        self.game.apply(&bytes, &mut notes).unwrap_or_else(|why| panic!("{action}: {why}"));
        self.game.audit().unwrap_or_else(|why| panic!("after {action}: {why}"));
        self.notes = notes.into_heard().said.iter().map(ToString::to_string).collect();
        self
    }

    /// Tries an action that must be refused and change nothing.
    #[expect(clippy::needless_pass_by_value, reason = "tests write the action where it is tried")]
    pub(crate) fn refuse(&mut self, action: Value) -> No {
        let before = (self.game.encode(), self.position());
        let bytes = self.game.action_from_json(&action).unwrap_or_else(|why| panic!("{action}: {why}"));
        let mut notes = Notes::kept();
        let refused = self.game.apply(&bytes, &mut notes);
        assert_eq!((self.game.encode(), self.position()), before, "{action} was refused but left a trace");
        assert_eq!(notes.into_heard().said, [], "{action} was refused but told as if it had happened");
        assert!(!self.choices().contains(&action), "{action} is listed and refused");
        match refused {
            Err(Refused::Illegal(illegal)) => No(illegal.rule, illegal.why.to_string()),
            Err(other) => panic!("{action}: {other}"),
            Ok(()) => panic!("{action} was not refused"),
        }
    }

    /// Whether an action would be taken, tried on a copy; a refusal must leave no trace there either.
    pub(crate) fn takes(&self, action: &Value) -> bool {
        let mut copy = self.game.fork();
        let bytes = copy.action_from_json(action).unwrap_or_else(|why| panic!("{action}: {why}"));
        let taken = copy.apply(&bytes, &mut Notes::ignored()).is_ok();
        assert!(taken || copy.encode() == self.game.encode(), "{action} was refused but left a trace");
        taken
    }

    /// Why this is no action at all.
    #[expect(clippy::needless_pass_by_value, reason = "tests write the nonsense where it is tried")]
    pub(crate) fn not_an_action(&self, nonsense: Value) -> String {
        self.game.action_from_json(&nonsense).unwrap_err().to_string()
    }

    /// What may be done, as JSON; a bid has its range as `amount`.
    pub(crate) fn choices(&self) -> Vec<Value> {
        let choices = self.game.choices().into_iter().map(|choice| {
            let mut json = choice.json;
            if let Some(range) = choice.amount {
                json["amount"] = json!([range.min, range.max]);
            }
            json
        });
        choices.collect()
    }

    /// The hexes listed for actions of this type.
    pub(crate) fn hexes_to(&self, kind: &str) -> Vec<String> {
        let listed = self.choices().into_iter().filter(|choice| choice["type"] == kind);
        listed.map(|choice| choice["hex"].as_str().unwrap().to_owned()).collect()
    }

    /// Why something that comes to mind may not be done.
    pub(crate) fn blocked(&self, what: &str) -> No {
        let blocked = self.game.blocked();
        let found = blocked.iter().find(|blocked| blocked.what.to_string() == what);
        let found = found.unwrap_or_else(|| panic!("{what} is not blocked: {blocked:#?}"));
        No(found.why.rule, found.why.why.to_string())
    }

    /// What was said of the last action.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether this was said of the last action.
    pub(crate) fn heard(&self, sentence: &str) -> bool {
        self.notes.iter().any(|note| note == sentence)
    }

    pub(crate) fn position(&self) -> Value {
        self.game.position(Viewer::Everything)
    }

    /// One value of the position, by its JSON pointer.
    pub(crate) fn see(&self, pointer: &str) -> Value {
        let position = self.position();
        position.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {position:#}")).clone()
    }

    fn number(&self, pointer: &str) -> i64 {
        self.see(pointer).as_i64().unwrap()
    }

    pub(crate) fn phase(&self) -> String {
        self.see("/phase").as_str().unwrap().to_owned()
    }

    pub(crate) fn cash(&self, seat: usize) -> i64 {
        self.number(&format!("/players/{seat}/cash"))
    }

    /// Everybody's cash, by seat.
    pub(crate) fn purses(&self) -> Vec<i64> {
        let seats = self.see("/players").as_array().unwrap().len();
        (0..seats).map(|seat| self.cash(seat)).collect()
    }

    pub(crate) fn shares(&self, seat: usize, company: &str) -> i64 {
        self.see(&format!("/players/{seat}/shares"))[company].as_i64().unwrap_or(0)
    }

    pub(crate) fn income(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/income"))
    }

    pub(crate) fn treasury(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/cash"))
    }

    pub(crate) fn shares_left(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/shares_left"))
    }

    pub(crate) fn locomotives_left(&self, company: &str) -> i64 {
        self.number(&format!("/companies/{company}/locomotives_left"))
    }

    pub(crate) fn has_hex(&self, company: &str, hex: &str) -> bool {
        self.see(&format!("/companies/{company}/hexes")).as_array().unwrap().contains(&hex.into())
    }

    /// How often the auction, expansion and development dials have moved.
    pub(crate) fn dials(&self) -> [i64; 3] {
        ["auction", "expansion", "development"].map(|dial| self.number(&format!("/dials/{dial}")))
    }

    pub(crate) fn industry(&self, city: &str) -> i64 {
        self.number(&format!("/industry/{city}"))
    }

    pub(crate) fn houses_left(&self) -> i64 {
        self.number("/houses_left")
    }

    /// Whose turn the position shows.
    pub(crate) fn active(&self) -> i64 {
        self.number("/active")
    }

    /// Who decides now.
    pub(crate) fn decider(&self) -> u8 {
        match self.game.turn() {
            Turn::Seat(seat) => seat.number(),
            other => panic!("no seat decides: {other:?}"),
        }
    }

    pub(crate) fn is_chance(&self) -> bool {
        self.game.turn() == Turn::Chance
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    /// Seat, score and rank, best first.
    pub(crate) fn standings(&self) -> Vec<(u8, i64, u8)> {
        let standings = self.game.standings();
        standings.iter().map(|standing| (standing.seat.number(), standing.score, standing.rank)).collect()
    }

    /// The hash of the whole state.
    pub(crate) fn hash(&self) -> String {
        self.game.state_hash().to_string()
    }
}
