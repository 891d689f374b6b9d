//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

mod ledger;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

use self::ledger::{assert_pieces_and_incomes, assert_step};
use super::kit::figures::{COMPANIES, all_hexes};
use super::kit::{Table, bid, choose, decline, develop, done, offer, pass, place};
use crate::engine::chance::Chance;

/// The same cases in every run.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x00CE),
        ..Default::default()
    }
}

/// One decision of a random player.
#[derive(Clone, Copy, Debug)]
struct Pick {
    /// Which of the choices.
    choice: u16,
    /// How far above the least a bid goes.
    raise: u8,
    /// Expand to the west if that is possible: otherwise Chicago would hardly ever be reached.
    west: bool,
}

fn pick() -> impl Strategy<Value = Pick> {
    (any::<u16>(), any::<u8>(), any::<bool>()).prop_map(|(choice, raise, west)| Pick { choice, raise, west })
}

fn decide(table: &Table, pick: Pick) -> Value {
    let mut choices = table.choices();
    let places = choices.iter().filter(|choice| choice["type"] == "place");
    let westward = places.min_by_key(|choice| choice["hex"].as_str().unwrap().as_bytes()[0]);
    if let (true, Some(west)) = (pick.west, westward) {
        return west.clone();
    }
    let mut choice = choices.swap_remove(usize::from(pick.choice) % choices.len());
    if let Some([min, max]) = choice["amount"].as_array().map(Vec::as_slice) {
        let (min, max) = (min.as_i64().unwrap(), max.as_i64().unwrap());
        // Bids near the minimum, so that money lasts, but sometimes all of it.
        let raise = if pick.raise == u8::MAX { max - min } else { i64::from(pick.raise) % 6 };
        choice["amount"] = json!((min + raise).min(max));
    }
    choice
}

/// A game after these decisions, or fewer if it has ended.
fn after(seats: u8, banker: u8, picks: &[Pick]) -> Table {
    let mut table = Table::new(seats).unwrap();
    table.draw(banker);
    for &pick in picks {
        if table.is_over() {
            break;
        }
        let action = decide(&table, pick);
        table.play(action);
    }
    table
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn money_pieces_and_incomes_add_up_after_every_action(
        seats in 2..=6_u8, banker: u8, picks in vec(pick(), 0..600)
    ) {
        let mut table = Table::new(seats).unwrap();
        table.draw(banker);
        let mut before = table.position();
        for pick in picks {
            if table.is_over() {
                break;
            }
            let action = decide(&table, pick);
            // Playing also audits the state.
            table.play(action.clone());
            let now = table.position();
            assert_pieces_and_incomes(&now);
            assert_step(&before, &action, &now);
            before = now;
        }
    }

    #[test]
    fn a_position_from_any_moment_loads_to_the_same_hash(
        seats in 2..=6_u8, banker: u8, picks in vec(pick(), 0..200)
    ) {
        let table = after(seats, banker, &picks);
        prop_assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }

    #[test]
    fn exactly_the_listed_actions_are_taken(
        seats in 2..=6_u8, banker: u8, picks in vec(pick(), 0..200)
    ) {
        let table = after(seats, banker, &picks);
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
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..6_u8 {
        let mut table = Table::new(2 + seed % 5).unwrap();
        table.draw(seed);
        let mut chance = Chance::new([seed; 32]);
        while !table.is_over() {
            let mut below = |end| u16::try_from(chance.below(end)).unwrap();
            let pick = Pick {
                choice: below(1 << 16),
                raise: u8::try_from(below(256)).unwrap(),
                west: below(2) == 0,
            };
            let action = decide(&table, pick);
            table.play(action);
            seen.insert(table.phase());
            seen.extend(table.notes().iter().flat_map(|note| note.split(' ')).map(str::to_owned));
        }
        assert!(table.see("/dividends_paid").as_i64() <= Some(8));
    }
    for phase in
        ["initial_auction", "turn", "offer", "expansion", "development", "auction", "wabash_auction", "over"]
    {
        assert!(seen.contains(phase), "{phase}");
    }
    for word in ["stays", "forest", "mountain", "Chicago", "Wabash", "Pittsburgh", "cannot"] {
        assert!(seen.iter().any(|known| known.starts_with(word)), "{word}");
    }
}
