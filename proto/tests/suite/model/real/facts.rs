//! What is remembered about a peer beside its own memory: what it ever said, and what was ever final for it.

use std::collections::BTreeSet;

use whistlestop_proto::codec;
use whistlestop_proto::entry::{Body, Change, Core, Entry};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::{acks_conflict, breaks_promise, final_entry, votes_conflict};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::Record;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Life, Quorum, Voter, Voters};
use whistlestop_proto::statement::{Head, Signed, Vote};

use super::peer::Disk;

/// What stands before the bytes of a record.
const HEADER_BYTES: usize = 16;

/// Something that must never happen to an honest peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Broken {
    /// What was final for it and on its disk is gone.
    Lost,
    /// Something else is final for it at an index than before.
    Replaced,
    /// It said two things in one life.
    TwoTongues,
    /// It sees that the table has parted, computes another state, or takes itself for a copy.
    Astray,
    /// It drops another.
    Drops,
    /// Its own journal is refused.
    Refused,
}

/// Something that must happen at times, or too little is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rare {
    /// Somebody was removed.
    Removed,
    /// A move or a removal became final in round 2 or later.
    Late,
    /// The peer was started again at an index at which it had voted.
    StartedAfterVote,
    /// It had lost its memory, and an entry names its new life.
    Recovered,
    /// It said something in a later life.
    SignedAgain,
}

/// What a peer said.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Head(Signed<Head>),
    Vote(Signed<Vote>),
    Move(Core, Life),
}

/// All that is remembered of a peer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// What was ever final for it, by index from 1.
    pub(crate) finals: Vec<Hash>,
    /// How many of them it knows of.
    held: usize,
    /// All that it ever sent of its own.
    said: Vec<Word>,
    /// Whom it has evidence against.
    pub(crate) blamed: BTreeSet<Voter>,
    /// Its disk went back, or was lost.
    pub(crate) went_back: bool,
    pub(crate) broken: Option<Broken>,
    pub(crate) seen: BTreeSet<Rare>,
}

impl Word {
    fn place(&self) -> (u32, Life) {
        match self {
            Self::Head(head) => (head.says.index, head.says.life),
            Self::Vote(vote) => (vote.says.index, vote.says.life),
            Self::Move(core, life) => (core.index, *life),
        }
    }

    /// Whether no honest voter says both in one life.
    fn contradicts(&self, other: &Self) -> bool {
        self.place() == other.place()
            && match (self, other) {
                (Self::Head(a), Self::Head(b)) => acks_conflict(&a.ack(), &b.ack()),
                (Self::Vote(a), Self::Vote(b)) => votes_conflict(&a.ballot(), &b.ballot()),
                (Self::Head(head), Self::Vote(vote)) | (Self::Vote(vote), Self::Head(head)) => {
                    breaks_promise(&head.ack(), &vote.ballot())
                }
                (Self::Move(a, _), Self::Move(b, _)) => a.prev == b.prev && a != b,
                _ => false,
            }
    }

    fn key(&self) -> Vec<u8> {
        match self {
            Self::Head(head) => [vec![0], codec::encode(head)].concat(),
            Self::Vote(vote) => [vec![1], codec::encode(vote)].concat(),
            Self::Move(core, life) => [vec![2], codec::encode(core), codec::encode(life)].concat(),
        }
    }
}

/// What a peer says itself with a message.
fn words(me: Voter, message: &Message) -> Vec<Word> {
    let own = |entry: &Entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == me);
    match message {
        Message::Head(head) if head.voter == me => vec![Word::Head(*head)],
        Message::Vote(backed) if backed.vote.voter == me => vec![Word::Vote(backed.vote)],
        Message::Entry(entry) if own(entry) => {
            let moved = Word::Move(entry.core.clone(), entry.proof.life().unwrap_or(0));
            entry.head().map(Word::Head).into_iter().chain([moved]).collect()
        }
        _ => Vec::new(),
    }
}

impl Facts {
    /// Whether the peer has voted at the index behind what is final for it.
    pub(crate) fn voted_last(&self) -> bool {
        let open = self.finals.len() + 1;
        self.said.iter().any(|word| matches!(word, Word::Vote(vote) if vote.says.index as usize == open))
    }

    pub(crate) fn note_said(&mut self, me: Voter, message: &Message) {
        for word in words(me, message) {
            if self.said.contains(&word) {
                continue;
            }
            if self.said.iter().any(|known| known.contradicts(&word)) {
                self.broken = Some(Broken::TwoTongues);
            }
            if word.place().1 > 0 {
                self.seen.insert(Rare::SignedAgain);
            }
            self.said.push(word);
            self.said.sort_by_cached_key(Word::key);
        }
    }

    pub(crate) fn note_event(&mut self, event: &ProtocolEvent) {
        match event {
            ProtocolEvent::Final(entry) if matches!(entry.core.body, Body::Change(Change::Remove { .. })) => {
                self.seen.insert(Rare::Removed);
            }
            ProtocolEvent::Recovered { .. } => {
                self.seen.insert(Rare::Recovered);
            }
            ProtocolEvent::Contradicted { voter, .. } => {
                self.blamed.insert(*voter);
            }
            ProtocolEvent::Forked { .. }
            | ProtocolEvent::Desync(_)
            | ProtocolEvent::Superseded { .. }
            | ProtocolEvent::BadKeys(_) => {
                self.broken = Some(Broken::Astray);
            }
            ProtocolEvent::Drop { .. } => self.broken = Some(Broken::Drops),
            _ => {}
        }
    }

    pub(crate) fn note_log(&mut self, log: &[Entry]) {
        let hashes: Vec<Hash> = log.iter().map(Entry::hash).collect();
        if self.finals.iter().zip(&hashes).any(|(known, now)| known != now) {
            self.broken = Some(Broken::Replaced);
        }
        let known = self.finals.len().min(hashes.len());
        self.finals.extend_from_slice(&hashes[known..]);
        self.held = hashes.len();
    }

    /// The journal says by which heads an entry became final.
    pub(crate) fn note_record(&mut self, voters: Voters, record: &[u8]) {
        let record = record.get(HEADER_BYTES..).and_then(|bytes| codec::decode::<Record>(bytes).ok());
        if let Some(Record::Final { heads, .. }) = record
            && final_entry(Quorum::of(voters), heads.iter().map(Signed::ack))
                .is_some_and(|(round, _)| round > 1)
        {
            self.seen.insert(Rare::Late);
        }
    }

    pub(crate) fn note_start(&mut self, disk: Disk, voted: bool, log: usize) {
        self.went_back |= disk != Disk::Whole;
        if disk == Disk::Whole && log < self.held {
            self.broken = Some(Broken::Lost);
        }
        if voted && log == self.finals.len() {
            self.seen.insert(Rare::StartedAfterVote);
        }
    }
}
