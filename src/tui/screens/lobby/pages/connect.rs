//! Joining a table that is not listed, or one with a pass phrase.

use super::super::brush::{rows, with_about};
use super::super::form::{self, Form, RowView};
use super::super::help::paragraphs;
use super::{Binding, Brush, Effect, Field, Intent, KeyEvent, Known, Page, Rect, Request};
use crate::table::front::{Tag, Which, Wish};
use crate::tui::text::lobby::{self as text, connect as words};

/// Longer than any join code or address.
const MAX_TYPED_CHARS: usize = 400;
/// Long enough for a sentence.
pub(super) const MAX_PHRASE_CHARS: usize = 200;

/// Where to, and as what.
#[derive(Debug)]
pub(in super::super) struct Connect {
    /// The table, if it was chosen from the list.
    seen: Option<(Tag, String)>,
    what: Field,
    phrase: Field,
    how: How,
    focus: usize,
    /// Why it did not work.
    pub(in super::super) problem: Option<String>,
}

/// As what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Sit,
    Watch,
    Projector,
}

/// A line of the form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConnectRow {
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

    fn rows(&self) -> &'static [ConnectRow] {
        if self.seen.is_some() {
            &[ConnectRow::Phrase]
        } else {
            &[ConnectRow::What, ConnectRow::Phrase, ConnectRow::How]
        }
    }

    fn row(&self) -> ConnectRow {
        self.rows()[self.focus]
    }

    /// Where this way to be at a table stands among all.
    fn way(&self) -> usize {
        WAYS.iter().position(|how| *how == self.how).unwrap_or(0)
    }

    fn change(&mut self, by: usize) {
        if self.row() == ConnectRow::How {
            self.how = WAYS[(self.way() + by) % WAYS.len()];
        }
    }

    fn go(&mut self) -> Effect {
        let phrase = self.phrase.text().trim();
        if self.seen.is_some() && phrase.is_empty() {
            self.problem = Some(words::PHRASE_NEEDED.to_owned());
            return Effect::None;
        }
        let typed = self.what.text().trim();
        let (which, what) = match &self.seen {
            Some((tag, whose)) => (Which::Seen(*tag), whose.clone()),
            None => (Which::Typed(typed.to_owned()), text::wait::typed(typed)),
        };
        let pass_phrase = (!phrase.is_empty()).then(|| phrase.to_owned());
        let request = Request::Find(Wish { which, watch: self.how != How::Sit, pass_phrase });
        self.problem = None;
        Effect::Visit { request, what: text::wait::looking(&what), projector: self.how == How::Projector }
    }

    fn row_view(&self, row: ConnectRow) -> RowView<'_> {
        match row {
            ConnectRow::What => RowView::typed(words::WHAT_LABEL, &self.what, words::WHAT_BLANK),
            ConnectRow::Phrase => {
                let blank = if self.seen.is_some() { "" } else { text::PHRASE_BLANK };
                RowView::typed(text::PHRASE_LABEL, &self.phrase, blank)
            }
            ConnectRow::How => RowView::chosen(words::HOW_LABEL, words::HOW[self.way()]),
        }
    }

    /// What the row with the keys is about.
    fn about_row(&self) -> &'static str {
        match self.row() {
            ConnectRow::What => words::WHAT_ABOUT,
            ConnectRow::Phrase if self.seen.is_some() => words::PHRASE_NEEDED,
            ConnectRow::Phrase => words::PHRASE_ABOUT,
            ConnectRow::How => words::HOW_ABOUT,
        }
    }
}

impl Page for Connect {
    fn keys(&self) -> &'static [Binding<Intent>] {
        form::KEYS
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn field(&mut self) -> Option<&mut Field> {
        match self.row() {
            ConnectRow::What => Some(&mut self.what),
            ConnectRow::Phrase => Some(&mut self.phrase),
            ConnectRow::How => None,
        }
    }

    fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.field().is_some_and(|field| field.key(event));
        self.problem.take_if(|_| taken);
        taken
    }

    fn act(&mut self, intent: Intent, _known: &mut Known) -> Effect {
        let last = self.rows().len() - 1;
        match intent {
            Intent::Up => self.focus = self.focus.checked_sub(1).unwrap_or(last),
            Intent::Down => self.focus = if self.focus == last { 0 } else { self.focus + 1 },
            Intent::Less => self.change(WAYS.len() - 1),
            Intent::More => self.change(1),
            Intent::Enter => return self.go(),
            _ => {}
        }
        Effect::None
    }

    fn click(&mut self, row: usize, _known: &Known) -> Effect {
        self.focus = row.min(self.rows().len() - 1);
        Effect::None
    }

    fn hint(&self, binding: &Binding<Intent>, _known: &Known) -> Option<&'static str> {
        match binding.intent {
            Intent::Enter => Some(words::JOIN),
            Intent::More => (self.row() == ConnectRow::How).then_some(binding.words),
            Intent::Down => (self.rows().len() > 1).then_some(binding.words),
            _ => Some(binding.words),
        }
    }

    fn fail(&mut self, why: &str) -> bool {
        self.problem = Some(why.to_owned());
        true
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, _known: &Known) {
        let (page, about) = with_about(area);
        let title = self.seen.as_ref().map_or(words::TITLE, |(_, whose)| whose);
        let inner = brush.pane(title, true, page);
        let form = Form {
            rows: self.rows().iter().map(|row| self.row_view(*row)).collect(),
            focused: self.focus,
            summary: "",
            about: self.about_row(),
            problem: self.problem.as_deref(),
            button: words::JOIN,
        };
        form.draw(brush, rows(inner, 1, u16::MAX));
        if let Some(about) = about {
            brush.about(about, &paragraphs(words::HELP));
        }
    }
}
