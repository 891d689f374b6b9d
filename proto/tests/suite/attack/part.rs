//! One liar does not make two entries final at one index, or whoever sees both finds the proof against it.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Core, Entry};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Leave, Signed, Stance};

use super::liar::{blamed, drops, forked, late_move, meet, possess, shown, signed_move, stance};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, identity, key, to_bot, to_player};

// Part: repair

/// Before anybody knows that A lies it vouches to C for something that is final. Later C says that nothing is final for
/// it, and then A's head makes C's move final all the same, while B repairs.
#[test]
fn who_said_that_nothing_is_final_takes_nothing_for_final_upon_the_liars_word() {
    for vouches in [false, true] {
        let mut net = Net::players(3);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        let vouched = stance(&net, 0, Stance { index: 2, liar: 1, entry: Some(cores[1].hash()), life: 0 });
        if vouches {
            net.say(0, 2, &Message::Stance(vouched));
        }
        for (peer, core) in [(1, &cores[0]), (2, &cores[1])] {
            let late = late_move(&net, 0, core, 0);
            net.inject(0, peer, &whistlestop_proto::codec::encode(&late));
        }
        // What B says of its stance is a moment slower than the liar.
        net.censor =
            Some(Box::new(|from, to, message| from == 1 && to == 2 && matches!(message, Message::Stance(_))));
        let head = Message::Head(head_for(&net, 0, 0, &cores[1]));
        for _ in 0..400 {
            net.wait(50);
            let said = |(from, _, message): &(usize, usize, Message)| {
                *from == 2 && matches!(message, Message::Stance(_))
            };
            if net.traffic.iter().any(said) {
                net.say(0, 2, &head);
                break;
            }
        }
        net.wait(2_000);
        net.censor = None;
        net.wait(20_000);
        assert!(net.live(1).log().len() > 1 && net.live(2).log().len() > 1);
        assert_eq!(
            net.live(1).log()[1].hash(),
            net.live(2).log()[1].hash(),
            "vouches {vouches}: both said that nothing is final, were linked all the time, and have parted"
        );
    }
}

// Part: evidence that is not shown

/// The liar makes X final with B and the removal of B with C, and contradicts itself only by a vote that B heard. B's
/// program is started again in between: its journal has the vote, and B must still know it.
#[test]
fn a_restart_forgets_no_vote_that_shows_who_parted_the_table() {
    for restart in [false, true] {
        let mut net = Net::players(3);
        let removal = change_core(&net, 2, to_bot(0));
        possess(&mut net, 1);
        net.split(&[0], &[2]);
        let mine = move_core(&net, 0, 0, 4);
        net.act(0, 4).expect("its turn");
        let vote = vote_for(&net, 1, 2, &mine, None);
        net.say(1, 0, &backed(vote, &[]));
        let head = Message::Head(head_for(&net, 1, 2, &mine));
        net.say(1, 0, &head);
        net.settle();
        assert_eq!(net.live(0).log().len(), 2, "X is final for B: {}", net.live(0).explain());
        net.want(2, to_bot(0)).expect("possible");
        let vote = vote_for(&net, 1, 1, &removal, None);
        net.say(1, 2, &backed(vote, &[]));
        let head = Message::Head(head_for(&net, 1, 1, &removal));
        net.say(1, 2, &head);
        net.settle();
        assert!(net.live(2).log().len() >= 2);
        assert_ne!(net.live(2).log()[1].hash(), net.live(0).log()[1].hash());
        if restart {
            net.crash(0);
            let journal = net.peers[0].journal.clone();
            net.try_restore(0, &journal).expect("sound");
        }
        net.link(0, 2);
        net.wait(60_000);
        for peer in [0, 2] {
            assert!(forked(&net, peer), "peer {peer}, restart {restart}");
            assert!(shown(&net, peer, 1), "no evidence at {peer}, restart {restart}");
        }
    }
}

/// A's disk went back. With B it moves and removes C, with C it removes B. When B and C meet, the entry that B tells C
/// next is one that changes who counts, sealed by those who counted for B: C holds that for an offence, drops B, and
/// nobody learns anything.
#[test]
fn whoever_meets_the_other_part_at_a_change_of_who_counts_finds_the_evidence_and_drops_nobody() {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 60);
    net.play(0, 4);
    let old = net.peers[0].journal.clone();
    net.isolate(0);
    net.isolate(2);
    net.link(0, 1);
    net.act(0, 3).expect("its turn");
    for peer in [0, 1] {
        net.want(peer, to_bot(2)).expect("possible");
    }
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1]);
    net.crash(0);
    net.isolate(1);
    net.try_restore(0, &old).expect("an old journal is sound");
    net.link(0, 2);
    for peer in [0, 2] {
        net.want(peer, to_bot(1)).expect("possible");
    }
    net.wait(1_000);
    assert_eq!(net.voters(2), [0, 2]);
    net.crash(0);
    net.link(1, 2);
    net.wait(60_000);
    let of = |peer: usize| {
        let dropped = net.has_event(peer, |event| matches!(event, ProtocolEvent::Drop { .. }));
        (dropped, forked(&net, peer), shown(&net, peer, 0))
    };
    assert_eq!([1, 2].map(of), [(false, true, true); 2], "dropped the other, saw the fork, saw the evidence");
}

// Part: a farewell that is believed

/// C moves X, late, to A and B, who acknowledge it, and says farewell to all. D, who has not X, wants a bot. C
/// acknowledges the handover for A and B and X for D, who is shown the heads of A and B. In version 1 A and B had the
/// handover final and D had X, without evidence.
#[test]
fn at_four_a_mover_that_says_farewell_and_acknowledges_both_ways_parts_nobody() {
    for votes in [false, true] {
        let mut net = Net::players(4);
        net.play(0, 2);
        let (mine, removal) = (move_core(&net, 0, 2, 9), change_core(&net, 0, to_bot(2)));
        possess(&mut net, 2);
        net.censor = Some(Box::new(|from, to, _| to == 3 && from < 2));
        let moved = late_move(&net, 2, &mine, 0);
        say_to(&mut net, 2, &[0, 1], &moved);
        net.wait(10);
        assert!(net.live(0).sent().is_some_and(|entry| entry.core == mine));
        let wish = Signed::new(&identity(2), &net.contract.table(), 2, Leave { since: 0 });
        say_to(&mut net, 2, &[0, 1, 3], &Message::Leave(wish));
        if votes {
            let vote = backed(vote_for(&net, 2, 1, &removal, None), &[]);
            say_to(&mut net, 2, &[0, 1], &vote);
        }
        let heads = [head_for(&net, 2, 0, &mine), head_for(&net, 2, 1, &removal)].map(Message::Head);
        say_to(&mut net, 2, &[0, 1], &heads[1]);
        net.wait(3_000);
        net.say(2, 3, &moved);
        for voter in [0, 1] {
            let head = Message::Head(head_for(&net, voter, 0, &mine));
            net.say(2, 3, &head);
        }
        net.say(2, 3, &heads[0]);
        net.censor = None;
        for message in heads.iter().chain([&moved]) {
            say_to(&mut net, 2, &[0, 1, 3], message);
        }
        net.wait(20_000);
        for peer in [0, 1, 3] {
            let decided = net.live(peer).log().get(3).map(Entry::hash);
            assert_eq!(decided, Some(mine.hash()), "votes {votes}, {peer}: {}", net.live(peer).explain());
        }
    }
}

// Part: a second move that nobody looks at any more

/// The last voter holds the liar's move Y when X, the liar's other move, comes to it as final from the others. Whether
/// or not Y came with a head, two moves prove a lie.
#[test]
fn a_second_move_that_is_kept_while_the_first_comes_as_final_is_proof() {
    for (seats, is_late) in [(3, true), (4, true), (4, false)] {
        let mut net = Net::players(seats);
        possess(&mut net, 0);
        let last = seats - 1;
        net.isolate(last);
        let now = net.now;
        net.live_mut(last).handle_connected(now, key(0));
        let (x, y) = (move_core(&net, 1, 0, 3), move_core(&net, 1, 0, 4));
        let other = if is_late { late_move(&net, 0, &y, 0) } else { signed_move(&net, 0, &y, 0) };
        net.say(0, last, &other);
        assert!(net.live(last).sent().is_some_and(|entry| entry.core == y), "Y is kept");
        let sent = signed_move(&net, 0, &x, 0);
        let rest: Vec<usize> = (1..last).collect();
        say_to(&mut net, 0, &rest, &sent);
        net.settle();
        net.wait(10);
        net.act(1, 5).expect("its turn");
        net.wait(1_000);
        net.isolate(0);
        net.link(1, last);
        net.wait(5_000);
        assert_eq!(net.live(last).log()[1].core, x, "it has caught up");
        assert!(shown(&net, last, 0), "{seats} seats, late {is_late}");
    }
}

// Part: a vote that a restart forgets

/// C, who is to move, has moved, and only C knows. With B the liar has made the removal of C final in round 1; with C
/// it votes for the move in round 2, hiding that.
fn removed_with_b_alone() -> (Net, Core) {
    let mut net = Net::players(3);
    let removal = change_core(&net, 1, to_bot(0));
    possess(&mut net, 2);
    net.split(&[0], &[1]);
    let mine = move_core(&net, 0, 0, 4);
    net.act(0, 4).expect("its turn");
    net.want(1, to_bot(0)).expect("possible");
    let vote = vote_for(&net, 2, 1, &removal, None);
    net.say(2, 1, &backed(vote, &[]));
    let head = Message::Head(head_for(&net, 2, 1, &removal));
    net.say(2, 1, &head);
    net.settle();
    assert_eq!(net.live(1).log()[1].hash(), removal.hash());
    let vote = vote_for(&net, 2, 2, &mine, None);
    net.say(2, 0, &backed(vote, &[]));
    (net, mine)
}

/// Then comes the liar's head of round 2.
fn make_final_for_c(net: &mut Net, mine: &Core) {
    let head = Message::Head(head_for(net, 2, 2, mine));
    net.say(2, 0, &head);
    net.settle();
    assert_eq!(net.live(0).log().get(1).map(Entry::hash), Some(mine.hash()), "{}", net.live(0).explain());
}

/// B and C meet.
fn finds_the_proof(net: &mut Net, restart: bool) {
    net.link(0, 1);
    net.wait(60_000);
    let cheated = [0, 1].iter().all(|peer| shown(net, *peer, 2));
    assert!(cheated, "restart {restart}: parted, and no proof: {:?}", blamed(net, 2));
}

/// C is bound to its move anyway, acknowledges it in round 2, and is started again. Its journal must hold the liar's
/// vote, or nothing that is left contradicts the removal.
#[test]
fn a_restart_before_an_entry_is_final_forgets_no_vote_that_shows_who_parted_the_table() {
    for restart in [false, true] {
        let (mut net, mine) = removed_with_b_alone();
        net.settle();
        if restart {
            net.crash(0);
            let journal = net.peers[0].journal.clone();
            net.try_restore(0, &journal).expect("sound");
            meet(&mut net, 0, 2);
        }
        make_final_for_c(&mut net, &mine);
        finds_the_proof(&mut net, restart);
    }
}

/// The same after it is final: the journal keeps the last votes only, and the liar has cast many since that say no lie.
#[test]
fn a_restart_after_many_rounds_forgets_no_vote_that_shows_who_parted_the_table() {
    for restart in [false, true] {
        let (mut net, mine) = removed_with_b_alone();
        let acked = Acked { since: 2, round: 2, entry: mine.hash() };
        for round in 3..14 {
            let vote = vote_for(&net, 2, round, &mine, Some(acked));
            net.say(2, 0, &backed(vote, &[]));
            net.wait(4_000);
        }
        make_final_for_c(&mut net, &mine);
        if restart {
            net.crash(0);
            let journal = net.peers[0].journal.clone();
            net.try_restore(0, &journal).expect("sound");
        }
        finds_the_proof(&mut net, restart);
    }
}

// Part: who was forgiven and lies again

/// The liar leaves four proofs against itself, is removed, and the others let it return. What it does then is no news
/// to anybody.
fn forgiven(lies: u8) {
    let mut net = Net::started(&[true; 3], DrawMode::Fresh, 60);
    possess(&mut net, 0);
    for amount in 3..4 + lies {
        let late = late_move(&net, 0, &move_core(&net, 1, 0, amount), 0);
        say_to(&mut net, 0, &[1, 2], &late);
    }
    net.wait(60_000);
    assert_eq!(net.voters(1), [1, 2]);
    for peer in [1, 2] {
        net.want(peer, to_player(0)).expect("possible");
    }
    net.wait(5_000);
    assert_eq!(net.voters(1), [0, 1, 2]);
    for _ in 0..20 {
        if net.turn(1) == ToMove::Seat(0) {
            break;
        }
        let _ = net.act(1, 3);
        let _ = net.act(2, 3);
        net.wait(1_000);
    }
    assert_eq!(net.turn(1), ToMove::Seat(0));
    let count = |net: &Net, peer: usize| {
        net.peers[peer]
            .events
            .iter()
            .filter(|event| matches!(event, ProtocolEvent::Contradicted { .. }))
            .count()
    };
    let before = [1, 2].map(|peer| count(&net, peer));
    net.split(&[1], &[2]);
    for (peer, amount) in [(1, 4), (2, 5)] {
        let sent = signed_move(&net, 0, &move_core(&net, peer, 0, amount), 0);
        net.say(0, peer, &sent);
    }
    net.wait(1_000);
    net.heal_all();
    net.wait(60_000);
    let after = [1, 2].map(|peer| count(&net, peer));
    let parted = net.live(1).log().iter().zip(net.live(2).log()).any(|(a, b)| a.hash() != b.hash());
    assert!(parted, "it parts the table again");
    assert!(
        after[0] > before[0] && after[1] > before[1],
        "{lies} lies, proofs shown: {before:?} before, {after:?} after"
    );
}

#[test]
fn at_three_a_liar_that_was_forgiven_is_shown_again() {
    forgiven(1);
    forgiven(5);
}

// Part: two parts that have removed each other

/// At three the liar removes C with B, and B with C; both parts play on, and meet.
#[test]
fn parts_that_have_removed_each_other_drop_nobody_and_find_the_proof() {
    for entries in [0, 1, 4] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 60);
        possess(&mut net, 0);
        net.split(&[1], &[2]);
        for (peer, gone) in [(1, 2), (2, 1)] {
            let core = change_core(&net, peer, to_bot(gone));
            net.want(peer, to_bot(gone)).expect("possible");
            let vote = vote_for(&net, 0, 1, &core, None);
            net.say(0, peer, &backed(vote, &[]));
            let head = Message::Head(head_for(&net, 0, 1, &core));
            net.say(0, peer, &head);
            net.wait(1_000);
            assert_eq!(net.live(peer).log().len(), 2, "{}", net.live(peer).explain());
            for amount in 0..entries {
                if net.turn(peer) == ToMove::Seat(0) {
                    let sent = signed_move(&net, 0, &move_core(&net, peer, 0, 3 + amount), 0);
                    net.say(0, peer, &sent);
                }
                let _ = net.act(peer, 3 + amount);
                if let Some(core) = net.live(peer).sent().map(|entry| entry.core.clone()) {
                    let head = Message::Head(head_for(&net, 0, 0, &core));
                    net.say(0, peer, &head);
                }
                net.wait(1_000);
            }
        }
        let lens = net.lens();
        net.heal_all();
        net.wait(60_000);
        let cheated = [1, 2].map(|peer| shown(&net, peer, 0));
        assert_eq!((cheated, drops(&net)), ([true, true], Vec::new()), "{entries} entries, lens {lens:?}");
    }
}
