//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

mod ledger;

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use self::ledger::{assert_invariants, assert_step};
use super::kit::figures::{CUBES, all_cities, all_railroads};
use super::kit::{Table, bid, deliver, keep, lay, pass, take_city, take_stock};
use crate::test_kit::random::{Pick, Taste, config, pick};

const TASTE: Taste = Taste { raises: 3, step: 1, urge: |_| None };

/// A new game for one to five, with or without the options.
fn begin(seats: u8, option: u8) -> Table {
    let options: &[&str] = [&[][..], &["ordered_bidding"], &["challenge"]][usize::from(option) % 3];
    Table::with_options(seats, options)
}

/// A game after these decisions, or fewer if it has ended.
fn after(mut table: Table, picks: &[Pick]) -> Table {
    for &pick in picks {
        if table.is_over() {
            break;
        }
        table.step(TASTE, pick);
    }
    table
}

proptest! {
    #![proptest_config(config(40, 7))]

    #[test]
    fn cubes_tiles_stocks_links_and_scores_add_up_after_every_step(
        seats in 1..=5_u8, option in 0..3_u8, picks in vec(pick(), 0..400),
    ) {
        let mut table = begin(seats, option);
        let mut before = table.position();
        for pick in picks {
            if table.is_over() {
                break;
            }
            let action = table.step(TASTE, pick);
            let now = table.position();
            assert_invariants(&now);
            assert_step(&before, action.as_ref(), &now);
            before = now;
        }
    }

    #[test]
    fn a_position_from_any_moment_loads_to_the_same_hash(
        seats in 1..=5_u8, option in 0..3_u8, picks in vec(pick(), 0..300),
    ) {
        let table = after(begin(seats, option), &picks);
        prop_assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }

    #[test]
    fn exactly_the_listed_actions_are_taken(
        seats in 1..=5_u8, option in 0..3_u8, picks in vec(pick(), 0..200),
    ) {
        let table = after(begin(seats, option), &picks);
        table.assert_takes_what_is_listed(all_actions(&table));
    }
}

/// Every action there is near the tiles that lie, with bids as high as most scores.
fn all_actions(table: &Table) -> Vec<Value> {
    let mut actions = vec![pass()];
    actions.extend((-1..60).map(bid));
    actions.extend(all_cities().into_iter().map(take_city));
    actions.extend(all_railroads().into_iter().flat_map(|railroad| [take_stock(railroad), keep(railroad)]));
    let tiles = table.see("/tiles");
    let laid = tiles
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| [0, 1].map(|i| i16::try_from(tile["at"][i].as_i64().unwrap()).unwrap()));
    let laid: Vec<[i16; 2]> = laid.collect();
    let around = |[x, y]: [i16; 2]| [[x, y], [x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y], [x + 1, y + 1]];
    let near: BTreeSet<[i16; 2]> = laid.iter().flat_map(|at| around(*at)).collect();
    for &at in &near {
        let tiles =
            all_cities().into_iter().flat_map(|tile| (0..4).map(move |rotation| lay(tile, at, rotation)));
        actions.extend(tiles);
    }
    for &from in &laid {
        for to in around(from) {
            actions.extend(CUBES.map(|cube| deliver(from, cube, to)));
        }
    }
    for a in CUBES {
        actions.extend(CUBES.iter().flat_map(|b| CUBES.map(|c| super::kit::arrange([a, b, c]))));
    }
    actions
}

/// Random play is only worth something if it gets everywhere.
#[test]
fn random_games_come_to_an_end_and_through_every_phase() {
    let seen = Table::seen_in_games((0..24).map(|game| 1 + game % 5), TASTE, 0);
    for phase in ["draw", "bid", "draft", "arrange", "keep", "lay", "deliver", "over"] {
        assert!(seen.contains(phase), "{phase}");
    }
    for part in [
        "without a link",
        "has no tile that fits",
        "stocks are drawn instead",
        "no city tile left: this turn is the last",
        "cannot bid",
        "nobody bids",
        "for the link",
    ] {
        assert!(seen.iter().any(|known| known.contains(part)), "{part}");
    }
}
