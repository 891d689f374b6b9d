//! The tiles and the figures of the components, read once from `board.toml`.

mod figures;

pub(super) use figures::Figures;

use std::sync::LazyLock;

use self::figures::{RailroadFigures, TileFigures};
use super::action::{At, Cube, Rotation};
use super::state::Cubes;
use crate::engine::canonical::{self, Digest};
use crate::engine::named::{self, Named};
use crate::engine::network::PlaceSet;
use crate::{impl_named_serde, impl_place};

/// One city tile, by its number in the order of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct City(u8);

/// One of the twelve railroads, by its number in the order of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Railroad(u8);

/// A set of city tiles: 37 of them fit into one word.
pub(super) type CitySet = PlaceSet<1>;

/// What stands at an edge of a tile; nothing at a blank one.
pub(super) type Edge = Option<Railroad>;

/// The edges of a tile as it lies, by side.
pub(super) type Edges = [Edge; 4];

/// Everything that is printed on the tiles or stated of the components.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) figures: Figures,
    /// By [`City`], then by [`Rotation`].
    lying: Vec<[Edges; 4]>,
    /// The tiles of which one lies first (RR-2).
    pub(super) starts: CitySet,
    /// The tiles that lie before the first turn of solitaire (RR-12).
    pub(super) opening: [(City, At, Rotation); 3],
    /// By number of players, from one on (RR-3, RR-12).
    bags: [Cubes; 5],
    hash: Digest,
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
        let sorted = figures.tiles.is_sorted_by_key(|tile| &tile.id)
            && figures.railroad.is_sorted_by_key(|railroad| &railroad.id);
        assert!(sorted, "tiles and railroads stand by id");
        let start = |(number, tile): (u16, &TileFigures)| tile.start.then_some(number);
        let opening = figures.solitaire.opening.each_ref().map(|laid| {
            (find_tile(&figures, &laid.tile).expect("the opening's tiles exist"), laid.at, laid.rotation)
        });
        Self {
            lying: figures.tiles.iter().map(|tile| turned(edges(&figures, tile))).collect(),
            starts: (0..).zip(&figures.tiles).filter_map(start).collect(),
            opening,
            bags: ["1", "2", "3", "4", "5"].map(|players| {
                let counts = figures.goods.get(players).expect("goods for every number of players");
                Cubes::new(Cube::ALL.map(|cube| counts.get(&cube).copied().unwrap_or(0)))
            }),
            hash: canonical::hash("railroad-rivals board", &figures),
            figures,
        }
    }

    pub(super) fn tile(&self, city: City) -> &TileFigures {
        &self.figures.tiles[city.index()]
    }

    pub(super) fn tiles(&self) -> u16 {
        u16::try_from(self.figures.tiles.len()).expect("37 tiles")
    }

    pub(super) fn railroad(&self, railroad: Railroad) -> &RailroadFigures {
        &self.figures.railroad[railroad.index()]
    }

    /// The edges of a tile that lies so.
    pub(super) fn edges(&self, city: City, rotation: Rotation) -> Edges {
        self.lying[city.index()][rotation.index()]
    }

    /// The cubes of a game for so many, none if it is not for so many.
    pub(super) fn bag(&self, players: u8) -> Option<Cubes> {
        self.bags.get(usize::from(players).checked_sub(1)?).copied()
    }
}

/// The printed edges, each a railroad that exists or blank.
fn edges(figures: &Figures, tile: &TileFigures) -> Edges {
    tile.edges.each_ref().map(|edge| {
        let known = || find_railroad(figures, edge).expect("railroads at edges exist");
        (!edge.is_empty()).then(known)
    })
}

/// The edges after no, one, two and three quarter turns clockwise.
fn turned(printed: Edges) -> [Edges; 4] {
    std::array::from_fn(|turns| {
        let mut edges = printed;
        edges.rotate_right(turns);
        edges
    })
}

fn find_tile(figures: &Figures, id: &str) -> Option<City> {
    City::from_place(named::find(&figures.tiles, |tile| &tile.id, id)?)
}

fn find_railroad(figures: &Figures, id: &str) -> Option<Railroad> {
    let place = named::find(&figures.railroad, |railroad| &railroad.id, id)?;
    u8::try_from(place).ok().map(Railroad)
}

impl_place!(City(u8), CitySet);

impl Railroad {
    /// How many there are.
    pub(super) const COUNT: usize = 12;

    /// Its place in arrays of one value a railroad.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// All of them, by id.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(Self::from_number)
    }

    /// One value for each, by id.
    pub(super) fn map<T>(value: impl Fn(Self) -> T) -> [T; Self::COUNT] {
        std::array::from_fn(|place| value(Self(u8::try_from(place).expect("twelve railroads"))))
    }
}

impl City {
    /// All tiles, by id.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(Self::from_number)
    }
}

impl Named for City {
    const KIND: &'static str = "city";

    fn number(self) -> u16 {
        self.place()
    }

    fn from_number(number: u16) -> Option<Self> {
        Self::from_place(number).filter(|_| number < board().tiles())
    }

    fn name(self) -> &'static str {
        let TileFigures { id, .. } = board().tile(self);
        id
    }

    fn from_name(name: &str) -> Option<Self> {
        find_tile(&board().figures, name)
    }
}

impl Named for Railroad {
    const KIND: &'static str = "railroad";

    fn number(self) -> u16 {
        self.0.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        u8::try_from(number).ok().filter(|_| usize::from(number) < Self::COUNT).map(Self)
    }

    fn name(self) -> &'static str {
        let RailroadFigures { id, .. } = board().railroad(self);
        id
    }

    fn from_name(name: &str) -> Option<Self> {
        find_railroad(&board().figures, name)
    }
}

impl_named_serde!(City);
impl_named_serde!(Railroad);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_railroad_stands_at_eleven_edges() {
        for railroad in Railroad::all() {
            let edges = City::all().flat_map(|city| board().edges(city, Rotation::default()));
            assert_eq!(edges.filter(|&edge| edge == Some(railroad)).count(), 11, "{}", railroad.name());
        }
        assert_eq!((board().tiles(), Railroad::all().count()), (37, 12));
    }

    #[test]
    fn a_quarter_turn_brings_the_north_edge_to_the_east() {
        let city = City::from_name("new_york").unwrap();
        let names = |turns: u8| {
            let edges = board().edges(city, Rotation::try_from(turns).unwrap());
            edges.map(|edge| edge.map_or("", Named::name))
        };
        assert_eq!(names(0), ["NYC", "", "PRR", "B&O"]);
        assert_eq!(names(1), ["B&O", "NYC", "", "PRR"]);
        assert_eq!(names(3), ["", "PRR", "B&O", "NYC"]);
    }

    #[test]
    fn codes_differ_and_no_name_of_a_railroad_is_longer_than_a_tile_shows() {
        let codes: std::collections::BTreeSet<&str> =
            City::all().map(|city| board().tile(city).code.as_str()).collect();
        assert_eq!(codes.len(), usize::from(board().tiles()));
        assert!(Railroad::all().all(|railroad| railroad.name().len() <= 4));
    }
}
