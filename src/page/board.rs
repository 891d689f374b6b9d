//! Pictures of boards.

use std::fmt::Write as _;

use super::markup::escape;
use crate::engine::scene::{Board, Ground, HexCell, Token, Tone};

/// Half the width of a hex, and the distance from its middle to its flat sides.
const RADIUS: i32 = 26;
const HALF_HEIGHT: i32 = 22;

/// The picture of a board.
pub(super) fn svg(board: &Board) -> String {
    match board {
        Board::Hexes(cells) => hexes(cells),
    }
}

fn hexes(cells: &[HexCell]) -> String {
    let middles: Vec<(i32, i32)> = cells.iter().map(|cell| middle(cell.at)).collect();
    let drawn: String = cells.iter().zip(&middles).map(|(cell, at)| hex(cell, *at)).collect();
    picture(&middles, RADIUS + 4, &drawn)
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

fn hex(cell: &HexCell, (x, y): (i32, i32)) -> String {
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
    let title = cell.name.unwrap_or(cell.id);
    let _ = write!(
        drawn,
        "<g><title>{}</title><polygon points=\"{}\" fill=\"{}\" stroke=\"#8885\"/>",
        escape(title),
        corners.join(" "),
        ground(cell.ground)
    );
    if let Some(code) = cell.code {
        let _ = write!(drawn, "<text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{}</text>", y - 8, escape(code));
    }
    drawn.push_str(&tokens(&cell.tokens, (x, y + 8)));
    if cell.developed {
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
        Tone::Black => ("#eeeeee", "#222"),
    }
}

const fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Plain => "#eef0dc",
        Ground::Wood => "#b9d3a8",
        Ground::Hill => "#cdbfa9",
        Ground::City => "#f6e3c0",
        Ground::Industry => "#d8d3e6",
        Ground::Start => "#cfe3f2",
        Ground::Goal => "#f7cfc4",
    }
}
