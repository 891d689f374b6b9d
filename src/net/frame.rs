//! Frames on a stream: a length (u32, little-endian), then as many bytes. And the greeting, the first frame each way.

use super::error::BadFrame;
use super::limits::{KEPT_BUFFER_BYTES, MAX_FRAME_BYTES};

/// The length before each frame.
pub(super) const HEADER_BYTES: usize = 4;

/// Random, and other at each start of the program: a peer that comes with another one has lost its links.
pub(super) type StartTag = [u8; 16];

/// What a greeting begins with, so that it is never taken for a frame of a node.
const GREETING: &[u8; 4] = b"WSL\x01";

/// The greeting: the mark and the session.
pub(super) fn greeting(session: &StartTag) -> Vec<u8> {
    [&GREETING[..], session].concat()
}

/// Reads a greeting.
pub(super) fn read_greeting(frame: &[u8]) -> Result<StartTag, BadFrame> {
    let session = frame.strip_prefix(GREETING).and_then(|rest| StartTag::try_from(rest).ok());
    session.ok_or(BadFrame::NotAGreeting)
}

/// Puts a frame behind others. Callers have checked its length.
pub(super) fn write(frame: &[u8], into: &mut Vec<u8>) {
    debug_assert!(!frame.is_empty() && frame.len() <= MAX_FRAME_BYTES, "callers check");
    let length = u32::try_from(frame.len()).expect("a frame is far shorter than 4 GB");
    into.extend_from_slice(&length.to_le_bytes());
    into.extend_from_slice(frame);
}

/// Cuts what arrives into frames. It never holds more than has arrived.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    bytes: Vec<u8>,
    start: usize,
}

impl Decoder {
    /// Takes in what arrived.
    pub(super) fn push(&mut self, arrived: &[u8]) {
        self.bytes.extend_from_slice(arrived);
    }

    /// Whether a frame has begun and not ended.
    pub(super) fn is_amid(&self) -> bool {
        self.start < self.bytes.len()
    }

    /// The next whole frame.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, BadFrame> {
        let waiting = &self.bytes[self.start..];
        let Some((header, rest)) = waiting.split_first_chunk::<HEADER_BYTES>() else {
            self.tidy();
            return Ok(None);
        };
        let bytes = u32::from_le_bytes(*header);
        let length = usize::try_from(bytes).unwrap_or(usize::MAX);
        if length > MAX_FRAME_BYTES {
            return Err(BadFrame::TooLong { bytes });
        }
        if length == 0 {
            return Err(BadFrame::Empty);
        }
        let Some(frame) = rest.get(..length) else {
            self.tidy();
            return Ok(None);
        };
        let frame = frame.to_vec();
        self.start += HEADER_BYTES + length;
        Ok(Some(frame))
    }

    /// Forgets what was given out.
    fn tidy(&mut self) {
        self.bytes.drain(..self.start);
        self.start = 0;
        if self.bytes.is_empty() {
            self.bytes.shrink_to(KEPT_BUFFER_BYTES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(decoder: &mut Decoder) -> Vec<Vec<u8>> {
        std::iter::from_fn(|| decoder.next().unwrap()).collect()
    }

    #[test]
    fn frames_come_out_as_they_went_in_however_they_are_cut() {
        let frames: Vec<Vec<u8>> = [1, 3, 200, MAX_FRAME_BYTES, 1].map(|len| vec![7; len]).to_vec();
        let mut wire = Vec::new();
        for frame in &frames {
            write(frame, &mut wire);
        }
        for piece in [1, 2, 3, 5, 7, 1200, wire.len()] {
            let (mut decoder, mut out) = (Decoder::default(), Vec::new());
            for bytes in wire.chunks(piece) {
                decoder.push(bytes);
                out.extend(all(&mut decoder));
            }
            assert!(out == frames && !decoder.is_amid(), "in pieces of {piece}");
            assert!(decoder.bytes.capacity() <= KEPT_BUFFER_BYTES.max(piece), "memory is given back");
        }
    }

    #[test]
    fn a_length_is_refused_before_its_bytes_come() {
        let mut decoder = Decoder::default();
        let bytes = u32::try_from(MAX_FRAME_BYTES).unwrap() + 1;
        decoder.push(&bytes.to_le_bytes());
        assert_eq!(decoder.next(), Err(BadFrame::TooLong { bytes }));
        let mut decoder = Decoder::default();
        decoder.push(&[0; 4]);
        assert_eq!(decoder.next(), Err(BadFrame::Empty));
    }

    #[test]
    fn half_a_frame_is_known_as_such() {
        let mut decoder = Decoder::default();
        decoder.push(&[5, 0, 0, 0, 1, 2]);
        assert_eq!(decoder.next(), Ok(None));
        assert!(decoder.is_amid());
    }

    #[test]
    fn only_a_greeting_is_a_greeting() {
        let session = [7; 16];
        let frame = greeting(&session);
        assert_eq!(read_greeting(&frame), Ok(session));
        for bad in
            [&frame[1..], &frame[..19], &[frame.as_slice(), &[0]].concat(), b"GET / HTTP/1.1\r\n\r\n.."]
        {
            assert_eq!(read_greeting(bad), Err(BadFrame::NotAGreeting));
        }
    }
}
