//! One link: an open connection to a peer whose key is proved.
//!
//! What is sent goes straight into QUIC's stream, in the caller's own turn; QUIC's task then puts all that has gathered
//! into as few packets as it can. Only when the stream takes no more does it wait here, for `pump` to carry it over.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker, ready};

use quinn::{Connection, ConnectionError, SendStream, VarInt, WriteError};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use whistlestop_proto::sign::PublicKey;

use super::error::{BadFrame, Unlink, Unsent};
use super::frame::{self, HEADER_BYTES, StartTag};
use super::limits::{FAREWELL, KEPT_BUFFER_BYTES, Limits, MAX_FRAME_BYTES};
use super::reason::clean;
use super::shared::lock;

/// The number beside the reason of a close. People read the reason; only this one is told apart by programs.
pub(super) const DUPLICATE: VarInt = VarInt::from_u32(1);

/// What somebody is told who is kept out.
pub(super) const BARRED: &str = "you sent what no honest peer sends; try again in some minutes";

/// The number of every other close.
pub(super) const CLOSED: VarInt = VarInt::from_u32(0);

/// What both ends derive from a connection, and only they can.
const EXPORTER: &[u8] = b"EXPORTER-whistlestop/1";

/// So many links were made.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// One link.
pub(super) struct Link {
    pub(super) peer: PublicKey,
    pub(super) address: SocketAddr,
    /// Greater than that of every link before it.
    pub(super) number: u64,
    /// Whether it was dialled here.
    pub(super) dialled: bool,
    /// The other side's.
    pub(super) session: StartTag,
    pub(super) exporter: [u8; 32],
    pub(super) connection: Connection,
    queue_bytes: usize,
    out: Mutex<OutStream>,
    /// Something is waiting for the pump.
    work: Notify,
    announced: AtomicBool,
    settled: AtomicBool,
    /// The other side is closing it.
    leaving: AtomicBool,
    /// Why this side ended it.
    verdict: Mutex<Option<Unlink>>,
}

/// The way out.
struct OutStream {
    stream: SendStream,
    /// What the stream did not take yet, from `start` on.
    waiting: Vec<u8>,
    start: usize,
    /// Whether the pump is at it.
    blocked: bool,
    /// Whether nothing more may follow.
    ending: bool,
}

/// What a new link is made of.
pub(super) struct Parts {
    pub(super) peer: PublicKey,
    pub(super) address: SocketAddr,
    pub(super) dialled: bool,
    pub(super) session: StartTag,
    pub(super) connection: Connection,
    pub(super) stream: SendStream,
}

impl Link {
    /// Fails only if the connection is already over.
    pub(super) fn new(parts: Parts, limits: &Limits) -> Result<Arc<Self>, Unlink> {
        let Parts { peer, address, dialled, session, connection, stream } = parts;
        let mut exporter = [0; 32];
        if connection.export_keying_material(&mut exporter, EXPORTER, b"").is_err() {
            return Err(Unlink::Lost("the handshake was not finished".to_owned()));
        }
        Ok(Arc::new(Self {
            peer,
            address,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            dialled,
            session,
            exporter,
            connection,
            queue_bytes: limits.queue_bytes,
            out: Mutex::new(OutStream {
                stream,
                waiting: Vec::new(),
                start: 0,
                blocked: false,
                ending: false,
            }),
            work: Notify::new(),
            announced: AtomicBool::new(false),
            settled: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            verdict: Mutex::new(None),
        }))
    }

    /// Sends a node's frame: only after the node was told of the link, so that it never speaks to one that it does not
    /// know of.
    pub(super) fn send(&self, frame: &[u8]) -> Result<(), Unsent> {
        if frame.is_empty() {
            return Err(Unsent::Empty);
        }
        if frame.len() > MAX_FRAME_BYTES {
            return Err(Unsent::TooLong { bytes: frame.len() });
        }
        if !self.announced.load(Ordering::Relaxed) {
            return Err(Unsent::NotLinked);
        }
        self.write(frame)
    }

    /// Sends the first frame.
    pub(super) fn greet(&self, session: &StartTag) -> Result<(), Unsent> {
        self.write(&frame::greeting(session))
    }

    fn write(&self, frame: &[u8]) -> Result<(), Unsent> {
        let mut out = lock(&self.out);
        if out.ending {
            return Err(Unsent::NotLinked);
        }
        let bytes = out.waiting.len() - out.start + HEADER_BYTES + frame.len();
        if bytes > self.queue_bytes {
            drop(out);
            self.end(Unlink::SlowReader { bytes });
            return Err(Unsent::QueueFull);
        }
        out.push(frame);
        if out.blocked {
            return Ok(());
        }
        match out.poll_flush(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(())) => Ok(()),
            Poll::Ready(Err(why)) => {
                drop(out);
                self.end_unwritable(&why);
                Err(Unsent::NotLinked)
            }
            Poll::Pending => {
                out.blocked = true;
                self.work.notify_one();
                Ok(())
            }
        }
    }

    /// The node is told of the link now.
    pub(super) fn announce(&self) {
        self.announced.store(true, Ordering::Relaxed);
    }

    /// Whether it is too old to be the other half of two dials at the same moment.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed)
    }

    /// The other side has said its last.
    pub(super) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Whether it is over for the other side, though the node may not yet know.
    pub(super) fn is_gone(&self) -> bool {
        self.leaving.load(Ordering::Relaxed) || self.connection.close_reason().is_some()
    }

    /// Whether this side has ended it or is about to.
    pub(super) fn is_ending(&self) -> bool {
        lock(&self.verdict).is_some()
    }

    /// Ends it at once and tells the other side why. The first reason counts.
    pub(super) fn end(&self, why: Unlink) {
        if self.connection.close_reason().is_some() {
            return;
        }
        let told = told(&why);
        lock(&self.verdict).get_or_insert(why);
        lock(&self.out).ending = true;
        self.connection.close(CLOSED, told.as_bytes());
        self.work.notify_one();
    }

    /// Ends it once everything sent before has arrived, or some time has passed.
    pub(super) fn finish(&self, reason: &str) {
        lock(&self.verdict).get_or_insert_with(|| Unlink::ClosedHere { reason: clean(reason.as_bytes()) });
        lock(&self.out).ending = true;
        self.work.notify_one();
    }

    /// Why it is over: what this side ended it for, or else what was seen.
    pub(super) fn verdict(&self, seen: Unlink) -> Unlink {
        lock(&self.verdict).clone().unwrap_or(seen)
    }

    fn end_unwritable(&self, why: &WriteError) {
        if matches!(why, WriteError::Stopped(_)) {
            self.end(Unlink::BadFrame(BadFrame::Ended));
        }
    }

    /// Carries over what the stream could not take at once, and closes in the end. Also notes when the link is settled.
    pub(super) async fn pump(self: Arc<Self>, limits: Limits) {
        let mut settling = std::pin::pin!(sleep(limits.settled));
        loop {
            tokio::select! {
                () = self.work.notified() => {}
                () = &mut settling, if !self.is_settled() => {
                    self.settled.store(true, Ordering::Relaxed);
                    continue;
                }
                _ = self.connection.closed() => return,
            }
            if !lock(&self.out).ending {
                // Whoever does not read must not keep the link from being closed: while this waits for the stream, only
                // the end is notified.
                let flushed = tokio::select! {
                    flushed = self.flush() => Some(flushed),
                    () = self.work.notified() => None,
                };
                match flushed {
                    Some(Ok(())) => continue,
                    Some(Err(why)) => return self.end_unwritable(&why),
                    None => {}
                }
            }
            // Whether the last words arrived or not: the link ends.
            let _ = timeout(FAREWELL, self.see_off()).await;
            let verdict = lock(&self.verdict).clone();
            let told = verdict.as_ref().map(told).unwrap_or_default();
            return self.connection.close(CLOSED, told.as_bytes());
        }
    }

    async fn flush(&self) -> Result<(), WriteError> {
        std::future::poll_fn(|cx| {
            let mut out = lock(&self.out);
            let flushed = ready!(out.poll_flush(cx));
            out.blocked = false;
            Poll::Ready(flushed)
        })
        .await
    }

    async fn see_off(&self) -> Result<(), WriteError> {
        self.flush().await?;
        let stopped = {
            let mut out = lock(&self.out);
            // An error means that it was finished before.
            let _ = out.stream.finish();
            out.stream.stopped()
        };
        let _ = stopped.await;
        Ok(())
    }
}

impl OutStream {
    fn push(&mut self, frame: &[u8]) {
        // What was carried over is cleared away only when it is the larger part, so that moving the rest stays cheap.
        if self.start > self.waiting.len() / 2 {
            self.waiting.drain(..self.start);
            self.start = 0;
        }
        frame::write(frame, &mut self.waiting);
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), WriteError>> {
        while self.start < self.waiting.len() {
            let rest = &self.waiting[self.start..];
            self.start += ready!(Pin::new(&mut self.stream).poll_write(cx, rest))?;
        }
        self.waiting.clear();
        self.waiting.shrink_to(KEPT_BUFFER_BYTES);
        self.start = 0;
        Poll::Ready(Ok(()))
    }
}

/// Why a connection is over, as seen from here.
pub(super) fn seen(error: &ConnectionError, limits: &Limits) -> Unlink {
    match error {
        ConnectionError::ApplicationClosed(close) => Unlink::ClosedByThem { reason: given(&close.reason) },
        ConnectionError::TimedOut => {
            let rounded_up = u64::from(limits.idle.subsec_nanos() > 0);
            Unlink::TimedOut { seconds: limits.idle.as_secs() + rounded_up }
        }
        ConnectionError::LocallyClosed => Unlink::ClosedHere { reason: "the program ended".to_owned() },
        ConnectionError::Reset => Unlink::Lost("the other side no longer knows of it".to_owned()),
        other => Unlink::Lost(clean(other.to_string().as_bytes())),
    }
}

/// A reason that the other side gave, if it did.
pub(super) fn given(reason: &[u8]) -> String {
    let reason = clean(reason);
    if reason.is_empty() { "no reason given".to_owned() } else { reason }
}

/// What the other side is told.
fn told(why: &Unlink) -> String {
    match why {
        Unlink::ClosedHere { reason } => reason.clone(),
        Unlink::Flood => "you sent more than a link may carry".to_owned(),
        Unlink::BadFrame(why) => format!("you sent a bad frame: {why}"),
        Unlink::SlowReader { .. } => "you do not read what you are sent".to_owned(),
        Unlink::Replaced | Unlink::Restarted => "replaced by a newer link".to_owned(),
        Unlink::GaveWay => "a player of the table needs your place; try again later".to_owned(),
        Unlink::ClosedByThem { .. } | Unlink::TimedOut { .. } | Unlink::Lost(_) => String::new(),
    }
}
