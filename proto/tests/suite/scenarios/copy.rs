//! Where no majority is left, those who are there may carry on as a copy.

use whistlestop_proto::contract::{Parent, SeatPlan};
use whistlestop_proto::error::ActError;
use whistlestop_proto::quorum::Voters;

use crate::net::{Net, key, stake};

#[test]
fn who_is_left_alone_carries_on_as_a_copy_that_names_parent_and_index() {
    let mut net = Net::players(2);
    net.play(0, 4);
    net.crash(1);
    let seats = vec![
        SeatPlan::Keyed { name: "player 0".to_owned(), key: key(0), stake: stake(0) },
        SeatPlan::Bot { name: "toy/1".to_owned() },
    ];
    let (contract, genesis) = net.live(0).copy(seats, [9; 16]);
    let last = net.live(0).log().last().expect("entries");
    let parent = Parent { table: net.contract.table(), index: last.core.index, entry: last.hash() };
    assert_eq!(contract.parent, Some(parent));
    assert_eq!(genesis, *net.live(0).rules());

    let mut copy = Net::of(contract, genesis.clone());
    assert_ne!(copy.contract.table(), net.contract.table());
    copy.settle();
    copy.finish();
    assert!(copy.live(0).rules().heaps[0] > genesis.heaps[0]);

    net.restart(1);
    net.finish();
}

#[test]
fn half_a_table_carries_on_as_a_copy_of_several() {
    let mut net = Net::players(4);
    net.play(0, 2);
    net.split(&[0, 1], &[2, 3]);
    let seat =
        |peer: usize| SeatPlan::Keyed { name: format!("player {peer}"), key: key(peer), stake: stake(peer) };
    let bot = || SeatPlan::Bot { name: "toy/1".to_owned() };
    let seats = vec![seat(0), seat(1), bot(), bot()];
    let (contract, genesis) = net.live(0).copy(seats.clone(), [9; 16]);
    assert_eq!(contract, net.live(1).copy(seats, [9; 16]).0, "both halves of the half mean the same table");
    let mut copy = Net::of(contract, genesis);
    copy.heal_all();
    copy.settle();
    copy.finish();
}

/// Two of four are gone for good, as far as anybody can tell: the other two go on as a copy that keeps the seats of the
/// missing. Each of them brings its keys when it comes, and plays and counts from then on.
#[test]
fn who_was_missing_when_a_copy_began_brings_its_keys_and_returns() {
    let mut net = Net::players(4);
    net.play(0, 2);
    net.split(&[0, 1], &[2, 3]);
    let seats = net.contract.seats.clone();
    let (mut contract, genesis) = net.live(0).copy(seats, [9; 16]);
    contract.absent = Voters::NONE.with(2).with(3);
    let mut copy = Net::of(contract, genesis);
    copy.crash(2);
    copy.crash(3);
    copy.heal_all();
    copy.wait(2_000);
    assert!(copy.live(0).is_started(), "nobody waits for their signatures");
    assert_eq!(copy.voters(0), [0, 1]);
    copy.play(0, 4);
    assert_eq!(copy.come_back(0), Err(ActError::BadChange));
    for (peer, voters) in [(3, vec![0, 1, 3]), (2, vec![0, 1, 2, 3])] {
        copy.join(peer);
        copy.heal_all();
        copy.wait(4_000);
        let _ = copy.come_back(peer);
        copy.wait(4_000);
        assert_eq!(copy.voters(0), voters, "{}", copy.live(0).explain());
    }
    copy.finish();
    copy.assert_one_table();
}
