//! Entries: everything that changes a game, each at an index of one hash chain.

use serde::{Deserialize, Serialize};

use crate::chance::Link;
use crate::codec;
use crate::contract::{Contract, Seat};
use crate::hash::Hash;
use crate::limits::FAREWELL_ROUNDS;
use crate::sign::{Identity, Signature, Verifier};
use crate::statement::{Farewell, Head, Signed, Vote};

const ENTRY_DOMAIN: &str = "whistlestop/entry/1";
const MOVE_DOMAIN: &str = "whistlestop/move/1";

/// What happened at an index, and the proof that it may have happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What happened. Its hash is the entry's hash.
    pub core: Core,
    /// Why it counts. Two proofs of one core are as good as each other, so the hash leaves it out.
    pub proof: Proof,
}

/// What happened at an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Core {
    /// Its place in the chain, from 1.
    pub index: u32,
    /// The hash of the entry before; at index 1 that of [`start`](crate::contract::start).
    pub prev: Hash,
    /// What happened.
    pub body: Body,
    /// The hash of the game's state afterwards.
    pub state: Hash,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// A player committed something.
    Move {
        /// Who.
        seat: Seat,
        /// What, as the game encodes it.
        payload: Vec<u8>,
    },
    /// A draw from the links of the seats that took part; with a seed there are none.
    Draw {
        /// The number of the links.
        number: u32,
        /// The links by seat.
        links: Vec<(Seat, Link)>,
    },
    /// A bot moved: every peer computes what.
    Auto {
        /// On which seat.
        seat: Seat,
        /// For a player who is away, not as the contract's own bot.
        stand_in: bool,
        /// What it computed, so that nobody has to wait for it again who takes the table up later.
        payload: Vec<u8>,
    },
    /// Something about the seats or the past changed.
    Change(Change),
}

/// What a certificate can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Change {
    /// A seat changes hands.
    Reseat {
        /// Which.
        seat: Seat,
        /// To whom.
        to: Holder,
    },
    /// The game goes back to the state after an earlier entry; needs every keyed seat.
    TakeBack {
        /// That entry's index, 0 for the start.
        to: u32,
    },
}

/// Who plays a seat of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holder {
    /// The player.
    Player,
    /// The stand-in, until the player returns.
    Bot,
    /// The player, but the next draw goes without them.
    LeftOut,
}

/// Why an entry counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// It proves itself: a draw by its links, a bot's move by being computed.
    Itself,
    /// The acting seat signed it. The signature is that of its head in round 0: who moves acknowledges with that.
    Signed(Signature),
    /// So many seats voted for it.
    Certified(Certificate),
    /// The acting seat signed it, but had voted at this index before: so it acknowledges nothing in round 0.
    Late(Signature),
}

/// Enough votes for one entry in one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The round.
    pub round: u32,
    /// Votes, by seat.
    pub votes: Vec<Ballot>,
}

/// A seat's vote in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ballot {
    /// A vote.
    Vote {
        /// Whose.
        seat: Seat,
        /// What it had acknowledged before.
        acked: Option<(u32, Hash)>,
        /// Its signature.
        signature: Signature,
    },
    /// A farewell, which allows a bot to take the seat at any later index, in the first rounds.
    Farewell(Farewell),
}

impl Core {
    /// The entry's hash.
    pub fn hash(&self) -> Hash {
        Hash::of(ENTRY_DOMAIN, &[&codec::encode(self)])
    }

    /// What two peers that compute different states from the same thing still agree on: the hash without the state, and
    /// without what a bot computed.
    pub fn cause(&self) -> Hash {
        let mut cause = Self { state: Hash::default(), ..self.clone() };
        if let Body::Auto { payload, .. } = &mut cause.body {
            payload.clear();
        }
        cause.hash()
    }

    /// Signs a move of the acting seat, and with it acknowledges it.
    pub fn sign(self, identity: &Identity, table: &Hash) -> Entry {
        let signature = Signed::new(identity, table, Seat::MAX, self.first_head()).signature;
        Entry { core: self, proof: Proof::Signed(signature) }
    }

    /// Signs a move of the acting seat that has voted here before.
    pub fn sign_late(self, identity: &Identity, table: &Hash) -> Entry {
        let signature = identity.sign(MOVE_DOMAIN, &move_bytes(table, &self.hash()));
        Entry { core: self, proof: Proof::Late(signature) }
    }

    /// What a seat says that acknowledges it in round 0.
    fn first_head(&self) -> Head {
        Head { index: self.index, round: 0, entry: self.hash(), state: self.state }
    }
}

impl Entry {
    /// The entry's hash.
    pub fn hash(&self) -> Hash {
        self.core.hash()
    }

    /// The head of the acting seat that a move comes with.
    pub fn head(&self) -> Option<Signed<Head>> {
        match (&self.core.body, &self.proof) {
            (Body::Move { seat, .. }, Proof::Signed(signature)) => {
                Some(Signed { seat: *seat, says: self.core.first_head(), signature: *signature })
            }
            _ => None,
        }
    }

    /// Whether the proof is of the kind that the body needs, and good. That the seat may act at all is a matter of
    /// the state before it.
    pub fn is_proved(&self, contract: &Contract, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        match (&self.core.body, &self.proof) {
            (Body::Move { .. }, Proof::Signed(_)) => {
                self.head().is_some_and(|head| head.verify(table, verifiers))
            }
            (Body::Move { seat, .. }, Proof::Late(signature)) => {
                let verifier = verifiers.get(usize::from(*seat)).and_then(Option::as_ref);
                let bytes = move_bytes(table, &self.hash());
                verifier.is_some_and(|verifier| verifier.verify(MOVE_DOMAIN, &bytes, signature))
            }
            (Body::Draw { .. } | Body::Auto { .. }, Proof::Itself) => true,
            (Body::Change(change), Proof::Certified(certificate)) => {
                certificate.proves(&self.core, *change, contract, table, verifiers)
            }
            _ => false,
        }
    }
}

impl Certificate {
    fn proves(
        &self,
        core: &Core,
        change: Change,
        contract: &Contract,
        table: &Hash,
        verifiers: &[Option<Verifier>],
    ) -> bool {
        let entry = core.hash();
        let rising = self.votes.is_sorted_by(|a, b| a.seat() < b.seat());
        let good = |ballot: &Ballot| match *ballot {
            Ballot::Vote { seat, acked, signature } => {
                let vote = Vote { index: core.index, round: self.round, entry, change: Some(change), acked };
                vote.is_signed(seat, &signature, table, verifiers)
            }
            Ballot::Farewell(farewell) => {
                let allows = Change::Reseat { seat: farewell.seat, to: Holder::Bot };
                change == allows
                    && self.round <= FAREWELL_ROUNDS
                    && core.index > farewell.after
                    && farewell.verify(table, verifiers)
            }
        };
        self.round > 0
            && rising
            && self.votes.len() >= needed(contract, change)
            && self.votes.iter().all(good)
    }
}

impl Ballot {
    /// Whose it is.
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Vote { seat, .. } => *seat,
            Self::Farewell(farewell) => farewell.seat,
        }
    }
}

/// The change that gives a seat to the stand-in.
pub(crate) const fn to_bot(seat: Seat) -> Change {
    Change::Reseat { seat, to: Holder::Bot }
}

/// How many keyed seats must agree to a change.
pub fn needed(contract: &Contract, change: Change) -> usize {
    match change {
        Change::Reseat { .. } => contract.majority(),
        Change::TakeBack { .. } => contract.keyed().count(),
    }
}

fn move_bytes(table: &Hash, entry: &Hash) -> Vec<u8> {
    [table.0, entry.0].concat()
}
