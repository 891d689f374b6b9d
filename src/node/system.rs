//! What everything here needs of the system: an event loop, the signals to stop, and random numbers.

use std::time::Duration;

use anyhow::Context as _;
use tokio::sync::mpsc;

use crate::table::front::StoppedBy;

/// The loop that a thread of the program waits in.
pub(crate) fn event_loop() -> anyhow::Result<tokio::runtime::Runtime> {
    let builder = tokio::runtime::Builder::new_current_thread().enable_all().build();
    builder.context("the system gave no event loop")
}

/// The next of a queue that may not be there.
pub(crate) async fn next<T>(queue: &mut Option<mpsc::Receiver<T>>) -> Option<T> {
    match queue {
        Some(queue) => queue.recv().await,
        None => std::future::pending().await,
    }
}

/// Random bytes, for keys and for what nobody may foresee.
pub(crate) fn random<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|why| anyhow::anyhow!("the system gave no random numbers: {why}"))?;
    Ok(bytes)
}

/// Hears the signals that ask a program to stop. Only one with a screen stops because its terminal is gone.
pub(crate) fn stop_signals(has_screen: bool) -> std::io::Result<mpsc::Receiver<StoppedBy>> {
    stops(has_screen, None)
}

/// The same, and when the time for the whole run is up.
pub(crate) fn stops(
    has_screen: bool,
    deadline: Option<Duration>,
) -> std::io::Result<mpsc::Receiver<StoppedBy>> {
    let (told, heard) = mpsc::channel(1);
    if let Some(time) = deadline {
        let told = told.clone();
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            // If nobody hears it any more, the run has ended.
            let _ = told.send(StoppedBy::Deadline).await;
        });
    }
    #[cfg(unix)]
    for (kind, by) in stop_kinds(has_screen) {
        let mut signal = tokio::signal::unix::signal(kind)?;
        let told = told.clone();
        tokio::spawn(async move { while signal.recv().await.is_some() && told.send(by).await.is_ok() {} });
    }
    #[cfg(not(unix))]
    {
        // There is one such signal, for all programs.
        let _ = has_screen;
        tokio::spawn(async move {
            let by = StoppedBy::Interrupt;
            while tokio::signal::ctrl_c().await.is_ok() && told.send(by).await.is_ok() {}
        });
    }
    Ok(heard)
}

#[cfg(unix)]
fn stop_kinds(has_screen: bool) -> impl Iterator<Item = (tokio::signal::unix::SignalKind, StoppedBy)> {
    use tokio::signal::unix::SignalKind;
    let always =
        [(SignalKind::interrupt(), StoppedBy::Interrupt), (SignalKind::terminate(), StoppedBy::Terminate)];
    always.into_iter().chain(has_screen.then_some((SignalKind::hangup(), StoppedBy::Hangup)))
}
