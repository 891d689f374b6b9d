//! The pages of the lobby, a file each.
//!
//! A page's file has all of it: its keys, what they do, what they are called just now, how it looks. What a page cannot do
//! by itself it hands to the lobby as an [`Effect`]; what it must know, whatever page is shown, is in [`Known`]; its words
//! are in `tui/text/lobby/`. A new page is its file and its line below; whoever leads there says [`Effect::open`].
//! Read [`address`] first: it does a little of everything.

mod address;
pub(super) mod connect;
pub(super) mod gather;
pub(super) mod home;
pub(super) mod name;
mod network;
pub(super) mod new_table;
pub(super) mod wait;

use std::any::Any;
use std::fmt::Debug;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::brush::Brush;
use super::known::Known;
use super::question::Question;
use crate::table::front::Request;
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::Intent;
use crate::tui::widgets::field::Field;

/// A page. What most of them leave as it is has a body here.
pub(super) trait Page: Any + Debug {
    /// Its keys, each with what it usually does.
    fn keys(&self) -> &'static [Binding<Intent>];

    /// What it is about, for help: some paragraphs.
    fn help(&self) -> &'static [&'static str];

    /// Does what a key or a click stands for.
    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect;

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known);

    /// One level out.
    fn back(&mut self, _known: &Known) -> Effect {
        Effect::Close
    }

    /// The line that letters go to.
    fn field(&mut self) -> Option<&mut Field> {
        None
    }

    /// Takes a key as a letter of what is being typed; says whether it did.
    fn key(&mut self, event: &KeyEvent) -> bool {
        self.field().is_some_and(|field| field.key(event))
    }

    fn paste(&mut self, pasted: &str) -> Effect {
        if let Some(field) = self.field() {
            // A code may be broken over lines where it was copied from.
            field.insert(&pasted.lines().collect::<Vec<_>>().join(" "));
        }
        Effect::None
    }

    /// A click on a line, a row of a form or a seat.
    fn click(&mut self, _row: usize, _known: &Known) -> Effect {
        Effect::None
    }

    /// A digit, from 0.
    fn pick(&mut self, _row: usize, _known: &Known) -> Effect {
        Effect::None
    }

    /// What one of its keys does now; nothing where it does nothing.
    fn hint(&self, binding: &Binding<Intent>, _known: &Known) -> Option<&'static str> {
        Some(binding.words)
    }

    /// Keys that stand in a row of their own where there is room.
    fn second_row(&self) -> &'static [Intent] {
        &[]
    }

    /// One sentence on what is chosen.
    fn about(&self, _known: &Known) -> String {
        String::new()
    }

    /// What the first line of the screen says at its end.
    fn headline(&self, _known: &Known) -> String {
        String::new()
    }

    /// When it changes by itself.
    fn next_tick(&self, _now: u64, _known: &Known) -> Option<u64> {
        None
    }

    /// What is known has changed.
    fn refresh(&mut self, _known: &Known) {}

    /// Takes in why the table that it asked for did not come about; says whether it shows that.
    fn fail(&mut self, _why: &str) -> bool {
        false
    }
}

/// What a page wants done that only the lobby can do.
#[derive(Debug)]
pub(super) enum Effect {
    None,
    /// Another page, above this one.
    Open(Box<dyn Page>),
    /// One page back.
    Close,
    Ask(Request),
    /// To a table.
    Visit {
        request: Request,
        /// What goes on until it answers.
        what: String,
        /// It is to be shown large.
        projector: bool,
    },
    /// Away from it.
    Leave,
    /// Something to know, until the next key.
    Tell(String),
    Question(Question),
    /// Text for the clipboard.
    Copy(String),
    /// Several, in this order.
    All(Vec<Effect>),
}

impl dyn Page {
    /// Whether it is a page of this kind.
    pub(super) fn is<P: Page>(&self) -> bool {
        let page: &dyn Any = self;
        page.is::<P>()
    }
}

impl Effect {
    pub(super) fn open(page: impl Page) -> Self {
        Self::Open(Box::new(page))
    }

    pub(super) fn tell(words: &str) -> Self {
        Self::Tell(words.to_owned())
    }

    pub(super) fn visit(request: Request, what: &str) -> Self {
        Self::Visit { request, what: what.to_owned(), projector: false }
    }
}
