//! Pictures of boards, drawn by their shape.

mod pointed_hexes;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::markup::escape;
use crate::engine::scene::{Compass, Ground, Join, Marker, Place, SceneBoard, Shape, Token, Tone};

/// Half the width of a hex, and the distance from its middle to its flat sides.
const RADIUS: i32 = 26;
const HALF_HEIGHT: i32 = 22;

/// The picture of a board.
pub(super) fn svg(board: &SceneBoard) -> String {
    match board.shape {
        Shape::FlatHexes => flat_hexes(&board.places),
        Shape::PointedHexes => pointed_hexes::picture_of(board),
        Shape::Squares => squares(board),
        Shape::Free { .. } => plane(board),
    }
}

fn flat_hexes(places: &[Place]) -> String {
    let middles: Vec<(i32, i32)> = places.iter().map(|place| middle(place.at)).collect();
    let drawn: String = places.iter().zip(&middles).map(|(place, at)| hex(place, *at)).collect();
    picture(&middles, RADIUS + 4, &drawn)
}

/// How much of the picture a character cell of a plane takes; cells are about twice as high as wide.
const CELL: (i32, i32) = (11, 22);

fn plane(board: &SceneBoard) -> String {
    let point = |(x, y): (i16, i16)| (i32::from(x) * CELL.0, i32::from(y) * CELL.1);
    let middles: BTreeMap<&str, (i32, i32)> =
        board.places.iter().map(|place| (&*place.id, point(place.at))).collect();
    let mut drawn = String::new();
    for join in &board.joins {
        let ends = [Some(&join.from), join.to.as_ref()].map(|end| middles.get(&*end?.place));
        let [Some(from), Some(to)] = ends else { continue };
        let via = join.via.iter().map(|at| point(*at));
        let points: Vec<(i32, i32)> = [*from].into_iter().chain(via).chain([*to]).collect();
        drawn.push_str(&line(join, &points));
    }
    drawn.extend(board.places.iter().map(|place| town(place, point(place.at))));
    let all: Vec<(i32, i32)> = middles.into_values().collect();
    picture(&all, 30, &drawn)
}

fn town(place: &Place, (x, y): (i32, i32)) -> String {
    format!(
        "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"30\" height=\"14\" rx=\"3\" fill=\"{}\" stroke=\"#222\" \
         stroke-width=\"{}\"/><text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{}</text>{}</g>",
        escape(title(place)),
        x - 15,
        y - 7,
        ground(place.ground),
        if place.has(Marker::Developed) { 2 } else { 1 },
        y + 4,
        escape(place.code.as_deref().unwrap_or(&place.id)),
        tokens(&pieces(place), (x, y + 14))
    )
}

/// What a place is called.
fn title(place: &Place) -> &str {
    place.name.as_deref().unwrap_or(&place.id)
}

/// Whose a place is, and what lies there.
fn pieces(place: &Place) -> Vec<Token> {
    place.owner.into_iter().chain(place.tokens.iter().copied()).collect()
}

/// A line between two places: whose it is stands on it, and an arrow where it leads one way only.
fn line(join: &Join, points: &[(i32, i32)]) -> String {
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let owner = join.owner().map_or("#999", |token| tone(token.tone).0);
    let width = if join.tokens.is_empty() { 1 } else { 4 };
    let mut drawn = format!(
        "<polyline fill=\"none\" stroke=\"{owner}\" stroke-width=\"{width}\" points=\"{}\"/>",
        line.join(" ")
    );
    let half = points.len() / 2;
    let (a, b) = (points[half - 1], points[half]);
    let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
    if join.one_way {
        let turn = match (b.0 - a.0, b.1 - a.1) {
            (x, y) if x > y.abs() => 0,
            (x, y) if -x > y.abs() => 180,
            (_, y) if y > 0 => 90,
            _ => 270,
        };
        let _ = write!(
            drawn,
            "<path d=\"M-5-4L4 0L-5 4z\" fill=\"#222\" transform=\"translate({} {}) rotate({turn})\"/>",
            middle.0, middle.1
        );
    }
    drawn.push_str(&tokens(&join.tokens, middle));
    drawn
}

/// How long a side of a square is.
const SIDE: i32 = 64;

fn squares(board: &SceneBoard) -> String {
    let corner = |place: &Place| (i32::from(place.at.0) * SIDE, i32::from(place.at.1) * SIDE);
    let joins = board.joins_by_place();
    let joins_of = |place: &Place| joins.get(&*place.id).map_or(&[][..], Vec::as_slice);
    let drawn: String =
        board.places.iter().map(|place| square(place, joins_of(place), corner(place))).collect();
    let middles: Vec<(i32, i32)> =
        board.places.iter().map(corner).map(|(x, y)| (x + SIDE / 2, y + SIDE / 2)).collect();
    picture(&middles, SIDE / 2 + 4, &drawn)
}

fn square(place: &Place, joins: &[&Join], (x, y): (i32, i32)) -> String {
    let area = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
    if place.ground == Ground::Vacant {
        return format!("<rect {area} fill=\"none\" stroke=\"#8888\" stroke-dasharray=\"4\"/>");
    }
    let half = SIDE / 2;
    let mut drawn = format!(
        "<g><title>{}</title><rect {area} fill=\"{}\" stroke=\"#666\"/>\
         <text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>",
        escape(title(place)),
        ground(place.ground),
        x + half,
        y + half,
        escape(place.code.as_deref().unwrap_or_default())
    );
    for side in Compass::OF_SQUARE {
        let join = joins.iter().find(|join| join.side_at(&place.id) == Some(side));
        drawn.extend(join.map(|join| side_of_square(join, side, (x, y))));
    }
    drawn.push_str(&tokens(&pieces(place), (x + half, y + half + 14)));
    drawn.push_str("</g>");
    drawn
}

/// What stands at a side of a square: bold where it is joined, in the colour of whoever has it.
fn side_of_square(join: &Join, side: Compass, (x, y): (i32, i32)) -> String {
    let half = SIDE / 2;
    let (dx, dy) = match side {
        Compass::North => (half, 12),
        Compass::South => (half, SIDE - 5),
        Compass::East | Compass::NorthEast | Compass::SouthEast => (SIDE - 13, half + 14),
        Compass::West | Compass::NorthWest | Compass::SouthWest => (13, half + 14),
    };
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"9\" font-weight=\"{}\" fill=\"{}\">{}</text>",
        x + dx,
        y + dy,
        if join.to.is_some() { "bold" } else { "normal" },
        join.owner().map_or("#222", |token| tone(token.tone).0),
        escape(join.label.as_deref().unwrap_or_default())
    )
}

/// A picture around some points.
fn picture(points: &[(i32, i32)], margin: i32, drawn: &str) -> String {
    let bounds = |coordinate: fn(&(i32, i32)) -> i32| {
        let all = || points.iter().map(coordinate);
        (all().min().unwrap_or(0) - margin, all().max().unwrap_or(0) + margin)
    };
    let ((left, right), (top, bottom)) = (bounds(|at| at.0), bounds(|at| at.1));
    let (width, height) = (right - left, bottom - top);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" \
         font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">{drawn}</svg>"
    )
}

/// Hexes with flat tops: three quarters of a width from one column to the next, each half a hex lower.
fn middle((q, r): (i16, i16)) -> (i32, i32) {
    let (q, r) = (i32::from(q), i32::from(r));
    (q * RADIUS * 3 / 2, (2 * r + q) * HALF_HEIGHT)
}

fn hex(place: &Place, (x, y): (i32, i32)) -> String {
    let corners = [
        (RADIUS, 0),
        (RADIUS / 2, HALF_HEIGHT),
        (-RADIUS / 2, HALF_HEIGHT),
        (-RADIUS, 0),
        (-RADIUS / 2, -HALF_HEIGHT),
        (RADIUS / 2, -HALF_HEIGHT),
    ];
    let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{},{}", x + dx, y + dy)).collect();
    let mut drawn = String::new();
    let _ = write!(
        drawn,
        "<g><title>{}</title><polygon points=\"{}\" fill=\"{}\" stroke=\"#8885\"/>",
        escape(title(place)),
        corners.join(" "),
        ground(place.ground)
    );
    if let Some(code) = &place.code {
        let _ = write!(drawn, "<text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{}</text>", y - 8, escape(code));
    }
    drawn.push_str(&tokens(&pieces(place), (x, y + 8)));
    if place.has(Marker::Developed) {
        let _ = write!(drawn, "<path d=\"M{} {}l5-5 5 5v6h-10z\" fill=\"#222\"/>", x + 8, y - 4);
    }
    drawn.push_str("</g>");
    drawn
}

/// Pieces side by side, each with its letter.
fn tokens(tokens: &[Token], (x, y): (i32, i32)) -> String {
    let count = i32::try_from(tokens.len()).unwrap_or(0);
    let step = if count > 3 { 10 } else { 13 };
    let first = x - step * (count - 1) / 2;
    (0..).zip(tokens).map(|(place, token)| piece(*token, (first + step * place, y))).collect()
}

fn piece(token: Token, (x, y): (i32, i32)) -> String {
    let (fill, ink) = tone(token.tone);
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"#222\" stroke-width=\".6\"/>\
         <text x=\"{x}\" y=\"{}\" font-size=\"8\" font-weight=\"bold\" fill=\"{ink}\">{}</text>",
        y + 3,
        escape(&token.letter.to_string())
    )
}

/// A colour that people with any kind of sight can tell from the others, and what can be read on it.
pub(super) const fn tone(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        Tone::Red => ("#d55e00", "#fff"),
        Tone::Blue => ("#0072b2", "#fff"),
        Tone::Yellow => ("#f0e442", "#222"),
        Tone::Green => ("#009e73", "#fff"),
        Tone::White => ("#eeeeee", "#222"),
        Tone::Black => ("#444444", "#fff"),
        Tone::Purple => ("#cc79a7", "#222"),
        Tone::Orange => ("#e69f00", "#222"),
        Tone::Brown => ("#8a5a2c", "#fff"),
        Tone::Gray => ("#9a9a9a", "#222"),
    }
}

const fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Plain => "#eef0dc",
        Ground::Wood => "#b9d3a8",
        Ground::Hill => "#cdbfa9",
        Ground::Town => "#f3ead6",
        Ground::City | Ground::Tile | Ground::Vacant => "#f6e3c0",
        Ground::Industry => "#d8d3e6",
        Ground::Start => "#cfe3f2",
        Ground::Goal => "#f7cfc4",
        Ground::Water => "#c4e0ec",
        Ground::Sea => "#8fb8d8",
        Ground::Gate => "#f2e6b8",
    }
}
