//! What the lobby makes of news.

use std::any::Any;

use super::known::Check;
use super::pages::Page;
use super::pages::gather::GatherPage;
use super::pages::home::HomePage;
use super::pages::name::Name;
use super::pages::wait::Wait;
use super::visit::{Here, Visit};
use super::{Lobby, Note};
use crate::table::front::{End, Event, Seating};
use crate::tui::out::{Out, Signal};
use crate::tui::text::lobby::{self as text, gather as words};

impl Lobby {
    pub(super) fn hear_name(&mut self, name: Option<String>) {
        let asking = self.pages.iter().any(|page| page.is::<Name>());
        if name.is_none() && !asking {
            self.pages.push(Box::new(Name::new(None)));
        }
        self.known.name = name;
    }

    pub(super) fn hear_event(&mut self, event: &Event, out: &mut Out) {
        match event {
            Event::Listening { key, addresses, code, words, .. } => {
                let (addresses, code) = (addresses.clone(), code.clone());
                self.visit().here = Some(Here { key: *key, addresses, code, words: *words });
            }
            Event::Looking(what) => {
                let visit = self.visit();
                visit.what = text::wait::looking(what);
                visit.seats = None;
                self.show_visit(Box::new(Wait));
            }
            Event::Gathering(seats) => self.gather(seats.clone(), out),
            Event::Table { .. } => self.go_home(),
            Event::Chat { name, text } => self.visit().say(Some(name.clone()), text.clone()),
            Event::Linked { key, name: Some(name), .. } => {
                let visit = self.visit();
                if visit.away.remove(key) {
                    visit.say(None, words::back(name));
                }
            }
            Event::Unlinked { key, name: Some(name), why } => {
                let visit = self.visit();
                if visit.people().iter().any(|person| person.key == *key) {
                    visit.away.insert(*key);
                    visit.say(None, words::lost(name, why));
                }
            }
            Event::ChangedKey { name, .. } => {
                let warning = words::changed_key(name);
                self.visit().say(None, warning.clone());
                self.alert(warning);
            }
            Event::Notice(text) => {
                self.visit().say(None, text.clone());
                self.tell(text.clone());
            }
            Event::Refused(why) => self.alert(text::refused(why)),
            Event::Linked { .. }
            | Event::Unlinked { .. }
            | Event::InStep { .. }
            | Event::YourTurn { .. }
            | Event::Presence(_)
            | Event::Stranded(_)
            | Event::CarriedOn { .. }
            | Event::Again { .. }
            | Event::Thinking { .. }
            | Event::Advice { .. }
            | Event::Sent { .. }
            | Event::Final { .. }
            | Event::Over { .. }
            | Event::Damaged { .. }
            | Event::Protocol(_) => {}
        }
    }

    /// The visit that events are about: one that the program was started with may not have been asked for here.
    pub(super) fn visit(&mut self) -> &mut Visit {
        let since = self.now;
        if self.known.visit.is_none() {
            self.pages.push(Box::new(Wait));
        }
        let begin = || Visit { what: text::wait::OPENING.to_owned(), since, ..Visit::default() };
        self.known.visit.get_or_insert_with(begin)
    }

    fn gather(&mut self, seats: Seating, out: &mut Out) {
        let was_awaited = self.is_awaited();
        let visit = self.visit();
        let (first, before) = (visit.seats.is_none(), visit.people().len());
        visit.sit(seats);
        let company = !first && visit.people().len() > before;
        if !self.pages.iter().any(|page| page.is::<GatherPage>()) {
            self.show_visit(Box::new(GatherPage::new()));
        }
        if company || !was_awaited && self.is_awaited() {
            out.signal(Signal::Bell);
        }
    }

    /// Whether everybody else is ready and waits for this player.
    fn is_awaited(&self) -> bool {
        self.known.visit.as_ref().is_some_and(|visit| visit.waits_for().only_you())
    }

    /// Shows how the visit is now, below whatever was opened above it.
    fn show_visit(&mut self, page: Box<dyn Page>) {
        if let Some(at) = self.visit_page() {
            self.pages[at] = page;
        }
    }

    fn visit_page(&self) -> Option<usize> {
        self.pages.iter().position(|page| page.is::<Wait>() || page.is::<GatherPage>())
    }

    /// A check that could not be begun says so, and nothing follows.
    pub(super) fn hear_trouble(&mut self, why: String) {
        let nothing_found = |check: &mut Check| check.findings.is_empty();
        self.known.check.take_if(nothing_found);
        self.alert(why);
    }

    pub(super) fn hear_end(&mut self, end: &Result<End, String>, out: &mut Out) {
        if self.leaving > 0 {
            self.leaving -= 1;
            if self.leaving == 0 {
                out.requests.extend(self.held.take());
            }
            return;
        }
        match end {
            Ok(_) if self.known.visit.is_some() => self.go_home(),
            Ok(_) => {}
            Err(why) => {
                self.end_visit();
                if !self.page_mut().fail(why) {
                    self.alert(why.clone());
                }
            }
        }
    }

    /// Lists the tables that something typed may mean.
    pub(super) fn ask_which(&mut self, typed: &str) {
        self.go_home();
        let home: &mut dyn Any = &mut *self.pages[0];
        if let Some(home) = home.downcast_mut::<HomePage>() {
            home.ask_which(typed);
        }
    }

    /// Back to where the visit was begun from.
    pub(super) fn end_visit(&mut self) {
        self.known.visit = None;
        self.question = None;
        if let Some(at) = self.visit_page() {
            self.pages.truncate(at);
        }
    }

    fn go_home(&mut self) {
        self.end_visit();
        self.help = None;
        self.pages.truncate(1);
    }

    pub(super) fn tell(&mut self, text: String) {
        self.note = Some(Note { text, alert: false });
    }

    fn alert(&mut self, text: String) {
        self.note = Some(Note { text, alert: true });
    }
}
