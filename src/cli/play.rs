//! `whistlestop play`: at once and offline, against bots and with whoever sits at the same laptop.

use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::args::{GameArgs, LineArgs, ProgramArgs, WhoArgs, find_game};
use super::peer;
use super::screen::{self, LookArgs};
use crate::node::{Aim, Player};
use crate::table::front::{People, Plan, Request};
use crate::tui::app::Start;

/// Bots for somebody who plays alone and says nothing about bots.
const USUAL_BOTS: u8 = 2;

/// `whistlestop play`
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// The game, for example chicago-express
    game: String,
    /// Seats that bots play [default: two if you are alone, else as many as the game needs]
    #[arg(long)]
    bots: Option<u8>,
    /// Play alone, without bots, where the game has rules for one
    #[arg(long, conflicts_with_all = ["bots", "players"])]
    solitaire: bool,
    /// Others who play on this laptop beside you, with commas between them
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    players: Vec<String>,
    #[command(flatten)]
    programs: ProgramArgs,
    #[command(flatten)]
    rules: GameArgs,
    #[command(flatten)]
    who: WhoArgs,
    #[command(flatten)]
    line: LineArgs,
    #[command(flatten)]
    look: LookArgs,
}

pub(super) fn play(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let programs = args.programs.plans()?;
    let plan = args.plan(programs.keys())?;
    if screen::is_wanted(args.look, args.line, false) {
        Aim::Open { plan: plan.clone(), games: 1, ready: true }.check()?;
        let mut desk = args.who.desk()?;
        desk.options.programs = programs;
        return screen::show(args.look, Start::Straight, desk, Some(Request::Open(plan)));
    }
    let aim = Aim::Open { plan, games: 1, ready: true };
    peer::on_laptop(&args.who, args.line, &aim, Player::Commands, programs)
}

impl PlayArgs {
    /// Programs sit at the table as people of this laptop do, with keys of their own.
    fn plan<'a>(&self, programs: impl Iterator<Item = &'a String>) -> anyhow::Result<Plan> {
        let meta = find_game(&self.game)?;
        if self.solitaire {
            if !meta.is_for_one() {
                bail!("{} has no rules for one; leave --solitaire out to play against bots", meta.title);
            }
            let plan = self.rules.plan(&self.game, 1, 0)?;
            return Ok(Plan { people: People::Here(Vec::new()), ..plan });
        }
        let (fewest, most) = meta.seats;
        let others: Vec<String> = self.players.iter().cloned().chain(programs.cloned()).collect();
        let people = u8::try_from(others.len()).unwrap_or(u8::MAX).saturating_add(1);
        let usual = if people == 1 { USUAL_BOTS.clamp(fewest.saturating_sub(1), most - 1) } else { 0 };
        let bots = self.bots.unwrap_or(usual.max(fewest.saturating_sub(people)));
        let plan = self.rules.plan(&self.game, people.saturating_add(bots), bots)?;
        Ok(Plan { people: People::Here(others), ..plan })
    }
}
