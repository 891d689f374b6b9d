//! What the players agree on before the first entry, and their signatures under it.

use serde::{Deserialize, Serialize};

use crate::chance::Link;
use crate::codec;
use crate::hash::Hash;
use crate::limits::{MAX_ENTRIES, MAX_NAME_BYTES, MAX_OPTIONS, MAX_SEATS};
use crate::sign::{Identity, PublicKey, Signature, Verifier};

/// The version of the protocol that this crate speaks.
pub const PROTOCOL_VERSION: u16 = 1;

const CONTRACT_DOMAIN: &str = "whistlestop/contract/1";
const ACCESSION_DOMAIN: &str = "whistlestop/accession/1";
const START_DOMAIN: &str = "whistlestop/start/1";

/// A seat at the table, from 0.
pub type Seat = u8;

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
    /// The seats, from 0.
    pub seats: Vec<SeatPlan>,
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
    /// From all seats' chains: nobody can foresee a draw.
    Fresh,
    /// From a number that everybody knows.
    Seed(u64),
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
    },
    /// A bot; its name carries its version.
    Bot {
        /// Which bot.
        name: String,
    },
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

/// A seat's signature under the contract, together with its chance anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accession {
    /// The seat.
    pub seat: Seat,
    /// The tip of its chain.
    pub anchor: Link,
    /// Over the table's id and the anchor.
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
    /// A name is empty or too long.
    #[error("a name is empty or longer than {MAX_NAME_BYTES} bytes")]
    Name,
    /// Options are unsorted, double or too many.
    #[error("options must be sorted, each once, at most {MAX_OPTIONS}")]
    Options,
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
        let keys: Vec<PublicKey> = self.keyed().map(|(_, key)| key).collect();
        if keys.is_empty() || self.seats.len() > MAX_SEATS {
            return Err(BadContract::Seats);
        }
        if keys.iter().enumerate().any(|(i, key)| keys[..i].contains(key)) {
            return Err(BadContract::SameKeyTwice);
        }
        let seats = self.seats.iter().map(|seat| match seat {
            SeatPlan::Keyed { name, .. } | SeatPlan::Bot { name } => name,
        });
        let names = [&self.game, &self.rules, &self.stand_in].into_iter().chain(seats);
        let names = names.chain(self.options.iter().flat_map(|(name, value)| [name, value]));
        if names.into_iter().any(|name| name.is_empty() || name.len() > MAX_NAME_BYTES) {
            return Err(BadContract::Name);
        }
        if self.options.len() > MAX_OPTIONS || !self.options.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(BadContract::Options);
        }
        if self.parent.is_some_and(|parent| parent.index > MAX_ENTRIES) {
            return Err(BadContract::Parent);
        }
        Ok(())
    }

    /// The seats with a key, by seat.
    pub fn keyed(&self) -> impl Iterator<Item = (Seat, PublicKey)> + '_ {
        (0..).zip(&self.seats).filter_map(|(seat, plan)| match plan {
            SeatPlan::Keyed { key, .. } => Some((seat, *key)),
            SeatPlan::Bot { .. } => None,
        })
    }

    /// The seat of a key.
    pub fn seat_of(&self, key: &PublicKey) -> Option<Seat> {
        self.keyed().find(|(_, other)| other == key).map(|(seat, _)| seat)
    }

    /// The key of a seat; a bot's has none.
    pub fn key_of(&self, seat: Seat) -> Option<PublicKey> {
        match self.seats.get(usize::from(seat))? {
            SeatPlan::Keyed { key, .. } => Some(*key),
            SeatPlan::Bot { .. } => None,
        }
    }

    /// How many keyed seats make a strict majority: an entry that so many acknowledged is final.
    pub fn majority(&self) -> usize {
        self.keyed().count() / 2 + 1
    }

    /// The key of each seat, made ready; bots have none.
    pub fn verifiers(&self) -> Vec<Option<Verifier>> {
        let verifier = |plan: &SeatPlan| match plan {
            SeatPlan::Keyed { key, .. } => Some(Verifier::new(key)),
            SeatPlan::Bot { .. } => None,
        };
        self.seats.iter().map(verifier).collect()
    }
}

impl Accession {
    /// Signs the contract of a table.
    pub fn sign(identity: &Identity, table: &Hash, seat: Seat, anchor: Link) -> Self {
        let signature = identity.sign(ACCESSION_DOMAIN, &accession_bytes(table, &anchor));
        Self { seat, anchor, signature }
    }

    /// Whether the seat's key signed it.
    pub fn verify(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        let verifier = verifiers.get(usize::from(self.seat)).and_then(Option::as_ref);
        let bytes = accession_bytes(table, &self.anchor);
        verifier.is_some_and(|verifier| verifier.verify(ACCESSION_DOMAIN, &bytes, &self.signature))
    }
}

/// What the first entry follows: the table and the anchors that everybody signed. Peers that were told different
/// anchors part here, before anything is drawn from them.
pub fn start(table: &Hash, accessions: &[Accession]) -> Hash {
    let anchors: Vec<u8> =
        accessions.iter().flat_map(|a| [&[a.seat][..], &a.anchor.0[..]].concat()).collect();
    Hash::of(START_DOMAIN, &[&table.0, &anchors])
}

fn accession_bytes(table: &Hash, anchor: &Link) -> Vec<u8> {
    [table.0, anchor.0].concat()
}
