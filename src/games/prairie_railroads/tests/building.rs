//! What is built (PR-12 to PR-15).

use serde_json::json;

use super::kit::figures::{all_segments, tail};
use super::kit::{Stage, build, card, dice, double, draw_card, stage, western};

#[test]
fn pr_12_a_single_segment_costs_5_and_a_cube_and_touches_the_railroads_track() {
    let mut table = stage(3).treasury("CRIP", 12).set();
    table.construct();
    let builds =
        [["marysville", "cuba"], ["marysville", "manhattan"], ["troy", "whiting"], ["whiting", "marysville"]];
    let builds = builds.map(|[a, b]| build("CRIP", &format!("{a} {b}")));
    assert_eq!(table.listed("build"), builds, "from either end of its track");
    let why = "Cuba-Concordia does not touch the track of CRIP";
    assert_eq!(table.refuse(build("CRIP", "cuba concordia")), ("PR-12", why));
    assert_eq!(
        table.refuse(build("CRIP", "cuba marysville")),
        ("PR-12", "the board has no segment Cuba-Marysville")
    );
    assert_eq!(table.refuse(build("CRIP", "troy pratt")), ("PR-12", "the board has no segment Troy-Pratt"));
    table.play(build("CRIP", "marysville cuba"));
    assert_eq!((table.treasury("CRIP"), table.of("CRIP", "cubes_left"), table.income("CRIP")), (7, 29, 5));
    assert!(table.heard("seat 0 builds Marysville-Cuba with CRIP for $5, income +$3"));
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", 1));
}

#[test]
fn pr_12_each_segment_belongs_to_one_railroad() {
    let mut table =
        stage(3).track("MP", "troy marysville").track("CRIP", "troy whiting").treasury("CRIP", 5).set();
    table.construct();
    let why = "Troy-Marysville is track of MP";
    assert_eq!(table.refuse(build("CRIP", "troy marysville")), ("PR-12", why));
    assert_eq!(table.blocked("CRIP builds Troy-Marysville"), ("PR-12", why));
    table.play(build("CRIP", "whiting marysville"));
    assert!(table.has_segment("CRIP", "whiting", "marysville"), "but cities are open to all");
}

#[test]
fn pr_12_an_arrow_is_followed_only_from_its_tail() {
    // MKT has come to Wichita from Hutchinson; Newton is not reached.
    let set = stage(3).track("MKT", "paola ottawa emporia council_grove marion mcpherson hutchinson wichita");
    let set = set.track("MP", "fort_scott iola").treasury("MKT", 5);
    let mut table = set.clone().set();
    table.construct();
    for (segment, city) in [
        ("el_dorado wichita", "El Dorado"),
        ("wellington wichita", "Wellington"),
        ("winfield wichita", "Winfield"),
        ("newton wichita", "Newton"),
    ] {
        let why = format!("the arrow of {city}-Wichita can be followed only from {city}");
        assert_eq!(table.refuse(build("MKT", segment)), ("PR-12", why.as_str()));
        assert_eq!(table.blocked(&format!("MKT builds {city}-Wichita")), ("PR-12", why.as_str()));
    }
    let mut newton = set.branch("MKT", "hutchinson newton").set();
    newton.construct();
    assert!(newton.choices().contains(&build("MKT", "newton wichita")), "both ends are reached now");
}

#[test]
fn pr_12_an_arrow_may_lead_from_a_segments_second_city() {
    // Topeka-Lawrence has its tail in Lawrence.
    let mut atsf = stage(3).treasury("ATSF", 5).active(1).set();
    atsf.construct();
    assert!(!atsf.choices().contains(&build("ATSF", "topeka lawrence")));
    let mut kp = stage(3).treasury("KP", 5).active(2).set();
    kp.construct();
    assert!(kp.choices().contains(&build("KP", "topeka lawrence")));
}

#[test]
fn pr_12_start_cities_are_open_to_all_railroads_and_earn_nothing() {
    let mut table = stage(3).treasury("MP", 10).active(2).set();
    table.construct().play(build("MP", "paola olathe"));
    assert_eq!(table.income("MP"), 2 + 2);
    let mut table = stage(3).track("MP", "paola olathe").treasury("MP", 10).active(2).set();
    table.construct().play(build("MP", "kansas_city olathe"));
    assert_eq!(table.income("MP"), 2 + 2, "Kansas City is reached though MP does not start there");
}

#[test]
fn pr_12_the_board_has_these_arrows() {
    let arrows: Vec<_> = all_segments().filter_map(|pair| Some((pair, tail(pair)?))).collect();
    assert_eq!(
        arrows,
        [
            (["el_dorado", "wichita"], "el_dorado"),
            (["leavenworth", "topeka"], "leavenworth"),
            (["newton", "wichita"], "newton"),
            (["topeka", "lawrence"], "lawrence"),
            (["wellington", "wichita"], "wellington"),
            (["winfield", "wichita"], "winfield"),
        ]
    );
}

#[test]
fn pr_13_a_double_costs_15_and_two_cubes_and_goes_on_to_two_new_cities() {
    let mut table = stage(3).treasury("CRIP", 16).set();
    table.construct().play(double("CRIP", "marysville cuba belleville"));
    assert_eq!((table.treasury("CRIP"), table.of("CRIP", "cubes_left")), (1, 28));
    assert_eq!(table.income("CRIP"), 2 + 3 + 2);
    assert!(
        table.has_segment("CRIP", "marysville", "cuba") && table.has_segment("CRIP", "cuba", "belleville")
    );
    assert!(table.heard("seat 0 builds Marysville-Cuba-Belleville with CRIP for $15, income +$5"));
    assert_eq!(table.decider(), 1);
}

#[test]
fn pr_13_segments_are_named_in_the_order_of_travel() {
    // The board has whiting-marysville, and CRIP travels it the other way.
    let mut table = stage(3).treasury("CRIP", 15).set();
    table.construct();
    assert!(table.choices().contains(&double("CRIP", "marysville whiting holton")));
    assert!(table.takes(&double("CRIP", "marysville whiting holton")));
    assert!(!table.takes(&double("CRIP", "holton whiting marysville")));
}

#[test]
fn pr_13_forks_returns_and_cities_with_own_track_are_refused() {
    let set = stage(3).track("CRIP", "troy marysville cuba").treasury("CRIP", 99);
    let mut table = set.set();
    table.construct();
    for (way, why) in [
        ("marysville whiting troy", "CRIP already has track in Troy: both cities must be new"),
        ("troy whiting marysville", "CRIP already has track in Marysville: both cities must be new"),
        ("troy marysville manhattan", "CRIP already has track in Marysville: both cities must be new"),
        ("marysville manhattan marysville", "CRIP already has track in Marysville: both cities must be new"),
        ("concordia salina abilene", "the track of CRIP does not reach Concordia"),
    ] {
        assert_eq!(table.refuse(double("CRIP", way)), ("PR-13", why), "{way}");
    }
    let fork = json!({"type": "build_double", "railroad": "CRIP",
        "segments": [["cuba", "concordia"], ["cuba", "belleville"]]});
    assert_eq!(table.refuse(fork), ("PR-13", "the second segment must go on where the first ends"));
    let apart = ("PR-12", "the board has no segment Concordia-Pratt");
    assert_eq!(table.refuse(double("CRIP", "cuba concordia pratt")), apart);
}

#[test]
fn pr_13_the_first_counts_as_built_when_the_second_is_judged() {
    // To Wichita along the arrow from Winfield, which is reached only by the first segment.
    let set = stage(3).track("SLSF", "columbus coffeyville sedan").treasury("SLSF", 15).active(1);
    let mut table = set.set();
    table.construct();
    assert!(table.choices().contains(&double("SLSF", "sedan winfield wichita")));
    // Against the arrow it is refused all the same.
    let set = stage(3)
        .track("MKT", "paola ottawa emporia council_grove marion mcpherson hutchinson")
        .treasury("MKT", 15);
    let mut table = set.track("MP", "fort_scott iola").set();
    table.construct();
    let why = "the arrow of Winfield-Wichita can be followed only from Winfield";
    assert_eq!(table.refuse(double("MKT", "hutchinson wichita winfield")), ("PR-12", why));
}

#[test]
fn pr_13_the_second_segment_must_be_open_too() {
    let set = stage(3).treasury("CRIP", 15).track("MP", "troy whiting holton");
    let mut table = set.set();
    table.construct();
    assert_eq!(
        table.refuse(double("CRIP", "marysville whiting holton")),
        ("PR-12", "Whiting-Holton is track of MP")
    );
}

#[test]
fn pr_13_without_15_dollars_there_is_no_double() {
    let mut table = stage(3).treasury("CRIP", 14).set();
    table.construct();
    assert_eq!(table.listed("build_double").len(), 0);
    let why = ("PR-13", "it costs $15 and CRIP has $14");
    assert_eq!(table.blocked("CRIP builds two segments at once"), why);
    assert_eq!(table.refuse(double("CRIP", "marysville cuba belleville")), why);
}

/// CRIP has come to St. Francis.
fn far_west() -> Stage {
    stage(3)
        .track("CRIP", "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis")
}

#[test]
fn pr_14_a_western_build_costs_15_adds_25_to_the_value_and_pays_at_once() {
    let mut table = far_west().treasury("CRIP", 17).set();
    let income = table.income("CRIP");
    table.construct();
    assert_eq!(table.of("CRIP", "value"), 40);
    table.play(western("CRIP", "st_francis"));
    assert_eq!(
        (table.treasury("CRIP"), table.of("CRIP", "value"), table.of("CRIP", "cubes_left")),
        (2, 65, 22)
    );
    assert_eq!((table.see("/railroads/CRIP/western"), table.income("CRIP")), (json!("st_francis"), income));
}

#[test]
fn pr_14_its_dividend_is_a_fifth_of_the_income_for_each_share_and_no_card() {
    let mut table = far_west().treasury("CRIP", 15).shares(0, "CRIP", 2).shares(1, "CRIP", 1).set();
    // 2 + 3 + 2 + 2 + 3 + 4 + 3 + 2 = 21 is 5 a share.
    assert_eq!(table.income("CRIP"), 21);
    table.construct().play(western("CRIP", "st_francis"));
    assert_eq!(table.purses(), [80 + 10, 80 + 5, 80]);
    assert_eq!(table.see("/dividends_played"), 0);
    assert!(table.heard("seat 0 builds the Western Build of St. Francis with CRIP for $15"));
    assert!(table.heard("each share of CRIP pays $5"));
}

#[test]
fn pr_14_the_price_rises_by_5_for_each_on_the_board() {
    let goodland = "leavenworth lawrence ottawa emporia council_grove junction_city abilene salina ellsworth hays oakley goodland";
    let set = far_west().western("CRIP", "st_francis").track("KP", goodland).treasury("KP", 50).active(2);
    let mut second = set.clone().set();
    second.construct().play(western("KP", "goodland"));
    assert_eq!(second.treasury("KP"), 30);
    let syracuse = "paola garnett iola burlington emporia newton hutchinson dodge_city garden_city syracuse";
    let mut third = set.western("KP", "goodland").track("MP", syracuse).treasury("MP", 50).set();
    third.construct().play(western("MP", "syracuse"));
    assert_eq!(third.treasury("MP"), 25);
}

#[test]
fn pr_14_one_for_each_railroad_and_one_for_each_box() {
    let goodland = "leavenworth lawrence ottawa emporia council_grove junction_city abilene salina ellsworth hays oakley goodland";
    let set =
        far_west().branch("CRIP", "norton colby goodland").western("CRIP", "goodland").treasury("CRIP", 99);
    let set = set.track("KP", goodland).treasury("KP", 99);
    let mut other = set.clone().active(2).set();
    other.construct();
    let taken = ("PR-14", "CRIP has taken the box of Goodland");
    assert_eq!(other.refuse(western("KP", "goodland")), taken);
    assert_eq!(other.blocked("KP builds the Western Build of Goodland"), taken);
    let mut same = set.set();
    same.construct();
    let one = ("PR-14", "CRIP has its one Western Build in Goodland");
    assert_eq!(same.refuse(western("CRIP", "st_francis")), one);
    assert_eq!(same.blocked("CRIP builds a Western Build"), one);
}

#[test]
fn pr_14_the_city_must_have_been_reached_before_this_turn() {
    let set =
        stage(3).track("CRIP", "troy marysville cuba belleville smith_center phillipsburg norton atwood");
    let mut table = set.treasury("CRIP", 99).set();
    table.construct();
    let why = "the track of CRIP does not reach St. Francis";
    assert_eq!(table.refuse(western("CRIP", "st_francis")), ("PR-14", why));
    assert_eq!(table.blocked("CRIP builds the Western Build of St. Francis"), ("PR-14", why));
    table.play(build("CRIP", "atwood st_francis"));
    assert_eq!(table.decider(), 1, "and reaching it uses the turn up");
}

#[test]
fn pr_14_only_cities_at_the_western_edge_have_a_box() {
    let mut table = far_west().treasury("CRIP", 99).set();
    table.construct();
    assert_eq!(table.refuse(western("CRIP", "norton")), ("PR-14", "Norton has no box for a Western Build"));
    let mut poor = far_west().treasury("CRIP", 14).set();
    poor.construct();
    assert_eq!(poor.refuse(western("CRIP", "st_francis")), ("PR-14", "it costs $15 and CRIP has $14"));
}

#[test]
fn pr_15_a_drawn_card_allows_a_single_segment_only() {
    let mut table = far_west().treasury("CRIP", 99).set();
    table.play(draw_card()).draw_so(card("CT")).draw_so(dice(1, 1));
    assert_eq!((table.grown(), table.phase()), (vec!["hays".to_owned()], "construct".to_owned()));
    assert_eq!(table.choices().len(), table.listed("build").len());
    let why = ("PR-15", "the card was drawn and allows only a single segment");
    assert_eq!(table.refuse(double("CRIP", "norton colby oakley")), why);
    assert_eq!(table.refuse(western("CRIP", "st_francis")), why);
    assert_eq!(table.blocked("CRIP builds two segments at once"), why);
    assert_eq!(table.blocked("CRIP builds a Western Build"), why);
    table.play(build("CRIP", "norton colby"));
    assert_eq!((table.treasury("CRIP"), table.see("/drawn_card")), (94, json!(null)));
}
