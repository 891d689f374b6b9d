//! The mouse at the table: whatever keys do, clicks do too, also in the smallest window.

use whistlestop::table::front::{Command, Request};

use super::kit::Player;
use super::table::{ann, committed};

/// Ann in the smallest window.
fn in_a_small_window() -> Player {
    let mut ann = ann();
    ann.size = (80, 24);
    ann
}

#[test]
fn the_mouse_does_the_same() {
    let mut ann = ann();
    ann.click("pass and leave this auction");
    assert!(ann.show().contains("(1) pass and leave this auction"));
    ann.click("Commit this");
    assert_eq!(committed(&ann), [r#"{"type":"pass"}"#]);
    ann.click("? help");
    assert!(ann.show().contains("CE-"));
}

/// Clicks alone: on whatever is highlighted.
#[test]
fn a_whole_game_can_be_played_with_the_mouse() {
    let mut ann = Player::practice("chicago-express", 3, 12);
    for _ in 0..5_000 {
        ann.wait();
        if ann.screen.view().result.is_some() {
            break;
        }
        ann.click_highlighted();
    }
    assert!(ann.show().contains("The game is over."));
    ann.click("a play again");
    assert!(ann.requests.contains(&Request::Command(Command::Ready(true))));
}

#[test]
fn an_amount_is_chosen_with_clicks_and_with_the_wheel() {
    let mut ann = in_a_small_window();
    ann.click("bid for the share");
    ann.click("] 9 +");
    ann.click("- 8 [");
    ann.click("+ amount");
    ann.click("-+");
    assert!(ann.show().contains("[ 10 ]"), "{}", ann.show());
    ann.wheel("bid for the share", true);
    ann.wheel("bid for the share", true);
    ann.wheel("bid for the share", false);
    ann.click("bid for the share");
    ann.click("Commit this");
    assert_eq!(committed(&ann), [r#"{"type":"bid","amount":11}"#]);
}

#[test]
fn every_page_is_reached_and_left_again_in_a_small_window() {
    for (key, shown) in [
        ("h history", "PAST: entry 3 of 3"),
        ("i charts", "income"),
        ("d everything", "next dividend"),
        ("l log", "Casey  passes"),
        ("m map", "mountain"),
        ("p people", "otter plum"),
        ("? help", "CE-6 Bidding"),
    ] {
        let mut ann = in_a_small_window();
        if !ann.show().contains(key) {
            ann.click(". more");
        }
        ann.click(key);
        let page = ann.show();
        assert!(page.contains(shown) && !page.contains("pass and leave this"), "{key}: {page}");
        match key {
            "h history" => ann.click("n back"),
            "m map" => {
                ann.click(". more");
                ann.click("m map");
            }
            _ => ann.click("esc back"),
        }
        assert!(ann.show().contains("pass and leave this"), "{key}");
    }
}

#[test]
fn more_keys_are_shown_on_request_and_hidden_again() {
    let mut ann = in_a_small_window();
    assert!(!ann.show().contains("z take back"));
    for hide in [". back", "v near/far"] {
        ann.click(". more");
        assert!(ann.show().contains("z take back") && ann.show().contains("q leave"), "{}", ann.show());
        ann.click(hide);
        assert!(!ann.show().contains("z take back"), "{hide}");
    }
    ann.press("2 . esc");
    assert!(ann.show().contains("(1) pass"), "closing the list drops nothing");
}

#[test]
fn clicks_while_something_is_typed_are_about_what_is_typed() {
    let mut ann = in_a_small_window();
    ann.press("2 t");
    ann.write("well played");
    ann.click("⏎ say");
    assert_eq!(committed(&ann), Vec::<String>::new(), "a draft is not committed by talking");
    assert!(ann.requests.contains(&Request::Command(Command::Chat("well played".to_owned()))));
    ann.press("t");
    ann.click("esc back");
    assert!(ann.show().contains("(1) pass"), "the draft is still there");
    ann.press("? /");
    ann.paste("wabash opens ce-19");
    ann.click("⏎ search");
    assert!(ann.show().contains("CE-19 Wabash opens"), "{}", ann.show());
}

#[test]
fn two_keys_in_one_are_told_apart_by_where_they_are_clicked() {
    let mut ann = in_a_small_window();
    ann.press("h");
    ann.click("←");
    ann.click("←");
    assert!(ann.show().contains("PAST: entry 1 of 3"));
    ann.click("→ entry by entry");
    assert!(ann.show().contains("PAST: entry 2 of 3"));
    ann.press("esc ?");
    let top = ann.show();
    ann.click("↓ scroll");
    assert_ne!(ann.show(), top);
    ann.click("↑");
    assert_eq!(ann.show(), top);
}

#[test]
fn a_moment_and_a_chart_are_picked_where_they_stand() {
    let mut ann = in_a_small_window();
    ann.press("h");
    ann.click("━━━━━━━━━━━━━━━━━━━━━━━━━━━━");
    assert!(ann.show().contains("PAST: entry 0 of 3"), "{}", ann.show());
    ann.press("esc i");
    ann.click("shares sold");
    assert!(ann.show().contains("P PRR 0"), "{}", ann.show());
}

#[test]
fn nothing_is_tried_or_committed_while_the_past_or_a_page_is_looked_at() {
    let mut ann = in_a_small_window();
    ann.press("2 h");
    let past = ann.show();
    assert!(!past.contains("Commit this") && past.contains("Nellie bids $7 for PRR"), "{past}");
    ann.click("PIT");
    ann.press("esc ? c");
    assert_eq!(committed(&ann), Vec::<String>::new(), "the key leads back to the board first");
    ann.press("c");
    assert_eq!(committed(&ann), [r#"{"type":"pass"}"#]);
}
