//! A game as plain data for any screen: a board, panels, numbers worth a chart.
//!
//! A scene says what there is to see, never how it is drawn: no characters, colours or sizes. Colour is
//! never the only sign, so everything that has a [`Tone`] also has a letter.

mod tracks;

use serde::Serialize;

pub use tracks::{Head, HexSide, TrackCity, TrackHex, TrackMap, TrackPiece};

use super::hex::Axial;
use super::seat::Seat;
use super::words::Words;

/// Everything that one viewer can see of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// What is going on, in one sentence.
    pub status: Words,
    /// How far the game is.
    pub progress: String,
    /// The board.
    pub board: Board,
    /// What lies beside the board, the most important first.
    pub panels: Vec<Panel>,
    /// Numbers that are worth following through the game.
    pub series: Vec<Series>,
    /// What the signs on the board mean.
    pub legend: Vec<Legend>,
}

/// A board of some kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Board {
    /// Hexes with flat tops.
    Hexes(Vec<HexCell>),
    /// Places joined by lines.
    Graph(Graph),
    /// Square tiles laid side by side, and the places where one may be laid.
    Tiles(Vec<Tile>),
    /// Hexes with pointed tops, with track from side to side.
    Tracks(TrackMap),
}

impl Board {
    /// What people call a place, if it has a name.
    pub fn name(&self, place: &str) -> Option<String> {
        match self {
            Self::Hexes(cells) => cells.iter().find(|cell| cell.id == place)?.name.map(str::to_owned),
            Self::Graph(graph) => graph.node_name(place).map(str::to_owned).or_else(|| {
                let edge = graph.edges.iter().find(|edge| edge.id == place)?;
                let [from, to] = edge.ends.each_ref().map(|end| graph.node_name(end));
                Some(format!("{}-{}", from?, to?))
            }),
            Self::Tiles(tiles) => tiles.iter().find(|tile| tile.id == place)?.name().map(str::to_owned),
            Self::Tracks(tracks) => {
                let city = tracks.hexes.iter().find(|hex| hex.id == place)?.city.as_ref();
                city.map(|city| city.name.clone())
            }
        }
    }
}

impl Graph {
    fn node_name(&self, id: &str) -> Option<&str> {
        self.nodes.iter().find(|node| node.id == id).map(|node| &*node.name)
    }
}

/// One hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HexCell {
    /// Its id, as actions and choices name it.
    pub id: &'static str,
    /// Where it lies.
    pub at: (i16, i16),
    /// What kind of land it is.
    pub ground: Ground,
    /// Its full name, if it has one.
    pub name: Option<&'static str>,
    /// Its name in three letters, if it has one.
    pub code: Option<&'static str>,
    /// What it costs the next to come, as printed.
    pub cost: i64,
    /// What it earns whoever is there now.
    pub income: i64,
    /// Whether it has been developed.
    pub developed: bool,
    /// Who has a piece there.
    pub tokens: Vec<Token>,
}

/// Places joined by lines, on a plane measured in character cells: a screen may draw it one to one, or scale it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// Columns and rows of the whole map.
    pub size: (u16, u16),
    /// The places.
    pub nodes: Vec<Node>,
    /// The lines between them.
    pub edges: Vec<Edge>,
}

/// One place of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Its id, as actions and choices name it.
    pub id: String,
    /// Its full name.
    pub name: String,
    /// Its name in three letters; drawn around [`at`](Self::at) one to one, no two of a map overlap.
    pub code: String,
    /// Column from the west and row from the north of its middle.
    pub at: (i16, i16),
    /// What kind of place it is.
    pub ground: Ground,
    /// What it earns whoever gets there now.
    pub income: i64,
    /// Whether it has been developed.
    pub developed: bool,
    /// Whether a way leads from it off the map.
    pub exit: bool,
    /// Who has a piece there.
    pub tokens: Vec<Token>,
}

/// One line of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Its id, as choices name it.
    pub id: String,
    /// The ids of the two places that it joins.
    pub ends: [String; 2],
    /// Whether it leads only from the first of its ends to the second.
    pub one_way: bool,
    /// The points between its ends that it runs through, from the first end on; without any it runs straight.
    pub via: Vec<(i16, i16)>,
    /// Who has a piece on it.
    pub tokens: Vec<Token>,
    /// What it costs the next to take it; nothing to say once nobody can.
    pub price: Option<i64>,
    /// What else stands beside it.
    pub label: Option<String>,
}

/// One square of a board of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Its id, as choices name it.
    pub id: String,
    /// Column from the west and row from the north, from any square on.
    pub at: (i16, i16),
    /// What lies there; nothing where a tile may still be laid.
    pub face: Option<Face>,
    /// Where it is, in words, as long as nothing lies there: "east of" something.
    pub whereabouts: Option<String>,
}

impl Tile {
    /// What people call it: by what lies there, or else by where it is.
    pub fn name(&self) -> Option<&str> {
        self.face.as_ref().map(|face| &*face.name).or(self.whereabouts.as_deref())
    }
}

/// What a laid tile shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// Its full name.
    pub name: String,
    /// Its name in three letters.
    pub code: String,
    /// What stands at its sides as it lies: north, east, south, west; nothing at a blank one.
    pub sides: [Option<Side>; 4],
    /// What lies on it.
    pub tokens: Vec<Token>,
}

/// A side of a tile that can be joined to its like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// What must meet the same on the other tile; four letters at most.
    pub name: String,
    /// Whether it is joined to the tile there. Both tiles say so.
    pub joined: bool,
    /// Who has a piece on it.
    pub token: Option<Token>,
}

/// Kinds of land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ground {
    /// Nothing in the way.
    Plain,
    /// Trees.
    Wood,
    /// Mountains.
    Hill,
    /// A small city.
    Town,
    /// A city.
    City,
    /// A city with industry.
    Industry,
    /// Where somebody starts.
    Start,
    /// Where everybody wants to get.
    Goal,
    /// A river or a shore that can be bridged.
    Water,
    /// Nothing but water.
    Sea,
    /// Where a way off the map may be opened.
    Gate,
}

/// Somebody's sign on the board or in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Token {
    /// The letter, which alone must be enough.
    pub letter: char,
    /// The colour that goes with it.
    pub tone: Tone,
}

/// Colours by the name that the game's box gives them; a theme says how they look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a colour is a colour")]
pub enum Tone {
    Red,
    Blue,
    Yellow,
    Green,
    Black,
    White,
    Purple,
    Orange,
    Brown,
    Gray,
}

/// Something beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Panel {
    /// Counters that run to a mark.
    Dials(Vec<Dial>),
    /// Rows and columns.
    Table(Table),
    /// Names with values.
    Facts(Vec<(String, String)>),
    /// Cards that lie open, with what they say.
    Cards(Cards),
}

/// Cards that lie open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cards {
    /// Where they lie.
    pub title: String,
    /// The cards.
    pub cards: Vec<Card>,
}

/// A card as everybody can read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// What it is good for, in a word or two.
    pub worth: String,
    /// The sign of whoever has it.
    pub token: Option<Token>,
    /// What it says, in a sentence or two.
    pub text: String,
}

/// A counter that runs to a mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dial {
    /// What it counts.
    pub name: String,
    /// Where it stands.
    pub at: u8,
    /// Where it is full.
    pub full: u8,
}

/// A table of figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// What the columns mean, a line each (`- **income**: what it earns`); empty where that goes without saying.
    pub about: &'static str,
    /// The heads of the columns behind the first.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// What it says.
    pub head: String,
    /// The same in a few letters, for where there is no room; without it the head may be cut anywhere.
    pub short: Option<String>,
}

impl Column {
    /// A head that also has a short form.
    pub fn new(head: &str, short: &str) -> Self {
        Self { head: head.to_owned(), short: Some(short.to_owned()) }
    }
}

impl<T: Into<String>> From<T> for Column {
    /// A head without a short form.
    fn from(head: T) -> Self {
        Self { head: head.into(), short: None }
    }
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What the row is about.
    pub head: Words,
    /// The sign that goes with it.
    pub token: Option<Token>,
    /// The player it belongs to.
    pub seat: Option<Seat>,
    /// A cell a column; empty where there is nothing to say.
    pub cells: Vec<String>,
}

/// One number to follow through the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Series {
    /// Which chart it belongs in: "cash", "income".
    pub chart: &'static str,
    /// Whose number it is.
    pub name: Words,
    /// The sign that goes with it.
    pub token: Option<Token>,
    /// The number now.
    pub value: i64,
}

/// What a sign means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Legend {
    /// The sign.
    pub sign: Sign,
    /// What it means.
    pub meaning: &'static str,
}

/// A sign on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// A kind of land.
    Ground(Ground),
    /// Somebody's piece.
    Token(Token),
    /// A developed place.
    Developed,
    /// A place with a way off the map.
    Exit,
    /// A line that leads one way only.
    OneWay,
    /// A ridge between two hexes.
    Ridge,
    /// A city that has run out of goods.
    Emptied,
    /// Track of a link that joins two cities, and of one that does not yet.
    Track {
        /// Whether it does.
        complete: bool,
    },
}

impl From<Axial> for (i16, i16) {
    fn from(hex: Axial) -> Self {
        (hex.q, hex.r)
    }
}
