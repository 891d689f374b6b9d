//! Rejoining, resuming and watching late are one mechanism.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Holder;
use whistlestop_proto::error::{ActError, OpenError};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::message::{Message, Reveal};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Head, Signed};

use crate::net::{Net, WATCHER, identity, key};
use crate::sim::toy::Quirk;

#[test]
fn a_late_spectator_learns_the_whole_game() {
    let mut net = Net::players(3);
    net.play(0, 6);
    net.join(WATCHER);
    net.link(WATCHER, 2);
    net.wait(1_000);
    net.assert_one_table();
    net.finish();
    net.join(WATCHER + 1);
    net.link(WATCHER, WATCHER + 1);
    net.wait(1_000);
    assert!(net.live(WATCHER + 1).is_over(), "even after the end, and from another spectator");
}

#[test]
fn a_peer_hundreds_of_entries_behind_catches_up() {
    let mut net = Net::started(&[true, true, true, false, false], DrawMode::Fresh, 60);
    net.isolate(2);
    net.want(0, crate::net::to_bot(2)).expect("possible");
    net.want(1, crate::net::to_bot(2)).expect("possible");
    net.play(0, 250);
    assert_eq!(net.live(2).log().len(), 1);
    net.heal_all();
    net.wait(6_000);
    assert_eq!(net.live(2).log().len(), net.live(0).log().len());
    net.come_back(2).expect("a bot holds its seat");
    net.wait(1_000);
    assert_eq!(net.live(0).holders()[2], Holder::Player);
    net.assert_one_table();
}

/// Fast enough for a test only if no step costs more the longer the table is.
#[test]
fn ten_thousand_entries_are_caught_up_with_and_restored() {
    let mut net = Net::started(&[true, false], DrawMode::Seed(5), 3_334);
    while !net.live(0).is_over() {
        net.act(0, 3).expect("its turn");
    }
    let entries = net.live(0).log().len();
    assert!(entries >= 10_000);
    net.join(WATCHER);
    net.link(WATCHER, 0);
    net.wait(1_000);
    assert_eq!(net.live(WATCHER).log().len(), entries);
    net.join(WATCHER + 1);
    net.heal_all();
    net.wait(1_000);
    assert_eq!(net.live(WATCHER + 1).log().len(), entries, "from two neighbours at once");
    net.crash(0);
    net.restart(0);
    assert!(net.live(0).is_over());
}

#[test]
fn a_crashed_peer_comes_back_from_its_journal() {
    let mut net = Net::players(3);
    for round in 0..4 {
        let peer = round % 3;
        let log = net.live(peer).log().to_vec();
        net.crash(peer);
        net.play((peer + 1) % 3, 0);
        net.restart(peer);
        assert!(net.live(peer).log().len() >= log.len());
        net.play(peer, 2);
    }
    net.finish();
}

/// Wherever the last record is torn, what is left is a journal; the peer contradicts nothing it said.
#[test]
fn a_last_record_torn_at_any_byte_is_cut_off() {
    let mut net = Net::players(2);
    net.play(0, 3);
    net.crash(1);
    net.act(0, 3).expect("its turn");
    let records = net.peers[0].records.clone();
    let whole: Vec<u8> = records.concat();
    let last = records.last().expect("records").len();
    let start = whole.len() - last;
    for end in start..whole.len() {
        net.crash(0);
        let good = net.try_restore(0, &whole[..end]).expect("a torn tail is never an error");
        assert_eq!(good, start, "torn at byte {end}");
    }
    net.crash(0);
    // A tail whose bytes did not all reach the disk, though its length did.
    let mut spoilt = whole.clone();
    let byte = spoilt.last_mut().expect("bytes");
    *byte ^= 1;
    assert_eq!(net.try_restore(0, &spoilt), Ok(start));
    net.restart(1);
    net.finish();
    assert_eq!(net.live(0).evidence().count() + net.live(1).evidence().count(), 0);
}

/// A crash after any record: what comes back is a table that can be played to its end.
#[test]
fn a_journal_cut_after_any_record_restores_and_plays_on() {
    let mut net = Net::players(2);
    net.play(0, 4);
    net.wait(1_000);
    let records = net.peers[1].records.clone();
    let all_sent = net.lens()[1];
    for cut in 3..=records.len() {
        let mut again = Net::players(2);
        again.crash(0);
        again.crash(1);
        let (ours, theirs) = (net.peers[0].journal.clone(), records[..cut].concat());
        again.try_restore(0, &ours).expect("a journal");
        again.try_restore(1, &theirs).expect("a journal");
        assert!(again.live(1).log().len() <= all_sent);
        again.heal_all();
        again.wait(1_000);
        again.finish();
    }
}

#[test]
fn a_journal_that_was_edited_is_refused() {
    let mut net = Net::players(2);
    net.play(0, 3);
    let journal = net.peers[0].journal.clone();
    net.crash(0);
    for place in (8..journal.len() - 400).step_by(97) {
        let mut edited = journal.clone();
        edited[place] ^= 1;
        let opened = net.try_restore(0, &edited);
        assert!(opened.is_err() || opened.is_ok_and(|good| good <= place), "byte {place}");
    }
    let refused = net.try_restore(0, b"something else entirely");
    assert_eq!(refused, Err(OpenError::NotAJournal));
}

#[test]
fn who_lost_its_journal_signs_nothing_before_a_majority_lets_it_begin_anew() {
    let mut net = Net::players(4);
    net.act(0, 3).expect("its turn");
    net.crash(1);
    net.isolate(3);
    net.traffic.clear();
    net.join(1);
    net.link(0, 1);
    net.wait(3_000);
    net.link(2, 1);
    net.wait(3_000);
    assert_eq!(net.live(1).log().len(), 2, "it has caught up");
    assert_eq!(net.act(1, 3), Err(ActError::Recovering), "two of four are no majority");
    let signed = net.traffic.iter().any(|(from, _, message)| {
        // Its links for draws are no word of its: they follow from its keys, and it may tell them to anybody. That what
        // is final is final it may say, too.
        let head = matches!(message, Message::Head(head) if head.says.index > 2);
        *from == 1 && (head || matches!(message, Message::Vote(_) | Message::Entry(_)))
    });
    assert!(!signed);
    net.link(3, 1);
    net.wait(1_000);
    assert_eq!(net.act(1, 3), Ok(()));
    net.finish();
}

#[test]
fn what_one_had_acknowledged_who_lost_its_journal_stands_and_it_can_crash_again() {
    let mut net = Net::players(4);
    // Seats 0 and 1 have acknowledged the move, which is final for nobody.
    net.split(&[0, 1], &[2, 3]);
    net.act(0, 3).expect("its turn");
    net.crash(1);
    net.join(1);
    net.link(0, 1);
    net.wait(2_000);
    net.heal_all();
    net.wait(3_000);
    assert_eq!(net.lens(), [3; 4], "the move, and that it begins anew");
    net.crash(1);
    net.restart(1);
    net.finish();
}

#[test]
fn who_crashes_while_it_recovers_from_a_lost_journal_still_signs_nothing() {
    let mut net = Net::players(4);
    net.act(0, 3).expect("its turn");
    net.crash(1);
    net.split(&[0], &[2, 3]);
    net.peers[1].records.clear();
    net.join(1);
    net.crash(1);
    let records = net.peers[1].records.clone();
    for cut in 2..=records.len() {
        let good = net.try_restore(1, &records[..cut].concat());
        assert!(good.is_ok(), "after {cut} records");
        net.link(0, 1);
        net.wait(2_000);
        assert_eq!(net.act(1, 3), Err(ActError::Recovering), "after {cut} records");
        net.crash(1);
    }
    net.restart(1);
    net.wait(2_000);
    net.crash(1);
    net.restart(1);
    assert_eq!(net.act(1, 3), Ok(()), "a majority told it all before it crashed again");
    net.finish();
}

/// Where three draw nobody waits for who is gone, and its keys for draws follow from its identity and the contract.
#[test]
fn who_lost_its_journal_holds_no_draw_up_and_tells_its_links_for_the_next() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.crash(1);
    net.act(2, 3).expect("its turn");
    assert_eq!(net.live(0).log().len(), 5, "the draw: {}", net.live(0).explain());
    net.join(1);
    net.heal_all();
    net.wait(3_000);
    net.traffic.clear();
    net.finish();
    let told = net.traffic.iter().any(|(from, _, message)| {
        let own = |reveal: &Reveal| reveal.links.iter().any(|(one, other, ..)| [*one, *other].contains(&1));
        *from == 1 && matches!(message, Message::Reveal(reveal) if reveal.number == 3 && own(reveal))
    });
    assert!(told, "it draws with the same keys as before");
}

#[test]
fn who_plays_alone_needs_nobody_to_begin_anew() {
    let mut net = Net::started(&[true, false], DrawMode::Fresh, 2);
    net.crash(0);
    net.join(0);
    assert_eq!(net.act(0, 3), Err(ActError::Recovering), "whoever watched may bring what it had");
    net.wait(31_000);
    assert_eq!(net.act(0, 3), Ok(()));
    net.finish();
}

/// The others have the draw already, which nobody sends; the peer must not wait for it before it reveals.
#[test]
fn who_lost_its_journal_at_a_draw_does_not_wait_for_the_draw() {
    let mut net = Net::players(2);
    net.act(0, 3).expect("its turn");
    net.censor = Some(Box::new(|from, _, message| {
        from == 1 && matches!(message, Message::Reveal(_)) || from == 0 && matches!(message, Message::Head(_))
    }));
    net.act(1, 3).expect("its turn");
    net.wait(1_000);
    net.crash(0);
    net.crash(1);
    net.censor = None;
    net.restart(1);
    net.join(0);
    net.heal_all();
    net.wait(3_000);
    net.finish();
}

#[test]
fn one_surviving_journal_restores_the_table_for_all() {
    for survivor in 0..3 {
        let mut net = Net::players(3);
        net.play(0, 5);
        net.wait(1_000);
        let log = net.live(survivor).log().len();
        (0..3).for_each(|peer| net.crash(peer));
        net.restart(survivor);
        (0..3).filter(|peer| *peer != survivor).for_each(|peer| net.join(peer));
        net.heal_all();
        net.wait(3_000);
        assert!(net.lens().iter().all(|len| *len >= log), "survivor {survivor}: {:?}", net.lens());
        net.finish();
    }
}

#[test]
fn peers_without_a_direct_link_play_through_the_others() {
    let mut net = Net::unlinked(&[true; 4], DrawMode::Fresh, 2);
    net.link(0, 1);
    net.link(1, 2);
    net.link(2, 3);
    net.settle();
    assert!(net.live(0).is_started() && net.live(3).is_started());
    net.finish();
    assert!(net.traffic.iter().all(|(from, to, _)| from.abs_diff(*to) == 1));
    assert!((0..4).all(|peer| (0..4_u8).all(|seat| !net.live(peer).is_away(seat))), "nor is anybody away");
}

#[test]
fn a_spectator_in_the_middle_relays() {
    let mut net = Net::unlinked(&[true, true], DrawMode::Fresh, 2);
    net.join(WATCHER);
    net.link(0, WATCHER);
    net.link(1, WATCHER);
    net.settle();
    net.finish();
}

#[test]
fn the_keys_for_draws_follow_from_identity_and_contract_so_that_a_lost_journal_loses_nothing() {
    let mut net = Net::players(2);
    let keys = |net: &Net| net.live(0).accessions().find(|a| a.voter == 0).map(|a| a.keys.clone());
    let before = keys(&net);
    assert!(before.is_some());
    net.crash(0);
    net.join(0);
    assert_eq!(keys(&net), before);
    assert_eq!(identity(0).public(), crate::net::key(0));
}

#[test]
fn who_comes_late_asks_for_the_game_as_soon_as_it_has_all_signatures() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.join(WATCHER);
    net.link(WATCHER, 1);
    net.settle();
    assert_eq!(net.live(WATCHER).log().len(), 2, "without waiting for the next status");
}

/// Whoever catches up takes a slow bot's move as it stands. What the bot turns out to do here, once that is known, is
/// too late.
#[test]
fn a_slow_bots_move_stays_as_it_was_taken_even_if_the_bot_is_known_before_it_is_final() {
    let mut net = Net::started(&[true, false], DrawMode::Seed(5), 3);
    net.play(0, 2);
    let (log, rules) = (net.live(0).log().to_vec(), net.live(0).rules().clone());
    let worked_out = Rc::new(RefCell::new(BTreeSet::new()));
    net.genesis.quirk = Quirk::Bots;
    net.genesis.worked_out = Some(Rc::clone(&worked_out));
    net.join(WATCHER);
    let now = net.now;
    net.live_mut(WATCHER).handle_connected(now, key(0));
    for accession in net.live(0).accessions().cloned().collect::<Vec<_>>() {
        net.say(0, WATCHER, &Message::Accession(Box::new(accession)));
    }
    net.say(0, WATCHER, &Message::Entries(log.clone()));
    // This build's bot would add one more, in every state there is.
    worked_out.borrow_mut().extend(log.iter().map(|entry| entry.core.state));
    let last = log.last().expect("entries");
    let says = Head {
        index: last.core.index,
        round: 0,
        entry: last.hash(),
        state: last.core.state,
        life: 0,
        lost: Voters::NONE,
    };
    net.say(0, WATCHER, &Message::Head(Signed::new(&identity(0), &net.contract.table(), 0, says)));
    assert_eq!(net.live(WATCHER).log(), log);
    assert_eq!(net.live(WATCHER).rules().heaps, rules.heaps);
    assert!(net.live(WATCHER).steps().eq(net.live(0).steps()));
    let harmed =
        |event: &ProtocolEvent| matches!(event, ProtocolEvent::Desync(_) | ProtocolEvent::Repaired { .. });
    assert!(!net.has_event(WATCHER, harmed), "there was nothing to mend");
}
