//! Prairie Railroads: bots go west when it pays (PR-14).
//!
//! A Western Build is worth more than any track, but the track that leads there earns less than another loop through the
//! middle of the map: a bot that does not see it coming never gets there.

use serde_json::{Value, json};
use whistlestop::bots::{self, BOTS};
use whistlestop::engine::any_game::{AnyGame, GameEntry};
use whistlestop::engine::bot::Bot;
use whistlestop::engine::game::{Notes, Setup, Turn, Viewer};
use whistlestop::games;

use crate::common::table::Table;

/// Cities beside a box for a Western Build.
const WESTERN: [&str; 6] = ["elkhart", "goodland", "sharon_springs", "st_francis", "syracuse", "tribune"];

fn prairie() -> &'static GameEntry {
    games::find("prairie-railroads").expect("sound")
}

/// All bots that judge positions.
fn judging() -> impl Iterator<Item = &'static dyn Bot> {
    BOTS.iter().copied().filter(|bot| !bot.name().starts_with("random/"))
}

/// A railroad at its start, of no interest to anybody.
fn small(income: i64, shares_left: i64, segments: &[[&str; 2]]) -> Value {
    let built = segments.len();
    json!({"treasury": 0, "income": income, "value": 5 * built, "shares_left": shares_left, "cubes_left": 31 - built,
        "segments": segments, "western": null})
}

/// Seat 0 builds. It holds most of ATSF, which has $60 and stands in Garden City, beside Syracuse: its other cities lead
/// to track that earns more. Nobody else can build, and so many more cards to build with are in seat 0's hand.
fn in_garden_city(cards: u8) -> Value {
    let track = json!([
        ["atchison", "topeka"],
        ["emporia", "newton"],
        ["garden_city", "dodge_city"],
        ["hutchinson", "dodge_city"],
        ["newton", "hutchinson"],
        ["topeka", "emporia"],
    ]);
    json!({
        "game": "prairie-railroads",
        "phase": "construct",
        "players": [
            {"cash": 20, "shares": {"ATSF": 3, "CRIP": 1}, "hand": {"CT": cards, "OS": 0, "PD": 0}},
            {"cash": 20, "shares": {"ATSF": 1, "KP": 2, "MKT": 1}, "hand": {"CT": 0, "OS": 2, "PD": 0}},
            {"cash": 20, "shares": {"ATSF": 1, "SLSF": 2, "MP": 1}, "hand": {"CT": 0, "OS": 2, "PD": 0}},
        ],
        "railroads": {
            "CRIP": small(8, 4, &[["cuba", "concordia"], ["marysville", "cuba"], ["troy", "marysville"]]),
            "ATSF": {"treasury": 60, "income": 24, "value": 30, "shares_left": 0, "cubes_left": 25, "segments": track,
                "western": null},
            "KP": small(12, 3, &[["kansas_city", "lawrence"], ["manhattan", "topeka"], ["topeka", "lawrence"]]),
            "MKT": small(6, 4, &[["ottawa", "emporia"], ["paola", "ottawa"]]),
            "SLSF": small(10, 3, &[["coffeyville", "sedan"], ["columbus", "coffeyville"], ["sedan", "winfield"]]),
            "MP": small(6, 4, &[["fort_scott", "iola"], ["iola", "chanute"]]),
        },
        "deck": {"CT": 0, "OS": 0, "PD": 2},
        "dividends_played": 6,
        "grown": [],
        "development_left": 40,
        "active": 0,
        "deciding": 0,
        "drawn_card": null,
        "delegated": null,
        "auction": null,
    })
}

/// The same with the segment to Syracuse built, and no card after this one.
fn in_syracuse() -> Value {
    let mut position = in_garden_city(0);
    let atsf = &mut position["railroads"]["ATSF"];
    (atsf["income"], atsf["value"], atsf["cubes_left"]) = (json!(27), json!(35), json!(24));
    atsf["segments"].as_array_mut().expect("sound").push(json!(["garden_city", "syracuse"]));
    position
}

/// The railroad ATSF after the bot's decision.
fn after(bot: &dyn Bot, position: &Value) -> Value {
    let mut game = (prairie().load)(position).expect("sound");
    for action in bot.decide(game.as_ref()) {
        game.apply(&action, &mut Notes::ignored()).expect("sound");
    }
    game.position(Viewer::Everything)["railroads"]["ATSF"].clone()
}

#[test]
fn every_bot_that_judges_goes_to_a_box_that_is_near() {
    for bot in judging() {
        let segments = after(bot, &in_garden_city(2))["segments"].to_string();
        assert!(WESTERN.iter().any(|city| segments.contains(city)), "{}: {segments}", bot.name());
    }
}

#[test]
fn every_bot_that_judges_builds_west_with_its_last_card() {
    for bot in judging() {
        assert_eq!(after(bot, &in_syracuse())["western"], "syracuse", "{}", bot.name());
    }
}

#[test]
fn games_of_greedy_bots_have_western_builds() {
    let greedy = bots::find("greedy").expect("sound");
    let westerns: Vec<usize> = (0..8).map(|seed| westerns_of_a_game(greedy, seed)).collect();
    let with_some = westerns.iter().filter(|&&count| count > 0).count();
    assert!(with_some >= 2, "{westerns:?}");
}

fn westerns_of_a_game(bot: &dyn Bot, seed: u64) -> usize {
    let mut table = Table::begin(prairie(), &Setup::new(3), seed);
    loop {
        match table.game.turn() {
            Turn::Over => return westerns(table.game.as_ref()),
            Turn::Chance => table.draw(&mut Notes::ignored()),
            Turn::Seat(_) => super::play(&mut table, bot),
        }
    }
}

/// Railroads with a Western Build.
fn westerns(game: &dyn AnyGame) -> usize {
    let position = game.position(Viewer::Everything);
    let railroads = position["railroads"].as_object().expect("sound");
    railroads.values().filter(|railroad| !railroad["western"].is_null()).count()
}
