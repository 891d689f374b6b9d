//! A player at a table with bots, driven key by key.

use std::collections::BTreeMap;

use crossterm::event::{
    Event as TermEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tempfile::TempDir;
use whistlestop::bots::BOTS;
use whistlestop::engine::search::Tally;
use whistlestop::table::Table;
use whistlestop::table::catalog::Catalog;
use whistlestop::table::front::{
    Advice, Command, DrawMode, Event, ProtocolEvent, Request, SeatPlan, TimeControl,
};
use whistlestop::table::store::home::Home;
use whistlestop::table::terms::Terms;
use whistlestop::tui::out::{Out, Signal};
use whistlestop::tui::screens::table::TableScreen;
use whistlestop::tui::theme::{Backdrop, Depth, Theme, UNICODE};
use whistlestop_proto::contract::Stake;
use whistlestop_proto::sign::Identity;

use crate::common::halts::games;

/// A screen and the table behind it.
#[derive(Debug)]
pub(crate) struct Player {
    _folder: TempDir,
    pub(crate) table: Table,
    pub(crate) screen: TableScreen,
    pub(crate) now: u64,
    pub(crate) signals: Vec<Signal>,
    pub(crate) requests: Vec<Request>,
    pub(crate) theme: Theme,
    pub(crate) size: (u16, u16),
}

/// Who looks at the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eyes {
    Player,
    Newcomer,
    Pair,
    Onlooker,
    Room,
}

pub(crate) const DARK: Theme = Theme { depth: Depth::Mono, backdrop: Backdrop::Dark, glyphs: &UNICODE };

impl Player {
    /// Ann against two bots, with draws from a seed.
    pub(crate) fn practice(game: &str, seats: usize, seed: u64) -> Self {
        Self::begin(game, seats, seed, Eyes::Player)
    }

    /// The same for somebody who has never been here.
    pub(crate) fn newcomer(game: &str, seats: usize, seed: u64) -> Self {
        Self::begin(game, seats, seed, Eyes::Newcomer)
    }

    /// Somebody who has never been here, and looks on.
    pub(crate) fn watching(game: &str, seats: usize, seed: u64) -> Self {
        Self::begin(game, seats, seed, Eyes::Onlooker)
    }

    /// Ann and somebody else at one laptop; whatever that other does is done by a bot.
    pub(crate) fn pair(game: &str, seats: usize, seed: u64) -> Self {
        Self::begin(game, seats, seed, Eyes::Pair)
    }

    /// The same table on a screen for the room.
    pub(crate) fn projector(game: &str, seats: usize, seed: u64) -> Self {
        Self::begin(game, seats, seed, Eyes::Room)
    }

    /// Ann against bots that do anything, with options.
    pub(crate) fn trial(game: &str, seats: usize, seed: u64, options: &[(&str, &str)]) -> Self {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        Self::found(game, options, (seats, "random/1"), seed, Eyes::Player)
    }

    fn begin(game: &str, seats: usize, seed: u64, eyes: Eyes) -> Self {
        Self::found(game, BTreeMap::new(), (seats, "greedy/2"), seed, eyes)
    }

    fn found(
        game: &str,
        options: BTreeMap<String, serde_json::Value>,
        (seats, bot): (usize, &str),
        seed: u64,
        eyes: Eyes,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::open(Some(folder.path().join("home"))).unwrap();
        let identity = Identity::from_secret(&[1; 32]);
        let stake = Stake::new(&identity, [2; 16]);
        let mut plan = vec![SeatPlan::Keyed { name: "Ann".to_owned(), key: identity.public(), stake }];
        plan.resize_with(seats, || SeatPlan::Bot { name: bot.to_owned() });
        let terms = Terms {
            game: game.to_owned(),
            options,
            seats: plan,
            draw: DrawMode::Seed(seed),
            clock: TimeControl::None,
            stand_in: "greedy/2".to_owned(),
            nonce: [7; 16],
            name: None,
        };
        let catalog = Catalog { games: games(), bots: BOTS };
        let contract = terms.contract(catalog).unwrap();
        let table = Table::found(0, &home, identity, contract, catalog).unwrap();
        let sat = Event::Table {
            id: table.id(),
            contract: Box::new(table.contract().clone()),
            seats: match eyes {
                Eyes::Room | Eyes::Onlooker => vec![],
                Eyes::Pair => vec![0, 1],
                Eyes::Player | Eyes::Newcomer => vec![0],
            },
            phrase: ["otter", "plum", "ladder", "moss"],
            journal: "tables/otter.wsl".into(),
            start: table.history().at(0).into(),
            steps: Vec::new(),
        };
        let mut screen =
            TableScreen::of(&sat, eyes == Eyes::Room, matches!(eyes, Eyes::Newcomer | Eyes::Onlooker))
                .unwrap();
        let mut out = Out::default();
        screen.hear(0, &Event::Protocol(ProtocolEvent::Started), &mut out);
        let mut player = Self {
            _folder: folder,
            table,
            screen,
            now: 0,
            signals: Vec::new(),
            requests: Vec::new(),
            theme: DARK,
            size: (120, 40),
        };
        player.answer(out);
        player
    }

    /// Carries out what the screen asks for, and tells it what came of it.
    fn answer(&mut self, mut out: Out) {
        loop {
            self.signals.extend(out.signals.drain(..));
            for request in out.requests.drain(..) {
                if let Request::Command(Command::Act(committed)) = &request {
                    self.table.act(self.now, committed.clone()).unwrap();
                }
                self.requests.push(request);
            }
            while self.table.poll_transmit().unwrap().is_some() {}
            let Some(event) = self.table.poll_event() else { return };
            self.screen.hear(self.now, &event, &mut out);
        }
    }

    /// Something happens.
    pub(crate) fn hear(&mut self, event: &Event) {
        let mut out = Out::default();
        self.screen.hear(self.now, event, &mut out);
        self.answer(out);
    }

    /// Lets time pass until the screen has shown everything.
    pub(crate) fn wait(&mut self) {
        while let Some(at) = self.screen.view().next_tick() {
            self.now = at;
            let mut out = Out::default();
            self.screen.tick(self.now, &mut out);
            self.answer(out);
        }
    }

    /// Presses keys, by their names or characters, separated by blanks.
    pub(crate) fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            let code = match key {
                "enter" => KeyCode::Enter,
                "esc" => KeyCode::Esc,
                "tab" => KeyCode::Tab,
                "up" => KeyCode::Up,
                "down" => KeyCode::Down,
                "left" => KeyCode::Left,
                "right" => KeyCode::Right,
                "space" => KeyCode::Char(' '),
                "^c" => {
                    let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
                    self.event(&TermEvent::Key(stop));
                    continue;
                }
                "backspace" => KeyCode::Backspace,
                key => KeyCode::Char(key.chars().next().unwrap()),
            };
            self.event(&TermEvent::Key(KeyEvent::from(code)));
        }
    }

    /// Types a text.
    pub(crate) fn write(&mut self, text: &str) {
        for character in text.chars() {
            self.event(&TermEvent::Key(KeyEvent::from(KeyCode::Char(character))));
        }
    }

    /// Clicks where a text stands.
    pub(crate) fn click(&mut self, text: &str) {
        self.mouse(text, MouseEventKind::Down(MouseButton::Left));
    }

    /// Turns the wheel where a text stands.
    pub(crate) fn wheel(&mut self, text: &str, up: bool) {
        self.mouse(text, if up { MouseEventKind::ScrollUp } else { MouseEventKind::ScrollDown });
    }

    /// Pastes a text.
    pub(crate) fn paste(&mut self, text: &str) {
        self.event(&TermEvent::Paste(text.to_owned()));
    }

    fn mouse(&mut self, text: &str, kind: MouseEventKind) {
        let shown = self.show();
        let (row, column) = shown
            .lines()
            .enumerate()
            .find_map(|(row, line)| {
                Some((row, line[..line.find(text)?].chars().count() + text.chars().count() / 2))
            })
            .unwrap_or_else(|| panic!("{text:?} is not on the screen:\n{shown}"));
        let (column, row) = (u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
        self.event(&TermEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Clicks on the highlighted line of the menu.
    pub(crate) fn click_highlighted(&mut self) {
        self.click("┃► ");
    }

    fn event(&mut self, event: &TermEvent) {
        let mut out = Out::default();
        self.screen.input(event, &mut out);
        self.answer(out);
    }

    /// The screen as text.
    pub(crate) fn show(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        let (theme, now) = (self.theme, self.now);
        terminal.draw(|frame| self.screen.draw(frame, frame.area(), &theme, now)).unwrap();
        let unquoted = |line: &str| {
            line.strip_prefix('"')?.strip_suffix('"').map(|line| line.trim_end().to_owned() + "\n")
        };
        terminal.backend().to_string().lines().filter_map(unquoted).collect()
    }
}

/// Advice for this moment.
pub(crate) fn advice(player: &Player) -> Event {
    let tally = Tally { playouts: 20, ended: 20, wins: 12_000, score: 1_700, margin: 240, worth: 0 };
    let worse = Tally { ended: 3, wins: 3_000, margin: -60, ..tally };
    let advice = vec![
        Advice { steps: vec![("bid for the share of PRR".into(), Some(9))], tally },
        Advice { steps: vec![("pass and leave this auction".into(), None)], tally: worse },
        Advice {
            steps: vec![("the Expansion dial moves".into(), None), ("track in J2".into(), None)],
            tally: Tally::default(),
        },
    ];
    Event::Advice { index: player.screen.view().len(), advice }
}
