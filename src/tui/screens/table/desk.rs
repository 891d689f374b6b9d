//! The player's own turn: what may be done, what was tried so far, and what is about to be committed.
//!
//! Everything is tried on a draft and shows its effect before it counts. One rule decides what Enter does: it does what
//! the highlighted line says. Once something is drafted and nothing more has to be chosen, that line is the commit.

use serde_json::Value;

use crate::engine::any_game::{AmountRange, AnyChoice, AnyGame};
use crate::engine::game::{Blocked, Heard, Turn};
use crate::engine::money::Money;
use crate::engine::scene::Scene;
use crate::table::draft::Draft;
use crate::table::front::Seat;

use crate::tui::text::table as text;
use crate::tui::view::TableView;

/// A turn being thought out.
#[derive(Debug)]
pub struct Desk {
    /// Whose turn it is.
    pub seat: Seat,
    /// After which entry.
    pub index: u32,
    draft: Draft,
    picked: Vec<Picked>,
    choices: Vec<AnyChoice>,
    blocked: Vec<Blocked>,
    lines: Vec<Line>,
    selected: usize,
    /// Only choices about this place are listed.
    place: Option<String>,
    amount: Option<AmountEntry>,
    /// It was committed and waits for the table.
    pub committed: bool,
}

/// Something that was tried.
#[derive(Clone, Debug)]
pub struct Picked {
    /// What, as the player chose it.
    pub choice: AnyChoice,
    /// With which amount.
    pub amount: Option<Money>,
    /// What it brought about.
    pub heard: Heard,
    json: Value,
}

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Commit what was tried.
    Commit,
    /// A choice.
    Choice(usize),
    /// Something that cannot be done.
    Blocked(usize),
}

/// An amount being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmountEntry {
    /// For which choice.
    pub choice: usize,
    /// Its bounds.
    pub range: AmountRange,
    /// What was typed; the first digit replaces what stood there.
    pub typed: String,
    fresh: bool,
}

/// What came of what the player did.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Nothing to tell.
    Done,
    /// A sentence to show.
    Say(String),
    /// Commit these actions.
    Commit(Vec<Value>),
}

impl Desk {
    /// The turn of a seat, as the table stands.
    pub fn new(view: &TableView, seat: Seat) -> Self {
        let draft = Draft::new(view.game(), Some(seat));
        let mut desk = Self {
            seat,
            index: view.len(),
            draft,
            picked: Vec::new(),
            choices: Vec::new(),
            blocked: Vec::new(),
            lines: Vec::new(),
            selected: 0,
            place: None,
            amount: None,
            committed: false,
        };
        desk.refresh();
        desk
    }

    // What there is to see

    /// The game after what was tried.
    pub fn game(&self) -> &dyn AnyGame {
        self.draft.game()
    }

    /// The scene after what was tried.
    pub fn scene(&self, view: &TableView) -> Scene {
        self.game().scene(view.viewer(view.game()))
    }

    /// What was tried, in order.
    pub fn picked(&self) -> &[Picked] {
        &self.picked
    }

    /// The lines of the menu.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The highlighted line.
    pub const fn selected(&self) -> usize {
        self.selected
    }

    /// A choice by its number.
    pub fn choice(&self, number: usize) -> &AnyChoice {
        &self.choices[number]
    }

    /// All choices.
    pub fn choices(&self) -> &[AnyChoice] {
        &self.choices
    }

    /// Something blocked by its number.
    pub fn blocked(&self, number: usize) -> &Blocked {
        &self.blocked[number]
    }

    /// The amount being typed.
    pub const fn amount(&self) -> Option<&AmountEntry> {
        self.amount.as_ref()
    }

    /// The place that the menu is limited to.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// The place that the highlighted line is about.
    pub fn selected_place(&self) -> Option<&str> {
        match self.lines.get(self.selected)? {
            Line::Choice(number) => self.choices[*number].place.as_deref(),
            Line::Commit | Line::Blocked(_) => None,
        }
    }

    /// Whether chance decides right behind what was tried: it can then not be taken back.
    pub fn leads_to_chance(&self) -> bool {
        !self.picked.is_empty() && self.game().turn() == Turn::Chance
    }

    /// Whether the turn is over behind what was tried.
    pub fn ends_turn(&self) -> bool {
        !self.picked.is_empty() && !self.draft.goes_on()
    }

    // What the player does

    /// Highlights another line; the list goes round.
    pub fn step(&mut self, by: isize) {
        if self.lines.is_empty() {
            return;
        }
        let len = isize::try_from(self.lines.len()).unwrap_or(isize::MAX);
        let at = isize::try_from(self.selected).unwrap_or(0);
        self.selected = usize::try_from((at + by).rem_euclid(len)).unwrap_or(0);
        self.amount = None;
    }

    /// Highlights a line.
    pub fn select(&mut self, line: usize) {
        if line < self.lines.len() {
            self.selected = line;
            self.amount = None;
        }
    }

    /// Highlights the first choice about a place, if there is one.
    pub fn select_place(&mut self, place: &str) {
        let about = |line: &Line| matches!(line, Line::Choice(number) if self.choices[*number].place.as_deref() == Some(place));
        if let Some(line) = self.lines.iter().position(about) {
            self.select(line);
        }
    }

    /// Does what the highlighted line says.
    pub fn enter(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::WAITING_FOR_TABLE.to_owned());
        }
        if self.amount.is_some() {
            return self.confirm_amount();
        }
        match self.lines.get(self.selected) {
            None => Outcome::Say(text::NOTHING_TO_CHOOSE.to_owned()),
            Some(Line::Commit) => self.commit(),
            Some(Line::Choice(number)) => self.pick(*number),
            Some(Line::Blocked(number)) => {
                let blocked = &self.blocked[*number];
                Outcome::Say(text::blocked(&blocked.why.why.to_string(), blocked.why.rule))
            }
        }
    }

    /// Picks the numbered line of the menu, counted from 1.
    pub fn digit(&mut self, digit: usize) -> Outcome {
        let Some(line) = digit.checked_sub(1).filter(|line| *line < self.lines.len()) else {
            return Outcome::Say(text::no_such_line(digit));
        };
        self.select(line);
        self.enter()
    }

    /// Picks what can be done at a place: at once if that is one thing, else the menu lists what there is.
    pub fn pick_place(&mut self, place: &str) -> Outcome {
        let here: Vec<usize> = (0..self.choices.len())
            .filter(|number| self.choices[*number].place.as_deref() == Some(place))
            .collect();
        match here[..] {
            [] => Outcome::Say(text::NOTHING_HERE.to_owned()),
            [only] => self.pick(only),
            _ => {
                self.place = Some(place.to_owned());
                self.list();
                Outcome::Done
            }
        }
    }

    fn pick(&mut self, number: usize) -> Outcome {
        let choice = self.choices[number].clone();
        let Some(range) = choice.amount else { return self.add(choice, None) };
        if range.min == range.max {
            return self.add(choice, Some(range.min));
        }
        let line = self.lines.iter().position(|line| *line == Line::Choice(number));
        self.selected = line.unwrap_or(self.selected);
        self.amount =
            Some(AmountEntry { choice: number, range, typed: range.min.dollars().to_string(), fresh: true });
        Outcome::Done
    }

    fn add(&mut self, choice: AnyChoice, amount: Option<Money>) -> Outcome {
        let json = amount.map_or_else(|| choice.json.clone(), |amount| choice.json_with_amount(amount));
        match self.draft.add_json(&json) {
            Ok(heard) => {
                let heard = heard.clone();
                self.picked.push(Picked { choice, amount, heard, json });
                self.refresh();
                Outcome::Done
            }
            Err(why) => Outcome::Say(why.to_string()),
        }
    }

    /// Takes the last thing back that was tried.
    pub fn undo(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::WAITING_FOR_TABLE.to_owned());
        }
        if self.amount.take().is_some() || self.place.take().is_some() {
            self.list();
            return Outcome::Done;
        }
        if !self.draft.undo() {
            return Outcome::Say(text::NOTHING_TO_UNDO.to_owned());
        }
        self.picked.pop();
        self.refresh();
        Outcome::Done
    }

    /// Steps out of what is being typed or listed, or drops the whole draft. Says whether there was anything.
    pub fn escape(&mut self) -> bool {
        if self.committed {
            return false;
        }
        if self.amount.take().is_some() || self.place.take().is_some() {
            self.list();
            return true;
        }
        let any = !self.picked.is_empty();
        while self.draft.undo() {}
        self.picked.clear();
        self.refresh();
        any
    }

    /// Commits what was tried.
    pub fn commit(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::WAITING_FOR_TABLE.to_owned());
        }
        if self.picked.is_empty() {
            return Outcome::Say(text::NOTHING_TO_COMMIT.to_owned());
        }
        if !self.draft.may_commit() {
            return Outcome::Say(text::NOT_YET_WHOLE.to_owned());
        }
        self.committed = true;
        Outcome::Commit(self.picked.iter().map(|picked| picked.json.clone()).collect())
    }

    // Amounts

    /// A digit of the amount.
    pub fn type_digit(&mut self, digit: char) {
        if let Some(amount) = &mut self.amount {
            if amount.fresh {
                amount.typed.clear();
            }
            amount.fresh = false;
            if amount.typed.len() < 6 {
                amount.typed.push(digit);
            }
        }
    }

    /// Takes back a digit of the amount.
    pub fn rub_out(&mut self) {
        if let Some(amount) = &mut self.amount {
            amount.typed.pop();
            amount.fresh = false;
        }
    }

    /// More or less by so many steps, within the bounds.
    pub fn change_amount(&mut self, by: i64) {
        if let Some(amount) = &mut self.amount {
            let AmountRange { min, max, step } = amount.range;
            let now = amount.typed.parse().unwrap_or_else(|_| min.dollars());
            let next = (now + by * step.dollars()).clamp(min.dollars(), max.dollars());
            (amount.typed, amount.fresh) = (next.to_string(), true);
        }
    }

    fn confirm_amount(&mut self) -> Outcome {
        let Some(entry) = &self.amount else { return Outcome::Done };
        let AmountRange { min, max, step } = entry.range;
        let fits = |amount: &i64| {
            (min.dollars()..=max.dollars()).contains(amount)
                && (amount - min.dollars()) % step.dollars().max(1) == 0
        };
        let Some(amount) = entry.typed.parse::<i64>().ok().filter(fits) else {
            return Outcome::Say(text::amount_range(min, max, step));
        };
        let choice = self.choices[entry.choice].clone();
        self.amount = None;
        self.add(choice, Some(Money::new(amount)))
    }

    // The menu

    /// What may be done behind what was tried.
    fn refresh(&mut self) {
        self.place = None;
        self.amount = None;
        let goes_on = self.draft.goes_on();
        (self.choices, self.blocked) = (Vec::new(), Vec::new());
        if goes_on {
            (self.choices, self.blocked) = (self.draft.game().choices(), self.draft.game().blocked());
        }
        self.list();
    }

    /// Lists the choices: first what is about no place, then the places, then what cannot be done.
    fn list(&mut self) {
        let listed = |number: &usize| {
            self.place.is_none() || self.choices[*number].place.as_deref() == self.place.as_deref()
        };
        let mut numbers: Vec<usize> = (0..self.choices.len()).filter(listed).collect();
        numbers.sort_by_key(|number| self.choices[*number].place.is_some());
        let mut lines: Vec<Line> = numbers.into_iter().map(Line::Choice).collect();
        let commits = self.draft.may_commit() && self.place.is_none();
        let first = commits && (self.game().is_quiet() || lines.is_empty());
        if first {
            lines.insert(0, Line::Commit);
        }
        if self.place.is_none() {
            lines.extend((0..self.blocked.len()).map(Line::Blocked));
        }
        if commits && !first {
            lines.push(Line::Commit);
        }
        // What moves the game on comes to hand first: the commit, else a place.
        let placed =
            |line: &Line| matches!(line, Line::Choice(number) if self.choices[*number].place.is_some());
        self.selected = if first { 0 } else { lines.iter().position(placed).unwrap_or(0) };
        self.lines = lines;
    }
}
