//! Whether peers and journals agree.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::kit::{Ended, Peer, parse, whistlestop};

/// What `verify` says of these journals.
pub(crate) fn verify(files: &[PathBuf], json: bool) -> Ended {
    let mut command = whistlestop(&["verify"]);
    command.args(files).args(json.then_some("--json"));
    Peer::start(command).end()
}

/// All saw the same states; whoever came late saw a part of them.
#[track_caller]
pub(crate) fn assert_same_states(all: &[&Ended]) {
    let mut known = BTreeMap::new();
    for one in all {
        for (index, hash) in one.hashes() {
            let first = known.entry(index).or_insert_with(|| hash.clone());
            assert_eq!(*first, hash, "entry {index}");
        }
    }
    assert!(!known.is_empty());
}

/// Every one saw every entry from the first to the last, and the same end.
#[track_caller]
pub(crate) fn assert_same_game(all: &[&Ended]) {
    assert_same_states(all);
    let [first, others @ ..] = all else { panic!("nobody played") };
    for one in others {
        assert_eq!(one.hashes().len(), first.hashes().len());
        assert_eq!(one.one("over"), first.one("over"));
        assert_eq!(one.one("table")["phrase"], first.one("table")["phrase"]);
    }
    assert_eq!(first.hashes().keys().next(), Some(&1));
    assert_eq!(first.hashes().keys().next_back(), Some(&(first.hashes().len() as u64)));
}

/// The journals are sound and hold the same finished game.
#[track_caller]
pub(crate) fn assert_same_journals(files: &[PathBuf]) {
    let checked = verify(files, true);
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
    let first = parse(&checked.lines[0]);
    assert_eq!(first["over"], true);
    for line in &checked.lines {
        let one = parse(line);
        assert_eq!(
            (&one["table"], &one["tip"], &one["hash"]),
            (&first["table"], &first["tip"], &first["hash"])
        );
    }
    assert_eq!(checked.lines.len(), files.len());
}
