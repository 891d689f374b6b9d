//! Draws by pair links: every two voters share a key, and a draw takes one link from each of these keys.
//!
//! Both ends of a pair can compute its link, and either may reveal it: who withholds, leaves or sleeps neither changes
//! a draw nor holds it up. Nobody can choose a link: it follows from the keys, and a proof shows that it does. With
//! fewer than three voters a pair would be no secret, so each reveals a link of its own key instead. Everything follows
//! from the identity, the nonce and the contract; nothing here is kept, dealt out or used up.
//!
//! This module computes and never decides: which entry a draw builds on, who draws there and when a link may be
//! revealed belongs to its callers. All that comes from outside may be any bytes.
//!
//! Why only all others together foresee a draw, for two voters `i`, `j` who keep their secrets. Hashes taken as random
//! functions, who tells `k_ij` from a random number has hashed the point `e_i E_j` and so solved the
//! Diffie-Hellman problem on `E_i`, `E_j`, where `K_ij`, and what `i` and `j` answered to points of its choice, help it
//! only to recognise that point (the *gap* assumption). With `k_ij` random, earlier links and proofs can be imitated
//! without it (each `P` as a known multiple of the generator, the proofs as they are of zero knowledge), so who
//! computes the entropy before the link is revealed solves the same problem on `K_ij`, `P`, and who tells the link from
//! a random point decides it (DDH). For own links the second step alone is enough.
//!
//! Read [`Keys`] first, then [`needed`], [`Keys::link`], [`verify`] and [`entropy`].

mod group;
mod keys;
mod proof;
#[cfg(test)]
mod tests;

pub use group::Point;
pub use keys::{AgreedKeys, BadKeys, BadPoint, Keys, PublicKeys, Secret};
pub use proof::{Base, LinkProof, PairLink, base_point, verify};

use crate::chance::Entropy;
use crate::hash::Hash;
use crate::quorum::{Voter, Voters};

const ENTROPY_DOMAIN: &str = "whistlestop/pair/entropy/1";

/// How many voters must draw for the links of pairs; fewer draw with links of their own.
const PAIRS_FROM: usize = 3;

/// Whose key a link is of: the two ends, the lower first. Twice the same voter is that voter's own key.
pub type Pair = (Voter, Voter);

/// The links that a draw takes, rising.
///
/// A pair is left out if both of its ends were removed after the base: nobody is left who could reveal its link. An own
/// link is never left out, since its voter alone can reveal it and would choose between two draws.
pub fn needed(drawers: Voters, removed: Voters) -> Vec<Pair> {
    if drawers.len() < PAIRS_FROM {
        return drawers.iter().map(|voter| (voter, voter)).collect();
    }
    let above =
        |lower| drawers.iter().filter(move |higher| *higher > lower).map(move |higher| (lower, higher));
    let gone = |(lower, higher): &Pair| removed.contains(*lower) && removed.contains(*higher);
    drawers.iter().flat_map(above).filter(|pair| !gone(pair)).collect()
}

/// The entropy of draw `number` upon the entry `base`, from all links that it [`needed`], in whatever order they came.
pub fn entropy(table: &Hash, number: u32, base: &Hash, links: &[(Voter, Voter, PairLink)]) -> Entropy {
    let mut rising = links.to_vec();
    rising.sort_unstable();
    let bytes: Vec<u8> = rising
        .iter()
        .flat_map(|(lower, higher, link)| [&[*lower, *higher][..], &link.0.0].concat())
        .collect();
    Hash::of(ENTROPY_DOMAIN, &[&table.0, &number.to_le_bytes(), &base.0, &bytes]).0
}
