//! A disk that goes back to a moment at which its peer did not know what it had said.

use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;

use super::liar::{blamed, delivered, meet, never_cheated, parted};
use crate::net::{Net, WATCHER, key, to_bot};

/// B's disk goes back, to what it was before the last entries that C knows. C has not heard what B said last: A moved,
/// and B acknowledged that. If B had lost its disk before, its journal is of the moment before its life was named. Where
/// somebody watches, that one tells B first what it said itself.
fn went_back(lost_before: bool, watched: bool) {
    let mut net = Net::players(3);
    net.play(1, 1);
    let old = if lost_before {
        net.crash(1);
        net.join(1);
        let old = net.peers[1].journal.clone();
        net.heal_all();
        net.wait(6_000);
        assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
        old
    } else {
        net.wait(6_000);
        net.peers[1].journal.clone()
    };
    while net.live(1).log().len() < 5 || net.turn(1) != ToMove::Seat(0) {
        net.play(1, 1);
    }
    net.wait(1_000);
    net.isolate(2);
    let known = u32::try_from(net.live(2).log().len()).expect("few");
    net.act(0, 3).expect("its turn");
    net.wait(1_000);
    net.crash(0);
    net.crash(1);
    net.try_restore(1, &old).expect("sound");
    if watched {
        let heads = delivered(&net, |message| match message {
            Message::Head(head) if head.voter == 1 && head.says.index == known => Some(*head),
            _ => None,
        });
        meet(&mut net, 1, WATCHER);
        for accession in net.live(2).accessions().cloned().collect::<Vec<_>>() {
            net.say(WATCHER, 1, &Message::Accession(Box::new(accession)));
        }
        for head in heads {
            net.say(WATCHER, 1, &Message::Head(head));
        }
    }
    net.link(1, 2);
    net.wait(20_000);
    for peer in [1, 2] {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(20_000);
    let journal = net.peers[0].journal.clone();
    net.try_restore(0, &journal).expect("sound");
    net.heal_all();
    net.wait(20_000);
    let told = net.has_event(1, |event| matches!(event, ProtocolEvent::Recovering));
    assert!(
        !parted(&net),
        "B was told that it had forgotten: {told}; {:?} {:?}",
        net.lens(),
        blamed(&net, 1)
    );
    never_cheated(&net, 1, &[]);
    assert!(blamed(&net, 1).iter().all(|(_, shown)| !shown));
}

#[test]
fn a_disk_that_goes_back_to_before_what_others_tell_is_noticed() {
    went_back(false, false);
    went_back(false, true);
}

#[test]
fn a_disk_that_goes_back_to_before_its_life_was_named_is_noticed() {
    went_back(true, false);
}

#[test]
fn a_disk_that_goes_back_to_before_its_life_was_named_is_noticed_whoever_watches() {
    went_back(true, true);
}

// A copy of one home, and the lost disk of the other

/// B's disk is lost. It catches up with A and says so; A goes on alone, but B does not hear that. A's machine sleeps, and
/// a copy of its home, from before, meets B: the two cannot know better than to begin anew. When A's machine wakes
/// up, it sees that the table has parted.
#[test]
fn at_two_a_lost_disk_that_was_heard_and_a_copy_of_the_other_home_begin_anew_and_who_remembers_is_shown_that()
{
    let mut net = Net::players(2);
    net.play(0, 2);
    net.wait(1_000);
    let known = net.lens()[0];
    let copied = net.peers[0].journal.clone();
    net.crash(1);
    net.join(1);
    // The last that B hears of A is how far they have come.
    let index = u32::try_from(known).expect("few") + 1;
    net.censor = Some(Box::new(move |_, to, message| {
        let later = match message {
            Message::Vote(backed) => backed.vote.says.index >= index,
            Message::Head(head) => head.says.index >= index,
            Message::Entry(entry) => entry.core.index >= index,
            Message::Entries(entries) => entries.iter().any(|entry| entry.core.index >= index),
            Message::Status(status) => status.index >= index,
            _ => false,
        };
        to == 1 && later
    }));
    net.link(0, 1);
    net.wait(3_000);
    net.cut(0, 1);
    net.censor = None;
    let original = net.peers[0].live.take().expect("up");
    let decided = original.log().len();
    assert!(decided > known, "A goes on: {}", original.explain());
    assert!(net.live(1).is_recovering());
    net.restore_at(0, &copied, Hash([8; 32])).expect("sound");
    net.link(0, 1);
    net.wait(60_000);
    let renewed = |event: &ProtocolEvent| matches!(event, ProtocolEvent::Renewed(_));
    assert!((0..2).all(|peer| net.has_event(peer, renewed)), "they go on, and say so: {:?}", net.lens());
    assert!(!parted(&net));
    net.play(0, 3);
    net.wait(1_000);
    net.crash(0);
    let (now, before) = (net.now, net.peers[0].events.len());
    net.peers[0].live = Some(original);
    net.live_mut(0).handle_disconnected(key(1));
    net.link(0, 1);
    net.wait(20_000);
    let told =
        net.peers[0].events[before..].iter().any(|event| matches!(event, ProtocolEvent::Forked { .. }));
    assert!(told, "since {now}: {:?} {}", net.lens(), net.live(0).explain());
    for peer in 0..2 {
        never_cheated(&net, peer, &[]);
    }
}
