//! What happens at a table and on the way to it, as every front end hears it.
//!
//! What needs words of the game is told with them; everything else of the protocol is carried as it is.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use whistlestop_proto::contract::{Contract, SeatNumber};
use whistlestop_proto::entry::{Body, Change, Entry, Holder};
use whistlestop_proto::event::Owed;
pub use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::step::Step;

use crate::engine::any_game::{ActionBytes, AnyChoice, AnyGame, AnyProspect};
use crate::engine::game::{Notes, Standing};
use crate::engine::search::Tally;
use crate::engine::words::Words;
use crate::table::wire::Seating;

use super::words::seat_of;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The node can be reached.
    Listening {
        /// What this player is called.
        name: String,
        /// Who this is.
        key: PublicKey,
        /// Where, best first.
        addresses: Vec<SocketAddr>,
        /// The same as words to read out, if there is an address that others can reach.
        code: Option<String>,
        /// Words that stand for the key, for people to compare.
        words: [&'static str; 4],
    },
    /// Something that a person may want to know, and what to do about it.
    Notice(String),
    /// Looking for a table.
    Looking(String),
    /// Who sits where before the game.
    Gathering(Seating),
    /// At a table.
    Table {
        /// Which.
        id: Hash,
        /// What it is about.
        contract: Box<Contract>,
        /// The seats of this node: none if it watches, several if several people share the laptop.
        seats: Vec<SeatNumber>,
        /// Words to read out: equal words, equal table and keys.
        phrase: [&'static str; 4],
        /// Where it is kept.
        journal: PathBuf,
        /// The game before its first entry.
        start: Arc<dyn AnyGame>,
        /// What the entries that are final already did to it.
        steps: Vec<Step>,
    },
    /// A link to somebody is there.
    Linked {
        /// Who.
        key: PublicKey,
        /// What they are called, if that is known.
        name: Option<String>,
        /// Where.
        address: SocketAddr,
    },
    /// A link is gone.
    Unlinked {
        /// Who.
        key: PublicKey,
        /// What they are called, if that is known.
        name: Option<String>,
        /// Why.
        why: String,
    },
    /// Somebody with a known name came with another key.
    ChangedKey {
        /// The name.
        name: String,
        /// The keys that were pinned under it.
        known: Vec<PublicKey>,
        /// The key now.
        shown: PublicKey,
    },
    /// Somebody said something.
    Chat {
        /// Who.
        name: String,
        /// What.
        text: String,
    },
    /// A command could not be carried out.
    Refused(String),
    /// Everybody who is here has acknowledged a move of this player.
    InStep {
        /// Its index.
        index: u32,
        /// How long that took since it was committed.
        took: Duration,
    },
    /// It is the turn of this player, or of one of those who share the laptop.
    YourTurn {
        /// The index of the last final entry.
        index: u32,
        /// Whose turn.
        seat: SeatNumber,
        /// What can be done.
        choices: Vec<AnyChoice>,
        /// How much time there is, if there is a clock.
        left_millis: Option<u32>,
    },
    /// How the people at the table are; told to whoever looks at a screen, whenever it changes.
    Presence(Vec<SeatNow>),
    /// So few of those who count are here that nothing can be decided; told whenever it changes, and with nobody missing once
    /// enough are here again.
    Stranded(Stranded),
    /// Others went on with this table elsewhere, where there is a seat for this player.
    CarriedOn {
        /// The table that carries this one on.
        table: Hash,
        /// Who began it.
        by: Vec<SeatNumber>,
        /// The last entry of this table that it keeps.
        index: u32,
    },
    /// The game is over, and somebody wants to play again with the same people, or no longer does.
    Again {
        /// Who.
        seat: SeatNumber,
        /// Whether they want to.
        wants: bool,
    },
    /// How far somebody is with thinking, in hundredths; told to whoever looks at a screen, whenever it changes.
    Thinking {
        /// A bot or program, and on which seat.
        seat: Option<(SeatNumber, u32)>,
        /// The advice that was asked for.
        advice: Option<u32>,
    },
    /// The advice that was asked for, best first.
    Advice {
        /// After which entry it holds.
        index: u32,
        /// What could be done.
        advice: Vec<Advice>,
    },
    /// An entry is on the table but may still be replaced.
    Sent {
        /// Its index.
        index: u32,
        /// Who acts, if a seat does.
        seat: Option<SeatNumber>,
        /// What it is.
        kind: Kind,
    },
    /// An entry is final: it is never lost or replaced.
    Final {
        /// Its index.
        index: u32,
        /// Who acted, or whose seat changes hands.
        seat: Option<SeatNumber>,
        /// What it is.
        kind: Kind,
        /// The actions of a move.
        actions: Vec<ActionBytes>,
        /// What it brought about, a sentence each.
        notes: Vec<Words>,
        /// Outcomes of chance.
        drawn: Vec<Value>,
        /// The hash of the state after it.
        state_hash: Hash,
        /// What it did to the game, for whoever keeps a history.
        step: Step,
        /// The game after it: nobody has to play it again.
        game: Arc<dyn AnyGame>,
    },
    /// The game is over, and that is final.
    Over {
        /// How it ended.
        standings: Vec<Standing>,
    },
    /// The table's file was damaged, and what was behind the damage is left out; the others tell it again.
    Damaged {
        /// How many entries are left.
        entries: usize,
        /// Where the file lies as it was found.
        aside: PathBuf,
    },
    /// Anything else that the protocol tells, as it is; entries and the end of the game never come so.
    Protocol(ProtocolEvent),
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
    /// The time of a player was up, and the stand-in made this one move.
    TimeUp,
    /// All who count had lost their memory, and begin anew.
    Anew,
    /// Something about the voters changed, of which nothing more is told again.
    Untold,
}

impl Kind {
    /// What an entry is, and whose it is.
    pub fn of(entry: &Entry) -> (Self, Option<SeatNumber>) {
        match &entry.core.body {
            Body::Move { seat, .. } => (Self::Move, Some(*seat)),
            Body::Auto { seat, stand_in, .. } => (Self::Bot { stand_in: *stand_in }, Some(*seat)),
            Body::Draw { .. } => (Self::Draw, None),
            Body::Change(change) => Self::of_change(*change),
            Body::Anew { .. } => (Self::Anew, None),
            Body::TimeUp { seat, .. } => (Self::TimeUp, Some(*seat)),
        }
    }

    /// A change, and whose seat it is about.
    pub fn of_change(change: Change) -> (Self, Option<SeatNumber>) {
        let seat = match change {
            Change::Remove { voter } | Change::Renew { voter, .. } => seat_of(voter),
            Change::StandIn { seat } | Change::Return { seat, .. } | Change::TimeUp { seat } => Some(seat),
            Change::Admit { .. } | Change::TakeBack { .. } => None,
        };
        (Self::Change(change), seat)
    }
}

/// Something that could be done, and what would probably come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What to do, step by step, each with its amount if it has one.
    pub steps: Vec<(Words, Option<i64>)>,
    /// What came of playing it out.
    pub tally: Tally,
}

impl Advice {
    /// What a prospect means in words.
    pub fn new(game: &dyn AnyGame, prospect: &AnyProspect) -> Self {
        let mut game = game.fork();
        let mut steps = Vec::new();
        for action in &prospect.actions {
            let text = game.describe(action).map(|label| label.text).unwrap_or_default();
            let json = game.action_to_json(action).unwrap_or_default();
            steps.push((text, json["amount"].as_i64()));
            let done = game.apply(action, &mut Notes::ignored());
            debug_assert!(done.is_ok(), "what was played out can be done");
        }
        Self { steps, tally: prospect.tally }
    }
}

/// How it is where too few are left to decide anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stranded {
    /// Seats that count and are missing.
    pub missing: Vec<SeatNumber>,
    /// Seats of those who are here.
    pub here: Vec<SeatNumber>,
    /// Those of them who would go on without the missing.
    pub would: Vec<SeatNumber>,
}

/// How somebody at the table is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatNow {
    /// Who plays the seat.
    pub holder: Holder,
    /// Whether this peer is linked to them; true for the own seat and for bots.
    pub linked: bool,
    /// They have not been heard of since then, in this peer's milliseconds.
    pub away_since_millis: Option<u64>,
    /// Whether they have acknowledged the last final entry; true for bots.
    pub in_step: bool,
    /// What the table waits for from them.
    pub owes: Owed,
    /// Their time, if there is a clock.
    pub time: Option<TimeLeft>,
}

/// The time of a seat, as this peer counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// What is left, rounded up.
    pub seconds: u32,
    /// Whether it is running down.
    pub runs: bool,
}
