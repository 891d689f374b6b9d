//! The exit codes of all commands: the one place that gives them.

use std::process::ExitCode;

use crate::table::front::{End, StoppedBy};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// As it should.
    Well,
    /// Something is wrong.
    Failed,
    /// The command line is not one of this program.
    Usage,
    /// A panic.
    Bug,
    /// The time for the run was up.
    Deadline,
    /// The terminal is gone.
    Hangup,
    /// `quit`, or an interrupt.
    Stopped,
    /// It was asked to end.
    Terminated,
}

/// All of them, and what each means: `peer --help` and `docs/programs.md` show this table.
pub(super) const EXITS: [(Exit, &str); 8] = [
    (Exit::Well, "its games are over, or it left; what was asked for is done"),
    (
        Exit::Failed,
        "it cannot be done, or went wrong: one sentence on standard error says what and what to do",
    ),
    (Exit::Usage, "the command line is not understood"),
    (Exit::Bug, "a bug of whistlestop"),
    (Exit::Deadline, "the time of --deadline is up; the table is saved"),
    (Exit::Hangup, "the terminal is gone (SIGHUP); the table is saved"),
    (Exit::Stopped, "stopped by quit, Ctrl-C or SIGINT; the table is saved"),
    (Exit::Terminated, "stopped by SIGTERM; the table is saved"),
];

impl Exit {
    /// What the system is told. Signals count from 128, as shells have it, and a deadline is that of `timeout`.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Well => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Bug => 101,
            Self::Deadline => 124,
            Self::Hangup => 129,
            Self::Stopped => 130,
            Self::Terminated => 143,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

impl From<StoppedBy> for Exit {
    fn from(by: StoppedBy) -> Self {
        match by {
            StoppedBy::Interrupt => Self::Stopped,
            StoppedBy::Terminate => Self::Terminated,
            StoppedBy::Hangup => Self::Hangup,
            StoppedBy::Deadline => Self::Deadline,
        }
    }
}

impl From<End> for Exit {
    fn from(end: End) -> Self {
        match end {
            End::Over { .. } | End::Left => Self::Well,
            End::Quit => Self::Stopped,
            End::Stopped(by) => by.into(),
        }
    }
}

/// The table as lines of help.
pub(super) fn help() -> String {
    let line = |(exit, what): &(Exit, &str)| format!("  {:>3}  {what}", exit.code());
    EXITS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_way_to_end_has_a_code_of_its_own() {
        let codes: BTreeSet<u8> = EXITS.iter().map(|(exit, _)| exit.code()).collect();
        assert_eq!(codes, BTreeSet::from([0, 1, 2, 101, 124, 129, 130, 143]));
        assert_eq!(codes.len(), EXITS.len());
    }

    #[test]
    fn what_stops_a_program_decides_its_code() {
        let code = |end: End| Exit::from(end).code();
        assert_eq!([code(End::Over { games: 2 }), code(End::Left), code(End::Quit)], [0, 0, 130]);
        let by = [StoppedBy::Interrupt, StoppedBy::Terminate, StoppedBy::Hangup, StoppedBy::Deadline];
        assert_eq!(by.map(|by| code(End::Stopped(by))), [130, 143, 129, 124]);
    }
}
