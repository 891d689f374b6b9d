//! The board and the figures of the components, read once from `board.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::action::{Company, Dial};
use crate::engine::canonical::{self, Digest};
use crate::engine::hex::{self, Axial};
use crate::engine::named::{self, Named};
use crate::engine::network::{Network, PlaceSet};
use crate::{impl_named_serde, impl_place};

/// One hex of the map, by its number in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex(u8);

/// A set of hexes: 160 of them fit into three words.
pub(super) type HexSet = PlaceSet<3>;

/// The three industrial cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Industry {
    Detroit,
    Wheeling,
    Pittsburgh,
}

/// Everything that is printed on the board or stated of the components.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) figures: Figures,
    /// By [`Hex`].
    pub(super) hexes: Vec<HexFigures>,
    pub(super) at: Vec<Axial>,
    pub(super) network: Network<3>,
    pub(super) chicago: Hex,
    /// By [`Company`].
    pub(super) starts: [Hex; 5],
    /// By [`Industry`].
    industries: [Hex; 3],
    /// Forest and mountain: one locomotive in all (CE-13).
    pub(super) exclusive: HexSet,
    /// The four eastern start hexes, closed to others (CE-13).
    pub(super) closed: HexSet,
    /// City, mountain and forest: may get a house (CE-16).
    pub(super) house_sites: HexSet,
    hash: Digest,
}

/// The file as it is written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figures {
    pub(super) houses: u8,
    pub(super) expansion_limit: u8,
    pub(super) forest_payment: i64,
    pub(super) dials_on_red: u8,
    pub(super) starting_cash: BTreeMap<String, i64>,
    dials: DialFigures,
    pub(super) end: EndFigures,
    company: [CompanyFigures; 5],
    industry: [IndustryFigures; 3],
    map: MapFigures,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DialFigures {
    auction: u8,
    expansion: u8,
    development: u8,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndFigures {
    pub(super) companies_without_locomotives: u8,
    pub(super) companies_without_shares: u8,
    pub(super) houses_left: u8,
    pub(super) detroit: i32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompanyFigures {
    id: String,
    pub(super) name: String,
    start: String,
    pub(super) income: i32,
    pub(super) shares: u8,
    pub(super) locomotives: u8,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IndustryFigures {
    name: Industry,
    hex: String,
    pub(super) values: Vec<i32>,
    pub(super) by_players: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFigures {
    hexes: Vec<HexFigures>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexFigures {
    pub(super) id: String,
    pub(super) terrain: Terrain,
    #[serde(default)]
    pub(super) cost: i64,
    #[serde(default)]
    pub(super) income: i32,
    /// What a house adds to the income.
    #[serde(default)]
    pub(super) house: i32,
    pub(super) name: Option<String>,
    pub(super) code: Option<String>,
    #[serde(skip)]
    pub(super) industry: Option<Industry>,
}

/// Kinds of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Terrain {
    Plain,
    Forest,
    Mountain,
    City,
    Industrial,
    Start,
    Chicago,
}

static BOARD: LazyLock<Board> = LazyLock::new(|| Board::read(include_str!("board.toml")));

/// The board.
pub(super) fn board() -> &'static Board {
    &BOARD
}

/// The hash of the board's figures, which peers compare before they start.
pub(super) fn board_hash() -> Digest {
    board().hash
}

impl Board {
    /// Reads the embedded file; a mistake in it is a mistake in the program.
    fn read(file: &str) -> Self {
        let figures: Figures = toml::from_str(file).expect("board.toml is well formed");
        let hash = canonical::hash("chicago-express board", &figures);
        let mut hexes = figures.map.hexes.clone();
        hexes.sort_by(|a, b| a.id.cmp(&b.id));
        let number = |id: &str| find(&hexes, id).expect("hexes named exist");
        let starts = figures.company.each_ref().map(|company| number(&company.start));
        let industries = figures.industry.each_ref().map(|industry| number(&industry.hex));
        for (company, figures) in Company::ALL.iter().zip(&figures.company) {
            assert_eq!(company.name(), figures.id, "companies stand in their order");
        }
        for (industry, (place, figures)) in Industry::ALL.iter().zip(industries.iter().zip(&figures.industry))
        {
            assert_eq!(*industry, figures.name, "industries stand in their order");
            hexes[place.index()].industry = Some(*industry);
        }
        let of = |terrains: &[Terrain]| {
            let places = (0..).zip(&hexes).filter(|(_, hex)| terrains.contains(&hex.terrain));
            places.map(|(place, _)| place).collect::<HexSet>()
        };
        let at: Vec<Axial> = hexes.iter().map(|hex| coordinates(&hex.id)).collect();
        let chicago = of(&[Terrain::Chicago]).iter().next().and_then(Hex::from_place);
        Self {
            network: hex::network(&at),
            at,
            chicago: chicago.expect("the map has Chicago"),
            starts,
            industries,
            exclusive: of(&[Terrain::Forest, Terrain::Mountain]),
            closed: of(&[Terrain::Start]),
            house_sites: of(&[Terrain::City, Terrain::Mountain, Terrain::Forest]),
            hexes,
            hash,
            figures,
        }
    }

    pub(super) fn hex(&self, hex: Hex) -> &HexFigures {
        &self.hexes[hex.index()]
    }

    pub(super) fn company(&self, company: Company) -> &CompanyFigures {
        &self.figures.company[company.index()]
    }

    pub(super) fn industry(&self, industry: Industry) -> &IndustryFigures {
        &self.figures.industry[industry as usize]
    }

    pub(super) fn industry_hex(&self, industry: Industry) -> Hex {
        self.industries[industry as usize]
    }

    /// Moves until the dial is on red (CE-10).
    pub(super) fn dial_length(&self, dial: Dial) -> u8 {
        match dial {
            Dial::Auction => self.figures.dials.auction,
            Dial::Expansion => self.figures.dials.expansion,
            Dial::Development => self.figures.dials.development,
        }
    }
}

fn find(hexes: &[HexFigures], id: &str) -> Option<Hex> {
    Hex::from_place(named::find(hexes, |hex| &hex.id, id)?)
}

/// The coordinates in an id such as `R5`: column letter, then row from the north.
fn coordinates(id: &str) -> Axial {
    let (column, row) = id.split_at(1);
    let q = i16::from(column.as_bytes()[0] - b'A');
    let row: i16 = row.parse().expect("a hex id ends in its row");
    Axial::new(q, row - (q - (q & 1)) / 2)
}

impl Industry {
    pub(super) const ALL: [Self; 3] = [Self::Detroit, Self::Wheeling, Self::Pittsburgh];
}

impl_place!(Hex(u8), HexSet);

impl Named for Hex {
    const KIND: &'static str = "hex";

    fn number(self) -> u16 {
        self.place()
    }

    fn from_number(number: u16) -> Option<Self> {
        (usize::from(number) < board().hexes.len()).then(|| Self::from_place(number))?
    }

    fn name(self) -> &'static str {
        &board().hex(self).id
    }

    fn from_name(name: &str) -> Option<Self> {
        find(&board().hexes, name)
    }
}

impl_named_serde!(Hex);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_what_it_always_was() {
        assert_eq!(
            board_hash().to_string(),
            "3c1219254dcb828080992015785a38b79d421e765d905fcac54af7e251c54170"
        );
        assert_eq!(board().hexes.len(), 160);
    }

    #[test]
    fn hexes_touch_across_column_letters() {
        let touching = |id: &str| {
            let hex = Hex::from_name(id).unwrap();
            Hex::all_in(board().network.touching(hex.place())).map(Named::name).collect::<Vec<_>>()
        };
        assert_eq!(touching("S3"), ["R2", "R3", "S2", "S4"], "New York");
        assert_eq!(touching("A2"), ["A3", "B2"], "Chicago");
        assert_eq!(touching("D3"), ["C3", "C4", "D2", "D4", "E3", "E4"], "Fort Wayne");
    }

    #[test]
    fn every_hex_can_be_reached_from_chicago() {
        let all = (0..160).collect::<HexSet>();
        assert_eq!(board().network.reachable(board().chicago.place(), &all), all);
    }

    #[test]
    fn cities_have_names_and_codes_of_their_own() {
        let mut codes = std::collections::BTreeSet::new();
        for hex in &board().hexes {
            let named = !matches!(hex.terrain, Terrain::Plain | Terrain::Forest | Terrain::Mountain);
            assert_eq!(hex.name.is_some(), named, "{}", hex.id);
            assert_eq!(hex.code.is_some(), named, "{}", hex.id);
            assert!(hex.code.as_ref().is_none_or(|code| codes.insert(code)), "{}", hex.id);
        }
    }
}
