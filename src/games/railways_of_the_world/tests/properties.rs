//! What must hold in any game, tried on random ones; a failure is shrunk to the fewest decisions that show it.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use super::kit::{
    Table, bid, load, pass, piece, play, resume, ride, special, start, stop, take, upgrade, urbanize,
};
use crate::engine::named::Named;
use crate::games::railways_of_the_world::action::Color;
use crate::games::railways_of_the_world::board::MapId;
use crate::test_kit::random::{Taste, config, pick};

/// Players who build links to the end and deliver, so that games get somewhere, with bids that do not ruin them.
const TASTE: Taste = Taste { raises: 3, step: 1000, urge };

fn urge(choice: &Value) -> Option<i64> {
    match choice["type"].as_str()? {
        "ride" | "load" => Some(0),
        "special_link" => Some(1),
        "piece" => Some(2 + choice["exit"].as_i64()?),
        "play_card" => Some(20),
        _ => None,
    }
}

/// Cubes in cities and the bag, in all.
fn all_cubes(position: &Value) -> u64 {
    let counted = |counts: &Value| -> u64 {
        counts.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
    };
    let cities = position["cities"].as_object().unwrap().values();
    counted(&position["bag"]) + cities.map(|city| counted(&city["cubes"])).sum::<u64>()
}

fn players(position: &Value) -> &[Value] {
    position["players"].as_array().unwrap()
}

fn total(position: &Value, what: &str) -> i64 {
    players(position).iter().map(|player| player[what].as_i64().unwrap()).sum()
}

/// Money comes from bonds, the income track, and cards that say so; it goes for what is bought, and for dividends.
fn assert_money(before: &Value, after: &Value) {
    for (was, is) in players(before).iter().zip(players(after)) {
        let number = |player: &Value, what: &str| player[what].as_i64().unwrap();
        assert!(number(is, "cash") >= 0 && number(is, "position") >= number(was, "position"));
        assert!(number(is, "bonds") >= number(was, "bonds"), "bonds are never paid back");
    }
    let same_turn =
        before["turn_number"] == after["turn_number"] && before["quiet_turns"] == after["quiet_turns"];
    if same_turn && before["phase"] != "draw" && after["phase"] != "draw" && after["phase"] != "over" {
        let bonds = total(after, "bonds") - total(before, "bonds");
        let cash = total(after, "cash") - total(before, "cash");
        // Within a turn only State Subsidy and Dining Cars pay anybody, besides bonds.
        assert!(cash <= 5000 * bonds + 10000, "{cash} with {bonds} bonds");
    }
}

fn assert_links(position: &Value) {
    for link in position["links"].as_array().unwrap() {
        assert_ne!(link["from"], link["to"], "a link joins two cities");
        let between_turns = matches!(position["phase"].as_str().unwrap(), "auction" | "timetable" | "over");
        assert!(link["complete"] == true || !between_turns, "what is incomplete is gone after a turn");
        let pieces = link["pieces"].as_array().unwrap();
        for pair in pieces.windows(2) {
            let (out, back) = (pair[0]["b"].as_u64().unwrap(), pair[1]["a"].as_u64().unwrap());
            assert_eq!((out + 3) % 6, back, "pieces follow one another");
        }
    }
}

proptest! {
    #![proptest_config(config(24, 0x000A_0000))]

    #[test]
    fn cubes_links_and_money_add_up_after_every_step(seats in 2..=6_u8, picks in vec(pick(), 0..400)) {
        let mut table = Table::new(seats).unwrap();
        let mut before = table.position();
        for pick in picks {
            if table.is_over() {
                break;
            }
            table.step(TASTE, pick);
            let now = table.position();
            assert_eq!(all_cubes(&now), 125);
            assert_links(&now);
            assert_money(&before, &now);
            before = now;
        }
    }

    #[test]
    fn a_position_from_any_moment_loads_to_the_same_hash(seats in 2..=6_u8, picks in vec(pick(), 0..300)) {
        let table = Table::after(seats, TASTE, &picks);
        prop_assert_eq!(Table::at(&table.position()).hash(), table.hash());
    }

    #[test]
    fn exactly_the_listed_actions_are_taken(seats in 2..=6_u8, picks in vec(pick(), 0..200)) {
        Table::after(seats, TASTE, &picks).assert_takes_what_is_listed(all_actions());
    }
}

/// Every action there is, with some bids and cards that act on cities left to the rules' own tests.
fn all_actions() -> Vec<Value> {
    let board = MapId::Eastern.board();
    let mut actions = vec![pass(), stop(), upgrade()];
    actions.extend([500, 1000, 7000, 50000, 51000].map(bid));
    actions.extend((0..6).map(piece));
    actions.extend((0..30).flat_map(|link| [resume(link), ride(link)]));
    for city in board.cities() {
        let city = city.name();
        actions.push(special(city));
        actions.extend((0..6).map(|side| start(city, side)));
        for color in Color::ALL {
            actions.extend([urbanize(city, color.name()), load(city, color.name())]);
        }
    }
    actions.extend(board.cards.iter().flat_map(|card| [take(card.name()), play(card.name())]));
    actions
}

/// Random play is only worth something if it gets everywhere.
#[test]
fn random_games_come_to_an_end_and_through_every_phase() {
    let seen = Table::seen_in_games([2, 3, 4], TASTE, 2);
    for phase in ["draw", "auction", "action", "build", "deliver", "over"] {
        assert!(seen.contains(phase), "{phase}");
    }
    for part in ["completes", "delivers", "achieves", "is empty now", "is removed", "takes", "plays"] {
        assert!(seen.iter().any(|known| known.contains(part)), "{part}");
    }
}
