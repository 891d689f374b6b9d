//! The first line of every screen at a table: which table, how far, are we in step, whose turn.
//!
//! Each answer has its own part of the line, whatever the others say, so nothing ever moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, fit, width};
use crate::tui::theme::{Role, Theme};

/// The answers. Each may be given in several lengths, longest first.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// Which game and table.
    pub title: &'a [&'a str],
    /// How far the game is.
    pub progress: &'a [&'a str],
    /// Whether all are in step, and who is not.
    pub step: &'a [&'a str],
    /// Whether that is a reason to look.
    pub out_of_step: bool,
    /// Whose turn it is.
    pub turn: &'a [&'a str],
    /// Whether it is the reader's own: then the line is inverted.
    pub yours: bool,
    /// How it looks.
    pub theme: &'a Theme,
}

/// How much of the line each answer gets, in hundredths.
const PARTS: [i32; 4] = [30, 20, 20, 30];

impl Header<'_> {
    fn draw_part(&self, pen: &mut Pen<'_>, (start, end): (i32, i32), texts: &[&str], role: Role) {
        let room = end - start;
        let last = texts.last().copied().unwrap_or_default();
        let text = texts.iter().copied().find(|text| width(text) <= room).unwrap_or(last);
        let style = self.theme.style(role);
        let style = if self.yours { style.patch(self.theme.style(Role::Turn)) } else { style };
        pen.text(start, 0, &fit(text, room, self.theme.glyphs.ellipsis), style);
    }
}

impl Widget for &Header<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, Rect { height: area.height.min(1), ..area });
        if self.yours {
            pen.blank(0, 0, pen.width(), self.theme.style(Role::Turn));
        }
        let step = if self.out_of_step { Role::Alert } else { Role::Good };
        let turn = if self.yours { Role::Strong } else { Role::Plain };
        let answers =
            [(self.title, Role::Title), (self.progress, Role::Plain), (self.step, step), (self.turn, turn)];
        let mut sum = 0;
        for ((texts, role), part) in answers.into_iter().zip(PARTS) {
            let (start, end) = (pen.width() * sum / 100, pen.width() * (sum + part) / 100);
            self.draw_part(&mut pen, (start + 1, end), texts, role);
            sum += part;
        }
    }
}
