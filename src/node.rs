//! The one async loop that sees everything: links, hints, the clock, the table and whoever plays.
//!
//! A node hosts, joins, watches or resumes one table after another with the same people. It decides nothing about the
//! game: the table does. It only carries bytes between the table and the network, time to both, and what happened to the
//! front end. Read [`Node::run`] first; `Stage` shows what a node can be in the middle of.

mod again;
pub mod arena;
mod away;
pub mod browse;
mod call;
mod clock;
pub mod doctor;
mod door;
pub mod event;
mod front;
mod greet;
mod host;
pub mod local;
pub mod mind;
mod offenders;
mod places;
mod play;
mod playing;
mod presence;
mod probe;
pub mod program;
pub mod screen;
mod seek;
mod sit;
mod think;
mod unsigned;
mod whereabouts;

use std::collections::BTreeMap;
use std::net::{Ipv6Addr, SocketAddr};

use anyhow::Context as _;
use tokio::sync::mpsc;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::{Identity, PublicKey};

pub use self::clock::Clock;
pub use self::front::{
    Aim, AwayPolicy, Hosting, Joining, Options, Player, Resuming, Target, address_of, find_bot, phrase_key,
};

use self::away::Absences;
use self::call::Call;
use self::door::{FREE_GUESSES, PhraseState};
use self::event::{Command, Commands, End, Event};
use self::offenders::{FREE_OFFENCES, Offenders};
use self::playing::Playing;
use self::presence::Presence;
use self::seek::Seek;
use self::think::Thinker;
use self::whereabouts::AddressBook;
use crate::discovery::{DEFAULT_PORT, Mdns, Sighting};
use crate::net::{BindError, Endpoint, NetEvent};
use crate::table::Table;
use crate::table::gather::Gather;
use crate::table::limits::{WIRE_BURST, WIRE_PER_SECOND};
use crate::table::stake::Answering;
use crate::table::store::home::Home;
use crate::table::wire::{Frame, Seats, Wire};

/// A node.
pub struct Node<'a> {
    home: Home,
    identity: Identity,
    options: Options,
    endpoint: Endpoint,
    mdns: Option<Mdns>,
    links: BTreeMap<PublicKey, LinkState>,
    book: AddressBook,
    /// Who did what no honest peer does.
    offenders: Offenders,
    /// Who guessed the pass phrase wrong.
    guessers: Offenders,
    stage: Stage,
    /// What a host needs for the next game.
    hosting: Option<Hosting>,
    /// What others are asked for before the next table begins.
    call: Option<Call>,
    /// What was answered to those who may propose one.
    answers: BTreeMap<PublicKey, Answering>,
    absences: Absences,
    presence: Presence,
    games_played: u32,
    thinker: Thinker,
    /// Where it was last told that this node listens, and when that is looked at again.
    told_places: (Vec<SocketAddr>, Millis),
    /// When at the latest what happened at the table is told.
    tell_at: Option<Millis>,
    /// Something was just done whose outcome has to be carried out before the node waits.
    busy: bool,
    tell: &'a mut dyn FnMut(Event),
}

/// What a node is in the middle of.
#[derive(Debug)]
enum Stage {
    /// Seats fill up here.
    Hosting(Gather),
    /// Looking for a table.
    Seeking(Seek),
    /// Sits at somebody's gathering.
    Waiting { host: PublicKey, seats: Seats, back_to: Seek },
    /// At a table.
    Playing(Box<Playing>),
}

/// What is known of a link.
#[derive(Debug)]
struct LinkState {
    address: SocketAddr,
    exporter: [u8; 32],
    /// It may come in: it proved the pass phrase, or needs none.
    admitted: bool,
    /// How far the two of us are with showing each other the pass phrase.
    phrase: PhraseState,
    /// It was dialled back because it asked.
    called: bool,
    /// We told it which table we are at.
    told: bool,
    /// The table it said it is at.
    at: Option<whistlestop_proto::hash::Hash>,
    /// What it may still say beside the protocol, and when that was last counted.
    allowance: u64,
    counted: Millis,
}

impl LinkState {
    const fn new(address: SocketAddr, exporter: [u8; 32], now: Millis) -> Self {
        let (admitted, called, told, at) = (false, false, false, None);
        let phrase = PhraseState::new();
        Self { address, exporter, admitted, phrase, called, told, at, allowance: WIRE_BURST, counted: now }
    }

    /// Takes one thing said beside the protocol from the allowance, which grows with time up to a burst.
    fn may_say(&mut self, now: Millis) -> bool {
        let grown = now.saturating_sub(self.counted) * WIRE_PER_SECOND / 1000;
        if grown > 0 {
            self.allowance = (self.allowance + grown).min(WIRE_BURST);
            self.counted = now;
        }
        let allowed = self.allowance > 0;
        self.allowance = self.allowance.saturating_sub(1);
        allowed
    }
}

/// How a step of the loop ends.
type Step = anyhow::Result<Option<End>>;

impl<'a> Node<'a> {
    /// Runs a node to its end: opens the network, then goes on until all games are over, the player leaves, or something
    /// is wrong that only a person can put right.
    pub fn run(
        home: Home,
        identity: Identity,
        options: Options,
        aim: Aim,
        commands: Commands,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<End> {
        event_loop()?.block_on(async {
            let places = aim.places().await?;
            // Before anything is told: whoever hears of the node may stop it.
            let signals = options.stop_signals()?;
            let (mut node, net, mdns) = Node::start(home, identity, options, tell)?;
            node.take_aim(aim, places)?;
            let end = node.go_on(net, mdns, commands.0, signals).await;
            node.stop(&end).await;
            end
        })
    }

    fn start(
        home: Home,
        identity: Identity,
        options: Options,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<(Self, mpsc::Receiver<NetEvent>, Option<mpsc::Receiver<Sighting>>)> {
        let (endpoint, net) = listen(&identity, &options.listen)?;
        let mut notices = Vec::new();
        let (mdns, sightings) = match options.mdns.then(Mdns::start) {
            None => (None, None),
            Some(Ok((mdns, sightings))) => (Some(mdns), Some(sightings)),
            Some(Err(why)) => {
                notices.push(why.to_string());
                (None, None)
            }
        };
        let mut node = Self {
            home,
            identity,
            options,
            endpoint,
            mdns,
            links: BTreeMap::new(),
            book: AddressBook::default(),
            guessers: Offenders::new(FREE_GUESSES, FREE_GUESSES),
            offenders: Offenders::new(0, FREE_OFFENCES),
            stage: Stage::Seeking(Seek::default()),
            hosting: None,
            call: None,
            answers: BTreeMap::new(),
            absences: Absences::default(),
            presence: Presence::default(),
            games_played: 0,
            thinker: Thinker::new(),
            told_places: (Vec::new(), 0),
            tell_at: None,
            busy: false,
            tell,
        };
        node.tell_listening();
        for notice in notices {
            node.say(Event::Notice(notice));
        }
        Ok((node, net, sightings))
    }

    async fn go_on(
        &mut self,
        mut net: mpsc::Receiver<NetEvent>,
        mut sightings: Option<mpsc::Receiver<Sighting>>,
        mut commands: mpsc::Receiver<Command>,
        mut signals: Option<mpsc::Receiver<()>>,
    ) -> anyhow::Result<End> {
        loop {
            while self.speak()? {
                tokio::task::yield_now().await;
            }
            if self.tell_at.is_none_or(|at| self.now() >= at)
                && let Some(end) = self.pump()?
            {
                return Ok(end);
            }
            self.tell_presence();
            self.think();
            let deadline = self.options.clock.at(self.deadline());
            let step = tokio::select! {
                biased;
                Some(event) = net.recv() => {
                    let mut step = self.on_net(event);
                    // Whatever has come by now is taken together: one write to disk for all of it.
                    while let (Ok(None), Ok(event)) = (&step, net.try_recv()) {
                        step = self.on_net(event);
                    }
                    step
                }
                Some(sighting) = next(&mut sightings) => self.on_sighting(sighting),
                Some(command) = commands.recv() => self.on_command(command),
                Some(()) = next(&mut signals) => self.on_command(Command::Quit),
                Some(done) = self.thinker.next() => {
                    self.on_thought(done);
                    Ok(None)
                }
                () = tokio::time::sleep_until(deadline) => self.on_time(),
            };
            if let Some(end) = step? {
                self.finish_table()?;
                return Ok(end);
            }
        }
    }

    fn now(&self) -> Millis {
        self.options.clock.now()
    }

    fn deadline(&self) -> Millis {
        if self.busy {
            return 0;
        }
        let stage = match &self.stage {
            Stage::Hosting(_) => Some(self.told_places.1),
            // Only others can end the wait.
            Stage::Waiting { .. } => None,
            Stage::Seeking(seek) => Some(seek.next_due()),
            Stage::Playing(playing) => Some(playing.next_due()),
        };
        let hour = self.now() + 3_600_000;
        let thinking = self.thinker.next_due().filter(|_| self.options.attended);
        stage
            .into_iter()
            .chain(self.book.next_due())
            .chain(self.tell_at)
            .chain(self.call.as_ref().map(Call::until))
            .chain(thinking)
            .fold(hour, Millis::min)
    }

    fn on_time(&mut self) -> Step {
        let now = self.now();
        for (key, address) in self.book.due(now) {
            self.endpoint.dial(address, Some(key));
        }
        self.mind_call()?;
        match &mut self.stage {
            Stage::Hosting(_) => {
                self.mind_places();
                Ok(None)
            }
            Stage::Waiting { .. } => Ok(None),
            Stage::Seeking(_) => self.seek_on(),
            Stage::Playing(playing) => {
                playing.table.handle_timeout(now);
                self.mind_absences();
                self.mind_empty_table()?;
                self.mind_unsigned()?;
                Ok(None)
            }
        }
    }

    fn on_net(&mut self, event: NetEvent) -> Step {
        match event {
            NetEvent::Linked { peer, address, exporter, .. } => {
                self.links.insert(peer, LinkState::new(address, exporter, self.now()));
                self.book.hint(&peer, &[address]);
                self.book.set_linked(&peer, true);
                let name = self.name_of(&peer);
                self.say(Event::Linked { key: peer, name, address });
                self.greet(peer);
                Ok(None)
            }
            NetEvent::Frame { peer, bytes } => match Frame::parse(&bytes) {
                Ok(Frame::Protocol(tag, message)) => {
                    self.on_protocol(peer, tag, message);
                    Ok(None)
                }
                Ok(Frame::Wire(wire)) => {
                    let now = self.now();
                    if self.links.get_mut(&peer).is_some_and(|link| link.may_say(now)) {
                        return self.on_wire(peer, *wire);
                    }
                    self.drop_offender(&peer, "it says more than anybody could read");
                    Ok(None)
                }
                Err(bad) => {
                    self.drop_offender(&peer, &bad.to_string());
                    Ok(None)
                }
            },
            NetEvent::Unlinked { peer, why } => {
                if why.is_offence() {
                    self.note_offence(&peer);
                }
                self.on_unlinked(peer, &why.to_string())
            }
            NetEvent::DialFailed { address, why, .. } => {
                if let Stage::Seeking(seek) = &mut self.stage {
                    seek.dial_failed(address, &why);
                }
                tracing::debug!(%address, %why, "dialling failed");
                Ok(None)
            }
        }
    }

    /// Closes a link, and says so here: the network only reports what others close.
    fn drop_link(&mut self, peer: &PublicKey, why: &str) {
        self.endpoint.close(peer, why);
    }

    fn send(&mut self, peer: &PublicKey, wire: &Wire) {
        // A link that is gone or stuck is reported by its own event.
        let _ = self.endpoint.send(peer, &wire.frame());
    }

    fn say(&mut self, event: Event) {
        (self.tell)(event);
    }

    /// What a key is called, at the table or in the gathering.
    fn name_of(&self, key: &PublicKey) -> Option<String> {
        match &self.stage {
            Stage::Playing(playing) => playing.name_of(key),
            Stage::Hosting(gather) => greet::name_in(&gather.seats(), key),
            Stage::Waiting { seats, .. } => greet::name_in(seats, key),
            Stage::Seeking(_) => None,
        }
    }

    async fn stop(self, end: &anyhow::Result<End>) {
        let reason = match end {
            Ok(End::Over { .. }) => "the game is over",
            Ok(End::Left) => "left the table",
            Ok(End::Quit) => "stopped for now",
            Err(_) => "stopped because of an error",
        };
        if let Some(mdns) = self.mdns {
            mdns.stop().await;
        }
        self.endpoint.shutdown(reason).await;
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node").field("stage", &self.stage).field("links", &self.links).finish_non_exhaustive()
    }
}

/// The loop that a thread of the program waits in.
fn event_loop() -> anyhow::Result<tokio::runtime::Runtime> {
    let builder = tokio::runtime::Builder::new_current_thread().enable_all().build();
    builder.context("the system gave no event loop")
}

/// Listens where it was told to; else at the port that others try first, if it is free, or at any.
fn listen(
    identity: &Identity,
    addresses: &[SocketAddr],
) -> Result<(Endpoint, mpsc::Receiver<NetEvent>), BindError> {
    if !addresses.is_empty() {
        return Endpoint::bind(identity, addresses);
    }
    let usual = SocketAddr::from((Ipv6Addr::UNSPECIFIED, DEFAULT_PORT));
    Endpoint::bind(identity, &[usual]).or_else(|_| Endpoint::bind(identity, &[]))
}

/// The next of a queue that may not be there.
async fn next<T>(queue: &mut Option<mpsc::Receiver<T>>) -> Option<T> {
    match queue {
        Some(queue) => queue.recv().await,
        None => std::future::pending().await,
    }
}

/// The table of a playing node.
fn table_of(stage: &mut Stage) -> Option<&mut Table> {
    match stage {
        Stage::Playing(playing) => Some(&mut playing.table),
        _ => None,
    }
}
