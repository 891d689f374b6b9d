//! Journals that a crash tore or somebody edited.

use std::fs;
use std::path::{Path, PathBuf};

use whistlestop::table::front::Event;
use whistlestop::table::verify::{VerifyJournalError, verify_journal};
use whistlestop::table::{OpenTableError, Table};
use whistlestop_proto::error::OpenError;
use whistlestop_proto::journal;

use super::kit::{BOTS, Room, TestHome, alone, contract, identity, play_alone};

/// The journal of a player among bots: where it is, its bytes, and after how many of them each write ended, with how many
/// entries were final then.
fn played(home: &TestHome, moves: usize) -> (PathBuf, Vec<u8>, Vec<(usize, usize)>) {
    let mut table = alone(&home.home);
    let len = |table: &Table| usize::try_from(fs::metadata(table.path()).unwrap().len()).unwrap();
    let mut writes = vec![(len(&table), table.lockstep().log().len())];
    for _ in 0..moves {
        assert!(play_alone(&mut table));
        writes.push((len(&table), table.lockstep().log().len()));
    }
    let path = table.path().to_path_buf();
    drop(table);
    (path.clone(), fs::read(path).unwrap(), writes)
}

fn resume(home: &TestHome, path: &Path) -> Result<Table, OpenTableError> {
    Table::resume(0, &home.home, identity(0), path, BOTS)
}

#[test]
fn a_crash_at_any_byte_of_a_write_loses_nothing_that_was_written_before() {
    let home = TestHome::new();
    let (path, bytes, writes) = played(&home, 4);
    let [.., (before, entries), (after, more)] = writes[..] else { unreachable!("several writes") };
    assert!(more > entries);
    for len in before..=after {
        fs::write(&path, &bytes[..len]).unwrap();
        let mut table = resume(&home, &path).unwrap();
        let found = table.lockstep().log().len();
        assert!((entries..=more).contains(&found), "{found} entries after {len} bytes");
        assert!(len < after || found == more);
        assert!(play_alone(&mut table), "play goes on after {len} bytes");
        let verified = verify_journal(&fs::read(&path).unwrap(), BOTS).unwrap();
        assert_eq!((verified.torn_bytes, verified.entries as usize), (0, table.lockstep().log().len()));
    }
}

#[test]
fn a_crash_before_the_contract_is_written_leaves_a_table_that_can_begin() {
    let home = TestHome::new();
    let (path, bytes, writes) = played(&home, 0);
    let mut never_began = 0;
    for len in (0..writes[0].0).step_by(5) {
        fs::write(&path, &bytes[..len]).unwrap();
        if let Err(error) = resume(&home, &path) {
            let OpenTableError::Journal { why: OpenError::Empty, .. } = error else {
                panic!("{len}: {error}")
            };
            never_began += 1;
        }
        let mut table = Table::join(0, &home.home, identity(0), contract(1, 2), BOTS).unwrap();
        assert!(play_alone(&mut table), "after {len} bytes");
    }
    assert!(never_began > 20, "the contract is longer than {} bytes", 5 * never_began);
}

#[test]
fn a_torn_tail_of_zeros_is_cut_off() {
    let home = TestHome::new();
    let (path, bytes, writes) = played(&home, 3);
    fs::write(&path, [&bytes[..], &[0; 4096]].concat()).unwrap();
    let table = resume(&home, &path).unwrap();
    assert_eq!(table.lockstep().log().len(), writes[3].1);
    assert_eq!(fs::read(&path).unwrap(), bytes, "cut off in the file too");
}

/// The files that lie beside a journal as it was found.
fn set_aside(path: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "damaged")).collect()
}

#[test]
fn a_damaged_byte_costs_what_is_behind_it_and_the_file_is_kept_as_it_was() {
    let home = TestHome::new();
    let (path, bytes, _) = played(&home, 6);
    let (_, last) = journal::read(&bytes[..bytes.len() - 1]).unwrap();
    let contract = journal::preamble().len()
        + journal::Writer::default().frame(&journal::read(&bytes).unwrap().0[0]).len();
    let entries = resume(&home, &path).unwrap().lockstep().log().len();
    let (mut refused, mut cut, mut kept) = (0, 0, 0);
    for place in (0..last).step_by(41).chain(last..bytes.len()) {
        let mut edited = bytes.clone();
        edited[place] ^= 1 << (place % 8);
        fs::write(&path, &edited).unwrap();
        match resume(&home, &path) {
            Err(OpenTableError::Journal { why, .. }) => {
                assert!(place < contract, "byte {place}: {why}");
                let sentence = why.to_string();
                assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
                assert_eq!(fs::read(&path).unwrap(), edited, "what is refused is not touched");
                assert!(verify_journal(&edited, BOTS).is_err(), "and does not verify: byte {place}");
                refused += 1;
            }
            Err(other) => panic!("byte {place}: {other}"),
            Ok(mut table) => {
                let left = table.lockstep().log().len();
                let told = std::iter::from_fn(|| table.poll_event()).find_map(|event| match event {
                    Event::Damaged { entries, aside } => Some((entries, aside)),
                    _ => None,
                });
                match told {
                    None => assert!(place >= last, "byte {place} of {} went unnoticed", bytes.len()),
                    Some((said, aside)) => {
                        assert_eq!((said, fs::read(&aside).unwrap()), (left, edited.clone()), "byte {place}");
                        assert_eq!(set_aside(&path), std::slice::from_ref(&aside));
                        fs::remove_file(aside).unwrap();
                        assert!(verify_journal(&edited, BOTS).is_err(), "nobody takes it for sound");
                        kept += 1;
                    }
                }
                assert!(left <= entries && play_alone(&mut table), "byte {place}: play goes on");
                cut += 1;
            }
        }
    }
    assert!(refused > 2 && kept > 50 && cut > kept, "{refused} refused, {cut} cut, {kept} kept");
}

#[test]
fn files_that_are_no_journal_are_refused_by_name() {
    let home = TestHome::new();
    let (path, bytes, _) = played(&home, 1);
    let version = |digits: &[u8]| [b"wsl\0v", digits, &bytes[8..]].concat();
    for (file, why) in [
        (b"\x89PNG\r\n\x1a\n and so on".to_vec(), OpenError::NotAJournal),
        (b"dear all,".to_vec(), OpenError::NotAJournal),
        (version(b"999"), OpenError::Newer),
        (version(b"001"), OpenError::Older),
        (Vec::new(), OpenError::Empty),
    ] {
        fs::write(&path, &file).unwrap();
        let error = resume(&home, &path).unwrap_err();
        let OpenTableError::Journal { path: named, why: said } = &error else { panic!("{error}") };
        assert_eq!((named, said), (&path, &why));
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        assert_eq!(verify_journal(&file, BOTS), Err(VerifyJournalError::Kept(why)));
    }
    assert!(OpenError::Newer.to_string().contains("written by a newer whistlestop"));
    let old = OpenError::Older.to_string();
    assert!(
        old.contains("written by whistlestop 0.1") && old.ends_with("open it with whistlestop 0.1"),
        "{old}"
    );
    let missing = resume(&home, &path.with_file_name("nothing.wsl")).unwrap_err().to_string();
    assert!(missing.starts_with("there is no file "), "{missing}");
}

#[test]
fn the_journal_of_another_table_under_this_name_is_refused() {
    let home = TestHome::new();
    let (_, bytes, _) = played(&home, 1);
    let other = contract(2, 0);
    fs::write(home.home.journal_path(&other.table()), &bytes).unwrap();
    let error = Table::join(0, &home.home, identity(0), other, BOTS).unwrap_err().to_string();
    assert!(error.contains("this is the journal of table "), "{error}");
}

#[test]
fn records_of_two_journals_do_not_mix() {
    let mut room = Room::found(2);
    (0..10).for_each(|_| room.play_move());
    let [a, b] = &room.journals()[..] else { unreachable!("two players") };
    let mixed = [&a[..], &b[journal::preamble().len()..]].concat();
    let error = verify_journal(&mixed, BOTS).unwrap_err().to_string();
    assert!(error.contains("damaged or edited"), "{error}");
}
