//! The group that keys and links live in: Ristretto, of prime order and with one encoding of each element.

use std::fmt;

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity as _;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// The bytes of an element of the group, or so somebody says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Point(pub [u8; 32]);

impl Point {
    /// Whether these are the bytes of an element that can be a key or a link.
    pub fn is_valid(&self) -> bool {
        self.element().is_some()
    }

    /// The element: none for bytes that no element is encoded to, and none for the identity, which every key leads to.
    pub(super) fn element(&self) -> Option<RistrettoPoint> {
        CompressedRistretto(self.0).decompress().filter(|element| !element.is_identity())
    }

    pub(super) fn of(element: &RistrettoPoint) -> Self {
        Self(element.compress().0)
    }

    /// The multiple of the generator.
    pub(super) fn times(scalar: &Scalar) -> Self {
        Self::of(&RistrettoPoint::mul_base(scalar))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A scalar from a hash, as good as uniform. Parts are joined as they are: each has its length by the domain.
pub(super) fn hash_to_scalar(domain: &str, parts: &[&[u8]]) -> Zeroizing<Scalar> {
    Zeroizing::new(Scalar::from_bytes_mod_order_wide(&wide_hash(domain, parts)))
}

/// An element from a hash: nobody knows which multiple of the generator it is.
pub(super) fn hash_to_element(domain: &str, parts: &[&[u8]]) -> RistrettoPoint {
    RistrettoPoint::from_uniform_bytes(&wide_hash(domain, parts))
}

/// As [`Hash::of`](crate::hash::Hash::of), with 64 bytes of output.
fn wide_hash(domain: &str, parts: &[&[u8]]) -> Zeroizing<[u8; 64]> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(domain.as_bytes());
    hasher.update(&[0]);
    for part in parts {
        hasher.update(part);
    }
    let mut bytes = Zeroizing::new([0; 64]);
    hasher.finalize_xof().fill(&mut *bytes);
    bytes
}
