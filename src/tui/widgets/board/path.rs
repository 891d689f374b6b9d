//! Lines from cell to cell, drawn with strokes that meet at the sides of cells: they never look torn.

use crate::tui::theme::{Arrows, Lines};

/// A cell of a picture: column and line.
pub(super) type Cell = (i32, i32);

/// One cell of a line, and the cells before and behind it as steps from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    pub(super) at: Cell,
    from: Cell,
    to: Cell,
}

impl Stroke {
    /// The character that shows the line in this cell.
    pub(super) const fn glyph(self, lines: &Lines) -> char {
        match (self.from, self.to) {
            ((_, 0), (_, 0)) => lines.across,
            ((0, _), (0, _)) => lines.down,
            ((-1, _), (_, 1)) | ((_, 1), (-1, _)) => lines.left_down,
            ((-1, _), (_, -1)) | ((_, -1), (-1, _)) => lines.left_up,
            ((_, 1), _) | (_, (_, 1)) => lines.right_down,
            _ => lines.right_up,
        }
    }

    /// The head of an arrow along the line.
    pub(super) const fn arrow(self, arrows: &Arrows) -> char {
        match self.to {
            (1, _) => arrows.right,
            (-1, _) => arrows.left,
            (_, -1) => arrows.up,
            _ => arrows.down,
        }
    }

    /// Whether the line goes straight on here.
    pub(super) fn is_straight(self) -> bool {
        self.from == (-self.to.0, -self.to.1)
    }

    /// The same in another cell.
    pub(super) const fn moved_to(self, at: Cell) -> Self {
        Self { at, ..self }
    }

    /// Whether two lines cross here at a right angle.
    pub(super) fn crosses(self, other: Self) -> bool {
        let across = |stroke: Self| stroke.from.1 == 0 && stroke.to.1 == 0;
        let down = |stroke: Self| stroke.from.0 == 0 && stroke.to.0 == 0;
        across(self) && down(other) || down(self) && across(other)
    }
}

/// The line through some points, from the first one's cell to the last one's.
pub(super) fn line(points: &[Cell]) -> Vec<Stroke> {
    let cells = cells(points);
    let step = |a: Cell, b: Cell| (b.0 - a.0, b.1 - a.1);
    let stroke = |number: usize| {
        let at = cells[number];
        let before = number.checked_sub(1).map(|before| step(at, cells[before]));
        let behind = cells.get(number + 1).map(|&behind| step(at, behind));
        // An end goes straight on.
        let on = |(x, y): Cell| (-x, -y);
        let from = before.or(behind.map(on)).unwrap_or((-1, 0));
        Stroke { at, from, to: behind.unwrap_or(on(from)) }
    };
    (0..cells.len()).map(stroke).collect()
}

/// The cells of the line, each beside the last: never only corner to corner.
fn cells(points: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = x.abs().max(y.abs());
        let mut last = from;
        for part in 1..=length {
            let along = |whole: i32| (2 * whole * part + length).div_euclid(2 * length);
            let at = (from.0 + along(x), from.1 + along(y));
            if at.0 != last.0 && at.1 != last.1 {
                // Round the corner along the line's main direction first.
                cells.push(if x.abs() >= y.abs() { (at.0, last.1) } else { (last.0, at.1) });
            }
            cells.push(at);
            last = at;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::UNICODE;

    fn drawn(points: &[Cell]) -> String {
        line(points).iter().map(|stroke| stroke.glyph(&UNICODE.lines)).collect()
    }

    #[test]
    fn a_line_joins_its_ends_and_each_cell_is_beside_the_last() {
        for to in [(7, 0), (0, -5), (4, 4), (-9, 3), (2, -11), (-3, -3), (0, 0)] {
            let strokes = line(&[(0, 0), to]);
            assert_eq!(strokes.first().map(|stroke| stroke.at), Some((0, 0)));
            assert_eq!(strokes.last().map(|stroke| stroke.at), Some(to));
            for pair in strokes.windows(2) {
                let ((x, y), (next_x, next_y)) = (pair[0].at, pair[1].at);
                assert_eq!((next_x - x).abs() + (next_y - y).abs(), 1, "to {to:?}");
            }
        }
    }

    #[test]
    fn strokes_meet() {
        assert_eq!(drawn(&[(0, 0), (4, 0), (4, 2)]), "────╮││");
        assert_eq!(drawn(&[(0, 0), (4, 1)]), "──╮╰──");
        assert_eq!(drawn(&[(4, 1), (0, 0)]), "───╰╮─");
        assert_eq!(drawn(&[(0, 2), (1, 0)]), "│╭╯│");
    }

    #[test]
    fn only_a_right_angle_is_a_crossing() {
        let [level, steep] = [line(&[(0, 0), (4, 0)]), line(&[(2, -2), (2, 2)])];
        assert!(level[2].crosses(steep[2]));
        assert!(!level[2].crosses(level[3]));
    }
}
