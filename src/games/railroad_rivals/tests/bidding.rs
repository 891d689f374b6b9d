//! Bids for the first place (RR-6).

use serde_json::json;

use super::kit::{Stage, Table, bid, pass, stage};

/// Four players whose order is red, blue, yellow, gray, at the start of the second turn.
fn four() -> Stage {
    stage(4).drawn_in(1).bidding()
}

#[test]
fn rr_6_worked_example_of_the_bidding() {
    let mut table = four().set();
    for (seat, action) in
        [(3, bid(2)), (2, bid(3)), (1, bid(5)), (0, pass()), (3, pass()), (2, bid(6)), (1, pass())]
    {
        assert_eq!(table.decider(), seat);
        table.play(action);
    }
    assert_eq!(table.scores(), [20, 20, 14, 20]);
    assert_eq!(table.order(), json!([2, 0, 1, 3]));
    assert_eq!(table.phase(), "draft");
    assert_eq!(table.decider(), 2);
}

#[test]
fn rr_6_nobody_bids_in_the_first_turn() {
    let mut table = Table::new(3).unwrap();
    table.draw(0);
    assert_eq!((table.phase().as_str(), table.number("/round")), ("draft", 1));
    let mut position = four().position();
    position["round"] = json!(1);
    assert!(Table::load(&position).is_err());
}

#[test]
fn rr_6_a_bid_is_a_point_at_least_more_than_the_last_and_within_the_score() {
    let mut table = four().score(2, 4).set();
    assert_eq!(table.choices(), [json!({"type": "bid", "amount": [1, 20]}), pass()]);
    assert_eq!(table.refuse(bid(0)), ("RR-6", "bid at least 1 point or pass"));
    table.play(bid(3));
    assert_eq!(table.choices()[0]["amount"], json!([4, 4]));
    assert_eq!(table.refuse(bid(3)), ("RR-6", "seat 3 has bid 3 points: bid at least 4 or pass"));
    assert_eq!(table.refuse(bid(5)), ("RR-6", "you have only 4 points to bid with"));
}

#[test]
fn rr_6_who_cannot_raise_is_passed_when_asked() {
    let mut table = four().score(2, 3).score(1, 0).set();
    table.play(bid(3));
    assert!(table.heard("seat 2 cannot bid 4 points and passes"));
    assert!(table.heard("seat 1 cannot bid 4 points and passes"));
    assert_eq!(table.decider(), 0);
    assert_eq!(table.see("/auction/passed"), json!([2, 1]));
}

#[test]
fn rr_6_if_all_pass_nothing_changes() {
    for option in ["challenge", "ordered_bidding"] {
        let mut table = four().option(option).order(&[1, 3, 0, 2]).bidding().set();
        for seat in [2, 0, 3, 1] {
            assert_eq!(table.decider(), seat);
            table.play(pass());
        }
        assert_eq!((table.order(), table.scores()), (json!([1, 3, 0, 2]), vec![20; 4]));
        assert_eq!(table.phase(), "draft");
    }
}

#[test]
fn rr_6_a_pass_is_final_and_the_bidding_goes_round() {
    let mut table = stage(3).drawn_in(1).bidding().set();
    for action in [bid(1), pass(), bid(2), bid(3), bid(4)] {
        table.play(action);
    }
    assert_eq!(table.decider(), 2, "seat 1 is not asked again");
    table.play(pass());
    assert_eq!((table.order(), table.scores()), (json!([0, 1, 2]), vec![16, 20, 20]));
}

#[test]
fn rr_6_ordered_bidding_puts_those_who_pass_at_the_end() {
    let mut table = four().option("ordered_bidding").set();
    for action in [pass(), bid(1), pass(), bid(2), pass()] {
        table.play(action);
    }
    assert_eq!(table.order(), json!([0, 2, 1, 3]), "seat 3 passed first, then 1, then 2");
    assert_eq!(table.scores(), [18, 20, 20, 20]);
}

#[test]
fn the_auction_is_shown_with_those_who_passed() {
    let mut table = four().set();
    table.play(pass()).play(bid(4));
    assert_eq!(
        table.see("/auction"),
        json!({"what": "first", "min": 1, "high": 4, "high_seat": 2, "bidders": [0, 1, 2], "opener": 3, "passed": [3]})
    );
}
