//! The one async loop that sees everything: links, hints, the clock, the table and whoever plays.
//!
//! A node hosts, joins, watches or resumes one table after another with the same people, or plays on this laptop alone. It
//! decides nothing about the game: the table does. It only carries bytes between the session and the network, time to both,
//! and what happened to the front end. Read [`Node::run`] first; `Stage` shows what a node can be in the middle of. What the
//! parts of a node know is theirs alone; the files below this one say what it does with them: `find` looks for a table, `gather`
//! opens one, `sit` sits down, `at_table` goes on there, `hear` takes in what peers say, `obey` what the player says.

mod at_table;
mod find;
mod gather;
mod hear;
mod obey;
mod publish;
mod sit;
mod together;
mod unsigned;

use tokio::sync::mpsc;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::net::{DialError, NetEvent};
use crate::node::aim::Aim;
use crate::node::find::door::Door;
use crate::node::find::hosting::Hosting;
use crate::node::find::naming::Naming;
use crate::node::find::seek::Seek;
use crate::node::find::stakes::Stakes;
use crate::node::options::Options;
use crate::node::plan::phrase_key;
use crate::node::players::think::Thinker;
use crate::node::reach::network::{Incoming, NodeNetwork};
use crate::node::reach::publicity::Publicity;
use crate::node::remote::Commands;
use crate::node::session::company::Hosted;
use crate::node::session::keepers::Keepers;
use crate::node::session::local_peer::LocalPeer;
use crate::node::session::stranded::carry_on;
use crate::node::session::{Session, laptop};
use crate::node::system::{event_loop, next};
use crate::table::Table;
use crate::table::front::{Command, End, Event, People, StoppedBy};
use crate::table::gather::Gather;
use crate::table::store::home::Home;
use crate::table::store::players::Resident;
use crate::table::wire::{Frame, Seating};

/// A node.
pub struct Node<'a> {
    owner: Resident,
    options: Options,
    network: NodeNetwork,
    stage: Stage,
    /// What a host needs for the next game.
    hosting: Option<Hosting>,
    /// What the tables near are called, and until when the own one has no name yet.
    naming: Naming,
    unnamed_until: Option<Millis>,
    /// When those who gather here hear next that the host is there.
    next_beat: Millis,
    publicity: Publicity,
    door: Door,
    stakes: Stakes,
    /// Tables that are shown to those who come late.
    kept: Keepers,
    thinker: Thinker,
    games_played: u32,
    /// When at the latest what happened at the table is told.
    tell_at: Option<Millis>,
    /// Something was just done whose outcome has to be carried out before the node waits.
    busy: bool,
    /// What stops it, once something does.
    stopped_by: Option<StoppedBy>,
    tell: &'a mut dyn FnMut(Event),
}

/// What a node is in the middle of.
#[derive(Debug)]
enum Stage {
    /// Seats fill up here.
    Hosting(Gather),
    /// Looking for a table.
    Seeking(Seek),
    /// Sits at somebody's gathering, whose host was last heard then.
    Waiting { host: PublicKey, seats: Seating, back_to: Seek, heard: Millis },
    /// Not at any table: only shows those that it has to who comes late.
    Keeping,
    /// At a table; perhaps after having looked for it.
    Playing(Box<Session>, Option<Seek>),
}

/// What a node begins with.
enum NodeStart {
    Host(Box<Hosting>),
    Seek(Box<Seek>),
    SitDown(Box<Session>),
    Keep,
}

/// How often a host says to those who gather that it is there, and after how long without that it is taken to be gone.
const BEAT_MILLIS: Millis = 1_000;
const SILENT_MILLIS: Millis = 4_000;

/// How a step of the loop ends.
type LoopStep = anyhow::Result<Option<End>>;

impl<'a> Node<'a> {
    /// Runs a node to its end: opens the network if it needs one, then goes on until all games are over, the player leaves, or
    /// something is wrong that only a person can put right.
    pub fn run(
        home: Home,
        identity: Identity,
        options: Options,
        aim: &Aim,
        commands: Commands,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<End> {
        let owner = Resident { home, identity };
        event_loop()?.block_on(async {
            // Before anything is told: whoever hears of the node may stop it.
            let mut stops = options.stops()?;
            let start = tokio::select! {
                biased;
                Some(by) = next(&mut stops) => return Ok(End::Stopped(by)),
                start = NodeStart::prepare(&owner, &options, aim) => start?,
            };
            let (mut node, incoming) = Node::open(owner, options, start.is_offline(), tell)?;
            node.begin_with(start)?;
            let end = node.go_on(incoming, commands.0, stops).await;
            let end = end.map(|end| node.stopped_by.filter(|_| end == End::Quit).map_or(end, End::Stopped));
            node.stop(&end).await;
            end
        })
    }

    fn open(
        owner: Resident,
        options: Options,
        is_offline: bool,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<(Self, Incoming)> {
        let (network, mut incoming) = if is_offline {
            (NodeNetwork::none(), Incoming::default())
        } else {
            NodeNetwork::open(&owner.identity, &options.listen, options.mdns)?
        };
        let publicity = Publicity::new(&owner.identity.public());
        let mut node = Self {
            owner,
            options,
            network,
            stage: Stage::Seeking(Seek::default()),
            hosting: None,
            naming: Naming::default(),
            unnamed_until: None,
            next_beat: 0,
            publicity,
            door: Door::new(),
            stakes: Stakes::default(),
            kept: Keepers::default(),
            thinker: Thinker::new(),
            games_played: 0,
            tell_at: None,
            busy: false,
            stopped_by: None,
            tell,
        };
        if !is_offline {
            let listening = node.network.listening(node.now(), &node.options.name, node.me());
            node.say(listening);
        }
        if let Some(notice) = incoming.notice.take() {
            node.say(Event::Notice(notice));
        }
        Ok((node, incoming))
    }

    fn begin_with(&mut self, start: NodeStart) -> anyhow::Result<()> {
        match start {
            NodeStart::Host(hosting) => self.host(*hosting)?,
            NodeStart::Seek(seek) => self.seek(seek.again(self.now())),
            NodeStart::SitDown(session) => {
                let waits = session.hosted().by.filter(|host| *host != self.me());
                let host = waits.and_then(|host| session.name_of(&host));
                self.sit_down(*session, None);
                if let Some(host) = host {
                    self.say(Event::Notice(format!(
                        "the next games of this row begin when {host}, who opened the table, resumes it with --games"
                    )));
                }
            }
            NodeStart::Keep => self.stage = Stage::Keeping,
        }
        Ok(())
    }

    async fn go_on(
        &mut self,
        Incoming { mut events, mut sightings, .. }: Incoming,
        mut commands: mpsc::Receiver<Command>,
        mut stops: Option<mpsc::Receiver<StoppedBy>>,
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
            self.publish();
            self.tell_presence();
            self.think();
            let deadline = self.options.clock.at(self.deadline());
            let step = tokio::select! {
                biased;
                Some(event) = next(&mut events) => {
                    let mut step = self.on_net(event);
                    // Whatever has come by now is taken together: one write to disk for all of it.
                    while let (Ok(None), Some(Ok(event))) = (&step, events.as_mut().map(mpsc::Receiver::try_recv)) {
                        step = self.on_net(event);
                    }
                    step
                }
                Some(sighting) = next(&mut sightings) => self.on_sighting(sighting),
                Some(command) = commands.recv() => self.on_command(command),
                Some(by) = next(&mut stops) => {
                    self.stopped_by.get_or_insert(by);
                    self.on_command(Command::Quit)
                }
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

    fn me(&self) -> PublicKey {
        self.owner.identity.public()
    }

    fn say(&mut self, event: Event) {
        (self.tell)(event);
    }

    fn deadline(&self) -> Millis {
        if self.busy {
            return 0;
        }
        let stage = match &self.stage {
            Stage::Hosting(gather) => {
                let beat = gather.has_company().then_some(self.next_beat);
                let dues = [gather.next_due(), self.unnamed_until, beat];
                dues.into_iter().flatten().chain([self.network.next_look()]).min()
            }
            Stage::Waiting { heard, .. } => Some(heard + SILENT_MILLIS),
            Stage::Keeping => None,
            Stage::Seeking(seek) => Some(seek.next_due()),
            Stage::Playing(session, _) => Some(session.next_due()),
        };
        let hour = self.now() + 3_600_000;
        let thinking = self.thinker.next_due().filter(|_| self.options.attended);
        stage
            .into_iter()
            .chain(self.network.next_due())
            .chain(self.publicity.next_due())
            .chain(self.tell_at)
            .chain(self.stakes.until())
            .chain(self.kept.next_due())
            .chain(thinking)
            .fold(hour, Millis::min)
    }

    fn on_time(&mut self) -> LoopStep {
        let now = self.now();
        self.network.dial_due(now);
        self.kept.handle_timeout(now);
        self.mind_call()?;
        match &mut self.stage {
            Stage::Hosting(_) => self.host_on().map(|()| None),
            Stage::Waiting { .. } => {
                self.mind_silent_host();
                Ok(None)
            }
            Stage::Keeping => Ok(None),
            Stage::Seeking(_) => self.seek_on(),
            Stage::Playing(session, _) => {
                session.handle_timeout(now);
                self.mind_places();
                self.mind_empty_table()?;
                self.mind_unsigned()?;
                self.mind_unsigned_copy()?;
                self.mind_stranded();
                Ok(None)
            }
        }
    }

    fn on_net(&mut self, event: NetEvent) -> LoopStep {
        let now = self.now();
        match event {
            NetEvent::Linked { peer, address, exporter, .. } => {
                self.network.linked(now, peer, address, exporter);
                self.door.forget(&peer);
                if let Stage::Playing(session, _) = &mut self.stage {
                    session.untell(&peer);
                }
                let name = self.name_of(&peer);
                self.say(Event::Linked { key: peer, name, address });
                self.greet(peer);
                Ok(None)
            }
            NetEvent::Frame { peer, bytes } => match Frame::parse(&bytes) {
                Ok(Frame::Protocol(tag, message)) => {
                    if let Stage::Playing(session, _) = &mut self.stage {
                        session.handle_message(now, peer, tag, message);
                    }
                    self.kept.handle_message(now, peer, tag, message);
                    Ok(None)
                }
                Ok(Frame::Wire(wire)) => {
                    if self.network.link_mut(&peer).is_some_and(|link| link.may_say(now)) {
                        return self.on_wire(peer, *wire);
                    }
                    self.network.drop_offender(now, &peer, "it says more than anybody could read");
                    Ok(None)
                }
                Err(bad) => {
                    self.network.drop_offender(now, &peer, &bad.to_string());
                    Ok(None)
                }
            },
            NetEvent::Unlinked { peer, why } => {
                if why.is_offence() {
                    self.network.note_offence(now, &peer);
                }
                self.on_unlinked(peer, &why.to_string())
            }
            NetEvent::DialFailed { why: DialError::Older, .. } => {
                if let Stage::Playing(session, _) = &mut self.stage
                    && let Some(event) = session.note_newer_start()
                {
                    self.say(event);
                }
                Ok(None)
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

    /// What a key is called, at the table or in the gathering.
    fn name_of(&self, key: &PublicKey) -> Option<String> {
        match &self.stage {
            Stage::Playing(session, _) => session.name_of(key),
            Stage::Hosting(gather) => gather.seats().name_of(key),
            Stage::Waiting { seats, .. } => seats.name_of(key),
            Stage::Seeking(_) | Stage::Keeping => None,
        }
    }

    async fn stop(self, end: &anyhow::Result<End>) {
        self.leave_unsigned();
        let reason = match end {
            Ok(End::Over { .. }) => "the game is over",
            Ok(End::Left) => "left the table",
            Ok(End::Quit | End::Stopped(_)) => "stopped for now",
            Err(_) => "stopped because of an error",
        };
        self.network.shut_down(reason).await;
    }
}

impl NodeStart {
    /// Whatever may fail before anything is told. Tables are read and places looked up.
    async fn prepare(owner: &Resident, options: &Options, aim: &Aim) -> anyhow::Result<Self> {
        let now = options.clock.now();
        Ok(match aim {
            Aim::Open { plan, .. } if plan.people != People::Network => {
                Self::SitDown(Box::new(laptop::found(owner.clone(), options, plan)?))
            }
            Aim::Open { plan, games, ready } => Self::Host(Box::new(Hosting::new(plan, *games, *ready)?)),
            Aim::Find { wish, wait_seconds, ready } => {
                let mut seek = Seek::new(wish, *wait_seconds, *ready, now)?;
                seek.resolve().await?;
                Self::Seek(Box::new(seek))
            }
            Aim::Resume { path, pass_phrase, games } => {
                let phrase = phrase_key(pass_phrase.as_deref())?;
                let Resident { home, identity } = owner;
                let table = Table::resume(now, home, identity.clone(), path, options.bots)?;
                let more_games = games.saturating_sub(1);
                // Whoever opened the table has its first seat, and opens the others of the row.
                let host = table.contract().keyed().next().map(|(_, key)| key);
                let by = host.filter(|_| more_games > 0);
                let local = LocalPeer::on_network(owner.clone(), table, options);
                let hosted = Hosted { by, more_games, phrase };
                Self::SitDown(Box::new(Session::on_network(now, local, options, hosted, None)))
            }
            Aim::Keep => Self::Keep,
            Aim::ResumeHere(path) => Self::SitDown(Box::new(laptop::resume(owner, options, path)?)),
            Aim::CarryOn(path) if laptop::is_shared_copy(&owner.home, path)? => {
                Self::SitDown(Box::new(laptop::carry_on(owner, options, path)?))
            }
            Aim::CarryOn(path) => Self::SitDown(Box::new(carry_on(owner, options, path)?)),
        })
    }

    const fn is_offline(&self) -> bool {
        matches!(self, Self::SitDown(session) if session.is_offline())
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node")
            .field("stage", &self.stage)
            .field("network", &self.network)
            .finish_non_exhaustive()
    }
}
