//! Where the entropy of a draw comes from.
//!
//! In draw mode `fresh` it comes from the links of [`pairs`](crate::pairs): nobody can choose one, and nobody can know
//! a draw while one is still hidden. In mode `seed` entropy follows from a published number.

/// 32 bytes that decide one draw.
pub type Entropy = [u8; 32];

const SEED_DOMAIN: &[u8] = b"whistlestop/draw/seed/1";

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;

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
}
