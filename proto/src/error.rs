//! What can go wrong, one type an operation.

use crate::contract::BadContract;
use crate::hash::Hash;
use crate::pairs::{BadKeys, BadPoint};
use crate::quorum::Voter;

/// Why a player's act was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// This peer only watches.
    #[error("you are watching, not playing")]
    Spectator,
    /// Not everybody has signed the contract.
    #[error("the table has not started: not everybody has signed")]
    NotStarted,
    /// Somebody else decides.
    #[error("it is not your turn")]
    NotYourTurn,
    /// A move for this index was already sent and waits for the others.
    #[error("your last move is not final yet: too few of the others have acknowledged it")]
    Waiting,
    /// A bot plays the seat, or the voter was removed.
    #[error("you do not count at this table now: ask for your seat back first")]
    NotCounted,
    /// This player has left, and a bot is to have the seat.
    #[error("you are leaving: a bot gets your seat, and then you can ask for it back")]
    Left,
    /// The time for this move is used up.
    #[error("your time is up: the stand-in makes this move, and the next one is yours again")]
    TimeUp,
    /// This peer lost its journal and must first hear from the others.
    #[error(
        "this laptop does not know any more what it has said here, and must first hear it from the others"
    )]
    Recovering,
    /// A copy of this peer plays on elsewhere.
    #[error("you went on with this table elsewhere, with a copy of this home; this one only watches")]
    Superseded,
    /// The rules say no.
    #[error("{0}")]
    Illegal(String),
    /// The change cannot be made now.
    #[error("this change cannot be made now")]
    BadChange,
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The contract is no contract.
    #[error(transparent)]
    Contract(#[from] BadContract),
    /// What somebody brings to the draws is no point.
    #[error(transparent)]
    Point(#[from] BadPoint),
    /// It speaks another version.
    #[error("the table speaks protocol {theirs}, this program {ours}")]
    Protocol {
        /// Ours.
        ours: u16,
        /// The contract's.
        theirs: u16,
    },
    /// A file that is not a journal.
    #[error("this is not a journal of whistlestop")]
    NotAJournal,
    /// A later version of this program wrote the journal.
    #[error("this journal was written by a newer whistlestop: take the newest version to open it")]
    Newer,
    /// An earlier version of this program wrote the journal.
    #[error(
        "this journal was written by whistlestop 0.1, and its protocol is not spoken any more: open it with whistlestop 0.1"
    )]
    Older,
    /// The table never began.
    #[error("this journal ends before its contract: the table never began, and the file can be deleted")]
    Empty,
    /// The journal was changed.
    #[error(
        "the journal was damaged or edited at record {record}: {why}. take a copy of it, or the journal of \
         another player at the table"
    )]
    Edited {
        /// Counted from 0.
        record: usize,
        /// What does not fit.
        why: String,
    },
    /// The journal is another table's.
    #[error("this is the journal of table {found}")]
    OtherTable {
        /// The journal's.
        found: Hash,
    },
    /// An entry does not lead where it says.
    #[error("entry {index} of the journal does not lead to the state that it says")]
    OtherState {
        /// Which.
        index: u32,
    },
}

/// Why a link is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DropReason {
    /// It speaks another version of the protocol.
    #[error("the other side speaks protocol {theirs}, this one {ours}")]
    Protocol {
        /// Ours.
        ours: u16,
        /// Theirs.
        theirs: u16,
    },
    /// It plays another game.
    #[error("the other side plays {theirs}, this one {ours}")]
    Game {
        /// Ours.
        ours: String,
        /// Theirs.
        theirs: String,
    },
    /// It has other rules.
    #[error("the other side has rules {theirs}, this one {ours}")]
    Rules {
        /// Ours.
        ours: String,
        /// Theirs.
        theirs: String,
    },
    /// It has another board.
    #[error("the other side has board {theirs:?}, this one {ours:?}")]
    Board {
        /// Ours.
        ours: Hash,
        /// Theirs.
        theirs: Hash,
    },
    /// It sits at another table.
    #[error("the other side sits at table {theirs:?}, this one at {ours:?}")]
    Table {
        /// Ours.
        ours: Hash,
        /// Theirs.
        theirs: Hash,
    },
    /// It sent what no honest peer sends.
    #[error("it sent {0} messages that were malformed or forged")]
    Offences(u32),
    /// It sends too much.
    #[error("it sends more than a table can need")]
    Flood,
    /// There are too many links.
    #[error("too many peers are connected")]
    TooMany,
}

/// Why an offline check failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The contract is no contract.
    #[error(transparent)]
    Contract(#[from] BadContract),
    /// A signature under the contract is missing or bad.
    #[error("voter {0} has not signed the contract")]
    Accession(Voter),
    /// The keys of two signatures do not fit together.
    #[error(transparent)]
    Keys(#[from] BadKeys),
    /// An entry cannot stand there.
    #[error("entry {index}: {why}")]
    Entry {
        /// Which.
        index: u32,
        /// Why not.
        why: String,
    },
}
