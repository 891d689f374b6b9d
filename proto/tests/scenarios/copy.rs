//! Where no majority is left, those who are there may carry on as a copy.

use whistlestop_proto::contract::{Parent, SeatPlan};

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
