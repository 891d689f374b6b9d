//! Text of strangers, made fit for a screen: one line, no escape sequences, nothing invisible, no longer than asked.
//!
//! There is one rule for all of it. What is signed or sent must be clean already ([`is_clean`]); what comes from
//! elsewhere is cleaned ([`clean`]); and whatever is written to a terminal in the end goes through [`shown`]. It never
//! says what is wrong with a text; what is left of it is what is shown.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

use unicode_security::skeleton;

use crate::limits::MAX_MARKS_PER_LETTER;

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
        if !is_fit(char) {
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

/// Whether a text has something in it, is no longer than so many bytes, and is as [`clean`] leaves it.
pub fn is_clean(text: &str, max_bytes: usize) -> bool {
    !text.is_empty() && text.len() <= max_bytes && clean(text, max_bytes) == text
}

/// Text of any length and number of lines without what no terminal may get: all that is not [fit](is_fit), but for the
/// ends of lines; a tab is a blank. Words of the program come out as they are.
pub fn shown(text: &str) -> Cow<'_, str> {
    let keeps = |char: char| char == '\n' || is_fit(char);
    if text.chars().all(keeps) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars().map(|char| if char == '\t' { ' ' } else { char }).filter(|char| keeps(*char)).collect(),
    )
}

/// Whether people may take two names for one: they are the same without regard to capitals, to what cannot be seen, and
/// to characters that look alike (the skeletons of Unicode's UTS 39).
pub fn are_alike(one: &str, other: &str) -> bool {
    let forms = |name: &str| {
        let name = clean(name, name.len());
        let lower: String = skeleton(&name.to_lowercase()).collect();
        let shape: String = skeleton(&name).collect();
        // Some letters look like others only as capitals, and some only as small ones: either is enough.
        [lower, shape.to_lowercase()]
    };
    forms(one).iter().zip(&forms(other)).any(|(one, other)| one == other)
}

/// Whether a character can stand on a screen: no control character, and nothing of which nothing is seen, such as
/// direction, joining, fillers, tags, private use. That is all that Unicode calls ignorable by default, and the blanks
/// and joiners of scripts that it does not.
pub fn is_fit(char: char) -> bool {
    if char.is_ascii() {
        return !char.is_ascii_control();
    }
    !char.is_control()
        && !matches!(char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{70f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{2d7f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{1107f}'
            | '\u{13430}'..='\u{1343f}' | '\u{13441}'..='\u{13442}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
        // The last two of every plane are no characters.
        && u32::from(char) & 0xfffe != 0xfffe
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

    #[test]
    fn only_what_cleaning_leaves_alone_is_clean() {
        assert!(is_clean("Zoë's table", 12) && is_clean("a", 1));
        for dirty in [
            "",
            " ",
            "a ",
            " a",
            "a  b",
            "a\u{a0}b",
            "a\u{200b}",
            "a\u{202e}b",
            "\u{1b}[2Ja",
            "a\u{9b}b",
            "a\nb",
        ] {
            assert!(!is_clean(dirty, 100), "{dirty:?}");
        }
        assert!(!is_clean("abc", 2));
    }

    #[test]
    fn names_that_people_take_for_one_are_alike() {
        for other in [
            "Ann",
            "ANN",
            "ann",
            "Ann\u{200b}",
            " Ann ",
            "\u{410}nn",
            "A\u{578}n",
            "\u{1d400}nn",
            "\u{391}NN",
        ] {
            assert!(are_alike("Ann", other) && are_alike(other, "Ann"), "{other:?}");
        }
        for (one, other) in [
            ("Ben", "\u{392}en"),
            ("Ian", "IAN"),
            ("Ian", "lan"),
            ("Bill", "Bi1l"),
            ("Zo\u{eb}", "Zoe\u{308}"),
        ] {
            assert!(are_alike(one, other), "{one:?} {other:?}");
        }
        for (one, other) in [("Ann", "Anna"), ("Ann", "Ben"), ("Ann 2", "Ann 3"), ("Zoe", "Zo\u{eb}")] {
            assert!(!are_alike(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_terminal_gets_lines_and_nothing_that_drives_it() {
        assert_eq!(shown("two\n  lines, 5 → 6\n"), "two\n  lines, 5 → 6\n");
        assert_eq!(shown("a\u{1b}[2J\u{9b}b\r\tc\u{7}\u{202e}d\u{200b}\u{0}"), "a[2Jb cd");
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
