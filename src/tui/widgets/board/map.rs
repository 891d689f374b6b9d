//! Where the places of a board lie on the screen.

use ratatui::layout::Rect;

use super::{Zoom, flat_hexes, free, pointed_hexes, squares};
use crate::engine::scene::{Place, SceneBoard, Shape};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::Pen;

/// Where places lie, for one board in one area.
#[derive(Clone, Debug)]
pub struct BoardMap {
    area: Rect,
    /// What of the board's picture is at the area's upper left corner.
    offset: (i32, i32),
    size: (i32, i32),
    spots: Vec<Spot>,
}

/// A way to go on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a direction is a direction")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// One place of a picture.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) code: Option<String>,
    /// Where it lies among its like, whatever the form: for going from one to the next.
    pub(super) at: (i32, i32),
    /// Its column, line, width and height in the picture.
    pub(super) rect: [i32; 4],
    /// Further cells that belong to it, for what is no rectangle.
    pub(super) cells: Vec<(i32, i32)>,
}

/// A board's picture before it is scrolled.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) size: (i32, i32),
    pub(super) spots: Vec<Spot>,
}

/// How high one row of places is in the measure of [`Spot::at`], which is the same across and down.
pub(super) const ROW: i32 = 4;

impl BoardMap {
    /// The map of a board in an area. Where it does not fit, the focus stays in view.
    pub fn new(board: &SceneBoard, area: Rect, zoom: Zoom, focus: Option<&str>) -> Self {
        let room = room_of(area);
        let Picture { size, spots } = match board.shape {
            Shape::FlatHexes => flat_hexes::picture(&board.places, room, zoom),
            Shape::PointedHexes => pointed_hexes::picture(&board.places, room, zoom),
            Shape::Squares => squares::picture(&board.places, room, zoom),
            Shape::Free { size } => free::picture(board, size, room, zoom),
        };
        let focus = spots.iter().find(|spot| Some(&*spot.id) == focus).map(Spot::middle);
        let (x, y) = focus.unwrap_or((size.0 / 2, size.1 / 2));
        let offset = (scroll(x, size.0, room.0), scroll(y, size.1, room.1));
        Self { area, offset, size, spots }
    }

    /// The place that is drawn in this cell of the screen.
    pub fn place_at(&self, x: u16, y: u16) -> Option<&str> {
        if !self.area.contains((x, y).into()) {
            return None;
        }
        let x = i32::from(x) - i32::from(self.area.x) + self.offset.0;
        let y = i32::from(y) - i32::from(self.area.y) + self.offset.1;
        self.spots.iter().find(|spot| spot.covers(x, y)).map(|spot| &*spot.id)
    }

    /// The visible part of a place on the screen; nothing if it is scrolled away or unknown.
    pub fn rect(&self, id: &str) -> Option<Rect> {
        let [x, y, width, height] = self.spot(id)?.rect;
        let clip = |from: i32, length: i32, start: u16, room: u16| {
            let (low, high) = (from.max(0), (from + length).min(room.into()));
            let start = u16::try_from(i32::from(start) + low).ok()?;
            Some((start, u16::try_from(high - low).ok().filter(|&length| length > 0)?))
        };
        let (x, width) = clip(x - self.offset.0, width, self.area.x, self.area.width)?;
        let (y, height) = clip(y - self.offset.1, height, self.area.y, self.area.height)?;
        Some(Rect { x, y, width, height })
    }

    /// Where an arrow key leads from a place, if anywhere.
    pub fn neighbour(&self, id: &str, direction: Direction) -> Option<&str> {
        self.neighbour_among(id, direction, |_| true)
    }

    /// Where an arrow key leads from a place if only some places count, such as those that can be chosen.
    pub fn neighbour_among(
        &self,
        id: &str,
        direction: Direction,
        counts: impl Fn(&str) -> bool,
    ) -> Option<&str> {
        let from = self.spot(id)?;
        let places = self.spots.iter().filter(|spot| counts(&spot.id));
        let ways = places.filter_map(|to| Some((from.way(to, direction)?, to)));
        ways.min_by_key(|&(way, _)| way).map(|(_, to)| &*to.id)
    }

    /// The place behind this one in reading order, of those that count, and at the end the first again; without one, the
    /// first. Asked again and again it comes to every place that counts.
    pub fn next(&self, id: Option<&str>, counts: impl Fn(&str) -> bool) -> Option<&str> {
        self.turn_page(id, counts, |spots| spots)
    }

    /// The same the other way round.
    pub fn previous(&self, id: Option<&str>, counts: impl Fn(&str) -> bool) -> Option<&str> {
        self.turn_page(id, counts, |spots| spots.into_iter().rev().collect())
    }

    fn turn_page<'a>(
        &'a self,
        id: Option<&str>,
        counts: impl Fn(&str) -> bool,
        ordered: impl Fn(Vec<&'a Spot>) -> Vec<&'a Spot>,
    ) -> Option<&'a str> {
        let mut spots: Vec<&Spot> = self.spots.iter().collect();
        spots.sort_by_key(|spot| (spot.at.1, spot.at.0));
        let spots = ordered(spots);
        let here = id.and_then(|id| spots.iter().position(|spot| spot.id == id));
        let (before, behind) = spots.split_at(here.map_or(0, |here| here + 1));
        behind.iter().chain(before).map(|spot| &*spot.id).find(|id| counts(id))
    }

    /// The place to begin at: the one nearest to the middle of what is seen.
    pub fn middle(&self) -> Option<&str> {
        let x = self.offset.0 + i32::from(self.area.width) / 2;
        let y = self.offset.1 + i32::from(self.area.height) / 2;
        let far = |spot: &&Spot| {
            let (column, line) = spot.middle();
            (column - x).abs() + 2 * (line - y).abs()
        };
        self.spots.iter().min_by_key(far).map(|spot| &*spot.id)
    }

    /// The places that typed letters may mean, the likeliest first.
    pub fn matches(&self, typed: &str) -> Vec<&str> {
        let typed = typed.trim().to_lowercase();
        let likely = self.spots.iter().filter_map(|spot| Some((spot.likeness(&typed)?, &*spot.id)));
        let mut found: Vec<(usize, &str)> = likely.collect();
        found.sort_by_key(|&(rank, _)| rank);
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// Whether the whole board is in view.
    pub fn is_whole(&self) -> bool {
        self.size.0 <= self.area.width.into() && self.size.1 <= self.area.height.into()
    }

    /// The columns and lines of the whole picture.
    pub const fn size(&self) -> (i32, i32) {
        self.size
    }

    /// The ids of all places, in the board's order.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.spots.iter().map(|spot| &*spot.id)
    }

    /// The columns and lines of the area.
    pub(super) fn room(&self) -> (i32, i32) {
        room_of(self.area)
    }

    pub(super) fn spot(&self, id: &str) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.id == id)
    }

    /// Where a point of the picture is for the pen of the area.
    pub(super) const fn seen(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (x - self.offset.0, y - self.offset.1)
    }

    /// Says at the sides where there is more to see.
    pub(super) fn draw_more(&self, pen: &mut Pen<'_>, theme: &Theme) {
        let style = theme.style(Role::Key);
        let (right, low) = (pen.width() - 1, pen.height() - 1);
        let arrows = &theme.glyphs.arrows;
        let (x, y) = self.offset;
        for (more, column, line, glyph) in [
            (x > 0, 0, low / 2, arrows.left),
            (x + pen.width() < self.size.0, right, low / 2, arrows.right),
            (y > 0, right / 2, 0, arrows.up),
            (y + pen.height() < self.size.1, right / 2, low, arrows.down),
        ] {
            if more {
                pen.glyph(column, line, glyph, style);
            }
        }
    }
}

impl Spot {
    /// The spot of a place that lies there among its like and takes this rectangle of the picture.
    pub(super) fn new(place: &Place, at: (i32, i32), rect: [i32; 4]) -> Self {
        let Place { id, name, code, .. } = place;
        Self { id: id.clone(), name: name.clone(), code: code.clone(), at, rect, cells: Vec::new() }
    }

    pub(super) const fn corner(&self) -> (i32, i32) {
        (self.rect[0], self.rect[1])
    }

    pub(super) const fn middle(&self) -> (i32, i32) {
        let [x, y, width, height] = self.rect;
        (x + width / 2, y + height / 2)
    }

    fn covers(&self, x: i32, y: i32) -> bool {
        let [left, top, width, height] = self.rect;
        let inside = (left..left + width).contains(&x) && (top..top + height).contains(&y);
        inside || self.cells.contains(&(x, y))
    }

    /// How far another place is in a direction, if it lies there at all: first those that lie rather there than aside,
    /// then the nearest. Of two equally far the one in the same row is nearer, so that going left and right keeps to it.
    fn way(&self, to: &Self, direction: Direction) -> Option<(bool, i32, u32)> {
        let (x, y) = (to.at.0 - self.at.0, to.at.1 - self.at.1);
        let (along, aside) = match direction {
            Direction::Up => (-y, x.abs()),
            Direction::Down => (y, x.abs()),
            Direction::Left => (-x, y.abs()),
            Direction::Right => (x, y.abs()),
        };
        let row = |spot: &Self| spot.at.1.div_euclid(ROW);
        (along > 0).then_some((aside > along, along + aside, row(to).abs_diff(row(self))))
    }

    /// How well typed letters fit, 0 best.
    fn likeness(&self, typed: &str) -> Option<usize> {
        let lower = |text: Option<&str>| text.unwrap_or_default().to_lowercase();
        let (code, name) = (lower(self.code.as_deref()), lower(self.name.as_deref()));
        let id = lower(Some(&self.id));
        let fits = [
            code == typed || name == typed,
            id == typed,
            name.starts_with(typed),
            code.starts_with(typed),
            name.split_whitespace().any(|word| word.starts_with(typed)),
            name.contains(typed),
            id.starts_with(typed),
        ];
        fits.iter().position(|&fits| fits && !typed.is_empty())
    }
}

fn room_of(area: Rect) -> (i32, i32) {
    (area.width.into(), area.height.into())
}

/// Where a picture of some length begins in its room, so that a point of it is seen. It moves in jumps, so that the
/// picture does not slide with every step; what fits is centred.
fn scroll(point: i32, length: i32, room: i32) -> i32 {
    if length <= room {
        return -((room - length) / 2);
    }
    let jump = (room / 3).max(1);
    let wanted = (point - room / 2 + jump / 2).div_euclid(jump) * jump;
    wanted.clamp(0, length - room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_in_focus_is_in_view() {
        for (length, room) in [(100, 7), (40, 39), (10, 1), (77, 50), (9, 2), (9, 4)] {
            for point in 0..length {
                let start = scroll(point, length, room);
                assert!((start..start + room).contains(&point), "{point} of {length} in {room}: {start}");
                assert!(start >= 0 && start + room <= length);
            }
        }
    }

    #[test]
    fn what_fits_stands_in_the_middle() {
        assert_eq!(scroll(3, 10, 20), -5);
    }
}
