//! Pages with lines to fill in, key by key.

use super::fixture::Stage;
use super::join;
use crate::table::front::{DrawMode, Event, Finding, News, People, Plan, Request, TimeControl, Verdict};

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
    assert_eq!(stage.page(), "NewTable");
    assert_eq!(stage.problem(), Some("nobody answered there"));

    let mut stage = Stage::named();
    stage.press("enter");
    stage.hear(&why());
    assert_eq!(stage.page(), "HomePage");
    assert_eq!(stage.note(), "nobody answered there");
    stage.press("down");
    assert_eq!(stage.note(), "", "until the next key");
}

#[test]
fn a_new_table_is_for_the_game_that_was_chosen_for_practice() {
    for keys in ["+ enter", "right down enter enter", "right + enter"] {
        let mut stage = Stage::named();
        let asked = stage.press(keys);
        let wanted = if keys.contains("right") { "toy" } else { "long-game" };
        assert!(matches!(&asked[..], [Request::Open(plan)] if plan.game == wanted), "{keys}: {asked:?}");
    }
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
            name: None,
            clock: TimeControl::None,
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
fn the_network_is_checked_when_its_page_opens_and_again_on_enter() {
    let finding = |verdict| Finding { what: "an address".to_owned(), verdict, advice: None };
    let mut stage = Stage::named();
    assert_eq!(stage.press("n"), [Request::CheckNetwork(None)]);
    assert_eq!(stage.press("enter"), [], "one check at a time");
    stage.hear(&News::Network(vec![finding(Verdict::Good)], false));
    stage.hear(&News::Network(vec![finding(Verdict::Good), finding(Verdict::Bad)], true));
    assert_eq!(stage.press("'10.0.0.7 enter"), [Request::CheckNetwork(Some("10.0.0.7".to_owned()))]);
    assert_eq!(stage.page(), "NetworkPage");
    stage.hear(&News::Trouble("that is no address".to_owned()));
    assert_eq!(stage.note(), "that is no address");
    assert_eq!(stage.press("enter"), [Request::CheckNetwork(Some("10.0.0.7".to_owned()))], "try again");
}
