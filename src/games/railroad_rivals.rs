//! Railroad Rivals: the players lay city tiles side by side, carry goods over the links between them, and hold stocks of
//! the railroads whose worth rises with every load.
//!
//! Where to find a rule: set-up and whose turn (RR-1 to RR-4) in `state.rs` and `turn.rs`; what is drawn and drafted (RR-5,
//! RR-7) in `draft.rs`; bids for the first place (RR-6) in `bidding.rs`; laying tiles (RR-8) in `map.rs` and `placing.rs`;
//! deliveries (RR-9) in `delivery.rs`; the end and who has won (RR-10, RR-11) in `scoring.rs`; the game for one (RR-12 to
//! RR-14) in `solitaire.rs`. All words of play are in `text.rs`, all figures in `board.toml`. What a position is worth, for
//! bots, is in `worth.rs`.

mod action;
mod audit;
mod bidding;
mod board;
mod delivery;
mod draft;
mod map;
mod placing;
mod position;
mod scene;
mod scoring;
mod solitaire;
mod state;
mod text;
mod turn;
mod worth;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use state::RailroadRivals;
