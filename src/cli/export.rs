//! `whistlestop export`: a journal as a web page or as JSON.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::{Value, json};
use whistlestop_proto::contract::{Contract, SeatNumber};
use whistlestop_proto::hash::Hash;

use super::args::HomeArgs;
use super::files::{Read, find_recorded, read_recorded};
use super::json::{actions_json, json_seat, kind_json};
use super::lines::{self, OutputForm};
use crate::discovery::words;
use crate::page::Story;
use crate::table::front::Kind;
use crate::table::recorded::Recorded;
use crate::table::store::beside;
use crate::table::terms::roster_hash;
use crate::table::unruled::Unruled;

pub(super) const EXAMPLES: &str = "\
Examples:
  whistlestop export --html -o game.html             the table played last
  whistlestop export 3f2a --html -o game.html        a table of yours, by the beginning of its id
  whistlestop export from-a-friend.wsl --json        every entry, for programs";

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("form").required(true).args(["html", "json"])))]
pub(super) struct ExportArgs {
    /// A journal (.wsl), or the beginning of a table's id [default: the table played last]
    table: Option<String>,
    /// One self-contained web page: the story with pictures of the board, charts and the log
    #[arg(long)]
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
    let journal = find_recorded(&home, args.table.as_deref())?;
    if let Some(file) = &args.output {
        check_output(file, &journal)?;
    }
    let text = match (read_recorded(&journal)?, args.html) {
        (Read::Whole(recorded), true) => html(&recorded),
        (Read::Whole(recorded), false) => format!("{}\n", json(&recorded)),
        (Read::Unruled(unruled), true) => bail!(
            "a page cannot be made without the rules: {}; --json and `whistlestop replay` tell who moved when",
            unruled.why
        ),
        (Read::Unruled(unruled), false) => format!("{}\n", unruled_json(&unruled)),
    };
    let form = OutputForm::of(args.json);
    match &args.output {
        Some(file) => write_whole(file, &form.fit(&text)).with_context(|| {
            format!("{} could not be written; choose another place with -o", file.display())
        })?,
        None => lines::out(form).write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Nothing is written over a journal: it may be the only one of its table.
fn check_output(file: &Path, journal: &Path) -> anyhow::Result<()> {
    let is_journal = file.extension().is_some_and(|end| end == "wsl");
    let is_itself =
        fs::canonicalize(file).ok().is_some_and(|file| fs::canonicalize(journal).ok() == Some(file));
    if is_journal || is_itself {
        bail!(
            "{} is the name of a journal, which nothing is written over; choose another with -o",
            file.display()
        );
    }
    Ok(())
}

/// Writes a file as a whole: what was there before is lost only once there is all of the new one.
fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    if fs::symlink_metadata(file).is_ok_and(|known| !known.is_file()) {
        // A pipe, a terminal, a link to somewhere else.
        return fs::write(file, text);
    }
    let part = beside(file).map_err(io::Error::other)?;
    // Nobody knows the name before, and what is there already is not opened: in a folder that others write to, somebody
    // could have put a link there.
    let mut new = OpenOptions::new().write(true).create_new(true).open(&part)?;
    let written = new.write_all(text.as_bytes()).and_then(|()| fs::rename(&part, file));
    if written.is_err() {
        // Half a page is of no use.
        let _ = fs::remove_file(&part);
    }
    written
}

fn phrase(contract: &Contract) -> String {
    words::phrase(&roster_hash(contract).0).join(" ")
}

fn html(recorded: &Recorded) -> String {
    Story { contract: &recorded.contract, history: &recorded.history, phrase: phrase(&recorded.contract) }
        .html()
}

fn json(recorded: &Recorded) -> Value {
    let Recorded { contract, history } = recorded;
    let entry = |index: u32| {
        let told = history.told(index);
        json!({
            "index": index, "actions": actions_json(history.last(), &history.actions(index)), "notes": told.said, "drawn": told.drawn,
            "hash": history.at(index).state_hash().to_string(), "taken_back": history.is_taken_back(index),
        })
    };
    json!({
        "table": contract.table().to_string(), "game": contract.game, "phrase": phrase(contract),
        "seats": contract.seats.iter().map(json_seat).collect::<Vec<_>>(),
        "entries": (1..=history.len()).map(entry).collect::<Vec<_>>(),
        "position": history.last().position(crate::engine::game::Viewer::Everything),
        "standings": history.last().standings(),
    })
}

/// What is known without the rules: whose each entry was, and the state that it says it led to.
fn unruled_json(unruled: &Unruled) -> Value {
    let contract = &unruled.contract;
    let entry = |(index, kind, seat, state): (u32, Kind, Option<SeatNumber>, Hash)| json!({"index": index, "kind": kind_json(kind), "seat": seat, "hash": state.to_string()});
    json!({
        "table": contract.table().to_string(), "game": contract.game, "phrase": phrase(contract),
        "seats": contract.seats.iter().map(json_seat).collect::<Vec<_>>(),
        "entries": unruled.log().map(entry).collect::<Vec<_>>(),
        "rules": contract.rules, "why": unruled.why.to_string(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_that_somebody_planted_leads_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let (page, victim) = (folder.path().join("game.html"), folder.path().join("victim"));
        fs::write(&victim, "precious").unwrap();
        symlink(&victim, folder.path().join("game.html.part")).unwrap();
        write_whole(&page, "new").unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert_eq!(fs::read_to_string(&page).unwrap(), "new");
        write_whole(&page, "newer").unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), "newer");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left behind");
    }

    #[test]
    fn where_nothing_can_be_written_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("no such folder").join("game.html");
        assert!(write_whole(&page, "new").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
