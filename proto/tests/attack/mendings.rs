//! Attacks upon what was mended last: lives that begin twice, answers without end, and what is shown of who lies again.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Entry;
use whistlestop_proto::event::Event;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::Turn;
use whistlestop_proto::statement::{Evidence, Signed, TwoLives, Verdict};
use whistlestop_proto::told::{Ask, Statements, Telling, Told};

use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::liar::{
    birth_with, delivered, drops, intrude, last_begin, late_move, meet, never_cheated, possess, question,
    shown, signed_move, tell, verdicts,
};
use crate::net::{Net, WATCHER, to_bot, to_player};

/// What a peer told upon a question first, as the liar heard it.
fn telling_by(net: &Net, peer: usize, ask: Ask) -> Telling {
    let (records, _) = journal::read(&net.peers[peer].journal).expect("sound");
    let told = records.into_iter().find_map(|record| match record {
        Record::Told { telling, .. } if telling.told.says.ask == ask => Some(*telling),
        _ => None,
    });
    told.expect("it told upon that question")
}

fn told_by(net: &Net, peer: usize, ask: Ask) -> Signed<Told> {
    telling_by(net, peer, ask).told
}

fn asks(net: &mut Net, peers: &[usize], ask: Ask) {
    let asked = question(net, 0, ask);
    say_to(net, 0, peers, &asked);
    net.settle();
}

fn birth(net: &Net, ask: Ask, index: u32, tellers: &[usize]) -> Message {
    let told = tellers.iter().map(|peer| told_by(net, *peer, ask)).collect();
    Message::Birth(Box::new(birth_with(net, 0, ask, index, told)))
}

fn halves(voters: usize) -> (Vec<usize>, Vec<usize>) {
    let half = 1 + (voters - 1) / 2;
    (1..voters).partition(|peer| *peer < half)
}

const FAR: u32 = 65_000;

// Births

/// All others tell the liar life 1. Some of them it then asks for life 2 as well, and shows each of these a begin of life 2 at a far index: so each takes words of life 0 again
/// (`has_told_since` looks at the last question only). The rest get the true birth of life 1 and another move in that. Nothing was said in life 2.
fn two_questions(voters: usize, hostile: bool, late: bool) -> Net {
    let mut net = Net::players(voters);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    let all: Vec<usize> = (1..voters).collect();
    let (first, second) = (Ask { life: 1, instance: 9 }, Ask { life: 2, instance: 9 });
    asks(&mut net, &all, first);
    let (some, rest) = halves(voters);
    net.split(&some, &rest);
    if hostile {
        asks(&mut net, &some, second);
        for peer in &some {
            let far = birth(&net, second, FAR, &[*peer]);
            net.say(0, *peer, &far);
        }
    }
    let sign = if late { late_move } else { signed_move };
    let old = sign(&net, 0, &cores[0], 0);
    say_to(&mut net, 0, &some, &old);
    let born = birth(&net, first, 2, &all);
    say_to(&mut net, 0, &rest, &born);
    let new = sign(&net, 0, &cores[1], 1);
    say_to(&mut net, 0, &rest, &new);
    net.settle();
    net
}

fn parted_by_two_questions(voters: usize) {
    for hostile in [false, true] {
        let mut net = two_questions(voters, hostile, false);
        let (some, rest) = halves(voters);
        let at = |net: &Net, peer: usize| net.live(peer).log().get(1).map(Entry::hash);
        let finals = [at(&net, some[0]), at(&net, rest[0])];
        net.heal_all();
        net.wait(60_000);
        let parted = matches!(finals, [Some(one), Some(other)] if one != other);
        let cheated = (1..voters).all(|peer| shown(&net, peer, 0, Verdict::Cheated));
        let fine = !parted || (cheated && voters % 2 == 1);
        assert!(
            fine,
            "{voters} voters, hostile {hostile}: parted; peer, cheated, lost: {:?}",
            verdicts(&net, 0)
        );
    }
}

#[test]
fn at_three_a_begin_of_a_later_life_parts_nobody_without_proof() {
    parted_by_two_questions(3);
}

#[test]
fn at_five_a_begin_of_a_later_life_parts_nobody_without_proof() {
    parted_by_two_questions(5);
}

#[test]
fn at_four_and_six_a_begin_of_a_later_life_parts_nobody() {
    parted_by_two_questions(4);
    parted_by_two_questions(6);
}

fn frozen_by_two_questions(voters: usize) {
    for hostile in [false, true] {
        let mut net = two_questions(voters, hostile, true);
        net.heal_all();
        for peer in 1..voters {
            let _ = net.want(peer, to_bot(0));
        }
        net.wait(200_000);
        let state = (net.lens(), verdicts(&net, 0));
        assert!(
            net.lens().iter().all(|len| *len > 1),
            "{voters} voters, hostile {hostile}: {state:?} {}",
            net.live(1).explain()
        );
    }
}

#[test]
fn at_three_a_begin_of_a_later_life_freezes_nobody() {
    frozen_by_two_questions(3);
}

#[test]
fn at_four_a_begin_of_a_later_life_freezes_nobody() {
    frozen_by_two_questions(4);
}

#[test]
fn at_five_a_begin_of_a_later_life_freezes_nobody() {
    frozen_by_two_questions(5);
}

#[test]
fn at_six_a_begin_of_a_later_life_freezes_nobody() {
    frozen_by_two_questions(6);
}

/// Two begins of one life at far indices, with the same tellers as the true one, for one of the others: it takes words of life 0, and never the true birth, which is the third.
fn frozen_by_two_far_begins(voters: usize) {
    for hostile in [false, true] {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        let all: Vec<usize> = (1..voters).collect();
        let ask = Ask { life: 1, instance: 9 };
        asks(&mut net, &all, ask);
        let (some, rest) = halves(voters);
        net.split(&some, &rest);
        for index in [FAR, FAR + 1] {
            let far = birth(&net, ask, index, &all);
            say_to(&mut net, 0, if hostile { &some } else { &[] }, &far);
        }
        let old = late_move(&net, 0, &cores[0], 0);
        say_to(&mut net, 0, &some, &old);
        let born = birth(&net, ask, 2, &all);
        say_to(&mut net, 0, &rest, &born);
        let new = late_move(&net, 0, &cores[1], 1);
        say_to(&mut net, 0, &rest, &new);
        net.settle();
        net.heal_all();
        for peer in 1..voters {
            let _ = net.want(peer, to_bot(0));
        }
        net.wait(200_000);
        let state = (net.lens(), verdicts(&net, 0));
        assert!(
            net.lens().iter().all(|len| *len > 1),
            "{voters} voters, hostile {hostile}: {state:?} {}",
            net.live(1).explain()
        );
    }
}

#[test]
fn at_three_two_far_begins_freeze_nobody() {
    frozen_by_two_far_begins(3);
}

#[test]
fn at_four_two_far_begins_freeze_nobody() {
    frozen_by_two_far_begins(4);
}

/// Births at far indices that began with what a peer told are kept at once, whoever else told: some lives of them take all places of one peer, and it never learns of the true birth
/// with which the others go on.
fn places_filled(voters: usize, hostile: bool) {
    let mut net = Net::players(voters);
    let core = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    let (quick, slow): (Vec<usize>, Vec<usize>) = (1..voters).partition(|peer| *peer < 1 + voters / 2);
    let all: Vec<usize> = (1..voters).collect();
    let last = 17;
    for life in 1..=last {
        asks(&mut net, &all, Ask { life, instance: 9 });
        net.wait(1_500);
    }
    for life in (1..last).filter(|_| hostile) {
        for index in [FAR, FAR + 1] {
            for peer in &slow {
                for tellers in [vec![*peer], all.clone()] {
                    let far = birth(&net, Ask { life, instance: 9 }, index, &tellers);
                    net.say(0, *peer, &far);
                }
            }
        }
    }
    let born = birth(&net, Ask { life: last, instance: 9 }, 2, &all);
    say_to(&mut net, 0, &quick, &born);
    let sent = signed_move(&net, 0, &core, last);
    say_to(&mut net, 0, &quick, &sent);
    net.settle();
    for peer in &quick {
        assert_eq!(net.live(*peer).log().len(), 2, "final for {peer}: {}", net.live(*peer).explain());
    }
    net.wait(2_000);
    for peer in 1..voters {
        let _ = net.want(peer, to_bot(0));
    }
    for _ in 0..100 {
        for peer in 1..voters {
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let state = (net.lens(), verdicts(&net, 0));
    assert!(net.lens().iter().all(|len| *len > 3), "{voters} voters, hostile {hostile}: {state:?}");
}

#[test]
fn at_three_far_births_do_not_take_the_places_of_good_ones() {
    places_filled(3, false);
    places_filled(3, true);
}

#[test]
fn at_four_far_births_do_not_take_the_places_of_good_ones() {
    places_filled(4, false);
    places_filled(4, true);
}

// Frame

/// B went on with the liar alone in its first life: X, and its own move Z behind it. Its disk is lost; nobody but the liar knows, and that conceals it. X becomes final again, and B moves otherwise behind
/// it. When its disk is lost once more, it restates that head, said one index behind where its second life began: with Z that reads "cheated".
#[test]
fn an_honest_voter_that_restates_a_head_one_further_on_is_not_branded_as_a_cheat() {
    let mut net = Net::players(3);
    let core = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    net.isolate(1);
    let sent = signed_move(&net, 0, &core, 0);
    net.say(0, 1, &sent);
    assert_eq!(net.live(1).log().len(), 2);
    net.act(1, 4).expect("its turn");
    let before = net.live(1).sent().and_then(Entry::head).expect("its move");
    let lose = |net: &mut Net, index| {
        net.crash(1);
        net.join(1);
        meet(net, 1, 0);
        net.heal_all();
        net.wait(2_000);
        tell(net, 1, index, Statements::default());
        net.wait(2_000);
    };
    lose(&mut net, 2);
    assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false), "{}", net.live(1).explain());
    say_to(&mut net, 0, &[1, 2], &sent);
    net.wait(1_000);
    net.act(1, 5).expect("its turn");
    net.wait(1_000);
    assert_eq!(net.lens(), [3, 3]);
    lose(&mut net, 4);
    assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (2, false), "{}", net.live(1).explain());
    let restated = delivered(&net, |message| match message {
        Message::Head(head) if head.voter == 1 && head.says.index == 3 && head.says.life == 2 => Some(*head),
        _ => None,
    });
    for head in restated {
        let Some(case) = Evidence::TwoHeads(before, head).case() else { continue };
        let lives = TwoLives { begin: last_begin(&net, 1), told: None, case };
        net.say(0, 2, &Message::Evidence(Evidence::TwoLives(Box::new(lives))));
    }
    net.wait(1_000);
    assert!(!shown(&net, 2, 1, Verdict::Cheated), "an honest voter cheated");
}

// Answers

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

// Evidence

/// The liar leaves four proofs against itself, is removed, and the others let it return. What it does then is no news to anybody.
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
        if net.turn(1) == Turn::Seat(0) {
            break;
        }
        let _ = net.act(1, 3);
        let _ = net.act(2, 3);
        net.wait(1_000);
    }
    assert_eq!(net.turn(1), Turn::Seat(0));
    let count = |net: &Net, peer: usize| {
        net.peers[peer].events.iter().filter(|event| matches!(event, Event::Contradicted { .. })).count()
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

// Copies

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

// Draws

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

// One alone

/// One counts alone, loses its disk with what nobody saw, decides otherwise, and the other returns; and once more.
#[test]
fn one_who_counts_alone_and_loses_its_disk_is_no_cheat_and_goes_on_with_who_returns() {
    let mut net = Net::started(&[true; 2], DrawMode::Fresh, 60);
    for count in 0..3_u8 {
        net.leave(1).expect("possible");
        net.wait(4_000);
        assert_eq!(net.voters(0), [0]);
        net.play(0, 2);
        net.wait(1_000);
        net.isolate(0);
        for _ in 0..3 {
            let _ = net.act(0, 4 + count);
            net.wait(500);
        }
        net.crash(0);
        net.join(0);
        net.heal_all();
        net.wait(40_000);
        assert!(!net.live(0).is_recovering(), "{}", net.live(0).explain());
        for _ in 0..3 {
            let _ = net.act(0, 7 + u8::from(count > 0));
            net.wait(500);
        }
        let _ = net.come_back(1);
        for _ in 0..20 {
            let _ = net.act(0, 3);
            net.wait(2_000);
        }
        assert_eq!(net.voters(0), [0, 1], "{count}: {}", net.live(0).explain());
        net.play(1, 4);
        never_cheated(&net, 0, &[]);
        assert!(verdicts(&net, 0).iter().all(|(_, cheated, _)| !cheated));
    }
}

// Parts

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
                if net.turn(peer) == Turn::Seat(0) {
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
        let cheated = [1, 2].map(|peer| shown(&net, peer, 0, Verdict::Cheated));
        assert_eq!((cheated, drops(&net)), ([true, true], Vec::new()), "{entries} entries, lens {lens:?}");
    }
}

// Vouching

/// The same at five and six, where those who reported are several.
fn reported_by_some(voters: usize, hostile: bool) {
    let mut net = Net::players(voters);
    let core = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    // With the liar and one more, those who report are a majority.
    let reporters: Vec<usize> = (2..=voters / 2).collect();
    let later = voters / 2 + 1;
    for peer in 1..voters {
        net.isolate(peer);
    }
    let sent = late_move(&net, 0, &core, 0);
    let head = Message::Head(head_for(&net, 0, 0, &core));
    say_to(&mut net, 0, &reporters, &sent);
    say_to(&mut net, 0, &reporters, &head);
    let ask = Ask { life: 1, instance: 9 };
    let all: Vec<usize> = (1..voters).collect();
    asks(&mut net, &all, ask);
    let rest: Vec<usize> = all.iter().copied().filter(|peer| !reporters.contains(peer)).collect();
    for peer in reporters.iter().filter(|_| hostile) {
        let telling = Message::Told(Box::new(telling_by(&net, *peer, ask)));
        say_to(&mut net, 0, &rest, &telling);
    }
    for peer in rest.iter().filter(|peer| **peer != later) {
        net.want(*peer, to_bot(0)).expect("possible");
    }
    let part: Vec<usize> = reporters.iter().copied().chain([later]).collect();
    for a in &part {
        for b in &part {
            net.link(*a, *b);
        }
    }
    net.wait(3_000);
    net.heal_all();
    for _ in 0..100 {
        for peer in 1..voters {
            let _ = net.want(peer, to_bot(0));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let state = (net.lens(), verdicts(&net, 0));
    assert!(net.lens().iter().all(|len| *len > 3), "{voters} voters, hostile {hostile}: {state:?}");
}

#[test]
fn at_five_those_who_reported_what_made_an_entry_final_vouch_for_it() {
    reported_by_some(5, false);
    reported_by_some(5, true);
}
