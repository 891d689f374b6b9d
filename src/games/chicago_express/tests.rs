//! The rules of Chicago Express, each proved by tests that bear its id, and every worked example of the
//! rulebooks.
//!
//! A test sets a position up with [`kit::stage`], plays JSON actions on a [`kit::Table`] and looks at positions,
//! choices, notes and refusals: what a user of the rules sees, never the fields of the state.

mod chicago;
mod development;
mod dividend_and_end;
mod examples;
mod expansion;
mod kit;
mod positions;
mod properties;
mod setup_and_auctions;
mod turn;

/// A rule without a test would go unnoticed otherwise.
#[test]
fn every_rule_has_a_test_that_bears_its_id() {
    let tests = [
        include_str!("tests/setup_and_auctions.rs"),
        include_str!("tests/turn.rs"),
        include_str!("tests/expansion.rs"),
        include_str!("tests/development.rs"),
        include_str!("tests/chicago.rs"),
        include_str!("tests/dividend_and_end.rs"),
    ];
    for rule in 1..=25 {
        let name = format!("\nfn ce_{rule}_");
        assert!(tests.iter().any(|file| file.contains(&name)), "CE-{rule} has no test");
    }
}
