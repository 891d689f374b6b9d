//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

mod ledger;

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use self::ledger::{assert_invariants, assert_step};
use super::kit::figures::{CUBES, all_cities, all_railroads};
use super::kit::{Table, bid, deliver, keep, lay, pass, take_city, take_stock};
use crate::engine::chance::Chance;

/// The same cases in every run.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// How one decision is made, or one draw decided.
#[derive(Clone, Copy, Debug)]
struct Pick {
    choice: u16,
    raise: u8,
}

fn pick() -> impl Strategy<Value = Pick> {
    (any::<u16>(), any::<u8>()).prop_map(|(choice, raise)| Pick { choice, raise })
}

/// A new game for one to five, with or without the options.
fn begin(seats: u8, option: u8) -> Table {
    let options: &[&str] = [&[][..], &["ordered_bidding"], &["challenge"]][usize::from(option) % 3];
    Table::with_options(seats, options)
}

fn decide(table: &Table, pick: Pick) -> Value {
    let mut choices = table.choices();
    let mut choice = choices.swap_remove(usize::from(pick.choice) % choices.len());
    if let Some([min, max]) = choice["amount"].as_array().map(Vec::as_slice) {
        let (min, max) = (min.as_i64().unwrap(), max.as_i64().unwrap());
        // Bids that leave something, but sometimes all of it.
        let raise = if pick.raise == u8::MAX { max - min } else { i64::from(pick.raise) % 3 };
        choice["amount"] = json!((min + raise).min(max));
    }
    choice
}

/// Plays one step; what was decided, or nothing for a draw.
fn step(table: &mut Table, pick: Pick) -> Option<Value> {
    if table.is_chance() {
        table.draw(pick.raise);
        return None;
    }
    let action = decide(table, pick);
    // Playing also audits the state.
    table.play(action.clone());
    Some(action)
}

/// A game after these decisions, or fewer if it has ended.
fn after(mut table: Table, picks: &[Pick]) -> Table {
    for &pick in picks {
        if table.is_over() {
            break;
        }
        step(&mut table, pick);
    }
    table
}

proptest! {
    #![proptest_config(config(40))]

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
            let action = step(&mut table, pick);
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
        let listed = table.choices();
        for action in all_actions(&table) {
            let in_range = |range: &Value| action["amount"].as_i64() >= range[0].as_i64()
                && action["amount"].as_i64() <= range[1].as_i64();
            let is_listed = match action["type"].as_str() {
                Some("bid") => listed.iter().any(|choice| choice["type"] == "bid" && in_range(&choice["amount"])),
                _ => listed.contains(&action),
            };
            prop_assert_eq!(table.takes(&action), is_listed, "{}", action);
        }
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
    let mut seen = BTreeSet::new();
    for seed in 0..24_u8 {
        let mut table = begin(1 + seed % 5, seed / 8);
        let mut chance = Chance::new([seed; 32]);
        while !table.is_over() {
            let choice = u16::try_from(chance.below(1 << 16)).unwrap();
            let pick = Pick { choice, raise: u8::try_from(chance.below(256)).unwrap() };
            seen.insert(table.phase());
            step(&mut table, pick);
            seen.extend(table.notes().iter().cloned());
        }
        seen.insert(table.phase());
    }
    for phase in ["draw", "bid", "draft", "arrange", "keep", "lay", "deliver", "over"] {
        assert!(seen.contains(phase), "{phase}");
    }
    for part in [
        "without a link",
        "has no tile that fits",
        "stocks are drawn instead",
        "has no city tile left",
        "cannot bid",
        "nobody bids",
        "for the link",
    ] {
        assert!(seen.iter().any(|known| known.contains(part)), "{part}");
    }
}
