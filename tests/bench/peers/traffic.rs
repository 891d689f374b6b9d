//! What one link carries for each entry of a game: counted from outside, by a socket between its two ends that passes on
//! every datagram. So everything is in it that QUIC adds, acknowledgements and statuses too.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use whistlestop::games::GAMES;

use crate::process::{Peer, homes};

/// What went over the link, both ways, for each entry.
pub(crate) struct Traffic {
    pub(crate) bytes: f64,
    pub(crate) datagrams: f64,
}

/// Plays a game of so many peers, of which the first two have the link that is counted.
pub(crate) fn traffic(peers: u32, pace_millis: u64) -> Traffic {
    let homes = homes();
    let (seats, pace) = (peers.to_string(), pace_millis.to_string());
    let home = |number: u32| homes.path().join(number.to_string());
    let mut host = Peer::start(
        &home(0),
        &["--host", GAMES[0].meta.id, "--seats", &seats, "--bot", "random", "--pace", &pace],
        Stdio::piped(),
    );
    let address = host.wait_for("listening")["addresses"][0].as_str().expect("it listens").to_owned();
    let counter = Counter::new(address.parse().expect("an address"));
    let join = |number: u32, address: &str| {
        let arguments = ["--join", address, "--bot", "random", "--pace", &pace, "--quiet"];
        Peer::start(&home(number), &arguments, Stdio::null())
    };
    std::thread::scope(|scope| {
        scope.spawn(|| counter.run());
        let first = join(1, &counter.address().to_string());
        // It has its place before the others come.
        host.wait_for("gathering");
        host.wait_for("gathering");
        let others: Vec<Peer> = (2..peers).map(|number| join(number, &address)).collect();
        host.wait_for("started");
        let before = counter.read();
        let mut entries = 0.0;
        loop {
            match host.next()["event"].as_str() {
                Some("final") => entries += 1.0,
                Some("over") => break,
                _ => {}
            }
        }
        let after = counter.read();
        counter.done.store(true, Ordering::Relaxed);
        drop((first, others));
        Traffic { bytes: (after.0 - before.0) / entries, datagrams: (after.1 - before.1) / entries }
    })
}

/// Passes datagrams on between one peer and whoever speaks to it first, and counts them.
struct Counter {
    socket: UdpSocket,
    host: SocketAddr,
    bytes: AtomicU64,
    datagrams: AtomicU64,
    done: AtomicBool,
}

impl Counter {
    fn new(host: SocketAddr) -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback is free");
        socket.set_read_timeout(Some(Duration::from_millis(100))).expect("it can wait");
        Self { socket, host, bytes: 0.into(), datagrams: 0.into(), done: false.into() }
    }

    fn address(&self) -> SocketAddr {
        self.socket.local_addr().expect("it is bound")
    }

    fn read(&self) -> (f64, f64) {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        (count(&self.bytes), count(&self.datagrams))
    }

    fn run(&self) {
        // More than any datagram of QUIC.
        let (mut guest, mut bytes) = (None, [0; 8 * 1024]);
        while !self.done.load(Ordering::Relaxed) {
            let Ok((length, from)) = self.socket.recv_from(&mut bytes) else { continue };
            let guest = *guest.get_or_insert(from);
            let to = match from {
                from if from == self.host => guest,
                from if from == guest => self.host,
                // Others may have been told of this place; they reach the guest elsewhere.
                _ => continue,
            };
            self.bytes.fetch_add(length as u64, Ordering::Relaxed);
            self.datagrams.fetch_add(1, Ordering::Relaxed);
            // Whatever is lost is sent again, and counted again.
            let _ = self.socket.send_to(&bytes[..length], to);
        }
    }
}
