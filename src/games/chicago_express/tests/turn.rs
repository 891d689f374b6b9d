//! What a turn is made of (CE-9, CE-10).

use serde_json::json;

use super::kit::{LAKE_SHORE, bid, choose, decline, develop, done, offer, pass, place, stage};

const LENGTHS: [(&str, i64); 3] = [("auction", 3), ("expansion", 5), ("development", 4)];

#[test]
fn ce_9_two_dials_on_red_bring_a_dividend_before_the_next_turn() {
    let mut table = stage(3).dials(3, 4, 0).set();
    table.play(choose("expansion"));
    assert_eq!(table.see("/dividends_paid"), 1);
    // PRR 7 and NYC 8 to seat 0, B&O 6 to seat 1, C&O 5 to seat 2.
    assert_eq!(table.purses(), [55, 46, 45]);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1), "then seat 1 takes the turn");
    assert_eq!(table.choices(), LENGTHS.map(|(dial, _)| choose(dial)), "with all dials free");
    assert!(table.heard("two dials are on red: all companies pay dividends"));
}

#[test]
fn ce_9_any_two_of_the_three_dials_will_do() {
    for (dials, last) in
        [((2, 5, 0), "auction"), ((2, 1, 4), "auction"), ((3, 4, 3), "expansion"), ((0, 5, 3), "development")]
    {
        let (auction, expansion, development) = dials;
        let mut table = stage(3).dials(auction, expansion, development).set();
        table.play(choose(last));
        if table.phase() != "turn" {
            assert_eq!(table.see("/dividends_paid"), 0, "not before the turn is over");
            table.play(decline());
        }
        assert_eq!(table.see("/dividends_paid"), 1, "{dials:?} and {last}");
    }
}

#[test]
fn ce_9_one_dial_on_red_brings_no_dividend() {
    let mut table = stage(3).dials(3, 3, 3).set();
    table.play(choose("expansion"));
    assert_eq!(table.see("/dividends_paid"), 0);
    assert_eq!(table.purses(), [40, 40, 40]);
    assert_eq!(table.dials(), [3, 4, 3]);
}

#[test]
fn ce_10_a_turn_begins_with_a_dial_which_moves_one_step() {
    for (place, (dial, _)) in LENGTHS.into_iter().enumerate() {
        let mut table = stage(3).network("NYC", LAKE_SHORE).treasury("NYC", 9).set();
        assert_eq!(table.choices(), LENGTHS.map(|(dial, _)| choose(dial)));
        table.play(choose(dial));
        let mut moved = [0; 3];
        moved[place] = 1;
        assert_eq!(table.dials(), moved);
        assert_eq!(table.phase(), if dial == "auction" { "offer" } else { dial });
        assert_eq!(table.decider(), 0);
        table.play(decline());
        assert_eq!(table.dials(), moved, "a declined action has moved its dial all the same");
        assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
        assert_eq!(table.notes(), ["seat 0 does nothing"]);
    }
}

#[test]
fn ce_10_the_turn_begins_with_nothing_but_a_dial() {
    let mut table = stage(3).treasury("PRR", 9).set();
    for other in [offer("PRR"), place("PRR", "R4"), develop("S0"), done(), decline(), bid(9), pass()] {
        assert_eq!(table.refuse(other), ("CE-10", "the turn begins with the choice of a dial"));
    }
    assert_ne!(table.not_an_action(json!({"type": "choose", "dial": "dividend"})), "");
    assert_ne!(table.not_an_action(json!({"type": "choose"})), "");
}

#[test]
fn ce_10_a_dial_on_red_cannot_be_chosen() {
    for (place, (dial, length)) in LENGTHS.into_iter().enumerate() {
        let name = ["Auction", "Expansion", "Development"][place];
        let what = ["auction a share", "expand a network", "develop a hex"][place];
        let mut dials = [0; 3];
        dials[place] = length - 1;
        let [auction, expansion, development] = dials;
        let mut table = stage(3).dials(auction, expansion, development).set();
        table.play(choose(dial));
        if table.phase() != "turn" {
            table.play(decline());
        }
        assert_eq!(table.dials()[place], length, "the last step puts the dial on red");
        let why = format!("the {name} dial is on red");
        assert_eq!(table.refuse(choose(dial)), ("CE-10", why.as_str()));
        assert_eq!(table.blocked(what), ("CE-10", why.as_str()));
        assert_eq!(table.choices().len(), 2);
    }
}

#[test]
fn ce_10_with_no_share_to_offer_the_auction_is_declined_by_itself() {
    let all_sold = stage(3).sold_out(0, "PRR").sold_out(1, "B&O").sold_out(2, "C&O").sold_out(0, "NYC");
    let mut table = all_sold.set();
    table.play(choose("auction"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert_eq!(table.dials(), [1, 0, 0]);
    assert!(table.heard("seat 0 does nothing: no share can be auctioned"));

    // With Wabash open there is something to offer again.
    let mut table = all_sold.wabash_open().set();
    table.play(choose("auction"));
    assert_eq!(table.choices(), [offer("WAB"), decline()]);
}

#[test]
fn ce_10_with_nothing_to_place_the_expansion_is_declined_by_itself() {
    // Only the companies of the player count: B&O could grow, but it is seat 1's.
    let mut table = stage(3).treasury("B&O", 20).set();
    table.play(choose("expansion"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert_eq!(table.dials(), [0, 1, 0]);
    assert!(table.heard("seat 0 does nothing: no network of theirs can grow"));

    table.play(choose("expansion"));
    assert_eq!((table.phase().as_str(), table.decider()), ("expansion", 1));
}

#[test]
fn ce_10_with_nothing_to_develop_the_development_is_declined_by_itself() {
    // A plain cannot be developed, nor can the start hexes.
    let mut table = stage(3).network("PRR", "R4").set();
    table.play(choose("development"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert_eq!(table.dials(), [0, 0, 1]);
    assert!(table.heard("seat 0 does nothing: no hex can be developed"));

    let mut table = stage(3).network("PRR", "R4 Q4").set();
    table.play(choose("development"));
    assert_eq!(table.choices(), [develop("Q4"), decline()], "a forest can");
}
