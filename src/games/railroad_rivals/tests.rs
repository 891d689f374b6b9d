//! The rules of Railroad Rivals, each proved by tests that bear its id, and every worked example of the rulebook.
//!
//! A test sets a position up with [`kit::stage`], plays JSON actions on a [`kit::Table`] and looks at positions,
//! choices, notes and refusals: what a user of the rules sees, never the fields of the state. That every rule has its
//! test is proved for all games in `tests/tidy`.

mod bidding;
mod delivering;
mod drafting;
mod end;
mod hidden;
pub(super) mod kit;
mod laying;
mod positions;
mod properties;
mod scene;
mod set_up;
mod solitaire;
