//! Counters that run to a mark: one a line where there is room, else side by side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, Piece, flow, height_of, spaces, width};
use crate::engine::scene::Gauge;
use crate::tui::theme::{Role, Theme};

/// Some dials, perhaps beside the same dials before the draft.
#[derive(Clone, Copy, Debug)]
pub struct Dials<'a> {
    /// The dials as they would be.
    pub dials: &'a [Gauge],
    /// The dials as they are: steps that the draft makes look different.
    pub before: Option<&'a [Gauge]>,
    /// How it looks.
    pub theme: &'a Theme,
}

impl Dials<'_> {
    /// The lines it takes with a line a dial.
    pub fn height(&self) -> u16 {
        height_of(self.dials.len())
    }

    /// The lines it takes with the dials side by side.
    pub fn compact_height(&self, columns: u16) -> u16 {
        height_of(self.side_by_side(columns.into()).len())
    }

    fn side_by_side(&self, columns: i32) -> Vec<Vec<Piece>> {
        let item = |(number, dial): (usize, &Gauge)| {
            let name = (format!("{} ", dial.name), self.theme.style(Role::Plain));
            std::iter::once(name).chain(self.fields(number, dial, "")).chain(self.sign(dial)).collect()
        };
        flow(self.dials.iter().enumerate().map(item).collect(), columns, 3)
    }

    /// Its fields: passed ones, those that the draft passes, those to come.
    fn fields(&self, number: usize, dial: &Gauge, between: &str) -> Vec<Piece> {
        let glyphs = self.theme.glyphs;
        let before =
            self.before.and_then(|dials| dials.get(number)).map_or(dial.at, |old| old.at.min(dial.at));
        let passed = if dial.at >= dial.full { Role::Alert } else { Role::Strong };
        let field = |place: u8| match place {
            place if place < before => (glyphs.full, passed),
            place if place < dial.at => (glyphs.next, Role::Changed),
            _ => (glyphs.empty, Role::Dim),
        };
        let piece = |(glyph, role): (char, Role)| (format!("{glyph}{between}"), self.theme.style(role));
        (0..dial.full.max(dial.at)).map(field).map(piece).collect()
    }

    /// A sign behind a dial that is full.
    fn sign(&self, dial: &Gauge) -> Option<Piece> {
        let sign = (format!(" {}", self.theme.glyphs.alert), self.theme.style(Role::Alert));
        Some(sign).filter(|_| dial.at >= dial.full)
    }

    fn one_a_line(&self, pen: &mut Pen<'_>) {
        let name = self.dials.iter().map(|dial| width(&dial.name)).max().unwrap_or(0);
        let longest = self.dials.iter().map(|dial| i32::from(dial.full.max(dial.at))).max().unwrap_or(0);
        // A space between fields where that leaves room for the figures.
        let between = if name + 2 + 2 * longest + 8 <= pen.width() { " " } else { "" };
        for (y, (number, dial)) in (0..).zip(self.dials.iter().enumerate()) {
            pen.text(0, y, &dial.name, self.theme.style(Role::Plain));
            let end = pen.pieces(name + 2, y, &self.fields(number, dial, between));
            let figures = format!("{}/{}", dial.at, dial.full);
            let sign = self.sign(dial);
            if end + 3 + width(&figures) <= pen.width() {
                let role = if sign.is_some() { Role::Alert } else { Role::Dim };
                pen.text_before(pen.width(), y, &figures, self.theme.style(role));
            }
            pen.pieces(end, y, &sign.into_iter().collect::<Vec<_>>());
        }
    }
}

impl Widget for &Dials<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        if spaces(pen.height()) >= self.dials.len() {
            return self.one_a_line(&mut pen);
        }
        for (y, line) in (0..).zip(self.side_by_side(pen.width())) {
            pen.pieces(0, y, &line);
        }
    }
}
