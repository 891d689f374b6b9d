//! Names that cannot be told apart on a screen.

use whistlestop_proto::limits::MAX_NAME_BYTES;
use whistlestop_proto::text::{are_alike, is_clean};

/// Characters of Unicode that a screen shows nothing for.
const UNSEEN: [char; 7] =
    ['\u{1bca0}', '\u{1bca1}', '\u{1bca2}', '\u{1bca3}', '\u{16fe4}', '\u{1d159}', '\u{fffc}'];

#[test]
fn a_name_with_something_in_it_that_is_not_seen_is_refused_or_held_for_the_one_without() {
    let bad = UNSEEN.into_iter().filter(|unseen| {
        let name = format!("Ann{unseen}");
        is_clean(&name, MAX_NAME_BYTES) && !are_alike("Ann", &name)
    });
    let bad: Vec<String> = bad.map(|unseen| format!("{:x}", u32::from(unseen))).collect();
    assert_eq!(bad, Vec::<String>::new());
}

#[test]
fn a_name_of_which_nothing_is_seen_is_no_name() {
    let bad = UNSEEN.into_iter().filter(|unseen| is_clean(&unseen.to_string(), MAX_NAME_BYTES));
    let bad: Vec<String> = bad.map(|unseen| format!("{:x}", u32::from(unseen))).collect();
    assert_eq!(bad, Vec::<String>::new());
}
