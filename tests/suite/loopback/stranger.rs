//! Somebody with the program's own network code and other intentions.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio::time::timeout;
use whistlestop::net::{Endpoint, NetEvent};
use whistlestop::table::gather::PROGRAM_VERSION;
use whistlestop::table::stake::Answering;
use whistlestop::table::wire::{Frame, Knock, Wire};
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::sign::{Identity, PublicKey};

use super::kit::PATIENCE;

/// How long a flood stops for the network to carry what was sent.
const BREATH: Duration = Duration::from_millis(5);

/// A key, a socket, and whatever the test wants to send.
pub(crate) struct Stranger {
    pub(crate) identity: Identity,
    /// Of the last link.
    pub(crate) exporter: [u8; 32],
    runtime: Runtime,
    endpoint: Endpoint,
    events: mpsc::Receiver<NetEvent>,
}

impl Stranger {
    pub(crate) fn new(number: u8) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let identity = Identity::from_secret(&[number; 32]);
        let here: SocketAddr = "127.0.0.1:0".parse().unwrap();
        let (endpoint, events) =
            runtime.block_on(async { Endpoint::bind(&identity, &[here]) }).expect("loopback is there");
        Self { identity, exporter: [0; 32], runtime, endpoint, events }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.endpoint.addresses()[0]
    }

    #[track_caller]
    pub(crate) fn next(&mut self) -> NetEvent {
        let event = self.runtime.block_on(async { timeout(PATIENCE, self.events.recv()).await });
        event.expect("nothing came").expect("the endpoint runs")
    }

    /// Only begins to dial; whether it leads anywhere is told by an event.
    pub(crate) fn begin_dial(&self, address: SocketAddr) {
        self.endpoint.dial(address, None);
    }

    #[track_caller]
    pub(crate) fn dial(&mut self, address: SocketAddr) -> PublicKey {
        self.begin_dial(address);
        self.linked()
    }

    /// Waits for a link, whoever dialled.
    #[track_caller]
    pub(crate) fn linked(&mut self) -> PublicKey {
        match self.next() {
            NetEvent::Linked { peer, exporter, .. } => {
                self.exporter = exporter;
                peer
            }
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn send(&self, peer: &PublicKey, frame: &[u8]) {
        // A link that was closed meanwhile is seen by its event.
        let _ = self.endpoint.send(peer, frame);
    }

    #[track_caller]
    pub(crate) fn say(&self, peer: &PublicKey, wire: &Wire) {
        self.send(peer, &wire.frame());
    }

    /// The next thing that is said around the protocol and fits.
    #[track_caller]
    pub(crate) fn hear<T>(&mut self, fits: impl Fn(Wire) -> Option<T>) -> T {
        loop {
            match self.next() {
                NetEvent::Frame { bytes, .. } => {
                    if let Ok(Frame::Wire(wire)) = Frame::parse(&bytes)
                        && let Some(heard) = fits(*wire)
                    {
                        return heard;
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Sits down at a host's gathering as an honest player does.
    #[track_caller]
    pub(crate) fn sit_down(&mut self, host: &PublicKey) {
        self.say(host, &Wire::Knock(Knock { watch: false, ..knock() }));
        self.settle(host);
    }

    /// Says that it sits where a seat is held for it.
    #[track_caller]
    pub(crate) fn settle(&mut self, host: &PublicKey) {
        let me = self.identity.public();
        let held = |wire| match wire {
            Wire::Seats(seats) if seats.keys().any(|key| key == me) => Some(seats.gathering),
            _ => None,
        };
        let gathering = self.hear(held);
        self.say(host, &Wire::Sit { gathering });
    }

    /// Answers a host's call as an honest player does.
    #[track_caller]
    pub(crate) fn answer_call(&mut self, host: &PublicKey) {
        let draft = self.hear(|wire| if let Wire::Call { draft } = wire { Some(draft) } else { None });
        let mut answer = Answering::new(&self.identity, [5; 16], draft);
        self.say(host, &Wire::Promise { draft, promise: answer.promise() });
        let promises =
            self.hear(|wire| if let Wire::Promises { promises, .. } = wire { Some(promises) } else { None });
        let stake = answer.reveal(&draft, promises).expect("all have promised");
        self.say(host, &Wire::Reveal { draft, stake });
    }

    /// Takes in what has come, and says why the link was closed if it was.
    pub(crate) fn dropped_by_now(&mut self) -> Option<String> {
        loop {
            let event = self.runtime.block_on(async { timeout(BREATH, self.events.recv()).await });
            match event {
                Ok(Some(NetEvent::Unlinked { why, .. })) => return Some(why.to_string()),
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Waits until the other side closes the link, and says why.
    #[track_caller]
    pub(crate) fn dropped(&mut self) -> String {
        loop {
            if let NetEvent::Unlinked { why, .. } = self.next() {
                return why.to_string();
            }
        }
    }
}

/// A knock as an honest spectator's.
pub(crate) fn knock() -> Knock {
    Knock {
        protocol: PROTOCOL_VERSION,
        program: PROGRAM_VERSION.to_owned(),
        name: "Eve".to_owned(),
        table: None,
        watch: true,
        ready: true,
        listens: Vec::new(),
        share: None,
    }
}
