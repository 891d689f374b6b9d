//! Prairie Railroads on the table screen: the map of Kansas, and why each choice is possible or not.

use whistlestop::tui::theme::{ASCII, Theme};

use crate::kit::{DARK, Player};
use crate::looks::look;

/// Ann against two bots.
fn ann() -> Player {
    let mut ann = Player::practice("prairie-railroads", 3, 7);
    ann.wait();
    ann
}

/// Plays on until the game says this and it is Ann's turn; Enter always does what is highlighted.
fn until(ann: &mut Player, wanted: &str) {
    for _ in 0..3_000 {
        let view = ann.screen.view();
        let status = view.scene_at(view.len()).status.to_string();
        if view.own_turn().is_some() && status.contains(wanted) {
            return;
        }
        assert!(view.result.is_none(), "the game ended before {wanted:?}");
        ann.press("enter");
        ann.wait();
    }
    panic!("{wanted:?} never came");
}

#[test]
fn the_opening_auction() {
    look("prairie-auction", &mut ann());
}

#[test]
fn the_first_segment_is_picked_on_the_map() {
    let mut ann = ann();
    until(&mut ann, "begins the track of");
    ann.press("tab right");
    look("prairie-first-segment", &mut ann);
}

#[test]
fn a_turn_says_what_each_card_would_do() {
    let mut ann = ann();
    until(&mut ann, "plays or draws a card");
    look("prairie-turn", &mut ann);
}

#[test]
fn a_construction_shows_where_track_can_go_and_what_it_earns() {
    let mut ann = ann();
    until(&mut ann, "builds track");
    ann.press("tab right");
    look("prairie-construct", &mut ann);
    ann.press("m");
    look("prairie-map", &mut ann);
}

#[test]
fn what_is_blocked_says_why() {
    let mut ann = ann();
    until(&mut ann, "builds track");
    ann.press("up");
    look("prairie-blocked", &mut ann);
}

#[test]
fn a_city_that_grows_is_picked() {
    let mut ann = ann();
    until(&mut ann, "picks a city that grows");
    look("prairie-growth", &mut ann);
}

#[test]
fn the_end() {
    let mut ann = ann();
    for _ in 0..5_000 {
        ann.wait();
        if ann.screen.view().result.is_some() {
            break;
        }
        ann.press("enter");
    }
    look("prairie-result", &mut ann);
    ann.press("esc");
    ann.press("m");
    look("prairie-over-map", &mut ann);
}

/// Whatever is on the map can be told without colours, also where only letters can be shown.
#[test]
fn the_map_needs_no_colour_and_no_signs_of_its_own() {
    let mut ann = ann();
    until(&mut ann, "builds track");
    ann.theme = Theme { glyphs: &ASCII, ..DARK };
    for keys in ["esc", "tab", "m"] {
        ann.press(keys);
        let shown = ann.show();
        assert_eq!(shown.chars().find(|character| !character.is_ascii()), None, "{shown}");
    }
}
