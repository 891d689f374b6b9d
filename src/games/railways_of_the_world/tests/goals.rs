//! Goals (RW-17).

use super::kit::{Stage, stage, take, upgrade};

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
fn rw_17_engines_count_when_one_is_bought_an_older_level_too() {
    let mut table = stage(2).engine(0, 6).face_up("G_eng5").set();
    table.play(upgrade());
    assert_eq!(table.track(), [2, 0]);
    let mut table = stage(2).engine(0, 3).face_up("G_eng5").set();
    table.play(upgrade());
    assert_eq!(table.track(), [0, 0]);
}

#[test]
fn rw_17_a_special_link_counts_as_a_link() {
    let stage = stage(2).link(0, "DSM", 4, &[5, 4, 5]).link(0, "DSM", 1, &[2, 2]).link(0, "NYC", 3, &[2]);
    let mut table = stage.face_up("S3").set();
    table.play(super::kit::special("MSP"));
    assert_eq!(table.track(), [2, 0], "before its cubes are drawn");
}
