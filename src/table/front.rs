//! What a front end hears and says, as plain data: whoever draws screens or prints lines needs nothing else of the table
//! and nothing of the network.
//!
//! [`Event`] and [`Command`] are about one table. [`News`] and [`Request`] are all that a screen with a lobby needs.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
pub use whistlestop_proto::contract::{Contract, DrawMode, Seat, SeatPlan};
pub use whistlestop_proto::entry::{Change, Holder};
pub use whistlestop_proto::event::{DesyncReport, Owed};
pub use whistlestop_proto::hash::Hash;
pub use whistlestop_proto::limits::MAX_NAME_BYTES;
pub use whistlestop_proto::quorum::Voter;
pub use whistlestop_proto::sign::PublicKey;
pub use whistlestop_proto::statement::Evidence;
pub use whistlestop_proto::step::Step;
pub use whistlestop_proto::text::{clean, is_fit, shown};

use super::event::TableEvent;
pub use super::limits::MAX_CHAT_BYTES;
pub use super::wire::{Place, Seats, Tag, is_name};
use crate::engine::any_game::{AnyChoice, AnyGame, AnyProspect};
use crate::engine::game::{Meta, Notes};
use crate::engine::search::Tally;
use crate::engine::words::Words;
use crate::games::GAMES;

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
    Gathering(Seats),
    /// At a table.
    Table {
        /// Which.
        id: Hash,
        /// What it is about.
        contract: Box<Contract>,
        /// The seats of this node: none if it watches, several if several people share the laptop.
        seats: Vec<Seat>,
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
        seat: Seat,
        /// What can be done.
        choices: Vec<AnyChoice>,
    },
    /// How the people at the table are; told to whoever looks at a screen, whenever it changes.
    Presence(Vec<SeatNow>),
    /// The game is over, and somebody wants to play again with the same people, or no longer does.
    Again {
        /// Who.
        seat: Seat,
        /// Whether they want to.
        wants: bool,
    },
    /// How far somebody is with thinking, in hundredths; told to whoever looks at a screen, whenever it changes.
    Thinking {
        /// A bot or program, and on which seat.
        seat: Option<(Seat, u32)>,
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
    /// Something happened at the table.
    At(TableEvent),
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

/// What a front end asks of the node.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Commit these actions, as JSON.
    Act(Vec<Value>),
    /// Agree to a change.
    Want(Change),
    /// Agree that the player of a seat, who asks for it, gets it back.
    GiveBack {
        /// Which seat.
        seat: Seat,
    },
    /// No longer agree to a change.
    NoLongerWant(Change),
    /// Ask for the own seat back.
    ComeBack,
    /// Ready to begin, or not; after the end, whether to play again with the same people.
    Ready(bool),
    /// As the host, before the game: a bot on an open seat, by its name, or the seat open again.
    SeatBot {
        /// Which seat.
        seat: Seat,
        /// Which bot; none to open the seat.
        bot: Option<String>,
    },
    /// Say something.
    Chat(String),
    /// Say what would be good to do; in practice only.
    Advise,
    /// Leave on purpose: a bot takes the seat.
    Leave,
    /// Save and stop; the seat stays one's own.
    Quit,
    /// What came in was no command, and why: the front end hears it back in order with everything else.
    Misunderstood(String),
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
}

/// A table on the network, as its peers tell of it. Hints, not proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearTable {
    /// By which it can be joined.
    pub tag: Tag,
    /// The game's id.
    pub game: String,
    /// Who tells of it.
    pub names: Vec<String>,
    /// Where they can be reached.
    pub addresses: Vec<SocketAddr>,
    /// Seats that are taken.
    pub taken: u8,
    /// All seats.
    pub seats: u8,
    /// What it is doing.
    pub state: NearState,
    /// Whether it needs a pass phrase.
    pub pass_phrase: bool,
    /// The version of its program.
    pub version: String,
    /// The protocol that it speaks.
    pub protocol: u16,
    /// Whether this program can play there.
    pub fits: bool,
}

/// What a table on the network is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearState {
    /// It waits for players.
    Open,
    /// It plays; one may watch.
    Playing,
    /// The game has ended.
    Over,
}

/// A table in this player's own files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// By which it is known on the network.
    pub tag: Tag,
    /// Its journal.
    pub path: PathBuf,
    /// The game's id.
    pub game: String,
    /// Who sits there.
    pub names: Vec<String>,
    /// How many entries are final.
    pub entries: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether all people of it are on this laptop, so that no network is needed.
    pub local: bool,
}

/// A table to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// Options that differ from their default.
    pub options: BTreeMap<String, Value>,
    /// All seats, bots included.
    pub seats: u8,
    /// Seats that bots play.
    pub bots: u8,
    /// Which bot plays them and stands in for who is away.
    pub bot: String,
    /// Where draws come from.
    pub draw: DrawMode,
    /// What others must know to come in.
    pub pass_phrase: Option<String>,
    /// Who plays.
    pub people: People,
}

/// Who plays at a table that is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People {
    /// Whoever comes over the network.
    Network,
    /// Those on this laptop: the player, then these; no network is used.
    Here(Vec<String>),
}

/// A table to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Which.
    pub which: Which,
    /// Whether to watch only.
    pub watch: bool,
    /// The pass phrase, if one is needed.
    pub pass_phrase: Option<String>,
}

/// Which table to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// One that was seen.
    Seen(Tag),
    /// What somebody typed: an address, a join code, a table or its host's name; any table, if empty.
    Typed(String),
}

/// How far a check of the network is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub what: String,
    /// How it is.
    pub verdict: Verdict,
    /// What to do about it, if something can be done.
    pub advice: Option<String>,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// In the way.
    Bad,
}

/// Everything that reaches a screen.
#[derive(Clone, Debug)]
pub enum News {
    /// What happened at the table or on the way to it.
    Event(Event),
    /// What the player is called; nothing at the first start.
    Name(Option<String>),
    /// The tables on the network now.
    Near(Vec<NearTable>),
    /// The own tables, the latest first.
    Kept(Vec<KeptTable>),
    /// All that a check of the network has found so far; `true` once it is done.
    Network(Vec<Finding>, bool),
    /// What was asked for has come to its end; the sentence says what was wrong.
    Ended(Result<End, String>),
    /// Something that was asked for cannot be done.
    Trouble(String),
    /// The program was asked to stop from outside.
    Stop,
}

/// Everything that a screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Be called so from now on.
    Name(String),
    /// Open a table and sit down at it.
    Open(Plan),
    /// Find a table and sit down at it, or watch.
    Find(Wish),
    /// Go on with one of the own tables.
    Resume(PathBuf),
    /// Carry one of the own tables on as a copy: bots play for those who are not on this laptop.
    CarryOn(PathBuf),
    /// Look at a table again as its journal tells it; nobody plays.
    Replay(PathBuf),
    /// Tell the table at hand.
    Command(Command),
    /// Look at the network, and at the way to a peer if one is named.
    CheckNetwork(Option<String>),
    /// Leave the table at hand as it is; it can be gone on with. [`News::Ended`] follows.
    Away,
    /// End the program.
    Quit,
}

/// The games that can be played, as far as one must know them to choose.
pub fn games() -> Vec<&'static Meta> {
    GAMES.iter().map(|entry| entry.meta).collect()
}
