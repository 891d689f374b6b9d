//! Peers in memory, links that only a test cuts, and a clock that only a test moves.

use std::collections::{BTreeSet, VecDeque};

use whistlestop_proto::codec;
use whistlestop_proto::contract::{
    Contract, DrawMode, PROTOCOL_VERSION, SeatNumber, SeatPlan, Stake, TimeControl, Witness,
};
use whistlestop_proto::entry::{Change, Entry};
use whistlestop_proto::error::{ActError, OpenError};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Life, Voter, Voters};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::sim::toy::{Quirk, Toy};

/// One peer: its protocol, its disk and what its user was told.
pub(crate) struct Peer {
    pub(crate) live: Option<Lockstep<Toy>>,
    pub(crate) journal: Vec<u8>,
    /// Each record as it was stored.
    pub(crate) records: Vec<Vec<u8>>,
    pub(crate) events: Vec<ProtocolEvent>,
}

/// Bytes under way.
struct Letter {
    from: usize,
    to: usize,
    bytes: Vec<u8>,
    arrives: u64,
}

/// Keeps a message from arriving: sender, receiver, message.
pub(crate) type Censor = Box<dyn Fn(usize, usize, &Message) -> bool>;

/// All peers of a table. Peer n is voter n: it sits on seat n if that seat has a key; peers from [`WATCHER`] on are
/// witnesses if the contract names them, or else only watch.
pub(crate) struct Net {
    pub(crate) now: u64,
    pub(crate) contract: Contract,
    pub(crate) genesis: Toy,
    pub(crate) peers: Vec<Peer>,
    /// Pairs with a link, the lower number first.
    links: BTreeSet<(usize, usize)>,
    letters: VecDeque<Letter>,
    /// Everything that was ever delivered.
    pub(crate) traffic: Vec<(usize, usize, Message)>,
    pub(crate) censor: Option<Censor>,
    /// How long a message is under way while time passes.
    pub(crate) delay_millis: u64,
    /// How often a peer was started.
    pub(crate) starts: Life,
}

/// The first peer without a seat.
pub(crate) const WATCHER: usize = 6;

const STEP_MILLIS: u64 = 50;

/// Where every journal lies that nobody moved.
pub(crate) const PLACE: Hash = Hash([1; 32]);

pub(crate) fn identity(peer: usize) -> Identity {
    Identity::from_secret(&[u8::try_from(peer).expect("few peers") + 1; 32])
}

pub(crate) fn key(peer: usize) -> PublicKey {
    identity(peer).public()
}

/// What a peer brings to the table's luck.
pub(crate) fn stake(peer: usize) -> Stake {
    Stake::new(&identity(peer), [u8::try_from(peer).expect("few peers"); 16])
}

/// The same contract with so many witnesses: peers from [`WATCHER`] on.
pub(crate) fn witnessed(mut contract: Contract, witnesses: usize) -> Contract {
    let witness = |peer| Witness { name: format!("witness {peer}"), key: key(peer), stake: stake(peer) };
    contract.witnesses = (WATCHER..WATCHER + witnesses).map(witness).collect();
    contract
}

/// A contract with a player on each seat that says true, else a bot.
pub(crate) fn contract(seats: &[bool], draw: DrawMode) -> Contract {
    let plan = |(seat, keyed): (usize, &bool)| {
        if *keyed {
            SeatPlan::Keyed { name: format!("player {seat}"), key: key(seat), stake: stake(seat) }
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
        draw,
        clock: TimeControl::None,
        seats: seats.iter().enumerate().map(plan).collect(),
        stand_in: "toy/1".to_owned(),
        witnesses: Vec::new(),
        absent: Voters::NONE,
        nonce: [7; 16],
        parent: None,
    }
}

impl Net {
    /// Players without a bot, all linked, three rounds of fresh draws; started.
    pub(crate) fn players(count: usize) -> Self {
        Self::started(&vec![true; count], DrawMode::Fresh, 3)
    }

    /// A table that has started, all linked.
    pub(crate) fn started(seats: &[bool], draw: DrawMode, rounds: u32) -> Self {
        let mut net = Self::unlinked(seats, draw, rounds);
        net.heal_all();
        net.settle();
        net
    }

    /// Players at a table with a clock, all linked; started.
    pub(crate) fn with_clock(count: usize, clock: TimeControl, rounds: u32) -> Self {
        let contract = Contract { clock, ..contract(&vec![true; count], DrawMode::Fresh) };
        let mut net = Self::of(contract, Toy::new(u8::try_from(count).expect("few seats"), rounds));
        net.heal_all();
        net.settle();
        net
    }

    /// Players and witnesses, all linked; started.
    pub(crate) fn with_witnesses(players: usize, witnesses: usize) -> Self {
        let contract = witnessed(contract(&vec![true; players], DrawMode::Fresh), witnesses);
        let mut net = Self::of(contract, Toy::new(u8::try_from(players).expect("few seats"), 3));
        net.heal_all();
        net.settle();
        net
    }

    /// The same before any two peers have a link.
    pub(crate) fn unlinked(seats: &[bool], draw: DrawMode, rounds: u32) -> Self {
        let genesis = Toy::new(u8::try_from(seats.len()).expect("few seats"), rounds);
        Self::of(contract(seats, draw), genesis)
    }

    /// The table of a contract, before any two peers have a link.
    pub(crate) fn of(contract: Contract, genesis: Toy) -> Self {
        let empty = || Peer { live: None, journal: Vec::new(), records: Vec::new(), events: Vec::new() };
        let mut net = Self {
            now: 0,
            contract,
            genesis,
            peers: (0..WATCHER + 2).map(|_| empty()).collect(),
            links: BTreeSet::new(),
            letters: VecDeque::new(),
            traffic: Vec::new(),
            censor: None,
            delay_millis: 0,
            starts: 0,
        };
        let founders = net.contract.founders();
        for peer in founders.iter().map(usize::from) {
            let start = net.start();
            let live = Lockstep::found(0, identity(peer), net.contract.clone(), net.genesis.clone(), start);
            net.peers[peer].live = Some(live.expect("the contract is sound"));
            net.drain(peer);
        }
        net
    }

    /// The peer runs another build, which computes something differently. Before the first link.
    pub(crate) fn set_build(&mut self, peer: usize, quirk: Quirk) {
        let genesis = Toy { quirk, ..self.genesis.clone() };
        let start = self.start();
        let live = Lockstep::found(0, identity(peer), self.contract.clone(), genesis, start);
        self.peers[peer] = Peer {
            live: Some(live.expect("the contract is sound")),
            journal: Vec::new(),
            records: Vec::new(),
            events: Vec::new(),
        };
        self.drain(peer);
    }

    pub(crate) fn live(&self, peer: usize) -> &Lockstep<Toy> {
        self.peers[peer].live.as_ref().expect("the peer is up")
    }

    pub(crate) fn live_mut(&mut self, peer: usize) -> &mut Lockstep<Toy> {
        self.peers[peer].live.as_mut().expect("the peer is up")
    }

    pub(crate) fn up(&self) -> Vec<usize> {
        (0..self.peers.len()).filter(|peer| self.peers[*peer].live.is_some()).collect()
    }

    // Links

    pub(crate) fn link(&mut self, a: usize, b: usize) {
        let pair = (a.min(b), a.max(b));
        let both = self.peers[a].live.is_some() && self.peers[b].live.is_some();
        if a == b || !both || !self.links.insert(pair) {
            return;
        }
        let now = self.now;
        self.live_mut(a).handle_connected(now, key(b));
        self.live_mut(b).handle_connected(now, key(a));
        self.drain(a);
        self.drain(b);
    }

    /// Ends a link, with all that is under way on it.
    pub(crate) fn cut(&mut self, a: usize, b: usize) {
        if !self.links.remove(&(a.min(b), a.max(b))) {
            return;
        }
        self.letters.retain(|letter| {
            (letter.from.min(letter.to), letter.from.max(letter.to)) != (a.min(b), a.max(b))
        });
        for (one, other) in [(a, b), (b, a)] {
            if let Some(live) = &mut self.peers[one].live {
                live.handle_disconnected(key(other));
            }
        }
    }

    /// Cuts all links of a peer.
    pub(crate) fn isolate(&mut self, peer: usize) {
        (0..self.peers.len()).for_each(|other| self.cut(peer, other));
    }

    /// Cuts all links between two groups.
    pub(crate) fn split(&mut self, one: &[usize], other: &[usize]) {
        for a in one {
            for b in other {
                self.cut(*a, *b);
            }
        }
    }

    pub(crate) fn heal_all(&mut self) {
        let up = self.up();
        for a in &up {
            for b in &up {
                self.link(*a, *b);
            }
        }
    }

    // Coming and going

    pub(crate) fn crash(&mut self, peer: usize) {
        self.isolate(peer);
        self.peers[peer].live = None;
    }

    /// A start that no other is.
    pub(crate) fn start(&mut self) -> ProgramStart {
        self.starts += 1;
        ProgramStart { place: PLACE, life: self.starts }
    }

    /// The peer comes back from these bytes of its disk.
    pub(crate) fn try_restore(&mut self, peer: usize, journal: &[u8]) -> Result<usize, OpenError> {
        self.restore_at(peer, journal, PLACE)
    }

    /// The same, from a disk where the journal lies at this place.
    pub(crate) fn restore_at(
        &mut self,
        peer: usize,
        journal: &[u8],
        place: Hash,
    ) -> Result<usize, OpenError> {
        let start = ProgramStart { place, ..self.start() };
        let (live, good) = Lockstep::restore(self.now, identity(peer), self.genesis.clone(), journal, start)?;
        self.peers[peer].live = Some(live);
        self.peers[peer].journal = journal[..good].to_vec();
        self.drain(peer);
        Ok(good)
    }

    /// The peer comes back from its disk, with links to all others.
    pub(crate) fn restart(&mut self, peer: usize) {
        let journal = self.peers[peer].journal.clone();
        let good = self.try_restore(peer, &journal).expect("the journal is sound");
        assert_eq!(good, journal.len(), "nothing was torn");
        self.heal_all();
    }

    /// A peer without a journal comes, without links.
    pub(crate) fn join(&mut self, peer: usize) {
        let live = Lockstep::join(
            self.now,
            identity(peer),
            self.contract.clone(),
            self.genesis.clone(),
            self.start(),
        );
        self.peers[peer].live = Some(live.expect("the contract is sound"));
        self.peers[peer].journal.clear();
        self.drain(peer);
    }

    // Time

    /// Delivers until nothing is under way and every head was checked.
    pub(crate) fn settle(&mut self) {
        loop {
            while self.deliver_one() {}
            let waiting = |peer: &usize| self.live(*peer).waiting_heads() > 0;
            let waiting: Vec<usize> = self.up().into_iter().filter(waiting).collect();
            if waiting.is_empty() {
                return;
            }
            self.check_heads(&waiting);
        }
    }

    /// Delivers the oldest message.
    pub(crate) fn deliver_one(&mut self) -> bool {
        let due = self.letters.front().is_some_and(|letter| letter.arrives <= self.now);
        let Some(Letter { from, to, bytes, .. }) = self.letters.pop_front_if(|_| due) else { return false };
        if let Ok(message) = codec::decode::<Message>(&bytes) {
            if self.censor.as_ref().is_some_and(|censor| censor(from, to, &message)) {
                return true;
            }
            self.traffic.push((from, to, message));
        }
        self.inject(from, to, &bytes);
        true
    }

    /// Bytes arrive at a peer as if another had sent them.
    pub(crate) fn inject(&mut self, from: usize, to: usize, bytes: &[u8]) {
        let now = self.now;
        if let Some(live) = &mut self.peers[to].live {
            live.handle_message(now, key(from), bytes);
            self.drain(to);
        }
    }

    pub(crate) fn say(&mut self, from: usize, to: usize, message: &Message) {
        self.inject(from, to, &codec::encode(message));
        self.check_heads(&[to]);
    }

    /// A moment passes at these peers, in which they check the heads that have come.
    fn check_heads(&mut self, peers: &[usize]) {
        self.now += 1;
        for peer in peers {
            let now = self.now;
            if let Some(live) = &mut self.peers[*peer].live {
                live.handle_timeout(now);
                self.drain(*peer);
            }
        }
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, millis: u64) {
        let end = self.now + millis;
        while self.now < end {
            self.now = (self.now + STEP_MILLIS).min(end);
            for peer in self.up() {
                let now = self.now;
                if self.live(peer).poll_timeout() <= now {
                    self.live_mut(peer).handle_timeout(now);
                    self.drain(peer);
                }
            }
            self.settle();
        }
    }

    /// Carries out what a peer gives out, in the order store, transmit, event.
    pub(crate) fn drain(&mut self, peer: usize) {
        let Peer { live: Some(live), journal, records, events } = &mut self.peers[peer] else { return };
        loop {
            while let Some(bytes) = live.poll_store() {
                journal.extend_from_slice(&bytes);
                records.push(bytes);
            }
            if let Some((to, bytes)) = live.poll_transmit() {
                // Whoever is no peer of the table is a test's.
                let Some(to) = (0..WATCHER + 2).find(|other| key(*other) == to) else { continue };
                if self.links.contains(&(peer.min(to), peer.max(to))) {
                    self.letters.push_back(Letter {
                        from: peer,
                        to,
                        bytes,
                        arrives: self.now + self.delay_millis,
                    });
                }
            } else if let Some(event) = live.poll_event() {
                events.push(event);
            } else {
                return;
            }
        }
    }

    // Users

    /// The peer does something, and what follows from it is delivered.
    pub(crate) fn user<T>(&mut self, peer: usize, does: impl FnOnce(&mut Lockstep<Toy>, u64) -> T) -> T {
        let now = self.now;
        let done = does(self.live_mut(peer), now);
        self.drain(peer);
        self.settle();
        done
    }

    pub(crate) fn act(&mut self, peer: usize, amount: u8) -> Result<(), ActError> {
        self.user(peer, |live, now| live.act(now, vec![amount]))
    }

    pub(crate) fn want(&mut self, peer: usize, change: Change) -> Result<(), ActError> {
        self.user(peer, |live, now| live.want(now, change))
    }

    pub(crate) fn leave(&mut self, peer: usize) -> Result<(), ActError> {
        self.user(peer, Lockstep::leave)
    }

    pub(crate) fn come_back(&mut self, peer: usize) -> Result<(), ActError> {
        self.user(peer, Lockstep::come_back)
    }

    /// Whoever's turn it is by this peer's state moves, until so many more entries are final there.
    pub(crate) fn play(&mut self, by: usize, entries: usize) {
        let goal = self.live(by).log().len() + entries;
        for _ in 0..20 * entries {
            if self.live(by).log().len() >= goal || self.live(by).is_over() {
                return;
            }
            match self.live(by).rules().turn() {
                ToMove::Seat(seat) if self.peers[usize::from(seat)].live.is_some() => {
                    let _ = self.act(usize::from(seat), 3);
                }
                _ => {}
            }
            if self.live(by).log().len() < goal {
                self.wait(500);
            }
        }
        assert!(self.live(by).log().len() >= goal, "play does not go on: {}", self.live(by).explain());
    }

    /// Plays until the game is over for every peer that is up.
    pub(crate) fn finish(&mut self) {
        for _ in 0..400 {
            let up = self.up();
            let Some(slow) = up.iter().copied().find(|peer| !self.live(*peer).is_over()) else {
                return self.assert_one_table();
            };
            for peer in up {
                if let ToMove::Seat(seat) = self.live(peer).rules().turn()
                    && usize::from(seat) == peer
                {
                    let _ = self.act(peer, 3);
                }
            }
            if !self.live(slow).is_over() {
                self.wait(250);
            }
        }
        let up = self.up();
        let states: Vec<String> = up.iter().map(|peer| self.live(*peer).explain()).collect();
        assert!(states.is_empty(), "the game does not end:\n{}", states.join("\n"));
    }

    // What is the case

    /// Every peer that is up has the same log, state and seats.
    pub(crate) fn assert_one_table(&self) {
        let up = self.up();
        let first = self.live(up[0]);
        for peer in &up {
            let live = self.live(*peer);
            let cores = |log: &[Entry]| log.iter().map(|entry| entry.core.clone()).collect::<Vec<_>>();
            assert_eq!(cores(live.log()), cores(first.log()), "peer {peer}");
            assert_eq!(live.rules(), first.rules(), "peer {peer}");
            assert_eq!(live.holders(), first.holders(), "peer {peer}");
        }
    }

    pub(crate) fn lens(&self) -> Vec<usize> {
        self.up().iter().map(|peer| self.live(*peer).log().len()).collect()
    }

    pub(crate) fn has_event(&self, peer: usize, wanted: impl Fn(&ProtocolEvent) -> bool) -> bool {
        self.peers[peer].events.iter().any(wanted)
    }

    /// Those who count, as this peer sees it.
    pub(crate) fn voters(&self, peer: usize) -> Vec<Voter> {
        self.live(peer).voters().iter().collect()
    }

    /// The change that admits somebody who watches and is linked to this peer.
    pub(crate) fn admission(&self, by: usize, peer: usize) -> Change {
        self.live(by).admission_of(&key(peer)).expect("it is linked")
    }

    pub(crate) fn turn(&self, peer: usize) -> ToMove {
        self.live(peer).rules().turn()
    }
}

pub(crate) fn to_bot(seat: SeatNumber) -> Change {
    Change::Remove { voter: seat }
}

/// Whose player has not lost its memory.
pub(crate) fn to_player(seat: SeatNumber) -> Change {
    Change::Return { seat, life: 0, keys: None }
}
