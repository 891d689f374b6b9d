//! Set-up and opening (PR-1 to PR-4).

use serde_json::{Value, json};

use super::kit::figures::{ALL_CARDS, RAILROADS};
use super::kit::{Table, bid, build, double, draw_card, first, offer, pass, play, stage};

/// Everybody passes and the opener builds the first segment that is listed, until this railroad's share is auctioned.
fn open_until(table: &mut Table, railroad: &str) {
    while table.position()["auction"]["what"] != railroad {
        let build = table.listed("build").into_iter().next();
        table.play(build.unwrap_or_else(pass));
    }
}

#[test]
fn pr_1_three_to_five_players_have_cash_and_hands_by_their_number() {
    for (seats, cash, hand) in [(3, 80, [10, 6, 2]), (4, 70, [8, 5, 1]), (5, 60, [6, 4, 1])] {
        let table = Table::new(seats).unwrap();
        assert_eq!(table.purses(), vec![cash; usize::from(seats)]);
        for (place, card) in ["CT", "OS", "PD"].into_iter().enumerate() {
            for seat in 0..usize::from(seats) {
                assert_eq!(table.held(seat, card), hand[place]);
            }
            let deck = ALL_CARDS[place] - i64::from(seats) * hand[place];
            assert_eq!(table.see("/deck")[card], deck, "the rest of the {card} cards is the deck");
        }
    }
    for seats in [0, 2, 6] {
        let reason = Table::new(seats).unwrap_err();
        assert_eq!(reason, format!("Prairie Railroads is for 3 to 5 seats, not {seats}"));
    }
}

#[test]
fn pr_1_the_deck_has_no_order_before_a_card_is_turned_up() {
    let set = stage(4);
    for card in ["CT", "OS", "PD"] {
        let mut table = set.set();
        table.play(draw_card());
        assert!(table.is_chance());
        table.draw_so(json!({"card": card}));
    }
}

#[test]
fn pr_2_five_shares_and_31_cubes_of_each_railroad_and_40_for_growth() {
    let table = Table::new(4).unwrap();
    for railroad in RAILROADS {
        let nothing = json!({"treasury": 0, "income": 0, "value": 0, "shares_left": 5, "cubes_left": 31,
            "segments": [], "western": null});
        assert_eq!(table.see(&format!("/railroads/{railroad}")), nothing);
    }
    assert_eq!(table.see("/development_left"), 40);
}

#[test]
fn pr_2_without_a_cube_nothing_is_built() {
    let west = "troy marysville cuba belleville smith_center phillipsburg norton colby oakley hays la_crosse great_bend \
        hutchinson dodge_city garden_city scott_city ransom";
    let set = stage(3).track("CRIP", west).treasury("CRIP", 99);
    // 16 segments; 14 more leave one cube.
    let set = set.branch("CRIP", "hutchinson pratt greensburg liberal elkhart");
    let set =
        set.branch("CRIP", "hutchinson newton emporia council_grove junction_city abilene salina beloit");
    let set = set.branch("CRIP", "phillipsburg osborne stockton hill_city");
    let mut table = set.set();
    assert_eq!(table.of("CRIP", "cubes_left"), 1);
    table.construct();
    assert_eq!(
        table.blocked("CRIP builds two segments at once"),
        ("PR-2", "CRIP has fewer than 2 cubes left")
    );
    assert_eq!(
        table.refuse(double("CRIP", "emporia topeka holton")),
        ("PR-2", "CRIP has fewer than 2 cubes left")
    );
    table.play(build("CRIP", "emporia eureka"));
    assert_eq!(table.of("CRIP", "cubes_left"), 0);

    let mut used_up = set.branch("CRIP", "emporia eureka").treasury("ATSF", 5).shares(0, "ATSF", 1).set();
    used_up.construct();
    assert_eq!(used_up.blocked("build with CRIP"), ("PR-2", "CRIP has no cube left"));
    assert_eq!(used_up.refuse(build("CRIP", "ottawa emporia")), ("PR-2", "CRIP has no cube left"));
}

#[test]
fn pr_3_the_first_opener_is_drawn_by_chance_before_anything_else() {
    let mut table = Table::new(3).unwrap();
    assert!(table.is_chance());
    assert_eq!(table.phase(), "first_draw");
    assert_eq!(table.choices(), Vec::<Value>::new());
    for unknown in ["/active", "/deciding", "/auction"] {
        assert_eq!(table.see(unknown), json!(null), "{unknown} depends on the draw");
    }
    assert_eq!(table.refuse(bid(1)), ("PR-3", "who opens the first auction must be drawn first"));
    let drawn = table.draw(0);
    assert_eq!(drawn, [first(table.decider())]);
    for opener in 0..3 {
        assert_eq!(Table::opened_by(3, opener).decider(), opener, "every seat can be drawn");
    }
}

#[test]
fn pr_3_one_share_of_each_railroad_is_auctioned_in_order_and_its_owner_opens_the_next() {
    let mut table = Table::opened_by(3, 1);
    for (place, railroad) in (0..).zip(RAILROADS) {
        let opener = (1 + place) % 3;
        let buyer = (opener + 1) % 3;
        assert_eq!(table.phase(), "opening_auction");
        assert_eq!(table.see("/auction/what"), railroad);
        assert_eq!((table.see("/auction/min"), table.see("/auction/opener")), (json!(1), json!(opener)));
        assert_eq!((table.active(), table.decider()), (i64::from(opener), opener));
        table.play(pass()).play(bid(4)).play(pass());
        assert_eq!((table.phase().as_str(), table.decider()), ("opening_build", buyer));
        assert_eq!((table.see("/active"), table.see("/deciding")), (json!(buyer), json!(buyer)));
        assert_eq!((table.shares(usize::from(buyer), railroad), table.treasury(railroad)), (1, 4));
        let builds = table.listed("build");
        assert!(builds.iter().all(|build| build["railroad"] == railroad));
        table.play(builds[0].clone());
        assert_eq!((table.of(railroad, "cubes_left"), table.treasury(railroad)), (30, 4), "it is free");
    }
    assert_eq!(table.phase(), "turn");
}

#[test]
fn pr_3_without_a_bid_the_opener_takes_the_share_for_nothing_even_after_passing() {
    let mut table = Table::opened_by(3, 2);
    table.play(pass()).play(pass()).play(pass());
    assert_eq!((table.shares(2, "CRIP"), table.treasury("CRIP")), (1, 0));
    assert_eq!(table.purses(), [80, 80, 80]);
    assert!(table.heard("nobody bids: seat 2 takes the share of CRIP for nothing"));
    assert_eq!((table.phase().as_str(), table.decider()), ("opening_build", 2));
    table.play(build("CRIP", "troy whiting"));
    assert_eq!((table.see("/auction/what"), table.decider()), (json!("ATSF"), 2), "and opens the next");
}

#[test]
fn pr_3_an_opener_without_money_still_takes_the_share_for_nothing() {
    let mut table = Table::opened_by(3, 0);
    table.play(bid(80)).play(build("CRIP", "troy whiting"));
    assert_eq!((table.decider(), table.see("/auction/opener")), (1, json!(0)), "seat 0 cannot bid");
    table.play(pass()).play(pass());
    assert_eq!((table.shares(0, "ATSF"), table.decider()), (1, 0));
}

#[test]
fn pr_3_each_railroad_begins_in_its_own_start_cities() {
    let starts: [(&str, &[&str]); 6] = [
        ("CRIP", &["troy"]),
        ("ATSF", &["atchison"]),
        ("KP", &["leavenworth", "kansas_city"]),
        ("MKT", &["fort_scott", "paola", "kansas_city"]),
        ("SLSF", &["columbus", "fort_scott", "paola", "girard"]),
        ("MP", &["troy", "leavenworth", "columbus", "fort_scott", "paola", "girard"]),
    ];
    let mut table = Table::opened_by(3, 0);
    for (railroad, cities) in starts {
        table.play(pass()).play(pass()).play(pass());
        let builds = table.listed("build");
        for build in &builds {
            let ends = build["segment"].as_array().unwrap();
            assert!(ends.iter().any(|end| cities.contains(&end.as_str().unwrap())), "{build}");
        }
        for city in cities {
            let here = |build: &&Value| build["segment"].as_array().unwrap().contains(&json!(city));
            // Troy has two segments; whatever was taken of the others leaves one.
            assert!(builds.iter().any(|build| here(&build)), "{railroad} can begin in {city}");
        }
        table.play(builds[0].clone());
    }
}

#[test]
fn pr_3_the_first_segment_is_open_from_a_start_city_and_single() {
    let mut table = Table::opened_by(3, 0);
    table.play(pass()).play(pass()).play(pass());
    assert_eq!(table.choices(), [build("CRIP", "troy marysville"), build("CRIP", "troy whiting")]);
    assert_eq!(
        table.refuse(build("CRIP", "marysville cuba")),
        ("PR-3", "Marysville-Cuba does not lead from a start city of CRIP")
    );
    assert_eq!(table.refuse(build("MP", "troy whiting")), ("PR-3", "it is CRIP that builds now"));
    let only = ("PR-3", "only a single segment is built now");
    assert_eq!(table.refuse(double("CRIP", "troy marysville cuba")), only);
    assert_eq!(table.refuse(pass()), ("PR-3", "now build the railroad's first segment"));
    table.play(build("CRIP", "troy marysville"));
    table.play(pass()).play(pass()).play(pass());
    assert_eq!(table.choices(), [build("ATSF", "atchison topeka")], "a single choice is still asked");

    // What is taken is shown with the reason when the last railroad begins.
    let mut late = Table::opened_by(3, 0);
    open_until(&mut late, "MP");
    late.play(pass()).play(pass()).play(pass());
    assert_eq!(
        late.blocked("MP builds Troy-Marysville"),
        ("PR-12", "Troy-Marysville is track of CRIP"),
        "{:?}",
        late.choices()
    );
}

#[test]
fn pr_3_arrows_hold_for_the_first_segment() {
    let mut table = Table::opened_by(3, 0);
    for railroad in ["CRIP", "ATSF", "KP"] {
        table.play(pass()).play(pass()).play(pass());
        if railroad != "KP" {
            let build = table.listed("build").remove(0);
            table.play(build);
        }
    }
    assert!(table.choices().contains(&build("KP", "leavenworth topeka")), "its arrow leads from Leavenworth");
}

#[test]
fn pr_4_the_owner_of_the_mp_share_takes_the_first_turn_and_then_it_goes_clockwise() {
    let mut table = Table::opened_by(4, 3);
    open_until(&mut table, "MP");
    let opener = table.decider();
    let buyer = (opener + 2) % 4;
    table.play(pass()).play(pass()).play(bid(3)).play(pass());
    assert_eq!(table.decider(), buyer);
    let build = table.listed("build").remove(0);
    table.play(build);
    assert_eq!((table.phase().as_str(), table.decider()), ("turn", buyer));
    assert!(table.heard(&format!("seat {buyer} owns the first share of MP and takes the first turn")));
    for next in 1..=4 {
        table.play(play("OS")).play(offer("KP"));
        while table.phase() == "auction" {
            table.play(pass());
        }
        assert_eq!(table.decider(), (buyer + next) % 4);
    }
}
