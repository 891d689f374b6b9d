//! Pictures of boards.

mod tracks;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::markup::escape;
use crate::engine::scene::{Board, Edge, Graph, Ground, HexCell, Node, Tile, Token, Tone};

/// Half the width of a hex, and the distance from its middle to its flat sides.
const RADIUS: i32 = 26;
const HALF_HEIGHT: i32 = 22;

/// The picture of a board.
pub(super) fn svg(board: &Board) -> String {
    match board {
        Board::Hexes(cells) => hexes(cells),
        Board::Graph(graph) => graph_picture(graph),
        Board::Tiles(laid) => tiles(laid),
        Board::Tracks(map) => tracks::tracks(map),
    }
}

fn hexes(cells: &[HexCell]) -> String {
    let middles: Vec<(i32, i32)> = cells.iter().map(|cell| middle(cell.at)).collect();
    let drawn: String = cells.iter().zip(&middles).map(|(cell, at)| hex(cell, *at)).collect();
    picture(&middles, RADIUS + 4, &drawn)
}

/// How much of the picture a character cell of a graph takes; cells are about twice as high as wide.
const CELL: (i32, i32) = (11, 22);

fn graph_picture(graph: &Graph) -> String {
    let place = |(x, y): (i16, i16)| (i32::from(x) * CELL.0, i32::from(y) * CELL.1);
    let middles: BTreeMap<&str, (i32, i32)> =
        graph.nodes.iter().map(|node| (&*node.id, place(node.at))).collect();
    let mut drawn = String::new();
    for edge in &graph.edges {
        let [from, to] = &edge.ends;
        let (Some(from), Some(to)) = (middles.get(&**from), middles.get(&**to)) else { continue };
        let via = edge.via.iter().map(|at| place(*at));
        let points: Vec<(i32, i32)> = [*from].into_iter().chain(via).chain([*to]).collect();
        drawn.push_str(&way(edge, &points));
    }
    drawn.extend(graph.nodes.iter().map(|node| town(node, place(node.at))));
    let all: Vec<(i32, i32)> = middles.into_values().collect();
    picture(&all, 30, &drawn)
}

fn town(node: &Node, (x, y): (i32, i32)) -> String {
    format!(
        "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"30\" height=\"14\" rx=\"3\" fill=\"{}\" stroke=\"#222\" \
         stroke-width=\"{}\"/><text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{}</text>{}</g>",
        escape(&node.name),
        x - 15,
        y - 7,
        ground(node.ground),
        if node.developed { 2 } else { 1 },
        y + 4,
        escape(&node.code),
        tokens(&node.tokens, (x, y + 14))
    )
}

/// A line of a graph: whose it is stands on it, and an arrow where it leads one way only.
fn way(edge: &Edge, points: &[(i32, i32)]) -> String {
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let owner = edge.tokens.first().map_or("#999", |token| tone(token.tone).0);
    let width = if edge.tokens.is_empty() { 1 } else { 4 };
    let mut drawn = format!(
        "<polyline fill=\"none\" stroke=\"{owner}\" stroke-width=\"{width}\" points=\"{}\"/>",
        line.join(" ")
    );
    let half = points.len() / 2;
    let (a, b) = (points[half - 1], points[half]);
    let middle = (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
    if edge.one_way {
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
    drawn.push_str(&tokens(&edge.tokens, middle));
    drawn
}

/// The side of a square tile.
const TILE: i32 = 64;

fn tiles(laid: &[Tile]) -> String {
    let corner = |tile: &Tile| (i32::from(tile.at.0) * TILE, i32::from(tile.at.1) * TILE);
    let drawn: String = laid.iter().map(|tile| square(tile, corner(tile))).collect();
    let middles: Vec<(i32, i32)> =
        laid.iter().map(corner).map(|(x, y)| (x + TILE / 2, y + TILE / 2)).collect();
    picture(&middles, TILE / 2 + 4, &drawn)
}

fn square(tile: &Tile, (x, y): (i32, i32)) -> String {
    let place = format!("x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\"");
    let Some(face) = &tile.face else {
        return format!("<rect {place} fill=\"none\" stroke=\"#8888\" stroke-dasharray=\"4\"/>");
    };
    let half = TILE / 2;
    let mut drawn = format!(
        "<g><title>{}</title><rect {place} fill=\"#f6e3c0\" stroke=\"#666\"/>\
         <text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>",
        escape(&face.name),
        x + half,
        y + half,
        escape(&face.code)
    );
    let sides = [(half, 12), (TILE - 13, half + 14), (half, TILE - 5), (13, half + 14)];
    for (side, (dx, dy)) in face.sides.iter().zip(sides) {
        let Some(side) = side else { continue };
        let fill = side.token.map_or("#222", |token| tone(token.tone).0);
        let weight = if side.joined { "bold" } else { "normal" };
        let _ = write!(
            drawn,
            "<text x=\"{}\" y=\"{}\" font-size=\"9\" font-weight=\"{weight}\" fill=\"{fill}\">{}</text>",
            x + dx,
            y + dy,
            escape(&side.name)
        );
    }
    drawn.push_str(&tokens(&face.tokens, (x + half, y + half + 14)));
    drawn.push_str("</g>");
    drawn
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
        Ground::City => "#f6e3c0",
        Ground::Industry => "#d8d3e6",
        Ground::Start => "#cfe3f2",
        Ground::Goal => "#f7cfc4",
        Ground::Water => "#c4e0ec",
        Ground::Sea => "#8fb8d8",
        Ground::Gate => "#f2e6b8",
    }
}
