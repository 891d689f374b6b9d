//! What a peer tells its user.

use crate::contract::SeatNumber;
use crate::entry::{Change, Entry};
use crate::error::DropReason;
use crate::hash::Hash;
use crate::pairs::BadKeys;
use crate::quorum::{Life, Voter, Voters};
use crate::sign::PublicKey;
use crate::statement::Evidence;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolEvent {
    /// Everybody has signed: the game is on.
    Started,
    /// An entry is on the table but may still be replaced.
    Sent(Box<Entry>),
    /// An entry is final: it is never lost or replaced.
    Final(Box<Entry>),
    /// The game is over, and that is final.
    Over,
    /// The keys that two voters signed into the contract do not fit together: the table cannot start.
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
    Back(Voter),
    /// Somebody voted for a change.
    Wanted {
        /// Who.
        voter: Voter,
        /// What.
        change: Change,
    },
    /// Somebody wants to leave.
    Leaving(Voter),
    /// Two states differ, or this peer's was damaged.
    Desync(DesyncReport),
    /// This peer's state was computed again and is sound.
    Repaired {
        /// After which entry.
        index: u32,
    },
    /// A voter is proved to have said two things.
    Contradicted {
        /// Who.
        voter: Voter,
        /// The proof, which anybody can check.
        evidence: Box<Evidence>,
    },
    /// Two different entries at one index were each acknowledged by a majority: only voters that signed twice can do
    /// this, and only a copy can go on.
    Forked {
        /// Where.
        index: u32,
        /// Ours.
        ours: Hash,
        /// Theirs.
        theirs: Hash,
    },
    /// This peer does not know what it has said here. It asks the others to let it begin anew, and says nothing
    /// meanwhile.
    Recovering,
    /// A voter had lost its memory, and speaks in a new life from now on.
    Renewed(Voter),
    /// The others have let this peer begin a new life: it goes on.
    Recovered {
        /// The life that it has begun.
        life: Life,
    },
    /// Somebody took up a copy of this peer's home and plays on with it: this one says nothing any more.
    Superseded {
        /// The life of the other.
        life: Life,
    },
    /// By this peer's count the time of the seat to move is up. Once enough others have counted it too the stand-in makes
    /// this one move.
    TimeUp {
        /// Whose.
        seat: SeatNumber,
        /// Only with its own program's agreement: so few are there beside it.
        needs_own: bool,
    },
    /// A link is of no use and should be closed.
    Drop {
        /// Which.
        peer: PublicKey,
        /// Why.
        reason: DropReason,
    },
}

/// What the table waits for from a voter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Nothing right now.
    Nothing,
    /// Its move.
    Move,
    /// Its links for a draw.
    Links,
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
