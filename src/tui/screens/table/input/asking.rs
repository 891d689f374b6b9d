//! What the player asks of the table beside a move: bots for the missing, take-backs, another game, leaving.

use crossterm::event::{KeyCode, KeyEvent};

use super::super::{KeySet, TableScreen};
use crate::table::front::{Change, Command, Request, SeatNumber};
use crate::tui::keymap::Key;
use crate::tui::out::Out;
use crate::tui::text::table as text;

impl TableScreen {
    /// Lets a bot play for those who are missing, as far as this player can decide it.
    pub(super) fn let_bot_play(&mut self, out: &mut Out) {
        let missing: Vec<SeatNumber> = self.view.missing().map(|(seat, _)| seat).collect();
        if missing.is_empty() {
            self.message = Some(text::hint::NOBODY_MISSING.to_owned());
        }
        for seat in missing {
            Self::command(out, Command::Want(Change::Remove { voter: seat }));
        }
    }

    pub(super) fn ask_take_back(&mut self, out: &mut Out) {
        match self.view.take_back_to() {
            Some(to) => {
                Self::command(out, Command::Want(Change::TakeBack { to }));
                self.message = Some(text::hint::asked_take_back(to));
            }
            None => self.message = Some(text::hint::NO_TAKE_BACK.to_owned()),
        }
    }

    pub(super) fn agree(&mut self, out: &mut Out) {
        match self.asked_for() {
            Some(change) => {
                self.view.wanted.extend(self.view.own.iter().map(|seat| (*seat, change)));
                Self::command(out, Command::Want(change));
            }
            None => self.message = Some(text::hint::NOTHING_TO_AGREE.to_owned()),
        }
    }

    pub(super) fn play_again(&mut self, out: &mut Out) {
        if self.view.result.is_none() {
            self.message = Some(text::hint::NOT_OVER.to_owned());
            return;
        }
        Self::command(out, Command::Ready(true));
        self.message = Some(text::hint::WANT_AGAIN.to_owned());
    }

    // Leaving

    pub(super) fn leave(&mut self, out: &mut Out) {
        let at_stake = self.view.result.is_none() && !self.view.own.is_empty();
        if at_stake {
            self.keys = KeySet::Leave;
        } else {
            out.ask(Request::Away);
        }
    }

    /// Leaving is the one thing that is asked about: the others must be able to tell a break from an end.
    pub(super) fn answer_leave(&mut self, key: &KeyEvent, out: &mut Out) {
        self.keys = KeySet::Usual;
        match key.code {
            // Whoever presses control and C a second time wants to be out.
            _ if Key::Ctrl('c').is(key) => out.ask(Request::Away),
            KeyCode::Char('s') | KeyCode::Enter => out.ask(Request::Away),
            KeyCode::Char('b') => Self::command(out, Command::Leave),
            _ => {}
        }
    }
}
