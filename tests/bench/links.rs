//! What a frame costs on a link, next to the same bytes on a bare stream of quinn.
//!
//! Both ends run in one process on one thread, in rounds that take turns; what counts is the ratio.
//! `scripts/bench` runs this.

#![expect(clippy::disallowed_types, clippy::print_stdout)]

mod bare_quinn;

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use bare_quinn::{BYTES, Bare};
use tokio::sync::mpsc::Receiver;
use whistlestop::net::{Endpoint, NetEvent};
use whistlestop_proto::sign::{Identity, PublicKey};

const ROUNDS: usize = 31;
const PINGS: u32 = 1000;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (mut bare, mut link) = (Bare::new().await, Link::new().await);
    let mut rounds: [Vec<f64>; 2] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(bare_round(&mut bare).await);
        rounds[1].push(link.round().await);
    }
    let [bare, link] = rounds.map(median);
    println!("ping-pong of {BYTES} bytes, there and back, one thread; medians of {ROUNDS} rounds\n");
    println!("  bare quinn stream   {bare:>6.1} us");
    println!("  link                {link:>6.1} us   {:.2} of bare quinn", link / bare);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn per_ping(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e6 / f64::from(PINGS)
}

/// Two endpoints of ours; the other one sends back whatever comes.
struct Link {
    endpoint: Endpoint,
    events: Receiver<NetEvent>,
    peer: PublicKey,
}

impl Link {
    async fn new() -> Self {
        let (here, there) = (Identity::from_secret(&[1; 32]), Identity::from_secret(&[2; 32]));
        let loopback = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0))];
        let (endpoint, mut events) = Endpoint::bind(&here, &loopback).expect("loopback is free");
        let (echo, mut heard) = Endpoint::bind(&there, &loopback).expect("loopback is free");
        endpoint.dial(echo.addresses()[0], Some(there.public()));
        tokio::spawn(async move {
            while let Some(event) = heard.recv().await {
                if let NetEvent::Frame { peer, bytes } = event {
                    echo.send(&peer, &bytes).expect("the link is there");
                }
            }
        });
        assert!(matches!(events.recv().await, Some(NetEvent::Linked { .. })));
        Self { endpoint, events, peer: there.public() }
    }

    async fn round(&mut self) -> f64 {
        let start = Instant::now();
        for _ in 0..PINGS {
            self.endpoint.send(&self.peer, &[7; BYTES]).expect("the link is there");
            let Some(NetEvent::Frame { bytes, .. }) = self.events.recv().await else {
                unreachable!("only frames come")
            };
            assert_eq!(bytes.len(), BYTES);
        }
        per_ping(start)
    }
}

async fn bare_round(bare: &mut Bare) -> f64 {
    let start = Instant::now();
    for _ in 0..PINGS {
        bare.ping().await;
    }
    per_ping(start)
}
