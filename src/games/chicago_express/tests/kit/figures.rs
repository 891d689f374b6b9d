//! The printed figures, and what follows from them: worked out a second time here, so that a mistake in the
//! game's own sums shows.

use serde_json::Value;

use crate::engine::named::Named;
use crate::games::chicago_express::board::{Hex, Terrain, board};

/// The companies in the order of the initial auctions, Wabash last.
pub(crate) const COMPANIES: [&str; 5] = ["PRR", "B&O", "C&O", "NYC", "WAB"];

/// What CE-2 and CE-3 state of a company; the income is that of its start hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) start: &'static str,
    pub(crate) income: i64,
    pub(crate) shares: i64,
    pub(crate) locomotives: usize,
}

impl Figures {
    pub(crate) fn of(company: &str) -> Self {
        let (start, income, shares, locomotives) = match company {
            "PRR" => ("R5", 7, 3, 20),
            "B&O" => ("Q7", 6, 4, 22),
            "C&O" => ("Q9", 5, 6, 26),
            "NYC" => ("S3", 8, 5, 24),
            "WAB" => ("D3", 0, 2, 11),
            other => panic!("there is no company {other}"),
        };
        Self { start, income, shares, locomotives }
    }
}

/// The income of a company with these hexes, by the markers and houses of a position.
pub(crate) fn income(company: &str, hexes: &[&str], industry: &Value, developed: &[&str]) -> i64 {
    let values = hexes.iter().map(|hex| hex_value(hex, industry, developed));
    Figures::of(company).income + values.sum::<i64>()
}

fn hex_value(id: &str, industry: &Value, developed: &[&str]) -> i64 {
    let figures = board().hex(hex(id));
    match id {
        "E0" => industry["Detroit"].as_i64().unwrap(),
        "I6" => industry["Wheeling"].as_i64().unwrap(),
        "K4" => industry["Pittsburgh"].as_i64().unwrap(),
        _ if developed.contains(&id) => i64::from(figures.income + figures.house),
        _ => i64::from(figures.income),
    }
}

/// What each of so many shares is paid, rounded up.
pub(crate) fn per_share(income: i64, shares: i64) -> i64 {
    income / shares + i64::from(income % shares > 0)
}

pub(crate) fn printed_cost(id: &str) -> i64 {
    board().hex(hex(id)).cost
}

pub(crate) fn is_forest(id: &str) -> bool {
    board().hex(hex(id)).terrain == Terrain::Forest
}

pub(crate) fn is_house_site(id: &str) -> bool {
    matches!(board().hex(hex(id)).terrain, Terrain::City | Terrain::Mountain | Terrain::Forest)
}

/// Whether only one locomotive finds room.
pub(crate) fn is_exclusive(id: &str) -> bool {
    matches!(board().hex(hex(id)).terrain, Terrain::Forest | Terrain::Mountain)
}

/// The hexes that share a side with this one, start hexes and Chicago aside.
pub(crate) fn lands_beside(id: &str) -> impl Iterator<Item = &'static str> {
    let beside = Hex::all_in(board().network.touching(hex(id).place()));
    let land = |hex: &Hex| !matches!(board().hex(*hex).terrain, Terrain::Start | Terrain::Chicago);
    beside.filter(land).map(Named::name)
}

/// All hexes of the map by name.
pub(crate) fn all_hexes() -> impl Iterator<Item = &'static str> {
    (0..).map_while(Hex::from_number).map(Named::name)
}

/// The hex by its name; a misspelt one is a mistake in the test.
pub(crate) fn named(id: &str) -> &'static str {
    hex(id).name()
}

fn hex(id: &str) -> Hex {
    Hex::from_name(id).unwrap_or_else(|| panic!("there is no hex {id}"))
}
