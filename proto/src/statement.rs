//! What seats sign beside moves: heads, votes, farewells, the wish to return; and the proof that a seat cheated.

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::contract::{Accession, Contract, Seat};
use crate::entry::{Body, Change, Entry};
use crate::hash::Hash;
use crate::sign::{Identity, Signature, Verifier};

const HEAD_DOMAIN: &str = "whistlestop/head/1";
const VOTE_DOMAIN: &str = "whistlestop/vote/1";
const FAREWELL_DOMAIN: &str = "whistlestop/farewell/1";
const RETURN_DOMAIN: &str = "whistlestop/return/1";

/// A seat acknowledges an entry: it has it on disk, computed the same state, and will acknowledge nothing else at
/// this index in this round or an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The entry's index.
    pub index: u32,
    /// 0, or the round of votes that certified it.
    pub round: u32,
    /// The entry's hash.
    pub entry: Hash,
    /// The hash of the state that the seat computed.
    pub state: Hash,
}

/// A seat wants an entry at an index, and promises to acknowledge nothing there in an earlier round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// The index.
    pub index: u32,
    /// The round, from 1.
    pub round: u32,
    /// The entry's hash.
    pub entry: Hash,
    /// What the entry changes, if it is one that only votes can make.
    pub change: Option<Change>,
    /// What the seat acknowledged at this index so far: round and entry.
    pub acked: Option<(u32, Hash)>,
}

/// A statement with its seat and signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed<T> {
    /// Who says it.
    pub seat: Seat,
    /// What.
    pub says: T,
    /// The signature.
    pub signature: Signature,
}

/// A seat leaves on purpose: a bot may take it at once, at any index after `after`. It is a vote for that in the first
/// [`FAREWELL_ROUNDS`](crate::limits::FAREWELL_ROUNDS) rounds, so in those it acknowledges nothing else there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Farewell {
    /// Who leaves.
    pub seat: Seat,
    /// The last index at which it has said anything.
    pub after: u32,
    /// The signature.
    pub signature: Signature,
}

/// The player of a seat that a bot holds is back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Return {
    /// Who is back.
    pub seat: Seat,
    /// The index of the entry that gave the seat to the bot.
    pub since: u32,
    /// The signature.
    pub signature: Signature,
}

/// Something that a seat signs.
pub trait Statement: Copy + Serialize {
    /// The domain of its signature.
    const DOMAIN: &'static str;
}

impl Statement for Head {
    const DOMAIN: &'static str = HEAD_DOMAIN;
}

impl Statement for Vote {
    const DOMAIN: &'static str = VOTE_DOMAIN;
}

fn statement_bytes<T: Serialize>(table: &Hash, says: &T) -> Vec<u8> {
    [&table.0[..], &codec::encode(says)].concat()
}

fn signed_by(
    verifiers: &[Option<Verifier>],
    seat: Seat,
    domain: &str,
    bytes: &[u8],
    signature: &Signature,
) -> bool {
    let verifier = verifiers.get(usize::from(seat)).and_then(Option::as_ref);
    verifier.is_some_and(|verifier| verifier.verify(domain, bytes, signature))
}

impl<T: Statement> Signed<T> {
    /// Signs a statement.
    pub fn new(identity: &Identity, table: &Hash, seat: Seat, says: T) -> Self {
        Self { seat, says, signature: identity.sign(T::DOMAIN, &statement_bytes(table, &says)) }
    }

    /// Whether the seat's key signed it.
    pub fn verify(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        signed_by(verifiers, self.seat, T::DOMAIN, &statement_bytes(table, &self.says), &self.signature)
    }
}

impl Vote {
    /// Whether the seat's key signed it.
    pub fn is_signed(
        &self,
        seat: Seat,
        by: &Signature,
        table: &Hash,
        verifiers: &[Option<Verifier>],
    ) -> bool {
        Signed { seat, says: *self, signature: *by }.verify(table, verifiers)
    }
}

impl Farewell {
    /// Signs a farewell.
    pub fn new(identity: &Identity, table: &Hash, seat: Seat, after: u32) -> Self {
        Self { seat, after, signature: identity.sign(FAREWELL_DOMAIN, &statement_bytes(table, &after)) }
    }

    /// Whether the seat's key signed it.
    pub fn verify(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        let bytes = statement_bytes(table, &self.after);
        signed_by(verifiers, self.seat, FAREWELL_DOMAIN, &bytes, &self.signature)
    }
}

impl Return {
    /// Signs the wish to return.
    pub fn new(identity: &Identity, table: &Hash, seat: Seat, since: u32) -> Self {
        Self { seat, since, signature: identity.sign(RETURN_DOMAIN, &statement_bytes(table, &since)) }
    }

    /// Whether the seat's key signed it.
    pub fn verify(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        let bytes = statement_bytes(table, &self.since);
        signed_by(verifiers, self.seat, RETURN_DOMAIN, &bytes, &self.signature)
    }
}

/// Two things that no honest seat signs both. Anybody with the contract can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// Two moves for one index upon one entry.
    TwoMoves(Box<Entry>, Box<Entry>),
    /// Two entries acknowledged at one index in one round.
    TwoHeads(Signed<Head>, Signed<Head>),
    /// Two votes at one index in one round.
    TwoVotes(Signed<Vote>, Signed<Vote>),
    /// A vote that hides or breaks what was acknowledged.
    HeadAgainstVote(Signed<Head>, Signed<Vote>),
    /// Two anchors for one table.
    TwoAnchors(Accession, Accession),
}

impl Evidence {
    /// The seat that is proved to have cheated, if this proves anything.
    pub fn verify(&self, contract: &Contract, table: &Hash, verifiers: &[Option<Verifier>]) -> Option<Seat> {
        match self {
            Self::TwoMoves(a, b) => {
                let (Body::Move { seat, .. }, Body::Move { seat: other, .. }) = (&a.core.body, &b.core.body)
                else {
                    return None;
                };
                let twice = a.core.index == b.core.index && a.core.prev == b.core.prev && a.core != b.core;
                let proved = |entry: &Entry| entry.is_proved(contract, table, verifiers);
                (seat == other && twice && proved(a) && proved(b)).then_some(*seat)
            }
            Self::TwoHeads(a, b) => {
                let (x, y) = (&a.says, &b.says);
                let twice = a.seat == b.seat && heads_conflict(x, y);
                (twice && a.verify(table, verifiers) && b.verify(table, verifiers)).then_some(a.seat)
            }
            Self::TwoVotes(a, b) => {
                let (x, y) = (&a.says, &b.says);
                let twice = a.seat == b.seat && x.index == y.index && x.round == y.round && x != y;
                (twice && a.verify(table, verifiers) && b.verify(table, verifiers)).then_some(a.seat)
            }
            Self::TwoAnchors(a, b) => {
                let twice = a.seat == b.seat && a.anchor != b.anchor;
                (twice && a.verify(table, verifiers) && b.verify(table, verifiers)).then_some(a.seat)
            }
            Self::HeadAgainstVote(head, vote) => {
                let broken = head.seat == vote.seat && breaks_promise(&head.says, &vote.says);
                (broken && head.verify(table, verifiers) && vote.verify(table, verifiers))
                    .then_some(head.seat)
            }
        }
    }
}

/// Whether no honest seat signs both heads: one index, one round, two entries. Two states for one entry are a
/// desync, not a lie.
pub fn heads_conflict(a: &Head, b: &Head) -> bool {
    a.index == b.index && a.round == b.round && a.entry != b.entry
}

/// Whether the head was hidden by the vote, or given after the vote promised not to.
pub fn breaks_promise(head: &Head, vote: &Vote) -> bool {
    let told = vote
        .acked
        .is_some_and(|(round, entry)| round > head.round || (round, entry) == (head.round, head.entry));
    head.index == vote.index && head.round < vote.round && !told
}
