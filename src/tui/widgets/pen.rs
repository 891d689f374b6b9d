//! Drawing that cannot leave its area, and text that is cut or wrapped to a width.
//!
//! Coordinates count from the upper left corner of the area and may lie outside it, on any side: what is scrolled away
//! is simply not drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::table::front::is_fit;

/// Draws in one area of a buffer.
#[derive(Debug)]
pub struct Pen<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
}

/// Some text in one look.
pub type Piece = (String, Style);

impl<'a> Pen<'a> {
    /// A pen for an area; what of the area lies outside the buffer is ignored.
    pub fn new(buffer: &'a mut Buffer, area: Rect) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area }
    }

    /// A pen for what lies behind the first so many columns.
    pub fn from(&mut self, columns: i32) -> Pen<'_> {
        let cut = u16::try_from(columns).unwrap_or(0).min(self.area.width);
        let area = Rect { x: self.area.x + cut, width: self.area.width - cut, ..self.area };
        Pen { buffer: self.buffer, area }
    }

    /// How many columns there are.
    pub fn width(&self) -> i32 {
        self.area.width.into()
    }

    /// How many lines there are.
    pub fn height(&self) -> i32 {
        self.area.height.into()
    }

    /// Writes text from a column on and says where it ended.
    pub fn text(&mut self, x: i32, y: i32, text: &str, style: Style) -> i32 {
        let mut at = x;
        for (symbol, width) in cells(text) {
            if at >= 0 && at + width <= self.width() {
                self.put(at, y, symbol, style);
            }
            at += width;
        }
        at
    }

    /// Writes pieces of text one after the other and says where they ended.
    pub fn pieces(&mut self, x: i32, y: i32, pieces: &[Piece]) -> i32 {
        pieces.iter().fold(x, |x, (text, style)| self.text(x, y, text, *style))
    }

    /// Writes text that ends before a column.
    pub fn text_before(&mut self, x: i32, y: i32, text: &str, style: Style) {
        self.text(x - width(text), y, text, style);
    }

    /// Draws one character.
    pub fn glyph(&mut self, x: i32, y: i32, glyph: char, style: Style) {
        self.text(x, y, glyph.encode_utf8(&mut [0; 4]), style);
    }

    /// Empties cells and gives them a look.
    pub fn blank(&mut self, x: i32, y: i32, columns: i32, style: Style) {
        (x..x + columns).for_each(|x| self.put(x, y, " ", style));
    }

    /// Gives cells a look and leaves what stands in them.
    pub fn tint(&mut self, x: i32, y: i32, columns: i32, style: Style) {
        for x in x..x + columns {
            if let Some(cell) = self.position(x, y).and_then(|at| self.buffer.cell_mut(at)) {
                cell.set_style(style);
            }
        }
    }

    fn put(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let Some((x, y)) = self.position(x, y) else { return };
        // What was there before must not shine through.
        self.buffer[(x, y)].reset();
        // The buffer clears the neighbour of a wide character as well.
        self.buffer.set_string(x, y, symbol, style);
    }

    fn position(&self, x: i32, y: i32) -> Option<(u16, u16)> {
        let inside = (0..self.width()).contains(&x) && (0..self.height()).contains(&y);
        let shift = |from: u16, by: i32| u16::try_from(i32::from(from) + by).ok();
        if inside { shift(self.area.x, x).zip(shift(self.area.y, y)) } else { None }
    }
}

/// How many columns a text takes.
pub fn width(text: &str) -> i32 {
    cells(text).map(|(_, width)| width).sum()
}

/// So many spaces, none if there is no room.
pub(super) fn spaces(columns: i32) -> usize {
    usize::try_from(columns).unwrap_or(0)
}

/// The text cut to a width, with a sign where something was cut off.
pub fn fit(text: &str, columns: i32, ellipsis: char) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns <= 0 {
        return String::new();
    }
    let mut left = columns - 1;
    let kept = cells(text).take_while(|(_, width)| {
        left -= width;
        left >= 0
    });
    kept.map(|(symbol, _)| symbol).chain([&*ellipsis.to_string()]).collect()
}

/// The text in lines of at most so many columns, broken at spaces, and within a word only where it is too long: after a
/// dash, if it has one.
pub fn wrap(text: &str, columns: i32) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = vec![String::new()];
    // The columns that the last line takes.
    let mut used = 0;
    for (part, begins) in text.split_whitespace().flat_map(|word| parts(word, columns)) {
        if used > 0 && used + i32::from(begins) + width(part) > columns {
            lines.push(String::new());
            used = 0;
        } else if used > 0 && begins {
            push(&mut lines, " ");
            used += 1;
        }
        for (symbol, symbol_width) in cells(part) {
            if used > 0 && used + symbol_width > columns {
                lines.push(String::new());
                used = 0;
            }
            push(&mut lines, symbol);
            used += symbol_width;
        }
    }
    lines
}

/// A word, or its parts if it is longer than a line; each with whether it begins the word.
fn parts(word: &str, columns: i32) -> impl Iterator<Item = (&str, bool)> {
    let long = width(word) > columns;
    let parts = word.split_inclusive(move |sign| long && sign == '-');
    parts.enumerate().map(|(place, part)| (part, place == 0))
}

/// Items one beside the other, in as many lines as that takes.
pub fn flow(items: Vec<Vec<Piece>>, columns: i32, gap: i32) -> Vec<Vec<Piece>> {
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    let mut used = 0;
    for item in items {
        let length = pieces_width(&item);
        match lines.last_mut() {
            Some(line) if used + gap + length <= columns => {
                line.push((" ".repeat(spaces(gap)), Style::new()));
                line.extend(item);
                used += gap + length;
            }
            _ => {
                lines.push(item);
                used = length;
            }
        }
    }
    lines
}

/// How many columns pieces of text take.
pub fn pieces_width(pieces: &[Piece]) -> i32 {
    pieces.iter().map(|(text, _)| width(text)).sum()
}

/// The number of lines as a height.
pub fn height_of(lines: usize) -> u16 {
    u16::try_from(lines).unwrap_or(u16::MAX)
}

fn push(lines: &mut [String], text: &str) {
    if let Some(line) = lines.last_mut() {
        line.push_str(text);
    }
}

/// What a reader sees as characters, each with its width; what has none, such as control characters, is left out.
fn cells(text: &str) -> impl Iterator<Item = (&str, i32)> {
    // Taken apart as ratatui does it, so that the pen and the buffer agree on what a character is. Most text is ASCII,
    // which is taken apart at once: a screen measures a great deal of it.
    let (plain, rich) = if text.is_ascii() { (text, "") } else { ("", text) };
    let plain = (0..plain.len()).map(move |at| &plain[at..=at]);
    let symbols = plain.chain(rich.graphemes(true)).filter(|symbol| symbol.chars().all(is_fit));
    symbols.map(|symbol| (symbol, i32::try_from(symbol.width()).unwrap_or(0))).filter(|&(_, width)| width > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_for_a_line_is_broken_after_dashes() {
        let lines = wrap("builds Topeka-Manhattan-Marysville with MP", 17);
        assert_eq!(lines, ["builds Topeka-", "Manhattan-", "Marysville with", "MP"]);
    }

    #[test]
    fn text_is_cut_with_a_sign() {
        assert_eq!(fit("Pennsylvania", 20, '…'), "Pennsylvania");
        assert_eq!(fit("Pennsylvania", 5, '…'), "Penn…");
        assert_eq!(fit("Pennsylvania", 0, '…'), "");
        assert_eq!(fit("車両基地", 5, '…'), "車両…");
    }

    #[test]
    fn text_is_broken_at_spaces_and_only_long_words_inside() {
        assert_eq!(wrap("the quick  brown fox", 9), ["the quick", "brown fox"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(wrap("車両 基地", 1).len(), 4);
    }

    #[test]
    fn items_flow_into_the_next_line() {
        let items = ["abc", "de", "fghij"].map(|text| vec![(text.to_owned(), Style::new())]).to_vec();
        let widths: Vec<i32> = flow(items, 7, 2).iter().map(|line| pieces_width(line)).collect();
        assert_eq!(widths, [7, 5]);
    }

    #[test]
    fn nothing_is_drawn_outside_the_area_or_torn_at_its_sides() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 1));
        let mut pen = Pen::new(&mut buffer, Rect::new(2, 0, 5, 9));
        assert_eq!(pen.text(-2, 0, "abcdefghij", Style::new()), 8);
        pen.text(4, 0, "車", Style::new());
        pen.text(0, 3, "below", Style::new());
        assert_eq!(buffer, Buffer::with_lines(["  cdefg   "]));
    }

    #[test]
    fn what_cannot_be_seen_takes_no_room() {
        assert_eq!(width("a\u{7}b\u{200b}"), 2);
    }
}
