//! What a player without a table sees and plans: tables near and kept, tables to open and to find, and the state of the network.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use serde_json::Value;
use whistlestop_proto::contract::{DrawMode, TimeControl};

use crate::engine::game::Meta;
use crate::games::GAMES;
use crate::table::wire::Tag;

/// A table on the network, as its peers tell of it. Hints, not proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearTable {
    /// By which it can be joined.
    pub tag: Tag,
    /// What it is called.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Who tells of it: its host, mostly.
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
    /// The journal of the table that carries this one on, if there is one.
    pub carried_on: Option<PathBuf>,
}

/// A table to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What it is called, if not by a number.
    pub name: Option<String>,
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
    /// How long players may think.
    pub clock: TimeControl,
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
    /// What somebody typed: an address, a join code, a table's name or number, or its host's name; any table, if empty.
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

/// The games that can be played, as far as one must know them to choose.
pub fn games() -> Vec<&'static Meta> {
    GAMES.iter().map(|entry| entry.meta).collect()
}
