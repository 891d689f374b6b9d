//! A game as plain data for any screen: a board, panels, numbers worth a chart.
//!
//! A scene says what there is to see, never how it is drawn: no characters, colours or sizes. Colour is
//! never the only sign, so everything that has a [`Tone`] also has a letter.

use serde::Serialize;

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

/// Kinds of land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ground {
    /// Nothing in the way.
    Plain,
    /// Trees.
    Wood,
    /// Mountains.
    Hill,
    /// A city.
    City,
    /// A city with industry.
    Industry,
    /// Where somebody starts.
    Start,
    /// Where everybody wants to get.
    Goal,
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
    /// The heads of the columns behind the first.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
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
}

impl From<Axial> for (i16, i16) {
    fn from(hex: Axial) -> Self {
        (hex.q, hex.r)
    }
}
