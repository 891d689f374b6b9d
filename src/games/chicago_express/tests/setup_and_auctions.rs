//! Set-up (CE-1 to CE-5) and auctions (CE-6 to CE-8, CE-11).

use serde_json::json;

use super::kit::{Table, bid, choose, decline, offer, pass, place, stage};

#[test]
fn ce_1_two_to_six_players_share_120_dollars() {
    for (seats, each) in [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)] {
        let table = Table::new(seats).unwrap();
        assert_eq!(table.purses(), vec![each; usize::from(seats)]);
        assert_eq!(table.purses().iter().sum::<i64>(), 120);
    }
    for seats in [0, 1, 7] {
        let reason = Table::new(seats).unwrap_err();
        assert_eq!(reason, format!("Chicago Express is for 2 to 6 seats, not {seats}"));
    }
}

#[test]
fn ce_1_the_banker_is_drawn_by_chance_before_anything_else() {
    let mut table = Table::new(3).unwrap();
    assert!(table.is_chance());
    assert_eq!(table.choices(), Vec::<serde_json::Value>::new());
    assert_eq!(table.phase(), "initial_auction");
    for unknown in ["/banker", "/active", "/auction"] {
        assert_eq!(table.see(unknown), json!(null), "{unknown} depends on the draw");
    }
    assert_eq!(table.refuse(bid(7)), ("CE-1", "the banker must be drawn first"));

    assert_eq!(table.draw(0), [json!({"banker": table.see("/banker")})]);
    assert!(!table.is_chance(), "nothing else is random");
    for banker in 0..3 {
        assert_eq!(Table::with_banker(3, banker).decider(), banker, "every seat can be the banker");
    }
}

#[test]
fn ce_2_shares_locomotives_houses_and_markers_lie_ready() {
    let table = Table::new(4).unwrap();
    for (company, shares, locomotives, start) in
        [("PRR", 3, 19, "R5"), ("B&O", 4, 21, "Q7"), ("C&O", 6, 25, "Q9"), ("NYC", 5, 23, "S3")]
    {
        assert_eq!(table.shares_left(company), shares);
        assert_eq!(table.locomotives_left(company), locomotives, "{company}: one stands on the start hex");
        assert_eq!(table.see(&format!("/companies/{company}/hexes")), json!([start]));
    }
    let wabash =
        json!({"cash": 0, "income": 0, "shares_left": 2, "locomotives_left": 11, "open": false, "hexes": []});
    assert_eq!(table.see("/companies/WAB"), wabash);
    assert_eq!(table.houses_left(), 20);
    assert_eq!(table.see("/industry"), json!({"Detroit": 1, "Wheeling": 3, "Pittsburgh": 4}));
    assert_eq!(table.dials(), [0, 0, 0]);
}

#[test]
fn ce_2_the_first_wabash_locomotive_stands_on_fort_wayne_only_once_it_is_open() {
    let table = stage(3).wabash_open().set();
    assert_eq!(table.see("/companies/WAB/hexes"), json!(["D3"]));
    assert_eq!(table.locomotives_left("WAB"), 10);
}

#[test]
fn ce_3_the_companies_start_with_their_printed_incomes() {
    let table = Table::new(5).unwrap();
    let incomes = ["PRR", "B&O", "C&O", "NYC", "WAB"].map(|company| table.income(company));
    assert_eq!(incomes, [7, 6, 5, 8, 0], "Wabash has none before it opens");
}

#[test]
fn ce_4_one_share_of_each_eastern_company_is_auctioned_and_the_buyer_opens_the_next() {
    let mut table = Table::with_banker(3, 1);
    for (company, minimum, opener, next_bidder) in
        [("PRR", 7, 1, 2), ("B&O", 6, 2, 0), ("C&O", 5, 0, 1), ("NYC", 8, 1, 2)]
    {
        assert_eq!(table.phase(), "initial_auction");
        assert_eq!(table.see("/auction/what"), company);
        assert_eq!(table.see("/auction/min"), minimum, "the income over one share");
        assert_eq!(table.decider(), opener);
        assert_eq!(table.active(), i64::from(opener));
        // The opener leaves and the next player buys, so that the next player opens what follows.
        table.play(pass());
        assert_eq!(table.decider(), next_bidder);
        table.play(bid(minimum)).play(pass());
        assert_eq!(table.shares(usize::from(next_bidder), company), 1);
        assert_eq!(table.treasury(company), minimum, "the buyer pays the company");
    }
    assert_eq!(table.phase(), "turn");
    assert_eq!(table.shares_left("WAB"), 2, "no Wabash share is sold yet");
}

#[test]
fn ce_4_without_a_bid_the_opener_takes_the_share_for_nothing() {
    let mut table = Table::with_banker(3, 2);
    table.play(pass()).play(pass()).play(pass());
    assert_eq!(table.shares(2, "PRR"), 1);
    assert_eq!(table.purses(), [40, 40, 40]);
    assert_eq!(table.treasury("PRR"), 0);
    assert_eq!(table.see("/auction/what"), "B&O");
    assert_eq!(table.decider(), 2, "who took the share opens the next auction");
    assert!(table.heard("nobody bids: seat 2 takes the share of PRR for nothing"));
}

#[test]
fn ce_4_an_opener_who_could_not_bid_still_takes_the_share_for_nothing() {
    let mut table = Table::with_banker(3, 0);
    table.play(bid(40)).play(pass()).play(pass());
    assert_eq!(table.cash(0), 0);
    assert_eq!(table.see("/auction/opener"), 0);
    assert_eq!(table.decider(), 1, "seat 0 opens but cannot bid, so the next one is asked");
    table.play(pass()).play(pass());
    assert_eq!(table.shares(0, "B&O"), 1);
    assert_eq!(table.treasury("B&O"), 0);
}

#[test]
fn ce_4_when_nobody_can_bid_the_remaining_shares_go_to_the_opener_at_once() {
    let mut table = Table::with_banker(2, 0);
    table.play(bid(60)).play(bid(60));
    assert_eq!(table.purses(), [0, 0]);
    assert_eq!(["B&O", "C&O", "NYC"].map(|company| table.shares(1, company)), [1, 1, 1]);
    assert_eq!(table.phase(), "turn");
}

#[test]
fn ce_5_the_owner_of_the_first_prr_share_begins_and_turns_go_clockwise() {
    let mut table = Table::with_banker(3, 0);
    table.play(pass()).play(bid(7)).play(pass()); // PRR to seat 1
    for minimum in [6, 5, 8] {
        // Each of the others to somebody else.
        table.play(pass()).play(bid(minimum)).play(pass());
    }
    assert_eq!(table.phase(), "turn");
    assert_eq!(table.decider(), 1);
    assert!(table.heard("seat 1 owns the first share of PRR and takes the first turn"));
    for next in [2, 0, 1] {
        table.play(choose("auction")).play(decline());
        assert_eq!(table.decider(), next);
    }
}

#[test]
fn ce_6_bids_rise_round_the_table_until_all_but_the_highest_bidder_have_passed() {
    let mut table = stage(4).active(2).phase("offer").set();
    table.play(offer("NYC"));
    assert_eq!(table.decider(), 2, "who offers a share opens");
    assert_eq!(table.choices(), [json!({"type": "bid", "amount": [4, 30]}), pass()]);
    table.play(bid(4));
    assert_eq!(table.decider(), 3);
    table.play(bid(6));
    assert_eq!(table.see("/auction/high"), 6);
    assert_eq!(table.see("/auction/high_seat"), 3);
    assert_eq!(table.choices(), [json!({"type": "bid", "amount": [7, 30]}), pass()]);
    table.play(pass());
    assert_eq!(table.decider(), 1);
    table.play(bid(9));
    assert_eq!(table.see("/auction/bidders"), json!([1, 2, 3]));
    assert_eq!(table.active(), 2, "the auction is still seat 2's doing");
    table.play(pass());
    assert_eq!(table.decider(), 3, "seat 0 has passed and is not asked again");
    table.play(pass());
    assert_eq!((table.shares(1, "NYC"), table.cash(1), table.treasury("NYC")), (1, 21, 9));
    assert_eq!(
        (table.phase().as_str(), table.decider()),
        ("turn", 3),
        "left of who offered, not of who bought"
    );
}

#[test]
fn ce_6_a_bid_must_top_the_last_and_stay_within_the_bidders_cash() {
    let mut table = stage(3).cash(1, 12).phase("offer").set();
    table.play(offer("NYC")).play(bid(8));
    for low in [8, 4, 0, -3] {
        let why = "seat 0 has bid $8: bid at least $9 or pass";
        assert_eq!(table.refuse(bid(low)), ("CE-6", why), "a bid of {low}");
    }
    assert_eq!(table.refuse(bid(13)), ("CE-6", "you have only $12 to bid with"));
    assert_eq!(table.refuse(bid(i64::MAX)), ("CE-6", "you have only $12 to bid with"));
    for other in [choose("auction"), offer("PRR"), place("PRR", "R4"), decline()] {
        assert_eq!(table.refuse(other), ("CE-6", "an auction is under way: bid or pass"));
    }
    for nonsense in
        [json!({"type": "bid"}), json!({"type": "bid", "amount": 9.5}), json!({"type": "pass", "amount": 1})]
    {
        assert_ne!(table.not_an_action(nonsense), "", "a bid is a whole amount and a pass has none");
    }
    table.play(bid(12));
    assert_eq!(table.see("/auction/high"), 12, "all of one's cash may be bid");
}

#[test]
fn ce_6_who_cannot_raise_is_passed_only_when_it_is_his_turn_to_bid() {
    let mut table = stage(4).cash(2, 5).phase("offer").set();
    table.play(offer("NYC")).play(bid(5));
    assert_eq!(table.see("/auction/bidders"), json!([0, 1, 2, 3]), "seat 2 cannot raise but was not asked");
    table.play(pass());
    assert_eq!(table.decider(), 3);
    assert_eq!(table.see("/auction/bidders"), json!([0, 3]));
    assert_eq!(table.notes(), ["seat 1 passes", "seat 2 cannot bid $6 and passes"]);
}

#[test]
fn ce_6_an_auction_ends_at_once_when_nobody_else_can_raise() {
    let mut table = stage(3).cash(0, 30).cash(1, 10).cash(2, 9).phase("offer").set();
    table.play(offer("NYC")).play(bid(10));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert_eq!((table.shares(0, "NYC"), table.cash(0)), (2, 20));
    let told =
        ["seat 0 bids $10 for NYC", "seat 1 cannot bid $11 and passes", "seat 2 cannot bid $11 and passes"];
    assert_eq!(table.notes()[..3], told);
    assert!(table.heard("seat 0 buys a share of NYC for $10"));
}

#[test]
fn ce_7_the_minimum_is_the_income_over_the_shares_sold_and_one_more_rounded_up() {
    // NYC earns 8: over 2, 3, 4 and 5 shares that is 4, 2.67, 2 and 1.6.
    for (sold, minimum) in [(1, 4), (2, 3), (3, 2), (4, 2)] {
        let mut table = stage(3).shares(0, "NYC", sold).phase("offer").set();
        table.play(offer("NYC"));
        assert_eq!(table.see("/auction/min"), minimum, "{sold} sold");
        let why = format!("the first bid must be at least ${minimum}");
        assert_eq!(table.refuse(bid(minimum - 1)), ("CE-7", why.as_str()));
        table.play(bid(minimum)).play(pass()).play(pass());
        assert_eq!(table.treasury("NYC"), minimum);
        assert_eq!(table.shares(0, "NYC"), sold + 1);
    }
}

#[test]
fn ce_7_the_opener_may_pass_while_others_still_open() {
    let mut table = stage(3).phase("offer").set();
    table.play(offer("C&O")).play(pass());
    assert_eq!(table.choices()[0], json!({"type": "bid", "amount": [3, 40]}));
    table.play(pass());
    assert_eq!(table.decider(), 2, "one bidder is left and may still open");
    table.play(bid(3));
    assert_eq!((table.shares(2, "C&O"), table.treasury("C&O")), (2, 3));
    assert_eq!(table.phase(), "turn");
}

#[test]
fn ce_8_a_share_without_a_bid_stays_and_the_dial_stays_moved() {
    let mut table = stage(3).dials(1, 0, 0).set();
    table.play(choose("auction")).play(offer("PRR")).play(pass()).play(pass()).play(pass());
    assert_eq!(table.shares_left("PRR"), 2);
    assert_eq!(table.purses(), [40, 40, 40]);
    assert_eq!(table.treasury("PRR"), 0);
    assert_eq!(table.dials(), [2, 0, 0]);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
    assert!(table.heard("nobody bids: the share of PRR stays where it is"));
}

#[test]
fn ce_8_an_offer_that_nobody_can_afford_is_made_and_ends_unsold() {
    let mut table = stage(3).all_have(3).phase("offer").set();
    assert!(table.choices().contains(&offer("PRR")), "an offer is a choice even if nobody could bid");
    table.play(offer("PRR"));
    assert_eq!(table.shares_left("PRR"), 2);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn ce_11_any_company_with_shares_left_may_be_offered_by_anybody() {
    let mut table = stage(4).sold_out(0, "PRR").phase("offer").active(3).set();
    assert_eq!(table.choices(), [offer("B&O"), offer("C&O"), offer("NYC"), decline()]);
    assert_eq!(table.refuse(offer("PRR")), ("CE-11", "no share of PRR is left"));
    assert_eq!(table.blocked("auction a share of PRR"), ("CE-11", "no share of PRR is left"));
    table.play(offer("C&O"));
    assert_eq!(table.phase(), "auction", "seat 3 owns nothing of C&O and offers it all the same");
}

#[test]
fn ce_11_wabash_shares_are_offered_only_once_it_is_open() {
    let why = "Wabash opens only when a company reaches Chicago";
    let mut closed = stage(3).phase("offer").set();
    assert_eq!(closed.refuse(offer("WAB")), ("CE-11", why));
    assert_eq!(closed.blocked("auction a share of WAB"), ("CE-11", why));

    let mut open = stage(3).wabash_open().phase("offer").set();
    open.play(offer("WAB"));
    assert_eq!(open.see("/auction/min"), 1);

    let mut sold = stage(3).wabash_open().sold_out(1, "WAB").phase("offer").set();
    assert_eq!(sold.refuse(offer("WAB")), ("CE-11", "no share of WAB is left"));
}

#[test]
fn ce_11_only_an_offer_or_a_decline_answers_the_auction_dial() {
    let mut table = stage(3).phase("offer").set();
    let now = "now offer a share for auction or decline";
    for other in [choose("auction"), bid(9), pass(), super::kit::done(), place("PRR", "R4")] {
        assert_eq!(table.refuse(other), ("CE-11", now));
    }
}
