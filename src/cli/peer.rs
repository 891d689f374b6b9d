//! `host`, `join`, `watch`, `peer` and `resume`: a node behind standard input and output.
//!
//! Events go out a line each, as text or as JSON; commands come in a line each. No key, no screen: whatever shows a board
//! stands on the same node.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::json;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::Identity;

use super::args::{BotArgs, LineArgs, NetArgs, TableArgs, WhoArgs, wish};
use super::exit::Exit;
use super::failure::{Reached, of_journal};
use super::input::CommandInput;
use super::lines::{self, OutputForm};
use super::report::Report;
use super::screen::{self, LookArgs};
use crate::node::players::program::ProgramPlan;
use crate::node::remote::Remote;
use crate::node::session::laptop;
use crate::node::{Aim, Node, Options, Player};
use crate::table::front::{Event, Request};
use crate::table::store::home::Home;
use crate::tui::app::Start;

/// `whistlestop host`
#[derive(Debug, Args)]
pub(super) struct HostArgs {
    /// The game, for example chicago-express
    game: String,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    bot: BotArgs,
    #[command(flatten)]
    net: NetArgs,
    #[command(flatten)]
    look: LookArgs,
}

/// `whistlestop join`
#[derive(Debug, Args)]
pub(super) struct JoinArgs {
    /// The table: its name or number from `whistlestop tables`, its host's name, its id, an address, or a join code
    /// [default: any that fits]
    #[arg(value_name = "TABLE|ADDR|CODE")]
    target: Option<String>,
    /// Seconds to look for it [default: 60, with an address or code 10], and to stay as a spectator when all players are
    /// gone [default: 60]
    #[arg(long, value_name = "SECONDS")]
    wait: Option<u32>,
    #[command(flatten)]
    bot: BotArgs,
    #[command(flatten)]
    net: NetArgs,
    #[command(flatten)]
    look: LookArgs,
}

/// `whistlestop watch`
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    #[command(flatten)]
    join: JoinArgs,
    /// For a room: the board as large as it can be, no keys, follows the play
    #[arg(long)]
    projector: bool,
}

/// `whistlestop peer`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("aim").required(true).args(["host", "join", "watch"])))]
pub(super) struct PeerArgs {
    /// Open a table for this game
    #[arg(long, value_name = "GAME")]
    host: Option<String>,
    /// Join a table: nothing for any with a free seat, or a table's name or number, a host's name, an id, an address or a join code
    #[arg(long, value_name = "TABLE|ADDR|CODE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not given, given alone, given with a table")]
    join: Option<Option<String>>,
    /// Watch a table
    #[arg(long, value_name = "TABLE|ADDR|CODE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not given, given alone, given with a table")]
    watch: Option<Option<String>>,
    /// Seconds to look for a table [default: 60, with an address or code 10], and to stay as a spectator when all players
    /// are gone [default: 60]
    #[arg(long, value_name = "SECONDS")]
    wait: Option<u32>,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    bot: BotArgs,
    #[command(flatten)]
    net: NetArgs,
}

/// `whistlestop resume`
#[derive(Debug, Args)]
pub(super) struct ResumeArgs {
    /// The table: the beginning of its id, or a journal file, also another player's [default: the last unfinished one]
    table: Option<String>,
    /// Only list the unfinished tables
    #[arg(long)]
    list: bool,
    /// Carry it on as a copy without the others, if they do not come back: bots play for everybody who is not on this laptop
    #[arg(long, conflicts_with = "games")]
    copy: bool,
    /// Games to play in a row with the same people, this one included: where --games was stopped in the middle. The others begin
    /// when whoever opened the table resumes it so
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    bot: BotArgs,
    #[command(flatten)]
    net: NetArgs,
    #[command(flatten)]
    look: LookArgs,
}

pub(super) fn host(args: &HostArgs) -> anyhow::Result<ExitCode> {
    let plan = args.table.plan(&args.game, args.net.pass_phrase.clone())?;
    let games = args.table.games;
    let aim = Aim::Open { plan: plan.clone(), games, ready: true };
    if screen::is_wanted(args.look, args.net.line, args.bot.is_given()) {
        // What cannot be is said before anything is shown.
        aim.check()?;
        one_game_at_a_screen(games)?;
        return screen::show(args.look, Start::Straight, args.net.desk(None)?, Some(Request::Open(plan)));
    }
    on_network(&args.net, &args.bot, &aim)
}

fn one_game_at_a_screen(games: u32) -> anyhow::Result<()> {
    if games > 1 {
        bail!("with a screen everybody says after a game whether to play again: use --games with --text");
    }
    Ok(())
}

pub(super) fn join(args: &JoinArgs) -> anyhow::Result<ExitCode> {
    find(args, false, Start::Straight)
}

pub(super) fn watch(args: &WatchArgs) -> anyhow::Result<ExitCode> {
    find(&args.join, true, if args.projector { Start::Projector } else { Start::Straight })
}

fn find(args: &JoinArgs, watch: bool, start: Start) -> anyhow::Result<ExitCode> {
    let wish = wish(args.target.as_deref(), watch, args.net.pass_phrase.clone());
    let aim = Aim::Find { wish: wish.clone(), wait_seconds: args.wait, ready: true };
    if screen::is_wanted(args.look, args.net.line, args.bot.is_given()) {
        aim.check()?;
        return screen::show(args.look, start, args.net.desk(args.wait)?, Some(Request::Find(wish)));
    }
    on_network(&args.net, &args.bot, &aim)
}

pub(super) fn peer(args: &PeerArgs) -> anyhow::Result<ExitCode> {
    let phrase = args.net.pass_phrase.clone();
    let find = |target: Option<&String>, watch| Aim::Find {
        wish: wish(target.map(String::as_str), watch, phrase.clone()),
        wait_seconds: args.wait,
        ready: true,
    };
    let aim = match (&args.host, &args.join, &args.watch) {
        (Some(game), ..) => {
            let plan = args.table.plan(game, phrase)?;
            Aim::Open { plan, games: args.table.games, ready: true }
        }
        (_, Some(target), _) => find(target.as_ref(), false),
        (_, _, target) => find(target.as_ref().and_then(Option::as_ref), true),
    };
    on_network(&args.net, &args.bot, &aim)
}

pub(super) fn resume(args: &ResumeArgs) -> anyhow::Result<ExitCode> {
    let (home, _) = args.net.base.who.home.open()?;
    if args.list {
        return list_unfinished(&home, args.net.line.json);
    }
    let path = super::files::find_table(&home, args.table.as_deref());
    let path = path.map_err(|error| Reached::Looking.failed(error))?;
    let path = home.carried_on_by(path).map_err(|error| of_journal(error.into()))?;
    // Where one person of this laptop sits, the bot is theirs; of several each has a name.
    let shared = if args.copy { laptop::is_shared_copy } else { laptop::is_shared };
    let several = shared(&home, &path).map_err(of_journal)?;
    let programs = if several { args.bot.on_laptop()? } else { BTreeMap::new() };
    if screen::is_wanted(args.look, args.net.line, args.bot.is_given() && !several) {
        one_game_at_a_screen(args.games)?;
        let mut desk = args.net.desk(None)?;
        desk.options.programs = programs;
        let request = if args.copy { Request::CarryOn(path) } else { Request::Resume(path) };
        return screen::show(args.look, Start::Straight, desk, Some(request));
    }
    if several {
        let aim = if args.copy { Aim::CarryOn(path) } else { Aim::ResumeHere(path) };
        return on_laptop(&args.net.base.who, args.net.line, &aim, Player::Commands, programs);
    }
    let pass_phrase = args.net.pass_phrase.clone();
    let aim =
        if args.copy { Aim::CarryOn(path) } else { Aim::Resume { path, pass_phrase, games: args.games } };
    on_network(&args.net, &args.bot, &aim)
}

fn list_unfinished(home: &Home, json: bool) -> anyhow::Result<ExitCode> {
    let mut out = lines::out(OutputForm::of(json));
    let open = super::files::unfinished(home)?;
    if open.is_empty() && !json {
        writeln!(out, "no unfinished tables")?;
    }
    for (path, table) in open {
        if json {
            let line = json!({
                "table": table.table.to_string(), "name": table.name, "game": table.game, "players": table.names,
                "entries": table.entries, "carried_on": table.carried_on.map(|copy| copy.to_string()), "file": path,
            });
            writeln!(out, "{line}")?;
        } else {
            let id = |table: &Hash| table.to_string().chars().take(8).collect::<String>();
            let on = table.carried_on.map(|copy| format!("  goes on as {}", id(&copy))).unwrap_or_default();
            let name = table.name.map_or_else(String::new, |name| format!("  {name}"));
            let (id, names) = (id(&table.table), table.names.join(", "));
            writeln!(out, "{id}{name}  {}  {} entries  {names}{on}", table.game, table.entries)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays on the network, with a line for each event.
fn on_network(net: &NetArgs, bot: &BotArgs, aim: &Aim) -> anyhow::Result<ExitCode> {
    let (home, identity) = net.base.who.home.open()?;
    let options = net.options(&home, bot.player()?)?;
    in_lines(net.line, home, identity, options, aim)
}

/// Plays on this laptop alone, with a line for each event.
pub(super) fn on_laptop(
    who: &WhoArgs,
    line: LineArgs,
    aim: &Aim,
    player: Player,
    programs: BTreeMap<String, ProgramPlan>,
) -> anyhow::Result<ExitCode> {
    let (home, identity) = who.home.open()?;
    let options = Options { player, programs, deadline: line.deadline(), ..who.options(&home)? };
    in_lines(line, home, identity, options, aim)
}

/// Plays with events on standard output and commands from standard input.
fn in_lines(
    line: LineArgs,
    home: Home,
    identity: Identity,
    options: Options,
    aim: &Aim,
) -> anyhow::Result<ExitCode> {
    let asks = matches!(options.player, Player::Commands);
    let form = OutputForm::of(line.json);
    let mut report = Report::new(form, asks, line.quiet);
    let (remote, commands) = Remote::new();
    let mut input = CommandInput::new(form, remote.clone());
    let mut gone = None;
    let mut reached = Reached::Nothing;
    let mut tell = |event: Event| {
        input.hear(&event);
        reached.hear(&event);
        if gone.is_none() {
            gone = report.tell(&event).err();
        }
        if gone.is_some() {
            // Nobody would see what happens from now on.
            remote.try_quit();
        }
    };
    let end = Node::run(home, identity, options, aim, commands, &mut tell);
    let end = end.map_err(|error| reached.failed(error))?;
    if let Some(error) = gone {
        return Err(error).context("nobody reads the output any more; the table is saved");
    }
    report.end(end, line.deadline)?;
    Ok(Exit::from(end).into())
}
