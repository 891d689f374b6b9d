//! Questions of those who have forgotten what they said: asked by strangers, asked again, or asked and left alone, they stop nobody.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::Turn;
use whistlestop_proto::statement::Signed;
use whistlestop_proto::told::Ask;

use crate::forge::{move_core, say_to};
use crate::liar::{delivered, intrude, late_move, possess, question, signed_move, status_of};
use crate::net::{Net, WATCHER, identity, to_bot};

// Freeze: questions

/// A spectator says that it is far ahead: so nobody tells B what it said, who has lost its disk.
#[test]
fn a_spectator_that_claims_to_be_ahead_does_not_keep_a_lost_disk_from_being_told() {
    for claimed in [0, 60_000] {
        let mut net = Net::players(2);
        net.play(1, 2);
        net.crash(1);
        intrude(&mut net, WATCHER);
        let far = Message::Status(status_of(&net, claimed));
        net.say(WATCHER, 0, &far);
        net.join(1);
        net.heal_all();
        for _ in 0..240 {
            net.say(WATCHER, 0, &far);
            net.wait(500);
        }
        assert!(!net.live(1).is_recovering(), "{claimed}, two minutes later: {}", net.live(1).explain());
    }
}

/// The same for who counts alone: it waits for whoever says that it has more.
#[test]
fn a_spectator_that_claims_to_be_ahead_does_not_keep_who_counts_alone_from_going_on() {
    for claimed in [0, 60_000] {
        let mut net = Net::players(2);
        net.play(1, 2);
        net.leave(1).expect("at the table");
        net.wait(3_000);
        assert_eq!(net.voters(0), [0]);
        net.crash(0);
        let journal = net.peers[0].journal.clone();
        net.restore_at(0, &journal, Hash([2; 32])).expect("sound");
        intrude(&mut net, WATCHER);
        let far = Message::Status(status_of(&net, claimed));
        for _ in 0..120 {
            net.say(WATCHER, 0, &far);
            net.wait(500);
        }
        assert!(!net.live(0).is_recovering(), "{claimed}, a minute later: {}", net.live(0).explain());
    }
}

/// Who waits for an answer asks with every status, and whoever answers writes that down each time.
#[test]
fn a_question_that_waits_overnight_does_not_fill_the_disks_of_others() {
    let mut net = Net::players(3);
    net.play(1, 2);
    net.crash(1);
    net.crash(2);
    net.join(1);
    net.heal_all();
    net.wait(10_000);
    let before = net.peers[0].journal.len();
    net.wait(60_000);
    let grown = net.peers[0].journal.len() - before;
    assert!(grown < 1_000, "{grown} bytes in a minute in which nothing happened");
}

// Freeze: what was asked once

/// B has lost its disk, was told, and has lost it again. A spectator repeats the question of the first time, as often as it can: B's
/// new one must be heard all the same.
#[test]
fn a_spectator_that_repeats_an_old_question_does_not_keep_a_new_one_from_being_answered() {
    for hostile in [false, true] {
        let mut net = Net::players(3);
        net.play(1, 2);
        net.crash(1);
        net.join(1);
        net.heal_all();
        net.wait(5_000);
        assert!(!net.live(1).is_recovering());
        let asked = |(_, _, message): &(usize, usize, Message)| match message {
            Message::Ask(ask) if ask.voter == 1 => Some(Message::Ask(*ask)),
            _ => None,
        };
        let old = net.traffic.iter().find_map(asked).expect("it asked");
        net.crash(1);
        intrude(&mut net, WATCHER);
        let repeat = |net: &mut Net| {
            for _ in 0..if hostile { 3 } else { 0 } {
                say_to(net, WATCHER, &[0, 2], &old);
            }
        };
        repeat(&mut net);
        net.join(1);
        net.heal_all();
        for _ in 0..1_200 {
            repeat(&mut net);
            net.wait(50);
        }
        assert!(!net.live(1).is_recovering(), "hostile {hostile}, a minute later: {}", net.live(1).explain());
    }
}

// Freeze: a question that is asked and then left alone. It takes no lie: who loses its disk behind its move and never comes back does it.

/// Voter 0 moves, and only B hears it; then it has lost its disk and asks; the others, who have not heard of the move, tell it so, and
/// from then on take nothing of its first life. Then it is gone. B is bound to the move, or has it for final; the others never take it.
fn asked_and_gone(voters: usize, late: bool, asks: bool) -> Result<(), String> {
    let mut net = Net::players(voters);
    let table = net.contract.table();
    let mine = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    let others: Vec<usize> = (2..voters).collect();
    net.split(&[1], &others);
    let sent = if late { late_move(&net, 0, &mine, 0) } else { signed_move(&net, 0, &mine, 0) };
    net.say(0, 1, &sent);
    if asks {
        let ask = Message::Ask(Signed::new(&identity(0), &table, 0, Ask { life: 1, instance: 9 }));
        say_to(&mut net, 0, &others, &ask);
        net.settle();
    }
    net.heal_all();
    net.wait(2_000);
    for peer in 1..voters {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(200_000);
    let lens = net.lens();
    let on = lens.iter().all(|len| *len >= 3) && net.voters(1).len() == voters - 1;
    let state = || format!("{voters} voters, late {late}, {lens:?}: {}", net.live(2).explain());
    if on && net.live(1).evidence().count() == 0 { Ok(()) } else { Err(state()) }
}

#[test]
fn a_move_that_few_heard_is_decided_about_if_its_player_is_gone() {
    for (voters, late) in [(3, false), (3, true), (4, false), (4, true), (5, false), (5, true)] {
        assert_eq!(asked_and_gone(voters, late, false), Ok(()));
    }
}

#[test]
fn at_three_who_asks_what_it_said_and_goes_does_not_freeze_the_others_by_its_move() {
    assert_eq!(asked_and_gone(3, false, true), Ok(()));
}

#[test]
fn at_three_who_asks_what_it_said_and_goes_does_not_freeze_the_others_by_its_late_move() {
    assert_eq!(asked_and_gone(3, true, true), Ok(()));
}

#[test]
fn at_four_who_asks_what_it_said_and_goes_does_not_freeze_the_others_by_its_move() {
    assert_eq!(asked_and_gone(4, false, true), Ok(()));
}

#[test]
fn at_five_who_asks_what_it_said_and_goes_does_not_freeze_the_others_by_its_move() {
    assert_eq!(asked_and_gone(5, false, true), Ok(()));
}

// Freeze: who claims to be ahead

/// At five B's disk is lost. Three others could tell it what it said, but one voter says that it is ahead of them, and they wait for that.
#[test]
fn at_five_a_voter_that_claims_to_be_ahead_does_not_keep_a_lost_disk_from_being_told() {
    let mut net = Net::players(5);
    possess(&mut net, 4);
    net.wait(1_000);
    net.crash(1);
    net.join(1);
    net.heal_all();
    let far = Status {
        index: 60_000,
        tip: Hash([9; 32]),
        accessions: net.contract.founders(),
        heads_at_tip: Voters::NONE,
        ..Status::default()
    };
    let far = Message::Status(far);
    for _ in 0..400 {
        say_to(&mut net, 4, &[0, 2, 3], &far);
        net.wait(500);
    }
    assert!(!net.live(1).is_recovering(), "200 s later: {}", net.live(1).explain());
}

// Freeze and flood: answers that are used up

/// B once started from a new place and asked. Ever since somebody who only watches repeats that old question, whenever B's move is known and not yet final: each time the others tell, and at last
/// they have told so much that they tell no more. Then B's disk is lost.
fn old_question_again(voters: usize, hostile: bool) {
    let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 60);
    net.crash(1);
    net.join(1);
    net.heal_all();
    net.wait(4_000);
    assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false));
    let asked = delivered(&net, |message| match message {
        Message::Ask(ask) if ask.voter == 1 => Some(*ask),
        _ => None,
    });
    let asked = codec::encode(&Message::Ask(asked.into_iter().next_back().expect("it asked")));
    intrude(&mut net, WATCHER);
    net.traffic.clear();
    let mut moves = 0;
    while moves < 40 {
        match net.turn(0) {
            Turn::Seat(1) => {
                // The heads of the others are on their way for a moment.
                net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_))));
                net.act(1, 3).expect("its turn");
                for peer in (0..voters).filter(|peer| hostile && *peer != 1) {
                    net.inject(WATCHER, peer, &asked);
                }
                net.settle();
                net.censor = None;
                moves += 1;
            }
            Turn::Seat(seat) => {
                let _ = net.act(usize::from(seat), 3);
            }
            _ => {}
        }
        net.wait(600);
    }
    net.wait(2_000);
    net.crash(1);
    net.join(1);
    net.heal_all();
    net.wait(200_000);
    assert!(
        !net.live(1).is_recovering(),
        "{voters} voters, hostile {hostile}: nobody tells B what it said: {}",
        net.live(1).explain()
    );
}

#[test]
fn a_question_that_somebody_who_watches_repeats_uses_up_nobodys_answers() {
    old_question_again(4, false);
    old_question_again(4, true);
}

#[test]
fn at_three_a_question_that_somebody_who_watches_repeats_uses_up_nobodys_answers() {
    old_question_again(3, false);
    old_question_again(3, true);
}

/// Who asks for one life after the other, and has said nothing, is answered each time, and that is written down.
#[test]
fn questions_of_one_who_says_nothing_do_not_fill_the_disks_of_others() {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    net.wait(2_000);
    let mut life = 0;
    let mut ask_for_a_minute = |net: &mut Net| {
        let before = net.peers[1].journal.len();
        net.traffic.clear();
        for _ in 0..60 {
            life += 1;
            let asked = question(net, 0, Ask { life, instance: 9 });
            net.inject(0, 1, &codec::encode(&asked));
            net.wait(1_000);
        }
        net.peers[1].journal.len() - before
    };
    let grown: Vec<usize> = (0..5).map(|_| ask_for_a_minute(&mut net)).collect();
    assert!(grown[4] < 2_000, "{grown:?} bytes in each minute: there is no end of answers");
}

// Freeze: a copy that asks and is gone

/// A copy of B's home was started for a moment, asked one of the others, and is gone. Another is away.
fn a_copy_asked(hostile: bool) {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 60);
    intrude(&mut net, WATCHER);
    if hostile {
        let asked = question(&net, 1, Ask { life: 1, instance: 77 });
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Ask(_) | Message::Told(_))));
        net.say(WATCHER, 2, &asked);
        net.settle();
        net.censor = None;
    }
    net.crash(3);
    for _ in 0..100 {
        for peer in [0, 1, 2] {
            let _ = net.want(peer, to_bot(3));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    assert!(
        net.lens().iter().all(|len| *len > 6),
        "hostile {hostile}: {:?} {}",
        net.lens(),
        net.live(1).explain()
    );
}

#[test]
fn at_four_a_copy_that_asked_one_and_is_gone_does_not_stop_the_table_while_one_is_away() {
    a_copy_asked(false);
    a_copy_asked(true);
}
