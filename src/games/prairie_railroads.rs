//! Prairie Railroads: six railroads build westward through Kansas, and the players own shares of them.
//!
//! Where to find a rule: set-up and whose turn (PR-1, PR-2, PR-4, PR-5) in `state.rs` and `turn.rs`; auctions (PR-3,
//! PR-6 to PR-9) in `shares.rs`; growth (PR-10) in `growth.rs`; who may build and what (PR-3, PR-11 to PR-15) in
//! `track.rs` and `control.rs`; income, dividends and the end (PR-16 to PR-18) in `payout.rs`. All words of play are in
//! `text.rs`, all figures in `board.toml`. What a position is worth, for bots, is in `worth.rs`.

mod action;
mod audit;
mod board;
mod control;
mod growth;
mod payout;
mod position;
mod scene;
mod shares;
mod state;
mod text;
mod track;
mod turn;
mod worth;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use state::PrairieRailroads;
