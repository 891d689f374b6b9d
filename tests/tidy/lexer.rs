//! Rust text as tokens: comments are dropped and literals kept apart, so that a word in a sentence is never
//! taken for a name.

/// A name, a number, `::`, or one other character of punctuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

/// What a file says.
#[derive(Debug, Default)]
pub(crate) struct Lexed<'a> {
    pub(crate) tokens: Vec<Token<'a>>,
    /// String literals without their quotes, escapes as they are written.
    pub(crate) strings: Vec<Token<'a>>,
    /// How many tokens stand before each string.
    pub(crate) tokens_before: Vec<usize>,
}

impl Token<'_> {
    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|first: char| first.is_alphabetic() || first == '_')
    }
}

/// Takes a file apart.
pub(crate) fn lex(text: &str) -> Lexed<'_> {
    let mut lexed = Lexed::default();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (length, kind) = next(rest, first);
        let (piece, after) = rest.split_at(length);
        match kind {
            Kind::Skipped => {}
            Kind::Token => lexed.tokens.push(Token { text: piece, line }),
            Kind::String { opening, closing } => {
                let inner = &piece[opening..piece.len().saturating_sub(closing).max(opening)];
                lexed.strings.push(Token { text: inner, line });
                lexed.tokens_before.push(lexed.tokens.len());
            }
        }
        line += piece.matches('\n').count();
        rest = after;
    }
    lexed
}

enum Kind {
    Skipped,
    Token,
    String { opening: usize, closing: usize },
}

/// How long the next piece is, and what.
fn next(rest: &str, first: char) -> (usize, Kind) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Kind::Skipped);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), Kind::Skipped);
    }
    if let Some(string) = string(rest) {
        return string;
    }
    if first == '\'' || rest.starts_with("b'") {
        return character(rest);
    }
    if rest.starts_with("::") {
        return (2, Kind::Token);
    }
    if first.is_alphanumeric() || first == '_' {
        // `r#type` is the name `type`; its mark becomes tokens of its own, which nobody looks for.
        return (name(rest), Kind::Token);
    }
    (first.len_utf8(), if first.is_whitespace() { Kind::Skipped } else { Kind::Token })
}

fn name(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
}

/// Comments in comments count, as in the language.
fn block_comment(rest: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if here.starts_with(b"*/") {
            (at, depth) = (at + 2, depth - 1);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// `"..."`, `b"..."`, `c"..."`, and the raw ones with any number of `#`.
fn string(rest: &str) -> Option<(usize, Kind)> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        rest.strip_prefix(prefix).is_some_and(|after| {
            let after = if prefix.ends_with('r') { after.trim_start_matches('#') } else { after };
            after.starts_with('"')
        })
    })?;
    let marks = rest[prefix.len()..].find('"')?;
    let opening = prefix.len() + marks + 1;
    if prefix.ends_with('r') {
        let end = format!("\"{}", "#".repeat(marks));
        let length = rest[opening..].find(&end).map_or(rest.len(), |at| opening + at + end.len());
        return Some((length, Kind::String { opening, closing: end.len() }));
    }
    let mut escaped = false;
    let end = rest[opening..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    Some((end.map_or(rest.len(), |at| opening + at + 1), Kind::String { opening, closing: 1 }))
}

/// `'x'`, `b'x'` and `'\n'`, or a lifetime.
fn character(rest: &str) -> (usize, Kind) {
    let opening = rest.find('\'').map_or(0, |at| at + 1);
    let mut inner = rest[opening..].chars();
    match (inner.next(), inner.next()) {
        (Some('\\'), Some(escape)) => {
            let from = opening + 1 + escape.len_utf8();
            (rest[from..].find('\'').map_or(rest.len(), |at| from + at + 1), Kind::Skipped)
        }
        (Some(only), Some('\'')) => (opening + only.len_utf8() + 1, Kind::Skipped),
        _ => (opening + name(&rest[opening..]), Kind::Skipped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<&str> {
        lex(text).tokens.iter().map(|token| token.text).collect()
    }

    fn strings(text: &str) -> Vec<&str> {
        lex(text).strings.iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_are_dropped_even_inside_one_another() {
        assert_eq!(tokens("a /* b /* c */ d */ e // f\ng /// h\n//! i\nj"), ["a", "e", "g", "j"]);
        assert_eq!(tokens("a /* never closed"), ["a"]);
    }

    #[test]
    fn strings_of_every_kind_are_kept_apart() {
        let text = r###"x("a // b", "q\"q\\", r"c\", r#"d"e"#, b"f", br##"g"#h"##, c"i") "###;
        assert_eq!(strings(text), ["a // b", "q\\\"q\\\\", "c\\", "d\"e", "f", "g\"#h", "i"]);
        assert!(tokens(text).iter().all(|token| ["x", "(", ",", ")"].contains(token)));
        assert!(tokens("\"never closed").is_empty());
    }

    #[test]
    fn characters_are_not_lifetimes_and_neither_hides_what_follows() {
        assert_eq!(tokens("['\"', '\\'', b'x', '\\u{7f}', 'é'] a"), ["[", ",", ",", ",", ",", "]", "a"]);
        assert_eq!(tokens("fn f<'a>(x: &'a T, y: &'static U)").last(), Some(&")"));
        assert_eq!(tokens("'a: loop { break 'a; } b").last(), Some(&"b"));
    }

    #[test]
    fn paths_and_raw_names_are_tokens() {
        assert_eq!(tokens("crate::a::{b}"), ["crate", "::", "a", "::", "{", "b", "}"]);
        assert_eq!(tokens("r#type::x"), ["r", "#", "type", "::", "x"]);
        assert_eq!(tokens("1..2"), ["1", ".", ".", "2"]);
    }

    #[test]
    fn every_token_knows_its_line() {
        let lexed = lex("a\n/* \n */ b \"x\ny\" c");
        assert_eq!(lexed.tokens.iter().map(|token| token.line).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(lexed.strings[0].line, 3);
        assert_eq!(lexed.tokens_before, [2]);
    }
}
