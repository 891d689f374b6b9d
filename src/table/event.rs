//! What a table tells its user: the protocol's events with the game's words, as plain data and as JSON.

use std::path::PathBuf;

use serde_json::{Value, json};
use whistlestop_proto::codec;
use whistlestop_proto::contract::{FIRST_WITNESS, Seat};
use whistlestop_proto::entry::{Body, Change, Entry};
use whistlestop_proto::error::DropReason;
use whistlestop_proto::event::{DesyncReport, Owed};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::pairs::BadKeys;
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::statement::{Evidence, Head, Vote};
use whistlestop_proto::step::Step;

use crate::engine::game::Standing;
use crate::engine::words::Words;

/// Under which the keys of two signatures are told apart on a screen.
const KEYS_DOMAIN: &str = "whistlestop/shown-keys/1";

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
    /// The keys that two of the people signed do not fit together: the table cannot start.
    BadKeys(BadKeys),
    /// Others count from now on.
    Voters(Voters),
    /// A voter has not been heard of for a while.
    Away {
        /// Who.
        voter: Voter,
        /// Since when, in this peer's time.
        since_millis: u64,
        /// What the table waits for from it.
        owes: Owed,
    },
    /// It is back.
    Back {
        /// Who.
        voter: Voter,
    },
    /// Somebody voted for a change.
    Wanted {
        /// Who.
        voter: Voter,
        /// What.
        change: Change,
    },
    /// Somebody wants to leave.
    Leaving {
        /// Who.
        voter: Voter,
    },
    /// Two states differ, or this peer's was damaged.
    Desync(DesyncReport),
    /// This peer's state was computed again and is sound.
    Repaired {
        /// After which entry.
        index: u32,
    },
    /// This peer does not know what it has said here. It asks the others to let it begin anew, and makes no move meanwhile.
    Recovering,
    /// This peer has begun anew, and goes on.
    Recovered,
    /// A voter had lost its memory, and has begun anew.
    Renewed {
        /// Who.
        voter: Voter,
    },
    /// Its file was damaged, and what was behind the damage is left out; the others tell it again.
    Damaged {
        /// How many entries are left.
        entries: usize,
        /// Where the file lies as it was found.
        aside: PathBuf,
    },
    /// The table is played on elsewhere with a copy of this home: this one only watches.
    Superseded,
    /// A voter is proved to have said two things.
    Contradicted {
        /// Who.
        voter: Voter,
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
    /// Something about the voters or the past changed.
    Change(Change),
    /// All who count had lost their memory, and begin anew.
    Anew,
    /// Something about the voters changed, of which nothing more is told again.
    Untold,
}

impl Kind {
    /// What an entry is, and whose it is.
    pub fn of(entry: &Entry) -> (Self, Option<Seat>) {
        match &entry.core.body {
            Body::Move { seat, .. } => (Self::Move, Some(*seat)),
            Body::Auto { seat, stand_in, .. } => (Self::Bot { stand_in: *stand_in }, Some(*seat)),
            Body::Draw { .. } => (Self::Draw, None),
            Body::Change(change) => (Self::Change(*change), seat_in(*change)),
            Body::Anew { .. } => (Self::Anew, None),
        }
    }

    /// The kind as JSON.
    pub fn json(self) -> Value {
        match self {
            Self::Move => "move".into(),
            Self::Bot { stand_in: false } => "bot".into(),
            Self::Bot { stand_in: true } => "stand_in".into(),
            Self::Draw => "draw".into(),
            Self::Change(change) => change_json(change),
            Self::Anew => "anew".into(),
            Self::Untold => Value::Null,
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
            Self::BadKeys(why) => json!({ "event": "bad_keys", "why": why.to_string() }),
            Self::Voters(voters) => json!({
                "event": "voters", "voters": voters.iter().collect::<Vec<_>>(), "needed": Quorum::of(*voters).size(),
            }),
            Self::Away { voter, since_millis, owes } => json!({
                "event": "away", "seat": seat_of(*voter), "voter": voter, "since_millis": since_millis,
                "owes": owed(*owes),
            }),
            Self::Back { voter } => json!({ "event": "back", "seat": seat_of(*voter), "voter": voter }),
            Self::Wanted { voter, change } => json!({
                "event": "wanted", "seat": seat_of(*voter), "voter": voter, "change": change_json(*change),
            }),
            Self::Leaving { voter } => {
                json!({ "event": "leaving", "seat": seat_of(*voter), "voter": voter })
            }
            Self::Desync(DesyncReport { index, field, ours, theirs }) => json!({
                "event": "desync", "index": index, "field": field, "ours": ours, "theirs": theirs,
            }),
            Self::Repaired { index } => json!({ "event": "repaired", "index": index }),
            Self::Recovering => json!({ "event": "recovering" }),
            Self::Recovered => json!({ "event": "recovered" }),
            Self::Renewed { voter } => json!({ "event": "renewed", "seat": seat_of(*voter), "voter": voter }),
            Self::Damaged { entries, aside } => {
                json!({ "event": "damaged", "entries": entries, "aside": aside.display().to_string() })
            }
            Self::Superseded => json!({ "event": "superseded" }),
            Self::Contradicted { voter, evidence } => json!({
                "event": "cheated", "seat": seat_of(*voter), "voter": voter,
                "evidence": evidence_name(evidence),
            }),
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
        Change::Remove { voter } => json!({ "remove": voter }),
        Change::StandIn { seat } => json!({ "stand_in": seat }),
        Change::Return { seat, .. } => json!({ "return": seat }),
        Change::Renew { voter, .. } => json!({ "renew": voter }),
        Change::Admit { key, .. } => json!({ "admit": Hash(key.0).to_string() }),
        Change::TakeBack { to } => json!({ "take_back": to }),
    }
}

/// What a change is about, in words that follow "would" or "votes to".
pub fn change_words(change: Change, called: impl Fn(Voter) -> String) -> String {
    match change {
        Change::Remove { voter } if voter < FIRST_WITNESS => format!("let a bot play for {}", called(voter)),
        Change::Remove { voter } => format!("go on without {}", called(voter)),
        Change::StandIn { seat } => format!("let a bot stand in for {}, who still has a vote", called(seat)),
        Change::Return { seat, .. } => format!("give {} the seat back", called(seat)),
        Change::Renew { voter, .. } => format!("let the laptop of {} begin anew", called(voter)),
        Change::Admit { key, .. } => format!("let {key:?} vote as a witness"),
        Change::TakeBack { to } => format!("go back to entry {to}"),
    }
}

/// What a change has done, once it is final.
pub fn change_done(change: Change) -> Words {
    let who = |seat: Seat| format!("{{seat {seat}}}");
    let said = match change {
        Change::Remove { voter } if voter < FIRST_WITNESS => {
            format!("a bot plays for {} until they are back", who(voter))
        }
        Change::Remove { voter } => format!("{} no longer has a vote", witness_name(voter)),
        Change::StandIn { seat } => format!("a bot stands in for {}, who still has a vote", who(seat)),
        Change::Return { seat, .. } => format!("{} has the seat back", who(seat)),
        Change::Renew { voter, .. } => {
            let whose = seat_of(voter).map_or_else(|| witness_name(voter), who);
            format!("all let the laptop of {whose} begin anew; nothing of the game is lost")
        }
        Change::Admit { key, .. } => format!("{key:?} has a vote as a witness from now on"),
        Change::TakeBack { to } => format!("all agreed: the game is back after entry {to}"),
    };
    said.into()
}

/// What has happened once all who count begin anew: what only one of them knew may not have come back.
pub fn anew_done() -> Words {
    "all laptops here had forgotten what they said, and begin anew from here; later moves may be lost".into()
}

/// Somebody had lost its memory.
pub fn renewed_words(name: &str) -> String {
    format!("the laptop of {name} had forgotten what it said here; it begins anew, and the game goes on")
}

/// How many have a vote, once others do than before.
pub fn voters_words(voters: Voters) -> String {
    match voters.len() {
        1 => "one has a vote now, and decides alone".to_owned(),
        count => format!("{count} have a vote now, and {} of them decide", Quorum::of(voters).size()),
    }
}

/// The seat of a voter; a witness has none.
pub fn seat_of(voter: Voter) -> Option<Seat> {
    (voter < FIRST_WITNESS).then_some(voter)
}

/// What a witness is called.
pub fn witness_name(voter: Voter) -> String {
    format!("witness {}", u32::from(voter.saturating_sub(FIRST_WITNESS)) + 1)
}

/// Whose seat a change is about.
fn seat_in(change: Change) -> Option<Seat> {
    match change {
        Change::Remove { voter } | Change::Renew { voter, .. } => seat_of(voter),
        Change::StandIn { seat } | Change::Return { seat, .. } => Some(seat),
        Change::Admit { .. } | Change::TakeBack { .. } => None,
    }
}

/// What a proof shows, in a word.
pub const fn evidence_name(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::TwoMoves(..) => "two moves at one index",
        Evidence::TwoHeads(..) => "two heads in one round",
        Evidence::TwoVotes(..) => "two votes in one round",
        Evidence::HeadAgainstVote(..) => "a head against its own vote",
        Evidence::TwoKeys(..) => "two sets of keys for draws",
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
        Evidence::TwoKeys(one, other) => [one, other]
            .map(|accession| format!("keys {:?}", Hash::of(KEYS_DOMAIN, &[&codec::encode(&accession.keys)]))),
    }
}

const fn owed(owed: Owed) -> &'static str {
    match owed {
        Owed::Nothing => "nothing",
        Owed::Move => "move",
        Owed::Links => "link",
        Owed::Signature => "signature",
    }
}

#[cfg(test)]
mod tests;
