//! Begins of later lives, or far ahead: they make no older words count again, and take nobody's place.

use whistlestop_proto::entry::Entry;
use whistlestop_proto::statement::Verdict;
use whistlestop_proto::told::Ask;

use crate::forge::{move_core, say_to};
use crate::liar::{
    FAR, asks, birth, goes_on, halves, is_decided, late_move, possess, shown, signed_move, verdicts,
};
use crate::net::Net;

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
        is_decided(&mut net, voters, hostile);
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
        is_decided(&mut net, voters, hostile);
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
    goes_on(&mut net, voters, hostile);
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
