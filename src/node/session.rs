//! A session: this laptop at one table, from sitting down to its end.
//!
//! One driver for every way to play. Each seat of this laptop is a peer with a [`Table`] of its own: one over the network,
//! several where people share the laptop, one without a seat for whoever watches. Those of this laptop are linked in memory,
//! everybody else by whoever carries bytes. A session neither sends, dials nor waits: bytes, commands, thoughts and the time
//! come in, bytes and events go out. Read `Session` first; [`laptop`] makes those that need no network.

mod answers;
pub(crate) mod away;
mod commands;
pub(crate) mod company;
pub(crate) mod ending;
pub(crate) mod keepers;
pub mod laptop;
pub(crate) mod local_peer;
mod others;
pub(crate) mod play;
mod presence;
pub(crate) mod rematch;
pub(crate) mod stranded;
pub(crate) mod together;
mod turn;

use std::collections::VecDeque;
use std::sync::Arc;

use whistlestop_proto::contract::SeatPlan;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Fingerprint, words};
use crate::node::options::{AlonePolicy, AwayPolicy, Options};
use crate::node::players::think::{Done, Thinker, fault_words};
use crate::node::session::answers::Answers;
use crate::node::session::away::Absences;
use crate::node::session::company::{Company, Hosted, Unplayed};
use crate::node::session::local_peer::LocalPeer;
use crate::node::session::presence::{ToldPresence, seats_now};
use crate::node::session::rematch::Rematch;
use crate::node::session::together::Together;
use crate::node::session::turn::TurnState;
use crate::table::Table;
use crate::table::front::{Command, End, Event, Kind};
use crate::table::store::StoreError;
use crate::table::store::players::Resident;
use crate::table::wire::{Proposal, Tag};

/// This laptop at a table.
#[derive(Debug)]
pub(crate) struct Session {
    /// The peers of this laptop. The first is the one that is shown; only it has links over the network.
    peers: Vec<LocalPeer>,
    /// All people of the table are here, and there is no network.
    is_offline: bool,
    manners: TableManners,
    company: Company,
    turn: TurnState,
    answers: Answers,
    absences: Absences,
    presence: ToldPresence,
    rematch: Rematch,
    together: Together,
    /// Commands that came while the peers of this laptop were not at the same point: a moment later they are.
    waiting: VecDeque<Command>,
    /// The player wants to leave, and stays until the table has gone on without them.
    leaving: bool,
    /// How it ends, once all peers of this laptop have heard and kept everything or this time has come.
    ending: Option<(End, Millis)>,
    over_since: Option<Millis>,
    /// The next game, if it was proposed before this one was over here.
    early: Option<Box<Proposal>>,
    /// The table is new to everybody: nothing is lost with it until all have signed.
    is_new: bool,
}

/// What of the options holds at a table.
#[derive(Clone, Copy, Debug)]
struct TableManners {
    attended: bool,
    away: AwayPolicy,
    alone: AlonePolicy,
    linger_millis: Millis,
}

impl Session {
    /// This player at a table, with everybody else over the network.
    pub(crate) fn on_network(
        now: Millis,
        peer: LocalPeer,
        options: &Options,
        hosted: Hosted,
        alone_millis: Option<Millis>,
    ) -> Self {
        Self { company: Company::new(hosted, alone_millis), ..Self::new(now, vec![peer], false, options) }
    }

    /// Everybody at this laptop, at a table where nobody else sits.
    pub(crate) fn on_laptop(now: Millis, peers: Vec<LocalPeer>, options: &Options) -> Self {
        Self::new(now, peers, true, options)
    }

    fn new(now: Millis, mut peers: Vec<LocalPeer>, is_offline: bool, options: &Options) -> Self {
        assert!(!peers.is_empty(), "nobody sits down without a table");
        let keys: Vec<PublicKey> = peers.iter().map(LocalPeer::key).collect();
        for one in &mut peers {
            let me = one.key();
            for key in keys.iter().filter(|key| **key != me) {
                one.table.handle_connected(now, *key);
            }
        }
        let Options { attended, away, alone, linger_millis, .. } = *options;
        Self {
            peers,
            is_offline,
            manners: TableManners { attended, away, alone, linger_millis },
            company: Company::default(),
            turn: TurnState::default(),
            answers: Answers::default(),
            absences: Absences::default(),
            presence: ToldPresence::default(),
            rematch: Rematch::default(),
            together: Together::default(),
            waiting: VecDeque::new(),
            leaving: false,
            ending: None,
            over_since: None,
            early: None,
            is_new: false,
        }
    }

    /// The same at a table that was founded just now, on the network.
    pub(crate) fn founded(self) -> Self {
        let is_new = !self.is_offline && self.table().contract().parent.is_none();
        Self { is_new, ..self }
    }

    /// Takes the journal away if the table is new and not everybody has signed it: nobody can go on with it.
    pub(crate) fn discard_unsigned(&self) -> Result<(), StoreError> {
        let unsigned = self.is_new && !self.table().lockstep().is_started();
        if unsigned { self.table().discard() } else { Ok(()) }
    }

    // What there is to know

    /// The table that is shown.
    pub(crate) fn table(&self) -> &Table {
        &self.peers[0].table
    }

    /// The peers of this laptop.
    pub(crate) fn residents(&self) -> impl Iterator<Item = &Resident> {
        self.peers.iter().map(|one| &one.resident)
    }

    /// Whether all people of the table are here, so that there is no network.
    pub(crate) const fn is_offline(&self) -> bool {
        self.is_offline
    }

    /// How the table is hosted.
    pub(crate) const fn hosted(&self) -> &Hosted {
        &self.company.hosted
    }

    /// Peers whom the protocol speaks to.
    pub(crate) fn attached(&self) -> impl Iterator<Item = &PublicKey> {
        self.company.attached.iter()
    }

    pub(crate) fn tag(&self) -> Tag {
        Tag::of(&self.table().id())
    }

    /// The people of the table who are not on this laptop.
    pub(crate) fn others(&self) -> Vec<PublicKey> {
        let keys = self.table().contract().keyed().map(|(_, key)| key);
        keys.filter(|key| !self.is_local(key)).collect()
    }

    pub(crate) fn is_local(&self, key: &PublicKey) -> bool {
        self.peers.iter().any(|one| one.key() == *key)
    }

    pub(crate) fn is_seated(&self, key: &PublicKey) -> bool {
        self.table().contract().seat_of(key).is_some()
    }

    /// Whether somebody is at this laptop or linked to it.
    fn is_here(&self, key: &PublicKey) -> bool {
        self.is_local(key) || self.company.attached.contains(key)
    }

    pub(crate) fn name_of(&self, wanted: &PublicKey) -> Option<String> {
        self.table().contract().seats.iter().find_map(|seat| match seat {
            SeatPlan::Keyed { name, key, .. } if key == wanted => Some(name.clone()),
            _ => None,
        })
    }

    /// The seated key with this fingerprint.
    pub(crate) fn key_with(&self, fingerprint: &Fingerprint) -> Option<PublicKey> {
        let mut keys = self.table().contract().keyed().map(|(_, key)| key);
        keys.find(|key| Fingerprint::of(key) == *fingerprint)
    }

    /// The table as the front end hears of it. Nobody at the keyboard plays for a program.
    pub(crate) fn event(&self) -> Event {
        let table = self.table();
        let at_keyboard = self.peers.iter().filter(|one| !one.is_program);
        Event::Table {
            id: table.id(),
            contract: Box::new(table.contract().clone()),
            seats: at_keyboard.filter_map(|one| one.table.seat()).collect(),
            phrase: words::phrase(&table.roster_hash().0),
            journal: table.path().to_owned(),
            start: Arc::from(table.history().at(0)),
            steps: table.told_steps().to_vec(),
        }
    }

    /// The own move that was signed before this start and is not final yet: it is on its way, and nobody is asked for it again.
    pub(crate) fn sent_event(&self) -> Option<Event> {
        let table = self.table();
        let known = table.lockstep().sent().map(|entry| (entry.core.index, Kind::of(entry)));
        let (index, (kind, seat)) = match known {
            Some(entry) => entry,
            None if table.lockstep().has_moved() => (table.index() + 1, (Kind::Move, table.seat())),
            None => return None,
        };
        (kind == Kind::Move && seat == table.seat()).then_some(Event::Sent { index, seat, kind })
    }

    /// Whether the peers of this laptop have heard everything that they said to each other, and nothing is under way. Who has lost
    /// its journal cannot act before the others have told it what it said. Over the network nobody waits for that: what cannot
    /// be yet is refused.
    fn is_level(&self) -> bool {
        let entries = self.table().index();
        !self.is_offline
            || self.peers.iter().all(|one| {
                let lockstep = one.table.lockstep();
                let ready = lockstep.is_started() && !lockstep.is_recovering();
                ready && lockstep.sent().is_none() && one.table.index() == entries
            })
    }

    // In

    /// Bytes of the protocol came over a link, for the table with this tag.
    pub(crate) fn handle_message(&mut self, now: Millis, peer: PublicKey, tag: Tag, message: &[u8]) {
        let speaks = self.company.attached.contains(&peer) || self.company.keepers.contains(&peer);
        if speaks && tag == self.tag() {
            self.peers[0].table.handle_message(now, peer, message);
        }
    }

    /// A link is gone.
    pub(crate) fn handle_disconnected(&mut self, peer: PublicKey) {
        self.company.forget(&peer);
        self.peers[0].table.handle_disconnected(peer);
    }

    /// The time that [`next_due`](Self::next_due) named has come. What is only looked at now and then is looked at with every
    /// status that the tables send.
    pub(crate) fn handle_timeout(&mut self, now: Millis) {
        self.peers.iter_mut().for_each(|one| one.table.handle_timeout(now));
        if !self.is_offline {
            self.absences.mind(now, self.manners.away, &mut self.peers[0].table);
        }
    }

    /// Something was thought out, which all peers need to know of a bot; if the table has gone on meanwhile it is of no use any
    /// more. Says what is to be told of it.
    pub(crate) fn handle_thought(&mut self, now: Millis, done: Done) -> Option<Event> {
        match done {
            Done::Bot(thought) => {
                self.peers.iter_mut().for_each(|one| one.table.handle_thought(now, thought.clone()));
                None
            }
            Done::Own { index, decided } => {
                self.turn.thought_out(now, index, decided.actions);
                decided.fault.map(|fault| Event::Notice(fault_words(&fault)))
            }
            Done::Advice { index, advice } => Some(Event::Advice { index, advice }),
        }
    }

    /// Notes whether there is anybody to watch, for whoever only watches.
    pub(crate) fn note_players(&mut self, now: Millis) -> Unplayed {
        let plays = self.company.attached.iter().any(|key| self.is_seated(key));
        let any = plays || self.table().seat().is_some() || self.table().is_over();
        self.company.note_players(now, any)
    }

    /// Lets slow bots of the table think.
    pub(crate) fn think(&self, thinker: &mut Thinker) {
        self.peers.iter().for_each(|one| thinker.think_for(&one.table));
    }

    // Out

    /// The next bytes to send over the network, and to whom; what the peers of this laptop say to each other is passed on in
    /// memory. Nothing is given out before it is on disk.
    pub(crate) fn poll_transmit(&mut self, now: Millis) -> Result<Option<(PublicKey, Vec<u8>)>, StoreError> {
        loop {
            let mut quiet = true;
            for from in 0..self.peers.len() {
                while let Some((to, bytes)) = self.peers[from].table.poll_transmit()? {
                    let Some(place) = self.peers.iter().position(|one| one.key() == to) else {
                        return Ok(Some((to, bytes)));
                    };
                    let sender = self.peers[from].key();
                    self.peers[place].table.handle_message(now, sender, &bytes);
                    quiet = false;
                }
            }
            if quiet {
                return Ok(None);
            }
        }
    }

    /// The next thing that happened at the table. All peers tell the same, so only the first is heard.
    pub(crate) fn poll_event(&mut self, now: Millis) -> Option<Event> {
        for other in &mut self.peers[1..] {
            while other.table.poll_event().is_some() {}
        }
        let event = self.peers[0].table.poll_event()?;
        if !self.is_offline {
            self.absences.note(now, &event, self.manners.away, &mut self.peers[0].table);
        }
        Some(event)
    }

    /// Notes whether everybody who is here has acknowledged the last move of this player.
    pub(crate) fn note_answers(&mut self) {
        self.answers.note(&self.peers[0].table, &self.company.attached);
    }

    /// How long that took, once.
    pub(crate) fn poll_answers(&mut self) -> Option<Event> {
        self.answers.take()
    }

    /// How everybody is, if somebody looks and something has changed. Looked at with all that happens, and with every status
    /// that the table sends.
    pub(crate) fn poll_presence(&mut self) -> Option<Event> {
        if !self.manners.attended {
            return None;
        }
        let away_since = |seat| self.absences.away_since(seat);
        let now = seats_now(self.table(), |key| self.is_here(key), away_since);
        self.presence.changed(now)
    }

    /// When something is to be done. What is only looked at now and then, such as whether the game is over for all, is
    /// looked at with every status that the table sends.
    pub(crate) fn next_due(&self) -> Millis {
        let asks = self.wants_seat_back() && !self.company.attached.is_empty();
        let tables = self.peers.iter().map(|one| one.table.poll_timeout());
        let ending = self.ending.map(|(_, until)| until);
        tables
            .chain(self.turn.next_due(asks))
            .chain(ending)
            .chain(self.goes_on_at())
            .fold(Millis::MAX, Millis::min)
    }
}
