//! The whole front end: the lobby, or the table that the player is at.

use std::collections::VecDeque;

use crossterm::event::Event as TermEvent;
use ratatui::Frame;

use super::Screen;
use super::out::{Out, Signal};
use super::screens::lobby::Lobby;
use super::screens::table::TableScreen;
use super::text::table as text;
use super::theme::Theme;
use super::widgets::notice::Notice;
use crate::table::front::{End, Event, News, Request};

/// How a player comes to the screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// To look around.
    Lobby,
    /// Straight to a table that was asked for on the command line; behind it there is nothing more to do.
    Straight,
    /// To show a table to a room: large, without keys.
    Projector,
    /// To look at a table that was played.
    Replay,
}

/// Below this size nothing can be read.
const SMALLEST: (u16, u16) = (80, 24);

/// Everything on the screen.
#[derive(Debug)]
pub struct App {
    theme: Theme,
    start: Start,
    lobby: Lobby,
    table: Option<TableScreen>,
    /// The player has never been here before.
    newcomer: bool,
    /// The table that was asked for last is one of the past.
    replays: bool,
    out: Out,
    /// What to say once the terminal is as it was.
    last_words: Option<String>,
    now: u64,
}

impl App {
    /// The screens, in colours that fit the terminal.
    pub fn new(theme: Theme, start: Start, lobby: Lobby) -> Self {
        Self {
            theme,
            start,
            lobby: if start == Start::Lobby { lobby } else { lobby.on_the_way() },
            table: None,
            newcomer: false,
            replays: false,
            out: Out {
                requests: VecDeque::new(),
                signals: [Signal::Title(text::header::title(""))].into(),
                done: false,
            },
            last_words: None,
            now: 0,
        }
    }

    /// The table that the player is at.
    pub const fn table(&self) -> Option<&TableScreen> {
        self.table.as_ref()
    }

    /// What to say once the screens are gone: how it ended, if that is worth a line.
    pub fn last_words(&self) -> Option<&str> {
        self.last_words.as_deref()
    }

    /// Whether the table at hand is one of the past: asked for on the command line, or in the lobby.
    fn is_replay(&self) -> bool {
        self.start == Start::Replay || self.replays
    }

    fn ended(&mut self, end: &Result<End, String>) {
        let journal = self.table.as_ref().map(|table| table.view().journal.display().to_string());
        let over = self.table.as_ref().is_some_and(|table| table.view().result.is_some());
        self.last_words = match end {
            Err(why) => Some(why.clone()),
            Ok(_) => journal.map(|journal| text::kept_at(&journal, over)),
        };
        self.table = None;
        if self.start != Start::Lobby {
            self.out.done = true;
        }
    }
}

impl Screen for App {
    fn hear(&mut self, now: u64, news: News) {
        self.now = now;
        match &news {
            News::Stop => self.out.done = true,
            News::Event(event @ Event::Table { .. }) => {
                let projector = self.start == Start::Projector || self.lobby.is_for_projector();
                self.table = TableScreen::of(event, projector, self.newcomer);
                let replays = self.is_replay();
                if let Some(table) = self.table.as_mut().filter(|_| replays) {
                    table.look_back();
                }
                self.out.signal(Signal::Title(text::header::title("")));
            }
            News::Event(event) if self.table.is_some() => {
                if let Some(table) = &mut self.table {
                    table.hear(now, event, &mut self.out);
                }
            }
            News::Several(_) => {
                // There is something to choose from, so this is not the end.
                self.start = Start::Lobby;
                self.lobby.hear(now, &news, &mut self.out);
            }
            News::Ended(end) => {
                self.ended(end);
                self.lobby.hear(now, &news, &mut self.out);
            }
            News::Name(None) => {
                self.newcomer = true;
                self.lobby.hear(now, &news, &mut self.out);
            }
            _ => self.lobby.hear(now, &news, &mut self.out),
        }
    }

    fn input(&mut self, now: u64, event: TermEvent) {
        self.now = now;
        match &mut self.table {
            Some(table) => table.input(&event, &mut self.out),
            None => self.lobby.input(now, &event, &mut self.out),
        }
    }

    fn tick(&mut self, now: u64) {
        self.now = now;
        match &mut self.table {
            Some(table) => table.tick(now, &mut self.out),
            None => self.lobby.tick(now, &mut self.out),
        }
    }

    fn next_tick(&self) -> Option<u64> {
        match &self.table {
            Some(table) => table.next_tick(self.now),
            None => self.lobby.next_tick(),
        }
    }

    fn poll_request(&mut self) -> Option<Request> {
        let request = self.out.requests.pop_front();
        match &request {
            Some(Request::Replay(_)) => self.replays = true,
            Some(Request::Open(_) | Request::Find(_) | Request::Resume(_) | Request::CarryOn(_)) => {
                self.replays = false;
            }
            _ => {}
        }
        request
    }

    fn poll_signal(&mut self) -> Option<Signal> {
        self.out.signals.pop_front()
    }

    fn is_done(&self) -> bool {
        self.out.done
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let words = text::too_small((area.width, area.height), SMALLEST);
            let sentences = [text::TOO_SMALL, &words];
            frame.render_widget(&Notice { sentences: &sentences, theme: &self.theme }, area);
            return;
        }
        match &mut self.table {
            Some(table) => table.draw(frame, area, &self.theme, self.now),
            None => self.lobby.draw(frame, area, &self.theme, self.now),
        }
    }
}
