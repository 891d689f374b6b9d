//! Checking many signatures of one key.
//!
//! What is taken is what `verify_strict` of ed25519-dalek takes, byte for byte; the tests hold both beside each other. It
//! is quicker by what a table knows that a library cannot: the same few keys sign all evening, so a key that has signed
//! often gets a table of its multiples, as the curve's base point has one.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use curve25519_dalek::Scalar;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{EdwardsBasepointTable, EdwardsPoint};
use curve25519_dalek::traits::BasepointTable as _;
use ed25519_dalek::{Verifier as _, VerifyingKey};
use sha2::{Digest as _, Sha512};

use super::{PublicKey, Signature, in_domain};
use crate::memo::checked;

/// After this many signatures a key gets its table. Making one costs as much as some 70 such checks save, and takes 30 KB; each
/// check after it is a third cheaper.
const OFTEN: u32 = 32;

/// The encodings of the points of small order, which no honest signature begins with.
static SMALL_ORDER: LazyLock<[[u8; 32]; 8]> =
    LazyLock::new(|| EIGHT_TORSION.map(|point| point.compress().to_bytes()));

/// A public key made ready for checking many signatures. Clones share what was made ready.
#[derive(Clone)]
pub struct Verifier {
    key: Option<Arc<KnownKey>>,
}

struct KnownKey {
    key: VerifyingKey,
    checks: AtomicU32,
    /// Multiples of the negated key.
    multiples: OnceLock<Box<EdwardsBasepointTable>>,
}

impl Verifier {
    /// A verifier for the key; if the key is no point of the curve, or one of small order, it verifies nothing.
    pub fn new(key: &PublicKey) -> Self {
        let key = VerifyingKey::from_bytes(&key.0).ok().filter(|key| !key.is_weak());
        let ready = |key| KnownKey { key, checks: AtomicU32::new(0), multiples: OnceLock::new() };
        Self { key: key.map(|key| Arc::new(ready(key))) }
    }

    /// Whether the key signed these bytes in this domain.
    pub fn verify(&self, domain: &str, bytes: &[u8], signature: &Signature) -> bool {
        let Some(key) = &self.key else { return false };
        let said = in_domain(domain, bytes);
        checked(&[&[0], key.key.as_bytes(), &signature.0, &said], || {
            // That the signature's point is on the curve follows from its bytes being those that are computed, and so
            // few points are of small order that their bytes can be listed.
            let small = SMALL_ORDER.iter().any(|point| signature.0.starts_with(point));
            !small && key.fits(&said, signature)
        })
    }
}

impl KnownKey {
    /// Whether the equation of the signature holds, by whichever way is cheaper.
    fn fits(&self, said: &[u8], signature: &Signature) -> bool {
        let multiples = match self.multiples.get() {
            Some(multiples) => multiples,
            None if self.checks.fetch_add(1, Ordering::Relaxed) < OFTEN => {
                return self.key.verify(said, &ed25519_dalek::Signature::from_bytes(&signature.0)).is_ok();
            }
            None => self.make_multiples(),
        };
        let (point, scalar) = signature.0.split_at(32);
        let scalar: [u8; 32] = scalar.try_into().expect("the other half of 64 bytes");
        let Some(scalar) = Scalar::from_canonical_bytes(scalar).into_option() else { return false };
        let hash =
            Sha512::new().chain_update(point).chain_update(self.key.as_bytes()).chain_update(said).finalize();
        let challenge = Scalar::from_bytes_mod_order_wide(&hash.into());
        let expected = EdwardsPoint::mul_base(&scalar) + multiples.mul_base(&challenge);
        expected.compress().as_bytes() == point
    }

    fn make_multiples(&self) -> &EdwardsBasepointTable {
        self.multiples.get_or_init(|| Box::new(EdwardsBasepointTable::create(&-self.key.to_edwards())))
    }
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifier")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign::Identity;

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

    /// The verifier of a key that was seen for the first time, and of one that has signed often.
    fn first_and_often(key: &PublicKey) -> [Verifier; 2] {
        let often = Verifier::new(key);
        if let Some(key) = &often.key {
            key.make_multiples();
        }
        [Verifier::new(key), often]
    }

    /// Whether the key signed these bytes, on which all ways have to agree.
    #[track_caller]
    fn judged(key: &PublicKey, bytes: &[u8], signature: &Signature) -> bool {
        let strict = strict(key, bytes, signature);
        for verifier in first_and_often(key) {
            assert_eq!(verifier.verify(DOMAIN, bytes, signature), strict);
        }
        strict
    }

    #[test]
    fn what_is_taken_is_what_a_strict_check_takes() {
        let identity = Identity::from_secret(&[7; 32]);
        let public = identity.public();
        let mut fitting = 0;
        for number in 0..8_u8 {
            let bytes = [number; 9];
            let good = identity.sign(DOMAIN, &bytes);
            assert!(judged(&public, &bytes, &good));
            assert!(!judged(&public, &[number; 8], &good));
            assert!(!judged(&Identity::from_secret(&[8; 32]).public(), &bytes, &good));
            for place in 0..64 {
                let mut bad = good;
                bad.0[place] ^= 1 << number;
                assert!(!judged(&public, &bytes, &bad), "{place}");
            }
            for point in SMALL_ORDER.iter() {
                let weak = with_small_order(&identity, point, &bytes);
                let lax = ed25519_dalek::Signature::from_bytes(&weak.0);
                let key = identity.key.verifying_key();
                fitting += usize::from(key.verify(&in_domain(DOMAIN, &bytes), &lax).is_ok());
                assert!(!judged(&public, &bytes, &weak));
            }
        }
        assert_eq!(fitting, 8, "the neutral element fits the equation of every message");
    }

    #[test]
    fn a_number_that_is_not_reduced_is_no_signature() {
        let identity = Identity::from_secret(&[7; 32]);
        let mut signature = identity.sign(DOMAIN, b"any");
        assert!(judged(&identity.public(), b"any", &signature));
        let (low, order) = (Scalar::ZERO - Scalar::ONE, &mut signature.0[32..]);
        let mut carry = 1;
        for (byte, order) in order.iter_mut().zip(low.to_bytes()) {
            let sum = u16::from(*byte) + u16::from(order) + carry;
            (*byte, carry) = (sum.to_le_bytes()[0], sum >> 8);
        }
        assert!(
            !judged(&identity.public(), b"any", &signature),
            "the same number and the order of the group"
        );
    }

    #[test]
    fn a_key_with_a_part_of_small_order_is_judged_alike() {
        let identity = Identity::from_secret(&[7; 32]);
        let mut taken = 0;
        for torsion in EIGHT_TORSION {
            let point = EdwardsPoint::mul_base(&identity.key.to_scalar()) + torsion;
            let public = PublicKey(point.compress().to_bytes());
            for number in 0..32_u8 {
                // Signed for this key by who knows the rest of it: it fits if the challenge is a multiple of eight.
                let nonce = Scalar::from(u64::from(number) + 1);
                let start = EdwardsPoint::mul_base(&nonce).compress().to_bytes();
                let said = in_domain(DOMAIN, b"any");
                let hash =
                    Sha512::new().chain_update(start).chain_update(public.0).chain_update(said).finalize();
                let challenge = Scalar::from_bytes_mod_order_wide(&hash.into());
                let scalar = nonce + challenge * identity.key.to_scalar();
                let mut signature = Signature([0; 64]);
                signature.0[..32].copy_from_slice(&start);
                signature.0[32..].copy_from_slice(&scalar.to_bytes());
                taken += usize::from(judged(&public, b"any", &signature));
            }
        }
        assert!((33..8 * 32).contains(&taken), "some fit and some do not: {taken}");
    }

    #[test]
    fn keys_of_small_order_verify_nothing() {
        for point in SMALL_ORDER.iter() {
            for second in SMALL_ORDER.iter() {
                let mut signature = Signature([0; 64]);
                signature.0[..32].copy_from_slice(second);
                assert!(!judged(&PublicKey(*point), b"any", &signature));
            }
        }
    }

    #[test]
    fn a_key_that_signs_often_gets_its_table() {
        let identity = Identity::from_secret(&[7; 32]);
        let verifier = Verifier::new(&identity.public());
        let is_ready = || verifier.clone().key.is_some_and(|key| key.multiples.get().is_some());
        let signature = identity.sign(DOMAIN, b"any");
        for _ in 0..OFTEN {
            assert!(verifier.verify(DOMAIN, b"any", &signature) && !is_ready());
        }
        assert!(verifier.verify(DOMAIN, b"any", &signature) && is_ready());
    }
}
