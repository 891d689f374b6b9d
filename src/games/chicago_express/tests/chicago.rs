//! Chicago and Wabash (CE-18 to CE-21).

use serde_json::json;

use super::kit::{
    CLEVELAND_TO_CHICAGO, LAKE_SHORE, Stage, bid, choose, decline, develop, done, offer, pass, place, stage,
};

/// Seat 0 expands NYC, which stands before Chicago and is the first to get there. It earns 18, with Chicago 25.
fn before_chicago(players: usize) -> Stage {
    let nyc = [LAKE_SHORE, CLEVELAND_TO_CHICAGO].join(" ");
    stage(players).shares(0, "NYC", 1).network("NYC", &nyc).treasury("NYC", 9).phase("expansion")
}

#[test]
fn ce_18_the_shareholders_of_a_company_that_reaches_chicago_get_a_dividend() {
    // Four shares of NYC: 25 over 4 is 7 each. The other companies pay nothing.
    let mut table = before_chicago(3).shares(1, "NYC", 3).treasury("NYC", 3).set();
    assert_eq!(table.income("NYC"), 18);
    table.play(place("NYC", "A2"));
    assert_eq!(table.income("NYC"), 25, "Chicago counts before the dividend is paid");
    assert_eq!(table.purses(), [47, 61, 40]);
    assert_eq!(table.treasury("NYC"), 0, "the bank pays the dividend, the company only its track");
    assert!(table.heard("NYC has reached Chicago and pays a dividend"));
    assert!(table.heard("seat 0 gets $7 and seat 1 gets $21"));
    assert_eq!(table.see("/dividends_paid"), 0, "it is no general dividend");
}

#[test]
fn ce_18_the_expansion_is_finished_before_the_dividend() {
    let mut table = before_chicago(3).set();
    table.play(place("NYC", "A2"));
    assert_eq!(table.see("/expanding"), json!({"company": "NYC", "placed": 1, "chicago": true}));
    assert_eq!(table.cash(0), 40, "not yet: two more hexes may follow");
    // Fort Wayne, reached in the same expansion, counts for the dividend.
    table.play(place("NYC", "C3"));
    assert_eq!((table.cash(0), table.phase().as_str()), (40, "expansion"));
    table.play(place("NYC", "D3"));
    assert_eq!(table.cash(0), 40 + 26);
    assert_eq!(table.phase(), "wabash_auction");
}

#[test]
fn ce_18_done_after_chicago_brings_the_dividend() {
    let mut table = before_chicago(3).set();
    table.play(place("NYC", "A2")).play(done());
    assert_eq!(table.cash(0), 40 + 25);
}

#[test]
fn ce_18_every_company_triggers_a_dividend_once() {
    let companies = ["PRR", "B&O", "C&O", "WAB"];
    for company in companies {
        let set = stage(2).wabash_open().shares(0, company, 1);
        let set = if company == "WAB" { set.network("WAB", "C3 B2") } else { set.route(company, "B2") };
        let mut table = set.treasury(company, 6).phase("expansion").set();
        let sold = table.shares(0, company) + table.shares(1, company);
        let dividend = (table.income(company) + 7 + sold - 1) / sold;
        table.play(place(company, "A2"));
        assert_eq!(table.cash(0), 60 + dividend * table.shares(0, company), "{company}");
        assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1), "Wabash opens only once");
        assert!(!table.choices().contains(&place(company, "A2")));
    }
}

#[test]
fn ce_18_no_further_dividend_comes_from_an_expansion_of_a_company_already_there() {
    let mut table = stage(3).wabash_open().treasury("NYC", 1).phase("expansion").set();
    assert_eq!(table.refuse(place("NYC", "A2")), ("CE-12", "NYC already has a locomotive on Chicago (A2)"));
    table.play(place("NYC", "A3"));
    assert_eq!(table.purses(), [40, 40, 40]);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn ce_19_wabash_opens_with_a_free_locomotive_and_an_auction_by_the_active_player() {
    let mut table = before_chicago(3).set();
    table.play(place("NYC", "A2")).play(done());
    let wabash = json!({
        "cash": 0, "income": 1, "shares_left": 2, "locomotives_left": 10, "open": true, "hexes": ["D3"]
    });
    assert_eq!(table.see("/companies/WAB"), wabash);
    assert!(table.heard("Wabash opens in Fort Wayne with an income of $1"));
    assert_eq!(table.phase(), "wabash_auction");
    let auction = json!({
        "what": "WAB", "min": 1, "high": null, "high_seat": null, "bidders": [0, 1, 2], "opener": 0
    });
    assert_eq!(table.see("/auction"), auction);
    assert_eq!((table.active(), table.decider()), (0, 0));
    assert_eq!(table.dials(), [0, 1, 0], "the auction dial has not moved");

    table.play(pass()).play(bid(4)).play(pass());
    assert_eq!((table.shares(1, "WAB"), table.treasury("WAB"), table.cash(1)), (1, 4, 36));
    assert_eq!(
        (table.phase().as_str(), table.decider()),
        ("turn", 1),
        "then the player left of the active one"
    );
}

#[test]
fn ce_19_wabash_opens_with_3_if_fort_wayne_has_a_house() {
    let mut table = before_chicago(3).route("PRR", "D3").phase("turn").dials(0, 0, 0).set();
    let prr = table.income("PRR");
    table.play(choose("development")).play(develop("D3"));
    assert_eq!(table.income("PRR"), prr + 2, "PRR was there before Wabash");
    table.play(choose("development")).play(decline());
    table.play(choose("development")).play(decline());
    table.play(choose("expansion")).play(place("NYC", "A2")).play(done());
    assert_eq!(table.income("WAB"), 3);
    assert_eq!(table.see("/auction/min"), 3);
    assert_eq!(table.income("PRR"), prr + 2, "and gains nothing by its opening");
}

#[test]
fn ce_19_a_wabash_auction_is_like_any_other() {
    let mut table = before_chicago(3).cash(2, 0).set();
    table.play(place("NYC", "A2")).play(done());
    assert_eq!(table.refuse(bid(0)), ("CE-7", "the first bid must be at least $1"));
    assert_eq!(table.refuse(offer("WAB")), ("CE-6", "an auction is under way: bid or pass"));
    table.play(bid(1));
    assert_eq!(table.refuse(bid(1)), ("CE-6", "seat 0 has bid $1: bid at least $2 or pass"));
    table.play(pass());
    assert!(table.heard("seat 2 cannot bid $2 and passes"));
    assert_eq!(table.shares(0, "WAB"), 1);
}

#[test]
fn ce_8_a_wabash_auction_without_a_bid_pays_nothing_and_moves_no_dial() {
    let mut table = before_chicago(3).all_have(0).shares(0, "NYC", 0).active(2).shares(2, "NYC", 5).set();
    table.play(place("NYC", "A2")).play(done());
    assert_eq!(table.purses(), [0, 0, 25], "five shares with 5 each");
    table.play(pass());
    assert!(table.heard("nobody bids: the share of WAB stays where it is"), "the others could not bid");
    assert_eq!(table.purses(), [0, 0, 25]);
    assert_eq!((table.treasury("WAB"), table.shares_left("WAB")), (0, 2));
    assert_eq!(table.dials(), [0, 1, 0]);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 0));
}

#[test]
fn ce_20_an_unsold_wabash_stays_open_and_can_be_auctioned_later() {
    let mut table = before_chicago(3).set();
    table.play(place("NYC", "A2")).play(done());
    let purses = table.purses();
    table.play(pass()).play(pass()).play(pass());
    assert_eq!(table.purses(), purses, "nothing is paid");
    assert_eq!((table.shares_left("WAB"), table.see("/companies/WAB/open")), (2, json!(true)));
    assert!(table.heard("nobody bids: the share of WAB stays where it is"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));

    table.play(choose("auction")).play(offer("WAB")).play(bid(2)).play(pass()).play(pass());
    assert_eq!((table.shares(1, "WAB"), table.treasury("WAB"), table.decider()), (1, 2, 2));
}

#[test]
fn ce_20_a_company_with_no_share_sold_pays_nothing_and_nobody_expands_it() {
    let mut table = stage(3).wabash_open().treasury("NYC", 9).phase("expansion").set();
    assert_eq!(table.refuse(place("WAB", "C3")), ("CE-12", "you own no share of WAB"));

    let mut table = stage(3).wabash_open().dividend_is_near().set();
    let due = [7 + table.income("NYC"), 6, 5];
    table.play(choose("expansion"));
    assert_eq!(table.purses(), due.map(|dividend| 40 + dividend));
    assert!(!table.notes().iter().any(|note| note.contains("WAB")));
}

#[test]
fn ce_20_wabash_grows_once_a_share_is_sold() {
    let mut table = stage(3).wabash_open().shares(0, "WAB", 1).treasury("WAB", 6).phase("expansion").set();
    table.play(place("WAB", "D2")).play(place("WAB", "C2")).play(done());
    assert_eq!(table.income("WAB"), 2, "Fort Wayne and South Bend");
    assert_eq!(table.treasury("WAB"), 6 - 1 - 2 * 2, "NYC is in South Bend too");
}

#[test]
fn ce_21_chicago_comes_first_and_a_general_dividend_at_the_start_of_the_next_turn() {
    let mut table = before_chicago(3).dials(3, 5, 2).set();
    table.play(place("NYC", "A2")).play(done());
    assert_eq!(table.purses(), [65, 40, 40], "the Chicago dividend alone");
    assert_eq!((table.phase().as_str(), table.see("/dividends_paid")), ("wabash_auction", json!(0)));
    assert_eq!(table.dials(), [3, 5, 2], "both dials wait on red");

    table.play(bid(2)).play(pass()).play(pass());
    // PRR 7, NYC 25 and Wabash 1 to seat 0, which has paid 2 for Wabash.
    assert_eq!(table.purses(), [63 + 33, 46, 45], "the new share is paid as well");
    assert_eq!((table.see("/dividends_paid"), table.dials()), (json!(1), [0, 0, 0]));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn ce_21_with_wabash_already_open_both_dividends_follow_from_one_action() {
    let set = stage(3).wabash_open().route("PRR", "B2").treasury("PRR", 6).dials(3, 4, 0);
    let mut table = set.phase("expansion").set();
    let [prr, nyc] = ["PRR", "NYC"].map(|company| table.income(company));
    table.play(place("PRR", "A2"));
    assert_eq!(table.cash(0), 40 + 2 * (prr + 7) + nyc);
    let order = |sentence: &str| table.notes().iter().position(|note| note == sentence).unwrap();
    assert!(
        order("PRR has reached Chicago and pays a dividend")
            < order("two dials are on red: all companies pay dividends")
    );
}
