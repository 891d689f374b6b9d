//! Diagnostics, into a file and only if somebody asks for them: the screen belongs to the game.

use std::sync::Mutex;

use anyhow::Context as _;
use tracing::level_filters::LevelFilter;

use super::lines::{FitWriter, OutputForm};
use crate::table::store::home::Home;

/// How much is written: error, warn, info, debug or trace.
const VARIABLE: &str = "WHISTLESTOP_LOG";

/// Writes diagnostics to the log file of the home from now on, if `WHISTLESTOP_LOG` says how much.
pub(super) fn start(home: &Home) -> anyhow::Result<()> {
    let Ok(level) = std::env::var(VARIABLE) else { return Ok(()) };
    if level.is_empty() {
        return Ok(());
    }
    let level: LevelFilter = level
        .parse()
        .ok()
        .with_context(|| format!("{VARIABLE} is {level:?}; give error, warn, info, debug or trace"))?;
    // Somebody will read it in a terminal.
    let file = home.log_file()?;
    let lines = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer(Mutex::new(FitWriter::new(file, OutputForm::Text)));
    // A command that opens its home a second time goes on with the first log.
    let _ = lines.try_init();
    Ok(())
}
