//! What screens are made of.
//!
//! Each widget is a plain struct: fill in its fields, with `..Default::default()` where there are many, and draw a
//! reference to it (`frame.render_widget(&menu, area)`). It keeps nothing between two drawings, knows no game, reads no
//! clock, and holds no words: whoever makes it brings them. It draws in any area, however small, and never outside.
//!
//! Whoever must know where things came to lie asks the same struct for the same area: [`board::BoardView::map`],
//! [`menu::Menu::entry_at`], [`key_bar::KeyBar::key_at`].
//!
//! Start with [`board`] and [`ledger`]; [`pen`] is how all of them draw.

pub mod board;
pub mod cards;
pub mod chart;
pub mod dials;
pub mod facts;
pub mod field;
pub mod header;
pub mod key_bar;
pub mod large;
pub mod ledger;
pub mod legend;
pub mod log;
pub mod menu;
pub mod notice;
pub mod pen;
pub mod prose;
pub mod qr;
pub mod seats;

use crate::engine::seat::Seat;
use crate::engine::words::Words;

/// The names of the people at a table, from seat 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// Who sits there; "seat 2" where nobody is known.
    pub fn of(self, seat: Seat) -> String {
        let known = self.0.get(usize::from(seat.number())).filter(|name| !name.is_empty());
        known.cloned().unwrap_or_else(|| Words::from(seat.to_string()).to_string())
    }

    /// The text with the names filled in.
    pub fn fill(self, words: &Words) -> String {
        words.with_names(|seat| self.of(seat))
    }
}
