//! Railroad Rivals on the screen: a map of tiles that grows, hands that others do not see, a game for one.

use whistlestop::engine::game::{Turn, Viewer};
use whistlestop::engine::seat::Seat;

use super::kit::Player;
use super::looks::look;

fn ann() -> Player {
    let mut ann = Player::practice("railroad-rivals", 3, 5);
    ann.wait();
    ann
}

/// Does whatever is highlighted until these words stand on the screen.
fn until(player: &mut Player, words: &str) {
    for _ in 0..400 {
        player.size = (120, 40);
        if player.show().contains(words) {
            return;
        }
        player.press("enter");
        player.wait();
    }
    panic!("{words:?} never comes up:\n{}", player.show());
}

#[test]
fn a_draft_of_cities_and_stocks() {
    let mut ann = ann();
    until(&mut ann, "take the city");
    look("rivals-draft", &mut ann);
}

#[test]
fn bidding_for_the_first_place() {
    let mut ann = ann();
    until(&mut ann, "bid for the first place");
    look("rivals-bid", &mut ann);
}

/// First the tile, then the place, then how it is turned; the map shows what is left at each step.
#[test]
fn a_tile_is_picked_then_its_place_then_its_turn() {
    let mut ann = ann();
    until(&mut ann, "turn 3");
    until(&mut ann, "Ann lays a city tile");
    look("rivals-lay", &mut ann);
    ann.press("1");
    look("rivals-lay-place", &mut ann);
    for _ in 0..4 {
        if ann.show().contains("(1) lay") {
            break;
        }
        ann.press("enter");
    }
    look("rivals-lay-tried", &mut ann);
}

/// What was tried, as the screen says it.
fn tried(ann: &mut Player) -> String {
    let shown = ann.show();
    shown.lines().find_map(|line| Some(line[line.find("(1) lay")?..].to_owned())).unwrap_or_default()
}

/// The next way at the same place takes the stead of the one tried before, and they go round.
#[test]
fn another_way_at_the_same_place_is_a_key_away() {
    let mut ann = ann();
    for _ in 0..10 {
        until(&mut ann, "Ann lays a city tile");
        until(&mut ann, "(1) lay");
        let first = tried(&mut ann);
        ann.press("o");
        if ann.show().contains("there is no other way") {
            ann.press("enter");
            ann.wait();
            continue;
        }
        assert_ne!(tried(&mut ann), first);
        for _ in 0..100 {
            ann.press("o");
            if tried(&mut ann) == first {
                return;
            }
        }
        panic!("the ways at a place do not go round");
    }
    panic!("there is never a choice of ways");
}

#[test]
fn a_delivery_says_who_scores_what() {
    let mut ann = ann();
    until(&mut ann, "turn 2");
    until(&mut ann, "Ann delivers a cube");
    look("rivals-deliver", &mut ann);
}

#[test]
fn the_end() {
    let mut ann = ann();
    while ann.screen.view().result.is_none() {
        ann.press("enter");
        ann.wait();
    }
    look("rivals-result", &mut ann);
    ann.press("esc m");
    look("rivals-map", &mut ann);
}

#[test]
fn a_game_for_one() {
    let mut ann = Player::practice("railroad-rivals", 1, 5);
    ann.wait();
    look("rivals-alone-row", &mut ann);
    until(&mut ann, "keep a stock of");
    look("rivals-alone-keep", &mut ann);
    until(&mut ann, "turn 4 of 11");
    until(&mut ann, "Ann delivers a cube");
    look("rivals-alone-deliver", &mut ann);
    while ann.screen.view().result.is_none() {
        ann.press("enter");
        ann.wait();
    }
    look("rivals-alone-result", &mut ann);
}

#[test]
fn the_past_is_seen_through_the_eyes_of_who_has_the_laptop() {
    let mut ann = Player::pair("railroad-rivals", 3, 7);
    ann.wait();
    ann.press("enter 1 enter");
    ann.wait();
    let view = ann.screen.view();
    assert_eq!(view.own_turn(), Some(0));
    let others = (0..view.len()).filter(|index| view.at(*index).turn() == Turn::Seat(Seat::new(1).unwrap()));
    assert_ne!(others.count(), 0, "the other one at this laptop had a turn before");
    for index in 0..=view.len() {
        let own = view.at(index).scene(Viewer::Seat(Seat::default()));
        assert_eq!(view.scene_at(index), own, "after entry {index}");
    }
}
