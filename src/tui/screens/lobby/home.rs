//! The first page: play at once, tables near, own tables.

use std::path::PathBuf;

use super::connect::{Connect, How};
use super::known::{Known, Visit};
use super::new_table::NewTable;
use super::{Page, Step};
use crate::engine::game::Meta;
use crate::table::front::{
    DrawMode, KeptTable, NearState, NearTable, People, Plan, Request, Tag, Which, Wish,
};
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;

/// Seats of a practice game: enough for company, few enough to be one's turn again soon.
const PRACTICE_SEATS: u8 = 3;

/// The first page.
#[derive(Debug)]
pub(super) struct Home {
    /// The chosen line. It stays chosen while tables come and go around it.
    pub(super) chosen: Row,
    /// Where it was, for when it is gone.
    at: usize,
    /// What to practise, by its place.
    practice: usize,
}

/// A line of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Practise,
    NewTable,
    Connect,
    Near(Tag),
    Kept(PathBuf),
}

/// What Enter does on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Practise,
    NewTable,
    Connect,
    Sit(Tag),
    Watch(Tag),
    Resume(PathBuf),
    Replay(PathBuf),
    /// Nothing, and why.
    Nothing(String),
}

impl Home {
    pub(super) fn new() -> Self {
        Self { chosen: Row::Practise, at: 0, practice: 0 }
    }

    pub(super) fn rows(known: &Known) -> Vec<Row> {
        let fixed = [Row::Practise, Row::NewTable, Row::Connect];
        let near = known.near().iter().map(|table| Row::Near(table.tag));
        let kept = known.kept.iter().map(|table| Row::Kept(table.path.clone()));
        fixed.into_iter().chain(near).chain(kept).collect()
    }

    /// The lists have changed.
    pub(super) fn refresh(&mut self, known: &Known) {
        let rows = Self::rows(known);
        self.at = rows.iter().position(|row| *row == self.chosen).unwrap_or(self.at.min(rows.len() - 1));
        self.chosen = rows[self.at].clone();
    }

    /// Where the chosen line stands.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The game to practise.
    pub(super) fn meta(&self, known: &Known) -> &'static Meta {
        practices(known)[self.practice].0
    }

    /// The practice game that Enter starts.
    pub(super) fn practice(&self, known: &Known) -> Plan {
        let (meta, alone) = practices(known)[self.practice];
        let seats = if alone { 1 } else { PRACTICE_SEATS.clamp(meta.seats.0, meta.seats.1) };
        Plan {
            game: meta.id.to_owned(),
            options: [].into(),
            seats,
            bots: seats - 1,
            bot: known.bots[known.usual_bot()].name().to_owned(),
            draw: DrawMode::Fresh,
            pass_phrase: None,
            people: People::Here(Vec::new()),
        }
    }

    pub(super) fn deed(&self, known: &Known) -> Deed {
        match &self.chosen {
            Row::Practise => Deed::Practise,
            Row::NewTable => Deed::NewTable,
            Row::Connect => Deed::Connect,
            Row::Near(tag) => match (known.near_table(*tag), known.kept_near(*tag)) {
                (Some(_), Some(own)) => about_kept(own),
                (Some(table), None) => about_near(table),
                (None, _) => Deed::Nothing(String::new()),
            },
            Row::Kept(path) => {
                known.kept_table(path).map_or_else(|| Deed::Nothing(String::new()), about_kept)
            }
        }
    }

    pub(super) fn act(&mut self, intent: Intent, known: &Known) -> Step {
        match intent {
            Intent::Up => self.choose(self.at.saturating_sub(1), known),
            Intent::Down => self.choose(self.at + 1, known),
            Intent::Less => self.change_game(known, practices(known).len() - 1),
            Intent::More => self.change_game(known, 1),
            Intent::Enter => return self.carry_out(known),
            Intent::NewTable => return self.new_table(known),
            Intent::Connect => return Step::Go(Page::Connect(Connect::typed())),
            Intent::Watch => return self.watch(known, How::Watch),
            Intent::Projector => return self.watch(known, How::Projector),
            Intent::Resume => return resume_latest(known),
            Intent::CarryOn => return self.carry_on(known),
            _ => {}
        }
        Step::Stay
    }

    /// Chooses a line, the last one if there are fewer.
    pub(super) fn choose(&mut self, at: usize, known: &Known) {
        let rows = Self::rows(known);
        self.at = at.min(rows.len() - 1);
        self.chosen = rows[self.at].clone();
    }

    /// Chooses a line and does what it says; nothing if there is none.
    pub(super) fn pick(&mut self, at: usize, known: &Known) -> Step {
        if at >= Self::rows(known).len() {
            return Step::Stay;
        }
        self.choose(at, known);
        self.carry_out(known)
    }

    /// A click chooses a line, another one does what it says.
    pub(super) fn click(&mut self, at: usize, known: &Known) -> Step {
        if self.at == at { self.carry_out(known) } else { self.choose_by_hand(at, known) }
    }

    fn choose_by_hand(&mut self, at: usize, known: &Known) -> Step {
        self.choose(at, known);
        Step::Stay
    }

    /// Whether left and right change what the chosen line begins.
    pub(super) fn can_change(&self, known: &Known) -> bool {
        self.chosen == Row::Practise && practices(known).len() > 1
    }

    /// Only the first line has a game to change.
    fn change_game(&mut self, known: &Known, by: usize) {
        if self.chosen == Row::Practise {
            self.practice = (self.practice + by) % practices(known).len();
        }
    }

    fn carry_out(&self, known: &Known) -> Step {
        match self.deed(known) {
            Deed::Practise => visit(Request::Open(self.practice(known)), text::wait::OPENING.to_owned()),
            Deed::NewTable => self.new_table(known),
            Deed::Connect => Step::Go(Page::Connect(Connect::typed())),
            Deed::Sit(tag) => find(known, tag, How::Sit),
            Deed::Watch(tag) => find(known, tag, How::Watch),
            Deed::Resume(path) => visit(Request::Resume(path), text::wait::RESUMING.to_owned()),
            Deed::Replay(path) => visit(Request::Replay(path), text::wait::RESUMING.to_owned()),
            Deed::Nothing(why) => Step::Note(why),
        }
    }

    /// A table for the game that was chosen for practice, if one was.
    fn new_table(&self, known: &Known) -> Step {
        Step::Go(Page::NewTable(NewTable::of(self.meta(known), known)))
    }

    /// The own table that could be carried on without the others.
    pub(super) fn left_by_others<'a>(&self, known: &'a Known) -> Option<&'a KeptTable> {
        let own = match &self.chosen {
            Row::Kept(path) => known.kept_table(path),
            Row::Near(tag) => known.kept_near(*tag),
            Row::Practise | Row::NewTable | Row::Connect => None,
        };
        own.filter(|table| !table.over && !table.local)
    }

    fn carry_on(&self, known: &Known) -> Step {
        match self.left_by_others(known) {
            Some(table) => visit(Request::CarryOn(table.path.clone()), text::wait::RESUMING.to_owned()),
            None => Step::Stay,
        }
    }

    fn watch(&self, known: &Known, how: How) -> Step {
        let Row::Near(tag) = self.chosen else { return Step::Note(text::CHOOSE_TO_WATCH.to_owned()) };
        let Some(table) = known.near_table(tag) else { return Step::Stay };
        match table.state {
            _ if !table.fits => Step::Note(text::other_version(table)),
            NearState::Open => Step::Note(text::not_begun(table)),
            NearState::Over => Step::Note(text::near_about(table)),
            NearState::Playing => find(known, tag, how),
        }
    }
}

/// What can be practised: every game against bots, and those with rules for one also alone.
fn practices(known: &Known) -> Vec<(&'static Meta, bool)> {
    let ways = |meta: &'static Meta| [false, true].into_iter().filter(|alone| !alone || meta.is_for_one());
    known.games.iter().flat_map(|&meta| ways(meta).map(move |alone| (meta, alone))).collect()
}

fn about_near(table: &NearTable) -> Deed {
    match table.state {
        NearState::Open if table.fits && table.taken < table.seats => Deed::Sit(table.tag),
        NearState::Playing if table.fits => Deed::Watch(table.tag),
        NearState::Open | NearState::Playing | NearState::Over => Deed::Nothing(text::near_about(table)),
    }
}

/// Tables that are over can only be looked at again.
fn about_kept(table: &KeptTable) -> Deed {
    let path = table.path.clone();
    if table.over { Deed::Replay(path) } else { Deed::Resume(path) }
}

fn resume_latest(known: &Known) -> Step {
    match known.kept.iter().find(|table| !table.over) {
        Some(table) => visit(Request::Resume(table.path.clone()), text::wait::RESUMING.to_owned()),
        None => Step::Note(text::NOTHING_TO_RESUME.to_owned()),
    }
}

/// Goes to a table that was seen, by way of its pass phrase if it has one.
fn find(known: &Known, tag: Tag, how: How) -> Step {
    let Some(table) = known.near_table(tag) else { return Step::Stay };
    let whose = text::table_of(table);
    if table.pass_phrase {
        return Step::Go(Page::Connect(Connect::seen(tag, whose, how)));
    }
    let wish = Wish { which: Which::Seen(tag), watch: how != How::Sit, pass_phrase: None };
    Step::Visit {
        visit: Box::new(Visit::new(text::wait::looking(&whose), &Request::Find(wish.clone()))),
        request: Request::Find(wish),
        projector: how == How::Projector,
    }
}

fn visit(request: Request, what: String) -> Step {
    Step::Visit { visit: Box::new(Visit::new(what, &request)), request, projector: false }
}
