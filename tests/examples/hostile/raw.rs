//! Connections below the program's own network: any certificate, any bytes.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use quinn::crypto::rustls::QuicClientConfig;
use quinn::{Connection, RecvStream, SendStream};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use whistlestop_proto::sign::Identity;

/// How long the other side may take to answer or to close: what is not refused by then was let in.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection and its one stream.
pub(crate) struct Raw {
    endpoint: quinn::Endpoint,
    connection: Connection,
    send: SendStream,
    receive: RecvStream,
}

/// The certificate of an identity, as the program makes it.
pub(crate) fn certificate(identity: &Identity) -> anyhow::Result<CertificateDer<'static>> {
    let pkcs8 = identity.to_pkcs8();
    let key = rcgen::KeyPair::from_pkcs8_der_and_sign_algo(
        &PrivatePkcs8KeyDer::from(&pkcs8[..]),
        &rcgen::PKCS_ED25519,
    )?;
    let mut params = rcgen::CertificateParams::new(Vec::new())?;
    params.distinguished_name = rcgen::DistinguishedName::new();
    Ok(params.self_signed(&key)?.der().clone())
}

impl Raw {
    /// Connects with this certificate, whosever it is, and the key of this identity.
    pub(crate) async fn connect(
        to: SocketAddr,
        certificate: CertificateDer<'static>,
        identity: &Identity,
    ) -> anyhow::Result<Self> {
        let endpoint = quinn::Endpoint::client((Ipv4Addr::UNSPECIFIED, 0).into())?;
        let connecting = endpoint.connect_with(config(certificate, identity)?, to, "whistlestop")?;
        let connection = tokio::time::timeout(PATIENCE, connecting).await.context("no answer")??;
        let (send, receive) = connection.open_bi().await?;
        Ok(Self { endpoint, connection, send, receive })
    }

    /// The certificate that the other side showed.
    pub(crate) fn shown(&self) -> Option<CertificateDer<'static>> {
        let chain = self.connection.peer_identity()?.downcast::<Vec<CertificateDer<'static>>>().ok()?;
        chain.first().cloned()
    }

    /// Says the greeting; whether it was answered.
    pub(crate) async fn greet(&mut self) -> anyhow::Result<()> {
        let mut session = [0; 16];
        getrandom::fill(&mut session).map_err(|why| anyhow::anyhow!("no random numbers: {why}"))?;
        self.write(&framed(&[&b"WSL\x01"[..], &session].concat())).await?;
        let mut answer = [0; 24];
        tokio::time::timeout(PATIENCE, self.receive.read_exact(&mut answer)).await.context("no answer")??;
        Ok(())
    }

    /// Sends bytes as they are.
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        tokio::time::timeout(PATIENCE, self.send.write_all(bytes)).await.context("nobody reads")??;
        Ok(())
    }

    /// Ends the stream in its middle.
    pub(crate) fn cut_off(&mut self) {
        // It may be closed by the other side already.
        let _ = self.send.finish();
    }

    /// Waits until the other side closes the connection; its words.
    pub(crate) async fn closed(self) -> String {
        let words = match tokio::time::timeout(PATIENCE, self.connection.closed()).await {
            Ok(why) => why.to_string(),
            Err(_) => "NOT CLOSED".to_owned(),
        };
        self.endpoint.close(0_u32.into(), b"");
        words
    }
}

/// A frame: its length and its bytes.
pub(crate) fn framed(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [&length.to_le_bytes()[..], bytes].concat()
}

fn config(certificate: CertificateDer<'static>, identity: &Identity) -> anyhow::Result<quinn::ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    let pkcs8 = PrivateKeyDer::Pkcs8(identity.to_pkcs8().to_vec().into());
    let key = provider.key_provider.load_private_key(pkcs8)?;
    // Not `from_der`, which would notice that certificate and key do not belong together.
    let shown = SingleCertAndKey::from(CertifiedKey::new(vec![certificate], key));
    let mut tls = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anybody))
        .with_client_cert_resolver(Arc::new(shown));
    tls.alpn_protocols = vec![b"whistlestop/1".to_vec()];
    Ok(quinn::ClientConfig::new(Arc::new(QuicClientConfig::try_from(tls)?)))
}

/// Talks to anybody.
#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
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
