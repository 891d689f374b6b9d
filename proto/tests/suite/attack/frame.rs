//! An honest voter is not shown as a cheat, nor removed as one, whatever a liar tells it or of it.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Entry, Proof};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Signed, Stance, Vote};

use super::liar::{blamed, never_cheated, possess, stance};
use crate::forge::{backed, change_core, head_for, say_to, vote_for};
use crate::net::{Net, identity, to_bot};

// Frame and grind: repair at two

/// At two voters "all others" is the liar alone: it signs a stance against an honest voter, and has a removal that is
/// final by itself. From then on it decides, and draws, alone.
#[test]
fn at_two_a_liar_cannot_remove_the_other_by_a_repair_of_its_own() {
    let mut net = Net::players(2);
    net.play(1, 2);
    let removal = change_core(&net, 1, to_bot(1));
    possess(&mut net, 0);
    let says = Stance { index: removal.index, liar: 1, entry: None, life: 0 };
    let proof = Proof::Repaired(vec![stance(&net, 0, says)]);
    net.say(0, 1, &Message::Entries(vec![Entry { core: removal, proof }]));
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1], "nobody proved anything against it");
}

// Frame: a vote that no certificate can hold

/// The liar votes for the removal of C without saying that this is what it votes for. Such a vote in a certificate
/// makes an entry that nobody takes, and a journal that its owner cannot read.
#[test]
fn a_vote_that_does_not_say_what_it_changes_spoils_no_certificate() {
    for first in [false, true] {
        let mut net = Net::players(4);
        let removal = change_core(&net, 0, to_bot(2));
        net.crash(2);
        possess(&mut net, 3);
        let says = Vote {
            index: 2,
            round: 1,
            entry: removal.hash(),
            change: None,
            acked: None,
            life: 0,
            lost: Voters::NONE,
        };
        let vote = backed(Signed::new(&identity(3), &net.contract.table(), 3, says), &[]);
        if first {
            say_to(&mut net, 3, &[0, 1], &vote);
        }
        for peer in [0, 1] {
            net.want(peer, to_bot(2)).expect("possible");
        }
        say_to(&mut net, 3, &[0, 1], &vote);
        net.wait(10_000);
        for peer in [0, 1] {
            net.crash(peer);
            net.restart(peer);
            net.want(peer, to_bot(2)).expect("possible");
        }
        net.heal_all();
        net.wait(10_000);
        for peer in [0, 1] {
            let dropped = |event: &ProtocolEvent| matches!(event, ProtocolEvent::Drop { .. });
            assert!(!net.has_event(peer, dropped), "{peer} dropped an honest peer");
        }
        // What it says is then as good as anybody's.
        possess(&mut net, 3);
        let honest = vote_for(&net, 3, 2, &removal, None);
        say_to(&mut net, 3, &[0, 1], &backed(honest, &[]));
        net.settle();
        let head = Message::Head(head_for(&net, 3, 2, &removal));
        say_to(&mut net, 3, &[0, 1], &head);
        assert_eq!(
            net.live(0).log().last().map(Entry::hash),
            Some(removal.hash()),
            "first {first}: {}",
            net.live(0).explain()
        );
    }
}

// Frame: one who counts alone

/// One counts alone, loses its disk with what nobody saw, decides otherwise, and the other returns; and once more.
#[test]
fn one_who_counts_alone_and_loses_its_disk_is_no_cheat_and_goes_on_with_who_returns() {
    let mut net = Net::started(&[true; 2], DrawMode::Fresh, 60);
    for count in 0..3_u8 {
        net.leave(1).expect("possible");
        net.wait(4_000);
        assert_eq!(net.voters(0), [0]);
        net.play(0, 2);
        net.wait(1_000);
        net.isolate(0);
        for _ in 0..3 {
            let _ = net.act(0, 4 + count);
            net.wait(500);
        }
        net.crash(0);
        net.join(0);
        net.heal_all();
        net.wait(40_000);
        assert!(!net.live(0).is_recovering(), "{}", net.live(0).explain());
        for _ in 0..3 {
            let _ = net.act(0, 7 + u8::from(count > 0));
            net.wait(500);
        }
        let _ = net.come_back(1);
        for _ in 0..20 {
            let _ = net.act(0, 3);
            net.wait(2_000);
        }
        assert_eq!(net.voters(0), [0, 1], "{count}: {}", net.live(0).explain());
        net.play(1, 4);
        never_cheated(&net, 0, &[]);
        assert!(blamed(&net, 0).iter().all(|(_, cheated)| !cheated));
    }
}
