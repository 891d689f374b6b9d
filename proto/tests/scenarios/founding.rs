//! Contract, signatures, and what is said to a peer that has something else.

use whistlestop_proto::contract::{Contract, DrawMode, PROTOCOL_VERSION};
use whistlestop_proto::error::{ActError, DropReason, OpenError};
use whistlestop_proto::event::Event;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Hello, Message};

use crate::net::{Net, contract, identity, key};
use crate::toy::Toy;

#[test]
fn the_table_starts_when_all_have_signed() {
    let mut net = Net::unlinked(&[true, true, true], DrawMode::Fresh, 3);
    net.link(0, 1);
    net.settle();
    for peer in 0..2 {
        assert!(!net.live(peer).is_started(), "seat 2 has not signed");
        assert!(!net.has_event(peer, |event| *event == Event::Started));
    }
    assert_eq!(net.act(0, 3), Err(ActError::NotStarted));
    net.link(1, 2);
    net.settle();
    for peer in 0..3 {
        assert!(net.live(peer).is_started());
        assert!(net.has_event(peer, |event| *event == Event::Started));
    }
    net.finish();
}

#[test]
fn the_hash_of_the_contract_is_the_table() {
    let net = Net::players(2);
    assert_eq!(net.live(0).table(), net.contract.table());
    let mut other = net.contract.clone();
    other.options.push(("length".to_owned(), "short".to_owned()));
    assert_ne!(other.table(), net.contract.table(), "options are part of it");
}

/// Two peers whose contracts differ; the reason for which the first drops the second.
fn parted_by(change: impl Fn(&mut Contract)) -> DropReason {
    let ours = contract(&[true, true], DrawMode::Fresh);
    let mut theirs = ours.clone();
    change(&mut theirs);
    let mut one = Lockstep::found(0, identity(0), ours, Toy::new(2, 3)).expect("sound");
    let mut two = Lockstep::found(0, identity(1), theirs, Toy::new(2, 3)).expect("sound");
    one.handle_connected(0, key(1));
    two.handle_connected(0, key(0));
    while two.poll_store().is_some() {}
    while let Some((_, bytes)) = two.poll_transmit() {
        one.handle_message(0, key(1), &bytes);
    }
    while one.poll_store().is_some() {}
    let reason = std::iter::from_fn(|| one.poll_event()).find_map(|event| match event {
        Event::Drop { peer, reason } if peer == key(1) => Some(reason),
        _ => None,
    });
    assert!(!one.is_started());
    reason.expect("the other is dropped")
}

#[test]
fn who_plays_another_game_is_told_what_both_sides_have() {
    let reason = parted_by(|contract| contract.game = "chess".to_owned());
    assert_eq!(reason.to_string(), "the other side plays chess, this one toy");
}

#[test]
fn who_has_other_rules_is_told_what_both_sides_have() {
    let reason = parted_by(|contract| contract.rules = "2".to_owned());
    assert_eq!(reason.to_string(), "the other side has rules 2, this one 1");
}

#[test]
fn who_has_another_board_is_told_what_both_sides_have() {
    let reason = parted_by(|contract| contract.board = Hash([9; 32]));
    assert_eq!(reason.to_string(), "the other side has board 09090909, this one 00000000");
}

#[test]
fn who_sits_at_another_table_is_told_what_both_sides_have() {
    let ours = contract(&[true, true], DrawMode::Fresh).table();
    let reason = parted_by(|contract| contract.nonce = [8; 16]);
    let DropReason::Table { ours: said, theirs } = &reason else { unreachable!("{reason}") };
    assert!(*said == ours && *theirs != ours);
    assert!(reason.to_string().contains(&format!("{ours:?}")));
}

#[test]
fn who_speaks_another_version_is_told_what_both_sides_have() {
    let mut net = Net::players(2);
    let hello = Hello {
        protocol: PROTOCOL_VERSION + 1,
        game: "toy".to_owned(),
        rules: "1".to_owned(),
        board: Hash::default(),
        table: net.contract.table(),
    };
    net.say(1, 0, &Message::Hello(hello));
    let reason = DropReason::Protocol { ours: PROTOCOL_VERSION, theirs: PROTOCOL_VERSION + 1 };
    assert!(net.has_event(0, |event| *event == Event::Drop { peer: key(1), reason: reason.clone() }));
    assert_eq!(reason.to_string(), "the other side speaks protocol 3, this one 2");
}

#[test]
fn a_contract_of_another_version_is_not_opened() {
    let mut contract = contract(&[true, true], DrawMode::Fresh);
    contract.protocol += 1;
    let refused = Lockstep::found(0, identity(0), contract, Toy::new(2, 3)).err();
    assert_eq!(refused, Some(OpenError::Protocol { ours: 2, theirs: 3 }));
}
