//! The lobby: everything before a game.
//!
//! Pages lie on each other, the first one, [`Home`], at the bottom: Esc takes one off. A page turns an [`Intent`] into a
//! [`Step`], and only [`Lobby`] carries steps out. What is known whatever page is shown is in [`Known`].
//!
//! The lobby never waits for anybody: what it asks for is answered by news, in whatever order they come.

mod connect;
mod draw;
mod form;
mod gather;
mod hints;
mod home;
mod known;
mod name;
mod network;
mod new_table;

use crossterm::event::{Event as TermEvent, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use self::connect::Connect;
use self::gather::Gather;
use self::home::Home;
use self::known::{Check, Here, Known, Visit};
use self::name::Name;
use self::network::Network;
use self::new_table::NewTable;
use crate::engine::bot::Bots;
use crate::engine::game::Meta;
use crate::table::front::{End, Event, News, Request, Seats};
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::keymap::{Binding, find};
use crate::tui::out::{Out, Signal};
use crate::tui::text::lobby as text;

/// The lobby.
#[derive(Debug)]
pub struct Lobby {
    known: Known,
    /// Never empty, and the first is [`Page::Home`].
    pages: Vec<Page>,
    /// How far help is scrolled, while it is shown.
    help: Option<u16>,
    /// The one line for what went wrong or is worth knowing, until the next key.
    note: Option<Note>,
    question: Option<Question>,
    /// Tables that were left and have not come to their end: until then, what happens is theirs.
    leaving: u32,
    /// What is asked for once they have: one table at a time.
    held: Option<Request>,
    projector: bool,
    /// What a click means where, as it was drawn.
    hits: Vec<(Rect, Hit)>,
    now: u64,
}

/// A page.
#[derive(Debug)]
enum Page {
    Home(Home),
    Name(Name),
    NewTable(NewTable),
    Connect(Connect),
    Address,
    Network(Network),
    Wait,
    Gather(Gather),
}

/// What a page wants done.
#[derive(Debug)]
enum Step {
    Stay,
    /// To another page, above this one.
    Go(Page),
    /// One page back.
    Back,
    Ask(Request),
    /// To a table.
    Visit {
        request: Request,
        visit: Box<Visit>,
        projector: bool,
    },
    /// Away from it.
    Leave,
    /// Be called so.
    Name(String),
    Note(String),
    Question(Question),
    Copy(String),
}

/// Something to know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    text: String,
    alert: bool,
}

/// Something that would be lost: asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// Leave the table that others wait at.
    Close(String),
    /// And end the program.
    Quit(String),
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hit {
    /// The same as a key.
    Do(Intent),
    /// A line, a row of a form or a seat.
    Row(usize),
    /// The value before, on a row of a form.
    Less(usize),
    /// The value behind.
    More(usize),
}

impl Lobby {
    /// A lobby for these games and bots. The lists must not be empty.
    pub fn new(games: Vec<&'static Meta>, bots: Bots) -> Self {
        Self {
            known: Known::new(games, bots),
            pages: vec![Page::Home(Home::new())],
            help: None,
            note: None,
            question: None,
            leaving: 0,
            held: None,
            projector: false,
            hits: Vec::new(),
            now: 0,
        }
    }

    /// Whether the table that was asked for last is to be shown large, for a projector.
    pub fn is_for_projector(&self) -> bool {
        self.projector
    }

    /// Something happened; everything at a table is for the table's screen.
    pub fn hear(&mut self, now: u64, news: &News, out: &mut Out) {
        self.now = now;
        match news {
            News::Event(event) if self.leaving == 0 => self.hear_event(event, out),
            News::Name(name) => self.hear_name(name.clone()),
            News::Near(tables) => self.known.set_near(tables.clone()),
            News::Kept(tables) => self.known.set_kept(tables.clone()),
            News::Network(findings, done) => {
                self.known.check = Some(Check { findings: findings.clone(), done: *done });
            }
            News::Ended(end) => self.hear_end(end, out),
            News::Trouble(why) => self.hear_trouble(why.clone()),
            News::Event(_) | News::Stop => {}
        }
        if let Page::Home(home) = &mut self.pages[0] {
            home.refresh(&self.known);
        }
    }

    /// A key, the mouse or pasted text.
    pub fn input(&mut self, now: u64, event: &TermEvent, out: &mut Out) {
        self.now = now;
        match event {
            TermEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(key, out),
            TermEvent::Paste(pasted) => self.paste(pasted),
            TermEvent::Mouse(mouse) => self.mouse(*mouse, out),
            _ => {}
        }
    }

    /// The time that [`next_tick`](Self::next_tick) named has come.
    pub fn tick(&mut self, now: u64, _out: &mut Out) {
        self.now = now;
    }

    /// When the page changes by itself: seconds are counted while a table is looked for.
    pub fn next_tick(&self) -> Option<u64> {
        let visit = self.known.visit.as_ref()?;
        matches!(self.page(), Page::Wait).then(|| visit.since + (self.waited_seconds() + 1) * 1_000)
    }

    fn waited_seconds(&self) -> u64 {
        self.known.visit.as_ref().map_or(0, |visit| self.now.saturating_sub(visit.since) / 1_000)
    }

    fn page(&self) -> &Page {
        self.pages.last().expect("the first page is never taken off")
    }

    fn page_mut(&mut self) -> &mut Page {
        self.pages.last_mut().expect("the first page is never taken off")
    }

    /// The keys of what is shown now.
    fn bindings(&self) -> &'static [Binding<Intent>] {
        match self.page() {
            _ if self.question.is_some() => keys::QUESTION,
            _ if self.help.is_some() => keys::HELP,
            page => page.bindings(),
        }
    }
}

// News.
impl Lobby {
    fn hear_name(&mut self, name: Option<String>) {
        let asking = self.pages.iter().any(|page| matches!(page, Page::Name(_)));
        if name.is_none() && !asking {
            self.pages.push(Page::Name(Name::new(None)));
        }
        self.known.name = name;
    }

    fn hear_event(&mut self, event: &Event, out: &mut Out) {
        match event {
            Event::Listening { key, addresses, code, words, .. } => {
                let (addresses, code) = (addresses.clone(), code.clone());
                self.visit().here = Some(Here { key: *key, addresses, code, words: *words });
            }
            Event::Looking(what) => {
                let visit = self.visit();
                visit.what = text::wait::looking(what);
                visit.seats = None;
                self.show_visit(Page::Wait);
            }
            Event::Gathering(seats) => self.gather(seats.clone(), out),
            Event::Table { .. } => self.go_home(),
            Event::Chat { name, text } => self.visit().say(Some(name.clone()), text.clone()),
            Event::Linked { key, name: Some(name), .. } => {
                let visit = self.visit();
                if visit.away.remove(key) {
                    visit.say(None, text::gather::back(name));
                }
            }
            Event::Unlinked { key, name: Some(name), why } => {
                let visit = self.visit();
                if visit.people().iter().any(|person| person.key == *key) {
                    visit.away.insert(*key);
                    visit.say(None, text::gather::lost(name, why));
                }
            }
            Event::ChangedKey { name, .. } => {
                let warning = text::changed_key(name);
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
            | Event::Again { .. }
            | Event::At(_) => {}
        }
    }

    /// The visit that events are about: one that the program was started with may not have been asked for here.
    fn visit(&mut self) -> &mut Visit {
        let since = self.now;
        if self.known.visit.is_none() {
            self.pages.push(Page::Wait);
        }
        let begin = || Visit { what: text::wait::OPENING.to_owned(), since, ..Visit::default() };
        self.known.visit.get_or_insert_with(begin)
    }

    fn gather(&mut self, seats: Seats, out: &mut Out) {
        let others = |visit: &Visit| visit.people().len();
        let (before, was_awaited) = (others(self.visit()), self.is_awaited());
        let first = self.visit().seats.is_none();
        self.visit().sit(seats);
        self.show_visit(Page::Gather(Gather::new()));
        let company = !first && others(self.visit()) > before;
        if company || !was_awaited && self.is_awaited() {
            out.signal(Signal::Bell);
        }
    }

    /// Whether everybody else is ready and waits for this player.
    fn is_awaited(&self) -> bool {
        let (free, unready, me) = gather::waits_for(&self.known);
        me && free == 0 && unready.is_empty()
    }

    /// Shows how the visit is now, below whatever was opened above it.
    fn show_visit(&mut self, page: Page) {
        let Some(at) = self.visit_page() else { return };
        let same =
            matches!((&self.pages[at], &page), (Page::Wait, Page::Wait) | (Page::Gather(_), Page::Gather(_)));
        if !same {
            self.pages[at] = page;
        }
    }

    fn visit_page(&self) -> Option<usize> {
        self.pages.iter().position(|page| matches!(page, Page::Wait | Page::Gather(_)))
    }

    /// A check that could not be begun says so, and nothing follows.
    fn hear_trouble(&mut self, why: String) {
        let nothing_found = |check: &mut Check| check.findings.is_empty();
        self.known.check.take_if(nothing_found);
        self.alert(why);
    }

    fn hear_end(&mut self, end: &Result<End, String>, out: &mut Out) {
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
                match self.page_mut() {
                    Page::NewTable(NewTable { problem, .. }) | Page::Connect(Connect { problem, .. }) => {
                        *problem = Some(why.clone());
                    }
                    _ => self.alert(why.clone()),
                }
            }
        }
    }

    /// Back to where the visit was begun from.
    fn end_visit(&mut self) {
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

    fn tell(&mut self, text: String) {
        self.note = Some(Note { text, alert: false });
    }

    fn alert(&mut self, text: String) {
        self.note = Some(Note { text, alert: true });
    }
}

// Input.
impl Lobby {
    fn key(&mut self, event: &KeyEvent, out: &mut Out) {
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
    fn paste(&mut self, pasted: &str) {
        if self.question.is_some() || self.help.is_some() {
            return;
        }
        if let Page::Home(_) = self.page() {
            self.pages.push(Page::Connect(Connect::typed()));
        }
        self.page_mut().paste(pasted);
    }

    fn mouse(&mut self, event: MouseEvent, out: &mut Out) {
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

impl Page {
    fn bindings(&self) -> &'static [Binding<Intent>] {
        match self {
            Self::Home(_) => keys::HOME,
            Self::Name(_) | Self::NewTable(_) | Self::Connect(_) | Self::Network(_) => keys::FORM,
            Self::Address => keys::ADDRESS,
            Self::Wait => keys::WAIT,
            Self::Gather(gather) if gather.talking => keys::TALK,
            Self::Gather(_) => keys::GATHER,
        }
    }

    /// Takes a key as a letter of what is being typed.
    fn key(&mut self, event: &KeyEvent) -> bool {
        match self {
            Self::Name(name) => name.key(event),
            Self::NewTable(form) => form.key(event),
            Self::Connect(form) => form.key(event),
            Self::Network(network) => network.peer.key(event),
            Self::Gather(gather) => gather.key(event),
            Self::Home(_) | Self::Address | Self::Wait => false,
        }
    }

    fn paste(&mut self, pasted: &str) {
        let line = match self {
            Self::Name(name) => Some(&mut name.line),
            Self::NewTable(form) => form.field(),
            Self::Connect(form) => form.field(),
            Self::Network(network) => Some(&mut network.peer),
            Self::Gather(gather) => gather.talking.then_some(&mut gather.talk),
            Self::Home(_) | Self::Address | Self::Wait => None,
        };
        if let Some(line) = line {
            // A code may be broken over lines where it was copied from.
            line.insert(&pasted.lines().collect::<Vec<_>>().join(" "));
        }
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Step {
        match (self, intent) {
            (Self::Home(home), intent) => home.act(intent, known),
            (Self::Name(name), intent) => name.act(intent),
            (Self::Gather(gather), intent) => gather.act(intent, known),
            (Self::Wait, Intent::Back) => Step::Leave,
            (_, Intent::Back) => Step::Back,
            (Self::NewTable(form), intent) => form.act(intent, known),
            (Self::Connect(form), intent) => form.act(intent),
            (Self::Network(network), intent) => network.act(intent, known),
            (Self::Address, intent) => act_on_address(intent, known),
            (Self::Wait, _) => Step::Stay,
        }
    }
}

fn act_on_address(intent: Intent, known: &Known) -> Step {
    let here = known.visit.as_ref().and_then(|visit| visit.here.as_ref());
    let code = here.and_then(|here| here.code.clone());
    match intent {
        Intent::Copy => code.map_or_else(|| Step::Note(text::address::NO_CODE.to_owned()), Step::Copy),
        Intent::Enter if here.is_none() => Step::Go(Page::NewTable(NewTable::new(known))),
        _ => Step::Stay,
    }
}

#[cfg(test)]
mod tests;
