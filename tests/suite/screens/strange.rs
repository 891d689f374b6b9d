//! What a person sees when something is wrong that should never be: states that differ, and a seat that signs two things.

use whistlestop::table::front::{DesyncReport, Event, ProtocolEvent};
use whistlestop::tui::out::Out;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::sign::Identity;
use whistlestop_proto::statement::{Evidence, Head, Signed};

use super::kit::Player;
use super::looks::look;

fn hear(ann: &mut Player, event: ProtocolEvent) {
    ann.screen.hear(ann.now, &Event::Protocol(event), &mut Out::default());
}

fn ann() -> Player {
    let mut ann = Player::practice("chicago-express", 3, 7);
    ann.wait();
    ann
}

#[test]
fn a_difference_is_told_with_both_values_and_that_it_was_mended() {
    let mut ann = ann();
    let report = DesyncReport {
        index: 3,
        field: "players[1].cash".to_owned(),
        ours: "33".to_owned(),
        theirs: "40".to_owned(),
    };
    hear(&mut ann, ProtocolEvent::Desync(report));
    hear(&mut ann, ProtocolEvent::Repaired { index: 3 });
    look("desync", &mut ann);
    ann.press("2");
    assert!(ann.show().contains("(1) pass and leave this auction"), "nothing stands in the way of the game");
}

#[test]
fn a_proof_can_be_looked_at() {
    let mut ann = ann();
    let (table, cheat) = (Hash([7; 32]), Identity::from_secret(&[9; 32]));
    let head = |byte: u8| {
        let says = Head {
            index: 3,
            round: 0,
            entry: Hash([byte; 32]),
            state: Hash([byte; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&cheat, &table, 1, says)
    };
    let evidence = Box::new(Evidence::TwoHeads(head(0x3f), head(0xa1)));
    hear(&mut ann, ProtocolEvent::Contradicted { voter: 1, evidence });
    look("proof-told", &mut ann);
    ann.press("p");
    let shown = ann.show();
    assert!(shown.contains("3f3f3f3f") && shown.contains("a1a1a1a1"), "{shown}");
    look("proof", &mut ann);
}

#[test]
fn whoever_begins_anew_is_named_in_a_sentence_and_not_blamed() {
    let mut ann = ann();
    hear(&mut ann, ProtocolEvent::Renewed(6));
    let shown = ann.show();
    assert!(shown.contains("the laptop of witness 1 had forgotten"), "{shown}");
    assert!(!shown.contains("p shows the proof"), "{shown}");
    hear(&mut ann, ProtocolEvent::Superseded { life: 0 });
    assert!(ann.show().contains("start the program"), "{}", ann.show());
}
