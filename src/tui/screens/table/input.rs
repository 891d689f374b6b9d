//! What keys and the mouse do at the table.

mod asking;
mod pointing;
mod typing;

use crossterm::event::{Event as TermEvent, KeyCode, KeyEvent, KeyEventKind};

use super::desk::{Desk, MenuLine, Outcome};
use super::pages::charts::Charts;
use super::pages::help::Help;
use super::pages::panels::Panels;
use super::pages::past::Past;
use super::pages::{Stride, TablePage};
use super::{KeySet, Pane, TableScreen, Typing};
use crate::engine::game::Illegal;
use crate::table::front::Command;
use crate::tui::keymap::find;
use crate::tui::keymap::table::{AtTable, TABLE};
use crate::tui::out::Out;
use crate::tui::text::table as text;
use crate::tui::widgets::board::Zoom;

impl TableScreen {
    /// A key, the mouse or pasted text.
    pub fn input(&mut self, event: &TermEvent, out: &mut Out) {
        match event {
            TermEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(key, out),
            TermEvent::Mouse(mouse) => self.mouse(*mouse, out),
            TermEvent::Paste(pasted) => self.paste(pasted),
            _ => {}
        }
        self.settle(out);
    }

    fn key(&mut self, key: &KeyEvent, out: &mut Out) {
        self.message = None;
        if self.keys == KeySet::Leave {
            return self.answer_leave(key, out);
        }
        if !matches!(self.typed, Typing::Nothing) {
            return self.type_line(key, out);
        }
        if let TablePage::Help(help) = &mut self.page
            && help.search.is_some()
        {
            return help.type_search(key);
        }
        if let Some(seat) = self.hand_over() {
            if key.code == KeyCode::Enter {
                self.holder = Some(seat);
                return;
            }
        } else if self.type_amount(key, out) || self.press_digit(key, out) {
            return;
        }
        if let Some(intent) = find(TABLE, key) {
            self.carry_out(intent, out);
        }
    }

    fn carry_out(&mut self, intent: AtTable, out: &mut Out) {
        let more = std::mem::replace(&mut self.keys, KeySet::Usual) == KeySet::More;
        match intent {
            AtTable::More if !more => self.keys = KeySet::More,
            AtTable::More => {}
            AtTable::Escape if more => {}
            AtTable::Up | AtTable::Down | AtTable::Left | AtTable::Right => self.arrow(intent),
            AtTable::PageUp | AtTable::PageDown => self.page_by(intent == AtTable::PageUp),
            AtTable::First | AtTable::Last => self.go_to_end(intent == AtTable::Last),
            AtTable::Enter => self.enter(true, out),
            AtTable::Pick => self.enter(false, out),
            AtTable::Commit => self.with_desk(out, Desk::commit),
            AtTable::Other => self.with_desk(out, Desk::other_way),
            AtTable::Undo => self.with_desk(out, Desk::undo),
            AtTable::Escape => self.escape(),
            AtTable::NextPane => self.pane = self.pane.next(),
            AtTable::LastPane => self.pane = self.pane.next().next(),
            AtTable::Find => self.find_place(),
            AtTable::Talk => self.begin_talk(),
            AtTable::History => self.open(TablePage::Past(Past::new(&self.view))),
            AtTable::Charts => self.open(TablePage::Charts(Charts::new(&self.view))),
            AtTable::Log => self.open(TablePage::Log),
            AtTable::Map => self.open(TablePage::Map),
            AtTable::Zoom => self.change_zoom(),
            AtTable::Panels => self.open(TablePage::Panels(Panels::default())),
            AtTable::Help => self.open(TablePage::Help(Help::default())),
            AtTable::People => self.open(TablePage::People),
            AtTable::Result if self.view.result.is_some() => self.open(TablePage::Result),
            AtTable::Result => self.message = Some(text::hint::NOT_OVER.to_owned()),
            AtTable::Bot => self.let_bot_play(out),
            AtTable::Advise => self.ask_advice(out),
            AtTable::TakeBack => self.ask_take_back(out),
            AtTable::Agree => self.agree(out),
            AtTable::CatchUp => self.return_to_now(),
            AtTable::Faster | AtTable::Slower => self.faster(intent == AtTable::Faster),
            AtTable::Again => self.play_again(out),
            AtTable::Leave => self.leave(out),
        }
    }

    fn arrow(&mut self, intent: AtTable) {
        let (up, left) = (intent == AtTable::Up, intent == AtTable::Left);
        if self.page.go(Stride::Line, up || left, self.view.len()) {
            return;
        }
        match (&self.page, self.pane) {
            (TablePage::Log, _) => self.scroll_log(up, 1),
            (TablePage::Map, _) | (TablePage::Board, Pane::Map) => self.move_on_map(intent),
            (TablePage::Board, Pane::Log) => self.scroll_log(up || left, 1),
            (TablePage::Board, Pane::Menu) if up || intent == AtTable::Down => {
                self.step_menu(if up { -1 } else { 1 });
            }
            // From the menu the map is beside: its keys take over.
            (TablePage::Board, Pane::Menu) => {
                self.pane = Pane::Map;
                self.move_on_map(intent);
            }
            _ => {}
        }
    }

    fn step_menu(&mut self, by: isize) {
        let Some(desk) = &mut self.desk else { return };
        desk.step(by);
        if let Some(place) = desk.selected_place().map(str::to_owned) {
            self.cursor = Some(place);
        }
    }

    fn scroll_log(&mut self, up: bool, by: usize) {
        let scroll = if up { self.log_scroll.saturating_add(by) } else { self.log_scroll.saturating_sub(by) };
        self.log_scroll = scroll.min(self.view.lines(self.view.shown()).len());
    }

    fn page_by(&mut self, back: bool) {
        if self.page.go(Stride::Page, back, self.view.len()) {
            return;
        }
        if matches!(self.page, TablePage::Board) && self.pane == Pane::Menu {
            self.step_menu(if back { -5 } else { 5 });
        } else {
            self.scroll_log(back, 8);
        }
    }

    fn go_to_end(&mut self, last: bool) {
        if !self.page.go(Stride::End, !last, self.view.len()) {
            self.log_scroll = if last { 0 } else { usize::MAX / 2 };
        }
    }

    fn enter(&mut self, may_commit: bool, out: &mut Out) {
        match &self.page {
            TablePage::Board | TablePage::Map => {}
            // Whoever still presses it for the last move should see how the game ended.
            TablePage::Result => return,
            _ => return self.page = TablePage::Board,
        }
        if self.pane == Pane::Map || matches!(self.page, TablePage::Map) {
            return self.enter_place(out);
        }
        let Some(desk) = &mut self.desk else { return self.idle() };
        let commits = desk.lines().get(desk.selected()) == Some(&MenuLine::Commit);
        if commits && !may_commit {
            self.message = Some(text::turn::ENTER_COMMITS.to_owned());
            return;
        }
        let outcome = desk.enter();
        self.take(outcome, out);
    }

    /// Picks what is at the cursor; if nothing can be picked anywhere any more, commits.
    fn enter_place(&mut self, out: &mut Out) {
        let Some(desk) = &mut self.desk else { return self.idle() };
        let outcome = match &self.cursor {
            _ if desk.ends_turn() => desk.commit(),
            Some(place) => desk.pick_place(place),
            None => Outcome::Say(text::hint::NO_CURSOR.to_owned()),
        };
        if self.desk.as_ref().is_some_and(|desk| desk.place().is_some()) {
            self.pane = Pane::Menu;
        }
        self.take(outcome, out);
    }

    fn idle(&mut self) {
        if self.view.is_level() {
            self.message = Some(text::hint::NOT_YOUR_TURN.to_owned());
        } else {
            self.view.catch_up();
        }
    }

    /// Does something with this player's turn; from another page back to the board first, where it can be seen.
    fn with_desk(&mut self, out: &mut Out, act: impl FnOnce(&mut Desk) -> Outcome) {
        if !self.page.has_map() {
            return self.page = TablePage::Board;
        }
        let Some(desk) = &mut self.desk else { return self.idle() };
        let outcome = act(desk);
        self.take(outcome, out);
    }

    fn take(&mut self, outcome: Outcome, out: &mut Out) {
        match outcome {
            Outcome::Done => {}
            Outcome::Say(why) => self.message = Some(why),
            Outcome::Refuse(Illegal { why, rule }) => {
                self.message = Some(text::turn::blocked(&self.view.named(&why), rule));
            }
            Outcome::Commit(whole) => {
                // What there was to do on the map is done.
                self.pane = Pane::Menu;
                Self::command(out, Command::Act(whole));
            }
        }
    }

    fn escape(&mut self) {
        if !matches!(self.page, TablePage::Board) {
            self.page = TablePage::Board;
            return;
        }
        let dropped = self.desk.as_mut().is_some_and(Desk::escape);
        if !dropped {
            (self.pane, self.cursor, self.log_scroll) = (Pane::Menu, None, 0);
        }
    }

    fn change_zoom(&mut self) {
        let is_near = self.size_at(self.zoom()) == self.size_at(Zoom::Large);
        self.zoom = if is_near { Zoom::Small } else { Zoom::Large };
    }

    fn return_to_now(&mut self) {
        if matches!(self.page, TablePage::Past(_)) {
            self.page = TablePage::Board;
        }
        self.view.catch_up();
    }

    /// More or less: of the amount that is being chosen, else of the bots' pace.
    fn faster(&mut self, more: bool) {
        match self.desk.as_mut().filter(|desk| desk.amount().is_some()) {
            Some(desk) => desk.change_amount(if more { 1 } else { -1 }),
            None if more => self.set_pace(self.pace.saturating_sub(1)),
            None => self.set_pace(self.pace + 1),
        }
    }

    fn set_pace(&mut self, pace: usize) {
        self.pace = pace.min(text::hint::PACES.len() - 1);
        let (millis, words) = text::hint::PACES[self.pace];
        self.view.set_pace(millis);
        self.message = Some(text::hint::pace(words));
    }
}

impl Pane {
    const fn next(self) -> Self {
        match self {
            Self::Menu => Self::Map,
            Self::Map => Self::Log,
            Self::Log => Self::Menu,
        }
    }
}
