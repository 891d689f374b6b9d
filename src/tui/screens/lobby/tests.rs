//! The lobby key by key: (before, keys, after) on pages and requests.

mod crowd;
mod fixture;
mod forms;
mod gathering;
mod keys;
mod looks;
mod mouse;
mod nonsense;

use std::path::PathBuf;

use self::fixture::{Stage, bob, gathering, kept, listening, me, near, open, place, playing};
use crate::table::front::{
    DrawMode, End, Event, KeptTable, NearState, News, People, Plan, Request, TimeControl, Which, Wish,
};
use crate::tui::theme::{Theme, Wishes};

fn practice(game: &str) -> Request {
    Request::Open(Plan {
        game: game.to_owned(),
        options: [].into(),
        seats: 3,
        bots: 2,
        bot: "second/1".to_owned(),
        draw: DrawMode::Fresh,
        name: None,
        clock: TimeControl::None,
        pass_phrase: None,
        people: People::Here(Vec::new()),
    })
}

fn find(tag: u8, watch: bool, pass_phrase: Option<&str>) -> Request {
    let which = Which::Seen(fixture::tag(tag));
    Request::Find(Wish { which, watch, pass_phrase: pass_phrase.map(str::to_owned) })
}

fn join(typed: &str, watch: bool, pass_phrase: Option<&str>) -> Request {
    let which = Which::Typed(typed.to_owned());
    Request::Find(Wish { which, watch, pass_phrase: pass_phrase.map(str::to_owned) })
}

#[test]
fn whoever_asked_for_a_table_already_begins_nothing_else_meanwhile() {
    let mut stage = Stage::named();
    stage.lobby = Stage::named().lobby.on_the_way();
    assert_eq!(stage.page(), "Wait");
    assert_eq!(stage.press("enter 1 r +"), []);
    assert_eq!(stage.press("esc"), [Request::Away]);
}

#[test]
fn the_first_start_asks_only_for_a_name() {
    let mut stage = Stage::new();
    stage.hear(&News::Name(None));
    assert_eq!(stage.page(), "Name");
    assert_eq!(stage.press("enter"), [], "a name is needed");
    assert_eq!(stage.press("esc"), []);
    assert_eq!(stage.page(), "Name");
    assert_eq!(stage.press("'qAn? backspace 'n enter"), [Request::Name("qAnn".to_owned())]);
    assert_eq!(stage.page(), "HomePage");
    // Two keys from a name to a game.
    assert_eq!(stage.press("enter"), [practice("long-game")]);
}

#[test]
fn the_name_can_be_changed_and_left_as_it_is() {
    let mut stage = Stage::named();
    assert_eq!(stage.press("y 'e esc"), []);
    assert_eq!(stage.press("y ctrl-u 'Zoe enter"), [Request::Name("Zoe".to_owned())]);
    assert_eq!(stage.press("y ctrl-u space enter"), []);
    assert_eq!(stage.page(), "Name");
}

#[test]
fn practice_is_one_key_away_and_any_game_two() {
    for (keys, wanted) in [
        ("enter", practice("long-game")),
        ("1", practice("long-game")),
        ("right enter", practice("toy")),
        ("left enter", practice("toy")),
        ("right right enter", practice("long-game")),
        // Only on the first line there is a game to change.
        ("down right up enter", practice("long-game")),
    ] {
        let mut stage = Stage::named();
        assert_eq!(stage.press(keys), [wanted], "{keys}");
        assert_eq!(stage.page(), "Wait", "{keys}");
    }
}

#[test]
fn a_game_for_one_can_also_be_practised_alone() {
    let open = |seats: u8, game: &str| match practice(game) {
        Request::Open(plan) => Request::Open(Plan { seats, bots: seats - 1, ..plan }),
        other => other,
    };
    for (keys, wanted) in [
        ("enter", open(3, "patience")),
        ("right enter", open(1, "patience")),
        ("right right enter", open(3, "toy")),
        ("left left enter", open(1, "patience")),
    ] {
        assert_eq!(Stage::with_patience().press(keys), [wanted], "{keys}");
    }
    let mut stage = Stage::with_patience();
    stage.press("right");
    assert!(stage.draw((80, 24), &Theme::detect(|_| None, Wishes::default())).contains("Patience, alone"));
}

#[test]
fn nobody_is_alone_on_the_network() {
    // Seats down to as few as there are: two, though the game is for one too.
    let opened = Stage::with_patience().press("+ down down left left left left enter");
    let [Request::Open(plan)] = &opened[..] else { panic!("{opened:?}") };
    assert_eq!((plan.seats, &plan.people), (2, &People::Network));
}

#[test]
fn keys_lead_to_their_pages_and_esc_back() {
    for (keys, page) in [
        ("+", "NewTable"),
        ("2", "NewTable"),
        ("c", "Connect"),
        ("3", "Connect"),
        ("down down enter", "Connect"),
        ("i", "Address"),
        ("i enter", "NewTable"),
        ("n", "NetworkPage"),
        ("y", "Name"),
        ("9", "HomePage"),
        ("w", "HomePage"),
        ("p", "HomePage"),
        ("r", "HomePage"),
    ] {
        let mut stage = Stage::named();
        stage.press(keys);
        assert_eq!(stage.page(), page, "{keys}");
        stage.press("esc esc esc");
        assert_eq!(stage.page(), "HomePage", "{keys}");
        assert!(!stage.out.done, "{keys}");
    }
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut full = open(4);
    full.taken = full.seats;
    let mut other = open(3);
    (other.fits, other.version) = (false, "9.9".to_owned());
    let over = fixture::over(5);
    for (table, keys, words) in [
        (open(1), "down down down w", "has not begun"),
        (other.clone(), "4", "same version"),
        (other, "down down down w", "same version"),
        (full, "4", "full"),
        (over.clone(), "4", "over"),
        (over, "down down down p", "over"),
        (open(1), "w", "Choose a table"),
        (open(1), "r", "no unfinished table"),
    ] {
        let mut stage = Stage::named();
        stage.hear(&News::Near(vec![table]));
        stage.press(keys);
        assert_eq!(stage.page(), "HomePage", "{keys}");
        assert!(stage.note().contains(words), "{keys}: {:?}", stage.note());
    }
}

#[test]
fn tables_near_are_sat_down_at_or_watched() {
    let mut locked = open(3);
    locked.pass_phrase = true;
    for (keys, wanted) in [
        ("4", find(1, false, None)),
        ("down down down enter", find(1, false, None)),
        ("6", find(2, true, None)),
        ("down down down down down w", find(2, true, None)),
        ("5 'sesame enter", find(3, false, Some("sesame"))),
        ("5 enter 'sesame enter", find(3, false, Some("sesame"))),
    ] {
        let mut stage = Stage::named();
        // The open ones come first.
        stage.hear(&News::Near(vec![playing(2), open(1), locked.clone()]));
        let asked = stage.press(keys);
        assert_eq!(asked.last(), Some(&wanted), "{keys}");
        assert!(!stage.lobby.is_for_projector(), "{keys}");
    }
    let mut stage = Stage::named();
    stage.hear(&News::Near(vec![playing(2)]));
    assert_eq!(stage.press("down down down p"), [find(2, true, None)]);
    assert!(stage.lobby.is_for_projector());
}

#[test]
fn the_own_table_is_gone_on_with_where_the_others_still_play_it() {
    let resume = Request::Resume("left.wsl".into());
    for (keys, wanted) in [("enter", resume), ("w", find(2, true, None))] {
        let mut stage = Stage::named();
        let own = KeptTable { tag: fixture::tag(2), ..kept("left.wsl", false) };
        stage.hear(&News::Kept(vec![own]));
        stage.hear(&News::Near(vec![playing(2)]));
        stage.press("down down down");
        assert_eq!(stage.press(keys), [wanted]);
    }
}

#[test]
fn a_table_that_the_others_have_left_is_carried_on_with_bots() {
    let theme = Theme::detect(|_| None, Wishes::default());
    let here = KeptTable { local: true, ..kept("here.wsl", false) };
    let all = News::Kept(vec![kept("left.wsl", false), here, kept("over.wsl", true)]);
    for (line, wanted) in [(1, None), (3, Some("left.wsl")), (4, None), (5, None)] {
        let mut stage = Stage::named();
        stage.hear(&all);
        stage.press("down ".repeat(line).trim());
        assert_eq!(stage.draw((80, 24), &theme).contains("b with bots"), wanted.is_some(), "line {line}");
        let wanted: Vec<Request> = wanted.map(|path| Request::CarryOn(path.into())).into_iter().collect();
        assert_eq!(stage.press("b"), wanted, "line {line}");
    }
}

#[test]
fn the_chosen_table_stays_chosen_while_others_come_and_go() {
    let mut stage = Stage::named();
    stage.hear(&News::Near(vec![open(1), open(2)]));
    stage.press("down down down down");
    stage.hear(&News::Near(vec![open(5), open(1), open(2), open(7)]));
    assert_eq!(stage.press("enter"), [find(2, false, None)]);
    let mut stage = Stage::named();
    stage.hear(&News::Near(vec![open(1), open(2)]));
    stage.press("down down down down");
    stage.hear(&News::Near(vec![open(1)]));
    assert_eq!(stage.press("enter"), [find(1, false, None)], "the nearest line, once it is gone");
    stage.press("esc");
    stage.hear(&News::Near(vec![]));
    assert_eq!(stage.press("enter"), [], "the last of the fixed lines leads to a form");
    assert_eq!(stage.page(), "Connect");
}

#[test]
fn own_tables_are_gone_on_with() {
    let resume = |path: &str| Request::Resume(PathBuf::from(path));
    for (keys, wanted) in [
        ("4", resume("b.wsl")),
        ("r", resume("b.wsl")),
        ("5", resume("c.wsl")),
        ("up down down down down enter", resume("c.wsl")),
    ] {
        let mut stage = Stage::named();
        stage.hear(&News::Kept(vec![kept("a.wsl", true), kept("b.wsl", false), kept("c.wsl", false)]));
        assert_eq!(stage.press(keys), [wanted], "{keys}");
    }
    let mut stage = Stage::named();
    stage.hear(&News::Kept(vec![kept("a.wsl", true)]));
    assert_eq!(stage.press("r"), [], "one that is over cannot be gone on with");
    assert_eq!(stage.press("4"), [Request::Replay(PathBuf::from("a.wsl"))], "but looked at again");
}

#[test]
fn who_stops_looking_hears_nothing_more_of_it() {
    let mut stage = Stage::named();
    stage.press("c 'ben enter");
    assert_eq!(stage.press("esc"), [Request::Away]);
    assert_eq!(stage.page(), "Connect");
    stage.hear(&News::Event(gathering(&[place(bob(), true)])));
    assert_eq!(stage.page(), "Connect", "that was the table that was left");
    stage.hear(&News::Ended(Ok(End::Quit)));
    assert_eq!(stage.page(), "Connect");
    assert_eq!(stage.problem(), None);
    stage.press("enter");
    stage.hear(&News::Event(gathering(&[place(bob(), true)])));
    assert_eq!(stage.page(), "GatherPage", "and this is another");
}

#[test]
fn one_table_is_left_before_the_next_is_asked_for() {
    let mut stage = Stage::named();
    stage.press("enter");
    assert_eq!(stage.press("esc"), [Request::Away]);
    assert_eq!(stage.press("enter"), [], "the first is not left yet");
    assert_eq!(stage.page(), "Wait");
    stage.hear(&News::Ended(Ok(End::Quit)));
    assert_eq!(stage.press("?"), [practice("long-game")]);
    assert_eq!(stage.press("esc esc"), [Request::Away]);
    assert_eq!(stage.press("enter esc"), [], "what was not asked for need not be left");
    assert_eq!(stage.page(), "HomePage");
    stage.hear(&News::Ended(Ok(End::Quit)));
    assert_eq!(stage.press("enter"), [practice("long-game")]);
}

#[test]
fn quitting_needs_no_question_where_nothing_is_lost() {
    for keys in ["q", "ctrl-c", "+ ctrl-c", "c 'x ctrl-c", "enter ctrl-c", "? ctrl-c"] {
        let mut stage = Stage::named();
        assert_eq!(stage.press(keys).last(), Some(&Request::Quit), "{keys}");
        assert!(stage.out.done, "{keys}");
    }
}

#[test]
fn help_is_there_on_every_page_and_covers_its_keys() {
    for (keys, page) in [("?", "HomePage"), ("+ f1", "NewTable"), ("i ?", "Address"), ("enter ?", "Wait")] {
        let mut stage = Stage::named();
        stage.press(keys);
        assert!(stage.lobby.help.is_some(), "{keys}");
        assert_eq!(stage.press("down enter"), [], "{keys}");
        assert!(stage.lobby.help.is_none(), "{keys}");
        assert_eq!(stage.page(), page, "{keys}");
    }
}

#[test]
fn a_visit_that_the_program_was_started_with_is_shown_too() {
    let mut stage = Stage::named();
    stage.hear(&listening());
    assert_eq!(stage.page(), "Wait");
    stage.hear(&News::Event(gathering(&[place(me(), false), place(bob(), true)])));
    assert_eq!(stage.page(), "GatherPage");
    assert_eq!(stage.press("esc y"), [Request::Away]);
    assert_eq!(stage.page(), "HomePage");
}

#[test]
fn seconds_are_counted_while_a_table_is_looked_for_and_nothing_ticks_else() {
    let mut stage = Stage::named();
    assert_eq!(stage.lobby.next_tick(), None);
    stage.now = 10_250;
    stage.press("c 'ben enter");
    assert_eq!(stage.lobby.next_tick(), Some(11_250));
    stage.lobby.tick(11_250, &mut stage.out);
    assert_eq!(stage.lobby.next_tick(), Some(12_250));
    stage.hear(&News::Event(gathering(&[place(bob(), true), place(me(), false)])));
    assert_eq!(stage.lobby.next_tick(), None);
}

#[test]
fn trouble_and_warnings_are_one_line() {
    let mut stage = Stage::named();
    stage.hear(&News::Trouble("the name could not be kept".to_owned()));
    assert_eq!(stage.note(), "the name could not be kept");
    let mut stage = Stage::hosting(&[place(me(), false)]);
    stage.hear(&News::Event(Event::Refused("no such seat".to_owned())));
    assert!(stage.note().contains("no such seat"));
    stage.hear(&News::Event(Event::Notice("mDNS is off".to_owned())));
    assert_eq!(stage.note(), "mDNS is off");
    assert_eq!(stage.talk(), ["mDNS is off"], "it can still be read when the line is gone");
    stage.hear(&News::Event(Event::ChangedKey { name: "Ben".to_owned(), known: vec![], shown: bob().1 }));
    assert!(stage.note().contains("another key"));
    assert_eq!(stage.talk().len(), 2);
}

#[test]
fn the_lists_are_kept_in_an_order_that_serves() {
    let mut stage = Stage::named();
    let mut other = open(3);
    other.fits = false;
    stage.hear(&News::Near(vec![fixture::over(4), playing(2), other, near(1, NearState::Open)]));
    let tags: Vec<u8> = stage.lobby.known.near().iter().map(|table| table.tag.0[0]).collect();
    assert_eq!(tags, [1, 2, 3, 4]);
}
