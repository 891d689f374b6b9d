//! A line of bars for each number.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::{Scale, Track};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::{Pen, fit, height_of, spaces, width};

/// Some numbers, a line each.
#[derive(Clone, Copy, Debug)]
pub struct Sparks<'a> {
    /// The numbers.
    pub tracks: &'a [Track],
    /// How it looks.
    pub theme: &'a Theme,
}

const NAME_COLUMNS: i32 = 10;

impl Sparks<'_> {
    /// The lines it takes.
    pub fn height(&self) -> u16 {
        height_of(self.tracks.len())
    }

    /// The latest value, and what the draft makes of it.
    fn figure(&self, track: &Track) -> String {
        let latest =
            track.values.last().map_or_else(|| self.theme.glyphs.nothing.to_string(), i64::to_string);
        match track.next {
            Some(next) if track.values.last() != Some(&next) => {
                format!("{latest}{} {next}", self.theme.glyphs.becomes)
            }
            _ => latest,
        }
    }
}

impl Widget for &Sparks<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let scale = Scale::of(self.tracks);
        let name = self.tracks.iter().map(|track| width(&track.name)).max().unwrap_or(0).min(NAME_COLUMNS);
        let figure = self.tracks.iter().map(|track| width(&self.figure(track))).max().unwrap_or(0);
        let start = 2 + name + 2;
        let columns = spaces(pen.width() - start - 2 - figure);
        for (y, (number, track)) in (0..).zip(self.tracks.iter().enumerate()) {
            let (sign, style) = track.sign(number, self.theme);
            pen.glyph(0, y, sign, style);
            let text = fit(&track.name, name, self.theme.glyphs.ellipsis);
            pen.text(2, y, &text, self.theme.style(Role::Plain));
            for (x, column) in (start..).zip(0..columns) {
                let Some(value) = track.at(column, columns) else { break };
                let level = usize::try_from(scale.step(value, 8)).unwrap_or(0);
                pen.glyph(x, y, self.theme.glyphs.bars[level], style);
            }
            let changed = track.next.is_some_and(|next| track.values.last() != Some(&next));
            let role = if changed { Role::Changed } else { Role::Strong };
            // The figure is worth more than the bars.
            pen.blank(pen.width() - figure, y, figure, self.theme.style(Role::Plain));
            pen.text_before(pen.width(), y, &self.figure(track), self.theme.style(role));
        }
    }
}
