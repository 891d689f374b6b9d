//! What a table tells its user: the protocol's events with the game's words, as plain data and as JSON.

use serde_json::{Value, json};
use whistlestop_proto::contract::Seat;
use whistlestop_proto::entry::{Body, Change, Entry, Holder};
use whistlestop_proto::error::DropReason;
use whistlestop_proto::event::{DesyncReport, Owed};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::statement::{Evidence, Head, Vote};
use whistlestop_proto::step::Step;

use crate::engine::game::Standing;
use crate::engine::words::Words;

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// Everybody has signed: the game is on.
    Started,
    /// An entry is on the table but may still be replaced.
    Sent {
        /// Its index.
        index: u32,
        /// Who acts, if a seat does.
        seat: Option<Seat>,
        /// What it is.
        kind: Kind,
    },
    /// An entry is final: it is never lost or replaced.
    Final {
        /// Its index.
        index: u32,
        /// Who acted, or whose seat changes hands.
        seat: Option<Seat>,
        /// What it is.
        kind: Kind,
        /// The actions of a move, as the `rules` command shows them.
        actions: Vec<Value>,
        /// What it brought about, a sentence each.
        notes: Vec<Words>,
        /// Outcomes of chance.
        drawn: Vec<Value>,
        /// The hash of the state after it.
        state_hash: Hash,
        /// What it did to the game, for whoever keeps a history.
        step: Step,
    },
    /// The game is over, and that is final.
    Over {
        /// How it ended.
        standings: Vec<Standing>,
    },
    /// A seat has not been heard of for a while.
    Away {
        /// Who.
        seat: Seat,
        /// Since when, in this peer's time.
        since_millis: u64,
        /// What the table waits for from it.
        owes: Owed,
    },
    /// It is back.
    Back {
        /// Who.
        seat: Seat,
    },
    /// Somebody voted for a change.
    Wanted {
        /// Who.
        seat: Seat,
        /// What.
        change: Change,
    },
    /// A player left on purpose.
    Left {
        /// Who.
        seat: Seat,
    },
    /// Two states differ, or this peer's was damaged.
    Desync(DesyncReport),
    /// This peer's state was computed again and is sound.
    Repaired {
        /// After which entry.
        index: u32,
    },
    /// A seat is proved to have cheated.
    Cheated {
        /// Who.
        seat: Seat,
        /// The proof, which anybody can check.
        evidence: Box<Evidence>,
    },
    /// Two different entries at one index were each acknowledged by a majority: only a copy can go on.
    Forked {
        /// Where.
        index: u32,
        /// Ours.
        ours: Hash,
        /// Theirs.
        theirs: Hash,
    },
    /// A link is of no use and should be closed.
    Drop {
        /// Which.
        peer: PublicKey,
        /// Why.
        reason: DropReason,
    },
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A player's move.
    Move,
    /// A bot's move; `stand_in` for a player who is away.
    Bot {
        /// Whether it stands in.
        stand_in: bool,
    },
    /// A draw.
    Draw,
    /// A seat changed hands.
    Reseat {
        /// To whom.
        to: Holder,
    },
    /// The game went back.
    TakeBack {
        /// To the state after this entry.
        to: u32,
    },
}

impl Kind {
    /// What an entry is, and whose it is.
    pub fn of(entry: &Entry) -> (Self, Option<Seat>) {
        match &entry.core.body {
            Body::Move { seat, .. } => (Self::Move, Some(*seat)),
            Body::Auto { seat, stand_in, .. } => (Self::Bot { stand_in: *stand_in }, Some(*seat)),
            Body::Draw { .. } => (Self::Draw, None),
            Body::Change(Change::Reseat { seat, to }) => (Self::Reseat { to: *to }, Some(*seat)),
            Body::Change(Change::TakeBack { to }) => (Self::TakeBack { to: *to }, None),
        }
    }

    /// The kind as JSON.
    pub fn json(self) -> Value {
        match self {
            Self::Move => "move".into(),
            Self::Bot { stand_in: false } => "bot".into(),
            Self::Bot { stand_in: true } => "stand_in".into(),
            Self::Draw => "draw".into(),
            Self::Reseat { to } => json!({ "reseat": holder(to) }),
            Self::TakeBack { to } => json!({ "take_back": to }),
        }
    }
}

impl TableEvent {
    /// The event as one JSON object, its name under `event`.
    pub fn json(&self) -> Value {
        match self {
            Self::Started => json!({ "event": "started" }),
            Self::Sent { index, seat, kind } => {
                json!({ "event": "sent", "index": index, "seat": seat, "kind": kind.json() })
            }
            Self::Final { index, seat, kind, actions, notes, drawn, state_hash, .. } => json!({
                "event": "final", "index": index, "seat": seat, "kind": kind.json(), "actions": actions,
                "notes": notes, "drawn": drawn, "hash": state_hash.to_string(),
            }),
            Self::Over { standings } => json!({ "event": "over", "standings": standings }),
            Self::Away { seat, since_millis, owes } => {
                json!({ "event": "away", "seat": seat, "since_millis": since_millis, "owes": owed(*owes) })
            }
            Self::Back { seat } => json!({ "event": "back", "seat": seat }),
            Self::Wanted { seat, change } => {
                json!({ "event": "wanted", "seat": seat, "change": change_json(*change) })
            }
            Self::Left { seat } => json!({ "event": "left", "seat": seat }),
            Self::Desync(DesyncReport { index, field, ours, theirs }) => json!({
                "event": "desync", "index": index, "field": field, "ours": ours, "theirs": theirs,
            }),
            Self::Repaired { index } => json!({ "event": "repaired", "index": index }),
            Self::Cheated { seat, evidence } => {
                json!({ "event": "cheated", "seat": seat, "evidence": evidence_name(evidence) })
            }
            Self::Forked { index, ours, theirs } => json!({
                "event": "forked", "index": index, "ours": ours.to_string(), "theirs": theirs.to_string(),
            }),
            Self::Drop { peer, reason } => {
                json!({ "event": "drop", "peer": Hash(peer.0).to_string(), "reason": reason.to_string() })
            }
        }
    }
}

/// A change as JSON.
pub fn change_json(change: Change) -> Value {
    match change {
        Change::Reseat { seat, to } => json!({ "reseat": seat, "to": holder(to) }),
        Change::TakeBack { to } => json!({ "take_back": to }),
    }
}

/// What a proof shows, in a word.
pub const fn evidence_name(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::TwoMoves(..) => "two moves at one index",
        Evidence::TwoHeads(..) => "two heads in one round",
        Evidence::TwoVotes(..) => "two votes in one round",
        Evidence::HeadAgainstVote(..) => "a head against its own vote",
        Evidence::TwoAnchors(..) => "two anchors",
    }
}

/// The two things that a proof holds, each as a person can compare it: where it was signed and its hash.
pub fn evidence_parts(evidence: &Evidence) -> [String; 2] {
    let head = |head: &Head| format!("entry {} in round {}: {:?}", head.index, head.round, head.entry);
    let vote = |vote: &Vote| format!("entry {} in round {}: {:?}", vote.index, vote.round, vote.entry);
    match evidence {
        Evidence::TwoMoves(one, other) => {
            [one, other].map(|entry| format!("entry {}: {:?}", entry.core.index, entry.hash()))
        }
        Evidence::TwoHeads(one, other) => [one, other].map(|signed| head(&signed.says)),
        Evidence::TwoVotes(one, other) => [one, other].map(|signed| vote(&signed.says)),
        Evidence::HeadAgainstVote(one, other) => [head(&one.says), vote(&other.says)],
        Evidence::TwoAnchors(one, other) => [one, other].map(|accession| format!("{:?}", accession.anchor)),
    }
}

const fn holder(holder: Holder) -> &'static str {
    match holder {
        Holder::Player => "player",
        Holder::Bot => "bot",
        Holder::LeftOut => "left_out",
    }
}

const fn owed(owed: Owed) -> &'static str {
    match owed {
        Owed::Nothing => "nothing",
        Owed::Move => "move",
        Owed::Link => "link",
        Owed::Signature => "signature",
    }
}
