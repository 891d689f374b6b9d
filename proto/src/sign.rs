//! Keys and signatures. Every kind of statement is signed in a domain of its own.

use std::fmt;
use std::sync::LazyLock;

use curve25519_dalek::constants::EIGHT_TORSION;
use ed25519_dalek::pkcs8::EncodePrivateKey as _;
use ed25519_dalek::{Signer as _, SigningKey, Verifier as _, VerifyingKey};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeTuple as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

use crate::memo::checked;

/// A player's public key: who somebody is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PublicKey(pub [u8; 32]);

/// An Ed25519 signature.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub [u8; 64]);

/// A player's secret key. Never printed, never sent.
#[derive(Clone)]
pub struct Identity {
    key: SigningKey,
}

/// The encodings of the points of small order, which no honest signature begins with.
static SMALL_ORDER: LazyLock<[[u8; 32]; 8]> =
    LazyLock::new(|| EIGHT_TORSION.map(|point| point.compress().to_bytes()));

/// A public key made ready for checking many signatures.
#[derive(Clone)]
pub struct Verifier {
    key: Option<VerifyingKey>,
}

impl Identity {
    /// The identity with this secret.
    pub fn from_secret(secret: &[u8; 32]) -> Self {
        Self { key: SigningKey::from_bytes(secret) }
    }

    /// Who this is.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.key.verifying_key().to_bytes())
    }

    /// The key pair as PKCS #8, for the certificate of a link that proves who this is.
    pub fn to_pkcs8(&self) -> Zeroizing<Vec<u8>> {
        let document = self.key.to_pkcs8_der().expect("every Ed25519 key has its form in PKCS #8");
        Zeroizing::new(document.as_bytes().to_vec())
    }

    /// Signs bytes in a domain.
    pub fn sign(&self, domain: &str, bytes: &[u8]) -> Signature {
        Signature(self.key.sign(&in_domain(domain, bytes)).to_bytes())
    }

    /// A secret that follows from this identity and a context, for the chain of a table.
    pub(crate) fn derive(&self, domain: &str, context: &[u8]) -> Zeroizing<[u8; 32]> {
        let mut hasher = blake3::Hasher::new_keyed(self.key.as_bytes());
        hasher.update(&in_domain(domain, context));
        Zeroizing::new(*hasher.finalize().as_bytes())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({:?})", self.public())
    }
}

impl Verifier {
    /// A verifier for the key; if the key is no point of the curve, or one of small order, it verifies nothing.
    pub fn new(key: &PublicKey) -> Self {
        Self { key: VerifyingKey::from_bytes(&key.0).ok().filter(|key| !key.is_weak()) }
    }

    /// Whether the key signed these bytes in this domain.
    ///
    /// It takes what `verify_strict` takes, and is a tenth faster: that the signature's point is on the curve follows
    /// from its bytes being those that are computed, and so few points are of small order that their bytes can be
    /// listed.
    pub fn verify(&self, domain: &str, bytes: &[u8], signature: &Signature) -> bool {
        let Some(key) = &self.key else { return false };
        let said = in_domain(domain, bytes);
        checked(&[&[0], key.as_bytes(), &signature.0, &said], || {
            let small = SMALL_ORDER.iter().any(|point| signature.0.starts_with(point));
            !small && key.verify(&said, &ed25519_dalek::Signature::from_bytes(&signature.0)).is_ok()
        })
    }
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifier")
    }
}

fn in_domain(domain: &str, bytes: &[u8]) -> Vec<u8> {
    [domain.as_bytes(), &[0], bytes].concat()
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sig")
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        let mut tuple = sink.serialize_tuple(64)?;
        for byte in &self.0 {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Signature;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("64 bytes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Signature, A::Error> {
                let mut bytes = [0; 64];
                for byte in &mut bytes {
                    *byte = list.next_element()?.ok_or_else(|| A::Error::custom("a short signature"))?;
                }
                Ok(Signature(bytes))
            }
        }

        source.deserialize_tuple(64, Bytes)
    }
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::Scalar;
    use sha2::{Digest as _, Sha512};

    use super::*;

    const DOMAIN: &str = "test";

    fn strict(key: &PublicKey, bytes: &[u8], signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        let key = VerifyingKey::from_bytes(&key.0);
        key.is_ok_and(|key| key.verify_strict(&in_domain(DOMAIN, bytes), &signature).is_ok())
    }

    /// A signature that fits the equation and begins with this point of small order, if this message has one.
    fn with_small_order(identity: &Identity, point: &[u8; 32], bytes: &[u8]) -> Signature {
        let (said, public) = (in_domain(DOMAIN, bytes), identity.public());
        let hash = Sha512::new().chain_update(point).chain_update(public.0).chain_update(said).finalize();
        let challenge = Scalar::from_bytes_mod_order_wide(&hash.into());
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(point);
        signature[32..].copy_from_slice(&(challenge * identity.key.to_scalar()).to_bytes());
        Signature(signature)
    }

    #[test]
    fn what_is_taken_is_what_a_strict_check_takes() {
        let identity = Identity::from_secret(&[7; 32]);
        let (public, verifier) = (identity.public(), Verifier::new(&identity.public()));
        let mut fitting = 0;
        for number in 0..16_u8 {
            let bytes = [number; 9];
            let good = identity.sign(DOMAIN, &bytes);
            assert!(verifier.verify(DOMAIN, &bytes, &good) && strict(&public, &bytes, &good));
            for place in 0..64 {
                let mut bad = good;
                bad.0[place] ^= 1 << (number % 8);
                assert!(!verifier.verify(DOMAIN, &bytes, &bad) && !strict(&public, &bytes, &bad), "{place}");
            }
            for point in SMALL_ORDER.iter() {
                let weak = with_small_order(&identity, point, &bytes);
                let lax = ed25519_dalek::Signature::from_bytes(&weak.0);
                let key = verifier.key.expect("a good key");
                fitting += usize::from(key.verify(&in_domain(DOMAIN, &bytes), &lax).is_ok());
                assert!(!verifier.verify(DOMAIN, &bytes, &weak) && !strict(&public, &bytes, &weak));
            }
        }
        assert_eq!(fitting, 16, "the neutral element fits the equation of every message");
    }

    #[test]
    fn keys_of_small_order_verify_nothing() {
        for point in SMALL_ORDER.iter() {
            let verifier = Verifier::new(&PublicKey(*point));
            for second in SMALL_ORDER.iter() {
                let mut signature = Signature([0; 64]);
                signature.0[..32].copy_from_slice(second);
                assert!(!verifier.verify(DOMAIN, b"any", &signature));
            }
        }
    }
}
