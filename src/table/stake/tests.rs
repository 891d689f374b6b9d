use std::collections::BTreeMap;

use whistlestop_proto::contract::{DrawMode, TimeControl};

use super::*;
use crate::engine::bot::Bots;
use crate::games::GAMES;
use crate::table::rules::tests::any_legal::AnyLegal;
use crate::table::terms::Terms;

static BOTS: Bots = &[&AnyLegal];

fn identity(number: u8) -> Identity {
    Identity::from_secret(&[number; 32])
}

fn key(number: u8) -> PublicKey {
    identity(number).public()
}

/// Ann, Bob, a bot and Cid.
fn contract() -> Contract {
    let people = [("Ann", 1), ("Bob", 2), ("Cid", 3)];
    let mut seats: Vec<SeatPlan> =
        people.iter().map(|(name, number)| unstaked_seat((*name).to_owned(), key(*number))).collect();
    seats.insert(2, SeatPlan::Bot { name: BOTS[0].name().to_owned() });
    let terms = Terms {
        game: GAMES[0].meta.id.to_owned(),
        options: BTreeMap::new(),
        seats,
        draw: DrawMode::Fresh,
        clock: TimeControl::None,
        stand_in: BOTS[0].name().to_owned(),
        nonce: [1; 16],
        name: None,
    };
    terms.contract(BOTS).unwrap()
}

/// Ann calls Bob and Cid, who have promised; all promises are there.
fn called() -> (Calling, [Answering; 2], Vec<Hash>) {
    let mut calling = Calling::new(&contract(), &identity(1), [11; 16], 0);
    let answers = [2, 3].map(|number| Answering::new(&identity(number), [10 + number; 16], calling.draft()));
    for answer in &answers {
        assert!(calling.promises().is_none() && calling.missing().contains(&answer.key));
        calling.on_promise(&answer.key, &answer.draft, answer.promise());
    }
    let promises = calling.promises().unwrap();
    (calling, answers, promises)
}

#[test]
fn all_promise_then_all_show_and_everybody_finds_the_own_stake() {
    let (mut calling, mut answers, promises) = called();
    assert!(calling.promises().is_none(), "they are told once");
    for answer in &mut answers {
        assert!(calling.contract().is_none());
        let stake = answer.reveal(&calling.draft(), promises.clone()).unwrap();
        calling.on_reveal(&answer.key, &answer.draft, stake).unwrap();
    }
    let contract = calling.contract().unwrap();
    assert_eq!(contract.check(), Ok(()));
    assert!(answers.iter().all(|answer| answer.check(&contract) == Ok(())));
    let brought: Vec<Stake> = contract.parties().map(|(_, _, stake)| *stake).collect();
    assert_eq!(brought, [1, 2, 3].map(|number| Stake::new(&identity(number), [10 + number; 16])));
    assert_eq!(unstaked(&contract), super::tests::contract());
}

/// Ann has seen what Bob and Cid bring: whatever she changes now, nobody signs.
#[test]
fn who_has_seen_the_others_stakes_can_change_nothing() {
    let (mut calling, mut answers, promises) = called();
    for answer in &mut answers {
        let stake = answer.reveal(&calling.draft(), promises.clone()).unwrap();
        calling.on_reveal(&answer.key, &answer.draft, stake).unwrap();
    }
    let contract = calling.contract().unwrap();
    let refused = |change: &dyn Fn(&mut Contract)| {
        let mut other = contract.clone();
        change(&mut other);
        answers.each_ref().map(|answer| answer.check(&other).unwrap_err())
    };
    let changed = [BadStakes::Changed; 2];
    assert_eq!(refused(&|contract| bring(contract, &identity(1), [99; 16])), changed);
    assert_eq!(refused(&|contract| bring(contract, &identity(2), [99; 16])), changed);
    let other = [BadStakes::OtherDraft; 2];
    assert_eq!(refused(&|contract| contract.nonce = [9; 16]), other);
    assert_eq!(refused(&|contract| contract.seats.swap(0, 1)), other);
    assert_eq!(refused(&|contract| contract.draw = DrawMode::Seed(3)), other);
}

#[test]
fn nobody_shows_a_stake_twice_or_for_another_list() {
    let (calling, [mut bob, _], promises) = called();
    let draft = calling.draft();
    assert!(bob.is_hidden_for(&draft));
    assert_eq!(bob.reveal(&Hash([1; 32]), promises.clone()), None, "another call");
    assert_eq!(bob.reveal(&draft, vec![promises[0], promises[2]]), None, "without Bob's own promise");
    assert!(bob.reveal(&draft, promises.clone()).is_some());
    assert_eq!(bob.reveal(&draft, promises.clone()), None, "once is enough");
    assert!(!bob.is_hidden_for(&draft), "the next call gets another stake");
}

#[test]
fn what_was_not_promised_is_not_taken() {
    let (mut calling, _, promises) = called();
    let draft = calling.draft();
    let other = Stake::new(&identity(2), [99; 16]);
    assert_eq!(calling.on_reveal(&key(2), &draft, other), Err(NotPromised));
    calling.on_promise(&key(2), &draft, Hash([5; 32]));
    assert_eq!(calling.on_reveal(&key(9), &draft, other), Ok(()), "a stranger is not heard");
    assert_eq!(calling.missing(), [key(2), key(3)]);
    let mut late = Calling::new(&contract(), &identity(1), [12; 16], 0);
    assert_eq!(
        late.on_reveal(&key(2), &draft, other),
        Ok(()),
        "nobody has promised yet: it is of an earlier call"
    );
    assert!(late.missing().contains(&key(2)) && !promises.is_empty());
}

#[test]
fn the_promise_of_another_is_no_promise_of_ones_own() {
    let mut calling = Calling::new(&contract(), &identity(1), [11; 16], 0);
    let bob = Answering::new(&identity(2), [12; 16], calling.draft());
    for number in [2, 3] {
        calling.on_promise(&key(number), &bob.draft, bob.promise());
    }
    calling.promises().unwrap();
    calling.on_reveal(&key(2), &bob.draft, bob.stake).unwrap();
    assert_eq!(calling.on_reveal(&key(3), &bob.draft, bob.stake), Err(NotPromised));
}
