//! A bare stream of quinn on loop-back, as the yardstick of what is built on it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{RecvStream, SendStream};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use rustls::version::TLS13;

/// About as long as a signed move.
pub(crate) const BYTES: usize = 200;

const LOOPBACK: (Ipv4Addr, u16) = (Ipv4Addr::LOCALHOST, 0);

/// A stream between two endpoints of quinn as they come; the other end sends back whatever comes.
pub(crate) struct Bare {
    send: SendStream,
    receive: RecvStream,
    _connection: quinn::Connection,
}

/// The other end, before anybody dials it.
pub(crate) struct Echo {
    listener: quinn::Endpoint,
    pub(crate) address: SocketAddr,
    pub(crate) certificate: CertificateDer<'static>,
}

impl Bare {
    /// Both ends in this process.
    pub(crate) async fn new() -> Self {
        let echo = Echo::new();
        let (address, certificate) = (echo.address, echo.certificate.clone());
        tokio::spawn(echo.run(|_| ()));
        Self::dial(address, certificate).await
    }

    /// To an echo that may be in another process.
    pub(crate) async fn dial(address: SocketAddr, certificate: CertificateDer<'static>) -> Self {
        let dialler = quinn::Endpoint::client(LOOPBACK.into()).expect("loopback is free");
        let client = client(certificate);
        let connecting = dialler.connect_with(client, address, "localhost").expect("it can be dialled");
        let connection = connecting.await.expect("the handshake succeeds");
        let (send, receive) = connection.open_bi().await.expect("a stream may be opened");
        Self { send, receive, _connection: connection }
    }

    /// Sends 200 bytes and waits until they are back.
    pub(crate) async fn ping(&mut self) {
        self.send().await;
        self.receive().await;
    }

    /// Sends 200 bytes.
    pub(crate) async fn send(&mut self) {
        self.send.write_all(&[7; BYTES]).await.expect("the stream is there");
    }

    /// Waits until 200 bytes are back.
    pub(crate) async fn receive(&mut self) {
        self.receive.read_exact(&mut [0; BYTES]).await.expect("the stream is there");
    }
}

impl Echo {
    pub(crate) fn new() -> Self {
        let (server, certificate) = server();
        let listener = quinn::Endpoint::server(server, LOOPBACK.into()).expect("loopback is free");
        let address = listener.local_addr().expect("it is bound");
        Self { listener, address, certificate }
    }

    /// Sends back what comes on one stream, each time after this was done with it.
    pub(crate) async fn run(self, mut does: impl FnMut(&[u8])) {
        let incoming = self.listener.accept().await.expect("somebody dials");
        let connection = incoming.await.expect("the handshake succeeds");
        let (mut send, mut receive) = connection.accept_bi().await.expect("a stream is opened");
        let mut bytes = [0; BYTES];
        while receive.read_exact(&mut bytes).await.is_ok() {
            does(&bytes);
            send.write_all(&bytes).await.expect("the stream is there");
        }
    }
}

fn server() -> (quinn::ServerConfig, CertificateDer<'static>) {
    let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key can be made");
    let params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("it is a name");
    let certificate = params.self_signed(&key).expect("the key signs").der().clone();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let secret = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
    let server = rustls::ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&TLS13])
        .expect("ring has TLS 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], secret)
        .expect("the key is the certificate's");
    let server = QuicServerConfig::try_from(server).expect("it can do TLS 1.3");
    (quinn::ServerConfig::with_crypto(Arc::new(server)), certificate)
}

fn client(certificate: CertificateDer<'static>) -> quinn::ClientConfig {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(certificate).expect("it is a certificate");
    let client =
        rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_protocol_versions(&[&TLS13])
            .expect("ring has TLS 1.3")
            .with_root_certificates(roots)
            .with_no_client_auth();
    let client = QuicClientConfig::try_from(client).expect("it can do TLS 1.3");
    quinn::ClientConfig::new(Arc::new(client))
}
