//! The board and the figures of the components, read once from `board.toml`.

mod figures;

pub(super) use figures::{CityFigures, Color, Figures, Kind, RailroadFigures};

use std::sync::LazyLock;

use self::figures::SegmentFigures;
use super::action::{Ends, Railroad};
use crate::engine::canonical::{self, Digest};
use crate::engine::money::Money;
use crate::engine::named::{self, Named};
use crate::engine::network::PlaceSet;
use crate::{impl_named_serde, impl_place};

/// One city, town or start city, by its number in the order of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct City(u8);

/// One segment, by its number in the order of its ends' ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Segment(u8);

/// A set of cities: 80 of them fit into two words.
pub(super) type CitySet = PlaceSet<2>;

/// A set of segments: 123 of them fit into two words.
pub(super) type SegmentSet = PlaceSet<2>;

/// Everything that is printed on the board or stated of the components.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) figures: Figures,
    /// By [`City`].
    cities: Vec<CityFigures>,
    /// By [`Segment`].
    segments: Vec<Track>,
    /// By [`City`]: the segments that a railroad may build whose track reaches it, so not those whose arrow points to
    /// it (PR-12).
    leading_from: Vec<SegmentSet>,
    /// By [`City`]: the segments by which a railroad may get there.
    leading_to: Vec<SegmentSet>,
    /// By [`City`]: all segments that end there.
    touching: Vec<SegmentSet>,
    /// By [`Segment`]: what leads from either of its ends.
    leading_on: Vec<SegmentSet>,
    /// By [`Segment`]: its two ends.
    ends: Vec<CitySet>,
    /// By [`Railroad`]: the cities from which it may begin (PR-3).
    pub(super) starts: [CitySet; 6],
    /// The cities beside a box for a Western Build (PR-14).
    pub(super) western: CitySet,
    /// The cities that grow first (PR-10).
    pub(super) primaries: CitySet,
    pub(super) secondaries: CitySet,
    /// By the first die, then the second, from 0.
    chart: [[GrowthRow; 6]; 6],
    hash: Digest,
}

/// A segment with everything that is printed on it.
#[derive(Debug)]
pub(super) struct Track {
    /// Its id in scenes: its ends' ids with a dash between them.
    pub(super) id: String,
    /// In the order of the board.
    pub(super) ends: Ends,
    /// The tail of its arrow, if it has one.
    pub(super) tail: Option<City>,
    pub(super) via: Vec<(i16, i16)>,
}

/// A row of the growth chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrowthRow {
    pub(super) primary: City,
    pub(super) secondary: City,
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
        let hash = canonical::hash("prairie-railroads board", &figures);
        for (railroad, figures) in Railroad::ALL.iter().zip(&figures.railroad) {
            assert_eq!(railroad.name(), figures.id, "railroads stand in their order");
        }
        let mut cities = figures.map.cities.clone();
        cities.sort_by(|a, b| a.id.cmp(&b.id));
        let city = |id: &String| find(&cities, id).expect("cities named exist");
        let set = |ids: &[String]| ids.iter().map(|id| city(id).place()).collect::<CitySet>();
        let segments = tracks(&figures.map.segments, city);
        let row = |roll: usize| {
            let row = figures.map.growth.iter().find(|row| usize::from(row.roll) == roll);
            let row = row.expect("the chart has a row for each roll");
            GrowthRow { primary: city(&row.primary), secondary: city(&row.secondary) }
        };
        let chart = std::array::from_fn(|tens| std::array::from_fn(|ones| row(10 * (tens + 1) + ones + 1)));
        let rows = || chart.iter().flatten();
        let at_each = |leads: fn(&Track, City) -> bool| -> Vec<SegmentSet> {
            let at = |city| (0..).zip(&segments).filter(move |(_, track)| leads(track, city));
            (0..)
                .map(City)
                .take(cities.len())
                .map(|city| at(city).map(|(place, _)| place).collect())
                .collect()
        };
        let leading_from = at_each(Track::leads_from);
        let of_ends = |ends: Ends| leading_from[ends.0.index()].union(&leading_from[ends.1.index()]);
        Self {
            leading_on: segments.iter().map(|track| of_ends(track.ends)).collect(),
            leading_to: at_each(Track::leads_to),
            touching: at_each(|track, city| track.ends.has(city)),
            leading_from,
            ends: segments
                .iter()
                .map(|t| [t.ends.0.place(), t.ends.1.place()].into_iter().collect())
                .collect(),
            starts: figures.railroad.each_ref().map(|railroad| set(&railroad.start)),
            western: (0..).zip(&cities).filter(|(_, city)| city.western).map(|(place, _)| place).collect(),
            primaries: rows().map(|row| row.primary.place()).collect(),
            secondaries: rows().map(|row| row.secondary.place()).collect(),
            chart,
            cities,
            segments,
            hash,
            figures,
        }
    }

    pub(super) fn city(&self, city: City) -> &CityFigures {
        &self.cities[city.index()]
    }

    pub(super) fn cities(&self) -> u16 {
        u16::try_from(self.cities.len()).expect("80 cities")
    }

    pub(super) fn segments(&self) -> u16 {
        u16::try_from(self.segments.len()).expect("123 segments")
    }

    pub(super) fn track(&self, segment: Segment) -> &Track {
        &self.segments[segment.index()]
    }

    pub(super) fn railroad(&self, railroad: Railroad) -> &RailroadFigures {
        &self.figures.railroad[railroad.index()]
    }

    /// What may be built from a city once a railroad's track reaches it, whoever has built it (PR-12).
    pub(super) fn leading_from(&self, city: City) -> &SegmentSet {
        &self.leading_from[city.index()]
    }

    /// What may be built to reach a city, whoever has built it (PR-12).
    pub(super) fn leading_to(&self, city: City) -> &SegmentSet {
        &self.leading_to[city.index()]
    }

    /// All segments that end in a city, arrows or not.
    pub(super) fn touching(&self, city: City) -> &SegmentSet {
        &self.touching[city.index()]
    }

    /// What may be built by a railroad with this track, whoever has built it (PR-12).
    pub(super) fn leading_on(&self, track: &SegmentSet) -> SegmentSet {
        track.iter().fold(SegmentSet::EMPTY, |all, place| all.union(&self.leading_on[usize::from(place)]))
    }

    /// The cities at the ends of some track.
    pub(super) fn reached_by(&self, track: &SegmentSet) -> CitySet {
        track.iter().fold(CitySet::EMPTY, |all, place| all.union(&self.ends[usize::from(place)]))
    }

    /// The row of the chart for two dice, each from 1 to 6.
    pub(super) fn growth_row(&self, dice: [u8; 2]) -> GrowthRow {
        let [tens, ones] = dice.map(|die| usize::from(die) - 1);
        self.chart[tens][ones]
    }

    /// All rows of the growth chart.
    pub(super) fn growth_rows(&self) -> impl Iterator<Item = GrowthRow> {
        self.chart.iter().flatten().copied()
    }

    /// Cubes of each railroad that can be built with: one marks its income (PR-2).
    pub(super) fn cubes(&self) -> u8 {
        self.figures.track_cubes - 1
    }

    pub(super) fn segment_cost(&self) -> Money {
        Money::new(self.figures.segment_cost)
    }

    pub(super) fn double_cost(&self) -> Money {
        Money::new(self.figures.double_cost)
    }
}

fn find(cities: &[CityFigures], id: &str) -> Option<City> {
    City::from_place(named::find(cities, |city| &city.id, id)?)
}

/// The segments in the order of their ends' ids.
fn tracks(written: &[SegmentFigures], city: impl Fn(&String) -> City) -> Vec<Track> {
    let track = |figures: &SegmentFigures| Track {
        id: format!("{}-{}", figures.a, figures.b),
        ends: Ends(city(&figures.a), city(&figures.b)),
        tail: figures.from.as_ref().map(&city),
        via: figures.via.clone(),
    };
    let mut tracks: Vec<Track> = written.iter().map(track).collect();
    tracks.sort_by_key(|track| track.ends);
    tracks
}

impl Track {
    fn leads_from(&self, city: City) -> bool {
        self.ends.has(city) && self.tail.is_none_or(|tail| tail == city)
    }

    fn leads_to(&self, city: City) -> bool {
        self.ends.has(city) && self.tail != Some(city)
    }
}

impl Ends {
    fn has(self, city: City) -> bool {
        self.0 == city || self.1 == city
    }

    /// The other of the two cities; the first if the city is neither.
    pub(super) fn other(self, city: City) -> City {
        if self.0 == city { self.1 } else { self.0 }
    }
}

impl_place!(Segment(u8), SegmentSet);

impl Segment {
    /// All segments, by their ends.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self).take(board().segments.len())
    }

    /// The segment with these ends in the order of the board.
    pub(super) fn as_written(ends: Ends) -> Option<Self> {
        let place = board().segments.binary_search_by_key(&ends, |track| track.ends).ok()?;
        Self::from_place(u16::try_from(place).ok()?)
    }

    /// The segment between two cities, whichever of them the board names first.
    pub(super) fn between(ends: Ends) -> Option<Self> {
        Self::as_written(ends).or_else(|| Self::as_written(Ends(ends.1, ends.0)))
    }
}

impl_place!(City(u8), CitySet);

impl City {
    /// All cities, by id.
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
        (number < board().cities()).then(|| Self::from_place(number))?
    }

    fn name(self) -> &'static str {
        let CityFigures { id, .. } = board().city(self);
        id
    }

    fn from_name(name: &str) -> Option<Self> {
        find(&board().cities, name)
    }
}

impl_named_serde!(City);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_what_it_always_was() {
        assert_eq!(
            board_hash().to_string(),
            "f23fa832473d43b116b43fe9e54383ed77bd3857416d4afb5459528acfd2801d"
        );
        assert_eq!((board().cities(), board().segments()), (80, 123));
    }

    #[test]
    fn every_railroad_can_get_everywhere_from_each_of_its_starts() {
        for start in board().starts.iter().flat_map(City::all_in) {
            let mut track = *board().leading_from(start);
            while track != track.union(&board().leading_on(&track)) {
                track = track.union(&board().leading_on(&track));
            }
            assert_eq!(board().reached_by(&track).len(), board().cities(), "from {}", start.name());
        }
    }

    #[test]
    fn cities_earn_2_or_3_towns_1_and_start_cities_nothing() {
        for city in City::all().map(|city| board().city(city)) {
            let usual = match city.kind {
                Kind::Start => 0..=0,
                Kind::City => 2..=3,
                Kind::Town => 1..=1,
            };
            assert!(usual.contains(&city.income), "{}", city.id);
        }
        assert_eq!(board().western.len(), 6);
    }

    #[test]
    fn codes_differ() {
        let codes: std::collections::BTreeSet<&str> =
            board().cities.iter().map(|city| city.code.as_str()).collect();
        assert_eq!(codes.len(), board().cities.len());
    }
}
