//! A hex in six columns and three lines.

use super::super::cell::{markers, tokens};
use super::rails::{Laid, laid, port};
use super::{HexLook, NEAR};
use crate::engine::scene::{Compass, Ground, JoinState};
use crate::tui::theme::{Arrows, Role};
use crate::tui::widgets::pen::{Pen, Piece, pieces_width, width};

/// The line of a hex on which track runs from left to right.
const MIDDLE: i32 = NEAR.lines / 2;

pub(super) fn draw(look: &HexLook<'_>, pen: &mut Pen<'_>) {
    let (x, y) = look.corner;
    (0..NEAR.lines).for_each(|line| pen.blank(x, y + line, NEAR.columns, look.ground));
    draw_ridges(look, pen);
    if let Some(code) = &look.place.code {
        draw_city(look, code, pen);
    } else {
        draw_land(look, pen);
    }
    if let Some(from) = look.head {
        let (column, line) = port(from).0;
        pen.glyph(x + column, y + line, inward(from, &look.theme.glyphs.arrows), look.on_ground(Role::Draft));
    }
    if look.cursor {
        (0..NEAR.lines).for_each(|line| pen.tint(x, y + line, NEAR.columns, look.theme.style(Role::Cursor)));
    }
}

/// The name on the colour of what it takes, then what waits there, then what else there is.
fn draw_city(look: &HexLook<'_>, code: &str, pen: &mut Pen<'_>) {
    let (theme, place) = (look.theme, look.place);
    let (x, y) = look.corner;
    let name = place.takes.map_or_else(|| look.on_ground(Role::Strong), |goods| theme.piece(goods.tone));
    pen.blank(x, y, NEAR.columns, name);
    pen.text(x, y, code, name);
    let takes = place.takes.map_or(theme.glyphs.ground(Ground::Town), |goods| goods.letter);
    pen.glyph(x + NEAR.columns - 1, y, takes, name);
    let markers: Vec<Piece> = markers(&place.markers, theme, look.ground).collect();
    let first = pen.pieces(x, y + MIDDLE, &markers);
    pen.pieces(first, y + MIDDLE, &look.tokens(NEAR.columns - pieces_width(&markers)));
    let last = y + NEAR.lines - 1;
    let owner = place.owner.into_iter().collect::<Vec<_>>();
    let owner = tokens(&owner, 1, theme, look.ground);
    let end = pen.pieces(x, last, &owner);
    if let Some((mark, style)) = look.mark(NEAR.columns - pieces_width(&owner)) {
        pen.text(end.max(x + NEAR.columns - width(&mark)), last, &mark, style);
    }
}

/// Track, or the sign of the land where there is none; the mark where it hides the least.
fn draw_land(look: &HexLook<'_>, pen: &mut Pen<'_>) {
    let (x, y) = look.corner;
    let ways = laid(&look.track);
    for way in &ways {
        draw_piece(look, way, pen);
    }
    pen.pieces(x + 1, y + NEAR.lines - 1, &look.tokens(NEAR.columns - 2));
    // A gap stays between the marks of neighbours.
    let mark = look.mark(NEAR.columns - 1);
    if ways.is_empty() {
        let (text, style) = mark.unwrap_or_else(|| look.sign());
        pen.text(x + (NEAR.columns - width(&text)) / 2, y + MIDDLE, &text, style);
    } else if let Some((text, style)) = look.mark(2).or(mark) {
        // Between the two ways up or down there is room for two characters.
        let line = [0, NEAR.lines - 1].into_iter().find(|line| is_free(&ways, *line)).unwrap_or(0);
        pen.text(x + (NEAR.columns - width(&text)) / 2, y + line, &text, style);
    }
}

/// Whether no track runs along the middle of a line.
fn is_free(ways: &[Laid<'_>], line: i32) -> bool {
    ways.iter()
        .flat_map(|way| &way.strokes)
        .all(|stroke| stroke.at.1 != line || ![2, 3].contains(&stroke.at.0))
}

fn draw_piece(look: &HexLook<'_>, way: &Laid<'_>, pen: &mut Pen<'_>) {
    let theme = look.theme;
    let (x, y) = look.corner;
    let ridden = way.track.join.state == JoinState::Ridden;
    let style = if ridden { look.on_ground(Role::Changed) } else { look.color_of(&way.track) };
    for stroke in &way.strokes {
        let glyph =
            if ridden { theme.glyphs.bullet } else { stroke.glyph(theme.rails(way.track.is_complete())) };
        pen.glyph(x + stroke.at.0, y + stroke.at.1, glyph, style);
    }
    if let (Some((column, line)), Some(owner)) = (way.letter(), way.track.join.owner()) {
        pen.glyph(x + column, y + line, owner.letter, theme.piece(owner.tone));
    }
}

/// Ridges run along the sides of the hex; track that is drawn over them leaves a gap.
fn draw_ridges(look: &HexLook<'_>, pen: &mut Pen<'_>) {
    let (x, y) = look.corner;
    let style = look.ground.patch(look.theme.ridge());
    let glyphs = look.theme.glyphs;
    for side in &look.place.ridges {
        let (cells, glyph) = match side {
            Compass::East => ([(5, 0), (5, 1), (5, 2)], glyphs.ridge_aside),
            Compass::SouthEast => ([(3, 2), (4, 2), (5, 2)], glyphs.ridge_below),
            Compass::SouthWest => ([(0, 2), (1, 2), (2, 2)], glyphs.ridge_below),
            // Told by the neighbour there.
            Compass::West | Compass::NorthWest | Compass::NorthEast | Compass::North | Compass::South => {
                continue;
            }
        };
        for (column, line) in cells {
            pen.glyph(x + column, y + line, glyph, style);
        }
    }
}

/// The head of an arrow that comes in by a side.
pub(super) const fn inward(from: Compass, arrows: &Arrows) -> char {
    match from {
        Compass::East => arrows.left,
        Compass::West => arrows.right,
        Compass::NorthWest | Compass::North | Compass::NorthEast => arrows.down,
        Compass::SouthWest | Compass::South | Compass::SouthEast => arrows.up,
    }
}
