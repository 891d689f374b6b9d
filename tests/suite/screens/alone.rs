//! The table screen where too few are left to decide anything, and for who comes back after the others went on.

use whistlestop::table::front::{Command, Event, Hash, Kind, Request, Stranded};

use super::kit::Player;
use super::table::ann;

fn stranded(missing: &[u8], here: &[u8], would: &[u8]) -> Event {
    Event::Stranded(Stranded { missing: missing.to_vec(), here: here.to_vec(), would: would.to_vec() })
}

fn asked(ann: &Player, command: &Command) -> usize {
    ann.requests.iter().filter(|request| **request == Request::Command(command.clone())).count()
}

/// The last lines, as one.
fn foot(ann: &mut Player) -> String {
    let shown = ann.show();
    let lines: Vec<&str> = shown.lines().rev().take(4).collect();
    lines.into_iter().rev().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn too_few_are_left_and_one_sentence_offers_a_key_for_each_choice() {
    for size in [(80, 24), (120, 40)] {
        let mut ann = ann();
        ann.size = size;
        ann.press("1 1 2 enter");
        assert!(ann.show().contains("YOUR TURN"));
        ann.hear(&stranded(&[1], &[0], &[]));
        let shown = ann.show();
        assert!(!shown.contains("YOUR TURN") && shown.contains("waiting for Casey"), "{shown}");
        let foot_says = foot(&mut ann);
        assert!(
            foot_says.contains(
                "Casey is out of reach, and without them nothing can be decided: w waits, s saves and leaves, g goes on at \
                 once with a bot for whoever is missing"
            ),
            "{foot_says}"
        );
        assert!(foot_says.contains("g go on") && foot_says.contains("s save and leave"), "{foot_says}");
        ann.press("enter c");
        assert!(super::table::committed(&ann).is_empty(), "nothing can be committed");
        ann.press("g");
        assert_eq!(asked(&ann, &Command::GoOn(true)), 1);
        // Whoever is back finds the draft as it was.
        ann.hear(&stranded(&[], &[], &[]));
        let shown = ann.show();
        assert!(shown.contains("YOUR TURN") && shown.contains("(1) bid for the share"), "{shown}");
        ann.press("g");
        assert_eq!(asked(&ann, &Command::GoOn(true)), 1, "enough are here to decide");
    }
}

#[test]
fn whoever_presses_first_is_named_and_the_others_agree_with_one_key() {
    let mut ann = ann();
    ann.hear(&stranded(&[2], &[0, 1], &[1]));
    assert!(foot(&mut ann).contains("Casey would go on without Nellie: press g; or w waits"));
    ann.press("g");
    ann.hear(&stranded(&[2], &[0, 1], &[0]));
    let said = foot(&mut ann);
    assert!(
        said.contains("you would go on without Nellie; now Casey must press g (w takes it back)"),
        "{said}"
    );
    ann.press("w");
    assert_eq!(asked(&ann, &Command::GoOn(false)), 1);
    ann.press("s");
    assert!(ann.requests.contains(&Request::Away), "it is saved");
}

#[test]
fn who_comes_back_is_told_that_the_table_went_on_and_takes_the_seat_back_with_one_key() {
    let mut ann = ann();
    ann.hear(&stranded(&[1, 2], &[0], &[]));
    ann.hear(&Event::CarriedOn { table: Hash([7; 32]), by: vec![1, 2], index: 3 });
    let shown = ann.show();
    assert!(shown.contains("the others went on") && !shown.contains("YOUR TURN"), "{shown}");
    let said = foot(&mut ann);
    assert!(
        said.contains("Casey and Nellie went on with this game without you: g takes your seat back there"),
        "{said}"
    );
    ann.press("g");
    assert_eq!(asked(&ann, &Command::GoOn(true)), 1);
}

#[test]
fn a_move_that_was_signed_before_a_break_is_on_its_way() {
    let mut ann = ann();
    let index = ann.screen.view().len() + 1;
    ann.hear(&Event::Sent { index, seat: Some(0), kind: Kind::Move });
    let shown = ann.show();
    assert!(!shown.contains("YOUR TURN") && shown.contains("your move is on its way"), "{shown}");
    assert!(!shown.contains("► 1"), "there is nothing to choose\n{shown}");
}
