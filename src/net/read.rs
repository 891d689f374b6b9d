//! The life of a link: the node is told of it, then of each frame, then of its end.

use std::sync::Arc;

use quinn::{ReadError, RecvStream};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use super::NetEvent;
use super::error::{BadFrame, Unlink};
use super::frame::{Decoder, StartTag, read_greeting};
use super::limits::{
    FAREWELL, FLOOD_BYTES_PER_SECOND, FRAME_COST_BYTES, Limits, REFILL, STREAM_WINDOW_BYTES,
};
use super::link::{Link, seen};
use super::registry::TellLock;
use super::shared::Shared;

/// The way in: a stream, and what of it has arrived.
pub(super) struct Input {
    stream: RecvStream,
    decoder: Decoder,
}

/// Reading ended.
enum ReadEnd {
    /// The link is over or must be.
    Over(Unlink),
    /// The node takes no more events.
    Unheard,
}

/// Runs a link to its end. `turn` makes the events of two links to one peer follow each other.
pub(super) async fn run(shared: Arc<Shared>, link: Arc<Link>, mut input: Input, turn: Arc<TellLock>) {
    let pump = tokio::spawn(link.clone().pump(shared.limits.clone()));
    let turn = turn.lock().await;
    if link.is_ending() {
        // Ended before the node knew of it: then the node need not.
        input.drain().await;
        shared.registry().remove(&link);
    } else {
        link.announce();
        let (peer, address, dialled, exporter) = (link.peer, link.address, link.dialled, link.exporter);
        shared.events.emit(NetEvent::Linked { peer, address, dialled, exporter }).await;
        let why = match input.read(&shared, &link).await {
            ReadEnd::Over(why) => link.verdict(why),
            ReadEnd::Unheard => {
                // Whatever is still being sent is seen off by the pump; what arrives is read and dropped, so that the
                // other side does not take the link for broken.
                link.finish("the program ended");
                input.drain().await;
                link.verdict(Unlink::ClosedHere { reason: "the program ended".to_owned() })
            }
        };
        link.end(why.clone());
        shared.registry().remove(&link);
        shared.events.emit(NetEvent::Unlinked { peer, why }).await;
    }
    drop(turn);
    pump.abort();
}

impl Input {
    pub(super) fn new(stream: RecvStream) -> Self {
        Self { stream, decoder: Decoder::default() }
    }

    /// Reads the first frame.
    pub(super) async fn greeting(&mut self) -> Result<StartTag, NoGreeting> {
        loop {
            if let Some(frame) = self.decoder.next()? {
                return Ok(read_greeting(&frame)?);
            }
            match self.stream.read_chunk(STREAM_WINDOW_BYTES as usize, true).await? {
                Some(chunk) => self.decoder.push(&chunk.bytes),
                None => return Err(BadFrame::CutOff.into()),
            }
        }
    }

    async fn read(&mut self, shared: &Shared, link: &Link) -> ReadEnd {
        let mut allowance = Allowance::new(&shared.limits);
        loop {
            loop {
                let bytes = match self.decoder.next() {
                    Ok(Some(bytes)) => bytes,
                    Ok(None) => break,
                    Err(why) => return ReadEnd::Over(Unlink::BadFrame(why)),
                };
                if !allowance.take(bytes.len()) {
                    return ReadEnd::Over(Unlink::Flood);
                }
                if link.is_ending() {
                    continue;
                }
                if !shared.events.emit(NetEvent::Frame { peer: link.peer, bytes }).await {
                    return ReadEnd::Unheard;
                }
            }
            let read = tokio::select! {
                biased;
                () = allowance.refill() => continue,
                read = self.stream.read_chunk(STREAM_WINDOW_BYTES as usize, true) => read,
            };
            match read {
                Ok(Some(chunk)) => self.decoder.push(&chunk.bytes),
                Ok(None) => return ReadEnd::Over(self.ended(shared, link).await),
                Err(ReadError::ConnectionLost(why)) => return ReadEnd::Over(seen(&why, &shared.limits)),
                Err(_) => return ReadEnd::Over(Unlink::BadFrame(BadFrame::Ended)),
            }
        }
    }

    /// The stream has ended. Whoever closes a link ends the stream first and then says why.
    async fn ended(&self, shared: &Shared, link: &Link) -> Unlink {
        if self.decoder.is_amid() {
            return Unlink::BadFrame(BadFrame::CutOff);
        }
        link.leave();
        match timeout(2 * FAREWELL, link.connection.closed()).await {
            Ok(why) => seen(&why, &shared.limits),
            Err(_) => Unlink::BadFrame(BadFrame::Ended),
        }
    }

    /// Reads and forgets until nothing comes any more.
    async fn drain(&mut self) {
        while let Ok(Some(_)) = self.stream.read_chunk(STREAM_WINDOW_BYTES as usize, true).await {}
    }
}

/// Why there was no greeting.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoGreeting {
    #[error("{0}")]
    Frame(#[from] BadFrame),
    #[error("{0}")]
    Read(#[from] ReadError),
}

/// How much a link may still receive: a token bucket that a timer fills, and only while it is not full.
struct Allowance {
    left: u64,
    full: u64,
    timer: Interval,
}

impl Allowance {
    fn new(limits: &Limits) -> Self {
        let mut timer = interval(REFILL);
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { left: limits.flood_burst_bytes, full: limits.flood_burst_bytes, timer }
    }

    /// Takes a frame's worth; says whether there was as much.
    fn take(&mut self, bytes: usize) -> bool {
        let cost = bytes as u64 + FRAME_COST_BYTES;
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Waits until there is more. For ever if it is full.
    async fn refill(&mut self) {
        if self.left == self.full {
            return std::future::pending().await;
        }
        self.timer.tick().await;
        let more = FLOOD_BYTES_PER_SECOND * u64::from(REFILL.subsec_millis()) / 1000;
        self.left = (self.left + more).min(self.full);
    }
}
