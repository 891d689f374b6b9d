//! How often a shell draws.

use std::sync::atomic::Ordering;
use std::time::Duration;

use whistlestop::table::front::{End, Request};

use super::kit::{Person, any_port, here};

/// A flood of inputs is drawn together: no more than a picture every 33 ms, however long the machine takes.
#[test]
#[expect(clippy::disallowed_types, reason = "the bound is one on pictures in a time")]
fn a_flood_of_inputs_makes_few_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let began = std::time::Instant::now();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), None);
    ann.kept();
    for _ in 0..20_000 {
        ann.touch();
    }
    ann.ask(Request::Open(here(&[], 1)));
    ann.table();
    assert_eq!(ann.go_away(), End::Quit);
    let frames = u128::from(ann.frames.load(Ordering::SeqCst));
    let most = began.elapsed().as_millis() / Duration::from_millis(33).as_millis() + 2;
    assert!(frames <= most, "{frames} pictures where {most} are enough");
    ann.quit();
}
