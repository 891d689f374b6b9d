//! What pages are drawn with: panes, sentences and lists, and the parts of an area.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};

use super::LobbyHit;
use crate::tui::keymap::lobby::Intent;
use crate::tui::keymap::spelled;
use crate::tui::text::lobby as text;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::{Pen, fit, width, wrap};
use crate::tui::widgets::prose::{self, Prose};

/// From this width on there is room for a pane that explains.
const ROOMY_WIDTH: u16 = 104;
/// And so wide it is.
const ABOUT_WIDTH: u16 = 42;

/// What everything is drawn with.
pub(super) struct Brush<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) theme: &'a Theme,
    pub(super) now: u64,
    /// What a click means where.
    pub(super) hits: &'a mut Vec<(Rect, LobbyHit)>,
}

impl Brush<'_> {
    pub(super) fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    pub(super) fn pen(&mut self, area: Rect) -> Pen<'_> {
        Pen::new(self.buffer, area)
    }

    /// Text with the signs that this terminal has.
    pub(super) fn spelled(&self, text: &str) -> String {
        spelled(text, self.theme.glyphs.ascii)
    }

    pub(super) fn hit(&mut self, area: Rect, hit: LobbyHit) {
        self.hits.push((area, hit));
    }

    /// The frame of a pane; what is inside comes back, with a column of air at each side.
    pub(super) fn pane(&mut self, title: &str, focused: bool, area: Rect) -> Rect {
        let block = self.theme.pane(title, focused);
        let inner = block.inner(area);
        Clear.render(area, self.buffer);
        block.render(area, self.buffer);
        inset(inner, 1)
    }

    /// Text broken into lines; how many there were comes back.
    pub(super) fn sentences(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        let text = self.spelled(text);
        let lines = wrap(&text, area.width.into());
        let mut pen = self.pen(area);
        for (y, line) in (0..).zip(&lines) {
            pen.text(0, y, line, style);
        }
        u16::try_from(lines.len()).unwrap_or(u16::MAX)
    }

    /// Lines from the one that it is scrolled to, as far as that is possible; that comes back.
    pub(super) fn scrolled(&mut self, area: Rect, lines: &[(String, Role)], scroll: u16) -> u16 {
        let most = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_sub(area.height);
        let from = scroll.min(most);
        for (y, (line, role)) in (0..area.height).zip(lines.iter().skip(from.into())) {
            self.line(rows(area, y, 1), line, *role);
        }
        let (up, down) = (self.theme.glyphs.more_up, self.theme.glyphs.more_down);
        let style = self.style(Role::Key);
        let mut pen = self.pen(area);
        let (right, bottom) = (pen.width() - 1, pen.height() - 1);
        if from > 0 {
            pen.glyph(right, 0, up, style);
        }
        if from < most {
            pen.glyph(right, bottom, down, style);
        }
        from
    }

    /// One line, cut where it does not fit.
    pub(super) fn line(&mut self, area: Rect, text: &str, role: Role) {
        let (style, ellipsis) = (self.style(role), self.theme.glyphs.ellipsis);
        let text = fit(&self.spelled(text), area.width.into(), ellipsis);
        self.pen(area).text(0, 0, &text, style);
    }

    /// The pane that explains, with a text of headings, paragraphs and lists.
    pub(super) fn about(&mut self, area: Rect, markdown: &str) {
        let inner = self.pane(text::ABOUT, false, area);
        let page = prose::ParsedProse::parse(&self.spelled(markdown));
        Prose { page: &page, from: 0, query: "", theme: self.theme }.render(inner, self.buffer);
    }

    /// A train at the bottom of a place where nothing else is, if there is room for it.
    pub(super) fn scenery(&mut self, area: Rect) {
        let style = self.style(Role::Dim);
        let height = u16::try_from(text::SCENERY.len()).unwrap_or(u16::MAX);
        let length = text::SCENERY.iter().map(|line| width(line)).max().unwrap_or(0);
        if area.height < height || i32::from(area.width) < length {
            return;
        }
        let mut pen = self.pen(area);
        let (x, y) = ((pen.width() - length) / 2, pen.height() - i32::from(height));
        for (row, line) in (y..).zip(text::SCENERY) {
            pen.text(x, row, line, style);
        }
    }

    /// Something to click that does what a key does.
    pub(super) fn button(&mut self, area: Rect, words: &str, intent: Intent) {
        let words = self.spelled(words);
        let style = self.style(Role::Key);
        let end = self.pen(area).text(0, 0, &words, style);
        let width = u16::try_from(end).unwrap_or(0).min(area.width);
        self.hit(Rect { width, height: area.height.min(1), ..area }, LobbyHit::Do(intent));
    }
}

/// The page and, where there is room, a pane beside it that explains.
pub(super) fn with_about(area: Rect) -> (Rect, Option<Rect>) {
    if area.width < ROOMY_WIDTH {
        return (area, None);
    }
    let [page, about] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(ABOUT_WIDTH)]).areas(area);
    (page, Some(about))
}

pub(super) fn inset(area: Rect, columns: u16) -> Rect {
    let cut = columns.min(area.width / 2);
    Rect { x: area.x + cut, width: area.width - 2 * cut, ..area }
}

/// The part of an area from a row on, so many rows high at most.
pub(super) fn rows(area: Rect, from: u16, height: u16) -> Rect {
    let from = from.min(area.height);
    Rect { y: area.y + from, height: height.min(area.height - from), ..area }
}

/// So much in the middle of an area, or all of it.
pub(super) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        // A little above the middle looks like the middle.
        y: area.y + (area.height - height) * 2 / 5,
        width,
        height,
    }
}
