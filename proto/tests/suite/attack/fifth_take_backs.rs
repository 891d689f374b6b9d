//! What counts of a certificate does not depend on what was heard before it.

use whistlestop_proto::codec;
use whistlestop_proto::entry::{Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_TAKE_BACKS;
use whistlestop_proto::message::Message;

use super::liar::meet;
use crate::forge::{backed, change_core, vote_for};
use crate::net::{Net, WATCHER};

/// Two players have asked the witness for as many take-backs as it looks at, each for others, before they agree to one.
#[test]
fn a_take_back_that_all_have_agreed_to_is_acknowledged_however_many_others_were_asked_for_before() {
    for asked in [0, MAX_TAKE_BACKS] {
        let mut net = Net::with_witnesses(2, 1);
        net.wait(1_000);
        net.act(0, 3).expect("its turn");
        net.wait(1_000);
        for player in [0, 1] {
            net.crash(player);
            meet(&mut net, WATCHER, player);
        }
        let core = |net: &Net, to: u32| {
            let core = change_core(net, WATCHER, Change::TakeBack { to });
            let state = net.live(WATCHER).log()[0].core.state;
            Core { state: if to == 1 { state } else { Hash([5; 32]) }, ..core }
        };
        for round in 1..=asked {
            for (player, first) in [(0, 100), (1, 200)] {
                let vote = vote_for(&net, player, round, &core(&net, first + round), None);
                net.say(usize::from(player), WATCHER, &backed(vote, &[]));
            }
            net.wait(1_000);
        }
        let core = core(&net, 1);
        let round = MAX_TAKE_BACKS + 1;
        let votes = [0, 1].map(|player| vote_for(&net, player, round, &core, None));
        let casts = votes.map(|vote| Cast {
            voter: vote.voter,
            life: 0,
            acked: None,
            lost: vote.says.lost,
            signature: vote.signature,
        });
        let certificate =
            Certificate { round, votes: casts.to_vec(), seal: Vec::new(), lost: Vec::new(), accession: None };
        let entry = Entry { core: core.clone(), proof: Proof::Certified(certificate) };
        net.inject(0, WATCHER, &codec::encode(&Message::Entry(Box::new(entry))));
        let sent = net.live(WATCHER).sent().map(Entry::hash);
        assert_eq!(sent, Some(core.hash()), "asked {asked}: {}", net.live(WATCHER).explain());
    }
}
