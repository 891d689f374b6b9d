//! `whistlestop arena`: bots against bots, and how strong each is.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};

use super::args::{ProgramArgs, find_entry, game_options};
use super::exit::Exit;
use super::lines::{self, OutputForm, ProgressLine};
use crate::engine::game::Setup;
use crate::node::plan::find_bot;
use crate::node::players::arena::{self, Contest, GameResult, PlayedGame};
use crate::node::players::mind::MindPlan;

pub(super) const EXAMPLES: &str = "\
There is a seat for each name after --bots. Everybody plays every seat in turn with the same luck, so the number of games
is best a multiple of the seats. A win that several share counts in parts. The same command plays the same games on every
machine; Ctrl-C shows what is done so far.

Examples:
  whistlestop arena chicago-express --bots greedy,random --games 100
  whistlestop arena chicago-express --bots hard,greedy,greedy --games 30 --seed 7
  whistlestop arena prairie-railroads --bots normal,greedy,greedy --games 30 --json
  whistlestop arena chicago-express --bot-cmd mine='python3 my_bot.py' --bots mine,greedy --games 20";

/// How many standard deviations an interval reaches to both sides: 95 of 100 such intervals hold the true value.
const DEVIATIONS: f64 = 1.96;

/// Columns of the progress bar.
const BAR: usize = 30;

#[derive(Debug, Args)]
pub(super) struct ArenaArgs {
    /// The game, for example chicago-express
    game: String,
    /// Who plays, with commas between them: a seat for each
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// What all draws follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at once [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// An option of the game, as name=value; may be given more than once
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    #[command(flatten)]
    programs: ProgramArgs,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(super) fn arena(args: &ArenaArgs) -> anyhow::Result<ExitCode> {
    let contest = args.contest()?;
    let mut bar = ProgressBar { line: ProgressLine::new(), done: 0, games: contest.games };
    bar.show();
    let ended = arena::run(contest, &mut |_| bar.step())?;
    bar.clear();
    let rows = rows(&args.bots, &ended.played);
    let mut out = lines::out(OutputForm::of(args.json));
    if args.json {
        writeln!(out, "{}", args.result_json(&rows, &ended.played))?;
    } else {
        write!(out, "{}", args.table(&rows, ended.played.len(), ended.stopped.is_some()))?;
    }
    out.flush()?;
    let exit = match ended.stopped {
        Some(by) => by.into(),
        // A bug kept some from their end, and was told.
        None if ended.played.len() < args.games as usize => Exit::Failed,
        None => Exit::Well,
    };
    Ok(exit.into())
}

impl ArenaArgs {
    fn contest(&self) -> anyhow::Result<Contest> {
        let entry = find_entry(&self.game)?;
        let programs = self.programs.plans()?;
        let mind = |name: &String| match programs.get(name) {
            Some(plan) => Ok(MindPlan::Program(plan.clone())),
            None => find_bot(name).map(MindPlan::Bot),
        };
        let minds = self.bots.iter().map(mind).collect::<anyhow::Result<Vec<_>>>()?;
        if let Some(name) = programs.keys().find(|name| !self.bots.contains(name)) {
            bail!("{name} is given by --bot-cmd but does not play; name it after --bots");
        }
        let seats = u8::try_from(minds.len()).unwrap_or(u8::MAX);
        let setup = Setup { seats, options: game_options(entry.meta, &self.option)? };
        (entry.begin)(&setup)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, usize::from).min(self.games as usize);
        Ok(Contest { entry, setup, minds, games: self.games, seed: self.seed, threads })
    }

    fn table(&self, rows: &[BotRow], games: usize, interrupted: bool) -> String {
        let seats = self.bots.len();
        let cut = if interrupted {
            format!(" (interrupted; {} were to be played)", self.games)
        } else {
            String::new()
        };
        let (at, of) = (count(seats, "seat"), count(games, "game"));
        let title = format!("{}, {at}, {of} from seed {}{cut}", self.game, self.seed);
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(3);
        let heads = format!(
            "{:width$}  seats    wins  of all        95 % of the time    even  mean score  s/move  slowest",
            "bot"
        );
        let mut lines = vec![title, String::new(), heads];
        lines.extend(rows.iter().map(|row| row.line(width, seats)));
        for row in rows.iter().filter(|row| row.faults > 0) {
            let why = row.first_fault.as_deref().unwrap_or_default();
            lines.push(String::new());
            lines.push(format!(
                "{}: greedy decided {} times for it; first because {why}",
                row.name, row.faults
            ));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn result_json(&self, rows: &[BotRow], played: &[PlayedGame]) -> Value {
        let seats = self.bots.len();
        let row = |row: &BotRow| {
            let (low, high) = row.interval();
            json!({
                "bot": row.name, "seats": row.seats, "wins": row.wins, "share": row.share(), "low": low, "high": high,
                "even": row.even(seats), "mean_score": row.mean_score(), "moves": row.moves,
                "seconds_a_move": row.seconds_a_move(), "slowest_seconds": row.slowest.as_secs_f64(),
                "faults": row.faults, "first_fault": row.first_fault,
            })
        };
        let scores =
            |game: &PlayedGame| -> Vec<i64> { game.results.iter().map(|result| result.score).collect() };
        json!({
            "game": self.game, "seed": self.seed, "asked": self.games, "games": played.len(),
            "bots": rows.iter().map(row).collect::<Vec<_>>(),
            "scores": played.iter().map(|game| json!({"game": game.number, "scores": scores(game)})).collect::<Vec<_>>(),
        })
    }
}

/// How a bot did on all seats that it had.
#[derive(Debug, Default)]
struct BotRow {
    name: String,
    seats: u32,
    games: u32,
    wins: f64,
    score: i64,
    moves: u32,
    took: Duration,
    slowest: Duration,
    faults: usize,
    first_fault: Option<String>,
}

/// A row for each name, in the order in which they were given.
fn rows(names: &[String], played: &[PlayedGame]) -> Vec<BotRow> {
    let mut rows: Vec<BotRow> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let known = rows.iter().position(|row| row.name == *name);
        let at = known.unwrap_or(rows.len());
        if known.is_none() {
            rows.push(BotRow { name: name.clone(), ..BotRow::default() });
        }
        let row = &mut rows[at];
        row.seats += 1;
        row.games = u32::try_from(played.len()).unwrap_or(u32::MAX);
        played.iter().filter_map(|game| game.results.get(place)).for_each(|result| row.add(result));
    }
    rows
}

impl BotRow {
    fn add(&mut self, result: &GameResult) {
        if result.winners > 0 {
            self.wins += 1.0 / f64::from(result.winners);
        }
        self.score += result.score;
        self.moves += result.moves;
        self.took += result.took;
        self.slowest = self.slowest.max(result.slowest);
        self.faults += result.faults.len();
        if self.first_fault.is_none() {
            self.first_fault = result.faults.first().cloned();
        }
    }

    fn line(&self, width: usize, seats: usize) -> String {
        let (low, high) = self.interval();
        format!(
            "{:width$}  {:>5}  {:>6.1}  {:>5.1}%        {:>5.1}% to {:>5.1}%  {:>5.1}%  {:>10.1}  {:>6.3}  {:>7.3}",
            self.name,
            self.seats,
            self.wins,
            100.0 * self.share(),
            100.0 * low,
            100.0 * high,
            100.0 * self.even(seats),
            self.mean_score(),
            self.seconds_a_move(),
            self.slowest.as_secs_f64(),
        )
    }

    /// The part of all games that it won.
    fn share(&self) -> f64 {
        self.wins / f64::from(self.games.max(1))
    }

    /// The part that it would win among equals.
    #[expect(clippy::cast_precision_loss, reason = "a handful of seats")]
    fn even(&self, seats: usize) -> f64 {
        f64::from(self.seats) / seats.max(1) as f64
    }

    /// Wilson's interval for the share: it holds up where nearly all or nearly none are won.
    fn interval(&self) -> (f64, f64) {
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (games, share) = (f64::from(self.games), self.share());
        let square = DEVIATIONS * DEVIATIONS;
        let middle = share + square / (2.0 * games);
        let reach = DEVIATIONS * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
        let whole = 1.0 + square / games;
        (((middle - reach) / whole).max(0.0), ((middle + reach) / whole).min(1.0))
    }

    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    fn mean_score(&self) -> f64 {
        self.score as f64 / f64::from((self.games * self.seats).max(1))
    }

    fn seconds_a_move(&self) -> f64 {
        self.took.as_secs_f64() / f64::from(self.moves.max(1))
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// How many games are done, on standard error where somebody sees it.
#[derive(Debug)]
struct ProgressBar {
    line: ProgressLine,
    done: u32,
    games: u32,
}

impl ProgressBar {
    fn step(&mut self) {
        self.done += 1;
        self.show();
    }

    fn show(&self) {
        let filled = BAR * self.done as usize / self.games.max(1) as usize;
        let bar: String = "#".repeat(filled) + &".".repeat(BAR - filled);
        self.line.show(&format!("[{bar}] {} of {} games", self.done, self.games));
    }

    fn clear(&self) {
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, winners: [u32; 3]) -> PlayedGame {
        let result = |winners| GameResult { winners, score: 10, moves: 2, ..GameResult::default() };
        PlayedGame { number, results: winners.map(result).to_vec() }
    }

    #[test]
    fn wins_are_counted_for_each_name_and_shared_ones_in_parts() {
        let names = ["a", "b", "b"].map(str::to_owned);
        let rows = rows(&names, &[game(0, [1, 0, 0]), game(1, [2, 2, 0]), game(2, [0, 0, 1])]);
        let shown: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.seats, row.moves)).collect();
        assert_eq!(shown, [("a", 1, 6), ("b", 2, 12)]);
        assert!((rows[0].wins - 1.5).abs() < 1e-9 && (rows[1].wins - 1.5).abs() < 1e-9);
        assert!((rows[1].even(3) - 2.0 / 3.0).abs() < 1e-9);
        assert!((rows[1].mean_score() - 10.0).abs() < 1e-9);
    }

    #[test]
    fn an_interval_holds_the_share_and_narrows_with_more_games() {
        let row = |wins, games| BotRow { wins, games, seats: 1, ..BotRow::default() };
        for (wins, games) in [(0.0, 10), (5.0, 10), (10.0, 10), (50.0, 100)] {
            let row = row(wins, games);
            let (low, high) = row.interval();
            assert!(0.0 <= low && low <= row.share() + 1e-9 && row.share() <= high + 1e-9 && high <= 1.0);
        }
        let width = |row: BotRow| row.interval().1 - row.interval().0;
        assert!(width(row(50.0, 100)) < width(row(5.0, 10)));
        let (low, high) = row(50.0, 100).interval();
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3, "{low} {high}");
    }
}
