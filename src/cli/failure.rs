//! What went wrong, for programs: an event with a code that stays the same, beside the sentence for people.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::ErrorKind;
use serde_json::{Value, json};

use super::exit::Exit;
use super::json::told;
use super::lines::{self, OutputForm};
use crate::net::BindError;
use crate::node::find::meant::Ambiguous;
use crate::table::OpenTableError;
use crate::table::front::Event;
use crate::table::store::home::HomeError;
use crate::table::store::identity::IdentityError;
use crate::table::store::players::ResidentError;
use crate::table::store::{StoreError, TomlError};

/// What went wrong, in one word that stays the same. The schema of events and `docs/programs.md` list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// The command line is not understood.
    Usage,
    /// It is understood, but what it asks for cannot be.
    Arguments,
    /// The player's own files.
    Home,
    /// A table's journal.
    Journal,
    /// The table is open in another window.
    InUse,
    /// What is to be kept cannot be.
    Disk,
    /// Where to listen.
    Network,
    /// No table was found, or none let this player in.
    NoTable,
    /// The table that was played or watched cannot go on.
    Table,
    /// The system gave no means.
    System,
    /// A bug.
    Bug,
}

impl Code {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Arguments => "arguments",
            Self::Home => "home",
            Self::Journal => "journal",
            Self::InUse => "in_use",
            Self::Disk => "disk",
            Self::Network => "network",
            Self::NoTable => "no_table",
            Self::Table => "table",
            Self::System => "system",
            Self::Bug => "bug",
        }
    }

    /// What to do, where the sentence does not say more.
    const fn advice(self) -> &'static str {
        match self {
            Self::Usage => "give what `whistlestop COMMAND --help` shows",
            Self::Arguments => "change what the command was given and start it again",
            Self::Home => "put the file right, or choose another folder with --home",
            Self::Journal => "give another journal of the same table: any one restores it",
            Self::InUse => "go on in the other window, or close it first",
            Self::Disk => "make room, or choose a folder that can be written with --home",
            Self::Network => "choose another place with --listen",
            Self::NoTable => "check that the host is running, and `whistlestop doctor` on both",
            Self::Table => "go on with `whistlestop resume`",
            Self::System => {
                "look at what the system has left of memory, disk and open files, and start again"
            }
            Self::Bug => "report it with what you did; `whistlestop resume` goes on with the table",
        }
    }
}

/// How far a run had come: what went wrong there, if nothing says it better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// It has not begun.
    Nothing,
    /// It can be reached.
    Network,
    /// It looks for a table, or has a seat where one gathers.
    Looking,
    /// It sits at a table.
    Table,
}

/// An error, and its code.
#[derive(Debug, thiserror::Error)]
#[error("{error:#}")]
pub(super) struct Failure {
    code: Code,
    error: anyhow::Error,
}

impl Reached {
    /// Takes in what happened.
    pub(super) fn hear(&mut self, event: &Event) {
        *self = match event {
            Event::Listening { .. } if *self == Self::Nothing => Self::Network,
            Event::Looking(_) | Event::Gathering(_) => Self::Looking,
            Event::Table { .. } => Self::Table,
            _ => return,
        };
    }

    /// What went wrong here.
    pub(super) fn failed(self, error: anyhow::Error) -> anyhow::Error {
        let otherwise = match self {
            Self::Nothing => Code::Arguments,
            Self::Network => Code::System,
            Self::Looking => Code::NoTable,
            Self::Table => Code::Table,
        };
        let code = code_of(&error).unwrap_or(otherwise);
        Failure { code, error }.into()
    }
}

/// The same where a table's file was read.
pub(super) fn of_journal(error: anyhow::Error) -> anyhow::Error {
    let code = code_of(&error).unwrap_or(Code::Journal);
    Failure { code, error }.into()
}

/// What the error itself says it is.
fn code_of(error: &anyhow::Error) -> Option<Code> {
    error.chain().find_map(|cause| {
        if let Some(error) = stored(cause) {
            Some(code_of_store(error, cause))
        } else if cause.is::<BindError>() {
            Some(Code::Network)
        } else if cause.is::<OpenTableError>() {
            Some(Code::Journal)
        } else if is_of_home(cause) {
            Some(Code::Home)
        } else if cause.is::<Ambiguous>() {
            // What was given means too much, and everything else is well.
            Some(Code::Arguments)
        } else {
            cause.is::<io::Error>().then_some(Code::System)
        }
    })
}

/// The trouble with files in an error that only passes it on.
fn stored<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a StoreError> {
    if let Some(OpenTableError::Store(error)) = cause.downcast_ref() {
        return Some(error);
    }
    match cause.downcast_ref() {
        Some(HomeError::Store(error)) => return Some(error),
        Some(HomeError::NoFolder | HomeError::Exposed(_)) | None => {}
    }
    match cause.downcast_ref() {
        Some(TomlError::Store(error)) => return Some(error),
        Some(TomlError::Broken { .. }) | None => {}
    }
    if let Some(IdentityError::Store(error)) = cause.downcast_ref() {
        return Some(error);
    }
    cause.downcast_ref()
}

fn code_of_store(error: &StoreError, cause: &(dyn Error + 'static)) -> Code {
    match error {
        StoreError::Locked { .. } => Code::InUse,
        StoreError::Full { .. } | StoreError::ReadOnly { .. } => Code::Disk,
        _ if is_of_home(cause) => Code::Home,
        _ => Code::Journal,
    }
}

fn is_of_home(cause: &(dyn Error + 'static)) -> bool {
    cause.is::<HomeError>()
        || cause.is::<IdentityError>()
        || cause.is::<ResidentError>()
        || cause.is::<TomlError>()
}

/// Says what went wrong, to people and, where events are told, to programs.
pub(super) fn report(error: anyhow::Error, is_told: bool) -> ExitCode {
    let Failure { code, error } = error.downcast().unwrap_or_else(|error: anyhow::Error| Failure {
        code: code_of(&error).unwrap_or(Code::Arguments),
        error,
    });
    let broken_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    // Whoever read our answers has gone; there is nobody left to tell.
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(broken_pipe) {
        return Exit::Well.into();
    }
    let text = format!("{error:#}");
    lines::complain(&format!("whistlestop: {text}"));
    if is_told {
        tell(code, &text);
    }
    Exit::Failed.into()
}

/// What clap has to say: help and the version are no failure.
pub(super) fn report_usage(error: &clap::Error, is_told: bool) -> ExitCode {
    // Whoever closed standard error does not want to see it.
    let _ = error.print();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Exit::Well.into();
    }
    if is_told {
        // What follows the first empty line are hints and the usage.
        let told = error.to_string();
        let lines: Vec<&str> = told.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        tell(Code::Usage, lines.join(" ").trim_start_matches("error: "));
    }
    Exit::Usage.into()
}

/// A panic is a bug of ours: says so in one line that helps to mend it.
pub(super) fn report_bug(panic: &std::panic::PanicHookInfo<'_>, is_told: bool) {
    let place =
        panic.location().map_or_else(String::new, |place| format!(" ({}:{})", place.file(), place.line()));
    let what = panic.payload_as_str().unwrap_or("no message");
    let text = format!("this is a bug, please report it with what you did: {what}{place}");
    lines::complain(&format!("whistlestop: {text}"));
    if is_told {
        tell(Code::Bug, &text);
    }
}

fn tell(code: Code, text: &str) {
    // If nobody reads it, the exit code still says that it failed.
    let _ = writeln!(lines::out(OutputForm::Json), "{}", event(code, text));
}

/// The sentence, and what to do: what stands behind its semicolon, or else what helps in general.
fn event(code: Code, text: &str) -> Value {
    let advice = text.split_once("; ").map_or(code.advice(), |(_, advice)| advice);
    told("error", json!({"code": code.word(), "text": text, "advice": advice}))
}

#[cfg(test)]
mod tests {
    use anyhow::{Context as _, anyhow};

    use super::*;

    fn word(reached: Reached, error: anyhow::Error) -> &'static str {
        reached.failed(error).downcast::<Failure>().unwrap().code.word()
    }

    #[test]
    fn an_error_has_the_code_of_its_kind_or_of_where_it_came_up() {
        let bind = || BindError::InUse(([127, 0, 0, 1], 7).into());
        for reached in [Reached::Nothing, Reached::Network, Reached::Looking, Reached::Table] {
            assert_eq!(word(reached, Err::<(), _>(bind()).context("here").unwrap_err()), "network");
        }
        assert_eq!(word(Reached::Table, io::Error::other("no memory").into()), "system");
        let store = StoreError::Missing { path: "a.wsl".into() };
        assert_eq!(word(Reached::Nothing, HomeError::from(store).into()), "home");
        let plain = [Reached::Nothing, Reached::Network, Reached::Looking, Reached::Table]
            .map(|reached| word(reached, anyhow!("something; do this")));
        assert_eq!(plain, ["arguments", "system", "no_table", "table"]);
    }

    #[test]
    fn an_event_says_what_and_what_to_do() {
        assert_eq!(
            event(Code::Arguments, "there is no game \"go\"; there is chess"),
            json!({"v": 1, "event": "error", "code": "arguments", "text": "there is no game \"go\"; there is chess",
                "advice": "there is chess"})
        );
        for code in [
            Code::Usage,
            Code::Arguments,
            Code::Home,
            Code::Journal,
            Code::InUse,
            Code::Disk,
            Code::Network,
            Code::NoTable,
            Code::Table,
            Code::System,
            Code::Bug,
        ] {
            let told = event(code, "one sentence");
            assert!(!told["advice"].as_str().unwrap().is_empty(), "{told}");
        }
    }
}
