//! What every page of the table looks like, at the smallest size and at a comfortable one.

use whistlestop::table::front::{Event, Holder, Owed, SeatNow};
use whistlestop::tui::out::Out;
use whistlestop::tui::theme::{ASCII, Theme};

use super::kit::{DARK, Player, advice};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Compares a page at both sizes with how it looked when somebody last looked at it.
pub(crate) fn look(name: &str, player: &mut Player) {
    for size in SIZES {
        player.size = size;
        let shown = player.show();
        insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("table-{name}-{}x{}", size.0, size.1), shown);
        });
    }
}

fn ann() -> Player {
    let mut ann = Player::practice("chicago-express", 3, 7);
    ann.wait();
    ann
}

/// Ann has bought what she was offered and may expand PRR.
fn expanding() -> Player {
    let mut ann = ann();
    for _ in 0..40 {
        if ann.show().contains("the Expansion dial moves") {
            break;
        }
        ann.press("1 enter enter");
        ann.wait();
    }
    ann
}

#[test]
fn the_turn() {
    look("turn", &mut ann());
}

#[test]
fn an_amount_being_typed() {
    let mut ann = ann();
    ann.press("1");
    look("amount", &mut ann);
}

#[test]
fn a_draft() {
    let mut ann = ann();
    ann.press("1 1 5 enter");
    look("draft", &mut ann);
}

#[test]
fn advice_and_the_way_to_it() {
    let mut ann = ann();
    ann.press("e");
    ann.hear(&Event::Thinking { seat: None, advice: Some(40) });
    look("advising", &mut ann);
    ann.hear(&Event::Thinking { seat: None, advice: None });
    ann.hear(&advice(&ann));
    look("advice", &mut ann);
}

#[test]
fn the_map() {
    let mut ann = ann();
    ann.press("m");
    look("map", &mut ann);
}

#[test]
fn the_past() {
    let mut ann = ann();
    ann.press("1 enter enter");
    ann.wait();
    ann.press("h left");
    look("past", &mut ann);
}

#[test]
fn the_other_pages() {
    for (key, name) in [("i", "charts"), ("l", "log"), ("?", "help"), ("p", "people")] {
        let mut ann = ann();
        ann.press(key);
        look(name, &mut ann);
    }
}

#[test]
fn somebody_is_missing() {
    let mut ann = ann();
    let here = SeatNow {
        holder: Holder::Player,
        linked: true,
        away_since_millis: None,
        in_step: true,
        owes: Owed::Nothing,
        time: None,
    };
    let gone =
        SeatNow { linked: false, away_since_millis: Some(0), in_step: false, owes: Owed::Move, ..here };
    ann.now = 6_000;
    ann.screen.hear(ann.now, &Event::Presence(vec![here, gone, here]), &mut Out::default());
    look("missing", &mut ann);
    ann.press("q");
    look("leave", &mut ann);
}

#[test]
fn a_turn_with_places_on_the_map() {
    let mut ann = expanding();
    ann.press("2");
    look("expansion", &mut ann);
}

#[test]
fn the_view_for_a_room() {
    let mut room = Player::projector("chicago-express", 3, 7);
    room.wait();
    look("projector", &mut room);
    let mut prairie = Player::projector("prairie-railroads", 3, 7);
    prairie.wait();
    look("projector-graph", &mut prairie);
}

#[test]
fn the_result() {
    let mut ann = Player::practice("chicago-express", 2, 3);
    while ann.screen.view().result.is_none() {
        ann.press("enter");
        ann.wait();
    }
    look("result", &mut ann);
}

#[test]
fn everything_can_be_drawn_with_ascii_alone() {
    let mut ann = expanding();
    ann.theme = Theme { glyphs: &ASCII, ..DARK };
    for keys in ["esc", "2", "esc m", "m i", "i h", "h p", "p ?", "? t", "esc q"] {
        ann.press(keys);
        let shown = ann.show();
        let other = shown.chars().find(|character| !character.is_ascii());
        assert_eq!(other, None, "after {keys}:\n{shown}");
    }
}
