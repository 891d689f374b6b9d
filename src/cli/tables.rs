//! `whistlestop tables`: what is on the network now.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::lines::{self, Form};
use crate::discovery::AdState;
use crate::node::browse::{self, Seen};

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
    let mut out = lines::out(Form::of(args.json));
    if found.is_empty() && !args.json {
        writeln!(
            out,
            "no tables found in {} s; open one with `whistlestop host chicago-express`, or see `whistlestop doctor`",
            args.seconds
        )?;
    }
    for seen in &found {
        let line = if args.json { json_line(seen) } else { text_line(seen) };
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn state(seen: &Seen) -> &'static str {
    match seen.ad.state {
        AdState::Open => "open",
        AdState::Playing => "playing",
        AdState::Over => "over",
    }
}

fn text_line(seen: &Seen) -> String {
    let ad = &seen.ad;
    let phrase = if ad.pass_phrase { ", pass phrase" } else { "" };
    format!(
        "{}  {}  {} ({} of {} seats{phrase})  {}  whistlestop {}",
        seen.tag,
        ad.game,
        state(seen),
        ad.seats_taken,
        ad.seats,
        seen.names.join(", "),
        ad.version
    )
}

fn json_line(seen: &Seen) -> String {
    let ad = &seen.ad;
    let addresses: Vec<String> = seen.addresses.iter().map(ToString::to_string).collect();
    json!({
        "table": seen.tag.to_string(), "game": ad.game, "state": state(seen), "seats_taken": ad.seats_taken,
        "seats": ad.seats, "pass_phrase": ad.pass_phrase, "names": seen.names, "addresses": addresses,
        "version": ad.version, "protocol": ad.protocol,
    })
    .to_string()
}
