//! The lobby: everything before a game.
//!
//! Pages lie on each other, the first one, `Home`, at the bottom: Esc takes one off. A page turns an `Intent` into a
//! `Step`, and only [`Lobby`] carries steps out. What is known whatever page is shown is in `Known`.
//!
//! The lobby never waits for anybody: what it asks for is answered by news, in whatever order they come.

mod act;
mod connect;
mod draw;
mod form;
mod gather;
mod hear;
mod hints;
mod home;
mod known;
mod name;
mod network;
mod new_table;
mod page;

use crossterm::event::{Event as TermEvent, KeyEventKind};
use ratatui::layout::Rect;

use self::home::Home;
use self::known::{Check, Known, Visit};
use self::page::Page;
use crate::engine::bot::Bots;
use crate::engine::game::Meta;
use crate::table::front::{News, Request};
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::out::Out;

/// The lobby.
#[derive(Debug)]
pub struct Lobby {
    known: Known,
    /// Never empty, and the first is [`Page::Home`].
    pages: Vec<Page>,
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
    hits: Vec<(Rect, Hit)>,
    now: u64,
}

/// What a page wants done.
#[derive(Debug)]
enum Step {
    Stay,
    /// To another page, above this one.
    Go(Page),
    /// One page back.
    Back,
    Ask(Request),
    /// To a table.
    Visit {
        request: Request,
        visit: Box<Visit>,
        projector: bool,
    },
    /// Away from it.
    Leave,
    /// Be called so.
    Name(String),
    Note(String),
    Question(Question),
    Copy(String),
}

/// Something to know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    text: String,
    alert: bool,
}

/// Something that would be lost: asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// Leave the table that others wait at.
    Close(String),
    /// And end the program.
    Quit(String),
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hit {
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
            pages: vec![Page::Home(Home::new())],
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
            News::Trouble(why) => self.hear_trouble(why.clone()),
            News::Event(_) | News::Stop => {}
        }
        if let Page::Home(home) = &mut self.pages[0] {
            home.refresh(&self.known);
        }
    }

    /// A key, the mouse or pasted text.
    pub fn input(&mut self, now: u64, event: &TermEvent, out: &mut Out) {
        self.now = now;
        match event {
            TermEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(key, out),
            TermEvent::Paste(pasted) => self.paste(pasted),
            TermEvent::Mouse(mouse) => self.mouse(*mouse, out),
            _ => {}
        }
    }

    /// The time that [`next_tick`](Self::next_tick) named has come.
    pub fn tick(&mut self, now: u64, _out: &mut Out) {
        self.now = now;
    }

    /// When the page changes by itself: seconds are counted while a table is looked for.
    pub fn next_tick(&self) -> Option<u64> {
        let visit = self.known.visit.as_ref()?;
        matches!(self.page(), Page::Wait).then(|| visit.since + (self.waited_seconds() + 1) * 1_000)
    }

    fn waited_seconds(&self) -> u64 {
        self.known.visit.as_ref().map_or(0, |visit| self.now.saturating_sub(visit.since) / 1_000)
    }

    fn page(&self) -> &Page {
        self.pages.last().expect("the first page is never taken off")
    }

    fn page_mut(&mut self) -> &mut Page {
        self.pages.last_mut().expect("the first page is never taken off")
    }

    /// The keys of what is shown now.
    fn bindings(&self) -> &'static [Binding<Intent>] {
        match self.page() {
            _ if self.question.is_some() => keys::QUESTION,
            _ if self.help.is_some() => keys::HELP,
            page => page.bindings(),
        }
    }
}

#[cfg(test)]
mod tests;
