//! Voters who want different things go from round to round until a majority of them meets.
//!
//! Here they never do: peer 0 is alone with voters whose words come from the test.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::Record;
use whistlestop_proto::limits::{MAX_OFFENCES, MAX_ROUNDS, MAX_SUPPORT, MAX_VOTES};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Evidence, Head, Lost, Signed, Vote};

use super::evidence::cheated;
use crate::forge::{backed, change_core, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER, contract, identity, key, to_bot, to_player};
use crate::sim::toy::Toy;

/// The programs of all but peer 0 are off, but it has links to them.
pub(crate) fn alone_among_others(net: &mut Net) {
    let now = net.now;
    for peer in 1..WATCHER {
        net.crash(peer);
        net.live_mut(0).handle_connected(now, key(peer));
    }
    net.drain(0);
}

/// A voter's vote for a change comes to peer 0.
fn hear(net: &mut Net, voter: u8, round: u32, change: Change) {
    let vote = vote_for(net, voter, round, &change_core(net, 0, change), None);
    net.say(usize::from(voter), 0, &backed(vote, &[]));
}

/// What peer 0 voted last.
fn last_vote(net: &Net) -> Option<Vote> {
    let records = net.peers[0].records.iter().rev();
    // Behind the header.
    let mut votes = records.filter_map(|bytes| match codec::decode(&bytes[16..]) {
        Ok(Record::Vote(vote)) if vote.voter == 0 => Some(vote.says),
        _ => None,
    });
    votes.next()
}

#[test]
fn in_a_quarrel_without_end_every_change_has_its_turn() {
    let mut net = Net::players(4);
    net.leave(3).expect("it counts");
    net.wait(1_000);
    alone_among_others(&mut net);
    let admission = Change::Admit { key: key(WATCHER), life: 7 };
    for change in [to_bot(1), Change::StandIn { seat: 2 }, to_player(3), admission] {
        net.want(0, change).expect("possible");
    }
    // Removals of sixteen voters, as many stand-ins, returns and renewals, an admission, and that a time is up: one in
    // every fourth round, from the second on.
    for (turn, change) in [
        (1, to_bot(1)),
        (18, Change::StandIn { seat: 2 }),
        (35, to_player(3)),
        (64, admission),
        (66 + 1, to_bot(1)),
        (66 + 64, admission),
    ] {
        let round = 4 * turn + 2;
        net.wait(2_000);
        hear(&mut net, 1, round, to_bot(0));
        hear(&mut net, 2, round, Change::StandIn { seat: 0 });
        let vote = last_vote(&net).map(|vote| (vote.round, vote.change));
        assert_eq!(vote, Some((round, Some(change))), "the others are in this round");
    }
}

#[test]
fn after_some_rounds_two_others_are_followed_at_once_and_one_alone_is_not() {
    let mut net = Net::players(5);
    alone_among_others(&mut net);
    net.want(0, to_bot(4)).expect("possible");
    let round = |net: &Net| last_vote(net).map(|vote| vote.round);
    assert_eq!(round(&net), Some(1));
    hear(&mut net, 1, 4, to_bot(3));
    assert_eq!(round(&net), Some(4), "as yet anybody is");
    hear(&mut net, 1, 9, to_bot(3));
    assert_eq!(round(&net), Some(4), "whoever races ahead goes alone");
    hear(&mut net, 2, 8, to_bot(3));
    assert_eq!(round(&net), Some(8), "two are in this one or above");
    hear(&mut net, 2, 9, to_bot(0));
    assert_eq!(round(&net), Some(9));
    hear(&mut net, 1, 12, to_bot(3));
    hear(&mut net, 1, 12, to_bot(2));
    hear(&mut net, 2, 12, to_bot(0));
    assert_eq!(round(&net), Some(9), "one of the two is proved to lie");
    hear(&mut net, 3, 12, to_bot(0));
    assert_eq!(round(&net), Some(12));
}

/// Two voters are in a round, each for something; peer 0 follows them.
fn hear_two(net: &mut Net, round: u32, of_2: Change, of_3: Change) -> Option<Change> {
    net.wait(1_000);
    hear(net, 2, round, of_2);
    hear(net, 3, round, of_3);
    let vote = last_vote(net).expect("it wants something");
    assert_eq!(vote.round, round);
    vote.change
}

#[test]
fn of_several_wishes_goes_first_what_most_vote_for_and_a_take_back_last() {
    let mut net = Net::players(6);
    net.play(0, 1);
    alone_among_others(&mut net);
    let take_back = Change::TakeBack { to: 1 };
    net.want(0, take_back).expect("possible");
    assert_eq!(last_vote(&net).and_then(|vote| vote.change), Some(take_back), "its only wish");
    net.want(0, to_bot(1)).expect("possible");
    net.want(0, to_bot(4)).expect("possible");
    assert_eq!(hear_two(&mut net, 9, to_bot(4), to_bot(4)), Some(to_bot(4)));
}

#[test]
fn of_wishes_that_as_many_vote_for_each_has_its_round() {
    let mut net = Net::players(6);
    alone_among_others(&mut net);
    net.want(0, to_bot(1)).expect("possible");
    net.want(0, to_bot(4)).expect("possible");
    let other = Change::StandIn { seat: 0 };
    // Half of the round, counted round the removals of 1 and 4 and the other's stand-in: each has one voter's last
    // word.
    assert_eq!(hear_two(&mut net, 9, to_bot(4), other), Some(to_bot(4)));
    assert_eq!(hear_two(&mut net, 11, to_bot(1), other), Some(to_bot(1)), "its own is not the third");
    assert_eq!(hear_two(&mut net, 13, to_bot(4), other), Some(to_bot(1)));
    // Of what fewer vote for than for something else none is preferred.
    net.wait(1_000);
    hear(&mut net, 4, 13, other);
    assert_eq!(hear_two(&mut net, 17, to_bot(4), other), Some(to_bot(1)));
    assert_eq!(hear_two(&mut net, 21, to_bot(4), other), Some(to_bot(1)));
}

#[test]
fn a_move_that_comes_late_goes_before_what_anybody_wants() {
    let mut net = Net::players(6);
    net.play(0, 1);
    alone_among_others(&mut net);
    net.want(0, to_bot(4)).expect("possible");
    let core = move_core(&net, 0, 1, 3);
    let late = core.clone().sign_late(&identity(1), &net.contract.table(), 0);
    net.say(1, 0, &Message::Entry(Box::new(late)));
    assert_eq!(hear_two(&mut net, 9, to_bot(5), to_bot(1)), None);
    assert_eq!(last_vote(&net).map(|vote| vote.entry), Some(core.hash()));
}

#[test]
fn a_voter_goes_on_alone_neither_by_itself_nor_past_those_who_acknowledged_in_an_earlier_round() {
    let mut net = Net::players(5);
    net.play(0, 1);
    alone_among_others(&mut net);
    net.want(0, to_bot(4)).expect("possible");
    let core = move_core(&net, 0, 1, 3);
    let moved = core.clone().sign(&identity(1), &net.contract.table(), 0);
    net.say(1, 0, &Message::Entry(Box::new(moved)));
    net.say(2, 0, &Message::Head(head_for(&net, 2, 0, &core)));
    net.wait(60_000);
    assert_eq!(last_vote(&net).map(|vote| vote.round), Some(1), "of five it alone has voted");
    hear(&mut net, 3, 1, to_bot(1));
    net.say(2, 0, &Message::Head(head_for(&net, 2, 1, &core)));
    net.wait(6_000);
    assert!(last_vote(&net).is_some_and(|vote| vote.round > 1), "two others are in its round");
}

#[test]
fn peers_lose_patience_one_after_the_other_and_later_in_higher_rounds() {
    let waits = |peer: usize, round: u32| {
        let mut net = Net::players(6);
        let now = net.now;
        for other in (0..WATCHER).filter(|other| *other != peer) {
            net.crash(other);
            net.live_mut(peer).handle_connected(now, key(other));
        }
        net.drain(peer);
        for (voter, voted) in [(1, to_bot(0)), (4, to_bot(1)), (5, to_bot(3))] {
            let vote = vote_for(&net, voter, round, &change_core(&net, peer, voted), None);
            net.say(usize::from(voter), peer, &backed(vote, &[]));
        }
        net.want(peer, to_bot(4)).expect("possible");
        let start = net.now;
        let records = net.peers[peer].records.len();
        while net.peers[peer].records.len() == records {
            net.wait(10);
            assert!(net.now < start + 10_000, "it never goes on");
        }
        net.now - start
    };
    let [first, third] = [0, 2].map(|peer| waits(peer, 2));
    assert_eq!((first, third), (1_500 + 400, 1_500 + 400 + 500));
    assert_eq!(waits(2, 8), 1_500 + 1_600 + 500);
    assert_eq!(waits(2, 20), 1_500 + 1_600 + 500, "and no later than that");
}

#[test]
fn where_all_want_the_same_nobody_votes() {
    let mut net = Net::players(4);
    net.crash(2);
    net.crash(3);
    net.act(0, 3).expect("its turn");
    net.wait(20_000);
    assert_eq!(net.lens(), [1, 1], "two of four are too few");
    assert!(!net.traffic.iter().any(|(_, _, message)| matches!(message, Message::Vote(_))));
}

#[test]
fn who_has_acknowledged_something_that_nobody_disputes_waits_whatever_it_wants() {
    let mut net = Net::players(4);
    net.crash(2);
    net.crash(3);
    net.act(0, 3).expect("its turn");
    net.want(1, to_bot(3)).expect("possible");
    net.wait(20_000);
    assert!(!net.traffic.iter().any(|(_, _, message)| matches!(message, Message::Vote(_))));
}

/// Beside a majority one who has lost its memory is not needed: what was said without knowing of it counts.
#[test]
fn where_a_majority_remembers_nobody_says_again_what_it_has_said() {
    let mut net = Net::players(5);
    (2..5).for_each(|peer| net.crash(peer));
    net.act(0, 3).expect("its turn");
    net.join(4);
    net.heal_all();
    net.wait(20_000);
    assert!(!net.traffic.iter().any(|(_, _, message)| matches!(message, Message::Vote(_))));
}

#[test]
fn after_the_game_nothing_is_decided_any_more() {
    let mut net = Net::players(3);
    net.finish();
    let lens = net.lens();
    for peer in 0..3 {
        let _ = net.want(peer, to_bot(2));
    }
    net.wait(10_000);
    assert_eq!(net.lens(), lens);
    assert!(!net.traffic.iter().any(|(_, _, message)| matches!(message, Message::Vote(_))));
}

#[test]
fn a_renewal_goes_first_unless_votes_name_several_lives_for_that_voter() {
    let renewal = |voter, life| Change::Renew { voter, life };
    for (others, chosen) in [
        ([renewal(3, 9), to_bot(4)], renewal(3, 9)),
        ([renewal(2, 7), to_bot(4)], renewal(3, 9)),
        ([renewal(3, 9), renewal(3, 8)], to_bot(4)),
    ] {
        let mut net = Net::players(6);
        alone_among_others(&mut net);
        net.want(0, to_bot(4)).expect("possible");
        let says = Lost { index: 2, first: 2, count: 1, life: 9, met: Vec::new() };
        let word = Signed::new(&identity(3), &net.contract.table(), 3, says);
        net.say(3, 0, &Message::Lost(word));
        hear(&mut net, 5, 9, to_bot(4));
        hear(&mut net, 1, 9, others[0]);
        hear(&mut net, 2, 11, others[1]);
        hear(&mut net, 1, 11, to_bot(4));
        let vote = last_vote(&net).expect("it wants something");
        assert_eq!((vote.round, vote.change), (11, Some(chosen)), "{others:?}");
    }
}

// What of votes and heads is taken in

#[test]
fn a_vote_about_another_index_leads_nowhere_at_this_one() {
    let mut net = Net::players(5);
    alone_among_others(&mut net);
    net.want(0, to_bot(4)).expect("possible");
    let core = move_core(&net, 0, 0, 3);
    for (ahead, followed) in [(2, 1), (0, 3)] {
        let says = Vote { index: core.index + ahead, ..vote_for(&net, 1, 3, &core, None).says };
        let vote = Signed::new(&identity(1), &net.contract.table(), 1, says);
        net.say(1, 0, &backed(vote, &[]));
        assert_eq!(last_vote(&net).map(|vote| vote.round), Some(followed));
    }
}

#[test]
fn a_vote_comes_with_as_many_reasons_as_are_allowed_and_with_one_more_it_is_an_offence() {
    let dropped = |net: &Net| net.has_event(0, |event| matches!(event, ProtocolEvent::Drop { .. }));
    let mut net = Net::players(5);
    alone_among_others(&mut net);
    net.want(0, to_bot(4)).expect("possible");
    let core = change_core(&net, 0, to_bot(3));
    let most = u32::try_from(MAX_SUPPORT).expect("few");
    let reasons: Vec<Signed<Vote>> =
        (1..=most + 1).map(|round| vote_for(&net, 2, round, &core, None)).collect();
    for round in 1..=MAX_OFFENCES {
        net.wait(1_100);
        let vote = vote_for(&net, 1, 100 + round, &core, None);
        net.say(1, 0, &backed(vote, &reasons[..MAX_SUPPORT]));
    }
    assert!(!dropped(&net));
    assert!(last_vote(&net).is_some_and(|vote| vote.round > 100), "they were taken in");
    for round in 1..=MAX_OFFENCES {
        let vote = vote_for(&net, 1, 200 + round, &core, None);
        net.say(1, 0, &backed(vote, &reasons));
    }
    assert!(dropped(&net));
}

#[test]
fn a_reason_that_nobody_signed_is_an_offence_and_one_that_is_signed_is_taken_in() {
    for forged in [false, true] {
        let mut net = Net::players(5);
        alone_among_others(&mut net);
        net.want(0, to_bot(4)).expect("possible");
        let core = change_core(&net, 0, to_bot(3));
        for round in 1..=MAX_OFFENCES {
            let mut reason = vote_for(&net, 2, 50 + round, &core, None);
            if forged {
                reason.signature = Signature([3; 64]);
            }
            let vote = vote_for(&net, 1, 50 + round, &core, None);
            net.say(1, 0, &backed(vote, &[reason]));
        }
        assert_eq!(net.has_event(0, |event| matches!(event, ProtocolEvent::Drop { .. })), forged);
        let last = if forged { 1 } else { 50 + MAX_OFFENCES };
        assert_eq!(last_vote(&net).map(|vote| vote.round), Some(last), "forged {forged}");
    }
}

#[test]
fn of_a_voter_that_votes_without_end_few_votes_are_taken_in_at_once() {
    let mut net = Net::players(5);
    alone_among_others(&mut net);
    net.want(0, to_bot(4)).expect("possible");
    for round in 51..=50 + 3 * MAX_VOTES {
        hear(&mut net, 1, round, to_bot(3));
        hear(&mut net, 2, round, to_bot(3));
    }
    assert_eq!(last_vote(&net).map(|vote| vote.round), Some(50 + MAX_VOTES));
}

/// Its disk has gone back, and nobody noticed.
#[test]
fn who_hears_a_word_of_its_own_beyond_what_it_remembers_has_lost_its_memory() {
    // It has voted in round 3, or acknowledged in round 0.
    let voted = || {
        let mut net = Net::players(5);
        alone_among_others(&mut net);
        net.want(0, to_bot(4)).expect("possible");
        hear(&mut net, 1, 3, to_bot(3));
        assert_eq!(last_vote(&net).map(|vote| vote.round), Some(3));
        net
    };
    for (round, beyond) in [(2, false), (3, false), (4, true)] {
        let mut net = voted();
        let own = vote_for(&net, 0, round, &change_core(&net, 0, to_bot(2)), None);
        net.say(1, 0, &backed(own, &[]));
        assert_eq!(net.live(0).is_recovering(), beyond, "a vote in round {round}");
    }
    for (index, round, beyond) in [(0, 0, false), (0, 1, true), (1, 0, true)] {
        let mut net = Net::players(5);
        alone_among_others(&mut net);
        net.act(0, 3).expect("its turn");
        let core = move_core(&net, 0, 0, 4);
        let says = Head { index: core.index + index, ..head_for(&net, 0, round, &core).says };
        let own = Signed::new(&identity(0), &net.contract.table(), 0, says);
        net.say(1, 0, &Message::Head(own));
        assert_eq!(net.live(0).is_recovering(), beyond, "a head {index} ahead in round {round}");
    }
}

#[test]
fn a_head_of_a_round_that_there_is_not_is_not_passed_on() {
    let mut net = Net::players(3);
    net.crash(2);
    net.wait(2_000);
    let now = net.now;
    net.live_mut(0).handle_connected(now, key(2));
    net.drain(0);
    let core = move_core(&net, 0, 0, 3);
    for (round, passed) in [(MAX_ROUNDS + 1, 0), (MAX_ROUNDS, 1)] {
        let head = Message::Head(head_for(&net, 2, round, &core));
        net.say(2, 0, &head);
        net.settle();
        let copies =
            net.traffic.iter().filter(|(from, to, message)| (*from, *to) == (0, 1) && *message == head);
        assert_eq!(copies.count(), passed, "round {round}");
    }
}

/// Peer 0 of five has moved and hears a head about the next index, then two that make its move final; and that move of seat 1.
fn next_of_five(early: impl Fn(Head) -> Head) -> (Net, [Core; 2]) {
    let mut ahead = Net::players(5);
    ahead.act(0, 3).expect("its turn");
    let second = ahead.live(0).log()[1].core.clone();
    let third = move_core(&ahead, 0, 1, 3);
    let mut net = Net::players(5);
    alone_among_others(&mut net);
    net.act(0, 3).expect("its turn");
    let head = Signed::new(&identity(2), &net.contract.table(), 2, early(head_for(&net, 2, 0, &third).says));
    net.say(2, 0, &Message::Head(head));
    for voter in [1, 2] {
        let head = head_for(&net, voter, 0, &second);
        net.say(usize::from(voter), 0, &Message::Head(head));
    }
    assert_eq!(net.live(0).log().len(), 2, "three of five");
    (net, [second, third])
}

#[test]
fn a_head_that_came_early_counts_when_its_index_is_open_unless_its_voter_speaks_in_another_life() {
    for (life, counts) in [(0, true), (7, false)] {
        let (mut net, [_, third]) = next_of_five(|says| Head { life, ..says });
        let moved = third.sign(&identity(1), &net.contract.table(), 0);
        net.say(1, 0, &Message::Entry(Box::new(moved)));
        assert_eq!(net.live(0).log().len() == 3, counts, "of life {life}, with the mover's and its own");
    }
}

#[test]
fn a_late_head_for_the_last_entry_is_noted_unless_its_voter_speaks_in_another_life() {
    let (mut net, [second, _]) = next_of_five(|says| says);
    for (life, noted) in [(7, false), (0, true)] {
        let says = Head { life, ..head_for(&net, 4, 0, &second).says };
        let head = Signed::new(&identity(4), &net.contract.table(), 4, says);
        net.say(4, 0, &Message::Head(head));
        assert_eq!(net.live(0).heads_at_tip().any(|voter| voter == 4), noted, "life {life}");
    }
}

/// Where the table has parted who counts may speak in another life.
#[test]
fn heads_of_other_lives_for_another_entry_show_that_the_table_has_parted() {
    let (mut net, [second, _]) = next_of_five(|says| says);
    let other = Core { body: Body::Move { seat: 0, payload: vec![9] }, ..second };
    for voter in 2..5_u8 {
        assert!(!net.has_event(0, |event| matches!(event, ProtocolEvent::Forked { .. })));
        let says = Head { life: 7, ..head_for(&net, voter, 0, &other).says };
        let head = Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says);
        net.say(usize::from(voter), 0, &Message::Head(head));
    }
    assert!(net.has_event(0, |event| matches!(event, ProtocolEvent::Forked { .. })));
}

/// A change by the votes of these in a round, each of whom had acknowledged this before.
pub(crate) fn certified(
    net: &Net,
    from: &[u8],
    round: u32,
    change: Change,
    acked: Option<Acked<Hash>>,
) -> Message {
    let core = change_core(net, 0, change);
    let cast = |voter: &u8| {
        let Signed { signature, .. } = vote_for(net, *voter, round, &core, acked);
        Cast { voter: *voter, life: 0, acked, lost: Voters::NONE, signature }
    };
    let votes = from.iter().map(cast).collect();
    let certificate = Certificate { round, votes, seal: Vec::new(), lost: Vec::new(), accession: None };
    Message::Entry(Box::new(Entry { core, proof: Proof::Certified(certificate) }))
}

/// The same by votes of which nothing that peer 0 has heard shows that they count.
pub(crate) fn unfounded(net: &Net, voters: &[u8], change: Change) -> Message {
    certified(net, voters, 3, change, Some(Acked::first(1, Hash([9; 32]))))
}

#[test]
fn nobody_votes_for_what_it_has_only_heard_of_whoever_is_bound_to_it() {
    let mut net = Net::players(5);
    alone_among_others(&mut net);
    net.act(0, 3).expect("its turn");
    let mine = net.live(0).sent().map(Entry::hash);
    let unknown = Core { body: Body::Move { seat: 0, payload: vec![9] }, ..move_core(&net, 0, 0, 4) };
    let votes = [1, 2, 3].map(|voter| vote_for(&net, voter, 1, &unknown, None));
    net.say(4, 0, &backed(vote_for(&net, 4, 2, &unknown, None), &votes));
    let vote = last_vote(&net).expect("all others are in a higher round");
    assert_eq!((vote.round, Some(vote.entry)), (2, mine), "three went on without it, to something else");
}

#[test]
fn a_bots_move_is_acknowledged_beside_a_change_whose_votes_nothing_shows_to_count() {
    let worked_out = Rc::new(RefCell::new(BTreeSet::new()));
    let genesis = Toy { worked_out: Some(Rc::clone(&worked_out)), ..Toy::new(4, 3) };
    let mut net = Net::of(contract(&[true, false, true, true], DrawMode::Seed(5)), genesis);
    net.heal_all();
    net.settle();
    net.act(0, 3).expect("its turn");
    assert_eq!(net.turn(0), ToMove::Seat(1));
    alone_among_others(&mut net);
    let change = unfounded(&net, &[2, 3], Change::StandIn { seat: 2 });
    net.say(2, 0, &change);
    assert!(net.live(0).sent().is_none(), "the bot takes its time");
    let state = net.live(0).rules().state_hash();
    worked_out.borrow_mut().insert(state);
    net.user(0, Lockstep::handle_auto_known);
    let sent = net.live(0).sent().map(|entry| entry.core.body.clone());
    assert!(matches!(sent, Some(Body::Auto { seat: 1, .. })), "{sent:?}");
}

#[test]
fn what_is_acknowledged_is_written_down_and_not_what_came_before_it() {
    let mut net = Net::players(4);
    alone_among_others(&mut net);
    let change = unfounded(&net, &[1, 2, 3], Change::StandIn { seat: 2 });
    net.say(2, 0, &change);
    net.act(0, 3).expect("its turn");
    let sent = net.live(0).sent().map(Entry::hash);
    let journal = net.peers[0].journal.clone();
    net.crash(0);
    net.try_restore(0, &journal).expect("sound");
    assert!(sent.is_some());
    assert_eq!(net.live(0).sent().map(Entry::hash), sent);
}

/// Not only those that made it final: a liar's later ones must not take the place of its lie.
#[test]
fn votes_for_something_else_than_what_became_final_are_known_again_after_a_restart() {
    let mut net = Net::players(4);
    alone_among_others(&mut net);
    let (one, other) = (Change::StandIn { seat: 1 }, Change::StandIn { seat: 3 });
    let second = change_core(&net, 0, Change::StandIn { seat: 0 });
    net.want(0, one).expect("possible");
    hear(&mut net, 1, 1, other);
    hear(&mut net, 2, 1, one);
    hear(&mut net, 3, 1, one);
    let core = change_core(&net, 0, one);
    for voter in [2, 3] {
        net.say(usize::from(voter), 0, &Message::Head(head_for(&net, voter, 1, &core)));
    }
    assert_eq!(net.live(0).log().len(), 2, "three of four");
    let second = backed(vote_for(&net, 1, 1, &second, None), &[]);
    let journal = net.peers[0].journal.clone();
    net.crash(0);
    net.try_restore(0, &journal).expect("sound");
    let now = net.now;
    net.live_mut(0).handle_connected(now, key(1));
    net.say(1, 0, &second);
    assert!(matches!(cheated(&net, 0), Some((1, Evidence::TwoVotes(..)))));
}
