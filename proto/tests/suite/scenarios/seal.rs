//! What changes who counts shows for ever that it was final: behind it others count, who could have agreed on anything.

use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::error::{DropReason, OpenError, VerifyError};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::{MAX_OFFENCES, MAX_ROUNDS, MAX_VOTERS};
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Life, Quorum, Roll, Voter, Voters};
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Head, Lost, Signed};
use whistlestop_proto::verify::verify_log;

use crate::forge::change_core;
use crate::net::{Net, WATCHER, identity, key, to_bot};

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
    let admit = Change::Admit { key: key(WATCHER), life: 7 };
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
        let drop = ProtocolEvent::Drop { peer: key(0), reason: DropReason::Offences(MAX_OFFENCES) };
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

// Seals and certificates, one fault at a time. Signatures are another matter.

fn signed<T>(voter: Voter, says: T) -> Signed<T> {
    Signed { voter, says, signature: Signature([0; 64]) }
}

/// A removal at index 9, in a roll of so many voters, by these votes in round 2.
fn removal(votes: &[(Voter, Life)], lost: Vec<Signed<Lost>>) -> Entry {
    let core = Core {
        index: 9,
        prev: Hash([1; 32]),
        body: Body::Change(Change::Remove { voter: 1 }),
        state: Hash([2; 32]),
    };
    let knows: Voters = lost.iter().map(|lost| lost.voter).collect();
    let cast = |(voter, life): &(Voter, Life)| Cast {
        voter: *voter,
        life: *life,
        acked: None,
        lost: knows,
        signature: Signature([0; 64]),
    };
    let votes = votes.iter().map(cast).collect();
    let certificate = Certificate { round: 2, votes, seal: Vec::new(), lost, accession: None };
    Entry { core, proof: Proof::Certified(certificate) }
}

fn certificate_of(entry: &mut Entry) -> &mut Certificate {
    let Proof::Certified(certificate) = &mut entry.proof else { unreachable!("a change") };
    certificate
}

#[test]
fn a_certificate_with_a_fault_is_none_however_many_votes_it_has() {
    let roll = Roll::of((0..4).collect());
    let all = [(0, 0), (1, 0), (2, 0)];
    assert!(removal(&all, Vec::new()).is_certified(&roll));
    assert!(!removal(&all[..2], Vec::new()).is_certified(&roll), "half");
    assert!(!removal(&[(1, 0), (0, 0), (2, 0)], Vec::new()).is_certified(&roll), "out of order");
    assert!(!removal(&[(0, 0), (1, 0), (1, 0), (2, 0)], Vec::new()).is_certified(&roll), "one of them twice");
    assert!(!removal(&[(0, 0), (1, 0), (2, 0), (3, 7)], Vec::new()).is_certified(&roll), "in another life");
    let mut early = removal(&all, Vec::new());
    certificate_of(&mut early).round = 0;
    assert!(!early.is_certified(&roll), "in round 0 nobody votes");
}

#[test]
fn words_of_the_lost_in_a_certificate_hold_there_and_are_no_longer_than_a_table() {
    let roll = Roll::of((0..2).collect());
    let full = u8::try_from(MAX_VOTERS).expect("few");
    let word = |voter, first, life, met: u8| {
        let met = (0..met).map(|voter| (voter, 1)).collect();
        signed(voter, Lost { index: 9, first, count: 1, life, met })
    };
    for (lost, votes, good) in [
        (vec![word(1, 9, 7, full)], &[(0, 0)][..], true),
        (vec![], &[(0, 0)], false),
        (vec![word(1, 9, 7, full + 1)], &[(0, 0)], false),
        (vec![word(1, 10, 7, 0)], &[(0, 0)], false),
        (vec![word(1, 9, 0, 0)], &[(0, 0)], false),
        (vec![word(1, 9, 7, 0)], &[(0, 0), (1, 0)], true),
        (vec![word(1, 9, 7, full + 1)], &[(0, 0), (1, 0)], false),
        (vec![word(1, 10, 7, 0)], &[(0, 0), (1, 0)], false),
        (vec![word(1, 9, 7, 0), word(0, 9, 7, 0)], &[(0, 0), (1, 0)], false),
        (vec![word(1, 9, 7, 0), word(1, 9, 8, 0)], &[(0, 0), (1, 0)], false),
    ] {
        assert_eq!(removal(votes, lost.clone()).is_certified(&roll), good, "{lost:?} {votes:?}");
    }
}

#[test]
fn a_seal_with_a_fault_is_none_however_many_heads_it_has() {
    let roll = Roll::of((0..4).collect());
    let entry = removal(&[(0, 0), (1, 0), (2, 0)], Vec::new());
    let says = Head {
        index: 9,
        round: 2,
        entry: entry.hash(),
        state: entry.core.state,
        life: 0,
        lost: Voters::NONE,
    };
    let is_sealed = |heads: &[(Voter, Head)]| {
        let mut entry = entry.clone();
        certificate_of(&mut entry).seal = heads.iter().map(|(voter, says)| signed(*voter, *says)).collect();
        entry.is_sealed(&roll)
    };
    assert!(is_sealed(&[(0, says), (1, says), (3, says)]));
    assert!(!is_sealed(&[(0, says), (1, says)]), "half");
    assert!(!is_sealed(&[]));
    assert!(!is_sealed(&[(1, says), (0, says), (3, says)]), "out of order");
    assert!(!is_sealed(&[(0, says), (1, says), (1, says), (3, says)]), "one of them twice");
    assert!(!is_sealed(&[(0, says), (1, says), (3, says), (5, says)]), "somebody who does not count");
    for (why, other) in [
        ("of another round", Head { round: 3, ..says }),
        ("about another index", Head { index: 8, ..says }),
        ("for another entry", Head { entry: Hash([3; 32]), ..says }),
        ("in another life", Head { life: 7, ..says }),
    ] {
        assert!(!is_sealed(&[(0, says), (1, says), (2, says), (3, other)]), "one {why}");
    }
    for (round, good) in [(MAX_ROUNDS, true), (MAX_ROUNDS + 1, false)] {
        let says = Head { round, ..says };
        assert_eq!(is_sealed(&[(0, says), (1, says), (3, says)]), good, "round {round}");
    }
}

/// Both of two have voted, and only one has acknowledged it when the other loses its memory: the seal says why one head
/// is enough.
#[test]
fn a_seal_of_one_of_two_holds_the_word_of_the_other() {
    let mut net = Net::players(2);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    let admit = Change::Admit { key: key(WATCHER), life: 7 };
    let core = change_core(&net, 0, admit);
    net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Head(_))));
    (0..2).for_each(|peer| net.want(peer, admit).expect("possible"));
    assert_eq!(net.live(0).sent().map(Entry::hash), Some(core.hash()));
    net.crash(1);
    net.crash(WATCHER);
    net.censor = None;
    let now = net.now;
    net.live_mut(0).handle_connected(now, key(1));
    let says = Lost { index: core.index, first: core.index, count: 1, life: 77, met: Vec::new() };
    let word = Signed::new(&identity(1), &net.contract.table(), 1, says);
    net.say(1, 0, &Message::Lost(word));
    net.wait(2_000);
    let entry = net.live(0).log().iter().find(|entry| entry.core == core).cloned().expect("one is enough");
    let mut whole = entry.clone();
    assert_eq!((certificate_of(&mut whole).votes.len(), certificate_of(&mut whole).seal.len()), (2, 1));
    assert!(entry.is_sealed(&Roll::of((0..2).collect())), "{entry:?}");
    let accessions: Vec<_> = net.live(0).accessions().cloned().collect();
    assert!(verify_log(&net.contract, &accessions, net.live(0).log(), &net.genesis).is_ok());
    let (log, journal) = (net.live(0).log().len(), net.peers[0].journal.clone());
    net.crash(0);
    net.try_restore(0, &journal).expect("sound");
    assert_eq!(net.live(0).log().len(), log);
}
