//! A hall full of tables: found by typing, sorted, and those that play folded.

use super::find;
use super::fixture::{Stage, near, open, over, playing};
use crate::table::front::{NearState, NearTable, News, Request};
use crate::tui::theme::{Depth, Theme, Wishes};

/// Two hundred tables: every fourth waits for people, most play.
pub(super) fn hall() -> Vec<NearTable> {
    let table = |number: u8| {
        let mut table = match number % 4 {
            0 => open(number),
            3 if number.is_multiple_of(3) => over(number),
            _ => playing(number),
        };
        table.taken = if number.is_multiple_of(4) { 1 + number / 4 % 4 } else { 4 };
        table.names = vec![["Ann", "Ben", "Chloe", "Dora", "Eli"][usize::from(number % 5)].to_owned()];
        if number.is_multiple_of(8) {
            table.game = "toy".to_owned();
        }
        table
    };
    // The network tells them in no order at all.
    (0..200_u16).map(|at| u8::try_from(at * 77 % 200 + 1).expect("at most 200")).map(table).collect()
}

fn stage() -> Stage {
    let mut stage = Stage::named();
    stage.hear(&News::Near(hall()));
    stage
}

fn screen(stage: &mut Stage) -> String {
    let theme = Theme::detect(|_| None, Wishes { ascii: false, depth: Some(Depth::Mono), backdrop: None });
    stage.draw((80, 24), &theme)
}

/// The numbers of the tables on the screen, from the top.
fn numbers(shown: &str) -> Vec<u32> {
    let number = |line: &str| line.split("Table ").nth(1)?.split(' ').next()?.parse().ok();
    shown.lines().filter_map(number).collect()
}

#[test]
fn tables_with_a_seat_come_first_and_in_the_order_of_their_numbers_whatever_comes_in_which_order() {
    let mut stage = stage();
    let first = numbers(&screen(&mut stage));
    assert!(first.is_sorted() && first.len() > 5, "{first:?}");
    let mut turned = hall();
    turned.reverse();
    stage.hear(&News::Near(turned));
    assert_eq!(numbers(&screen(&mut stage)), first);
}

#[test]
fn tables_that_play_are_one_line_until_somebody_wants_to_see_them() {
    let mut stage = stage();
    let count = |stage: &Stage| stage.lobby.known.near().len();
    assert_eq!(count(&stage), 200);
    // Up from the first line there is nothing; the last line above the own tables is the folded one.
    stage.press("down ".repeat(250).trim_end());
    let shown = screen(&mut stage);
    assert!(shown.contains("more tables play, are full or are over"), "{shown}");
    assert_eq!(stage.press("enter"), [], "they are listed now");
    stage.press("down ".repeat(250).trim_end());
    assert!(screen(&mut stage).contains("over"), "{}", screen(&mut stage));
    stage.press("esc");
    stage.press("down ".repeat(250).trim_end());
    assert!(screen(&mut stage).contains("more tables play"), "folded again");
}

#[test]
fn a_table_is_found_as_one_types_and_enter_sits_down_there() {
    for (typed, wanted) in [
        ("'48", find(48, false, None)),
        ("'chloe space 'toy", find(32, false, None)),
        ("'77", find(77, true, None)),
    ] {
        let mut stage = stage();
        assert_eq!(stage.press(&format!("/ {typed}")), []);
        assert_eq!(stage.press("enter"), [wanted], "{typed}: {}", screen(&mut stage));
    }
    let mut stage = stage();
    stage.press("/ '3+");
    let shown = screen(&mut stage);
    assert!(!numbers(&shown).is_empty() && !shown.contains("playing"), "{shown}");
    assert!(
        shown.lines().filter(|line| line.contains("open,")).all(|line| line.contains("1 of 4")),
        "{shown}"
    );
    stage.press("esc / 'nobody");
    assert!(screen(&mut stage).contains("No table near you fits"), "{}", screen(&mut stage));
    stage.press("esc");
    assert!(screen(&mut stage).contains("200 tables near you"));
}

#[test]
fn a_few_tables_are_not_folded_and_a_full_one_is_never_offered_first() {
    let mut stage = Stage::named();
    let mut full = near(1, NearState::Open);
    full.taken = 4;
    stage.hear(&News::Near(vec![full, playing(2), open(10), open(9)]));
    assert_eq!(numbers(&screen(&mut stage)), [9, 10, 1, 2]);
}

#[test]
fn what_may_mean_several_tables_is_asked_with_those_it_means() {
    let mut stage = Stage::named();
    stage.hear(&News::Several("Ann".to_owned()));
    stage.hear(&News::Ended(Err("2 tables are meant by \"Ann\"".to_owned())));
    assert!(stage.note().contains("2 tables are meant"));
    let ann = |number| NearTable { names: vec!["Ann".to_owned()], ..open(number) };
    stage.hear(&News::Near(vec![open(3), ann(5), ann(7)]));
    let shown = screen(&mut stage);
    assert_eq!(numbers(&shown), [5, 7], "{shown}");
    let asked: Vec<Request> = stage.press("down enter");
    assert_eq!(asked, [find(7, false, None)]);
}
