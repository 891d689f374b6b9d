//! A game being played in tests the way its users play it: JSON in; positions, choices, notes and refusals out.
//!
//! Games add what they look up in their own positions with an `impl Table<TheGame>` of their own.

use std::marker::PhantomData;

use serde_json::{Value, json};

use crate::engine::any_game::{AnyGame, Entry, Refused};
use crate::engine::game::{Game, Notes, Setup, Turn, Viewer};

/// A game, and what was said of the last action.
#[derive(Debug)]
pub(crate) struct Table<G> {
    game: Box<dyn AnyGame>,
    notes: Vec<String>,
    of: PhantomData<G>,
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

// Getting to a table

impl<G: Game> Table<G> {
    const ENTRY: Entry = Entry::of::<G>();

    /// A new game before anything is drawn, or why there is none.
    pub(crate) fn new(seats: u8) -> Result<Self, String> {
        let game = (Self::ENTRY.begin)(&Setup::new(seats)).map_err(|reason| reason.to_string())?;
        Ok(Self { game, notes: vec![], of: PhantomData })
    }

    /// A new game with these options switched on, before anything is drawn.
    pub(crate) fn with_options(seats: u8, options: &[&str]) -> Self {
        let options = options.iter().map(|option| ((*option).to_owned(), Value::Bool(true)));
        let game = (Self::ENTRY.begin)(&Setup { seats, options: options.collect() }).unwrap();
        Self { game, notes: vec![], of: PhantomData }
    }

    /// The game at a position, or why it cannot stand so.
    pub(crate) fn load(position: &Value) -> Result<Self, String> {
        let game = (Self::ENTRY.load)(position).map_err(|reason| reason.to_string())?;
        Ok(Self { game, notes: vec![], of: PhantomData })
    }

    /// The game at this position.
    pub(crate) fn at(position: &Value) -> Self {
        Self::load(position).unwrap_or_else(|reason| panic!("{reason}:\n{position:#}"))
    }

    /// The reason for which a position is refused.
    pub(crate) fn refused(position: &Value) -> String {
        match Self::load(position) {
            Err(reason) => reason,
            Ok(_) => panic!("this position was taken:\n{position:#}"),
        }
    }

    /// Refuses each position that has one value of the good one changed, with a reason that says this.
    pub(crate) fn assert_each_refused(good: &Value, wrong: &[(&str, Value, &str)]) {
        Self::at(good);
        for (pointer, value, reason) in wrong {
            let mut position = good.clone();
            *position.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.clone();
            let told = Self::load(&position).err().unwrap_or_else(|| panic!("{pointer} = {value} was taken"));
            assert!(told.contains(reason), "{pointer} = {value}: {told}");
        }
    }
}

// Positions that are none

impl<G: Game> Table<G> {
    /// Refuses what is no position at all, and a good one with a field too many.
    pub(crate) fn assert_nonsense_refused(good: &Value) {
        for nonsense in [json!(null), json!([]), json!("turn"), json!({}), json!({"game": G::META.id})] {
            assert!(Self::refused(&nonsense).starts_with("not a position: "), "{nonsense}");
        }
        let mut extra = good.clone();
        extra["weather"] = json!("fine");
        assert!(Self::refused(&extra).contains("unknown field `weather`"));
    }

    /// Refuses the good position without any of these fields, and names the one that is missing.
    pub(crate) fn assert_fields_needed(good: &Value, fields: &[&str]) {
        for field in fields {
            let mut position = good.clone();
            position.as_object_mut().unwrap().shift_remove(*field);
            assert!(Self::refused(&position).contains(&format!("missing field `{field}`")), "{field}");
        }
    }

    /// Refuses the good position if one of the things that a field must have for each is missing.
    pub(crate) fn assert_parts_needed(good: &Value, parts: &[(&str, &str)]) {
        for (field, name) in parts {
            let mut position = good.clone();
            position[*field].as_object_mut().unwrap().shift_remove(*name);
            assert_eq!(Self::refused(&position), format!("{field} lacks {name}"));
        }
    }
}

// Playing

impl<G> Table<G> {
    /// Decides the draw by entropy of this byte; what was drawn.
    pub(crate) fn draw(&mut self, byte: u8) -> Vec<Value> {
        let mut notes = Notes::kept();
        assert!(self.game.draw([byte; 32], &mut notes), "no draw is due");
        self.game.audit().unwrap_or_else(|why| panic!("after a draw: {why}"));
        let heard = notes.into_heard();
        self.notes = heard.said.iter().map(ToString::to_string).collect();
        heard.drawn
    }

    /// Decides the draw so that this comes of it; another outcome is a mistake in the test.
    #[expect(clippy::needless_pass_by_value, reason = "tests write the outcome where it is drawn")]
    pub(crate) fn draw_so(&mut self, outcome: Value) -> &mut Self {
        let gives = |entropy: &[u8; 32]| {
            let mut notes = Notes::kept();
            let due = self.game.fork().draw(*entropy, &mut notes);
            assert!(due, "no draw is due");
            notes.into_heard().drawn == [outcome.clone()]
        };
        let all = (0..=u16::MAX).map(|number| {
            let [low, high] = number.to_le_bytes();
            std::array::from_fn(|place| if place == 0 { high } else { low })
        });
        let entropy = { all }.find(gives).unwrap_or_else(|| panic!("{outcome} cannot be drawn"));
        let mut notes = Notes::kept();
        assert!(self.game.draw(entropy, &mut notes));
        self.game.audit().unwrap_or_else(|why| panic!("after {outcome}: {why}"));
        self.notes = notes.into_heard().said.iter().map(ToString::to_string).collect();
        self
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
}

// Looking

impl<G> Table<G> {
    /// The game itself, for what only programs look at.
    pub(crate) fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
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

    /// One number of the position, by its JSON pointer.
    pub(crate) fn number(&self, pointer: &str) -> i64 {
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
