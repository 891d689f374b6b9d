//! The keys of a table: what a voter computes for itself, what it publishes, and whether all agree.

use std::collections::BTreeMap;
use std::fmt;

use curve25519_dalek::scalar::Scalar;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::Pair;
use super::group::{Point, hash_to_scalar};
use super::proof::{Base, LinkProof, PairLink, prove};
use crate::hash::Hash;
use crate::quorum::{Voter, Voters};
use crate::sign::Identity;

const SEED_DOMAIN: &str = "whistlestop/pair/seed/1";
const SECRET_DOMAIN: &str = "whistlestop/pair/secret/1";
const OWN_DOMAIN: &str = "whistlestop/pair/own/1";
const SHARED_DOMAIN: &str = "whistlestop/pair/shared/1";

/// A voter's secret for one table, and the point that it brings when it knocks.
#[derive(Clone)]
pub struct Secret {
    scalar: Zeroizing<Scalar>,
    point: Point,
}

/// A voter's keys at one table: its own, and the one it shares with each other voter.
#[derive(Clone)]
pub struct Keys {
    table: Hash,
    me: Voter,
    by_pair: BTreeMap<Pair, DrawKey>,
}

/// A key and its public point.
#[derive(Clone)]
pub(super) struct DrawKey {
    pub(super) scalar: Zeroizing<Scalar>,
    pub(super) point: Point,
}

/// What a voter publishes of its keys when it accedes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicKeys {
    /// That of its own key.
    pub own: Point,
    /// Those of the keys it shares, rising by the other voter.
    pub pairs: Vec<(Voter, Point)>,
}

/// The public keys of a table, as both ends of every pair gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgreedKeys {
    published: BTreeMap<Voter, PublicKeys>,
    by_pair: BTreeMap<Pair, Point>,
}

/// Why the points of a contract make no keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPoint {
    /// No element of the group, or the identity.
    #[error("what voter {0} brought for the draws is no point of the group")]
    Invalid(Voter),
    /// The contract names another point for this voter than its own.
    #[error("the contract names another point for voter {0} than the one it brought")]
    NotMine(Voter),
    /// The same voter is listed twice.
    #[error("voter {0} is listed twice")]
    Twice(Voter),
}

/// Why the public keys of a table are not agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadKeys {
    /// Keys of somebody who is not asked, or twice of the same voter.
    #[error("voter {0} gave keys twice, or has none to give")]
    Stranger(Voter),
    /// Not every other voter, not each once, or not rising.
    #[error("the keys of voter {0} do not name every other voter once, in order")]
    Unordered(Voter),
    /// The first voter's key for its pair with the second is no element of the group, or the identity.
    #[error("the key of voter {0} for its links with voter {1} is no point of the group")]
    Invalid(Voter, Voter),
    /// The ends of a pair published different keys: one of them lies, and nobody else can tell which.
    #[error("voters {0} and {1} disagree about the key that they share")]
    Disagree(Voter, Voter),
}

impl Secret {
    /// The secret of an identity for the nonce with which it knocked.
    pub fn new(identity: &Identity, nonce: &[u8; 16]) -> Self {
        let seed = identity.derive(SEED_DOMAIN, nonce);
        let scalar = hash_to_scalar(SECRET_DOMAIN, &[&*seed]);
        Self { point: Point::times(&scalar), scalar }
    }

    /// What the contract lists.
    pub fn point(&self) -> Point {
        self.point
    }

    #[cfg(test)]
    pub(super) fn scalar(&self) -> Scalar {
        *self.scalar
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({:?})", self.point)
    }
}

impl Keys {
    /// The keys of voter `me` at a table, whose contract lists the points of `others`. The list may hold `me` as
    /// well, with its own point.
    pub fn new(
        secret: &Secret,
        table: &Hash,
        me: Voter,
        others: &[(Voter, Point)],
    ) -> Result<Self, BadPoint> {
        let own = hash_to_scalar(OWN_DOMAIN, &[&table.0, secret.scalar.as_bytes()]);
        let mut by_pair = BTreeMap::from([((me, me), DrawKey::new(own))]);
        for (at, (other, point)) in others.iter().enumerate() {
            if others[..at].iter().any(|(earlier, _)| earlier == other) {
                return Err(BadPoint::Twice(*other));
            }
            if *other == me {
                if *point == secret.point {
                    continue;
                }
                return Err(BadPoint::NotMine(me));
            }
            let element = point.element().ok_or(BadPoint::Invalid(*other))?;
            let shared = Zeroizing::new(Point::of(&Zeroizing::new(element * *secret.scalar)).0);
            let pair = (me.min(*other), me.max(*other));
            by_pair.insert(pair, DrawKey::new(shared_key(table, pair, &shared)));
        }
        Ok(Self { table: *table, me, by_pair })
    }

    /// What the accession publishes.
    pub fn public(&self) -> PublicKeys {
        let own = (self.me, self.me);
        let other = |(lower, higher): &Pair| if *lower == self.me { *higher } else { *lower };
        let shared = self.by_pair.iter().filter(|(pair, _)| **pair != own);
        // The pairs rise, and all of them hold `me`: so do the other ends.
        PublicKeys {
            own: self.by_pair[&own].point,
            pairs: shared.map(|(pair, key)| (other(pair), key.point)).collect(),
        }
    }

    /// The link of a pair upon a base, with its proof; none if this voter is no end of the pair, or the base is another
    /// table's.
    pub fn link(&self, pair: Pair, base: &Base) -> Option<(PairLink, LinkProof)> {
        let key = self.by_pair.get(&pair).filter(|_| *base.table() == self.table)?;
        Some(prove(key, pair, base))
    }

    #[cfg(test)]
    pub(super) fn key(&self, pair: Pair) -> &DrawKey {
        &self.by_pair[&pair]
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({})", self.me)
    }
}

impl DrawKey {
    fn new(scalar: Zeroizing<Scalar>) -> Self {
        Self { point: Point::times(&scalar), scalar }
    }
}

/// The key of a pair, from the point that only its ends can compute.
pub(super) fn shared_key(table: &Hash, pair: Pair, shared: &[u8; 32]) -> Zeroizing<Scalar> {
    hash_to_scalar(SHARED_DOMAIN, &[&table.0, &[pair.0, pair.1], shared])
}

impl AgreedKeys {
    /// What voters published, if each names all other `voters` of the contract with valid points, and both ends of
    /// every pair name the same. Whoever has not acceded yet is left out, with all its pairs.
    pub fn new<'a>(
        voters: Voters,
        published: impl IntoIterator<Item = (Voter, &'a PublicKeys)>,
    ) -> Result<Self, BadKeys> {
        let mut all = BTreeMap::new();
        for (voter, keys) in published {
            if !voters.contains(voter) || all.insert(voter, keys.clone()).is_some() {
                return Err(BadKeys::Stranger(voter));
            }
        }
        for (voter, keys) in &all {
            keys.check(*voter, voters)?;
        }
        let mut by_pair = BTreeMap::new();
        for (voter, keys) in &all {
            by_pair.insert((*voter, *voter), keys.own);
            for (other, point) in keys.pairs.iter().filter(|(other, _)| other > voter) {
                let Some(others) = all.get(other) else { continue };
                if !others.pairs.contains(&(*voter, *point)) {
                    return Err(BadKeys::Disagree(*voter, *other));
                }
                by_pair.insert((*voter, *other), *point);
            }
        }
        Ok(Self { published: all, by_pair })
    }

    /// The same with those of one more voter, who comes late. A pair whose ends do not name the same is left out: one of
    /// the two lies, nobody else can see which, and neither may keep the other out.
    pub fn with(&self, voters: Voters, voter: Voter, keys: &PublicKeys) -> Result<Self, BadKeys> {
        if !voters.contains(voter) || self.has(voter) {
            return Err(BadKeys::Stranger(voter));
        }
        keys.check(voter, voters)?;
        let mut all = self.clone();
        all.by_pair.insert((voter, voter), keys.own);
        for (other, point) in &keys.pairs {
            let agreed =
                self.published.get(other).is_some_and(|others| others.pairs.contains(&(voter, *point)));
            if agreed {
                all.by_pair.insert((voter.min(*other), voter.max(*other)), *point);
            }
        }
        all.published.insert(voter, keys.clone());
        Ok(all)
    }

    /// Whether this voter has acceded.
    pub fn has(&self, voter: Voter) -> bool {
        self.published.contains_key(&voter)
    }

    /// The key by which a link of this pair is verified.
    pub fn key(&self, pair: Pair) -> Option<&Point> {
        self.by_pair.get(&pair)
    }
}

impl PublicKeys {
    fn check(&self, voter: Voter, voters: Voters) -> Result<(), BadKeys> {
        if !self.pairs.iter().map(|(other, _)| *other).eq(voters.without(voter).iter()) {
            return Err(BadKeys::Unordered(voter));
        }
        let mut points = std::iter::once((voter, self.own)).chain(self.pairs.iter().copied());
        match points.find(|(_, point)| !point.is_valid()) {
            Some((other, _)) => Err(BadKeys::Invalid(voter, other)),
            None => Ok(()),
        }
    }
}
