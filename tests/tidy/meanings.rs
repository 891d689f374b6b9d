//! One meaning a name: a type is defined once.
//!
//! All that is no game is one world. Each game is a world of its own, whose words may be those of another game, but none
//! that the engine or the protocol has. What only tests use does not count, nor do the associated types of a trait.

use std::collections::BTreeMap;

use super::lexer::{Token, lex};
use super::source::{File, Problem, Tree};

/// Names that stand for several types, and why that confuses nobody.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Files that only tests use.
const TESTS: &[&str] = &["tests", "tests.rs", "test_kit", "test_kit.rs", "test_table.rs"];

/// Behind these a type's name is defined.
const DEFINES: &[&str] = &["struct", "enum", "union", "trait", "type"];

/// What stands before an item that only tests use.
const TEST_MARK: &[&str] = &["#", "[", "cfg", "(", "test", ")", "]"];

/// A type where it is defined.
#[derive(Debug)]
struct Definition<'a> {
    file: &'a File,
    line: usize,
}

/// Finds names that stand for two types.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    check_but(tree, EXCEPTIONS)
}

fn check_but(tree: &Tree, exceptions: &[(&str, &str)]) -> Vec<Problem> {
    let mut names: BTreeMap<&str, Vec<Definition<'_>>> = BTreeMap::new();
    let code = tree.rust("src/").chain(tree.rust("proto/src/"));
    for file in code.filter(|file| !file.path.split('/').any(|part| TESTS.contains(&part))) {
        for name in defined(&lex(&file.text).tokens) {
            names.entry(name.text).or_default().push(Definition { file, line: name.line });
        }
    }
    let mut problems = Vec::new();
    for (name, why) in exceptions {
        if names.get(name).and_then(|all| second(all)).is_none() {
            let gone = format!("`{name}` is no exception any more ({why}): take it from the list");
            problems.push(Problem::new("tests/tidy/meanings.rs", 1, gone));
        }
    }
    for (name, all) in names.iter().filter(|(name, _)| !exceptions.iter().any(|(other, _)| other == *name)) {
        if let Some((first, one)) = second(all) {
            let why = format!("`{name}` is also a type at {}:{}", first.file.path, first.line);
            problems
                .push(one.file.problem(one.line, format!("{why}: give one of them a name that says more")));
        }
    }
    problems
}

/// Of types of one name the first that another one before it is in the way of, and that one.
fn second<'d, 'a>(all: &'d [Definition<'a>]) -> Option<(&'d Definition<'a>, &'d Definition<'a>)> {
    all.iter().enumerate().find_map(|(place, one)| {
        let first = all[..place].iter().find(|other| meet(&other.file.path, &one.file.path))?;
        Some((first, one))
    })
}

/// Whether one of two files must not define what the other one does.
fn meet(one: &str, other: &str) -> bool {
    match (game_of(one), game_of(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => true,
        (Some(_), None) => is_below_games(other),
        (None, Some(_)) => is_below_games(one),
    }
}

fn game_of(path: &str) -> Option<&str> {
    let below = path.strip_prefix("src/games/")?;
    let game = below.split('/').next()?;
    let game = game.strip_suffix(".rs").unwrap_or(game);
    (game != "lib").then_some(game)
}

fn is_below_games(path: &str) -> bool {
    path.starts_with("src/engine/") || path.starts_with("proto/")
}

/// The names of types that are defined outside tests, but for associated ones.
fn defined<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut names = Vec::new();
    // For each open brace whether it is of an `impl` or a `trait`, whose types are associated ones.
    let (mut braces, mut of_impl) = (Vec::new(), false);
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let before = at.checked_sub(1).map_or(";", text);
        match token.text {
            "#" if is_of_tests(&tokens[at..]) => {
                at = end_of_item(tokens, at + TEST_MARK.len());
                continue;
            }
            "impl" | "trait" if matches!(before, ";" | "{" | "}" | "]" | ")" | "pub" | "unsafe") => {
                of_impl = true;
            }
            "{" => braces.push(std::mem::take(&mut of_impl)),
            "}" => drop(braces.pop()),
            _ => {}
        }
        let is_associated = token.text == "type" && braces.last() == Some(&true);
        if DEFINES.contains(&token.text) && !matches!(before, "#" | ".") && !is_associated {
            names.extend(tokens.get(at + 1).filter(|name| name.is_name()));
        }
        at += 1;
    }
    names
}

fn is_of_tests(tokens: &[Token<'_>]) -> bool {
    tokens.iter().map(|token| token.text).take(TEST_MARK.len()).eq(TEST_MARK.iter().copied())
}

/// Where the item that begins here is over: behind its semicolon or its last brace.
fn end_of_item(tokens: &[Token<'_>], start: usize) -> usize {
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" if depth <= 1 => return at + usize::from(depth == 1),
            "}" => depth -= 1,
            ";" | "," if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::super::source::assert_found;
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<Problem> {
        check_but(&Tree::of(files), &[])
    }

    #[test]
    fn a_second_type_of_a_name_is_found_wherever_it_is_and_whatever_kind_it_has() {
        let first = ("src/engine/a.rs", "pub struct Link;");
        let seconds =
            ["enum Link { A }", "pub(super) type Link = u8;", "fn f() { struct Link; }", "pub trait Link {}"];
        for second in seconds {
            for path in
                ["src/engine/b.rs", "src/engine/a/b.rs", "src/tui/b.rs", "proto/src/b.rs", "src/main.rs"]
            {
                let why = "`Link` is also a type at";
                let problems = found(&[first, (path, second)]);
                assert_eq!(problems.len(), 1, "{path}: {second}");
                assert!(problems[0].to_string().contains(why), "{path}: {second}");
            }
        }
        let twice = [("src/node/a.rs", "struct Row;\nmod b {\n    struct Row;\n}")];
        assert_found(&found(&twice), &["src/node/a.rs:3: `Row` is also a type at src/node/a.rs:1"]);
    }

    #[test]
    fn a_game_has_its_own_words_but_none_of_the_engine_or_the_protocol() {
        let of_games = [("src/games/a/state.rs", "struct Phase;"), ("src/games/b/state.rs", "struct Phase;")];
        assert_found(&found(&of_games), &[]);
        let screen = ("src/tui/phase.rs", "struct Phase;");
        assert_found(&found(&[of_games[0], screen]), &[]);
        for below in ["src/engine/phase.rs", "proto/src/phase.rs"] {
            assert_eq!(found(&[of_games[0], (below, "struct Phase;")]).len(), 1, "{below}");
        }
        let twice = [of_games[0], ("src/games/a/board.rs", "enum Phase {}")];
        assert_eq!(found(&twice).len(), 1);
    }

    #[test]
    fn what_only_tests_use_and_associated_types_do_not_count() {
        let text = "struct A; impl B for A { type C = u8; } trait B { type C; } impl B for D<{ 1 }> { type C = u8; }";
        assert_found(&found(&[("src/a.rs", text)]), &[]);
        for path in ["src/a/tests.rs", "src/a/tests/kit.rs", "src/games/test_kit/a.rs"] {
            assert_found(&found(&[("src/b.rs", "struct A;"), (path, "struct A;")]), &[]);
        }
        let own = "struct A; #[cfg(test)] mod tests { struct A; impl A {} } #[cfg(test)] use x::{y, z}; type C = [A; 2];";
        assert_found(&found(&[("src/b.rs", own)]), &[]);
        let behind = format!("{own} struct C;");
        assert_found(&found(&[("src/b.rs", &behind)]), &["src/b.rs:1: `C`"]);
        let arguments = "fn f() -> impl Iterator<Item = u8> { todo() } type A = u8; type A = u8;";
        assert_eq!(found(&[("src/a.rs", arguments)]).len(), 1);
        assert_found(&found(&[("src/a.rs", "// struct A;\nstruct A; const B: &str = \"struct A;\";")]), &[]);
    }

    #[test]
    fn an_exception_must_be_one() {
        let twice = [("src/a.rs", "struct Error;"), ("src/b.rs", "struct Error;")];
        assert_found(&check_but(&Tree::of(&twice), &[("Error", "each module has its own")]), &[]);
        let problems = check_but(&Tree::of(&twice[..1]), &[("Error", "each module has its own")]);
        assert_found(&problems, &["tests/tidy/meanings.rs:1: `Error` is no exception any more"]);
    }
}
