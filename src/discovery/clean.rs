//! Makes text of strangers fit for a screen: one line, no escape sequences, nothing invisible, no longer than asked.
//!
//! It never says what is wrong with a text; what is left of it is what is shown.

use std::iter::Peekable;
use std::str::Chars;

use super::limits::MAX_MARKS_PER_LETTER;

/// The text without terminal escapes, control and invisible characters, changes of direction and towers of marks; any
/// white space as single blanks; cut at a character to at most so many bytes.
pub fn clean(text: &str, max_bytes: usize) -> String {
    let mut kept = String::new();
    let mut marks = 0;
    let mut blank = false;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if matches!(char, '\u{1b}' | '\u{90}' | '\u{98}' | '\u{9b}' | '\u{9d}'..='\u{9f}') {
            skip_escape(char, &mut chars);
            continue;
        }
        if char.is_whitespace() {
            blank = !kept.is_empty();
            continue;
        }
        if is_unfit(char) {
            continue;
        }
        marks = if is_mark(char) { marks + 1 } else { 0 };
        // A mark needs a letter of its own, or it sits on whatever the screen shows before the text.
        if marks > MAX_MARKS_PER_LETTER || marks > 0 && (kept.is_empty() || blank) {
            continue;
        }
        if kept.len() + usize::from(blank) + char.len_utf8() > max_bytes {
            break;
        }
        if std::mem::take(&mut blank) {
            kept.push(' ');
        }
        kept.push(char);
    }
    kept
}

/// Takes the rest of an escape sequence, as terminals read it. One that does not end takes the rest of the text: a
/// terminal would wait for its end just so.
fn skip_escape(start: char, chars: &mut Peekable<Chars<'_>>) {
    let kind = if start == '\u{1b}' { chars.next() } else { Some(start) };
    match kind {
        Some('[' | '\u{9b}') => while chars.next().is_some_and(|char| !matches!(char, '@'..='~')) {},
        Some(']' | 'P' | 'X' | '^' | '_' | '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}') => {
            while let Some(char) = chars.next() {
                if matches!(char, '\u{7}' | '\u{9c}') || char == '\u{1b}' && chars.next_if_eq(&'\\').is_some()
                {
                    break;
                }
            }
        }
        Some(' '..='/') => while chars.next().is_some_and(|char| matches!(char, ' '..='/')) {},
        // The others have two characters.
        _ => {}
    }
}

/// Control characters, and what is not seen but changes what is: direction, joining, tags, private use.
fn is_unfit(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{ffff}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Marks that are drawn over the letter before them, of the alphabets where towers of them are a known nuisance.
fn is_mark(char: char) -> bool {
    matches!(char,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_names_of_many_alphabets_stay_as_they_are() {
        for name in
            ["Ada", "Zoë's table", "Łódź 18:30", "Ωmega & Co.", "鉄道", "поезд", "ทั้งสิ้น", "e\u{301}a\u{302}"]
        {
            assert_eq!(clean(name, 100), name);
        }
    }

    #[test]
    fn what_a_terminal_or_a_reader_would_fall_for_is_taken_out() {
        for (dirty, fit) in [
            ("a\u{1b}[31mred\u{1b}[0m", "ared"),
            ("a\u{9b}2Jb", "ab"),
            ("a\u{1b}]0;title\u{7}b", "ab"),
            ("a\u{1b}]8;;http://x\u{1b}\\b", "ab"),
            ("a\u{1b}P1$tx\u{1b}\\b\u{90}q\u{9c}c", "abc"),
            ("a\u{1b}(0b", "ab"),
            ("a\u{1b}cb", "ab"),
            ("a\u{1b}", "a"),
            ("a\u{1b}[", "a"),
            ("a\u{1b}]never ends", "a"),
            ("a\u{1b}(", "a"),
            ("a\rb\nc\td", "a b c d"),
            ("  a  \u{a0}\u{3000} b  ", "a b"),
            ("a\u{0}\u{8}\u{7f}b", "ab"),
            ("abc\u{202e}fed\u{2066}\u{200f}", "abcfed"),
            ("a\u{200b}\u{feff}\u{ad}\u{2060}\u{3164}\u{2800}b", "ab"),
            ("a\u{e0041}\u{f0000}\u{e000}b", "ab"),
            ("a\u{301}\u{302}\u{303}\u{304}b", "a\u{301}\u{302}b"),
            ("\u{301}a \u{301}b", "a b"),
            ("\u{1b}[2J", ""),
            ("", ""),
        ] {
            assert_eq!(clean(dirty, 100), fit, "{dirty:?}");
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        assert_eq!(clean("abcdef", 3), "abc");
        assert_eq!(clean("aéé", 4), "aé");
        assert_eq!(clean("ab cd", 3), "ab");
        assert_eq!(clean(&"x ".repeat(100_000), 5), "x x x");
        assert_eq!(clean("a", 0), "");
    }

    proptest! {
        #[test]
        fn whatever_comes_is_one_short_line_and_cleaning_it_again_changes_nothing(
            text in "[\\PC\\u{0}-\\u{a0}\\u{1b}\\[\\]\\u{300}\\u{202e} ]{0,60}", max in 0_usize..40,
        ) {
            let once = clean(&text, max);
            prop_assert!(once.len() <= max);
            prop_assert!(!once.chars().any(char::is_control));
            prop_assert_eq!(once.trim(), &once);
            prop_assert_eq!(clean(&once, max), once);
        }
    }
}
