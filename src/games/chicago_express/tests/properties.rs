//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

mod ledger;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use self::ledger::{assert_pieces_and_incomes, assert_step};
use super::kit::figures::{COMPANIES, all_hexes};
use super::kit::{Table, bid, choose, decline, develop, done, offer, pass, place};
use crate::test_kit::random::{Taste, config, pick};

/// Expands to the west: otherwise Chicago would hardly ever be reached.
const TASTE: Taste = Taste {
    step: 1,
    raises: 6,
    urge: |choice| {
        let column = choice["hex"].as_str()?.as_bytes()[0];
        (choice["type"] == "place").then_some(column.into())
    },
};

proptest! {
    #![proptest_config(config(64, 0x00CE))]

    #[test]
    fn money_pieces_and_incomes_add_up_after_every_action(seats in 2..=6_u8, picks in vec(pick(), 0..600)) {
        let mut table = Table::new(seats).unwrap();
        let mut before = table.position();
        for pick in picks {
            if table.is_over() {
                break;
            }
            let action = table.step(TASTE, pick);
            let now = table.position();
            assert_pieces_and_incomes(&now);
            if let Some(action) = action {
                assert_step(&before, &action, &now);
            }
            before = now;
        }
    }

    #[test]
    fn a_position_from_any_moment_loads_to_the_same_hash(seats in 2..=6_u8, picks in vec(pick(), 0..200)) {
        let table = Table::after(seats, TASTE, &picks);
        prop_assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }

    #[test]
    fn exactly_the_listed_actions_are_taken(seats in 2..=6_u8, picks in vec(pick(), 0..200)) {
        Table::after(seats, TASTE, &picks).assert_takes_what_is_listed(all_actions());
    }
}

/// Every action there is, with bids as high as any purse in these games.
fn all_actions() -> Vec<Value> {
    let mut actions = vec![done(), decline(), pass()];
    actions.extend(["auction", "expansion", "development"].map(choose));
    actions.extend((-1..300).map(bid));
    for company in COMPANIES {
        actions.push(offer(company));
        actions.extend(all_hexes().map(|hex| place(company, hex)));
    }
    actions.extend(all_hexes().map(develop));
    actions
}

/// Random play is only worth something if it gets everywhere.
#[test]
fn random_games_come_to_an_end_and_through_every_phase() {
    let seen = Table::seen_in_games((0..10).map(|game| 2 + game % 5), TASTE, 3);
    for phase in
        ["initial_auction", "turn", "offer", "expansion", "development", "auction", "wabash_auction", "over"]
    {
        assert!(seen.contains(phase), "{phase}");
    }
    for word in [" stays ", "forest", "mountain", "Chicago", "Wabash", "Pittsburgh", " cannot "] {
        assert!(seen.iter().any(|known| known.contains(word)), "{word}");
    }
}
