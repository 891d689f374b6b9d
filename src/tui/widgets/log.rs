//! What happened and what was said, the newest at the bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::pen::{Pen, Piece, fit, spaces, width, wrap};
use crate::engine::scene::Token;
use crate::tui::theme::{Role, Theme};

/// A log, or talk: lines without a number.
#[derive(Clone, Copy, Debug)]
pub struct Log<'a> {
    /// The lines, oldest first.
    pub lines: &'a [LogLine],
    /// How many lines of the screen it is scrolled back.
    pub back: usize,
    /// The entry that is looked at.
    pub selected: Option<u64>,
    /// How it looks.
    pub theme: &'a Theme,
}

/// One thing that happened or was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogLine {
    /// The number of its entry, if it is in the game's own log.
    pub entry: Option<u64>,
    /// Who did or said it.
    pub who: String,
    /// The sign that goes with them.
    pub token: Option<Token>,
    /// What.
    pub text: String,
    /// What kind of line it is.
    pub kind: LogKind,
}

/// Kinds of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogKind {
    /// Something was done.
    #[default]
    Act,
    /// Somebody passed: worth less attention.
    Pass,
    /// Somebody said it.
    Said,
    /// The table tells something: a new turn, somebody is away.
    Notice,
    /// The table tells something that needs attention.
    Alert,
}

/// The most columns that a name gets.
const NAME_COLUMNS: i32 = 10;

/// In fewer columns names have none of their own: what happened needs them all.
const NARROW: i32 = 40;

/// How far a sentence goes in from where it began, where names have no column.
const HANG: i32 = 1;

/// A line of the screen, and whose entry it shows.
struct ScreenLine {
    entry: Option<u64>,
    pieces: Vec<Piece>,
}

impl Log<'_> {
    /// How many lines of the screen all of it takes.
    pub fn height(&self, columns: u16) -> usize {
        self.screen_lines(columns.into()).len()
    }

    /// How far back it can be scrolled in an area.
    pub fn furthest_back(&self, area: Rect) -> usize {
        let rows = usize::from(area.height);
        self.lines_in(area.width.into(), area.height.into()).len().saturating_sub(rows)
    }

    /// The entry of the game's log that this cell shows.
    pub fn entry_at(&self, area: Rect, x: u16, y: u16) -> Option<u64> {
        if !area.contains((x, y).into()) {
            return None;
        }
        let lines = self.lines_in(area.width.into(), area.height.into());
        let first = self.first(lines.len(), area.height.into());
        lines.get(first + usize::from(y - area.y))?.entry
    }

    /// The first line of the screen that is seen.
    fn first(&self, lines: usize, height: usize) -> usize {
        let most = lines.saturating_sub(height);
        most - self.back.min(most)
    }

    /// The lines for an area: if they are too many, with room for the signs that say so.
    fn lines_in(&self, columns: i32, rows: i32) -> Vec<ScreenLine> {
        let lines = self.screen_lines(columns);
        if lines.len() > spaces(rows) { self.screen_lines(columns - 2) } else { lines }
    }

    fn screen_lines(&self, columns: i32) -> Vec<ScreenLine> {
        let number = self.lines.iter().filter_map(|line| line.entry).max();
        let number = number.map_or(0, |most| 1 + width(&most.to_string()));
        let name = self.lines.iter().map(|line| width(&line.who)).max().unwrap_or(0).min(NAME_COLUMNS);
        let line = |line: &LogLine| {
            let told = matches!(line.kind, LogKind::Notice | LogKind::Alert);
            if columns < NARROW && !told {
                self.narrow(line, columns, number)
            } else {
                self.one(line, columns, number, name)
            }
        };
        self.lines.iter().flat_map(line).collect()
    }

    /// A line whose name stands in the sentence; what does not fit goes in below it.
    fn narrow(&self, line: &LogLine, columns: i32, number: i32) -> Vec<ScreenLine> {
        let style = self.style_of(line);
        let sign = self.sign_columns();
        let who = fit(&line.who, NAME_COLUMNS, self.theme.glyphs.ellipsis);
        let said = if line.kind == LogKind::Said { self.quoted(&line.text) } else { line.text.clone() };
        let sentence = format!("{who} {said}");
        let room = columns - number - sign;
        let lines = Some(wrap(&sentence, room)).filter(|lines| lines.len() == 1);
        let lines = lines.unwrap_or_else(|| wrap(&sentence, room - HANG)).into_iter().enumerate();
        let of = |(row, text): (usize, String)| {
            let pieces = if row == 0 {
                let (name, rest) = text.strip_prefix(&*who).map_or(("", &*text), |rest| (&*who, rest));
                let text = [(name.to_owned(), self.name_style(line)), (rest.to_owned(), style)];
                self.number_and_sign(line, number, sign).into_iter().chain(text).collect()
            } else {
                vec![(" ".repeat(spaces(number + sign + HANG)), style), (text, style)]
            };
            ScreenLine { entry: line.entry, pieces }
        };
        lines.map(of).collect()
    }

    /// The columns for signs, if there are any.
    fn sign_columns(&self) -> i32 {
        i32::from(self.lines.iter().any(|line| line.token.is_some())) * 2
    }

    /// What somebody said, as said.
    fn quoted(&self, text: &str) -> String {
        let [open, close] = if self.theme.glyphs.ascii { ['"', '"'] } else { ['“', '”'] };
        format!("{open}{text}{close}")
    }

    fn one(&self, line: &LogLine, columns: i32, number: i32, name: i32) -> Vec<ScreenLine> {
        let style = self.style_of(line);
        let sign = self.sign_columns();
        let (before, texts) = match line.kind {
            LogKind::Notice | LogKind::Alert => (0, wrap(&line.text, columns)),
            LogKind::Said => {
                let said = self.quoted(&line.text);
                (number + sign + name + 1, wrap(&said, columns - number - sign - name - 1))
            }
            LogKind::Act | LogKind::Pass => {
                (number + sign + name + 1, wrap(&line.text, columns - number - sign - name - 1))
            }
        };
        let of = |(row, text): (usize, String)| {
            let front = if before == 0 {
                Vec::new()
            } else if row == 0 {
                self.front(line, [number, sign, name])
            } else {
                vec![(" ".repeat(spaces(before)), style)]
            };
            ScreenLine { entry: line.entry, pieces: front.into_iter().chain([(text, style)]).collect() }
        };
        texts.into_iter().enumerate().map(of).collect()
    }

    /// Number, sign and name, each in its column.
    fn front(&self, line: &LogLine, [number, sign, name]: [i32; 3]) -> Vec<Piece> {
        let who = fit(&line.who, name, self.theme.glyphs.ellipsis);
        let gap = " ".repeat(spaces(name + 1 - width(&who)));
        let who = [(who, self.name_style(line)), (gap, self.style_of(line))];
        self.number_and_sign(line, number, sign).into_iter().chain(who).collect()
    }

    /// Number and sign, each in its column.
    fn number_and_sign(&self, line: &LogLine, number: i32, sign: i32) -> Vec<Piece> {
        let style = self.style_of(line);
        let entry = line.entry.map(|entry| entry.to_string()).unwrap_or_default();
        let entry = format!("{entry:>columns$} ", columns = spaces(number - 1));
        let token = match line.token {
            Some(token) => {
                vec![(token.letter.to_string(), self.theme.piece(token.tone)), (" ".to_owned(), style)]
            }
            None => vec![(" ".repeat(spaces(sign)), style)],
        };
        let entry = if number == 0 { Vec::new() } else { vec![(entry, self.theme.style(Role::Dim))] };
        entry.into_iter().chain(token).collect()
    }

    fn name_style(&self, line: &LogLine) -> Style {
        let style = self.style_of(line);
        if line.kind == LogKind::Pass { style } else { style.patch(self.theme.style(Role::Strong)) }
    }

    fn style_of(&self, line: &LogLine) -> Style {
        if line.entry.is_some() && line.entry == self.selected {
            return self.theme.style(Role::Cursor);
        }
        self.theme.style(match line.kind {
            LogKind::Act | LogKind::Said => Role::Plain,
            LogKind::Pass => Role::Dim,
            LogKind::Notice => Role::Key,
            LogKind::Alert => Role::Alert,
        })
    }
}

impl Widget for &Log<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let lines = self.lines_in(pen.width(), pen.height());
        let first = self.first(lines.len(), spaces(pen.height()));
        for (y, line) in (0..).zip(lines.iter().skip(first)) {
            pen.pieces(0, y, &line.pieces);
        }
        let right = pen.width() - 1;
        let style = self.theme.style(Role::Key);
        if first > 0 {
            pen.glyph(right, 0, self.theme.glyphs.more_up, style);
        }
        if first + spaces(pen.height()) < lines.len() {
            pen.glyph(right, pen.height() - 1, self.theme.glyphs.more_down, style);
        }
    }
}
