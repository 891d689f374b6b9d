//! A seat at a table, as an honest node would hold it, in as little as that takes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;
use whistlestop::bots::{self, BOTS};
use whistlestop::discovery::address::local_addresses;
use whistlestop::net::{Endpoint, NetEvent};
use whistlestop::table::Table;
use whistlestop::table::gather::PROGRAM_VERSION;
use whistlestop::table::rules::Move;
use whistlestop::table::stake::Answering;
use whistlestop::table::store::home::Home;
use whistlestop::table::wire::{Frame, Knock, Proposal, Tag, Wire, protocol_frame};
use whistlestop_proto::codec;
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::misdeeds::Misdeeds;

/// How often whoever is not linked is dialled.
const DIAL_MILLIS: Millis = 1_000;

/// How long it stays when the game is over.
const LINGER_MILLIS: Millis = 3_000;

/// A seat, or the wish for one.
pub(crate) struct Seat {
    pub(crate) identity: Identity,
    pub(crate) endpoint: Endpoint,
    pub(crate) table: Option<Table>,
    /// Where everybody was said to be.
    pub(crate) book: BTreeMap<PublicKey, Vec<SocketAddr>>,
    home: Home,
    name: String,
    host: SocketAddr,
    /// What it brings to the table.
    answer: Option<Answering>,
    clock: Instant,
    linked: BTreeSet<PublicKey>,
    /// Those whom the protocol speaks to.
    pub(crate) attached: BTreeSet<PublicKey>,
    /// The last index for which this seat has moved.
    decided: Option<usize>,
    next_dial: Millis,
    over_since: Option<Millis>,
}

impl Seat {
    /// Opens the network and dials the host.
    pub(crate) fn join(
        host: SocketAddr,
        home: PathBuf,
        name: String,
    ) -> anyhow::Result<(Self, mpsc::Receiver<NetEvent>)> {
        let home = Home::open(Some(home))?;
        let identity = home.identity()?;
        let (endpoint, events) = Endpoint::bind(&identity, &[])?;
        let seat = Self {
            identity,
            endpoint,
            table: None,
            book: BTreeMap::new(),
            home,
            name,
            host,
            answer: None,
            clock: Instant::now(),
            linked: BTreeSet::new(),
            attached: BTreeSet::new(),
            decided: None,
            next_dial: 0,
            over_since: None,
        };
        let key = Hash(seat.identity.public().0).to_string();
        say(&json!({"event": "listening", "name": seat.name, "key": key, "addresses": seat.listens()}))?;
        Ok((seat, events))
    }

    pub(crate) fn now(&self) -> Millis {
        Millis::try_from(self.clock.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }

    pub(crate) fn listens(&self) -> Vec<SocketAddr> {
        let port = self.endpoint.addresses().first().map_or(0, SocketAddr::port);
        local_addresses(port).into_iter().take(4).collect()
    }

    /// Entries so far.
    pub(crate) fn index(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.lockstep().log().len())
    }

    /// Whether the game is over and the others have had time to hear it.
    pub(crate) fn is_done(&self) -> bool {
        self.over_since.is_some_and(|since| self.now() >= since + LINGER_MILLIS)
    }

    /// Waits for something to happen, and takes it in.
    pub(crate) async fn wait(
        &mut self,
        events: &mut mpsc::Receiver<NetEvent>,
        misdeeds: &Misdeeds,
    ) -> anyhow::Result<()> {
        let due = self.table.as_ref().map_or(Millis::MAX, Table::poll_timeout);
        let pause = Duration::from_millis(due.saturating_sub(self.now()).min(50));
        tokio::select! {
            Some(event) = events.recv() => self.on_net(event)?,
            () = tokio::time::sleep(pause) => {}
        }
        let now = self.now();
        if now >= self.next_dial && !misdeeds.is_aloof() {
            self.next_dial = now + DIAL_MILLIS;
            self.dial_missing();
        }
        if let Some(table) = &mut self.table {
            if now >= due {
                table.handle_timeout(now);
            }
            if table.is_over() {
                self.over_since.get_or_insert(now);
            }
        }
        Ok(())
    }

    fn dial_missing(&self) {
        if self.table.is_none() && self.linked.is_empty() {
            self.endpoint.dial(self.host, None);
        }
        for (key, addresses) in self.book.iter().filter(|(key, _)| !self.linked.contains(key)) {
            for address in addresses {
                self.endpoint.dial(*address, Some(*key));
            }
        }
    }

    fn on_net(&mut self, event: NetEvent) -> anyhow::Result<()> {
        match event {
            NetEvent::Linked { peer, .. } => {
                self.linked.insert(peer);
                match &self.table {
                    None => self.knock(&peer),
                    Some(_) => self.attach(&peer),
                }
            }
            NetEvent::Unlinked { peer, why } => {
                self.linked.remove(&peer);
                self.attached.remove(&peer);
                if let Some(table) = &mut self.table {
                    table.handle_disconnected(peer);
                }
                say(&json!({"event": "unlinked", "key": Hash(peer.0).to_string(), "why": why.to_string()}))?;
            }
            NetEvent::Frame { peer, bytes } => self.on_frame(peer, &bytes)?,
            NetEvent::DialFailed { .. } => {}
        }
        Ok(())
    }

    fn on_frame(&mut self, peer: PublicKey, bytes: &[u8]) -> anyhow::Result<()> {
        let now = self.now();
        match Frame::parse(bytes) {
            Ok(Frame::Protocol(_, message)) => {
                if let Some(table) = &mut self.table {
                    table.handle_message(now, peer, message);
                }
            }
            Ok(Frame::Wire(wire)) => match *wire {
                Wire::Call { draft } => {
                    let mut nonce = [0; 16];
                    getrandom::fill(&mut nonce).map_err(|why| anyhow::anyhow!("no random numbers: {why}"))?;
                    let answer = Answering::new(&self.identity, nonce, draft);
                    self.send(&peer, &Wire::Promise { draft, promise: answer.promise() }.frame());
                    self.answer = Some(answer);
                }
                Wire::Promises { draft, promises } => {
                    let answer = self.answer.as_mut();
                    if let Some(stake) = answer.and_then(|answer| answer.reveal(&draft, promises)) {
                        self.send(&peer, &Wire::Reveal { draft, stake }.frame());
                    }
                }
                // It sits here and nowhere else.
                Wire::Seats(seats) => {
                    self.send(&peer, &Wire::Sit { gathering: seats.gathering }.frame());
                }
                Wire::Propose(proposal) if self.table.is_none() => self.sit_down(proposal)?,
                Wire::Attach { listens, .. } => {
                    self.book.entry(peer).or_default().extend(listens);
                    if let Some(table) = &mut self.table
                        && self.attached.insert(peer)
                    {
                        table.handle_connected(now, peer);
                    }
                }
                Wire::Refuse(why) => anyhow::bail!("not let in: {why}"),
                _ => {}
            },
            Err(why) => anyhow::bail!("{why}"),
        }
        Ok(())
    }

    fn knock(&self, peer: &PublicKey) {
        let knock = Knock {
            protocol: PROTOCOL_VERSION,
            program: PROGRAM_VERSION.to_owned(),
            name: self.name.clone(),
            table: None,
            watch: false,
            ready: true,
            listens: self.listens(),
            share: None,
        };
        self.send(peer, &Wire::Knock(knock).frame());
    }

    fn sit_down(&mut self, proposal: Proposal) -> anyhow::Result<()> {
        let me = self.identity.public();
        let identity = self.identity.clone();
        let table = Table::found(self.now(), &self.home, identity, proposal.contract, BOTS)?;
        for one in proposal.whereabouts.into_iter().filter(|one| one.key != me) {
            self.book.insert(one.key, one.addresses);
        }
        say(&json!({"event": "table", "table": table.id().to_string(), "seat": table.seat()}))?;
        self.table = Some(table);
        let linked: Vec<PublicKey> = self.linked.iter().copied().collect();
        for peer in &linked {
            self.attach(peer);
        }
        Ok(())
    }

    fn attach(&self, peer: &PublicKey) {
        if let Some(table) = &self.table {
            self.send(
                peer,
                &Wire::Attach { table: table.id(), listens: self.listens(), more_games: None }.frame(),
            );
        }
    }

    /// Carries out what the table gives out, as far as the misdeeds let it through.
    pub(crate) fn pump(&mut self, misdeeds: &Misdeeds) -> anyhow::Result<()> {
        if misdeeds.is_aloof() {
            return Ok(());
        }
        if misdeeds.plays() {
            self.play()?;
        }
        let Some(table) = &mut self.table else { return Ok(()) };
        let tag = Tag::of(&table.id());
        while let Some((peer, message)) = table.poll_transmit()? {
            let withheld =
                codec::decode::<Message>(&message).is_ok_and(|message| misdeeds.withholds(&message));
            if !withheld {
                // A link that is gone is reported by its own event.
                let _ = self.endpoint.send(&peer, &protocol_frame(tag, &message));
            }
        }
        while table.poll_event().is_some() {}
        Ok(())
    }

    /// The seat's turn at an index where it has not moved yet.
    pub(crate) fn turn(&self) -> Option<(&Table, u8)> {
        let table = self.table.as_ref()?;
        let seat = table.seat()?;
        let turn = table.lockstep().is_started() && table.lockstep().rules().turn() == ToMove::Seat(seat);
        (turn && self.decided != Some(self.index())).then_some((table, seat))
    }

    /// It has moved, in whatever way.
    pub(crate) fn has_moved(&mut self) {
        self.decided = Some(self.index());
    }

    /// Moves as a bot would.
    fn play(&mut self) -> anyhow::Result<()> {
        let Some((table, _)) = self.turn() else { return Ok(()) };
        let bot = bots::find("random").ok_or_else(|| anyhow::anyhow!("there is no random bot"))?;
        let decided = Move::new(bot.decide(table.game()))?;
        let now = self.now();
        let acted = self.table.as_mut().map(|table| table.act(now, decided));
        // What cannot be yet is tried again in a moment.
        if matches!(acted, Some(Ok(()))) {
            self.has_moved();
        }
        Ok(())
    }

    /// Sends a frame; a link that is gone is reported by its own event.
    pub(crate) fn send(&self, peer: &PublicKey, frame: &[u8]) {
        let _ = self.endpoint.send(peer, frame);
    }

    pub(crate) async fn end(self) -> anyhow::Result<()> {
        self.endpoint.shutdown("had enough").await;
        say(&json!({"event": "end", "games": 1}))
    }
}

/// A line for the lab.
pub(crate) fn say(event: &Value) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{event}")?;
    Ok(out.flush()?)
}
