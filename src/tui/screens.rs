//! One module a screen.

pub mod table;
