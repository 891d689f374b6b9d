//! What the player is called: all that the first start asks for.

use super::super::brush::{middle, rows};
use super::super::form::{self, Form, RowView, filled};
use super::{Binding, Brush, Effect, Field, Intent, KeyEvent, Known, Page, Rect, Request};
use crate::table::front::{clean, is_name};
use crate::tui::text::lobby::name as words;
use crate::tui::theme::Role;

/// What a line of a seat has room for.
pub(super) const MAX_NAME_CHARS: usize = 20;

/// A name being typed.
#[derive(Debug)]
pub(in super::super) struct Name {
    line: Field,
    /// There is none yet, so that there is no way round it.
    first: bool,
    /// Why it cannot be.
    pub(in super::super) problem: Option<String>,
}

impl Name {
    /// The first name, or another one.
    pub(in super::super) fn new(now: Option<&str>) -> Self {
        let line = filled(MAX_NAME_CHARS, now.unwrap_or_default());
        Self { line, first: now.is_none(), problem: None }
    }

    fn save(&mut self, known: &mut Known) -> Effect {
        let name = clean(self.line.text(), self.line.text().len());
        if !is_name(&name) {
            return self.insist();
        }
        known.name = Some(name.clone());
        Effect::All(vec![Effect::Close, Effect::Ask(Request::Name(name))])
    }

    fn insist(&mut self) -> Effect {
        self.problem = Some(words::NEEDED.to_owned());
        Effect::None
    }
}

impl Page for Name {
    fn keys(&self) -> &'static [Binding<Intent>] {
        form::KEYS
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.line)
    }

    fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.line.key(event);
        self.problem.take_if(|_| taken);
        taken
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect {
        if intent == Intent::Enter { self.save(known) } else { Effect::None }
    }

    fn back(&mut self, _known: &Known) -> Effect {
        if self.first { self.insist() } else { Effect::Close }
    }

    fn hint(&self, binding: &Binding<Intent>, _known: &Known) -> Option<&'static str> {
        match binding.intent {
            Intent::Enter => Some(words::SAVE),
            Intent::Down | Intent::More => None,
            Intent::Back if self.first => None,
            _ => Some(binding.words),
        }
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, _known: &Known) {
        let (title, about) =
            if self.first { (words::TITLE, words::WELCOME) } else { (words::RENAME, words::RENAME_ABOUT) };
        let pane = middle(area, 66, 11);
        let inner = brush.pane(title, true, pane);
        brush.scenery(rows(area, pane.bottom() - area.y + 1, 8));
        let used = brush.sentences(rows(inner, 1, 3), about, Role::Plain);
        let form = Form {
            rows: vec![RowView::typed(words::LABEL, &self.line, words::BLANK)],
            focused: 0,
            summary: "",
            about: "",
            problem: self.problem.as_deref(),
            button: words::SAVE,
        };
        form.draw(brush, rows(inner, used + 2, u16::MAX));
    }
}
