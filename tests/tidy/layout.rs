//! Where files stand and what every one of them must have, or must not.

use super::lexer::{Token, lex};
use super::source::{File, Problem, Tree};

/// All that the top level holds, beside hidden files.
const TOP_LEVEL: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "docs",
    "src",
    "proto",
    "tests",
    "scripts",
    "target",
];

/// Words that mark what is not done. They are put together here so that this file does not hold them.
const UNFINISHED_WORDS: &[&str] =
    &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX"), concat!("HA", "CK")];

const UNFINISHED_MACROS: &[&str] = &[concat!("to", "do"), concat!("un", "implemented")];

/// Finds what does not belong at the top.
pub(crate) fn check_top_level(tree: &Tree) -> Vec<Problem> {
    let strange =
        tree.top_level.iter().filter(|name| !name.starts_with('.') && !TOP_LEVEL.contains(&name.as_str()));
    let why = "the top level holds only what the design lists: move it into src, proto, tests or scripts";
    strange.map(|name| Problem::new(name, 1, why)).collect()
}

/// Finds modules named after nothing.
pub(crate) fn check_mod_rs(tree: &Tree) -> Vec<Problem> {
    let strange = tree.files.iter().filter(|file| file.path.rsplit('/').next() == Some("mod.rs"));
    strange.map(|file| file.problem(1, "a module `foo` stands in `foo.rs`, not in `foo/mod.rs`")).collect()
}

/// Finds modules that do not say what they are. Tests say it by their names.
pub(crate) fn check_module_docs(tree: &Tree) -> Vec<Problem> {
    let of_tests = |path: &str| path.split('/').any(|part| part == "tests" || part == "tests.rs");
    let modules = tree.files.iter().filter(|file| file.is_rust() && !of_tests(&file.path));
    let silent = modules.filter(|file| {
        let first = file.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        first.strip_prefix("//!").is_none_or(|words| words.trim().is_empty())
    });
    silent.map(|file| file.problem(1, "a module begins with `//!` and what it is")).collect()
}

/// Finds what somebody left for later, and tests that do not run.
pub(crate) fn check_unfinished(tree: &Tree) -> Vec<Problem> {
    let words = tree.files.iter().flat_map(unfinished_words);
    words.chain(tree.rust("").flat_map(unfinished_code)).chain(tree.rust("").flat_map(code_in_docs)).collect()
}

/// Code in documentation would not be run: `Cargo.toml` builds no test of it.
fn code_in_docs(file: &File) -> Vec<Problem> {
    let mut inside = false;
    let is_code = |text: &str| {
        let line = text.trim_start();
        let fence = ["//! ```", "/// ```"].iter().find_map(|start| line.strip_prefix(start));
        inside ^= fence.is_some();
        inside && fence.is_some_and(|kind| kind != "text")
    };
    let why = "an example in documentation is not run: make it a test, or mark it `text`";
    let code: Vec<usize> =
        (1..).zip(file.text.lines().map(is_code)).filter(|(_, code)| *code).map(|(at, _)| at).collect();
    code.into_iter().map(|line| file.problem(line, why)).collect()
}

fn unfinished_words(file: &File) -> Vec<Problem> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let lines = (1..).zip(file.text.lines());
    let words = lines.flat_map(|(line, text)| text.split(|c| !is_part(c)).map(move |word| (line, word)));
    let marks = words.filter(|(_, word)| UNFINISHED_WORDS.contains(word));
    marks.map(|(line, word)| file.problem(line, format!("`{word}`: do it, or take it out"))).collect()
}

fn unfinished_code(file: &File) -> Vec<Problem> {
    let tokens = lex(&file.text).tokens;
    let mut problems = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|next| next.text);
        if UNFINISHED_MACROS.contains(&token.text) && next == Some("!") {
            problems.push(file.problem(token.line, format!("`{}!`: write what belongs here", token.text)));
        }
        if token.text == "#" && next == Some("[") && is_ignore(&tokens[at + 2..]) {
            problems.push(
                file.problem(token.line, "an ignored test proves nothing: make it run, or take it out"),
            );
        }
    }
    problems
}

/// `ignore`, or `cfg_attr(..., ignore)`.
fn is_ignore(attribute: &[Token<'_>]) -> bool {
    let mut inside = attribute.iter().take_while(|token| token.text != "]");
    match inside.next().map(|token| token.text) {
        Some("ignore") => true,
        Some("cfg_attr") => inside.any(|token| token.text == "ignore"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    #[test]
    fn a_stranger_at_the_top_is_found() {
        let names =
            [".gitignore", "Cargo.toml", "src", "target", "notes.txt", "extras"].map(str::to_owned).to_vec();
        let tree = Tree { top_level: names, ..Tree::default() };
        assert_found(&check_top_level(&tree), &["notes.txt:1: the top level", "extras:1: the top level"]);
    }

    #[test]
    fn a_mod_rs_is_found_wherever_it_stands() {
        let tree = Tree::of(&[("src/tui/mod.rs", ""), ("tests/x/mod.rs", ""), ("src/amod.rs", "")]);
        assert_found(&check_mod_rs(&tree), &["src/tui/mod.rs:1:", "tests/x/mod.rs:1:"]);
    }

    #[test]
    fn a_module_without_words_is_found() {
        let tree = Tree::of(&[
            ("src/a.rs", "//! What it is.\n"),
            ("src/b.rs", "use std::fmt;\n//! Too late.\n"),
            ("src/c.rs", "// Not for readers.\n"),
            ("proto/src/d.rs", "//!\n"),
            ("src/games/rivals/tests.rs", "use super::*;\n"),
            ("src/games/rivals/tests/end.rs", ""),
            ("src/attests.rs", ""),
        ]);
        let silent = ["src/b.rs:1:", "src/c.rs:1:", "proto/src/d.rs:1:", "src/attests.rs:1:"];
        assert_found(&check_module_docs(&tree), &silent);
    }

    #[test]
    fn each_mark_of_unfinished_work_is_found() {
        for word in UNFINISHED_WORDS {
            let (comment, string) = (format!("\n// {word}: later"), format!("f(\"{word}\")"));
            let tree =
                Tree::of(&[("src/a.rs", &comment), ("scripts/check", &string), ("src/b.rs", "// MASTODON")]);
            assert_found(&check_unfinished(&tree), &["src/a.rs:2:", "scripts/check:1:"]);
        }
        for name in UNFINISHED_MACROS {
            let (code, comment) = (format!("fn f() {{\n {name}!() }}"), format!("// {name}!()"));
            let tree = Tree::of(&[("src/a.rs", &code), ("src/b.rs", &comment)]);
            assert_found(&check_unfinished(&tree), &["src/a.rs:2:"]);
        }
    }

    #[test]
    fn a_test_that_does_not_run_is_found() {
        for text in ["#[test]\n#[ignore]", "\n#[ignore = \"slow\"]", "\n#[cfg_attr(windows, ignore)]"] {
            assert_found(
                &check_unfinished(&Tree::of(&[("tests/a.rs", text)])),
                &["tests/a.rs:2: an ignored test"],
            );
        }
        assert_found(
            &check_unfinished(&Tree::of(&[("tests/a.rs", "#[test] fn ignore() {} // #[ignore]")])),
            &[],
        );
        for text in ["\n//! ```\n//! f();\n//! ```", "\n    /// ```rust\n    /// ```\n/// ```text\n/// ```"] {
            assert_found(&check_unfinished(&Tree::of(&[("src/a.rs", text)])), &["src/a.rs:2: an example"]);
        }
    }
}
