//! The lobby: everything before a game.
//!
//! Pages lie on each other, the first one, `Home`, at the bottom: Esc takes one off. Each is a file in `pages`, with its
//! keys, what they do and how it looks; here is only what all of them share: which lie open, what is known whatever page
//! is shown (`known`, `visit`), what may cover a page (`help`, `question`), and the `frame` around it. Read `pages` first.
//!
//! The lobby never waits for anybody: what it asks for is answered by news, in whatever order they come.

mod act;
mod brush;
mod form;
mod frame;
mod hear;
mod help;
mod known;
mod pages;
mod question;
mod visit;

use crossterm::event::{Event as TermEvent, KeyEventKind};
use ratatui::layout::Rect;

use self::known::{Check, Known};
use self::pages::Page;
use self::pages::home::HomePage;
use self::question::Question;
use crate::engine::bot::Bots;
use crate::engine::game::Meta;
use crate::table::front::{News, Request};
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::Intent;
use crate::tui::out::Out;

/// The lobby.
#[derive(Debug)]
pub struct Lobby {
    known: Known,
    /// Never empty, and the first is [`HomePage`].
    pages: Vec<Box<dyn Page>>,
    /// How far help is scrolled, while it is shown.
    help: Option<u16>,
    /// The one line for what went wrong or is worth knowing, until the next key.
    note: Option<Note>,
    question: Option<Question>,
    /// Tables that were left and have not come to their end: until then, what happens is theirs.
    leaving: u32,
    /// What is asked for once they have: one table at a time.
    held: Option<Request>,
    projector: bool,
    /// What a click means where, as it was drawn.
    hits: Vec<(Rect, LobbyHit)>,
    now: u64,
}

/// Something to know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    text: String,
    alert: bool,
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbyHit {
    /// The same as a key.
    Do(Intent),
    /// A line, a row of a form or a seat.
    Row(usize),
    /// The value before, on a row of a form.
    Less(usize),
    /// The value behind.
    More(usize),
}

impl Lobby {
    /// A lobby for these games and bots. The lists must not be empty.
    pub fn new(games: Vec<&'static Meta>, bots: Bots) -> Self {
        Self {
            known: Known::new(games, bots),
            pages: vec![Box::new(HomePage::new())],
            help: None,
            note: None,
            question: None,
            leaving: 0,
            held: None,
            projector: false,
            hits: Vec::new(),
            now: 0,
        }
    }

    /// The lobby of somebody who has asked for a table already: nothing else can be begun meanwhile.
    #[must_use]
    pub fn on_the_way(mut self) -> Self {
        self.visit();
        self
    }

    /// Whether the table that was asked for last is to be shown large, for a projector.
    pub fn is_for_projector(&self) -> bool {
        self.projector
    }

    /// Something happened; everything at a table is for the table's screen.
    pub fn hear(&mut self, now: u64, news: &News, out: &mut Out) {
        self.now = now;
        match news {
            News::Event(event) if self.leaving == 0 => self.hear_event(event, out),
            News::Name(name) => self.hear_name(name.clone()),
            News::Near(tables) => self.known.set_near(tables.clone()),
            News::Kept(tables) => self.known.set_kept(tables.clone()),
            News::Network(findings, done) => {
                self.known.check = Some(Check { findings: findings.clone(), done: *done });
            }
            News::Ended(end) => self.hear_end(end, out),
            News::Several(typed) => self.ask_which(typed),
            News::Trouble(why) => self.hear_trouble(why.clone()),
            News::Event(_) | News::Stop => {}
        }
        let Self { pages, known, .. } = self;
        for page in pages {
            page.refresh(known);
        }
    }

    /// A key, the mouse or pasted text.
    pub fn input(&mut self, now: u64, event: &TermEvent, out: &mut Out) {
        self.now = now;
        match event {
            TermEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(key, out),
            TermEvent::Paste(pasted) => self.paste(pasted, out),
            TermEvent::Mouse(mouse) => self.mouse(*mouse, out),
            _ => {}
        }
    }

    /// The time that [`next_tick`](Self::next_tick) named has come.
    pub fn tick(&mut self, now: u64, _out: &mut Out) {
        self.now = now;
    }

    /// When the page changes by itself.
    pub fn next_tick(&self) -> Option<u64> {
        self.page().next_tick(self.now, &self.known)
    }

    fn page(&self) -> &dyn Page {
        &**self.pages.last().expect("the first page is never taken off")
    }

    fn page_mut(&mut self) -> &mut dyn Page {
        &mut **self.pages.last_mut().expect("the first page is never taken off")
    }

    /// Whether something lies over the page, and has the keys.
    fn is_covered(&self) -> bool {
        self.question.is_some() || self.help.is_some()
    }

    /// The keys of what is shown now.
    fn keys(&self) -> &'static [Binding<Intent>] {
        match (&self.question, self.help) {
            (Some(_), _) => question::KEYS,
            (None, Some(_)) => help::KEYS,
            (None, None) => self.page().keys(),
        }
    }
}

#[cfg(test)]
mod tests;
