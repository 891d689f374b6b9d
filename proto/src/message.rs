//! What peers say to each other.

use serde::{Deserialize, Serialize};

use crate::chance::Link;
use crate::contract::{Accession, Seat};
use crate::entry::Entry;
use crate::hash::Hash;
use crate::statement::{Evidence, Farewell, Head, Return, Signed, Vote};

/// One message on a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// First of all: what this peer plays.
    Hello(Hello),
    /// A seat has signed the contract.
    Accession(Accession),
    /// How far this peer is.
    Status(Status),
    /// Please send the entries from this index on.
    Want(u32),
    /// An entry that may come next.
    Entry(Box<Entry>),
    /// Final entries in order, for a peer that is behind.
    Entries(Vec<Entry>),
    /// A seat acknowledges an entry.
    Head(Signed<Head>),
    /// A seat votes.
    Vote(Signed<Vote>),
    /// A seat's link for a draw.
    Reveal(Reveal),
    /// A seat leaves on purpose.
    Farewell(Farewell),
    /// A player is back.
    Return(Return),
    /// Proof that a seat cheated.
    Evidence(Evidence),
    /// A state, field by field, because two peers differ.
    Dump(Dump),
}

/// What a peer plays. Peers that differ part at once, and each can say in what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u16,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: String,
    /// The hash of its board.
    pub board: Hash,
    /// The table.
    pub table: Hash,
}

impl Message {
    /// The index that it is about, if it only helps a peer at which that index is open.
    pub(crate) fn index(&self) -> Option<u32> {
        match self {
            Self::Entry(entry) => Some(entry.core.index),
            Self::Vote(vote) => Some(vote.says.index),
            Self::Reveal(reveal) => Some(reveal.index),
            _ => None,
        }
    }
}

/// How far a peer is, so that its neighbours can send what it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The last final index.
    pub index: u32,
    /// The hash of that entry.
    pub tip: Hash,
    /// Seats (a bit each) whose signature under the contract it has.
    pub accessions: u8,
    /// Seats whose head at that index it has.
    pub heads_at_tip: u8,
    /// For each seat 0, or 1 + the round of its head at the next index.
    pub heads: Vec<u32>,
    /// For each seat 0, or the round of its vote at the next index.
    pub votes: Vec<u32>,
    /// Entries it knows for the next index.
    pub candidates: Vec<Hash>,
    /// Seats whose link for the coming draw it has.
    pub reveals: u8,
    /// Seats whose farewell it has.
    pub farewells: u8,
    /// Seats whose return it has.
    pub returns: u8,
    /// Seats that it hears from directly: what those say need not be passed on to it.
    pub hears: u8,
    /// For each seat the milliseconds since anybody heard of it, as far as this peer knows.
    pub ages_millis: Vec<u32>,
}

/// A seat's link for the draw at an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reveal {
    /// The index of the draw.
    pub index: u32,
    /// The seat.
    pub seat: Seat,
    /// Its link.
    pub link: Link,
}

/// A state, field by field, as the sender computed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dump {
    /// After which entry.
    pub index: u32,
    /// What happened there: [`cause`](crate::entry::Core::cause) of that entry, before the first one the start.
    pub cause: Hash,
    /// Whether the other side's is wanted in return.
    pub answer: bool,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}
