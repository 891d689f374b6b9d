//! What screens give out.

use std::collections::VecDeque;

use crate::table::front::Request;

/// Something for the terminal itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Draw attention, once.
    Bell,
    /// The terminal's title.
    Title(String),
    /// Put this text into the clipboard, where the terminal can.
    Copy(String),
}

/// What a screen wants done, in order.
#[derive(Debug, Default)]
pub struct Out {
    /// For the shell.
    pub requests: VecDeque<Request>,
    /// For the terminal.
    pub signals: VecDeque<Signal>,
    /// The player is done with the program.
    pub done: bool,
}

impl Out {
    /// Asks for something.
    pub fn ask(&mut self, request: Request) {
        self.requests.push_back(request);
    }

    /// Tells the terminal something.
    pub fn signal(&mut self, signal: Signal) {
        self.signals.push_back(signal);
    }
}
