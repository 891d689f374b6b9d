//! `whistlestop verify`, and finding the journal that somebody means.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::json;
use whistlestop_proto::contract::Contract;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::Voter;
use whistlestop_proto::statement::Evidence;

use super::lines::{self, OutputForm};
use crate::bots::BOTS;
use crate::discovery::words;
use crate::table::front::{evidence_name, seat_of, witness_name};
use crate::table::recorded::Recorded;
use crate::table::store::home::Home;
use crate::table::store::journal::read_journal;
use crate::table::store::list::TableSummary;
use crate::table::terms::roster_hash;
use crate::table::unruled::Unruled;
use crate::table::verify::{Verified, verify_journal_after};

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Journals (.wsl); several are also compared: whether they hold the same game
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn verify(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let mut out = lines::out(OutputForm::of(args.json));
    let mut all: Vec<CheckedJournal> = Vec::new();
    for file in &args.files {
        let bytes = read_journal(file)?;
        let checked = check(file, &bytes).with_context(|| format!("{} is not sound", file.display()))?;
        writeln!(out, "{}", if args.json { checked.json_line(file) } else { checked.text_line(file) })?;
        all.push(checked);
    }
    let Some((first, others)) = all.split_first() else { return Ok(ExitCode::SUCCESS) };
    for (file, other) in args.files[1..].iter().zip(others) {
        let names = format!("{} and {}", args.files[0].display(), file.display());
        let (here, there) = (first.entries(), other.entries());
        if first.table() == other.table() && here != there {
            bail!(
                "{names} are of one table, but one ends before the other: after {here} and {there} entries"
            );
        }
        if (first.table(), first.tip()) != (other.table(), other.tip()) {
            bail!("{names} do not hold the same game");
        }
    }
    if !others.is_empty() && !args.json {
        writeln!(out, "all {} hold the same game", all.len())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A journal that was checked as far as this program can.
enum CheckedJournal {
    Whole(Verified),
    Unruled(Unruled),
}

/// Checks a journal; those of tables that it carries on lie beside it.
fn check(file: &Path, bytes: &[u8]) -> anyhow::Result<CheckedJournal> {
    match verify_journal_after(bytes, BOTS, &mut { beside(file) }) {
        Ok(verified) => Ok(CheckedJournal::Whole(verified)),
        Err(refused) => Ok(CheckedJournal::Unruled(Unruled::check(bytes, refused)?)),
    }
}

/// Finds journals of other tables in the folder of this one.
fn beside(file: &Path) -> impl FnMut(&Hash) -> Option<Vec<u8>> {
    move |table| read_journal(&file.with_file_name(format!("{table}.wsl"))).ok()
}

impl CheckedJournal {
    fn contract(&self) -> &Contract {
        match self {
            Self::Whole(verified) => &verified.contract,
            Self::Unruled(unruled) => &unruled.contract,
        }
    }

    fn table(&self) -> Hash {
        self.contract().table()
    }

    fn entries(&self) -> u32 {
        match self {
            Self::Whole(verified) => verified.entries,
            Self::Unruled(unruled) => unruled.entries(),
        }
    }

    fn tip(&self) -> Hash {
        match self {
            Self::Whole(verified) => verified.tip,
            Self::Unruled(unruled) => unruled.tip,
        }
    }

    fn evidence(&self) -> &[(Voter, Evidence)] {
        match self {
            Self::Whole(verified) => &verified.evidence,
            Self::Unruled(unruled) => &unruled.evidence,
        }
    }

    fn phrase(&self) -> String {
        words::phrase(&roster_hash(self.contract()).0).join(" ")
    }

    fn text_line(&self, file: &Path) -> String {
        let (sound, over) = match self {
            Self::Whole(verified) => ("sound", if verified.over { ", over" } else { ", unfinished" }),
            Self::Unruled(_) => ("signed and in order, rules not checked", ""),
        };
        let mut line = format!(
            "{}: {sound}; {} of {} entries{over}, table {}, phrase \"{}\"",
            file.display(),
            self.contract().game,
            self.entries(),
            self.table(),
            self.phrase()
        );
        if let Self::Unruled(unruled) = self {
            line = format!("{line}\n  the rules were not checked: {}", unruled.why);
        }
        for (voter, proof) in self.evidence() {
            let who = seat_of(*voter).map_or_else(|| witness_name(*voter), |seat| format!("seat {seat}"));
            line = format!("{line}\n  holds proof against {who}: {}", evidence_name(proof));
        }
        line
    }

    fn json_line(&self, file: &Path) -> String {
        let shown = |(voter, proof): &(Voter, Evidence)| json!({"seat": seat_of(*voter), "voter": voter, "evidence": evidence_name(proof)});
        let cheated: Vec<_> = self.evidence().iter().map(shown).collect();
        let (table, game, tip) = (self.table().to_string(), &self.contract().game, self.tip().to_string());
        let (entries, phrase) = (self.entries(), self.phrase());
        let line = match self {
            Self::Whole(verified) => json!({
                "file": file, "sound": true, "table": table, "game": game, "entries": entries,
                "over": verified.over, "tip": tip, "hash": verified.state.to_string(),
                "standings": verified.standings, "phrase": phrase, "cheated": cheated,
            }),
            // Whether all of it is sound cannot be said.
            Self::Unruled(unruled) => json!({
                "file": file, "sound": null, "signed": true, "table": table, "game": game,
                "rules": unruled.contract.rules, "entries": entries, "tip": tip, "phrase": phrase,
                "cheated": cheated, "why": unruled.why.to_string(),
            }),
        };
        line.to_string()
    }
}

/// The table that somebody means, or else the one that was played last, over or not.
pub(super) fn find_recorded(home: &Home, wanted: Option<&str>) -> anyhow::Result<PathBuf> {
    if wanted.is_some() {
        return find_table(home, wanted);
    }
    let last = home.tables(BOTS)?.into_iter().find(|file| file.table.is_ok());
    Ok(last.context("there is no table here yet; give a journal (.wsl)")?.path)
}

/// A journal to look at again.
pub(super) enum Read {
    /// With the game in it.
    Whole(Recorded),
    /// Of rules that this program does not play.
    Unruled(Unruled),
}

/// Reads and checks a journal; those of tables that it carries on lie beside it.
pub(super) fn read_recorded(file: &Path) -> anyhow::Result<Read> {
    let bytes = read_journal(file)?;
    let read = match Recorded::check(&bytes, BOTS, &mut { beside(file) }) {
        Ok(recorded) => Ok(Read::Whole(recorded)),
        Err(refused) => Unruled::check(&bytes, refused).map(Read::Unruled),
    };
    read.with_context(|| format!("{} is not sound", file.display()))
}

/// The journal of the table that somebody means: a file, the beginning of an id, or the last unfinished one.
pub(super) fn find_table(home: &Home, wanted: Option<&str>) -> anyhow::Result<PathBuf> {
    if let Some(path) = wanted.map(Path::new)
        && path.is_file()
    {
        return Ok(path.to_owned());
    }
    let Some(wanted) = wanted else {
        let mut tables = unfinished(home)?.into_iter();
        let last = tables.find(|(_, table)| table.carried_on.is_none());
        return last.map(|(path, _)| path).context(
            "there is no unfinished table here; `whistlestop join` finds one on the network, `whistlestop host` opens one",
        );
    };
    let fits = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&wanted.to_lowercase()))
    };
    let tables = home.tables(BOTS)?;
    let files = tables.iter().map(|table| table.path.clone());
    let mut found: Vec<PathBuf> = files.filter(fits).collect();
    if found.is_empty() {
        let called =
            |table: &TableSummary| !table.over && table.signed && is_called(table.name.as_deref(), wanted);
        let named = tables.iter().filter(|file| file.table.as_ref().is_ok_and(called));
        found.extend(named.map(|file| file.path.clone()));
    }
    match &found[..] {
        [one] => Ok(one.clone()),
        [] => bail!(
            "there is no file or table {wanted:?} here; `whistlestop resume --list` shows the tables there are"
        ),
        _ => bail!("{} tables are meant by {wanted:?}; give more of the id", found.len()),
    }
}

/// Whether a table of this name is meant, by all of it or by its number.
fn is_called(name: Option<&str>, wanted: &str) -> bool {
    let (name, wanted) = (name.unwrap_or_default().to_lowercase(), wanted.trim().to_lowercase());
    !name.is_empty() && (name == wanted || name.strip_prefix("table ") == Some(&*wanted))
}

/// Tables that can be gone on with, the latest first, and those that such a table carries on: not what a crash left of one
/// that never began.
pub(super) fn unfinished(home: &Home) -> anyhow::Result<Vec<(PathBuf, TableSummary)>> {
    let readable = home.tables(BOTS)?.into_iter().filter_map(|file| Some((file.path, file.table.ok()?)));
    let all: Vec<(PathBuf, TableSummary)> = readable.collect();
    let is_over = |table: &Hash| all.iter().any(|(_, other)| other.table == *table && other.over);
    let waits =
        |table: &TableSummary| !table.over && table.signed && !table.carried_on.as_ref().is_some_and(is_over);
    Ok(all.iter().filter(|(_, table)| waits(table)).cloned().collect())
}
