//! The one encoding of states and actions as bytes, and the hash over it.
//!
//! Equal values have equal bytes, and no two byte strings decode to the same value: a decoded value must
//! use up all bytes and encode to them again. bincode stands behind this module and nowhere else.

use std::fmt;

use bincode::config::{self, Configuration, Limit, LittleEndian, Varint};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// No state or action is longer; a longer input is refused before anything is allocated for it.
pub const MAX_BYTES: usize = 64 * 1024;

const CONFIG: Configuration<LittleEndian, Varint, Limit<MAX_BYTES>> = config::standard().with_limit();

/// A blake3 hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

/// Bytes that are not the canonical encoding of anything expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not the canonical encoding of what was expected")]
pub struct NotCanonical;

/// The canonical bytes of a value.
///
/// # Panics
/// If the value cannot be encoded at all, as a type with a field of unknown length: a mistake in the type.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(512);
    encode_into(value, &mut bytes);
    bytes
}

fn encode_into<T: Serialize>(value: &T, bytes: &mut Vec<u8>) {
    bincode::serde::encode_into_std_write(value, bytes, CONFIG).expect("states and actions encode");
}

/// The value with exactly these canonical bytes.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<T, NotCanonical> {
    let (value, used) = bincode::serde::decode_from_slice(bytes, CONFIG).map_err(|_| NotCanonical)?;
    if used == bytes.len() && encode(&value) == bytes { Ok(value) } else { Err(NotCanonical) }
}

/// The hash of a value's canonical bytes under a `domain`, so that hashes of different kinds of things
/// never meet.
pub fn hash<T: Serialize>(domain: &str, value: &T) -> Digest {
    let mut bytes = Vec::with_capacity(1024);
    bytes.extend_from_slice(domain.as_bytes());
    bytes.push(0);
    encode_into(value, &mut bytes);
    Digest(*blake3::hash(&bytes).as_bytes())
}

impl Digest {
    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_bytes_are_refused() {
        let mut bytes = encode(&(7_u8, 300_u16));
        assert_eq!(decode::<(u8, u16)>(&bytes), Ok((7, 300)));
        bytes.push(0);
        assert_eq!(decode::<(u8, u16)>(&bytes), Err(NotCanonical));
    }

    #[test]
    fn a_number_written_longer_than_needed_is_refused() {
        assert_eq!(encode(&5_u16), [5]);
        assert_eq!(decode::<u16>(&[251, 5, 0]), Err(NotCanonical));
    }

    #[test]
    fn a_length_without_its_bytes_allocates_nothing() {
        let claims_four_billion = [252, 255, 255, 255, 255];
        assert_eq!(decode::<Vec<u64>>(&claims_four_billion), Err(NotCanonical));
        assert_eq!(decode::<String>(&claims_four_billion), Err(NotCanonical));
    }

    #[test]
    fn hashes_never_change_and_domains_part_them() {
        assert_eq!(
            hash("a", &1_u32).to_string(),
            "57fec3745d67adb5ea20ca6d24178747ec701074221492e0a97f556421a183c9"
        );
        assert_ne!(hash("a", &1_u32), hash("b", &1_u32));
    }
}
