//! What the player is called: all that the first start asks for.

use crossterm::event::KeyEvent;

use super::Step;
use super::form::{Row, Value, filled};
use crate::table::front::{clean, is_name};
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::widgets::field::Field;

/// What a line of a seat has room for.
pub(super) const MAX_NAME_CHARS: usize = 20;

/// A name being typed.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) line: Field,
    /// There is none yet, so that there is no way round it.
    pub(super) first: bool,
    /// Why it cannot be.
    pub(super) problem: Option<String>,
}

impl Name {
    /// The first name, or another one.
    pub(super) fn new(now: Option<&str>) -> Self {
        let line = filled(MAX_NAME_CHARS, now.unwrap_or_default());
        Self { line, first: now.is_none(), problem: None }
    }

    /// Takes a key for the line that is being typed.
    pub(super) fn key(&mut self, event: &KeyEvent) -> bool {
        let taken = self.line.key(event);
        if taken {
            self.problem = None;
        }
        taken
    }

    /// The name as it was meant.
    fn name(&self) -> String {
        clean(self.line.text(), self.line.text().len())
    }

    pub(super) fn act(&mut self, intent: Intent) -> Step {
        match intent {
            Intent::Enter if is_name(&self.name()) => Step::Name(self.name()),
            Intent::Enter => {
                self.problem = Some(text::NAME_NEEDED.to_owned());
                Step::Stay
            }
            Intent::Back if self.first => {
                self.problem = Some(text::NAME_NEEDED.to_owned());
                Step::Stay
            }
            Intent::Back => Step::Back,
            _ => Step::Stay,
        }
    }

    /// What is shown.
    pub(super) fn row(&self) -> Row<'_> {
        Row {
            label: text::label::NAME.to_owned(),
            value: Value::Typed { field: &self.line, blank: text::blank::NAME },
        }
    }
}
