//! The maps and all their figures, read once from the files in `boards/`.
//!
//! A [`Board`] is one map with everything that goes with it. Cities, cards and barons are named in `board/names.rs`.

mod figures;
mod names;

pub(super) use figures::{BaronFigures, CardFigures, Effect, Figures, Goal};
pub(super) use names::{Baron, Card, CardSet, City, CitySet};

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::action::{Color, Side};
use crate::engine::canonical::{self, Digest};
use crate::engine::hex::Axial;
use crate::engine::money::Money;
use crate::engine::named::Named;

/// Which map is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MapId {
    Eastern,
    Mexico,
}

/// A hex of a map, by its number along the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Hex(u16);

/// What a hex is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Land {
    /// Nothing can be built here: sea, a part of a hex, a place kept for a special link.
    Unplayable,
    Open,
    Water,
    Mountain,
    City(City),
}

/// A hex as it is printed.
#[derive(Debug)]
pub(super) struct PrintedHex {
    pub(super) land: Land,
    /// The sides with a ridge, as bits.
    ridges: u8,
    /// By side.
    next: [Option<Hex>; 6],
}

/// A city as it is printed.
#[derive(Debug)]
pub(super) struct PrintedCity {
    pub(super) name: String,
    pub(super) hex: Hex,
    /// None for a gray city.
    pub(super) color: Option<Color>,
    pub(super) cubes: u8,
    /// Whether only a special link leads here (RW-12).
    pub(super) is_terminal: bool,
}

/// Where a special link can be built (RW-12).
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) gateway: City,
    pub(super) terminal: City,
}

/// A side of a printed city with land beside it, where a link can start (RW-9).
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) city: City,
    pub(super) side: Side,
    /// The land.
    pub(super) hex: Hex,
}

/// A map with everything that goes with it.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) id: MapId,
    pub(super) figures: Figures,
    pub(super) columns: u16,
    /// By [`Hex`].
    ground: Vec<PrintedHex>,
    /// By [`City::index`].
    places: Vec<PrintedCity>,
    /// By city, then by side.
    pub(super) starts: Vec<Start>,
    pub(super) sites: Vec<Site>,
    /// All cards of this map.
    pub(super) cards: CardSet,
    pub(super) start_cards: CardSet,
    /// By [`Card`]: where it stands in the list of the figures.
    card_places: Vec<Option<u8>>,
}

static BOARDS: LazyLock<[Board; 2]> = LazyLock::new(|| MapId::ALL.map(Board::read));

/// The hash of both maps, which peers compare before they start.
pub(super) fn board_hash() -> Digest {
    let figures = BOARDS.each_ref().map(|board| &board.figures);
    canonical::hash("railways-of-the-world boards", &figures)
}

impl MapId {
    pub(super) const ALL: [Self; 2] = [Self::Eastern, Self::Mexico];

    pub(super) fn board(self) -> &'static Board {
        &BOARDS[self as usize]
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Eastern => "eastern",
            Self::Mexico => "mexico",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Self::Eastern => include_str!("boards/eastern.toml"),
            Self::Mexico => include_str!("boards/mexico.toml"),
        }
    }
}

impl Board {
    /// Reads the embedded file; a mistake in it is a mistake in the program.
    fn read(id: MapId) -> Self {
        let figures: Figures = toml::from_str(id.file()).expect("a map's file is well formed");
        let columns = figures.rows.first().map_or(0, String::len);
        let columns = u16::try_from(columns).expect("a map has some dozen columns");
        let hex = |(column, row): (u16, u16)| Hex(row * columns + column);
        let cities = figures.cities.list.iter().map(|city| PrintedCity {
            name: city.name.clone(),
            hex: hex(city.at),
            color: city.color,
            cubes: city.cubes,
            is_terminal: false,
        });
        let terminals = figures.special.sites.iter().map(|site| PrintedCity {
            name: site.name.clone(),
            hex: hex(site.at),
            color: Some(figures.special.color),
            cubes: figures.special.cubes,
            is_terminal: true,
        });
        let places: Vec<PrintedCity> = cities.chain(terminals).collect();
        let site =
            |(number, gateway)| Site { gateway, terminal: City::on(id, figures.cities.list.len() + number) };
        let gateways = figures.special.sites.iter().map(|site| site.gateway);
        let mut card_places = vec![None; Card::count()];
        for (place, card) in (0..).zip(&figures.cards.list) {
            card_places[usize::from(card.id.number())] = Some(place);
        }
        let start_cards = figures.cards.list.iter().filter(|card| card.start);
        let ground = ground(&figures, id, columns);
        Self {
            id,
            columns,
            starts: starts(&ground),
            ground,
            places,
            sites: gateways.enumerate().map(site).collect(),
            cards: figures.cards.list.iter().map(|card| card.id).collect(),
            start_cards: start_cards.map(|card| card.id).collect(),
            card_places,
            figures,
        }
    }

    /// Whether the map reaches so far.
    pub(super) fn has(&self, hex: Hex) -> bool {
        usize::from(hex.0) < self.ground.len()
    }

    pub(super) fn ground(&self, hex: Hex) -> &PrintedHex {
        &self.ground[usize::from(hex.0)]
    }

    pub(super) fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..u16::try_from(self.ground.len()).expect("a map has some hundred hexes")).map(Hex)
    }

    /// Column and row.
    pub(super) const fn at(&self, hex: Hex) -> (u16, u16) {
        (hex.0 % self.columns, hex.0 / self.columns)
    }

    /// The hex in this column and row, if the map reaches so far.
    pub(super) fn hex_at(&self, (column, row): (u16, u16)) -> Option<Hex> {
        let hex = Hex(row.checked_mul(self.columns)?.checked_add(column)?);
        (column < self.columns && usize::from(hex.0) < self.ground.len()).then_some(hex)
    }

    /// How many steps apart two hexes are.
    pub(super) fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.axial(a).distance(self.axial(b))
    }

    fn axial(&self, hex: Hex) -> Axial {
        let (column, row) = self.at(hex);
        let [column, row] = [column, row].map(|number| i16::try_from(number).expect("some dozen"));
        Axial::new(column - row / 2, row)
    }

    pub(super) fn place(&self, city: City) -> &PrintedCity {
        &self.places[city.index()]
    }

    /// How many cities there are, terminals included.
    pub(super) fn city_count(&self) -> usize {
        self.places.len()
    }

    /// All cities in the order of the file, terminals last.
    pub(super) fn cities(&self) -> impl DoubleEndedIterator<Item = City> + use<> {
        let id = self.id;
        (0..self.places.len()).map(move |index| City::on(id, index))
    }

    /// The cities that are on the map from the start.
    pub(super) fn printed_cities(&self) -> impl Iterator<Item = City> + use<> {
        self.cities().take(self.places.len() - self.sites.len())
    }

    pub(super) fn site(&self, gateway: City) -> Option<Site> {
        self.sites.iter().copied().find(|site| site.gateway == gateway)
    }

    /// What is printed on a card; nothing for a card of another map.
    pub(super) fn card(&self, card: Card) -> Option<&CardFigures> {
        let place = self.card_places[usize::from(card.number())]?;
        Some(&self.figures.cards.list[usize::from(place)])
    }

    /// What a card of this map does.
    pub(super) fn effect(&self, card: Card) -> Option<Effect> {
        self.card(card).map(|card| card.effect)
    }

    pub(super) fn barons(&self) -> &[BaronFigures] {
        &self.figures.barons.list
    }

    pub(super) fn baron(&self, baron: Baron) -> Option<&BaronFigures> {
        self.barons().iter().find(|figures| figures.id == baron)
    }

    /// New City tiles of a colour in the box.
    pub(super) fn tiles(&self, color: Color) -> u8 {
        self.figures.new_cities.of(color)
    }

    /// What the engine of a level costs, before cards; nothing beyond the last (RW-14).
    pub(super) fn engine_price(&self, level: u8) -> Option<Money> {
        let place = usize::from(level).checked_sub(2)?;
        self.figures.engines.get(place).copied().map(Money::new)
    }

    /// The best engine there is.
    pub(super) fn last_engine(&self) -> u8 {
        u8::try_from(self.figures.engines.len() + 1).expect("eight engines")
    }

    /// What a position on the income track pays (RW-7).
    pub(super) fn income(&self, position: i64) -> Money {
        let steps = &self.figures.income;
        let place = steps.partition_point(|(first, _)| *first <= position);
        Money::new(steps[place.saturating_sub(1)].1)
    }

    /// Empty-city markers that bring the end (RW-18).
    pub(super) fn end_markers(&self, players: u8) -> u8 {
        self.figures.end_markers[usize::from(players) - 2]
    }

    /// Cubes that a city draws at the set-up (RW-1).
    pub(super) fn first_cubes(&self, city: City, players: u8) -> u8 {
        let printed = self.place(city).cubes;
        if players <= self.figures.cubes.few_players { (printed - 1).max(1) } else { printed }
    }
}

impl PrintedHex {
    pub(super) const fn has_ridge(&self, side: Side) -> bool {
        self.ridges & side.bit() != 0
    }

    /// The hex across a side.
    pub(super) const fn next(&self, side: Side) -> Option<Hex> {
        self.next[side.index()]
    }

    /// Whether track can lie here (RW-8).
    pub(super) const fn is_playable(&self) -> bool {
        matches!(self.land, Land::Open | Land::Water | Land::Mountain)
    }
}

impl Hex {
    /// Its place in arrays of one value a hex.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

fn ground(figures: &Figures, id: MapId, columns: u16) -> Vec<PrintedHex> {
    let rows = u16::try_from(figures.rows.len()).expect("a map has some dozen rows");
    let hexes = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut ground: Vec<PrintedHex> = hexes()
        .map(|at| PrintedHex {
            land: land(figures, id, at),
            ridges: 0,
            next: Side::ALL.map(|side| {
                let (column, row) = step(at, side);
                let column = u16::try_from(column).ok().filter(|column| *column < columns)?;
                let row = u16::try_from(row).ok().filter(|row| *row < rows)?;
                Some(Hex(row * columns + column))
            }),
        })
        .collect();
    for &(column, row, side) in &figures.ridges {
        let (hex, side) = (Hex(row * columns + column), Side::new(side).expect("a hex has six sides"));
        ground[hex.index()].ridges |= side.bit();
        let next = ground[hex.index()].next(side).expect("a ridge lies between two hexes");
        ground[next.index()].ridges |= side.facing().bit();
    }
    ground
}

fn starts(ground: &[PrintedHex]) -> Vec<Start> {
    let mut starts = Vec::new();
    for from in ground {
        let Land::City(city) = from.land else { continue };
        for side in Side::ALL {
            let beside = from.next(side).filter(|hex| ground[hex.index()].is_playable());
            starts.extend(beside.map(|hex| Start { city, side, hex }));
        }
    }
    starts.sort_by_key(|start| (start.city, start.side));
    starts
}

/// Column and row of the neighbour across a side. Odd rows stand half a hex further east.
fn step((column, row): (u16, u16), side: Side) -> (i32, i32) {
    let odd = i32::from(row % 2);
    let (columns, rows) = [(1, 0), (odd, 1), (odd - 1, 1), (-1, 0), (odd - 1, -1), (odd, -1)][side.index()];
    (i32::from(column) + columns, i32::from(row) + rows)
}

fn land(figures: &Figures, id: MapId, at: (u16, u16)) -> Land {
    match figures.rows[usize::from(at.1)].as_bytes()[usize::from(at.0)] {
        b'o' => Land::Open,
        b'w' => Land::Water,
        b'm' => Land::Mountain,
        b'C' => {
            let index = figures.cities.list.iter().position(|city| city.at == at);
            Land::City(City::on(id, index.expect("every city of the map is listed")))
        }
        _ => Land::Unplayable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_are_what_they_always_were() {
        assert_eq!(
            board_hash().to_string(),
            "04652aff0241c567821bde491ce6624b3452f98b53eeff4e76e0a2259ebba438"
        );
        let sizes = MapId::ALL.map(|map| (map.board().ground.len(), map.board().printed_cities().count()));
        assert_eq!(sizes, [(600, 37), (285, 16)]);
    }

    #[test]
    fn neighbours_find_each_other_across_facing_sides() {
        for board in MapId::ALL.map(MapId::board) {
            for hex in board.hexes() {
                for side in Side::ALL {
                    let Some(next) = board.ground(hex).next(side) else { continue };
                    assert_eq!(board.ground(next).next(side.facing()), Some(hex));
                    let ridge = board.ground(hex).has_ridge(side);
                    assert_eq!(ridge, board.ground(next).has_ridge(side.facing()));
                }
            }
        }
    }

    #[test]
    fn special_links_leave_from_beside_their_gateways() {
        for board in MapId::ALL.map(MapId::board) {
            for site in &board.sites {
                let gateway = board.ground(board.place(site.gateway).hex);
                let beside = Side::ALL.into_iter().filter_map(|side| gateway.next(side));
                let terminal = board.place(site.terminal);
                assert!(beside.into_iter().any(|hex| hex == terminal.hex), "{}", terminal.name);
                assert_eq!(site.terminal.name(), format!("T_{}", site.gateway.name()));
            }
        }
    }

    #[test]
    fn every_city_can_be_built_to_and_the_bag_has_cubes_enough() {
        for board in MapId::ALL.map(MapId::board) {
            for city in board.printed_cities() {
                let ground = board.ground(board.place(city).hex);
                let sides = Side::ALL.into_iter().filter_map(|side| ground.next(side));
                assert!(sides.into_iter().any(|hex| board.ground(hex).is_playable()), "{}", city.name());
            }
            let drawn: u32 = board.printed_cities().map(|city| u32::from(board.place(city).cubes)).sum();
            assert!(drawn < 5 * u32::from(board.figures.cubes.of_a_color));
        }
    }
}
