//! Positions within auctions that no game can come to.

use serde_json::json;

use super::super::kit::{CLEVELAND_TO_CHICAGO, LAKE_SHORE, Table, bid, offer, pass, place, stage};
use super::rich;

#[test]
fn impossible_auctions_are_refused() {
    let mut table = rich().dials(1, 1, 0).phase("offer").active(1).set();
    table.play(offer("B&O")).play(pass()).play(bid(5));
    Table::assert_each_refused(
        &table.position(),
        &[
            ("/auction", json!(null), "auction is missing"),
            ("/auction/what", json!("PRR"), "minimum"),
            ("/auction/min", json!(2), "the auction's minimum is 3, not 2"),
            ("/auction/high", json!(2), "high bid cannot be"),
            ("/auction/high", json!(18), "high bid cannot be"),
            ("/auction/high", json!(null), "both of high and high_seat"),
            ("/auction/high_seat", json!(null), "both of high and high_seat"),
            ("/auction/high_seat", json!(1), "must be among the bidders"),
            ("/auction/bidders", json!([2]), "the auction would be over"),
            ("/auction/bidders", json!([0, 2, 3]), "not at this table"),
            ("/auction/bidders", json!([0, 0, 2]), "position.auction.bidders"),
            ("/auction/opener", json!(0), "the active seat opens the auction"),
            ("/auction/opener", json!(4), "not at this table"),
            ("/players/0/cash", json!(5), "seat 0 cannot raise and would be out"),
            ("/dials/auction", json!(0), "the Auction dial must have moved"),
            ("/phase", json!("wabash_auction"), "a Wabash auction is of WAB"),
            ("/phase", json!("initial_auction"), "a dial has moved before the first turn"),
            ("/phase", json!("turn"), "position.auction"),
        ],
    );
}

#[test]
fn impossible_wabash_auctions_are_refused() {
    let nyc = [LAKE_SHORE, CLEVELAND_TO_CHICAGO].join(" ");
    let mut table = stage(3).network("NYC", &nyc).treasury("NYC", 3).phase("expansion").set();
    table.play(place("NYC", "A2"));
    let shares = json!({"C&O": 1, "NYC": 1});
    let wrong =
        |pointer, value, reason| Table::assert_each_refused(&table.position(), &[(pointer, value, reason)]);
    wrong("/dials/expansion", json!(0), "the Expansion dial must have moved");
    wrong("/companies/WAB/cash", json!(3), "no share of it is sold");
    wrong("/phase", json!("initial_auction"), "a dial has moved");

    let mut elsewhere = table.position();
    elsewhere["players"][0]["shares"] = json!({"PRR": 1});
    elsewhere["players"][2]["shares"] = shares;
    assert!(Table::refused(&elsewhere).contains("the active seat owns no share of the company in Chicago"));
}

#[test]
fn impossible_initial_auctions_are_refused() {
    let mut table = Table::with_banker(3, 1);
    let mut wabash = table.position();
    wabash["auction"]["what"] = json!("WAB");
    wabash["auction"]["min"] = json!(0);
    assert!(Table::refused(&wabash).contains("WAB is not among the initial auctions"));
    Table::assert_each_refused(
        &table.position(),
        &[
            ("/players/0/cash", json!(41), "seat 0 must have $40"),
            ("/companies/C&O/cash", json!(1), "C&O has money before its first share is sold"),
            ("/banker", json!(0), "the banker, then the last buyer, opens"),
            ("/auction/what", json!("B&O"), "the auction's minimum is 6, not 7"),
            ("/dials/development", json!(1), "a dial has moved before the first turn"),
        ],
    );
    table.play(bid(9)).play(pass()).play(pass());
    let after_one = table.position();
    Table::assert_each_refused(
        &after_one,
        &[
            ("/companies/PRR/cash", json!(8), "seat 1 must have $32"),
            ("/banker", json!(null), "position"),
            ("/active", json!(0), "the active seat opens"),
            ("/industry/Wheeling", json!(4), "nothing is built before the first turn"),
        ],
    );
    // The sum is right, but seat 0 has paid for what seat 1 owns.
    let mut crossed = after_one.clone();
    crossed["players"][0]["cash"] = json!(31);
    crossed["players"][1]["cash"] = json!(40);
    assert!(Table::refused(&crossed).contains("seat 0 must have $40"));

    let mut early = after_one;
    early["players"][0]["shares"]["NYC"] = json!(1);
    early["companies"]["NYC"]["shares_left"] = json!(4);
    assert!(Table::refused(&early).contains("at this auction 0 shares of NYC must be sold"));
}

#[test]
fn before_the_banker_is_drawn_everything_lies_as_at_the_set_up() {
    Table::assert_each_refused(
        &Table::new(3).unwrap().position(),
        &[
            ("/players/0/cash", json!(41), "before the banker is drawn"),
            ("/active", json!(0), "position.active"),
            ("/houses_left", json!(19), "position.houses_left"),
        ],
    );
}
