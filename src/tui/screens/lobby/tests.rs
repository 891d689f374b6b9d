//! The lobby key by key: (before, keys, after) on pages and requests.

mod fixture;
mod looks;
mod mouse;
mod nonsense;

use std::path::PathBuf;

use self::fixture::{Stage, bob, chloe, gathering, kept, listening, me, near, open, place, playing};
use crate::table::front::{
    Command, DrawMode, End, Event, Finding, News, People, Plan, Request, Verdict, Which, Wish,
};
use crate::tui::out::Signal;

fn practice(game: &str) -> Request {
    Request::Open(Plan {
        game: game.to_owned(),
        options: [].into(),
        seats: 3,
        bots: 2,
        bot: "second/1".to_owned(),
        draw: DrawMode::Fresh,
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
fn the_first_start_asks_only_for_a_name() {
    let mut stage = Stage::new();
    stage.hear(&News::Name(None));
    assert_eq!(stage.page(), "Name");
    assert_eq!(stage.press("enter"), [], "a name is needed");
    assert_eq!(stage.press("esc"), []);
    assert_eq!(stage.page(), "Name");
    assert_eq!(stage.press("'qAn? backspace 'n enter"), [Request::Name("qAnn".to_owned())]);
    assert_eq!(stage.page(), "Home");
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
fn keys_lead_to_their_pages_and_esc_back() {
    for (keys, page) in [
        ("+", "NewTable"),
        ("2", "NewTable"),
        ("c", "Connect"),
        ("3", "Connect"),
        ("down down enter", "Connect"),
        ("i", "Address"),
        ("i enter", "NewTable"),
        ("n", "Network"),
        ("y", "Name"),
        ("9", "Home"),
        ("w", "Home"),
        ("p", "Home"),
        ("r", "Home"),
    ] {
        let mut stage = Stage::named();
        stage.press(keys);
        assert_eq!(stage.page(), page, "{keys}");
        stage.press("esc esc esc");
        assert_eq!(stage.page(), "Home", "{keys}");
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
        assert_eq!(stage.page(), "Home", "{keys}");
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
    assert_eq!(stage.press("4"), [], "one that is over cannot be gone on with");
    assert!(stage.note().contains("over"));
}

#[test]
fn an_address_or_code_is_typed_or_pasted() {
    for (keys, wanted) in [
        ("c '10.0.0.7 enter", join("10.0.0.7", false, None)),
        ("c '10.0.0.7q? enter", join("10.0.0.7q?", false, None)),
        ("c enter", join("", false, None)),
        ("c 'ben tab 'open tab right enter", join("ben", true, Some("open"))),
        ("c 'ben up left left enter", join("ben", true, None)),
    ] {
        let mut stage = Stage::named();
        assert_eq!(stage.press(keys), [wanted], "{keys}");
        assert_eq!(stage.page(), "Wait", "{keys}");
    }
    let mut stage = Stage::named();
    stage.paste(" otter plum\nladder ");
    assert_eq!(stage.page(), "Connect");
    assert_eq!(stage.press("enter"), [join("otter plum ladder", false, None)]);
}

#[test]
fn what_goes_wrong_on_the_way_is_said_where_it_can_be_mended() {
    let why = || News::Ended(Err("nobody answered there".to_owned()));
    let mut stage = Stage::named();
    stage.press("c '10.0.0.9 enter");
    stage.hear(&News::Event(Event::Looking("10.0.0.9".to_owned())));
    stage.hear(&why());
    assert_eq!(stage.page(), "Connect");
    assert_eq!(stage.problem(), Some("nobody answered there"));
    assert_eq!(
        stage.press("backspace '8 enter"),
        [join("10.0.0.8", false, None)],
        "what was typed is still there"
    );

    let mut stage = Stage::named();
    stage.press("+ enter");
    stage.hear(&why());
    assert_eq!((stage.page(), stage.problem()), ("NewTable", Some("nobody answered there")));

    let mut stage = Stage::named();
    stage.press("enter");
    stage.hear(&why());
    assert_eq!((stage.page(), stage.note().as_str()), ("Home", "nobody answered there"));
    stage.press("down");
    assert_eq!(stage.note(), "", "until the next key");
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
    assert_eq!((stage.page(), stage.problem()), ("Connect", None));
    stage.press("enter");
    stage.hear(&News::Event(gathering(&[place(bob(), true)])));
    assert_eq!(stage.page(), "Gather", "and this is another");
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
    assert_eq!(stage.page(), "Home");
    stage.hear(&News::Ended(Ok(End::Quit)));
    assert_eq!(stage.press("enter"), [practice("long-game")]);
}

#[test]
fn a_table_on_the_network_is_thought_up_line_by_line() {
    let plan = |change: &dyn Fn(&mut Plan)| {
        let mut plan = Plan {
            game: "long-game".to_owned(),
            options: [].into(),
            seats: 3,
            bots: 0,
            bot: "second/1".to_owned(),
            draw: DrawMode::Fresh,
            pass_phrase: None,
            people: People::Network,
        };
        change(&mut plan);
        [Request::Open(plan)]
    };
    let same = |_: &mut Plan| {};
    let option = |plan: &mut Plan, name: &str, value: serde_json::Value| {
        plan.options.insert(name.to_owned(), value);
    };
    assert_eq!(Stage::named().press("+ enter"), plan(&same));
    assert_eq!(
        Stage::named().press("+ down down right right right right right enter"),
        plan(&|plan| plan.seats = 5)
    );
    assert_eq!(Stage::named().press("+ down down left left enter"), plan(&|plan| plan.seats = 2));
    let bots = "+ down down down right right right right";
    assert_eq!(Stage::named().press(&format!("{bots} enter")), plan(&|plan| plan.bots = 2));
    let fewer_seats = format!("{bots} up left enter");
    assert_eq!(Stage::named().press(&fewer_seats), plan(&|plan| (plan.seats, plan.bots) = (2, 1)));
    let bot = "+ down down down down right enter";
    assert_eq!(Stage::named().press(bot), plan(&|plan| plan.bot = "third/1".to_owned()));
    let map = "+ down down down down down right enter";
    assert_eq!(Stage::named().press(map), plan(&|plan| option(plan, "map", "small".into())));
    let two_options = "+ down down down down down left down right enter";
    let options = |plan: &mut Plan| {
        option(plan, "map", "tiny".into());
        option(plan, "short_game", true.into());
    };
    assert_eq!(Stage::named().press(two_options), plan(&options));
    assert_eq!(
        Stage::named().press("+ up 'ab space 'c enter"),
        plan(&|plan| plan.pass_phrase = Some("ab c".to_owned()))
    );
    let seed = "+ up up right down backspace '42 enter";
    assert_eq!(Stage::named().press(seed), plan(&|plan| plan.draw = DrawMode::Seed(42)));
    let toy = |plan: &mut Plan| (plan.game, plan.seats) = ("toy".to_owned(), 3);
    assert_eq!(Stage::named().press("+ right enter"), plan(&toy));
    assert_eq!(
        Stage::named().press("+ down down down down down right up up up up up right enter"),
        plan(&toy)
    );
}

#[test]
fn several_people_on_one_laptop_need_names_of_their_own() {
    let here = |stage: &mut Stage, keys: &str| match stage.press(keys).as_slice() {
        [Request::Open(plan)] => Some((plan.seats, plan.bots, plan.people.clone(), plan.pass_phrase.clone())),
        [] => None,
        other => panic!("{other:?}"),
    };
    let people = |names: &[&str]| People::Here(names.iter().map(|name| (*name).to_owned()).collect());
    // A game needs two, so that without others there is a bot.
    assert_eq!(here(&mut Stage::named(), "+ down right enter"), Some((2, 1, people(&[]), None)));
    let two = "+ down right down 'Ben space ', space 'Chloe, down left left enter";
    assert_eq!(here(&mut Stage::named(), two), Some((3, 0, people(&["Ben", "Chloe"]), None)));
    for (names, words) in [
        ("Ben,Ben", "twice"),
        ("Ann", "twice"),
        ("a,b,c,d,e,f", "for 2 to 5"),
        (&"x".repeat(65), "cannot be a name"),
    ] {
        let mut stage = Stage::named();
        assert_eq!(here(&mut stage, &format!("+ down right down '{names} enter")), None, "{names}");
        assert!(
            stage.problem().is_some_and(|problem| problem.contains(words)),
            "{names}: {:?}",
            stage.problem()
        );
    }
    let mut stage = Stage::named();
    assert_eq!(here(&mut stage, "+ up up right down 'x enter"), None, "a seed is a number");
    assert!(stage.problem().is_some());
}

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
    use crate::table::front::Place;
    let seat_bot =
        |seat, bot: Option<&str>| [Request::Command(Command::SeatBot { seat, bot: bot.map(str::to_owned) })];
    let bot = |name: &str| Place::Bot { name: name.to_owned() };
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), true), Place::Open, Place::Open]);
    assert_eq!(stage.press("b"), seat_bot(2, Some("second/1")), "the first free seat is meant");
    assert_eq!(stage.press("down b"), seat_bot(3, Some("second/1")));
    for (now, next) in [("second/1", Some("third/1")), ("third/1", Some("first/1")), ("first/1", None)] {
        let mut stage = Stage::hosting(&[place(me(), false), bot(now)]);
        assert_eq!(stage.press("down b"), seat_bot(1, next), "{now}");
    }
    let mut stage = Stage::hosting(&[place(me(), false), place(bob(), true)]);
    assert_eq!(stage.press("b"), []);
    assert!(stage.note().contains("free seat"));
    let mut guest = Stage::hosting(&[place(bob(), true), place(me(), false), Place::Open]);
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
    use crate::table::front::Place;
    let mut stage = Stage::hosting(&[place(me(), true), Place::Open, Place::Open]);
    let sees = |stage: &mut Stage, seats: &[Place]| stage.hear(&News::Event(gathering(seats)));
    sees(&mut stage, &[place(me(), true), place(bob(), false), Place::Open]);
    assert_eq!(stage.signals(), [Signal::Bell], "company");
    sees(&mut stage, &[place(me(), true), place(bob(), true), place(chloe(), true)]);
    stage.hear(&News::Event(Event::Chat { name: "Chloe".to_owned(), text: "hello".to_owned() }));
    stage.hear(&News::Event(Event::Unlinked {
        key: bob().1,
        name: Some("Ben".to_owned()),
        why: "timed out".to_owned(),
    }));
    sees(&mut stage, &[place(me(), true), Place::Open, Place::Open]);
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
fn quitting_needs_no_question_where_nothing_is_lost() {
    for keys in ["q", "ctrl-c", "+ ctrl-c", "c 'x ctrl-c", "enter ctrl-c", "? ctrl-c"] {
        let mut stage = Stage::named();
        assert_eq!(stage.press(keys).last(), Some(&Request::Quit), "{keys}");
        assert!(stage.out.done, "{keys}");
    }
}

#[test]
fn help_is_there_on_every_page_and_covers_its_keys() {
    for (keys, page) in [("?", "Home"), ("+ f1", "NewTable"), ("i ?", "Address"), ("enter ?", "Wait")] {
        let mut stage = Stage::named();
        stage.press(keys);
        assert!(stage.lobby.help.is_some(), "{keys}");
        assert_eq!(stage.press("down enter"), [], "{keys}");
        assert!(stage.lobby.help.is_none(), "{keys}");
        assert_eq!(stage.page(), page, "{keys}");
    }
}

#[test]
fn the_network_is_checked_when_its_page_opens_and_again_on_enter() {
    let finding = |verdict| Finding { what: "an address".to_owned(), verdict, advice: None };
    let mut stage = Stage::named();
    assert_eq!(stage.press("n"), [Request::CheckNetwork(None)]);
    assert_eq!(stage.press("enter"), [], "one check at a time");
    stage.hear(&News::Network(vec![finding(Verdict::Good)], false));
    stage.hear(&News::Network(vec![finding(Verdict::Good), finding(Verdict::Bad)], true));
    assert_eq!(stage.press("'10.0.0.7 enter"), [Request::CheckNetwork(Some("10.0.0.7".to_owned()))]);
    assert_eq!(stage.page(), "Network");
    stage.hear(&News::Trouble("that is no address".to_owned()));
    assert_eq!(stage.note(), "that is no address");
    assert_eq!(stage.press("enter"), [Request::CheckNetwork(Some("10.0.0.7".to_owned()))], "try again");
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

#[test]
fn a_visit_that_the_program_was_started_with_is_shown_too() {
    let mut stage = Stage::named();
    stage.hear(&listening());
    assert_eq!(stage.page(), "Wait");
    stage.hear(&News::Event(gathering(&[place(me(), false), place(bob(), true)])));
    assert_eq!(stage.page(), "Gather");
    assert_eq!(stage.press("esc y"), [Request::Away]);
    assert_eq!(stage.page(), "Home");
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
    stage.hear(&News::Near(vec![
        fixture::over(4),
        playing(2),
        other,
        near(1, crate::table::front::NearState::Open),
    ]));
    let tags: Vec<u8> = stage.lobby.known.near().iter().map(|table| table.tag.0[0]).collect();
    assert_eq!(tags, [1, 2, 3, 4]);
}
