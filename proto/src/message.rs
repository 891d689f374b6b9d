//! What peers say to each other.

use serde::{Deserialize, Serialize};

use crate::contract::Accession;
use crate::entry::Entry;
use crate::hash::Hash;
use crate::pairs::{LinkProof, PairLink};
use crate::quorum::{Life, Voter, Voters};
use crate::statement::{Evidence, Head, Leave, Lost, Reading, Return, Signed, Stance, Vote};

/// One message on a link.
#[expect(
    clippy::large_enum_variant,
    reason = "messages are taken apart where they come in, and never kept in numbers"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// First of all: what this peer plays.
    Hello(Hello),
    /// A voter has signed the contract.
    Accession(Box<Accession>),
    /// How far this peer is.
    Status(Status),
    /// Please send the entries from this index on.
    Want(u32),
    /// An entry that may come next.
    Entry(Box<Entry>),
    /// Final entries in order, for a peer that is behind.
    Entries(Vec<Entry>),
    /// A voter acknowledges an entry.
    Head(Signed<Head>),
    /// A voter votes.
    Vote(Box<Backed>),
    /// Links for a draw.
    Reveal(Reveal),
    /// A voter wants to leave.
    Leave(Signed<Leave>),
    /// A player is back.
    Return(Signed<Return>),
    /// Proof that a voter said two things.
    Evidence(Evidence),
    /// A state, field by field, because two peers differ.
    Dump(Dump),
    /// A voter does not know what it has said.
    Lost(Signed<Lost>),
    /// How an index stands for a voter.
    Stance(Signed<Stance>),
    /// What a voter has counted of the time that players think.
    Reading(Signed<Reading>),
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
    /// The life in which this peer speaks, or would if it counted.
    pub life: Life,
}

impl Message {
    /// The index that it is about, if it only helps a peer at which that index is open.
    pub(crate) fn index(&self) -> Option<u32> {
        match self {
            Self::Entry(entry) => Some(entry.core.index),
            Self::Vote(backed) => Some(backed.vote.says.index),
            _ => None,
        }
    }
}

/// A vote, and the votes that show that it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backed {
    /// The vote.
    pub vote: Signed<Vote>,
    /// Votes at the same index: those that named what the voter acknowledged, and those that let it vote otherwise.
    pub support: Vec<Signed<Vote>>,
}

/// How far a peer is, so that its neighbours can send what it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The last final index.
    pub index: u32,
    /// The hash of that entry.
    pub tip: Hash,
    /// Whose signature under the contract it has.
    pub accessions: Voters,
    /// Whose head at that index it has.
    pub heads_at_tip: Voters,
    /// For each voter 0, or 1 + the round of its head at the next index.
    pub heads: Vec<u32>,
    /// For each voter 0, or the round of its vote at the next index.
    pub votes: Vec<u32>,
    /// Entries it knows for the next index.
    pub candidates: Vec<Hash>,
    /// Which links for the coming draw it has: a bit for each that the draw needs, in their order.
    pub links: u64,
    /// Whose wish to leave it has.
    pub leaves: Voters,
    /// Whose wish to return it has.
    pub returns: Voters,
    /// Who has lost its memory there, as far as it has heard.
    pub lost: Voters,
    /// Against whom it has proof.
    pub evidence: Voters,
    /// Whom it hears from directly: what those say need not be passed on to it.
    pub hears: Voters,
    /// For each voter the milliseconds since anybody heard of it, as far as this peer knows.
    pub ages_millis: Vec<u32>,
    /// For each voter 0, or 1 + the milliseconds used in its latest reading at the next index; without a clock nothing.
    pub readings: Vec<u32>,
}

/// Links for a draw. They prove themselves, whoever sends them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reveal {
    /// The number of the draw.
    pub number: u32,
    /// What it follows.
    pub base: Hash,
    /// Links by the two voters who can make each.
    pub links: Vec<(Voter, Voter, PairLink, LinkProof)>,
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
