//! The screens: the whole front end as a state machine that is handed keys, news and the time, and draws itself.
//!
//! It sees the table and the engine as plain data, and never a game, the network, a file or the clock. Whatever a
//! player reads is in `text`; what keys are called is in `keymap`; only [`terminal`] touches the terminal itself. Read
//! [`app::App`] first.

// The layers that this crate may name, under the names that they have everywhere.
use crate as tui;
use whistlestop_engine as engine;
use whistlestop_table as table;

pub mod app;
pub mod keymap;
pub mod out;
pub mod screens;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod view;
pub mod widgets;

use crossterm::event::Event as TermEvent;
use ratatui::Frame;

use crate::table::front::{News, Request};
use crate::tui::out::Signal;

/// What a shell drives: something that takes in what happens, asks for things, and draws itself. Times are milliseconds
/// of the shell's clock.
pub trait Screen {
    /// Something happened at the table or on the network.
    fn hear(&mut self, now: u64, news: News);
    /// A key, the mouse, pasted text or another size.
    fn input(&mut self, now: u64, event: TermEvent);
    /// The time that [`next_tick`](Self::next_tick) named has come.
    fn tick(&mut self, now: u64);
    /// When the screen changes by itself.
    fn next_tick(&self) -> Option<u64>;
    /// The next thing to carry out.
    fn poll_request(&mut self) -> Option<Request>;
    /// The next thing for the terminal itself.
    fn poll_signal(&mut self) -> Option<Signal>;
    /// Whether the player is done.
    fn is_done(&self) -> bool;
    /// Draws everything.
    fn draw(&mut self, frame: &mut Frame<'_>);
}
