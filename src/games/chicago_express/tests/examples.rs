//! The worked examples of the rulebooks, on networks that add up to the incomes they state. Andy is seat 0, Bert
//! or Ben seat 1, Charlie seat 2.

use super::kit::{LAKE_SHORE, bid, choose, decline, develop, done, offer, pass, place, stage};

#[test]
fn example_a_share_of_nyc_with_income_22_and_two_sold_starts_at_8() {
    // The lake shore earns 8 and the houses of Albany, Buffalo and Cleveland 6: with New York 22.
    let set = stage(3).network("NYC", LAKE_SHORE).houses("S0 L0 I2");
    let set = set.shares(0, "NYC", 0).shares(1, "NYC", 1).shares(2, "NYC", 1);
    let mut table = set.set();
    assert_eq!(table.income("NYC"), 22);
    table.play(choose("auction")).play(offer("NYC"));
    assert_eq!(table.see("/auction/min"), 8);
    assert_eq!(table.refuse(bid(7)), ("CE-7", "the first bid must be at least $8"));
    table.play(bid(8)).play(pass()).play(pass());
    assert_eq!((table.treasury("NYC"), table.shares(0, "NYC")), (8, 1));
}

#[test]
fn example_the_initial_auctions_start_at_7_6_5_and_8() {
    let mut table = super::kit::Table::with_banker(3, 0);
    for minimum in [7, 6, 5, 8] {
        assert_eq!(table.see("/auction/min"), minimum);
        table.play(bid(minimum)).play(pass()).play(pass());
    }
    assert_eq!(table.purses(), [40 - 26, 40, 40]);
}

#[test]
fn example_a_player_short_of_cash_uses_an_auction_up_and_offers_nothing() {
    let mut table = stage(3).cash(0, 1).dials(1, 0, 0).set();
    table.play(choose("auction")).play(decline());
    assert_eq!(table.dials(), [2, 0, 0], "one auction fewer before the next dividend");
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn example_nyc_pays_6_for_a_forest_and_for_binghamton_where_prr_stands() {
    let set = stage(3).network("PRR", "R4 Q4 Q3").treasury("NYC", 6);
    let mut table = set.set();
    table.play(choose("expansion")).play(place("NYC", "R3"));
    assert_eq!(table.treasury("NYC"), 4, "2 for the forest");
    table.play(place("NYC", "Q3"));
    assert_eq!(table.treasury("NYC"), 0, "twice 2 for the city");
    assert_eq!(table.income("NYC"), 9);
}

#[test]
fn example_charleston_developed_raises_co_from_12_to_13() {
    let mut table = stage(3).network("C&O", "P9 O10 N9 M10 L9 K10 J9 I9").set();
    assert_eq!(table.income("C&O"), 12);
    table.play(choose("development")).play(develop("I9"));
    assert_eq!(table.income("C&O"), 13);
}

#[test]
fn example_an_undeveloped_mountain_earns_1_and_its_house_adds_to_it_later() {
    // A mountain for 3 that earns 1, as the symbols of the rulebook show one.
    let mut table = stage(3).network("PRR", "Q5 P4 O4").treasury("PRR", 3).set();
    let before = table.income("PRR");
    table.play(choose("expansion")).play(place("PRR", "N4"));
    assert_eq!((table.treasury("PRR"), table.income("PRR")), (0, before + 1));
    table.play(choose("development")).play(develop("N4"));
    assert_eq!(table.income("PRR"), before + 2);
}

#[test]
fn example_a_developed_city_earns_2_at_once() {
    // Binghamton: 1 for the city and 1 for the house.
    let mut table = stage(3).network("PRR", "R4 Q4 Q3").houses("Q3").treasury("NYC", 6).set();
    table.play(choose("expansion")).play(place("NYC", "R3")).play(place("NYC", "Q3"));
    assert_eq!(table.income("NYC"), 8 + 2);
}

#[test]
fn example_an_industrial_city_earns_what_its_marker_shows() {
    let mut table = stage(3).network("PRR", "Q5 P4 O4 N4 M4 L3 K4 J4 J5").treasury("PRR", 9).set();
    let before = table.income("PRR");
    table.play(choose("expansion")).play(place("PRR", "I6")).play(done());
    assert_eq!(table.income("PRR"), before + 3);
}

#[test]
fn example_wheeling_from_3_to_4_raises_prr_from_17_to_18_and_bo_from_14_to_15() {
    let set =
        stage(3).network("PRR", "Q5 P4 O4 N4 M4 L3 K4 J4 J5 I6").network("B&O", "P6 O7 N6 M6 L6 K7 J6 I6");
    let mut table = set.set();
    assert_eq!((table.income("PRR"), table.income("B&O")), (17, 14));
    table.play(choose("development")).play(develop("I6"));
    assert_eq!((table.income("PRR"), table.income("B&O")), (18, 15));
    assert_eq!(table.industry("Wheeling"), 4);
}

#[test]
fn example_pittsburgh_grows_by_2_and_detroit_by_1() {
    let set = stage(3)
        .network("PRR", "Q5 P4 O4 N4 M4 L3 K4")
        .network("NYC", LAKE_SHORE)
        .network("NYC", "H2 G2 F1 E1 E0");
    let mut table = set.dials(3, 4, 0).set();
    let [prr, nyc] = ["PRR", "NYC"].map(|company| table.income(company));
    table.play(choose("development")).play(develop("K4"));
    assert_eq!((table.industry("Pittsburgh"), table.income("PRR")), (6, prr + 2));
    table.play(choose("expansion"));
    assert_eq!((table.industry("Detroit"), table.income("NYC")), (2, nyc + 1), "after the dividend");
}

#[test]
fn example_nyc_with_income_16_and_three_sold_pays_12_and_6() {
    let set = stage(4).network("NYC", LAKE_SHORE).shares(0, "NYC", 2).shares(1, "NYC", 1).shares(3, "NYC", 0);
    // The other companies are Dora's, so that only NYC pays Andy and Ben.
    let others = set.shares(0, "PRR", 0).shares(1, "B&O", 0).shares(3, "PRR", 1).shares(3, "B&O", 1);
    let mut table = others.dividend_is_near().set();
    assert_eq!(table.income("NYC"), 16);
    table.play(choose("expansion"));
    assert_eq!((table.cash(0), table.cash(1)), (30 + 12, 30 + 6));
    assert!(table.heard("each share of NYC pays $6"));
}

#[test]
fn example_nyc_with_income_17_and_two_sold_to_one_player_pays_18() {
    let set = stage(3).network("NYC", LAKE_SHORE).network("NYC", "H2 G2 F1").shares(0, "NYC", 2);
    let mut table = set.shares(0, "PRR", 0).shares(1, "PRR", 1).dividend_is_near().set();
    assert_eq!(table.income("NYC"), 17);
    table.play(choose("expansion"));
    assert_eq!(table.cash(0), 40 + 18, "8.5 a share is rounded up before the shares are added");
}
