//! What changes who counts shows for ever that it was final: behind it others count, who could have agreed on anything.

use whistlestop_proto::entry::{Body, Entry, Proof};
use whistlestop_proto::error::{DropReason, OpenError, VerifyError};
use whistlestop_proto::event::Event;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::MAX_OFFENCES;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Quorum, Roll, Voters};
use whistlestop_proto::verify::verify_log;

use crate::net::{Net, WATCHER, key, to_bot};

/// A table of four at which seat 3 was removed and has come back, and somebody was admitted.
fn changed() -> Net {
    let mut net = Net::players(4);
    net.isolate(3);
    (0..3).for_each(|peer| net.want(peer, to_bot(3)).expect("possible"));
    net.wait(1_000);
    net.heal_all();
    net.wait(1_000);
    net.come_back(3).expect("a bot holds its seat");
    net.wait(1_000);
    let admit = whistlestop_proto::entry::Change::Admit { key: key(WATCHER), life: 7 };
    (0..3).for_each(|peer| net.want(peer, admit).expect("possible"));
    net.wait(1_000);
    net.act(0, 3).expect("its turn");
    net.wait(1_000);
    assert_eq!(net.lens(), [5; 4], "a draw, three changes and a move");
    net
}

fn unsealed(entry: &Entry, left: usize) -> Entry {
    let mut entry = entry.clone();
    let Proof::Certified(certificate) = &mut entry.proof else { unreachable!("a change") };
    certificate.seal.truncate(left);
    entry
}

/// Where the changes stand in the log.
fn changes(log: &[Entry]) -> Vec<usize> {
    let is_change = |place: &usize| matches!(log[*place].core.body, Body::Change(_));
    (0..log.len()).filter(is_change).collect()
}

#[test]
fn every_change_of_who_counts_carries_heads_of_a_majority_of_those_who_counted_before() {
    let net = changed();
    let before: [Voters; 3] = [(0..4).collect(), (0..3).collect(), (0..4).collect()];
    for peer in 0..4 {
        let log = net.live(peer).log();
        assert_eq!(changes(log), [1, 2, 3]);
        for (entry, voters) in log[1..4].iter().zip(before) {
            let Proof::Certified(certificate) = &entry.proof else { unreachable!("a change") };
            let by: Voters = certificate.seal.iter().map(|head| head.voter).collect();
            assert_eq!(by.and(voters).len(), Quorum::of(voters).size(), "{entry:?}");
            assert!(entry.is_sealed(&Roll::of(voters)));
        }
    }
}

#[test]
fn a_log_with_an_unsealed_change_is_refused() {
    let net = changed();
    let live = net.live(0);
    let accessions: Vec<_> = live.accessions().cloned().collect();
    let verify = |log: &[Entry]| verify_log(&net.contract, &accessions, log, &net.genesis);
    assert!(verify(live.log()).is_ok());
    for place in changes(live.log()) {
        for left in 0..2 {
            let mut log = live.log().to_vec();
            log[place] = unsealed(&log[place], left);
            let refused = verify(&log).err();
            let Some(VerifyError::Entry { index, why }) = refused else { unreachable!("{refused:?}") };
            assert_eq!(index as usize, place + 1);
            assert_eq!(why, "it changes who counts, and nothing shows that it was final");
        }
    }
}

/// Heads of those who count behind the change cover it, but that they count is what is to be shown.
#[test]
fn who_tells_of_an_unsealed_change_is_not_believed_and_dropped_at_last() {
    let net = changed();
    let (log, accessions) =
        (net.live(0).log().to_vec(), net.live(0).accessions().cloned().collect::<Vec<_>>());
    let heads: Vec<_> =
        net.traffic.iter().filter(|(_, _, message)| matches!(message, Message::Head(_))).collect();
    for place in changes(&log) {
        let mut net = Net::unlinked(&[true; 4], whistlestop_proto::contract::DrawMode::Fresh, 3);
        net.join(WATCHER + 1);
        let now = net.now;
        net.live_mut(WATCHER + 1).handle_connected(now, key(0));
        for accession in &accessions {
            net.say(0, WATCHER + 1, &Message::Accession(Box::new(accession.clone())));
        }
        let mut told = log.clone();
        told[place] = unsealed(&told[place], 1);
        net.say(0, WATCHER + 1, &Message::Entries(told.clone()));
        for (_, _, head) in &heads {
            net.say(0, WATCHER + 1, head);
        }
        assert!(net.live(WATCHER + 1).log().len() <= place, "{:?}", net.live(WATCHER + 1).log());
        for _ in 0..MAX_OFFENCES {
            net.say(0, WATCHER + 1, &Message::Entries(told.clone()));
        }
        let drop = Event::Drop { peer: key(0), reason: DropReason::Offences(MAX_OFFENCES) };
        assert!(net.has_event(WATCHER + 1, |event| *event == drop));
        assert!(net.live(WATCHER + 1).log().len() <= place);
    }
}

/// Whoever edits a journal can compute its checks again, but not sign for others.
#[test]
fn a_journal_with_a_change_that_was_not_final_is_refused() {
    let mut net = changed();
    let (records, _) = journal::read(&net.peers[0].journal).expect("sound");
    net.crash(0);
    for changed in 2..=4_u32 {
        let mut edited = records.clone();
        let mut place = None;
        for (at, record) in edited.iter_mut().enumerate() {
            match record {
                Record::Final { index, heads, .. } if *index == changed => {
                    heads.clear();
                    place = Some(at);
                }
                Record::Entry(entry) if entry.core.index == changed => *entry = unsealed(entry, 0),
                _ => {}
            }
        }
        let mut writer = journal::Writer::default();
        let frames: Vec<Vec<u8>> = edited.iter().map(|record| writer.frame(record)).collect();
        let refused = net.try_restore(0, &[journal::preamble(), frames.concat()].concat());
        let why = "a change of who counts that was not final".to_owned();
        assert_eq!(refused, Err(OpenError::Edited { record: place.expect("it was final"), why }));
    }
    net.restart(0);
    net.assert_one_table();
}
