//! The commands: what they are called, what they take, and the one place that writes to the terminal.

mod rules;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Train board games for laptops on one network: no server, no internet.
#[derive(Debug, Parser)]
#[command(name = "whistlestop", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The rules engine on standard input and output: one JSON request a line, one answer a line
    #[command(after_help = rules::HELP)]
    Rules,
}

const EXAMPLES: &str = "\
Examples:
  whistlestop rules          play Chicago Express by typing JSON, or let a program do it
  whistlestop rules --help   the requests, with a session to paste";

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(report_bug));
    let result = match Cli::parse().command {
        Some(Command::Rules) => rules::serve(io::stdin().lock(), io::stdout().lock()),
        None => Cli::command().print_help(),
    };
    match result {
        // Whoever read our answers has gone; there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("whistlestop: input or output failed: {error}"));
            ExitCode::FAILURE
        }
        Ok(()) => ExitCode::SUCCESS,
    }
}

/// A panic is a bug of ours: say so in one line that helps to mend it.
fn report_bug(panic: &std::panic::PanicHookInfo<'_>) {
    let place =
        panic.location().map_or_else(String::new, |place| format!(" ({}:{})", place.file(), place.line()));
    let what = panic.payload_as_str().unwrap_or("no message");
    complain(&format!("whistlestop: this is a bug, please report it with what you did: {what}{place}"));
}

fn complain(line: &str) {
    // Standard error may be closed; then nobody can be told.
    let _ = writeln!(io::stderr(), "{line}");
}
