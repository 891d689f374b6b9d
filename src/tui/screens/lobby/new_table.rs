//! A table to open: game, seats, bots, options, draws, pass phrase.

use std::collections::BTreeMap;

use crossterm::event::KeyEvent;
use serde_json::json;

use super::Step;
use super::connect::MAX_PHRASE_CHARS;
use super::form::{Row, Value, filled};
use super::known::{Known, Visit};
use super::name::MAX_NAME_CHARS;
use crate::engine::game::{Meta, OptionMeta};
use crate::table::front::{DrawMode, People, Plan, Request, clean, is_name};
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::widgets::field::Field;

/// The names of all who fit around a laptop.
const MAX_OTHERS_CHARS: usize = 6 * MAX_NAME_CHARS;
/// The longest number of 64 bits.
const MAX_SEED_CHARS: usize = 20;
/// Seats to begin with: what most games are best with.
const USUAL_SEATS: u8 = 3;

/// A table that is being thought up.
#[derive(Debug)]
pub(super) struct NewTable {
    game: usize,
    /// Everybody plays on this laptop.
    here: bool,
    others: Field,
    seats: u8,
    bots: u8,
    bot: usize,
    /// The value of each option of the game, by its place.
    options: Vec<usize>,
    seeded: bool,
    seed: Field,
    phrase: Field,
    focus: Entry,
    /// Why it cannot be opened so.
    pub(super) problem: Option<String>,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Game,
    People,
    Others,
    Seats,
    Bots,
    Bot,
    Option(usize),
    Draw,
    Seed,
    Phrase,
}

impl NewTable {
    pub(super) fn new(known: &Known) -> Self {
        let mut form = Self {
            game: 0,
            here: false,
            others: Field::with_limit(MAX_OTHERS_CHARS),
            seats: USUAL_SEATS,
            bots: 0,
            bot: known.usual_bot(),
            options: Vec::new(),
            seeded: false,
            seed: filled(MAX_SEED_CHARS, "1"),
            phrase: Field::with_limit(MAX_PHRASE_CHARS),
            focus: Entry::Game,
            problem: None,
        };
        form.fit(known);
        form
    }

    /// The same, with a game that was chosen before.
    pub(super) fn of(meta: &Meta, known: &Known) -> Self {
        let mut form = Self::new(known);
        form.game = known.games.iter().position(|game| game.id == meta.id).unwrap_or(0);
        form.fit(known);
        form
    }

    /// The chosen game.
    pub(super) fn meta(&self, known: &Known) -> &'static Meta {
        known.games[self.game]
    }

    fn entries(&self, known: &Known) -> Vec<Entry> {
        let options = (0..self.options.len()).map(Entry::Option);
        let mut entries = vec![Entry::Game, Entry::People];
        entries.push(if self.here { Entry::Others } else { Entry::Seats });
        entries.extend([Entry::Bots, Entry::Bot]);
        entries.extend(options);
        entries.push(Entry::Draw);
        entries.extend(self.seeded.then_some(Entry::Seed));
        entries.extend((!self.here).then_some(Entry::Phrase));
        debug_assert!(self.game < known.games.len());
        entries
    }

    /// The line that letters go to.
    pub(super) fn field(&mut self) -> Option<&mut Field> {
        match self.focus {
            Entry::Others => Some(&mut self.others),
            Entry::Seed => Some(&mut self.seed),
            Entry::Phrase => Some(&mut self.phrase),
            _ => None,
        }
    }

    /// Takes a key for the line that is being typed.
    pub(super) fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.field().is_some_and(|field| field.key(event));
        if taken {
            self.problem = None;
        }
        taken
    }

    pub(super) fn act(&mut self, intent: Intent, known: &Known) -> Step {
        match intent {
            Intent::Up => self.step(known, false),
            Intent::Down => self.step(known, true),
            Intent::Less => self.change(known, false),
            Intent::More => self.change(known, true),
            Intent::Enter => return self.open(known),
            _ => {}
        }
        Step::Stay
    }

    /// Puts the keys on a line.
    pub(super) fn focus(&mut self, row: usize, known: &Known) {
        let entries = self.entries(known);
        self.focus = entries[row.min(entries.len() - 1)];
    }

    fn step(&mut self, known: &Known, down: bool) {
        let entries = self.entries(known);
        let by = if down { 1 } else { entries.len() - 1 };
        self.focus((self.focused(known) + by) % entries.len(), known);
    }

    fn change(&mut self, known: &Known, more: bool) {
        self.problem = None;
        let turn = |at: usize, count: usize| (at + if more { 1 } else { count - 1 }) % count;
        let count = |now: u8| if more { now.saturating_add(1) } else { now.saturating_sub(1) };
        match self.focus {
            Entry::Game => {
                self.game = turn(self.game, known.games.len());
                self.options.clear();
            }
            Entry::People => self.here = !self.here,
            Entry::Seats => self.seats = count(self.seats),
            Entry::Bots => self.bots = count(self.bots),
            Entry::Bot => self.bot = turn(self.bot, known.bots.len()),
            Entry::Option(at) => {
                self.options[at] = turn(self.options[at], self.meta(known).options[at].values.len());
            }
            Entry::Draw => self.seeded = !self.seeded,
            Entry::Others | Entry::Seed | Entry::Phrase => {}
        }
        self.fit(known);
    }

    /// Makes everything fit the game again.
    fn fit(&mut self, known: &Known) {
        let meta = self.meta(known);
        let (min, max) = self.seat_range(known);
        self.options.resize(meta.options.len(), 0);
        self.seats = self.seats.clamp(min, max);
        let people = if self.here { self.names().len() + 1 } else { 1 };
        let people = u8::try_from(people).unwrap_or(max);
        let all = if self.here { max } else { self.seats };
        let fewest = if self.here { min.saturating_sub(people) } else { 0 };
        self.bots = self.bots.clamp(fewest, all.saturating_sub(people).max(fewest));
    }

    /// Fewest and most seats: on the network nobody is alone.
    fn seat_range(&self, known: &Known) -> (u8, u8) {
        let meta = self.meta(known);
        (if self.here { meta.seats.0 } else { meta.fewest_together() }, meta.seats.1)
    }

    /// The others on this laptop.
    fn names(&self) -> Vec<String> {
        let names = self.others.text().split(',').map(|name| clean(name, name.len()));
        names.filter(|name| !name.is_empty()).collect()
    }

    fn open(&mut self, known: &Known) -> Step {
        match self.plan(known) {
            Ok(plan) => {
                self.problem = None;
                let request = Request::Open(plan);
                let visit = Visit::new(text::wait::OPENING.to_owned(), &request);
                Step::Visit { visit: Box::new(visit), request, projector: false }
            }
            Err((field, problem)) => {
                self.focus = field;
                self.problem = Some(problem);
                Step::Stay
            }
        }
    }

    /// The table, or what is wrong and on which line.
    fn plan(&self, known: &Known) -> Result<Plan, (Entry, String)> {
        let meta = self.meta(known);
        let (seats, people) = if self.here {
            let names = self.check_names(known)?;
            let seats = 1 + names.len() + usize::from(self.bots);
            let fits = u8::try_from(seats).ok().filter(|seats| (meta.seats.0..=meta.seats.1).contains(seats));
            let problem = || (Entry::Others, text::problem::people(meta.title, meta.seats, seats));
            (fits.ok_or_else(problem)?, People::Here(names))
        } else {
            (self.seats, People::Network)
        };
        let phrase = self.phrase.text().trim();
        Ok(Plan {
            game: meta.id.to_owned(),
            options: self.chosen_options(meta),
            seats,
            bots: self.bots,
            bot: known.bots[self.bot].name().to_owned(),
            draw: self.draw()?,
            pass_phrase: (!self.here && !phrase.is_empty()).then(|| phrase.to_owned()),
            people,
        })
    }

    fn check_names(&self, known: &Known) -> Result<Vec<String>, (Entry, String)> {
        let names = self.names();
        let own = known.name.as_ref();
        for (at, name) in names.iter().enumerate() {
            if !is_name(name) {
                return Err((Entry::Others, text::problem::name(name)));
            }
            if names[..at].contains(name) || own == Some(name) {
                return Err((Entry::Others, text::problem::twice(name)));
            }
        }
        Ok(names)
    }

    fn draw(&self) -> Result<DrawMode, (Entry, String)> {
        if !self.seeded {
            return Ok(DrawMode::Fresh);
        }
        let seed = self.seed.text().trim().parse();
        seed.map(DrawMode::Seed).map_err(|_| (Entry::Seed, text::problem::SEED.to_owned()))
    }

    /// The options that differ from their default, which is the first value.
    fn chosen_options(&self, meta: &'static Meta) -> BTreeMap<String, serde_json::Value> {
        let chosen = meta.options.iter().zip(&self.options).filter(|(_, at)| **at > 0);
        chosen.map(|(option, at)| (option.name.to_owned(), json!(option.values[*at]))).collect()
    }

    /// What is shown.
    pub(super) fn rows(&self, known: &Known) -> Vec<Row<'_>> {
        self.entries(known).into_iter().map(|field| self.row(field, known)).collect()
    }

    fn row(&self, field: Entry, known: &Known) -> Row<'_> {
        let meta = self.meta(known);
        let chosen =
            |label: &str, value: String| Row { label: label.to_owned(), value: Value::Chosen(value) };
        let typed =
            |label: &str, field, blank| Row { label: label.to_owned(), value: Value::Typed { field, blank } };
        match field {
            Entry::Game => chosen(text::label::GAME, meta.title.to_owned()),
            Entry::People => {
                let place = if self.here { text::ON_LAPTOP } else { text::ON_NETWORK };
                chosen(text::label::PEOPLE, place.to_owned())
            }
            Entry::Others => typed(text::label::OTHERS, &self.others, text::blank::OTHERS),
            Entry::Seats => chosen(text::label::SEATS, self.seats.to_string()),
            Entry::Bots => chosen(text::label::BOTS, self.bots.to_string()),
            Entry::Bot => chosen(text::label::BOT, text::bot_name(known.bots[self.bot].name()).to_owned()),
            Entry::Option(at) => {
                let option: &OptionMeta = &meta.options[at];
                let value = text::option_value(&option.values[self.options[at]]);
                chosen(&text::option_label(option.name), value.to_owned())
            }
            Entry::Draw => chosen(text::label::DRAW, text::draw_name(self.shown_draw()).to_owned()),
            Entry::Seed => typed(text::label::SEED, &self.seed, ""),
            Entry::Phrase => typed(text::label::PHRASE, &self.phrase, text::blank::PHRASE),
        }
    }

    /// Which row has the keys.
    pub(super) fn focused(&self, known: &Known) -> usize {
        self.entries(known).iter().position(|field| *field == self.focus).unwrap_or(0)
    }

    /// Whether it is changed with left and right.
    pub(super) fn is_choice(&self) -> bool {
        !matches!(self.focus, Entry::Others | Entry::Seed | Entry::Phrase)
    }

    /// What that row is about.
    pub(super) fn about(&self, known: &Known) -> String {
        let meta = self.meta(known);
        match self.focus {
            Entry::Game => text::about_game(meta.title, meta.seats),
            Entry::People if self.here => text::about::LAPTOP.to_owned(),
            Entry::People => text::about::NETWORK.to_owned(),
            Entry::Others => text::about::OTHERS.to_owned(),
            Entry::Seats => text::about_seats(self.seat_range(known)),
            Entry::Bots => text::about::BOTS.to_owned(),
            Entry::Bot => text::about_bot(known.bots[self.bot].about()),
            Entry::Option(at) => meta.options[at].about.to_owned(),
            Entry::Draw => text::draw_about(self.shown_draw()).to_owned(),
            Entry::Seed => text::about::SEED.to_owned(),
            Entry::Phrase => text::about::PHRASE.to_owned(),
        }
    }

    /// Who will sit at the table.
    pub(super) fn summary(&self, known: &Known) -> String {
        let mut people: Vec<String> = known.name.iter().cloned().collect();
        if self.here {
            people.extend(self.names());
            return text::summary(&people, 0, self.bots);
        }
        text::summary(&people, self.seats.saturating_sub(self.bots + 1), self.bots)
    }

    fn shown_draw(&self) -> DrawMode {
        if self.seeded { DrawMode::Seed(0) } else { DrawMode::Fresh }
    }
}
