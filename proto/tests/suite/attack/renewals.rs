//! New lives that a liar asks for, that others ask for in its place, or that come at a bad moment.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::statement::{Evidence, Head, Lost, Return, Signed, Vote};

use super::liar::{
    blamed, drops, intrude, late_move, lose_disk, lost, lost_words, meet, never_cheated, open_for, parted,
    possess, says_lost, shown, signed_move,
};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot};

/// Those who are up play and want the liar out, for so many seconds.
fn go_on(net: &mut Net, liar: Option<u8>, seconds: u64) {
    for _ in 0..seconds {
        for peer in net.up() {
            if let Some(liar) = liar {
                let _ = net.want(peer, to_bot(liar));
            }
            let _ = net.act(peer, 3);
        }
        net.wait(1_000);
    }
}

fn nobody_is_blamed_but(net: &Net, liar: u8) {
    for who in (0..16).filter(|who| *who != liar) {
        assert!(blamed(net, who).iter().all(|(_, cheated)| !cheated), "{who} is blamed");
    }
}

// A liar that says without end that it has lost its memory

/// At every index, in many lives, each of the others another one, about wrong indices, and with whom it never met; and
/// goes on in its old life. The others play on and remove it.
fn lost_without_end(voters: usize, witnesses: usize, speaks: bool) {
    let mut net = Net::with_witnesses(voters, witnesses);
    net.join(WATCHER + 1);
    net.heal_all();
    net.settle();
    possess(&mut net, 0);
    let others: Vec<usize> = net.up();
    let mut life = 1_000;
    for second in 0..150_u32 {
        for peer in &others {
            let open = open_for(&net, *peer);
            for index in [open, open + 1, open + 200, open + 400, 1, u32::MAX, open.saturating_sub(1)] {
                life += 1;
                let met = [(1, life), (2, 7)];
                let word = Message::Lost(lost(&net, 0, index, life, &met));
                net.inject(0, *peer, &whistlestop_proto::codec::encode(&word));
            }
            if speaks && net.turn(*peer) == ToMove::Seat(0) {
                let amount = 3 + u8::try_from(second % 3).expect("few");
                let sent = signed_move(&net, 0, &move_core(&net, *peer, 0, amount), 0);
                net.say(0, *peer, &sent);
            }
        }
        if second == 40 {
            for peer in &others {
                let _ = net.want(*peer, to_bot(0));
            }
        }
        for peer in 1..voters {
            let _ = net.act(peer, 3);
        }
        net.wait(1_000);
    }
    let state = (net.lens(), blamed(&net, 0));
    let dropped: Vec<_> =
        drops(&net).into_iter().filter(|(_, what)| !what.contains(&format!("{:?}", key(0)))).collect();
    assert_eq!(dropped, [], "{voters} voters");
    nobody_is_blamed_but(&net, 0);
    let cheated = others.iter().all(|peer| shown(&net, *peer, 0));
    let odd = (voters + witnesses) % 2 == 1;
    assert!(!parted(&net) || (odd && cheated), "{voters}+{witnesses} {speaks} {state:?}");
    if !parted(&net) {
        assert!(
            net.lens().iter().all(|len| *len > 6),
            "{voters}+{witnesses} voters, speaks {speaks}: {state:?} {}",
            net.live(1).explain()
        );
    }
}

#[test]
fn a_liar_that_loses_its_memory_without_end_stops_nobody() {
    for (voters, witnesses) in [(2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (2, 1), (3, 1)] {
        for speaks in [false, true] {
            lost_without_end(voters, witnesses, speaks);
        }
    }
}

// A liar that asks for a life while its move is half acknowledged

#[test]
fn a_liar_that_renews_while_its_move_is_half_acknowledged_parts_and_stops_nobody() {
    for (voters, late, two) in
        (3..=6).flat_map(|v| [(v, false, false), (v, false, true), (v, true, false), (v, true, true)])
    {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        let half = 1 + (voters - 1) / 2;
        let (some, rest): (Vec<usize>, Vec<usize>) = (1..voters).partition(|peer| *peer < half);
        net.split(&some, &rest);
        let sign = if late { late_move } else { signed_move };
        let sent = sign(&net, 0, &cores[0], 0);
        say_to(&mut net, 0, &some, &sent);
        if two {
            let other = sign(&net, 0, &cores[1], 0);
            say_to(&mut net, 0, &rest, &other);
        }
        let word = says_lost(&net, 0, 2, 99);
        say_to(&mut net, 0, &rest, &word);
        net.wait(5_000);
        net.heal_all();
        for second in 0..20_u32 {
            // In both lives at once.
            for peer in 1..voters {
                let word = says_lost(&net, 0, open_for(&net, peer), 99 + second / 5);
                net.say(0, peer, &word);
                for life in [0, 99] {
                    if net.turn(peer) == ToMove::Seat(0) {
                        let again = sign(&net, 0, &move_core(&net, peer, 0, 6), life);
                        net.say(0, peer, &again);
                    }
                }
            }
            net.wait(1_000);
        }
        go_on(&mut net, Some(0), 100);
        let state =
            format!("{voters} voters, late {late}, two {two}: {:?} {:?}", net.lens(), blamed(&net, 0));
        nobody_is_blamed_but(&net, 0);
        let cheated = (1..voters).all(|peer| shown(&net, peer, 0));
        assert!(!parted(&net) || (voters % 2 == 1 && cheated), "parted: {state}");
        assert!(parted(&net) || net.lens().iter().all(|len| *len > 3), "{state} {}", net.live(1).explain());
    }
}

// What half decides, when it comes to be known

/// At two the liar votes for a change with the other, and then says that it has lost its memory: the other's head is
/// enough. Its journal must show why.
#[test]
fn a_journal_shows_why_half_was_enough_for_what_a_majority_voted_for() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    let removal = change_core(&net, 0, to_bot(1));
    possess(&mut net, 1);
    net.want(0, to_bot(1)).expect("possible");
    let vote = vote_for(&net, 1, 1, &removal, None);
    net.say(1, 0, &backed(vote, &[]));
    assert_eq!(net.live(0).sent().map(Entry::hash), Some(removal.hash()));
    let word = says_lost(&net, 1, removal.index, 99);
    net.say(1, 0, &word);
    net.wait(1_000);
    assert_eq!(net.voters(0), [0], "{}", net.live(0).explain());
    net.crash(0);
    let journal = net.peers[0].journal.clone();
    assert_eq!(net.try_restore(0, &journal).map_err(|why| why.to_string()), Ok(journal.len()));
    assert_eq!(net.voters(0), [0]);
}

/// Whoever may move does, for a while.
fn play_on(net: &mut Net, voters: usize) {
    for _ in 0..5 {
        for peer in 0..voters {
            drop(net.act(peer, 3));
        }
        net.wait(1_000);
    }
}

/// Half of the disks are lost. One of the other half has an entry final, and those who lost theirs follow it, before
/// the last one has heard of it: it must still know that they had lost their memory there.
#[test]
fn beside_half_that_lost_its_disks_all_begin_anew_however_late_one_of_them_hears_of_it() {
    for voters in [4, 6] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        let gone: Vec<usize> = (voters / 2..voters).collect();
        for peer in &gone {
            net.crash(*peer);
        }
        for peer in &gone {
            net.join(*peer);
        }
        // Nobody votes for their lives yet.
        net.censor = Some(Box::new(
            |_, _, message| matches!(message, Message::Vote(_) | Message::Entry(_) if !matches!(message, Message::Entry(entry) if matches!(entry.core.body, Body::Move { .. }))),
        ));
        net.heal_all();
        net.wait(1_000);
        net.act(0, 3).expect("its turn");
        let slow = voters / 2 - 1;
        // What the others acknowledge is slow to come to one of them.
        net.censor = Some(Box::new(move |_, to, message| {
            to == slow && matches!(message, Message::Head(_) | Message::Entries(_))
        }));
        net.wait(3_000);
        net.censor = None;
        net.wait(60_000);
        play_on(&mut net, voters);
        assert!(
            net.lens().iter().all(|len| *len > 2),
            "{voters} voters: {:?} {}",
            net.lens(),
            net.live(slow).explain()
        );
        net.finish();
        nobody_is_blamed_but(&net, 16);
    }
}

// Catch-up and journals

#[test]
fn who_watches_late_sees_every_life() {
    for voters in 1..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.join(WATCHER);
        net.heal_all();
        net.wait(1_000);
        net.play(0, 2);
        if voters > 1 {
            lose_disk(&mut net, 1);
            net.wait(8_000);
        }
        net.play(0, 2);
        (0..voters).for_each(|peer| net.crash(peer));
        (0..voters).for_each(|peer| net.join(peer));
        net.heal_all();
        net.wait(60_000);
        net.play(0, 2);
        let anew = |entry: &Entry| matches!(entry.core.body, Body::Anew { .. });
        assert!(voters == 1 || net.live(0).log().iter().any(anew), "{voters}: {}", net.live(0).explain());
        net.join(WATCHER + 1);
        net.link(0, WATCHER + 1);
        net.wait(5_000);
        net.assert_one_table();
        // Every beginning of every journal can be read.
        for peer in [0, WATCHER, WATCHER + 1] {
            let journal = net.peers[peer].journal.clone();
            let mut len = 8;
            while len < journal.len() {
                let size = [0, 1, 2, 3].map(|at| journal[len + at]);
                len += 16 + u32::from_le_bytes(size) as usize;
                if len + 16_000 < journal.len() {
                    continue;
                }
                let part = &journal[..len];
                let start = net.start();
                let genesis = net.genesis.clone();
                let read = whistlestop_proto::lockstep::Lockstep::restore(
                    net.now,
                    identity(peer),
                    genesis,
                    part,
                    start,
                );
                assert!(read.is_ok(), "{voters} voters, peer {peer}, {len} bytes: {:?}", read.err());
            }
        }
        let log = net.live(0).log().to_vec();
        let accessions: Vec<_> = net.live(0).accessions().cloned().collect();
        let checked = whistlestop_proto::verify::verify_log(&net.contract, &accessions, &log, &net.genesis);
        assert!(checked.is_ok(), "{:?}", checked.err());
    }
}

/// All disks of a table are lost and nobody watched.
#[test]
fn a_table_whose_disks_are_all_lost_begins_anew_and_goes_on() {
    for voters in 2..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 2);
        net.play(0, 3);
        (0..voters).for_each(|peer| net.crash(peer));
        (0..voters).for_each(|peer| net.join(peer));
        net.heal_all();
        net.wait(60_000);
        assert!(
            net.up().iter().all(|peer| !net.live(*peer).is_recovering()),
            "{voters}: {}",
            net.live(0).explain()
        );
        net.finish();
    }
}

// What no half decided

/// A certificate by half with words of the life that speaks, or of a time before the rest last changed its place.
#[test]
fn half_needs_words_of_those_who_cannot_speak() {
    for voters in [2] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.join(WATCHER);
        net.heal_all();
        net.play(0, 2);
        let open = open_for(&net, 0);
        let removal = change_core(&net, 0, to_bot(1));
        // The liar and all before it would be half.
        (0..voters).for_each(|peer| net.crash(peer));
        intrude(&mut net, 0);
        let half: Vec<u8> = (0..voters / 2).map(|voter| u8::try_from(voter).expect("few")).collect();
        let rest: Vec<u8> = (voters / 2..voters).map(|voter| u8::try_from(voter).expect("few")).collect();
        let (table, all): (_, Voters) = (net.contract.table(), rest.iter().copied().collect());
        let casts = |lost: Voters| -> Vec<Cast> {
            let cast = |voter: &u8| {
                let says = Vote { lost, ..vote_for(&net, *voter, 1, &removal, None).says };
                let Signed { signature, .. } =
                    Signed::new(&identity(usize::from(*voter)), &table, *voter, says);
                Cast { voter: *voter, life: 0, acked: None, lost, signature }
            };
            half.iter().map(cast).collect()
        };
        let seal = |lost: Voters| -> Vec<Signed<Head>> {
            let head = |voter: &u8| {
                let says = Head { lost, ..head_for(&net, *voter, 1, &removal).says };
                Signed::new(&identity(usize::from(*voter)), &table, *voter, says)
            };
            half.iter().map(head).collect()
        };
        let (unaware, blind) = (casts(Voters::NONE), seal(Voters::NONE));
        let (votes, heads) = (casts(all), seal(all));
        let words = |net: &Net, index: u32, life: u32| -> Vec<Signed<Lost>> {
            rest.iter().map(|voter| lost(net, *voter, index, life, &[])).collect()
        };
        // Words that are none, and what was said without knowing of good ones.
        for (index, life, votes, seal) in [
            (open, 0, &votes, &heads),
            (1, 0, &votes, &heads),
            (0, 9, &votes, &heads),
            (open, 9, &unaware, &heads),
            (open, 9, &votes, &blind),
        ] {
            let lost = words(&net, index, life);
            let certificate =
                Certificate { round: 1, votes: votes.clone(), seal: seal.clone(), lost, accession: None };
            let entry = Entry { core: removal.clone(), proof: Proof::Certified(certificate) };
            net.say(0, WATCHER, &Message::Entries(vec![entry]));
            assert_eq!(open_for(&net, WATCHER), open, "{voters} voters, index {index}, life {life}");
        }
        net.cut(0, WATCHER);
        // All of it as it should be: the test can tell.
        let now = net.now;
        net.live_mut(WATCHER).handle_connected(now, key(2));
        let lost = words(&net, open, 9);
        let certificate = Certificate { round: 1, votes, seal: heads, lost, accession: None };
        let entry = Entry { core: removal.clone(), proof: Proof::Certified(certificate) };
        net.say(2, WATCHER, &Message::Entries(vec![entry]));
        assert_eq!(open_for(&net, WATCHER), open + 1, "{voters} voters");
    }
}

/// A liar that makes all begin anew needs the word of all, and that all have met.
#[test]
fn nobody_begins_anew_by_the_word_of_a_liar() {
    for voters in 2..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.play(0, 2);
        let open = open_for(&net, 1);
        // B has lost its disk for a moment, so there is a true word of it.
        lose_disk(&mut net, 1);
        net.wait(8_000);
        let true_word = lost_words(&net, 1).into_iter().next_back().expect("it said so");
        let life = net.live(1).life();
        possess(&mut net, 0);
        let state = net.live(1).rules().state_hash();
        for index in [open, open_for(&net, 1)] {
            for met in [vec![], vec![(1, life)]] {
                let prev = net.live(1).log().last().expect("entries").hash();
                for lives in [vec![(0, 99)], vec![(0, 99), (1, life)], vec![(0, 99), (1, 98)]] {
                    let core = Core { index, prev, body: Body::Anew { lives }, state };
                    let mine = lost(&net, 0, index, 99, &met);
                    for proof in [vec![mine.clone()], vec![mine.clone(), true_word.clone()]] {
                        let entry = Entry { core: core.clone(), proof: Proof::Lost(proof) };
                        for peer in 1..voters {
                            meet(&mut net, peer, 0);
                            net.say(0, peer, &Message::Entry(Box::new(entry.clone())));
                            net.say(0, peer, &Message::Entries(vec![entry.clone()]));
                        }
                    }
                }
            }
        }
        for peer in 1..voters {
            let anew = net.live(peer).log().iter().any(|entry| matches!(entry.core.body, Body::Anew { .. }));
            assert!(!anew && !net.live(peer).is_silent(), "{voters} voters");
        }
    }
}

// Chance

/// The last move leads to a draw; somebody's disk is lost while chance decides. The draw is the same as without.
#[test]
fn a_disk_that_is_lost_while_chance_decides_changes_no_draw() {
    for voters in 2..=4 {
        let mut draws = Vec::new();
        for case in 0..3 {
            let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 3);
            net.play(0, voters - 1);
            net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Reveal(_))));
            net.act(voters - 1, 3).expect("its turn");
            net.wait(1_000);
            assert_eq!(net.turn(0), ToMove::Chance, "{voters}");
            let liar = voters - 1;
            match case {
                0 => {}
                1 => lose_disk(&mut net, liar),
                _ => {
                    // A liar asks for life after life, and withholds its link meanwhile.
                    possess(&mut net, liar);
                    for life in 0..4 {
                        let voter = u8::try_from(liar).expect("few");
                        for peer in 0..liar {
                            let word = says_lost(&net, voter, open_for(&net, peer), 900 + life);
                            net.say(liar, peer, &word);
                        }
                        net.wait(6_000);
                    }
                    lose_disk(&mut net, liar);
                }
            }
            net.wait(8_000);
            net.censor = None;
            net.wait(15_000);
            let made = net.live(0).log().iter().rev().find_map(|entry| match &entry.core.body {
                Body::Draw { links, number: 2, .. } => Some(links.clone()),
                _ => None,
            });
            assert!(made.is_some(), "{voters} voters, case {case}: {}", net.live(0).explain());
            draws.push(made);
        }
        assert!(draws.iter().all(|draw| *draw == draws[0]), "{voters} voters");
    }
}

// Those who are not in their place

/// Who leaves, was stood in for, watches, or was removed loses its disk: the table and it go on.
#[test]
fn who_is_not_in_its_place_loses_its_disk_and_comes_back() {
    for voters in 3..=5 {
        let who = voters - 1;
        let seat = u8::try_from(who).expect("few");
        for case in 0..4 {
            let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
            net.play(0, 2);
            match case {
                0 => {
                    net.isolate(who);
                    net.leave(who).expect("possible");
                }
                1 => (0..voters).for_each(|peer| net.want(peer, Change::StandIn { seat }).unwrap_or(())),
                _ => (0..who).for_each(|peer| net.want(peer, to_bot(seat)).unwrap_or(())),
            }
            net.wait(3_000);
            net.crash(who);
            if case == 3 {
                // Two starts at once, one behind the other's back: the second comes from a copy.
                let journal = net.peers[who].journal.clone();
                net.restore_at(who, &journal, Hash([8; 32])).expect("sound");
            } else {
                net.join(who);
            }
            net.heal_all();
            for _ in 0..30 {
                let _ = net.come_back(who);
                for peer in net.up() {
                    let _ = net.act(peer, 3);
                }
                net.wait(1_000);
            }
            let state = net.live(who).explain();
            assert!(!net.live(who).is_silent(), "{voters} voters, case {case}: {state}");
            assert_eq!(net.voters(0).len(), voters, "case {case}: {state}");
            assert!(!net.live(0).holders()[who].is_bot(), "case {case}");
            net.finish();
            nobody_is_blamed_but(&net, 16);
        }
    }
}

/// A removed voter signs wishes to return in many lives: nobody passes them on for ever, and it returns in one of them.
#[test]
fn wishes_to_return_in_two_lives_are_not_passed_on_for_ever() {
    for voters in 4..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.crash(0);
        for peer in 1..voters {
            net.want(peer, to_bot(0)).unwrap_or(());
        }
        net.wait(3_000);
        assert_eq!(net.voters(1).len(), voters - 1);
        let since = net
            .live(1)
            .log()
            .iter()
            .find(|entry| entry.core.body == Body::Change(to_bot(0)))
            .expect("removed")
            .core
            .index;
        // Nobody hears it directly, and chance or a player's wish keeps the return from being made at once.
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Vote(_))));
        for peer in 1..voters {
            meet(&mut net, peer, 0);
        }
        net.traffic.clear();
        for (peer, life) in [(1, 71), (2, 72), (3, 73)] {
            let wish = Signed::new(&identity(0), &net.contract.table(), 0, Return { since, life });
            net.inject(0, peer, &whistlestop_proto::codec::encode(&Message::Return(wish)));
        }
        for _ in 0..20_000 {
            if !net.deliver_one() {
                break;
            }
        }
        let passed =
            net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Return(_))).count();
        assert!(passed < 100, "{voters} voters: passed on {passed} times");
        for peer in 1..voters {
            let heard = net.live(peer).return_of(0);
            assert!(matches!(heard, Some(Change::Return { life: 73, .. })), "the highest: {heard:?}");
        }
        net.censor = None;
        net.wait(60_000);
        assert!(net.voters(1).contains(&0), "{voters} voters: {}", net.live(1).explain());
    }
}

/// Two starts of a removed voter, of whom each reaches half of the others.
#[test]
fn a_removed_voter_that_comes_back_twice_at_once_does_not_hold_the_table_up() {
    for voters in [3, 5] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.crash(0);
        for peer in 1..voters {
            net.want(peer, to_bot(0)).unwrap_or(());
        }
        net.wait(3_000);
        intrude(&mut net, 0);
        let removal = |entry: &&Entry| entry.core.body == Body::Change(to_bot(0));
        let since = net.live(1).log().iter().find(removal).expect("removed").core.index;
        let before = net.live(1).log().len();
        for _ in 0..60 {
            for peer in 1..voters {
                let life = 70 + u32::from(2 * peer > voters);
                let wish = Signed::new(&identity(0), &net.contract.table(), 0, Return { since, life });
                net.say(0, peer, &Message::Return(wish));
            }
            (1..voters).for_each(|peer| drop(net.act(peer, 3)));
            net.wait(1_000);
        }
        assert!(
            net.live(1).log().len() > before + 5 || net.voters(1).contains(&0),
            "{voters} voters: {:?} {}",
            net.lens(),
            net.live(1).explain()
        );
        assert!(!parted(&net));
    }
}

// Copies

/// A copy of B's home was started for a moment and is gone. B's own start stops, is started again, and goes on. Nobody
/// is blamed.
#[test]
fn a_copy_that_says_that_it_is_lost_and_is_gone_costs_its_owner_one_restart() {
    for voters in 2..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.play(0, 2);
        intrude(&mut net, WATCHER);
        let word = says_lost(&net, 1, open_for(&net, 0), 77);
        net.say(WATCHER, 0, &word);
        net.wait(10_000);
        if net.live(1).is_superseded() {
            net.crash(1);
            net.restart(1);
        }
        net.wait(20_000);
        assert!(!net.live(1).is_silent(), "{voters} voters: {}", net.live(1).explain());
        net.finish();
        never_cheated(&net, 1, &[]);
        nobody_is_blamed_but(&net, 16);
    }
}

/// Two starts of one home at once: the younger one lives, and nobody is blamed, whichever of them speaks.
#[test]
fn two_starts_of_one_home_at_once_part_nobody() {
    for voters in 2..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.play(0, 1);
        // The older start goes on at another number's link, as if it were behind somebody.
        let journal = net.peers[1].journal.clone();
        let older = net.peers[1].live.take().expect("up");
        net.isolate(1);
        net.restore_at(1, &journal, Hash([8; 32])).expect("sound");
        net.heal_all();
        net.wait(10_000);
        assert!(!net.live(1).is_recovering(), "{voters}: {}", net.live(1).explain());
        let younger = net.peers[1].live.replace(older).expect("up");
        net.isolate(1);
        net.heal_all();
        let _ = net.act(1, 7);
        net.wait(3_000);
        assert!(net.live(1).is_superseded(), "{voters}: {}", net.live(1).explain());
        net.peers[1].live = Some(younger);
        net.isolate(1);
        net.heal_all();
        net.wait(5_000);
        net.finish();
        never_cheated(&net, 1, &[]);
        nobody_is_blamed_but(&net, 16);
    }
}

// A proven liar

#[test]
fn a_proven_liar_gets_no_new_life_and_is_removed() {
    for voters in 2..=6 {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.play(1, 1);
        possess(&mut net, 0);
        let head = |entry: u8| {
            let says = Head {
                index: 100,
                round: 0,
                entry: Hash([entry; 32]),
                state: Hash([0; 32]),
                life: 0,
                lost: Voters::NONE,
            };
            Signed::new(&identity(0), &net.contract.table(), 0, says)
        };
        let evidence = Message::Evidence(Evidence::TwoHeads(head(1), head(2)));
        net.say(0, 1, &evidence);
        net.settle();
        for life in 50..60 {
            for peer in 1..voters {
                let word = says_lost(&net, 0, open_for(&net, peer), life);
                net.say(0, peer, &word);
            }
            net.wait(2_000);
        }
        let renewed = net.has_event(1, |event| matches!(event, ProtocolEvent::Renewed(0)));
        assert!(!renewed && !net.voters(1).contains(&0), "{voters} voters: {}", net.live(1).explain());
        net.finish();
    }
}

// Witnesses

/// Three players and a witness who was admitted; one player is away.
#[test]
fn an_admitted_witness_counts_at_once_where_one_is_away() {
    for restarted in [false, true] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 20);
        net.join(WATCHER);
        net.heal_all();
        net.wait(1_000);
        let admission = net.live(0).admission_of(&key(WATCHER)).expect("it watches");
        (0..3).for_each(|peer| net.want(peer, admission).unwrap_or(()));
        net.wait(2_000);
        assert_eq!(net.voters(0), [0, 1, 2, 6]);
        if restarted {
            lose_disk(&mut net, WATCHER);
            net.wait(3_000);
        }
        net.crash(2);
        for peer in [0, 1, WATCHER] {
            let _ = net.want(peer, to_bot(2));
        }
        go_on(&mut net, None, 20);
        assert!(net.live(0).log().len() > 8, "restarted {restarted}: {}", net.live(0).explain());
        assert_eq!(net.voters(0), [0, 1, 6]);
    }
}

/// At two players and a witness a bot stands in for one of them; the other, who alone plays, lies.
#[test]
fn a_liar_that_alone_plays_is_removed() {
    let mut net = Net::with_witnesses(2, 1);
    net.play(0, 2);
    for peer in [0, 1, WATCHER] {
        net.want(peer, Change::StandIn { seat: 1 }).unwrap_or(());
    }
    net.wait(3_000);
    possess(&mut net, 0);
    let head = |entry: u8| {
        let says = Head {
            index: 100,
            round: 0,
            entry: Hash([entry; 32]),
            state: Hash([0; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(0), &net.contract.table(), 0, says)
    };
    let evidence = Message::Evidence(Evidence::TwoHeads(head(1), head(2)));
    say_to(&mut net, 0, &[1, WATCHER], &evidence);
    net.wait(10_000);
    assert_eq!(net.voters(1), [1, 6], "{}", net.live(1).explain());
    let _ = net.come_back(1);
    net.wait(5_000);
    net.finish();
}
