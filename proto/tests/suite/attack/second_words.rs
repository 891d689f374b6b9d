//! What words of lost memory say of before: from which index on they hold, and which of a start's words is kept.

use whistlestop_proto::contract::{Accession, DrawMode};
use whistlestop_proto::entry::{Body, Change, Entry};
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Head, Lost, Signed, Vote};

use super::liar::{blamed, lost_words, meet, open_for, parted, possess, signed_move, status_of};
use crate::forge::{backed, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot};

// Words that hold too far back

/// All signatures under the contract, from whoever has them.
fn signatures(net: &Net) -> Vec<Accession> {
    let of = |peer: usize| net.live(peer).accessions().cloned().collect::<Vec<_>>();
    net.up().into_iter().map(of).max_by_key(Vec::len).expect("somebody is up")
}

/// Whom somebody meets first whose disk is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// The others.
    Others,
    /// A spectator that has just come, and knows nothing.
    Newcomer,
    /// The liar, which claims to know nothing.
    Liar,
    /// Those who are away, and honestly behind.
    Behind,
}

/// A spectator comes that knows the signatures under the contract, and nothing since.
fn newcomer(net: &mut Net) {
    net.join(WATCHER);
    meet(net, WATCHER, WATCHER + 1);
    let all = signatures(net);
    for accession in all {
        net.say(WATCHER + 1, WATCHER, &Message::Accession(Box::new(accession)));
    }
    let now = net.now;
    net.live_mut(WATCHER).handle_disconnected(key(WATCHER + 1));
    assert!(net.live(WATCHER).is_started() && net.live(WATCHER).log().is_empty(), "at {now}");
}

/// The peer's disk is lost, and it meets these first.
fn loses_its_disk(net: &mut Net, peer: usize, others: &[usize], first: First) {
    net.crash(peer);
    net.join(peer);
    match first {
        First::Others => {}
        First::Behind => {
            let behind: Vec<usize> = net.up().into_iter().filter(|peer| !others.contains(peer)).collect();
            for other in &behind {
                net.link(peer, *other);
            }
            net.wait(3_000);
            for other in &behind {
                net.cut(peer, *other);
            }
        }
        First::Newcomer => {
            newcomer(net);
            net.link(peer, WATCHER);
            net.wait(8_000);
            net.crash(WATCHER);
        }
        First::Liar => {
            let all = signatures(net);
            meet(net, peer, 0);
            for accession in all {
                net.say(0, peer, &Message::Accession(Box::new(accession)));
            }
            let status = status_of(net, 0);
            net.say(0, peer, &Message::Status(status));
            net.wait(2_000);
            net.live_mut(peer).handle_disconnected(key(0));
        }
    }
    for (a, b) in others.iter().flat_map(|a| others.iter().map(move |b| (*a, *b))) {
        net.link(a, b);
    }
    net.wait(15_000);
    assert!(!net.live(peer).is_recovering(), "{peer}: {}", net.live(peer).explain());
}

/// A head of a voter that names these as lost.
pub(crate) fn knowing(net: &Net, head: Signed<Head>, lost: Voters) -> Signed<Head> {
    let says = Head { lost, ..head.says };
    Signed::new(&identity(usize::from(head.voter)), &net.contract.table(), head.voter, says)
}

/// Those of the higher half but one are away; the others remove them and play on. The disk of one after the other of
/// the others is lost, never two at once, and it begins anew; each met these first. Then all have their memory. Those
/// who were away meet the liar first.
pub(crate) fn words_of_before_part(voters: usize, first: First) {
    let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 40);
    net.wait(1_000);
    let all: Vec<usize> = (0..voters).collect();
    let (there, away): (Vec<usize>, Vec<usize>) = all.iter().partition(|peer| **peer <= voters / 2);
    let open = open_for(&net, 0);
    assert_eq!(net.turn(0), ToMove::Seat(0));
    net.split(&there, &away);
    let core = move_core(&net, away[0], 0, 9);
    net.act(0, 3).expect("its turn");
    for gone in &away {
        for peer in &there {
            net.want(*peer, to_bot(u8::try_from(*gone).expect("few"))).unwrap_or(());
        }
        net.wait(3_000);
    }
    assert_eq!(net.voters(0).len(), there.len(), "{}", net.live(0).explain());
    for peer in &there[1..] {
        loses_its_disk(&mut net, *peer, &there, first);
    }
    for _ in 0..5 {
        for peer in &there {
            drop(net.act(*peer, 3));
        }
        net.wait(1_000);
    }
    let honest: Vec<Voter> = there[1..].iter().map(|peer| u8::try_from(*peer).expect("few")).collect();
    let words: Vec<_> = honest
        .iter()
        .map(|voter| lost_words(&net, *voter).into_iter().next_back().expect("it said so"))
        .collect();
    possess(&mut net, 0);
    for peer in &away {
        meet(&mut net, *peer, 0);
        for word in words.iter().filter(|_| first != First::Behind) {
            net.say(0, *peer, &Message::Lost(word.clone()));
        }
    }
    let sent = signed_move(&net, 0, &core, 0);
    for peer in &away {
        net.say(0, *peer, &sent);
    }
    net.wait(3_000);
    let lost: Voters = honest.iter().copied().collect();
    for round in 0..4 {
        let head = Message::Head(knowing(&net, head_for(&net, 0, round, &core), lost));
        let vote = vote_for(&net, 0, round.max(1), &core, None);
        let vote = Signed::new(&identity(0), &net.contract.table(), 0, Vote { lost, ..vote.says });
        for peer in &away {
            if round > 0 {
                net.say(0, *peer, &backed(vote, &[]));
            }
            net.say(0, *peer, &head);
        }
        net.wait(3_000);
    }
    let at = |net: &Net, peer: usize| net.live(peer).log().get(open as usize - 1).map(Entry::hash);
    let finals: Vec<_> = net.up().into_iter().map(|peer| (peer, at(&net, peer))).collect();
    net.heal_all();
    net.wait(20_000);
    let firsts: Vec<_> = words.iter().map(|word| (word.says.first, word.says.index)).collect();
    assert!(
        !parted(&net),
        "{voters} voters, open {open}, first and index of the words {firsts:?}: {finals:?} {:?} {:?}",
        net.lens(),
        blamed(&net, 0)
    );
}

#[test]
fn at_four_nobody_is_parted_by_words_of_those_who_met_a_newcomer_first() {
    words_of_before_part(4, First::Newcomer);
}

#[test]
fn at_six_nobody_is_parted_by_words_of_those_who_met_a_newcomer_first() {
    words_of_before_part(6, First::Newcomer);
}

#[test]
fn at_four_nobody_is_parted_by_words_of_those_who_met_the_liar_first() {
    words_of_before_part(4, First::Liar);
}

#[test]
fn at_six_nobody_is_parted_by_words_of_those_who_met_the_liar_first() {
    words_of_before_part(6, First::Liar);
}

/// The words need not even be told again: those who are behind heard them.
#[test]
fn at_four_nobody_is_parted_by_words_of_those_who_met_who_was_behind_first() {
    words_of_before_part(4, First::Behind);
}

#[test]
fn at_six_nobody_is_parted_by_words_of_those_who_met_who_was_behind_first() {
    words_of_before_part(6, First::Behind);
}

/// Of five, three lose their disks, one after the other, and have their memory again; each met a newcomer first. Somebody who only watches tells E, who is behind, one after the other of the words that the newcomer heard: E must keep its memory.
#[test]
fn a_spectator_with_words_that_a_newcomer_heard_makes_nobody_give_its_memory_up() {
    for first in [First::Others, First::Newcomer] {
        let mut net = Net::started(&[true; 5], DrawMode::Fresh, 40);
        net.play(0, 2);
        net.isolate(4);
        let open = open_for(&net, 4);
        net.play(0, 2);
        for peer in 0..3 {
            loses_its_disk(&mut net, peer, &[0, 1, 2, 3], first);
        }
        let mut words: Vec<Vec<Signed<Lost>>> = (0..3).map(|voter| lost_words(&net, voter)).collect();
        for list in &mut words {
            list.sort_by_key(|word| word.says.count);
            list.dedup();
        }
        let counts: Vec<_> = words.iter().map(Vec::len).collect();
        let life = net.live(4).life();
        meet(&mut net, 4, WATCHER);
        for at in 0..30 {
            for list in &words {
                let word = list[at * list.len() / 30].clone();
                net.say(WATCHER, 4, &Message::Lost(word));
            }
            net.wait(1_000);
        }
        assert!(
            net.live(4).life() == life && !net.live(4).is_recovering(),
            "first {first:?}, open {open}, words {counts:?}, first {:?}",
            words.iter().map(|list| list[0].says.first).collect::<Vec<_>>()
        );
    }
}

// Two starts

/// B's disk was lost twice, and both homes run: the one has a link to A, the other to C, none to D. All others have their memory: B must count again.
#[test]
fn two_homes_that_have_both_lost_their_memory_keep_their_voter_from_no_life() {
    for second in [false, true] {
        let mut net = Net::started(&[true; 4], DrawMode::Fresh, 40);
        net.play(0, 2);
        net.crash(1);
        net.join(1);
        if second {
            meet(&mut net, 2, 1);
        }
        net.link(0, 1);
        let first = open_for(&net, 2);
        let mut count = 5_000_000;
        for _ in 0..600 {
            if second {
                count += 1;
                let index = open_for(&net, 2);
                let says = Lost { index, first, count, life: 77, met: Vec::new() };
                let word = Signed::new(&identity(1), &net.contract.table(), 1, says);
                net.say(1, 2, &Message::Lost(word));
                let status = status_of(&net, index - 1);
                net.say(1, 2, &Message::Status(status));
            }
            net.wait(500);
        }
        let renewed = net
            .live(0)
            .log()
            .iter()
            .any(|entry| matches!(entry.core.body, Body::Change(Change::Renew { voter: 1, .. })));
        assert!(renewed, "second {second}: {:?} {}", net.lens(), net.live(3).explain());
    }
}

/// B's disk is lost, and C and D are away. B's program is started again more than 2,048 times before they come.
#[test]
fn whoever_is_started_very_often_in_one_life_begins_one_at_last() {
    for starts in [3, 2_050] {
        let mut net = Net::started(&[true; 4], DrawMode::Fresh, 40);
        net.play(0, 2);
        net.crash(2);
        net.crash(3);
        net.crash(1);
        net.join(1);
        net.link(0, 1);
        net.wait(3_000);
        for _ in 0..starts {
            net.crash(1);
            let journal = net.peers[1].journal.clone();
            net.try_restore(1, &journal).expect("sound");
        }
        net.link(0, 1);
        net.wait(30_000);
        for peer in [2, 3] {
            let journal = net.peers[peer].journal.clone();
            net.try_restore(peer, &journal).expect("sound");
        }
        net.heal_all();
        net.wait(120_000);
        assert!(!net.live(1).is_recovering(), "{starts} starts: {}", net.live(0).explain());
    }
}

/// One player founded the table; somebody who watched was admitted, so that two count. The player's disk is lost, and its first link takes some seconds.
#[test]
fn whoever_founded_alone_and_finds_the_others_after_some_seconds_is_parted_from_nobody() {
    for late in [1_000, 5_000, 20_000] {
        let mut net = Net::started(&[true, false, false], DrawMode::Fresh, 40);
        net.join(WATCHER);
        net.heal_all();
        net.wait(1_000);
        net.play(0, 2);
        let admission = net.admission(0, WATCHER);
        net.want(0, admission).expect("possible");
        net.wait(2_000);
        assert_eq!(net.voters(0), [0, 6]);
        net.play(0, 6);
        net.crash(0);
        net.join(0);
        net.wait(late);
        net.heal_all();
        for _ in 0..60 {
            let _ = net.act(0, 5);
            net.wait(1_000);
        }
        assert!(!parted(&net), "after {late} ms: {:?} {}", net.lens(), net.live(WATCHER).explain());
    }
}

// Words that were kept back
