//! What commands have in common on the command line.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;
use whistlestop_proto::contract::{DrawMode, SeatPlan};
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::bots::{self, BOTS};
use crate::discovery::JoinCode;
use crate::discovery::address::{self, Typed};
use crate::engine::game::OptionValue;
use crate::games::{self, GAMES};
use crate::node::{AwayPolicy, Hosting, Joining, Options, Player, Target};
use crate::table::gather::PhraseKey;
use crate::table::store::config::PlayerName;
use crate::table::store::home::Home;
use crate::table::terms::Terms;

/// Whose files and name.
#[derive(Clone, Debug, Args)]
pub(super) struct HomeArgs {
    /// Folder of your key, known players and tables [default: `$WHISTLESTOP_HOME`, else the system's data folder]
    #[arg(long, value_name = "DIR")]
    pub(super) home: Option<PathBuf>,
}

/// How to be on the network.
#[derive(Clone, Debug, Args)]
pub(super) struct NetArgs {
    #[command(flatten)]
    pub(super) home: HomeArgs,
    /// What the others call you [default: the name you gave last, else your login name]
    #[arg(long)]
    name: Option<String>,
    /// Where to listen, for example 192.168.1.5:7777 or 7777; may be given more than once [default: any address and port]
    #[arg(long, value_name = "ADDR")]
    listen: Vec<String>,
    /// Neither find others by mDNS nor be found
    #[arg(long)]
    no_mdns: bool,
    /// One JSON object a line instead of text
    #[arg(long)]
    pub(super) json: bool,
    /// Leave out single moves: tables, results and trouble only
    #[arg(long)]
    pub(super) quiet: bool,
    /// A phrase that all at the table must know; it is never sent
    #[arg(long, value_name = "PHRASE")]
    pass_phrase: Option<String>,
    /// Whose seat a bot takes when they are away: after so many seconds, or "wait" for never by itself
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    away: Away,
    /// Seconds to stay after the last game for players who have not heard its end
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    linger: u32,
}

/// Who plays the own seat.
#[derive(Clone, Debug, Args)]
pub(super) struct BotArgs {
    /// Let this bot play your seat: random or greedy
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// Milliseconds that the bot waits before each move
    #[arg(long, value_name = "MILLIS", default_value_t = 0)]
    pace: u32,
}

/// The table to open.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// Seats, bots included [default: the fewest the game needs]
    #[arg(long)]
    seats: Option<u8>,
    /// Seats that bots of the program play, computed by every peer alike
    #[arg(long, default_value_t = 0)]
    bots: u8,
    /// Which bot plays them, and stands in for players who are away
    #[arg(long, value_name = "NAME", default_value = "greedy")]
    bot_seats: String,
    /// Where draws come from: "fresh" (nobody can foresee them) or "seed:N" (everybody can)
    #[arg(long, value_name = "fresh|seed:N", default_value = "fresh")]
    draw: Draw,
    /// An option of the game, as name=value; may be given more than once
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Games to play in a row with the same people
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
}

#[derive(Clone, Copy, Debug)]
struct Away(AwayPolicy);

#[derive(Clone, Copy, Debug)]
struct Draw(DrawMode);

impl std::str::FromStr for Away {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "wait" {
            return Ok(Self(AwayPolicy::Wait));
        }
        let seconds: u32 = text.parse().map_err(|_| "give a number of seconds, or \"wait\"".to_owned())?;
        Ok(Self(AwayPolicy::Bot { after_millis: u64::from(seconds) * 1000 }))
    }
}

impl std::str::FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seed = text.strip_prefix("seed:").map(str::parse);
        match (text, seed) {
            ("fresh", _) => Ok(Self(DrawMode::Fresh)),
            (_, Some(Ok(seed))) => Ok(Self(DrawMode::Seed(seed))),
            _ => Err("give \"fresh\", or \"seed:\" and a number".to_owned()),
        }
    }
}

impl HomeArgs {
    /// The folder and the player's key in it, made if this is the first start.
    pub(super) fn open(&self) -> anyhow::Result<(Home, Identity)> {
        let home = Home::open(self.home.clone())?;
        let identity = home.identity()?;
        Ok((home, identity))
    }
}

impl NetArgs {
    pub(super) fn options(&self, home: &Home, player: Player) -> anyhow::Result<Options> {
        let listen = self.listen.iter().map(|text| parse_listen(text)).collect::<anyhow::Result<_>>()?;
        let linger_millis = u64::from(self.linger) * 1000;
        let name = self.player_name(home)?;
        Ok(Options {
            name,
            listen,
            mdns: !self.no_mdns,
            bots: BOTS,
            player,
            away: self.away.0,
            linger_millis,
        })
    }

    /// The name given, which is kept for the next time; else the one kept; else that of the login.
    fn player_name(&self, home: &Home) -> anyhow::Result<String> {
        let kept = home.config()?.name.map(|name| name.as_str().to_owned());
        let login = || ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
        let name = self.name.clone().or_else(|| kept.clone()).or_else(login);
        let name = PlayerName::new(name.unwrap_or_else(|| "player".to_owned()))
            .context("choose another name with --name")?;
        if self.name.is_some() && kept.as_deref() != Some(name.as_str()) {
            home.set_config(|config| config.name = Some(name.clone()))?;
        }
        Ok(name.as_str().to_owned())
    }

    pub(super) fn phrase(&self) -> anyhow::Result<Option<PhraseKey>> {
        match &self.pass_phrase {
            Some(phrase) if phrase.trim().is_empty() => {
                bail!("the pass phrase is empty; give some words, or leave --pass-phrase out")
            }
            Some(phrase) => Ok(Some(PhraseKey::new(phrase))),
            None => Ok(None),
        }
    }
}

impl BotArgs {
    pub(super) fn player(&self) -> anyhow::Result<Player> {
        let Some(name) = &self.bot else { return Ok(Player::Commands) };
        Ok(Player::Bot { bot: find_bot(name)?, pace_millis: self.pace.into() })
    }
}

impl TableArgs {
    pub(super) fn hosting(&self, game: &str, phrase: Option<PhraseKey>) -> anyhow::Result<Hosting> {
        let entry = games::find(game).with_context(|| {
            let known: Vec<&str> = GAMES.iter().map(|entry| entry.meta.id).collect();
            format!("there is no game {game:?}; there is {}", known.join(", "))
        })?;
        let bot = find_bot(&self.bot_seats)?.name().to_owned();
        let (fewest, _) = entry.meta.seats;
        let seats = self.seats.unwrap_or(fewest.max(self.bots.saturating_add(1)));
        if self.bots >= seats {
            bail!(
                "{} bots leave no seat for you at a table of {seats}; use fewer --bots or more --seats",
                self.bots
            );
        }
        let bots = vec![bot.clone(); self.bots.into()];
        let mut somebody = vec![SeatPlan::Bot { name: bot.clone() }; seats.into()];
        somebody[0] = SeatPlan::Keyed { name: "host".to_owned(), key: PublicKey([0; 32]) };
        let terms = Terms {
            game: game.to_owned(),
            options: self.options(entry.meta)?,
            seats: somebody,
            draw: self.draw.0,
            stand_in: bot,
            nonce: [0; 16],
        };
        // Refused now rather than when everybody has come.
        terms.clone().contract(BOTS)?;
        Ok(Hosting { terms, seats: seats.into(), bots, phrase, games: self.games, ready: true })
    }

    fn options(&self, meta: &'static crate::engine::game::Meta) -> anyhow::Result<BTreeMap<String, Value>> {
        let mut options = BTreeMap::new();
        for given in &self.option {
            let (name, value) = given
                .split_once('=')
                .with_context(|| format!("{given:?} is no option; write it as name=value"))?;
            let known = meta.options.iter().find(|option| option.name == name);
            let known = known.with_context(|| {
                let names: Vec<&str> = meta.options.iter().map(|option| option.name).collect();
                let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                format!("{} has no option {name:?}; it has {list}", meta.title)
            })?;
            let flag = matches!(known.values.first(), Some(OptionValue::Flag(_)));
            let value = match (flag, value) {
                (true, "true" | "yes" | "on") => Value::Bool(true),
                (true, "false" | "no" | "off") => Value::Bool(false),
                _ => Value::String(value.to_owned()),
            };
            options.insert(name.to_owned(), value);
        }
        Ok(options)
    }
}

/// A table to find, from what somebody typed.
pub(super) fn joining(
    target: Option<&str>,
    watch: bool,
    wait: Option<u32>,
    phrase: Option<PhraseKey>,
) -> anyhow::Result<Joining> {
    let target = match target {
        None => Target::Any,
        Some(text) => parse_target(text)?,
    };
    let named = matches!(target, Target::Any | Target::Named(_));
    let millis = |seconds: u32| u64::from(wait.unwrap_or(seconds)) * 1000;
    let (patience_millis, alone_millis) = (millis(if named { 60 } else { 10 }), millis(60));
    Ok(Joining { target, watch, phrase, patience_millis, alone_millis, ready: true })
}

/// A code has spaces or many dashes, an address dots or colons; anything else is a table's id or its host's name.
fn parse_target(text: &str) -> anyhow::Result<Target> {
    if JoinCode::is_likely(text) {
        return Ok(Target::Code(text.parse()?));
    }
    if text.contains(['.', ':']) {
        return Ok(Target::At(address::parse(text)?));
    }
    Ok(Target::Named(text.to_owned()))
}

/// Where somebody is, by what was typed: an address or a join code.
pub(super) fn address_of(text: &str) -> anyhow::Result<Typed> {
    match parse_target(text)? {
        Target::Code(code) => Ok(Typed::Addresses(code.addresses())),
        Target::At(typed) => Ok(typed),
        Target::Any | Target::Named(_) => {
            bail!("{text:?} is neither an address nor a join code; try 192.168.1.7:7777")
        }
    }
}

fn parse_listen(text: &str) -> anyhow::Result<SocketAddr> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok((IpAddr::V6(Ipv6Addr::UNSPECIFIED), port).into());
    }
    if let Ok(ip) = text.parse::<IpAddr>() {
        return Ok((ip, 0).into());
    }
    text.parse().with_context(|| format!("{text:?} is no address to listen on; try 7777 or 192.168.1.5:7777"))
}

fn find_bot(name: &str) -> anyhow::Result<&'static dyn crate::engine::bot::Bot> {
    bots::find(name).with_context(|| {
        let known: Vec<&str> = BOTS.iter().map(|bot| bot.name()).collect();
        format!("there is no bot {name:?}; there is {}", known.join(", "))
    })
}
