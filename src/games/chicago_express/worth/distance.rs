//! How far it is to the hexes that a company would go a long way for.
//!
//! Computed once for the empty map: what others block or make dearer is left out, so a way can turn out longer than
//! it looked. That misleads a bot at worst.

use std::sync::LazyLock;

use super::super::board::{Board, Hex, HexSet, Terrain, board};

/// The hexes that earn enough to head for from afar, with the ways there.
#[derive(Debug)]
pub(super) struct Targets {
    hexes: Vec<Hex>,
    /// By [`Hex`], then by target: one row a hex, as a network is looked up hex by hex.
    ways: Vec<Vec<Way>>,
}

/// A way to a target, its end included and its beginning not: the cheapest, and of those the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// What it costs a company that meets no other.
    pub(super) dollars: u8,
    pub(super) hexes: u8,
}

/// Longer than any way.
const NONE: Way = Way { dollars: u8::MAX, hexes: u8::MAX };

/// A city that earns less is found when it is near.
const MIN_INCOME: i32 = 2;

/// The most targets that a board can have here.
const MAX_TARGETS: usize = 16;

/// All targets.
pub(super) fn targets() -> &'static Targets {
    static TARGETS: LazyLock<Targets> = LazyLock::new(|| Targets::on(board()));
    &TARGETS
}

impl Targets {
    fn on(board: &Board) -> Self {
        let earns = |hex: &Hex| match board.hex(*hex).terrain {
            Terrain::Chicago | Terrain::Industrial => true,
            Terrain::City => board.hex(*hex).income >= MIN_INCOME,
            _ => false,
        };
        let hexes: Vec<Hex> = all_hexes(board).filter(earns).collect();
        assert!(hexes.len() <= MAX_TARGETS, "{} targets are too many", hexes.len());
        let columns: Vec<Vec<Way>> = hexes.iter().map(|&hex| ways(board, hex)).collect();
        let row = |hex: Hex| columns.iter().map(|column| column[hex.index()]).collect();
        Self { hexes, ways: all_hexes(board).map(row).collect() }
    }

    /// The way to each target from the nearest hex of a network.
    pub(super) fn ways_from(&self, network: &HexSet) -> Ways {
        let mut nearest = [NONE; MAX_TARGETS];
        for hex in Hex::all_in(network) {
            for (best, way) in nearest.iter_mut().zip(&self.ways[hex.index()]) {
                *best = (*best).min(*way);
            }
        }
        Ways(nearest)
    }
}

/// The way to each target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways([Way; MAX_TARGETS]);

impl Ways {
    /// Each target with the way there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Hex, Way)> {
        targets().hexes.iter().copied().zip(self.0)
    }
}

fn all_hexes(board: &Board) -> impl Iterator<Item = Hex> + use<> {
    let end = board.hexes.len();
    (0..).map_while(move |place| Hex::from_place(place).filter(|hex| hex.index() < end))
}

/// The ways from all hexes to one, shortened until none can be shortened any more.
fn ways(board: &Board, target: Hex) -> Vec<Way> {
    let mut ways = vec![NONE; board.hexes.len()];
    ways[target.index()] = Way { dollars: 0, hexes: 0 };
    let mut shortened = true;
    while shortened {
        shortened = false;
        for hex in all_hexes(board) {
            for next in Hex::all_in(board.network.touching(hex.place())) {
                if board.closed.contains(next.place()) || ways[next.index()] == NONE {
                    continue;
                }
                let rest = ways[next.index()];
                let cost = u8::try_from(board.hex(next).cost).expect("a hex costs some dollars");
                let way = Way { dollars: rest.dollars.saturating_add(cost), hexes: rest.hexes + 1 };
                if way < ways[hex.index()] {
                    ways[hex.index()] = way;
                    shortened = true;
                }
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::named::Named;

    fn way(from: &str, to: &str) -> Way {
        let network = [Hex::from_name(from).unwrap().place()].into_iter().collect();
        targets().ways_from(&network).iter().find(|(hex, _)| hex.name() == to).unwrap().1
    }

    #[test]
    fn ways_count_the_end_and_not_the_beginning() {
        assert_eq!(way("A2", "A2"), Way { dollars: 0, hexes: 0 });
        assert_eq!(way("B2", "A2"), Way { dollars: 3, hexes: 1 });
        assert_eq!(way("D3", "A2"), Way { dollars: 5, hexes: 3 }, "Fort Wayne to Chicago over plains");
    }

    #[test]
    fn every_company_can_get_to_every_target() {
        for start in board().starts {
            for (hex, way) in targets().ways_from(&[start.place()].into_iter().collect()).iter() {
                assert!(way.dollars < 60, "{} to {}: {way:?}", start.name(), hex.name());
            }
        }
        assert_eq!(targets().hexes.len(), 11);
    }
}
