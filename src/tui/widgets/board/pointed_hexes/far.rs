//! A hex in two columns and one line.

use std::collections::BTreeMap;

use ratatui::style::Modifier;

use super::near::inward;
use super::{FAR, HexLook, TrackPiece};
use crate::engine::scene::{Compass, JoinState};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::pen::{Pen, Piece};

pub(super) fn draw(looks: &[HexLook<'_>], pen: &mut Pen<'_>) {
    let places: BTreeMap<(i16, i16), &HexLook<'_>> = looks.iter().map(|look| (look.place.at, look)).collect();
    for look in looks {
        let (x, y) = look.corner;
        pen.blank(x, y, FAR.columns, look.ground);
        if let Some(code) = &look.place.code {
            let (column, row) = look.place.at;
            let bare = places.get(&(column + 1, row)).is_none_or(|east| east.is_bare());
            draw_city(look, code, bare, pen);
        } else {
            pen.pieces(x, y, &land(look));
        }
        if look.cursor {
            pen.tint(x, y, FAR.columns, look.theme.style(Role::Cursor));
        }
    }
}

/// The code on the colour of what it takes; its last letter only where the neighbour has nothing to show.
fn draw_city(look: &HexLook<'_>, code: &str, bare: bool, pen: &mut Pen<'_>) {
    let (x, y) = look.corner;
    let letters = if bare { 3 } else { 2 };
    let style =
        look.place.takes.map_or_else(|| look.on_ground(Role::Strong), |goods| look.theme.piece(goods.tone));
    let style = if look.mark.is_some() { style.add_modifier(Modifier::UNDERLINED) } else { style };
    pen.text(x, y, &code.chars().take(letters).collect::<String>(), style);
}

/// Two characters for a hex without a city: whose track and where it goes, what is to be noticed, or the land.
fn land(look: &HexLook<'_>) -> Vec<Piece> {
    let glyphs = look.theme.glyphs;
    if let Some(from) = look.head {
        return vec![(inward(from, &glyphs.arrows).to_string(), look.on_ground(Role::Draft))];
    }
    let mark = look.mark(1);
    match &look.track[..] {
        [] => look.tokens(1).into_iter().chain([mark.unwrap_or_else(|| look.sign())]).collect(),
        [only] => vec![letter(look, only), mark.unwrap_or_else(|| stroke(look, only))],
        [first, second, ..] => vec![letter(look, first), letter(look, second)],
    }
}

/// The owner's letter, in no more than its colour: solid blocks are cities.
fn letter(look: &HexLook<'_>, track: &TrackPiece<'_>) -> Piece {
    let letter = track.join.owner().map_or(' ', |owner| owner.letter);
    let ridden = track.join.state == JoinState::Ridden;
    (letter.to_string(), if ridden { look.on_ground(Role::Cursor) } else { look.color_of(track) })
}

fn stroke(look: &HexLook<'_>, track: &TrackPiece<'_>) -> Piece {
    (direction(track, look.theme.glyphs).to_string(), look.color_of(track))
}

/// Roughly where a piece goes.
fn direction(track: &TrackPiece<'_>, glyphs: &Glyphs) -> char {
    use Compass::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
    let lines = if track.is_complete() { &glyphs.thick } else { &glyphs.lines };
    let joins = |side| track.sides.contains(&side);
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
