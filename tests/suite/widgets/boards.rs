//! Small boards of the kinds that the recorded game does not have.

use std::collections::BTreeMap;

use whistlestop::engine::money::Money;
use whistlestop::engine::scene::{Board, Edge, Face, Graph, Ground, Node, Side, Tile, Token, Tone};
use whistlestop::tui::widgets::board::Mark;

pub(crate) const RED: Token = Token { letter: 'R', tone: Tone::Red };
pub(crate) const BLUE: Token = Token { letter: 'B', tone: Tone::Blue };
pub(crate) const BLACK: Token = Token { letter: 'K', tone: Tone::Black };

/// Towns joined by lines: long and short, steep and level, one-way, shared, bent, and one hidden between neighbours.
pub(crate) fn graph() -> Board {
    let node = |(id, at, ground): (&str, (i16, i16), Ground)| Node {
        id: id.to_owned(),
        name: format!("{}{}", id[..1].to_uppercase(), &id[1..]),
        code: id[..3].to_uppercase(),
        at,
        ground,
        income: 2,
        developed: id == "elm",
        exit: id == "west",
        tokens: if id == "elm" { vec![RED, BLUE] } else { Vec::new() },
    };
    let nodes = [
        ("west", (4, 2), Ground::Town),
        ("oak hill", (5, 9), Ground::Town),
        ("elm", (22, 5), Ground::City),
        ("mill", (20, 11), Ground::Town),
        ("ford", (23, 11), Ground::Town),
        ("lake", (38, 0), Ground::City),
        ("pine", (40, 7), Ground::Industry),
        ("isle", (41, 0), Ground::Town),
        ("east", (54, 4), Ground::Start),
        ("south", (53, 12), Ground::Start),
    ];
    let edge = |(from, to): (&str, &str)| Edge {
        id: format!("{from}-{to}"),
        ends: [from.to_owned(), to.to_owned()],
        one_way: from == "lake" && to != "isle",
        via: if to == "south" { vec![(45, 12)] } else { Vec::new() },
        tokens: match (from, to) {
            ("elm", "pine") => vec![RED, BLUE],
            ("pine", "east") => vec![BLUE],
            _ => Vec::new(),
        },
        price: Some(4),
        label: (from == "west" && to == "elm").then(|| "x2".to_owned()),
    };
    let edges = [
        ("west", "elm"),
        ("west", "oak hill"),
        ("oak hill", "mill"),
        ("mill", "ford"),
        ("mill", "elm"),
        ("elm", "lake"),
        ("elm", "pine"),
        ("lake", "isle"),
        ("lake", "pine"),
        ("ford", "pine"),
        ("lake", "east"),
        ("pine", "east"),
        ("pine", "south"),
        ("east", "south"),
    ];
    Board::Graph(Graph { size: (60, 14), nodes: nodes.map(node).to_vec(), edges: edges.map(edge).to_vec() })
}

/// What is to be noticed on the graph.
pub(crate) fn graph_marks() -> BTreeMap<String, Mark> {
    let price = Some(Money::new(4));
    let marks = [
        ("elm-lake", Mark::Legal { price }),
        ("ford-pine", Mark::Legal { price }),
        ("west-oak hill", Mark::Draft(1)),
        ("oak hill", Mark::Changed),
        ("lake", Mark::Blocked),
    ];
    marks.map(|(id, mark)| (id.to_owned(), mark)).into()
}

/// Three tiles in an angle, and the places around them.
pub(crate) fn tiles() -> Board {
    let side = |name: &str, token: Option<Token>| {
        Some(Side { name: name.to_owned(), joined: token.is_some(), token })
    };
    let face = |name: &str, sides, tokens| {
        let code = name[..3].to_uppercase();
        Some(Face { name: name.to_owned(), code, sides, tokens })
    };
    let tile = |at: (i16, i16), face| Tile { id: format!("{},{}", at.0, at.1), at, face, whereabouts: None };
    let (red, black) = (Some(RED), Some(BLACK));
    let mut tiles = vec![
        tile(
            (0, 0),
            face("Oak Hill", [None, side("CBQ", red), side("IC", None), side("ATSF", None)], vec![RED, BLUE]),
        ),
        tile(
            (1, 0),
            face("Elm", [side("NYC", None), side("B&O", None), side("PRR", black), side("CBQ", red)], vec![]),
        ),
        tile(
            (1, 1),
            face("Long Name of a City", [side("PRR", black), None, None, side("UP", None)], vec![BLACK]),
        ),
    ];
    let free = [(-1, 0), (0, -1), (1, -1), (2, 0), (2, 1), (1, 2), (0, 1)];
    tiles.extend(free.map(|at| tile(at, None)));
    Board::Tiles(tiles)
}

/// What is to be noticed on the tiles.
pub(crate) fn tile_marks() -> BTreeMap<String, Mark> {
    let marks = [("2,0", Mark::Legal { price: None }), ("0,1", Mark::Draft(1)), ("0,0", Mark::Changed)];
    marks.map(|(id, mark)| (id.to_owned(), mark)).into()
}
