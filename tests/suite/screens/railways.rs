//! A game of hundreds of choices, on a map that is larger than the screen: Railways of the World.

use whistlestop::table::front::{Command, Request};
use whistlestop::tui::theme::{ASCII, Theme};

use super::kit::{DARK, Player};
use super::looks::look;
use super::table::written;

/// Ann before her first bid.
fn ann(map: &str) -> Player {
    let mut ann = Player::trial("railways-of-the-world", 3, 7, &[("map", map)]);
    ann.wait();
    ann
}

/// Ann when she may act: she never bids.
fn acting(map: &str) -> Player {
    let mut ann = ann(map);
    come_to_act(&mut ann);
    ann
}

fn come_to_act(ann: &mut Player) {
    for _ in 0..40 {
        let shown = ann.show();
        if shown.contains("Build track (") {
            return;
        }
        let pass = if shown.contains("2  pass") { "2 enter" } else { "1 enter" };
        ann.press(pass);
        ann.wait();
    }
    panic!("Ann never acts:\n{}", ann.show());
}

fn go_to(ann: &mut Player, place: &str) {
    ann.press("/");
    ann.write(place);
    ann.press("enter");
}

/// Ann at the end of a track that has left New York to the west.
fn building() -> Player {
    let mut ann = acting("eastern");
    ann.click("Build track (");
    go_to(&mut ann, "new york");
    ann.press("enter left enter");
    ann
}

/// Ann has built from New York to Philadelphia, and it is her next action.
fn with_a_link() -> Player {
    let mut ann = building();
    ann.press("down left enter enter");
    ann.wait();
    come_to_act(&mut ann);
    ann
}

fn actions(ann: &Player) -> Vec<String> {
    let acts = ann.requests.iter().filter_map(|request| match request {
        Request::Command(Command::Act(committed)) => Some(written(ann, committed)),
        _ => None,
    });
    acts.flatten().collect()
}

#[test]
fn the_auction_and_the_whole_map() {
    for map in ["eastern", "mexico"] {
        let mut ann = ann(map);
        look(&format!("railways-{map}"), &mut ann);
        ann.press("m");
        look(&format!("railways-{map}-map"), &mut ann);
    }
}

#[test]
fn hundreds_of_choices_are_listed_by_kind_then_by_place() {
    let mut ann = acting("eastern");
    look("railways-kinds", &mut ann);
    ann.click("Build track (");
    let places = ann.show();
    assert!(places.contains("New York (4 choices)"), "{places}");
    assert!(!places.contains("Urbanize ("), "only one kind is listed\n{places}");
    ann.press("esc");
    assert!(ann.show().contains("Urbanize ("), "esc comes back to the kinds");
}

#[test]
fn a_place_on_the_map_lists_all_that_can_be_done_there() {
    let mut ann = acting("eastern");
    go_to(&mut ann, "alb");
    ann.press("enter");
    let shown = ann.show();
    assert!(shown.contains("build from Albany") && shown.contains("urbanize Albany"), "{shown}");
}

#[test]
fn track_is_laid_with_the_arrows_and_seen_before_it_counts() {
    let mut ann = building();
    look("railways-head", &mut ann);
    ann.press("up enter left enter");
    let shown = ann.show();
    assert!(shown.contains("(3) lay track"), "{shown}");
    look("railways-draft", &mut ann);
    ann.press("c");
    assert!(ann.show().contains("it is one move"), "a build is not over yet");
    assert_eq!(actions(&ann).len(), 1, "only the pass of the auction was committed");
    ann.press("u");
    assert!(!ann.show().contains("(3) lay track"), "u takes the last piece up again");
}

#[test]
fn a_link_that_reaches_a_city_is_committed_as_one_move() {
    let ann = with_a_link();
    let built = actions(&ann);
    let built = &built[built.len() - 2..];
    assert_eq!(built, [r#"{"type":"start_link","city":"NYC","side":3}"#, r#"{"type":"piece","exit":2}"#]);
}

#[test]
fn a_side_is_picked_by_a_click_on_the_hex_there() {
    let mut ann = acting("eastern");
    ann.click("Build track (");
    ann.click("NYC");
    ann.click("NYC");
    let near = ann.show();
    assert!(near.contains("build from New York to the west"), "{near}");
}

#[test]
fn a_delivery_shows_where_it_can_go_and_who_earns_what() {
    let mut ann = with_a_link();
    look("railways-with-link", &mut ann);
    ann.click("deliver a red cube from Philadelphia");
    look("railways-ride", &mut ann);
}

#[test]
fn cards_say_what_they_do() {
    let mut ann = acting("eastern");
    ann.click("Take a card (");
    look("railways-cards", &mut ann);
    ann.press("esc d");
    look("railways-everything", &mut ann);
}

#[test]
fn the_map_is_shown_near_or_far_as_the_player_likes() {
    let mut ann = acting("eastern");
    ann.press("v");
    look("railways-near", &mut ann);
    ann.press("v");
    assert!(!ann.show().contains("RRY"), "goods are seen from near only");
}

#[test]
fn track_needs_no_more_than_ascii() {
    let mut ann = building();
    ann.theme = Theme { glyphs: &ASCII, ..DARK };
    for keys in ["up enter", "v", "esc m", "m d"] {
        ann.press(keys);
        let shown = ann.show();
        assert_eq!(shown.chars().find(|character| !character.is_ascii()), None, "after {keys}:\n{shown}");
    }
}
