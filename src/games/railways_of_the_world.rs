//! Railways of the World: players build links between cities, deliver goods over them and live on bonds until the links
//! pay.
//!
//! Where to find a rule: set-up, turns and rounds (RW-1, RW-2, RW-5, RW-20) in `state.rs` and `turn.rs`; the auction
//! (RW-4, RW-20) in `auction.rs`; bonds and income (RW-6, RW-7) in `money.rs`; what track fits and costs (RW-8, RW-10,
//! RW-11) in `track.rs`, building it (RW-9, RW-12) in `build.rs`; cities and engines (RW-13, RW-14) in `growth.rs`;
//! deliveries (RW-15, RW-16) in `delivery.rs`; cards (RW-3, RW-17, RW-21, RW-22) in `cards.rs` and `goals.rs`; the end
//! (RW-18, RW-19) in `ending.rs`. All words of play are in `text.rs`, all figures in `boards/`. What a position is worth,
//! for bots, is in `worth.rs`.

mod action;
mod auction;
mod audit;
mod board;
mod build;
mod cards;
mod chain;
mod delivery;
mod ending;
mod goals;
mod growth;
mod money;
mod position;
mod scene;
mod state;
mod text;
mod track;
mod turn;
mod worth;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use state::RailwaysOfTheWorld;
