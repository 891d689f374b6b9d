//! Old words that somebody has lost its memory, for those who are behind.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Lost, Signed};

use super::liar::{blamed, lost_words, meet, parted, possess, signed_move};
use super::second_words::{First, knowing, words_of_before_part};
use crate::forge::{head_for, move_core};
use crate::net::{Net, WATCHER};

/// The last word of each of these that it has lost its memory.
fn last_words(net: &Net, voters: &[Voter]) -> Vec<Signed<Lost>> {
    voters.iter().map(|voter| lost_words(net, *voter).into_iter().next_back().expect("it said so")).collect()
}

#[test]
fn at_four_nobody_is_parted_by_words_of_those_who_have_their_memory_again() {
    words_of_before_part(4, First::Others);
}

#[test]
fn at_six_nobody_is_parted_by_words_of_those_who_have_their_memory_again() {
    words_of_before_part(6, First::Others);
}

/// Two players, one of whom lies. B lost its disk once, and has its memory again. Somebody who only watches was away
/// meanwhile, and meets the liar first.
#[test]
fn at_two_nobody_who_watches_is_parted_by_a_word_of_who_has_its_memory_again() {
    let mut net = Net::started(&[true; 2], DrawMode::Fresh, 40);
    net.join(WATCHER);
    net.heal_all();
    net.wait(1_000);
    net.isolate(WATCHER);
    let core = move_core(&net, 0, 0, 9);
    net.act(0, 3).expect("its turn");
    net.play(0, 4);
    net.crash(1);
    net.join(1);
    net.link(0, 1);
    net.wait(5_000);
    assert!(!net.live(1).is_recovering());
    net.play(0, 3);
    let words = last_words(&net, &[1]);
    possess(&mut net, 0);
    meet(&mut net, WATCHER, 0);
    net.say(0, WATCHER, &Message::Lost(words[0].clone()));
    let sent = signed_move(&net, 0, &core, 0);
    net.say(0, WATCHER, &sent);
    let head = knowing(&net, head_for(&net, 0, 2, &core), Voters::NONE.with(1));
    net.say(0, WATCHER, &Message::Head(head));
    net.wait(3_000);
    net.heal_all();
    net.wait(20_000);
    assert!(!parted(&net), "{:?} {:?}", net.lens(), blamed(&net, 0));
}

// Behind

/// Somebody who only watches has old words of three others, who all have their memory. E, which is behind and meets
/// nobody else for a while, must keep its own.
#[test]
fn a_spectator_with_old_words_makes_nobody_who_is_behind_give_its_memory_up() {
    let mut net = Net::started(&[true; 5], DrawMode::Fresh, 40);
    net.play(0, 2);
    net.isolate(4);
    for peer in 0..3 {
        net.crash(peer);
        net.join(peer);
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            net.link(a, b);
        }
        net.wait(10_000);
        assert!(!net.live(peer).is_recovering(), "{peer}: {}", net.live(peer).explain());
    }
    let words = last_words(&net, &[0, 1, 2]);
    let life = net.live(4).life();
    meet(&mut net, 4, WATCHER);
    for _ in 0..30 {
        for word in &words {
            net.say(WATCHER, 4, &Message::Lost(word.clone()));
        }
        net.wait(1_000);
    }
    assert_eq!(net.live(4).life(), life);
    assert!(!net.live(4).is_recovering());
}

// Words that one has missed

/// All disks are lost, B's twice. Somebody who only watches repeats what B's first start said, whenever its second one
/// has spoken.
#[test]
fn a_spectator_that_repeats_the_word_of_a_start_that_is_gone_keeps_nobody_from_beginning_anew() {
    for hostile in [false, true] {
        let mut net = Net::players(2);
        net.play(0, 2);
        net.crash(0);
        net.crash(1);
        net.join(1);
        net.join(0);
        net.heal_all();
        net.wait(2_000);
        let old = lost_words(&net, 1).into_iter().next_back().expect("it said so");
        net.crash(1);
        net.join(1);
        meet(&mut net, 0, WATCHER);
        net.heal_all();
        for _ in 0..2_400 {
            net.wait(50);
            if hostile && net.now.is_multiple_of(150) {
                net.say(WATCHER, 0, &Message::Lost(old.clone()));
            }
        }
        assert!(!net.live(0).is_recovering(), "hostile {hostile}: {}", net.live(0).explain());
    }
}

/// A bot stands in for C, who wants its seat back while chance decides, and whose disk is lost then. It must get its
/// seat back in the life that it has: nobody else speaks in the old one.
#[test]
fn who_wants_its_seat_back_and_loses_its_disk_is_not_taken_for_a_copy() {
    for (slow, voters) in (0..12).flat_map(|slow| [(slow, 3), (slow, 4)]) {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 40);
        let who = voters - 1;
        let seat = u8::try_from(who).expect("few");
        net.wait(1_000);
        for peer in 0..voters {
            let _ = net.want(peer, whistlestop_proto::entry::Change::StandIn { seat });
        }
        net.wait(3_000);
        assert!(net.live(0).holders()[who].is_bot());
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Reveal(_))));
        for _ in 0..10 {
            (0..voters).for_each(|peer| drop(net.act(peer, 3)));
            net.wait(200);
        }
        assert_eq!(net.turn(0), ToMove::Chance);
        net.come_back(who).expect("possible");
        net.crash(who);
        // Votes are slow, too.
        net.censor = Some(Box::new(|_, _, message| {
            matches!(message, Message::Reveal(_) | Message::Vote(_) | Message::Entry(_))
        }));
        net.join(who);
        net.heal_all();
        net.wait(slow * 150);
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Vote(_))));
        net.wait(slow * 100);
        net.censor = None;
        for _ in 0..30 {
            let _ = net.come_back(who);
            net.wait(1_000);
        }
        let changes: Vec<_> = net.live(0).log().iter().map(|entry| &entry.core.body).collect();
        let changes: Vec<_> = changes
            .into_iter()
            .filter(|body| matches!(body, whistlestop_proto::entry::Body::Change(_)))
            .collect();
        assert!(!net.live(who).is_superseded(), "slow {slow}, {voters} voters: {changes:?}");
        assert!(!net.live(who).is_silent(), "slow {slow}, {voters} voters: {}", net.live(who).explain());
    }
}

/// A contract with one player; somebody who watched was admitted, so that two count. The player's disk is lost, or its
/// home is moved: the witness has heard much of it.
fn founded_alone(lost: bool) {
    let mut net = Net::started(&[true, false, false], DrawMode::Fresh, 40);
    net.join(WATCHER);
    net.heal_all();
    net.wait(1_000);
    net.play(0, 2);
    let admission = net.admission(0, WATCHER);
    net.want(0, admission).expect("possible");
    net.wait(2_000);
    assert_eq!(net.voters(0), [0, 6]);
    net.play(0, 3);
    let before = net.lens()[0];
    let old = net.peers[0].journal.clone();
    net.play(0, 3);
    net.crash(0);
    if lost {
        net.join(0);
    } else {
        // An old state of it, which was kept elsewhere.
        net.restore_at(0, &old, whistlestop_proto::hash::Hash([8; 32])).expect("sound");
    }
    for _ in 0..5 {
        let _ = net.act(0, 5);
        net.wait(200);
    }
    net.heal_all();
    for _ in 0..30 {
        let _ = net.act(0, 5);
        net.wait(1_000);
    }
    let state = format!("{:?} {:?} before {before}", net.lens(), blamed(&net, 0));
    assert!(blamed(&net, 0).iter().all(|(_, cheated)| !cheated), "lost {lost}: {state}");
    assert!(!parted(&net), "lost {lost}: {state}");
    assert!(net.lens().iter().all(|len| *len > before + 3), "lost {lost}: {state}");
}

#[test]
fn whoever_founded_alone_and_loses_its_disk_beside_an_admitted_witness_is_no_cheat() {
    founded_alone(true);
}

#[test]
fn whoever_founded_alone_and_starts_from_an_old_home_beside_an_admitted_witness_is_no_cheat() {
    founded_alone(false);
}
