//! `whistlestop tables`: what is on the network now.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::lines::{self, OutputForm};
use crate::node::find::browse;
use crate::table::front::{NearState, NearTable};

#[derive(Debug, Args)]
pub(super) struct TablesArgs {
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
    /// How long to listen
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: u64,
}

pub(super) fn tables(args: &TablesArgs) -> anyhow::Result<ExitCode> {
    let found = browse::tables(Duration::from_secs(args.seconds))?;
    let mut out = lines::out(OutputForm::of(args.json));
    if found.is_empty() && !args.json {
        writeln!(
            out,
            "no tables found in {} s; open one with `whistlestop host chicago-express`, or see `whistlestop doctor`",
            args.seconds
        )?;
    }
    for table in &found {
        let line = if args.json { json_line(table) } else { text_line(table) };
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

const fn state(table: &NearTable) -> &'static str {
    match table.state {
        NearState::Open => "open",
        NearState::Playing => "playing",
        NearState::Over => "over",
    }
}

fn text_line(table: &NearTable) -> String {
    let phrase = if table.pass_phrase { ", pass phrase" } else { "" };
    format!(
        "{}  {}  {} ({} of {} seats{phrase})  {}  id {}  whistlestop {}",
        table.name,
        table.game,
        state(table),
        table.taken,
        table.seats,
        table.names.join(", "),
        table.tag,
        table.version
    )
}

fn json_line(table: &NearTable) -> String {
    let addresses: Vec<String> = table.addresses.iter().map(ToString::to_string).collect();
    json!({
        "table": table.tag.to_string(), "name": table.name, "game": table.game, "state": state(table), "seats_taken": table.taken,
        "seats": table.seats, "pass_phrase": table.pass_phrase, "names": table.names, "addresses": addresses,
        "version": table.version, "protocol": table.protocol,
    })
    .to_string()
}
