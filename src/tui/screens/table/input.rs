//! What keys and the mouse do at the table.

mod pointing;

use crossterm::event::{Event as TermEvent, KeyCode, KeyEvent, KeyEventKind};

use super::desk::{Desk, Outcome};
use super::pages::{Charts, Help, Past};
use super::{Entry, KeySet, Page, Pane, TableScreen};
use crate::engine::game::Illegal;
use crate::table::front::{Change, Command, Request, Seat};
use crate::table::limits::MAX_CHAT_BYTES;
use crate::tui::keymap::table::{AtTable, TABLE};
use crate::tui::keymap::{Key, find};
use crate::tui::out::Out;
use crate::tui::text::table as text;
use crate::tui::widgets::board::Zoom;
use crate::tui::widgets::field::Field;

/// Bytes of what is searched for.
const MAX_SEARCH: usize = 60;

/// Entries that a page of the past skips.
const PAST_PAGE: i32 = 10;

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
        if !matches!(self.line, Entry::None) {
            return self.type_line(key, out);
        }
        if let Page::Help(help) = &mut self.page
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

    // Typing

    fn type_line(&mut self, key: &KeyEvent, out: &mut Out) {
        match key.code {
            KeyCode::Esc => self.line = Entry::None,
            KeyCode::Enter => match std::mem::replace(&mut self.line, Entry::None) {
                Entry::Talk(entry) => self.say(entry.text(), out),
                Entry::Find(entry) => self.go_to(entry.text()),
                Entry::None => {}
            },
            _ => {
                if let Entry::Talk(entry) | Entry::Find(entry) = &mut self.line {
                    entry.key(key);
                }
                if let Entry::Find(entry) = &self.line {
                    let typed = entry.text().to_owned();
                    self.go_to(&typed);
                }
            }
        }
    }

    fn paste(&mut self, pasted: &str) {
        match (&mut self.line, &mut self.page) {
            (Entry::Talk(entry) | Entry::Find(entry), _) => entry.insert(pasted),
            (Entry::None, Page::Help(help)) => help.paste(pasted),
            (Entry::None, _) => {}
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
            .map_or_else(|| text::YOU.to_owned(), |seat| self.view.name(*seat).to_owned());
        self.view.talk(&name, text);
        Self::command(out, Command::Chat(text.to_owned()));
    }

    fn go_to(&mut self, typed: &str) {
        let found = self.board_map().matches(typed).first().map(|place| (*place).to_owned());
        if let Some(place) = found.filter(|_| !typed.trim().is_empty()) {
            self.move_cursor(place);
            self.pane = Pane::Map;
        } else if !typed.is_empty() {
            self.message = Some(text::no_such_place(typed));
        }
    }

    /// Digits, plus and minus change an amount while one is typed.
    fn type_amount(&mut self, key: &KeyEvent, out: &mut Out) -> bool {
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
    fn press_digit(&mut self, key: &KeyEvent, out: &mut Out) -> bool {
        let KeyCode::Char(digit @ '1'..='9') = key.code else { return false };
        let Some(desk) = self.desk.as_mut().filter(|_| matches!(self.page, Page::Board)) else {
            return false;
        };
        let outcome = desk.digit(digit.to_digit(10).unwrap_or(0) as usize);
        self.pane = Pane::Menu;
        self.take(outcome, out);
        true
    }

    // Keys

    fn carry_out(&mut self, intent: AtTable, out: &mut Out) {
        let more = std::mem::replace(&mut self.keys, KeySet::Usual) == KeySet::More;
        match intent {
            AtTable::More if !more => self.keys = KeySet::More,
            AtTable::More => {}
            AtTable::Escape if more => {}
            AtTable::Up | AtTable::Down | AtTable::Left | AtTable::Right => self.arrow(intent),
            AtTable::PageUp => self.page_by(-1),
            AtTable::PageDown => self.page_by(1),
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
            AtTable::Talk => self.line = Entry::Talk(Field::with_limit(MAX_CHAT_BYTES)),
            AtTable::History => self.open(Page::Past(Past::new(&self.view))),
            AtTable::Charts => self.open(Page::Charts(Charts::new(&self.view))),
            AtTable::Log => self.open(Page::Log),
            AtTable::Map => self.open(Page::Map),
            AtTable::Zoom => self.change_zoom(),
            AtTable::Panels => self.open(Page::Panels(0)),
            AtTable::Help => self.open(Page::Help(Help::default())),
            AtTable::People => self.open(Page::People),
            AtTable::Result if self.view.result.is_some() => self.open(Page::Result),
            AtTable::Result => self.message = Some(text::NOT_OVER.to_owned()),
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

    /// Opens a page; the same key closes it again.
    fn open(&mut self, page: Page) {
        self.log_scroll = 0;
        let again = std::mem::discriminant(&page) == std::mem::discriminant(&self.page);
        self.page = if again { Page::Board } else { page };
    }

    fn arrow(&mut self, intent: AtTable) {
        let (up, left) = (intent == AtTable::Up, intent == AtTable::Left);
        let vertical = matches!(intent, AtTable::Up | AtTable::Down);
        let forth = |back: bool| if back { -1 } else { 1 };
        match &mut self.page {
            Page::Past(past) => past.step(if up || left { -1 } else { 1 }, &self.view),
            Page::Charts(charts) => charts.step(forth(up || left)),
            Page::Help(help) => help.scroll = help.scroll.saturating_add_signed(forth(up || left)),
            Page::Panels(first) if up || left => *first = first.saturating_sub(1),
            Page::Panels(first) => *first += 1,
            Page::Log => self.scroll_log(up, 1),
            Page::Map => self.move_on_map(intent),
            Page::People | Page::Result | Page::Advice => {}
            Page::Board => match self.pane {
                Pane::Map => self.move_on_map(intent),
                Pane::Log => self.scroll_log(up || left, 1),
                Pane::Menu if vertical => self.step_menu(forth(up)),
                // From the menu the map is beside: its keys take over.
                Pane::Menu => {
                    self.pane = Pane::Map;
                    self.move_on_map(intent);
                }
            },
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

    fn page_by(&mut self, pages: isize) {
        match &mut self.page {
            Page::Past(past) => past.step(if pages < 0 { -PAST_PAGE } else { PAST_PAGE }, &self.view),
            Page::Help(help) => help.scroll = help.scroll.saturating_add_signed(10 * pages),
            Page::Panels(first) if pages < 0 => *first = first.saturating_sub(10),
            Page::Panels(first) => *first += 10,
            Page::Board if self.pane == Pane::Menu => self.step_menu(5 * pages),
            _ => self.scroll_log(pages < 0, 8),
        }
    }

    fn go_to_end(&mut self, last: bool) {
        match &mut self.page {
            Page::Past(past) => past.step(if last { i32::MAX } else { i32::MIN }, &self.view),
            Page::Help(help) => help.scroll = if last { usize::MAX / 2 } else { 0 },
            _ => self.log_scroll = if last { 0 } else { usize::MAX / 2 },
        }
    }

    fn enter(&mut self, may_commit: bool, out: &mut Out) {
        match &self.page {
            Page::Board | Page::Map => {}
            // Whoever still presses it for the last move should see how the game ended.
            Page::Result => return,
            _ => return self.page = Page::Board,
        }
        if self.pane == Pane::Map || matches!(self.page, Page::Map) {
            return self.enter_place(out);
        }
        let Some(desk) = &mut self.desk else { return self.idle() };
        let commits = desk.lines().get(desk.selected()) == Some(&super::desk::Line::Commit);
        if commits && !may_commit {
            self.message = Some(text::ENTER_COMMITS.to_owned());
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
            None => Outcome::Say(text::NO_CURSOR.to_owned()),
        };
        if self.desk.as_ref().is_some_and(|desk| desk.place().is_some()) {
            self.pane = Pane::Menu;
        }
        self.take(outcome, out);
    }

    fn idle(&mut self) {
        if self.view.is_level() {
            self.message = Some(text::NOT_YOUR_TURN.to_owned());
        } else {
            self.view.catch_up();
        }
    }

    /// Does something with the own turn; from another page back to the board first, where it can be seen.
    fn with_desk(&mut self, out: &mut Out, act: impl FnOnce(&mut Desk) -> Outcome) {
        if !matches!(self.page, Page::Board | Page::Map) {
            return self.page = Page::Board;
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
                self.message = Some(text::blocked(&self.view.named(&why), rule));
            }
            Outcome::Commit(whole) => {
                // What there was to do on the map is done.
                self.pane = Pane::Menu;
                Self::command(out, Command::Act(whole));
            }
        }
    }

    fn escape(&mut self) {
        if !matches!(self.page, Page::Board) {
            self.page = Page::Board;
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

    fn find_place(&mut self) {
        if let Page::Help(help) = &mut self.page {
            help.search = Some(Field::with_limit(MAX_SEARCH));
        } else {
            self.line = Entry::Find(Field::with_limit(MAX_SEARCH));
        }
    }

    // The table

    /// Lets a bot play for those who are missing, as far as this player can decide it.
    fn let_bot_play(&mut self, out: &mut Out) {
        let missing: Vec<Seat> = self.view.missing().map(|(seat, _)| seat).collect();
        if missing.is_empty() {
            self.message = Some(text::NOBODY_MISSING.to_owned());
        }
        for seat in missing {
            Self::command(out, Command::Want(Change::Remove { voter: seat }));
        }
    }

    /// Opens the page for it, and asks unless there is advice for this moment already.
    fn ask_advice(&mut self, out: &mut Out) {
        if !self.view.is_practice() || self.view.own_turn().is_none() {
            self.message = Some(text::NO_ADVICE.to_owned());
            return;
        }
        self.open(Page::Advice);
        let opened = matches!(self.page, Page::Advice);
        if opened && self.advice_now().is_none() && self.view.advising.is_none() {
            Self::command(out, Command::Advise);
        }
    }

    fn ask_take_back(&mut self, out: &mut Out) {
        match self.view.take_back_to() {
            Some(to) => {
                Self::command(out, Command::Want(Change::TakeBack { to }));
                self.message = Some(text::asked_take_back(to));
            }
            None => self.message = Some(text::NO_TAKE_BACK.to_owned()),
        }
    }

    fn agree(&mut self, out: &mut Out) {
        match self.asked_for() {
            Some(change) => {
                self.view.wanted.extend(self.view.own.iter().map(|seat| (*seat, change)));
                Self::command(out, Command::Want(change));
            }
            None => self.message = Some(text::NOTHING_TO_AGREE.to_owned()),
        }
    }

    fn return_to_now(&mut self) {
        if matches!(self.page, Page::Past(_)) {
            self.page = Page::Board;
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
        self.pace = pace.min(text::PACES.len() - 1);
        let (millis, words) = text::PACES[self.pace];
        self.view.set_pace(millis);
        self.message = Some(text::pace(words));
    }

    fn play_again(&mut self, out: &mut Out) {
        if self.view.result.is_none() {
            self.message = Some(text::NOT_OVER.to_owned());
            return;
        }
        Self::command(out, Command::Ready(true));
        self.message = Some(text::WANT_AGAIN.to_owned());
    }

    // Leaving

    fn leave(&mut self, out: &mut Out) {
        let at_stake = self.view.result.is_none() && !self.view.own.is_empty();
        if at_stake {
            self.keys = KeySet::Leave;
        } else {
            out.ask(Request::Away);
        }
    }

    /// Leaving is the one thing that is asked about: the others must be able to tell a break from an end.
    fn answer_leave(&mut self, key: &KeyEvent, out: &mut Out) {
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

impl Pane {
    const fn next(self) -> Self {
        match self {
            Self::Menu => Self::Map,
            Self::Map => Self::Log,
            Self::Log => Self::Menu,
        }
    }
}
