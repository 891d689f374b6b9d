//! Contract, signatures, and what is said to a peer that has something else.

use whistlestop_proto::contract::{BadContract, Contract, DrawMode, PROTOCOL_VERSION, SeatPlan};
use whistlestop_proto::error::{ActError, DropReason, OpenError};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::MAX_OFFENCES;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Hello, Message};
use whistlestop_proto::restart::ProgramStart;

use crate::net::{Net, contract, identity, key, witnessed};
use crate::sim::toy::Toy;

#[test]
fn the_table_starts_when_all_have_signed() {
    let mut net = Net::unlinked(&[true, true, true], DrawMode::Fresh, 3);
    net.link(0, 1);
    net.settle();
    for peer in 0..2 {
        assert!(!net.live(peer).is_started(), "seat 2 has not signed");
        assert!(!net.has_event(peer, |event| *event == ProtocolEvent::Started));
    }
    assert_eq!(net.act(0, 3), Err(ActError::NotStarted));
    net.link(1, 2);
    net.settle();
    for peer in 0..3 {
        assert!(net.live(peer).is_started());
        assert!(net.has_event(peer, |event| *event == ProtocolEvent::Started));
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
    let mut one =
        Lockstep::found(0, identity(0), ours, Toy::new(2, 3), ProgramStart::default()).expect("sound");
    let mut two =
        Lockstep::found(0, identity(1), theirs, Toy::new(2, 3), ProgramStart::default()).expect("sound");
    one.handle_connected(0, key(1));
    two.handle_connected(0, key(0));
    while two.poll_store().is_some() {}
    while let Some((_, bytes)) = two.poll_transmit() {
        one.handle_message(0, key(1), &bytes);
    }
    while one.poll_store().is_some() {}
    let reason = std::iter::from_fn(|| one.poll_event()).find_map(|event| match event {
        ProtocolEvent::Drop { peer, reason } if peer == key(1) => Some(reason),
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
        life: 0,
    };
    net.say(1, 0, &Message::Hello(hello));
    let reason = DropReason::Protocol { ours: PROTOCOL_VERSION, theirs: PROTOCOL_VERSION + 1 };
    assert!(net.has_event(0, |event| *event == ProtocolEvent::Drop { peer: key(1), reason: reason.clone() }));
    assert_eq!(reason.to_string(), "the other side speaks protocol 3, this one 2");
}

#[test]
fn a_contract_of_another_version_is_not_opened() {
    let mut contract = contract(&[true, true], DrawMode::Fresh);
    contract.protocol += 1;
    let refused = Lockstep::found(0, identity(0), contract, Toy::new(2, 3), ProgramStart::default()).err();
    assert_eq!(refused, Some(OpenError::Protocol { ours: 2, theirs: 3 }));
}

/// What a terminal or a reader would fall for.
const TRICKS: [&str; 6] =
    ["a\u{1b}]0;title\u{7}\u{1b}[2J", "a\u{9b}2Jb", "a\u{202e}b", "a\u{200b}", "a\nb", " a"];

#[test]
fn a_contract_with_a_text_that_is_not_clean_is_refused_wherever_it_stands() {
    let good = witnessed(contract(&[true, false], DrawMode::Fresh), 1);
    assert_eq!(good.check(), Ok(()));
    let places: [fn(&mut Contract, String); 7] = [
        |contract, text| contract.game = text,
        |contract, text| contract.rules = text,
        |contract, text| contract.stand_in = text,
        |contract, text| contract.witnesses[0].name = text,
        |contract, text| contract.options = vec![(text, "1".to_owned())],
        |contract, text| contract.options = vec![("map".to_owned(), text)],
        |contract, text| {
            for seat in &mut contract.seats {
                let (SeatPlan::Keyed { name, .. } | SeatPlan::Bot { name }) = seat;
                name.clone_from(&text);
            }
        },
    ];
    for (place, text) in places.iter().flat_map(|place| TRICKS.map(|text| (place, text))) {
        let mut bad = good.clone();
        place(&mut bad, text.to_owned());
        assert_eq!(bad.check(), Err(BadContract::Name), "{text:?}");
        assert_eq!(BadContract::Name.to_string().lines().count(), 1);
    }
}

#[test]
fn a_game_in_a_greeting_that_is_not_clean_is_an_offence_and_never_told() {
    let mut net = Net::players(2);
    for text in TRICKS.into_iter().cycle().take(MAX_OFFENCES as usize) {
        let (game, rules, board) = (text.to_owned(), text.to_owned(), Hash::default());
        let hello =
            Hello { protocol: PROTOCOL_VERSION, game, rules, board, table: net.contract.table(), life: 0 };
        net.say(1, 0, &Message::Hello(hello));
    }
    let reason = DropReason::Offences(MAX_OFFENCES);
    assert!(net.has_event(0, |event| *event == ProtocolEvent::Drop { peer: key(1), reason: reason.clone() }));
}

#[test]
fn nobody_acknowledges_the_start() {
    let mut net = Net::players(3);
    net.wait(1_000);
    let of_start = |message: &Message| matches!(message, Message::Head(head) if head.says.index == 0);
    assert!(!net.traffic.iter().any(|(_, _, message)| of_start(message)));
}
