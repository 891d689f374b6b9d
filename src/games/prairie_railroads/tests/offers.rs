//! Cards and auctions (PR-5 to PR-9).

use serde_json::json;

use super::kit::{bid, build, card, draw_card, grow, offer, pass, play, sell, stage};

#[test]
fn pr_5_a_turn_is_a_card_from_the_hand_or_from_the_deck() {
    let mut table = stage(3).set();
    assert_eq!(table.choices(), [play("CT"), play("OS"), play("PD"), draw_card()]);
    for other in [bid(1), pass(), offer("KP"), sell("KP"), grow("hays"), build("KP", "kansas_city olathe")] {
        assert_eq!(table.refuse(other), ("PR-5", "a turn is a card: play one or draw one"));
    }
    assert_ne!(table.not_an_action(json!({"type": "play", "card": "XX"})), "");
    table.play(play("OS"));
    assert_eq!(table.held(0, "OS"), 5);
    assert_eq!(table.see("/drawn_card"), json!(null), "it was played from the hand");
}

#[test]
fn pr_5_a_card_that_is_not_held_cannot_be_played() {
    let mut table = stage(3).hand(0, [1, 0, 0]).set();
    assert_eq!(table.choices(), [play("CT"), draw_card()]);
    assert_eq!(table.refuse(play("OS")), ("PR-5", "you hold no Offer Stock card"));
    assert_eq!(table.blocked("play Pay Dividends"), ("PR-5", "you hold no Pay Dividends card"));
}

#[test]
fn pr_5_one_may_draw_while_the_deck_has_a_card() {
    let mut table = stage(3).deck([0, 1, 0]).set();
    table.play(draw_card());
    assert_eq!((table.phase().as_str(), table.active()), ("card_draw", 0));
    assert_eq!(table.see("/deciding"), json!(null));
    assert_eq!(table.refuse(play("CT")), ("PR-5", "a card is being drawn"));
    table.draw_so(card("OS"));
    assert_eq!(table.see("/deck"), json!({"CT": 0, "OS": 0, "PD": 0}));
    assert_eq!((table.phase().as_str(), table.see("/drawn_card")), ("offer", json!("OS")));
    assert_eq!(table.held(0, "OS"), 6, "the hand is untouched");

    let mut empty = stage(3).deck([0; 3]).set();
    assert_eq!(empty.refuse(draw_card()), ("PR-5", "the deck is empty"));
    assert_eq!(empty.blocked("draw a card from the deck"), ("PR-5", "the deck is empty"));
}

#[test]
fn pr_5_cards_may_be_played_without_effect() {
    let mut table = stage(3).hand(0, [1, 0, 0]).set();
    table.construct();
    assert!(table.heard("no railroad can build: the turn is over"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn pr_6_bids_rise_round_the_table_until_all_but_the_highest_bidder_have_passed() {
    let mut table = stage(4).active(2).set();
    table.play(play("OS")).play(offer("KP"));
    assert_eq!(table.decider(), 2, "who offers a share opens");
    assert_eq!(table.choices(), [json!({"type": "bid", "amount": [1, 70]}), pass()]);
    table.play(bid(4)).play(bid(6));
    assert_eq!(table.choices(), [json!({"type": "bid", "amount": [7, 70]}), pass()]);
    table.play(pass()).play(bid(9));
    assert_eq!(
        table.see("/auction"),
        json!({"what": "KP", "min": 1, "high": 9, "high_seat": 1,
        "bidders": [1, 2, 3], "opener": 2})
    );
    assert_eq!((table.active(), table.see("/deciding")), (2, json!(2)));
    table.play(pass()).play(pass());
    assert_eq!((table.shares(1, "KP"), table.cash(1), table.treasury("KP")), (1, 61, 9));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 3), "left of who offered");
}

#[test]
fn pr_6_a_bid_must_top_the_last_and_stay_within_the_bidders_cash() {
    let mut table = stage(3).cash(1, 12).set();
    table.play(play("OS")).play(offer("KP")).play(bid(8));
    for low in [8, 4, 0, -3] {
        let why = "seat 0 has bid $8: bid at least $9 or pass";
        assert_eq!(table.refuse(bid(low)), ("PR-6", why), "a bid of {low}");
    }
    assert_eq!(table.refuse(bid(13)), ("PR-6", "you have only $12 to bid with"));
    assert_eq!(table.refuse(play("CT")), ("PR-6", "an auction is under way: bid or pass"));
    assert_ne!(table.not_an_action(json!({"type": "bid", "amount": 9.5})), "");
    table.play(bid(12));
    assert_eq!(table.see("/auction/high"), 12, "all of one's cash may be bid");
}

#[test]
fn pr_6_who_cannot_raise_is_passed_when_it_is_his_turn_to_bid() {
    let mut table = stage(4).cash(2, 5).set();
    table.play(play("OS")).play(offer("KP")).play(bid(5));
    assert_eq!(table.see("/auction/bidders"), json!([0, 1, 2, 3]), "seat 2 was not asked yet");
    table.play(pass());
    assert_eq!((table.decider(), table.see("/auction/bidders")), (3, json!([0, 3])));
    assert_eq!(table.notes(), ["seat 1 passes", "seat 2 cannot bid $6 and passes"]);
}

#[test]
fn pr_6_the_minimum_is_a_fifth_of_the_value() {
    for (way, minimum) in
        [("troy marysville", 1), ("troy marysville cuba", 2), ("troy marysville cuba concordia", 3)]
    {
        let mut table = stage(3).track("CRIP", way).set();
        table.play(play("OS")).play(offer("CRIP"));
        assert_eq!(table.see("/auction/min"), minimum);
        let why = format!("the first bid must be at least ${minimum}");
        assert_eq!(table.refuse(bid(minimum - 1)), ("PR-6", why.as_str()));
    }
    let west = "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis";
    let mut table = stage(3).track("CRIP", west).western("CRIP", "st_francis").set();
    table.play(play("OS")).play(offer("CRIP"));
    assert_eq!(table.see("/auction/min"), 8 + 5, "a Western Build counts 25");
}

#[test]
fn pr_7_from_the_hand_any_unsold_share_or_one_of_ones_own_may_be_offered() {
    let mut table = stage(3).sold_out(1, "ATSF").set();
    table.play(play("OS"));
    let offers = ["CRIP", "KP", "MKT", "SLSF", "MP"].map(offer);
    let sales = ["CRIP", "MKT"].map(sell);
    assert_eq!(table.choices(), [offers.to_vec(), sales.to_vec()].concat(), "seat 0 owns CRIP and MKT");
    assert_eq!(table.refuse(offer("ATSF")), ("PR-7", "every share of ATSF is sold"));
    assert_eq!(table.blocked("auction an unsold share of ATSF"), ("PR-7", "every share of ATSF is sold"));
    assert_eq!(table.refuse(sell("ATSF")), ("PR-7", "you own no share of ATSF"));
    assert_eq!(table.blocked("sell your own share of KP"), ("PR-7", "you own no share of KP"));
    assert_eq!(table.refuse(pass()), ("PR-7", "now offer a share"));
}

#[test]
fn pr_7_the_price_of_an_unsold_share_goes_to_the_railroad() {
    let mut table = stage(3).treasury("SLSF", 4).set();
    table.play(play("OS")).play(offer("SLSF")).play(bid(7)).play(pass()).play(pass());
    assert_eq!((table.cash(0), table.shares(0, "SLSF"), table.treasury("SLSF")), (73, 1, 11));
    assert_eq!(table.of("SLSF", "shares_left"), 3);
    assert!(table.heard("seat 0 buys a share of SLSF for $7"));
}

#[test]
fn pr_7_an_own_share_is_sold_without_the_seller_and_the_money_is_his() {
    let mut table = stage(4).active(1).set();
    table.play(play("OS")).play(sell("ATSF"));
    assert_eq!((table.phase().as_str(), table.active(), table.decider()), ("auction", 1, 2));
    assert_eq!(
        table.see("/auction"),
        json!({"what": "ATSF", "min": 1, "high": null, "high_seat": null,
        "bidders": [0, 2, 3], "opener": 2})
    );
    assert!(table.heard("seat 1 puts an own share of ATSF up for sale, at least $1; seat 2 opens"));
    table.play(bid(5)).play(pass()).play(bid(6));
    assert_eq!(table.decider(), 2, "the seller is not asked");
    table.play(pass());
    assert_eq!((table.shares(0, "ATSF"), table.shares(1, "ATSF")), (1, 0));
    assert_eq!(table.purses(), [64, 76, 70, 70]);
    assert_eq!((table.treasury("ATSF"), table.of("ATSF", "shares_left")), (0, 4));
    assert!(table.heard("seat 0 buys a share of ATSF from seat 1 for $6"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 2), "left of the seller");
}

#[test]
fn pr_7_without_a_bid_the_share_stays_where_it_is() {
    let mut unsold = stage(3).set();
    unsold.play(play("OS")).play(offer("KP")).play(pass()).play(pass()).play(pass());
    assert_eq!((unsold.of("KP", "shares_left"), unsold.purses()), (4, vec![80, 80, 80]));
    assert!(unsold.heard("nobody bids: the share of KP stays unsold"));
    assert_eq!((unsold.held(0, "OS"), unsold.decider()), (5, 1), "the card is used up");

    let mut kept = stage(3).set();
    kept.play(play("OS")).play(sell("CRIP")).play(pass()).play(pass());
    assert_eq!(kept.shares(0, "CRIP"), 1);
    assert!(kept.heard("nobody bids: seat 0 keeps the share of CRIP"));
}

#[test]
fn pr_7_an_offer_that_nobody_can_afford_is_made_and_ends_unsold() {
    let mut table = stage(3).all_have(0).set();
    table.play(play("OS"));
    assert!(table.choices().contains(&offer("KP")));
    table.play(offer("KP"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn pr_8_a_drawn_card_offers_a_share_of_those_with_the_most_unsold() {
    let set = stage(3).shares(0, "CRIP", 2).shares(1, "ATSF", 3);
    let mut table = set.set();
    table.play(draw_card()).draw_so(card("OS"));
    assert_eq!(table.choices(), ["KP", "MKT", "SLSF", "MP"].map(offer), "the drawer picks among equals");
    let why = "the card was drawn, and other railroads have more unsold shares than ATSF";
    assert_eq!(table.refuse(offer("ATSF")), ("PR-8", why));
    assert_eq!(table.blocked("auction an unsold share of ATSF"), ("PR-8", why));
    table.play(offer("MKT"));
    assert_eq!((table.phase().as_str(), table.decider()), ("auction", 0));
    assert_eq!(table.see("/drawn_card"), "OS", "until the turn ends");
    table.play(bid(1)).play(pass()).play(pass());
    assert_eq!(table.see("/drawn_card"), json!(null));
}

#[test]
fn pr_8_a_drawn_card_never_offers_an_own_share() {
    let mut table = stage(3).set();
    table.play(draw_card()).draw_so(card("OS"));
    assert_eq!(table.refuse(sell("CRIP")), ("PR-8", "a drawn card offers unsold shares only"));
    assert_eq!(
        table.blocked("sell your own share of CRIP"),
        ("PR-8", "a drawn card offers unsold shares only")
    );
}

#[test]
fn pr_9_with_nothing_to_offer_the_card_is_used_up() {
    // Seats 1 and 2 own all shares of all railroads.
    let mut set = stage(3);
    for railroad in ["CRIP", "ATSF", "KP", "MKT", "SLSF", "MP"] {
        set = set.shares(0, railroad, 0).sold_out(1, railroad);
    }
    let mut table = set.set();
    table.play(play("OS"));
    assert!(table.heard("seat 0 has nothing to offer: the card is used up"));
    assert_eq!((table.held(0, "OS"), table.phase().as_str(), table.decider()), (5, "turn", 1));

    table.play(play("OS"));
    assert_eq!(table.listed("offer").len(), 0);
    assert_eq!(table.listed("sell").len(), 6, "seat 1 has shares of its own");

    let mut drawn = set.active(1).set();
    drawn.play(draw_card()).draw_so(card("OS"));
    assert!(
        drawn.heard("seat 1 has nothing to offer: the card is used up"),
        "a drawn card offers none of them"
    );
    assert_eq!((drawn.phase().as_str(), drawn.decider()), ("turn", 2));
}
