//! Cities grow before track is built (PR-10).

use serde_json::json;

use super::kit::figures::{all_cities, growing, is_start, roll_of};
use super::kit::{build, card, dice, draw_card, grow, pass, play, stage};

#[test]
fn pr_10_two_dice_are_rolled_before_anything_is_built() {
    let mut table = stage(3).treasury("CRIP", 5).set();
    table.play(play("CT"));
    assert!(table.is_chance());
    assert_eq!((table.phase().as_str(), table.active()), ("growth_roll", 0));
    assert_eq!((table.see("/deciding"), table.see("/drawn_card")), (json!(null), json!(null)));
    assert_eq!(
        table.refuse(build("CRIP", "marysville cuba")),
        ("PR-10", "the dice for growth are being rolled")
    );
    table.draw_so(dice(1, 2));
    assert_eq!(table.grown(), ["pratt"]);
    assert_eq!((table.phase().as_str(), table.see("/development_left")), ("construct", json!(39)));
    assert!(table.heard("seat 0 rolls 1 and 2 for growth: Pratt, or else Ransom"));
}

#[test]
fn pr_10_the_first_die_is_the_tens() {
    for (first, second, city) in [(1, 2, "pratt"), (2, 1, "manhattan"), (6, 1, "wichita"), (1, 6, "iola")] {
        let mut table = stage(3).set();
        table.play(play("CT")).draw_so(dice(first, second));
        assert_eq!(table.grown(), [city]);
    }
}

#[test]
fn pr_10_a_drawn_card_rolls_too_and_is_a_second_draw() {
    let mut table = stage(3).treasury("CRIP", 5).set();
    table.play(draw_card()).draw_so(card("CT"));
    assert_eq!((table.phase().as_str(), table.see("/drawn_card")), ("growth_roll", json!("CT")));
    table.draw_so(dice(6, 6));
    assert_eq!((table.grown(), table.phase()), (vec!["salina".to_owned()], "construct".to_owned()));
    assert_eq!(table.see("/drawn_card"), "CT");
}

#[test]
fn pr_10_every_segment_in_a_grown_city_earns_one_more() {
    // CRIP has two segments in Marysville, MP one.
    let set = stage(3).track("CRIP", "troy marysville cuba").track("MP", "troy whiting marysville");
    let mut table = set.set();
    assert_eq!((table.income("CRIP"), table.income("MP"), table.income("KP")), (2 + 3, 1 + 3, 2));
    table.play(play("CT")).draw_so(dice(1, 5));
    assert_eq!((table.income("CRIP"), table.income("MP"), table.income("KP")), (2 + 3 + 2, 1 + 3 + 1, 2));
    assert!(table.heard("Marysville grows to $3, income CRIP +$2 and MP +$1"));
}

#[test]
fn pr_10_a_segment_built_later_earns_what_the_grown_city_gives() {
    let mut table = stage(3).treasury("CRIP", 5).grown("cuba").set();
    table.construct().play(build("CRIP", "marysville cuba"));
    assert_eq!(table.income("CRIP"), 2 + 4);
}

#[test]
fn pr_10_when_the_primary_has_grown_the_secondary_does() {
    let mut table = stage(3).grown("pratt").set();
    table.play(play("CT")).draw_so(dice(1, 2));
    assert_eq!(table.grown(), ["pratt", "ransom"]);
}

#[test]
fn pr_10_when_both_have_grown_the_player_must_pick_a_primary() {
    let mut table = stage(3).grown("pratt ransom").treasury("CRIP", 5).set();
    table.play(play("CT")).draw_so(dice(1, 2));
    assert_eq!((table.phase().as_str(), table.decider()), ("grow", 0));
    let open: Vec<_> = growing(true).into_iter().filter(|&city| city != "pratt").map(grow).collect();
    assert_eq!(table.choices(), open, "any primary that has not grown, and nothing else");
    assert_eq!(table.refuse(grow("pratt")), ("PR-10", "Pratt has grown already"));
    let why = "Cuba is a secondary city, and some primary has not grown yet";
    assert_eq!(table.refuse(grow("cuba")), ("PR-10", why));
    assert_eq!(table.blocked("let Cuba grow"), ("PR-10", why));
    assert_eq!(table.refuse(grow("troy")), ("PR-10", "Troy is a start city and never grows"));
    assert_eq!(table.refuse(pass()), ("PR-10", "now pick a city that grows"));
    table.play(grow("marysville"));
    assert_eq!(table.income("CRIP"), 3);
    assert!(table.heard("both have grown: seat 0 picks Marysville"));
    assert_eq!((table.phase().as_str(), table.decider()), ("construct", 0));
}

#[test]
fn pr_10_once_every_primary_has_grown_a_secondary_is_picked() {
    let mut table = stage(3).grown_so_far(36, 3).set();
    let grown = growing(false)[0];
    let [tens, ones] = roll_of(grown);
    table.play(play("CT")).draw_so(dice(tens, ones));
    assert_eq!(table.phase(), "grow");
    assert_eq!(table.choices(), growing(false)[3..].iter().map(|city| grow(city)).collect::<Vec<_>>());
}

#[test]
fn pr_10_without_a_development_cube_nothing_grows() {
    let mut table = stage(3).grown_so_far(36, 4).treasury("CRIP", 5).set();
    assert_eq!(table.see("/development_left"), 0);
    table.play(play("CT")).draw_so(dice(1, 1));
    assert!(table.heard("nothing grows: no development cube is left"));
    assert_eq!(
        (table.grown().len(), table.phase().as_str()),
        (40, "construct"),
        "but it is built all the same"
    );
}

#[test]
fn pr_10_every_city_is_primary_once_every_town_secondary_once_and_start_cities_never() {
    let (primaries, secondaries) = (growing(true), growing(false));
    assert_eq!((primaries.len(), secondaries.len()), (36, 36));
    for city in all_cities() {
        let listed = usize::from(primaries.contains(&city)) + usize::from(secondaries.contains(&city));
        assert_eq!(listed, usize::from(!is_start(city)), "{city}");
    }
}
