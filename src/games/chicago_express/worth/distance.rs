//! How far it is to the hexes that a company would go a long way for.
//!
//! Computed once for the empty map: what others block or make dearer is left out, so a way can turn out longer than
//! it looked. That misleads a bot at worst.

use std::sync::LazyLock;

use super::super::board::{Board, Hex, HexSet, Terrain, board};

/// A hex that earns enough to head for from afar.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) hex: Hex,
    /// By [`Hex`]: the way from there.
    ways: Vec<Way>,
}

/// A way to a target, its end included and its beginning not: the cheapest, and of those the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// What it costs a company that meets no other.
    pub(super) dollars: i64,
    pub(super) hexes: u8,
}

/// Longer than any way.
const NONE: Way = Way { dollars: 1_000, hexes: 200 };

/// A city that earns less is found when it is near.
const MIN_INCOME: i32 = 2;

/// All targets.
pub(super) fn targets() -> &'static [Target] {
    static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
        let all = (0..).zip(&board().hexes).filter(|(_, hex)| match hex.terrain {
            Terrain::Chicago | Terrain::Industrial => true,
            Terrain::City => hex.income >= MIN_INCOME,
            _ => false,
        });
        let hexes = all.filter_map(|(place, _)| Hex::from_place(place));
        hexes.map(|hex| Target { hex, ways: ways(board(), hex) }).collect()
    });
    &TARGETS
}

impl Target {
    /// The way from the nearest hex of a network.
    pub(super) fn way_from(&self, network: &HexSet) -> Way {
        Hex::all_in(network).map(|hex| self.ways[hex.index()]).min().unwrap_or(NONE)
    }
}

/// The ways from all hexes to one, shortened until none can be shortened any more.
fn ways(board: &Board, target: Hex) -> Vec<Way> {
    let mut ways = vec![NONE; board.hexes.len()];
    ways[target.index()] = Way { dollars: 0, hexes: 0 };
    let all =
        || (0..).map_while(|place| Hex::from_place(place).filter(|hex| hex.index() < board.hexes.len()));
    let mut shortened = true;
    while shortened {
        shortened = false;
        for hex in all() {
            for next in Hex::all_in(board.network.touching(hex.place())) {
                if board.closed.contains(next.place()) || ways[next.index()] == NONE {
                    continue;
                }
                let rest = ways[next.index()];
                let way = Way { dollars: rest.dollars + board.hex(next).cost, hexes: rest.hexes + 1 };
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
        let target = targets().iter().find(|target| target.hex.name() == to).unwrap();
        target.way_from(&[Hex::from_name(from).unwrap().place()].into_iter().collect())
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
            for target in targets() {
                let way = target.way_from(&[start.place()].into_iter().collect());
                assert!(way < NONE, "{} to {}", start.name(), target.hex.name());
            }
        }
        assert_eq!(targets().len(), 11);
    }
}
