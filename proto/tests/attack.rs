//! Attacks on what the page promises, each of which once worked.

#[path = "scenarios/forge.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod forge;
#[path = "scenarios/net.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod net;
#[path = "sim/toy.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod toy;

use std::collections::BTreeMap;

use forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use net::{Net, WATCHER, identity, key, to_bot};
use whistlestop_proto::birth::{Begin, Birth};
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::event::Event;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::{Ask, Statements, Telling, Told};
use whistlestop_proto::rules::Turn;
use whistlestop_proto::statement::{Evidence, Head, Leave, Signed, Standing, TwoLives, Verdict, Vote};
use whistlestop_proto::world::Table;

// What a liar needs

/// The liar's own program is off; what it says comes from a test, over links to all of the others.
fn possess(net: &mut Net, liar: usize) {
    net.crash(liar);
    let now = net.now;
    for peer in net.up() {
        net.live_mut(peer).handle_connected(now, key(liar));
        net.drain(peer);
    }
}

/// A spectator whose words come from a test.
fn intrude(net: &mut Net, who: usize) {
    let now = net.now;
    for peer in net.up() {
        net.live_mut(peer).handle_connected(now, key(who));
        net.drain(peer);
    }
}

fn signed_move(net: &Net, liar: u8, core: &Core, life: u32) -> Message {
    Message::Entry(Box::new(core.clone().sign(&identity(usize::from(liar)), &net.contract.table(), life)))
}

fn late_move(net: &Net, liar: u8, core: &Core, life: u32) -> Message {
    Message::Entry(Box::new(core.clone().sign_late(
        &identity(usize::from(liar)),
        &net.contract.table(),
        life,
    )))
}

fn forked(net: &Net, peer: usize) -> bool {
    net.has_event(peer, |event| matches!(event, Event::Forked { .. }))
}

/// The user of a peer was shown that a voter cheated, or lost its memory.
fn shown(net: &Net, peer: usize, who: u8, what: Verdict) -> bool {
    net.has_event(peer, |event| matches!(event, Event::Contradicted { voter, verdict, .. } if *voter == who && *verdict == what))
}

fn standing(net: &Net, voter: u8, says: Standing) -> Signed<Standing> {
    Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says)
}

fn status_of(net: &Net, index: u32) -> Status {
    Status {
        index,
        tip: Hash([9; 32]),
        accessions: net.contract.founders(),
        heads_at_tip: Voters::NONE,
        heads: Vec::new(),
        votes: Vec::new(),
        candidates: Vec::new(),
        links: 0,
        leaves: Voters::NONE,
        returns: Voters::NONE,
        evidence: Voters::NONE,
        hears: Voters::NONE,
        ages_millis: Vec::new(),
        lives: Vec::new(),
    }
}

// Frame and grind: repair at two

/// At two voters "all others" is the liar alone: it signs a standing against an honest voter, and has a removal that is final
/// by itself. From then on it decides, and draws, alone.
#[test]
fn at_two_a_liar_cannot_remove_the_other_by_a_repair_of_its_own() {
    let mut net = Net::players(2);
    net.play(1, 2);
    let removal = change_core(&net, 1, to_bot(1));
    possess(&mut net, 0);
    let says = Standing { index: removal.index, liar: 1, entry: None, life: 0 };
    let proof = Proof::Repaired(vec![standing(&net, 0, says)]);
    net.say(0, 1, &Message::Entries(vec![Entry { core: removal, proof }]));
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1], "nobody proved anything against it");
}

// Freeze: lives that nobody asked for

/// The others of a table, in two halves: the higher numbers hear what the liar says in its next life.
fn life_for(voters: usize, peer: usize) -> u32 {
    u32::from(2 * peer > voters)
}

/// The liar never lost anything and never asked. It signs one late move in life 0 and another in life 1, each for half of the others:
/// that reads as a lost memory, so nobody removes it, and neither half may ever give up what it is bound to.
#[test]
fn two_late_moves_in_two_lives_that_nobody_asked_for_freeze_no_table() {
    for voters in [3, 5] {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        for peer in 1..voters {
            let life = life_for(voters, peer);
            let late = late_move(&net, 0, &cores[life as usize], life);
            net.inject(0, peer, &whistlestop_proto::codec::encode(&late));
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
            assert!(shown(&net, peer, 0, Verdict::Cheated), "{voters} voters, peer {peer}");
        }
        for peer in 1..voters {
            let _ = net.want(peer, to_bot(0));
        }
        net.finish();
    }
}

/// The same with votes and heads about a change.
#[test]
fn votes_in_two_lives_that_nobody_asked_for_freeze_no_table() {
    for voters in [3, 5] {
        let mut net = Net::players(voters);
        let table = net.contract.table();
        let mine = move_core(&net, 0, 0, 4);
        possess(&mut net, 0);
        let sent = signed_move(&net, 0, &mine, 0);
        for peer in 1..voters {
            if life_for(voters, peer) == 0 {
                net.inject(0, peer, &whistlestop_proto::codec::encode(&sent));
            } else {
                let removal = change_core(&net, peer, to_bot(1));
                let says = Vote { life: 1, ..vote_for(&net, 0, 1, &removal, None).says };
                let vote = backed(Signed::new(&identity(0), &table, 0, says), &[]);
                net.inject(0, peer, &whistlestop_proto::codec::encode(&vote));
            }
        }
        net.wait(60_000);
        for peer in 1..voters {
            assert!(net.live(peer).log().len() > 1, "{voters} voters: {}", net.live(peer).explain());
            assert!(net.voters(peer).contains(&1), "nobody honest wanted that");
        }
    }
}

/// At three the liar makes its move X final with B in life 0 and Y with C in life 1, both of which it acknowledges with the move.
#[test]
fn at_three_nobody_parts_the_table_by_two_lives_without_being_shown_as_a_cheat() {
    let mut net = Net::players(3);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    for (peer, life) in [(1, 0), (2, 1)] {
        let sent = signed_move(&net, 0, &cores[life as usize], life);
        net.say(0, peer, &sent);
    }
    net.wait(1_000);
    net.link(1, 2);
    net.wait(20_000);
    let parted = net.live(1).log()[1].hash() != net.live(2).log().get(1).map_or(Hash([0; 32]), Entry::hash);
    let cheated = [1, 2].iter().all(|peer| shown(&net, *peer, 0, Verdict::Cheated));
    assert!(!parted || cheated, "two entries are final, and nobody cheated");
}

/// B's disk was lost, and it lives its second life. A third start of it asked for a life, was told, and was never seen again: its disk is
/// thrown away, and B's own is there again. What was asked then stops nobody.
#[test]
fn a_question_that_was_given_up_does_not_stop_who_lives() {
    for told in [1, 2] {
        let mut net = Net::started(&[true; 3], DrawMode::Fresh, 5);
        net.play(0, 1);
        net.crash(1);
        net.join(1);
        net.heal_all();
        net.wait(4_000);
        assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false));
        let journal = net.peers[1].journal.clone();
        net.crash(1);
        net.join(1);
        // It hears of the questions before its own, and never of an answer.
        net.censor = Some(Box::new(|_, to, message| to == 1 && matches!(message, Message::Told(_))));
        net.link(0, 1);
        if told == 1 {
            net.split(&[0], &[2]);
        }
        net.wait(6_000);
        net.crash(1);
        net.censor = None;
        net.try_restore(1, &journal).expect("sound");
        net.heal_all();
        net.wait(30_000);
        let stopped = net.has_event(1, |event| matches!(event, Event::Superseded { .. }));
        assert!(!stopped, "told by {told}: nobody else lives");
        net.finish();
    }
}

// Frame and part: lives that were really asked for

/// What was delivered, as this picks it.
fn delivered<T>(net: &Net, pick: impl Fn(&Message) -> Option<T>) -> Vec<T> {
    net.traffic.iter().filter_map(|(_, _, message)| pick(message)).collect()
}

/// The last birth of a voter that anybody heard of.
fn birth_of(net: &Net, voter: u8) -> Option<Birth> {
    let births = delivered(net, |message| match message {
        Message::Birth(birth) if birth.voter() == voter => Some((**birth).clone()),
        _ => None,
    });
    births.into_iter().next_back()
}

/// What others have told a voter that asked so.
fn tellings(net: &Net, voter: u8, ask: Ask) -> Vec<Telling> {
    delivered(net, |message| match message {
        Message::Told(telling) if telling.told.says.about == voter && telling.told.says.ask == ask => {
            Some((**telling).clone())
        }
        _ => None,
    })
}

/// The liar asks, is told, and begins its life with what it was told last.
fn begin_life(net: &mut Net, liar: u8, ask: Ask) -> Birth {
    let table = net.contract.table();
    let question = Message::Ask(Signed::new(&identity(usize::from(liar)), &table, liar, ask));
    let up = net.up();
    say_to(net, usize::from(liar), &up, &question);
    net.settle();
    let mut told = BTreeMap::new();
    for telling in tellings(net, liar, ask) {
        told.insert(telling.told.voter, telling.told);
    }
    let told: Vec<Signed<Told>> = told.into_values().collect();
    let index = told.iter().map(|told| told.says.index).max().expect("somebody told it");
    let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
    let begin = Begin { ask, index, told: named };
    Birth { begin: Signed::new(&identity(usize::from(liar)), &table, liar, begin), told }
}

/// The liar has made a late move, asks as if it had lost its disk, is told of the move by all, begins its next life and makes another one.
#[test]
fn who_contradicts_in_its_next_life_what_it_was_told_is_shown_as_a_cheat() {
    for (voters, restarts) in [(3, false), (3, true), (4, false), (5, false), (5, true)] {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        // Nobody decides anything meanwhile.
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Vote(_) | Message::Head(_))));
        let first = late_move(&net, 0, &cores[0], 0);
        net.inject(0, 1, &whistlestop_proto::codec::encode(&first));
        net.wait(500);
        let birth = begin_life(&mut net, 0, Ask { life: 1, instance: 9 });
        if restarts {
            for peer in 1..voters {
                net.crash(peer);
            }
            for peer in 1..voters {
                let journal = net.peers[peer].journal.clone();
                net.try_restore(peer, &journal).expect("sound");
                let now = net.now;
                net.live_mut(peer).handle_connected(now, key(0));
                net.drain(peer);
            }
            net.heal_all();
        }
        let birth = Message::Birth(Box::new(birth));
        let second = late_move(&net, 0, &cores[1], 1);
        for peer in 2..voters {
            net.say(0, peer, &birth);
            net.say(0, peer, &second);
        }
        net.censor = None;
        net.wait(60_000);
        for peer in 1..voters {
            let what = format!("{voters} voters, restarts {restarts}, peer {peer}");
            assert!(shown(&net, peer, 0, Verdict::Cheated), "{what}: {}", net.live(peer).explain());
            assert!(net.live(peer).log().len() > 1, "{what}: {}", net.live(peer).explain());
        }
    }
}

/// A birth needs the signatures of so many: one that names too few, or somebody who never told, lets nobody speak.
#[test]
fn a_life_that_too_few_have_told_counts_for_nothing() {
    let mut net = Net::players(3);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    let ask = Ask { life: 1, instance: 9 };
    let birth = begin_life(&mut net, 0, ask);
    let table = net.contract.table();
    let begun = |named: &[(u8, Hash)], told: &[Signed<Told>]| {
        let says = Begin { told: named.to_vec(), ..birth.begin.says.clone() };
        Message::Birth(Box::new(Birth {
            begin: Signed::new(&identity(0), &table, 0, says),
            told: told.to_vec(),
        }))
    };
    let named = birth.begin.says.told.clone();
    let made_up = Signed::new(&identity(0), &table, 2, birth.told[1].says);
    let bad = [
        begun(&named[..1], &birth.told[..1]),
        begun(&[], &[]),
        begun(&named, &birth.told[..1]),
        begun(&named, &[birth.told[0], made_up]),
        begun(&[named[0], named[0]], &[birth.told[0]; 2]),
    ];
    for birth in &bad {
        net.say(0, 1, birth);
    }
    let sent = signed_move(&net, 0, &cores[1], 1);
    net.say(0, 1, &sent);
    net.wait(2_000);
    assert_eq!(net.live(1).log().len(), 1, "{}", net.live(1).explain());
    net.say(0, 1, &Message::Birth(Box::new(birth)));
    net.say(0, 1, &sent);
    net.wait(2_000);
    assert!(net.live(1).log().len() > 1, "what all have told counts: {}", net.live(1).explain());
}

/// Everything that a voter ever signed, as far as it was delivered, set against everything else: nothing may show that it cheated.
fn never_cheated(net: &Net, voter: u8, also: &[Signed<Head>]) {
    let table = Table::new(net.contract.clone());
    let moves = delivered(net, |message| match message {
        Message::Entry(entry) if matches!(entry.core.body, Body::Move { seat, .. } if seat == voter) => {
            Some((**entry).clone())
        }
        _ => None,
    });
    let mut heads = delivered(net, |message| match message {
        Message::Head(head) if head.voter == voter => Some(*head),
        _ => None,
    });
    heads.extend(also.iter().copied().chain(moves.iter().filter_map(Entry::head)));
    heads.sort_by_key(|head| (head.says.index, head.says.round, head.says.life, head.says.entry));
    heads.dedup();
    let mut ballots = delivered(net, |message| match message {
        Message::Vote(backed) if backed.vote.voter == voter => Some(backed.vote),
        _ => None,
    });
    ballots.dedup();
    let mut cases = Vec::new();
    for (at, head) in heads.iter().enumerate() {
        cases.extend(heads[at + 1..].iter().map(|other| Evidence::TwoHeads(*head, *other)));
        cases.extend(ballots.iter().map(|ballot| Evidence::HeadAgainstVote(*head, *ballot)));
    }
    for (at, ballot) in ballots.iter().enumerate() {
        cases.extend(ballots[at + 1..].iter().map(|other| Evidence::TwoVotes(*ballot, *other)));
    }
    for (at, entry) in moves.iter().enumerate() {
        let twice = |other: &Entry| Evidence::TwoMoves(Box::new(entry.clone()), Box::new(other.clone()));
        cases.extend(moves[at + 1..].iter().map(twice));
    }
    let mut births = delivered(net, |message| match message {
        Message::Birth(birth) if birth.voter() == voter => Some((**birth).clone()),
        _ => None,
    });
    births.dedup();
    let mut told: Vec<Option<Statements>> = vec![None];
    told.extend(delivered(net, |message| match message {
        Message::Told(telling) if telling.told.says.about == voter => Some(Some(telling.statements.clone())),
        _ => None,
    }));
    told.dedup();
    for evidence in cases {
        assert_ne!(evidence.verify(&table), Some((voter, Verdict::Cheated)), "{evidence:?}");
        let Some(case) = evidence.case().filter(|case| case.verify(&table).is_some()) else { continue };
        for birth in &births {
            for told in &told {
                let lives = TwoLives { begin: birth.begin.clone(), told: told.clone(), case: case.clone() };
                let verdict = Evidence::TwoLives(Box::new(lives)).verify(&table);
                assert_ne!(verdict, Some((voter, Verdict::Cheated)), "{case:?} {birth:?} {told:?}");
            }
        }
    }
}

/// A liar answers who asks, and says what it likes of what the asker said.
fn tell(net: &mut Net, asker: u8, index: u32, statements: Statements) {
    let ask = delivered(net, |message| match message {
        Message::Ask(ask) if ask.voter == asker => Some(ask.says),
        _ => None,
    });
    let ask = ask.into_iter().max_by_key(|ask| ask.life);
    // At two nobody but the liar hears it.
    let ask = ask.unwrap_or(Ask { life: 1, instance: net.starts });
    let told = Told { about: asker, ask, index, statements: statements.hash() };
    let told = Signed::new(&identity(0), &net.contract.table(), 0, told);
    net.say(0, usize::from(asker), &Message::Told(Box::new(Telling { told, statements })));
}

/// B's disk is lost, once or twice, and the liar, whose moves B has acknowledged, conceals some of what B said and tells of it later: what
/// B says then contradicts the one or the other, but B never says what it was told that it had said otherwise.
#[test]
fn an_honest_voter_whose_disk_is_lost_is_never_shown_as_a_cheat() {
    for (voters, twice) in (2..=6).flat_map(|voters| [(voters, false), (voters, true)]) {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        let moves = cores.each_ref().map(|core| late_move(&net, 0, core, 0));
        possess(&mut net, 0);
        let reach = |net: &mut Net| {
            let now = net.now;
            net.live_mut(1).handle_connected(now, key(0));
            net.drain(1);
        };
        net.isolate(1);
        net.say(0, 1, &moves[0]);
        assert_eq!(net.live(1).sent().map(Entry::hash), Some(cores[0].hash()));
        let before = head_for(&net, 1, 0, &cores[0]);
        // At two nobody but the liar can bring it what is final.
        let table = net.live(1).accessions().cloned().map(|signed| Message::Accession(Box::new(signed)));
        let mut known: Vec<Message> = table.collect();
        let log = net.live(1).log().to_vec();
        known.extend([0, 1].map(|voter| Message::Head(head_for(&net, voter, 0, &log[0].core))));
        known.insert(2, Message::Entries(log));
        let bring = |net: &mut Net| {
            for message in known.iter().filter(|_| voters == 2) {
                net.say(0, 1, message);
            }
        };
        net.crash(1);
        net.join(1);
        reach(&mut net);
        bring(&mut net);
        net.heal_all();
        net.wait(2_000);
        tell(&mut net, 1, 2, Statements::default());
        net.wait(2_000);
        assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false), "{voters} voters");
        if twice {
            net.isolate(1);
        }
        net.say(0, 1, &moves[1]);
        let after = head_for(&net, 1, 0, &cores[1]);
        let after = Signed::new(&identity(1), &net.contract.table(), 1, Head { life: 1, ..after.says });
        if twice {
            net.crash(1);
            net.join(1);
            reach(&mut net);
            bring(&mut net);
            net.heal_all();
            net.wait(3_000);
            let statements = Statements { heads: vec![before, after], ..Statements::default() };
            tell(&mut net, 1, 2, statements);
            net.wait(3_000);
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
        never_cheated(&net, 1, &[before, after]);
        for peer in 1..voters {
            assert!(!shown(&net, peer, 1, Verdict::Cheated), "{voters} voters, twice {twice}, says {peer}");
        }
    }
}

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

// Frame: what is told in another order than it was said

/// B's disk is lost. It hears of its latest vote first (a status brings that one; or A has no other), and is told of the earlier ones
/// behind it; then B crashes before its life has begun, and takes its journal up again. It must still know which round it voted in last.
#[test]
fn an_honest_voter_that_is_told_its_votes_in_any_order_and_crashes_is_not_branded_as_a_cheat() {
    // The first time A has all of them.
    for missed in [0, 3] {
        let mut net = Net::players(3);
        let table = net.contract.table();
        let core = change_core(&net, 1, to_bot(2));
        let mut votes = Vec::new();
        for round in 1..=4 {
            let says =
                Vote { index: 2, round, entry: core.hash(), change: Some(to_bot(2)), acked: None, life: 0 };
            votes.push(Signed::new(&identity(1), &table, 1, says));
        }
        // B voted in four rounds for the removal of C, with A, who acknowledged nothing yet. The last vote only A has; A was away before.
        net.isolate(0);
        net.isolate(1);
        net.isolate(2);
        net.crash(1);
        let now = net.now;
        net.live_mut(0).handle_connected(now, key(1));
        net.live_mut(2).handle_connected(now, key(1));
        net.drain(0);
        net.drain(2);
        for vote in &votes[missed..] {
            net.say(1, 0, &backed(*vote, &[]));
        }
        for vote in &votes[..3] {
            net.say(1, 2, &backed(*vote, &[]));
        }
        net.live_mut(0).handle_disconnected(key(1));
        net.live_mut(2).handle_disconnected(key(1));
        net.join(1);
        net.link(0, 1);
        net.wait(2_000);
        // C tells it, too; the power fails before the life has begun.
        net.peers[1].records.clear();
        let before = net.peers[1].journal.clone();
        net.link(1, 2);
        net.settle();
        net.wait(1_000);
        assert_eq!(net.live(1).life(), 1, "{}", net.live(1).explain());
        let mut journal = before;
        for record in net.peers[1].records.clone() {
            let mut with = journal.clone();
            with.extend_from_slice(&record);
            let (records, _) = journal::read(&with).expect("sound");
            let begins = match records.last() {
                Some(Record::Life { .. }) => true,
                Some(Record::Head(head)) => head.says.life > 0,
                Some(Record::Vote(vote)) => vote.says.life > 0,
                _ => false,
            };
            if begins {
                break;
            }
            journal = with;
        }
        // That all happened before the others heard a word of the new life.
        let mut net = Net::players(3);
        net.isolate(0);
        net.isolate(1);
        net.isolate(2);
        net.crash(1);
        let now = net.now;
        net.live_mut(0).handle_connected(now, key(1));
        net.live_mut(2).handle_connected(now, key(1));
        for vote in &votes[missed..] {
            net.say(1, 0, &backed(*vote, &[]));
        }
        for vote in &votes[..3] {
            net.say(1, 2, &backed(*vote, &[]));
        }
        net.live_mut(0).handle_disconnected(key(1));
        net.live_mut(2).handle_disconnected(key(1));
        net.drain(0);
        net.drain(2);
        net.try_restore(1, &journal).expect("sound");
        net.heal_all();
        net.wait(5_000);
        assert_eq!(net.live(1).life(), 1, "{}", net.live(1).explain());
        // Its player wants something else than before the disk was lost.
        net.want(1, Change::StandIn { seat: 0 }).expect("possible");
        net.wait(20_000);
        for peer in [0, 2] {
            assert!(
                !shown(&net, peer, 1, Verdict::Cheated),
                "missed {missed}: an honest voter cheated, says {peer}"
            );
        }
    }
}

// Part: repair

/// Before anybody knows that A lies it vouches to C for something that is final. Later C says that nothing is final for it, and
/// then A's head makes C's move final all the same, while B repairs.
#[test]
fn who_said_that_nothing_is_final_takes_nothing_for_final_upon_the_liars_word() {
    for vouches in [false, true] {
        let mut net = Net::players(3);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        let vouched =
            standing(&net, 0, Standing { index: 2, liar: 1, entry: Some(cores[1].hash()), life: 0 });
        if vouches {
            net.say(0, 2, &Message::Standing(vouched));
        }
        for (peer, core) in [(1, &cores[0]), (2, &cores[1])] {
            let late = late_move(&net, 0, core, 0);
            net.inject(0, peer, &whistlestop_proto::codec::encode(&late));
        }
        // What B says of its standing is a moment slower than the liar.
        net.censor = Some(Box::new(|from, to, message| {
            from == 1 && to == 2 && matches!(message, Message::Standing(_))
        }));
        let head = Message::Head(head_for(&net, 0, 0, &cores[1]));
        for _ in 0..400 {
            net.wait(50);
            let said = |(from, _, message): &(usize, usize, Message)| {
                *from == 2 && matches!(message, Message::Standing(_))
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

/// Four harmless proofs (of two lives that the liar made up) take all places: the fifth, of a lie, is neither kept nor shown nor
/// passed on.
#[test]
fn proofs_of_a_lost_memory_do_not_hide_the_proof_of_a_lie() {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    let table = net.contract.table();
    let head = |index, entry: u8, life| {
        let says = Head { index, round: 0, entry: Hash([entry; 32]), state: Hash([0; 32]), life };
        Signed::new(&identity(0), &table, 0, says)
    };
    let begin = begin_life(&mut net, 0, Ask { life: 1, instance: 9 }).begin;
    for index in 100..104 {
        let lost = Evidence::TwoHeads(head(index, 1, 0), head(index, 2, 1));
        let case = lost.case().expect("two heads");
        let lives = TwoLives { begin: begin.clone(), told: None, case };
        net.say(0, 1, &Message::Evidence(Evidence::TwoLives(Box::new(lives))));
    }
    assert!(shown(&net, 1, 0, Verdict::MemoryLost));
    net.settle();
    net.say(0, 1, &Message::Evidence(Evidence::TwoHeads(head(200, 1, 0), head(200, 2, 0))));
    net.wait(2_000);
    for peer in [1, 2] {
        assert!(shown(&net, peer, 0, Verdict::Cheated), "peer {peer}");
    }
}

/// One is enough, if the two that share it are apart when the lie is found: a status says only that there is some proof.
#[test]
fn a_proof_of_a_lost_memory_does_not_keep_the_proof_of_a_lie_from_being_passed_on() {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    let table = net.contract.table();
    let head = |index, entry: u8, life| {
        let says = Head { index, round: 0, entry: Hash([entry; 32]), state: Hash([0; 32]), life };
        Signed::new(&identity(0), &table, 0, says)
    };
    let begin = begin_life(&mut net, 0, Ask { life: 1, instance: 9 }).begin;
    let case = Evidence::TwoHeads(head(100, 1, 0), head(100, 2, 1)).case().expect("two heads");
    let lives = TwoLives { begin, told: None, case };
    net.say(0, 1, &Message::Evidence(Evidence::TwoLives(Box::new(lives))));
    net.settle();
    assert!(shown(&net, 2, 0, Verdict::MemoryLost));
    net.split(&[1], &[2]);
    net.say(0, 1, &Message::Evidence(Evidence::TwoHeads(head(200, 1, 0), head(200, 2, 0))));
    net.settle();
    assert!(shown(&net, 1, 0, Verdict::Cheated));
    net.heal_all();
    net.wait(5_000);
    assert!(shown(&net, 2, 0, Verdict::Cheated));
}

/// The liar makes X final with B and the removal of B with C, and contradicts itself only by a vote that B heard. B's program is
/// started again in between: its journal has the vote, and B must still know it.
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
            assert!(shown(&net, peer, 1, Verdict::Cheated), "no evidence at {peer}, restart {restart}");
        }
    }
}

/// A's disk went back. With B it moves and removes C, with C it removes B. When B and C meet, the entry that B tells C next is one
/// that changes who counts, sealed by those who counted for B: C holds that for an offence, drops B, and nobody learns anything.
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
        let dropped = net.has_event(peer, |event| matches!(event, Event::Drop { .. }));
        (dropped, forked(&net, peer), shown(&net, peer, 0, Verdict::Cheated))
    };
    assert_eq!([1, 2].map(of), [(false, true, true); 2], "dropped the other, saw the fork, saw the evidence");
}

// Part: one liar at four, and somebody whose disk was lost and who did all it should

/// L moved twice: M to B alone, who acknowledged it and then lost its disk; L does not tell B so. B is told by all and acknowledges L's
/// other move in its next life: "memory lost". Since then B counts as the one liar that four voters can bear, and L's word alone
/// makes up for it.
#[test]
fn at_four_a_lost_memory_does_not_give_the_liar_a_second_voice() {
    for lost in [false, true] {
        let mut net = Net::players(4);
        net.play(0, 3);
        let table = net.contract.table();
        let (first, second) = (move_core(&net, 0, 3, 4), move_core(&net, 0, 3, 5));
        possess(&mut net, 3);
        if lost {
            net.isolate(1);
            let sent = signed_move(&net, 3, &first, 0);
            net.say(3, 1, &sent);
            assert_eq!(net.live(1).sent().map(Entry::hash), Some(first.hash()));
            net.crash(1);
            net.join(1);
            let now = net.now;
            net.live_mut(1).handle_connected(now, key(3));
            net.heal_all();
            net.wait(2_000);
            let asked = |(_, _, message): &(usize, usize, Message)| match message {
                Message::Ask(ask) if ask.voter == 1 => Some(*ask),
                _ => None,
            };
            let ask: Signed<Ask> = net.traffic.iter().rev().find_map(asked).expect("it asks");
            let statements = Statements::default();
            let says = Told { about: 1, ask: ask.says, index: 5, statements: statements.hash() };
            let told = Signed::new(&identity(3), &table, 3, says);
            net.say(3, 1, &Message::Told(Box::new(Telling { told, statements })));
            net.wait(2_000);
            assert_eq!(
                (net.live(1).life(), net.live(1).is_recovering()),
                (1, false),
                "{}",
                net.live(1).explain()
            );
        }
        let sent = signed_move(&net, 3, &second, 0);
        say_to(&mut net, 3, &[0, 1, 2], &sent);
        net.wait(2_000);
        assert_eq!(net.lens(), [6, 6, 6], "the move and the draw");
        if lost {
            let before = head_for(&net, 1, 0, &first);
            let says = Head { life: 1, ..head_for(&net, 1, 0, &second).says };
            let after = Signed::new(&identity(1), &table, 1, says);
            let begin = birth_of(&net, 1).expect("it has begun").begin;
            let case = Evidence::TwoHeads(before, after).case().expect("two heads");
            let lives = TwoLives { begin, told: None, case };
            let evidence = Message::Evidence(Evidence::TwoLives(Box::new(lives)));
            say_to(&mut net, 3, &[0, 1, 2], &evidence);
            assert!(shown(&net, 2, 1, Verdict::MemoryLost) && !shown(&net, 2, 3, Verdict::Cheated));
        }
        // X, a stand-in for D, by B, C and L: final for C alone.
        let stand_in = Change::StandIn { seat: 0 };
        let x = change_core(&net, 1, stand_in);
        let y = move_core(&net, 0, 0, 7);
        net.isolate(0);
        for peer in [1, 2] {
            net.want(peer, stand_in).expect("possible");
        }
        let vote = vote_for(&net, 3, 1, &x, None);
        say_to(&mut net, 3, &[1, 2], &backed(vote, &[]));
        net.settle();
        net.split(&[1], &[2]);
        let head = Message::Head(head_for(&net, 3, 1, &x));
        net.say(3, 2, &head);
        assert_eq!(net.live(2).log()[6].hash(), x.hash(), "X is final for C");
        assert_eq!(net.live(1).log().len(), 6);
        // Y, a move of D, who has heard nothing of all this.
        net.act(0, 7).expect("its turn");
        net.censor = Some(Box::new(|from, to, message| {
            from == 1 && to == 0 && !matches!(message, Message::Hello(_) | Message::Status(_))
        }));
        net.link(0, 1);
        net.wait(600);
        let vote = vote_for(&net, 3, 2, &y, None);
        let ahead = Message::Head(head_for(&net, 3, 3, &y));
        net.say(3, 1, &ahead);
        net.say(3, 0, &backed(vote, &[]));
        net.say(3, 1, &backed(vote, &[]));
        net.settle();
        net.wait(1_000);
        net.censor = None;
        net.wait(10_000);
        let vote = vote_for(&net, 3, 3, &y, None);
        say_to(&mut net, 3, &[0, 1], &backed(vote, &[]));
        net.say(3, 0, &ahead);
        net.wait(5_000);
        let parted = [0, 1]
            .iter()
            .any(|peer| net.live(*peer).log().get(6).is_some_and(|entry| entry.hash() != x.hash()));
        assert!(!parted, "lost {lost}: two entries are final at one index, by one liar at four");
    }
}

// Freeze: votes that nobody can show any more

/// B, D and the liar have named a removal in round 1; B and D acknowledge it, the liar does not, C sleeps. Then the liar votes through
/// so many rounds that nobody would keep all of them, for something else or for the same. C comes back, and must still be shown how B and D came to what they
/// are bound to.
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
            let says =
                Vote { index: 2, round, entry: entry(round), change: change(round), acked: None, life: 0 };
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

/// A is bound to a removal that was named in round 1, B to its own move in round 0, C to nothing. The liar says that it acknowledged
/// B's move in a high round. That draws B and C to the move for ever, and A may not follow.
#[test]
fn a_round_that_a_liar_makes_up_does_not_draw_others_away_from_what_was_named() {
    let mut net = Net::players(4);
    net.play(1, 1);
    assert_eq!(net.turn(0), Turn::Seat(1));
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
    let says = Head { index, round: 7, entry: made.hash(), state: made.core.state, life: 0 };
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

// Freeze: three voters, two of whom draw

/// At a chance turn of two, who withholds its link may not leave. But it may prove that it lies, and vote for its own removal: then
/// the other counts alone and can never draw.
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
        let says = Head { index: 100, round: 0, entry: Hash([entry; 32]), state: Hash([0; 32]), life: 0 };
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

// Forget: journals that others wrote

/// The journal of another peer will do; what stands in it is the other's word.
fn journal_of(net: &Net, peer: usize, more: &[Record]) -> Vec<u8> {
    let mut bytes = net.peers[peer].journal.clone();
    let (_, good, mut writer) = journal::read_on(&bytes).expect("sound");
    bytes.truncate(good);
    for record in more {
        bytes.extend_from_slice(&writer.frame(record));
    }
    bytes
}

#[test]
fn a_journal_of_another_peer_with_a_telling_at_the_last_number_of_all_panics_nobody() {
    let mut net = Net::players(3);
    net.play(0, 2);
    let table = net.contract.table();
    let ask = Ask { life: 1, instance: 5 };
    let statements = Statements::default();
    let told = Told { about: 0, ask, index: u32::MAX, statements: statements.hash() };
    let told = Signed::new(&identity(0), &table, 0, told);
    let record = Record::Told {
        ask: Signed::new(&identity(0), &table, 0, ask),
        telling: Box::new(Telling { told, statements }),
    };
    let journal = journal_of(&net, 0, &[record]);
    net.crash(1);
    net.crash(0);
    net.try_restore(1, &journal).expect("it is sound, as far as anybody can see");
    intrude(&mut net, 0);
    let head = Message::Head(head_for(&net, 0, 0, &move_core(&net, 1, 2, 3)));
    net.say(0, 1, &head);
}

#[test]
fn a_journal_of_another_peer_that_names_the_last_life_of_all_does_not_get_its_reader_dropped() {
    let mut net = Net::players(3);
    net.play(0, 2);
    let journal = journal_of(&net, 0, &[Record::Superseded(u32::MAX)]);
    net.crash(1);
    net.try_restore(1, &journal).expect("it is sound, as far as anybody can see");
    net.heal_all();
    net.wait(20_000);
    for peer in [0, 2] {
        let dropped = |event: &Event| matches!(event, Event::Drop { peer, .. } if *peer == key(1));
        assert!(!net.has_event(peer, dropped), "{peer} dropped an honest peer");
    }
    assert!(!net.live(1).is_recovering(), "{}", net.live(1).explain());
}

/// As above, after few rounds: C comes back and is sent what shows that B's and D's votes count. A spectator is quicker, and sends
/// the same votes without: that uses up how many votes of B and D are looked at.
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
        let says = Vote { index: 2, round: 2, entry: Hash([7; 32]), change: None, acked: None, life: 0 };
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
        let now = net.now;
        net.live_mut(2).handle_connected(now, key(WATCHER));
        net.drain(2);
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

// Part: a farewell that is believed

/// C moves X, late, to A and B, who acknowledge it, and says farewell to all. D, who has not X, wants a bot. C acknowledges the handover for A and B and X for
/// D, who is shown the heads of A and B. In version 1 A and B had the handover final and D had X, without evidence.
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

/// The last voter holds the liar's move Y when X, the liar's other move, comes to it as final from the others. Whether or not Y came with a head,
/// two moves prove a lie.
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
        assert!(shown(&net, last, 0, Verdict::Cheated), "{seats} seats, late {is_late}");
    }
}

// Frame: a vote that no certificate can hold

/// The liar votes for the removal of C without saying that this is what it votes for. Such a vote in a certificate makes an entry
/// that nobody takes, and a journal that its owner cannot read.
#[test]
fn a_vote_that_does_not_say_what_it_changes_spoils_no_certificate() {
    for first in [false, true] {
        let mut net = Net::players(4);
        let removal = change_core(&net, 0, to_bot(2));
        net.crash(2);
        possess(&mut net, 3);
        let says = Vote { index: 2, round: 1, entry: removal.hash(), change: None, acked: None, life: 0 };
        let vote = backed(Signed::new(&identity(3), &net.contract.table(), 3, says), &[]);
        if first {
            say_to(&mut net, 3, &[0, 1], &vote);
        }
        for peer in [0, 1] {
            net.want(peer, to_bot(2)).expect("possible");
        }
        say_to(&mut net, 3, &[0, 1], &vote);
        net.wait(10_000);
        for peer in [0, 1] {
            net.crash(peer);
            net.restart(peer);
            net.want(peer, to_bot(2)).expect("possible");
        }
        net.heal_all();
        net.wait(10_000);
        for peer in [0, 1] {
            let dropped = |event: &Event| matches!(event, Event::Drop { .. });
            assert!(!net.has_event(peer, dropped), "{peer} dropped an honest peer");
        }
        // What it says is then as good as anybody's.
        possess(&mut net, 3);
        let honest = vote_for(&net, 3, 2, &removal, None);
        say_to(&mut net, 3, &[0, 1], &backed(honest, &[]));
        net.settle();
        let head = Message::Head(head_for(&net, 3, 2, &removal));
        say_to(&mut net, 3, &[0, 1], &head);
        assert_eq!(
            net.live(0).log().last().map(Entry::hash),
            Some(removal.hash()),
            "first {first}: {}",
            net.live(0).explain()
        );
    }
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

// Freeze: honest peers that drop each other

/// C is a moment behind B. The liar says to C that nothing is final for it and that B is the liar; C passes that on, and B answers that
/// something is final, in the liar's words: that B itself lied. C holds that for an offence of B.
#[test]
fn an_honest_peer_that_answers_a_standing_against_itself_is_not_dropped() {
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
        let says = Standing { index: 3, liar: 1, entry: None, life };
        let message = Message::Standing(standing(&net, 0, says));
        net.inject(0, 2, &whistlestop_proto::codec::encode(&message));
    }
    net.wait(5_000);
    let dropped = net.has_event(2, |event| matches!(event, Event::Drop { peer, .. } if *peer == key(1)));
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
    let dropped = net.has_event(1, |event| matches!(event, Event::Drop { .. }));
    assert!(!dropped, "half an hour later");
}

/// An admitted witness lies. Whoever comes late does not know its key yet, and holds the proof for a bad one: of every honest neighbour,
/// with every status.
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
        for peer in [0, 1] {
            net.want(peer, Change::Admit { key: key(WATCHER) }).expect("possible");
        }
        net.wait(2_000);
        let witness = net.live(WATCHER).voter().expect("it counts");
        let head = |entry: u8| {
            let says = Head { index: 100, round: 0, entry: Hash([entry; 32]), state: Hash([0; 32]), life: 0 };
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
        let dropped = net.has_event(2, |event| matches!(event, Event::Drop { .. }));
        assert!(!dropped, "proof {proof}: {:?}", net.peers[2].events);
        assert_eq!(net.live(2).log().len(), net.live(0).log().len());
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

// Frame: what was acknowledged since when

/// B acknowledged X in round 0, Y in round 1, which C never heard of, and X again in round 2; then its disk is lost. C tells it of X and X, and A, who
/// lies and knows more, of Y, behind that. B now thinks that it acknowledged nothing but X since round 0, and says so in its next vote.
#[test]
fn an_honest_voter_that_is_told_its_heads_in_any_order_is_not_branded_as_a_cheat() {
    for first in [0, 2] {
        let mut net = Net::players(3);
        let table = net.contract.table();
        let x = move_core(&net, 0, 0, 4);
        let change = Change::StandIn { seat: 0 };
        let y = change_core(&net, 2, change);
        possess(&mut net, 0);
        net.crash(1);
        // C has its_vote for Y before it heard of the move X, and so acknowledges nothing in round 0.
        net.want(2, change).expect("possible");
        let late = late_move(&net, 0, &x, 0);
        net.say(0, 2, &late);
        let heads = [(0, &x), (1, &y), (2, &x)].map(|(round, core)| head_for(&net, 1, round, core));
        let its_vote = vote_for(&net, 1, 1, &x, Some(Acked { since: 0, round: 0, entry: x.hash() }));
        let now = net.now;
        net.live_mut(2).handle_connected(now, key(1));
        net.drain(2);
        for head in [heads[0], heads[2]] {
            net.say(1, 2, &Message::Head(head));
        }
        net.say(1, 2, &backed(its_vote, &[]));
        net.wait(2_500);
        net.live_mut(2).handle_disconnected(key(1));
        assert_eq!(net.live(2).log().len(), 1, "nothing is decided: {}", net.live(2).explain());
        // The disk is lost.
        net.join(1);
        let now = net.now;
        net.live_mut(1).handle_connected(now, key(0));
        net.drain(1);
        let statements = Statements { heads: vec![heads[1]], ..Statements::default() };
        let ask = Ask { life: 1, instance: net.starts };
        let told = Told { about: 1, ask, index: 2, statements: statements.hash() };
        let told = Signed::new(&identity(0), &table, 0, told);
        let telling = Message::Told(Box::new(Telling { told, statements: statements.clone() }));
        if first == 0 {
            // It must know where the table is before it can be told.
            net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Told(_))));
        }
        net.link(1, 2);
        net.wait(600);
        if first == 0 {
            net.say(0, 1, &telling);
            net.censor = None;
        }
        net.wait(4_000);
        net.say(0, 1, &telling);
        net.wait(1_000);
        assert_eq!(
            (net.live(1).life(), net.live(1).is_recovering()),
            (1, false),
            "{}",
            net.live(1).explain()
        );
        net.say(0, 1, &late);
        // It wanted X in round 2, with C, who never saw that. Now it goes on to the next round.
        let again = vote_for(&net, 0, 3, &y, None);
        net.say(0, 1, &backed(again, &[]));
        net.wait(30_000);
        let begins = delivered(&net, |message| match message {
            Message::Birth(birth) if birth.voter() == 1 => Some(birth.begin.clone()),
            _ => None,
        });
        let votes = delivered(&net, |message| match message {
            Message::Vote(backed) if backed.vote.voter == 1 && backed.vote.says.life == 1 => {
                Some(backed.vote)
            }
            _ => None,
        });
        assert!(!votes.is_empty() && !begins.is_empty(), "it votes: {}", net.live(1).explain());
        let checked = Table::new(net.contract.clone());
        for vote in votes {
            let case = Evidence::HeadAgainstVote(heads[1], vote).case().expect("two statements");
            for begin in &begins {
                let lives =
                    TwoLives { begin: begin.clone(), told: Some(statements.clone()), case: case.clone() };
                let verdict = Evidence::TwoLives(Box::new(lives)).verify(&checked);
                assert_ne!(verdict, Some((1, Verdict::Cheated)), "{first} told first: {:?}", vote.says);
            }
        }
    }
}

/// B voted in round 1 for X, which it had acknowledged; C has the vote, and the head was lost on the way. So was B's disk. B is told of the vote, begins its next life
/// and crashes: its journal holds the vote alone, and B must still know of the head.
#[test]
fn an_honest_voter_that_learned_from_its_vote_what_it_acknowledged_knows_it_after_a_crash() {
    for crashes in [false, true] {
        let mut net = Net::players(3);
        let table = net.contract.table();
        let x = move_core(&net, 0, 0, 4);
        let change = Change::StandIn { seat: 0 };
        let y = change_core(&net, 2, change);
        possess(&mut net, 0);
        net.crash(1);
        net.want(2, change).expect("possible");
        let voted = vote_for(&net, 1, 1, &x, Some(Acked { since: 0, round: 0, entry: x.hash() }));
        let now = net.now;
        net.live_mut(2).handle_connected(now, key(1));
        net.drain(2);
        net.say(1, 2, &backed(voted, &[]));
        net.live_mut(2).handle_disconnected(key(1));
        net.join(1);
        let now = net.now;
        net.live_mut(1).handle_connected(now, key(0));
        net.drain(1);
        net.link(1, 2);
        net.wait(1_000);
        let statements = Statements::default();
        let ask = Ask { life: 1, instance: net.starts };
        let told = Told { about: 1, ask, index: 2, statements: statements.hash() };
        let told = Signed::new(&identity(0), &table, 0, told);
        net.say(0, 1, &Message::Told(Box::new(Telling { told, statements })));
        net.wait(100);
        assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false));
        if crashes {
            net.crash(1);
            net.restart(1);
            let now = net.now;
            net.live_mut(1).handle_connected(now, key(0));
            net.drain(1);
        }
        net.want(1, change).expect("possible");
        let later = vote_for(&net, 0, 3, &y, None);
        net.say(0, 1, &backed(later, &[]));
        net.say(0, 2, &backed(later, &[]));
        net.wait(20_000);
        assert!(!shown(&net, 2, 1, Verdict::Cheated), "crashes {crashes}: an honest voter cheated");
        never_cheated(&net, 1, &[]);
    }
}

// Part: words of a life that all others have told

fn in_life(net: &Net, vote: Signed<Vote>, life: u32) -> Signed<Vote> {
    let says = Vote { life, ..vote.says };
    Signed::new(&identity(usize::from(vote.voter)), &net.contract.table(), vote.voter, says)
}

fn head_in_life(net: &Net, head: Signed<Head>, life: u32) -> Signed<Head> {
    let says = Head { life, ..head.says };
    Signed::new(&identity(usize::from(head.voter)), &net.contract.table(), head.voter, says)
}

/// All others have told the liar that it said nothing, so nobody should take a word of its first life any more. But half of them have acknowledged a
/// bot's move, and take its old head for that, since it is for what somebody else acknowledged: themselves. With the other half it
/// makes a change final in its new life. Nobody told it of the head, so that reads "memory lost".
fn parted_by_two_lives(voters: usize) {
    let mut seats = vec![true; voters];
    seats.push(false);
    let mut net = Net::started(&seats, DrawMode::Fresh, 3);
    net.play(0, voters - 1);
    let mover = voters - 1;
    assert_eq!(net.live(1).log().len(), voters, "it is the last player's turn");
    possess(&mut net, 0);
    let birth = begin_life(&mut net, 0, Ask { life: 1, instance: 9 });
    assert_eq!(birth.told.len(), voters - 1, "all have told");
    // The last player moves; nobody hears of it yet that others have the move.
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_))));
    let core = move_core(&net, 1, u8::try_from(mover).expect("few"), 3);
    net.act(mover, 3).expect("its turn");
    let half = 1 + (voters - 1) / 2;
    let (some, rest): (Vec<usize>, Vec<usize>) = (1..voters).partition(|peer| *peer < half);
    // The players of one half want a change: so they do not acknowledge the bot's move first.
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
    let index = u32::try_from(voters).expect("few") + 2;
    assert!(net.lens().iter().all(|len| *len == voters + 1), "{:?}", net.lens());
    let bot = net.live(1).sent().expect("the bot's move").core.clone();
    assert_eq!((bot.index, matches!(bot.body, Body::Auto { .. })), (index, true));
    let old = Message::Head(head_for(&net, 0, 0, &bot));
    say_to(&mut net, 0, &some, &old);
    net.settle();
    // Its new life is for the others.
    let changed = change_core(&net, rest[0], change);
    say_to(&mut net, 0, &rest, &Message::Birth(Box::new(birth)));
    let vote = in_life(&net, vote_for(&net, 0, 1, &changed, None), 1);
    say_to(&mut net, 0, &rest, &backed(vote, &[]));
    net.settle();
    let head = head_in_life(&net, head_for(&net, 0, 1, &changed), 1);
    say_to(&mut net, 0, &rest, &Message::Head(head));
    net.settle();
    let at = |net: &Net, peer: usize| net.live(peer).log().get(voters + 1).map(Entry::hash);
    let finals = [at(&net, 1), at(&net, rest[0])];
    net.heal_all();
    net.wait(20_000);
    let parted = matches!(finals, [Some(one), Some(other)] if one != other);
    let cheated = (1..voters).all(|peer| shown(&net, peer, 0, Verdict::Cheated));
    let lost = shown(&net, 1, 0, Verdict::MemoryLost);
    assert!(
        !parted || cheated,
        "{voters} voters: two entries are final, and nobody cheated; memory lost {lost}"
    );
    assert_eq!(finals[1], Some(changed.hash()), "{voters} voters: the story did not happen");
}

#[test]
fn at_three_nobody_parts_the_table_by_a_life_that_all_have_told() {
    parted_by_two_lives(3);
}

#[test]
fn at_five_nobody_parts_the_table_by_a_life_that_all_have_told() {
    parted_by_two_lives(5);
}

// Freeze: a vote of an older life in a certificate, or as support

/// All others have told the liar that it said nothing. B wants one change and C another. The liar binds B to its own with a certificate that holds the
/// liar's vote of its first life, and C to the other with a vote of its new life. Nobody told it of the first: "memory lost", so
/// nobody removes it, and neither may give up what it is bound to.
fn frozen_by_two_lives(as_support: bool) {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    let birth = begin_life(&mut net, 0, Ask { life: 1, instance: 9 });
    assert_eq!(birth.told.len(), 2);
    net.split(&[1], &[2]);
    let (one, other) = (Change::StandIn { seat: 2 }, Change::StandIn { seat: 1 });
    let cores = [change_core(&net, 1, one), change_core(&net, 2, other)];
    net.want(1, one).expect("possible");
    net.want(2, other).expect("possible");
    let old = vote_for(&net, 0, 1, &cores[0], None);
    let own = vote_for(&net, 1, 1, &cores[0], None);
    if as_support {
        // Any vote will do to bring it.
        let again = vote_for(&net, 0, 2, &cores[0], None);
        net.say(0, 1, &backed(again, &[old]));
    } else {
        let cast = |vote: &Signed<Vote>| Cast {
            voter: vote.voter,
            life: vote.says.life,
            acked: vote.says.acked,
            signature: vote.signature,
        };
        let votes = [old, own].iter().map(cast).collect();
        let proof = Proof::Certified(Certificate { round: 1, votes, seal: Vec::new() });
        net.say(0, 1, &Message::Entry(Box::new(Entry { core: cores[0].clone(), proof })));
    }
    net.say(0, 2, &Message::Birth(Box::new(birth)));
    let new = in_life(&net, vote_for(&net, 0, 1, &cores[1], None), 1);
    net.say(0, 2, &backed(new, &[]));
    net.settle();
    let bound = [1, 2].map(|peer| net.live(peer).sent().map(Entry::hash));
    net.heal_all();
    for peer in [1, 2] {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(200_000);
    let on = net.lens().iter().all(|len| *len > 1);
    let told = [Verdict::Cheated, Verdict::MemoryLost].map(|what| shown(&net, 1, 0, what));
    assert!(on, "bound {bound:?} cheated, lost {told:?}: {}", net.live(1).explain());
}

#[test]
fn at_three_a_certificate_with_a_vote_of_an_older_life_freezes_nobody() {
    frozen_by_two_lives(false);
}

#[test]
fn at_three_support_of_an_older_life_freezes_nobody() {
    frozen_by_two_lives(true);
}

// Freeze: a liar that votes both ways

/// At four A votes in round 1 for B's change with B and C, and for D's with D. B acknowledged what three named, C has that vote, and D only the other. If D could not be
/// shown what binds B, it would take no word of B any more, and three honest voters would wait for ever.
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
    assert!(shown(&net, 1, 0, Verdict::Cheated) && shown(&net, 3, 0, Verdict::Cheated));
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
    let says = Standing { index: core.index, liar: 3, entry: Some(core.hash()), life: 0 };
    let vouched = Message::Standing(standing(&net, 4, says));
    net.traffic.clear();
    net.say(4, 1, &vouched);
    for _ in 0..1_000 {
        if !net.deliver_one() {
            net.now += 1;
        }
    }
    let passed_on =
        net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Standing(_))).count();
    assert!(passed_on <= 16, "{passed_on} times among four");
}
