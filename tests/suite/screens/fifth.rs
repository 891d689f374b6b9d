//! A game that no screen has heard of: it is drawn by the shape of its board and played with the same keys.

use super::kit::Player;
use super::looks::look;
use super::table::committed;

fn ann() -> Player {
    let mut ann = Player::practice("halts", 3, 7);
    ann.wait();
    ann
}

#[test]
fn a_board_of_squares_with_land_halts_and_track() {
    let mut ann = ann();
    look("halts-first", &mut ann);
    for _ in 0..3 {
        ann.press("enter enter");
        ann.wait();
    }
    look("halts-later", &mut ann);
}

#[test]
fn a_square_says_what_it_is_and_is_chosen_on_the_map() {
    let mut ann = ann();
    ann.press("m / b");
    ann.write("2");
    ann.press("enter");
    let shown = ann.show();
    assert!(shown.contains("b2: open land, $1 to build, worth 1"), "{shown}");
    ann.press("enter enter");
    assert_eq!(committed(&ann), [r#"{"type":"build","square":"b2"}"#]);
}
