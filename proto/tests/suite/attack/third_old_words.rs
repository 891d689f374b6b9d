//! What one alone once decided, for those who count again by now and have not heard it yet. The page does not promise that
//! whoever decided alone and lies now cannot show them something else; but nobody else is drawn after them.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::{blamed, forked, lost_words, meet, never_cheated, parted};
use super::second_words::knowing;
use crate::forge::head_for;
use crate::net::{Net, identity, to_bot};

/// All but so many, the first ones, have left, and these play on.
fn left_alone(voters: usize, stay: usize) -> Net {
    let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 40);
    net.wait(1_000);
    for peer in (stay..voters).rev() {
        net.leave(peer).expect("possible");
        net.wait(4_000);
    }
    for peer in stay..voters {
        net.crash(peer);
    }
    net.play(0, 3);
    net
}

/// A and B play on alone while the others have left; B's disk is lost meanwhile, and it has its memory again. The
/// others come back: all count. D has not heard yet what happened while it was away, and meets A, who lies from now on.
fn back_among_others(voters: usize) -> Net {
    let mut net = left_alone(voters, 2);
    net.crash(1);
    net.join(1);
    net.link(0, 1);
    net.wait(6_000);
    assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
    net.play(0, 3);
    // They come back, as their programs do by themselves. What D is told is still on its way.
    let late = 2;
    net.censor = Some(Box::new(move |_, to, _| to == late));
    for peer in 2..voters {
        let journal = net.peers[peer].journal.clone();
        net.try_restore(peer, &journal).expect("sound");
        net.link(peer, 0);
        net.link(peer, 1);
    }
    for _ in 0..10 {
        for peer in 2..voters {
            let _ = net.come_back(peer);
        }
        net.wait(2_000);
        let _ = net.act(0, 3);
        let _ = net.act(1, 3);
        net.wait(1_000);
    }
    let all: Vec<u8> = (0..u8::try_from(voters).expect("few")).collect();
    assert_eq!(net.voters(1), all, "{}", net.live(1).explain());
    assert!(net.live(late).log().len() < net.live(1).log().len());
    // What it knows is where it left.
    net.isolate(late);
    net.crash(0);
    net.censor = None;
    meet(&mut net, late, 0);
    let log = net.live(1).log().to_vec();
    let named = |entry: &Entry| matches!(entry.core.body, Body::Change(Change::Renew { voter: 1, .. }));
    let place = log.iter().position(named).expect("B began a life");
    let truth = &log[place];
    // Decided by A alone, as B's memory was lost: in a later round it names something else, as if it might.
    let body = Body::Change(to_bot(1));
    let core = Core { body, ..truth.core.clone() };
    let Proof::Certified(before) = &truth.proof else { unreachable!("a change") };
    let acked = Some(Acked::first(before.round, truth.hash()));
    let (round, lost) = (before.round + 1, Voters::NONE.with(1));
    let index = core.index;
    let says = Vote { index, round, entry: core.hash(), change: Some(to_bot(1)), acked, life: 0, lost };
    let vote = Signed::new(&identity(0), &net.contract.table(), 0, says);
    let cast = Cast { voter: 0, life: 0, acked, lost, signature: vote.signature };
    let seal = vec![knowing(&net, head_for(&net, 0, round, &core), lost)];
    let word = lost_words(&net, 1).into_iter().rfind(|word| word.says.first <= index).expect("it said so");
    let proof =
        Proof::Certified(Certificate { round, votes: vec![cast], seal, lost: vec![word], accession: None });
    let known = net.live(late).log().len();
    let mut told = log[known..place].to_vec();
    told.push(Entry { core, proof });
    net.say(0, late, &Message::Entries(told));
    net.wait(2_000);
    net.heal_all();
    net.wait(20_000);
    net
}

/// Whoever was behind may be elsewhere. All others know the same, nobody honest seems to have cheated, and who is
/// elsewhere is shown that.
fn only_who_was_behind_is_elsewhere(mut net: Net, late: usize) {
    let fork = forked(&net, late);
    assert!(fork || !parted(&net), "{:?} {}", net.lens(), net.live(late).explain());
    for honest in net.contract.founders().without(0).iter() {
        assert!(blamed(&net, honest).iter().all(|(_, shown)| !shown), "{honest}");
        never_cheated(&net, honest, &[]);
    }
    net.crash(late);
    assert!(!parted(&net), "{:?} {:?}", net.lens(), blamed(&net, 0));
}

#[test]
fn at_four_an_old_word_draws_nobody_but_who_was_behind_elsewhere() {
    only_who_was_behind_is_elsewhere(back_among_others(4), 2);
}

#[test]
fn at_three_an_old_word_draws_nobody_but_who_was_behind_elsewhere() {
    only_who_was_behind_is_elsewhere(back_among_others(3), 2);
}

/// All others have left, and A plays on alone. They come back: all count. C has not heard yet what happened while it was
/// away, and meets A, who lies from now on. No disk was ever lost.
fn back_to_one(voters: usize) -> Net {
    let mut net = left_alone(voters, 1);
    let late = voters - 1;
    net.censor = Some(Box::new(move |_, to, _| to == late));
    for peer in 1..voters {
        let journal = net.peers[peer].journal.clone();
        net.try_restore(peer, &journal).expect("sound");
        for other in net.up() {
            net.link(peer, other);
        }
    }
    for _ in 0..10 {
        for peer in 1..voters {
            let _ = net.come_back(peer);
        }
        net.wait(2_000);
        let _ = net.act(0, 3);
        let _ = net.act(1, 3);
        net.wait(1_000);
    }
    let all: Vec<u8> = (0..u8::try_from(voters).expect("few")).collect();
    assert_eq!(net.voters(1), all, "{}", net.live(1).explain());
    net.isolate(late);
    net.crash(0);
    net.censor = None;
    meet(&mut net, late, 0);
    // The first move of its own while it was alone: it says that it has acknowledged it, and votes for something else.
    let log = net.live(1).log().to_vec();
    let known = net.live(late).log().len();
    let place = (known..log.len()).find(|at| log[*at].core.is_move_of(0)).expect("it moved");
    let truth = &log[place];
    let change = Change::Return { seat: 1, life: 0, keys: None };
    let core = Core { body: Body::Change(change), state: log[place - 1].core.state, ..truth.core.clone() };
    let acked = Some(Acked::first(0, truth.hash()));
    let (index, round, lost) = (core.index, 1, Voters::NONE);
    let says = Vote { index, round, entry: core.hash(), change: Some(change), acked, life: 0, lost };
    let vote = Signed::new(&identity(0), &net.contract.table(), 0, says);
    let cast = Cast { voter: 0, life: 0, acked, lost, signature: vote.signature };
    let seal = vec![head_for(&net, 0, round, &core)];
    let proof =
        Proof::Certified(Certificate { round, votes: vec![cast], seal, lost: Vec::new(), accession: None });
    let mut told = log[known..place].to_vec();
    told.push(Entry { core, proof });
    net.say(0, late, &Message::Entries(told));
    net.wait(2_000);
    net.heal_all();
    net.wait(20_000);
    net
}

#[test]
fn at_four_who_once_counted_alone_draws_nobody_but_who_was_behind_elsewhere() {
    only_who_was_behind_is_elsewhere(back_to_one(4), 3);
}

#[test]
fn at_three_who_once_counted_alone_draws_nobody_but_who_was_behind_elsewhere() {
    only_who_was_behind_is_elsewhere(back_to_one(3), 2);
}
