//! A screen with bugs, for tests of what is left of the terminal: `p` panics, `t` panics in the thread of a table, `q` ends
//! it.
#![expect(clippy::unwrap_used, clippy::panic, reason = "it is there to fail")]

use ratatui::Frame;
use whistlestop::bots::BOTS;
use whistlestop::engine::any_game::{ActionBytes, AnyGame};
use whistlestop::engine::bot::{Bot, Bots};
use whistlestop::node::shell::{self, ScreenPlayer};
use whistlestop::node::{AlonePolicy, AwayPolicy, Clock, Options, Player};
use whistlestop::table::front::{DrawMode, News, People, Plan, Request, TimeControl};
use whistlestop::table::store::home::Home;
use whistlestop::tui::Screen;
use whistlestop::tui::out::Signal;
use whistlestop::tui::terminal::{Input, Manners, Terminal};

struct Fragile {
    asks: Option<Request>,
    is_done: bool,
    signals: Vec<Signal>,
}

impl Screen for Fragile {
    fn hear(&mut self, _now: u64, _news: News) {}

    fn input(&mut self, _now: u64, event: Input) {
        match event.as_key_press_event().and_then(|key| key.code.as_char()) {
            Some('p') => panic!("the screen has a bug"),
            Some('t') => self.asks = Some(Request::Open(with_bots())),
            Some('q') => self.is_done = true,
            _ => {}
        }
    }

    fn tick(&mut self, _now: u64) {}

    fn next_tick(&self) -> Option<u64> {
        None
    }

    fn poll_request(&mut self) -> Option<Request> {
        self.asks.take()
    }

    fn poll_signal(&mut self) -> Option<Signal> {
        self.signals.pop()
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        frame.render_widget("steady", frame.area());
    }
}

/// A bot with a bug.
#[derive(Debug)]
struct Faulty;

impl Bot for Faulty {
    fn name(&self) -> &'static str {
        BOTS[0].name()
    }

    fn about(&self) -> &'static str {
        "has a bug"
    }

    fn decide(&self, _game: &dyn AnyGame) -> Vec<ActionBytes> {
        panic!("the bot has a bug")
    }
}

static FAULTY: Bots = &[&Faulty];

fn with_bots() -> Plan {
    Plan {
        game: "chicago-express".to_owned(),
        options: std::collections::BTreeMap::new(),
        seats: 3,
        bots: 2,
        bot: FAULTY[0].name().to_owned(),
        draw: DrawMode::Seed(1),
        name: None,
        clock: TimeControl::None,
        pass_phrase: None,
        people: People::Here(Vec::new()),
    }
}

fn main() {
    let home = Home::open(std::env::args_os().nth(1).map(Into::into)).unwrap();
    let identity = home.identity().unwrap();
    let options = Options {
        clock: Clock::start(),
        name: "Ann".to_owned(),
        listen: Vec::new(),
        mdns: false,
        bots: FAULTY,
        player: Player::Commands,
        away: AwayPolicy::Wait,
        alone: AlonePolicy::Wait,
        linger_millis: 0,
        attended: false,
        deadline: None,
        programs: std::collections::BTreeMap::new(),
    };
    let desk = ScreenPlayer { home, identity, options, wait_seconds: None, pass_phrase: None };
    let mut terminal = Terminal::open(Manners { mouse: true, bell: true }).unwrap();
    let signals = vec![Signal::Title("fragile".to_owned()), Signal::Bell];
    let mut screen = Fragile { asks: None, is_done: false, signals };
    let outcome = shell::run(&mut screen, &mut terminal, desk, None);
    drop(terminal);
    std::process::exit(if outcome.unwrap().stopped.is_some() { 130 } else { 0 });
}
