//! What can be done now and with which key. Where it is narrow the least important goes first.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, width};
use crate::tui::theme::{Role, Theme};

/// The line of keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyBar<'a> {
    /// The keys, in the order in which they are shown.
    pub keys: &'a [KeyHint],
    /// How it looks.
    pub theme: &'a Theme,
}

/// One key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyHint {
    /// The key, as it is read.
    pub key: String,
    /// What it does.
    pub words: String,
    /// How important it is, 0 most; of equals the last is dropped first.
    pub rank: u8,
}

/// Columns before the first key and between two.
const MARGIN: i32 = 1;
const GAP: i32 = 2;

impl KeyHint {
    fn width(&self) -> i32 {
        width(&self.key) + if self.words.is_empty() { 0 } else { 1 + width(&self.words) }
    }
}

impl KeyBar<'_> {
    /// Which key was pointed at, by its number in [`keys`](Self::keys).
    pub fn key_at(&self, area: Rect, x: u16, y: u16) -> Option<usize> {
        self.spot_at(area, x, y).map(|(number, _)| number)
    }

    /// Which key was pointed at, and how many columns behind its first: `↑↓` is two keys in one.
    pub fn spot_at(&self, area: Rect, x: u16, y: u16) -> Option<(usize, i32)> {
        let inside = area.contains((x, y).into()) && y == area.y;
        let x = i32::from(x) - i32::from(area.x);
        let mut spans = self.spans(area.width.into()).into_iter();
        spans
            .find(|&(number, start)| inside && (start..start + self.keys[number].width()).contains(&x))
            .map(|(number, start)| (number, x - start))
    }

    /// The keys that fit, each with its first column.
    fn spans(&self, columns: i32) -> Vec<(usize, i32)> {
        let mut kept: Vec<usize> = (0..self.keys.len()).collect();
        while self.total(&kept) > columns {
            let Some(least) = (0..kept.len()).max_by_key(|&place| self.keys[kept[place]].rank) else { break };
            kept.remove(least);
        }
        let mut x = MARGIN;
        let mut place = |number: usize| {
            let start = x;
            x += self.keys[number].width() + GAP;
            (number, start)
        };
        kept.into_iter().map(&mut place).collect()
    }

    fn total(&self, kept: &[usize]) -> i32 {
        let keys: i32 = kept.iter().map(|&number| self.keys[number].width() + GAP).sum();
        2 * MARGIN + keys - GAP
    }
}

impl Widget for &KeyBar<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        for (number, x) in self.spans(pen.width()) {
            let hint = &self.keys[number];
            let x = pen.text(x, 0, &hint.key, self.theme.style(Role::Key));
            pen.text(x + 1, 0, &hint.words, self.theme.style(Role::Plain));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Theme, Wishes};

    #[test]
    fn the_least_important_key_goes_first_and_a_click_finds_what_is_left() {
        let hint = |key: &str, words: &str, rank| KeyHint { key: key.into(), words: words.into(), rank };
        let keys = [hint("a", "one", 1), hint("b", "two", 2), hint("c", "three", 0)];
        let theme = Theme::detect(|_| None, Wishes::default());
        let bar = KeyBar { keys: &keys, theme: &theme };
        let numbers = |columns| bar.spans(columns).into_iter().map(|(number, _)| number).collect::<Vec<_>>();
        assert_eq!(numbers(23), [0, 1, 2]);
        assert_eq!(numbers(22), [0, 2]);
        assert_eq!(numbers(10), [2]);
        assert_eq!(numbers(3), [0; 0]);
        let area = Rect::new(5, 7, 22, 1);
        assert_eq!(bar.key_at(area, 6, 7), Some(0));
        assert_eq!(bar.key_at(area, 11, 7), None);
        assert_eq!(bar.key_at(area, 13, 7), Some(2));
        assert_eq!(bar.key_at(area, 13, 8), None);
        assert_eq!(bar.spot_at(area, 15, 7), Some((2, 2)));
    }
}
