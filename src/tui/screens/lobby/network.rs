//! The network check.

use super::Step;
use super::form::{Row, Value};
use super::known::{Check, Known};
use crate::table::front::Request;
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::widgets::field::Field;

/// Longer than any join code or address.
const MAX_PEER_CHARS: usize = 400;

/// The page of the network check. What was found is in [`Known`].
#[derive(Debug)]
pub(super) struct Network {
    /// A peer to try the way to.
    pub(super) peer: Field,
    /// How far the findings are scrolled.
    pub(super) scroll: u16,
}

impl Network {
    pub(super) fn new() -> Self {
        Self { peer: Field::with_limit(MAX_PEER_CHARS), scroll: 0 }
    }

    /// Asks for a check, and forgets what the last one found.
    pub(super) fn check(&self, known: &mut Known) -> Step {
        known.check = Some(Check::default());
        let peer = self.peer.text().trim();
        Step::Ask(Request::CheckNetwork((!peer.is_empty()).then(|| peer.to_owned())))
    }

    pub(super) fn act(&mut self, intent: Intent, known: &mut Known) -> Step {
        match intent {
            Intent::Up => self.scroll = self.scroll.saturating_sub(1),
            // How far it can go is known when it is drawn.
            Intent::Down => self.scroll = self.scroll.saturating_add(1),
            Intent::Enter if known.check.as_ref().is_none_or(|check| check.done) => {
                self.scroll = 0;
                return self.check(known);
            }
            _ => {}
        }
        Step::Stay
    }

    /// What is shown.
    pub(super) fn row(&self) -> Row<'_> {
        Row {
            label: text::label::PEER.to_owned(),
            value: Value::Typed { field: &self.peer, blank: text::blank::PEER },
        }
    }
}
