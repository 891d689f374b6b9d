//! Links, and the proofs that they are what the keys make of a base (Chaum and Pedersen's, made one message by a hash).

use std::fmt;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul as _;
use serde::{Deserialize, Serialize};

use super::Pair;
use super::group::{Point, hash_to_element, hash_to_scalar};
use super::keys::DrawKey;
use crate::hash::Hash;
use crate::memo::checked;

const BASE_DOMAIN: &str = "whistlestop/pair/base/1";
const NONCE_DOMAIN: &str = "whistlestop/pair/nonce/1";
const CHALLENGE_DOMAIN: &str = "whistlestop/pair/challenge/1";

/// What the links of one draw are multiples of.
#[derive(Clone, Debug)]
pub struct Base {
    table: Hash,
    number: u32,
    entry: Hash,
    element: RistrettoPoint,
    point: Point,
}

/// A key times the point of a base: what a pair, or a voter with its own key, gives to one draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairLink(pub Point);

/// Shows that a link is made with the key whose point was published, without the key.
///
/// Who has the key can make many proofs of one link, so nothing may follow from its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkProof {
    /// What the hash asked.
    pub challenge: [u8; 32],
    /// What only who has the key can answer.
    pub response: [u8; 32],
}

/// The base of draw `number` of a table, upon the entry `base`.
pub fn base_point(table: &Hash, number: u32, base: &Hash) -> Base {
    let element = hash_to_element(BASE_DOMAIN, &[&table.0, &number.to_le_bytes(), &base.0]);
    Base { table: *table, number, entry: *base, element, point: Point::of(&element) }
}

/// Whether this is the link that the pair's key, of which `key` is the point, makes of the base.
pub fn verify(key: &Point, base: &Base, pair: Pair, link: &PairLink, proof: &LinkProof) -> bool {
    let about = [&[1][..], &statement(key, base, pair, link), &proof.challenge, &proof.response];
    pair.0 <= pair.1 && checked(&about, || answers(key, base, pair, link, proof).unwrap_or(false))
}

impl Base {
    pub(super) fn table(&self) -> &Hash {
        &self.table
    }

    #[cfg(test)]
    pub(super) fn point(&self) -> Point {
        self.point
    }

    #[cfg(test)]
    pub(super) fn element(&self) -> RistrettoPoint {
        self.element
    }
}

impl fmt::Debug for LinkProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("proof")
    }
}

/// Makes the link of a key and its proof. The nonce follows from the key and all that is proved: no two statements can
/// ever share one, which would give the key away, and equal calls give equal bytes.
pub(super) fn prove(key: &DrawKey, pair: Pair, base: &Base) -> (PairLink, LinkProof) {
    let link = PairLink(Point::of(&(base.element * *key.scalar)));
    let said = statement(&key.point, base, pair, &link);
    let nonce = hash_to_scalar(NONCE_DOMAIN, &[key.scalar.as_bytes(), &said]);
    let challenge = ask(&said, &RistrettoPoint::mul_base(&nonce), &(base.element * *nonce));
    let response = *nonce + challenge * *key.scalar;
    (link, LinkProof { challenge: challenge.to_bytes(), response: response.to_bytes() })
}

/// None for bytes that are no points or no canonical scalars.
fn answers(key: &Point, base: &Base, pair: Pair, link: &PairLink, proof: &LinkProof) -> Option<bool> {
    let (key_element, link_element) = (key.element()?, link.0.element()?);
    let challenge = Option::<Scalar>::from(Scalar::from_canonical_bytes(proof.challenge))?;
    let response = Option::<Scalar>::from(Scalar::from_canonical_bytes(proof.response))?;
    // Everything here is public, so the time it takes may be.
    let by_key = RistrettoPoint::vartime_double_scalar_mul_basepoint(&-challenge, &key_element, &response);
    let by_link =
        RistrettoPoint::vartime_multiscalar_mul([response, -challenge], [base.element, link_element]);
    Some(ask(&statement(key, base, pair, link), &by_key, &by_link) == challenge)
}

/// All that a proof is about. Every part has a fixed length.
fn statement(key: &Point, base: &Base, pair: Pair, link: &PairLink) -> Vec<u8> {
    let parts: [&[u8]; 7] = [
        &base.table.0,
        &[pair.0, pair.1],
        &base.number.to_le_bytes(),
        &base.entry.0,
        &key.0,
        &base.point.0,
        &link.0.0,
    ];
    parts.concat()
}

fn ask(said: &[u8], by_key: &RistrettoPoint, by_link: &RistrettoPoint) -> Scalar {
    *hash_to_scalar(CHALLENGE_DOMAIN, &[said, &Point::of(by_key).0, &Point::of(by_link).0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who has a key commits to a wrong link first and then picks the link that fits the challenge; or, without any
    /// key, the key that does. Both would work, were what is picked last no part of what is hashed.
    #[test]
    fn neither_link_nor_key_can_be_fitted_to_a_challenge() {
        let base = base_point(&Hash([1; 32]), 0, &Hash([2; 32]));
        let [secret, one, two] = [3_u64, 5, 7].map(Scalar::from);
        let honest = (Point::times(&secret), PairLink(Point::of(&(base.element * secret))));
        let (by_key, by_link) = (RistrettoPoint::mul_base(&one), base.element * two);
        let challenge = ask(&statement(&honest.0, &base, (0, 1), &honest.1), &by_key, &by_link);
        let inverse = challenge.invert();
        let fitted = |response: Scalar| {
            let key = Point::of(&((RistrettoPoint::mul_base(&response) - by_key) * inverse));
            let link = PairLink(Point::of(&((base.element * response - by_link) * inverse)));
            let proof = LinkProof { challenge: challenge.to_bytes(), response: response.to_bytes() };
            (key, link, proof)
        };
        let (key, link, proof) = fitted(one + challenge * secret);
        assert!(key == honest.0 && link != honest.1, "a wrong link of the right key");
        assert!(!verify(&key, &base, (0, 1), &link, &proof));
        let (key, link, proof) = fitted(two + challenge * secret);
        assert!(key != honest.0 && link == honest.1, "the right link under a wrong key");
        assert!(!verify(&key, &base, (0, 1), &link, &proof));
    }
}
