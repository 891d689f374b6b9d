//! What the lobby makes of keys and the mouse, and how steps of pages are carried out.

use crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::connect::Connect;
use super::known::Visit;
use super::name::Name;
use super::network::Network;
use super::page::Page;
use super::{Hit, Lobby, Question, Step, gather};
use crate::table::front::Request;
use crate::tui::keymap::find;
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::out::{Out, Signal};
use crate::tui::text::lobby as text;

impl Lobby {
    pub(super) fn key(&mut self, event: &KeyEvent, out: &mut Out) {
        self.note = None;
        if self.question.is_none() && self.help.is_none() && self.page_mut().key(event) {
            return;
        }
        match find(self.bindings(), event) {
            Some(Intent::Pick) => self.pick(event, out),
            Some(intent) => self.act(intent, out),
            None => {}
        }
    }

    fn pick(&mut self, event: &KeyEvent, out: &mut Out) {
        let Some(at) = keys::digit(event) else { return };
        let Self { pages, known, .. } = self;
        if let Some(Page::Home(home)) = pages.last_mut() {
            let step = home.pick(at, known);
            self.carry_out(step, out);
        }
    }

    /// Pasted text goes where letters go; in the lobby itself it can only be an address or a code.
    pub(super) fn paste(&mut self, pasted: &str) {
        if self.question.is_some() || self.help.is_some() {
            return;
        }
        if let Page::Home(_) = self.page() {
            self.pages.push(Page::Connect(Connect::typed()));
        }
        self.page_mut().paste(pasted);
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

    fn click(&mut self, hit: Hit, out: &mut Out) {
        let covered = self.question.is_some() || self.help.is_some();
        let step = match hit {
            Hit::Do(intent) => return self.act(intent, out),
            _ if covered => Step::Stay,
            Hit::Row(at) => self.click_row(at),
            Hit::Less(at) | Hit::More(at) => {
                let step = self.click_row(at);
                let intent = if matches!(hit, Hit::Less(_)) { Intent::Less } else { Intent::More };
                self.carry_out(step, out);
                return self.act(intent, out);
            }
        };
        self.carry_out(step, out);
    }

    fn click_row(&mut self, at: usize) -> Step {
        let Self { pages, known, .. } = self;
        match pages.last_mut() {
            Some(Page::Home(home)) => return home.click(at, known),
            Some(Page::Gather(gather)) => return gather.click(at, known),
            Some(Page::NewTable(form)) => form.focus(at, known),
            Some(Page::Connect(form)) => form.focus(at),
            _ => {}
        }
        Step::Stay
    }

    fn act(&mut self, intent: Intent, out: &mut Out) {
        if let Some(question) = self.question.clone() {
            return self.answer(&question, intent, out);
        }
        if let Some(scroll) = self.help {
            self.help = match intent {
                Intent::Up => Some(scroll.saturating_sub(1)),
                Intent::Down => Some(scroll.saturating_add(1)),
                Intent::Quit => return self.quit(out),
                _ => None,
            };
            return;
        }
        let step = match intent {
            Intent::Help => {
                self.help = Some(0);
                Step::Stay
            }
            Intent::Quit => return self.quit(out),
            Intent::Rename => Step::Go(Page::Name(Name::new(self.known.name.as_deref()))),
            Intent::Address => Step::Go(Page::Address),
            Intent::Network => Step::Go(Page::Network(Network::new())),
            intent => {
                let Self { pages, known, .. } = self;
                let page = pages.last_mut().expect("the first page is never taken off");
                page.act(intent, known)
            }
        };
        self.carry_out(step, out);
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

    fn carry_out(&mut self, step: Step, out: &mut Out) {
        match step {
            Step::Stay => {}
            Step::Go(page) => self.go(page, out),
            Step::Back => {
                if self.pages.len() > 1 {
                    self.pages.pop();
                }
            }
            Step::Ask(request) => out.ask(request),
            Step::Visit { request, visit, projector } => {
                self.projector = projector;
                self.known.visit = Some(Visit { since: self.now, ..*visit });
                self.pages.push(Page::Wait);
                if self.leaving > 0 {
                    self.held = Some(request);
                } else {
                    out.ask(request);
                }
            }
            Step::Leave => self.leave(out),
            Step::Name(name) => {
                self.known.name = Some(name.clone());
                self.pages.pop();
                out.ask(Request::Name(name));
            }
            Step::Note(text) => self.tell(text),
            Step::Question(question) => self.question = Some(question),
            Step::Copy(text) => {
                out.signal(Signal::Copy(text));
                self.tell(text::address::COPIED.to_owned());
            }
        }
    }

    /// The network is checked as soon as its page is opened.
    fn go(&mut self, page: Page, out: &mut Out) {
        if let Page::Network(network) = &page
            && let Step::Ask(request) = network.check(&mut self.known)
        {
            out.ask(request);
        }
        self.pages.push(page);
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
        match gather::closing(&self.known) {
            Some(words) => self.question = Some(Question::Quit(words)),
            None => end_program(out),
        }
    }
}

fn end_program(out: &mut Out) {
    out.ask(Request::Quit);
    out.done = true;
}
