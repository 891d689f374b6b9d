//! Joining a table that is not listed, or one with a pass phrase.

use crossterm::event::KeyEvent;

use super::Step;
use super::form::{Row, Value};
use super::known::Visit;
use crate::table::front::{Request, Tag, Which, Wish};
use crate::tui::input::Line;
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;

/// Longer than any join code or address.
const MAX_TYPED_BYTES: usize = 400;
/// Long enough for a sentence.
pub(super) const MAX_PHRASE_BYTES: usize = 200;

/// Where to, and as what.
#[derive(Debug)]
pub(super) struct Connect {
    /// The table, if it was chosen from the list.
    seen: Option<(Tag, String)>,
    what: Line,
    phrase: Line,
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
enum Field {
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
            what: Line::new(MAX_TYPED_BYTES),
            phrase: Line::new(MAX_PHRASE_BYTES),
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
    pub(super) fn title(&self) -> &'static str {
        if self.seen.is_some() { text::title::PHRASE } else { text::title::CONNECT }
    }

    fn fields(&self) -> &'static [Field] {
        if self.seen.is_some() { &[Field::Phrase] } else { &[Field::What, Field::Phrase, Field::How] }
    }

    fn field(&self) -> Field {
        self.fields()[self.focus]
    }

    /// The line that letters go to.
    pub(super) fn line(&mut self) -> Option<&mut Line> {
        match self.field() {
            Field::What => Some(&mut self.what),
            Field::Phrase => Some(&mut self.phrase),
            Field::How => None,
        }
    }

    /// Takes a key for the line that is being typed.
    pub(super) fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.line().is_some_and(|line| line.key(event));
        if taken {
            self.problem = None;
        }
        taken
    }

    pub(super) fn act(&mut self, intent: Intent) -> Step {
        let last = self.fields().len() - 1;
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
        self.focus = row.min(self.fields().len() - 1);
    }

    fn change(&mut self, by: usize) {
        if self.field() == Field::How {
            let at = WAYS.iter().position(|how| *how == self.how).unwrap_or(0);
            self.how = WAYS[(at + by) % WAYS.len()];
        }
    }

    fn go(&mut self) -> Step {
        let phrase = self.phrase.trimmed();
        if self.seen.is_some() && phrase.is_empty() {
            self.problem = Some(text::problem::PHRASE.to_owned());
            return Step::Stay;
        }
        let typed = self.what.trimmed();
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
        let row = |field: &Field| match field {
            Field::What => Row {
                label: text::label::WHAT.into(),
                value: Value::Typed { line: &self.what, blank: text::blank::WHAT },
            },
            Field::Phrase => Row {
                label: text::label::PHRASE.into(),
                value: Value::Typed { line: &self.phrase, blank: text::blank::PHRASE },
            },
            Field::How => Row {
                label: text::label::HOW.into(),
                value: Value::Chosen(
                    text::HOW[WAYS.iter().position(|how| *how == self.how).unwrap_or(0)].into(),
                ),
            },
        };
        self.fields().iter().map(row).collect()
    }

    /// Which row has the keys.
    pub(super) fn focused(&self) -> usize {
        self.focus
    }

    /// What that row is about.
    pub(super) fn about(&self) -> &'static str {
        match self.field() {
            Field::What => text::about::WHAT,
            Field::Phrase if self.seen.is_some() => text::problem::PHRASE,
            Field::Phrase => text::about::PHRASE_JOIN,
            Field::How => text::about::HOW,
        }
    }
}
