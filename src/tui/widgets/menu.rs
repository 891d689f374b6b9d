//! A list of choices: what can be done, at which price, and what cannot, with the reason.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, Piece, fit, height_of, pieces_width, spaces, width, wrap};
use crate::tui::theme::{Role, Theme};

/// A list of choices.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'a> {
    /// The choices.
    pub entries: &'a [MenuEntry],
    /// The line that the keys are on.
    pub selected: Option<usize>,
    /// How it looks.
    pub theme: &'a Theme,
}

/// One choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuEntry {
    /// The key that takes it.
    pub key: Option<char>,
    /// What it does.
    pub text: String,
    /// What it costs, as it is to be read.
    pub price: String,
    /// What else should be known of it, told while the keys are on it.
    pub more: String,
    /// What kind of choice it is.
    pub kind: ChoiceKind,
}

/// Kinds of choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ChoiceKind {
    /// It can be taken.
    #[default]
    Open,
    /// It can be taken with an amount.
    Amount(Amount),
    /// It cannot be taken.
    Blocked {
        /// Why not.
        why: String,
        /// By which rule.
        rule: String,
    },
    /// No choice: it parts those above from those below.
    Heading,
}

/// An amount that is being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Amount {
    pub value: i64,
    pub min: i64,
    pub max: i64,
    pub step: i64,
}

/// What was pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The entry with this number.
    Entry(usize),
    /// Less of it.
    Less(usize),
    /// More of it.
    More(usize),
}

/// A line of the menu, and where a click on it means less and more.
struct LineLayout {
    entry: usize,
    pieces: Vec<Piece>,
    less: Range<i32>,
    more: Range<i32>,
}

impl Amount {
    /// One step less, if there is one.
    pub fn less(self) -> Option<i64> {
        Some(self.value - self.step).filter(|&value| value >= self.min)
    }

    /// One step more, if there is one.
    pub fn more(self) -> Option<i64> {
        Some(self.value + self.step).filter(|&value| value <= self.max)
    }
}

impl Menu<'_> {
    /// The lines it takes.
    pub fn height(&self, columns: u16) -> u16 {
        height_of(self.lines(columns.into()).len())
    }

    /// What of the menu, drawn in this area, was pointed at.
    pub fn entry_at(&self, area: Rect, x: u16, y: u16) -> Option<Hit> {
        let hits = self.hits(area);
        hits.into_iter().rev().find(|(part, _)| part.contains((x, y).into())).map(|(_, hit)| hit)
    }

    /// What can be pointed at in the area that it is drawn in; of parts that overlap the last counts.
    pub fn hits(&self, area: Rect) -> Vec<(Rect, Hit)> {
        let lines = self.lines_in(area.width.into(), area.height.into());
        let first = self.first_line(&lines, area.height.into());
        let mut hits = Vec::new();
        for (row, line) in area.rows().zip(lines.iter().skip(first)) {
            let part = |columns: &Range<i32>| {
                let columns = columns.start.max(0)..columns.end.min(area.width.into());
                let x = area.x + u16::try_from(columns.start).unwrap_or(area.width);
                Rect { x, width: u16::try_from(columns.end - columns.start).unwrap_or(0), ..row }
            };
            hits.push((row, Hit::Entry(line.entry)));
            hits.push((part(&line.less), Hit::Less(line.entry)));
            hits.push((part(&line.more), Hit::More(line.entry)));
        }
        hits
    }

    fn lines(&self, columns: i32) -> Vec<LineLayout> {
        self.entries
            .iter()
            .enumerate()
            .flat_map(|(number, entry)| self.entry_lines(number, entry, columns))
            .collect()
    }

    /// The lines for an area: if they are too many, with room for the signs that say so.
    fn lines_in(&self, columns: i32, rows: i32) -> Vec<LineLayout> {
        let lines = self.lines(columns);
        if lines.len() > spaces(rows) { self.lines(columns - 2) } else { lines }
    }

    /// The first line to show, so that the selected entry is seen.
    fn first_line(&self, lines: &[LineLayout], height: i32) -> usize {
        let selected = |line: &LineLayout| Some(line.entry) == self.selected;
        let last = lines.iter().rposition(selected).unwrap_or(0);
        let first = lines.iter().position(selected).unwrap_or(0);
        // The end of a long entry may be cut, its beginning not; one line stays for what follows.
        let follows = usize::from(last + 1 < lines.len());
        (last + 1 + follows).saturating_sub(spaces(height)).min(first)
    }

    fn entry_lines(&self, number: usize, entry: &MenuEntry, columns: i32) -> Vec<LineLayout> {
        let line = |pieces: Vec<Piece>| LineLayout { entry: number, pieces, less: 0..0, more: 0..0 };
        let selected = self.selected == Some(number);
        match &entry.kind {
            ChoiceKind::Open => {
                let told = selected && !entry.more.is_empty();
                let more = told.then(|| self.indented("     ", &entry.more, columns, Role::Dim));
                let lines = self.choice(entry, selected, columns);
                lines.into_iter().chain(more.into_iter().flatten()).map(line).collect()
            }
            ChoiceKind::Amount(amount) => {
                let lines = self.choice(entry, selected, columns).into_iter().map(line);
                lines.chain(selected.then(|| self.amount(number, *amount))).collect()
            }
            ChoiceKind::Blocked { why, rule } => {
                let rule = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
                let text = format!("{}: {why}{rule}", entry.text);
                let sign = self.theme.glyphs.blocked;
                self.indented(&format!("  {sign}  "), &text, columns, Role::Dim)
                    .into_iter()
                    .map(line)
                    .collect()
            }
            ChoiceKind::Heading => {
                let text = fit(&entry.text, columns, self.theme.glyphs.ellipsis);
                vec![line(vec![(text, self.theme.style(Role::Title))])]
            }
        }
    }

    /// A choice with its key before it and its price at the right.
    fn choice(&self, entry: &MenuEntry, selected: bool, columns: i32) -> Vec<Vec<Piece>> {
        let glyphs = self.theme.glyphs;
        let marker = if selected { glyphs.becomes } else { ' ' };
        let price = match entry.kind {
            ChoiceKind::Amount(amount) if entry.price.is_empty() => format!("{}..{}", amount.min, amount.max),
            _ => entry.price.clone(),
        };
        let room = columns - width(&price) - 1;
        let (role, price_role) =
            if selected { (Role::Cursor, Role::Cursor) } else { (Role::Plain, Role::Strong) };
        let before = format!("{marker} {}  ", entry.key.unwrap_or(' '));
        let mut lines = self.indented(&before, &entry.text, room, role);
        for (number, line) in lines.iter_mut().enumerate() {
            let price = if number == 0 { &*price } else { "" };
            let gap = " ".repeat(spaces(columns - pieces_width(line) - width(price)));
            line.push((gap, self.theme.style(role)));
            line.push((price.to_owned(), self.theme.style(price_role)));
        }
        lines
    }

    /// What the keys for less and more would make of the amount, and how far it can go.
    fn amount(&self, number: usize, amount: Amount) -> LineLayout {
        let key = self.theme.style(Role::Key);
        let dim = self.theme.style(Role::Dim);
        let side = |value: Option<i64>| value.map_or_else(|| " ".to_owned(), |value| value.to_string());
        let less = vec![("-".to_owned(), key), (format!(" {} ", side(amount.less())), dim)];
        let value = (format!("[ {} ]", amount.value), self.theme.style(Role::Draft));
        let more = vec![(format!(" {} ", side(amount.more())), dim), ("+".to_owned(), key)];
        let step = if amount.step == 1 { String::new() } else { format!(" ±{}", amount.step) };
        let range = (format!("   {}..{}{step}", amount.min, amount.max), dim);
        let indent = ("     ".to_owned(), dim);
        let from = width(&indent.0);
        let less_end = from + pieces_width(&less);
        let more_start = less_end + width(&value.0);
        let more_end = more_start + pieces_width(&more);
        let pieces = [indent].into_iter().chain(less).chain([value]).chain(more).chain([range]).collect();
        LineLayout { entry: number, pieces, less: from..less_end, more: more_start..more_end }
    }

    /// Text behind a sign, its further lines below its first.
    fn indented(&self, sign: &str, text: &str, columns: i32, role: Role) -> Vec<Vec<Piece>> {
        let style = self.theme.style(role);
        let indent = " ".repeat(spaces(width(sign)));
        let texts = wrap(text, columns - width(sign));
        let lines = texts.into_iter().enumerate().map(|(number, text)| {
            let before = if number == 0 { sign } else { &indent };
            vec![(format!("{before}{text}"), style)]
        });
        lines.collect()
    }
}

impl Widget for &Menu<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let lines = self.lines_in(pen.width(), pen.height());
        let first = self.first_line(&lines, pen.height());
        for (y, line) in (0..).zip(lines.iter().skip(first)) {
            pen.pieces(0, y, &line.pieces);
        }
        let style = self.theme.style(Role::Key);
        let right = pen.width() - 1;
        if first > 0 {
            pen.glyph(right, 0, self.theme.glyphs.more_up, style);
        }
        if lines.len() > first + spaces(pen.height()) {
            pen.glyph(right, pen.height() - 1, self.theme.glyphs.more_down, style);
        }
    }
}
