//! What a front end decides before the node starts.

use std::net::SocketAddr;

use tokio::sync::mpsc;
use whistlestop_proto::lockstep::Millis;

use crate::discovery::JoinCode;
use crate::discovery::address::Typed;
use crate::engine::bot::{Bot, Bots};
use crate::table::Table;
use crate::table::gather::PhraseKey;
use crate::table::terms::Terms;

/// How a node behaves, whatever it does.
#[derive(Debug)]
pub struct Options {
    /// What others call this player.
    pub name: String,
    /// Where to listen; anywhere, if empty.
    pub listen: Vec<SocketAddr>,
    /// Whether to find and be found by mDNS.
    pub mdns: bool,
    /// The bots of the program.
    pub bots: Bots,
    /// Who plays the own seat.
    pub player: Player,
    /// What to do about others who are away.
    pub away: AwayPolicy,
    /// How long to stay after the last game for those who have not heard its end.
    pub linger_millis: Millis,
}

/// Who plays the own seat.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Somebody behind the front end, by commands.
    Commands,
    /// A bot.
    Bot {
        /// Which.
        bot: &'static dyn Bot,
        /// How long it waits before each move, so that people can follow.
        pace_millis: Millis,
    },
}

/// What to do about others who are away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwayPolicy {
    /// Nothing: the front end decides.
    Wait,
    /// Vote for a bot on their seat when the table has waited for them so long.
    Bot {
        /// Since they were last heard of.
        after_millis: Millis,
    },
}

/// What the node is to do.
#[derive(Debug)]
pub enum Aim {
    /// Open a table.
    Host(Hosting),
    /// Find one.
    Join(Joining),
    /// Go on with one.
    Resume(Resuming),
}

/// A table to open.
#[derive(Clone, Debug)]
pub struct Hosting {
    /// The game and how it is played; its seats and nonce are filled in when all sit.
    pub terms: Terms,
    /// How many seats.
    pub seats: usize,
    /// The bots on the last of them.
    pub bots: Vec<String>,
    /// What others must know to come in.
    pub phrase: Option<PhraseKey>,
    /// How many games in a row.
    pub games: u32,
    /// Whether to begin as soon as all sit, without being told.
    pub ready: bool,
}

/// A table to find.
#[derive(Clone, Debug)]
pub struct Joining {
    /// Which.
    pub target: Target,
    /// Whether to watch only.
    pub watch: bool,
    /// The pass phrase, if one was given.
    pub phrase: Option<PhraseKey>,
    /// How long to look.
    pub patience_millis: Millis,
    /// How long somebody who watches stays when all players are gone.
    pub alone_millis: Millis,
    /// Whether the game may begin as soon as all sit, without being told.
    pub ready: bool,
}

/// A table to go on with.
#[derive(Debug)]
pub struct Resuming {
    /// The table, as its journal left it.
    pub table: Box<Table>,
    /// What those who want to watch must know.
    pub phrase: Option<PhraseKey>,
    /// How many games in a row, this one included; more than one makes this node the host of the others.
    pub games: u32,
}

/// Which table to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Any on the network that has a free seat (or, to watch, any that plays).
    Any,
    /// One on the network: the beginning of its id, or its host's name.
    Named(String),
    /// Whoever answers at an address.
    At(Typed),
    /// Whoever answers there with that key.
    Code(JoinCode),
}

impl Aim {
    /// Where to look, if that was said.
    pub(super) async fn places(&self) -> anyhow::Result<Vec<SocketAddr>> {
        match self {
            Self::Join(Joining { target: Target::At(typed), .. }) => Ok(typed.clone().resolve().await?),
            Self::Join(Joining { target: Target::Code(code), .. }) => Ok(code.addresses()),
            Self::Join(_) | Self::Host(_) | Self::Resume(_) => Ok(Vec::new()),
        }
    }
}

/// Hears the signals that ask a program to stop.
pub(super) fn stop_signals() -> std::io::Result<mpsc::Receiver<()>> {
    let (told, heard) = mpsc::channel(1);
    #[cfg(unix)]
    for kind in [tokio::signal::unix::SignalKind::interrupt(), tokio::signal::unix::SignalKind::terminate()] {
        let mut signal = tokio::signal::unix::signal(kind)?;
        let told = told.clone();
        tokio::spawn(async move { while signal.recv().await.is_some() && told.send(()).await.is_ok() {} });
    }
    #[cfg(not(unix))]
    tokio::spawn(
        async move { while tokio::signal::ctrl_c().await.is_ok() && told.send(()).await.is_ok() {} },
    );
    Ok(heard)
}
