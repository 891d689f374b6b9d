//! Hashes, each in a domain of its own so that no two kinds of things ever share one.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A blake3 hash.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// None sorts before it.
    pub(crate) const LOWEST: Self = Self([0; 32]);
    /// None sorts behind it.
    pub(crate) const HIGHEST: Self = Self([255; 32]);

    /// The hash of the parts under a domain. Parts are joined as they are, so only the last may vary in length.
    pub fn of(domain: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(domain.as_bytes());
        hasher.update(&[0]);
        for part in parts {
            hasher.update(part);
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Short, for people who compare two of them in a log.
impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
