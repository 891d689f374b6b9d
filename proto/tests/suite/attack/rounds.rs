//! Rounds of votes through which a liar races: the others meet all the same.

use std::collections::{BTreeMap, BTreeSet};

use whistlestop_proto::codec;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::{intrude, possess};
use crate::forge::backed;
use crate::net::{Net, WATCHER, identity, to_bot};

/// A little time passes.
fn tick(net: &mut Net, millis: u64) {
    net.now += millis;
    for peer in net.up() {
        let now = net.now;
        if net.live(peer).poll_timeout() <= now {
            net.live_mut(peer).handle_timeout(now);
            net.drain(peer);
        }
    }
    net.settle();
}

/// Who has voted in which round since so much was delivered.
fn votes_since(net: &Net, seen: usize) -> BTreeSet<(usize, u32)> {
    let own = net.traffic[seen..].iter().filter_map(|(from, _, message)| match message {
        Message::Vote(backed) if usize::from(backed.vote.voter) == *from => {
            Some((*from, backed.vote.says.round))
        }
        _ => None,
    });
    own.collect()
}

/// A vote that leans on nothing.
fn lone_vote(round: u32) -> Vote {
    Vote { index: 2, round, entry: Hash([7; 32]), change: None, acked: None, life: 0, lost: Voters::NONE }
}

/// The liar, whose turn it is, votes in rounds of its own, one after the other, and always tells the next one to all
/// but the one whose patience is about to end: so each of the others votes in a round where it is alone. It says
/// nothing that contradicts itself. Two spectators carry some of its votes.
fn race(voters: usize, hostile: bool) {
    let mut net = Net::players(voters);
    let table = net.contract.table();
    possess(&mut net, 0);
    let carriers = [0, WATCHER, WATCHER + 1];
    for watcher in &carriers[1..] {
        intrude(&mut net, *watcher);
    }
    let vote = |round| codec::encode(&backed(Signed::new(&identity(0), &table, 0, lone_vote(round)), &[]));
    let honest: Vec<usize> = (1..voters).collect();
    let (mut round, mut said) = (10, 0);
    let mut told: BTreeMap<usize, u32> = honest.iter().map(|peer| (*peer, 0)).collect();
    // How long each is patient, above round 8; and who was told a round of its own a moment ago.
    let period = |peer: usize| 3_100 + 250 * peer as u64;
    let mut due: BTreeMap<usize, u64> = honest.iter().map(|peer| (*peer, net.now + period(*peer))).collect();
    let mut alone: BTreeMap<usize, u64> = BTreeMap::new();
    let mut say = |net: &mut Net, told: &mut BTreeMap<usize, u32>, to: &[usize], round: u32| {
        for peer in to {
            said += 1;
            told.insert(*peer, round);
            net.inject(carriers[said % carriers.len()], *peer, &vote(round));
        }
    };
    if hostile {
        say(&mut net, &mut told, &honest, round);
    }
    let mut seen = net.traffic.len();
    // So that what happens by the clock of all does not happen at once.
    let spacing = if voters > 4 { 8_000 } else { 8_130 };
    let (mut wished, mut greeted) = (0, 0);
    let tip = net.live(1).log()[0].hash();
    let status = Status { index: 1, tip, accessions: net.contract.founders(), ..Status::default() };
    let status = codec::encode(&Message::Status(status));
    for _ in 0..20 {
        for peer in honest.iter().filter(|_| hostile) {
            net.inject(0, *peer, &status);
        }
        tick(&mut net, 100);
    }
    let begun = net.now;
    while net.now < begun + 300_000 {
        // One player after the other sees that nothing happens.
        if wished < honest.len() && net.now >= begun + 1_000 + spacing * wished as u64 {
            let _ = net.want(honest[wished], to_bot(0));
            wished += 1;
        }
        // Whoever hears it directly is not told by others what it says.
        if hostile && net.now >= greeted + 300 {
            greeted = net.now;
            for peer in &honest {
                net.inject(0, *peer, &status);
            }
        }
        tick(&mut net, 5);
        let now = net.now;
        let voted = votes_since(&net, seen);
        seen = net.traffic.len();
        if !hostile {
            continue;
        }
        for (peer, at) in voted {
            due.insert(peer, now + period(peer));
            let behind: Vec<usize> =
                honest.iter().copied().filter(|other| *other != peer && told[other] <= at).collect();
            for other in behind {
                round = round.max(at) + 1;
                say(&mut net, &mut told, &[other], round);
                alone.insert(other, now);
            }
        }
        let about_to_vote: Vec<usize> =
            due.iter().filter(|(_, at)| **at <= now + 12).map(|(peer, _)| *peer).collect();
        for peer in about_to_vote {
            *due.entry(peer).or_default() += period(peer);
            if alone.get(&peer).is_some_and(|at| now < at + 40) {
                continue;
            }
            let mut others: Vec<usize> = honest.iter().copied().filter(|other| *other != peer).collect();
            others.sort_by_key(|other| due[other]);
            for other in others {
                round += 1;
                say(&mut net, &mut told, &[other], round);
                alone.insert(other, now);
            }
        }
        if net.live(1).log().len() > 1 {
            break;
        }
    }
    let lens: Vec<usize> = honest.iter().map(|peer| net.live(*peer).log().len()).collect();
    let seconds = (net.now - begun) / 1000;
    assert!(
        lens.iter().any(|len| *len > 1),
        "{voters} voters, hostile {hostile}, {seconds} s: {}",
        net.live(1).explain()
    );
}

#[test]
fn at_three_a_liar_that_tells_each_another_round_freezes_nobody() {
    race(3, false);
    race(3, true);
}

#[test]
fn at_four_a_liar_that_tells_each_another_round_freezes_nobody() {
    race(4, false);
    race(4, true);
}

#[test]
fn at_five_a_liar_that_tells_each_another_round_freezes_nobody() {
    race(5, false);
    race(5, true);
}

#[test]
fn at_six_a_liar_that_tells_each_another_round_freezes_nobody() {
    race(6, false);
    race(6, true);
}
