//! The one place that turns values into bytes and back. bincode stands behind it and nowhere else in the crate.
//!
//! Decoding never allocates more than the limit, must use up all bytes, and must encode to the same bytes again:
//! every value has exactly one encoding, so a signature over a value is a signature over the bytes received.

use bincode::config::{self, Configuration, Limit, LittleEndian, Varint};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::limits::MAX_FRAME_BYTES;

const CONFIG: Configuration<LittleEndian, Varint, Limit<MAX_FRAME_BYTES>> = config::standard().with_limit();

/// Bytes that are not the encoding of what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bytes that are not a canonical message")]
pub struct Malformed;

/// The bytes of a value.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, CONFIG).expect("all types of the protocol can be encoded")
}

/// The value with exactly these bytes.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<T, Malformed> {
    if bytes.len() > MAX_FRAME_BYTES {
        return Err(Malformed);
    }
    let (value, used) = bincode::serde::decode_from_slice::<T, _>(bytes, CONFIG).map_err(|_| Malformed)?;
    if used == bytes.len() && encode(&value) == bytes { Ok(value) } else { Err(Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shortest_and_complete_encoding_is_taken() {
        assert_eq!(decode::<u32>(&encode(&300_u32)), Ok(300));
        assert_eq!(decode::<u32>(&[5, 0]), Err(Malformed), "a byte too many");
        assert_eq!(decode::<u32>(&[251, 5, 0]), Err(Malformed), "a longer way to write 5");
        assert_eq!(
            decode::<Vec<u8>>(&[252, 255, 255, 255, 255]),
            Err(Malformed),
            "a length without its bytes"
        );
    }

    #[test]
    fn a_frame_over_the_limit_is_not_even_looked_at() {
        assert_eq!(decode::<Vec<u8>>(&vec![0; MAX_FRAME_BYTES + 1]), Err(Malformed));
    }
}
