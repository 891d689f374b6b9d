//! What a peer tells its user.

use crate::contract::Seat;
use crate::entry::{Change, Entry};
use crate::error::DropReason;
use crate::hash::Hash;
use crate::sign::PublicKey;
use crate::statement::Evidence;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Everybody has signed: the game is on.
    Started,
    /// An entry is on the table but may still be replaced.
    Sent(Box<Entry>),
    /// An entry is final: it is never lost or replaced.
    Final(Box<Entry>),
    /// The game is over, and that is final.
    Over,
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
    Back(Seat),
    /// Somebody voted for a change.
    Wanted {
        /// Who.
        seat: Seat,
        /// What.
        change: Change,
    },
    /// A player left on purpose.
    Left(Seat),
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
    /// Two different entries at one index were each acknowledged by a majority: only seats that signed twice can do
    /// this, and only a copy can go on.
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

/// What the table waits for from a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Nothing right now.
    Nothing,
    /// Its move.
    Move,
    /// Its link for a draw.
    Link,
    /// Its signature under the contract.
    Signature,
}

/// Where two states differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesyncReport {
    /// After which entry.
    pub index: u32,
    /// The first field that differs.
    pub field: String,
    /// Its value here.
    pub ours: String,
    /// Its value there.
    pub theirs: String,
}
