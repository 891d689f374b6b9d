//! A table of figures.
//!
//! Numbers are never cut. Where it is too narrow the padding goes first, then the heads of columns get shorter (never
//! shorter than a short form that they have), then the old values of a preview go, then names; at last whole columns,
//! with a sign that something is missing. Rows that do not fit leave a sign, too.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::Names;
use super::pen::{Pen, fit, height_of, spaces, width};
use crate::engine::scene::{Column, FigureTable, Row};
use crate::engine::seat::{Seat, SeatSet};
use crate::tui::theme::{Role, Theme};

/// A table, perhaps beside the same table before the draft.
#[derive(Clone, Copy, Debug)]
pub struct Ledger<'a> {
    /// The table as it would be.
    pub table: &'a FigureTable,
    /// The table as it is: cells that differ show both values.
    pub before: Option<&'a FigureTable>,
    /// Whose rows are the reader's own.
    pub own: SeatSet,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// Who sits where.
    pub names: Names<'a>,
    /// How it looks.
    pub theme: &'a Theme,
}

/// How much room things get.
#[derive(Clone, Copy)]
struct Fit {
    gap: i32,
    column_head: i32,
    row_head: i32,
    preview: Preview,
}

/// How a changed cell is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preview {
    /// `9► 12`
    Wide,
    /// `9►12`
    Tight,
    /// `►12`
    NewOnly,
}

impl Fit {
    const COMFORTABLE: Self = Self::new(3, 20, 24, Preview::Wide);
    const TIGHTEST: Self = Self::new(1, 1, Self::LEAST_NAME, Preview::NewOnly);

    /// Names that are cut shorter tell nothing: columns go before them.
    const LEAST_NAME: i32 = 6;

    const fn new(gap: i32, column_head: i32, row_head: i32, preview: Preview) -> Self {
        Self { gap, column_head, row_head, preview }
    }

    /// From comfortable to tight.
    fn all() -> impl Iterator<Item = Self> {
        let padding = [Self::COMFORTABLE, Self::new(2, 20, 24, Preview::Wide)].into_iter();
        let heads = |from: i32, to: i32, row_head, preview| {
            (to..=from).rev().map(move |head| Self::new(1, head, row_head, preview))
        };
        let names = (Self::LEAST_NAME..=10).rev().map(|name| Self::new(1, 1, name, Preview::NewOnly));
        let heads = heads(20, 4, 24, Preview::Wide).chain(heads(4, 3, 16, Preview::Tight)).chain(heads(
            3,
            1,
            12,
            Preview::NewOnly,
        ));
        padding.chain(heads).chain(names)
    }
}

impl Ledger<'_> {
    /// The lines it takes: one for the heads and one a row.
    pub fn height(&self) -> u16 {
        height_of(1 + self.table.rows.len())
    }

    /// The columns it takes at its most comfortable.
    pub fn width(&self) -> u16 {
        u16::try_from(self.total(Fit::COMFORTABLE)).unwrap_or(u16::MAX)
    }

    fn total(&self, fit: Fit) -> i32 {
        self.front(fit)
            + (0..self.table.columns.len()).map(|column| fit.gap + self.column(column, fit)).sum::<i32>()
    }

    /// The columns before the first figure: marker, sign and name.
    fn front(&self, fit: Fit) -> i32 {
        self.sign_columns() + self.rows().map(|row| width(&self.head(row, fit))).max().unwrap_or(0)
    }

    fn sign_columns(&self) -> i32 {
        let marker = self.rows().any(|row| row.seat.is_some());
        let token = self.rows().any(|row| row.token.is_some());
        2 * i32::from(marker) + 2 * i32::from(token)
    }

    /// Where not all columns fit: with names that can be told apart, if at least one column fits beside them.
    fn too_narrow(&self, columns: i32) -> Fit {
        let some = Fit::TIGHTEST;
        let needed = self.front(some) + some.gap + self.column(0, some);
        if needed <= columns { some } else { Fit { row_head: 3, ..some } }
    }

    /// How wide a column is: its figures in full, its head as far as it may be.
    fn column(&self, column: usize, fit: Fit) -> i32 {
        let cells = self.rows().map(|row| width(&self.cell(row, column, fit.preview).0));
        let head = self.table.columns.get(column).map_or(0, |head| width(shown_head(head, fit)));
        cells.chain([head]).max().unwrap_or(0)
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.table.rows.iter()
    }

    fn head(&self, row: &Row, fitting: Fit) -> String {
        fit(&self.names.fill(&row.head), fitting.row_head, self.theme.glyphs.ellipsis)
    }

    /// A cell's text and whether it differs from before.
    fn cell(&self, row: &Row, column: usize, preview: Preview) -> (String, bool) {
        let nothing = self.theme.glyphs.nothing.to_string();
        let shown = |row: &Row| row.cells.get(column).filter(|cell| !cell.is_empty()).cloned();
        let now = shown(row);
        let old = self.before.and_then(|table| table.rows.iter().find(|old| old.head == row.head)).map(shown);
        let text = |cell: Option<String>| cell.unwrap_or_else(|| nothing.clone());
        match old {
            Some(old) if old != now => {
                let (old, now, becomes) = (text(old), text(now), self.theme.glyphs.becomes);
                let text = match preview {
                    Preview::Wide => format!("{old}{becomes} {now}"),
                    Preview::Tight => format!("{old}{becomes}{now}"),
                    Preview::NewOnly => format!("{becomes}{now}"),
                };
                (text, true)
            }
            _ => (text(now), false),
        }
    }

    fn row_style(&self, row: &Row) -> Style {
        let own = row.seat.is_some_and(|seat| self.own.contains(seat));
        self.theme.style(if own { Role::Strong } else { Role::Plain })
    }

    fn draw_front(&self, pen: &mut Pen<'_>, y: i32, row: &Row, fit: Fit) {
        let glyphs = self.theme.glyphs;
        let style = self.row_style(row);
        if let Some(seat) = row.seat {
            if self.turn == Some(seat) {
                pen.glyph(0, y, glyphs.becomes, self.theme.style(Role::Key));
            } else if self.own.contains(seat) {
                pen.glyph(0, y, glyphs.bullet, style);
            }
        }
        let x = self.sign_columns();
        if let Some(token) = row.token {
            pen.glyph(x - 2, y, token.letter, self.theme.piece(token.tone));
        }
        pen.text(x, y, &self.head(row, fit), style);
    }

    fn draw_cell(&self, pen: &mut Pen<'_>, (end, y): (i32, i32), row: &Row, cell: (String, bool)) {
        let (text, changed) = cell;
        let style = if changed {
            self.theme.style(Role::Changed)
        } else if text.starts_with(self.theme.glyphs.nothing) {
            self.theme.style(Role::Dim)
        } else {
            self.row_style(row)
        };
        pen.text_before(end, y, &text, style);
    }
}

/// As much of a column's head as there is room for: all of it, its short form, or, without one, its beginning.
fn shown_head(column: &Column, fit: Fit) -> &str {
    match &column.short {
        _ if width(&column.head) <= fit.column_head => &column.head,
        Some(short) => short,
        None => {
            let cut = column.head.char_indices().nth(spaces(fit.column_head));
            &column.head[..cut.map_or(column.head.len(), |(at, _)| at)]
        }
    }
}

impl Widget for &Ledger<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let fit = Fit::all().find(|&fit| self.total(fit) <= pen.width());
        let fit = fit.unwrap_or_else(|| self.too_narrow(pen.width()));
        for (y, row) in (1..).zip(self.rows()) {
            self.draw_front(&mut pen, y, row, fit);
        }
        let mut end = self.front(fit);
        for (column, head) in self.table.columns.iter().enumerate() {
            let next = end + fit.gap + self.column(column, fit);
            if next > pen.width() {
                pen.glyph(pen.width() - 1, 0, self.theme.glyphs.ellipsis, self.theme.style(Role::Alert));
                break;
            }
            end = next;
            let room = Fit { column_head: self.column(column, fit), ..fit };
            pen.text_before(end, 0, shown_head(head, room), self.theme.style(Role::Dim));
            for (y, row) in (1..).zip(self.rows()) {
                self.draw_cell(&mut pen, (end, y), row, self.cell(row, column, fit.preview));
            }
        }
        if self.height() > area.height {
            pen.glyph(
                pen.width() - 1,
                pen.height() - 1,
                self.theme.glyphs.more_down,
                self.theme.style(Role::Key),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Wishes;

    /// A table of three rows and two columns, drawn so large, as text.
    fn drawn(size: (u16, u16)) -> Vec<String> {
        let row = |head: &str| Row {
            head: head.into(),
            token: None,
            seat: None,
            cells: vec!["12".to_owned(), "$9".to_owned()],
        };
        let table = FigureTable {
            title: String::new(),
            about: "",
            columns: vec![Column::new("points", "pts"), Column::from("cash")],
            rows: ["Ann", "Bob", "Cid"].map(row).to_vec(),
        };
        let theme = Theme::detect(|_| None, Wishes::default());
        let own = SeatSet::default();
        let ledger =
            Ledger { table: &table, before: None, own, turn: None, names: Names(&[]), theme: &theme };
        let area = Rect::new(0, 0, size.0, size.1);
        let mut buffer = Buffer::empty(area);
        ledger.render(area, &mut buffer);
        let line = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..size.1).map(line).collect()
    }

    #[test]
    fn a_head_gives_way_to_its_short_form_and_is_cut_only_without_one() {
        assert_eq!(drawn((20, 4))[0].trim_start(), "points   cash");
        assert_eq!(drawn((12, 4))[0].trim_start(), "pts cash");
        assert_eq!(drawn((10, 4))[0].trim_start(), "pts ca");
    }

    #[test]
    fn rows_without_room_leave_a_sign() {
        let sign = Theme::detect(|_| None, Wishes::default()).glyphs.more_down;
        let sign = |rows| drawn((14, rows)).last().unwrap().ends_with(sign);
        assert!(!sign(4) && sign(3));
    }
}
