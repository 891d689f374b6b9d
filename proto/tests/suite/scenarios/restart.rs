//! Who comes back and may not know what it has said.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Change, Proof};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::{CATCH_UP_MILLIS, OUTNUMBERED_MILLIS};
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::{Life, Roll, Voter};
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Evidence, Lost, Signed};

use super::rounds::alone_among_others;
use crate::forge::{head_for, move_core};
use crate::net::{Net, WATCHER, identity, key, to_bot};

/// Where a copy of a journal lies.
const ELSEWHERE: Hash = Hash([2; 32]);

fn nobody_is_blamed(net: &Net) {
    for peer in net.up() {
        assert_eq!(net.live(peer).evidence().count(), 0, "by {peer}");
    }
}

/// C sleeps, A and B make a move final, A goes out, and the disk of B goes back to before the move: B and C must not
/// agree on another one.
#[test]
fn a_disk_that_went_back_parts_no_table_and_brands_nobody() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.settle();
    net.crash(2);
    let old = net.peers[1].journal.clone();
    let before = net.live(1).log().len();
    net.act(1, 3).expect("its turn");
    net.settle();
    let after = net.live(0).log().len();
    assert!(after > before, "two of three made it final");
    net.crash(0);
    net.crash(1);
    net.restore_at(1, &old, ELSEWHERE).expect("an old journal is sound");
    net.restart(2);
    net.wait(10_000);
    assert_eq!(net.act(1, 4), Err(ActError::Recovering), "it may have moved already");
    assert!(net.live(1).is_silent() && !net.live(2).is_silent());
    let told =
        |what: fn(&ProtocolEvent) -> bool| net.peers[1].events.iter().filter(|event| what(event)).count();
    assert_eq!(
        told(|event| matches!(event, ProtocolEvent::Recovering)),
        1,
        "its player knows why, and hears it once"
    );
    assert_eq!(told(|event| matches!(event, ProtocolEvent::Recovered { .. })), 0);
    assert_eq!(net.live(1).log().len(), before);
    net.restart(0);
    net.wait(3_000);
    assert!(net.has_event(1, |event| matches!(event, ProtocolEvent::Recovered { .. })));
    assert!(net.has_event(2, |event| *event == ProtocolEvent::Renewed(1)), "all know that it had forgotten");
    assert!(net.live(2).log().len() >= after, "what was final is what all go on with");
    net.assert_one_table();
    nobody_is_blamed(&net);
    net.finish();
}

/// Every loss begins a life of its own.
#[test]
fn a_disk_that_is_lost_again_and_again_begins_as_many_lives() {
    for voters in 2..=6 {
        let mut net = Net::players(voters);
        net.act(0, 3).expect("its turn");
        net.settle();
        let mut lives = vec![0];
        for _ in 0..3 {
            net.crash(1);
            net.join(1);
            net.heal_all();
            net.wait(8_000);
            assert!(!net.live(1).is_recovering(), "{voters}: {}", net.live(1).explain());
            lives.push(net.live(1).life());
        }
        lives.dedup();
        assert_eq!(lives.len(), 4);
        nobody_is_blamed(&net);
        net.act(1, 3).expect("its turn, in a life in which it has not moved");
        net.finish();
    }
}

/// A journal that was cut before it said whose it is, or is another's, is this peer's once it was taken up: started
/// again from it the peer still knows what it said.
#[test]
fn a_journal_that_was_taken_up_is_known_again() {
    for of in [0, 1] {
        let mut net = Net::players(2);
        net.act(0, 3).expect("its turn");
        net.settle();
        net.crash(1);
        let journal = net.peers[of].journal.clone();
        let Ok((records, _)) = journal::read(&journal) else { panic!("a sound journal") };
        let cut = journal::preamble().len() + journal::Writer::default().frame(&records[0]).len();
        let taken = if of == 1 { &journal[..cut] } else { &journal[..] };
        net.restore_at(1, taken, ELSEWHERE).expect("it has a contract");
        net.heal_all();
        net.wait(10_000);
        let life = net.live(1).life();
        assert!(!net.live(1).is_silent() && life != 0, "{}", net.live(1).explain());
        net.crash(1);
        let kept = net.peers[1].journal.clone();
        net.restore_at(1, &kept, ELSEWHERE).expect("a sound journal");
        assert!(!net.live(1).is_silent(), "of {of}: it knows what it said");
        assert_eq!(net.live(1).life(), life, "of {of}");
        net.heal_all();
        nobody_is_blamed(&net);
        net.finish();
    }
}

/// The same where those who can let it begin anew hear of it through one between them.
#[test]
fn a_lost_disk_is_known_through_others() {
    let mut net = Net::players(3);
    net.crash(1);
    net.join(1);
    net.link(0, 1);
    net.wait(6_000);
    assert!(!net.live(1).is_recovering());
}

/// One of two decides if the other has lost its memory: a table of two goes on, whatever was under way. Where more count
/// and half has lost it, all begin anew together.
#[test]
fn where_half_of_the_voters_have_lost_their_disks_the_table_goes_on() {
    for (voters, lost) in [(2, vec![0]), (2, vec![1]), (4, vec![0, 1]), (4, vec![1, 2]), (6, vec![0, 3, 5])] {
        for moved in [false, true] {
            let mut net = Net::players(voters);
            net.play(0, 2);
            net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_))));
            let turn = net.turn(0);
            for peer in
                (0..voters).filter(|peer| moved && turn == ToMove::Seat(u8::try_from(*peer).expect("few")))
            {
                net.act(peer, 3).expect("its turn");
                net.wait(100);
            }
            for peer in &lost {
                net.crash(*peer);
            }
            net.censor = None;
            for peer in &lost {
                net.join(*peer);
            }
            net.heal_all();
            net.wait(if voters == 2 { 10_000 } else { 60_000 });
            for peer in &lost {
                assert!(
                    !net.live(*peer).is_recovering(),
                    "{voters} {lost:?} {moved}: {}",
                    net.live(*peer).explain()
                );
            }
            nobody_is_blamed(&net);
            net.finish();
        }
    }
}

/// Where a majority has lost its memory nobody can say what was final; all begin anew together from what they have.
#[test]
fn where_a_majority_has_lost_its_disks_all_begin_anew() {
    for (voters, lost) in [(2, vec![0, 1]), (3, vec![0, 2]), (3, vec![0, 1, 2]), (5, vec![1, 2, 3, 4])] {
        let mut net = Net::players(voters);
        net.play(0, 2);
        let kept: Vec<Vec<u8>> = (0..voters).map(|peer| net.peers[peer].journal.clone()).collect();
        for peer in &lost {
            net.crash(*peer);
        }
        for peer in &lost {
            net.restore_at(*peer, &kept[*peer], ELSEWHERE).expect("a copy is sound");
        }
        net.heal_all();
        net.wait(40_000);
        for peer in 0..voters {
            assert!(!net.live(peer).is_recovering(), "{voters} {lost:?}: {}", net.live(peer).explain());
        }
        nobody_is_blamed(&net);
        net.finish();
    }
}

/// Who counts alone gives whoever watches the time to bring what it had.
#[test]
fn who_counts_alone_takes_up_what_those_who_watched_have() {
    let mut net = Net::players(2);
    net.join(WATCHER);
    net.heal_all();
    net.leave(1).expect("possible");
    net.wait(3_000);
    assert_eq!(net.voters(0), [0]);
    net.play(0, 2);
    let before = net.live(WATCHER).log().len();
    net.crash(0);
    net.crash(1);
    net.join(0);
    net.heal_all();
    net.wait(8_000);
    assert!(!net.live(0).is_recovering(), "{}", net.live(0).explain());
    assert!(net.live(0).log().len() > before);
    net.finish();
}

/// A home is copied to a second laptop and taken up there: the first stops. Started again, the first goes on and the
/// copy stops.
#[test]
fn of_two_copies_of_a_home_the_one_that_was_started_last_goes_on() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.settle();
    net.crash(1);
    let first = net.peers[1].journal.clone();
    net.restore_at(1, &first, ELSEWHERE).expect("a copy is sound");
    net.heal_all();
    net.wait(4_000);
    assert!(!net.live(1).is_recovering(), "the copy goes on");
    let copied = net.live(1).life();
    net.act(1, 3).expect("its turn");
    net.settle();
    net.crash(1);
    let copy = net.peers[1].journal.clone();

    net.try_restore(1, &first).expect("the first laptop wakes up");
    net.heal_all();
    net.wait(4_000);
    assert!(net.has_event(1, |event| matches!(event, ProtocolEvent::Superseded { life } if *life == copied)));
    assert_eq!(net.want(1, to_bot(0)), Err(ActError::Superseded), "it says nothing any more");
    assert!(net.live(1).is_silent());
    assert!(
        !net.has_event(0, |event| matches!(event, ProtocolEvent::Superseded { .. })),
        "of the others there is no copy"
    );
    let first = net.peers[1].journal.clone();
    net.crash(1);

    net.try_restore(1, &first).expect("somebody starts the first laptop again");
    net.heal_all();
    net.wait(4_000);
    assert!(!net.live(1).is_recovering(), "now the first goes on");
    let again = net.live(1).life();
    let first = net.peers[1].journal.clone();
    net.crash(1);

    net.restore_at(1, &copy, ELSEWHERE).expect("the second laptop wakes up");
    net.heal_all();
    net.wait(4_000);
    assert!(
        net.has_event(1, |event| matches!(event, ProtocolEvent::Superseded { life } if *life == again)),
        "now the copy stops"
    );
    net.crash(1);
    net.try_restore(1, &first).expect("the first is there");
    net.heal_all();
    net.wait(1_000);
    nobody_is_blamed(&net);
    net.finish();
}

/// Nobody waits for the next status.
#[test]
fn who_has_lost_its_disk_says_so_at_once() {
    let mut net = Net::players(3);
    net.crash(1);
    net.join(1);
    net.heal_all();
    net.settle();
    assert!(net.traffic.iter().any(|(from, _, message)| *from == 1 && matches!(message, Message::Lost(_))));
}

/// Words of those who have lost their memory belong only to what fewer than a majority decided.
#[test]
fn a_renewal_by_a_majority_carries_no_word_of_the_lost() {
    let mut net = Net::players(3);
    net.crash(1);
    net.join(1);
    net.heal_all();
    net.wait(8_000);
    let renewal = |body: &Body| matches!(body, Body::Change(Change::Renew { voter: 1, .. }));
    let entry = net.live(0).log().iter().find(|entry| renewal(&entry.core.body)).expect("it was renewed");
    assert!(matches!(&entry.proof, Proof::Certified(certificate) if certificate.lost.is_empty()));
}

/// Its journal shows why its own word was enough.
#[test]
fn who_decided_about_its_move_beside_a_lost_disk_comes_back() {
    let mut net = Net::players(2);
    net.play(0, 2);
    net.crash(1);
    while net.turn(0) != ToMove::Seat(0) {
        net.restart(1);
        net.wait(1_000);
        net.play(0, 1);
        net.crash(1);
    }
    net.act(0, 3).expect("its turn");
    net.join(1);
    net.heal_all();
    net.wait(10_000);
    assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
    let len = net.live(0).log().len();
    net.crash(1);
    net.crash(0);
    net.restart(0);
    assert_eq!(net.live(0).log().len(), len);
}

/// A word of a voter about an index, in some life, that it has lost its memory.
fn lost(net: &Net, voter: Voter, index: u32, life: Life) -> Message {
    let says = Lost { index, first: index, count: net.now, life, met: Vec::new() };
    Message::Lost(Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says))
}

/// The others may have no link to it.
#[test]
fn a_word_of_another_start_of_ones_own_home_is_passed_on() {
    let mut net = Net::players(3);
    net.join(WATCHER);
    alone_among_others(&mut net);
    net.link(0, WATCHER);
    net.settle();
    let word = lost(&net, 0, 2, 77);
    net.say(2, 0, &word);
    net.settle();
    assert!(net.traffic.iter().any(|(from, to, message)| (*from, *to) == (0, WATCHER) && *message == word));
}

/// One of two decides alone about the last entry of the game, beside a word of the other, which goes. Whoever comes
/// to watch afterwards has only that one to ask, and that one only its journal.
#[test]
fn what_one_of_two_has_decided_alone_is_believed_for_the_word_of_the_other_that_it_wrote_down() {
    let mut net = Net::started(&[true; 2], DrawMode::Seed(5), 1);
    net.act(0, 3).expect("its turn");
    assert_eq!(net.turn(1), ToMove::Seat(1));
    net.crash(0);
    net.act(1, 3).expect("its turn");
    let now = net.now;
    net.live_mut(1).handle_connected(now, key(0));
    let word = lost(&net, 0, 3, 77);
    net.say(0, 1, &word);
    net.wait(1_000);
    assert!(net.live(1).is_over(), "{}", net.live(1).explain());
    let journal = net.peers[1].journal.clone();
    net.crash(1);
    net.try_restore(1, &journal).expect("sound");
    net.join(WATCHER);
    net.link(1, WATCHER);
    net.wait(3_000);
    assert!(net.live(WATCHER).is_over(), "{}", net.live(WATCHER).explain());
}

/// Two of four are there, so that nothing is decided meanwhile.
#[test]
fn who_has_not_heard_a_word_of_lost_memory_is_told_with_a_status_and_who_has_is_not_told_again() {
    let mut net = Net::players(4);
    net.crash(2);
    net.crash(3);
    net.isolate(0);
    let now = net.now;
    net.live_mut(0).handle_connected(now, key(2));
    let word = lost(&net, 2, 2, 77);
    net.say(2, 0, &word);
    let told = |net: &Net| {
        let words = net.traffic.iter().filter(|(_, _, message)| *message == word);
        words.map(|(from, to, _)| (*from, *to)).collect::<Vec<_>>()
    };
    assert_eq!(told(&net), []);
    net.link(0, 1);
    net.settle();
    assert_eq!(told(&net), [(0, 1)]);
    net.traffic.clear();
    net.wait(3_000);
    assert_eq!(net.lens(), [1, 1]);
    assert_eq!(told(&net), [], "each knows that the other knows");
}

/// The words of a voter that were delivered: from which index on each holds.
fn said_first(net: &Net, voter: Voter) -> Vec<u32> {
    let first = |message: &Message| match message {
        Message::Lost(lost) if lost.voter == voter => Some(lost.says.first),
        _ => None,
    };
    net.traffic.iter().filter_map(|(_, _, message)| first(message)).collect()
}

#[test]
fn who_has_lost_its_disk_says_so_first_where_its_neighbours_are() {
    let mut net = Net::players(3);
    net.play(0, 4);
    let open = u32::try_from(net.live(0).log().len()).expect("few") + 1;
    net.crash(1);
    net.join(1);
    net.heal_all();
    net.wait(3_000);
    let first = said_first(&net, 1);
    assert!(!first.is_empty() && first.iter().all(|first| *first == open), "{first:?} at {open}");
}

/// Nor for ever: whoever hears nothing says what it can say.
#[test]
fn who_has_lost_its_disk_waits_for_a_while_to_hear_how_far_its_neighbours_are() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.crash(1);
    net.join(1);
    net.censor = Some(Box::new(|_, to, message| {
        to == 1 && matches!(message, Message::Status(_) | Message::Entries(_))
    }));
    net.heal_all();
    net.wait(CATCH_UP_MILLIS - 500);
    assert!(net.live(1).is_started(), "{}", net.live(1).explain());
    assert!(said_first(&net, 1).is_empty());
    net.wait(1_500);
    assert!(said_first(&net, 1).contains(&1));
}

/// Peer 0 hears new words of these with every status of theirs, until it has given its own memory up, for so long at
/// most. Says when it has.
fn beside_the_lost(net: &mut Net, lost_voters: &[Voter], by: Option<usize>, millis: u64) -> Option<u64> {
    let begun = net.now;
    while net.live(0).life() == 0 && net.now < begun + millis {
        let open = u32::try_from(net.live(0).log().len()).expect("few") + 1;
        for voter in lost_voters {
            let word = lost(net, *voter, open, 70 + u32::from(*voter));
            net.say(by.unwrap_or(usize::from(*voter)), 0, &word);
        }
        net.wait(250);
    }
    (net.live(0).life() != 0).then_some(net.now - begun)
}

#[test]
fn who_is_left_beside_the_lost_waits_longer_while_a_neighbour_claims_to_be_ahead() {
    for (claimed, times) in [(None, 1), (Some(1), 1), (Some(0), 1), (Some(60_000), 3)] {
        let mut net = Net::players(3);
        alone_among_others(&mut net);
        if let Some(index) = claimed {
            let status = Status { index, tip: Hash([9; 32]), ..Status::default() };
            net.say(1, 0, &Message::Status(status));
        }
        let due = times * OUTNUMBERED_MILLIS;
        let waited = beside_the_lost(&mut net, &[1, 2], None, 40_000).expect("two of three are lost");
        assert!((due..due + 2_000).contains(&waited), "{claimed:?}: {waited}");
    }
}

#[test]
fn who_hears_of_the_lost_only_from_somebody_who_watches_keeps_its_memory() {
    let mut net = Net::players(3);
    (1..3).for_each(|peer| net.crash(peer));
    let now = net.now;
    net.live_mut(0).handle_connected(now, key(WATCHER));
    assert_eq!(beside_the_lost(&mut net, &[1, 2], Some(WATCHER), 3 * OUTNUMBERED_MILLIS), None);
}

#[test]
fn who_can_decide_with_who_is_away_keeps_its_memory_beside_one_of_three_that_is_lost() {
    let mut net = Net::players(3);
    alone_among_others(&mut net);
    assert_eq!(beside_the_lost(&mut net, &[2], None, 3 * OUTNUMBERED_MILLIS), None);
}

/// B is proved to lie, so nobody renews it; and as its link is not there it is not removed either.
#[test]
fn one_of_two_keeps_its_memory_beside_the_other_that_is_lost_and_decides() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    let cores = [4, 5].map(|amount| move_core(&net, 0, 1, amount));
    net.censor = Some(Box::new(|_, to, message| to == 0 && matches!(message, Message::Reveal(_))));
    net.act(1, 3).expect("its turn");
    net.wait(1_000);
    assert_eq!(net.turn(0), ToMove::Chance);
    alone_among_others(&mut net);
    let [one, other] = cores.each_ref().map(|core| head_for(&net, 1, 7, core));
    net.say(1, 0, &Message::Evidence(Evidence::TwoHeads(one, other)));
    assert_eq!(net.live(0).evidence().count(), 1);
    assert_eq!(beside_the_lost(&mut net, &[1], None, 3 * OUTNUMBERED_MILLIS), None);
    assert_eq!(net.turn(0), ToMove::Chance, "{}", net.live(0).explain());
    // It decides alone, and shows why it may.
    net.want(0, Change::StandIn { seat: 1 }).expect("possible");
    let entry = net.live(0).log().last().expect("entries");
    assert_eq!(entry.core.body, Body::Change(Change::StandIn { seat: 1 }));
    assert!(entry.is_certified(&Roll::of((0..2).collect())), "{entry:?}");
}

/// Or those of before would stand for it.
#[test]
fn the_words_of_a_start_that_is_started_again_go_on_above_all_that_it_can_have_said() {
    let mut net = Net::players(3);
    net.crash(2);
    net.crash(1);
    net.join(1);
    for start in 1..5_u64 {
        net.traffic.clear();
        net.heal_all();
        net.wait(1_000);
        let count = |message: &Message| match message {
            Message::Lost(lost) if lost.voter == 1 => Some(lost.says.count),
            _ => None,
        };
        let own = net.traffic.iter().filter(|(from, _, _)| *from == 1);
        let counts: Vec<u64> = own.filter_map(|(_, _, message)| count(message)).collect();
        assert_eq!(counts.first(), Some(&((start << 32) + 1)));
        assert!(counts.is_sorted() && counts.iter().all(|count| count >> 32 == start), "{counts:?}");
        net.crash(1);
        let journal = net.peers[1].journal.clone();
        net.try_restore(1, &journal).expect("sound");
    }
}

#[test]
fn the_life_of_whoever_wrote_a_journal_is_not_that_of_another_who_takes_it_up() {
    let mut net = Net::players(3);
    let mut bytes = net.peers[0].journal.clone();
    let Ok((_, _, mut writer)) = journal::read_on(&bytes) else { panic!("a sound journal") };
    bytes.extend(writer.frame(&Record::Joined(77)));
    for (peer, same) in [(0, true), (1, false)] {
        net.crash(peer);
        net.try_restore(peer, &bytes).expect("sound");
        assert!(net.live(peer).is_recovering());
        assert_eq!(net.live(peer).life() == 77, same, "{peer}");
    }
}
