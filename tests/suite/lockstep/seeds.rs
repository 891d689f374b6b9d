//! Runs of many seeds, on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// More than these say nothing new.
const SHOWN: usize = 5;

/// Runs the seeds that `SIM_FIRST` and `SIM_SEEDS` choose, else the first `seeds`, and fails with those that failed.
pub(crate) fn run_all(seeds: u64, run: impl Fn(u64) -> Result<(), String> + Sync) {
    let first = number("SIM_FIRST").unwrap_or(0);
    let seeds = number("SIM_SEEDS").unwrap_or(seeds);
    let next = AtomicU64::new(first);
    let failed = Mutex::new(Vec::new());
    // Each run is decided by its seed alone, so the threads can decide nothing.
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + seeds {
                break;
            }
            if let Err(why) = try_run(&run, seed) {
                failed.lock().expect("nobody panics with the lock").push((seed, why));
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut failed = failed.into_inner().expect("nobody panics with the lock");
    failed.sort();
    let shown: Vec<String> =
        failed.iter().take(SHOWN).map(|(seed, why)| format!("seed {seed}: {why}")).collect();
    assert!(failed.is_empty(), "{} of {seeds} seeds failed:\n{}", failed.len(), shown.join("\n"));
}

/// Runs the seed in `SIM_SEED`, else the first.
pub(crate) fn run_one(run: impl Fn(u64) -> Result<(), String>) {
    let seed = number("SIM_SEED").unwrap_or(0);
    let failed = run(seed).err();
    assert!(failed.is_none(), "seed {seed}: {}", failed.unwrap_or_default());
}

/// A panic is a failure of its seed, not the end of the others.
fn try_run(run: impl Fn(u64) -> Result<(), String>, seed: u64) -> Result<(), String> {
    let told = |panic: Box<dyn std::any::Any + Send>| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panicked: {}", text.unwrap_or("without words")))
    };
    catch_unwind(AssertUnwindSafe(|| run(seed))).unwrap_or_else(told)
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse().ok();
    assert!(number.is_some(), "{name} must be a number, not {text:?}");
    number
}
