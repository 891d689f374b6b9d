//! Text that came from or goes to another machine: bounded, and without anything that plays tricks on a screen.

use super::limits::MAX_REASON_CHARS;

/// What may be shown of bytes from the network.
pub(super) fn clean(bytes: &[u8]) -> String {
    // A character has at most four bytes, so nothing that is shown is cut off here.
    let bytes = &bytes[..bytes.len().min(4 * MAX_REASON_CHARS)];
    let text = String::from_utf8_lossy(bytes);
    let plain: String =
        text.chars().map(|c| if is_trick(c) { ' ' } else { c }).take(MAX_REASON_CHARS).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Control characters, and those that turn the direction of text or cannot be seen.
fn is_trick(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
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
        assert_eq!(clean(b"\x1b[2Jgone\r\nnext\t\x07line\0"), "[2Jgone next line");
        assert_eq!(clean("abc\u{202e}fed\u{200b}x".as_bytes()), "abc fed x");
        assert_eq!(clean(&[b'a', 0xff, 0xfe, b'b']), "a\u{fffd}\u{fffd}b");
    }

    #[test]
    fn it_is_never_long() {
        assert_eq!(clean("ß".repeat(70_000).as_bytes()).chars().count(), MAX_REASON_CHARS);
    }
}
