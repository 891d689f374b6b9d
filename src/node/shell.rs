//! The shell between a screen and everything else.
//!
//! One queue brings whatever happens: inputs, what a table tells, what is on the network, signals. It is emptied in one
//! thread, which hands it to the screen, draws what has changed and carries out what the screen asks for. Everything that
//! waits or takes long has a thread of its own that only tells. Read [`run`] first.

mod errands;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::sync::oneshot;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::Identity;

use crate::discovery::words;
use crate::node::aim::Aim;
use crate::node::find::meant::Ambiguous;
use crate::node::options::Options;
use crate::node::remote::{Commands, Remote};
use crate::node::run::Node;
use crate::node::session::laptop;
use crate::table::front::{Command, End, Event, News, Request, StoppedBy};
use crate::table::recorded::Recorded;
use crate::table::store::config::PlayerName;
use crate::table::store::home::Home;
use crate::table::store::journal::read_journal;
use crate::table::terms::roster_hash;
use crate::tui::Screen;
use crate::tui::terminal::{Input, Reader, Window, is_suspend};

/// The shortest time between two pictures: more than anybody sees, less than would be felt.
const FRAME_MILLIS: Millis = 33;

/// So much of what has come is handed on before the next picture.
const BATCH: usize = 256;

/// How long the table at hand has to come to its end when the player is done.
const QUIT_PATIENCE: Duration = Duration::from_secs(5);

/// While nothing happens and the screen waits for nothing.
const LONG: Duration = Duration::from_hours(1);

/// Who sits before the screen, and how they play.
#[derive(Debug)]
pub struct ScreenPlayer {
    /// Their folder.
    pub home: Home,
    /// Their key.
    pub identity: Identity,
    /// How to be on the network; the name is used until the player has given one.
    pub options: Options,
    /// How long to look for a table, if that was said.
    pub wait_seconds: Option<u32>,
    /// What those must know who want to watch a table that is gone on with.
    pub pass_phrase: Option<String>,
}

/// How the player was done.
#[derive(Debug)]
pub struct ShellEnd {
    /// What stopped the program from outside, if something did.
    pub stopped: Option<StoppedBy>,
    /// How the last table came to its end, if there was one.
    pub last: Option<Result<End, String>>,
}

/// Shows a screen in a window until its player is done. If there is something to begin with, it is asked for at once.
pub fn run(
    screen: &mut dyn Screen,
    window: &mut dyn Window,
    desk: ScreenPlayer,
    first: Option<Request>,
) -> anyhow::Result<ShellEnd> {
    let (tell, heard) = channel();
    let mut shell = Shell::new(desk, tell);
    shell.listen(window.reader());
    shell.begin(screen, first)?;
    let stopped = shell.go_on(screen, window, &heard);
    shell.finish(&heard);
    Ok(ShellEnd { stopped: stopped?, last: shell.last })
}

/// Whatever reaches the thread of the screen.
enum ToScreen {
    Input(Input),
    News(News),
    /// The table at hand has come to its end.
    Ended(Result<End, String>),
    /// The check of the network is done.
    Checked,
    /// The program is to stop: it was told so, or the terminal is gone.
    Stop(StoppedBy),
    /// A thread has met a bug.
    Panicked(Box<dyn Any + Send>),
}

struct Shell {
    desk: ScreenPlayer,
    tell: Sender<ToScreen>,
    /// The table at hand.
    session: Option<Remote>,
    /// Ends the search for tables when it is dropped.
    browsing: Option<oneshot::Sender<()>>,
    /// Shows own tables to who comes late, and says when it has ended.
    keeping: Option<(Remote, Receiver<()>)>,
    checking: bool,
    done: bool,
    last: Option<Result<End, String>>,
}

impl Shell {
    fn new(desk: ScreenPlayer, tell: Sender<ToScreen>) -> Self {
        Self {
            desk,
            tell,
            session: None,
            browsing: None,
            keeping: None,
            checking: false,
            done: false,
            last: None,
        }
    }

    fn begin(&mut self, screen: &mut dyn Screen, first: Option<Request>) -> anyhow::Result<()> {
        self.heed_signals()?;
        let name = self.desk.home.config()?.name.map(String::from);
        self.tell_news(News::Name(name));
        match first {
            Some(request) => self.carry_out(screen, request),
            None => self.open_lobby(),
        }
        Ok(())
    }

    /// Goes on until the player is done; says what stopped the program from outside, if something did.
    fn go_on(
        &mut self,
        screen: &mut dyn Screen,
        window: &mut dyn Window,
        heard: &Receiver<ToScreen>,
    ) -> anyhow::Result<Option<StoppedBy>> {
        let (mut stale, mut next_frame) = (true, 0);
        loop {
            let now = self.now();
            if screen.next_tick().is_some_and(|due| due <= now) {
                screen.tick(now);
                stale = true;
            }
            while let Some(signal) = screen.poll_signal() {
                window.signal(&signal)?;
            }
            while let Some(request) = screen.poll_request() {
                self.carry_out(screen, request);
                stale = true;
            }
            if self.done || screen.is_done() {
                return Ok(None);
            }
            if stale && now >= next_frame {
                window.show(screen)?;
                (stale, next_frame) = (false, self.now() + FRAME_MILLIS);
            }
            let frame = stale.then_some(next_frame);
            let due = screen.next_tick().into_iter().chain(frame).min();
            let wait = due.map_or(LONG, |due| Duration::from_millis(due.saturating_sub(self.now())));
            let first = match heard.recv_timeout(wait) {
                Ok(incoming) => incoming,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => bail!("the shell has lost its own queue"),
            };
            stale = true;
            for incoming in std::iter::once(first).chain(heard.try_iter().take(BATCH)) {
                if let Some(by) = self.take_in(screen, window, incoming)? {
                    return Ok(Some(by));
                }
            }
        }
    }

    /// Hands on what has come; says what stops the program, if it is to stop.
    fn take_in(
        &mut self,
        screen: &mut dyn Screen,
        window: &mut dyn Window,
        incoming: ToScreen,
    ) -> anyhow::Result<Option<StoppedBy>> {
        let now = self.now();
        match incoming {
            ToScreen::Input(input) if is_suspend(&input) => window.suspend()?,
            ToScreen::Input(input) => screen.input(now, input),
            ToScreen::News(news) => screen.hear(now, news),
            ToScreen::Ended(end) => {
                self.note_end(end.clone());
                screen.hear(now, News::Ended(end));
                self.open_lobby();
            }
            ToScreen::Checked => self.checking = false,
            ToScreen::Stop(by) => {
                screen.hear(now, News::Stop);
                return Ok(Some(by));
            }
            // Whoever met it has said so.
            ToScreen::Panicked(panic) => resume_unwind(panic),
        }
        Ok(None)
    }

    fn note_end(&mut self, end: Result<End, String>) {
        self.session = None;
        self.last = Some(end);
    }

    /// What a player without a table wants to see: tables near, and the own ones.
    fn open_lobby(&mut self) {
        self.list_kept();
        self.browse();
        self.keep();
    }

    fn carry_out(&mut self, screen: &mut dyn Screen, request: Request) {
        if let Err(why) = self.try_to(request) {
            screen.hear(self.now(), News::Trouble(format!("{why:#}")));
        }
    }

    fn try_to(&mut self, request: Request) -> anyhow::Result<()> {
        match request {
            Request::Name(name) => self.call_player(&name),
            Request::Open(plan) => self.play(Aim::Open { plan, games: 1, ready: false }),
            Request::Find(wish) => {
                let wait_seconds = self.desk.wait_seconds;
                self.play(Aim::Find { wish, wait_seconds, ready: false })
            }
            Request::Resume(path) => self.resume(path),
            Request::CarryOn(path) => self.play(Aim::CarryOn(path)),
            Request::Replay(path) => self.replay(path),
            Request::Command(command) => self.command(command),
            Request::CheckNetwork(peer) => self.check_network(peer),
            Request::Away => self.command(Command::Quit),
            Request::Quit => {
                self.done = true;
                Ok(())
            }
        }
    }

    fn call_player(&mut self, name: &str) -> anyhow::Result<()> {
        let name = PlayerName::typed(name)?;
        self.desk.home.set_config(|config| config.name = Some(name.clone()))?;
        name.as_str().clone_into(&mut self.desk.options.name);
        self.tell_news(News::Name(Some(name.into())));
        Ok(())
    }

    fn command(&mut self, command: Command) -> anyhow::Result<()> {
        match &self.session {
            // One that has ended a moment ago tells so itself.
            Some(session) => {
                session.send(command);
                Ok(())
            }
            None => bail!("there is no table at hand"),
        }
    }

    fn play(&mut self, aim: Aim) -> anyhow::Result<()> {
        self.sit_down(move |seat, commands, tell| seat.play(&aim, commands, tell))
    }

    fn resume(&mut self, path: PathBuf) -> anyhow::Result<()> {
        let pass_phrase = self.desk.pass_phrase.clone();
        self.sit_down(move |seat, commands, tell| {
            let path = seat.home.carried_on_by(path)?;
            let aim = if laptop::is_local(&seat.home, &path)? {
                Aim::ResumeHere(path)
            } else {
                Aim::Resume { path, pass_phrase, games: 1 }
            };
            seat.play(&aim, commands, tell)
        })
    }

    /// Shows a table again. There is nothing to play: only the player's leave ends it.
    fn replay(&mut self, path: PathBuf) -> anyhow::Result<()> {
        self.sit_down(move |seat, mut commands, tell| {
            let bytes = read_journal(&path)?;
            let mut beside = |table: &Hash| read_journal(&path.with_file_name(format!("{table}.wsl"))).ok();
            let recorded = Recorded::check(&bytes, seat.options.bots, &mut beside)
                .with_context(|| format!("{} is not sound", path.display()))?;
            tell(recorded.event(&path, words::phrase(&roster_hash(&recorded.contract).0)));
            while let Some(command) = commands.0.blocking_recv() {
                match command {
                    Command::Quit | Command::Leave => break,
                    _ => tell(Event::Refused("nobody plays here: this is a game of the past".to_owned())),
                }
            }
            Ok(End::Quit)
        })
    }

    /// Sits down at a table, which then has a thread of its own until [`ToScreen::Ended`].
    fn sit_down(
        &mut self,
        play: impl FnOnce(Seated, Commands, Tell<'_>) -> anyhow::Result<End> + Send + 'static,
    ) -> anyhow::Result<()> {
        if self.session.is_some() {
            bail!("leave the table at hand first");
        }
        self.browsing = None;
        let seated = self.seated();
        let kept = self.stop_keeping();
        let (remote, commands) = Remote::new();
        self.session = Some(remote);
        self.spawn(move |tell| {
            // It listens where the table is to listen.
            let _ = kept.map(|kept| kept.recv_timeout(QUIT_PATIENCE));
            let end = play(seated, commands, &mut |event| tell.news(News::Event(event)));
            if let Some(several) = end.as_ref().err().and_then(|why| why.downcast_ref::<Ambiguous>()) {
                tell.news(News::Several(several.name.clone()));
            }
            tell.send(ToScreen::Ended(end.map_err(|why| format!("{why:#}"))));
        });
        Ok(())
    }

    fn seated(&self) -> Seated {
        let desk = &self.desk;
        Seated {
            home: desk.home.clone(),
            identity: desk.identity.clone(),
            options: Options { attended: true, ..desk.options.clone() },
        }
    }

    /// The player is done: the table at hand is left as it is.
    fn finish(&mut self, heard: &Receiver<ToScreen>) {
        self.browsing = None;
        drop(self.stop_keeping());
        let until = self.now() + Millis::try_from(QUIT_PATIENCE.as_millis()).unwrap_or(Millis::MAX);
        while let Some(session) = &self.session
            && self.now() < until
        {
            session.try_quit();
            // Short, for a queue full of commands has to be asked again.
            match heard.recv_timeout(Duration::from_millis(100)) {
                Ok(ToScreen::Ended(end)) => self.note_end(end),
                Ok(ToScreen::Panicked(panic)) => resume_unwind(panic),
                Ok(_) | Err(_) => {}
            }
        }
    }

    fn listen(&self, mut read: Reader) {
        self.spawn(move |tell| {
            while let Ok(input) = read() {
                if !tell.send(ToScreen::Input(input)) {
                    return;
                }
            }
            tell.send(ToScreen::Stop(StoppedBy::Hangup));
        });
    }

    fn now(&self) -> Millis {
        self.desk.options.clock.now()
    }

    fn tell_news(&self, news: News) {
        Teller(self.tell.clone()).news(news);
    }

    /// Does something in a thread of its own, which only tells.
    #[expect(clippy::disallowed_methods, reason = "threads only tell; one queue orders what they say")]
    fn spawn(&self, work: impl FnOnce(&Teller) + Send + 'static) {
        let tell = Teller(self.tell.clone());
        std::thread::spawn(move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&tell))) {
                tell.send(ToScreen::Panicked(panic));
            }
        });
    }
}

/// What a thread tells the screen's thread by.
struct Teller(Sender<ToScreen>);

impl Teller {
    /// `false` if nobody listens any more.
    fn send(&self, incoming: ToScreen) -> bool {
        self.0.send(incoming).is_ok()
    }

    fn news(&self, news: News) {
        self.send(ToScreen::News(news));
    }
}

type Tell<'a> = &'a mut dyn FnMut(Event);

/// Who sits down at a table.
struct Seated {
    home: Home,
    identity: Identity,
    options: Options,
}

impl Seated {
    fn play(self, aim: &Aim, commands: Commands, tell: Tell<'_>) -> anyhow::Result<End> {
        Node::run(self.home, self.identity, self.options, aim, commands, tell)
    }
}
