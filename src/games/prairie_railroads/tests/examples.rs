//! The worked examples of the rulebook.

use serde_json::json;

use super::kit::{Table, bid, build, dice, double, grow, offer, pass, play, stage};

#[test]
fn example_crip_from_troy_earns_2_by_marysville_or_1_by_whiting() {
    for (segment, income) in [("troy marysville", 2), ("troy whiting", 1)] {
        let mut table = Table::opened_by(3, 0);
        table.play(pass()).play(pass()).play(pass());
        assert_eq!(table.choices().len(), 2);
        table.play(build("CRIP", segment));
        assert_eq!(table.income("CRIP"), income);
    }
}

#[test]
fn example_crip_by_marysville_and_cuba_to_grown_concordia_earns_9_and_is_worth_15() {
    let mut table =
        stage(3).track("CRIP", "troy marysville cuba").grown("concordia").treasury("CRIP", 5).set();
    assert_eq!(table.income("CRIP"), 2 + 3);
    table.construct().play(build("CRIP", "cuba concordia"));
    assert_eq!((table.income("CRIP"), table.of("CRIP", "value")), (9, 15));
    table.play(play("OS")).play(offer("CRIP"));
    assert_eq!(table.see("/auction/min"), 3);
}

#[test]
fn example_slsf_goes_by_coffeyville_and_sedan_to_wichita() {
    // Jevon, seat 0, buys the share for 22 and begins in Columbus.
    let mut table = Table::opened_by(3, 0);
    for railroad in ["CRIP", "ATSF", "KP", "MKT"] {
        table.play(pass()).play(pass()).play(pass());
        let build = table.listed("build").into_iter().find(|build| build["railroad"] == railroad);
        table.play(build.unwrap());
    }
    table.play(bid(22)).play(pass()).play(pass()).play(build("SLSF", "columbus coffeyville"));
    assert_eq!((table.cash(0), table.treasury("SLSF"), table.income("SLSF")), (58, 22, 2));
    let minimum = |table: &Table| table.of("SLSF", "value") / 5;
    assert_eq!(minimum(&table), 1);
    // MP goes to seat 0 for nothing, who then takes the first turn.
    table.play(pass()).play(pass()).play(pass());
    let begin = table.listed("build").remove(0);
    table.play(begin);
    table.construct().play(build("SLSF", "coffeyville sedan"));
    assert_eq!((table.treasury("SLSF"), table.income("SLSF"), minimum(&table)), (17, 6, 2));
    for _ in 1..=2 {
        table.play(play("OS")).play(offer("KP")).play(pass()).play(pass()).play(pass());
    }
    assert_eq!(table.decider(), 0);
    table.construct().play(double("SLSF", "sedan winfield wichita"));
    assert_eq!((table.treasury("SLSF"), table.income("SLSF"), minimum(&table)), (2, 15, 4));
}

#[test]
fn example_the_last_share_of_kp_with_value_55_starts_at_11_and_goes_for_16() {
    // Eleven segments are worth 55. Dave is seat 0, John 1, Pete 2, Alex 3.
    let west = "leavenworth lawrence ottawa emporia council_grove junction_city abilene salina ellsworth hays oakley goodland";
    let set = stage(4).track("KP", west).shares(2, "KP", 4).cash(0, 16).cash(1, 3).cash(2, 12).cash(3, 16);
    let set = set.track("MP", "paola olathe");
    let mut table = set.set();
    assert_eq!((table.of("KP", "value"), table.of("KP", "shares_left")), (55, 1));
    table.play(play("OS")).play(offer("KP"));
    assert_eq!(table.see("/auction/min"), 11);
    table.play(bid(16));
    assert_eq!((table.cash(0), table.shares(0, "KP"), table.of("KP", "shares_left")), (0, 1, 0));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1), "nobody can bid higher");
}

#[test]
fn example_atsf_with_income_61_pays_13_a_share_and_26_for_two() {
    let set = stage(3)
        .track("ATSF", ATSF)
        .branch("ATSF", "salina abilene")
        .shares(1, "ATSF", 0)
        .shares(2, "ATSF", 2)
        .shares(1, "MKT", 1);
    let mut table = set.set();
    assert_eq!(table.income("ATSF"), 61);
    let before = table.cash(2);
    table.play(play("PD"));
    assert!(table.heard("each share of ATSF pays $13"));
    // The other two shares of seat 2 pay a dollar each.
    assert_eq!(table.cash(2) - before, 26 + 2);
}

/// These earn 56, and 5 more with Salina-Abilene.
const ATSF: &str = "atchison topeka emporia newton hutchinson great_bend larned dodge_city garden_city scott_city ransom \
    la_crosse hays ellsworth salina mcpherson hutchinson";

#[test]
fn example_mp_with_income_55_and_value_85_pays_35_for_each_of_four_shares() {
    let set = stage(3)
        .track("MP", MP)
        .branch("MP", "scott_city tribune")
        .shares(0, "MP", 3)
        .shares(1, "MP", 1)
        .shares(2, "MP", 0);
    let set = set.shares(2, "SLSF", 1).no_cards().hand(0, [0, 0, 1]);
    let mut table = set.set();
    assert_eq!((table.income("MP"), table.of("MP", "value")), (55, 85));
    table.play(play("PD"));
    assert!(table.heard("each share of MP pays $35"), "{:?}", table.notes());
}

/// 16 segments that earn 53; with Scott City-Tribune it is 55.
const MP: &str = "paola ottawa emporia newton hutchinson great_bend larned dodge_city garden_city scott_city ransom \
    la_crosse hays ellsworth salina abilene herington";

#[test]
fn example_a_roll_of_12_lets_pratt_grow_then_ransom_then_what_the_player_picks() {
    let mut table = stage(3).set();
    let roll = |table: &mut Table| {
        table.play(play("CT")).draw_so(dice(1, 2));
    };
    roll(&mut table);
    assert_eq!(table.grown(), ["pratt"]);
    assert!(table.heard("Pratt grows to $3"));
    roll(&mut table);
    assert_eq!(table.grown(), ["pratt", "ransom"]);
    roll(&mut table);
    assert_eq!((table.phase(), table.see("/deciding")), ("grow".to_owned(), json!(2)));
    table.play(grow("wichita"));
    assert_eq!(table.grown(), ["pratt", "ransom", "wichita"]);
}

#[test]
fn example_wichita_is_entered_from_el_dorado_but_left_to_wellington_only_along_the_arrow() {
    let reaches_el_dorado = stage(3).track("MKT", "fort_scott iola eureka el_dorado").treasury("MKT", 5);
    let mut table = reaches_el_dorado.set();
    table.construct();
    assert!(table.choices().contains(&build("MKT", "el_dorado wichita")));
    let reaches_wichita =
        stage(3).track("MKT", "fort_scott iola eureka el_dorado wichita").treasury("MKT", 5);
    let mut table = reaches_wichita.set();
    table.construct();
    assert_eq!(table.refuse(build("MKT", "wellington wichita")).rule(), "PR-12");
}
