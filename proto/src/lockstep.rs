//! One peer at one table.
//!
//! Methods come in four kinds, as in quinn-proto: getters; commands of the user ([`act`](Lockstep::act),
//! [`want`](Lockstep::want), ...); `handle_*`, which take in what happened outside; and `poll_*`, which give out what
//! is to be done, in the order store, transmit, event, timeout. Nothing is given out for sending while something that
//! it follows from is still to be stored.

use std::collections::{BTreeMap, BTreeSet};

use crate::agree::Open;
use crate::codec;
use crate::contract::{Accession, Contract, FIRST_WITNESS, SeatNumber};
use crate::decided::Decided;
use crate::desync::Disputes;
use crate::draw::Links;
use crate::entry::{Body, Change, Entry, Holder};
use crate::error::{ActError, DropReason};
use crate::event::ProtocolEvent;
use crate::hash::Hash;
use crate::heads::{FarHeads, Heads};
use crate::journal::Record;
use crate::limits::{FAREWELL_MILLIS, MAX_LINKS, MAX_OFFENCES, MAX_VOTERS, STATUS_MILLIS};
use crate::member::Member;
use crate::message::Message;
use crate::neighbour::{Neighbour, PastOffenders};
use crate::outbox::Outbox;
use crate::outcomes::Outcomes;
use crate::own_life::OwnLife;
use crate::pairs::Keys;
use crate::proofs::Proofs;
use crate::quorum::{Quorum, Voter, Voters};
use crate::repair::{DecidedStances, Stances};
use crate::restart::AllLost;
use crate::rolls::Rolls;
use crate::rules::{Rules, ToMove};
use crate::sign::{Identity, PublicKey};
use crate::statement::{Evidence, Leave, Return, Signed};
use crate::step::Step;
use crate::thinking_time::ThinkingTime;
use crate::waiting_heads::WaitingHeads;
use crate::wishes::SeatWishes;
use crate::world::{Chain, TableContract, Unfit, World};

/// Milliseconds on this peer's own clock; no two peers need to agree on it.
pub type Millis = u64;

/// One peer at one table.
#[derive(Debug)]
pub struct Lockstep<R> {
    pub(crate) table: TableContract,
    pub(crate) genesis: R,
    pub(crate) identity: Identity,
    /// The number by which this peer signs, now or when it counts again; a spectator has none.
    pub(crate) me: Option<Voter>,
    /// Everybody who is there has signed, and their keys fit together.
    pub(crate) started: bool,
    /// The life in which this peer speaks.
    pub(crate) own: OwnLife,
    /// Its keys for draws; who was not named in the contract has none.
    pub(crate) keys: Option<Keys>,
    /// By voter.
    pub(crate) accessions: Vec<Option<Accession>>,
    /// All final entries, from index 1.
    pub(crate) log: Vec<Entry>,
    /// What they led to.
    pub(crate) world: World<R>,
    /// What each of them led to, as far as nobody has taken it.
    pub(crate) outcomes: Outcomes<R>,
    /// Who counts from which index on, and in which lives.
    pub(crate) rolls: Rolls,
    /// Heads at the last final entry.
    pub(crate) tip_heads: Heads,
    /// Heads there or before it for other entries: a majority of them would show that the table has parted.
    pub(crate) rival_heads: FarHeads,
    /// What voters say about how the open index stands.
    pub(crate) stances: Stances,
    /// What they said about decided ones.
    pub(crate) answers: DecidedStances,
    /// What was said about the last final entries.
    pub(crate) decided: Decided,
    /// The round in which this peer may acknowledge that entry without contradicting anything it has said.
    pub(crate) tip_round: u32,
    /// Heads beyond the open index, the furthest of each voter: they show how far others are.
    pub(crate) far_heads: FarHeads,
    /// The index that is being decided.
    pub(crate) open: Open<R>,
    /// Links for the coming draw.
    pub(crate) links_made: Links,
    /// By voter.
    pub(crate) members: Vec<Member>,
    /// What is wished for the seats.
    pub(crate) wishes: SeatWishes,
    pub(crate) proofs: Proofs,
    pub(crate) links: BTreeMap<PublicKey, Neighbour<R>>,
    /// What neighbours that are gone did wrong.
    pub(crate) offenders: PastOffenders,
    /// Those who say that they have lost their memory.
    pub(crate) lost: AllLost,
    /// The time that players have thought.
    pub(crate) time: ThinkingTime,
    pub(crate) forked: bool,
    /// What leads to another state here than for others.
    pub(crate) disputes: Disputes,
    /// Heads that are put off for a moment.
    pub(crate) waiting: WaitingHeads,
    pub(crate) next_status: Millis,
    /// What waits to be given out.
    pub(crate) outbox: Outbox,
}

impl<R: Rules> Lockstep<R> {
    // Getters

    /// The contract.
    pub fn contract(&self) -> &Contract {
        &self.table.contract
    }

    /// The table's id.
    pub fn table(&self) -> Hash {
        self.table.id
    }

    /// The seat of this peer; a spectator or witness has none.
    pub fn seat(&self) -> Option<SeatNumber> {
        self.voter().filter(|voter| *voter < FIRST_WITNESS)
    }

    /// The number by which this peer signs; a spectator has none.
    pub fn voter(&self) -> Option<Voter> {
        self.me
    }

    /// Those who count at the open index.
    pub fn voters(&self) -> Voters {
        self.world.voters()
    }

    /// Whether everybody who is there has signed, and their keys fit together.
    pub fn is_started(&self) -> bool {
        self.started
    }

    /// All final entries, from index 1.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What each entry of [`log`](Self::log) did to the game.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator {
        self.log.iter().map(|entry| self.table.step(&entry.core.body))
    }

    /// How many of the last entries of [`log`](Self::log) the user has not been told of yet.
    pub fn untold(&self) -> usize {
        self.outbox.untold()
    }

    /// The signatures under the contract.
    pub fn accessions(&self) -> impl Iterator<Item = &Accession> {
        self.accessions.iter().flatten()
    }

    /// The game after the last final entry.
    pub fn rules(&self) -> &R {
        &self.world.rules
    }

    /// The entry that this peer acknowledged behind the last final one: sent, not yet final.
    pub fn sent(&self) -> Option<&Entry> {
        let acked = self.open.acked?;
        self.open.candidate(&acked.entry).map(|candidate| &candidate.entry)
    }

    /// Whether this peer has signed a move for the open index, whatever becomes of it: it signs no other there.
    pub const fn has_moved(&self) -> bool {
        self.open.moved
    }

    /// Those who are known to have acknowledged the last final entry.
    pub fn heads_at_tip(&self) -> impl Iterator<Item = Voter> {
        self.tip_heads.iter().map(|head| head.voter)
    }

    /// Whether a neighbour has told that it has every final entry that this peer has.
    pub fn is_level(&self, peer: &PublicKey) -> bool {
        self.links.get(peer).is_some_and(|link| link.index >= self.world.index)
    }

    /// Whether it has told that it has these and no more.
    pub fn is_as_far(&self, peer: &PublicKey) -> bool {
        self.links.get(peer).is_some_and(|link| link.index == self.world.index)
    }

    /// Those who have said that they acknowledge the newest entry: the one that was sent, or else the last final one.
    /// Heads that came a moment ago and are not checked yet are among them, so this proves nothing.
    pub fn heads_received(&self) -> BTreeSet<Voter> {
        let newest = self.open.acked.map_or(self.world.tip, |acked| acked.entry);
        let checked = self.open.heads.iter().chain(self.tip_heads.iter());
        let heads = checked.chain(self.waiting.unchecked());
        heads.filter(|head| head.says.entry == newest).map(|head| head.voter).collect()
    }

    /// How many heads are put off for a moment: those that came and are not checked yet, and own ones that not
    /// everybody was told yet. [`poll_timeout`](Self::poll_timeout) says when they will be.
    pub fn waiting_heads(&self) -> usize {
        self.waiting.len()
    }

    /// Who plays each seat now.
    pub fn holders(&self) -> &[Holder] {
        self.world.membership.holders()
    }

    /// Whether a bot plays the seat now, and if so whether it stands in for a player.
    pub fn bot_on(&self, seat: SeatNumber) -> Option<bool> {
        self.world.bot_on(seat)
    }

    /// Proofs that voters said two things.
    pub fn evidence(&self) -> impl Iterator<Item = (Voter, &Evidence)> {
        self.proofs.iter()
    }

    /// Whether the game is over, and that is final.
    pub fn is_over(&self) -> bool {
        self.is_started() && self.world.rules.turn() == ToMove::Over
    }

    // Commands

    /// Commits a move of this peer's seat.
    pub fn act(&mut self, now: Millis, payload: Vec<u8>) -> Result<(), ActError> {
        let seat = self.may_play()?;
        if self.world.rules.turn() != ToMove::Seat(seat) || self.world.bot_on(seat).is_some() {
            return Err(ActError::NotYourTurn);
        }
        if self.wishes.leave_of(seat).is_some() && self.change_core(Change::Remove { voter: seat }).is_some()
        {
            return Err(ActError::Left);
        }
        if self.open.acked.is_some() || self.open.moved {
            return Err(ActError::Waiting);
        }
        self.keep_time(now);
        if self.time.was_up() {
            return Err(ActError::TimeUp);
        }
        let body = Body::Move { seat, payload };
        let (core, world) = match self.next(body.clone()) {
            Err(Unfit::Corrupt) if self.mend() => self.next(body),
            other => other,
        }
        .map_err(|unfit| match unfit {
            Unfit::Illegal(why) => ActError::Illegal(why),
            other => ActError::Illegal(other.to_string()),
        })?;
        // Who has voted here has promised to acknowledge nothing in round 0; the others can still take up the move.
        let promised = self.open.promised > 0;
        let entry = if promised {
            core.sign_late(&self.identity, &self.table.id, self.life())
        } else {
            core.sign(&self.identity, &self.table.id, self.life())
        };
        self.open.moved = true;
        // Kept even if a vote hinders this peer from acknowledging it: it must never sign another.
        let hash = world.tip;
        self.add_candidate(entry.clone(), world, None);
        self.keep_candidate(&hash);
        if !promised {
            self.tell(ProtocolEvent::Sent(Box::new(entry)));
        }
        self.agree(now);
        Ok(())
    }

    /// Agrees to a change of seats, or to taking moves back. It happens once enough others agree too.
    pub fn want(&mut self, now: Millis, change: Change) -> Result<(), ActError> {
        self.may_sign()?;
        // That a time is up is counted, and nobody's wish.
        let counted = matches!(change, Change::TimeUp { .. });
        if counted || self.change_core(change).is_none() || !self.wishes.want(change) {
            return Err(ActError::BadChange);
        }
        self.agree(now);
        Ok(())
    }

    /// No longer agrees to a change, unless it is already decided.
    pub fn no_longer_want(&mut self, change: Change) {
        self.wishes.no_longer_want(&change);
    }

    /// Wants to leave. The others agree at once; this peer votes and acknowledges until its removal is final, and goes
    /// when [`may_go`](Self::may_go) says so.
    pub fn leave(&mut self, now: Millis) -> Result<(), ActError> {
        let voter = self.may_sign()?;
        if self.change_core(Change::Remove { voter }).is_none() {
            return Err(ActError::BadChange);
        }
        let wish = Leave { since: self.world.roll().since[usize::from(voter)] };
        if self.wishes.leave_of(voter).is_some_and(|known| known.says == wish) {
            return Ok(());
        }
        let wish = Signed::new(&self.identity, &self.table.id, voter, wish);
        self.keep(&Record::Leave(wish));
        self.note_leave(wish, None);
        self.agree(now);
        Ok(())
    }

    /// Whether this peer may go without anybody having to wait for it: so many of those who count now have shown that
    /// they know of its removal, or had the time to.
    pub fn may_go(&self, now: Millis) -> bool {
        let Some(removed_at) = self.wishes.removed_at() else { return false };
        let known = self.tip_heads.iter().map(|head| head.voter).collect::<Voters>().and(self.world.voters());
        known.len() >= Quorum::of(self.world.voters()).size() || now >= removed_at + FAREWELL_MILLIS
    }

    /// Asks for the seat back that a bot plays. Asking again does nothing.
    pub fn come_back(&mut self, now: Millis) -> Result<(), ActError> {
        let seat = self.seat().ok_or(ActError::Spectator)?;
        if !self.is_started() {
            return Err(ActError::NotStarted);
        }
        if self.is_superseded() {
            return Err(ActError::Superseded);
        }
        if self.is_recovering() {
            return Err(ActError::Recovering);
        }
        if self.world.bot_on(seat) != Some(true) {
            return Err(ActError::BadChange);
        }
        let wish = Return { since: self.world.roll().since[usize::from(seat)], life: self.life() };
        if self.wishes.return_of(seat).is_some_and(|known| known.says == wish) {
            return Ok(());
        }
        self.note_return(Signed::new(&self.identity, &self.table.id, seat, wish), None);
        self.agree(now);
        Ok(())
    }

    /// The contract of a table that carries this one on as a copy from its last final entry, with these seats, and
    /// the game to begin it with. For those whom nobody can outvote because too many are gone.
    pub fn copy(&self, seats: Vec<crate::contract::SeatPlan>, nonce: [u8; 16]) -> (Contract, R) {
        let parent =
            crate::contract::Parent { table: self.table.id, index: self.world.index, entry: self.world.tip };
        let contract = Contract { seats, nonce, parent: Some(parent), ..self.table.contract.clone() };
        (contract, self.world.rules.clone())
    }

    /// Whether this peer may sign what counts now, and as whom.
    pub(crate) fn may_sign(&self) -> Result<Voter, ActError> {
        let voter = self.voter().ok_or(ActError::Spectator)?;
        if !self.is_started() {
            return Err(ActError::NotStarted);
        }
        if self.is_superseded() {
            return Err(ActError::Superseded);
        }
        if self.is_recovering() {
            return Err(ActError::Recovering);
        }
        if !self.world.voters().contains(voter) {
            return Err(ActError::NotCounted);
        }
        Ok(voter)
    }

    /// The same for a move.
    fn may_play(&self) -> Result<SeatNumber, ActError> {
        let voter = self.may_sign()?;
        if voter < FIRST_WITNESS { Ok(voter) } else { Err(ActError::NotYourTurn) }
    }

    // In

    /// A link to a peer is there; its key was proved by whoever made the link.
    pub fn handle_connected(&mut self, now: Millis, peer: PublicKey) {
        // Whoever counts finds a place, however many watch.
        let voter = self.world.membership.voter_of(&self.table, &peer);
        let watchers = self.links.values().filter(|link| link.voter.is_none()).count();
        let full =
            if voter.is_some() { self.links.len() >= MAX_LINKS } else { watchers >= MAX_LINKS - MAX_VOTERS };
        if full && !self.links.contains_key(&peer) {
            self.tell(ProtocolEvent::Drop { peer, reason: DropReason::TooMany });
            return;
        }
        // A link that is made anew before the old one is gone forgets nothing.
        self.handle_disconnected(peer);
        let offences = self.offenders.of(now, &peer);
        self.links.insert(peer, Neighbour::new(now, offences, voter));
        if offences >= MAX_OFFENCES {
            return self.block(peer, DropReason::Offences(offences));
        }
        let hello = self.hello();
        self.send(peer, &Message::Hello(hello));
        let status = self.status(now);
        self.send(peer, &Message::Status(status));
    }

    /// A link is gone.
    pub fn handle_disconnected(&mut self, peer: PublicKey) {
        self.open.forget_neighbour(&peer);
        if let Some(link) = self.links.remove(&peer) {
            // Coming back too early is no new offence.
            let known = self.offenders.of(link.heard, &peer);
            if link.offences > known {
                self.offenders.note(link.heard, peer, link.offences);
            }
        }
    }

    /// Bytes came over a link.
    pub fn handle_message(&mut self, now: Millis, from: PublicKey, bytes: &[u8]) {
        let Some(link) = self.links.get_mut(&from) else { return };
        if link.blocked {
            return;
        }
        if !link.allow(now) {
            return self.block(from, DropReason::Flood);
        }
        link.heard = now;
        let voter = link.voter;
        let Ok(message) = codec::decode::<Message>(bytes) else { return self.offend(from) };
        if let Some(voter) = voter {
            self.heard(now, voter);
        }
        if self.waiting.unchecked().len() > 0
            && message.index().is_some_and(|index| index > self.world.index + 1)
        {
            // Who sent this holds the open index for final: the heads that show it may be among those that wait.
            self.check_heads(now);
            self.agree(now);
        }
        if let (Some(link), true) = (self.links.get_mut(&from), message.index() == Some(self.world.index + 2))
        {
            // They may still be on their way, too.
            link.early = Some(message);
            return;
        }
        // Nothing follows from a head before it is checked.
        let put_off = matches!(message, Message::Head(_));
        self.on_message(now, from, message);
        if !put_off {
            self.agree(now);
        }
    }

    /// Takes in a message whose time has come.
    pub(crate) fn on_message(&mut self, now: Millis, from: PublicKey, message: Message) {
        match message {
            Message::Hello(hello) => self.on_hello(from, &hello),
            Message::Accession(accession) => self.on_accession(from, *accession),
            Message::Status(status) => self.on_status(now, from, &status),
            Message::Want(index) => self.on_want(now, from, index),
            Message::Entry(entry) => self.on_entry(now, from, &entry),
            Message::Entries(entries) => self.on_entries(from, entries),
            Message::Head(head) => self.on_head(now, from, head),
            Message::Vote(backed) => self.on_vote(now, from, *backed),
            Message::Reveal(reveal) => self.on_reveal(from, &reveal),
            Message::Leave(wish) => self.on_leave(now, from, wish),
            Message::Return(wish) => self.on_return(now, from, wish),
            Message::Evidence(evidence) => self.on_evidence(from, evidence),
            Message::Dump(dump) => self.on_dump(now, from, &dump),
            Message::Lost(lost) => self.on_lost(now, from, &lost),
            Message::Stance(stance) => self.on_stance(now, from, stance),
            Message::Reading(reading) => self.on_reading(now, from, reading),
        }
    }

    /// The time that [`poll_timeout`](Self::poll_timeout) named has come.
    pub fn handle_timeout(&mut self, now: Millis) {
        if now >= self.waiting.due() {
            self.say_heads();
            self.check_heads(now);
        }
        if now >= self.next_status {
            self.next_status = now + STATUS_MILLIS;
            self.open.statuses = self.open.statuses.wrapping_add(1);
            // Whatever is computed from the state looks at its hash first; where nothing is, it is looked at now and
            // then.
            if self.is_started() && self.world.rules.state_hash() != self.world.state && !self.mend() {
                return;
            }
            self.look_for_absent(now);
            let (hello, status) = (self.hello(), self.status(now));
            let peers: Vec<(PublicKey, bool)> =
                self.links.iter().map(|(peer, link)| (*peer, link.greeted)).collect();
            for (peer, greeted) in peers {
                if !greeted {
                    self.send(peer, &Message::Hello(hello.clone()));
                }
                self.send(peer, &Message::Status(status.clone()));
            }
            self.ask_again_about_dispute();
            self.join_the_lost(now);
            self.say_lost_again(now);
            self.say_stances_again();
            self.keep_time(now);
            self.say_reading();
        }
        self.agree(now);
    }

    /// A bot's move that took long is worked out: see [`Rules::auto_if_known`].
    pub fn handle_auto_known(&mut self, now: Millis) {
        self.agree(now);
    }

    // Out

    /// The next bytes to append to the journal, safely on disk before anything else is polled.
    pub fn poll_store(&mut self) -> Option<Vec<u8>> {
        self.outbox.poll_store()
    }

    /// The next bytes to send, and to whom; nothing while something is still to be stored.
    pub fn poll_transmit(&mut self) -> Option<(PublicKey, Vec<u8>)> {
        let (peer, bytes) = self.outbox.poll_transmit()?;
        if let Some(link) = self.links.get_mut(&peer) {
            link.queued = link.queued.saturating_sub(1);
        }
        Some((peer, bytes))
    }

    /// The next thing to tell the user.
    pub fn poll_event(&mut self) -> Option<ProtocolEvent> {
        self.outbox.poll_event()
    }

    /// For whoever keeps the past, what the next final entry did to the game, and the game after it. That is left out where
    /// so many entries came at once that it was not held so long: then the step is to be played on the game before.
    pub fn poll_outcome(&mut self) -> Option<(Step, Option<R>)> {
        let (place, after) = self.outcomes.take(self.log.len())?;
        Some((self.table.step(&self.log[place].core.body), after))
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    pub fn poll_timeout(&self) -> Millis {
        let round = self.open.deadline.unwrap_or(Millis::MAX);
        round.min(self.next_status).min(self.waiting.due())
    }

    // Shared by the other modules

    pub(crate) fn keep(&mut self, record: &Record) {
        self.outbox.keep(record);
    }

    pub(crate) fn tell(&mut self, event: ProtocolEvent) {
        self.outbox.tell(event);
    }

    pub(crate) fn next(&self, body: Body) -> Result<(crate::entry::Core, World<R>), Unfit> {
        let brought = match body {
            Body::Change(Change::Return { seat, keys: Some(keys), .. }) => self.brought(seat, keys),
            _ => None,
        };
        self.world.next_with(&self.table, Chain { log: &self.log, more: &[] }, &self.genesis, body, brought)
    }
}

impl<R: Rules> Lockstep<R> {
    /// How the open index stands, for people who look for a fault.
    #[doc(hidden)]
    pub fn explain(&self) -> String {
        let open = &self.open;
        let heads: Vec<_> =
            open.heads.iter().map(|head| (head.voter, head.says.round, head.says.entry)).collect();
        let votes: Vec<_> =
            open.votes.iter().map(|v| (v.voter, v.says.round, v.says.entry, v.says.acked)).collect();
        let known: Vec<_> =
            open.candidates.iter().map(|candidate| (candidate.hash, &candidate.entry.core.body)).collect();
        let links: Vec<_> = self.links.values().map(|link| (link.blocked, link.offences)).collect();
        format!(
            "acked {:?} promised {} moved {} tip heads {:?} heads {heads:?} votes {votes:?} known {known:?} owing {:?} voters {:?} wanted {:?} recovering {:?} life {} lost {:?} incoming {:?} links {links:?} blamed {:?}",
            open.acked,
            open.promised,
            open.moved,
            self.tip_heads.iter().map(|head| (head.voter, head.says.round)).collect::<Vec<_>>(),
            self.owing_links(),
            self.world.voters().iter().collect::<Vec<_>>(),
            self.wishes.wanted(),
            self.own.recovery(),
            self.life(),
            self.lost,
            self.links
                .values()
                .map(|link| (
                    link.index,
                    link.apart,
                    link.incoming.as_ref().map(|i| i.hashes.len()),
                    link.rival.is_some()
                ))
                .collect::<Vec<_>>(),
            self.proofs.liars().iter().collect::<Vec<_>>(),
        )
    }

    /// Changes the game behind the protocol's back, as a failing memory would. For tests of the repair alone.
    #[doc(hidden)]
    pub fn damage_for_test(&mut self, damage: impl FnOnce(&mut R)) {
        damage(&mut self.world.rules);
    }
}
