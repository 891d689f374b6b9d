//! Small boards of the kinds that the recorded game does not have.

use std::collections::BTreeMap;

use whistlestop::engine::money::Money;
use whistlestop::engine::scene::{
    Compass, Figure, Ground, Join, JoinEnd, Marker, Place, SceneBoard, Shape, Token, Tone,
};
use whistlestop::tui::widgets::board::Mark;

pub(crate) const RED: Token = Token { letter: 'R', tone: Tone::Red };
pub(crate) const BLUE: Token = Token { letter: 'B', tone: Tone::Blue };
pub(crate) const BLACK: Token = Token { letter: 'K', tone: Tone::Black };

/// Towns joined by lines: long and short, steep and level, one-way, shared, bent, and one hidden between neighbours.
pub(crate) fn graph() -> SceneBoard {
    let place = |(id, at, ground): (&str, (i16, i16), Ground)| Place {
        id: id.to_owned(),
        name: Some(format!("{}{}", id[..1].to_uppercase(), &id[1..])),
        code: Some(id[..3].to_uppercase()),
        at,
        ground,
        figures: vec![Figure::Earns(2)],
        markers: match id {
            "elm" => vec![Marker::Developed],
            "west" => vec![Marker::Exit],
            _ => Vec::new(),
        },
        tokens: if id == "elm" { vec![RED, BLUE] } else { Vec::new() },
        ..Place::default()
    };
    let places = [
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
    let line = |(from, to): (&str, &str)| Join {
        id: Some(format!("{from}-{to}")),
        from: JoinEnd::of(from),
        to: Some(JoinEnd::of(to)),
        one_way: from == "lake" && to != "isle",
        via: if to == "south" { vec![(45, 12)] } else { Vec::new() },
        tokens: match (from, to) {
            ("elm", "pine") => vec![RED, BLUE],
            ("pine", "east") => vec![BLUE],
            _ => Vec::new(),
        },
        price: Some(4),
        label: (from == "west" && to == "elm").then(|| "x2".to_owned()),
        ..Join::default()
    };
    let lines = [
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
    SceneBoard {
        shape: Shape::Free { size: (60, 14) },
        places: places.map(place).to_vec(),
        joins: lines.map(line).to_vec(),
        head: None,
    }
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
pub(crate) fn tiles() -> SceneBoard {
    use Compass::{East, North, South, West};
    let tile = |at: (i16, i16), name: &str, tokens| Place {
        id: id(at),
        name: Some(name.to_owned()),
        code: Some(name[..3].to_uppercase()),
        at,
        ground: Ground::Tile,
        tokens,
        ..Place::default()
    };
    let free = [(-1, 0), (0, -1), (1, -1), (2, 0), (2, 1), (1, 2), (0, 1)];
    let free = free.map(|at| Place { id: id(at), at, ground: Ground::Vacant, ..Place::default() });
    let tiles = [
        tile((0, 0), "Oak Hill", vec![RED, BLUE]),
        tile((1, 0), "Elm", vec![]),
        tile((1, 1), "Long Name of a City", vec![BLACK]),
    ];
    let open = |at, side, label: &str| Join {
        from: JoinEnd::at(id(at), side),
        label: Some(label.to_owned()),
        ..Join::default()
    };
    let joined = |from: Join, at, side, owner| Join {
        to: Some(JoinEnd::at(id(at), side)),
        tokens: vec![owner],
        ..from
    };
    let joins = vec![
        joined(open((0, 0), East, "CBQ"), (1, 0), West, RED),
        open((0, 0), South, "IC"),
        open((0, 0), West, "ATSF"),
        open((1, 0), North, "NYC"),
        open((1, 0), East, "B&O"),
        joined(open((1, 0), South, "PRR"), (1, 1), North, BLACK),
        open((1, 1), West, "UP"),
    ];
    SceneBoard { shape: Shape::Squares, places: tiles.into_iter().chain(free).collect(), joins, head: None }
}

fn id(at: (i16, i16)) -> String {
    format!("{},{}", at.0, at.1)
}

/// What is to be noticed on the tiles.
pub(crate) fn tile_marks() -> BTreeMap<String, Mark> {
    let marks = [("2,0", Mark::Legal { price: None }), ("0,1", Mark::Draft(1)), ("0,0", Mark::Changed)];
    marks.map(|(id, mark)| (id.to_owned(), mark)).into()
}
