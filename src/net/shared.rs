//! What all tasks of an endpoint share.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Semaphore, mpsc, watch};
use whistlestop_proto::sign::PublicKey;

use super::NetEvent;
use super::address::fitness;
use super::frame::StartTag;
use super::limits::Limits;
use super::registry::Registry;
use super::tls::Tls;

/// What all tasks of an endpoint share.
pub(super) struct Shared {
    pub(super) own: PublicKey,
    pub(super) session: StartTag,
    pub(super) tls: Tls,
    pub(super) limits: Limits,
    pub(super) sockets: Vec<Socket>,
    pub(super) registry: Mutex<Registry>,
    pub(super) events: Events,
    pub(super) half_open: Arc<Semaphore>,
    pub(super) dials: Arc<Semaphore>,
}

/// One bound socket.
#[derive(Debug)]
pub(super) struct Socket {
    pub(super) quic: quinn::Endpoint,
    pub(super) address: SocketAddr,
}

/// The way to the node.
#[derive(Debug)]
pub(super) struct Events {
    pub(super) to_node: mpsc::Sender<NetEvent>,
    /// Becomes true when the endpoint ends and nobody waits for events any more.
    pub(super) ended: watch::Sender<bool>,
}

impl Shared {
    pub(super) fn registry(&self) -> MutexGuard<'_, Registry> {
        lock(&self.registry)
    }

    /// The socket that reaches an address best.
    pub(super) fn socket_to(&self, to: SocketAddr) -> Option<&quinn::Endpoint> {
        let fitting = self.sockets.iter().filter_map(|socket| Some((fitness(socket.address, to)?, socket)));
        fitting.max_by_key(|(fitness, _)| *fitness).map(|(_, socket)| &socket.quic)
    }
}

impl Events {
    /// Hands an event to the node, waiting for room; says whether the node still takes them.
    pub(super) async fn emit(&self, event: NetEvent) -> bool {
        let event = match self.to_node.try_send(event) {
            Ok(()) => return true,
            Err(mpsc::error::TrySendError::Closed(_)) => return false,
            Err(mpsc::error::TrySendError::Full(event)) => event,
        };
        let mut ended = self.ended.subscribe();
        tokio::select! {
            sent = self.to_node.send(event) => sent.is_ok(),
            _ = ended.wait_for(|ended| *ended) => false,
        }
    }

    /// Waits for the end of the endpoint.
    pub(super) async fn ended(&self) {
        // The sender lives as long as `self`, so an error cannot come; it would mean the end too.
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }
}

/// Locks, whatever happened to others who held the lock: nothing here is left half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
