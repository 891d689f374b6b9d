//! The player's own turn: what may be done, what was tried so far, and what is about to be committed.
//!
//! Everything is tried on a draft and shows its effect before it counts. One rule decides what Enter does: it does what
//! the highlighted line says. Once something is drafted and nothing more has to be chosen, that line is the commit.

mod amount;
mod listing;

use crate::engine::any_game::{AnyChoice, AnyGame};
use crate::engine::game::{Blocked, Heard, Illegal, Turn};
use crate::engine::money::Money;
use crate::engine::scene::Scene;
use crate::table::draft::Draft;
use crate::table::front::SeatNumber;
use crate::table::rules::Move;

pub use amount::AmountEntry;
pub use listing::MenuLine;

use crate::tui::text::table as text;
use crate::tui::view::TableView;

/// A turn being thought out.
#[derive(Debug)]
pub struct Desk {
    /// Whose turn it is.
    pub seat: SeatNumber,
    /// After which entry.
    pub index: u32,
    draft: Draft,
    picked: Vec<Picked>,
    choices: Vec<AnyChoice>,
    blocked: Vec<Blocked>,
    lines: Vec<MenuLine>,
    selected: usize,
    /// Only choices about this place are listed.
    place: Option<String>,
    /// Only choices of this kind are listed.
    group: Option<&'static str>,
    /// The place that all of these start from, if they differ in where they lead.
    here: Option<String>,
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
    /// All that could be done at the same place in its stead, itself included.
    ways: Vec<AnyChoice>,
}

/// What came of what the player did.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Nothing to tell.
    Done,
    /// A sentence to show.
    Say(String),
    /// What was picked is against a rule.
    Refuse(Illegal),
    /// Commit this move.
    Commit(Move),
}

impl Desk {
    /// The turn of a seat, as the table stands.
    pub fn new(view: &TableView, seat: SeatNumber) -> Self {
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
            group: None,
            here: None,
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
        self.game().scene(view.viewer())
    }

    /// What was tried, in order.
    pub fn picked(&self) -> &[Picked] {
        &self.picked
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

    /// The kind that the menu is limited to.
    pub const fn group(&self) -> Option<&'static str> {
        self.group
    }

    /// The place at which the highlighted line is picked.
    pub fn selected_place(&self) -> Option<&str> {
        match self.lines.get(self.selected)? {
            MenuLine::Choice(number) | MenuLine::Place(_, number) => self.spot(*number),
            MenuLine::Commit | MenuLine::Group(..) | MenuLine::Blocked(_) => None,
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

    /// Highlights the first line that is picked at a place, if there is one.
    pub fn select_place(&mut self, place: &str) {
        let about = |line: &MenuLine| match line {
            MenuLine::Choice(number) | MenuLine::Place(_, number) => self.spot(*number) == Some(place),
            MenuLine::Commit | MenuLine::Group(..) | MenuLine::Blocked(_) => false,
        };
        if let Some(line) = self.lines.iter().position(about) {
            self.select(line);
        }
    }

    /// Does what the highlighted line says.
    pub fn enter(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::turn::WAITING_FOR_TABLE.to_owned());
        }
        if self.amount.is_some() {
            return self.confirm_amount();
        }
        match self.lines.get(self.selected) {
            None => Outcome::Say(text::turn::NOTHING_TO_CHOOSE.to_owned()),
            Some(MenuLine::Commit) => self.commit(),
            Some(MenuLine::Choice(number)) => self.pick(*number),
            Some(MenuLine::Group(_, first)) => {
                self.group = self.choices[*first].group;
                self.list();
                Outcome::Done
            }
            Some(MenuLine::Place(_, first)) => {
                self.place = self.choices[*first].place.clone();
                self.list();
                Outcome::Done
            }
            Some(MenuLine::Blocked(number)) => Outcome::Refuse(self.blocked[*number].why.clone()),
        }
    }

    /// Picks the numbered line of the menu, counted from 1.
    pub fn digit(&mut self, digit: usize) -> Outcome {
        let Some(line) = digit.checked_sub(1).filter(|line| *line < self.lines.len()) else {
            return Outcome::Say(text::turn::no_such_line(digit));
        };
        self.select(line);
        self.enter()
    }

    /// Picks what can be done at a place: at once if that is one thing, else the menu lists what there is.
    pub fn pick_place(&mut self, place: &str) -> Outcome {
        let mut here = self.shown();
        here.retain(|number| self.spot(*number) == Some(place));
        match here[..] {
            [only] => self.pick(only),
            [] if !self.is_about(place) => Outcome::Say(text::turn::NOTHING_HERE.to_owned()),
            _ => {
                self.place = Some(place.to_owned());
                self.list();
                Outcome::Done
            }
        }
    }

    /// Whether anything of the kind that is listed can be done at a place.
    fn is_about(&self, place: &str) -> bool {
        let fits = |choice: &AnyChoice| self.group.is_none() || choice.group == self.group;
        self.choices.iter().any(|choice| fits(choice) && choice.place.as_deref() == Some(place))
    }

    fn pick(&mut self, number: usize) -> Outcome {
        let choice = self.choices[number].clone();
        let Some(range) = choice.amount else { return self.add(choice, None) };
        if range.min == range.max {
            return self.add(choice, Some(range.min));
        }
        let line = self.lines.iter().position(|line| *line == MenuLine::Choice(number));
        self.selected = line.unwrap_or(self.selected);
        self.amount = Some(AmountEntry::new(number, range));
        Outcome::Done
    }

    fn add(&mut self, choice: AnyChoice, amount: Option<Money>) -> Outcome {
        match self.draft.add_choice(&choice, amount) {
            Ok(heard) => {
                let heard = heard.clone();
                let ways = self.ways_of(&choice);
                self.picked.push(Picked { choice, amount, heard, ways });
                self.refresh();
                Outcome::Done
            }
            Err(why) => Outcome::Say(why.to_string()),
        }
    }

    /// All plain choices of the same kind at the same place: other tiles, other turns of one, not other amounts.
    fn ways_of(&self, choice: &AnyChoice) -> Vec<AnyChoice> {
        let alike = |other: &&AnyChoice| {
            choice.place.is_some()
                && (&other.place, &other.toward) == (&choice.place, &choice.toward)
                && other.amount.is_none()
                && choice.amount.is_none()
        };
        self.choices.iter().filter(alike).cloned().collect()
    }

    /// Whether the last thing tried, if it was at this place, could be done there another way.
    pub fn has_other_way(&self, place: Option<&str>) -> bool {
        let here = |picked: &Picked| place.is_none() || picked.choice.place.as_deref() == place;
        self.picked.last().is_some_and(|picked| here(picked) && picked.ways.len() > 1)
    }

    /// Takes the last thing back that was tried, and tries the next that can be done at the same place.
    pub fn other_way(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::turn::WAITING_FOR_TABLE.to_owned());
        }
        let Some(Picked { ways, choice, .. }) = self.picked.last().filter(|_| self.has_other_way(None))
        else {
            return Outcome::Say(text::turn::NO_OTHER_WAY.to_owned());
        };
        let at = ways.iter().position(|way| way.action == choice.action).map_or(0, |at| at + 1);
        let next = ways[at % ways.len()].clone();
        self.draft.undo();
        self.picked.pop();
        self.refresh();
        self.add(next, None)
    }

    /// Takes the last thing back that was tried.
    pub fn undo(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::turn::WAITING_FOR_TABLE.to_owned());
        }
        if self.step_out() {
            return Outcome::Done;
        }
        if !self.draft.undo() {
            return Outcome::Say(text::turn::NOTHING_TO_UNDO.to_owned());
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
        if self.step_out() {
            return true;
        }
        let any = !self.picked.is_empty();
        while self.draft.undo() {}
        self.picked.clear();
        self.refresh();
        any
    }

    /// Steps out of what is being typed, of a place or of a kind; says whether there was anything to step out of.
    fn step_out(&mut self) -> bool {
        let any = self.amount.take().is_some() || self.place.take().is_some() || self.group.take().is_some();
        if any {
            self.list();
        }
        any
    }

    /// Commits what was tried.
    pub fn commit(&mut self) -> Outcome {
        if self.committed {
            return Outcome::Say(text::turn::WAITING_FOR_TABLE.to_owned());
        }
        if self.picked.is_empty() {
            return Outcome::Say(text::turn::NOTHING_TO_COMMIT.to_owned());
        }
        if !self.draft.may_commit() {
            return Outcome::Say(text::turn::NOT_YET_WHOLE.to_owned());
        }
        match self.draft.actions() {
            Ok(whole) => {
                self.committed = true;
                Outcome::Commit(whole)
            }
            Err(why) => Outcome::Say(why.to_string()),
        }
    }

    // The menu

    /// What may be done behind what was tried.
    fn refresh(&mut self) {
        (self.place, self.group, self.amount) = (None, None, None);
        let goes_on = self.draft.goes_on();
        (self.choices, self.blocked) = (Vec::new(), Vec::new());
        if goes_on {
            (self.choices, self.blocked) = (self.draft.game().choices(), self.draft.game().blocked());
        }
        self.list();
    }
}
