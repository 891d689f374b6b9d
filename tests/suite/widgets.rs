//! The pieces of every screen, with a moment of a recorded game: what they look like, and what must hold in any area.

mod anywhere;
mod boards;
mod compose;
mod maps;
mod picture;
mod pictures;
mod stage;
mod track_board;

use crate::common::table;
