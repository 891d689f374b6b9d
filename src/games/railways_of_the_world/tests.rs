//! The rules, one test or more for each, named after the rule's id.

mod auction;
mod building;
mod cards;
mod cards_played;
mod deliveries;
mod ending;
mod goals;
mod growth;
pub(super) mod kit;
mod money;
mod options;
mod positions;
mod properties;
mod scene;
mod setup;
