//! The rules of Prairie Railroads, each proved by tests that bear its id, and every worked example of the rulebook.
//!
//! A test sets a position up with [`kit::stage`], plays JSON actions on a [`kit::Table`] and looks at positions,
//! choices, notes and refusals: what a user of the rules sees, never the fields of the state. That every rule has its
//! test is proved for all games in `tests/tidy`.

mod building;
mod control;
mod examples;
mod growth;
pub(super) mod kit;
mod money_and_end;
mod offers;
mod opening;
mod positions;
mod properties;
mod scene;
