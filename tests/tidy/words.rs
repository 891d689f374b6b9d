//! All words that a player reads on the screen stand in one place.

use super::lexer::{Token, lex};
use super::source::{File, Problem, Tree};

/// Where words may stand: those for players, and names that machines gave: of keys, of variables, of terminals.
const PLACES: &[&str] = &["src/tui/text", "src/tui/keymap", "src/tui/theme", "src/tui/terminal"];

/// Behind these something is said to us and not to a player.
const OURS: &[&[&str]] = &[&["expect", "("], &["reason", "="], &["include_str", "!", "("]];

/// Macros that say something to us.
const OUR_MACROS: &[&str] = &["assert", "assert_eq", "assert_ne", "debug_assert", "unreachable"];

/// Finds words for players that stand among the code that shows them.
pub(crate) fn check_screens(tree: &Tree) -> Vec<Problem> {
    let elsewhere = tree.rust("src/tui").filter(|file| !is_of_words(&file.path) && !is_of_tests(&file.path));
    elsewhere.flat_map(check_file).collect()
}

fn is_of_words(path: &str) -> bool {
    let below =
        |place: &&str| path.strip_prefix(*place).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'));
    PLACES.iter().any(below)
}

fn is_of_tests(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs")
}

fn check_file(file: &File) -> Vec<Problem> {
    // Tests stand last in a file, and what they say is for us.
    let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
    let lexed = lex(code);
    let strings = lexed.strings.iter().zip(&lexed.tokens_before);
    let for_players =
        strings.filter(|(string, before)| has_word(string.text) && !is_ours(&lexed.tokens[..**before]));
    let why = "words for players stand in src/tui/text.rs: name them there";
    for_players.map(|(string, _)| file.problem(string.line, format!("{:?}: {why}", string.text))).collect()
}

/// Whether there is a word beside the places for values.
fn has_word(text: &str) -> bool {
    let mut depth = 0_u32;
    let mut letters = 0;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letters = if depth == 0 && character.is_lowercase() { letters + 1 } else { 0 };
        if letters == 2 {
            return true;
        }
    }
    false
}

fn is_ours(before: &[Token<'_>]) -> bool {
    let ends = |way: &&[&str]| {
        let last = before.iter().rev().map(|token| token.text);
        before.len() >= way.len() && way.iter().rev().copied().eq(last.take(way.len()))
    };
    OURS.iter().any(ends) || is_in_our_macro(before)
}

/// Whether one of the brackets that are still open here is that of such a macro.
fn is_in_our_macro(before: &[Token<'_>]) -> bool {
    let mut closed = 0_u32;
    let opens = before.iter().enumerate().rev().filter(|(_, token)| match token.text {
        ")" => {
            closed += 1;
            false
        }
        "(" if closed > 0 => {
            closed -= 1;
            false
        }
        text => text == "(",
    });
    let text = |at: Option<usize>| at.and_then(|at| before.get(at)).map_or("", |token| token.text);
    opens
        .into_iter()
        .any(|(at, _)| text(at.checked_sub(1)) == "!" && OUR_MACROS.contains(&text(at.checked_sub(2))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(path: &str, text: &str) -> Vec<Problem> {
        check_screens(&Tree::of(&[(path, text)]))
    }

    #[test]
    fn a_word_among_widgets_and_screens_is_found() {
        let text = "fn f() {\n pen.text(0, 0, \"your turn\", style);\n}";
        assert_found(&found("src/tui/widgets/menu.rs", text), &["src/tui/widgets/menu.rs:2: \"your turn\""]);
        assert_found(
            &found("src/tui/screens/lobby.rs", "format!(\"{name} left\")"),
            &["src/tui/screens/lobby.rs:1:"],
        );
        assert_found(&found("src/tui/lib.rs", "assert!(a()); x(\"hi\")"), &["src/tui/lib.rs:1:"]);
    }

    #[test]
    fn words_in_their_place_and_outside_the_screens_are_let_through() {
        let text = "const A: &str = \"your turn\";";
        for path in [
            "src/tui/text.rs",
            "src/tui/text/lobby.rs",
            "src/tui/keymap.rs",
            "src/cli.rs",
            "src/tui/a/tests.rs",
        ] {
            assert_found(&found(path, text), &[]);
        }
        assert_found(&found("src/tui/textual.rs", text), &["src/tui/textual.rs:1:"]);
    }

    #[test]
    fn values_signs_and_what_we_tell_ourselves_are_let_through() {
        let text = "#[expect(x, reason = \"a colour is a colour\")] fn f() { format!(\"{name:>width$} {}/{} +{price}\", a); \
                    g.expect(\"there is one\"); unreachable!(\"never\"); assert!(a(b), \"two {}\", c()); h(\"F\", '\"', \"X1\"); }\n\
                    #[cfg(test)]\nmod tests { const A: &str = \"some words\"; }";
        assert_found(&found("src/tui/widgets/menu.rs", text), &[]);
    }
}
