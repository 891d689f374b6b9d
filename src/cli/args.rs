//! What commands have in common on the command line.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;
use whistlestop_proto::contract::{DrawMode, TimeControl};
use whistlestop_proto::sign::Identity;

use super::log;
use crate::bots::{self, BOTS};
use crate::engine::any_game::GameEntry;
use crate::engine::game::{Meta, OptionValue};
use crate::games::{self, GAMES};
use crate::node::plan::find_bot;
use crate::node::players::mind::MindPlan;
use crate::node::players::program::ProgramPlan;
use crate::node::shell::ScreenPlayer;
use crate::node::{AlonePolicy, AwayPolicy, Clock, Options, Player};
use crate::table::clock::{CLOCK_HELP, parse_clock};
use crate::table::front::{People, Plan, Which, Wish};
use crate::table::limits::MAX_TABLE_NAME_BYTES;
use crate::table::store::config::PlayerName;
use crate::table::store::home::Home;
use crate::table::wire::is_table_name;

/// The shortest and the longest time for an answer.
const MIN_PATIENCE: Duration = Duration::from_millis(10);
const MAX_PATIENCE: Duration = Duration::from_hours(1);

/// The longest run that may be given a deadline, in seconds: a year.
const MAX_DEADLINE: u64 = 366 * 24 * 60 * 60;

/// How long a program waits before it goes on with those who are here, once too few are left. Somebody is missing for some seconds
/// before that is noticed, so that ten have passed.
const GO_ON_MILLIS: u64 = 5_000;

/// Whose files and name.
#[derive(Clone, Debug, Args)]
pub(super) struct HomeArgs {
    /// Folder of your key, known players and tables [default: `$WHISTLESTOP_HOME`, else the system's data folder]
    #[arg(long, value_name = "DIR")]
    pub(super) home: Option<PathBuf>,
}

/// Whose files, and what the others call them.
#[derive(Clone, Debug, Args)]
pub(super) struct WhoArgs {
    #[command(flatten)]
    pub(super) home: HomeArgs,
    /// What the others call you [default: the name you gave last, else your login name]
    #[arg(long)]
    name: Option<String>,
}

/// Who plays, and how to be on the network.
#[derive(Clone, Debug, Args)]
pub(super) struct BaseArgs {
    #[command(flatten)]
    pub(super) who: WhoArgs,
    /// Where to listen, for example 192.168.1.5:7777 or 7777; may be given more than once [default: any address and port]
    #[arg(long, value_name = "ADDR")]
    listen: Vec<String>,
    /// Neither find others by mDNS nor be found
    #[arg(long)]
    no_mdns: bool,
    /// Whose seat a bot takes when they are away: after so many seconds, or "wait" for never by itself
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    away: Away,
}

/// How to be at a table on the network.
#[derive(Clone, Debug, Args)]
pub(super) struct NetArgs {
    #[command(flatten)]
    pub(super) base: BaseArgs,
    #[command(flatten)]
    pub(super) line: LineArgs,
    /// A phrase that all at the table must know; it is never sent
    #[arg(long, value_name = "PHRASE")]
    pub(super) pass_phrase: Option<String>,
    /// What to do when too few are left to decide anything: "wait", or "copy" to go on after ten seconds with those who are here,
    /// and bots for the others until they are back
    #[arg(long, value_name = "wait|copy", default_value = "wait")]
    alone: AloneWord,
    /// Seconds to stay after the last game for players who have not heard its end
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    linger: u32,
}

/// How lines look, where there is no screen.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct LineArgs {
    /// One JSON object a line instead of a screen
    #[arg(long)]
    pub(super) json: bool,
    /// With lines: leave out single moves, so that there are tables, results and trouble only
    #[arg(long)]
    pub(super) quiet: bool,
    /// With lines: after so many seconds the whole run ends, whatever it is in the middle of; the table is saved, and the exit code is 124
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=MAX_DEADLINE))]
    pub(super) deadline: Option<u64>,
}

/// Who plays the own seat.
#[derive(Clone, Debug, Args)]
pub(super) struct BotArgs {
    /// Let this bot play your seat: random, greedy, easy, normal or hard
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// Let a program in any language play your seat: it is asked by lines of JSON
    #[arg(long, value_name = "CMD", conflicts_with = "bot")]
    bot_cmd: Vec<String>,
    #[command(flatten)]
    time: TimeArgs,
    /// Milliseconds that the bot waits before each move
    #[arg(long, value_name = "MILLIS", default_value_t = 0)]
    pace: u32,
}

/// The table to open.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// What the table is called [default: "table" and a number that no other table near has]
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// Seats, bots included [default: the fewest the game needs]
    #[arg(long)]
    seats: Option<u8>,
    /// Seats that bots of the program play, computed by every peer alike
    #[arg(long, default_value_t = 0)]
    bots: u8,
    #[command(flatten)]
    game: GameArgs,
    /// Games to play in a row with the same people
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: u32,
}

/// How a game is played.
#[derive(Clone, Debug, Args)]
pub(super) struct GameArgs {
    /// Which bot plays the seats of bots, and stands in for players who are away
    #[arg(long, value_name = "NAME", default_value = "greedy")]
    bot_seats: String,
    /// Where draws come from: "fresh" (nobody can foresee them) or "seed:N" (everybody can)
    #[arg(long, value_name = "fresh|seed:N", default_value = "fresh")]
    draw: Draw,
    /// How long players may think: "90s/move", "60m+10s" for the game and what each turn adds, or "none"
    #[arg(long, value_name = "TIME", default_value = "none")]
    clock: ClockArg,
    /// An option of the game, as name=value (play --help lists them); may be given more than once
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// Players in any language.
#[derive(Clone, Debug, Args)]
pub(super) struct ProgramArgs {
    /// A bot in any language, as NAME=COMMAND: it is asked by lines of JSON; may be given more than once
    #[arg(long, value_name = "NAME=CMD")]
    bot_cmd: Vec<String>,
    #[command(flatten)]
    pub(super) time: TimeArgs,
}

/// How long a player in any language may think.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct TimeArgs {
    /// Seconds that a bot in another language has for each answer; then greedy decides for it
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    bot_time: Patience,
}

#[derive(Clone, Copy, Debug)]
struct Patience(Duration);

#[derive(Clone, Copy, Debug)]
struct Away(AwayPolicy);

#[derive(Clone, Copy, Debug)]
struct AloneWord(AlonePolicy);

#[derive(Clone, Copy, Debug)]
struct Draw(DrawMode);

#[derive(Clone, Copy, Debug)]
struct ClockArg(TimeControl);

impl std::str::FromStr for Patience {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let fits = seconds.filter(|time| (MIN_PATIENCE..=MAX_PATIENCE).contains(time));
        fits.map(Self).ok_or_else(|| "give seconds from 0.01 to 3600".to_owned())
    }
}

impl ProgramArgs {
    /// Each by its name.
    pub(super) fn plans(&self) -> anyhow::Result<BTreeMap<String, ProgramPlan>> {
        let mut plans = BTreeMap::new();
        for given in &self.bot_cmd {
            let parts =
                given.split_once('=').filter(|(name, command)| !name.is_empty() && !command.is_empty());
            let (name, command) =
                parts.with_context(|| format!("{given:?} names no bot; write it as NAME=COMMAND"))?;
            let known = plans.insert(name.to_owned(), self.time.plan(command));
            if bots::find(name).is_some() || known.is_some() {
                bail!("there is a bot {name:?} already; give yours another name");
            }
        }
        Ok(plans)
    }
}

impl TimeArgs {
    pub(super) fn plan(self, command: &str) -> ProgramPlan {
        ProgramPlan { command: command.to_owned(), patience: self.bot_time.0, hushed: false }
    }
}

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

impl std::str::FromStr for AloneWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "wait" => Ok(Self(AlonePolicy::Wait)),
            "copy" => Ok(Self(AlonePolicy::Copy { after_millis: GO_ON_MILLIS })),
            _ => Err("give \"wait\" or \"copy\"".to_owned()),
        }
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

impl std::str::FromStr for ClockArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_clock(text).map(Self).ok_or(CLOCK_HELP)
    }
}

impl HomeArgs {
    /// The folder and the player's key in it, made if this is the first start; from now on what is to be logged is.
    pub(super) fn open(&self) -> anyhow::Result<(Home, Identity)> {
        let home = Home::open(self.home.clone())?;
        log::start(&home)?;
        let identity = home.identity()?;
        Ok((home, identity))
    }
}

impl WhoArgs {
    /// The name given, which is kept for the next time; else the one kept; else that of the login.
    pub(super) fn player_name(&self, home: &Home) -> anyhow::Result<String> {
        let kept = home.config()?.name.map(|name| name.as_str().to_owned());
        let login = || ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
        let name = match &self.name {
            // Whoever types a name means it as it is.
            Some(given) => PlayerName::new(given),
            None => PlayerName::typed(&kept.clone().or_else(login).unwrap_or_else(|| "player".to_owned())),
        };
        let name = name.context("choose another name with --name")?;
        if self.name.is_some() && kept.as_deref() != Some(name.as_str()) {
            home.set_config(|config| config.name = Some(name.clone()))?;
        }
        Ok(name.as_str().to_owned())
    }

    /// Who sits before a screen and plays without a network.
    pub(super) fn desk(&self) -> anyhow::Result<ScreenPlayer> {
        let (home, identity) = self.home.open()?;
        let options = self.options(&home)?;
        Ok(ScreenPlayer { home, identity, options, wait_seconds: None, pass_phrase: None })
    }

    /// How to play without a network.
    pub(super) fn options(&self, home: &Home) -> anyhow::Result<Options> {
        Ok(Options {
            clock: Clock::start(),
            name: self.player_name(home)?,
            listen: Vec::new(),
            mdns: false,
            bots: BOTS,
            player: Player::Commands,
            programs: BTreeMap::new(),
            away: AwayPolicy::Wait,
            alone: AlonePolicy::Wait,
            linger_millis: 0,
            attended: false,
            deadline: None,
        })
    }
}

impl BaseArgs {
    pub(super) fn options(&self, home: &Home) -> anyhow::Result<Options> {
        let listen = self.listen.iter().map(|text| parse_listen(text)).collect::<anyhow::Result<_>>()?;
        Ok(Options { listen, mdns: !self.no_mdns, away: self.away.0, ..self.who.options(home)? })
    }
}

impl LineArgs {
    pub(super) fn deadline(self) -> Option<Duration> {
        self.deadline.map(Duration::from_secs)
    }

    /// Whether lines are wanted, screen or not.
    pub(super) const fn are_given(self) -> bool {
        self.json || self.quiet || self.deadline.is_some()
    }
}

impl NetArgs {
    pub(super) fn options(&self, home: &Home, player: Player) -> anyhow::Result<Options> {
        let linger_millis = u64::from(self.linger) * 1000;
        let deadline = self.line.deadline();
        Ok(Options { player, linger_millis, alone: self.alone.0, deadline, ..self.base.options(home)? })
    }

    /// Who sits before a screen.
    pub(super) fn desk(&self, wait_seconds: Option<u32>) -> anyhow::Result<ScreenPlayer> {
        let (home, identity) = self.base.who.home.open()?;
        let options = self.options(&home, Player::Commands)?;
        Ok(ScreenPlayer { home, identity, options, wait_seconds, pass_phrase: self.pass_phrase.clone() })
    }
}

impl BotArgs {
    pub(super) fn player(&self) -> anyhow::Result<Player> {
        let mind = match (&self.bot, &self.bot_cmd[..]) {
            (Some(name), _) => MindPlan::Bot(find_bot(name)?),
            (None, [command]) => MindPlan::Program(self.time.plan(command)),
            (None, []) => return Ok(Player::Commands),
            (None, _) => bail!("one program plays your seat: give --bot-cmd once"),
        };
        Ok(Player::Mind { mind, pace_millis: self.pace.into() })
    }

    /// Whether a bot plays, so that nobody needs a screen.
    pub(super) fn is_given(&self) -> bool {
        self.bot.is_some() || !self.bot_cmd.is_empty()
    }

    /// The programs at a table that is all on this laptop, where each is called by its name.
    pub(super) fn on_laptop(&self) -> anyhow::Result<BTreeMap<String, ProgramPlan>> {
        if self.bot.is_some() {
            bail!(
                "everybody at this table shares this laptop, and no bot plays for them: resume it without --bot"
            );
        }
        ProgramArgs { bot_cmd: self.bot_cmd.clone(), time: self.time }.plans()
    }
}

impl TableArgs {
    /// A table for whoever comes over the network.
    pub(super) fn plan(&self, game: &str, pass_phrase: Option<String>) -> anyhow::Result<Plan> {
        let fewest = find_game(game)?.fewest_together();
        let seats = self.seats.unwrap_or(fewest.max(self.bots.saturating_add(1)));
        if self.bots >= seats {
            let bots = self.bots;
            bail!(
                "{bots} bots leave no seat for you at a table of {seats}; use fewer --bots or more --seats"
            );
        }
        let name = self.table.as_deref().map(table_name).transpose()?;
        let plan = self.game.plan(game, seats, self.bots)?;
        Ok(Plan { name, pass_phrase, ..plan })
    }
}

impl GameArgs {
    /// A table of this game.
    pub(super) fn plan(&self, game: &str, seats: u8, bots: u8) -> anyhow::Result<Plan> {
        Ok(Plan {
            game: game.to_owned(),
            options: game_options(find_game(game)?, &self.option)?,
            seats,
            bots,
            bot: find_bot(&self.bot_seats)?.name().to_owned(),
            draw: self.draw.0,
            name: None,
            clock: self.clock.0,
            pass_phrase: None,
            people: People::Network,
        })
    }
}

/// What a table is to be called; a number means the table of that number.
fn table_name(typed: &str) -> anyhow::Result<String> {
    let name = typed.trim();
    let is_number = !name.is_empty() && name.bytes().all(|digit| digit.is_ascii_digit());
    let name = if is_number { format!("table {name}") } else { name.to_owned() };
    if !is_table_name(&name) {
        bail!(
            "a table's name has 1 to {MAX_TABLE_NAME_BYTES} bytes and nothing that cannot be seen; choose another"
        );
    }
    Ok(name)
}

/// Options of a game, given as name=value.
pub(super) fn game_options(meta: &'static Meta, all: &[String]) -> anyhow::Result<BTreeMap<String, Value>> {
    let mut options = BTreeMap::new();
    for given in all {
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

/// What is known of a game.
pub(super) fn find_game(game: &str) -> anyhow::Result<&'static Meta> {
    Ok(find_entry(game)?.meta)
}

/// A game of the registry.
pub(super) fn find_entry(game: &str) -> anyhow::Result<&'static GameEntry> {
    games::find(game).with_context(|| {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.meta.id).collect();
        format!("there is no game {game:?}; there is {}", known.join(", "))
    })
}

/// A table to find.
pub(super) fn wish(target: Option<&str>, watch: bool, pass_phrase: Option<String>) -> Wish {
    Wish { which: Which::Typed(target.unwrap_or_default().to_owned()), watch, pass_phrase }
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
