//! Starts that do not know what was said before them, or claim so: they neither part a table, nor stop it, nor brand an
//! honest voter.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Entry, Proof};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::{
    LOST_REACH, MAX_OFFENCES, MAX_RENEWALS, MAX_VOTERS, OUTNUMBERED_MILLIS, SOLE_MILLIS,
};
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Head, Signed, Vote};

use super::liar::{
    blamed, head_in_life, in_life, intrude, late_move, lose_disk, lost, lost_words, meet, never_cheated,
    open_for, parted, possess, says_lost, shown, signed_move, status_of,
};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot};

// Freeze: who claims to be ahead

/// A spectator says that it is far ahead while B, who has lost its disk, waits for its life.
#[test]
fn a_spectator_that_claims_to_be_ahead_does_not_keep_a_lost_disk_from_going_on() {
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

/// At five B's disk is lost, and one voter says that it is ahead of the others.
#[test]
fn at_five_a_voter_that_claims_to_be_ahead_does_not_keep_a_lost_disk_from_going_on() {
    let mut net = Net::players(5);
    possess(&mut net, 4);
    net.wait(1_000);
    lose_disk(&mut net, 1);
    let far = Status {
        index: 60_000,
        tip: Hash([9; 32]),
        accessions: net.contract.founders(),
        ..Status::default()
    };
    let far = Message::Status(far);
    for _ in 0..400 {
        say_to(&mut net, 4, &[0, 2, 3], &far);
        net.wait(500);
    }
    assert!(!net.live(1).is_recovering(), "200 s later: {}", net.live(1).explain());
}

/// Who counts alone and has lost its memory gives whoever watches a moment, and more of it to whoever says that it has more.
#[test]
fn who_counts_alone_waits_a_moment_and_longer_for_who_claims_to_be_ahead() {
    for (claimed, moments) in [(None, 1), (Some(0), 1), (Some(60_000), 10)] {
        let mut net = alone_with_a_lost_memory();
        let begun = net.now;
        if claimed.is_some() {
            intrude(&mut net, WATCHER);
        }
        let told = claimed.map(|index| Message::Status(status_of(&net, index)));
        while net.live(0).is_recovering() {
            if let Some(status) = &told {
                net.say(WATCHER, 0, status);
            }
            net.wait(250);
            assert!(net.now < begun + 60_000, "{claimed:?}: {}", net.live(0).explain());
        }
        let waited = net.now - begun;
        let due = moments * SOLE_MILLIS;
        assert!((due..due + 1_000).contains(&waited), "{claimed:?}: {waited}");
    }
}

/// A table of two whose other player has left, as it comes back from a copy of its journal.
fn alone_with_a_lost_memory() -> Net {
    let mut net = Net::players(2);
    net.play(1, 2);
    net.leave(1).expect("at the table");
    net.wait(3_000);
    assert_eq!(net.voters(0), [0]);
    net.crash(1);
    net.crash(0);
    let journal = net.peers[0].journal.clone();
    net.restore_at(0, &journal, Hash([2; 32])).expect("sound");
    assert!(net.live(0).is_recovering() && net.live(0).is_silent());
    net
}

/// It hears its own word again, and then one of another start of its home: it goes on in its own life.
#[test]
fn a_word_of_another_start_does_not_go_before_ones_own() {
    let mut net = alone_with_a_lost_memory();
    intrude(&mut net, WATCHER);
    let (open, life) = (open_for(&net, 0), net.live(0).life());
    let [far, near] = [60_000, 0].map(|index| Message::Status(status_of(&net, index)));
    for _ in 0..12 {
        net.say(WATCHER, 0, &far);
        net.wait(500);
    }
    // Its own status has just gone out.
    net.wait(100);
    assert!(net.live(0).is_recovering(), "it waits for who is ahead");
    net.say(WATCHER, 0, &says_lost(&net, 0, open, life));
    net.say(WATCHER, 0, &says_lost(&net, 0, open, 99));
    net.say(WATCHER, 0, &near);
    net.wait(2_000);
    assert!(!net.live(0).is_recovering(), "{}", net.live(0).explain());
    assert!(net.has_event(0, |event| *event == ProtocolEvent::Recovered { life }));
    let begun = net.live(0).log().iter().filter(|entry| matches!(entry.core.body, Body::Anew { .. }));
    assert_eq!(begun.count(), 1, "and never in the other one");
}

// Freeze: who is left beside the lost

/// B and C have lost their disks: A cannot decide without them, and begins anew with them after a while, not at once.
#[test]
fn who_is_left_beside_too_many_that_lost_their_disks_waits_for_a_while_before_it_joins_them() {
    let mut net = Net::players(3);
    net.play(0, 2);
    lose_disk(&mut net, 1);
    lose_disk(&mut net, 2);
    net.wait(OUTNUMBERED_MILLIS - 1_000);
    assert_eq!(net.live(0).life(), 0, "one of them may find its memory");
    net.wait(40_000);
    for peer in 0..3 {
        assert!(!net.live(peer).is_recovering(), "{}", net.live(peer).explain());
        assert_ne!(net.live(peer).life(), 0);
    }
}

/// Of four C and D have lost their disks and B sleeps: as soon as B is back, all begin anew together.
#[test]
fn half_that_remembers_begins_anew_with_the_half_that_lost_its_disks() {
    let mut net = Net::players(4);
    net.play(0, 2);
    let final_before = net.live(0).log().to_vec();
    net.crash(1);
    lose_disk(&mut net, 2);
    lose_disk(&mut net, 3);
    net.wait(OUTNUMBERED_MILLIS);
    net.restart(1);
    net.wait(8 * OUTNUMBERED_MILLIS);
    for peer in 0..4 {
        assert!(!net.live(peer).is_recovering(), "{}", net.live(peer).explain());
        assert_ne!(net.live(peer).life(), 0, "{peer}");
        assert!(
            net.live(peer).log().starts_with(&final_before),
            "what was final for those who remember stays"
        );
    }
    net.finish();
}

/// There is nothing left to decide.
#[test]
fn after_the_game_nobody_gives_its_memory_up_for_others() {
    let mut net = Net::players(3);
    net.finish();
    lose_disk(&mut net, 1);
    lose_disk(&mut net, 2);
    net.wait(5 * OUTNUMBERED_MILLIS);
    assert!(!net.live(0).is_recovering());
    assert_eq!(net.live(0).life(), 0);
}

// Flood: words that are none

/// What nobody signed, and lives out of order or without end.
#[test]
fn a_word_that_nobody_signed_or_that_lists_lives_out_of_order_is_an_offence() {
    let many: Vec<(u8, u32)> = (0..=u8::try_from(MAX_VOTERS).expect("few")).map(|voter| (voter, 1)).collect();
    for (met, signed, sound) in [
        (vec![(0, 1), (1, 1)], true, true),
        (many[..MAX_VOTERS].to_vec(), true, true),
        (vec![(0, 1), (1, 1)], false, false),
        (vec![(1, 1), (0, 1)], true, false),
        (vec![(1, 1), (1, 2)], true, false),
        (many, true, false),
    ] {
        let mut net = Net::players(3);
        possess(&mut net, 2);
        intrude(&mut net, WATCHER);
        for life in 1..=MAX_OFFENCES {
            let mut word = lost(&net, 2, open_for(&net, 0), 100 + life, &met);
            if !signed {
                word.signature = Signature([3; 64]);
            }
            net.say(WATCHER, 0, &Message::Lost(word));
        }
        let dropped = |event: &ProtocolEvent| matches!(event, ProtocolEvent::Drop { peer, .. } if *peer == key(WATCHER));
        assert_eq!(net.has_event(0, dropped), !sound, "{met:?} signed {signed}");
    }
}

/// What is said about an index far away could be said about all of them.
#[test]
fn a_word_about_an_index_far_beyond_the_open_one_is_not_passed_on() {
    let mut net = Net::players(3);
    net.crash(2);
    net.wait(2_000);
    meet(&mut net, 0, 2);
    let open = open_for(&net, 0);
    for (index, near) in [(open + LOST_REACH + 1, false), (open + LOST_REACH, true)] {
        net.say(2, 0, &says_lost(&net, 2, index, 100 + index));
        net.settle();
        let passed = lost_words(&net, 2).iter().any(|word| word.says.index == index);
        assert_eq!(passed, near, "{index}");
    }
}

/// Numbers of lives are by chance: those of two voters may be the same.
#[test]
fn a_word_with_the_number_of_ones_own_life_is_passed_on_like_any_other() {
    let mut net = Net::players(3);
    lose_disk(&mut net, 1);
    net.wait(8_000);
    assert!(!net.live(1).is_recovering());
    net.crash(2);
    net.wait(2_000);
    meet(&mut net, 1, 2);
    net.traffic.clear();
    let word = says_lost(&net, 2, open_for(&net, 1), net.live(1).life());
    net.say(2, 1, &word);
    net.settle();
    assert_eq!(lost_words(&net, 2).len(), 1);
}

// Flood: words that wait

/// Who waits for its life says so with every status.
#[test]
fn a_lost_memory_that_waits_overnight_does_not_fill_the_disks_of_others() {
    let mut net = Net::players(3);
    net.play(1, 2);
    net.crash(1);
    net.crash(2);
    net.join(1);
    net.heal_all();
    net.wait(10_000);
    let before = [0, 1].map(|peer| net.peers[peer].journal.len());
    net.wait(60_000);
    for peer in [0, 1] {
        let grown = net.peers[peer].journal.len() - before[peer];
        assert!(grown < 1_000, "{grown} bytes at {peer} in a minute in which nothing happened");
    }
    assert!(!net.live(0).is_recovering(), "two of three remember: it waits for the other one");
}

/// Who claims one life after the other has an end of renewals, and what it says is not written down.
#[test]
fn lives_without_end_do_not_fill_the_disks_of_others() {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    net.wait(2_000);
    let mut life = 100;
    let mut claim_for_a_minute = |net: &mut Net| {
        let before = net.peers[1].journal.len();
        net.traffic.clear();
        for _ in 0..120 {
            life += 1;
            let word = says_lost(net, 0, open_for(net, 1), life);
            say_to(net, 0, &[1, 2], &word);
            net.wait(500);
        }
        net.peers[1].journal.len() - before
    };
    let grown: Vec<usize> = (0..6).map(|_| claim_for_a_minute(&mut net)).collect();
    assert!(grown[5] < 2_000, "{grown:?} bytes in each minute: there is no end of renewals");
    let renewed = net.peers[1].events.iter().filter(|event| **event == ProtocolEvent::Renewed(0));
    assert_eq!(renewed.count(), MAX_RENEWALS as usize);
}

// Freeze: old words of others

/// B has lost its disk, has a new life, and has lost it again. A spectator repeats the word of the first time, as often
/// as it can: B's new one must be heard all the same.
#[test]
fn a_spectator_that_repeats_an_old_word_does_not_keep_a_new_one_from_being_heard() {
    for (voters, hostile) in [(2, false), (2, true), (3, false), (3, true), (4, true)] {
        let mut net = Net::players(voters);
        net.play(1, 2);
        lose_disk(&mut net, 1);
        net.wait(5_000);
        assert!(!net.live(1).is_recovering());
        let old = Message::Lost(lost_words(&net, 1).into_iter().next().expect("it said so"));
        net.crash(1);
        intrude(&mut net, WATCHER);
        let others: Vec<usize> = (0..voters).filter(|peer| *peer != 1).collect();
        let repeat = |net: &mut Net| {
            for _ in 0..if hostile { 3 } else { 0 } {
                say_to(net, WATCHER, &others, &old);
            }
        };
        repeat(&mut net);
        net.join(1);
        net.heal_all();
        for _ in 0..400 {
            repeat(&mut net);
            net.wait(50);
        }
        assert!(
            !net.live(1).is_recovering(),
            "{voters} voters, hostile {hostile}: {}",
            net.live(1).explain()
        );
    }
}

/// B once started from a new place. Ever since somebody who only watches repeats what it said then, at every move of B.
/// Then B's disk is lost.
fn old_word_again(voters: usize, hostile: bool) {
    let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 60);
    lose_disk(&mut net, 1);
    net.wait(4_000);
    assert!(!net.live(1).is_recovering());
    let life = net.live(1).life();
    let old = lost_words(&net, 1).into_iter().next_back().expect("it said so");
    let old = codec::encode(&Message::Lost(old));
    intrude(&mut net, WATCHER);
    net.traffic.clear();
    let mut moves = 0;
    while moves < 40 {
        match net.turn(0) {
            ToMove::Seat(1) => {
                // The heads of the others are on their way for a moment.
                net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_))));
                // Until its last move is final it waits for statuses to make up for the heads.
                if net.act(1, 3) == Err(ActError::Waiting) {
                    net.censor = None;
                    net.wait(600);
                    continue;
                }
                for peer in (0..voters).filter(|peer| hostile && *peer != 1) {
                    net.inject(WATCHER, peer, &old);
                }
                net.settle();
                net.censor = None;
                moves += 1;
            }
            ToMove::Seat(seat) => {
                let _ = net.act(usize::from(seat), 3);
            }
            _ => {}
        }
        net.wait(600);
    }
    net.wait(2_000);
    assert_eq!(net.live(1).life(), life, "nobody made it begin anew");
    assert!(!net.live(1).is_superseded());
    lose_disk(&mut net, 1);
    net.wait(60_000);
    assert!(!net.live(1).is_recovering(), "{voters} voters, hostile {hostile}: {}", net.live(1).explain());
}

#[test]
fn an_old_word_that_somebody_who_watches_repeats_is_worth_nothing() {
    for voters in [2, 3, 4] {
        old_word_again(voters, false);
        old_word_again(voters, true);
    }
}

// Freeze: who says that it has lost its memory, and is gone

/// Voter 0 moves, and only B hears it; then it says to the others that it has lost its memory, and is gone.
fn lost_and_gone(voters: usize, late: bool, says: bool) -> Result<(), String> {
    let mut net = Net::players(voters);
    let mine = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    let others: Vec<usize> = (2..voters).collect();
    net.split(&[1], &others);
    let sent = if late { late_move(&net, 0, &mine, 0) } else { signed_move(&net, 0, &mine, 0) };
    net.say(0, 1, &sent);
    if says {
        let word = says_lost(&net, 0, 2, 99);
        say_to(&mut net, 0, &others, &word);
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
    if on && !parted(&net) && net.live(1).evidence().count() == 0 { Ok(()) } else { Err(state()) }
}

#[test]
fn a_move_that_few_heard_is_decided_about_if_its_player_is_gone() {
    for voters in 3..=6 {
        for late in [false, true] {
            assert_eq!(lost_and_gone(voters, late, false), Ok(()));
            assert_eq!(lost_and_gone(voters, late, true), Ok(()));
        }
    }
}

// Lives that no entry names

/// The others of a table, in two halves: the higher numbers hear what the liar says in another life.
fn life_for(voters: usize, peer: usize) -> u32 {
    u32::from(2 * peer > voters)
}

/// The liar signs one late move in life 0 and another in a life that nobody has named, each for half of the others.
#[test]
fn two_late_moves_in_two_lives_freeze_no_table() {
    for voters in 3..=6 {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        for peer in 1..voters {
            let life = life_for(voters, peer);
            let late = late_move(&net, 0, &cores[life as usize], life);
            net.inject(0, peer, &codec::encode(&late));
        }
        net.wait(60_000);
        for peer in 1..voters {
            assert!(net.live(peer).log().len() > 1, "{voters} voters: {}", net.live(peer).explain());
        }
        // Whoever says both in the one life it has is known by that.
        let second = late_move(&net, 0, &cores[1], 0);
        net.say(0, 1, &second);
        net.wait(2_000);
        for peer in 1..voters {
            assert!(shown(&net, peer, 0), "{voters} voters, peer {peer}");
        }
        for peer in 1..voters {
            let _ = net.want(peer, to_bot(0));
        }
        net.finish();
    }
}

/// The same with votes and heads about a change.
#[test]
fn votes_in_two_lives_freeze_no_table() {
    for voters in 3..=6 {
        let mut net = Net::players(voters);
        let mine = move_core(&net, 0, 0, 4);
        possess(&mut net, 0);
        let sent = signed_move(&net, 0, &mine, 0);
        for peer in 1..voters {
            if life_for(voters, peer) == 0 {
                net.inject(0, peer, &codec::encode(&sent));
            } else {
                let removal = change_core(&net, peer, to_bot(1));
                let vote = backed(in_life(&net, vote_for(&net, 0, 1, &removal, None), 1), &[]);
                net.inject(0, peer, &codec::encode(&vote));
            }
        }
        net.wait(60_000);
        for peer in 1..voters {
            assert!(net.live(peer).log().len() > 1, "{voters} voters: {}", net.live(peer).explain());
            assert!(net.voters(peer).contains(&1), "nobody honest wanted that");
        }
    }
}

/// The liar makes its move X final with some in life 0 and Y with the rest in another life, both of which it
/// acknowledges with the move. With or without having said that it has lost its memory.
#[test]
fn nobody_parts_a_table_by_moves_in_two_lives() {
    for (voters, says) in (2..=6).flat_map(|voters| [(voters, false), (voters, true)]) {
        let mut net = Net::players(voters);
        net.join(WATCHER);
        net.heal_all();
        net.settle();
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        let half = 1 + voters / 2;
        let (some, rest): (Vec<usize>, Vec<usize>) =
            (1..voters).chain([WATCHER]).partition(|peer| *peer < half);
        net.split(&some, &rest);
        let word = says_lost(&net, 0, 2, 99);
        if says {
            say_to(&mut net, 0, &rest, &word);
        }
        for (peers, core, life) in [(&some, &cores[0], 0), (&rest, &cores[1], 99)] {
            let sent = signed_move(&net, 0, core, life);
            say_to(&mut net, 0, peers, &sent);
        }
        net.wait(1_000);
        let second = signed_move(&net, 0, &cores[1], 99);
        say_to(&mut net, 0, &rest, &second);
        net.wait(10_000);
        net.heal_all();
        net.wait(20_000);
        assert!(!parted(&net), "{voters} voters, says {says}: {:?} {:?}", net.lens(), blamed(&net, 0));
    }
}

// Votes of another life

/// B wants one change and C another. The liar binds B to its own with a certificate or support that holds a vote of a
/// life that nobody named, and C to the other with its real one.
fn frozen_by_two_lives(as_support: bool) {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let (one, other) = (Change::StandIn { seat: 2 }, Change::StandIn { seat: 1 });
    let cores = [change_core(&net, 1, one), change_core(&net, 2, other)];
    net.want(1, one).expect("possible");
    net.want(2, other).expect("possible");
    let strange = in_life(&net, vote_for(&net, 0, 1, &cores[0], None), 99);
    let own = vote_for(&net, 1, 1, &cores[0], None);
    if as_support {
        // Any vote will do to bring it.
        let again = vote_for(&net, 0, 2, &cores[0], None);
        net.say(0, 1, &backed(again, &[strange]));
    } else {
        let cast = |vote: &Signed<Vote>| Cast {
            voter: vote.voter,
            life: vote.says.life,
            acked: vote.says.acked,
            signature: vote.signature,
            lost: Voters::NONE,
        };
        let votes = [strange, own].iter().map(cast).collect();
        let proof = Proof::Certified(Certificate {
            round: 1,
            votes,
            seal: Vec::new(),
            lost: Vec::new(),
            accession: None,
        });
        net.say(0, 1, &Message::Entry(Box::new(Entry { core: cores[0].clone(), proof })));
    }
    let vote = vote_for(&net, 0, 1, &cores[1], None);
    net.say(0, 2, &backed(vote, &[]));
    net.settle();
    let bound = [1, 2].map(|peer| net.live(peer).sent().map(Entry::hash));
    net.heal_all();
    for peer in [1, 2] {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(200_000);
    let on = net.lens().iter().all(|len| *len > 1);
    assert!(on, "bound {bound:?} {:?}: {}", blamed(&net, 0), net.live(1).explain());
}

#[test]
fn at_three_votes_of_another_life_freeze_nobody() {
    frozen_by_two_lives(false);
    frozen_by_two_lives(true);
}

/// Half of the others have acknowledged a bot's move, and the liar brings a head for it in one life; with the other
/// half it makes a change final in another life.
#[test]
fn nobody_parts_a_table_by_a_bots_move_and_a_change_in_two_lives() {
    for (voters, named) in (3..=5).flat_map(|voters| [(voters, false), (voters, true)]) {
        let mut seats = vec![true; voters];
        seats.push(false);
        let mut net = Net::started(&seats, DrawMode::Fresh, 3);
        net.play(0, voters - 2);
        possess(&mut net, 0);
        if named {
            // The others let it begin the life that it asks for.
            let word = says_lost(&net, 0, open_for(&net, 1), 99);
            let all: Vec<usize> = (1..voters).collect();
            say_to(&mut net, 0, &all, &word);
            net.wait(3_000);
        }
        let mover = voters - 1;
        for _ in 0..20 {
            if net.turn(1) == ToMove::Seat(u8::try_from(mover).expect("few")) {
                break;
            }
            (1..mover).for_each(|peer| drop(net.act(peer, 3)));
            net.wait(500);
        }
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_))));
        let core = move_core(&net, 1, u8::try_from(mover).expect("few"), 3);
        net.act(mover, 3).expect("its turn");
        let half = 1 + (voters - 1) / 2;
        let (some, rest): (Vec<usize>, Vec<usize>) = (1..voters).partition(|peer| *peer < half);
        let change = Change::StandIn { seat: 1 };
        for peer in &rest {
            net.want(*peer, change).expect("possible");
        }
        net.split(&some, &rest);
        net.censor = None;
        for peer in 1..voters {
            for voter in 1..voters {
                let head = head_for(&net, u8::try_from(voter).expect("few"), 0, &core);
                net.say(0, peer, &Message::Head(head));
            }
        }
        net.settle();
        let bot = net.live(1).sent().expect("the bot's move").core.clone();
        assert!(matches!(bot.body, Body::Auto { .. }));
        let index = bot.index as usize;
        for life in [0, 99] {
            let old = Message::Head(head_in_life(&net, head_for(&net, 0, 0, &bot), life));
            say_to(&mut net, 0, &some, &old);
        }
        net.settle();
        let changed = change_core(&net, rest[0], change);
        for life in [0, 99] {
            let vote = in_life(&net, vote_for(&net, 0, 1, &changed, None), life);
            say_to(&mut net, 0, &rest, &backed(vote, &[]));
            net.settle();
            let head = head_in_life(&net, head_for(&net, 0, 1, &changed), life);
            say_to(&mut net, 0, &rest, &Message::Head(head));
        }
        net.settle();
        let at = |net: &Net, peer: usize| net.live(peer).log().get(index - 1).map(Entry::hash);
        let finals = [at(&net, 1), at(&net, rest[0])];
        net.heal_all();
        net.wait(20_000);
        let parted = matches!(finals, [Some(one), Some(other)] if one != other);
        let cheated = (1..voters).all(|peer| shown(&net, peer, 0));
        assert!(
            !parted || (cheated && voters % 2 == 1),
            "{voters} voters, named {named}: {:?}",
            blamed(&net, 0)
        );
    }
}

// Frame: an honest voter whose disk is lost

/// B's disk is lost, once or twice, behind moves of the liar that only B had acknowledged; the liar votes for nothing.
/// What B says then contradicts what it said, and shows nothing.
#[test]
fn an_honest_voter_whose_disk_is_lost_is_never_shown_as_a_cheat() {
    for (voters, twice) in (3..=6).flat_map(|voters| [(voters, false), (voters, true)]) {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        let moves = cores.each_ref().map(|core| late_move(&net, 0, core, 0));
        possess(&mut net, 0);
        net.isolate(1);
        net.say(0, 1, &moves[0]);
        assert_eq!(net.live(1).sent().map(Entry::hash), Some(cores[0].hash()));
        let before = head_for(&net, 1, 0, &cores[0]);
        for _ in 0..if twice { 2 } else { 1 } {
            lose_disk(&mut net, 1);
            meet(&mut net, 1, 0);
            net.wait(8_000);
            let again = Message::Head(before);
            say_to(&mut net, 0, &(1..voters).collect::<Vec<_>>(), &again);
        }
        for peer in 1..voters {
            net.say(0, peer, &moves[1]);
        }
        net.wait(10_000);
        for peer in 1..voters {
            net.say(0, peer, &moves[0]);
            let _ = net.want(peer, to_bot(0));
        }
        net.wait(30_000);
        never_cheated(&net, 1, &[before]);
        for peer in 1..voters {
            assert!(!shown(&net, peer, 1), "{voters} voters, twice {twice}, says {peer}");
        }
        assert!(!parted(&net));
    }
}

/// A head far ahead in a life of the liar's own is no word of anybody.
#[test]
fn heads_far_ahead_in_made_up_lives_move_nobody() {
    let mut net = Net::players(4);
    possess(&mut net, 0);
    for life in 0..40 {
        let says = Head {
            index: 2 + life,
            round: 0,
            entry: Hash([7; 32]),
            state: Hash([7; 32]),
            life,
            lost: Voters::NONE,
        };
        let head = Message::Head(Signed::new(&identity(0), &net.contract.table(), 0, says));
        say_to(&mut net, 0, &[1, 2, 3], &head);
    }
    for peer in 1..4 {
        net.want(peer, to_bot(0)).expect("possible");
    }
    net.finish();
}

/// Nobody lies. Two of four have lost their disks. A and B have acknowledged A's move, which is final as soon as both
/// say that they have lost their memory. B has missed that word of the last one; the others have not, and go on, and
/// from then on the last one says it of the next index only. B holds the old index for open for ever.
#[test]
fn at_four_and_six_a_word_that_one_missed_does_not_stop_the_table() {
    for voters in [4, 6] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        let gone: Vec<usize> = (voters / 2..voters).collect();
        for peer in &gone {
            net.crash(*peer);
        }
        let open = open_for(&net, 0);
        net.act(0, 3).expect("its turn");
        net.wait(1_000);
        let last = u8::try_from(voters - 1).expect("few");
        net.censor = Some(Box::new(move |_, to, message| {
            to == 1 && matches!(message, Message::Lost(word) if word.voter == last && word.says.index == open)
        }));
        for peer in &gone {
            net.join(*peer);
        }
        net.heal_all();
        net.wait(3_000);
        net.censor = None;
        net.wait(100_000);
        for _ in 0..10 {
            for peer in 0..voters {
                drop(net.act(peer, 3));
            }
            net.wait(1_000);
        }
        assert!(
            net.lens().iter().all(|len| *len > 3),
            "{voters} voters: {:?} {}",
            net.lens(),
            net.live(1).explain()
        );
    }
}

/// A copy of B's home was started for a moment and is gone, and another is away. B's own start must stop, and is as one
/// who is away until an entry names its new life: two of four cannot decide that. They can with the one who was away.
#[test]
fn at_four_a_copy_that_is_gone_stops_nobody_once_three_are_there() {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 60);
    intrude(&mut net, WATCHER);
    let word = says_lost(&net, 1, open_for(&net, 0), 77);
    say_to(&mut net, WATCHER, &[0, 2, 3], &word);
    net.wait(3_000);
    assert!(net.live(1).is_superseded());
    net.crash(3);
    for _ in 0..5 {
        if net.live(1).is_superseded() {
            net.crash(1);
            net.restart(1);
        }
        for peer in [0, 1, 2] {
            let _ = net.want(peer, to_bot(3));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let before = net.lens()[0];
    net.restart(3);
    net.heal_all();
    for _ in 0..20 {
        (0..4).for_each(|peer| drop(net.act(peer, 3)));
        net.wait(2_000);
    }
    assert!(net.lens().iter().all(|len| *len > before + 3), "{:?} {}", net.lens(), net.live(1).explain());
    assert!(!net.live(1).is_silent());
}

/// Nobody lies, and never more than half have lost their memory. Of two, A moves, and only somebody who watches hears
/// it; A's disk is lost, and B lets it begin anew. They play on, and B's disk is lost. Whoever watches missed all that,
/// and is the first to meet B again.
#[test]
fn at_two_and_four_disks_that_are_lost_one_half_after_the_other_part_nobody() {
    for voters in [2, 4] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 40);
        net.join(WATCHER);
        net.heal_all();
        net.play(0, 2);
        net.wait(1_000);
        let ToMove::Seat(mover) = net.turn(0) else { panic!("{:?}", net.turn(0)) };
        let mover = usize::from(mover);
        let (first, second): (Vec<_>, Vec<_>) = (0..voters).partition(|peer| peer % 2 == mover % 2);
        for peer in &second {
            net.isolate(*peer);
        }
        net.act(mover, 3).expect("its turn");
        net.wait(1_000);
        net.isolate(WATCHER);
        for peer in &first {
            net.crash(*peer);
        }
        for peer in &first {
            net.join(*peer);
        }
        for (a, b) in (0..voters).flat_map(|a| (0..a).map(move |b| (a, b))) {
            net.link(a, b);
        }
        net.wait(60_000);
        assert!(
            first.iter().all(|peer| !net.live(*peer).is_recovering()),
            "{voters}: {}",
            net.live(0).explain()
        );
        for peer in &second {
            net.crash(*peer);
        }
        for peer in &second {
            net.join(*peer);
        }
        for peer in &second {
            net.link(*peer, WATCHER);
        }
        net.wait(3_000);
        net.heal_all();
        net.wait(60_000);
        assert!(!parted(&net), "{voters} voters: {:?}", net.lens());
    }
}
