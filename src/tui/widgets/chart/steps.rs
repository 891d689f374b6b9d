//! All numbers in one chart, as lines that step.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::{Scale, Track};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::{Pen, Piece, flow, spaces, width};

/// A chart of some numbers.
#[derive(Clone, Copy, Debug)]
pub struct StepChart<'a> {
    /// The numbers.
    pub tracks: &'a [Track],
    /// The number of the first step.
    pub first: u64,
    /// The step that is looked at, counted from 0: the legend tells its values.
    pub cursor: Option<usize>,
    /// How it looks.
    pub theme: &'a Theme,
}

/// Lines from one figure at the left side to the next.
const FIGURE_LINES: i32 = 4;

/// Columns from one letter on a line to the next.
const LETTER_COLUMNS: usize = 18;

/// Where the lines are drawn.
struct Plot {
    left: i32,
    columns: usize,
    lines: i32,
    scale: Scale,
}

impl Plot {
    fn line_of(&self, value: i64) -> i32 {
        let up = self.scale.step(value, self.lines.into());
        self.lines - 1 - i32::try_from(up).unwrap_or(0)
    }
}

impl StepChart<'_> {
    fn steps(&self) -> usize {
        self.tracks.iter().map(|track| track.values.len()).max().unwrap_or(0)
    }

    /// Signs, names and values: at the cursor, else the latest.
    fn legend(&self, columns: i32) -> Vec<Vec<Piece>> {
        let item = |(number, track): (usize, &Track)| {
            let (sign, style) = track.sign(number, self.theme);
            let value = self.cursor.map_or(track.values.last(), |cursor| track.values.get(cursor));
            let value = value.map_or_else(|| self.theme.glyphs.nothing.to_string(), i64::to_string);
            vec![
                (sign.to_string(), style),
                (format!(" {} ", track.name), self.theme.style(Role::Plain)),
                (value, self.theme.style(Role::Strong)),
            ]
        };
        flow(self.tracks.iter().enumerate().map(item).collect(), columns, 3)
    }

    fn plot(&self, pen: &Pen<'_>, legend: usize) -> Plot {
        let scale = Scale::of(self.tracks);
        let figures = width(&scale.high.to_string()).max(width(&scale.low.to_string()));
        let left = figures + 2;
        let below = 2 + i32::try_from(legend).unwrap_or(0);
        // Behind the lines stand their letters, beside each other where lines end together.
        let columns = spaces(pen.width() - left).saturating_sub(1 + self.tracks.len());
        Plot { left, columns, lines: pen.height() - below, scale }
    }

    /// The figures at the left, and a faint line at each.
    fn draw_frame(&self, pen: &mut Pen<'_>, plot: &Plot) {
        let dim = self.theme.style(Role::Dim);
        let lines = &self.theme.glyphs.lines;
        let range = plot.scale.high - plot.scale.low;
        for y in 0..plot.lines {
            let from_low = plot.lines - 1 - y;
            pen.glyph(plot.left - 1, y, lines.down, self.theme.style(Role::Border));
            if from_low % FIGURE_LINES == 0 || y == 0 && from_low % FIGURE_LINES > 1 {
                let value = plot.scale.low + range * i64::from(from_low) / i64::from((plot.lines - 1).max(1));
                pen.text_before(plot.left - 1, y, &value.to_string(), dim);
                for x in (plot.left..).take(plot.columns).step_by(4) {
                    pen.glyph(x, y, self.theme.glyphs.nothing, self.theme.style(Role::Border));
                }
            }
        }
        pen.glyph(plot.left - 1, plot.lines, lines.right_up, self.theme.style(Role::Border));
        for x in (plot.left..).take(plot.columns) {
            pen.glyph(x, plot.lines, lines.across, self.theme.style(Role::Border));
        }
    }

    /// The numbers of the step that is looked at, the first, the last and some between, as far as they fit.
    fn draw_steps(&self, pen: &mut Pen<'_>, plot: &Plot) {
        let Some(last) = self.steps().checked_sub(1) else { return };
        let cursor = self.seen_cursor().map(|step| (step, Role::Key));
        let others = [0, 4, 2, 1, 3].map(|part| (last * part / 4, Role::Dim));
        let mut written: Vec<(i32, i32)> = Vec::new();
        for (step, role) in cursor.into_iter().chain(others) {
            let text = (self.first + u64::try_from(step).unwrap_or(0)).to_string();
            let latest = plot.left + i32::try_from(plot.columns).unwrap_or(0) - width(&text);
            let start = (plot.left + self.column_of(step, plot)).min(latest).max(plot.left);
            let end = start + width(&text);
            if written.iter().all(|&(from, to)| end + 1 < from || to + 1 < start) {
                pen.text(start, plot.lines + 1, &text, self.theme.style(role));
                written.push((start, end));
            }
        }
    }

    /// The step that is looked at, if there is such a step.
    fn seen_cursor(&self) -> Option<usize> {
        self.cursor.filter(|&cursor| cursor < self.steps())
    }

    /// The first column that stands for a step.
    fn column_of(&self, step: usize, plot: &Plot) -> i32 {
        let column = (step * plot.columns) / self.steps().max(1);
        i32::try_from(column).unwrap_or(0)
    }

    fn draw_track(&self, pen: &mut Pen<'_>, plot: &Plot, number: usize, track: &Track) {
        let lines = &self.theme.glyphs.lines;
        let (_, style) = track.sign(number, self.theme);
        let mut before: Option<i32> = None;
        for column in 0..plot.columns {
            let Some(value) = track.at(column, plot.columns) else { return };
            let x = plot.left + i32::try_from(column).unwrap_or(0);
            let y = plot.line_of(value);
            match before {
                Some(old) if old != y => {
                    let (leave, arrive) = if y < old {
                        (lines.left_up, lines.right_down)
                    } else {
                        (lines.left_down, lines.right_up)
                    };
                    (y.min(old) + 1..y.max(old)).for_each(|y| pen.glyph(x, y, lines.down, style));
                    pen.glyph(x, old, leave, style);
                    pen.glyph(x, y, arrive, style);
                }
                _ => pen.glyph(x, y, lines.across, style),
            }
            before = Some(y);
        }
    }

    /// A letter now and then, each track's in columns of their own: so lines that run together show them all.
    fn draw_letters(&self, pen: &mut Pen<'_>, plot: &Plot, number: usize, track: &Track) {
        let (sign, style) = track.sign(number, self.theme);
        for column in (3 + 3 * number..plot.columns).step_by(LETTER_COLUMNS) {
            let Some(value) = track.at(column, plot.columns) else { return };
            let x = plot.left + i32::try_from(column).unwrap_or(0);
            pen.glyph(x, plot.line_of(value), sign, style);
        }
    }

    /// The letters behind the lines; beside each other where lines end together.
    fn draw_ends(&self, pen: &mut Pen<'_>, plot: &Plot) {
        let mut taken: Vec<i32> = Vec::new();
        for (number, track) in self.tracks.iter().enumerate() {
            let Some(&latest) = track.values.last() else { continue };
            let y = plot.line_of(latest);
            let beside = taken.iter().filter(|&&line| line == y).count();
            let x = plot.left + i32::try_from(plot.columns + 1 + beside).unwrap_or(0);
            let (sign, style) = track.sign(number, self.theme);
            pen.glyph(x, y, sign, style);
            taken.push(y);
        }
    }

    fn draw_cursor(&self, pen: &mut Pen<'_>, plot: &Plot) {
        let Some(cursor) = self.seen_cursor() else { return };
        let x = plot.left + self.column_of(cursor, plot);
        let style = self.theme.style(Role::Key);
        (0..plot.lines).for_each(|y| pen.glyph(x, y, self.theme.glyphs.lines.down, style));
        pen.glyph(x, plot.lines, self.theme.glyphs.arrows.up, style);
    }
}

impl Widget for &StepChart<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let legend = self.legend(pen.width());
        let plot = self.plot(&pen, legend.len());
        let top = pen.height() - i32::try_from(legend.len()).unwrap_or(0);
        for (y, line) in (top..).zip(&legend) {
            pen.pieces(0, y, line);
        }
        if plot.lines < 2 || plot.columns < 2 {
            return;
        }
        self.draw_frame(&mut pen, &plot);
        self.draw_steps(&mut pen, &plot);
        self.draw_cursor(&mut pen, &plot);
        let tracks = || self.tracks.iter().enumerate();
        tracks().for_each(|(number, track)| self.draw_track(&mut pen, &plot, number, track));
        tracks().for_each(|(number, track)| self.draw_letters(&mut pen, &plot, number, track));
        self.draw_ends(&mut pen, &plot);
    }
}
