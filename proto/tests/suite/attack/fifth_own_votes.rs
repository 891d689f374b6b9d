//! Whoever hears its own vote that it does not remember knows that its disk went back, whatever brings it.

use whistlestop_proto::codec;
use whistlestop_proto::entry::{Cast, Certificate, Entry, Proof};
use whistlestop_proto::message::Message;

use super::liar::meet;
use crate::forge::{backed, change_core, vote_for};
use crate::net::{Net, to_bot};

/// B hears its vote as what a vote of A leans on, or in a certificate. It does not remember it, or does.
#[test]
fn ones_own_vote_beside_others_is_a_lost_memory_if_one_does_not_remember_it() {
    for (remembers, certified) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut net = Net::players(3);
        net.wait(1_000);
        for other in [0, 2] {
            net.crash(other);
            meet(&mut net, 1, other);
        }
        let core = change_core(&net, 1, to_bot(2));
        if remembers {
            net.want(1, to_bot(2)).expect("possible");
        }
        let own = vote_for(&net, 1, 1, &core, None);
        let message = if certified {
            let votes = [vote_for(&net, 0, 1, &core, None), own].map(|vote| Cast {
                voter: vote.voter,
                life: 0,
                acked: None,
                lost: vote.says.lost,
                signature: vote.signature,
            });
            let certificate = Certificate {
                round: 1,
                votes: votes.to_vec(),
                seal: Vec::new(),
                lost: Vec::new(),
                accession: None,
            };
            Message::Entry(Box::new(Entry { core, proof: Proof::Certified(certificate) }))
        } else {
            backed(vote_for(&net, 0, 2, &core, None), &[own])
        };
        net.inject(0, 1, &codec::encode(&message));
        let lost = net.live(1).is_recovering();
        assert_eq!(lost, !remembers, "certified {certified}: {}", net.live(1).explain());
    }
}
