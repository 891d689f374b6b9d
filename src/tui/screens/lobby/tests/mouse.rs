//! Everything that keys do can be clicked.

use crossterm::event::{Event as TermEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::fixture::{Stage, bob, me, open, place};
use crate::table::front::{Command, GatherSeat, News, Request};
use crate::tui::theme::{Depth, Theme, Wishes};

const SIZE: (u16, u16) = (100, 30);

fn theme() -> Theme {
    Theme::detect(|_| None, Wishes { ascii: false, depth: Some(Depth::Mono), backdrop: None })
}

fn mouse(stage: &mut Stage, kind: MouseEventKind, column: u16, row: u16) -> Vec<Request> {
    stage.input(&TermEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    stage.out.requests.drain(..).collect()
}

/// Clicks on the first letter of these words, as they are seen now; on the last place where they stand.
fn click(stage: &mut Stage, words: &str) -> Vec<Request> {
    let shown = stage.draw(SIZE, &theme());
    let found =
        shown.lines().enumerate().filter_map(|(row, line)| Some((row, line.find(words)?, line))).last();
    let (row, byte, line) = found.unwrap_or_else(|| panic!("{words:?} is not there:\n{shown}"));
    let column = line[..byte].chars().count();
    let at = |place: usize| u16::try_from(place).expect("it is on the screen");
    mouse(stage, MouseEventKind::Down(MouseButton::Left), at(column), at(row))
}

#[test]
fn the_first_line_is_one_click_away_and_others_two() {
    let mut stage = Stage::named();
    assert!(matches!(click(&mut stage, "Play now").as_slice(), [Request::Open(_)]));
    let mut stage = Stage::named();
    stage.hear(&News::Near(vec![open(1)]));
    assert_eq!(click(&mut stage, "Table 1"), []);
    assert!(matches!(click(&mut stage, "Table 1  ").as_slice(), [Request::Find(_)]));
    assert_eq!(stage.page(), "Wait");
    assert_eq!(click(&mut stage, "stop"), [Request::Away]);
}

#[test]
fn the_keys_at_the_bottom_can_be_clicked() {
    for (words, page) in
        [("new table", "NewTable"), ("connect", "Connect"), ("my address", "Address"), ("? help", "HomePage")]
    {
        let mut stage = Stage::named();
        click(&mut stage, words);
        assert_eq!(stage.page(), page, "{words}");
    }
    let mut stage = Stage::named();
    click(&mut stage, "quit");
    assert!(stage.out.done);
}

#[test]
fn help_is_opened_and_closed() {
    let mut stage = Stage::named();
    click(&mut stage, "help");
    assert!(stage.lobby.help.is_some());
    assert_eq!(click(&mut stage, "The first line begins"), [], "what it covers cannot be clicked");
    click(&mut stage, "close");
    assert!(stage.lobby.help.is_none());
}

#[test]
fn a_form_is_filled_in() {
    let mut stage = Stage::named();
    click(&mut stage, "new table");
    click(&mut stage, "Bots");
    click(&mut stage, "► ");
    let more = |stage: &mut Stage, label: &str| {
        let shown = stage.draw(SIZE, &theme());
        let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains(label)).expect("the row");
        let byte = line.rfind('►').expect("an arrow");
        let column = line[..byte].chars().count();
        let at = |place: usize| u16::try_from(place).expect("it is on the screen");
        mouse(stage, MouseEventKind::Down(MouseButton::Left), at(column), at(row))
    };
    more(&mut stage, "Seats");
    let asked = click(&mut stage, "open the table ]");
    let [Request::Open(plan)] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!((plan.seats, plan.bots), (4, 0));
}

#[test]
fn seats_and_talk_are_clicked() {
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), true), GatherSeat::Open]);
    let bot = Request::Command(Command::SeatBot { seat: 2, bot: Some("second/1".to_owned()) });
    assert_eq!(click(&mut stage, "free seat  "), []);
    assert_eq!(click(&mut stage, "free seat  "), [bot]);
    assert_eq!(click(&mut stage, "space"), [Request::Command(Command::Ready(true))]);
    click(&mut stage, "t to talk");
    assert_eq!(stage.press("'hi enter"), [Request::Command(Command::Chat("hi".to_owned()))]);
    click(&mut stage, "Ann");
    assert_eq!(
        stage.press("space"),
        [Request::Command(Command::Ready(true))],
        "a click on a seat ends the talk"
    );
    click(&mut stage, "close the table");
    assert_eq!(click(&mut stage, "yes"), [Request::Away]);
}

#[test]
fn the_wheel_moves_along_the_lines() {
    let mut stage = Stage::named();
    mouse(&mut stage, MouseEventKind::ScrollDown, 5, 5);
    mouse(&mut stage, MouseEventKind::ScrollDown, 5, 5);
    mouse(&mut stage, MouseEventKind::ScrollUp, 5, 5);
    stage.press("enter");
    assert_eq!(stage.page(), "NewTable");
}
