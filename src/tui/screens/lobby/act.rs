//! What the lobby makes of keys and the mouse, and how it does what pages want.

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::known::Known;
use super::pages::wait::Wait;
use super::pages::{Effect, Page};
use super::question::Question;
use super::visit::Visit;
use super::{Lobby, LobbyHit, help};
use crate::table::front::Request;
use crate::tui::keymap::find;
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::out::{Out, Signal};

impl Lobby {
    pub(super) fn key(&mut self, event: &KeyEvent, out: &mut Out) {
        self.note = None;
        if !self.is_covered() && self.page_mut().key(event) {
            let Self { pages, known, .. } = self;
            let page = pages.last_mut().expect("the first page is never taken off");
            page.refresh(known);
            return;
        }
        match find(self.keys(), event) {
            Some(Intent::Pick) => {
                let at = keys::digit(event);
                self.with_page(out, |page, known| at.map_or(Effect::None, |at| page.pick(at, known)));
            }
            Some(intent) => self.act(intent, out),
            None => {}
        }
    }

    /// Has the page on top do something, and does what it wants.
    fn with_page(&mut self, out: &mut Out, act: impl FnOnce(&mut dyn Page, &mut Known) -> Effect) {
        let Self { pages, known, .. } = self;
        let page = pages.last_mut().expect("the first page is never taken off");
        let effect = act(&mut **page, known);
        self.carry_out(effect, out);
    }

    /// Pasted text goes where letters go.
    pub(super) fn paste(&mut self, pasted: &str, out: &mut Out) {
        if !self.is_covered() {
            self.with_page(out, |page, _| page.paste(pasted));
        }
    }

    pub(super) fn mouse(&mut self, event: MouseEvent, out: &mut Out) {
        match event.kind {
            MouseEventKind::ScrollUp => self.act(Intent::Up, out),
            MouseEventKind::ScrollDown => self.act(Intent::Down, out),
            MouseEventKind::Down(MouseButton::Left) => {
                let at = Position::new(event.column, event.row);
                // What was drawn last lies on top.
                let hit = self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, hit)| *hit);
                if let Some(hit) = hit {
                    self.note = None;
                    self.click(hit, out);
                }
            }
            _ => {}
        }
    }

    fn click(&mut self, hit: LobbyHit, out: &mut Out) {
        let (row, then) = match hit {
            LobbyHit::Do(intent) => return self.act(intent, out),
            LobbyHit::Row(row) => (row, None),
            LobbyHit::Less(row) => (row, Some(Intent::Less)),
            LobbyHit::More(row) => (row, Some(Intent::More)),
        };
        if self.is_covered() {
            return;
        }
        self.with_page(out, |page, known| page.click(row, known));
        if let Some(intent) = then {
            self.act(intent, out);
        }
    }

    fn act(&mut self, intent: Intent, out: &mut Out) {
        if let Some(question) = self.question.clone() {
            return self.answer(&question, intent, out);
        }
        match (intent, self.help) {
            (Intent::Quit, _) => self.quit(out),
            (_, Some(scroll)) => self.help = help::scrolled(scroll, intent),
            (Intent::Help, None) => self.help = Some(0),
            (Intent::Back, None) => self.with_page(out, |page, known| page.back(known)),
            (_, None) => self.with_page(out, |page, known| page.act(intent, known)),
        }
    }

    fn answer(&mut self, question: &Question, intent: Intent, out: &mut Out) {
        match (intent, question) {
            (Intent::Yes, Question::Close(_)) => self.leave(out),
            (Intent::Yes, Question::Quit(_)) => end_program(out),
            (Intent::No, _) => {}
            _ => return,
        }
        self.question = None;
    }

    fn carry_out(&mut self, effect: Effect, out: &mut Out) {
        match effect {
            Effect::None => {}
            Effect::Open(page) => self.pages.push(page),
            Effect::Close => {
                if self.pages.len() > 1 {
                    self.pages.pop();
                }
            }
            Effect::Ask(request) => out.ask(request),
            Effect::Visit { request, what, projector } => {
                self.projector = projector;
                self.known.visit = Some(Visit::new(what, self.now, &request));
                self.pages.push(Box::new(Wait));
                if self.leaving > 0 {
                    self.held = Some(request);
                } else {
                    out.ask(request);
                }
            }
            Effect::Leave => self.leave(out),
            Effect::Tell(text) => self.tell(text),
            Effect::Question(question) => self.question = Some(question),
            Effect::Copy(text) => out.signal(Signal::Copy(text)),
            Effect::All(effects) => effects.into_iter().for_each(|effect| self.carry_out(effect, out)),
        }
    }

    fn leave(&mut self, out: &mut Out) {
        // What was not yet asked for need not be left.
        if self.held.take().is_none() {
            self.leaving += 1;
            out.ask(Request::Away);
        }
        self.end_visit();
    }

    /// Asks only where others would lose something.
    fn quit(&mut self, out: &mut Out) {
        match self.known.visit.as_ref().and_then(Visit::closing) {
            Some(words) => self.question = Some(Question::Quit(words)),
            None => end_program(out),
        }
    }
}

fn end_program(out: &mut Out) {
    out.ask(Request::Quit);
    out.done = true;
}
