//! Seals that others fill in: what a log shows of who counted must not be what a stranger put there.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Head, Signed, Vote};

use super::liar::{drops, intrude, meet, possess};
use crate::forge::{change_core, head_for, vote_for};
use crate::net::{Net, WATCHER, identity, to_bot};

/// The certificate of these votes.
fn certified(core: &Core, votes: &[Signed<Vote>], seal: Vec<Signed<Head>>) -> Message {
    let cast = |vote: &Signed<Vote>| Cast {
        voter: vote.voter,
        life: vote.says.life,
        acked: vote.says.acked,
        signature: vote.signature,
        lost: vote.says.lost,
    };
    let certificate = Certificate {
        round: votes[0].says.round,
        votes: votes.iter().map(cast).collect(),
        seal,
        lost: Vec::new(),
        accession: None,
    };
    Message::Entry(Box::new(Entry { core: core.clone(), proof: Proof::Certified(certificate) }))
}

/// Three of four players want a change. Somebody who only watches hears their votes first, and tells A and B of the
/// certified entry, with a seal that says nothing.
fn sealed_by_who_watches(change: Change) -> Net {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 20);
    net.play(0, 2);
    net.crash(3);
    intrude(&mut net, WATCHER);
    let core = change_core(&net, 0, change);
    // Votes are slow for a moment, but for whoever watches.
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Vote(_))));
    for peer in 0..3 {
        net.want(peer, change).expect("possible");
    }
    let votes: Vec<Signed<Vote>> = (0..3).map(|voter| vote_for(&net, voter, 1, &core, None)).collect();
    // Some head of before.
    let junk = head_for(&net, 0, 0, &net.live(0).log()[0].core);
    let told = certified(&core, &votes, vec![junk]);
    for peer in 0..3 {
        net.say(WATCHER, peer, &told);
    }
    net.censor = None;
    net.wait(5_000);
    assert!(net.live(0).log().iter().any(|entry| entry.core == core), "{}", net.live(0).explain());
    net
}

#[test]
fn a_seal_that_who_watches_made_up_spoils_no_journal() {
    for change in [to_bot(3), Change::StandIn { seat: 3 }] {
        let mut net = sealed_by_who_watches(change);
        for peer in 0..3 {
            net.crash(peer);
            let journal = net.peers[peer].journal.clone();
            let read = net.try_restore(peer, &journal).map_err(|why| why.to_string());
            assert_eq!(read, Ok(journal.len()), "{change:?}, peer {peer}");
        }
    }
}

#[test]
fn a_seal_that_who_watches_made_up_makes_no_honest_peers_drop_each_other() {
    for change in [to_bot(3), Change::StandIn { seat: 3 }] {
        let mut net = sealed_by_who_watches(change);
        for _ in 0..10 {
            (0..3).for_each(|peer| drop(net.act(peer, 3)));
            net.wait(1_000);
        }
        net.join(WATCHER + 1);
        net.heal_all();
        net.wait(30_000);
        assert_eq!(drops(&net), [], "{change:?}");
        let lens = net.lens();
        assert!(lens.iter().all(|len| *len == lens[0]), "{change:?}: {lens:?}");
    }
}

/// D is behind. A liar brings it the entry by which somebody was removed, and adds to its seal a head of its own of a
/// round that there is not.
#[test]
fn a_head_of_no_round_in_a_seal_spoils_no_journal() {
    for first in [false, true] {
        let mut net = Net::started(&[true; 5], DrawMode::Fresh, 20);
        net.play(0, 2);
        net.crash(4);
        net.isolate(3);
        for peer in 0..3 {
            net.want(peer, to_bot(4)).expect("possible");
        }
        net.wait(3_000);
        let place = net.live(1).log().len() - 1;
        let mut entry = net.live(1).log()[place].clone();
        let Proof::Certified(certificate) = &mut entry.proof else { panic!("{entry:?}") };
        let says = Head { round: u32::MAX, ..head_for(&net, 0, 0, &entry.core).says };
        let liars = Signed::new(&identity(0), &net.contract.table(), 0, says);
        certificate.seal.insert(if first { 0 } else { certificate.seal.len() }, liars);
        let mut entries = net.live(1).log()[net.live(3).log().len()..place].to_vec();
        entries.push(entry);
        possess(&mut net, 0);
        meet(&mut net, 3, 0);
        net.say(0, 3, &Message::Entries(entries));
        net.heal_all();
        net.wait(3_000);
        assert_eq!(net.live(3).log().len(), net.live(1).log().len());
        // Who comes later has it from D.
        net.join(WATCHER);
        net.link(3, WATCHER);
        net.wait(3_000);
        for peer in [3, WATCHER] {
            net.crash(peer);
            let journal = net.peers[peer].journal.clone();
            let read = net.try_restore(peer, &journal).map_err(|why| why.to_string());
            assert_eq!(read, Ok(journal.len()), "first {first}, peer {peer}");
        }
    }
}
