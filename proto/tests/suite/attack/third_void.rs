//! Whoever said that nothing is final for it goes on once something is, however it hears of that.

use whistlestop_proto::entry::Entry;
use whistlestop_proto::message::{Backed, Message};

use super::liar::{delivered, intrude, late_move, meet, possess, shown};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, key, to_bot};

/// A lies. It has bound B and C to two late moves of its own, and votes with B until B has one of them final. C, whom B
/// does not reach, is shown the proof and B's vote of round 4, and says that nothing is final for it: A keeps that for
/// itself.
pub(super) fn void_for_c() -> Net {
    let mut net = Net::players(3);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    net.join(WATCHER);
    intrude(&mut net, 0);
    net.isolate(WATCHER);
    net.link(1, WATCHER);
    net.wait(1_000);
    for (peer, core) in [(1, &cores[0]), (2, &cores[1])] {
        let late = late_move(&net, 0, core, 0);
        net.say(0, peer, &late);
        let vote = vote_for(&net, 0, 4, core, None);
        net.say(0, peer, &backed(vote, &[]));
        net.settle();
    }
    let head = Message::Head(head_for(&net, 0, 4, &cores[0]));
    net.say(0, 1, &head);
    net.settle();
    assert_eq!(net.live(1).log().len(), 2, "{}", net.live(1).explain());
    let votes = delivered(&net, |message| match message {
        Message::Vote(backed) if backed.vote.voter == 1 && backed.vote.says.round == 4 => {
            Some((**backed).clone())
        }
        _ => None,
    });
    let Backed { vote, support } = votes.into_iter().next().expect("B has voted in round 4");
    net.say(0, 2, &backed(vote, &support));
    let late = late_move(&net, 0, &cores[0], 0);
    net.say(0, 2, &late);
    net.wait(1_000);
    assert!(shown(&net, 2, 0) && !shown(&net, 1, 0), "{}", net.live(2).explain());
    assert_eq!(net.live(2).log().len(), 1);
    net
}

/// B and C have no link to each other, but both to somebody who watches: that one passes nothing on about an index that
/// is decided for it, and may not answer for B.
#[test]
fn who_said_that_nothing_is_final_is_told_otherwise_over_somebody_who_watches() {
    for direct in [true, false] {
        let mut net = void_for_c();
        net.link(2, WATCHER);
        if direct {
            net.link(1, 2);
        }
        for _ in 0..60 {
            for peer in [1, 2] {
                let _ = net.act(peer, 3);
            }
            net.wait(1_000);
        }
        let lens = [1, 2].map(|peer| net.live(peer).log().len());
        assert!(lens.iter().all(|len| *len > 2), "direct {direct}: {lens:?} {}", net.live(2).explain());
    }
}

/// B admits two witnesses with the liar's help, and leaves. Of four who count now three are there and honest, and none
/// of those whom C meets counted where it said that nothing is final for it.
#[test]
fn who_said_that_nothing_is_final_goes_on_with_those_who_were_admitted_since() {
    let mut net = void_for_c();
    net.isolate(2);
    for witness in [WATCHER, WATCHER + 1] {
        if witness > WATCHER {
            net.join(witness);
            net.link(1, witness);
            net.link(WATCHER, witness);
        }
        net.wait(1_000);
        meet(&mut net, witness, 0);
        let change = net.live(1).admission_of(&key(witness)).expect("it watches");
        let core = change_core(&net, 1, change);
        net.want(1, change).expect("possible");
        if witness > WATCHER {
            net.want(WATCHER, change).expect("possible");
        }
        let vote = vote_for(&net, 0, 1, &core, None);
        let there: Vec<usize> = (1..=witness).filter(|peer| *peer == 1 || *peer >= WATCHER).collect();
        say_to(&mut net, 0, &there, &backed(vote, &[]));
        let head = Message::Head(head_for(&net, 0, 1, &core));
        say_to(&mut net, 0, &there, &head);
        net.wait(2_000);
    }
    assert_eq!(net.voters(1), [0, 1, 2, 6, 7], "{}", net.live(1).explain());
    net.leave(1).expect("it counts");
    net.wait(3_000);
    net.crash(1);
    assert_eq!(net.voters(WATCHER), [0, 2, 6, 7], "{}", net.live(WATCHER).explain());
    net.heal_all();
    net.wait(5_000);
    for _ in 0..60 {
        for peer in [2, WATCHER, WATCHER + 1] {
            let _ = net.want(peer, to_bot(0));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let tips = [2, WATCHER, WATCHER + 1].map(|peer| net.live(peer).log().last().map(Entry::hash));
    assert!(
        tips[0] == tips[1] && net.voters(2) == [2, 6, 7],
        "{:?} {:?} {}",
        net.lens(),
        net.voters(2),
        net.live(2).explain()
    );
}

/// Two players and a witness who was admitted: three count, and two draw. A withholds its link, and proves that it lies.
/// It must not be removed without its link, or nobody could ever draw; with it the draw is made.
#[test]
fn where_two_of_three_draw_a_repair_removes_nobody_without_its_link() {
    let mut net = Net::players(2);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    net.act(0, 3).expect("its turn");
    let admission = net.admission(1, WATCHER);
    for peer in [0, 1] {
        net.want(peer, admission).expect("possible");
    }
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1, 6]);
    possess(&mut net, 0);
    net.act(1, 3).expect("its turn");
    net.wait(1_000);
    assert_eq!(net.turn(1), whistlestop_proto::rules::ToMove::Chance, "{}", net.live(1).explain());
    let tip = net.live(1).log().last().expect("entries").core.clone();
    let other = whistlestop_proto::entry::Core { state: whistlestop_proto::hash::Hash([5; 32]), ..tip };
    for core in [net.live(1).log().last().expect("entries").core.clone(), other] {
        let head = Message::Head(head_for(&net, 0, 9, &core));
        say_to(&mut net, 0, &[1, WATCHER], &head);
    }
    net.wait(1_000);
    assert!(shown(&net, 1, 0) && shown(&net, WATCHER, 0));
    let change = to_bot(0);
    let core = change_core(&net, 1, change);
    for round in [1, 4, 8] {
        let vote = vote_for(&net, 0, round, &core, None);
        say_to(&mut net, 0, &[1, WATCHER], &backed(vote, &[]));
        net.wait(3_000);
    }
    let says = whistlestop_proto::statement::Stance { index: core.index, liar: 1, entry: None, life: 0 };
    let word = Message::Stance(super::liar::stance(&net, 0, says));
    say_to(&mut net, 0, &[1, WATCHER], &word);
    net.wait(60_000);
    assert_eq!(net.voters(1), [0, 1, 6], "removed without its link: {}", net.live(1).explain());
}
