//! Joining a table that is not listed, or one with a pass phrase.

use crossterm::event::KeyEvent;

use super::Step;
use super::form::{Row, Value};
use super::known::Visit;
use crate::table::front::{Request, Tag, Which, Wish};
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::widgets::field::Field;

/// Longer than any join code or address.
const MAX_TYPED_CHARS: usize = 400;
/// Long enough for a sentence.
pub(super) const MAX_PHRASE_CHARS: usize = 200;

/// Where to, and as what.
#[derive(Debug)]
pub(super) struct Connect {
    /// The table, if it was chosen from the list.
    seen: Option<(Tag, String)>,
    what: Field,
    phrase: Field,
    how: How,
    focus: usize,
    /// Why it did not work.
    pub(super) problem: Option<String>,
}

/// As what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Sit,
    Watch,
    Projector,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    What,
    Phrase,
    How,
}

const WAYS: [How; 3] = [How::Sit, How::Watch, How::Projector];

impl Connect {
    /// To whatever gets typed.
    pub(super) fn typed() -> Self {
        Self {
            seen: None,
            what: Field::with_limit(MAX_TYPED_CHARS),
            phrase: Field::with_limit(MAX_PHRASE_CHARS),
            how: How::Sit,
            focus: 0,
            problem: None,
        }
    }

    /// To a table of the list whose pass phrase is needed.
    pub(super) fn seen(tag: Tag, whose: String, how: How) -> Self {
        Self { seen: Some((tag, whose)), how, ..Self::typed() }
    }

    /// The name of the page.
    pub(super) fn title(&self) -> &str {
        self.seen.as_ref().map_or(text::title::CONNECT, |(_, whose)| whose)
    }

    fn entries(&self) -> &'static [Entry] {
        if self.seen.is_some() { &[Entry::Phrase] } else { &[Entry::What, Entry::Phrase, Entry::How] }
    }

    fn entry(&self) -> Entry {
        self.entries()[self.focus]
    }

    /// The line that letters go to.
    pub(super) fn field(&mut self) -> Option<&mut Field> {
        match self.entry() {
            Entry::What => Some(&mut self.what),
            Entry::Phrase => Some(&mut self.phrase),
            Entry::How => None,
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

    pub(super) fn act(&mut self, intent: Intent) -> Step {
        let last = self.entries().len() - 1;
        match intent {
            Intent::Up => self.focus = self.focus.checked_sub(1).unwrap_or(last),
            Intent::Down => self.focus = if self.focus == last { 0 } else { self.focus + 1 },
            Intent::Less => self.change(WAYS.len() - 1),
            Intent::More => self.change(1),
            Intent::Enter => return self.go(),
            _ => {}
        }
        Step::Stay
    }

    /// Puts the keys on a line.
    pub(super) fn focus(&mut self, row: usize) {
        self.focus = row.min(self.entries().len() - 1);
    }

    fn change(&mut self, by: usize) {
        if self.is_choice() {
            let at = WAYS.iter().position(|how| *how == self.how).unwrap_or(0);
            self.how = WAYS[(at + by) % WAYS.len()];
        }
    }

    fn go(&mut self) -> Step {
        let phrase = self.phrase.text().trim();
        if self.seen.is_some() && phrase.is_empty() {
            self.problem = Some(text::problem::PHRASE.to_owned());
            return Step::Stay;
        }
        let typed = self.what.text().trim();
        let (which, what) = match &self.seen {
            Some((tag, whose)) => (Which::Seen(*tag), whose.clone()),
            None => (Which::Typed(typed.to_owned()), text::wait::typed(typed)),
        };
        let pass_phrase = (!phrase.is_empty()).then(|| phrase.to_owned());
        let request = Request::Find(Wish { which, watch: self.how != How::Sit, pass_phrase });
        self.problem = None;
        Step::Visit {
            visit: Box::new(Visit::new(text::wait::looking(&what), &request)),
            request,
            projector: self.how == How::Projector,
        }
    }

    /// What is shown.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let row = |field: &Entry| match field {
            Entry::What => Row {
                label: text::label::WHAT.into(),
                value: Value::Typed { field: &self.what, blank: text::blank::WHAT },
            },
            Entry::Phrase => Row {
                label: text::label::PHRASE.into(),
                value: Value::Typed {
                    field: &self.phrase,
                    blank: if self.seen.is_some() { "" } else { text::blank::PHRASE },
                },
            },
            Entry::How => Row {
                label: text::label::HOW.into(),
                value: Value::Chosen(
                    text::HOW[WAYS.iter().position(|how| *how == self.how).unwrap_or(0)].into(),
                ),
            },
        };
        self.entries().iter().map(row).collect()
    }

    /// Which row has the keys.
    pub(super) fn focused(&self) -> usize {
        self.focus
    }

    /// Whether it is changed with left and right.
    pub(super) fn is_choice(&self) -> bool {
        self.entry() == Entry::How
    }

    /// What that row is about.
    pub(super) fn about(&self) -> &'static str {
        match self.entry() {
            Entry::What => text::about::WHAT,
            Entry::Phrase if self.seen.is_some() => text::problem::PHRASE,
            Entry::Phrase => text::about::PHRASE_JOIN,
            Entry::How => text::about::HOW,
        }
    }
}
