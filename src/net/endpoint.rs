//! The endpoint: what the node has in hand.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;
use whistlestop_proto::sign::{Identity, PublicKey};

use super::barred::Bar;
use super::error::{BindError, Unsent};
use super::frame::StartTag;
use super::limits::{FAREWELL, Limits, MAX_DIALS, MAX_EVENTS};
use super::link::CLOSED;
use super::reason::clean;
use super::registry::{Dialling, Registry};
use super::shared::{Events, Shared, Socket};
use super::tls::Tls;
use super::{NetEvent, accept, dial, quic};

/// A handle on the sockets, links and tasks of one player. Cheap to clone; when the last is dropped, all links end.
#[derive(Clone)]
pub struct Endpoint {
    running: Arc<Running>,
}

struct Running {
    shared: Arc<Shared>,
    runtime: Handle,
}

impl Endpoint {
    /// Listens on these addresses, or on any if there are none; port 0 is any free port. `[::]` takes IPv4 too, and
    /// stands for `0.0.0.0` where there is no IPv6.
    ///
    /// The receiver must be read all the time: while it is full nothing is read from any link.
    pub fn bind(
        identity: &Identity,
        listen: &[SocketAddr],
    ) -> Result<(Self, mpsc::Receiver<NetEvent>), BindError> {
        Self::bind_within(identity, listen, Limits::default())
    }

    pub(super) fn bind_within(
        identity: &Identity,
        listen: &[SocketAddr],
        limits: Limits,
    ) -> Result<(Self, mpsc::Receiver<NetEvent>), BindError> {
        let runtime = Handle::try_current().map_err(|_| BindError::NoRuntime)?;
        let tls = Tls::new(identity).map_err(BindError::Certificate)?;
        let server = quic::server(&tls, &limits).map_err(BindError::Certificate)?;
        let mut session = StartTag::default();
        getrandom::fill(&mut session).map_err(|why| BindError::Certificate(why.to_string()))?;
        let sockets = open_all(listen, &server)?;
        let (to_node, events) = mpsc::channel(MAX_EVENTS);
        let own = identity.public();
        let shared = Arc::new(Shared {
            own,
            session,
            tls,
            sockets,
            registry: Mutex::new(Registry::new(own, limits.links)),
            events: Events { to_node, ended: watch::Sender::new(false) },
            half_open: Arc::new(Semaphore::new(limits.half_open)),
            dials: Arc::new(Semaphore::new(MAX_DIALS)),
            limits,
        });
        for socket in &shared.sockets {
            runtime.spawn(accept::run(shared.clone(), socket.quic.clone()));
        }
        Ok((Self { running: Arc::new(Running { shared, runtime }) }, events))
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.running.shared
    }

    /// Where this endpoint listens.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.shared().sockets.iter().map(|socket| socket.address).collect()
    }

    /// Dials an address. What comes of it is told by an event. If the peer is already linked or the same dial is under
    /// way, nothing happens.
    pub fn dial(&self, address: SocketAddr, expected: Option<PublicKey>) {
        let shared = self.shared().clone();
        let Some(under_way) = Dialling::begin(&shared, address, expected) else { return };
        self.running.runtime.spawn(async move {
            let ended = shared.clone();
            tokio::select! {
                () = dial::dial(shared, under_way, address, expected) => {}
                () = ended.events.ended() => {}
            }
        });
    }

    /// Sends a frame to a linked peer. Never waits: what the network does not take at once is kept, up to a bound.
    pub fn send(&self, peer: &PublicKey, frame: &[u8]) -> Result<(), Unsent> {
        let link = self.shared().registry().link(peer).cloned();
        link.ok_or(Unsent::NotLinked)?.send(frame)
    }

    /// Closes the link to a peer, after what was sent to it. The other side is shown the reason.
    pub fn close(&self, peer: &PublicKey, reason: &str) {
        let link = self.shared().registry().take(peer);
        if let Some(link) = link {
            link.finish(reason);
        }
    }

    /// Keeps places for these players, whoever else comes.
    pub fn reserve(&self, players: impl IntoIterator<Item = PublicKey>) {
        self.shared().registry().reserve(players);
    }

    /// Keeps somebody out for a while; a link that is there stays.
    pub fn bar(&self, bar: Bar, time: Duration) {
        let shared = Arc::downgrade(self.shared());
        let number = self.shared().registry().barred().add(bar);
        self.running.runtime.spawn(async move {
            tokio::time::sleep(time).await;
            if let Some(shared) = shared.upgrade() {
                shared.registry().barred().lift(number);
            }
        });
    }

    /// Ends all links, after what was sent on them, and the endpoint. Takes a few seconds at most, whatever the others do.
    pub async fn shutdown(self, reason: &str) {
        let shared = self.shared();
        let reason = clean(reason.as_bytes());
        for socket in &shared.sockets {
            socket.quic.set_server_config(None);
        }
        let links = shared.registry().shut();
        for link in &links {
            link.finish(&reason);
        }
        shared.events.ended.send_replace(true);
        let seen_off = async {
            for link in &links {
                link.connection.closed().await;
            }
        };
        let _ = timeout(2 * FAREWELL, seen_off).await;
        for socket in &shared.sockets {
            socket.quic.close(CLOSED, reason.as_bytes());
        }
        let idle = async {
            for socket in &shared.sockets {
                socket.quic.wait_idle().await;
            }
        };
        // Whoever has not heard of the end by then finds out by itself.
        let _ = timeout(FAREWELL, idle).await;
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endpoint({:?} on {:?})", self.shared().own, self.addresses())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shared.registry().shut();
        self.shared.events.ended.send_replace(true);
        for socket in &self.shared.sockets {
            socket.quic.close(CLOSED, b"the program ended");
        }
    }
}

fn open_all(listen: &[SocketAddr], server: &quinn::ServerConfig) -> Result<Vec<Socket>, BindError> {
    let anywhere = [(Ipv6Addr::UNSPECIFIED, 0).into()];
    let mut sockets: Vec<Socket> = Vec::new();
    for &address in if listen.is_empty() { &anywhere } else { listen } {
        match open(address, server) {
            Ok(socket) => sockets.push(socket),
            // `[::]` on the same port has IPv4 already.
            Err(BindError::InUse(address)) if is_covered(address, &sockets) => {}
            Err(why) => return Err(why),
        }
    }
    Ok(sockets)
}

fn is_covered(address: SocketAddr, sockets: &[Socket]) -> bool {
    let covers = |bound: SocketAddr| bound.ip() == Ipv6Addr::UNSPECIFIED && bound.port() == address.port();
    address.is_ipv4() && sockets.iter().any(|socket| covers(socket.address))
}

fn open(address: SocketAddr, server: &quinn::ServerConfig) -> Result<Socket, BindError> {
    // The name is misleading: this is the way to a socket for both families on every system.
    let opened = quinn::Endpoint::client(address).map_err(|why| BindError::new(address, why));
    let quic = match opened {
        Err(BindError::Other { .. } | BindError::NotHere(_)) if address.ip() == Ipv6Addr::UNSPECIFIED => {
            let v4 = (Ipv4Addr::UNSPECIFIED, address.port()).into();
            quinn::Endpoint::client(v4).map_err(|why| BindError::new(v4, why))
        }
        opened => opened,
    }?;
    quic.set_server_config(Some(server.clone()));
    let address = quic.local_addr().map_err(|why| BindError::new(address, why))?;
    Ok(Socket { quic, address })
}
