//! What the signs on the board mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, Piece, flow, height_of};
use crate::engine::scene::LegendEntry as Entry;
use crate::tui::theme::{Role, Theme};

/// The game's signs, then those of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Legend<'a> {
    /// The game's.
    pub entries: &'a [Entry],
    /// The screen's own: what it looks like, and what it means.
    pub marks: &'a [(&'a str, Role, &'a str)],
    /// How it looks.
    pub theme: &'a Theme,
}

impl Legend<'_> {
    /// The lines it takes.
    pub fn height(&self, columns: u16) -> u16 {
        height_of(self.lines(columns.into()).len())
    }

    fn lines(&self, columns: i32) -> Vec<Vec<Piece>> {
        let quiet = self.theme.style(Role::Dim);
        let entries = self.entries.iter().map(|entry| {
            let (glyph, style) = self.theme.sign(entry.sign);
            vec![(glyph.to_string(), style), (format!(" {}", entry.meaning), quiet)]
        });
        let marks = self.marks.iter().map(|&(sign, role, meaning)| {
            vec![(sign.to_owned(), self.theme.style(role)), (format!(" {meaning}"), quiet)]
        });
        flow(entries.chain(marks).collect(), columns, 2)
    }
}

impl Widget for &Legend<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        for (y, line) in (0..).zip(self.lines(pen.width())) {
            pen.pieces(0, y, &line);
        }
    }
}
