//! The network check: what was found, and what to do about it.

use ratatui::widgets::Widget;

use super::super::brush::rows;
use super::super::form;
use super::super::known::{Check, Known};
use super::{Binding, Brush, Effect, Field, Intent, Page, Rect, Request};
use crate::table::front::{Finding, Verdict};
use crate::tui::text::lobby::network as words;
use crate::tui::theme::Role;
use crate::tui::widgets::field::FieldView;
use crate::tui::widgets::pen::wrap;

/// Longer than any join code or address.
const MAX_PEER_CHARS: usize = 400;

/// The page. What was found is in [`Known`].
#[derive(Debug)]
pub(super) struct NetworkPage {
    /// A peer to try the way to.
    peer: Field,
    /// How far the findings are scrolled.
    scroll: u16,
}

impl NetworkPage {
    /// Leads to the page; the network is checked as soon as it is there.
    pub(super) fn open(known: &mut Known) -> Effect {
        let page = Self { peer: Field::with_limit(MAX_PEER_CHARS), scroll: 0 };
        let check = page.check(known);
        Effect::All(vec![Effect::open(page), check])
    }

    /// Asks for a check, and forgets what the last one found.
    fn check(&self, known: &mut Known) -> Effect {
        known.check = Some(Check::default());
        let peer = self.peer.text().trim();
        Effect::Ask(Request::CheckNetwork((!peer.is_empty()).then(|| peer.to_owned())))
    }
}

impl Page for NetworkPage {
    fn keys(&self) -> &'static [Binding<Intent>] {
        form::KEYS
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.peer)
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect {
        match intent {
            Intent::Up => self.scroll = self.scroll.saturating_sub(1),
            // How far it can go is known when it is drawn.
            Intent::Down => self.scroll = self.scroll.saturating_add(1),
            Intent::Enter if may_check(known) => {
                self.scroll = 0;
                return self.check(known);
            }
            _ => {}
        }
        Effect::None
    }

    fn hint(&self, binding: &Binding<Intent>, known: &Known) -> Option<&'static str> {
        match binding.intent {
            Intent::Enter => may_check(known).then_some(words::CHECK),
            Intent::Down => Some(words::SCROLL),
            Intent::More => None,
            _ => Some(binding.words),
        }
    }

    fn about(&self, _known: &Known) -> String {
        words::ABOUT.to_owned()
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known) {
        let inner = brush.pane(words::TITLE, true, area);
        brush.line(rows(inner, 0, 1), words::PEER_LABEL, Role::Strong);
        let value = Rect {
            x: inner.x + 8.min(inner.width),
            width: inner.width.saturating_sub(8),
            ..rows(inner, 0, 1)
        };
        let (field, hint, theme) = (&self.peer, words::PEER_BLANK, brush.theme);
        FieldView { field, prompt: "", hint, focused: true, theme }.render(value, brush.buffer);
        let Some(check) = &known.check else { return };
        brush.line(rows(inner, 2, 1), &outcome(check), outcome_role(check));
        let list = rows(inner, 4, u16::MAX);
        let lines: Vec<(String, Role)> =
            check.findings.iter().flat_map(|finding| finding_lines(brush, finding, list.width)).collect();
        self.scroll = brush.scrolled(list, &lines, self.scroll);
    }
}

/// One check at a time.
fn may_check(known: &Known) -> bool {
    known.check.as_ref().is_none_or(|check| check.done)
}

fn outcome(check: &Check) -> String {
    let (bad, notes) = check.troubles();
    match check.findings.as_slice() {
        _ if !check.done => words::BEGUN.to_owned(),
        [] => words::NOTHING.to_owned(),
        _ => words::verdict(bad, notes),
    }
}

fn outcome_role(check: &Check) -> Role {
    match check.troubles() {
        _ if !check.done || check.findings.is_empty() => Role::Dim,
        (0, _) => Role::Good,
        _ => Role::Alert,
    }
}

/// What was looked at with its sign, and below it what to do.
fn finding_lines(brush: &Brush<'_>, finding: &Finding, columns: u16) -> Vec<(String, Role)> {
    let glyphs = brush.theme.glyphs;
    let (sign, role) = match finding.verdict {
        Verdict::Good => (glyphs.good, Role::Good),
        Verdict::Note => (glyphs.bullet, Role::Changed),
        Verdict::Bad => (glyphs.alert, Role::Alert),
    };
    let indented = |text: &str, sign: char, role: Role| {
        let lines = wrap(text, i32::from(columns) - 2).into_iter().enumerate();
        let line = move |(at, line): (usize, String)| {
            let sign = if at == 0 { sign } else { ' ' };
            (format!("{sign} {line}"), role)
        };
        lines.map(line).collect::<Vec<_>>()
    };
    let mut lines = indented(&finding.what, sign, role);
    lines.extend(finding.advice.iter().flat_map(|advice| indented(advice, ' ', Role::Plain)));
    lines
}
