//! Who comes back and may not know what it has said.

use whistlestop_proto::error::ActError;
use whistlestop_proto::event::Event;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Head, Signed};
use whistlestop_proto::told::{Ask, Statements, Telling, Told};

use crate::net::{Net, identity};

/// Where a copy of a journal lies.
const ELSEWHERE: Hash = Hash([2; 32]);

fn nobody_is_blamed(net: &Net) {
    for peer in net.up() {
        assert_eq!(net.live(peer).evidence().count(), 0, "by {peer}");
    }
}

/// C sleeps, A and B make a move final, A goes out, and the disk of B goes back to before the move: B and C must not agree on
/// another one.
#[test]
fn a_disk_that_went_back_parts_no_table_and_brands_nobody() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.settle();
    net.crash(2);
    let old = net.peers[1].journal.clone();
    let before = net.live(1).log().len();
    net.act(1, 3).expect("its turn");
    net.settle();
    let after = net.live(0).log().len();
    assert!(after > before, "two of three made it final");
    net.crash(0);
    net.crash(1);
    net.restore_at(1, &old, ELSEWHERE).expect("an old journal is sound");
    net.restart(2);
    net.wait(10_000);
    assert_eq!(net.act(1, 4), Err(ActError::Recovering), "it may have moved already");
    let told = |what: fn(&Event) -> bool| net.peers[1].events.iter().filter(|event| what(event)).count();
    assert_eq!(
        told(|event| matches!(event, Event::Recovering)),
        1,
        "its player knows why, and hears it once"
    );
    assert_eq!(told(|event| matches!(event, Event::Recovered { .. })), 0);
    assert_eq!(net.live(1).log().len(), before);
    net.restart(0);
    net.wait(3_000);
    assert!(net.has_event(1, |event| matches!(event, Event::Recovered { life: 1 })));
    assert!(net.live(2).log().len() >= after, "what was final is what all go on with");
    net.assert_one_table();
    nobody_is_blamed(&net);
    net.finish();
}

/// The second loss begins a life of its own: nothing that was said in the first one is said again in the same one.
#[test]
fn a_disk_that_is_lost_twice_begins_two_lives() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.settle();
    for life in 1..=3 {
        net.crash(1);
        net.join(1);
        net.heal_all();
        net.wait(4_000);
        assert_eq!(net.live(1).life(), life);
        assert!(!net.live(1).is_recovering());
    }
    nobody_is_blamed(&net);
    net.act(1, 3).expect("its turn, and it knows that it had not moved");
    net.finish();
}

/// The same where those who were told are gone when it asks again, and others pass the question on.
#[test]
fn a_second_loss_is_noticed_through_others() {
    let mut net = Net::players(3);
    net.crash(1);
    net.join(1);
    net.heal_all();
    net.wait(4_000);
    net.crash(1);
    net.join(1);
    net.link(0, 1);
    net.wait(6_000);
    assert_eq!(net.live(1).life(), 2, "the other voter told it through the one between them");
}

/// A home is copied to a second laptop and taken up there: the first stops. Started again, the first goes on and the copy stops.
#[test]
fn of_two_copies_of_a_home_the_one_that_was_started_last_goes_on() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.settle();
    net.crash(1);
    let first = net.peers[1].journal.clone();
    net.restore_at(1, &first, ELSEWHERE).expect("a copy is sound");
    net.heal_all();
    net.wait(4_000);
    assert_eq!(net.live(1).life(), 1, "the copy goes on");
    net.act(1, 3).expect("its turn");
    net.settle();
    net.crash(1);
    let copy = net.peers[1].journal.clone();

    net.try_restore(1, &first).expect("the first laptop wakes up");
    net.heal_all();
    net.wait(4_000);
    assert!(net.has_event(1, |event| matches!(event, Event::Superseded { life: 1 })));
    assert_eq!(net.want(1, crate::net::to_bot(0)), Err(ActError::Superseded), "it says nothing any more");
    let first = net.peers[1].journal.clone();
    net.crash(1);

    net.try_restore(1, &first).expect("somebody starts the first laptop again");
    net.heal_all();
    net.wait(4_000);
    assert_eq!(net.live(1).life(), 2, "now the first goes on");
    let first = net.peers[1].journal.clone();
    net.crash(1);

    net.restore_at(1, &copy, ELSEWHERE).expect("the second laptop wakes up");
    net.heal_all();
    net.wait(4_000);
    assert!(net.has_event(1, |event| matches!(event, Event::Superseded { life: 2 })), "now the copy stops");
    net.crash(1);
    net.try_restore(1, &first).expect("the first is there");
    net.heal_all();
    net.wait(1_000);
    nobody_is_blamed(&net);
    net.finish();
}

/// Whoever tells another what it has said may make that up, and nobody stops for a life that it never began.
#[test]
fn nobody_is_silenced_by_words_that_were_put_into_its_mouth() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.settle();
    let index = u32::try_from(net.live(1).log().len()).expect("a short game") + 1;
    let says = Head { index, round: 0, entry: ELSEWHERE, state: ELSEWHERE, life: 7 };
    let made_up = Signed { voter: 1, says, signature: Signature([7; 64]) };
    let statements = Statements { heads: vec![made_up], ..Statements::default() };
    let says = Told { about: 1, ask: Ask { life: 7, instance: 1 }, index, statements: statements.hash() };
    let told = Signed::new(&identity(2), &net.contract.table(), 2, says);
    net.say(2, 1, &Message::Told(Box::new(Telling { told, statements })));
    net.settle();
    net.act(1, 3).expect("it has one life and its turn");
    net.finish();
}
