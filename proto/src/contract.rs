//! What the players agree on before the first entry, and their signatures under it.

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::hash::Hash;
use crate::limits::{
    MAX_CLOCK_SECONDS, MAX_ENTRIES, MAX_INCREMENT_SECONDS, MAX_NAME_BYTES, MAX_OPTIONS, MAX_SEATS,
    MAX_VOTERS, MAX_WITNESSES, MIN_CLOCK_SECONDS,
};
use crate::pairs::{Point, PublicKeys, Secret};
use crate::quorum::{Voter, Voters};
use crate::sign::{Identity, PublicKey, Signature, Verifier};
use crate::text::is_clean;

/// The version of the protocol that this crate speaks.
pub const PROTOCOL_VERSION: u16 = 2;

const CONTRACT_DOMAIN: &str = "whistlestop/contract/2";
const ACCESSION_DOMAIN: &str = "whistlestop/accession/2";
const KEYS_DOMAIN: &str = "whistlestop/keys/2";
const START_DOMAIN: &str = "whistlestop/start/2";

/// The number of the first witness, behind those of all seats there can be.
pub const FIRST_WITNESS: Voter = 6;

/// A seat at the table, from 0.
pub type SeatNumber = u8;

/// What a table is about. Its hash is the table's id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contract {
    /// [`PROTOCOL_VERSION`] of whoever wrote it.
    pub protocol: u16,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: String,
    /// The hash of its board.
    pub board: Hash,
    /// Options by name, sorted, as text.
    pub options: Vec<(String, String)>,
    /// Where entropy comes from.
    pub draw: DrawMode,
    /// How long players may think.
    pub clock: TimeControl,
    /// The seats, from 0.
    pub seats: Vec<SeatPlan>,
    /// Voters without a seat: they keep the table going and honest.
    pub witnesses: Vec<Witness>,
    /// Those who are not there when a copy begins: bots play for them, and they do not count before they return.
    pub absent: Voters,
    /// The bot that takes over for a player who is away; its name carries its version.
    pub stand_in: String,
    /// Makes two tables of the same people different.
    pub nonce: [u8; 16],
    /// The table that this one carries on as a copy.
    pub parent: Option<Parent>,
}

/// Where entropy comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrawMode {
    /// From all voters together: nobody can foresee a draw.
    Fresh,
    /// From a number that everybody knows.
    Seed(u64),
}

/// How long players may think. Draws, bots and stand-ins take nobody's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// So many seconds for each move.
    EachMove {
        /// How many.
        seconds: u32,
    },
    /// So many seconds for the whole game, and some more after each turn.
    EachGame {
        /// For the game.
        seconds: u32,
        /// More after each turn.
        increment: u32,
    },
}

impl TimeControl {
    /// Whether there is one.
    pub const fn is_on(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether it keeps to the bounds.
    pub fn is_sound(self) -> bool {
        let (seconds, increment) = match self {
            Self::None => return true,
            Self::EachMove { seconds } => (seconds, 0),
            Self::EachGame { seconds, increment } => (seconds, increment),
        };
        (MIN_CLOCK_SECONDS..=MAX_CLOCK_SECONDS).contains(&seconds) && increment <= MAX_INCREMENT_SECONDS
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatPlan {
    /// A person or headless peer, by name and key.
    Keyed {
        /// What the others call them.
        name: String,
        /// Who they are.
        key: PublicKey,
        /// What they bring to the table's luck.
        stake: Stake,
    },
    /// A bot; its name carries its version.
    Bot {
        /// Which bot.
        name: String,
    },
}

/// A voter without a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// What the others call them.
    pub name: String,
    /// Who they are.
    pub key: PublicKey,
    /// What they bring to the table's luck.
    pub stake: Stake,
}

/// What a voter brings to the table's luck, chosen before it knows what the others bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stake {
    /// Never used before: it makes the table unlike any other that this voter sits at.
    pub nonce: [u8; 16],
    /// The public half of the secret that follows from the voter's identity and the nonce.
    pub point: Point,
}

impl Stake {
    /// The stake of an identity with this nonce.
    pub fn new(identity: &Identity, nonce: [u8; 16]) -> Self {
        Self { nonce, point: Secret::new(identity, &nonce).point() }
    }
}

/// Where a copy left its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// The table.
    pub table: Hash,
    /// The last entry that the copy keeps.
    pub index: u32,
    /// Its hash.
    pub entry: Hash,
}

/// A voter's signature under the contract, together with the public halves of its keys for draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accession {
    /// The voter.
    pub voter: Voter,
    /// One key with each other drawing voter, and one of its own.
    pub keys: PublicKeys,
    /// Over the table's id and the keys.
    pub signature: Signature,
}

/// Why a contract is no contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadContract {
    /// Too many seats, or none with a key.
    #[error("a table has 1 to {MAX_SEATS} seats, at least one of them with a key")]
    Seats,
    /// The same key sits twice.
    #[error("the same key sits on two seats")]
    SameKeyTwice,
    /// A name, or another text, is empty, too long or not clean.
    #[error("a name is empty, longer than {MAX_NAME_BYTES} bytes, or holds what a screen must not show")]
    Name,
    /// Options are unsorted, double or too many.
    #[error("options must be sorted, each once, at most {MAX_OPTIONS}")]
    Options,
    /// Too many witnesses.
    #[error("a table has at most {MAX_WITNESSES} witnesses")]
    Witnesses,
    /// Somebody is absent who does not sit there, or everybody is, or the table is no copy.
    #[error("only players of a copy can be absent when it begins, and not all of them")]
    Absent,
    /// A clock gives too little or too much.
    #[error(
        "a clock gives {MIN_CLOCK_SECONDS} to {MAX_CLOCK_SECONDS} seconds, and at most {MAX_INCREMENT_SECONDS} more a turn"
    )]
    Clock,
    /// The parent's index is beyond any table.
    #[error("the parent table cannot be that long")]
    Parent,
}

impl Contract {
    /// The table's id.
    pub fn table(&self) -> Hash {
        Hash::of(CONTRACT_DOMAIN, &[&codec::encode(self)])
    }

    /// Whether it keeps to the bounds.
    pub fn check(&self) -> Result<(), BadContract> {
        let keys: Vec<PublicKey> = self.parties().map(|(_, key, _)| *key).collect();
        if self.keyed().next().is_none() || self.seats.len() > MAX_SEATS {
            return Err(BadContract::Seats);
        }
        if self.witnesses.len() > MAX_WITNESSES {
            return Err(BadContract::Witnesses);
        }
        if keys.iter().enumerate().any(|(i, key)| keys[..i].contains(key)) {
            return Err(BadContract::SameKeyTwice);
        }
        let seats = self.seats.iter().map(|seat| match seat {
            SeatPlan::Keyed { name, .. } | SeatPlan::Bot { name } => name,
        });
        let names = [&self.game, &self.rules, &self.stand_in].into_iter().chain(seats);
        let names = names.chain(self.witnesses.iter().map(|witness| &witness.name));
        let names = names.chain(self.options.iter().flat_map(|(name, value)| [name, value]));
        if names.into_iter().any(|name| !is_clean(name, MAX_NAME_BYTES)) {
            return Err(BadContract::Name);
        }
        if self.options.len() > MAX_OPTIONS || !self.options.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(BadContract::Options);
        }
        if !self.clock.is_sound() {
            return Err(BadContract::Clock);
        }
        if self.parent.is_some_and(|parent| parent.index > MAX_ENTRIES) {
            return Err(BadContract::Parent);
        }
        let players: Voters = self.keyed().map(|(seat, _)| seat).collect();
        let some_are_there = players.iter().any(|seat| !self.absent.contains(seat));
        let copied = self.absent.is_empty() || self.parent.is_some();
        if self.absent.and(players) != self.absent || !some_are_there || !copied {
            return Err(BadContract::Absent);
        }
        Ok(())
    }

    /// The seats with a key, by seat.
    pub fn keyed(&self) -> impl Iterator<Item = (SeatNumber, PublicKey)> + '_ {
        (0..).zip(&self.seats).filter_map(|(seat, plan)| match plan {
            SeatPlan::Keyed { key, .. } => Some((seat, *key)),
            SeatPlan::Bot { .. } => None,
        })
    }

    /// All voters of the contract with their keys and stakes: seats, then witnesses.
    pub fn parties(&self) -> impl Iterator<Item = (Voter, &PublicKey, &Stake)> {
        let seats = (0..).zip(&self.seats).filter_map(|(seat, plan)| match plan {
            SeatPlan::Keyed { key, stake, .. } => Some((seat, key, stake)),
            SeatPlan::Bot { .. } => None,
        });
        let witnesses = (FIRST_WITNESS..).zip(&self.witnesses);
        seats.chain(witnesses.map(|(voter, witness)| (voter, &witness.key, &witness.stake)))
    }

    /// Those whose signature the table needs to start: all voters who are there.
    pub fn founders(&self) -> Voters {
        let all: Voters = self.parties().map(|(voter, _, _)| voter).collect();
        self.absent.iter().fold(all, Voters::without)
    }

    /// The seat of a key.
    pub fn seat_of(&self, key: &PublicKey) -> Option<SeatNumber> {
        self.keyed().find(|(_, other)| other == key).map(|(seat, _)| seat)
    }

    /// The number of a seat's or witness's key.
    pub fn voter_of(&self, key: &PublicKey) -> Option<Voter> {
        self.parties().find(|(_, other, _)| *other == key).map(|(voter, _, _)| voter)
    }

    /// The key of a voter; a bot's seat has none.
    pub fn key_of(&self, voter: Voter) -> Option<PublicKey> {
        self.parties().find(|(other, _, _)| *other == voter).map(|(_, key, _)| *key)
    }

    /// The key of each voter there can be, made ready; who is not there has none.
    pub fn verifiers(&self) -> Vec<Option<Verifier>> {
        let key = |voter| self.key_of(voter).as_ref().map(Verifier::new);
        (0..).map(key).take(MAX_VOTERS).collect()
    }
}

impl Accession {
    /// Signs the contract of a table.
    pub fn sign(identity: &Identity, table: &Hash, voter: Voter, keys: PublicKeys) -> Self {
        let signature = identity.sign(ACCESSION_DOMAIN, &accession_bytes(table, &keys));
        Self { voter, keys, signature }
    }

    /// What tells its keys from all others that the voter could bring.
    pub fn keys_hash(&self) -> Hash {
        Hash::of(KEYS_DOMAIN, &[&codec::encode(&self.keys)])
    }

    /// Whether the voter's key signed it, and it has a key for each other voter at most.
    pub fn verify(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        let verifier = verifiers.get(usize::from(self.voter)).and_then(Option::as_ref);
        let bytes = accession_bytes(table, &self.keys);
        let good = |verifier: &Verifier| verifier.verify(ACCESSION_DOMAIN, &bytes, &self.signature);
        self.keys.pairs.len() < MAX_VOTERS && verifier.is_some_and(good)
    }
}

/// What the first entry follows: the table and the keys that everybody who is there signed. Peers that were told
/// different keys part here, before anything is drawn from them.
pub fn start(table: &Hash, accessions: &[Accession]) -> Hash {
    let keys: Vec<u8> = accessions.iter().flat_map(|a| codec::encode(&(a.voter, &a.keys))).collect();
    Hash::of(START_DOMAIN, &[&table.0, &keys])
}

fn accession_bytes(table: &Hash, keys: &PublicKeys) -> Vec<u8> {
    [&table.0[..], &codec::encode(keys)].concat()
}
