//! The rules of Chicago Express, each proved by tests that bear its id, and every worked example of the
//! rulebooks.
//!
//! A test sets a position up with [`kit::stage`], plays JSON actions on a [`kit::Table`] and looks at positions,
//! choices, notes and refusals: what a user of the rules sees, never the fields of the state. That every rule has its
//! test is proved for all games in `tests/tidy`.

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
