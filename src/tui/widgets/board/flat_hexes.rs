//! Hexes with flat tops, as a honeycomb.
//!
//! The large form takes two lines a hex, and neighbours share their slanted sides:
//! ```text
//! ╱CHI╲   ╱
//! ╲P  ╱·1 ╲
//! ╱·1 ╲   ╱
//! ╲   ╱
//! ```
//! The small form takes one line: bricks of which each line is shifted by half a brick. In both a hex touches its four
//! slanted neighbours along a side. The ones above and below touch it in the large form; in the small one they meet in
//! the gap between two bricks.

use super::cell::{Look, large_lines, small_line};
use super::map::{BoardMap, Picture, ROW, Spot};
use super::{BoardView, Zoom};
use crate::engine::scene::Place;
use crate::tui::theme::Role;
use crate::tui::widgets::pen::Pen;

/// How hexes are drawn.
#[derive(Clone, Copy)]
enum FlatForm {
    /// In two lines, with so many columns inside.
    Large(i32),
    /// In one line; so many columns from one to the next beside it.
    Small(i32),
}

/// From wide to narrow. Beyond six columns there is nothing more to tell.
const LARGE: [FlatForm; 4] = [FlatForm::Large(6), FlatForm::Large(5), FlatForm::Large(4), FlatForm::Large(3)];
const SMALL: [FlatForm; 2] = [FlatForm::Small(3), FlatForm::Small(2)];

/// The picture of these hexes that suits the room.
pub(super) fn picture(places: &[Place], room: (i32, i32), zoom: Zoom) -> Picture {
    let bounds = FlatBounds::of(places);
    let form = form(&bounds, room, zoom);
    let spots = places.iter().map(|place| bounds.spot(place, form)).collect();
    Picture { size: bounds.size(form), spots }
}

/// The largest form that fits; the smallest, if none does.
fn form(bounds: &FlatBounds, room: (i32, i32), zoom: Zoom) -> FlatForm {
    let fits = |form: &&FlatForm| {
        let (width, height) = bounds.size(**form);
        width <= room.0 && height <= room.1
    };
    let [.., least_large] = LARGE;
    let [.., least_small] = SMALL;
    let (forms, least): (&[&[FlatForm]], FlatForm) = match zoom {
        Zoom::Fit => (&[&LARGE, &SMALL], least_small),
        Zoom::Large => (&[&LARGE], least_large),
        Zoom::Small => (&[&SMALL], least_small),
    };
    forms.iter().copied().flatten().find(fits).copied().unwrap_or(least)
}

/// Draws hexes where the map says: those that are to be noticed last, as neighbours share their sides.
pub(super) fn draw(view: &BoardView<'_>, map: &BoardMap, pen: &mut Pen<'_>) {
    let places = &view.board.places;
    let form = form(&FlatBounds::of(places), map.room(), view.zoom);
    let mut looks: Vec<Look<'_>> = places.iter().map(|place| Look::new(view, place, is_odd(place))).collect();
    looks.sort_by_key(|look| (look.cursor, look.mark.is_some()));
    for look in looks {
        let Some(spot) = map.spot(&look.place.id) else { continue };
        let corner = map.seen(spot.corner());
        match form {
            FlatForm::Large(inside) => draw_large(pen, corner, inside, &look),
            FlatForm::Small(step) => draw_small(pen, corner, 2 * step, &look),
        }
    }
}

fn draw_large(pen: &mut Pen<'_>, (x, y): (i32, i32), inside: i32, look: &Look<'_>) {
    let glyphs = look.theme.glyphs;
    for (line, pieces) in (0..).zip(large_lines(look, inside)) {
        let (left, right) =
            if line == 0 { (glyphs.rising, glyphs.falling) } else { (glyphs.falling, glyphs.rising) };
        pen.glyph(x, y + line, left, look.side);
        pen.glyph(x + inside + 1, y + line, right, look.side);
        pen.blank(x + 1, y + line, inside, look.ground);
        pen.pieces(x + 1, y + line, &pieces);
        if look.cursor {
            pen.tint(x + 1, y + line, inside, look.theme.style(Role::Cursor));
        }
    }
}

/// The last column of a brick is a gap that only a sign may use.
fn draw_small(pen: &mut Pen<'_>, (x, y): (i32, i32), brick: i32, look: &Look<'_>) {
    pen.blank(x, y, brick - 1, look.ground);
    pen.pieces(x, y, &small_line(look, brick));
    if look.cursor {
        pen.tint(x, y, brick - 1, look.theme.style(Role::Cursor));
    }
}

/// The first and last column and half row of a board.
struct FlatBounds {
    columns: (i32, i32),
    halves: (i32, i32),
}

impl FlatBounds {
    fn of(places: &[Place]) -> Self {
        let range = |of: fn((i32, i32)) -> i32| {
            let values = || places.iter().map(|place| of(column_and_half(place)));
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        Self { columns: range(|(column, _)| column), halves: range(|(_, half)| half) }
    }

    fn size(&self, form: FlatForm) -> (i32, i32) {
        let columns = self.columns.1 - self.columns.0 + 1;
        let halves = self.halves.1 - self.halves.0 + 1;
        match form {
            FlatForm::Large(inside) => (columns * (inside + 1) + 1, halves + 1),
            // The gap behind the last brick need not be seen.
            FlatForm::Small(step) => ((columns + 1) * step - 1, halves),
        }
    }

    fn spot(&self, place: &Place, form: FlatForm) -> Spot {
        let (column, half) = column_and_half(place);
        let (x, y) = (column - self.columns.0, half - self.halves.0);
        let rect = match form {
            // With its left sides: so each cell of the picture belongs to one hex at most.
            FlatForm::Large(inside) => [x * (inside + 1), y, inside + 1, 2],
            FlatForm::Small(step) => [x * step, y, 2 * step, 1],
        };
        Spot::new(place, (column * ROW, half * ROW / 2), rect)
    }
}

/// Whether a hex is in an odd row of its column: then it is a shade lighter, to be told from the one above.
fn is_odd(place: &Place) -> bool {
    column_and_half(place).1.div_euclid(2) % 2 != 0
}

/// A hex's column, and its row in halves of a hex: with flat tops each column sits half a hex lower.
fn column_and_half(place: &Place) -> (i32, i32) {
    let (q, r) = place.at;
    (q.into(), 2 * i32::from(r) + i32::from(q))
}
