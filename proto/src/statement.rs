//! What voters sign beside moves: heads, votes, the wish to leave or to return, what is needed to go on after a lie;
//! and the proof that a voter said two things.

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::contract::Accession;
use crate::entry::{Body, Change, Entry};
use crate::guard::{Ack, Acked, Ballot, acks_conflict, breaks_promise, votes_conflict};
use crate::hash::Hash;
use crate::quorum::{Life, Roll, Voter, Voters};
use crate::sign::{Identity, Signature, Verifier};
use crate::world::TableContract;

/// A voter acknowledges an entry: it has it on disk, computed the same state, and will acknowledge nothing else at
/// this index in this round or an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The entry's index.
    pub index: u32,
    /// 0, or the round of votes that certified it.
    pub round: u32,
    /// The entry's hash.
    pub entry: Hash,
    /// The hash of the state that the voter computed.
    pub state: Hash,
    /// The signer's.
    pub life: Life,
    /// Those who count here and have lost their memory, as far as it knows; none in the head that a move comes with.
    pub lost: Voters,
}

/// A voter wants an entry at an index, and promises to acknowledge nothing there in an earlier round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Vote {
    /// The index.
    pub index: u32,
    /// The round, from 1.
    pub round: u32,
    /// The entry's hash.
    pub entry: Hash,
    /// What the entry changes, if it is one that only votes can make.
    pub change: Option<Change>,
    /// What the voter acknowledged at this index so far.
    pub acked: Option<Acked<Hash>>,
    /// The signer's.
    pub life: Life,
    /// Those who count here and have lost their memory, as far as it knows.
    pub lost: Voters,
}

/// A voter wants to leave. It is a wish and nothing more: whoever says it goes on voting and acknowledging until its
/// removal is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    /// The index of the entry that last changed its place at the table, 0 at first: an old wish is not taken for a new
    /// one.
    pub since: u32,
}

/// The player of a seat that a bot plays is back and wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Return {
    /// The index of the entry that gave the seat to the bot.
    pub since: u32,
    /// The life in which the player will speak.
    pub life: Life,
}

/// A start of a voter does not know what the voter has said, and wants to speak for it. It says nothing else before an
/// entry names its life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The index that is open for it.
    pub index: u32,
    /// The index at which it said so first, once it had caught up: at those before it the voter still knew what it had
    /// said.
    pub first: u32,
    /// A number that rises with every word of this start: only a word that is new shows that the start is there.
    pub count: u64,
    /// The life that it would begin.
    pub life: Life,
    /// The others who say the same there, as far as it has heard, by voter: in which life each.
    pub met: Vec<(Voter, Life)>,
}

/// How an index stands for a voter, where a proven liar holds the table up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stance {
    /// The index.
    pub index: u32,
    /// Who is proved to have lied.
    pub liar: Voter,
    /// What is final there. Whoever says that nothing is, wants the liar removed there, and says nothing else about the
    /// index.
    pub entry: Option<Hash>,
    /// The signer's.
    pub life: Life,
}

/// What a voter has counted of the time that players think.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The index that is open for it.
    pub index: u32,
    /// The signer's.
    pub life: Life,
    /// Milliseconds that the seat to move has used at this turn. Whoever is to move says so again and again: so it is
    /// heard.
    pub used: u32,
    /// By seat, what was left for the game when this turn began; with no such clock nothing.
    pub left: Vec<u32>,
}

/// A statement with its voter and signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed<T> {
    /// Who says it.
    pub voter: Voter,
    /// What.
    pub says: T,
    /// The signature.
    pub signature: Signature,
}

/// Something that a voter signs.
pub trait Statement: Clone + Serialize {
    /// The domain of its signature.
    const DOMAIN: &'static str;
}

impl Statement for Head {
    const DOMAIN: &'static str = "whistlestop/head/2";
}

impl Statement for Vote {
    const DOMAIN: &'static str = "whistlestop/vote/2";
}

impl Statement for Leave {
    const DOMAIN: &'static str = "whistlestop/leave/2";
}

impl Statement for Return {
    const DOMAIN: &'static str = "whistlestop/return/2";
}

impl Statement for Lost {
    const DOMAIN: &'static str = "whistlestop/lost/2";
}

impl Statement for Stance {
    const DOMAIN: &'static str = "whistlestop/standing/2";
}

impl Statement for Reading {
    const DOMAIN: &'static str = "whistlestop/reading/2";
}

impl<T: Statement> Signed<T> {
    /// Signs a statement.
    pub fn new(identity: &Identity, table: &Hash, voter: Voter, says: T) -> Self {
        let signature = identity.sign(T::DOMAIN, &statement_bytes(table, &says));
        Self { voter, says, signature }
    }

    /// Whether the voter's key signed it.
    pub fn verify(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        let verifier = verifiers.get(usize::from(self.voter)).and_then(Option::as_ref);
        let bytes = statement_bytes(table, &self.says);
        verifier.is_some_and(|verifier| verifier.verify(T::DOMAIN, &bytes, &self.signature))
    }
}

fn statement_bytes<T: Serialize>(table: &Hash, says: &T) -> Vec<u8> {
    [&table.0[..], &codec::encode(says)].concat()
}

impl Signed<Lost> {
    /// Whether it shows that its voter does not know what it said at this index, where these count.
    pub fn holds_at(&self, index: u32, roll: &Roll) -> bool {
        self.says.first <= index && roll.is_lost(self.voter, self.says.index, self.says.life)
    }
}

impl Signed<Head> {
    /// What the rules of agreement look at.
    pub const fn ack(&self) -> Ack<Hash> {
        let Head { round, entry, lost, .. } = self.says;
        Ack { voter: self.voter, round, entry, lost }
    }

    /// Whether no honest voter says both.
    pub fn contradicts(&self, other: &Self) -> bool {
        let (one, two) = (&self.says, &other.says);
        (one.index, one.life) == (two.index, two.life) && acks_conflict(&self.ack(), &other.ack())
    }

    /// Whether no honest voter says this and casts that vote.
    pub fn breaks(&self, vote: &Signed<Vote>) -> bool {
        let (head, says) = (&self.says, &vote.says);
        (head.index, head.life) == (says.index, says.life) && breaks_promise(&self.ack(), &vote.ballot())
    }
}

impl Signed<Vote> {
    /// What the rules of agreement look at.
    pub const fn ballot(&self) -> Ballot<Hash> {
        let Vote { round, entry, change, acked, lost, .. } = self.says;
        Ballot { voter: self.voter, round, entry, change: change.is_some(), acked, lost }
    }

    /// Whether no honest voter casts both.
    pub fn contradicts(&self, other: &Self) -> bool {
        let (one, two) = (&self.says, &other.says);
        let renamed = self.voter == other.voter && one.round == two.round && one.change != two.change;
        (one.index, one.life) == (two.index, two.life)
            && (votes_conflict(&self.ballot(), &other.ballot()) || renamed)
    }
}

/// Two things that no honest voter signs both, in one life. Anybody with the contract can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// Two moves for one index upon one entry.
    TwoMoves(Box<Entry>, Box<Entry>),
    /// Two entries acknowledged at one index in one round.
    TwoHeads(Signed<Head>, Signed<Head>),
    /// Two votes at one index in one round, or of which the later hides what the earlier says was acknowledged.
    TwoVotes(Signed<Vote>, Signed<Vote>),
    /// A vote that hides or breaks what was acknowledged.
    HeadAgainstVote(Signed<Head>, Signed<Vote>),
    /// Two sets of keys for one table.
    TwoKeys(Box<Accession>, Box<Accession>),
}

impl Evidence {
    /// Whom it is about, if it shows anything.
    pub fn voter(&self) -> Voter {
        match self {
            Self::TwoMoves(entry, _) => match entry.core.body {
                Body::Move { seat, .. } => seat,
                _ => Voter::MAX,
            },
            Self::TwoHeads(head, _) | Self::HeadAgainstVote(head, _) => head.voter,
            Self::TwoVotes(vote, _) => vote.voter,
            Self::TwoKeys(accession, _) => accession.voter,
        }
    }

    /// Whom it is about, if one voter signed both, in one life, and they contradict each other.
    pub fn verify(&self, table: &TableContract) -> Option<Voter> {
        let (id, keys) = (&table.id, &table.verifiers);
        match self {
            Self::TwoMoves(a, b) => {
                let (Body::Move { seat, .. }, Body::Move { seat: other, .. }) = (&a.core.body, &b.core.body)
                else {
                    return None;
                };
                let twice = a.core.index == b.core.index
                    && a.core.prev == b.core.prev
                    && a.core != b.core
                    && a.proof.life() == b.proof.life();
                let signed = twice && a.is_signed(id, keys) && b.is_signed(id, keys);
                (seat == other && signed).then_some(*seat)
            }
            Self::TwoHeads(a, b) => {
                (a.contradicts(b) && a.verify(id, keys) && b.verify(id, keys)).then_some(a.voter)
            }
            Self::TwoVotes(a, b) => {
                (a.contradicts(b) && a.verify(id, keys) && b.verify(id, keys)).then_some(a.voter)
            }
            Self::HeadAgainstVote(head, vote) => {
                (head.breaks(vote) && head.verify(id, keys) && vote.verify(id, keys)).then_some(head.voter)
            }
            Self::TwoKeys(a, b) => {
                let twice = a.voter == b.voter && a.keys != b.keys;
                (twice && a.verify(id, keys) && b.verify(id, keys)).then_some(a.voter)
            }
        }
    }
}
