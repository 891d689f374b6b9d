//! The table screen, key by key: what stands there before, what is pressed, what stands there after.

use whistlestop::engine::scene::Panel;
use whistlestop::games::GAMES;
use whistlestop::table::front::{
    Change, Command, Event, Holder, Owed, ProtocolEvent, Request, SeatNow, TimeLeft,
};
use whistlestop::table::rules::Move;
use whistlestop::tui::out::{Out, Signal};

use super::kit::{Player, advice};

pub(crate) fn ann() -> Player {
    let mut ann = Player::practice("chicago-express", 3, 7);
    ann.wait();
    ann
}

/// The actions of a move as the `rules` command shows them.
pub(crate) fn written(ann: &Player, committed: &Move) -> Vec<String> {
    let written = |action| ann.table.game().action_to_json(action).unwrap().to_string();
    committed.actions().iter().map(written).collect()
}

/// What Ann committed so far.
pub(crate) fn committed(ann: &Player) -> Vec<String> {
    let moves = ann.requests.iter().filter_map(|request| match request {
        Request::Command(Command::Act(committed)) => Some(written(ann, committed).join(" ")),
        _ => None,
    });
    moves.collect()
}

#[test]
fn a_bid_is_tried_first_and_counts_only_when_it_is_committed() {
    let mut ann = ann();
    assert!(ann.show().contains("► 1  bid for the share of PRR (Nellie leads with $7)"));
    ann.press("1");
    assert!(ann.show().contains("[ 8 ]"), "the least that is possible stands there");
    ann.press("1 2 enter");
    let tried = ann.show();
    assert!(tried.contains("(1) bid for the share of PRR") && tried.contains("-$12"), "{tried}");
    assert!(tried.contains("Ann leads with $12"), "the effect is shown\n{tried}");
    assert_eq!(committed(&ann), Vec::<String>::new(), "nothing counts yet");
    ann.press("enter");
    assert_eq!(committed(&ann), [r#"{"type":"bid","amount":12}"#]);
}

#[test]
fn an_amount_that_cannot_be_is_refused_with_what_can() {
    let mut ann = ann();
    ann.press("1 9 9 enter");
    assert!(ann.show().contains("type an amount from $8 to $40"));
    ann.press("backspace backspace 3 9 + + + enter enter");
    assert_eq!(committed(&ann), [r#"{"type":"bid","amount":40}"#], "plus stops at the most");
}

#[test]
fn undo_takes_back_a_step_and_escape_everything() {
    let mut ann = ann();
    ann.press("2");
    assert!(ann.show().contains("(1) pass and leave this auction"));
    ann.press("u");
    assert!(!ann.show().contains("(1) pass"));
    ann.press("u");
    assert!(ann.show().contains("there is nothing to undo"));
    ann.press("2 esc");
    assert!(!ann.show().contains("(1) pass"));
    assert_eq!(committed(&ann), Vec::<String>::new());
}

#[test]
fn enter_typed_into_the_talk_never_commits_a_move() {
    let mut ann = ann();
    ann.press("2 t");
    ann.write("well played c 2");
    ann.press("enter");
    assert_eq!(committed(&ann), Vec::<String>::new());
    assert!(ann.requests.contains(&Request::Command(Command::Chat("well played c 2".to_owned()))));
    assert!(ann.show().contains("well played c 2"), "what was said is in the log");
    ann.press("t");
    ann.write("never mind");
    ann.press("esc enter");
    assert_eq!(committed(&ann), [r#"{"type":"pass"}"#], "outside the talk Enter commits again");
}

#[test]
fn space_picks_but_never_commits() {
    let mut ann = ann();
    ann.press("down space");
    assert!(ann.show().contains("(1) pass and leave this auction"));
    ann.press("space space");
    assert!(ann.show().contains("press Enter to commit"));
    assert_eq!(committed(&ann), Vec::<String>::new());
}

#[test]
fn a_newcomer_is_led_through_the_first_turns_and_then_left_alone() {
    let mut ann = Player::newcomer("chicago-express", 3, 7);
    ann.wait();
    assert!(ann.show().contains("Welcome!"));
    ann.press("1");
    assert!(ann.show().contains("Type an amount"));
    ann.press("enter");
    assert!(ann.show().contains("This is only a draft"));
    ann.press("enter");
    ann.wait();
    assert!(ann.show().contains("Your turn again."));
    for _ in 0..2 {
        ann.press("1 enter enter");
        ann.wait();
    }
    assert!(!ann.show().contains("Your turn again."));
}

#[test]
fn who_looks_on_is_not_told_how_to_play() {
    let mut room = Player::watching("chicago-express", 3, 7);
    room.wait();
    let shown = room.show();
    assert!(!shown.contains("Now the others play"), "{shown}");
    assert!(!shown.contains("compare aloud"), "one person alone has nobody to compare with\n{shown}");
}

#[test]
fn the_bell_rings_once_when_the_turn_comes_from_somebody_else() {
    let mut ann = ann();
    let bells = |ann: &Player| ann.signals.iter().filter(|signal| **signal == Signal::Bell).count();
    assert_eq!(bells(&ann), 1);
    ann.press("1 enter enter");
    ann.wait();
    assert_eq!(bells(&ann), 2, "Nellie bid in between");
    ann.press("tab up down m m h esc");
    assert_eq!(bells(&ann), 2);
    assert!(matches!(ann.signals.last(), Some(Signal::Title(title)) if title.starts_with("► your turn")));
}

#[test]
fn the_past_shows_the_board_as_it_was_and_one_key_leads_back() {
    let mut ann = ann();
    ann.press("h");
    assert!(ann.show().contains("PAST: entry 3 of 3"));
    ann.press("left left left left");
    let start = ann.show();
    assert!(start.contains("PAST: entry 0 of 3") && !start.contains("bids $7"), "{start}");
    ann.press("right right right");
    assert!(ann.show().contains("bids $7"));
    ann.press("left n");
    assert!(ann.show().contains("YOUR TURN"));
    ann.press("1 enter enter");
    assert_eq!(committed(&ann).len(), 1, "the turn was still there");
}

#[test]
fn help_shows_the_rules_that_apply_and_finds_words() {
    let mut ann = ann();
    ann.press("?");
    let help = ann.show();
    assert!(help.contains("CE-6 Bidding") && help.contains("CE-7 The minimum"), "{help}");
    assert!(!help.contains("CE-16 Houses"), "what does not apply comes later");
    ann.press("/");
    ann.write("wabash opens ce-19");
    ann.press("enter");
    assert!(ann.show().contains("CE-19 Wabash opens"));
    ann.press("esc");
    assert!(ann.show().contains("YOUR TURN") && ann.show().contains("bid for the share"));
}

#[test]
fn the_rulings_of_all_games_are_found_in_the_help_of_each() {
    for entry in GAMES {
        let mut ann = Player::practice(entry.meta.id, 3, 7);
        ann.wait();
        ann.size = (80, 24);
        ann.press("? /");
        ann.write("rulings");
        assert!(ann.show().contains("What the rulebooks leave open"), "as it is typed\n{}", ann.show());
        ann.press("enter");
        let page = ann.show();
        assert!(page.contains("Rulings") && page.contains("What the rulebooks leave open"), "{page}");
        for (wanted, found) in [
            ("ce-18 chicago is paid", "Chicago is paid after the expansion"),
            ("pr-1 deck hands", "The deck, and open hands"),
            ("rr-6 nobody bids more", "Nobody bids more than their score"),
            ("rw-18 two guards", "Two guards, which are no rules"),
        ] {
            ann.press("/");
            ann.write(wanted);
            ann.press("enter");
            assert!(ann.show().contains(found), "{wanted}\n{}", ann.show());
        }
    }
}

#[test]
fn a_sentence_that_does_not_fit_takes_another_line() {
    let mut ann = ann();
    ann.size = (80, 24);
    let why = "this is a long story that cannot be told in a single line of a small window, but it is told to its end";
    ann.hear(&Event::Refused(why.to_owned()));
    let shown = ann.show();
    assert!(shown.contains("\n this is a long story") && shown.contains(" told to its end\n"), "{shown}");
    ann.press("tab");
    assert!(!ann.show().contains("told to its end"));
}

#[test]
fn what_can_be_picked_on_the_map_is_not_told_where_there_is_none() {
    let mut ann = Player::practice("prairie-railroads", 3, 7);
    ann.wait();
    let hint = "pick a line, or a marked place";
    while !ann.show().contains(hint) {
        ann.press("enter");
        ann.wait();
    }
    ann.press("d");
    assert!(!ann.show().contains(hint), "{}", ann.show());
}

#[test]
fn the_columns_of_every_table_are_explained() {
    for (game, seats) in [
        ("chicago-express", 3),
        ("prairie-railroads", 3),
        ("railroad-rivals", 3),
        ("railways-of-the-world", 3),
    ] {
        let mut ann = Player::practice(game, seats, 7);
        ann.wait();
        let scene = ann.screen.view().scene_at(ann.screen.view().len());
        for panel in &scene.panels {
            if let Panel::Table(table) = panel {
                let explained = |head: &str| head.len() < 4 || table.about.contains(&format!("**{head}**"));
                let known = |head: &str| explained(head) || ["cash", "Ann", "Casey"].contains(&head);
                let unknown = table.columns.iter().find(|column| !known(&column.head));
                assert_eq!(unknown, None, "{game}: {}", table.title);
            }
        }
        ann.press("d");
        ann.press(&"down ".repeat(80));
        assert!(ann.show().contains("What the columns mean"), "{game}: {}", ann.show());
        ann.press("? /");
        ann.write("what the columns mean");
        assert!(ann.show().contains("What the columns mean"), "{game}: {}", ann.show());
    }
}

#[test]
fn pages_open_and_close_with_the_same_key() {
    for (key, shown) in
        [("i", "cash"), ("l", "Casey passes"), ("m", "mountain"), ("p", "otter plum ladder moss")]
    {
        let mut ann = ann();
        ann.press(key);
        let page = ann.show();
        assert!(page.contains(shown) || page.contains("passes"), "{key}: {page}");
        assert!(!page.contains("bid for the share"), "{key}: {page}");
        ann.press(key);
        assert!(ann.show().contains("bid for the share"), "{key}");
    }
}

#[test]
fn leaving_asks_once_and_says_what_becomes_of_the_seat() {
    let mut ann = ann();
    ann.press("q");
    assert!(ann.show().contains("Your seat stays yours"));
    ann.press("esc");
    assert!(!ann.requests.contains(&Request::Away));
    ann.press("q s");
    assert!(ann.requests.contains(&Request::Away));
    ann.press("q b");
    assert!(ann.requests.contains(&Request::Command(Command::Leave)));
}

#[test]
fn control_and_c_pressed_twice_leaves_and_keeps_the_seat() {
    let mut ann = ann();
    ann.press("^c");
    assert!(ann.show().contains("Your seat stays yours") && ann.requests.is_empty());
    ann.press("^c");
    assert_eq!(ann.requests, [Request::Away]);
}

#[test]
fn a_place_can_be_found_by_its_name() {
    let mut ann = ann();
    ann.press("/");
    ann.write("pittsb");
    ann.press("enter");
    let shown = ann.show();
    assert!(shown.contains("PIT"), "{shown}");
    ann.press("/");
    ann.write("atlantis");
    let shown = ann.show();
    assert!(shown.contains("no place here is called \"atlantis\""), "{shown}");
}

#[test]
fn somebody_who_is_missing_is_one_calm_line_with_a_choice() {
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
        SeatNow { linked: false, away_since_millis: Some(1_000), in_step: false, owes: Owed::Move, ..here };
    let mut out = Out::default();
    ann.now = 7_500;
    ann.screen.hear(ann.now, &Event::Presence(vec![here, gone, here]), &mut out);
    let shown = ann.show();
    assert!(
        shown.contains("Casey lost contact 6 s ago: wait, b lets a bot play, q saves and leaves"),
        "{shown}"
    );
    assert!(shown.contains("bid for the share of PRR"), "nothing covers the table");
    ann.press("b");
    let bot = Request::Command(Command::Want(Change::Remove { voter: 1 }));
    assert!(ann.requests.contains(&bot));
}

#[test]
fn time_that_gets_low_is_large_and_the_bell_rings_once() {
    let mut ann = ann();
    let bells = |out: &Out| out.signals.iter().filter(|signal| **signal == Signal::Bell).count();
    let hear = |ann: &mut Player, seconds| {
        let here = SeatNow {
            holder: Holder::Player,
            linked: true,
            away_since_millis: None,
            in_step: true,
            owes: Owed::Move,
            time: Some(TimeLeft { seconds, runs: true }),
        };
        let others =
            SeatNow { owes: Owed::Nothing, time: Some(TimeLeft { seconds: 600, runs: false }), ..here };
        let mut out = Out::default();
        ann.screen.hear(ann.now, &Event::Presence(vec![here, others, others]), &mut out);
        (ann.show(), bells(&out))
    };
    let (shown, rang) = hear(&mut ann, 95);
    assert!(shown.contains("1:35 left") && rang == 0, "{shown}");
    let (shown, rang) = hear(&mut ann, 30);
    assert!(shown.contains("ONLY 0:30 LEFT") && rang == 1, "{shown}");
    let (shown, rang) = hear(&mut ann, 29);
    assert!(shown.contains("ONLY 0:29 LEFT") && rang == 0, "once in a turn: {shown}");
}

#[test]
fn whoevers_laptop_has_forgotten_what_it_said_sees_why_it_cannot_move_and_can_go() {
    let mut ann = ann();
    let mut out = Out::default();
    ann.screen.hear(0, &Event::Protocol(ProtocolEvent::Recovering), &mut out);
    let shown = ann.show();
    assert!(shown.contains("asking the others first"), "{shown}");
    assert!(
        shown.contains("you move once the others let this laptop begin anew; q saves and leaves"),
        "{shown}"
    );
    assert!(shown.contains("it asks the others to let it"), "the log says it whole: {shown}");
    ann.press("enter");
    assert!(!ann.requests.iter().any(|request| matches!(request, Request::Command(Command::Act(_)))));
    ann.press("q");
    assert!(ann.show().contains("Leave?"), "{}", ann.show());
    ann.press("esc");
    ann.screen.hear(0, &Event::Protocol(ProtocolEvent::Recovered { life: 0 }), &mut out);
    assert!(!ann.show().contains("asking the others first"), "{}", ann.show());
    assert!(ann.show().contains("bid for the share of PRR"), "it is its turn again: {}", ann.show());
}

#[test]
fn what_the_others_ask_for_can_be_agreed_to() {
    let mut ann = ann();
    let mut out = Out::default();
    let back = Change::TakeBack { to: 1 };
    ann.screen.hear(0, &Event::Protocol(ProtocolEvent::Wanted { voter: 2, change: back }), &mut out);
    assert!(ann.show().contains("y agrees"));
    ann.press("y");
    assert!(ann.requests.contains(&Request::Command(Command::Want(back))));
}

/// Enter alone: always what is highlighted.
#[test]
fn a_whole_game_can_be_played_with_the_keyboard() {
    let mut ann = Player::practice("chicago-express", 3, 11);
    for _ in 0..5_000 {
        ann.wait();
        if ann.screen.view().result.is_some() {
            break;
        }
        ann.press("enter");
    }
    let result = ann.show();
    assert!(result.contains("The game is over."), "{result}");
    assert!(result.contains("Press a to play again"), "{result}");
    ann.press("enter");
    assert_eq!(ann.show(), result, "one Enter too many does not close it");
    ann.press("a");
    assert!(ann.requests.contains(&Request::Command(Command::Ready(true))));
    ann.press("q");
    assert_eq!(ann.requests.last(), Some(&Request::Away), "with nothing at stake nothing is asked");
}

#[test]
fn a_hint_is_asked_for_once_and_shown_with_what_would_come_of_it() {
    let mut ann = ann();
    assert!(ann.show().contains("e hint"), "the key is shown on the own turn in practice");
    let asked = |ann: &Player| {
        ann.requests.iter().filter(|request| **request == Request::Command(Command::Advise)).count()
    };
    ann.press("e");
    assert_eq!(asked(&ann), 1);
    assert!(ann.show().contains("played out: 0 %"), "{}", ann.show());
    ann.hear(&Event::Thinking { seat: None, advice: Some(40) });
    assert!(ann.show().contains("40 %"));
    ann.press("e e");
    assert_eq!(asked(&ann), 1, "it is under way");
    ann.hear(&Event::Thinking { seat: None, advice: None });
    let advice = advice(&ann);
    ann.hear(&advice);
    let shown = ann.show();
    assert!(
        shown.contains("bid for the share of PRR, $9") && shown.contains("wins 60 % of 20 tries"),
        "{shown}"
    );
    ann.press("esc e");
    assert_eq!(asked(&ann), 1, "it is there already");
    ann.press("esc 2 enter");
    ann.wait();
    ann.press("e");
    assert_eq!(asked(&ann), 2, "another moment needs other advice");
}

#[test]
fn a_bot_that_thinks_is_named_with_how_far_it_is_and_the_screen_stays_alive() {
    let mut ann = ann();
    ann.press("2 enter");
    for seat in [1, 2] {
        ann.hear(&Event::Thinking { seat: Some((seat, 40)), advice: None });
        if ann.show().contains("thinks, 40 %") {
            ann.press("m");
            ann.hear(&Event::Thinking { seat: Some((seat, 60)), advice: None });
            assert!(ann.show().contains("thinks, 60 %"), "on every page");
            ann.hear(&Event::Thinking { seat: None, advice: None });
            assert!(!ann.show().contains("thinks"));
            return;
        }
    }
    panic!("one of the bots is to move:\n{}", ann.show());
}
