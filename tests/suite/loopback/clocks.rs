//! Tables with a clock, as people and programs meet them.

use serde_json::json;

use super::kit::{GAME, Room};

/// Nobody is at the keyboard: the time of whoever is to move runs out.
#[test]
fn a_bot_makes_the_move_of_whose_time_is_up_and_that_is_told() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2", "--draw", "seed:1", "--clock", "5s/move"]);
    let mut bob = room.join("Bob", &mut ann, &[]);
    for peer in [&mut ann, &mut bob] {
        assert_eq!(peer.event("table")["clock"], "5s/move");
    }
    let (here, there) = (ann.final_at(2), bob.final_at(2));
    assert_eq!((&here["kind"], &here["hash"]), (&json!("time_up"), &there["hash"]));
    assert!(here["actions"].as_array().is_some_and(|actions| !actions.is_empty()), "{here}");
    let next = ann.final_at(3);
    assert_ne!(next["kind"], "stand_in", "nobody's seat has gone to a bot: {next}");
}

#[test]
fn a_clock_that_is_none_is_refused_with_what_to_write() {
    let room = Room::new();
    for clock in ["fast", "60", "1s/move", "60m+2h"] {
        let ended = room.run("Ann", &["host", GAME, "--clock", clock]);
        assert_ne!(ended.code, Some(0), "{clock}");
        let said = "give a clock as 90s/move for each move, or 60m+10s for the game";
        assert!(ended.stderr.contains(said), "{clock}: {}", ended.stderr);
    }
}
