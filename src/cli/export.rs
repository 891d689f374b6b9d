//! `whistlestop export`: a journal as a web page or as JSON.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};

use super::args::HomeArgs;
use super::files::{find_recorded, read_recorded};
use super::report::json_seat;
use crate::discovery::words;
use crate::page::Story;
use crate::table::recorded::Recorded;
use crate::table::terms::roster_hash;

pub(super) const EXAMPLES: &str = "\
Examples:
  whistlestop export --html -o game.html             the table played last
  whistlestop export 3f2a --html -o game.html        a table of yours, by the beginning of its id
  whistlestop export from-a-friend.wsl --json        every entry, for programs";

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// A journal (.wsl), or the beginning of a table's id [default: the table played last]
    table: Option<String>,
    /// One self-contained web page: the story with pictures of the board, charts and the log
    #[arg(long, required_unless_present = "json", conflicts_with = "json")]
    html: bool,
    /// One JSON object: the contract, every entry, the standing
    #[arg(long)]
    json: bool,
    /// Where to write it [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    home: HomeArgs,
}

pub(super) fn export(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let (home, _) = args.home.open()?;
    let recorded = read_recorded(&find_recorded(&home, args.table.as_deref())?)?;
    let text = if args.html { html(&recorded) } else { format!("{}\n", json(&recorded)) };
    match &args.output {
        Some(file) => fs::write(file, text).with_context(|| format!("writing {} failed", file.display()))?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn phrase(recorded: &Recorded) -> String {
    words::phrase(&roster_hash(&recorded.contract).0).join(" ")
}

fn html(recorded: &Recorded) -> String {
    Story { contract: &recorded.contract, history: &recorded.history, phrase: phrase(recorded) }.html()
}

fn json(recorded: &Recorded) -> Value {
    let Recorded { contract, history } = recorded;
    let entry = |index: u32| {
        let told = history.told(index);
        json!({
            "index": index, "actions": history.actions(index), "notes": told.said, "drawn": told.drawn,
            "hash": history.at(index).state_hash().to_string(), "taken_back": history.is_taken_back(index),
        })
    };
    json!({
        "table": contract.table().to_string(), "game": contract.game, "phrase": phrase(recorded),
        "seats": contract.seats.iter().map(json_seat).collect::<Vec<_>>(),
        "entries": (1..=history.len()).map(entry).collect::<Vec<_>>(),
        "position": history.last().position(crate::engine::game::Viewer::Everything),
        "standings": history.last().standings(),
    })
}
