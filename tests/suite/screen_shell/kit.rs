//! Players behind a shell: what they hear comes out, what they ask for goes in, and nothing is drawn.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use whistlestop::bots::BOTS;
use whistlestop::engine::any_game::{ActionBytes, AnyChoice};
use whistlestop::node::shell::{self, ScreenPlayer, ShellEnd};
use whistlestop::node::{AlonePolicy, AwayPolicy, Clock, Options, Player as Own};
use whistlestop::table::front::{
    Command, DrawMode, End, Event, Hash, KeptTable, News, People, Plan, Request, SeatNumber, TimeControl,
    Which, Wish,
};
use whistlestop::table::rules::Move;
use whistlestop::table::store::home::Home;
use whistlestop::table::store::journal::read_journal;
use whistlestop::table::verify::{Verified, verify_journal};
use whistlestop::tui::Screen;
use whistlestop::tui::out::Signal;
use whistlestop::tui::terminal::{Input, Reader, Window};

/// How long a test waits for news. Many times what the slowest takes on a busy machine: it only ends tests that fail.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) const GAME: &str = "chicago-express";

/// Somebody behind a shell in a thread of its own.
pub(crate) struct Person {
    news: Receiver<News>,
    requests: Sender<Request>,
    inputs: Option<Sender<Input>>,
    shell: Option<JoinHandle<ShellEnd>>,
    /// What was heard last, for tests that fail.
    last: VecDeque<News>,
    pub(crate) frames: Arc<AtomicU64>,
}

/// A table that somebody sits at.
#[derive(Clone, Debug)]
pub(crate) struct Sitting {
    pub(crate) id: Hash,
    pub(crate) seats: Vec<SeatNumber>,
    pub(crate) journal: PathBuf,
    pub(crate) steps: usize,
}

/// A screen that tells all it hears and asks for what it is told to.
struct Script {
    hears: Sender<News>,
    requests: Receiver<Request>,
}

impl Screen for Script {
    fn hear(&mut self, _now: u64, news: News) {
        // A test that has seen enough listens no more.
        let _ = self.hears.send(news);
    }

    fn input(&mut self, _now: u64, _event: Input) {}

    fn tick(&mut self, _now: u64) {}

    fn next_tick(&self) -> Option<u64> {
        None
    }

    fn poll_request(&mut self) -> Option<Request> {
        self.requests.try_recv().ok()
    }

    fn poll_signal(&mut self) -> Option<Signal> {
        None
    }

    fn is_done(&self) -> bool {
        false
    }

    fn draw(&mut self, _frame: &mut ratatui::Frame<'_>) {}
}

/// A window without a terminal, whose inputs the test gives.
struct Pane {
    inputs: Option<Receiver<Input>>,
    frames: Arc<AtomicU64>,
    terminal: Terminal<TestBackend>,
}

impl Window for Pane {
    fn show(&mut self, screen: &mut dyn Screen) -> io::Result<()> {
        self.frames.fetch_add(1, Ordering::SeqCst);
        self.terminal.draw(|frame| screen.draw(frame)).map_err(io::Error::other)?;
        Ok(())
    }

    fn signal(&mut self, _signal: &Signal) -> io::Result<()> {
        Ok(())
    }

    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn reader(&mut self) -> Reader {
        let inputs = self.inputs.take().expect("it is read by one thread");
        Box::new(move || inputs.recv().map_err(io::Error::other))
    }
}

impl Person {
    /// Somebody whose files are in this folder and who listens there.
    #[expect(clippy::disallowed_methods, reason = "a shell has a thread of its own; the test only hears it")]
    pub(crate) fn new(home: &Path, name: &str, listen: SocketAddr, first: Option<Request>) -> Self {
        let home = Home::open(Some(home.join(name))).unwrap();
        let options = Options {
            clock: Clock::start(),
            name: name.to_owned(),
            listen: vec![listen],
            mdns: false,
            bots: BOTS,
            player: Own::Commands,
            away: AwayPolicy::Wait,
            alone: AlonePolicy::Wait,
            linger_millis: 30_000,
            attended: false,
            deadline: None,
            programs: std::collections::BTreeMap::new(),
        };
        let identity = home.identity().unwrap();
        let desk = ScreenPlayer { home, identity, options, wait_seconds: None, pass_phrase: None };
        let (hears, news) = channel();
        let (requests, asked) = channel();
        let (inputs, given) = channel();
        let frames = Arc::new(AtomicU64::new(0));
        let mut screen = Script { hears, requests: asked };
        let shown = Arc::clone(&frames);
        let shell = std::thread::spawn(move || {
            let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            let mut pane = Pane { inputs: Some(given), frames: shown, terminal };
            shell::run(&mut screen, &mut pane, desk, first).unwrap()
        });
        Self { news, requests, inputs: Some(inputs), shell: Some(shell), last: VecDeque::new(), frames }
    }

    /// Asks for something; any input makes the shell look.
    #[track_caller]
    pub(crate) fn ask(&self, request: Request) {
        self.requests.send(request).expect("the shell runs");
        self.touch();
    }

    /// Some input that means nothing.
    pub(crate) fn touch(&self) {
        let inputs = self.inputs.as_ref().expect("the terminal is there");
        inputs.send(Input::FocusGained).expect("the shell reads");
    }

    /// The terminal is gone.
    pub(crate) fn hang_up(&mut self) {
        self.inputs = None;
    }

    #[track_caller]
    pub(crate) fn command(&self, command: Command) {
        self.ask(Request::Command(command));
    }

    /// Listens until some news gives what is wanted.
    #[track_caller]
    pub(crate) fn hears<T>(&mut self, what: &str, wanted: impl Fn(&News) -> Option<T>) -> T {
        loop {
            match self.news.recv_timeout(PATIENCE) {
                Ok(news) => {
                    self.last.push_back(news.clone());
                    if self.last.len() > 12 {
                        self.last.pop_front();
                    }
                    if let Some(found) = wanted(&news) {
                        return found;
                    }
                    if let News::Ended(Err(why)) | News::Trouble(why) = &news {
                        panic!("waited for {what} and heard: {why}");
                    }
                }
                Err(why) => panic!("waited for {what}: {why}; the last news: {:?}", self.last),
            }
        }
    }

    #[track_caller]
    pub(crate) fn event<T>(&mut self, what: &str, wanted: impl Fn(&Event) -> Option<T>) -> T {
        self.hears(what, |news| if let News::Event(event) = news { wanted(event) } else { None })
    }

    /// The next table that is sat down at.
    #[track_caller]
    pub(crate) fn table(&mut self) -> Sitting {
        self.event("a table", |event| match event {
            Event::Table { id, seats, journal, steps, .. } => {
                Some(Sitting { id: *id, seats: seats.clone(), journal: journal.clone(), steps: steps.len() })
            }
            _ => None,
        })
    }

    /// Where the table at hand is reached.
    #[track_caller]
    pub(crate) fn address(&mut self) -> SocketAddr {
        self.event("an address", |event| match event {
            Event::Listening { addresses, .. } => addresses.first().copied(),
            _ => None,
        })
    }

    /// Plays whatever turns come, until the game is over or so many turns were taken; gives who had them.
    #[track_caller]
    pub(crate) fn play(&mut self, most: usize) -> Vec<SeatNumber> {
        let mut turns = Vec::new();
        while turns.len() < most {
            let next = self.event("a turn or the end", |event| match event {
                Event::YourTurn { index, seat, choices, .. } => Some(Some((*seat, pick(*index, choices)))),
                Event::Over { .. } => Some(None),
                _ => None,
            });
            let Some((seat, action)) = next else { break };
            turns.push(seat);
            self.command(Command::Act(Move::new(vec![action]).unwrap()));
        }
        turns
    }

    /// Waits until the move of the last turn is final.
    #[track_caller]
    pub(crate) fn is_final(&mut self) -> u32 {
        self.event("a final entry", |event| match event {
            Event::Final { index, .. } => Some(*index),
            _ => None,
        })
    }

    /// Leaves the table as it is.
    #[track_caller]
    pub(crate) fn go_away(&mut self) -> End {
        self.ask(Request::Away);
        self.ended().unwrap()
    }

    #[track_caller]
    pub(crate) fn ended(&mut self) -> Result<End, String> {
        self.hears("the end", |news| if let News::Ended(end) = news { Some(end.clone()) } else { None })
    }

    #[track_caller]
    pub(crate) fn kept(&mut self) -> Vec<KeptTable> {
        self.hears(
            "the own tables",
            |news| if let News::Kept(kept) = news { Some(kept.clone()) } else { None },
        )
    }

    /// Ends the program.
    #[track_caller]
    pub(crate) fn quit(mut self) -> ShellEnd {
        self.ask(Request::Quit);
        self.outcome()
    }

    #[track_caller]
    pub(crate) fn outcome(&mut self) -> ShellEnd {
        self.shell.take().expect("it ends once").join().unwrap()
    }
}

/// Any of the choices, the same each time, with the least amount.
fn pick(index: u32, choices: &[AnyChoice]) -> ActionBytes {
    choices[index as usize % choices.len()].action.clone()
}

/// A table for those on this laptop.
pub(crate) fn here(others: &[&str], bots: u8) -> Plan {
    let others: Vec<String> = others.iter().map(|name| (*name).to_owned()).collect();
    let people = u8::try_from(others.len()).unwrap() + 1;
    Plan { people: People::Here(others), ..on_network(people + bots, bots) }
}

/// A table for whoever comes.
pub(crate) fn on_network(seats: u8, bots: u8) -> Plan {
    Plan {
        game: GAME.to_owned(),
        options: std::collections::BTreeMap::new(),
        seats,
        bots,
        bot: "random".to_owned(),
        draw: DrawMode::Fresh,
        name: None,
        clock: TimeControl::None,
        pass_phrase: None,
        people: People::Network,
    }
}

pub(crate) fn at(address: SocketAddr, watch: bool) -> Request {
    Request::Find(Wish { which: Which::Typed(address.to_string()), watch, pass_phrase: None })
}

/// Any free port of this machine alone.
pub(crate) fn any_port() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// What a journal proves.
#[track_caller]
pub(crate) fn verified(path: &Path) -> Verified {
    verify_journal(&read_journal(path).unwrap(), BOTS).unwrap()
}
