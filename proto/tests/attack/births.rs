//! Lives that begin with nobody's word, with two words, or with a word that was forgotten.

use whistlestop_proto::codec;
use whistlestop_proto::entry::{Change, Entry};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Evidence, Head, Signed, TwoLives, Verdict};
use whistlestop_proto::told::{Ask, Statements, Telling, Told};

use crate::forge::{backed, head_for, move_core, say_to, vote_for};
use crate::liar::{
    begin_life, birth_with, delivered, goes_on, last_begin, late_move, meet, possess, question, shown,
    signed_move, tell, verdicts,
};
use crate::net::{Net, WATCHER, identity, to_bot};

/// A begin that names somebody nobody knows as who told: what shows it is never looked at.
fn begin_with_stranger(net: &Net, liar: u8, ask: Ask, index: u32) -> Message {
    let statements = Statements::default().hash();
    let told = Told { about: liar, ask, index: 1, statements };
    let told = Signed::new(&identity(usize::from(liar)), &net.contract.table(), 15, told);
    Message::Birth(Box::new(birth_with(net, liar, ask, index, vec![told])))
}

/// All others told the liar that it said nothing. Half of them then get a begin of the very highest index, with a teller nobody knows: `on_birth` believes
/// the index, and those who told take words of the old life again. The others get the true birth, and words of the new life.
fn parted_by_a_begin_with_unknown_tellers(voters: usize) {
    let mut net = Net::players(voters);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    let ask = Ask { life: 1, instance: 9 };
    let birth = begin_life(&mut net, 0, ask);
    assert_eq!(birth.told.len(), voters - 1, "all have told");
    let half = 1 + (voters - 1) / 2;
    let (some, rest): (Vec<usize>, Vec<usize>) = (1..voters).partition(|peer| *peer < half);
    net.split(&some, &rest);
    let strange = begin_with_stranger(&net, 0, ask, 65_537);
    say_to(&mut net, 0, &some, &strange);
    let old = signed_move(&net, 0, &cores[0], 0);
    say_to(&mut net, 0, &some, &old);
    say_to(&mut net, 0, &rest, &Message::Birth(Box::new(birth)));
    let new = signed_move(&net, 0, &cores[1], 1);
    say_to(&mut net, 0, &rest, &new);
    net.settle();
    let at = |net: &Net, peer: usize| net.live(peer).log().get(1).map(Entry::hash);
    let finals = [at(&net, 1), at(&net, rest[0])];
    net.heal_all();
    net.wait(60_000);
    let parted = matches!(finals, [Some(one), Some(other)] if one != other);
    let cheated = (1..voters).all(|peer| shown(&net, peer, 0, Verdict::Cheated));
    assert!(!parted || cheated, "{voters} voters parted; peer, cheated, lost: {:?}", verdicts(&net, 0));
}

#[test]
fn at_three_a_begin_with_unknown_tellers_parts_nobody_without_proof() {
    parted_by_a_begin_with_unknown_tellers(3);
}

#[test]
fn at_five_a_begin_with_unknown_tellers_parts_nobody_without_proof() {
    parted_by_a_begin_with_unknown_tellers(5);
}

/// The same binds voters of an even table to different late moves, and nobody is proved a liar.
#[test]
fn at_four_a_begin_with_unknown_tellers_freezes_nobody() {
    let mut net = Net::players(4);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    let ask = Ask { life: 1, instance: 9 };
    let birth = begin_life(&mut net, 0, ask);
    net.split(&[1], &[2, 3]);
    let strange = begin_with_stranger(&net, 0, ask, 65_537);
    net.say(0, 1, &strange);
    let old = late_move(&net, 0, &cores[0], 0);
    net.say(0, 1, &old);
    say_to(&mut net, 0, &[2, 3], &Message::Birth(Box::new(birth)));
    let new = late_move(&net, 0, &cores[1], 1);
    say_to(&mut net, 0, &[2, 3], &new);
    net.settle();
    net.heal_all();
    for peer in 1..4 {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(200_000);
    let verdicts = verdicts(&net, 0);
    assert!(net.lens().iter().all(|len| *len > 1), "{verdicts:?} {}", net.live(1).explain());
}

/// B acknowledged Y in its first life, which only the liar knows, and X in its second, for the liar concealed that. Its disk is lost once more, behind X: when its third
/// life begins it restates its head for X, at an index before its begin. That and the head for Y are "cheated".
#[test]
fn an_honest_voter_that_restates_a_head_is_not_branded_as_a_cheat() {
    for voters in [3, 4] {
        let mut net = Net::players(voters);
        let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
        possess(&mut net, 0);
        net.isolate(1);
        let concealed = late_move(&net, 0, &cores[0], 0);
        net.say(0, 1, &concealed);
        assert_eq!(net.live(1).sent().map(Entry::hash), Some(cores[0].hash()));
        let before = head_for(&net, 1, 0, &cores[0]);
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
        assert_eq!(
            (net.live(1).life(), net.live(1).is_recovering()),
            (1, false),
            "{}",
            net.live(1).explain()
        );
        let sent = signed_move(&net, 0, &cores[1], 0);
        let others: Vec<usize> = (1..voters).collect();
        say_to(&mut net, 0, &others, &sent);
        net.wait(1_000);
        assert!(net.lens().iter().all(|len| *len == 2), "X is final");
        lose(&mut net, 3);
        assert_eq!(
            (net.live(1).life(), net.live(1).is_recovering()),
            (2, false),
            "{}",
            net.live(1).explain()
        );
        let restated = delivered(&net, |message| match message {
            Message::Head(head) if head.voter == 1 && head.says.index == 2 && head.says.life == 2 => {
                Some(*head)
            }
            _ => None,
        });
        for head in restated {
            let case = Evidence::TwoHeads(before, head).case().expect("two heads");
            let lives = TwoLives { begin: last_begin(&net, 1), told: None, case };
            net.say(0, 2, &Message::Evidence(Evidence::TwoLives(Box::new(lives))));
        }
        net.wait(1_000);
        assert!(!shown(&net, 2, 1, Verdict::Cheated), "{voters} voters: an honest voter cheated");
    }
}

/// The liar's word is taken by B, who tells it so; then the liar asks again and again, each time with one word more, until B has forgotten what it told first.
/// The liar begins its life with that first telling, and contradicts it: nobody can show any more that it knew.
#[test]
fn at_three_questions_without_end_do_not_turn_a_cheat_into_a_lost_memory() {
    // The first time it asks too seldom for that.
    for questions in [2, 10] {
        forgotten_telling(questions);
    }
}

fn forgotten_telling(questions: u32) {
    let mut net = Net::players(3);
    let table = net.contract.table();
    let cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    possess(&mut net, 0);
    // Spectators bring more of its questions than one link may.
    for watcher in [WATCHER, WATCHER + 1] {
        meet(&mut net, 1, watcher);
    }
    let ask = Ask { life: 1, instance: 9 };
    // C tells while it is linked, so that the test sees it; B is told nothing new by that.
    let asked = question(&net, 0, ask);
    net.say(0, 2, &asked);
    net.split(&[1], &[2]);
    net.settle();
    // B has voted, so that it acknowledges nothing in round 0.
    net.want(1, Change::StandIn { seat: 2 }).expect("possible");
    let late = late_move(&net, 0, &cores[0], 0);
    net.inject(0, 1, &codec::encode(&late));
    let vote = vote_for(&net, 0, 5, &cores[0], None);
    net.inject(0, 1, &codec::encode(&backed(vote, &[])));
    let head = head_for(&net, 0, 5, &cores[0]);
    net.say(0, 1, &Message::Head(head));
    assert_eq!(net.live(1).log().len(), 1, "{}", net.live(1).explain());
    let statements = Statements {
        heads: vec![head],
        votes: vec![vote],
        moves: vec![cores[0].clone().sign_late(&identity(0), &table, 0)],
        standings: Vec::new(),
    };
    for round in 0..questions {
        let from = [0, WATCHER, WATCHER + 1][round as usize / 4];
        net.inject(from, 1, &codec::encode(&asked));
        let says = Head { index: 100 + round, round: 0, entry: Hash([7; 32]), state: Hash([7; 32]), life: 0 };
        let far = Message::Head(Signed::new(&identity(0), &table, 0, says));
        net.say(0, 1, &far);
    }
    // What B told first, as the liar heard it: its hash is known, and its signature stands in B's journal.
    let (records, _) = journal::read(&net.peers[1].journal).expect("sound");
    let tellings: Vec<Telling> = records
        .into_iter()
        .filter_map(|record| match record {
            Record::Told { telling, .. } => Some(*telling),
            _ => None,
        })
        .collect();
    let wanted = tellings.iter().find(|telling| telling.statements == statements).expect("told").told;
    let (records, _) = journal::read(&net.peers[2].journal).expect("sound");
    let other = records.into_iter().find_map(|record| match record {
        Record::Told { telling, .. } => Some(telling.told),
        _ => None,
    });
    let birth = birth_with(&net, 0, ask, 2, vec![wanted, other.expect("C told")]);
    net.say(0, 2, &Message::Birth(Box::new(birth)));
    let new = signed_move(&net, 0, &cores[1], 1);
    net.say(0, 2, &new);
    net.wait(10_000);
    let at = |net: &Net, peer: usize| net.live(peer).log().get(1).map(Entry::hash);
    let finals = [at(&net, 1), at(&net, 2)];
    net.heal_all();
    net.wait(60_000);
    let parted = matches!(finals, [Some(one), Some(other)] if one != other);
    let cheated = [1, 2].iter().all(|peer| shown(&net, *peer, 0, Verdict::Cheated));
    assert!(
        cheated,
        "{questions} questions: parted {parted} {finals:?}; peer, cheated, lost: {:?}",
        verdicts(&net, 0)
    );
}

/// The liar begins 64 lives that nobody told, for those whom it wants to leave behind: they are of no use, and take all places. Then it asks, all tell, and it moves in its next life.
/// The others decide that with it; those who were filled up never learn of the birth, and never see that the move is final.
fn births_full(voters: usize, hostile: bool) {
    let mut net = Net::players(voters);
    let core = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    let (quick, slow): (Vec<usize>, Vec<usize>) = (1..voters).partition(|peer| *peer < 1 + voters / 2);
    for life in 100..164 {
        let junk = Message::Birth(Box::new(birth_with(&net, 0, Ask { life, instance: 1 }, 2, Vec::new())));
        say_to(&mut net, 0, if hostile { &slow } else { &[] }, &junk);
    }
    let birth = begin_life(&mut net, 0, Ask { life: 1, instance: 9 });
    assert_eq!(birth.told.len(), voters - 1);
    let birth = Message::Birth(Box::new(birth));
    say_to(&mut net, 0, &quick, &birth);
    let sent = signed_move(&net, 0, &core, 1);
    say_to(&mut net, 0, &quick, &sent);
    net.settle();
    for peer in &quick {
        assert_eq!(net.live(*peer).log().len(), 2, "final for {peer}");
    }
    goes_on(&mut net, voters, hostile);
}

#[test]
fn at_three_births_without_tellers_do_not_keep_others_from_a_good_one() {
    births_full(3, false);
    births_full(3, true);
}

#[test]
fn at_four_births_without_tellers_do_not_keep_others_from_a_good_one() {
    births_full(4, false);
    births_full(4, true);
}
