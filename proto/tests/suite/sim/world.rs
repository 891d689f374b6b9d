//! N peers, a network that fails in every way, and a clock that only the run moves.

use std::collections::{BTreeMap, BTreeSet};

use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, FIRST_WITNESS, PROTOCOL_VERSION, SeatPlan, Stake, Witness};
use whistlestop_proto::event::Owed;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::sign::{Identity, PublicKey};
use whistlestop_proto::world::TableContract;

use super::hostile::Hostile;
use super::judge::Judge;
use super::judge::clocks::Times;
use super::judge::counters::{Met, Situation};
use super::luck::Luck;
use copies::Copies;
use faces::Faces;

mod copies;
mod faces;
mod plan;
mod sleep;
mod trouble;
mod user;

pub(crate) use plan::{Faults, Plan, Play};

/// One peer: its protocol, its disk and its user.
#[expect(clippy::struct_excessive_bools, reason = "each is something that happened to it or not")]
struct Peer<R> {
    identity: Identity,
    key: PublicKey,
    /// Its seat, or its number as a witness; a spectator has none.
    voter: Option<Voter>,
    /// `None` while it is down.
    live: Option<Lockstep<R>>,
    journal: Vec<u8>,
    up_again: u64,
    /// It has lost its journal.
    lost: bool,
    /// Its journal is an old copy.
    stale: bool,
    /// What it does not know since what happened to its disk.
    forgot: Option<Situation>,
    /// Where its journal lies.
    place: Hash,
    /// Its user has stopped it for good.
    stopped: bool,
    skew: u64,
    act_at: Option<u64>,
    /// In which state a slow bot is thinking, and until when.
    thinking: Option<(Hash, u64)>,
    /// When the user gives up on a seat that is away.
    want_at: BTreeMap<Voter, u64>,
    /// The user has left until this time.
    back_at: Option<u64>,
    /// It has left, and no bot has its seat yet.
    leaving: bool,
    /// The length of the log, and since when.
    progress: (usize, u64),
    /// It sleeps since when, and until when.
    asleep: Option<(u64, u64)>,
}

impl<R> Peer<R> {
    /// Whether its disk went away or back and it has not come up with it yet.
    fn lost_now(&self) -> bool {
        self.live.is_none() && (self.lost && self.journal.is_empty() || self.stale)
    }
}

/// Bytes under way.
struct Packet {
    from: usize,
    to: usize,
    bytes: Vec<u8>,
}

/// A run.
pub(crate) struct Sim<R> {
    plan: Plan,
    luck: Luck,
    now: u64,
    genesis: R,
    contract: Contract,
    peers: Vec<Peer<R>>,
    packets: BTreeMap<(u64, u64), Packet>,
    sent: u64,
    /// Pairs that never have a link.
    unlinked: BTreeSet<(usize, usize)>,
    /// Pairs that cannot talk until this time.
    cut: BTreeMap<(usize, usize), u64>,
    linked: BTreeSet<(usize, usize)>,
    judge: Judge,
    hostile: Option<Hostile>,
    next_trouble: u64,
    starts: u64,
    /// While the liar is two peers.
    faces: Option<Faces>,
    /// Two peers with one key.
    copies: Option<Copies>,
}

const TROUBLE_MILLIS: u64 = 100;

/// What the clocks of laptops may fall behind, as they sleep.
const AWAKE_MILLIS: u64 = 100_000_000;

/// So long after everything is well the parts of a table, or a home and its copy, have heard of each other.
const PARTED_MILLIS: u64 = 60_000;

/// Where journals lie that were not copied back.
const PLACE: Hash = Hash([1; 32]);

impl<R: Play> Sim<R> {
    pub(crate) fn new(plan: Plan, genesis: R) -> Self {
        let mut luck = Luck::new(plan.seed);
        let identity = |number: usize| Identity::from_secret(&[u8::try_from(number).expect("few") + 1; 32]);
        let contract = contract(&plan, identity);
        let keyed = plan.seats.iter().enumerate().filter(|(_, keyed)| **keyed).map(|(number, _)| number);
        let witnesses = (0..plan.witnesses).map(|number| usize::from(FIRST_WITNESS) + number);
        let keyed = keyed.chain(witnesses);
        let spectators = (0..plan.spectators).map(|number| 100 + number);
        let numbers: Vec<usize> = keyed.chain(spectators).collect();
        let peers = numbers.into_iter().map(|number| Peer {
            identity: identity(number),
            key: identity(number).public(),
            voter: (number < 100).then(|| Voter::try_from(number).expect("few")),
            live: None,
            journal: Vec::new(),
            up_again: luck.below(if number < 100 || plan.seed.is_multiple_of(2) { 300 } else { 25_000 }),
            skew: if plan.faults.skew { luck.below(1_000_000) } else { 0 }
                + AWAKE_MILLIS * u64::from(plan.clock.is_on()),
            act_at: None,
            thinking: None,
            want_at: BTreeMap::new(),
            back_at: None,
            leaving: false,
            lost: false,
            stale: false,
            forgot: None,
            place: PLACE,
            stopped: false,
            progress: (0, 0),
            asleep: None,
        });
        let peers: Vec<Peer<R>> = peers.collect();
        let secrets = peers.iter().filter_map(|peer| Some((peer.voter?, peer.identity.clone())));
        // A message that is sent twice comes a little later, too.
        let delay = plan.faults.delay_millis.1 + if plan.faults.duplicate_permille > 0 { 300 } else { 0 };
        let times = Times::new(plan.clock, delay);
        let judge = Judge::new(&contract, plan.hostile, secrets.collect(), times);
        let keeps_rules = plan.two_faced && !plan.seed.is_multiple_of(3);
        let hostile = plan.hostile.map(|_| {
            if keeps_rules {
                Hostile::plain(plan.seed % 2 == 1, &contract, plan.seed)
            } else {
                Hostile::new(&mut luck, &contract, plan.seed)
            }
        });
        let unlinked = unlinked(&plan, &peers.iter().map(|peer| peer.voter).collect::<Vec<_>>(), &mut luck);
        Self {
            now: 0,
            genesis,
            contract,
            peers,
            packets: BTreeMap::new(),
            sent: 0,
            unlinked,
            cut: BTreeMap::new(),
            linked: BTreeSet::new(),
            judge,
            hostile,
            next_trouble: TROUBLE_MILLIS,
            starts: 0,
            faces: None,
            copies: None,
            plan,
            luck,
        }
    }

    /// Runs until every honest peer knows that the game is over, or fails with what went wrong. Says which rare
    /// situations it met.
    ///
    /// Until `heal_at` everything may go wrong, and only safety is asked for; from then on nothing does, and the game
    /// must end.
    pub(crate) fn run(&mut self) -> Result<Met, String> {
        let last = self.plan.heal_at + 600_000;
        while self.now < last {
            self.step()?;
            // Where the table has parted at its last entry, those who meet must still find out who lied.
            let calm = if self.judge.is_parted() { PARTED_MILLIS } else { 0 };
            let healed = self.now > self.plan.heal_at + calm;
            if healed && self.all_over() {
                self.verdict(Lockstep::is_over)?;
                return self.judge.end();
            }
            // Nothing more may come of it; but those who meet must have found out who lied.
            if self.now > self.plan.heal_at + PARTED_MILLIS && self.is_held_up() {
                break;
            }
        }
        if !self.is_held_up() {
            return Err(format!("the game did not end: {}", self.describe()));
        }
        self.judge.meet(Situation::HeldUp);
        self.verdict(|_| true)?;
        self.judge.end()
    }

    /// Whether the liar can hold the table up: [`Judge`] says where.
    fn is_held_up(&self) -> bool {
        let honest = (0..self.peers.len()).filter(|peer| !self.is_hostile(*peer));
        let furthest =
            honest.filter_map(|peer| self.peers[peer].live.as_ref()).max_by_key(|live| live.log().len());
        let (Some(live), Some(hostile)) = (furthest, self.plan.hostile) else {
            return self.judge.is_parted();
        };
        let voters = live.voters();
        let few = voters.without(hostile).len() < Quorum::of(voters).size();
        // One of two who draw can hold the draw up, also when it does not count any more.
        let withholds = live.owes(hostile) == Owed::Links;
        few || withholds || self.judge.is_parted()
    }

    /// At the end every disk holds the whole game, or all that there is of it.
    fn verdict(&mut self, is_done: impl Fn(&Lockstep<R>) -> bool) -> Result<(), String> {
        let count = self.peers.len();
        let playing = (0..count).filter(|peer| self.is_playing(*peer));
        for peer in playing.collect::<Vec<_>>() {
            let (now, identity) = (self.local(peer), self.identity(peer));
            let here = ProgramStart { place: self.peers[peer].place, life: 1 };
            let (live, _) =
                Lockstep::restore(now, identity, self.genesis.afresh(), &self.peers[peer].journal, here)
                    .map_err(|error| format!("peer {peer} cannot read its journal at the end: {error}"))?;
            self.judge.came_back(peer, &live)?;
            if !is_done(&live) {
                return Err(format!("the game is not over in the journal of peer {peer}"));
            }
        }
        Ok(())
    }

    /// How many entries each peer knows.
    #[allow(dead_code, reason = "whoever plays real games compares no runs")]
    pub(crate) fn lengths(&self) -> Vec<usize> {
        self.peers.iter().map(|peer| peer.live.as_ref().map_or(0, |live| live.log().len())).collect()
    }

    fn identity(&self, peer: usize) -> Identity {
        self.peers[peer].identity.clone()
    }

    fn is_hostile(&self, peer: usize) -> bool {
        self.plan.hostile.is_some() && self.peers[peer].voter == self.plan.hostile
    }

    fn all_over(&self) -> bool {
        let done = |peer: usize| self.peers[peer].live.as_ref().is_some_and(Lockstep::is_over);
        let playing = (0..self.peers.len()).filter(|peer| self.is_playing(*peer));
        // Whoever has not heard of its copy before the game is over has nothing left to stop for.
        let settled = self.one_goes_on() || self.now > self.plan.heal_at + PARTED_MILLIS;
        settled && playing.into_iter().all(done)
    }

    /// Whether the game must end for this peer: it is honest, and no copy of it goes on in its place. Whom the liar
    /// gave other keys to watch by than all the rest has the proof of that, and sees nothing.
    fn is_playing(&self, peer: usize) -> bool {
        let Peer { voter, live, stopped, .. } = &self.peers[peer];
        let nothing = live.as_ref().is_some_and(|live| live.log().is_empty());
        let apart = voter.is_none()
            && nothing
            && self.plan.hostile.is_some_and(|liar| self.judge.has_proof(peer, liar));
        !self.is_hostile(peer) && !stopped && !apart
    }

    fn describe(&self) -> String {
        let peers = self.peers.iter().map(|peer| {
            let live = peer.live.as_ref();
            let state = live.map(|live| (live.log().len(), live.rules().turn(), live.holders().to_vec()));
            let open = live.map(Lockstep::explain).unwrap_or_default();
            format!("\n  voter {:?}: {state:?} {open}", peer.voter)
        });
        peers.collect::<Vec<_>>().join("; ")
    }

    /// The earliest of: a packet, a peer's timer, a peer's restart or move, trouble.
    fn step(&mut self) -> Result<(), String> {
        let mut next = self.next_trouble;
        next = self.packets.keys().next().map_or(next, |(at, _)| next.min(*at));
        for peer in &self.peers {
            let due = match &peer.live {
                None => peer.up_again,
                Some(_) if peer.asleep.is_some() => peer.asleep.map_or(0, |(_, until)| until),
                Some(live) => {
                    let timer = live.poll_timeout().saturating_sub(peer.skew);
                    let thought = peer.thinking.map(|(_, until)| until);
                    let user = peer.act_at.into_iter().chain(thought).chain(peer.want_at.values().copied());
                    user.fold(timer, u64::min)
                }
            };
            next = next.min(due);
        }
        self.let_time_pass(self.now.max(next));
        if self.now >= self.next_trouble {
            self.trouble()?;
        }
        while let Some(entry) = self.packets.first_entry().filter(|entry| entry.key().0 <= self.now) {
            let Packet { from, to, bytes } = entry.remove();
            if let Some((_, until)) = self.peers[to].asleep {
                self.sent += 1;
                self.packets.insert((until.max(self.now + 1), self.sent), Packet { from, to, bytes });
                continue;
            }
            if self.can_talk(from, to) {
                if let Some(hostile) =
                    self.hostile.as_mut().filter(|_| self.plan.hostile == self.peers[to].voter)
                {
                    hostile.hear(&bytes);
                }
                let (key, now) = (self.peers[from].key, self.local(to));
                if let Some(live) = &mut self.peers[to].live {
                    live.handle_message(now, key, &bytes);
                    self.drain(to)?;
                }
            }
        }
        for peer in 0..self.peers.len() {
            self.turn_of(peer)?;
        }
        Ok(())
    }

    fn local(&self, peer: usize) -> u64 {
        self.now + self.peers[peer].skew
    }

    fn turn_of(&mut self, peer: usize) -> Result<(), String> {
        if self.is_asleep(peer) {
            return Ok(());
        }
        let due = self.peers[peer].live.is_none() && self.now >= self.peers[peer].up_again;
        if due && !self.stays_down(peer) {
            self.start(peer)?;
        }
        let now = self.local(peer);
        if let Some(live) = self.peers[peer].live.as_mut().filter(|live| now >= live.poll_timeout()) {
            live.handle_timeout(now);
            self.drain(peer)?;
        }
        self.think(peer)?;
        self.use_peer(peer)
    }

    /// Slow bots think beside the table, on each peer as long as it takes there.
    fn think(&mut self, peer: usize) -> Result<(), String> {
        let (now, local) = (self.now, self.local(peer));
        let Peer { live: Some(live), thinking, .. } = &mut self.peers[peer] else { return Ok(()) };
        let rules = live.rules();
        let waits = live.bot_to_move().is_some_and(|(seat, by)| rules.auto_if_known(seat, by).is_none());
        let state = waits.then(|| rules.state_hash());
        match (state, *thinking) {
            (None, _) => *thinking = None,
            (Some(state), Some((known, until))) if known == state => {
                if now >= until {
                    *thinking = None;
                    live.rules().work_out();
                    live.handle_auto_known(local);
                    self.drain(peer)?;
                }
            }
            (Some(state), _) => {
                *thinking = Some((state, now + self.luck.between(1, self.plan.thinking_millis.max(1))));
            }
        }
        Ok(())
    }

    fn start(&mut self, peer: usize) -> Result<(), String> {
        let (now, identity, again) = (self.local(peer), self.identity(peer), self.identity(peer));
        let spoke = self.peers[peer].voter.is_some_and(|voter| self.judge.last_said(voter) > 0);
        let hostile = self.is_hostile(peer);
        let Peer { journal, lost, stale, voter, place, .. } = &mut self.peers[peer];
        self.starts += 1;
        if *stale {
            *place = Hash([100 + self.starts.to_le_bytes()[0] % 100; 32]);
        }
        let place = *place;
        let start = ProgramStart { place, life: self.luck.number(1, u32::MAX) };
        let live = match Lockstep::restore(now, identity, self.genesis.afresh(), journal, start) {
            Ok((live, good)) => {
                journal.truncate(good);
                *stale = false;
                live
            }
            // Nothing of use was on disk yet, so nothing was ever sent; or the disk is gone.
            Err(_) if *lost || *stale || !spoke => {
                journal.clear();
                let (contract, genesis) = (self.contract.clone(), self.genesis.afresh());
                let opened = if *lost || *stale {
                    Lockstep::join(now, again, contract, genesis, start)
                } else {
                    Lockstep::found(now, again, contract, genesis, start)
                };
                opened.map_err(|error| error.to_string())?
            }
            Err(_) if hostile => {
                self.peers[peer].up_again = u64::MAX;
                return Ok(());
            }
            Err(error) => return Err(format!("voter {voter:?} cannot come back: {error}")),
        };
        // A liar may take up what it likes.
        if !hostile {
            self.judge.came_back(peer, &live)?;
        }
        self.peers[peer].live = Some(live);
        self.knock(peer)?;
        for other in 0..self.peers.len() {
            if other != peer && self.peers[other].live.is_some() && !self.is_cut(peer, other) {
                self.connect(peer, other)?;
            }
        }
        self.drain(peer)
    }

    fn connect(&mut self, a: usize, b: usize) -> Result<(), String> {
        for (one, other) in [(a, b), (b, a)] {
            let (key, now) = (self.peers[other].key, self.local(one));
            if let Some(live) = &mut self.peers[one].live {
                live.handle_connected(now, key);
            }
        }
        self.linked.insert(pair(a, b));
        self.drain(a)?;
        self.drain(b)
    }

    fn disconnect(&mut self, a: usize, b: usize) {
        // Somebody else with the same key may have a link.
        if !self.linked.remove(&pair(a, b)) {
            return;
        }
        for (one, other) in [(a, b), (b, a)] {
            let key = self.peers[other].key;
            if let Some(live) = &mut self.peers[one].live {
                live.handle_disconnected(key);
            }
        }
    }

    fn is_cut(&self, a: usize, b: usize) -> bool {
        let cut =
            self.now < self.plan.heal_at && self.cut.get(&pair(a, b)).is_some_and(|until| self.now < *until);
        let same = self.peers[a].key == self.peers[b].key;
        cut || same || self.unlinked.contains(&pair(a, b)) || self.is_turned_away(a, b) || self.is_taken(a, b)
    }

    /// One more peer with the key of this one.
    fn twin(&self, peer: usize) -> Peer<R> {
        let Peer { key, voter, skew, .. } = self.peers[peer];
        let identity = self.identity(peer);
        Peer {
            identity,
            key,
            voter,
            skew,
            live: None,
            journal: Vec::new(),
            up_again: self.now,
            lost: false,
            stale: false,
            forgot: Some(Situation::RecoveredCopy),
            place: PLACE,
            stopped: false,
            act_at: None,
            thinking: None,
            want_at: BTreeMap::new(),
            back_at: None,
            leaving: false,
            progress: (0, self.now),
            asleep: None,
        }
    }

    fn can_talk(&self, a: usize, b: usize) -> bool {
        self.linked.contains(&pair(a, b))
    }

    // Input and output of one peer

    fn drain(&mut self, peer: usize) -> Result<(), String> {
        loop {
            let Some(live) = &mut self.peers[peer].live else { return Ok(()) };
            if let Some(bytes) = live.poll_store() {
                self.peers[peer].journal.extend_from_slice(&bytes);
                if self.now < self.plan.heal_at && self.luck.below(20_000) < self.plan.faults.crash_permille {
                    self.crash(peer);
                }
                continue;
            }
            if let Some((to, bytes)) = live.poll_transmit() {
                let known = |other: &usize| self.peers[*other].key == to && self.can_talk(peer, *other);
                let Some(to) = (0..self.peers.len()).find(known) else { continue };
                self.transmit(peer, to, bytes)?;
                continue;
            }
            match live.poll_event() {
                Some(event) => self.on_event(peer, &event)?,
                None => return Ok(()),
            }
        }
    }

    /// The judge knows what the liar signed, too.
    fn overhear(&mut self, bytes: &[u8]) {
        if let Ok(message) = codec::decode::<Message>(bytes) {
            self.judge.overhear(&message);
        }
    }

    fn transmit(&mut self, from: usize, to: usize, bytes: Vec<u8>) -> Result<(), String> {
        if self.is_hostile(from) {
            if self.now < self.plan.heal_at {
                let Some(mut hostile) = self.hostile.take() else { return Ok(()) };
                let (live, identity) = (self.peers[from].live.as_ref(), self.identity(from));
                let sent = hostile.twist(&mut self.luck, to, bytes, live, &identity);
                self.hostile = Some(hostile);
                for bytes in sent {
                    self.overhear(&bytes);
                    self.post(from, to, bytes, 0);
                }
                return Ok(());
            }
            self.overhear(&bytes);
        } else {
            let message =
                codec::decode::<Message>(&bytes).map_err(|_| "an honest peer sent garbage".to_owned())?;
            let live = self.peers[from].live.as_ref();
            let liars = live.map_or(Voters::NONE, |live| liars(live, &message));
            let decided = live.and_then(|live| live.log().last()).map(|last| (last.core.index, last.hash()));
            self.check_silence(from, &message)?;
            // Who was just admitted may say something before it has noticed.
            let seat = live.and_then(Lockstep::voter).or(self.peers[from].voter);
            self.judge.hear(seat, (liars, decided), &message)?;
            if let (Message::Reveal(reveal), Some(live)) = (&message, &self.peers[from].live) {
                self.judge.hear_reveal(self.peers[from].voter, live, reveal)?;
            }
        }
        let vain = self.plan.vain_spectators && self.peers[from].voter.is_none();
        let bytes = if vain { everybody_is_there(bytes) } else { bytes };
        let faults = self.plan.faults.clone();
        if self.now < self.plan.heal_at {
            if self.luck.permille(faults.drop_permille) {
                return Ok(());
            }
            if self.luck.permille(faults.duplicate_permille) {
                self.post(from, to, bytes.clone(), 300);
            }
        }
        self.post(from, to, bytes, 0);
        Ok(())
    }

    fn post(&mut self, from: usize, to: usize, bytes: Vec<u8>, extra: u64) {
        if let (true, Ok(message)) = (self.is_hostile(from), codec::decode::<Message>(&bytes)) {
            self.judge.overhear(&message);
        }
        let (low, high) = if self.now < self.plan.heal_at { self.plan.faults.delay_millis } else { (1, 5) };
        let at = self.now + extra + self.luck.between(low.max(1), high.max(1));
        self.sent += 1;
        self.packets.insert((at, self.sent), Packet { from, to, bytes });
    }
}

/// Of whom a voter has proof that it cheated, if it gives up what it was bound to.
fn liars<R: Play>(live: &Lockstep<R>, message: &Message) -> Voters {
    let Message::Vote(backed) = message else { return Voters::NONE };
    let vote = backed.vote.says;
    if vote.acked.is_none_or(|acked| acked.entry == vote.entry) {
        return Voters::NONE;
    }
    let table = TableContract::new(live.contract().clone());
    live.evidence().filter_map(|(_, proof)| proof.verify(&table)).collect()
}

/// A status of somebody who says that it has just heard of everybody.
fn everybody_is_there(bytes: Vec<u8>) -> Vec<u8> {
    match codec::decode::<Message>(&bytes) {
        Ok(Message::Status(status)) => {
            codec::encode(&Message::Status(Status { ages_millis: vec![0; 16], ..status }))
        }
        _ => bytes,
    }
}

/// Where each record of a journal ends.
fn frames(journal: &[u8]) -> Vec<usize> {
    let mut ends = vec![8.min(journal.len())];
    while let Some(length) = journal.get(ends[ends.len() - 1]..).and_then(|rest| rest.first_chunk::<4>()) {
        let end = ends[ends.len() - 1] + 16 + usize::try_from(u32::from_le_bytes(*length)).expect("a length");
        if end > journal.len() {
            break;
        }
        ends.push(end);
    }
    ends
}

fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

fn contract(plan: &Plan, identity: impl Fn(usize) -> Identity) -> Contract {
    let stake = |number: usize| Stake::new(&identity(number), [u8::try_from(number).expect("few"); 16]);
    let witness = |number: usize| Witness {
        name: format!("witness {number}"),
        key: identity(number).public(),
        stake: stake(number),
    };
    let seat = |(number, keyed): (usize, &bool)| {
        if *keyed {
            let (name, key) = (format!("player {number}"), identity(number).public());
            SeatPlan::Keyed { name, key, stake: stake(number) }
        } else {
            SeatPlan::Bot { name: "toy/1".to_owned() }
        }
    };
    Contract {
        protocol: PROTOCOL_VERSION,
        game: "toy".to_owned(),
        rules: "1".to_owned(),
        board: Hash::default(),
        options: Vec::new(),
        draw: plan.draw,
        clock: plan.clock,
        seats: plan.seats.iter().enumerate().map(seat).collect(),
        stand_in: "toy/1".to_owned(),
        witnesses: (0..plan.witnesses).map(|number| witness(usize::from(FIRST_WITNESS) + number)).collect(),
        absent: Voters::NONE,
        nonce: [7; 16],
        parent: None,
    }
}

/// Pairs without a link. All honest peers still reach each other through honest ones, and the hostile one reaches all.
fn unlinked(plan: &Plan, voters: &[Option<Voter>], luck: &mut Luck) -> BTreeSet<(usize, usize)> {
    let is_hostile = |peer: usize| plan.hostile.is_some() && voters[peer] == plan.hostile;
    let mut missing = BTreeSet::new();
    let mut reached: Vec<usize> = Vec::new();
    for peer in (0..voters.len()).filter(|peer| !is_hostile(*peer)) {
        let through = if reached.is_empty() { peer } else { *luck.pick(&reached) };
        for other in reached.iter().filter(|other| **other != through) {
            if luck.permille(plan.faults.unlinked_permille) {
                missing.insert(pair(peer, *other));
            }
        }
        reached.push(peer);
    }
    missing
}
