//! The printed figures, and what follows from them: worked out a second time here, so that a mistake in the game's own
//! sums shows.

use crate::engine::named::Named;
use crate::games::prairie_railroads::action::Ends;
use crate::games::prairie_railroads::board::{City, Kind, Segment, board};

/// The railroads in the order of the opening auctions.
pub(crate) const RAILROADS: [&str; 6] = ["CRIP", "ATSF", "KP", "MKT", "SLSF", "MP"];

/// The cards.
pub(crate) const CARDS: [&str; 3] = ["CT", "OS", "PD"];

/// All cards there are.
pub(crate) const ALL_CARDS: [i64; 3] = [40, 24, 8];

/// What each hand is dealt.
pub(crate) fn hand(players: usize) -> [i64; 3] {
    match players {
        3 => [10, 6, 2],
        4 => [8, 5, 1],
        5 => [6, 4, 1],
        other => panic!("nobody plays with {other}"),
    }
}

/// Two cities that a segment joins, in the order of the board.
pub(crate) type Pair = [&'static str; 2];

/// The segment between two cities; none is a mistake in the test.
pub(crate) fn segment(a: &str, b: &str) -> Pair {
    let ends = Ends(city(a), city(b));
    let found = Segment::between(ends).unwrap_or_else(|| panic!("no segment joins {a} and {b}"));
    pair(found)
}

/// All segments of the map.
pub(crate) fn all_segments() -> impl Iterator<Item = Pair> {
    Segment::all().map(pair)
}

fn pair(segment: Segment) -> Pair {
    let Ends(a, b) = board().track(segment).ends;
    [a.name(), b.name()]
}

/// The tail of the segment's arrow, if it has one.
pub(crate) fn tail([a, b]: Pair) -> Option<&'static str> {
    let found = Segment::as_written(Ends(city(a), city(b))).unwrap();
    board().track(found).tail.map(Named::name)
}

/// The income of a segment when these cities have grown.
pub(crate) fn segment_income([a, b]: [&str; 2], grown: &[&str]) -> i64 {
    [a, b].iter().map(|id| city_income(id, grown)).sum()
}

fn city_income(id: &str, grown: &[&str]) -> i64 {
    let printed = i64::from(board().city(city(id)).income);
    printed + i64::from(grown.contains(&id))
}

/// A sum parted into so many, rounded up.
pub(crate) fn parted(sum: i64, parts: i64) -> i64 {
    sum / parts + i64::from(sum % parts > 0)
}

/// All cities by id.
pub(crate) fn all_cities() -> impl Iterator<Item = &'static str> {
    City::all().map(Named::name)
}

pub(crate) fn is_start(id: &str) -> bool {
    board().city(city(id)).kind == Kind::Start
}

/// The cities of the growth chart's first column, or of its second.
pub(crate) fn growing(primary: bool) -> Vec<&'static str> {
    let set = if primary { &board().primaries } else { &board().secondaries };
    City::all_in(set).map(Named::name).collect()
}

/// The column of the map in which the city lies, from the west.
pub(crate) fn column(id: &str) -> i16 {
    board().city(city(id)).at.0
}

/// The dice of the row that has the city.
pub(crate) fn roll_of(id: &str) -> [u8; 2] {
    let mut rolls = (1..=6).flat_map(|tens| (1..=6).map(move |ones| [tens, ones]));
    let has = |&dice: &[u8; 2]| {
        let row = board().growth_row(dice);
        row.primary == city(id) || row.secondary == city(id)
    };
    rolls.find(has).unwrap_or_else(|| panic!("{id} is not in the chart"))
}

/// The city by its id; a misspelt one is a mistake in the test.
pub(crate) fn named(id: &str) -> &'static str {
    city(id).name()
}

fn city(id: &str) -> City {
    City::from_name(id).unwrap_or_else(|| panic!("there is no city {id}"))
}
