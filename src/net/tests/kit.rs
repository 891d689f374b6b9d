//! Peers on loopback, a cable that can be cut, and strangers who speak QUIC but not always our way.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::sign::{CertifiedKey, Signer, SigningKey, SingleCertAndKey};
use rustls::{DigitallySignedStruct, Error, SignatureAlgorithm, SignatureScheme};
use tokio::net::UdpSocket;
use tokio::sync::mpsc;
use tokio::time::timeout;
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::net::frame;
use crate::net::limits::Limits;
use crate::net::tls::{ALPN, provider};
use crate::net::{DialError, Endpoint, NetEvent, Unlink};

/// Far beyond anything that should happen: a test that hangs says where.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn identity(number: u16) -> Identity {
    let mut secret = [7; 32];
    secret[..2].copy_from_slice(&number.to_le_bytes());
    Identity::from_secret(&secret)
}

pub(super) fn loopback() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// A peer and what it is told.
pub(super) struct Peer {
    pub(super) key: PublicKey,
    pub(super) endpoint: Endpoint,
    pub(super) events: mpsc::Receiver<NetEvent>,
}

impl Peer {
    pub(super) fn new(number: u16) -> Self {
        Self::within(number, Limits::default())
    }

    pub(super) fn within(number: u16, limits: Limits) -> Self {
        Self::on(number, &[loopback()], limits)
    }

    pub(super) fn on(number: u16, listen: &[SocketAddr], limits: Limits) -> Self {
        let identity = identity(number);
        let (endpoint, events) = Endpoint::bind_within(&identity, listen, limits).unwrap();
        Self { key: identity.public(), endpoint, events }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.endpoint.addresses()[0]
    }

    pub(super) async fn next(&mut self) -> NetEvent {
        timeout(PATIENCE, self.events.recv()).await.expect("something happens").expect("the endpoint lives")
    }

    /// The next event is a link to this peer; its exporter.
    #[track_caller]
    pub(super) fn linked(&mut self, to: PublicKey) -> impl Future<Output = [u8; 32]> {
        let caller = std::panic::Location::caller();
        async move {
            match self.next().await {
                NetEvent::Linked { peer, exporter, .. } if peer == to => exporter,
                other => panic!("{caller}: expected a link, not {other:?}"),
            }
        }
    }

    /// The next event is a frame from this peer.
    #[track_caller]
    pub(super) fn frame(&mut self, from: PublicKey) -> impl Future<Output = Vec<u8>> {
        let caller = std::panic::Location::caller();
        async move {
            match self.next().await {
                NetEvent::Frame { peer, bytes } if peer == from => bytes,
                other => panic!("{caller}: expected a frame, not {other:?}"),
            }
        }
    }

    /// The next event, frames of the peer aside, is the end of the link to it.
    #[track_caller]
    pub(super) fn unlinked(&mut self, from: PublicKey) -> impl Future<Output = Unlink> {
        let caller = std::panic::Location::caller();
        async move {
            loop {
                match self.next().await {
                    NetEvent::Unlinked { peer, why } if peer == from => return why,
                    NetEvent::Frame { peer, .. } if peer == from => {}
                    other => panic!("{caller}: expected the end of a link, not {other:?}"),
                }
            }
        }
    }

    /// The next event is a failed dial.
    #[track_caller]
    pub(super) fn failed(&mut self) -> impl Future<Output = DialError> {
        let caller = std::panic::Location::caller();
        async move {
            match self.next().await {
                NetEvent::DialFailed { why, .. } => why,
                other => panic!("{caller}: expected a failed dial, not {other:?}"),
            }
        }
    }

    /// Dials another, and both are told.
    pub(super) async fn link(&mut self, other: &mut Self) -> [u8; 32] {
        self.endpoint.dial(other.address(), Some(other.key));
        let (ours, theirs) = (self.linked(other.key).await, other.linked(self.key).await);
        assert_eq!(ours, theirs);
        ours
    }

    /// The link to this peer works both ways.
    pub(super) async fn talks_with(&mut self, other: &mut Self) {
        self.endpoint.send(&other.key, b"there").unwrap();
        assert_eq!(other.frame(self.key).await, b"there");
        other.endpoint.send(&self.key, b"and back").unwrap();
        assert_eq!(self.frame(other.key).await, b"and back");
    }
}

/// A cable between two sockets.
pub(super) struct Cable {
    pub(super) address: SocketAddr,
    cut: Arc<AtomicBool>,
}

impl Cable {
    /// To this address; for one dialler.
    pub(super) async fn to(target: SocketAddr) -> Self {
        let (near, far) =
            (UdpSocket::bind(loopback()).await.unwrap(), UdpSocket::bind(loopback()).await.unwrap());
        let address = near.local_addr().unwrap();
        let cut = Arc::new(AtomicBool::new(false));
        let is_cut = cut.clone();
        tokio::spawn(async move {
            let (mut there, mut back, mut dialler) = ([0; 65_536], [0; 65_536], target);
            loop {
                tokio::select! {
                    Ok((len, from)) = near.recv_from(&mut there) => {
                        dialler = from;
                        if !is_cut.load(Ordering::Relaxed) {
                            far.send_to(&there[..len], target).await.unwrap();
                        }
                    }
                    Ok((len, _)) = far.recv_from(&mut back) => {
                        if !is_cut.load(Ordering::Relaxed) {
                            near.send_to(&back[..len], dialler).await.unwrap();
                        }
                    }
                }
            }
        });
        Self { address, cut }
    }

    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }
}

/// Somebody who speaks QUIC and TLS, with whatever certificate, key and protocol.
pub(super) struct Stranger {
    pub(super) chain: Vec<CertificateDer<'static>>,
    pub(super) key: Arc<dyn SigningKey>,
    pub(super) alpn: Vec<u8>,
}

impl Stranger {
    /// One who does everything right so far.
    pub(super) fn new(number: u16) -> Self {
        let (certificate, key) = certified(&own_key(number));
        Self { chain: vec![certificate], key, alpn: ALPN.to_vec() }
    }

    fn certified(&self) -> Arc<SingleCertAndKey> {
        let stubborn = Arc::new(Stubborn(self.key.clone()));
        Arc::new(CertifiedKey::new(self.chain.clone(), stubborn).into())
    }

    pub(super) async fn dial(
        &self,
        address: SocketAddr,
    ) -> Result<quinn::Connection, quinn::ConnectionError> {
        let config = rustls::ClientConfig::builder_with_provider(Arc::new(provider()));
        let mut config = config
            .with_protocol_versions(&[&rustls::version::TLS13])
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Gullible))
            .with_client_cert_resolver(self.certified());
        config.alpn_protocols = vec![self.alpn.clone()];
        let config = quinn::crypto::rustls::QuicClientConfig::try_from(config).unwrap();
        let endpoint = quinn::Endpoint::client(loopback()).unwrap();
        endpoint.connect_with(quinn::ClientConfig::new(Arc::new(config)), address, "x").unwrap().await
    }

    /// Listens and finishes the handshake with whoever comes.
    pub(super) fn listen(&self) -> SocketAddr {
        let config = rustls::ServerConfig::builder_with_provider(Arc::new(provider()));
        let mut config = config
            .with_protocol_versions(&[&rustls::version::TLS13])
            .unwrap()
            .with_no_client_auth()
            .with_cert_resolver(self.certified());
        config.alpn_protocols = vec![self.alpn.clone()];
        let config = quinn::crypto::rustls::QuicServerConfig::try_from(config).unwrap();
        let config = quinn::ServerConfig::with_crypto(Arc::new(config));
        let endpoint = quinn::Endpoint::server(config, loopback()).unwrap();
        let address = endpoint.local_addr().unwrap();
        tokio::spawn(async move {
            while let Some(incoming) = endpoint.accept().await {
                if let Ok(connection) = incoming.await {
                    connection.closed().await;
                }
            }
        });
        address
    }

    /// Dials and greets, and is greeted.
    pub(super) async fn link(&self, address: SocketAddr) -> Wire {
        let connection = self.dial(address).await.unwrap();
        let (mut send, mut receive) = connection.open_bi().await.unwrap();
        let mut greeting = Vec::new();
        frame::write(&frame::greeting(&[9; 16]), &mut greeting);
        send.write_all(&greeting).await.unwrap();
        let mut answer = vec![0; greeting.len()];
        receive.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer[..8], greeting[..8], "the answer is a greeting");
        Wire { connection, send, receive }
    }
}

/// A stranger's side of a link.
pub(super) struct Wire {
    pub(super) connection: quinn::Connection,
    pub(super) send: quinn::SendStream,
    #[expect(dead_code, reason = "kept open: dropping it would tell the other side that nobody reads")]
    pub(super) receive: quinn::RecvStream,
}

/// Why the other side closed, in its words.
pub(super) fn reason(error: &quinn::ConnectionError) -> String {
    match error {
        quinn::ConnectionError::ApplicationClosed(close) => String::from_utf8(close.reason.to_vec()).unwrap(),
        other => panic!("no reason in {other:?}"),
    }
}

pub(super) fn own_key(number: u16) -> rcgen::KeyPair {
    let pkcs8 = identity(number).to_pkcs8();
    let pkcs8 = PrivatePkcs8KeyDer::from(&pkcs8[..]);
    rcgen::KeyPair::from_pkcs8_der_and_sign_algo(&pkcs8, &rcgen::PKCS_ED25519).unwrap()
}

/// A certificate signed with its own key, and the key.
pub(super) fn certified(key: &rcgen::KeyPair) -> (CertificateDer<'static>, Arc<dyn SigningKey>) {
    let params = rcgen::CertificateParams::new(Vec::new()).unwrap();
    let certificate = params.self_signed(key).unwrap().der().clone();
    let der = PrivateKeyDer::Pkcs8(key.serialize_der().into());
    (certificate, provider().key_provider.load_private_key(der).unwrap())
}

/// Signs with what it has, whatever it is asked for.
#[derive(Debug)]
struct Stubborn(Arc<dyn SigningKey>);

impl SigningKey for Stubborn {
    fn choose_scheme(&self, _offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        self.0.choose_scheme(&[SignatureScheme::ED25519, SignatureScheme::ECDSA_NISTP256_SHA256])
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.0.algorithm()
    }
}

/// Believes everybody.
#[derive(Debug)]
struct Gullible;

impl ServerCertVerifier for Gullible {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}
