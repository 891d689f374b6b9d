//! Journals: a torn one loses its last record at most, an edited one is refused or holds only what checks out.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Change, Entry, Proof};
use whistlestop_proto::error::OpenError;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::pairs::AgreedKeys;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::statement::{Head, Lost, Signed, Vote};
use whistlestop_proto::verify::verify_log;
use whistlestop_proto::world::{Chain, TableContract, World};

use super::samples::{mutate, samples};
use super::{LIAR, ROUNDS, byte, mid_game, place, rounds};
use crate::sim::calm::{Calm, PLAYERS, contract, identity};
use crate::sim::luck::Luck;
use crate::sim::toy::Toy;

/// The journal of a player after a few entries, with a wish to leave, a vote and evidence in it as well.
pub(super) fn a_journal() -> (Vec<u8>, Vec<Entry>) {
    let mut calm = mid_game();
    for message in samples(&calm) {
        if let Message::Evidence(_) = message {
            let (now, from) = (calm.now, calm.keys[1]);
            calm.peers[0].handle_message(now, from, &codec::encode(&message));
        }
    }
    let now = calm.now;
    calm.peers[0].want(now, Change::Remove { voter: LIAR }).expect("a change that can be made");
    calm.peers[0].leave(now).expect("a player may leave");
    while let Some(bytes) = calm.peers[0].poll_store() {
        calm.journals[0].extend(bytes);
    }
    let log = calm.peers[0].log().to_vec();
    let kinds: std::collections::BTreeSet<u8> =
        framed(&calm.journals[0]).iter().map(|frame| frame[HEADER_BYTES]).collect();
    assert_eq!(kinds.len(), 10, "a record of every kind");
    (calm.journals.swap_remove(0), log)
}

const PREAMBLE_BYTES: usize = 8;
const HEADER_BYTES: usize = 16;

/// The frames of a journal.
fn framed(journal: &[u8]) -> Vec<Vec<u8>> {
    let (records, good) = journal::read(journal).expect("a sound journal");
    assert_eq!(good, journal.len());
    frames_of(&records)
}

fn frames_of(records: &[Record]) -> Vec<Vec<u8>> {
    let mut writer = journal::Writer::default();
    records.iter().map(|record| writer.frame(record)).collect()
}

fn joined(frames: &[Vec<u8>]) -> Vec<u8> {
    [journal::preamble(), frames.concat()].concat()
}

fn restore(journal: &[u8]) -> Result<(Lockstep<Toy>, usize), OpenError> {
    let start = ProgramStart { life: 1_000, ..ProgramStart::default() };
    Lockstep::restore(0, identity(0), Toy::new(4, ROUNDS), journal, start)
}

/// What must hold of any journal that is taken: the log checks out and is the beginning of what was played.
fn is_sound(restored: &Lockstep<Toy>, log: &[Entry]) {
    assert!(log.starts_with(restored.log()), "entries that nobody played");
    let accessions: Vec<_> = restored.accessions().cloned().collect();
    if !restored.log().is_empty() {
        let toy = Toy::new(4, ROUNDS);
        let world =
            verify_log(restored.contract(), &accessions, restored.log(), &toy).expect("it checks out");
        assert_eq!(world.rules, *restored.rules());
    }
}

#[test]
fn a_journal_cut_at_any_byte_ends_at_its_last_whole_record() {
    let (journal, _) = a_journal();
    let frames = framed(&journal);
    let mut ends = vec![PREAMBLE_BYTES];
    for frame in frames.iter().take(14) {
        ends.push(ends.last().expect("not empty") + frame.len());
    }
    for cut in 0..*ends.last().expect("not empty") {
        let (records, good) = journal::read(&journal[..cut]).expect("a torn tail is never an error");
        let whole = ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(records.len(), whole.saturating_sub(1), "cut at {cut}");
        assert_eq!(good, if whole == 0 { 0 } else { ends[whole - 1] }, "cut at {cut}");
    }
}

#[test]
fn a_peer_comes_back_from_a_journal_that_was_torn_anywhere_behind_the_contract() {
    let (journal, log) = a_journal();
    let mut end = PREAMBLE_BYTES;
    for (number, frame) in framed(&journal).iter().enumerate() {
        let torn = end + frame.len() / 2;
        let restored = restore(&journal[..torn]);
        if number == 0 {
            assert_eq!(restored.err(), Some(OpenError::NotAJournal), "without a contract there is no table");
        } else {
            let (peer, good) = restored.expect("a torn tail is never an error");
            assert_eq!(good, end);
            is_sound(&peer, &log);
        }
        end += frame.len();
    }
    // A disk that shows the new length before the bytes.
    let (peer, good) = restore(&[&journal[..], &[0; 300]].concat()).expect("zeros are a torn tail");
    assert_eq!(good, journal.len());
    is_sound(&peer, &log);
}

#[test]
fn no_damage_to_bytes_makes_a_journal_lose_a_record_that_is_not_its_last() {
    let (journal, _) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let last = journal.len() - framed(&journal).last().unwrap().len();
    let mut luck = Luck::new(20);
    let check = |damaged: &[u8], at: usize| match journal::read(damaged) {
        Ok((found, good)) => {
            assert!(at >= last, "damage at {at} was taken for a torn tail");
            assert_eq!((found.len(), good), (records.len() - 1, last));
        }
        Err(OpenError::Edited { record, .. }) => assert!(record < records.len()),
        Err(OpenError::NotAJournal) => assert!(at < PREAMBLE_BYTES, "{at}"),
        Err(OpenError::Older | OpenError::Newer) => {
            assert!((PREAMBLE_BYTES - 3..PREAMBLE_BYTES).contains(&at), "{at} is no digit of the version");
        }
        Err(other) => panic!("{at}: {other}"),
    };
    // Every bit of every header, where it hurts most; then anywhere.
    let mut start = PREAMBLE_BYTES;
    for frame in framed(&journal) {
        for bit in 0..HEADER_BYTES * 8 {
            let at = start + bit / 8;
            let mut damaged = journal.clone();
            damaged[at] ^= 1 << (bit % 8);
            if start < 1_500 || bit < 32 {
                check(&damaged, at);
            }
        }
        start += frame.len();
    }
    for _ in 0..rounds(500) {
        let at = place(&mut luck, journal.len());
        let mut damaged = journal.clone();
        damaged[at] ^= 1 << luck.below(8);
        check(&damaged, at);
    }
}

#[test]
fn a_record_taken_out_of_the_middle_is_missed() {
    let (journal, _) = a_journal();
    let frames = framed(&journal);
    for missing in 0..frames.len() - 1 {
        let mut edited = frames.clone();
        edited.remove(missing);
        let why = journal::read(&joined(&edited)).err();
        assert!(
            matches!(why, Some(OpenError::Edited { record, .. }) if record == missing),
            "{missing}: {why:?}"
        );
        let mut doubled = frames.clone();
        doubled.insert(missing, frames[missing].clone());
        assert!(journal::read(&joined(&doubled)).is_err(), "{missing} stands twice");
        let mut swapped = frames.clone();
        swapped.swap(missing, missing + 1);
        assert!(journal::read(&joined(&swapped)).is_err(), "{missing} stands behind the next");
    }
}

/// Whoever edits a journal can also compute its checks again.
#[test]
fn an_edited_journal_is_refused_with_a_sentence_or_holds_only_what_checks_out() {
    let (journal, log) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let mut luck = Luck::new(21);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..rounds(70) {
        let mut edited = records.clone();
        let (a, b) = (place(&mut luck, edited.len()), place(&mut luck, edited.len()));
        match luck.below(4) {
            0 => edited.swap(a, b),
            1 => drop(edited.remove(a)),
            2 => edited.insert(b, edited[a].clone()),
            _ => edited[a] = records[b].clone(),
        }
        match restore(&joined(&frames_of(&edited))) {
            Ok((peer, _)) => {
                is_sound(&peer, &log);
                taken += 1;
            }
            Err(why) => {
                assert!(why.to_string().len() > 10, "a sentence: {why}");
                refused += 1;
            }
        }
    }
    assert!(refused > 10 && taken > 0, "{refused} refused, {taken} taken");
}

#[test]
fn records_changed_under_new_checksums_are_refused_or_check_out() {
    let (journal, log) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let bodies: Vec<Vec<u8>> = records.iter().map(codec::encode).collect();
    let mut luck = Luck::new(22);
    let mut decoded = 0;
    for _ in 0..rounds(1_500) {
        let at = place(&mut luck, bodies.len());
        let other = luck.pick(&bodies).clone();
        let Ok(record) = codec::decode::<Record>(&mutate(&mut luck, &bodies[at], &other)) else { continue };
        decoded += 1;
        if decoded > rounds(90) {
            break;
        }
        let mut edited = records.clone();
        edited[at] = record;
        match restore(&joined(&frames_of(&edited))) {
            // Another contract is another table, on which nothing else of the journal would fit.
            Ok((peer, _)) => is_sound(&peer, &log),
            Err(why) => assert!(why.to_string().len() > 10, "a sentence: {why}"),
        }
    }
    assert!(decoded > 20, "damage that is never decoded tests too little: {decoded}");
}

/// A seat that lies can sign any number, and hand its journal to others.
#[test]
fn a_head_of_a_round_that_there_is_not_is_refused() {
    let (journal, log) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let (peer, _) = restore(&journal).unwrap();
    let head = |index, entry, state| {
        let says = Head { index, round: u32::MAX, entry, state, life: 0, lost: Voters::NONE };
        Signed::new(&identity(LIAR), &peer.table(), LIAR, says)
    };
    let refused = |records: &[Record]| match restore(&joined(&frames_of(records))) {
        Ok((mut peer, _)) => {
            peer.handle_connected(1, identity(1).public());
            peer.handle_timeout(1_000);
            false
        }
        Err(why) => matches!(why, OpenError::Edited { .. }),
    };
    let open = u32::try_from(log.len()).expect("short") + 1;
    let behind = Record::Head(head(open, Hash([1; 32]), Hash([1; 32])));
    assert!(refused(&[&records[..], &[behind]].concat()));
    let mut edited = records.clone();
    let last = edited.iter_mut().rev().find_map(|record| match record {
        Record::Final { index, entry, heads, .. } => Some((*index, *entry, heads)),
        _ => None,
    });
    let (index, entry, heads) = last.expect("entries are final");
    heads.push(head(index, entry, log[index as usize - 1].core.state));
    assert!(refused(&edited));
}

/// Whoever takes up such a journal would tell it to others, and be dropped for that.
#[test]
fn what_nobody_signed_about_a_final_entry_is_refused() {
    let (journal, _) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let (peer, _) = restore(&journal).unwrap();
    let table = peer.table();
    let says = Vote {
        index: 2,
        round: 1,
        entry: Hash([1; 32]),
        change: None,
        acked: None,
        life: 0,
        lost: Voters::NONE,
    };
    let word = Lost { index: 2, first: 2, count: 1, life: 7, met: Vec::new() };
    // By the liar's key, under the name of somebody honest.
    for (signer, good) in [(1, true), (LIAR, false)] {
        let vote = Signed::new(&identity(signer), &table, 1, says);
        let word = Signed::new(&identity(signer), &table, 1, word.clone());
        for (votes, lost) in [(vec![vote], vec![]), (vec![], vec![word])] {
            let edit = |record: &Record| match record.clone() {
                Record::Final { index: 2, entry, heads, .. } => {
                    Record::Final { index: 2, entry, heads, votes: votes.clone(), lost: lost.clone() }
                }
                other => other,
            };
            let edited: Vec<Record> = records.iter().map(edit).collect();
            assert_eq!(restore(&joined(&frames_of(&edited))).is_ok(), good, "{votes:?} {lost:?}");
        }
    }
}

/// Entries follow upon the keys of all. What follows upon fewer is of no table.
#[test]
fn an_entry_before_everybody_has_signed_is_refused() {
    let contract = contract(DrawMode::Seed(4));
    let calm = Calm::new(&contract, ROUNDS);
    let (records, _) = journal::read(&calm.journals[0]).unwrap();
    let (signed, rest): (Vec<Record>, Vec<Record>) =
        records.into_iter().partition(|record| matches!(record, Record::Accession(_)));
    let table = TableContract::new(contract);
    let toy = Toy::new(4, ROUNDS);
    let start = World::new(&table, &[], AgreedKeys::default(), toy.clone());
    let base = start.chance.expect("chance decides first").base;
    let draw = Body::Draw { number: 1, base, links: Vec::new() };
    let past = Chain { log: &[], more: &[] };
    let (core, world) = start.next(&table, past, &toy, draw).expect("it fits");
    let early = [
        Record::Entry(Entry { core, proof: Proof::Itself }),
        Record::Final { index: 1, entry: world.tip, heads: Vec::new(), votes: Vec::new(), lost: Vec::new() },
    ];
    let edited = [&rest[..2], &early, &signed].concat();
    let refused = restore(&joined(&frames_of(&edited)));
    assert!(matches!(refused, Err(OpenError::Edited { record: 2, .. })), "{:?}", refused.err());
}

#[test]
fn random_bytes_are_no_journal() {
    let mut luck = Luck::new(23);
    for _ in 0..rounds(2_000) {
        let len = luck.below(120);
        let bytes: Vec<u8> = (0..len).map(|_| byte(&mut luck)).collect();
        let behind = [journal::preamble(), bytes.clone()].concat();
        if let Ok((records, good)) = journal::read(&behind) {
            assert!(records.is_empty() && good == PREAMBLE_BYTES && len < HEADER_BYTES as u64);
        }
        if let Ok((records, good)) = journal::read(&bytes) {
            assert!(records.is_empty() && good == 0);
        }
    }
    assert!(PLAYERS.contains(&LIAR));
}
