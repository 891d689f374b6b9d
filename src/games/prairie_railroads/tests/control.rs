//! Who builds (PR-11).

use serde_json::json;

use super::kit::{build, card, delegate, dice, double, draw_card, pass, stage, western};

#[test]
fn pr_11_control_is_most_shares_or_tied_for_most() {
    let set = stage(3).treasury("CRIP", 5).treasury("ATSF", 5).treasury("KP", 5);
    // Seat 0: all of CRIP, one of two of ATSF, one of three of KP.
    let set = set.shares(0, "ATSF", 1).shares(0, "KP", 1).shares(2, "KP", 2);
    let mut table = set.set();
    table.construct();
    let builders: Vec<_> = table.listed("build").iter().map(|build| build["railroad"].clone()).collect();
    assert!(builders.contains(&json!("CRIP")) && builders.contains(&json!("ATSF")), "{builders:?}");
    assert!(!builders.contains(&json!("KP")));
    assert_eq!(table.blocked("build with KP"), ("PR-11", "KP is controlled by seat 2"));
    assert_eq!(table.refuse(build("KP", "kansas_city olathe")), ("PR-11", "KP is controlled by seat 2"));
    assert_eq!(table.blocked("build with SLSF"), ("PR-11", "SLSF is controlled by seat 1"));
    table.play(build("ATSF", "topeka emporia"));
    assert_eq!((table.treasury("ATSF"), table.decider()), (0, 1));
}

#[test]
fn pr_11_a_player_with_an_able_railroad_must_use_it() {
    let mut table = stage(3).treasury("CRIP", 5).treasury("KP", 50).set();
    table.construct();
    let why = "you control CRIP, which can build: build it yourself";
    assert_eq!(table.refuse(delegate("KP", 2)), ("PR-11", why));
    assert_eq!(table.blocked("leave the build to another player"), ("PR-11", why));
    assert_eq!(table.listed("delegate").len(), 0);
    assert_eq!(table.refuse(pass()), ("PR-11", "now build, or say who builds"));
    assert_eq!(table.blocked("build with MKT"), ("PR-12", "it costs $5 and MKT has $0"));
}

#[test]
fn pr_11_without_an_able_railroad_of_his_own_the_player_names_one_and_a_controller() {
    // Seat 0 controls CRIP and MKT, which have no money; KP is controlled by seats 1 and 2.
    let set = stage(3).treasury("ATSF", 5).treasury("KP", 50).shares(1, "KP", 1);
    let mut table = set.set();
    table.construct();
    assert_eq!((table.phase().as_str(), table.decider()), ("construct", 0));
    assert_eq!(table.choices(), [delegate("ATSF", 1), delegate("KP", 1), delegate("KP", 2)]);
    assert_eq!(table.refuse(delegate("KP", 0)), ("PR-11", "KP is controlled by seat 1 and seat 2"));
    assert_eq!(table.refuse(delegate("MP", 2)), ("PR-12", "it costs $5 and MP has $0"));
    assert_eq!(table.blocked("let MP build"), ("PR-12", "it costs $5 and MP has $0"));
    assert_eq!(
        table.refuse(build("KP", "kansas_city olathe")),
        ("PR-11", "KP is controlled by seat 1 and seat 2")
    );

    table.play(delegate("KP", 2));
    assert_eq!((table.phase().as_str(), table.active(), table.decider()), ("delegated", 0, 2));
    assert_eq!((table.see("/delegated"), table.see("/deciding")), (json!("KP"), json!(2)));
    assert!(table.listed("build").len() > 1 && table.choices().len() == table.listed("build").len());
    assert_eq!(table.refuse(build("ATSF", "topeka emporia")), ("PR-11", "it is KP that builds now"));
    assert_eq!(table.refuse(pass()), ("PR-11", "now build one segment"));
    table.play(build("KP", "lawrence ottawa"));
    assert_eq!((table.treasury("KP"), table.see("/delegated")), (45, json!(null)));
    assert!(table.heard("seat 2 builds Lawrence-Ottawa with KP for $5, income +$4"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1), "left of whose card it was");
}

#[test]
fn pr_11_a_delegated_build_is_a_single_segment() {
    let mut table = stage(3).treasury("KP", 50).set();
    table.construct().play(delegate("KP", 2));
    let only = ("PR-11", "only a single segment is built now");
    assert_eq!(table.refuse(double("KP", "lawrence ottawa emporia")), only);
    assert_eq!(table.refuse(western("KP", "goodland")), only);
    assert_eq!(table.blocked("KP builds two segments at once"), only);
    assert_eq!(table.blocked("KP builds a Western Build"), only);
}

#[test]
fn pr_11_with_no_railroad_able_the_turn_is_over_after_growth() {
    let mut table = stage(3).treasury("CRIP", 4).treasury("KP", 4).set();
    table.construct();
    assert_eq!(table.grown(), ["hays"]);
    assert!(table.heard("no railroad can build: the turn is over"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

/// Every segment that leads on from ATSF's one segment is somebody else's: it reaches Atchison and Topeka, whose
/// other segments but the arrows to it are taken by CRIP, KP, MKT and MP.
fn hemmed_in() -> super::kit::Stage {
    let set = stage(3).track("CRIP", "troy whiting holton topeka manhattan");
    let set = set.branch("CRIP", "topeka alma").branch("CRIP", "topeka emporia");
    set.branch("CRIP", "topeka council_grove")
}

#[test]
fn pr_11_a_railroad_that_is_hemmed_in_is_not_able() {
    let mut table = hemmed_in().treasury("ATSF", 50).active(1).set();
    table.construct();
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 2), "nobody else has money");
    let mut other = hemmed_in().treasury("ATSF", 50).treasury("CRIP", 5).active(1).set();
    other.construct();
    assert_eq!(other.choices(), [delegate("CRIP", 0)]);
    let why = "no open segment leads on from the track of ATSF";
    assert_eq!(other.blocked("build with ATSF"), ("PR-12", why));
    assert_eq!(other.blocked("let ATSF build"), ("PR-12", why));
    assert_eq!(other.refuse(delegate("ATSF", 1)), ("PR-12", why));
}

#[test]
fn pr_11_a_railroad_able_to_a_western_build_alone_must_be_used_unless_the_card_was_drawn() {
    // CRIP reaches St. Francis, and every segment around its track is its own or taken.
    let set = stage(3)
        .track("CRIP", "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis")
        .track("MP", "troy whiting marysville manhattan")
        .branch("MP", "whiting holton")
        .track("KP", "leavenworth topeka manhattan junction_city clay_center concordia cuba")
        .branch("KP", "concordia beloit osborne phillipsburg")
        .branch("KP", "osborne stockton hill_city colby norton")
        .branch("KP", "colby atwood");
    let mut hand = set.clone().treasury("CRIP", 15).set();
    hand.construct();
    assert_eq!(hand.choices(), [western("CRIP", "st_francis")]);
    assert_eq!(
        hand.blocked("CRIP builds Marysville-Manhattan"),
        ("PR-12", "Marysville-Manhattan is track of MP")
    );

    // Drawn, the card allows a single segment only: CRIP is not able, and another one builds.
    let mut drawn = set.treasury("CRIP", 15).treasury("SLSF", 5).set();
    drawn.play(draw_card()).draw_so(card("CT")).draw_so(dice(1, 1));
    assert_eq!(drawn.choices(), [delegate("SLSF", 1)]);
}
