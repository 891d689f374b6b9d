//! Where the entropy of a draw comes from.
//!
//! In draw mode `fresh` every keyed seat holds a chain of hashes whose tip it signed into the contract. A draw takes
//! the next link of each seat that takes part: nobody can choose a link, and nobody can know a draw while one
//! link is still hidden. In mode `seed` entropy follows from a published number.

use std::fmt;

use zeroize::Zeroizing;

use crate::hash::Hash;
use crate::limits::CHAIN_LINKS;
use crate::sign::Identity;

/// 32 bytes that decide one draw.
pub type Entropy = [u8; 32];

/// One link of a chain: reveals nothing about the links to come.
pub type Link = Hash;

const SEED_DOMAIN: &[u8] = b"whistlestop/draw/seed/1";
const ROOT_DOMAIN: &str = "whistlestop/chain/root/1";
const LINK_DOMAIN: &str = "whistlestop/chain/link/1";
const FRESH_DOMAIN: &str = "whistlestop/draw/fresh/1";

/// The entropy of draw number `draw` (from 0) in draw mode `seed`.
///
/// Everybody who knows the seed can foresee every draw: this mode is for tests, replays and duplicate
/// tournaments, in which all tables meet the same luck.
pub fn seeded_entropy(seed: u64, draw: u64) -> Entropy {
    let mut hasher = blake3::Hasher::new();
    hasher.update(SEED_DOMAIN);
    hasher.update(&seed.to_le_bytes());
    hasher.update(&draw.to_le_bytes());
    *hasher.finalize().as_bytes()
}

/// The entropy of a draw in mode `fresh`: link `number` of each seat that takes part, by seat, upon the head that
/// all of them acknowledged.
pub fn fresh_entropy(table: &Hash, number: u32, head: &Hash, links: &[(u8, Link)]) -> Entropy {
    let seats: Vec<u8> = links.iter().flat_map(|(seat, link)| [&[*seat][..], &link.0[..]].concat()).collect();
    Hash::of(FRESH_DOMAIN, &[&table.0, &number.to_le_bytes(), &head.0, &seats]).0
}

/// A seat's secret chain for one table. It follows from the identity and the contract, so that losing a journal
/// does not lose it.
pub struct Chain {
    /// Every 64th link, the last one first: any link is at most 63 steps away.
    marks: Vec<Zeroizing<[u8; 32]>>,
}

const STRIDE: u32 = 64;

impl Chain {
    /// The chain of an identity at the table of a contract.
    pub fn new(identity: &Identity, contract: &Hash) -> Self {
        let mut link = identity.derive(ROOT_DOMAIN, &contract.0);
        let mut marks = vec![link.clone()];
        for step in 1..=CHAIN_LINKS {
            *link = next(&Hash(*link)).0;
            if step % STRIDE == 0 {
                marks.push(link.clone());
            }
        }
        marks.reverse();
        Self { marks }
    }

    /// The tip, which goes into the contract.
    pub fn anchor(&self) -> Link {
        self.link(0)
    }

    /// Link `number`: hashed so often it gives the anchor.
    ///
    /// # Panics
    /// If the chain has no such link; tables end long before.
    pub fn link(&self, number: u32) -> Link {
        assert!(number <= CHAIN_LINKS, "a chain has {CHAIN_LINKS} links");
        let mark = number.div_ceil(STRIDE);
        let steps = mark * STRIDE - number;
        (0..steps).fold(Hash(*self.marks[mark as usize]), |link, _| next(&link))
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chain")
    }
}

/// Whether `link` is link `number` of the chain of which `known` is link `known_number`, an earlier one.
pub fn is_link(known: &Link, known_number: u32, link: &Link, number: u32) -> bool {
    known_number < number
        && number <= CHAIN_LINKS
        && (known_number..number).fold(*link, |link, _| next(&link)) == *known
}

fn next(link: &Link) -> Link {
    Hash::of(LINK_DOMAIN, &[&link.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: [u8; 32]) -> String {
        Hash(bytes).to_string()
    }

    #[test]
    fn seeded_entropy_never_changes() {
        assert_eq!(
            hex(seeded_entropy(7, 0)),
            "267a8945f4abff3e722272eb42a288eeab511754e67888e262b765dc00ed3b02"
        );
        assert_eq!(
            hex(seeded_entropy(7, 1)),
            "04bb249f9298006552aefd68e58ee9b6421e1be9c262619415e1d3dd61945aa0"
        );
    }

    #[test]
    fn seeds_and_draws_do_not_share_entropy() {
        let all = [seeded_entropy(0, 0), seeded_entropy(0, 1), seeded_entropy(1, 0), seeded_entropy(1, 1)];
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                assert_ne!(a, b);
            }
        }
    }

    #[test]
    fn each_link_leads_to_the_anchor_and_to_no_other_number() {
        let chain = Chain::new(&Identity::from_secret(&[1; 32]), &Hash([2; 32]));
        for number in [1, 2, 63, 64, 65, 4095, 4096] {
            assert!(is_link(&chain.anchor(), 0, &chain.link(number), number), "{number}");
            assert!(!is_link(&chain.anchor(), 0, &chain.link(number), number - 1), "{number}");
        }
        assert!(is_link(&chain.link(3), 3, &chain.link(7), 7), "links may be left out");
        assert!(!is_link(&chain.link(7), 7, &chain.link(7), 7), "and never used twice");
    }

    #[test]
    fn one_hidden_link_hides_the_draw() {
        let (table, head) = (Hash([1; 32]), Hash([2; 32]));
        let entropy = |last| fresh_entropy(&table, 1, &head, &[(0, Hash([3; 32])), (1, last)]);
        assert_ne!(entropy(Hash([4; 32])), entropy(Hash([5; 32])));
    }
}
