//! Chicago Express: railroads race from the east coast to Chicago, and the players own shares of them.
//!
//! Where to find a rule: set-up and whose turn (CE-1 to CE-3, CE-5, CE-9, CE-10) in `state.rs` and `turn.rs`;
//! auctions (CE-4, CE-6 to CE-8, CE-11, CE-20) in `shares.rs`; expansion and development (CE-12 to CE-17) in
//! `track.rs`; Chicago, dividends and the end (CE-18 to CE-25) in `payout.rs`. All words of play are in
//! `text.rs`, all figures in `board.toml`. What a position is worth, for bots, is in `worth.rs`.

mod action;
mod audit;
mod board;
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
pub use state::ChicagoExpress;
