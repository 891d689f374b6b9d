//! Hands are for their owners only.

use serde_json::json;

use super::kit::{Stage, Table, stage};
use crate::engine::game::Viewer;
use crate::engine::scene::Ground;
use crate::engine::seat::Seat;

fn laying() -> Stage {
    stage(3).hand(0, "pittsburgh seattle boston").hand(1, "memphis omaha denver").drawn_in(1)
}

#[test]
fn a_position_shows_a_hand_to_its_owner_and_a_number_to_others() {
    let table = laying().set();
    let hands = |viewer| {
        let position = table.game().position(viewer);
        [0, 1].map(|seat| position["players"][seat]["hand"].clone())
    };
    let own = json!(["boston", "pittsburgh", "seattle"]);
    assert_eq!(hands(Viewer::Seat(Seat::new(0).unwrap())), [own, json!(3)]);
    assert_eq!(hands(Viewer::Spectator), [json!(3), json!(3)]);
    assert!(hands(Viewer::Everything).iter().all(serde_json::Value::is_array));
}

#[test]
fn what_one_viewer_sees_cannot_be_loaded() {
    let seen = laying().set().seen_by(0);
    assert_eq!(
        Table::refused(&seen),
        "a hand is hidden: only a position that shows every hand can be loaded"
    );
}

/// Neither the tiles themselves nor the places where they would fit.
#[test]
fn a_scene_shows_nothing_of_a_hand_to_others() {
    let table = laying().set();
    let scene = |viewer| table.game().scene(viewer);
    let own = format!("{:?}", scene(Viewer::Seat(Seat::new(0).unwrap())));
    assert!(own.contains("Pittsburgh") && !own.contains("Memphis"));
    for other in [Viewer::Seat(Seat::new(1).unwrap()), Viewer::Spectator] {
        let shown = scene(other);
        let words = format!("{shown:?}");
        assert!(["Pittsburgh", "Seattle", "Boston"].iter().all(|city| !words.contains(city)), "{words}");
        let mut places = shown.board.places.iter();
        assert!(places.all(|place| place.ground == Ground::Tile), "free places tell of the hand");
    }
}

#[test]
fn what_is_said_of_the_deal_names_no_tile() {
    let mut table = Table::new(4).unwrap();
    table.draw(3);
    let hands: Vec<String> = (0..4).flat_map(|seat| table.hand(seat)).collect();
    let names = hands.iter().map(|city| super::kit::figures::title(city));
    let told = table.notes().join("\n");
    for name in names {
        assert!(!told.contains(name), "{name} in {told}");
    }
}
