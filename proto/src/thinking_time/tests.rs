use super::*;
use crate::hash::Hash;
use crate::sign::Identity;

const GAME: TimeControl = TimeControl::EachGame { seconds: 60, increment: 5 };
const MOVE: TimeControl = TimeControl::EachMove { seconds: 20 };

fn game() -> ThinkingTime {
    ThinkingTime::new(GAME, 3)
}

/// What a voter has counted.
fn reading(voter: Voter, used: u32, left: &[u32]) -> Signed<Reading> {
    let says = Reading { index: 4, life: 0, used, left: left.to_vec() };
    Signed::new(&Identity::from_secret(&[voter; 32]), &Hash::default(), voter, says)
}

fn voters(count: u8) -> Voters {
    (0..count).collect()
}

/// As voter 0, of so many, who has used 1,000, hears these.
fn settled(count: u8, fresh: bool, used: &[(Voter, u32)]) -> u32 {
    let mut time = ThinkingTime::new(MOVE, 6);
    time.used = 1_000;
    time.fresh = fresh;
    for (voter, used) in used {
        time.note(reading(*voter, *used, &[]));
    }
    time.settle(voters(count), Some(0));
    time.used
}

#[test]
fn one_step_counts_no_more_than_two_statuses_however_long_it_took() {
    let mut time = game();
    time.count(5_000);
    assert_eq!(time.used(), 0, "the first only says when it began");
    time.count(5_400);
    assert_eq!(time.used(), 400);
    time.count(9_000_000);
    assert_eq!(time.used(), 400 + TICK_MILLIS, "it slept, or its clock jumped");
    time.count(10);
    assert_eq!(time.used(), 400 + TICK_MILLIS, "a clock that goes back counts nothing");
    time.count(510);
    assert_eq!(time.used(), 900 + TICK_MILLIS);
    time.pass(1_000_000);
    time.count(1_000_100);
    assert_eq!(time.used(), 1_000 + TICK_MILLIS, "what passed does not count");
}

#[test]
fn what_others_pass_on_counts_for_no_more_than_the_seat_says_itself() {
    let mut time = game();
    time.hear(0, 0, true);
    time.hear(600, 100, true);
    assert_eq!(time.used(), 600, "over its own link this peer's own time counts");
    time.hear(1_200, 100, false);
    assert_eq!(time.used(), 700, "others may have held it back");
    time.hear(1_300, 600, false);
    assert_eq!(time.used(), 800, "and it counts for no more than passed here");
    time.hear(99_000, 99_000, false);
    assert_eq!(time.used(), 800 + TICK_MILLIS);
    assert_eq!(time.heard(), Some(99_000));
}

#[test]
fn a_new_index_begins_with_what_is_used_and_nothing_counted_between() {
    let mut time = game();
    time.hear(0, 0, true);
    time.hear(500, 500, true);
    time.open();
    time.hear(900, 0, true);
    assert_eq!(time.used(), 500, "until it is heard there nothing counts");
    time.hear(1_000, 100, true);
    assert_eq!(time.used(), 600);
}

#[test]
fn a_turn_of_a_game_takes_what_was_used_and_gives_the_increment_when_another_decides() {
    let mut time = game();
    time.used = 12_000;
    time.end_turn(2, 1, TurnEnd::Moved, true);
    assert_eq!((time.allowance(0), time.allowance(1), time.used()), (60_000, 53_000, 0));
    time.used = 3_000;
    time.end_turn(3, 1, TurnEnd::Moved, false);
    assert_eq!(time.allowance(1), 50_000, "who moves on gets nothing in between");
    time.used = 2_000;
    time.end_turn(4, 1, TurnEnd::StoodIn, true);
    assert_eq!(time.allowance(1), 48_000, "what it had thought before it went is used, and that is all");
    time.end_turn(5, 2, TurnEnd::StoodIn, true);
    assert_eq!(time.allowance(2), 60_000, "stand-ins take nobody's time");
    time.used = 48_000;
    assert!(time.is_over(1) && time.note_up() && time.was_up() && !time.note_up());
    time.end_turn(6, 1, TurnEnd::TimeUp, true);
    assert_eq!((time.allowance(1), time.was_up()), (OVERTIME_MILLIS, false), "it plays on, quickly");
    time.used = 4_000;
    time.end_turn(7, 1, TurnEnd::Moved, true);
    assert_eq!(time.left[1], 6_000, "the increment adds up again");
    time.used = 100;
    time.end_turn(8, 2, TurnEnd::TimeUp, true);
    assert_eq!(time.left[2], 5_000, "all of it is used, however little was counted here");
}

#[test]
fn a_clock_for_each_move_gives_each_move_the_same() {
    let mut time = ThinkingTime::new(MOVE, 3);
    time.used = 19_999;
    assert!(!time.is_over(1));
    time.used = 20_000;
    assert!(time.is_over(1));
    time.end_turn(2, 1, TurnEnd::TimeUp, true);
    assert_eq!((time.allowance(1), time.used(), time.left.len()), (20_000, 0, 0));
    assert!(!ThinkingTime::new(TimeControl::None, 3).is_over(1));
}

#[test]
fn a_take_back_gives_the_time_back_that_there_was() {
    let mut time = game();
    for (index, used) in [(2, 10_000), (3, 20_000), (4, 7_000)] {
        time.used = used;
        time.end_turn(index, 1, TurnEnd::Moved, false);
    }
    time.used = 900;
    time.take_back(3);
    assert_eq!((time.allowance(1), time.used()), (30_000, 0));
    time.used = 1_000;
    time.end_turn(6, 1, TurnEnd::Moved, false);
    time.take_back(2);
    assert_eq!(time.allowance(1), 50_000, "what was taken back before counts no more");
    time.take_back(0);
    assert_eq!(time.allowance(1), 60_000);
    time.used = 5_000;
    time.end_turn(8, 1, TurnEnd::Moved, false);
    time.draw(9);
    time.used = 6_000;
    time.end_turn(10, 1, TurnEnd::Moved, false);
    time.take_back(9);
    assert_eq!(time.allowance(1), 55_000, "the draw's is the first that is kept");
    assert_eq!(time.past.len(), 1);
}

#[test]
fn as_many_as_a_majority_raise_a_count_to_the_smallest_of_theirs() {
    assert_eq!(settled(3, false, &[(1, 9_000), (2, 8_000)]), 8_000);
    assert_eq!(settled(3, false, &[(1, 90_000)]), 1_000, "one alone may lie");
    assert_eq!(settled(3, false, &[(1, 90_000), (2, 900)]), 1_000, "and so may one beside an honest one");
    assert_eq!(settled(3, false, &[(1, 9_000), (2, 3_000)]), 1_000, "words are late");
    assert_eq!(settled(3, false, &[(1, 9_000), (2, 3_001)]), 3_001);
    assert_eq!(settled(4, false, &[(1, 9_000), (2, 8_000)]), 1_000, "two of four are no majority");
    assert_eq!(settled(4, false, &[(1, 9_000), (2, 8_000), (3, 7_000)]), 7_000);
    assert_eq!(settled(4, false, &[(1, 90_000), (2, 8_000), (3, 0)]), 1_000);
    assert_eq!(settled(5, false, &[(1, 9_000), (2, 8_000), (3, 7_000), (4, 0)]), 7_000);
    assert_eq!(settled(2, false, &[(1, 90_000)]), 1_000, "where two count nobody is raised");
    assert_eq!(settled(1, false, &[(1, 90_000)]), 1_000, "who does not count says nothing");
    assert_eq!(settled(3, false, &[(1, 9_000), (5, 9_000)]), 1_000);
}

#[test]
fn who_has_lost_its_memory_believes_as_many_others_or_all_there_are() {
    assert_eq!(settled(2, true, &[(1, 9_000)]), 9_000, "the only other one");
    assert_eq!(settled(3, true, &[(1, 9_000)]), 1_000);
    assert_eq!(settled(3, true, &[(1, 9_000), (2, 7_000)]), 7_000, "the smallest");
    assert_eq!(settled(5, true, &[(1, 9_000), (2, 7_000), (3, 90_000)]), 7_000);
    assert_eq!(settled(1, true, &[]), 1_000);
    let mut time = ThinkingTime::new(MOVE, 2);
    time.forget();
    time.note(reading(1, 9_000, &[]));
    time.settle(voters(2), Some(0));
    assert!(!time.is_fresh(), "from then on it counts itself");
    time.forget();
    time.settle(voters(3), None);
    assert!(time.is_fresh(), "who only watches follows those who count");
}

#[test]
fn what_is_left_is_settled_for_each_seat_by_itself() {
    let mut time = game();
    time.note(reading(1, 0, &[50_000, 60_000, 10_000]));
    time.note(reading(2, 0, &[40_000, 59_000, 57_000]));
    time.settle(voters(3), Some(0));
    assert_eq!(time.left, [50_000, 60_000, 57_000], "the most that a majority says is left");
}

#[test]
fn a_reading_is_written_down_at_first_and_then_with_each_part_of_the_time() {
    let mut time = ThinkingTime::new(TimeControl::EachMove { seconds: 6_400 }, 2);
    assert!(time.is_due(0));
    time.note_written();
    time.used = 99_999;
    assert!(!time.is_due(0));
    time.used = 100_000;
    assert!(time.is_due(0));
    time.note_written();
    time.open();
    assert!(time.is_due(0), "another index");
    let mut quick = ThinkingTime::new(MOVE, 2);
    quick.note_written();
    quick.used = SETTLE_MILLIS - 1;
    assert!(!quick.is_due(0));
    quick.used = SETTLE_MILLIS;
    assert!(quick.is_due(0), "but not with every status");
}

#[test]
fn of_a_voter_only_a_higher_count_is_news_and_only_of_such_a_table() {
    let mut time = game();
    let left = [60_000; 3];
    assert!(time.fits(&reading(1, 0, &left).says) && !time.fits(&reading(1, 0, &left[1..]).says));
    assert!(!ThinkingTime::new(TimeControl::None, 3).fits(&reading(1, 0, &[]).says));
    assert!(time.is_news(&reading(1, 0, &left)));
    time.note(reading(1, 5, &left));
    assert!(!time.is_news(&reading(1, 5, &left)) && time.is_news(&reading(1, 6, &left)));
    assert!(time.is_news(&reading(2, 0, &left)));
    time.open();
    assert!(time.is_news(&reading(1, 0, &left)), "at another index");
}

#[test]
fn what_was_counted_before_a_restart_is_taken_back() {
    let mut time = game();
    time.used = 400;
    time.recall(&reading(0, 7_000, &[30_000, 60_000, 60_000]).says);
    assert_eq!((time.used(), time.allowance(0)), (7_000, 30_000));
    time.recall(&reading(0, 6_000, &[30_000, 60_000, 60_000]).says);
    assert_eq!(time.used(), 7_000);
}
