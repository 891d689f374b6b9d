//! Prairie Railroads on the table screen: the map of Kansas, and why each choice is possible or not.

use whistlestop::tui::theme::{ASCII, Theme};

use super::kit::{DARK, Player};
use super::looks::look;

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
fn what_is_blocked_names_people_when_it_is_picked_all_the_same() {
    let mut ann = ann();
    until(&mut ann, "builds track");
    ann.size = (80, 24);
    ann.press("up up enter");
    let shown = ann.show();
    let said = shown.lines().rev().nth(1).unwrap();
    assert_eq!(said, " MP is controlled by Casey and Nellie (PR-11)");
}

#[test]
fn what_is_picked_in_the_menu_is_seen_on_the_map() {
    let mut ann = ann();
    ann.size = (80, 24);
    until(&mut ann, "begins the track of");
    ann.show();
    ann.press("1");
    let shown = ann.show();
    assert!(shown.contains("(1) CRIP builds Troy-Marysville"), "{shown}");
    assert_eq!(shown.matches("(1)").count(), 2, "once in words, once on the map\n{shown}");
}

#[test]
fn what_an_entry_of_the_past_changed_is_in_view() {
    let mut ann = ann();
    ann.size = (80, 24);
    until(&mut ann, "begins the track of");
    let built = ann.screen.view().len() + 1;
    ann.press("1 enter");
    ann.wait();
    ann.press("esc esc");
    assert!(!ann.show().contains("★TRO"), "the middle of the map is shown\n{}", ann.show());
    ann.press("h");
    for _ in built..ann.screen.view().len() {
        ann.press("left");
    }
    let shown = ann.show();
    assert!(shown.contains(&format!("PAST: entry {built} of")) && shown.contains("★TRO"), "{shown}");
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
