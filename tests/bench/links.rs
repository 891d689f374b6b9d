//! What a frame costs on a link, next to the same bytes on a bare stream of quinn.
//!
//! Both ends run in one process on one thread, in rounds that take turns; what counts is the ratio.
//! `scripts/bench` runs this.

#![expect(clippy::disallowed_types, clippy::print_stdout)]

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{RecvStream, SendStream};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::version::TLS13;
use tokio::sync::mpsc::Receiver;
use whistlestop::net::{Endpoint, NetEvent};
use whistlestop_proto::sign::{Identity, PublicKey};

const ROUNDS: usize = 31;
const PINGS: u32 = 1000;
const BYTES: usize = 200;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (mut bare, mut link) = (Bare::new().await, Link::new().await);
    let mut rounds: [Vec<f64>; 2] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(bare.round().await);
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

/// A stream between two endpoints of quinn as they come; the other end sends back whatever comes.
struct Bare {
    send: SendStream,
    receive: RecvStream,
    _connection: quinn::Connection,
}

impl Bare {
    async fn new() -> Self {
        let (server, client) = configs();
        let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = quinn::Endpoint::server(server, loopback).expect("loopback is free");
        let address = listener.local_addr().expect("it is bound");
        tokio::spawn(async move {
            let incoming = listener.accept().await.expect("somebody dials");
            let connection = incoming.await.expect("the handshake succeeds");
            let (mut send, mut receive) = connection.accept_bi().await.expect("a stream is opened");
            let mut bytes = [0; BYTES];
            while receive.read_exact(&mut bytes).await.is_ok() {
                send.write_all(&bytes).await.expect("the stream is there");
            }
        });
        let dialler = quinn::Endpoint::client(loopback).expect("loopback is free");
        let connecting = dialler.connect_with(client, address, "localhost").expect("it can be dialled");
        let connection = connecting.await.expect("the handshake succeeds");
        let (send, receive) = connection.open_bi().await.expect("a stream may be opened");
        Self { send, receive, _connection: connection }
    }

    async fn round(&mut self) -> f64 {
        let start = Instant::now();
        let mut bytes = [7; BYTES];
        for _ in 0..PINGS {
            self.send.write_all(&bytes).await.expect("the stream is there");
            self.receive.read_exact(&mut bytes).await.expect("the stream is there");
        }
        per_ping(start)
    }
}

fn configs() -> (quinn::ServerConfig, quinn::ClientConfig) {
    let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key can be made");
    let params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("it is a name");
    let certificate = params.self_signed(&key).expect("the key signs").der().clone();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let secret = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
    let server = rustls::ServerConfig::builder_with_provider(provider.clone())
        .with_protocol_versions(&[&TLS13])
        .expect("ring has TLS 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], secret)
        .expect("the key is the certificate's");
    let mut roots = rustls::RootCertStore::empty();
    roots.add(certificate).expect("it is a certificate");
    let client = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&TLS13])
        .expect("ring has TLS 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let server = QuicServerConfig::try_from(server).expect("it can do TLS 1.3");
    let client = QuicClientConfig::try_from(client).expect("it can do TLS 1.3");
    (quinn::ServerConfig::with_crypto(Arc::new(server)), quinn::ClientConfig::new(Arc::new(client)))
}
