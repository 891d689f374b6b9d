//! A game as plain data for any screen: a board, panels, numbers worth a chart.
//!
//! A scene says what there is to see, never how it is drawn: no characters, colours or sizes. Colour is
//! never the only sign, so everything that has a [`Tone`] also has a letter. Read [`Scene`] first, then [`SceneBoard`].

mod board;

use serde::Serialize;

pub use board::{Compass, Figure, Join, JoinEnd, JoinState, Marker, Place, SceneBoard, Shape};

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
    pub board: SceneBoard,
    /// What lies beside the board, the most important first.
    pub panels: Vec<Panel>,
    /// Numbers that are worth following through the game.
    pub series: Vec<Series>,
    /// What the signs on the board mean.
    pub legend: Vec<LegendEntry>,
}

/// Kinds of land.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Ground {
    /// Nothing in the way.
    #[default]
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
    /// No land but a tile that was laid there.
    Tile,
    /// Nothing yet: a tile may be laid there.
    Vacant,
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
    Dials(Vec<Gauge>),
    /// Rows and columns.
    Table(FigureTable),
    /// Names with values.
    Facts(Vec<(String, String)>),
    /// Cards that lie open, with what they say.
    Cards(OpenCards),
}

/// Cards that lie open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenCards {
    /// Where they lie.
    pub title: String,
    /// The cards.
    pub cards: Vec<OpenCard>,
}

/// A card as everybody can read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenCard {
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
pub struct Gauge {
    /// What it counts.
    pub name: String,
    /// Where it stands.
    pub at: u8,
    /// Where it is full.
    pub full: u8,
}

/// A table of figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureTable {
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
pub struct LegendEntry {
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
    /// A marker of a place.
    Marker(Marker),
    /// A line that leads one way only.
    OneWay,
    /// A ridge between two hexes.
    Ridge,
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
