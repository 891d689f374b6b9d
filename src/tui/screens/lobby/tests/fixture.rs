//! A lobby on a stage: games and bots made up for it, people, tables, and keys by name.

use std::any::Any;
use std::path::PathBuf;

use crossterm::event::{Event as TermEvent, KeyCode, KeyEvent, KeyModifiers};

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::Lobby;
use super::super::pages::connect::Connect;
use super::super::pages::name::Name;
use super::super::pages::new_table::NewTable;
use crate::engine::any_game::{ActionBytes, AnyGame};
use crate::engine::bot::{Bot, Bots};
use crate::engine::canonical;
use crate::engine::game::{Meta, OptionMeta, OptionValue};
use crate::engine::money::Currency;
use crate::table::front::{
    Event, GatherSeat, KeptTable, NearState, NearTable, News, PublicKey, Request, Seating, Tag,
};
use crate::tui::out::{Out, Signal};
use crate::tui::theme::Theme;

pub(super) const CODE: &str = "otter plum ladder crane birch amber cedar lotus mint";

static LONG_GAME: Meta = Meta {
    id: "long-game",
    title: "The Long Game",
    seats: (2, 5),
    rules_version: "1",
    earlier_rules: &[],
    currency: Currency::Dollars,
    options: &[
        OptionMeta {
            name: "map",
            about: "which map is played on",
            values: &[OptionValue::Name("big"), OptionValue::Name("small"), OptionValue::Name("tiny")],
        },
        OptionMeta {
            name: "short_game",
            about: "the game ends after four rounds",
            values: &[OptionValue::Flag(false), OptionValue::Flag(true)],
        },
    ],
    board_hash: || canonical::hash("long-game", &0_u8),
    rules_text: "# The Long Game\n\nTrains run from coast to coast, and who has most at the end has won.\n\n## More\n",
    max_actions: 1,
};

static TOY: Meta = Meta { id: "toy", title: "Toy", seats: (3, 4), ..TOY_LIKE };

const TOY_LIKE: Meta = Meta {
    id: "",
    title: "",
    seats: (0, 0),
    rules_version: "1",
    earlier_rules: &[],
    currency: Currency::Dollars,
    options: &[],
    board_hash: || canonical::hash("toy", &0_u8),
    rules_text: "# Toy\n\nA small one.\n",
    max_actions: 1,
};

/// A game that one can play alone.
static PATIENCE: Meta = Meta { id: "patience", title: "Patience", seats: (1, 4), ..TOY_LIKE };

#[derive(Debug)]
struct Named(&'static str);

impl Bot for Named {
    fn name(&self) -> &'static str {
        self.0
    }

    fn about(&self) -> &'static str {
        "takes what it can get"
    }

    fn decide(&self, _: &dyn AnyGame) -> Vec<ActionBytes> {
        unreachable!("nobody plays in the lobby")
    }
}

static BOTS: Bots = &[&Named("first/1"), &Named("second/1"), &Named("third/1")];

/// A lobby and what it gave out.
pub(super) struct Stage {
    pub(super) lobby: Lobby,
    pub(super) out: Out,
    pub(super) now: u64,
}

impl Stage {
    /// At the very start.
    pub(super) fn new() -> Self {
        Self { lobby: Lobby::new(vec![&LONG_GAME, &TOY], BOTS), out: Out::default(), now: 0 }
    }

    /// With a player called Ann and a game that she can play alone.
    pub(super) fn with_patience() -> Self {
        let lobby = Lobby::new(vec![&PATIENCE, &TOY], BOTS);
        let mut stage = Self { lobby, out: Out::default(), now: 0 };
        stage.hear(&News::Name(Some("Ann".to_owned())));
        stage
    }

    /// With a player called Ann.
    pub(super) fn named() -> Self {
        let mut stage = Self::new();
        stage.hear(&News::Name(Some("Ann".to_owned())));
        stage
    }

    /// At a table, whose first seat is its host's.
    pub(super) fn hosting(seats: &[GatherSeat]) -> Self {
        let mut stage = Self::named();
        stage.press("+ enter");
        stage.hear(&listening());
        stage.hear(&News::Event(gathering(seats)));
        stage.out = Out::default();
        stage
    }

    pub(super) fn hear(&mut self, news: &News) {
        self.lobby.hear(self.now, news, &mut self.out);
    }

    /// Presses keys by their names, `'word` letter by letter; gives what was asked for since the last time.
    pub(super) fn press(&mut self, keys: &str) -> Vec<Request> {
        for event in keys.split(' ').flat_map(events) {
            self.input(&event);
        }
        self.out.requests.drain(..).collect()
    }

    pub(super) fn input(&mut self, event: &TermEvent) {
        self.lobby.input(self.now, event, &mut self.out);
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.input(&TermEvent::Paste(text.to_owned()));
    }

    /// What the screen shows, as text.
    pub(super) fn draw(&mut self, (columns, lines): (u16, u16), theme: &Theme) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, lines)).expect("a screen in memory");
        terminal
            .draw(|frame| {
                let area = frame.area();
                self.lobby.draw(frame, area, theme, self.now);
            })
            .expect("a screen in memory");
        let buffer = terminal.backend().buffer();
        let line = |y: u16| -> String { (0..columns).map(|x| buffer[(x, y)].symbol()).collect() };
        (0..lines).map(|y| line(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn signals(&mut self) -> Vec<Signal> {
        self.out.signals.drain(..).collect()
    }

    /// The kind of page on top.
    pub(super) fn page(&self) -> String {
        let page = format!("{:?}", self.lobby.page());
        page.split(' ').next().unwrap_or_default().to_owned()
    }

    pub(super) fn note(&self) -> String {
        self.lobby.note.as_ref().map_or_else(String::new, |note| note.text.clone())
    }

    pub(super) fn problem(&self) -> Option<&str> {
        let page: &dyn Any = self.lobby.page();
        let of_table = || page.downcast_ref::<NewTable>().map(|form| &form.problem);
        let of_name = || page.downcast_ref::<Name>().map(|name| &name.problem);
        let form = page.downcast_ref::<Connect>().map(|form| &form.problem);
        form.or_else(of_table).or_else(of_name)?.as_deref()
    }

    pub(super) fn talk(&self) -> Vec<String> {
        let said = self.lobby.known.visit.iter().flat_map(|visit| &visit.talk);
        said.map(|said| match &said.by {
            Some(name) => format!("{name}: {}", said.what),
            None => said.what.clone(),
        })
        .collect()
    }
}

fn events(key: &str) -> Vec<TermEvent> {
    let plain = |code| vec![(code, KeyModifiers::NONE)];
    let keys = match key {
        "enter" => plain(KeyCode::Enter),
        "esc" => plain(KeyCode::Esc),
        "tab" => plain(KeyCode::Tab),
        "up" => plain(KeyCode::Up),
        "down" => plain(KeyCode::Down),
        "left" => plain(KeyCode::Left),
        "right" => plain(KeyCode::Right),
        "backspace" => plain(KeyCode::Backspace),
        "space" => plain(KeyCode::Char(' ')),
        "f1" => plain(KeyCode::F(1)),
        "ctrl-c" => vec![(KeyCode::Char('c'), KeyModifiers::CONTROL)],
        "ctrl-u" => vec![(KeyCode::Char('u'), KeyModifiers::CONTROL)],
        letters => {
            let word = letters.strip_prefix('\'');
            assert!(word.is_some() || letters.chars().count() == 1, "no key is called {letters:?}");
            word.unwrap_or(letters).chars().map(|c| (KeyCode::Char(c), KeyModifiers::NONE)).collect()
        }
    };
    keys.into_iter().map(|(code, modifiers)| TermEvent::Key(KeyEvent::new(code, modifiers))).collect()
}

pub(super) type Person = (&'static str, PublicKey);

pub(super) fn me() -> Person {
    ("Ann", PublicKey([1; 32]))
}

pub(super) fn bob() -> Person {
    ("Ben", PublicKey([2; 32]))
}

pub(super) fn chloe() -> Person {
    ("Chloe", PublicKey([3; 32]))
}

pub(super) fn place((name, key): Person, ready: bool) -> GatherSeat {
    GatherSeat::Taken { name: name.to_owned(), key, ready }
}

pub(super) fn gathering(seats: &[GatherSeat]) -> Event {
    Event::Gathering(Seating {
        gathering: tag(9),
        name: "table 7".to_owned(),
        game: "long-game".to_owned(),
        seats: seats.to_vec(),
    })
}

pub(super) fn listening() -> News {
    News::Event(Event::Listening {
        name: "Ann".to_owned(),
        key: me().1,
        addresses: vec![
            "192.168.1.23:18300".parse().expect("an address"),
            "10.8.0.2:18300".parse().expect("an address"),
        ],
        code: Some(CODE.to_owned()),
        words: ["copper", "hill", "sedan", "tulip"],
    })
}

pub(super) fn tag(number: u8) -> Tag {
    Tag([number; 8])
}

pub(super) fn near(number: u8, state: NearState) -> NearTable {
    NearTable {
        tag: tag(number),
        name: format!("table {number}"),
        game: "long-game".to_owned(),
        names: vec!["Ben".to_owned(), "Chloe".to_owned()],
        addresses: Vec::new(),
        taken: 2,
        seats: 4,
        state,
        pass_phrase: false,
        version: "0.1.0".to_owned(),
        protocol: 0,
        fits: true,
    }
}

pub(super) fn open(number: u8) -> NearTable {
    near(number, NearState::Open)
}

pub(super) fn playing(number: u8) -> NearTable {
    near(number, NearState::Playing)
}

pub(super) fn over(number: u8) -> NearTable {
    near(number, NearState::Over)
}

pub(super) fn kept(path: &str, over: bool) -> KeptTable {
    KeptTable {
        tag: tag(u8::MAX),
        path: PathBuf::from(path),
        game: "toy".to_owned(),
        names: vec!["Ann".to_owned(), "Ben".to_owned(), "second/1".to_owned(), "second/1".to_owned()],
        entries: 41,
        over,
        local: false,
        carried_on: None,
    }
}
