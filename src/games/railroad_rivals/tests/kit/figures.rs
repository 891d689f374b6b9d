//! The printed figures, and what follows from them: worked out a second time here, so that a mistake in the game's own
//! sums shows.

use crate::engine::named::Named;
use crate::games::railroad_rivals::action::Rotation;
use crate::games::railroad_rivals::board::{City, Railroad, board};

/// The colours by name.
pub(crate) const CUBES: [&str; 4] = ["black", "brown", "gray", "yellow"];

/// So many cubes of each colour in the bag.
pub(crate) fn bag(players: usize) -> [i64; 4] {
    match players {
        1 => [6, 6, 6, 6],
        2 | 3 => [0, 16, 0, 10],
        4 => [10, 16, 0, 10],
        5 => [10, 12, 6, 6],
        other => panic!("nobody plays with {other}"),
    }
}

/// All city tiles by id.
pub(crate) fn all_cities() -> Vec<&'static str> {
    City::all().map(Named::name).collect()
}

/// All railroads by id.
pub(crate) fn all_railroads() -> Vec<&'static str> {
    Railroad::all().map(Named::name).collect()
}

/// The tile by its id; a misspelt one is a mistake in the test.
pub(crate) fn named(id: &str) -> &'static str {
    city(id).name()
}

pub(crate) fn goods(id: &str) -> i64 {
    board().tile(city(id)).goods.into()
}

/// What stands at the north, east, south and west of a tile after so many quarter turns; nothing at a blank edge.
pub(crate) fn edges(id: &str, rotation: u8) -> [&'static str; 4] {
    let printed = board().edges(city(id), Rotation::default()).map(|edge| edge.map_or("", Named::name));
    [0, 1, 2, 3].map(|side| printed[(side + 4 - usize::from(rotation)) % 4])
}

fn city(id: &str) -> City {
    City::from_name(id).unwrap_or_else(|| panic!("there is no city {id}"))
}

/// The name that people read.
pub(crate) fn title(id: &str) -> &'static str {
    &board().tile(city(id)).name
}
