//! What a node tells its front end, and what a front end asks of it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;
use whistlestop_proto::contract::{Contract, Seat};
use whistlestop_proto::entry::Change;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;

use crate::engine::any_game::AnyChoice;
use crate::table::event::TableEvent;
use crate::table::wire::Seats;

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
    },
    /// Something that a person may want to know, and what to do about it.
    Notice(String),
    /// Looking for a table.
    Looking(String),
    /// Who sits where before the game.
    Gathering(Seats),
    /// At a table.
    Table {
        /// Which.
        id: Hash,
        /// What it is about.
        contract: Box<Contract>,
        /// The seat of this node; none if it watches.
        seat: Option<Seat>,
        /// Words to read out: equal words, equal table and keys.
        phrase: [&'static str; 4],
        /// Where it is kept.
        journal: PathBuf,
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
    /// It is this player's turn.
    YourTurn {
        /// The index of the last final entry.
        index: u32,
        /// What can be done.
        choices: Vec<AnyChoice>,
    },
    /// Something happened at the table.
    At(TableEvent),
}

/// What a front end asks of the node.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Commit these actions, as JSON.
    Act(Vec<Value>),
    /// Agree to a change.
    Want(Change),
    /// No longer agree to it.
    NoLongerWant(Change),
    /// Ask for the own seat back.
    ComeBack,
    /// Ready to begin, or not.
    Ready(bool),
    /// Say something.
    Chat(String),
    /// Leave on purpose: a bot takes the seat.
    Leave,
    /// Save and stop; the seat stays one's own.
    Quit,
    /// What came in was no command, and why: the front end hears it back in order with everything else.
    Misunderstood(String),
}

/// Commands that wait for the node; whoever gives more of them waits.
const MAX_COMMANDS: usize = 64;

/// The front end's end of the queue of commands.
#[derive(Clone, Debug)]
pub struct Remote(mpsc::Sender<Command>);

/// The node's end of it.
#[derive(Debug)]
pub struct Commands(pub(super) mpsc::Receiver<Command>);

impl Remote {
    /// A queue of commands.
    pub fn new() -> (Self, Commands) {
        let (remote, commands) = mpsc::channel(MAX_COMMANDS);
        (Self(remote), Commands(commands))
    }

    /// Gives a command; `false` if the node has ended. Not to be called from within the node.
    pub fn send(&self, command: Command) -> bool {
        self.0.blocking_send(command).is_ok()
    }

    /// Asks the node to save and stop, also from within it; if commands fill the queue it has to be asked again.
    pub fn try_quit(&self) {
        // A full queue is tried again, and a node that has ended needs no asking.
        let _ = self.0.try_send(Command::Quit);
    }
}

/// How a node came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are over.
    Over {
        /// How many.
        games: u32,
    },
    /// The player left for good.
    Left,
    /// The player stopped; the table can be resumed.
    Quit,
}
