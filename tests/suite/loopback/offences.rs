//! Who was dropped for what no honest peer does, and comes back.

use whistlestop::net::{DialError, NetEvent};

use super::kit::Room;
use super::stranger::Stranger;

#[test]
fn who_was_dropped_for_an_offence_stays_out_and_is_told_and_others_do_not() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let address = ann.address();
    let mut eve = Stranger::new(30);
    // However slow this machine is: each offence doubles the wait.
    let mut refused = None;
    for _ in 0..8 {
        eve.begin_dial(address);
        match eve.next() {
            NetEvent::Linked { peer, .. } => {
                eve.send(&peer, &[255; 40]);
                assert!(eve.dropped().contains("not a message of whistlestop"));
            }
            NetEvent::DialFailed { why: DialError::Refused { reason }, .. } => {
                refused = Some(reason);
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    let reason = refused.expect("it stays out");
    assert_eq!(reason, "you sent what no honest peer sends; try again in some minutes");
    let mut bob = room.join("Bob", &mut ann, &[]);
    bob.event("started");
}
