//! A board of track with everything that can lie on one.

use std::collections::BTreeMap;

use whistlestop::engine::money::Money;
use whistlestop::engine::scene::{
    Compass, Ground, Join, JoinEnd, JoinState, Marker, Place, SceneBoard, Shape, Token, Tone,
};
use whistlestop::tui::widgets::board::Mark;

use Compass::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};

/// Land `o`, water `w`, mountains `m`, sea `~`, cities `C`, a way off the map `S`.
const ROWS: [&str; 8] = [
    "~ooowooooooo",
    "oCoomoooooow",
    "ooomooCoooo~",
    "SCoomwoooo~~",
    "ooooowoooCw~",
    "~owoomooooww",
    "~~oooooCooow",
    "~~~owwooooow",
];

/// Column and row.
type At = (i16, i16);

/// Cities by column and row: code, what they take, what waits there.
const CITIES: [(At, &str, Option<char>, &str); 5] = [
    ((1, 1), "OAK", Some('R'), "RYBK"),
    ((6, 2), "ELM", None, "PP"),
    ((1, 3), "ASH", Some('K'), ""),
    ((9, 4), "FIR", Some('B'), "RRYYBBKKPP"),
    ((7, 6), "YEW", Some('Y'), "R"),
];

/// Pieces by column and row: all fifteen kinds, two side by side, two that cross.
const PIECES: [(At, [Compass; 2], char, bool); 22] = [
    ((2, 1), [West, East], 'R', true),
    ((3, 1), [West, East], 'R', true),
    ((4, 1), [West, SouthEast], 'R', true),
    ((5, 2), [NorthWest, East], 'R', true),
    ((5, 0), [SouthWest, East], 'G', true),
    ((6, 0), [West, SouthEast], 'G', true),
    ((6, 1), [NorthWest, SouthWest], 'G', true),
    ((6, 1), [NorthEast, East], 'B', false),
    ((7, 1), [West, SouthEast], 'B', false),
    ((8, 2), [NorthWest, SouthEast], 'B', true),
    ((8, 2), [NorthEast, SouthWest], 'R', true),
    ((8, 3), [NorthWest, SouthEast], 'B', true),
    ((7, 3), [NorthEast, SouthWest], 'R', true),
    ((7, 4), [NorthEast, NorthWest], 'R', true),
    ((3, 4), [NorthEast, SouthEast], 'G', false),
    ((4, 4), [West, NorthWest], 'P', true),
    ((4, 4), [SouthWest, East], 'G', true),
    ((5, 4), [West, SouthWest], 'G', true),
    ((5, 5), [SouthWest, SouthEast], 'Y', true),
    ((5, 5), [West, East], 'P', true),
    ((8, 5), [East, SouthEast], 'Y', true),
    ((9, 6), [NorthWest, East], 'Y', true),
];

fn token(letter: char) -> Token {
    let tone = match letter {
        'R' => Tone::Red,
        'Y' => Tone::Yellow,
        'B' => Tone::Blue,
        'G' => Tone::Green,
        'P' => Tone::Purple,
        _ => Tone::Black,
    };
    Token { letter, tone }
}

/// The board.
pub(crate) fn tracks() -> SceneBoard {
    let hexes = (0..)
        .zip(ROWS)
        .flat_map(|(row, line)| (0..).zip(line.chars()).map(move |(column, kind)| hex((column, row), kind)));
    let piece = |&(at, [from, to], owner, complete): &(At, [Compass; 2], char, bool)| Join {
        from: JoinEnd::at(id(at), from),
        to: Some(JoinEnd::at(id(at), to)),
        tokens: vec![token(owner)],
        state: match complete {
            true if at == (3, 1) => JoinState::Ridden,
            true => JoinState::Complete,
            false => JoinState::Begun,
        },
        ..Join::default()
    };
    SceneBoard {
        shape: Shape::PointedHexes,
        places: hexes.collect(),
        joins: PIECES.iter().map(piece).collect(),
        head: Some(JoinEnd::at("9,1", SouthWest)),
    }
}

fn id(at: At) -> String {
    format!("{},{}", at.0, at.1)
}

fn hex(at: At, kind: char) -> Place {
    Place {
        id: id(at),
        at,
        ground: match kind {
            'w' => Ground::Water,
            'm' => Ground::Hill,
            'C' => Ground::City,
            'S' => Ground::Gate,
            '~' => Ground::Sea,
            _ => Ground::Plain,
        },
        ridges: match at {
            (3, 1) => vec![SouthWest, SouthEast],
            (4, 1) => vec![East, SouthEast],
            (3, 2) => vec![East],
            _ => Vec::new(),
        },
        ..city(at)
    }
}

/// What a city adds to its hex.
fn city(at: At) -> Place {
    let Some((_, code, takes, goods)) = CITIES.iter().find(|city| city.0 == at) else {
        return Place::default();
    };
    Place {
        name: Some(format!("{code} Town")),
        code: Some((*code).to_owned()),
        takes: takes.map(token),
        tokens: goods.chars().map(token).collect(),
        markers: goods.is_empty().then_some(Marker::Emptied).into_iter().collect(),
        owner: (*code == "ASH").then(|| token('G')),
        ..Place::default()
    }
}

/// What is to be noticed on it.
pub(crate) fn track_marks() -> BTreeMap<String, Mark> {
    let price = |dollars| Mark::Legal { price: Some(Money::new(dollars)) };
    let marks = [
        ("10,1", price(3000)),
        ("9,0", price(2000)),
        ("8,2", Mark::Draft(2)),
        ("6,2", Mark::Changed),
        ("9,4", price(10_000)),
        ("5,4", Mark::Changed),
    ];
    marks.map(|(id, mark)| (id.to_owned(), mark)).into()
}
