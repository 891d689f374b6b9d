//! A table to open: game, seats, bots, options, draws, pass phrase.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::brush::{rows, with_about};
use super::super::form::{self, Form, RowView, filled};
use super::super::help::introduction;
use super::connect::MAX_PHRASE_CHARS;
use super::name::MAX_NAME_CHARS;
use super::{Binding, Brush, Effect, Field, Intent, KeyEvent, Known, Page, Rect, Request};
use crate::engine::game::{Meta, OptionMeta};
use crate::table::front::{DrawMode, People, Plan, TimeControl, clean, is_name};
use crate::tui::text::lobby::{self as text, new_table as words};

/// The names of all who fit around a laptop.
const MAX_OTHERS_CHARS: usize = 6 * MAX_NAME_CHARS;
/// The longest number of 64 bits.
const MAX_SEED_CHARS: usize = 20;
/// Seats to begin with: what most games are best with.
const USUAL_SEATS: u8 = 3;

/// A table that is being thought up.
#[derive(Debug)]
pub(in super::super) struct NewTable {
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
    focus: NewTableRow,
    /// Why it cannot be opened so.
    pub(in super::super) problem: Option<String>,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NewTableRow {
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
            focus: NewTableRow::Game,
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
    fn meta(&self, known: &Known) -> &'static Meta {
        known.games[self.game]
    }

    fn rows(&self, known: &Known) -> Vec<NewTableRow> {
        let options = (0..self.options.len()).map(NewTableRow::Option);
        let mut rows = vec![NewTableRow::Game, NewTableRow::People];
        rows.push(if self.here { NewTableRow::Others } else { NewTableRow::Seats });
        rows.extend([NewTableRow::Bots, NewTableRow::Bot]);
        rows.extend(options);
        rows.push(NewTableRow::Draw);
        rows.extend(self.seeded.then_some(NewTableRow::Seed));
        rows.extend((!self.here).then_some(NewTableRow::Phrase));
        debug_assert!(self.game < known.games.len());
        rows
    }

    /// Puts the keys on a line.
    fn focus(&mut self, row: usize, known: &Known) {
        let rows = self.rows(known);
        self.focus = rows[row.min(rows.len() - 1)];
    }

    fn step(&mut self, known: &Known, down: bool) {
        let rows = self.rows(known);
        let by = if down { 1 } else { rows.len() - 1 };
        self.focus((self.focused(known) + by) % rows.len(), known);
    }

    fn change(&mut self, known: &Known, more: bool) {
        self.problem = None;
        let turn = |at: usize, count: usize| (at + if more { 1 } else { count - 1 }) % count;
        let count = |now: u8| if more { now.saturating_add(1) } else { now.saturating_sub(1) };
        match self.focus {
            NewTableRow::Game => {
                self.game = turn(self.game, known.games.len());
                self.options.clear();
            }
            NewTableRow::People => self.here = !self.here,
            NewTableRow::Seats => self.seats = count(self.seats),
            NewTableRow::Bots => self.bots = count(self.bots),
            NewTableRow::Bot => self.bot = turn(self.bot, known.bots.len()),
            NewTableRow::Option(at) => {
                self.options[at] = turn(self.options[at], self.meta(known).options[at].values.len());
            }
            NewTableRow::Draw => self.seeded = !self.seeded,
            NewTableRow::Others | NewTableRow::Seed | NewTableRow::Phrase => {}
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

    fn open(&mut self, known: &Known) -> Effect {
        match self.plan(known) {
            Ok(plan) => {
                self.problem = None;
                Effect::visit(Request::Open(plan), text::wait::OPENING)
            }
            Err((row, problem)) => {
                self.focus = row;
                self.problem = Some(problem);
                Effect::None
            }
        }
    }

    /// The table, or what is wrong and on which line.
    fn plan(&self, known: &Known) -> Result<Plan, (NewTableRow, String)> {
        let meta = self.meta(known);
        let (seats, people) = if self.here {
            let names = self.check_names(known)?;
            let seats = 1 + names.len() + usize::from(self.bots);
            let fits = u8::try_from(seats).ok().filter(|seats| (meta.seats.0..=meta.seats.1).contains(seats));
            let problem = || (NewTableRow::Others, words::problem::people(meta.title, meta.seats, seats));
            (fits.ok_or_else(problem)?, People::Here(names))
        } else {
            (self.seats, People::Network)
        };
        let phrase = self.phrase.text().trim();
        Ok(Plan {
            name: None,
            game: meta.id.to_owned(),
            options: self.chosen_options(meta),
            seats,
            bots: self.bots,
            bot: known.bots[self.bot].name().to_owned(),
            draw: self.draw_mode()?,
            clock: TimeControl::None,
            pass_phrase: (!self.here && !phrase.is_empty()).then(|| phrase.to_owned()),
            people,
        })
    }

    fn check_names(&self, known: &Known) -> Result<Vec<String>, (NewTableRow, String)> {
        let names = self.names();
        let own = known.name.as_ref();
        for (at, name) in names.iter().enumerate() {
            if !is_name(name) {
                return Err((NewTableRow::Others, words::problem::name(name)));
            }
            if names[..at].contains(name) || own == Some(name) {
                return Err((NewTableRow::Others, words::problem::twice(name)));
            }
        }
        Ok(names)
    }

    fn draw_mode(&self) -> Result<DrawMode, (NewTableRow, String)> {
        if !self.seeded {
            return Ok(DrawMode::Fresh);
        }
        let seed = self.seed.text().trim().parse();
        seed.map(DrawMode::Seed).map_err(|_| (NewTableRow::Seed, words::problem::SEED.to_owned()))
    }

    /// The options that differ from their default, which is the first value.
    fn chosen_options(&self, meta: &'static Meta) -> BTreeMap<String, serde_json::Value> {
        let chosen = meta.options.iter().zip(&self.options).filter(|(_, at)| **at > 0);
        chosen.map(|(option, at)| (option.name.to_owned(), json!(option.values[*at]))).collect()
    }

    fn row_view(&self, row: NewTableRow, known: &Known) -> RowView<'_> {
        use words::label;
        let meta = self.meta(known);
        match row {
            NewTableRow::Game => RowView::chosen(label::GAME, meta.title),
            NewTableRow::People => {
                let place = if self.here { words::ON_LAPTOP } else { words::ON_NETWORK };
                RowView::chosen(label::PEOPLE, place)
            }
            NewTableRow::Others => RowView::typed(label::OTHERS, &self.others, words::OTHERS_BLANK),
            NewTableRow::Seats => RowView::chosen(label::SEATS, &self.seats.to_string()),
            NewTableRow::Bots => RowView::chosen(label::BOTS, &self.bots.to_string()),
            NewTableRow::Bot => RowView::chosen(label::BOT, text::bot_name(known.bots[self.bot].name())),
            NewTableRow::Option(at) => {
                let option: &OptionMeta = &meta.options[at];
                let value = words::option_value(&option.values[self.options[at]]);
                RowView::chosen(&words::option_label(option.name), value)
            }
            NewTableRow::Draw => RowView::chosen(label::DRAW, words::draw_name(self.shown_draw())),
            NewTableRow::Seed => RowView::typed(label::SEED, &self.seed, ""),
            NewTableRow::Phrase => RowView::typed(text::PHRASE_LABEL, &self.phrase, text::PHRASE_BLANK),
        }
    }

    /// Which row has the keys.
    fn focused(&self, known: &Known) -> usize {
        self.rows(known).iter().position(|row| *row == self.focus).unwrap_or(0)
    }

    /// Whether it is changed with left and right.
    fn is_choice(&self) -> bool {
        !matches!(self.focus, NewTableRow::Others | NewTableRow::Seed | NewTableRow::Phrase)
    }

    /// What that row is about.
    fn about_row(&self, known: &Known) -> String {
        let meta = self.meta(known);
        match self.focus {
            NewTableRow::Game => words::about_game(meta.title, meta.seats),
            NewTableRow::People if self.here => words::about::LAPTOP.to_owned(),
            NewTableRow::People => words::about::NETWORK.to_owned(),
            NewTableRow::Others => words::about::OTHERS.to_owned(),
            NewTableRow::Seats => words::about_seats(self.seat_range(known)),
            NewTableRow::Bots => words::about::BOTS.to_owned(),
            NewTableRow::Bot => words::about_bot(known.bots[self.bot].about()),
            NewTableRow::Option(at) => meta.options[at].about.to_owned(),
            NewTableRow::Draw => words::draw_about(self.shown_draw()).to_owned(),
            NewTableRow::Seed => words::about::SEED.to_owned(),
            NewTableRow::Phrase => words::about::PHRASE.to_owned(),
        }
    }

    /// Who will sit at the table.
    fn summary(&self, known: &Known) -> String {
        let mut people: Vec<String> = known.name.iter().cloned().collect();
        if self.here {
            people.extend(self.names());
            return words::summary(&people, 0, self.bots);
        }
        words::summary(&people, self.seats.saturating_sub(self.bots + 1), self.bots)
    }

    fn shown_draw(&self) -> DrawMode {
        if self.seeded { DrawMode::Seed(0) } else { DrawMode::Fresh }
    }
}

impl Page for NewTable {
    fn keys(&self) -> &'static [Binding<Intent>] {
        form::KEYS
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn field(&mut self) -> Option<&mut Field> {
        match self.focus {
            NewTableRow::Others => Some(&mut self.others),
            NewTableRow::Seed => Some(&mut self.seed),
            NewTableRow::Phrase => Some(&mut self.phrase),
            _ => None,
        }
    }

    fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.field().is_some_and(|field| field.key(event));
        self.problem.take_if(|_| taken);
        taken
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect {
        match intent {
            Intent::Up => self.step(known, false),
            Intent::Down => self.step(known, true),
            Intent::Less => self.change(known, false),
            Intent::More => self.change(known, true),
            Intent::Enter => return self.open(known),
            _ => {}
        }
        Effect::None
    }

    fn click(&mut self, row: usize, known: &Known) -> Effect {
        self.focus(row, known);
        Effect::None
    }

    fn hint(&self, binding: &Binding<Intent>, _known: &Known) -> Option<&'static str> {
        match binding.intent {
            Intent::Enter => Some(words::OPEN),
            Intent::More => self.is_choice().then_some(binding.words),
            _ => Some(binding.words),
        }
    }

    fn fail(&mut self, why: &str) -> bool {
        self.problem = Some(why.to_owned());
        true
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known) {
        let (page, about) = with_about(area);
        let inner = brush.pane(words::TITLE, true, page);
        let form = Form {
            rows: self.rows(known).into_iter().map(|row| self.row_view(row, known)).collect(),
            focused: self.focused(known),
            summary: &self.summary(known),
            about: &self.about_row(known),
            problem: self.problem.as_deref(),
            button: words::OPEN,
        };
        form.draw(brush, rows(inner, 1, u16::MAX));
        if let Some(about) = about {
            brush.about(about, introduction(self.meta(known)));
        }
    }
}
