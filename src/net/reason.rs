//! Text that came from or goes to another machine, as bytes: what of it may be shown.

use whistlestop_proto::text;

use super::limits::MAX_REASON_BYTES;

/// What may be shown of bytes from the network.
pub(super) fn clean(bytes: &[u8]) -> String {
    // What cleaning leaves out is less than what is read; an endless text is not read to its end.
    let bytes = &bytes[..bytes.len().min(8 * MAX_REASON_BYTES)];
    text::clean(&String::from_utf8_lossy(bytes), MAX_REASON_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_stay_as_they_are() {
        assert_eq!(clean("die Tür ist zu: 5 → 6".as_bytes()), "die Tür ist zu: 5 → 6");
    }

    #[test]
    fn nothing_that_moves_the_cursor_or_turns_text_gets_through() {
        assert_eq!(clean(b"\x1b[2Jgone\r\nnext\t\x07line\0"), "gone next line");
        assert_eq!(clean("abc\u{202e}fed\u{200b}x".as_bytes()), "abcfedx");
        assert_eq!(clean(&[b'a', 0xff, 0xfe, b'b']), "ab");
    }

    #[test]
    fn it_is_never_long() {
        assert_eq!(clean("ß".repeat(70_000).as_bytes()).len(), MAX_REASON_BYTES);
    }
}
