//! A few words in the middle: what to do about a window that is too small, or that nothing is here yet.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, height_of, width, wrap};
use crate::tui::theme::{Role, Theme};

/// Some sentences, the first of them stronger.
#[derive(Clone, Copy, Debug)]
pub struct Notice<'a> {
    /// The sentences, each in lines of its own.
    pub sentences: &'a [&'a str],
    /// How it looks.
    pub theme: &'a Theme,
}

impl Notice<'_> {
    /// The lines it takes.
    pub fn height(&self, columns: u16) -> u16 {
        height_of(self.lines(columns.into()).len())
    }

    fn lines(&self, columns: i32) -> Vec<(String, Role)> {
        let roles = std::iter::once(Role::Strong).chain(std::iter::repeat(Role::Plain));
        let sentences = self.sentences.iter().zip(roles);
        sentences
            .flat_map(|(text, role)| wrap(text, columns).into_iter().map(move |line| (line, role)))
            .collect()
    }
}

impl Widget for &Notice<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let lines = self.lines(pen.width());
        let top = ((pen.height() - i32::from(height_of(lines.len()))) / 2).max(0);
        for (y, (text, role)) in (top..).zip(lines) {
            pen.text(((pen.width() - width(&text)) / 2).max(0), y, &text, self.theme.style(role));
        }
    }
}
