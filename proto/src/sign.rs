//! Keys and signatures. Every kind of statement is signed in a domain of its own.

mod verifier;

use std::fmt;

use ed25519_dalek::pkcs8::EncodePrivateKey as _;
use ed25519_dalek::{Signer as _, SigningKey};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeTuple as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

pub use verifier::Verifier;

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
        struct SignatureVisitor;

        impl<'de> Visitor<'de> for SignatureVisitor {
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

        source.deserialize_tuple(64, SignatureVisitor)
    }
}
