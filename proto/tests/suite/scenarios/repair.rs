//! A proven liar at an odd table: removed where that is safe, and never without evidence.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Change, Core, Proof};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::{Acked, Ballot, Memory, may_vote};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::Record;
use whistlestop_proto::limits::{MAX_OFFENCES, PASS_ON_MILLIS, REPAIR_ROUND};
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Signed, Stance};
use whistlestop_proto::verify::verify_log;

use super::evidence::{cheated, prove};
use super::liar::{has_forked, late_move, possess};
use crate::forge::{backed, change_core, head_for, move_core, vote_for};
use crate::net::{Net, PLACE, WATCHER, identity, key, to_bot};

/// B and C have acknowledged two late moves of A, who says nothing else: each is bound to what the other is not.
fn bound_to_two_moves() -> (Net, [Core; 2]) {
    let mut net = Net::players(3);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    for (peer, core) in [(1, &cores[0]), (2, &cores[1])] {
        let late = late_move(&net, 0, core);
        net.inject(0, peer, &codec::encode(&late));
    }
    (net, cores)
}

/// The liar's votes release nobody, however many rounds it votes in: it may have made either move final with somebody.
#[test]
fn the_votes_of_a_proven_liar_release_nobody() {
    let quorum = Quorum { liars: Voters::NONE.with(0), ..Quorum::of((0..3).collect()) };
    let memory = Memory { promised: 0, acked: Some(Acked::first(0, 'X')) };
    let went_on =
        |voter, acked| Ballot { voter, round: 1, entry: 'E', change: false, acked, lost: Voters::NONE };
    let others = [went_on(0, None), went_on(2, Some(Acked::first(0, 'Y')))];
    assert!(!may_vote(quorum, 1, &memory, (1, 'E'), others.into_iter()));
    assert!(may_vote(Quorum::of((0..3).collect()), 1, &memory, (1, 'E'), others.into_iter()));
}

#[test]
fn who_binds_an_odd_table_to_two_moves_is_removed_by_the_word_of_all_others() {
    let (mut net, cores) = bound_to_two_moves();
    net.wait(20_000);
    for peer in [1, 2] {
        let (voter, evidence) = cheated(&net, peer).expect("two moves");
        assert_eq!((voter, prove(&net, &evidence)), (0, Some(0)));
        let entry = &net.live(peer).log()[1];
        assert_eq!(
            entry.core.body,
            Body::Change(Change::Remove { voter: 0 }),
            "{}",
            net.live(peer).explain()
        );
        assert!(matches!(&entry.proof, Proof::Repaired(stances) if stances.len() == 2));
        assert_eq!(net.voters(peer), [1, 2]);
    }
    assert!(!has_forked(&net));
    // Its head for what it had signed comes too late for anybody.
    for (peer, core) in [(1, &cores[0]), (2, &cores[1])] {
        let head = Message::Head(head_for(&net, 0, 0, core));
        net.say(0, peer, &head);
    }
    net.wait(2_000);
    assert!(!has_forked(&net));
    net.assert_one_table();
    let accessions: Vec<_> = net.live(1).accessions().cloned().collect();
    assert!(verify_log(&net.contract, &accessions, net.live(1).log(), &net.genesis).is_ok());
    net.crash(1);
    net.restart(1);
    net.crash(0);
    net.finish();
}

/// A log that says so without the word of all others is no log.
#[test]
fn a_repair_needs_the_word_of_every_other_voter_about_this_index() {
    let (mut net, _) = bound_to_two_moves();
    net.wait(20_000);
    let accessions: Vec<_> = net.live(1).accessions().cloned().collect();
    let is_good = |change: &dyn Fn(&mut Vec<Signed<Stance>>)| {
        let mut log = net.live(1).log()[..2].to_vec();
        if let Proof::Repaired(stances) = &mut log[1].proof {
            change(stances);
        }
        verify_log(&net.contract, &accessions, &log, &net.genesis).is_ok()
    };
    assert!(is_good(&|_| {}));
    assert!(!is_good(&|stances| stances.truncate(1)));
    assert!(!is_good(&|stances| stances.swap(0, 1)));
    assert!(!is_good(&|stances| stances.push(stances[1])));
    assert!(!is_good(&|stances| stances[0].signature = stances[1].signature));
    let again = |voter: usize, change: fn(&mut Stance)| {
        let mut says = Stance { index: 2, liar: 0, entry: None, life: 0 };
        change(&mut says);
        let number = u8::try_from(voter).expect("few");
        Signed::new(&identity(voter), &net.contract.table(), number, says)
    };
    assert!(is_good(&|stances| stances[0] = again(1, |_| {})));
    assert!(!is_good(&|stances| stances[0] = again(1, |says| says.index = 3)));
    assert!(!is_good(&|stances| stances[0] = again(1, |says| says.liar = 2)));
    assert!(!is_good(&|stances| stances[0] = again(1, |says| says.entry = Some(Hash::default()))));
}

/// Who waits for the word of somebody who is away decides nothing meanwhile, and goes on when that one is back.
#[test]
fn a_repair_waits_for_who_is_away() {
    let (mut net, _) = bound_to_two_moves();
    net.wait(1_500);
    assert!([1, 2].iter().all(|peer| cheated(&net, *peer).is_some()));
    net.crash(2);
    net.wait(20_000);
    assert_eq!(net.live(1).log().len(), 1);
    net.restart(2);
    possess(&mut net, 0);
    net.wait(20_000);
    assert_eq!(net.lens()[..2], [net.live(1).log().len(); 2]);
    assert_eq!(net.voters(1), [1, 2]);
    assert!(!has_forked(&net));
}

/// B has said that nothing is final for it. C has not, and now A lets C's move become final: when they meet that
/// stands, and A is removed behind it.
#[test]
fn what_is_final_for_one_of_the_others_stands() {
    let (mut net, cores) = bound_to_two_moves();
    net.censor = Some(Box::new(|from, to, message| match message {
        Message::Vote(backed) => from == 1 && to == 2 && backed.vote.says.round >= REPAIR_ROUND,
        Message::Stance(_) => from == 1 && to == 2,
        _ => false,
    }));
    net.wait(20_000);
    let head = Message::Head(head_for(&net, 0, 0, &cores[1]));
    net.say(0, 1, &head);
    net.wait(1_000);
    assert_eq!(net.live(2).log()[1].hash(), cores[1].hash(), "it is final for C");
    assert_eq!(net.live(1).log().len(), 1, "B has the same heads, and keeps to its word");
    net.censor = None;
    net.wait(10_000);
    for peer in [1, 2] {
        assert_eq!(net.live(peer).log()[1].hash(), cores[1].hash(), "{}", net.live(peer).explain());
        assert_eq!(net.live(peer).log()[2].core.body, Body::Change(to_bot(0)));
    }
    assert!(!has_forked(&net));
    net.assert_one_table();
}

/// Where one of the others is away nobody binds itself: those who are there may still decide without the liar.
#[test]
fn nobody_gives_its_word_while_one_of_the_others_is_away() {
    let mut net = Net::players(5);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    net.crash(4);
    for core in &cores {
        let late = late_move(&net, 0, core);
        net.inject(0, 1, &codec::encode(&late));
    }
    for round in 1..20 {
        let vote = vote_for(&net, 0, round, &cores[0], None);
        net.say(0, 1, &backed(vote, &[]));
        net.say(0, 2, &backed(vote, &[]));
        net.wait(500);
    }
    net.wait(10_000);
    assert!(cheated(&net, 1).is_some());
    assert!(!net.traffic.iter().any(|(_, _, message)| matches!(message, Message::Stance(_))));
    assert_eq!(net.voters(1), [1, 2, 3, 4], "three of five have removed it");
    net.assert_one_table();
}

/// A's disk goes back and nothing shows it: A plays on with B, and then from before with C. Each part goes on for long;
/// when they meet, both find where they parted, and who went both ways.
#[test]
fn evidence_is_found_where_the_ways_parted_long_ago() {
    for (with_b, with_c) in [(40, 3), (3, 40), (20, 20), (1, 1)] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 60);
        net.play(0, 4);
        let old = net.peers[0].journal.clone();
        for (other, gone, entries) in [(1, 2, with_b), (2, 1, with_c)] {
            net.isolate(0);
            net.isolate(gone);
            net.link(0, other);
            for peer in [0, other] {
                net.want(peer, to_bot(u8::try_from(gone).expect("few"))).expect("possible");
            }
            net.wait(1_000);
            let len = net.live(other).log().len();
            net.play(other, entries);
            assert!(net.live(other).log().len() > len.max(5), "{}", net.live(other).explain());
            net.crash(0);
            net.try_restore(0, &old).expect("an old journal is sound");
        }
        net.crash(0);
        net.link(1, 2);
        net.wait(10_000);
        for peer in [1, 2] {
            let (voter, evidence) = cheated(&net, peer).expect("it said both");
            assert_eq!((voter, prove(&net, &evidence)), (0, Some(0)), "{with_b} and {with_c}");
            assert!(
                net.has_event(peer, |event| matches!(event, ProtocolEvent::Forked { .. })),
                "{with_b}, {with_c}"
            );
        }
    }
}

// Words of a stance, one by one

fn stance(net: &Net, voter: Voter, says: Stance) -> Message {
    let identity = identity(usize::from(voter));
    Message::Stance(Signed::new(&identity, &net.contract.table(), voter, says))
}

/// B has met two late moves of A; the words of all others come from the test.
fn one_who_knows_of_two_moves(voters: usize) -> (Net, [Core; 2]) {
    let mut net = Net::players(voters);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    for peer in (0..voters).filter(|peer| *peer != 1) {
        net.crash(peer);
        let now = net.now;
        net.live_mut(1).handle_connected(now, key(peer));
        net.drain(1);
    }
    for core in &cores {
        let late = late_move(&net, 0, core);
        net.say(0, 1, &late);
    }
    assert!(cheated(&net, 1).is_some());
    (net, cores)
}

/// Whether the peer has said that nothing is final for it.
fn has_said_so(net: &Net, peer: usize) -> bool {
    // Behind the header.
    let mut records =
        net.peers[peer].records.iter().map(|bytes| codec::decode(bytes.get(16..).unwrap_or_default()));
    records.any(|record| matches!(record, Ok(Record::Stance(word)) if usize::from(word.voter) == peer))
}

#[test]
fn one_others_word_about_a_proven_liar_is_enough_to_give_ones_own_at_an_odd_table() {
    for (voters, liar, gives) in [(3, 0, true), (3, 1, false), (4, 0, false), (5, 0, true)] {
        let (mut net, cores) = one_who_knows_of_two_moves(voters);
        let word = stance(&net, 2, Stance { index: 2, liar, entry: None, life: 0 });
        net.say(2, 1, &word);
        assert_eq!(has_said_so(&net, 1), gives, "{voters} voters, about {liar}");
        for voter in 2..u8::try_from(voters).expect("few") {
            let vote = vote_for(&net, voter, 3, &cores[0], None);
            net.say(usize::from(voter), 1, &backed(vote, &[]));
        }
        let mut records =
            net.peers[1].records.iter().map(|bytes| codec::decode(&bytes[bytes.len().min(16)..]));
        let voted = records.any(|record| matches!(record, Ok(Record::Vote(vote)) if vote.says.round == 3));
        assert_eq!(voted, !gives, "{voters} voters: whoever gave its word says nothing else");
    }
}

#[test]
fn a_restart_forgets_no_word_that_nothing_is_final() {
    for gives in [false, true] {
        let (mut net, cores) = one_who_knows_of_two_moves(5);
        if gives {
            let word = stance(&net, 2, Stance { index: 2, liar: 0, entry: None, life: 0 });
            net.say(2, 1, &word);
        }
        let journal = net.peers[1].journal.clone();
        net.crash(1);
        net.restore_at(1, &journal, PLACE).expect("sound");
        let now = net.now;
        net.live_mut(1).handle_connected(now, key(0));
        let late = late_move(&net, 0, &cores[1]);
        net.say(0, 1, &late);
        for voter in [0, 2, 3] {
            let head = Message::Head(head_for(&net, voter, 0, &cores[1]));
            net.say(0, 1, &head);
        }
        assert_eq!(net.live(1).log().len() > 1, !gives, "gives {gives}: {}", net.live(1).explain());
    }
}

/// Whoever has something final there may have the repair, and then it said before that nothing was.
#[test]
fn who_said_that_nothing_is_final_takes_only_what_another_one_vouches_for() {
    let (net, cores) = one_who_knows_of_two_moves(5);
    let repair = change_core(&net, 1, to_bot(0));
    for (named, by, taken) in
        [(&repair, 3, false), (&cores[0], 3, false), (&cores[1], 0, false), (&cores[1], 3, true)]
    {
        let (mut net, cores) = one_who_knows_of_two_moves(5);
        let word = stance(&net, 2, Stance { index: 2, liar: 0, entry: None, life: 0 });
        net.say(2, 1, &word);
        assert!(has_said_so(&net, 1));
        let about =
            Stance { index: 2, liar: if by == 0 { 2 } else { 0 }, entry: Some(named.hash()), life: 0 };
        let word = stance(&net, by, about);
        net.say(usize::from(by), 1, &word);
        for voter in [0, 2, 3] {
            let head = Message::Head(head_for(&net, voter, 0, &cores[1]));
            net.say(0, 1, &head);
        }
        assert_eq!(net.live(1).log().len() > 1, taken, "{named:?} {by}: {}", net.live(1).explain());
    }
}

#[test]
fn a_word_of_a_stance_is_passed_on_once_if_it_is_about_the_open_index_and_signed() {
    let mut net = Net::players(5);
    net.crash(3);
    net.crash(4);
    net.wait(2_000);
    let now = net.now;
    net.live_mut(1).handle_connected(now, key(4));
    net.drain(1);
    let nothing = |index, liar| stance(&net, 4, Stance { index, liar, entry: None, life: 0 });
    let (early, first, again) = (nothing(3, 3), nothing(2, 3), nothing(2, 2));
    let (own, mut forged) = (nothing(2, 4), nothing(2, 3));
    if let Message::Stance(word) = &mut forged {
        word.signature = Signature([3; 64]);
    }
    let vouch_for =
        |index, byte| stance(&net, 4, Stance { index, liar: 3, entry: Some(Hash([byte; 32])), life: 0 });
    let (decided, vouched, other) = (vouch_for(1, 5), vouch_for(2, 5), vouch_for(2, 6));
    let standings = [(&early, 0), (&own, 0), (&forged, 0), (&first, 2), (&first, 2), (&again, 0)];
    for (word, copies) in
        [&standings[..], &[(&decided, 0), (&vouched, 2), (&vouched, 2), (&other, 0)]].concat()
    {
        net.say(4, 1, word);
        net.settle();
        let passed = net.traffic.iter().filter(|(from, _, message)| *from == 1 && message == word);
        assert_eq!(passed.count(), copies, "{word:?}");
    }
    let dropped = |net: &Net| net.has_event(1, |event| matches!(event, ProtocolEvent::Drop { .. }));
    for _ in 2..MAX_OFFENCES {
        assert!(!dropped(&net));
        net.say(4, 1, &forged);
    }
    assert!(dropped(&net), "one was about its own voter, the others nobody had signed");
}

#[test]
fn ones_own_word_of_a_stance_that_one_does_not_remember_is_a_lost_memory_while_it_is_open() {
    for (index, lost) in [(2, false), (3, true)] {
        let mut net = Net::players(3);
        net.act(0, 3).expect("its turn");
        assert_eq!(net.lens(), [2, 2, 2]);
        let word = stance(&net, 0, Stance { index, liar: 1, entry: None, life: 0 });
        net.say(1, 0, &word);
        assert_eq!(net.live(0).is_recovering(), lost, "index {index}");
    }
}

#[test]
fn only_who_counted_at_an_index_says_what_is_final_there() {
    let mut net = Net::players(4);
    net.leave(3).expect("at the table");
    net.wait(2_000);
    net.play(0, 2);
    net.settle();
    net.traffic.clear();
    let asks = stance(&net, 1, Stance { index: 3, liar: 2, entry: None, life: 0 });
    for (peer, answers) in [(0, true), (3, false)] {
        net.say(1, peer, &asks);
        net.settle();
        let answered = |(from, to, message): &(usize, usize, Message)| {
            (*from, *to) == (peer, 1) && matches!(message, Message::Stance(word) if word.says.entry.is_some())
        };
        assert_eq!(net.traffic.iter().any(answered), answers, "{peer}");
    }
}

#[test]
fn who_cannot_answer_a_question_passes_it_on_and_then_only_answers_that_are_right() {
    let mut net = Net::players(3);
    net.play(0, 2);
    for watcher in [WATCHER, WATCHER + 1] {
        net.join(watcher);
    }
    net.heal_all();
    net.wait(2_000);
    net.isolate(1);
    net.split(&[0, 2], &[WATCHER + 1]);
    net.wait(3_000);
    let right = net.live(0).log()[1].hash();
    let word = |voter, entry| stance(&net, voter, Stance { index: 2, liar: 2, entry, life: 0 });
    let (asks, wrong) = (word(1, None), word(0, Some(Hash([5; 32]))));
    net.traffic.clear();
    net.say(WATCHER + 1, WATCHER, &asks);
    net.settle();
    net.say(0, WATCHER, &wrong);
    net.wait(PASS_ON_MILLIS + 1_000);
    net.say(WATCHER + 1, WATCHER, &asks);
    net.settle();
    let told = |to: usize| {
        let told = net.traffic.iter().filter(|(from, other, _)| (*from, *other) == (WATCHER, to));
        let entry = |(_, _, message): &(usize, usize, Message)| match message {
            Message::Stance(word) => Some(word.says.entry),
            _ => None,
        };
        told.filter_map(entry).collect::<Vec<_>>()
    };
    assert_eq!((told(0), told(WATCHER + 1)), (vec![None], vec![Some(right)]));
}

/// An honest voter says that something is final where it is: one that hears so of itself, and holds the index for open,
/// has an older disk than it had then.
#[test]
fn whoever_hears_its_own_word_that_something_is_final_at_the_open_index_knows_that_its_disk_went_back() {
    let mut net = Net::players(3);
    net.play(0, 1);
    net.wait(1_000);
    let index = u32::try_from(net.live(1).log().len()).expect("few") + 1;
    let word = stance(&net, 1, Stance { index, liar: 0, entry: Some(Hash([5; 32])), life: 0 });
    net.say(2, 1, &word);
    assert!(net.live(1).is_recovering(), "{}", net.live(1).explain());
}
