//! Who is believed to be whom.

use std::sync::Arc;

use quinn::{ConnectionError, TransportErrorCode};
use rustls::pki_types::CertificateDer;

use super::kit::{Peer, Stranger, certified, identity, own_key};
use crate::net::tls::{Tls, key_of};
use crate::net::{BadCertificate, DialError};

/// A certificate with an RSA key, signed with it.
const RSA: &str = "\
    308201f63082015fa00302010202143839ad0a93fee74dd95f34f7a127e88477a22603300d06092a864886f70d01010b0500\
    300c310a300806035504030c01783020170d3236313131363035343432395a180f32313236313032333035343432395a300c\
    310a300806035504030c017830819f300d06092a864886f70d010101050003818d0030818902818100e477a330f4e0b4d0c2\
    084f02cc066785dbd460040fc2035e541efef1729dfacffe4d196794ee33da81ad89050c42481b0faf44d96367c83268cb8f\
    65f4dc00c337cf97790d25c97f417bee93893220d968c7581d4906fcbad0c652d36b822d03caba0dcaf370dc782c87026c60\
    70974fd394a91c082ac138e0d0d468f4d6da970203010001a3533051301d0603551d0e04160414b502aaa2469acb0e2e45c0\
    2e2b778d5f1b7d8994301f0603551d23041830168014b502aaa2469acb0e2e45c02e2b778d5f1b7d8994300f0603551d1301\
    01ff040530030101ff300d06092a864886f70d01010b05000381810056521cfcea20c20c5f7bacbc3120247e751bedc5c3b3\
    3c7e10fb1509202b0ce515ad0d2f9a3ddb5c6f0562c72960cf2573c5a9786e1e73ea0f34927ff0e327647ecd30e3e17e8967\
    9c2ba43b4f50ee7758c377bc23df4045d00d75ab90a79bbda97c20a9a1924ece6fa2c25f0de287a3186a92d81ca4704ed1ea\
    c7f041821a88";

fn rsa() -> CertificateDer<'static> {
    let byte = |at: usize| u8::from_str_radix(&RSA[at..at + 2], 16).unwrap();
    CertificateDer::from((0..RSA.len()).step_by(2).map(byte).collect::<Vec<u8>>())
}

/// A stranger with a P-256 key and a certificate that goes with it.
fn ecdsa() -> Stranger {
    let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).unwrap();
    let (certificate, key) = certified(&key);
    Stranger { chain: vec![certificate], key, ..Stranger::new(3) }
}

/// What comes of a stranger that dials: the alert, or that it was let in.
async fn alert_for(stranger: &Stranger) -> TransportErrorCode {
    let mut peer = Peer::new(1);
    let why = match stranger.dial(peer.address()).await {
        // In TLS 1.3 the dialler is done before its certificate is looked at.
        Ok(connection) => connection.closed().await,
        Err(why) => why,
    };
    let ConnectionError::ConnectionClosed(close) = why else { panic!("not refused: {why:?}") };
    // The node never heard of it: the first thing it hears of is somebody else.
    let mut good = Peer::new(2);
    good.link(&mut peer).await;
    close.error_code
}

/// What comes of dialling a stranger.
async fn dialled(stranger: &Stranger, expected: Option<u16>) -> DialError {
    let mut peer = Peer::new(1);
    peer.endpoint.dial(stranger.listen(), expected.map(|number| identity(number).public()));
    peer.failed().await
}

#[tokio::test]
async fn somebody_else_than_expected_is_refused_and_both_are_named() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    let expected = identity(3).public();
    a.endpoint.dial(b.address(), Some(expected));
    let why = a.failed().await;
    assert_eq!(why, DialError::WrongKey { expected, found: b.key });
    for key in [expected, b.key] {
        let hex: String = key.0[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(why.to_string().contains(&hex), "{why}");
    }
    // The other side was shown nothing, and a dial for the right one works.
    a.link(&mut b).await;
}

#[tokio::test]
async fn our_own_address_is_known_as_such() {
    let mut peer = Peer::new(1);
    peer.endpoint.dial(peer.address(), None);
    assert_eq!(peer.failed().await, DialError::Ourselves);
}

#[tokio::test]
async fn a_stranger_that_does_everything_right_is_let_in() {
    let mut peer = Peer::new(1);
    let _wire = Stranger::new(3).link(peer.address()).await;
    peer.linked(identity(3).public()).await;
}

#[tokio::test]
async fn the_certificate_of_another_without_its_key_proves_nothing() {
    let thief = Stranger { key: certified(&own_key(4)).1, ..Stranger::new(3) };
    assert_eq!(alert_for(&thief).await, TransportErrorCode::crypto(51));
    assert_eq!(dialled(&thief, Some(3)).await, DialError::Unproved);
    assert_eq!(dialled(&thief, None).await, DialError::Unproved);
}

#[tokio::test]
async fn keys_of_another_kind_are_refused() {
    let other = DialError::BadCertificate(BadCertificate::NotEd25519);
    let rsa = Stranger { chain: vec![rsa()], ..Stranger::new(3) };
    for stranger in [rsa, ecdsa()] {
        alert_for(&stranger).await;
        assert_eq!(dialled(&stranger, None).await, other);
    }
}

#[tokio::test]
async fn more_than_one_certificate_is_refused() {
    let mut stranger = Stranger::new(3);
    stranger.chain.push(certified(&own_key(4)).0);
    alert_for(&stranger).await;
    assert_eq!(dialled(&stranger, Some(3)).await, DialError::BadCertificate(BadCertificate::Chain));
}

#[tokio::test]
async fn no_certificate_is_refused() {
    let stranger = Stranger { chain: Vec::new(), ..Stranger::new(3) };
    // 116: a certificate is required.
    assert_eq!(alert_for(&stranger).await, TransportErrorCode::crypto(116));
}

#[tokio::test]
async fn another_protocol_or_version_is_refused_with_a_sentence() {
    let stranger = Stranger { alpn: b"whistlestop/2".to_vec(), ..Stranger::new(3) };
    assert_eq!(alert_for(&stranger).await, TransportErrorCode::crypto(120));
    let why = dialled(&stranger, None).await;
    assert_eq!(why, DialError::NotWhistlestop);
    assert!(why.to_string().contains("same version"), "{why}");
}

#[test]
fn a_certificate_is_read_strictly() {
    let (good, _) = certified(&own_key(3));
    let key = identity(3).public();
    assert_eq!(key_of(&good, &[]), Ok(key));
    assert_eq!(key_of(&rsa(), &[]), Err(BadCertificate::NotEd25519));
    assert_eq!(key_of(&ecdsa().chain[0], &[]), Err(BadCertificate::NotEd25519));
    assert_eq!(key_of(&good, std::slice::from_ref(&good)), Err(BadCertificate::Chain));
    let long = CertificateDer::from([&good[..], &[0; 1024]].concat());
    assert_eq!(key_of(&long, &[]), Err(BadCertificate::TooLong));
    assert_eq!(key_of(&CertificateDer::from(b"nonsense".as_slice()), &[]), Err(BadCertificate::Unreadable));
}

#[test]
fn a_certificate_signed_by_somebody_else_is_refused() {
    let issuer = rcgen::Issuer::new(rcgen::CertificateParams::new(Vec::new()).unwrap(), own_key(4));
    let params = rcgen::CertificateParams::new(Vec::new()).unwrap();
    let certificate = params.signed_by(&own_key(3), &issuer).unwrap();
    assert_eq!(key_of(certificate.der(), &[]), Err(BadCertificate::NotSelfSigned));
}

#[test]
fn no_changed_byte_of_a_certificate_goes_unnoticed_and_none_panics() {
    let (good, _) = certified(&own_key(3));
    for at in 0..good.len() {
        let mut bad = good.to_vec();
        bad[at] ^= 0x40;
        assert!(key_of(&CertificateDer::from(bad), &[]).is_err(), "byte {at}");
        assert!(key_of(&CertificateDer::from(good[..at].to_vec()), &[]).is_err(), "cut at {at}");
    }
}

#[test]
fn tls_1_2_is_refused() {
    // A client that knows nothing newer: version 3.3, one cipher, and no list of versions.
    let extensions = [
        &[0x00, 0x0d, 0x00, 0x04, 0x00, 0x02, 0x08, 0x07][..], // signatures: Ed25519
        &[0x00, 0x0a, 0x00, 0x04, 0x00, 0x02, 0x00, 0x1d],     // groups: X25519
        &[0x00, 0x10, 0x00, 0x10, 0x00, 0x0e, 0x0d],           // ALPN
        b"whistlestop/1",
    ]
    .concat();
    let length = |bytes: &[u8]| u16::try_from(bytes.len()).unwrap().to_be_bytes();
    let body =
        [&[3, 3][..], &[5; 32], &[0, 0, 2, 0xc0, 0x2b, 1, 0], &length(&extensions), &extensions].concat();
    let hello = [&[1, 0][..], &length(&body), &body].concat();
    let config = Arc::new(Tls::new(&identity(1)).unwrap().server().unwrap());
    let mut server = rustls::quic::ServerConnection::new(config, rustls::quic::Version::V1, vec![]).unwrap();
    let why = server.read_hs(&hello).unwrap_err();
    assert!(why.to_string().contains("Tls13"), "{why}");
    assert_eq!(server.alert(), Some(rustls::AlertDescription::ProtocolVersion));
}
