//! What voters sign beside moves: heads, votes, the wish to leave or to return, what is needed to go on after a lie; and the
//! proof that a voter said two things.

use serde::{Deserialize, Serialize};

use crate::birth::Begin;
use crate::codec;
use crate::contract::Accession;
use crate::entry::{Body, Change, Entry};
use crate::guard::{Ack, Acked, Ballot, acks_conflict, breaks_promise, votes_conflict};
use crate::hash::Hash;
use crate::limits::MAX_ROUNDS;
use crate::quorum::Voter;
use crate::sign::{Identity, Signature, Verifier};
use crate::told::Statements;
use crate::world::Table;

/// How often a voter has had to ask the others what it had said. Statements of one life are its word; those of two lives that
/// contradict each other show a memory that was lost, unless the voter was told of the older one.
pub type Life = u32;

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
}

/// A voter wants an entry at an index, and promises to acknowledge nothing there in an earlier round.
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
    /// What the voter acknowledged at this index so far.
    pub acked: Option<Acked<Hash>>,
    /// The signer's.
    pub life: Life,
}

/// A voter wants to leave. It is a wish and nothing more: whoever says it goes on voting and acknowledging until its removal
/// is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    /// The index of the entry that last changed its place at the table, 0 at first: an old wish is not taken for a new one.
    pub since: u32,
}

/// The player of a seat that a bot plays is back and wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Return {
    /// The index of the entry that gave the seat to the bot.
    pub since: u32,
}

/// How an index stands for a voter, where a proven liar holds the table up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The index.
    pub index: u32,
    /// Who is proved to have lied.
    pub liar: Voter,
    /// What is final there. Whoever says that nothing is, wants the liar removed there, and says nothing else about the index.
    pub entry: Option<Hash>,
    /// The signer's.
    pub life: Life,
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

impl Statement for Standing {
    const DOMAIN: &'static str = "whistlestop/standing/2";
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

impl Signed<Head> {
    /// What the rules of agreement look at.
    pub const fn ack(&self) -> Ack<Hash> {
        Ack { voter: self.voter, round: self.says.round, entry: self.says.entry }
    }
}

impl Signed<Vote> {
    /// What the rules of agreement look at.
    pub const fn ballot(&self) -> Ballot<Hash> {
        let Vote { round, entry, acked, .. } = self.says;
        Ballot { voter: self.voter, round, entry, acked }
    }
}

/// Two things that no honest voter with its memory signs both. Anybody with the contract can check it.
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
    /// Two statements of two lives, with what shows that the later one has begun.
    TwoLives(Box<TwoLives>),
}

/// Two statements of two lives that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TwoLives {
    /// How the later life began.
    pub begin: Signed<Begin>,
    /// What it began with: there only if the older statement is among it, so that whoever made the later one knew.
    pub told: Option<Statements>,
    /// The two.
    pub case: Case,
}

/// Two statements of one voter that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Case {
    /// As [`Evidence::TwoMoves`].
    TwoMoves(Box<Entry>, Box<Entry>),
    /// As [`Evidence::TwoHeads`].
    TwoHeads(Signed<Head>, Signed<Head>),
    /// As [`Evidence::TwoVotes`].
    TwoVotes(Signed<Vote>, Signed<Vote>),
    /// As [`Evidence::HeadAgainstVote`].
    HeadAgainstVote(Signed<Head>, Signed<Vote>),
}

/// One of two statements that contradict each other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    Move(&'a Entry),
    Head(&'a Signed<Head>),
    Vote(&'a Signed<Vote>),
}

/// What evidence shows of a voter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It said both knowing what it had said.
    Cheated,
    /// It had lost its memory in between.
    MemoryLost,
}

impl Part<'_> {
    pub(crate) fn life(self) -> Life {
        match self {
            Self::Move(entry) => entry.proof.life().unwrap_or(0),
            Self::Head(head) => head.says.life,
            Self::Vote(vote) => vote.says.life,
        }
    }

    const fn index(self) -> u32 {
        match self {
            Self::Move(entry) => entry.core.index,
            Self::Head(head) => head.says.index,
            Self::Vote(vote) => vote.says.index,
        }
    }

    /// Whether it is among these. A move comes with a head: the two are the same bytes.
    pub(crate) fn is_among(self, statements: &Statements) -> bool {
        let has_head = |head: &Signed<Head>| statements.all_heads().any(|known| known == *head);
        match self {
            Self::Move(entry) => {
                statements.moves.contains(entry) || entry.head().is_some_and(|head| has_head(&head))
            }
            Self::Head(head) => has_head(head),
            Self::Vote(vote) => statements.votes.contains(vote),
        }
    }

    /// Whether it only acknowledges, in the round where nothing else is said, what its voter came to know as final.
    const fn is_last_word(self) -> bool {
        matches!(self, Self::Head(head) if head.says.round == MAX_ROUNDS)
    }
}

impl Case {
    /// The two statements.
    pub(crate) fn parts(&self) -> [Part<'_>; 2] {
        match self {
            Self::TwoMoves(one, other) => [Part::Move(one), Part::Move(other)],
            Self::TwoHeads(one, other) => [Part::Head(one), Part::Head(other)],
            Self::TwoVotes(one, other) => [Part::Vote(one), Part::Vote(other)],
            Self::HeadAgainstVote(head, vote) => [Part::Head(head), Part::Vote(vote)],
        }
    }

    /// The index that they are about.
    pub fn index(&self) -> u32 {
        self.parts()[0].index()
    }

    /// The lives of the two statements, the older one first.
    pub fn lives(&self) -> [Life; 2] {
        let [one, other] = self.parts().map(Part::life);
        [one.min(other), one.max(other)]
    }

    /// Whether the older of the two is among these.
    pub fn is_told(&self, statements: &Statements) -> bool {
        let [one, other] = self.parts();
        let older = if one.life() < other.life() { one } else { other };
        older.is_among(statements)
    }

    /// Whether the later of the two was said about what was decided when its life began: there it may only acknowledge what is
    /// final.
    pub(crate) fn meddles(&self, begin: &Begin) -> bool {
        let [_, later] = self.lives();
        let mut late = self.parts().into_iter().filter(|part| part.life() == later);
        late.any(|part| part.index() < begin.index && !part.is_last_word())
    }

    /// Whose they are, if one voter signed both and they contradict each other.
    pub fn verify(&self, table: &Table) -> Option<Voter> {
        let (id, keys) = (&table.id, &table.verifiers);
        match self {
            Self::TwoMoves(a, b) => {
                let (Body::Move { seat, .. }, Body::Move { seat: other, .. }) = (&a.core.body, &b.core.body)
                else {
                    return None;
                };
                let twice = a.core.index == b.core.index && a.core.prev == b.core.prev && a.core != b.core;
                let signed = twice && a.is_signed(id, keys) && b.is_signed(id, keys);
                (seat == other && signed).then_some(*seat)
            }
            Self::TwoHeads(a, b) => {
                let twice = a.says.index == b.says.index && acks_conflict(&a.ack(), &b.ack());
                (twice && a.verify(id, keys) && b.verify(id, keys)).then_some(a.voter)
            }
            Self::TwoVotes(a, b) => {
                let other =
                    a.voter == b.voter && a.says.round == b.says.round && a.says.change != b.says.change;
                let twice =
                    a.says.index == b.says.index && (votes_conflict(&a.ballot(), &b.ballot()) || other);
                (twice && a.verify(id, keys) && b.verify(id, keys)).then_some(a.voter)
            }
            Self::HeadAgainstVote(head, vote) => {
                let broken =
                    head.says.index == vote.says.index && breaks_promise(&head.ack(), &vote.ballot());
                (broken && head.verify(id, keys) && vote.verify(id, keys)).then_some(head.voter)
            }
        }
    }
}

impl TwoLives {
    /// Whom it is about and what it shows, if it shows anything.
    fn verify(&self, table: &Table) -> Option<(Voter, Verdict)> {
        let Self { begin, told, case } = self;
        let voter = case.verify(table)?;
        let [older, later] = case.lives();
        let begun = begin.voter == voter && begin.says.ask.life == later && begin.says.is_sound();
        if older == later || !begun || !begin.verify(&table.id, &table.verifiers) {
            return None;
        }
        if let Some(told) = told {
            let hash = told.hash();
            let knew = begin.says.told.iter().any(|(_, told)| *told == hash) && case.is_told(told);
            return knew.then_some((voter, Verdict::Cheated));
        }
        Some((voter, if case.meddles(&begin.says) { Verdict::Cheated } else { Verdict::MemoryLost }))
    }
}

impl Evidence {
    /// Whom it is about, if it shows anything.
    pub fn voter(&self) -> Voter {
        match self {
            Self::TwoMoves(entry, _) => match entry.core.body {
                Body::Move { seat, .. } => seat,
                Body::Draw { .. } | Body::Auto { .. } | Body::Change(_) => Voter::MAX,
            },
            Self::TwoHeads(head, _) | Self::HeadAgainstVote(head, _) => head.voter,
            Self::TwoVotes(vote, _) => vote.voter,
            Self::TwoKeys(accession, _) => accession.voter,
            Self::TwoLives(lives) => lives.begin.voter,
        }
    }

    /// The two statements, if they are such that may be of two lives.
    pub fn case(&self) -> Option<Case> {
        match self {
            Self::TwoMoves(one, other) => Some(Case::TwoMoves(one.clone(), other.clone())),
            Self::TwoHeads(one, other) => Some(Case::TwoHeads(*one, *other)),
            Self::TwoVotes(one, other) => Some(Case::TwoVotes(*one, *other)),
            Self::HeadAgainstVote(head, vote) => Some(Case::HeadAgainstVote(*head, *vote)),
            Self::TwoKeys(..) | Self::TwoLives(_) => None,
        }
    }

    /// Whom it is about and what it shows, if it shows anything. Two lives need the begin of the later one.
    pub fn verify(&self, table: &Table) -> Option<(Voter, Verdict)> {
        match self {
            Self::TwoLives(lives) => lives.verify(table),
            Self::TwoKeys(a, b) => {
                let (id, keys) = (&table.id, &table.verifiers);
                let twice = a.voter == b.voter && a.keys != b.keys;
                let signed = twice && a.verify(id, keys) && b.verify(id, keys);
                signed.then_some((a.voter, Verdict::Cheated))
            }
            _ => {
                let case = self.case()?;
                let [older, later] = case.lives();
                let voter = case.verify(table).filter(|_| older == later)?;
                Some((voter, Verdict::Cheated))
            }
        }
    }
}
