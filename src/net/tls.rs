//! Who is who: certificates made from players' keys, and what is demanded of the other side's.
//!
//! There is no authority. A certificate is an envelope for an Ed25519 key: exactly one, signed with itself. Names and
//! dates in it are not looked at. That the other side holds the key is proved by the signature over the TLS 1.3
//! handshake, which rustls' own verification checks here as for any certificate.

use std::sync::{Arc, OnceLock};

use ed25519_dalek::{Signature, VerifyingKey};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, PeerMisbehaved,
    ServerConfig, SignatureScheme,
};
use whistlestop_proto::sign::{Identity, PublicKey};

use super::error::BadCertificate;
use super::limits::MAX_CERTIFICATE_BYTES;

/// The protocol, and its version: other versions do not get through the handshake.
pub(super) const ALPN: &[u8] = b"whistlestop/1";

/// The beginning of every Ed25519 key in a certificate (RFC 8410); the 32 bytes follow.
const KEY_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// What stands in a certificate before an Ed25519 signature, which is its end: the algorithm and a bit string's head.
const SIGNATURE_PREFIX: [u8; 10] = [0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x41, 0x00];

/// This player's side of every handshake.
#[derive(Clone)]
pub(super) struct Tls {
    provider: Arc<CryptoProvider>,
    certified: Arc<SingleCertAndKey>,
}

impl Tls {
    /// Makes the certificate.
    pub(super) fn new(identity: &Identity) -> Result<Self, String> {
        let provider = Arc::new(provider());
        let pkcs8 = identity.to_pkcs8();
        let pkcs8 = PrivatePkcs8KeyDer::from(&pkcs8[..]);
        let certificate = certificate(&pkcs8).map_err(|why| why.to_string())?;
        let key = PrivateKeyDer::Pkcs8(pkcs8).clone_key();
        let certified = CertifiedKey::from_der(vec![certificate], key, &provider);
        let certified = certified.map_err(|why| why.to_string())?;
        Ok(Self { provider, certified: Arc::new(certified.into()) })
    }

    /// For those who dial us.
    pub(super) fn server(&self) -> Result<ServerConfig, Error> {
        let verifier = Arc::new(AcceptVerifier { signatures: Signatures::of(&self.provider) });
        let config = ServerConfig::builder_with_provider(self.provider.clone());
        let mut config = config
            .with_protocol_versions(&[&TLS13])?
            .with_client_cert_verifier(verifier)
            .with_cert_resolver(self.certified.clone());
        config.alpn_protocols = vec![ALPN.to_vec()];
        // A link taken up again would be one whose key nobody proved this time.
        config.send_tls13_tickets = 0;
        config.session_storage = Arc::new(rustls::server::NoServerSessionStorage {});
        config.max_early_data_size = 0;
        Ok(config)
    }

    /// For one dial; the verifier says afterwards whom it found.
    pub(super) fn client(&self, verifier: Arc<DialVerifier>) -> Result<ClientConfig, Error> {
        let config = ClientConfig::builder_with_provider(self.provider.clone());
        let mut config = config
            .with_protocol_versions(&[&TLS13])?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_client_cert_resolver(self.certified.clone());
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.resumption = rustls::client::Resumption::disabled();
        config.enable_early_data = false;
        config.enable_sni = false;
        Ok(config)
    }

    /// A verifier for one dial.
    pub(super) fn verifier(&self, expected: Option<PublicKey>) -> Arc<DialVerifier> {
        let signatures = Signatures::of(&self.provider);
        Arc::new(DialVerifier { signatures, expected, found: OnceLock::new() })
    }
}

/// The cryptography, named here so that no other choice in the process can change it.
pub(super) fn provider() -> CryptoProvider {
    CryptoProvider {
        // The first is the one that QUIC begins with, and the fastest on laptops; the other is for those without AES.
        cipher_suites: vec![
            ring::cipher_suite::TLS13_AES_128_GCM_SHA256,
            ring::cipher_suite::TLS13_CHACHA20_POLY1305_SHA256,
        ],
        kx_groups: vec![ring::kx_group::X25519],
        ..ring::default_provider()
    }
}

fn certificate(pkcs8: &PrivatePkcs8KeyDer<'_>) -> Result<CertificateDer<'static>, rcgen::Error> {
    let key = rcgen::KeyPair::from_pkcs8_der_and_sign_algo(pkcs8, &rcgen::PKCS_ED25519)?;
    let mut params = rcgen::CertificateParams::new(Vec::new())?;
    params.distinguished_name = rcgen::DistinguishedName::new();
    Ok(params.self_signed(&key)?.der().clone())
}

/// Whose certificate this is.
pub(super) fn key_of(
    certificate: &CertificateDer<'_>,
    others: &[CertificateDer<'_>],
) -> Result<PublicKey, BadCertificate> {
    if !others.is_empty() {
        return Err(BadCertificate::Chain);
    }
    if certificate.len() > MAX_CERTIFICATE_BYTES {
        return Err(BadCertificate::TooLong);
    }
    let parsed = ParsedCertificate::try_from(certificate).map_err(|_| BadCertificate::Unreadable)?;
    let key = parsed.subject_public_key_info();
    let key = key.as_ref().strip_prefix(&KEY_PREFIX).and_then(|key| key.try_into().ok());
    let key: [u8; 32] = key.ok_or(BadCertificate::NotEd25519)?;
    if !is_signed_by(certificate, &key) {
        return Err(BadCertificate::NotSelfSigned);
    }
    Ok(PublicKey(key))
}

/// Whom a finished handshake proved to be at the other end.
pub(super) fn peer_of(connection: &quinn::Connection) -> Result<PublicKey, BadCertificate> {
    let identity = connection.peer_identity().ok_or(BadCertificate::Missing)?;
    let chain =
        identity.downcast::<Vec<CertificateDer<'static>>>().map_err(|_| BadCertificate::Unreadable)?;
    let (certificate, others) = chain.split_first().ok_or(BadCertificate::Missing)?;
    key_of(certificate, others)
}

/// Whether the key signed this certificate, of which it is known that it can be read. Weak keys, for which anybody can
/// sign, are refused with it.
fn is_signed_by(certificate: &[u8], key: &[u8; 32]) -> bool {
    // A sequence, with its length in one more byte or in two.
    let ([0x30, 0x82, _, _, content @ ..] | [0x30, 0x81, _, content @ ..]) = certificate else {
        return false;
    };
    let Some((content, signature)) = content.split_last_chunk::<64>() else { return false };
    let Some(signed) = content.strip_suffix(&SIGNATURE_PREFIX) else { return false };
    let signature = Signature::from_bytes(signature);
    VerifyingKey::from_bytes(key).is_ok_and(|key| key.verify_strict(signed, &signature).is_ok())
}

/// Checks the signature over a handshake.
#[derive(Debug)]
struct Signatures(WebPkiSupportedAlgorithms);

impl Signatures {
    fn of(provider: &CryptoProvider) -> Self {
        Self(provider.signature_verification_algorithms)
    }

    fn verify(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if signature.scheme != SignatureScheme::ED25519 {
            return Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into());
        }
        rustls::crypto::verify_tls13_signature(message, certificate, signature, &self.0)
    }
}

fn refused() -> Error {
    CertificateError::ApplicationVerificationFailure.into()
}

/// The answer to TLS 1.2, which is never spoken.
fn too_old() -> Error {
    Error::PeerIncompatible(rustls::PeerIncompatible::Tls13RequiredForQuic)
}

/// Judges whoever we dial.
#[derive(Debug)]
pub(super) struct DialVerifier {
    signatures: Signatures,
    expected: Option<PublicKey>,
    found: OnceLock<Result<PublicKey, BadCertificate>>,
}

impl DialVerifier {
    /// Whose certificate was shown. Only a finished handshake says that it was rightly shown.
    pub(super) fn found(&self) -> Option<Result<PublicKey, BadCertificate>> {
        self.found.get().copied()
    }
}

impl ServerCertVerifier for DialVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match *self.found.get_or_init(|| key_of(end_entity, intermediates)) {
            Ok(key) if self.expected.is_none_or(|expected| expected == key) => {
                Ok(ServerCertVerified::assertion())
            }
            _ => Err(refused()),
        }
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(too_old())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signatures.verify(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}

/// Judges whoever dials us.
#[derive(Debug)]
struct AcceptVerifier {
    signatures: Signatures,
}

impl ClientCertVerifier for AcceptVerifier {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        match key_of(end_entity, intermediates) {
            Ok(_) => Ok(ClientCertVerified::assertion()),
            Err(why) => {
                tracing::debug!(%why, "refused a certificate");
                Err(refused())
            }
        }
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(too_old())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signatures.verify(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}
