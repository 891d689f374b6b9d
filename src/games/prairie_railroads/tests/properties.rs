//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

mod ledger;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use self::ledger::{assert_pieces_and_incomes, assert_step, assert_track_step};
use super::kit::figures::{CARDS, RAILROADS, all_cities, all_segments};
use super::kit::{Table, bid, build, delegate, draw_card, grow, offer, pass, play, sell, western};
use crate::engine::chance::Chance;

/// The same cases in every run.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x0009_0000),
        ..Default::default()
    }
}

/// One decision of a random player, or the entropy of a draw.
#[derive(Clone, Copy, Debug)]
struct Pick {
    /// Which of the choices.
    choice: u16,
    /// How far above the least a bid goes, and what a draw gives.
    raise: u8,
    /// Build in the west if that is possible: otherwise Western Builds would hardly ever be reached.
    west: bool,
}

fn pick() -> impl Strategy<Value = Pick> {
    (any::<u16>(), any::<u8>(), any::<bool>()).prop_map(|(choice, raise, west)| Pick { choice, raise, west })
}

/// How far west a build ends, by the columns of the map; nothing for what is no build.
fn column(choice: &Value) -> Option<i16> {
    let ends: Vec<&str> = match choice["type"].as_str()? {
        "build" => choice["segment"].as_array()?.iter().filter_map(Value::as_str).collect(),
        "build_double" => choice["segments"][1].as_array()?.iter().filter_map(Value::as_str).collect(),
        "western_build" => return Some(-1),
        _ => return None,
    };
    ends.into_iter().map(super::kit::figures::column).min()
}

fn decide(table: &Table, pick: Pick) -> Value {
    let mut choices = table.choices();
    let westward = choices.iter().filter_map(|choice| Some((column(choice)?, choice)));
    if let (true, Some((_, west))) = (pick.west, westward.min_by_key(|(column, _)| *column)) {
        return west.clone();
    }
    let mut choice = choices.swap_remove(usize::from(pick.choice) % choices.len());
    if let Some([min, max]) = choice["amount"].as_array().map(Vec::as_slice) {
        let (min, max) = (min.as_i64().unwrap(), max.as_i64().unwrap());
        // Bids that leave something, so that money lasts, but sometimes all of it.
        let raise = if pick.raise == u8::MAX { max - min } else { i64::from(pick.raise) % 20 };
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
fn after(seats: u8, picks: &[Pick]) -> Table {
    let mut table = Table::new(seats).unwrap();
    for &pick in picks {
        if table.is_over() {
            break;
        }
        step(&mut table, pick);
    }
    table
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn money_cards_track_and_incomes_add_up_after_every_step(seats in 3..=5_u8, picks in vec(pick(), 0..500)) {
        let mut table = Table::new(seats).unwrap();
        let mut before = table.position();
        for pick in picks {
            if table.is_over() {
                break;
            }
            let action = step(&mut table, pick);
            let now = table.position();
            assert_pieces_and_incomes(&now);
            assert_track_step(&before, &now);
            assert_step(&before, action.as_ref(), &now);
            before = now;
        }
    }

    #[test]
    fn a_position_from_any_moment_loads_to_the_same_hash(seats in 3..=5_u8, picks in vec(pick(), 0..250)) {
        let table = after(seats, &picks);
        prop_assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }

    #[test]
    fn exactly_the_listed_actions_are_taken(seats in 3..=5_u8, picks in vec(pick(), 0..250)) {
        let table = after(seats, &picks);
        let listed = table.choices();
        for action in all_actions() {
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

/// Every action there is, with bids as high as most purses in these games.
fn all_actions() -> Vec<Value> {
    let mut actions = vec![draw_card(), pass()];
    actions.extend(CARDS.map(play));
    actions.extend((-1..150).map(bid));
    actions.extend(all_cities().map(grow));
    for railroad in RAILROADS {
        actions.extend([offer(railroad), sell(railroad)]);
        actions.extend((0..6).map(|seat| delegate(railroad, seat)));
        actions.extend(all_cities().map(|city| western(railroad, city)));
        actions.extend(all_segments().map(|[a, b]| build(railroad, &format!("{a} {b}"))));
        actions.extend(doubles(railroad));
    }
    actions
}

/// All ways along two segments, in both directions.
fn doubles(railroad: &str) -> impl Iterator<Item = Value> {
    let legs = || all_segments().flat_map(|[a, b]| [[a, b], [b, a]]);
    legs().flat_map(move |first| {
        let second = legs().filter(move |second| second[0] == first[1]);
        second.map(
            move |second| json!({"type": "build_double", "railroad": railroad, "segments": [first, second]}),
        )
    })
}

/// Random play is only worth something if it gets everywhere.
#[test]
fn random_games_come_to_an_end_and_through_every_phase() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..9_u8 {
        let mut table = Table::new(3 + seed % 3).unwrap();
        let mut chance = Chance::new([seed; 32]);
        while !table.is_over() {
            let mut below = |end| u16::try_from(chance.below(end)).unwrap();
            let raise = u8::try_from(below(256)).unwrap();
            let pick = Pick { choice: below(1 << 16), raise, west: below(4) > 0 };
            seen.insert(table.phase());
            step(&mut table, pick);
            seen.extend(table.notes().iter().cloned());
        }
        seen.insert(table.phase());
    }
    for phase in [
        "first_draw",
        "opening_auction",
        "opening_build",
        "turn",
        "card_draw",
        "offer",
        "growth_roll",
        "grow",
        "construct",
        "delegated",
        "auction",
        "over",
    ] {
        assert!(seen.contains(phase), "{phase}");
    }
    for part in [
        "Western Build",
        "leaves a build of",
        "keeps the share",
        "from seat",
        "both have grown",
        "the last Pay Dividends card",
        "for $15, income",
    ] {
        assert!(seen.iter().any(|known| known.contains(part)), "{part}");
    }
}
