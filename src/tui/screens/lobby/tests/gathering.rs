//! A table before its game, key by key.

use super::fixture::{self, Stage, bob, chloe, gathering, me, place};
use crate::table::front::{Command, Event, GatherSeat, News, Request};
use crate::tui::out::Signal;

#[test]
fn at_the_gathering_space_says_ready_and_not_ready() {
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), true)]);
    assert_eq!(stage.page(), "Gather");
    assert_eq!(stage.press("space"), [Request::Command(Command::Ready(true))]);
    stage.hear(&News::Event(gathering(&[place(me(), true), place(bob(), true)])));
    assert_eq!(stage.press("enter"), [Request::Command(Command::Ready(false))]);
}

#[test]
fn the_host_puts_bots_on_free_seats_and_frees_them() {
    let seat_bot =
        |seat, bot: Option<&str>| [Request::Command(Command::SeatBot { seat, bot: bot.map(str::to_owned) })];
    let bot = |name: &str| GatherSeat::Bot { name: name.to_owned() };
    let mut stage =
        Stage::hosting(&[place(me(), false), place(bob(), true), GatherSeat::Open, GatherSeat::Open]);
    assert_eq!(stage.press("b"), seat_bot(2, Some("second/1")), "the first free seat is meant");
    assert_eq!(stage.press("down b"), seat_bot(3, Some("second/1")));
    for (now, next) in [("second/1", Some("third/1")), ("third/1", Some("first/1")), ("first/1", None)] {
        let mut stage = Stage::hosting(&[place(me(), false), bot(now)]);
        assert_eq!(stage.press("down b"), seat_bot(1, next), "{now}");
    }
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), true)]);
    assert_eq!(stage.press("b"), []);
    assert!(stage.note().contains("free seat"));
    let mut guest = Stage::hosting(&[place(bob(), true), place(me(), false), GatherSeat::Open]);
    assert_eq!(guest.press("b"), []);
    assert!(guest.note().contains("host"));
}

#[test]
fn nothing_typed_into_talk_is_a_command() {
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), true)]);
    let said = |text: &str| Request::Command(Command::Chat(text.to_owned()));
    assert_eq!(stage.press("t 'hi? space 'q enter"), [said("hi? q")]);
    assert_eq!(stage.press("space space 'b enter"), [said("b")], "the line is still open");
    assert_eq!(stage.press("enter"), [], "an empty line says nothing, and closes");
    assert_eq!(stage.press("t 'never esc"), []);
    assert_eq!(stage.page(), "Gather");
    let talk: Vec<String> = stage.talk();
    assert_eq!(talk, ["Ann: hi? q", "Ann: b"]);
    stage.paste("pasted");
    assert_eq!(stage.press("space"), [Request::Command(Command::Ready(true))], "nothing was being typed");
}

#[test]
fn the_talk_tells_who_comes_goes_and_is_ready() {
    let mut stage = Stage::hosting(&[place(me(), true), GatherSeat::Open, GatherSeat::Open]);
    let sees = |stage: &mut Stage, seats: &[GatherSeat]| stage.hear(&News::Event(gathering(seats)));
    sees(&mut stage, &[place(me(), true), place(bob(), false), GatherSeat::Open]);
    assert_eq!(stage.signals(), [Signal::Bell], "company");
    sees(&mut stage, &[place(me(), true), place(bob(), true), place(chloe(), true)]);
    stage.hear(&News::Event(Event::Chat { name: "Chloe".to_owned(), text: "hello".to_owned() }));
    stage.hear(&News::Event(Event::Unlinked {
        key: bob().1,
        name: Some("Ben".to_owned()),
        why: "timed out".to_owned(),
    }));
    sees(&mut stage, &[place(me(), true), GatherSeat::Open, GatherSeat::Open]);
    assert_eq!(
        stage.talk(),
        [
            "Ben sat down",
            "Ben is ready",
            "Chloe sat down",
            "Chloe is ready",
            "Chloe: hello",
            "Ben lost contact: timed out",
            "Chloe left",
        ]
    );
}

#[test]
fn the_bell_rings_once_when_all_wait_for_this_player() {
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), false)]);
    assert_eq!(stage.signals(), []);
    stage.hear(&News::Event(gathering(&[place(me(), false), place(bob(), true)])));
    assert_eq!(stage.signals(), [Signal::Bell]);
    stage.hear(&News::Event(gathering(&[place(me(), false), place(bob(), true)])));
    assert_eq!(stage.signals(), []);
}

#[test]
fn leaving_is_asked_about_only_where_others_would_lose_their_seats() {
    let mut alone = Stage::hosting(&[place(me(), false)]);
    assert_eq!(alone.press("esc"), [Request::Away]);
    assert_eq!(alone.page(), "NewTable", "one level out");
    let mut guest = Stage::hosting(&[place(bob(), true), place(me(), false)]);
    assert_eq!(guest.press("q"), [Request::Away]);
    let seats = [place(me(), false), place(bob(), true)];
    for (keys, wanted) in [
        ("esc", vec![]),
        ("esc n", vec![]),
        ("esc esc", vec![]),
        ("esc space", vec![]),
        ("esc y", vec![Request::Away]),
        ("ctrl-c n", vec![]),
        ("ctrl-c y", vec![Request::Quit]),
        ("ctrl-c ctrl-c", vec![Request::Quit]),
    ] {
        let mut host = Stage::hosting(&seats);
        assert_eq!(host.press(keys), wanted, "{keys}");
        assert_eq!(host.out.done, wanted == [Request::Quit], "{keys}");
    }
}

#[test]
fn the_address_page_copies_the_join_code() {
    let mut stage = Stage::hosting(&[place(me(), false)]);
    stage.press("i c");
    assert_eq!(stage.signals(), [Signal::Copy(fixture::CODE.to_owned())]);
    stage.hear(&News::Event(gathering(&[place(me(), false), place(bob(), true)])));
    assert_eq!(stage.page(), "Address", "what happens below does not disturb");
    stage.press("esc");
    assert_eq!(stage.page(), "Gather");
    let mut nowhere = Stage::named();
    nowhere.press("i c");
    assert_eq!(nowhere.signals(), []);
}

#[test]
fn a_host_that_is_lost_is_looked_for_again() {
    let mut stage = Stage::hosting(&[place(bob(), true), place(me(), false)]);
    stage.hear(&News::Event(Event::Looking("Ben".to_owned())));
    assert_eq!(stage.page(), "Wait");
    stage.hear(&News::Event(gathering(&[place(bob(), true), place(me(), false)])));
    assert_eq!(stage.page(), "Gather");
}
