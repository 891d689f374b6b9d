//! Track (RW-8 to RW-12).

use serde_json::json;

use super::kit::{Stage, Table, pass, piece, resume, special, stage, start, stop};

#[test]
fn rw_8_a_piece_leads_to_any_other_side_but_not_back() {
    // Toledo's land: nothing in the way around the hex west of Columbus.
    let mut table = stage(2).set();
    table.play(start("COL", 3));
    assert_eq!(table.exits(), [1, 2, 3, 4, 5], "sharp curves too");
    assert_eq!(table.refuse(piece(0)), ("RW-8", "track cannot leave a hex by the side it came in"));
}

/// New York and Philadelphia are linked through the hex west of New York.
fn beside_new_york() -> Stage {
    stage(2).link(1, "NYC", 3, &[2])
}

#[test]
fn rw_8_two_pieces_share_a_hex_if_all_four_sides_differ_and_three_never() {
    let mut table = beside_new_york().set();
    table.play(start("NYC", 2)).play(piece(4));
    assert_eq!(table.exits(), [3, 4, 5], "not to New York or Philadelphia, where the other piece leads");
    assert_eq!(table.refuse(piece(2)), ("RW-8", "other track lies at the southwest side there"));
    let crossed = beside_new_york().link(0, "NYC", 2, &[4, 3]).round(2);
    let mut table = crossed.set();
    table.play(start("ALB", 1));
    // From the north-east the full hex could be faced, but not entered.
    table.play(piece(2));
    assert_eq!(table.see("/links/2/to"), "NYC");
}

#[test]
fn rw_9_a_build_pays_each_piece_and_completes_at_a_city() {
    let mut table = stage(2).cash(0, 10000).set();
    table.play(start("KSC", 0));
    assert_eq!(
        table.see("/building"),
        json!({"link": 0, "city": "KSC", "side": 0, "placed": 0, "discount_left": 0})
    );
    assert_eq!(table.see("/links"), json!([]), "a link without pieces is not there yet");
    table.play(piece(0));
    assert_eq!(table.cash(0), 7000);
    table.play(piece(0)).play(piece(0)).play(piece(0));
    assert_eq!(table.see("/links/0/to"), "STL");
    assert_eq!((table.bonds(0), table.cash(0)), (1, 3000));
    assert_eq!((table.phase().as_str(), table.active()), ("action", 1));
}

#[test]
fn rw_9_a_build_ends_after_four_pieces_or_when_stopped() {
    let mut table = stage(2).set();
    assert_eq!(table.refuse(stop()).rule(), "RW-5");
    table.play(start("ATL", 0));
    assert_eq!(table.refuse(stop()), ("RW-9", "lay a piece before you stop"));
    table.play(piece(0)).play(stop());
    assert_eq!(table.active(), 1);
    table.build("CHS", 4, &[4, 4, 4, 4]);
    assert_eq!(table.number("/round"), 2, "the fourth piece ends the build");
    assert_eq!(table.see("/links/1/complete"), false);
}

#[test]
fn rw_9_one_goes_on_with_an_own_incomplete_link_only() {
    let mut table = stage(2).link(0, "ATL", 0, &[0, 0]).link(1, "CHI", 2, &[2]).round(2).set();
    assert_eq!(table.listed("resume_link"), [resume(0)]);
    assert_eq!(table.refuse(resume(1)), ("RW-11", "link 1 is seat 1's to finish"));
    assert_eq!(table.refuse(resume(7)), ("RW-9", "there is no link 7"));
    table.play(resume(0));
    assert_eq!(table.see("/building/city"), "ATL");
    assert_eq!(table.number("/building/side"), 0);
    table.play(piece(1)).play(piece(0));
    assert_eq!(table.see("/links/0/to"), "CHS");
    assert_eq!(table.see("/links/0/pieces").as_array().unwrap().len(), 4);
}

#[test]
fn rw_9_each_side_of_a_city_takes_one_link_and_two_cities_may_have_two() {
    let mut table = beside_new_york().set();
    assert_eq!(table.refuse(start("NYC", 3)), ("RW-9", "link 0 has the west side of NYC"));
    assert_eq!(table.blocked("build from New York to the west").rule(), "RW-9");
    table.build("NYC", 2, &[3]);
    assert_eq!(table.see("/links/1/to"), "PHL");
}

#[test]
fn rw_9_a_link_never_leads_back_to_its_city() {
    let mut table = stage(2).set();
    table.play(start("COL", 3)).play(piece(1));
    let refusal = table.refuse(piece(5));
    assert_eq!(refusal, ("RW-9", "a link cannot lead back to COL, where it began"));
}

#[test]
fn rw_9_a_link_may_cross_its_own_track() {
    // Round a ring of six hexes on the plain and over the first piece again.
    let mut table = stage(2).link(0, "KSC", 2, &[1, 1, 0, 5, 4, 3]).round(3).set();
    let pieces = table.see("/links/0/pieces");
    assert_eq!(pieces.as_array().unwrap().len(), 6);
    table.play(resume(0));
    assert!(!table.exits().is_empty());
}

#[test]
fn rw_9_a_new_link_takes_the_lowest_free_id() {
    let stage = stage(2).link(0, "ATL", 0, &[0]).link(1, "NYC", 3, &[2]).last_action();
    let mut table = stage.set();
    table.play(pass()).draw(1);
    table.passes(2);
    table.build("BAL", 0, &[0]);
    let ids: Vec<i64> = (0..2).map(|place| table.number(&format!("/links/{place}/id"))).collect();
    assert_eq!(ids, [0, 1]);
    assert_eq!(table.see("/links/0/from"), "BAL");
}

#[test]
fn rw_10_track_does_not_lead_into_the_sea_or_off_the_map() {
    let mut table = stage(2).set();
    table.play(start("BOS", 5));
    assert_eq!(table.refuse(piece(0)), ("RW-10", "nothing can be built to the east"));
    let mut table = stage(2).set();
    assert_eq!(table.refuse(start("BOS", 0)), ("RW-10", "nothing can be built to the east"));
    assert_eq!(table.refuse(start("MSP", 3)).rule(), "RW-10", "a special link's place is no land");
}

/// Seat `owner` has begun from Buffalo toward Pittsburgh.
fn from_buffalo(owner: u8) -> Table {
    stage(2).link(owner, "BUF", 1, &[2]).round(2).set()
}

#[test]
fn rw_10_own_free_ends_that_meet_become_one_link() {
    let mut table = from_buffalo(0);
    table.play(start("PIT", 5)).play(piece(5));
    let link = json!({
        "id": 1, "owner": 0, "from": "PIT", "to": "BUF", "complete": true,
        "pieces": [{"hex": [17, 5], "a": 2, "b": 5}, {"hex": [18, 4], "a": 2, "b": 4}],
    });
    assert_eq!(table.see("/links"), json!([link]), "the link being built keeps its id");
    assert_eq!(table.bonds(0), 1, "only the new piece is paid");
}

#[test]
fn rw_10_a_free_end_does_not_meet_track_of_another() {
    let mut table = from_buffalo(1);
    table.play(start("PIT", 5));
    assert_eq!(table.refuse(piece(5)), ("RW-10", "that would meet unfinished track of seat 1"));
}

#[test]
fn rw_10_two_ends_from_the_same_city_are_not_joined() {
    let mut table = stage(2).link(0, "COL", 3, &[1]).round(2).set();
    table.play(start("COL", 2));
    assert_eq!(table.refuse(piece(4)), ("RW-9", "a link cannot lead back to COL, where it began"));
}

#[test]
fn rw_10_a_dead_end_before_a_full_hex_ends_the_build() {
    let full = beside_new_york().link(0, "NYC", 2, &[4, 3]).round(2);
    let mut table = full.active(1).set();
    // The full hex lies south-west of this one.
    table.play(start("SCR", 0));
    let before = table.exits();
    assert!(before.contains(&1), "a free end may face a full hex: {before:?}");
    table.play(piece(1));
    assert_eq!(table.number("/round"), 3, "nothing fits there: the build is over");
    assert_eq!(table.see("/links/2/complete"), false);
}

#[test]
fn rw_11_land_water_and_mountain_have_their_price() {
    for (city, side, exit, cost) in [("NYC", 3, 2, 2000), ("NYC", 2, 3, 3000), ("MEM", 0, 0, 2000)] {
        let mut table = stage(2).cash(0, 20000).set();
        table.play(start(city, side)).play(piece(exit));
        assert_eq!(table.cash(0), 20000 - cost, "{city} {side}");
    }
}

#[test]
fn rw_11_a_ridge_is_paid_on_the_way_in_and_out_only_at_a_city() {
    // A ridge lies between Atlanta and the mountain to its north-west, and none toward Knoxville.
    for (city, side, exit) in [("ATL", 4, 5), ("KNX", 2, 1)] {
        let mut table = stage(2).cash(0, 20000).set();
        table.play(start(city, side)).play(piece(exit));
        assert_eq!(table.cash(0), 20000 - 8000, "from {city}");
    }
    // From Knoxville over the ridge in the east: the way out is paid by the next piece.
    let mut table = stage(2).cash(0, 20000).set();
    table.play(start("KNX", 2)).play(piece(0));
    assert_eq!(table.cash(0), 20000 - 4000);
    table.play(piece(0));
    assert_eq!(table.cash(0), 20000 - 4000 - 8000);
}

/// Seat 0 owns Des Moines-Minneapolis.
fn at_minneapolis() -> Stage {
    stage(2).link(0, "DSM", 4, &[5, 4, 5])
}

#[test]
fn rw_12_a_special_link_is_a_complete_link_to_a_terminal_with_cubes() {
    let mut table = at_minneapolis().cash(0, 31000).set();
    table.play(special("MSP"));
    assert_eq!(table.see("/drawing"), json!({"seat": 0, "city": "T_MSP", "cubes": 4}));
    assert_eq!(table.see("/active"), json!(null));
    table.draw(1);
    assert_eq!(table.cash(0), 1000);
    let link = json!({"id": 1, "owner": 0, "from": "MSP", "to": "T_MSP", "pieces": [], "complete": true});
    assert_eq!(table.see("/links/1"), link);
    assert_eq!((table.cubes_in("T_MSP"), table.see("/cities/T_MSP/color")), (4, json!("red")));
    assert_eq!(table.active(), 1);
}

#[test]
fn rw_12_a_special_link_needs_an_own_link_at_the_city_and_a_tile() {
    let mut table = at_minneapolis().set();
    assert_eq!(table.listed("special_link"), [special("DSM"), special("MSP")]);
    assert_eq!(table.refuse(special("KSC")), ("RW-12", "you own no complete link at KSC"));
    assert_eq!(table.refuse(special("NYC")), ("RW-12", "no special link starts in NYC"));
    let mut table = at_minneapolis().special(0, "MSP", "red").set();
    assert_eq!(table.refuse(special("MSP")), ("RW-12", "the special link from MSP is built"));
    let both = at_minneapolis().special(0, "MSP", "red").special(0, "DSM", "blue");
    let mut table = both.link(0, "DSM", 1, &[2, 2]).set();
    assert_eq!(table.refuse(special("KSC")), ("RW-12", "all special links that there are have been built"));
}

#[test]
fn rw_12_no_track_starts_at_a_terminal_and_it_is_never_empty() {
    let mut table = at_minneapolis().special(0, "MSP", "").set();
    assert!(!table.is_empty("T_MSP"));
    assert_eq!(table.refuse(start("T_MSP", 0)), ("RW-12", "only its special link leads to T_MSP"));
}
