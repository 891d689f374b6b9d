//! The state names the one seat that may sign; everything is on disk before it is sent.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Core};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::journal::Record;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::{Rules, ToMove};

use crate::net::{Net, WATCHER, identity, key, to_bot};

#[test]
fn the_state_names_the_one_seat_that_may_move() {
    let mut net = Net::players(3);
    assert_eq!(net.turn(0), ToMove::Seat(0), "the opening draw needed nobody's help");
    assert_eq!(net.act(1, 3), Err(ActError::NotYourTurn));
    assert_eq!(net.act(0, 3), Ok(()));
    assert_eq!(net.act(0, 3), Err(ActError::NotYourTurn));
    assert_eq!(net.act(1, 3), Ok(()));
    net.finish();
}

#[test]
fn an_illegal_move_is_refused_with_the_rules_own_words() {
    let mut net = Net::players(2);
    assert_eq!(net.act(0, 0), Err(ActError::Illegal("add 1 to 9".to_owned())));
    assert_eq!(net.lens(), [1, 1]);
    assert_eq!(net.act(0, 9), Ok(()), "and nothing was spoilt");
}

#[test]
fn a_second_move_at_one_index_is_refused() {
    let mut net = Net::players(2);
    net.cut(0, 1);
    assert_eq!(net.act(0, 3), Ok(()));
    assert_eq!(net.act(0, 4), Err(ActError::Waiting), "the first is not final");
    assert_eq!(net.live(0).sent().map(|entry| entry.core.index), Some(2));
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.lens(), [2, 2]);
    assert_eq!(net.act(0, 4), Err(ActError::NotYourTurn));
}

/// A vote keeps the mover from acknowledging its own move in round 0, but not from having signed it.
#[test]
fn a_move_after_a_vote_is_on_disk_too_before_it_is_sent() {
    let mut net = Net::players(3);
    net.isolate(0);
    net.want(0, to_bot(1)).expect("possible");
    assert_eq!(net.act(0, 3), Ok(()));
    net.crash(0);
    net.restart(0);
    net.isolate(0);
    assert_eq!(net.act(0, 4), Err(ActError::Waiting), "its first move may be out");
    net.heal_all();
    net.wait(10_000);
    net.finish();
    assert_eq!(net.live(1).evidence().count(), 0);
}

#[test]
fn a_spectator_only_watches() {
    let mut net = Net::players(2);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    assert_eq!(net.act(WATCHER, 3), Err(ActError::Spectator));
    net.finish();
    assert!(net.live(WATCHER).is_over());
}

#[test]
fn a_signed_move_out_of_turn_is_taken_by_nobody() {
    let mut net = Net::players(3);
    let live = net.live(1);
    let mut rules = live.rules().clone();
    rules.apply(1, &[5]).expect("the toy does not look at turns");
    let core = Core {
        index: 2,
        prev: live.log()[0].hash(),
        body: Body::Move { seat: 1, payload: vec![5] },
        state: rules.state_hash(),
    };
    let entry = core.sign(&identity(1), &net.contract.table(), 0);
    net.say(1, 0, &Message::Entry(Box::new(entry)));
    assert_eq!(net.lens(), [1, 1, 1]);
    assert!(net.live(0).sent().is_none());
    net.finish();
}

#[test]
fn a_signed_but_illegal_move_is_taken_by_nobody() {
    let mut net = Net::players(3);
    let live = net.live(0);
    let core = Core {
        index: 2,
        prev: live.log()[0].hash(),
        body: Body::Move { seat: 0, payload: vec![77] },
        state: live.rules().state_hash(),
    };
    let entry = core.sign(&identity(0), &net.contract.table(), 0);
    net.say(0, 1, &Message::Entry(Box::new(entry)));
    assert!(net.live(1).sent().is_none());
    net.finish();
}

#[test]
fn nothing_is_sent_or_told_before_it_is_stored() {
    let mut net = Net::players(2);
    let now = net.now;
    let live = net.live_mut(0);
    live.act(now, vec![3]).expect("it is seat 0's turn");
    loop {
        assert_eq!(live.poll_transmit(), None);
        assert_eq!(live.poll_event(), None);
        let Some(bytes) = live.poll_store() else { unreachable!("a move is stored before it is sent") };
        // Behind the header.
        if let Record::Entry(_) = codec::decode(&bytes[16..]).expect("a whole record") {
            break;
        }
    }
    let sent: Vec<Message> = std::iter::from_fn(|| live.poll_transmit())
        .map(|(to, bytes)| {
            assert_eq!(to, key(1));
            codec::decode(&bytes).expect("a message")
        })
        .collect();
    assert!(sent.iter().any(|message| matches!(message, Message::Entry(_))));
    assert!(!sent.iter().any(|message| matches!(message, Message::Head(_))), "the move is its head too");
    assert!(matches!(live.poll_event(), Some(ProtocolEvent::Sent(_))));
}

/// The next index opens only when the last is final: nobody builds upon what may still be replaced.
#[test]
fn a_move_follows_only_a_final_entry() {
    let mut net = Net::players(4);
    net.split(&[0, 1], &[2, 3]);
    assert_eq!(net.act(0, 3), Ok(()));
    assert!(net.live(1).sent().is_some(), "seat 1 has acknowledged it");
    assert_eq!(net.act(1, 3), Err(ActError::NotYourTurn), "but two of four do not make it final");
    assert_eq!(net.lens(), [1; 4]);
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.act(1, 3), Ok(()));
}

#[test]
fn bots_of_the_contract_move_by_themselves_and_nothing_is_sent_for_them() {
    let mut net = Net::started(&[true, false, true], DrawMode::Fresh, 2);
    assert_eq!(net.act(0, 3), Ok(()));
    assert_eq!(net.turn(2), ToMove::Seat(2), "the bot on seat 1 has moved");
    net.finish();
    let sent_auto = net.traffic.iter().any(|(_, _, message)| match message {
        Message::Entry(entry) => matches!(entry.core.body, Body::Auto { .. } | Body::Draw { .. }),
        // Where nobody wants anything a head is enough.
        Message::Vote(_) => true,
        _ => false,
    });
    assert!(!sent_auto);
}

/// What a peer has written down, behind the header of each record.
fn written(net: &Net, peer: usize) -> Vec<Record> {
    let records = net.peers[peer].records.iter();
    records.filter_map(|bytes| codec::decode(bytes.get(16..)?).ok()).collect()
}

#[test]
fn every_entry_is_written_down_once_and_links_that_others_can_make_not_at_all() {
    for players in 2..=3 {
        let mut net = Net::players(players);
        net.finish();
        let records = written(&net, 0);
        let entries = records.iter().filter(|record| matches!(record, Record::Entry(_)));
        assert_eq!(entries.count(), net.live(0).log().len());
        assert_eq!(records.iter().any(|record| matches!(record, Record::Reveal(_))), players == 2);
    }
}

#[test]
fn what_a_majority_named_is_written_down_before_it_is_acknowledged() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    for peer in 0..2 {
        net.want(peer, to_bot(2)).expect("possible");
    }
    net.wait(2_000);
    let records = written(&net, 0);
    for (place, record) in records.iter().enumerate() {
        if let Record::Head(head) = record {
            let shown = matches!(&records[place - 1], Record::Votes(votes) if !votes.is_empty());
            let named = net.live(0).log().iter().find(|entry| entry.core.index == head.says.index);
            let voted = named.is_some_and(|entry| matches!(entry.core.body, Body::Change(_)));
            assert!(shown || head.voter != 0 || !voted, "{record:?}");
        }
        assert!(!matches!(record, Record::Votes(votes) if votes.is_empty()), "there are none in round 0");
    }
    assert!(records.iter().any(|record| matches!(record, Record::Votes(_))));
}
