//! A life that nobody asked for, and words of one that is over: they neither part a table, nor stop it, nor brand an honest voter.

use whistlestop_proto::birth::{Begin, Birth};
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Entry, Proof};
use whistlestop_proto::event::Event;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Head, Signed, Verdict, Vote};
use whistlestop_proto::told::{Ask, Statements, Told};

use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::liar::{
    begin_life, head_in_life, in_life, late_move, meet, never_cheated, possess, shown, signed_move, tell,
};
use crate::net::{Net, identity, to_bot};

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
                meet(&mut net, peer, 0);
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

/// B's disk is lost, once or twice, and the liar, whose moves B has acknowledged, conceals some of what B said and tells of it later: what
/// B says then contradicts the one or the other, but B never says what it was told that it had said otherwise.
#[test]
fn an_honest_voter_whose_disk_is_lost_is_never_shown_as_a_cheat() {
    for (voters, twice) in (2..=6).flat_map(|voters| [(voters, false), (voters, true)]) {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        let moves = cores.each_ref().map(|core| late_move(&net, 0, core, 0));
        possess(&mut net, 0);
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
        meet(&mut net, 1, 0);
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
            meet(&mut net, 1, 0);
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

// Part: words of a life that all others have told

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
