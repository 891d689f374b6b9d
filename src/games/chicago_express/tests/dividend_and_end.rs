//! The dividend phase and the end of the game (CE-22 to CE-25).

use super::kit::{Stage, Table, bid, choose, decline, develop, offer, pass, place, stage};

/// Plays on until the dividend that is near has been paid.
fn after_dividend(stage: &Stage) -> Table {
    let mut table = stage.clone().dividend_is_near().set();
    let before = table.see("/dividends_paid").as_i64().unwrap();
    table.play(choose("expansion"));
    if table.phase() == "expansion" {
        table.play(decline());
    }
    assert_eq!(table.see("/dividends_paid"), before + 1);
    table
}

/// The game ended with this dividend, for this reason alone.
fn assert_ended(table: &mut Table, reason: &str) {
    assert!(table.is_over());
    assert_eq!(table.phase(), "over");
    assert_eq!(table.notes().last().unwrap(), &format!("the game is over: {reason}"));
    assert_eq!(table.choices().len(), 0);
    assert_eq!(table.refuse(choose("auction")), ("CE-23", "the game is over"));
}

#[test]
fn ce_22_each_share_pays_its_part_of_the_income_rounded_up() {
    // PRR 7 over 2 is 4 a share; B&O 6 over 4 is 2; C&O 5 over 3 is 2; NYC 8 over 1 is 8.
    let table = after_dividend(
        &stage(3).shares(1, "PRR", 1).shares(2, "B&O", 3).shares(0, "C&O", 2).treasury("C&O", 3),
    );
    assert_eq!(table.purses(), [40 + 4 + 2 * 2 + 8, 40 + 4 + 2, 40 + 3 * 2 + 2]);
    assert!(table.heard("each share of PRR pays $4"));
    assert!(table.heard("seat 0 gets $16, seat 1 gets $6 and seat 2 gets $8"));
    assert_eq!(table.treasury("C&O"), 3, "the bank pays, not the companies");
}

#[test]
fn ce_23_the_game_ends_when_three_companies_have_no_locomotives() {
    let two = stage(3).locomotives_left("PRR", 0).locomotives_left("B&O", 0);
    let mut table = after_dividend(&two.clone().locomotives_left("C&O", 0));
    assert_ended(&mut table, "three companies have no locomotives left");

    let table = after_dividend(&two.locomotives_left("C&O", 1));
    assert_eq!(table.phase(), "turn", "two are not enough");
}

#[test]
fn ce_23_wabash_counts_among_the_companies_without_locomotives() {
    let two =
        stage(3).wabash_open().shares(1, "WAB", 1).locomotives_left("PRR", 0).locomotives_left("B&O", 0);
    let mut table = after_dividend(&two.clone().locomotives_left("WAB", 0));
    assert_ended(&mut table, "three companies have no locomotives left");
    assert!(!after_dividend(&two.locomotives_left("WAB", 1)).is_over());
}

#[test]
fn ce_23_the_game_ends_when_three_companies_have_no_shares() {
    let two = stage(3).sold_out(0, "PRR").sold_out(1, "B&O");
    let mut table = after_dividend(&two.clone().sold_out(2, "NYC"));
    assert_ended(&mut table, "three companies have no shares left");

    let table = after_dividend(&two.clone().shares(2, "NYC", 3));
    assert_eq!((table.phase().as_str(), table.shares_left("NYC")), ("turn", 1), "one share is left");

    let mut table = after_dividend(&two.wabash_open().sold_out(2, "WAB"));
    assert_ended(&mut table, "three companies have no shares left");
}

#[test]
fn ce_23_the_game_ends_when_three_houses_or_fewer_are_left() {
    let woods = stage(3).in_the_woods("C&O", 0);
    for left in [3, 2, 0] {
        let mut table = after_dividend(&woods.clone().houses_left(left));
        assert_ended(&mut table, "three houses or fewer are left");
    }
    let table = after_dividend(&woods.houses_left(4));
    assert_eq!((table.phase().as_str(), table.houses_left()), ("turn", 4), "four are enough to go on");
}

#[test]
fn ce_23_the_game_ends_when_detroit_is_at_8() {
    let mut table = after_dividend(&stage(3).industry("Detroit", 8));
    assert_ended(&mut table, "Detroit has reached 8");
    assert_eq!(table.see("/dividends_paid"), 8, "no game has more general dividends");

    let table = after_dividend(&stage(3).industry("Detroit", 7));
    assert_eq!(table.phase(), "turn", "Detroit comes to 8 only after this dividend has been paid");
    assert_eq!(table.industry("Detroit"), 8);
}

#[test]
fn ce_23_several_reasons_are_all_told() {
    let mut table = after_dividend(&stage(3).in_the_woods("C&O", 0).houses_left(3).industry("Detroit", 8));
    assert_ended(&mut table, "three houses or fewer are left and Detroit has reached 8");
}

#[test]
fn ce_23_the_last_dividend_is_paid_and_dials_and_detroit_stay_as_they_are() {
    let mut table = after_dividend(&stage(3).route("NYC", "E0").industry("Detroit", 8).active(2));
    let nyc = table.income("NYC");
    assert_eq!(table.purses(), [40 + 7 + nyc, 46, 45]);
    assert_eq!(table.dials(), [3, 5, 0]);
    assert_eq!(table.industry("Detroit"), 8);
    assert_eq!(table.active(), 0, "the seat whose turn would have begun");
    for late in [choose("development"), offer("PRR"), bid(9), pass(), decline(), place("PRR", "R4")] {
        assert_eq!(table.refuse(late), ("CE-23", "the game is over"));
    }
}

#[test]
fn ce_23_a_reason_to_end_does_nothing_before_the_next_general_dividend() {
    let set = stage(3).in_the_woods("C&O", 0).houses_left(4).network("NYC", "R2").dials(2, 0, 0);
    let mut table = set.set();
    table.play(choose("development")).play(develop("R2"));
    assert_eq!((table.houses_left(), table.phase().as_str()), (3, "turn"));
    // Nor does a Chicago dividend end it.
    let set = stage(3).wabash_open().route("PRR", "B2").treasury("PRR", 6).industry("Detroit", 8);
    let mut table = set.phase("expansion").set();
    table.play(place("PRR", "A2"));
    assert!(table.heard("PRR has reached Chicago and pays a dividend"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn ce_24_after_a_dividend_the_dials_go_back_and_detroit_grows_by_one() {
    let set = stage(3).route("NYC", "E0").route("PRR", "E0").industry("Detroit", 3);
    let before = set.set();
    let table = after_dividend(&set);
    assert_eq!(table.dials(), [0, 0, 0]);
    assert_eq!(table.industry("Detroit"), 4);
    for (company, gain) in [("NYC", 1), ("PRR", 1), ("B&O", 0), ("C&O", 0)] {
        assert_eq!(table.income(company), before.income(company) + gain, "{company}");
    }
    let paid = before.income("NYC") + before.income("PRR");
    assert_eq!(table.cash(0), 40 + paid, "the dividend came before Detroit grew");
    assert_eq!((table.industry("Wheeling"), table.industry("Pittsburgh")), (3, 4));
    assert!(table.heard("the dials go back and Detroit is now at 4"));
}

#[test]
fn ce_24_detroit_grows_with_nobody_there_and_never_beyond_8() {
    let mut set = stage(3);
    for value in 2..=8 {
        let table = after_dividend(&set);
        assert_eq!((table.phase().as_str(), table.industry("Detroit")), ("turn", value));
        set = set.industry("Detroit", value);
    }
    let table = after_dividend(&set);
    assert_eq!((table.phase().as_str(), table.industry("Detroit")), ("over", 8));
}

#[test]
fn ce_25_the_most_cash_wins_and_shares_and_treasuries_count_nothing() {
    let set = stage(3).industry("Detroit", 8).cash(0, 10).cash(1, 30).cash(2, 20);
    let table = after_dividend(&set.shares(2, "PRR", 2).treasury("C&O", 500));
    // PRR 7 over 3 is 3 a share: seat 0 gets 3 + 8, seat 1 gets 6, seat 2 gets 2 x 3 + 5.
    assert_eq!(table.standings(), [(1, 36, 1), (2, 31, 2), (0, 21, 3)]);
}

#[test]
fn ce_25_equal_cash_shares_the_victory() {
    // The last dividend brings 15, 6 and 5.
    let tie = stage(3).industry("Detroit", 8).cash(0, 10).cash(1, 19).cash(2, 20);
    assert_eq!(after_dividend(&tie).standings(), [(0, 25, 1), (1, 25, 1), (2, 25, 1)]);
    let two = tie.cash(1, 3);
    assert_eq!(after_dividend(&two).standings(), [(0, 25, 1), (2, 25, 1), (1, 9, 3)]);
}

#[test]
fn ce_25_standings_before_the_end_are_as_if_counted_now() {
    let table = stage(3).cash(2, 41).set();
    assert_eq!(table.standings(), [(2, 41, 1), (0, 40, 2), (1, 40, 2)]);
}
