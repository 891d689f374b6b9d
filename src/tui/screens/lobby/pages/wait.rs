//! On the way to a table: it is looked for until it answers.

use super::super::brush::{middle, rows};
use super::{Binding, Brush, Effect, Intent, Known, Page, Rect};
use crate::tui::keymap::Key;
use crate::tui::keymap::lobby as keys;
use crate::tui::text::lobby::wait as words;
use crate::tui::theme::Role;

const KEYS: &[Binding<Intent>] =
    &[keys::HELP, keys::back(&[keys::ESC, Key::Char('q')], words::STOP), keys::STOP];

/// The page. What it shows is in the visit.
#[derive(Debug)]
pub(in super::super) struct Wait;

impl Page for Wait {
    fn keys(&self) -> &'static [Binding<Intent>] {
        KEYS
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn act(&mut self, _intent: Intent, _known: &mut Known) -> Effect {
        Effect::None
    }

    fn back(&mut self, _known: &Known) -> Effect {
        Effect::Leave
    }

    /// Seconds are counted.
    fn next_tick(&self, now: u64, known: &Known) -> Option<u64> {
        let since = known.visit.as_ref()?.since;
        Some(since + (seconds_between(since, now) + 1) * 1_000)
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known) {
        let pane = middle(area, 66, 8);
        let inner = brush.pane(words::TITLE, true, pane);
        brush.scenery(rows(area, pane.bottom() - area.y + 1, 8));
        let Some(visit) = &known.visit else { return };
        let used = brush.sentences(rows(inner, 1, 2), &visit.what, Role::Strong);
        let seconds = seconds_between(visit.since, brush.now);
        brush.line(rows(inner, used + 1, 1), &words::since(seconds), Role::Dim);
        brush.sentences(rows(inner, used + 3, 2), words::ABOUT, Role::Dim);
    }
}

fn seconds_between(since: u64, now: u64) -> u64 {
    now.saturating_sub(since) / 1_000
}
