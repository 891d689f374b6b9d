//! Goals (RW-17).

use super::kit::{Stage, piece, play, resume, stage, take, upgrade};

fn coast() -> Stage {
    stage(2).link(0, "NYC", 3, &[2]).link(0, "PHL", 3, &[3]).link(1, "BAL", 2, &[2])
}

#[test]
fn rw_17_a_goal_is_never_taken() {
    let mut table = stage(2).face_up("S1").set();
    assert_eq!(
        table.refuse(take("S1")),
        ("RW-17", "a goal is never taken: it pays the first who achieves it")
    );
    assert_eq!(table.refuse(take("S2")), ("RW-17", "S2 does not lie face up"));
    assert_eq!(table.blocked("take a goal").rule(), "RW-17");
}

#[test]
fn rw_17_deliveries_pay_by_links_and_end_several_in_order() {
    let mut table = coast().face_up("S1 S2 B_BUF G_haul5").cubes("NYC", "yellow").engine(0, 2).set();
    table.deliver("NYC", "yellow", &[0, 1]);
    assert_eq!(table.track(), [2 + 1 + 2, 0]);
    assert_eq!(table.names("/face_up"), ["B_BUF", "G_haul5"]);
    assert!(table.names("/discard").contains(&"S2".to_owned()));
}

#[test]
fn rw_17_a_bounty_pays_who_delivers_there() {
    let mut table = stage(2).link(0, "ALB", 1, &[0, 5, 0]).face_up("B_BOS").cubes("ALB", "purple").set();
    table.deliver("ALB", "purple", &[0]);
    assert_eq!(table.track(), [1 + 2, 0]);
}

#[test]
fn rw_17_links_and_lines_are_looked_at_when_a_link_is_completed() {
    let mut table = coast().face_up("S3 L_BOS_BAL").link(0, "BAL", 5, &[5]).set();
    assert_eq!(table.track(), [0, 0]);
    table.build("BOS", 3, &[2, 3, 2]);
    assert_eq!(table.track(), [3 + 2, 0], "a line from Boston to Baltimore, and four links");
    assert_eq!(table.names("/face_up"), [""; 0]);
}

#[test]
fn rw_17_lines_are_of_own_links_only() {
    let mut table = coast().face_up("L_BOS_BAL").active(1).set();
    table.build("BOS", 3, &[2, 3, 2]);
    assert_eq!(table.track(), [0, 0]);
}

#[test]
fn rw_17_the_upgrade_to_exactly_that_level_counts() {
    for (before, points) in [(3, 0), (4, 2), (5, 0), (6, 0)] {
        let mut table = stage(2).engine(0, before).face_up("G_eng5").set();
        table.play(upgrade());
        assert_eq!(table.track(), [points, 0], "from level {before}");
        assert_eq!(table.names("/face_up").is_empty(), points > 0, "it lies there until it is achieved");
    }
}

#[test]
fn rw_17_an_upgrade_by_locomotive_works_counts_too() {
    for (before, points) in [(4, 2), (5, 0)] {
        let mut table = stage(2).engine(0, before).face_up("G_eng5 R_works").set();
        table.play(take("R_works"));
        assert_eq!(table.of(0, "engine"), i64::from(before) + 1);
        assert_eq!(table.track(), [points, 0], "from level {before}");
    }
}

#[test]
fn rw_17_a_better_engine_for_one_delivery_is_no_upgrade() {
    let mut table =
        coast().face_up("G_eng5").cubes("NYC", "yellow").engine(0, 4).cards(0, "P_dispatch").set();
    table.play(play("P_dispatch")).deliver("NYC", "yellow", &[0, 1]);
    assert_eq!(table.track(), [2, 0], "two links, and no goal");
}

#[test]
fn rw_17_only_exactly_so_many_links_count() {
    // Four links lay there before the goal: the fifth is none of its links.
    let four = coast().link(0, "BAL", 5, &[5]).link(0, "DSM", 1, &[2, 2]);
    let mut table = four.face_up("S3").set();
    table.build("BOS", 3, &[2, 3, 2]);
    assert_eq!(table.track(), [0, 0]);
    assert_eq!(table.names("/face_up"), ["S3"]);
}

#[test]
fn rw_17_a_line_that_was_there_before_pays_nothing() {
    // New York and Baltimore are joined; Boston is joined to Albany and New York. The line is older than the card.
    let line = coast().link(0, "BOS", 3, &[2, 3, 2]);
    let mut table = line.clone().face_up("L_BOS_BAL").set();
    table.build("BAL", 5, &[5]);
    assert_eq!(table.track(), [0, 0], "a link that has nothing to do with it");
    let mut table = line.face_up("L_BOS_BAL").set();
    table.build("NYC", 2, &[3]);
    assert_eq!(table.track(), [0, 0], "a second way between two of its cities");
}

#[test]
fn rw_17_a_link_between_two_incomplete_ones_counts_once() {
    // The piece between them makes two incomplete links one: the fourth of the seat, and the end of the line.
    let stage = coast().link(0, "BAL", 5, &[5]).link(0, "BOS", 3, &[2]).link(0, "NYC", 5, &[0]);
    let mut table = stage.face_up("S3 L_BOS_BAL").round(3).set();
    table.play(resume(4)).play(piece(3));
    assert_eq!(table.track(), [3 + 2, 0]);
}

#[test]
fn rw_17_a_special_link_counts_as_a_link() {
    let stage = stage(2).link(0, "DSM", 4, &[5, 4, 5]).link(0, "DSM", 1, &[2, 2]).link(0, "NYC", 3, &[2]);
    let mut table = stage.face_up("S3").set();
    table.play(super::kit::special("MSP"));
    assert_eq!(table.track(), [2, 0], "before its cubes are drawn");
}
