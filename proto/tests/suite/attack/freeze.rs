//! Words of one liar do not keep the others from going on, nor make them drop each other.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Change, Entry};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::statement::{Evidence, Head, Signed, Stance, Vote};

use super::liar::{blamed, delivered, drops, meet, possess, shown, stance};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot};

// Freeze: votes that nobody can show any more

/// B, D and the liar have named a removal in round 1; B and D acknowledge it, the liar does not, C sleeps. Then the
/// liar votes through so many rounds that nobody would keep all of them, for something else or for the same. C comes
/// back, and must still be shown how B and D came to what they are bound to.
#[test]
fn a_liar_that_votes_for_ever_does_not_make_others_forget_why_they_are_bound() {
    for same in [false, true] {
        let mut net = Net::players(4);
        let removal = change_core(&net, 0, to_bot(2));
        net.crash(2);
        possess(&mut net, 3);
        for peer in [0, 1] {
            net.want(peer, to_bot(2)).expect("possible");
        }
        let entry = |round| if same || round == 1 { removal.hash() } else { Hash([7; 32]) };
        let change = |round| (same || round == 1).then_some(to_bot(2));
        for round in 1..=120 {
            let says = Vote {
                index: 2,
                round,
                entry: entry(round),
                change: change(round),
                acked: None,
                life: 0,
                lost: Voters::NONE,
            };
            let vote = Signed::new(&identity(3), &net.contract.table(), 3, says);
            say_to(&mut net, 3, &[0, 1], &backed(vote, &[]));
            net.wait(4_000);
        }
        assert_eq!(net.live(0).log().len(), 1, "the liar acknowledges nothing");
        // One of those who are bound restarts meanwhile.
        net.crash(1);
        net.restart(1);
        net.restart(2);
        net.heal_all();
        net.wait(30_000);
        assert!(net.live(0).log().len() > 1, "same {same}: {}", net.live(2).explain());
    }
}

/// A is bound to a removal that was named in round 1, B to its own move in round 0, C to nothing. The liar says that it
/// acknowledged B's move in a high round. That draws B and C to the move for ever, and A may not follow.
#[test]
fn a_round_that_a_liar_makes_up_does_not_draw_others_away_from_what_was_named() {
    let mut net = Net::players(4);
    net.play(1, 1);
    assert_eq!(net.turn(0), ToMove::Seat(1));
    let removal = change_core(&net, 0, to_bot(1));
    let index = removal.index;
    possess(&mut net, 3);
    net.isolate(1);
    net.act(1, 4).expect("its turn");
    let made = net.live(1).sent().expect("it moved").clone();
    // What the liar votes for reaches A alone.
    net.censor = Some(Box::new(|from, _, message| match message {
        Message::Vote(backed) => from == 0 && (backed.vote.voter == 3 || backed.vote.says.round > 1),
        Message::Entry(_) => from == 0,
        _ => false,
    }));
    for peer in [0, 2] {
        net.want(peer, to_bot(1)).expect("possible");
    }
    let vote = vote_for(&net, 3, 1, &removal, None);
    net.say(3, 0, &backed(vote, &[]));
    net.settle();
    assert_eq!(net.live(0).sent().map(Entry::hash), Some(removal.hash()), "A is bound");
    assert_eq!(net.live(2).sent(), None, "C is not");
    let says =
        Head { index, round: 7, entry: made.hash(), state: made.core.state, life: 0, lost: Voters::NONE };
    let head = Message::Head(Signed::new(&identity(3), &net.contract.table(), 3, says));
    net.censor = None;
    // B and C go on to round 2 together, where the removal cannot be acknowledged any more as it was.
    net.isolate(0);
    net.link(1, 2);
    net.settle();
    say_to(&mut net, 3, &[1, 2], &head);
    net.wait(6_000);
    net.heal_all();
    for _ in 0..60 {
        say_to(&mut net, 3, &[1, 2], &head);
        net.wait(1_000);
    }
    assert!(net.live(0).log().len() >= index as usize, "a minute later: {}", net.live(2).explain());
}

/// As above, after few rounds: C comes back and is sent what shows that B's and D's votes count. A spectator is
/// quicker, and sends the same votes without: that uses up how many votes of B and D are looked at.
#[test]
fn a_spectator_that_repeats_votes_without_their_reasons_does_not_make_them_worthless() {
    for hostile in [false, true] {
        let mut net = Net::players(4);
        let removal = change_core(&net, 0, to_bot(2));
        net.crash(2);
        possess(&mut net, 3);
        for peer in [0, 1] {
            net.want(peer, to_bot(2)).expect("possible");
        }
        let vote = vote_for(&net, 3, 1, &removal, None);
        say_to(&mut net, 3, &[0, 1], &backed(vote, &[]));
        net.settle();
        // Voter 3 votes for something else once more, and is gone.
        let says = Vote {
            index: 2,
            round: 2,
            entry: Hash([7; 32]),
            change: None,
            acked: None,
            life: 0,
            lost: Voters::NONE,
        };
        let vote = Signed::new(&identity(3), &net.contract.table(), 3, says);
        say_to(&mut net, 3, &[0, 1], &backed(vote, &[]));
        net.wait(20_000);
        assert_eq!(net.live(0).log().len(), 1);
        let latest = |voter: u8| {
            let votes = net.traffic.iter().filter_map(|(_, _, message)| match message {
                Message::Vote(backed) if backed.vote.voter == voter => Some(backed.vote),
                _ => None,
            });
            votes.max_by_key(|vote| vote.says.round).expect("it voted")
        };
        let bare = [0, 1].map(|voter| whistlestop_proto::codec::encode(&backed(latest(voter), &[])));
        let journal = net.peers[2].journal.clone();
        net.try_restore(2, &journal).expect("sound");
        meet(&mut net, 2, WATCHER);
        for moment in 0..2_000 {
            for vote in bare.iter().filter(|_| hostile) {
                for _ in 0..if moment == 0 { 10 } else { 1 } {
                    net.inject(WATCHER, 2, vote);
                }
            }
            if moment == 1 {
                net.heal_all();
            }
            net.wait(50);
        }
        assert!(net.live(0).log().len() > 1, "hostile {hostile}: {}", net.live(2).explain());
    }
}

// Freeze: three voters, two of whom draw

/// At a chance turn of two, who withholds its link may not leave. But it may prove that it lies, and vote for its own
/// removal: then the other counts alone and can never draw.
#[test]
fn at_two_a_liar_at_a_chance_turn_is_not_removed_without_its_link() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    net.censor = Some(Box::new(|from, _, message| from == 1 && matches!(message, Message::Reveal(_))));
    net.act(1, 3).expect("its turn");
    net.wait(1_000);
    possess(&mut net, 1);
    let index = u32::try_from(net.live(0).log().len()).expect("few") + 1;
    let removal = change_core(&net, 0, to_bot(1));
    let head = |entry: u8| {
        let says = Head {
            index: 100,
            round: 0,
            entry: Hash([entry; 32]),
            state: Hash([0; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &net.contract.table(), 1, says)
    };
    let evidence = Message::Evidence(Evidence::TwoHeads(head(1), head(2)));
    net.say(1, 0, &evidence);
    net.wait(1_000);
    let vote = vote_for(&net, 1, 1, &removal, None);
    net.say(1, 0, &backed(vote, &[]));
    let head = Message::Head(head_for(&net, 1, 1, &removal));
    net.say(1, 0, &head);
    net.wait(20_000);
    let alone = net.voters(0) == [0];
    let drawn = net.live(0).log().len() > index as usize;
    assert!(!alone || drawn, "it counts alone and cannot go on: {}", net.live(0).explain());
}

// Freeze: honest peers that drop each other

/// C is a moment behind B. The liar says to C that nothing is final for it and that B is the liar; C passes that on,
/// and B answers that something is final, in the liar's words: that B itself lied. C holds that for an offence of B.
#[test]
fn an_honest_peer_that_answers_a_stance_against_itself_is_not_dropped() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let mine = move_core(&net, 1, 1, 3);
    net.act(1, 3).expect("its turn");
    let head = Message::Head(head_for(&net, 0, 0, &mine));
    net.say(0, 1, &head);
    net.settle();
    assert_eq!((net.live(1).log().len(), net.live(2).log().len()), (3, 2));
    // B and C meet; before they have told each other anything the liar has spoken.
    net.link(1, 2);
    for life in 0..8 {
        let says = Stance { index: 3, liar: 1, entry: None, life };
        let message = Message::Stance(stance(&net, 0, says));
        net.inject(0, 2, &whistlestop_proto::codec::encode(&message));
    }
    net.wait(5_000);
    let dropped =
        net.has_event(2, |event| matches!(event, ProtocolEvent::Drop { peer, .. } if *peer == key(1)));
    assert!(!dropped, "C has dropped B, who did nothing wrong: {}", net.live(2).explain());
}

/// Who was dropped and tries to come back is dropped again, and the ten minutes begin anew each time.
#[test]
fn who_was_dropped_comes_back_after_ten_minutes_however_often_it_tries() {
    let mut net = Net::players(2);
    for _ in 0..8 {
        net.inject(0, 1, &[255; 10]);
    }
    net.wait(100);
    for _ in 0..30 {
        net.cut(0, 1);
        net.wait(60_000);
        net.peers[1].events.clear();
        net.link(0, 1);
        net.wait(1_000);
    }
    let dropped = net.has_event(1, |event| matches!(event, ProtocolEvent::Drop { .. }));
    assert!(!dropped, "half an hour later");
}

/// An admitted witness lies. Whoever comes late does not know its key yet, and holds the proof for a bad one: of every
/// honest neighbour, with every status.
#[test]
fn whoever_is_behind_drops_nobody_for_a_proof_against_a_voter_it_does_not_know_yet() {
    for proof in [false, true] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 20);
        net.join(WATCHER);
        net.heal_all();
        net.settle();
        net.crash(2);
        for peer in [0, 1] {
            net.want(peer, Change::StandIn { seat: 2 }).expect("possible");
        }
        net.wait(1_000);
        net.play(0, 8);
        let admission = net.live(0).admission_of(&key(WATCHER)).expect("it watches");
        for peer in [0, 1] {
            net.want(peer, admission).expect("possible");
        }
        net.wait(2_000);
        let witness = net.live(WATCHER).voter().expect("it counts");
        let head = |entry: u8| {
            let says = Head {
                index: 100,
                round: 0,
                entry: Hash([entry; 32]),
                state: Hash([0; 32]),
                life: 0,
                lost: Voters::NONE,
            };
            Signed::new(&identity(WATCHER), &net.contract.table(), witness, says)
        };
        let evidence = Message::Evidence(Evidence::TwoHeads(head(1), head(2)));
        if proof {
            net.say(WATCHER, 0, &evidence);
            net.settle();
        }
        // What C has missed takes five seconds to arrive.
        net.censor = Some(Box::new(|_, to, message| {
            to == 2 && matches!(message, Message::Entries(_) | Message::Entry(_))
        }));
        net.restart(2);
        net.wait(5_000);
        net.censor = None;
        net.wait(5_000);
        let dropped = net.has_event(2, |event| matches!(event, ProtocolEvent::Drop { .. }));
        assert!(!dropped, "proof {proof}: {:?}", net.peers[2].events);
        assert_eq!(net.live(2).log().len(), net.live(0).log().len());
    }
}

// Freeze: a liar that votes both ways

/// At four A votes in round 1 for B's change with B and C, and for D's with D. B acknowledged what three named, C has
/// that vote, and D only the other. If D could not be shown what binds B, it would take no word of B any more, and
/// three honest voters would wait for ever.
#[test]
fn at_four_a_liar_that_votes_both_ways_holds_nobody_up() {
    let mut net = Net::players(4);
    possess(&mut net, 0);
    net.split(&[1], &[2, 3]);
    net.split(&[2], &[3]);
    let (one, other) = (Change::StandIn { seat: 0 }, to_bot(0));
    let cores = [change_core(&net, 1, one), change_core(&net, 3, other)];
    // B alone hears of a majority for its change.
    net.want(1, one).expect("possible");
    let votes = [vote_for(&net, 0, 1, &cores[0], None), vote_for(&net, 2, 1, &cores[0], None)];
    for vote in votes {
        net.say(0, 1, &backed(vote, &[]));
    }
    net.settle();
    assert_eq!(net.live(1).sent().map(Entry::hash), Some(cores[0].hash()), "{}", net.live(1).explain());
    // The others have the liar's other vote first.
    net.want(3, other).expect("possible");
    let lie = vote_for(&net, 0, 1, &cores[1], None);
    for peer in [2, 3] {
        net.say(0, peer, &backed(lie, &[]));
    }
    net.want(2, other).expect("possible");
    net.settle();
    net.heal_all();
    net.wait(60_000);
    let lens: Vec<usize> = [1, 2, 3].map(|peer| net.live(peer).log().len()).to_vec();
    assert!(lens.iter().all(|len| *len > 1), "{lens:?} {}", net.live(1).explain());
    assert!(shown(&net, 1, 0) && shown(&net, 3, 0));
}

// Freeze: words that are passed on for ever

/// A liar says once that something is final for it. Every neighbour passes that on; whoever gets it again must not.
#[test]
fn what_a_liar_says_is_final_is_passed_on_once_and_costs_no_honest_link() {
    let mut net = Net::players(5);
    let core = move_core(&net, 1, 0, 4);
    // It is heard by one alone: what comes from further away is passed on.
    net.crash(4);
    let now = net.now;
    net.live_mut(1).handle_connected(now, key(4));
    net.wait(2_000);
    let says = Stance { index: core.index, liar: 3, entry: Some(core.hash()), life: 0 };
    let vouched = Message::Stance(stance(&net, 4, says));
    net.traffic.clear();
    net.say(4, 1, &vouched);
    for _ in 0..1_000 {
        if !net.deliver_one() {
            net.now += 1;
        }
    }
    let passed_on =
        net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Stance(_))).count();
    assert!(passed_on <= 16, "{passed_on} times among four");
}

// Freeze: votes that nobody keeps

/// While it is its turn the liar votes in 63 rounds, none of which contradicts another. Then B and C want a change, and
/// B alone hears the liar's vote for it in round 1 and is bound; one more vote, and B has forgotten that one, and so
/// have the others as soon as they hear of it: B can never show why it is bound.
#[test]
fn at_four_a_liar_that_has_voted_much_before_does_not_make_others_forget_why_they_are_bound() {
    for hostile in [false, true] {
        let mut net = Net::players(4);
        let table = net.contract.table();
        possess(&mut net, 0);
        let junk = |round| {
            let says = Vote {
                index: 2,
                round,
                entry: Hash([7; 32]),
                change: None,
                acked: None,
                life: 0,
                lost: Voters::NONE,
            };
            backed(Signed::new(&identity(0), &table, 0, says), &[])
        };
        if hostile {
            for round in 10..73 {
                say_to(&mut net, 0, &[1, 2, 3], &junk(round));
                net.wait(1_100);
            }
        }
        net.split(&[1], &[2, 3]);
        net.wait(10_000);
        if hostile {
            say_to(&mut net, 0, &[2, 3], &junk(73));
        }
        let change = Change::StandIn { seat: 0 };
        let core = change_core(&net, 1, change);
        net.want(1, change).expect("possible");
        net.want(2, change).expect("possible");
        for voter in [2, 0] {
            let vote = vote_for(&net, voter, 1, &core, None);
            net.say(0, 1, &backed(vote, &[]));
        }
        assert_eq!(net.live(1).sent().map(Entry::hash), Some(core.hash()), "{}", net.live(1).explain());
        if hostile {
            net.wait(1_100);
            say_to(&mut net, 0, &[1], &junk(74));
        }
        net.heal_all();
        net.wait(200_000);
        let lens: Vec<usize> = [1, 2, 3].map(|peer| net.live(peer).log().len()).to_vec();
        assert!(
            lens.iter().all(|len| *len > 1),
            "hostile {hostile} {lens:?} {:?} {}",
            blamed(&net, 0),
            net.live(2).explain()
        );
    }
}

// Freeze: links that nobody made

/// The liar tells nobody its links, but false ones before and while chance decides, and leaves.
#[test]
fn false_links_early_and_late_neither_change_nor_delay_a_draw() {
    for voters in 3..=6 {
        let mut draws = Vec::new();
        for hostile in [false, true] {
            let mut net = Net::players(voters);
            for seat in 0..voters - 1 {
                net.act(seat, 3).expect("its turn");
            }
            let reveals = delivered(&net, |message| match message {
                Message::Reveal(reveal) => Some(reveal.clone()),
                _ => None,
            });
            let last = move_core(&net, 0, u8::try_from(voters - 1).expect("few"), 3).hash();
            possess(&mut net, 0);
            if hostile {
                let mut bad = reveals.into_iter().next().expect("a draw was made");
                (bad.number, bad.base) = (2, last);
                for peer in 1..voters {
                    net.say(0, peer, &Message::Reveal(bad.clone()));
                }
            }
            let begun = net.now;
            net.act(voters - 1, 3).expect("its turn");
            net.settle();
            assert!(net.now - begun < 100, "{voters} voters: it took {}", net.now - begun);
            let entries: Vec<_> = net.live(1).log().iter().map(Entry::hash).collect();
            assert_eq!(entries.len(), voters + 2, "{voters} voters: {}", net.live(1).explain());
            net.wait(5_000);
            assert_eq!(drops(&net), [], "{voters} voters");
            draws.push(entries);
        }
        assert_eq!(draws[0], draws[1], "{voters} voters");
    }
}
