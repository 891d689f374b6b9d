//! Large letters, to be read across a room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::pen::Pen;

/// A word in large letters. What has a sign that is not in the alphabet is not written at all: see
/// [`width`](Self::width).
#[derive(Clone, Copy, Debug)]
pub struct Large<'a> {
    /// The word.
    pub text: &'a str,
    /// How it looks.
    pub style: Style,
    /// Whether only plain characters can be shown; a point is then a line high.
    pub ascii: bool,
}

/// Columns of points a letter, and one between two.
const COLUMNS: u16 = 5;

/// Lines of points a letter.
const POINTS: u16 = 5;

/// What can be written: each letter with its five lines of points, the leftmost of five in the highest bit.
const LETTERS: &[(char, [u8; 5])] = &[
    ('A', [0b01110, 0b10001, 0b11111, 0b10001, 0b10001]),
    ('B', [0b11110, 0b10001, 0b11110, 0b10001, 0b11110]),
    ('C', [0b01111, 0b10000, 0b10000, 0b10000, 0b01111]),
    ('D', [0b11110, 0b10001, 0b10001, 0b10001, 0b11110]),
    ('E', [0b11111, 0b10000, 0b11110, 0b10000, 0b11111]),
    ('F', [0b11111, 0b10000, 0b11110, 0b10000, 0b10000]),
    ('G', [0b01111, 0b10000, 0b10011, 0b10001, 0b01111]),
    ('H', [0b10001, 0b10001, 0b11111, 0b10001, 0b10001]),
    ('I', [0b11111, 0b00100, 0b00100, 0b00100, 0b11111]),
    ('J', [0b00111, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('K', [0b10001, 0b10010, 0b11100, 0b10010, 0b10001]),
    ('L', [0b10000, 0b10000, 0b10000, 0b10000, 0b11111]),
    ('M', [0b10001, 0b11011, 0b10101, 0b10001, 0b10001]),
    ('N', [0b10001, 0b11001, 0b10101, 0b10011, 0b10001]),
    ('O', [0b01110, 0b10001, 0b10001, 0b10001, 0b01110]),
    ('P', [0b11110, 0b10001, 0b11110, 0b10000, 0b10000]),
    ('Q', [0b01110, 0b10001, 0b10101, 0b10010, 0b01101]),
    ('R', [0b11110, 0b10001, 0b11110, 0b10010, 0b10001]),
    ('S', [0b01111, 0b10000, 0b01110, 0b00001, 0b11110]),
    ('T', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100]),
    ('U', [0b10001, 0b10001, 0b10001, 0b10001, 0b01110]),
    ('V', [0b10001, 0b10001, 0b10001, 0b01010, 0b00100]),
    ('W', [0b10001, 0b10001, 0b10101, 0b11011, 0b10001]),
    ('X', [0b10001, 0b01010, 0b00100, 0b01010, 0b10001]),
    ('Y', [0b10001, 0b01010, 0b00100, 0b00100, 0b00100]),
    ('Z', [0b11111, 0b00010, 0b00100, 0b01000, 0b11111]),
    ('0', [0b01110, 0b10011, 0b10101, 0b11001, 0b01110]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b01110]),
    ('2', [0b11110, 0b00001, 0b01110, 0b10000, 0b11111]),
    ('3', [0b11110, 0b00001, 0b01110, 0b00001, 0b11110]),
    ('4', [0b10010, 0b10010, 0b11111, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00001, 0b11110]),
    ('6', [0b01110, 0b10000, 0b11110, 0b10001, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b00100]),
    ('8', [0b01110, 0b10001, 0b01110, 0b10001, 0b01110]),
    ('9', [0b01110, 0b10001, 0b01111, 0b00001, 0b01110]),
    (' ', [0; 5]),
    ('-', [0, 0, 0b01110, 0, 0]),
    ('.', [0, 0, 0, 0, 0b00100]),
    ('\'', [0b00100, 0b00100, 0, 0, 0]),
];

impl Large<'_> {
    /// The columns that the word takes; nothing if it cannot be written.
    pub fn width(&self) -> Option<u16> {
        let letters = u16::try_from(self.letters()?.len()).ok()?;
        Some((letters * (COLUMNS + 1)).saturating_sub(1))
    }

    /// The lines that any word takes.
    pub const fn height(&self) -> u16 {
        if self.ascii { POINTS } else { POINTS.div_ceil(2) }
    }

    fn letters(&self) -> Option<Vec<[u8; 5]>> {
        let letter = |sign: char| {
            let upper = sign.to_uppercase().next();
            LETTERS.iter().find(|(known, _)| Some(*known) == upper).map(|(_, points)| *points)
        };
        self.text.chars().map(letter).collect()
    }

    /// What stands in a cell where the upper and the lower point are set or not.
    const fn sign(upper: bool, lower: bool) -> Option<char> {
        match (upper, lower) {
            (true, true) => Some('█'),
            (true, false) => Some('▀'),
            (false, true) => Some('▄'),
            (false, false) => None,
        }
    }
}

impl Widget for &Large<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        let letters = self.letters().unwrap_or_default();
        for (place, points) in (0_i32..).zip(letters) {
            let left = place * i32::from(COLUMNS + 1);
            let is_set = |x: i32, y: i32| {
                usize::try_from(y)
                    .ok()
                    .and_then(|y| points.get(y))
                    .is_some_and(|line| line >> (4 - x) & 1 == 1)
            };
            for (x, y) in
                (0..i32::from(self.height())).flat_map(|y| (0..i32::from(COLUMNS)).map(move |x| (x, y)))
            {
                let sign = if self.ascii {
                    is_set(x, y).then_some('#')
                } else {
                    Large::sign(is_set(x, 2 * y), is_set(x, 2 * y + 1))
                };
                if let Some(sign) = sign {
                    pen.glyph(left + x, y, sign, self.style);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, ascii: bool) -> Vec<String> {
        let large = Large { text, style: Style::default(), ascii };
        let area = Rect::new(0, 0, large.width().unwrap(), large.height());
        let mut buffer = Buffer::empty(area);
        (&large).render(area, &mut buffer);
        let line = |y| (0..area.width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..area.height).map(line).collect()
    }

    #[test]
    fn letters_stand_side_by_side() {
        assert_eq!(drawn("Hi", false), ["█   █ ▀▀█▀▀", "█▀▀▀█   █  ", "▀   ▀ ▀▀▀▀▀"]);
    }

    #[test]
    fn without_blocks_a_point_is_a_line_high() {
        assert_eq!(drawn("L", true), ["#    ", "#    ", "#    ", "#    ", "#####"]);
    }

    #[test]
    fn a_name_with_other_signs_is_left_to_small_letters() {
        let width = |text| Large { text, style: Style::default(), ascii: false }.width();
        assert_eq!(width("Zoë"), None);
        assert_eq!(width("Ann 2"), Some(29));
    }
}
