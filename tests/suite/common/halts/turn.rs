//! What a turn is made of.

use serde_json::json;
use whistlestop::engine::canonical::{self, Digest};
use whistlestop::engine::chance::Chance;
use whistlestop::engine::game::{
    Choices, Game, Illegal, Label, Meta, Notes, Setup, SetupError, Standing, Turn, Turns,
};
use whistlestop::engine::money::{Currency, Money};
use whistlestop::engine::seat::Seat;

use super::action::Action;
use super::board::{FOR_RESTING, Square};
use super::state::Halts;
use super::text::{self, Refusal};

static META: Meta = Meta {
    id: "halts",
    title: "Halts",
    seats: (2, 4),
    rules_version: "1",
    earlier_rules: &[],
    currency: Currency::Dollars,
    options: &[],
    board_hash,
    rules_text: include_str!("rules.md"),
    max_actions: 120,
};

fn board_hash() -> Digest {
    let figures: Vec<(Square, Money, i64)> =
        Square::all().map(|square| (square, square.cost(), square.earns())).collect();
    canonical::hash("halts/board", &figures)
}

impl Game for Halts {
    type Action = Action;

    const META: &'static Meta = &META;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        Self::set_up(setup.seats).ok_or_else(|| SetupError::seats(&META, setup.seats.into()))
    }

    fn list_choices(&self, choices: &mut Choices<Action>) {
        if self.active().is_none() {
            return;
        }
        for square in Square::all() {
            choices.act_if(self.check(square), Action::Build { square }, || text::build(square));
        }
        choices.act(Action::Rest);
    }

    fn apply(&mut self, action: &Action, notes: &mut Notes) -> Result<(), Illegal> {
        let seat = self.active().ok_or(Refusal::NobodysTurn)?;
        match *action {
            Action::Build { square } => {
                self.check(square)?;
                self.cash[seat] -= square.cost();
                self.owners[square.index()] = Some(seat);
                notes.say(|| text::builds(seat, square));
            }
            Action::Rest => {
                self.cash[seat] += FOR_RESTING;
                notes.say(|| text::rests(seat));
            }
        }
        self.turns += 1;
        Ok(())
    }

    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let first = chance.seat(self.seats());
        self.first = Some(first);
        notes.drew(|| json!({ "first": first }));
        notes.say(|| text::is_first(first));
    }

    fn describe(&self, action: &Action) -> Label {
        text::describe(*action)
    }
}

impl Turns for Halts {
    fn turn(&self) -> Turn {
        match (self.first, self.active()) {
            (None, _) => Turn::Chance,
            (_, Some(seat)) => Turn::Seat(seat),
            (_, None) => Turn::Over,
        }
    }

    fn standings(&self) -> Vec<Standing> {
        Standing::ranked(Seat::all(self.seats()).map(|seat| (seat, self.points(seat))), |points| points)
    }

    fn rules_now(&self) -> &'static [&'static str] {
        match self.turn() {
            Turn::Chance => &["HA-1"],
            Turn::Seat(_) => &["HA-2", "HA-3", "HA-4"],
            Turn::Over => &["HA-6"],
        }
    }
}

impl Halts {
    /// Whether the active player may build there (HA-3, HA-4).
    fn check(&self, square: Square) -> Result<(), Refusal> {
        let seat = self.active().ok_or(Refusal::NobodysTurn)?;
        if let Some(owner) = self.owner(square) {
            return Err(Refusal::Taken(square, owner));
        }
        let is_first = self.halts_of(seat).next().is_none();
        if !is_first && square.neighbours().all(|beside| self.owner(beside) != Some(seat)) {
            return Err(Refusal::OutOfReach(square));
        }
        if self.cash[seat] < square.cost() {
            return Err(Refusal::TooDear(square, self.cash[seat]));
        }
        Ok(())
    }
}
