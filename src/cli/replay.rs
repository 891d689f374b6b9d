//! `whistlestop replay`: a table that was played, on the same screen as when it was.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;

use super::args::{LineArgs, WhoArgs};
use super::files::{Read, find_recorded, read_recorded};
use super::lines::{self, OutputForm};
use super::screen::{self, LookArgs};
use crate::table::front::Request;
use crate::table::terms::called;
use crate::table::unruled::Unruled;
use crate::tui::app::Start;
use crate::tui::text::table::news::entry_without_rules;

pub(super) const EXAMPLES: &str = "\
Left and right go from entry to entry, page up and down by ten, home and end to the start and the end.

Examples:
  whistlestop replay                       the table played last
  whistlestop replay 3f2a                  a table of yours, by the beginning of its id
  whistlestop replay from-a-friend.wsl
  whistlestop replay 3f2a --text           the log as lines of text";

#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// A journal (.wsl), or the beginning of a table's id [default: the table played last]
    table: Option<String>,
    #[command(flatten)]
    who: WhoArgs,
    #[command(flatten)]
    look: LookArgs,
}

pub(super) fn replay(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let desk = args.who.desk()?;
    let path = find_recorded(&desk.home, args.table.as_deref())?;
    let recorded = match read_recorded(&path)? {
        Read::Whole(recorded) => recorded,
        Read::Unruled(unruled) => return tell_unruled(&unruled),
    };
    if screen::is_wanted(args.look, LineArgs::default(), false) {
        return screen::show(args.look, Start::Replay, desk, Some(Request::Replay(path)));
    }
    let names = called(&recorded.contract);
    let name = |seat: u8| names.get(usize::from(seat)).cloned().unwrap_or_default();
    let mut out = lines::out(OutputForm::Text);
    for index in 1..=recorded.history.len() {
        let told = recorded.history.told(index);
        let said: Vec<String> =
            told.said.iter().map(|words| words.with_names(|seat| name(seat.number()))).collect();
        writeln!(out, "{index:4}  {}", said.join("; "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who did something in which order, as lines: a screen would need the rules.
fn tell_unruled(unruled: &Unruled) -> anyhow::Result<ExitCode> {
    let names = called(&unruled.contract);
    let name = |seat: u8| names.get(usize::from(seat)).cloned().unwrap_or_default();
    let mut out = lines::out(OutputForm::Text);
    writeln!(out, "who moved, but not what: {}", unruled.why)?;
    for (index, kind, seat, _) in unruled.log() {
        let said = entry_without_rules(kind, seat).with_names(|seat| name(seat.number()));
        writeln!(out, "{index:4}  {said}")?;
    }
    Ok(ExitCode::SUCCESS)
}
