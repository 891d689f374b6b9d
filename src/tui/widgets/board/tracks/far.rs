//! A hex in two columns and one line.

use std::collections::BTreeMap;

use ratatui::style::Modifier;

use super::near::inward;
use super::{FAR, Look};
use crate::engine::scene::{HexSide, TrackCity, TrackPiece};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::pen::{Pen, Piece};

pub(super) fn draw(looks: &[Look<'_>], pen: &mut Pen<'_>) {
    let places: BTreeMap<(i16, i16), &Look<'_>> = looks.iter().map(|look| (look.hex.at, look)).collect();
    for look in looks {
        let (x, y) = look.corner;
        pen.blank(x, y, FAR.columns, look.ground);
        if let Some(city) = &look.hex.city {
            let (column, row) = look.hex.at;
            let bare = places.get(&(column + 1, row)).is_none_or(|east| east.is_bare());
            draw_city(look, city, bare, pen);
        } else {
            pen.pieces(x, y, &land(look));
        }
        if look.cursor {
            pen.tint(x, y, FAR.columns, look.theme.style(Role::Cursor));
        }
    }
}

/// The code on the colour of the goods it takes; its last letter only where the neighbour has nothing to show.
fn draw_city(look: &Look<'_>, city: &TrackCity, bare: bool, pen: &mut Pen<'_>) {
    let (x, y) = look.corner;
    let letters = if bare { 3 } else { 2 };
    let style = city.takes.map_or_else(|| look.on_ground(Role::Strong), |goods| look.theme.piece(goods.tone));
    let style = if look.mark.is_some() { style.add_modifier(Modifier::UNDERLINED) } else { style };
    pen.text(x, y, &city.code.chars().take(letters).collect::<String>(), style);
}

/// Two characters for a hex without a city: whose track and where it goes, what is to be noticed, or the land.
fn land(look: &Look<'_>) -> Vec<Piece> {
    let glyphs = look.theme.glyphs;
    if let Some(from) = look.head {
        return vec![(inward(from, &glyphs.arrows).to_string(), look.on_ground(Role::Draft))];
    }
    let mark = look.mark(1);
    match &look.hex.pieces[..] {
        [] => vec![mark.unwrap_or_else(|| look.sign())],
        [only] => vec![letter(look, only), mark.unwrap_or_else(|| stroke(look, only))],
        [first, second, ..] => vec![letter(look, first), letter(look, second)],
    }
}

/// The owner's letter, in no more than its colour: solid blocks are cities.
fn letter(look: &Look<'_>, piece: &TrackPiece) -> Piece {
    let owner = piece.owner;
    let style = if piece.ridden {
        look.on_ground(Role::Cursor)
    } else {
        look.ground.patch(look.theme.tone(owner.tone))
    };
    (owner.letter.to_string(), style)
}

fn stroke(look: &Look<'_>, piece: &TrackPiece) -> Piece {
    let glyph = direction(piece, look.theme.glyphs);
    (glyph.to_string(), look.ground.patch(look.theme.tone(piece.owner.tone)))
}

/// Roughly where a piece goes.
fn direction(piece: &TrackPiece, glyphs: &Glyphs) -> char {
    use HexSide::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
    let lines = if piece.complete { &glyphs.thick } else { &glyphs.lines };
    let joins = |side| piece.sides.contains(&side);
    let (up, down) = (joins(NorthWest) || joins(NorthEast), joins(SouthWest) || joins(SouthEast));
    match (joins(West), joins(East)) {
        (true, true) => lines.across,
        (true, false) if up => lines.left_up,
        (true, false) => lines.left_down,
        (false, true) if up => lines.right_up,
        (false, true) => lines.right_down,
        (false, false) if joins(NorthWest) && joins(SouthEast) => glyphs.falling,
        (false, false) if joins(NorthEast) && joins(SouthWest) => glyphs.rising,
        (false, false) if up && down => lines.down,
        (false, false) if up => lines.up_fork,
        (false, false) => lines.down_fork,
    }
}
