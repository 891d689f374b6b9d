//! A table in memory on which nothing goes wrong by itself, for tests that then break one thing on purpose.

use whistlestop_proto::codec;
use whistlestop_proto::contract::{
    Contract, DrawMode, PROTOCOL_VERSION, SeatNumber, SeatPlan, Stake, TimeControl,
};
use whistlestop_proto::entry::{Body, Core, Entry};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};

use super::toy::Toy;

/// The identity of seat `seat`: a secret that is the same in every run.
pub(crate) fn identity(seat: SeatNumber) -> Identity {
    Identity::from_secret(&[seat + 1; 32])
}

/// A contract for the toy game: three players, and a bot on seat 2.
pub(crate) fn contract(draw: DrawMode) -> Contract {
    let player = |seat, name: &str| SeatPlan::Keyed {
        name: name.to_owned(),
        key: identity(seat).public(),
        stake: Stake::new(&identity(seat), [seat; 16]),
    };
    Contract {
        protocol: PROTOCOL_VERSION,
        game: "toy".to_owned(),
        rules: "1".to_owned(),
        board: Hash([0xb0; 32]),
        options: vec![("length".to_owned(), "short".to_owned())],
        draw,
        clock: TimeControl::None,
        seats: vec![
            player(0, "Ada"),
            player(1, "Ben"),
            SeatPlan::Bot { name: "greedy-1".to_owned() },
            player(3, "Cleo"),
        ],
        stand_in: "random-1".to_owned(),
        witnesses: Vec::new(),
        absent: Voters::NONE,
        nonce: [0x0e; 16],
        parent: None,
    }
}

/// The keyed seats of [`contract`].
pub(crate) const PLAYERS: [SeatNumber; 3] = [0, 1, 3];

/// Peers that hear everything at once. The last one may be a spectator.
pub(crate) struct Calm {
    pub(crate) peers: Vec<Lockstep<Toy>>,
    pub(crate) keys: Vec<PublicKey>,
    pub(crate) journals: Vec<Vec<u8>>,
    /// Everything that was sent, in order.
    pub(crate) said: Vec<Vec<u8>>,
    pub(crate) now: u64,
}

impl Calm {
    /// The table of a contract with all its players, settled.
    pub(crate) fn new(contract: &Contract, rounds: u32) -> Self {
        let seats = u8::try_from(contract.seats.len()).expect("few");
        let open = |seat: SeatNumber| {
            let genesis = Toy::new(seats, rounds);
            Lockstep::found(0, identity(seat), contract.clone(), genesis, ProgramStart::default())
                .expect("a good contract")
        };
        let peers: Vec<_> = contract.keyed().map(|(seat, _)| open(seat)).collect();
        let keys = contract.keyed().map(|(_, key)| key).collect();
        let journals = vec![Vec::new(); peers.len()];
        let mut calm = Self { peers, keys, journals, said: Vec::new(), now: 0 };
        calm.connect_all();
        calm.settle();
        calm
    }

    pub(crate) fn connect_all(&mut self) {
        for at in 0..self.peers.len() {
            for other in 0..self.keys.len() {
                if at != other {
                    self.peers[at].handle_connected(self.now, self.keys[other]);
                }
            }
        }
    }

    /// Stores, sends and delivers until nobody has anything to say.
    pub(crate) fn settle(&mut self) {
        loop {
            let mut sent = Vec::new();
            for (at, peer) in self.peers.iter_mut().enumerate() {
                while let Some(bytes) = peer.poll_store() {
                    self.journals[at].extend(bytes);
                }
                while let Some((to, bytes)) = peer.poll_transmit() {
                    sent.push((self.keys[at], to, bytes));
                }
                while peer.poll_event().is_some() {}
            }
            let waiting = self.peers.iter_mut().filter(|peer| peer.waiting_heads() > 0);
            let waiting: Vec<_> = if sent.is_empty() { waiting.collect() } else { Vec::new() };
            if sent.is_empty() && waiting.is_empty() {
                return;
            }
            if !waiting.is_empty() {
                self.now += 1;
                for peer in waiting {
                    peer.handle_timeout(self.now);
                }
            }
            for (from, to, bytes) in sent {
                self.said.push(bytes.clone());
                if let Some(at) = self.keys.iter().position(|key| *key == to) {
                    self.peers[at].handle_message(self.now, from, &bytes);
                }
            }
        }
    }

    /// Lets time pass, so that peers tell each other how far they are.
    pub(crate) fn wait(&mut self, millis: u64) {
        self.now += millis;
        for peer in &mut self.peers {
            peer.handle_timeout(self.now);
        }
        self.settle();
    }

    /// The deciding player adds this much; false if it is nobody's turn.
    pub(crate) fn play(&mut self, amount: u8) -> bool {
        let ToMove::Seat(seat) = self.peers[0].rules().turn() else { return false };
        let at =
            self.peers.iter().position(|peer| peer.seat() == Some(seat)).expect("bots move by themselves");
        self.now += 10;
        self.peers[at].act(self.now, vec![amount]).expect("legal");
        self.settle();
        true
    }

    /// What the deciding player would sign if it added this much.
    pub(crate) fn next_move(&self, amount: u8) -> (SeatNumber, Entry) {
        let peer = &self.peers[0];
        let mut rules = peer.rules().clone();
        let ToMove::Seat(seat) = rules.turn() else { unreachable!("a player decides") };
        rules.apply(seat, &[amount]).expect("legal");
        let last = peer.log().last().expect("the game has begun");
        let body = Body::Move { seat, payload: vec![amount] };
        let core = Core { index: last.core.index + 1, prev: last.hash(), body, state: rules.state_hash() };
        (seat, core.sign(&identity(seat), &peer.table(), 0))
    }
}

/// All records that a peer wants to store now.
pub(crate) fn stored(peer: &mut Lockstep<Toy>) -> Vec<Record> {
    let mut records = Vec::new();
    while let Some(bytes) = peer.poll_store() {
        if bytes != journal::preamble() {
            records.push(record(&bytes));
        }
    }
    records
}

/// The record in a frame, wherever in the journal it stands.
pub(crate) fn record(frame: &[u8]) -> Record {
    let header = 4 + 4 + 8;
    codec::decode(&frame[header..]).expect("what a peer stores can be read")
}
