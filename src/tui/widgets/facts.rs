//! Names with values, side by side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, Piece, flow, height_of, pieces_width, spaces, width, wrap};
use crate::tui::theme::{Role, Theme};

/// Some facts, perhaps beside the same facts before the draft.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The facts as they would be.
    pub facts: &'a [(String, String)],
    /// The facts as they are: values that differ show both.
    pub before: Option<&'a [(String, String)]>,
    /// How it looks.
    pub theme: &'a Theme,
}

impl Facts<'_> {
    /// The lines it takes.
    pub fn height(&self, columns: u16) -> u16 {
        height_of(self.lines(columns.into()).len())
    }

    fn lines(&self, columns: i32) -> Vec<Vec<Piece>> {
        let items = self.facts.iter().map(|fact| self.item(fact)).collect();
        flow(items, columns, 3).into_iter().flat_map(|line| broken(line, columns)).collect()
    }

    fn item(&self, (name, value): &(String, String)) -> Vec<Piece> {
        let old = self.before.and_then(|facts| facts.iter().find(|(old, _)| old == name));
        let (value, role) = match old {
            Some((_, old)) if old != value => {
                (format!("{old}{} {value}", self.theme.glyphs.becomes), Role::Changed)
            }
            _ => (value.clone(), Role::Strong),
        };
        vec![(format!("{name} "), self.theme.style(Role::Plain)), (value, self.theme.style(role))]
    }
}

/// A line that is too long for the columns, broken at spaces; the rest of a value stands below its beginning.
fn broken(line: Vec<Piece>, columns: i32) -> Vec<Vec<Piece>> {
    let [(name, plain), (value, style)] = &line[..] else { return vec![line] };
    if pieces_width(&line) <= columns {
        return vec![line];
    }
    let indent = width(name).min(columns / 2);
    let values = wrap(value, columns - width(name).min(columns - 1)).into_iter().enumerate();
    let before = |number| if number == 0 { name.clone() } else { " ".repeat(spaces(indent)) };
    values.map(|(number, value)| vec![(before(number), *plain), (value, *style)]).collect()
}

impl Widget for &Facts<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        for (y, line) in (0..).zip(self.lines(pen.width())) {
            pen.pieces(0, y, &line);
        }
    }
}
