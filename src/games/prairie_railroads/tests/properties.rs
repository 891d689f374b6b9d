//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

mod ledger;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use self::ledger::{assert_pieces_and_incomes, assert_step, assert_track_step};
use super::kit::figures::{CARDS, RAILROADS, all_cities, all_segments};
use super::kit::{PHASES, Table, bid, build, delegate, draw_card, grow, offer, pass, play, sell, western};
use crate::test_kit::random::{Taste, config, pick};

/// Builds in the west: otherwise Western Builds would hardly ever be reached.
const TASTE: Taste = Taste { raises: 20, step: 1, urge: column };

/// How far west a build ends, by the columns of the map; nothing for what is no build.
fn column(choice: &Value) -> Option<i64> {
    let ends: Vec<&str> = match choice["type"].as_str()? {
        "build" => choice["segment"].as_array()?.iter().filter_map(Value::as_str).collect(),
        "build_double" => choice["segments"][1].as_array()?.iter().filter_map(Value::as_str).collect(),
        "western_build" => return Some(-1),
        _ => return None,
    };
    ends.into_iter().map(|city| super::kit::figures::column(city).into()).min()
}

proptest! {
    #![proptest_config(config(48, 0x0009_0000))]

    #[test]
    fn money_cards_track_and_incomes_add_up_after_every_step(seats in 3..=5_u8, picks in vec(pick(), 0..500)) {
        let mut table = Table::new(seats).unwrap();
        let mut before = table.position();
        for pick in picks {
            if table.is_over() {
                break;
            }
            let action = table.step(TASTE, pick);
            let now = table.position();
            assert_pieces_and_incomes(&now);
            assert_track_step(&before, &now);
            assert_step(&before, action.as_ref(), &now);
            before = now;
        }
    }

    #[test]
    fn a_position_from_any_moment_loads_to_the_same_hash(seats in 3..=5_u8, picks in vec(pick(), 0..250)) {
        let table = Table::after(seats, TASTE, &picks);
        prop_assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }

    #[test]
    fn exactly_the_listed_actions_are_taken(seats in 3..=5_u8, picks in vec(pick(), 0..250)) {
        Table::after(seats, TASTE, &picks).assert_takes_what_is_listed(all_actions());
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
    let seen = Table::seen_in_games((0..9).map(|game| 3 + game % 3), TASTE, 3);
    for phase in PHASES {
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
