//! What a front end decides before the node starts.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use anyhow::{Context as _, bail};
use tokio::sync::mpsc;
use whistlestop_proto::lockstep::Millis;

use super::Clock;
use super::mind::MindPlan;
use super::program::ProgramPlan;
use crate::bots::{self, BOTS};
use crate::discovery::JoinCode;
use crate::discovery::address::{self, Typed};
use crate::engine::bot::{Bot, Bots};
use crate::table::Table;
use crate::table::front::{People, Plan, PublicKey, SeatPlan, Which, Wish};
use crate::table::phrase::PhraseKey;
use crate::table::stake::unstaked_seat;
use crate::table::terms::{Agreed, Terms};
use crate::table::wire::Tag;

/// How a node behaves, whatever it does.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time that it lives in.
    pub clock: Clock,
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
    /// Who of those on this laptop is played by a program, by name.
    pub programs: BTreeMap<String, ProgramPlan>,
    /// What to do about others who are away.
    pub away: AwayPolicy,
    /// How long to stay after the last game for those who have not heard its end.
    pub linger_millis: Millis,
    /// Somebody looks at a screen: they hear how everybody is, and stay after the end until they have seen enough, or
    /// play again.
    pub attended: bool,
}

/// Who plays the own seat.
#[derive(Clone, Debug)]
pub enum Player {
    /// Somebody behind the front end, by commands.
    Commands,
    /// A bot, or a program in any language.
    Mind {
        /// Which.
        mind: MindPlan,
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
    /// One that was seen on the network.
    Seen(Tag),
    /// Whoever answers at an address.
    At(Typed),
    /// Whoever answers there with that key.
    Code(JoinCode),
}

impl Options {
    /// Hears the signals to stop; before a screen the shell hears them, and asks for the end in its own time.
    pub(super) fn stop_signals(&self) -> std::io::Result<Option<mpsc::Receiver<()>>> {
        if self.attended { Ok(None) } else { stop_signals(false).map(Some) }
    }
}

impl Hosting {
    /// A table to open, if the plan can be played.
    pub fn new(plan: &Plan, games: u32, ready: bool) -> anyhow::Result<Self> {
        let terms = plan_terms(plan)?;
        let bots = vec![terms.stand_in.clone(); plan.bots.into()];
        let phrase = phrase_key(plan.pass_phrase.as_deref())?;
        Ok(Self { terms, seats: plan.seats.into(), bots, phrase, games, ready })
    }
}

impl Joining {
    /// A table to find, by what was seen or typed. Whoever is at a known place answers soon; others may be looked for.
    pub fn new(wish: &Wish, seconds: Option<u32>, ready: bool) -> anyhow::Result<Self> {
        let target = match &wish.which {
            Which::Seen(tag) => Target::Seen(*tag),
            Which::Typed(text) => Target::parse(text)?,
        };
        let wide = matches!(target, Target::Any | Target::Named(_));
        let millis = |usual: u32| u64::from(seconds.unwrap_or(usual)) * 1000;
        let (patience_millis, alone_millis) = (millis(if wide { 60 } else { 10 }), millis(60));
        let phrase = phrase_key(wish.pass_phrase.as_deref())?;
        Ok(Self { target, watch: wish.watch, phrase, patience_millis, alone_millis, ready })
    }
}

impl Target {
    /// What somebody typed. A code has spaces or many dashes, an address dots or colons; anything else is a table's id or
    /// its host's name, and nothing is any table.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        if text.trim().is_empty() {
            return Ok(Self::Any);
        }
        if JoinCode::is_likely(text) {
            return Ok(Self::Code(text.parse()?));
        }
        if text.contains(['.', ':']) {
            return Ok(Self::At(address::parse(text)?));
        }
        Ok(Self::Named(text.to_owned()))
    }
}

/// Where somebody is, by what was typed: an address or a join code.
pub fn address_of(text: &str) -> anyhow::Result<Typed> {
    match Target::parse(text)? {
        Target::Code(code) => Ok(Typed::Addresses(code.addresses())),
        Target::At(typed) => Ok(typed),
        Target::Any | Target::Named(_) | Target::Seen(_) => {
            bail!("{text:?} is neither an address nor a join code; try 192.168.1.7:7777")
        }
    }
}

/// The key of a pass phrase, if there is one.
pub fn phrase_key(phrase: Option<&str>) -> anyhow::Result<Option<PhraseKey>> {
    match phrase {
        Some(phrase) if phrase.trim().is_empty() => {
            bail!("the pass phrase is empty; give some words, or leave --pass-phrase out")
        }
        Some(phrase) => Ok(Some(PhraseKey::new(phrase))),
        None => Ok(None),
    }
}

/// The bot of this name, with or without its version.
pub fn find_bot(name: &str) -> anyhow::Result<&'static dyn Bot> {
    bots::find(name).with_context(|| {
        let known: Vec<&str> = BOTS.iter().map(|bot| bot.name()).collect();
        format!("there is no bot {name:?}; there is {}", known.join(", "))
    })
}

/// The game of a plan and how it is played; who sits where, and the nonce, are filled in when all sit.
pub(super) fn plan_terms(plan: &Plan) -> anyhow::Result<Terms> {
    let bot = find_bot(&plan.bot)?.name().to_owned();
    if plan.bots >= plan.seats {
        bail!(
            "{} bots leave no seat for you at a table of {}; use fewer bots or more seats",
            plan.bots,
            plan.seats
        );
    }
    let mut somebody = vec![SeatPlan::Bot { name: bot.clone() }; plan.seats.into()];
    somebody[0] = unstaked_seat("host".to_owned(), PublicKey([0; 32]));
    let terms = Terms {
        game: plan.game.clone(),
        options: plan.options.clone(),
        seats: somebody,
        draw: plan.draw,
        stand_in: bot,
        nonce: [0; 16],
    };
    // Refused now rather than when everybody has come.
    let contract = terms.clone().contract(BOTS)?;
    Agreed::new(&contract, BOTS)?.begin()?;
    if plan.seats < 2 && plan.people == People::Network {
        bail!(
            "a table on the network has two seats or more; to play alone there is `whistlestop play --solitaire`"
        );
    }
    Ok(terms)
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

/// Hears the signals that ask a program to stop. Only one with a screen stops because its terminal is gone.
pub(super) fn stop_signals(has_screen: bool) -> std::io::Result<mpsc::Receiver<()>> {
    let (told, heard) = mpsc::channel(1);
    #[cfg(unix)]
    for kind in stop_kinds(has_screen) {
        let mut signal = tokio::signal::unix::signal(kind)?;
        let told = told.clone();
        tokio::spawn(async move { while signal.recv().await.is_some() && told.send(()).await.is_ok() {} });
    }
    #[cfg(not(unix))]
    {
        // There is one such signal, for all programs.
        let _ = has_screen;
        tokio::spawn(
            async move { while tokio::signal::ctrl_c().await.is_ok() && told.send(()).await.is_ok() {} },
        );
    }
    Ok(heard)
}

#[cfg(unix)]
fn stop_kinds(has_screen: bool) -> impl Iterator<Item = tokio::signal::unix::SignalKind> {
    use tokio::signal::unix::SignalKind;
    let always = [SignalKind::interrupt(), SignalKind::terminate()];
    always.into_iter().chain(has_screen.then(SignalKind::hangup))
}
