//! Letters, digits and pasted text: something to say, the name of a place, an amount, a line of the menu.

use crossterm::event::{KeyCode, KeyEvent};

use super::super::pages::TablePage;
use super::super::{Pane, TableScreen, Typing};
use crate::table::front::Command;
use crate::table::limits::MAX_CHAT_BYTES;
use crate::tui::out::Out;
use crate::tui::text::table as text;
use crate::tui::widgets::field::Field;

/// Bytes of what is searched for.
const MAX_SEARCH: usize = 60;

impl TableScreen {
    pub(super) fn begin_talk(&mut self) {
        self.typed = Typing::Talk(Field::with_limit(MAX_CHAT_BYTES));
    }

    pub(super) fn find_place(&mut self) {
        if let TablePage::Help(help) = &mut self.page {
            help.find();
        } else {
            self.typed = Typing::Find(Field::with_limit(MAX_SEARCH));
        }
    }

    pub(super) fn type_line(&mut self, key: &KeyEvent, out: &mut Out) {
        match key.code {
            KeyCode::Esc => self.typed = Typing::Nothing,
            KeyCode::Enter => match std::mem::replace(&mut self.typed, Typing::Nothing) {
                Typing::Talk(line) => self.say(line.text(), out),
                Typing::Find(line) => self.go_to(line.text()),
                Typing::Nothing => {}
            },
            _ => {
                if let Typing::Talk(line) | Typing::Find(line) = &mut self.typed {
                    line.key(key);
                }
                if let Typing::Find(line) = &self.typed {
                    let typed = line.text().to_owned();
                    self.go_to(&typed);
                }
            }
        }
    }

    pub(super) fn paste(&mut self, pasted: &str) {
        match (&mut self.typed, &mut self.page) {
            (Typing::Talk(line) | Typing::Find(line), _) => line.insert(pasted),
            (Typing::Nothing, TablePage::Help(help)) => help.paste(pasted),
            (Typing::Nothing, _) => {}
        }
    }

    fn say(&mut self, text: &str, out: &mut Out) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let name = self
            .view
            .own
            .first()
            .map_or_else(|| text::hint::YOU.to_owned(), |seat| self.view.name(*seat).to_owned());
        self.view.talk(&name, text);
        Self::command(out, Command::Chat(text.to_owned()));
    }

    fn go_to(&mut self, typed: &str) {
        let found = self.board_map().matches(typed).first().map(|place| (*place).to_owned());
        if let Some(place) = found.filter(|_| !typed.trim().is_empty()) {
            self.move_cursor(place);
            self.pane = Pane::Map;
        } else if !typed.is_empty() {
            self.message = Some(text::hint::no_such_place(typed));
        }
    }

    /// Digits, plus and minus change an amount while one is typed.
    pub(super) fn type_amount(&mut self, key: &KeyEvent, out: &mut Out) -> bool {
        let Some(desk) = self.desk.as_mut().filter(|desk| desk.amount().is_some()) else { return false };
        match key.code {
            KeyCode::Char(digit) if digit.is_ascii_digit() => desk.type_digit(digit),
            KeyCode::Char('+' | '=') | KeyCode::Up | KeyCode::Right => desk.change_amount(1),
            KeyCode::Char('-') | KeyCode::Down | KeyCode::Left => desk.change_amount(-1),
            KeyCode::PageUp => desk.change_amount(5),
            KeyCode::PageDown => desk.change_amount(-5),
            KeyCode::Backspace => desk.rub_out(),
            KeyCode::Enter => {
                let outcome = desk.enter();
                self.take(outcome, out);
            }
            KeyCode::Esc => {
                desk.escape();
            }
            _ => return false,
        }
        true
    }

    /// Digits pick lines of the menu.
    pub(super) fn press_digit(&mut self, key: &KeyEvent, out: &mut Out) -> bool {
        let KeyCode::Char(digit @ '1'..='9') = key.code else { return false };
        let Some(desk) = self.desk.as_mut().filter(|_| matches!(self.page, TablePage::Board)) else {
            return false;
        };
        let outcome = desk.digit(digit.to_digit(10).unwrap_or(0) as usize);
        self.pane = Pane::Menu;
        self.take(outcome, out);
        true
    }
}
