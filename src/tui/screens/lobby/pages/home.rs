//! The first page: play at once, tables near, the player's own tables.

mod about;
mod filter;
mod lists;

use std::path::PathBuf;

use crossterm::event::KeyEvent;
use ratatui::layout::{Constraint, Layout};

use self::filter::{ListedTables, shown};
use self::lists::{FIXED, List};
use super::super::brush::with_about;
use super::address::Address;
use super::connect::{Connect, How};
use super::name::Name;
use super::network::NetworkPage;
use super::new_table::NewTable;
use super::{Binding, Brush, Effect, Field, Intent, Known, Page, Rect, Request};
use crate::engine::game::Meta;
use crate::table::front::{
    DrawMode, KeptTable, NearState, NearTable, People, Plan, Tag, TimeControl, Which, Wish,
};
use crate::tui::keymap::Key;
use crate::tui::keymap::lobby as keys;
use crate::tui::text::lobby::{self as text, home as words};

const KEYS: &[Binding<Intent>] = &[
    keys::enter(words::key::CHOOSE),
    keys::bind(Intent::Up, &[keys::UP, keys::BACK_TAB, Key::Char('k')], "↑", ""),
    keys::bind(Intent::Down, &[keys::DOWN, keys::TAB, Key::Char('j')], "↓", ""),
    keys::bind(Intent::Less, &[keys::LEFT], "←", ""),
    keys::bind(Intent::More, &[keys::RIGHT], "→", words::key::OTHER_GAME),
    keys::PICK,
    keys::bind(Intent::Resume, &[Key::Char('r')], "r", words::key::RESUME),
    keys::bind(Intent::CarryOn, &[Key::Char('b')], "b", words::key::CARRY_ON),
    keys::bind(Intent::NewTable, &[Key::Char('+')], "+", words::key::NEW_TABLE),
    keys::bind(Intent::Filter, &[Key::Char('/'), Key::Char('f')], "/", words::key::FILTER),
    keys::bind(Intent::Watch, &[Key::Char('w')], "w", words::key::WATCH),
    keys::bind(Intent::Projector, &[Key::Char('p')], "p", words::key::PROJECTOR),
    keys::bind(Intent::Connect, &[Key::Char('c')], "c", words::key::CONNECT),
    keys::bind(Intent::Address, &[Key::Char('i')], "i", words::key::ADDRESS),
    keys::bind(Intent::Network, &[Key::Char('n')], "n", text::key::NETWORK),
    keys::bind(Intent::Rename, &[Key::Char('y')], "y", words::key::RENAME),
    keys::HELP,
    keys::bind(Intent::Quit, &[Key::Char('q'), keys::CTRL_C], "q", words::key::QUIT),
    keys::back(&[keys::ESC], words::key::ALL),
];

/// While a filter is typed letters and digits are part of it.
const FILTER_KEYS: &[Binding<Intent>] = &[
    keys::enter(words::key::CHOOSE),
    keys::bind(Intent::Up, &[keys::UP, keys::BACK_TAB], "↑", ""),
    keys::bind(Intent::Down, &[keys::DOWN, keys::TAB], "↓", words::key::OTHER_TABLE),
    keys::back(&[keys::ESC], words::key::ALL),
    keys::STOP,
];

/// What somebody types to find a table among many.
const MAX_FILTER_CHARS: usize = 40;

/// Seats of a practice game: enough for company, few enough to be one's turn again soon.
const PRACTICE_SEATS: u8 = 3;

/// The first page.
#[derive(Debug)]
pub(in super::super) struct HomePage {
    /// The chosen line. It stays chosen while tables come and go around it.
    chosen: HomeRow,
    /// Where it was, for when it is gone.
    at: usize,
    /// What to practise, by its place.
    practice: usize,
    /// Which of the tables near are meant, and whether letters go there.
    filter: Field,
    filtering: bool,
    /// It has changed: the first table that fits is the one.
    refilter: bool,
    /// Tables at which nobody can sit down are listed too, however many there are.
    unfolded: bool,
}

/// A line of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum HomeRow {
    Practise,
    NewTable,
    Connect,
    Near(Tag),
    /// More tables, folded into one line.
    Folded,
    Kept(PathBuf),
}

/// What Enter does on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    Practise,
    NewTable,
    Connect,
    Unfold,
    Sit(Tag),
    Watch(Tag),
    Resume(PathBuf),
    Replay(PathBuf),
    /// Nothing, and why.
    Nothing(String),
}

impl HomePage {
    pub(in super::super) fn new() -> Self {
        Self {
            chosen: HomeRow::Practise,
            at: 0,
            practice: 0,
            filter: Field::with_limit(MAX_FILTER_CHARS),
            filtering: false,
            refilter: false,
            unfolded: false,
        }
    }

    /// Shows the tables that something typed elsewhere may mean.
    pub(in super::super) fn ask_which(&mut self, typed: &str) {
        self.filter.set(typed);
        (self.filtering, self.refilter) = (true, true);
    }

    /// The tables near that are listed.
    fn near<'a>(&self, known: &'a Known) -> ListedTables<'a> {
        shown(known, self.filter.text(), self.unfolded)
    }

    fn rows(&self, known: &Known) -> Vec<HomeRow> {
        let ListedTables { tables, folded } = self.near(known);
        let fixed = [HomeRow::Practise, HomeRow::NewTable, HomeRow::Connect];
        let near = tables.into_iter().map(|table| HomeRow::Near(table.tag));
        let more = (folded > 0).then_some(HomeRow::Folded);
        let kept = known.kept.iter().map(|table| HomeRow::Kept(table.path.clone()));
        fixed.into_iter().chain(near).chain(more).chain(kept).collect()
    }

    /// All tables again.
    fn clear_filter(&mut self) {
        self.filter.take();
        self.filtering = false;
    }

    /// The game to practise.
    fn meta(&self, known: &Known) -> &'static Meta {
        practices(known)[self.practice].0
    }

    /// The practice game that Enter starts.
    fn practice(&self, known: &Known) -> Plan {
        let (meta, alone) = practices(known)[self.practice];
        let seats = if alone { 1 } else { PRACTICE_SEATS.clamp(meta.seats.0, meta.seats.1) };
        Plan {
            game: meta.id.to_owned(),
            options: [].into(),
            seats,
            bots: seats - 1,
            bot: known.bots[known.usual_bot()].name().to_owned(),
            draw: DrawMode::Fresh,
            name: None,
            clock: TimeControl::None,
            pass_phrase: None,
            people: People::Here(Vec::new()),
        }
    }

    fn deed(&self, known: &Known) -> Deed {
        match &self.chosen {
            HomeRow::Practise => Deed::Practise,
            HomeRow::NewTable => Deed::NewTable,
            HomeRow::Connect => Deed::Connect,
            HomeRow::Folded => Deed::Unfold,
            HomeRow::Near(tag) => match (known.near_table(*tag), known.kept_near(*tag)) {
                (Some(_), Some(own)) => deed_kept(own),
                (Some(table), None) => deed_near(table),
                (None, _) => Deed::Nothing(String::new()),
            },
            HomeRow::Kept(path) => {
                known.kept_table(path).map_or_else(|| Deed::Nothing(String::new()), deed_kept)
            }
        }
    }

    /// Chooses a line, the last one if there are fewer.
    fn choose(&mut self, at: usize, known: &Known) {
        let rows = self.rows(known);
        self.at = at.min(rows.len() - 1);
        self.chosen = rows[self.at].clone();
    }

    /// Whether left and right change what the chosen line begins.
    fn can_change(&self, known: &Known) -> bool {
        self.chosen == HomeRow::Practise && practices(known).len() > 1
    }

    /// Only the first line has a game to change.
    fn change_game(&mut self, known: &Known, by: usize) {
        if self.chosen == HomeRow::Practise {
            self.practice = (self.practice + by) % practices(known).len();
        }
    }

    fn carry_out(&mut self, known: &Known) -> Effect {
        match self.deed(known) {
            Deed::Unfold => {
                self.unfolded = true;
                self.refresh(known);
                Effect::None
            }
            Deed::Practise => Effect::visit(Request::Open(self.practice(known)), text::wait::OPENING),
            Deed::NewTable => self.new_table(known),
            Deed::Connect => Effect::open(Connect::typed()),
            Deed::Sit(tag) => find(known, tag, How::Sit),
            Deed::Watch(tag) => find(known, tag, How::Watch),
            Deed::Resume(path) => Effect::visit(Request::Resume(path), text::wait::RESUMING),
            Deed::Replay(path) => Effect::visit(Request::Replay(path), text::wait::RESUMING),
            Deed::Nothing(why) => Effect::Tell(why),
        }
    }

    /// A table for the game that was chosen for practice, if one was.
    fn new_table(&self, known: &Known) -> Effect {
        Effect::open(NewTable::of(self.meta(known), known))
    }

    /// This player's table that could be carried on without the others.
    fn left_by_others<'a>(&self, known: &'a Known) -> Option<&'a KeptTable> {
        let own = match &self.chosen {
            HomeRow::Kept(path) => known.kept_table(path),
            HomeRow::Near(tag) => known.kept_near(*tag),
            HomeRow::Practise | HomeRow::NewTable | HomeRow::Connect | HomeRow::Folded => None,
        };
        own.filter(|table| !table.over && !table.local && table.carried_on.is_none())
    }

    fn carry_on(&self, known: &Known) -> Effect {
        match self.left_by_others(known) {
            Some(table) => Effect::visit(Request::CarryOn(table.path.clone()), text::wait::RESUMING),
            None => Effect::None,
        }
    }

    fn watch(&self, known: &Known, how: How) -> Effect {
        let HomeRow::Near(tag) = self.chosen else { return Effect::tell(words::CHOOSE_TO_WATCH) };
        let Some(table) = known.near_table(tag) else { return Effect::None };
        match table.state {
            _ if !table.fits => Effect::Tell(words::other_version(table)),
            NearState::Open => Effect::Tell(words::not_begun(table)),
            NearState::Over => Effect::Tell(words::near_about(table)),
            NearState::Playing => find(known, tag, how),
        }
    }

    /// The lines that are always there.
    fn play(&self, brush: &Brush<'_>, known: &Known) -> List {
        let plan = self.practice(known);
        let game = words::practise(known.title_of(&plan.game), plan.bots);
        let arrows = brush.theme.glyphs.arrows.left..=brush.theme.glyphs.arrows.right;
        let can_change = self.can_change(known);
        lists::play(if can_change { format!("{} {game} {}", arrows.start(), arrows.end()) } else { game })
    }
}

impl Deed {
    /// What Enter does, in a word or two.
    const fn words(&self) -> Option<&'static str> {
        match self {
            Self::Practise => Some(words::key::PLAY),
            Self::NewTable | Self::Connect => Some(words::key::CHOOSE),
            Self::Unfold => Some(words::key::UNFOLD),
            Self::Sit(_) => Some(words::key::SIT),
            Self::Watch(_) => Some(words::key::WATCH),
            Self::Resume(_) => Some(words::key::RESUME),
            Self::Replay(_) => Some(words::key::REPLAY),
            Self::Nothing(_) => None,
        }
    }
}

impl Page for HomePage {
    fn keys(&self) -> &'static [Binding<Intent>] {
        if self.filtering { FILTER_KEYS } else { KEYS }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.filtering.then_some(&mut self.filter)
    }

    fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.filtering && self.filter.key(event);
        self.refilter |= taken;
        taken
    }

    fn back(&mut self, known: &Known) -> Effect {
        if self.filter.text().is_empty() {
            self.unfolded = false;
        }
        self.clear_filter();
        self.refresh(known);
        Effect::None
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect {
        match intent {
            Intent::Up => self.choose(self.at.saturating_sub(1), known),
            Intent::Down => self.choose(self.at + 1, known),
            Intent::Less => self.change_game(known, practices(known).len() - 1),
            Intent::More => self.change_game(known, 1),
            Intent::Enter => return self.carry_out(known),
            Intent::Filter => self.filtering = true,
            Intent::NewTable => return self.new_table(known),
            Intent::Connect => return Effect::open(Connect::typed()),
            Intent::Address => return Effect::open(Address),
            Intent::Network => return NetworkPage::open(known),
            Intent::Rename => return Effect::open(Name::new(known.name.as_deref())),
            Intent::Watch => return self.watch(known, How::Watch),
            Intent::Projector => return self.watch(known, How::Projector),
            Intent::Resume => return resume_latest(known),
            Intent::CarryOn => return self.carry_on(known),
            _ => {}
        }
        Effect::None
    }

    /// Chooses a line and does what it says; nothing if there is none.
    fn pick(&mut self, at: usize, known: &Known) -> Effect {
        if at >= self.rows(known).len() {
            return Effect::None;
        }
        self.choose(at, known);
        self.carry_out(known)
    }

    /// A click chooses a line, another one does what it says.
    fn click(&mut self, at: usize, known: &Known) -> Effect {
        if self.at == at {
            return self.carry_out(known);
        }
        self.choose(at, known);
        Effect::None
    }

    /// Here pasted text can only be an address or a code, unless a filter is typed.
    fn paste(&mut self, pasted: &str) -> Effect {
        if self.filtering {
            self.filter.insert(pasted);
            self.refilter = true;
            return Effect::None;
        }
        let mut page = Connect::typed();
        page.paste(pasted);
        Effect::open(page)
    }

    /// The lists have changed.
    fn refresh(&mut self, known: &Known) {
        let rows = self.rows(known);
        let shown = self.near(known).tables.len();
        if self.refilter && shown > 0 {
            self.refilter = false;
            self.chosen = rows[FIXED].clone();
        }
        self.at = rows.iter().position(|row| *row == self.chosen).unwrap_or(self.at.min(rows.len() - 1));
        self.chosen = rows[self.at].clone();
    }

    fn hint(&self, binding: &Binding<Intent>, known: &Known) -> Option<&'static str> {
        let works = match binding.intent {
            Intent::Enter => return self.deed(known).words(),
            Intent::More => self.can_change(known),
            Intent::Resume => known.waits(),
            Intent::Filter => known.near().len() > 1,
            Intent::Back => !self.filter.text().is_empty() || self.unfolded,
            Intent::CarryOn => self.left_by_others(known).is_some(),
            // Enter already watches, and says so.
            Intent::Watch => false,
            Intent::Projector => matches!(self.deed(known), Deed::Watch(_)),
            _ => true,
        };
        works.then_some(binding.words)
    }

    /// For when nobody is found.
    fn second_row(&self) -> &'static [Intent] {
        &[Intent::Connect, Intent::Address, Intent::Network, Intent::Rename]
    }

    fn about(&self, known: &Known) -> String {
        about::sentence(self, known)
    }

    fn headline(&self, known: &Known) -> String {
        let Some(near) = &known.near else { return String::new() };
        let shown = self.near(known).tables.len();
        let filtered = !self.filter.text().trim().is_empty();
        if filtered { words::tables_of(shown, near.len()) } else { words::tables_near(near.len()) }
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known) {
        let (page, about) = with_about(area);
        let fixed = u16::try_from(FIXED + 2).unwrap_or(0);
        let rest = page.height.saturating_sub(fixed);
        let kept = u16::try_from(known.kept.len().max(1) + 2).unwrap_or(u16::MAX);
        // Among many tables one wants to see as many as there is room for.
        let kept = if self.filtering { kept.min(3) } else { kept };
        let areas: [Rect; 3] = Layout::vertical([
            Constraint::Length(fixed),
            Constraint::Fill(1),
            Constraint::Length(kept.min(rest / 2)),
        ])
        .areas(page);
        let wide = page.width.into();
        let near = self.near(known);
        let first_kept = FIXED + near.tables.len() + usize::from(near.folded > 0);
        let list = lists::near(brush, known, &near, wide);
        let line = self.filtering || !self.filter.text().is_empty();
        let filter = line.then_some((&self.filter, self.filtering));
        let lists = [self.play(brush, known), list, lists::kept(known, wide, first_kept)];
        for ((mut list, area), filter) in lists.into_iter().zip(areas).zip([None, filter, None]) {
            // Digits are part of what is typed.
            list.numbered = !self.filtering;
            list.draw(brush, area, self.at, filter);
        }
        if let Some(about) = about {
            brush.about(about, &about::at_length(self, known));
        }
    }
}

/// What can be practised: every game against bots, and those with rules for one also alone.
fn practices(known: &Known) -> Vec<(&'static Meta, bool)> {
    let ways = |meta: &'static Meta| [false, true].into_iter().filter(|alone| !alone || meta.is_for_one());
    known.games.iter().flat_map(|&meta| ways(meta).map(move |alone| (meta, alone))).collect()
}

fn deed_near(table: &NearTable) -> Deed {
    match table.state {
        NearState::Open if table.fits && table.taken < table.seats => Deed::Sit(table.tag),
        NearState::Playing if table.fits => Deed::Watch(table.tag),
        NearState::Open | NearState::Playing | NearState::Over => Deed::Nothing(words::near_about(table)),
    }
}

/// Tables that are over can only be looked at again.
fn deed_kept(table: &KeptTable) -> Deed {
    let path = table.carried_on.clone().unwrap_or_else(|| table.path.clone());
    if table.over { Deed::Replay(path) } else { Deed::Resume(path) }
}

fn resume_latest(known: &Known) -> Effect {
    match known.kept.iter().find(|table| !table.over && table.carried_on.is_none()) {
        Some(table) => Effect::visit(Request::Resume(table.path.clone()), text::wait::RESUMING),
        None => Effect::tell(words::NOTHING_TO_RESUME),
    }
}

/// Goes to a table that was seen, by way of its pass phrase if it has one.
fn find(known: &Known, tag: Tag, how: How) -> Effect {
    let Some(table) = known.near_table(tag) else { return Effect::None };
    let whose = text::table_of(table);
    if table.pass_phrase {
        return Effect::open(Connect::seen(tag, whose, how));
    }
    let wish = Wish { which: Which::Seen(tag), watch: how != How::Sit, pass_phrase: None };
    Effect::Visit {
        request: Request::Find(wish),
        what: text::wait::looking(&whose),
        projector: how == How::Projector,
    }
}
