//! What is hashed is the same on every machine: no floats, no order that differs from run to run, no number
//! whose size depends on the processor.

use super::lexer::{Token, lex};
use super::source::{File, Problem, Tree};

/// Finds types in the engine and the games that have no place in a state.
///
/// Floats and hash maps have none anywhere in the rules, since what is computed from them ends up in a state;
/// `usize` counts and indexes freely but is never a field of anything that is serialised.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let rules = ["src/engine/", "src/games/"];
    rules.into_iter().flat_map(|below| tree.rust(below)).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Problem> {
    let tokens = lex(&file.text).tokens;
    let mut problems: Vec<Problem> = tokens
        .iter()
        .filter_map(|token| Some(file.problem(token.line, never_in_rules(token.text)?)))
        .collect();
    for (name, body) in serialised_types(&tokens) {
        for (before, token) in body.iter().zip(&body[1..]) {
            if is_of_the_machine(token.text) && before.text != "as" {
                let why = "has another size on another machine: give it a type such as u8 or u32";
                problems.push(file.problem(token.line, format!("`{}` in `{name}` {why}", token.text)));
            }
        }
    }
    problems
}

fn never_in_rules(name: &str) -> Option<String> {
    let number = name.starts_with(|first: char| first.is_ascii_digit());
    let why = match name {
        "HashMap" | "HashSet" => "differs in order from run to run: use BTreeMap, a bit set or an array",
        "f32" | "f64" => "rounds differently from machine to machine: use whole numbers",
        _ if number && (name.ends_with("f32") || name.ends_with("f64")) => "is a float: use whole numbers",
        _ => return None,
    };
    Some(format!("`{name}` {why}"))
}

fn is_of_the_machine(name: &str) -> bool {
    matches!(name, "usize" | "isize")
}

/// Structs, enums and type aliases with their bodies, if they are serialised: by a derive, or by an
/// implementation in the same file. An alias stands for whatever uses it.
fn serialised_types<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<(&'a str, &'t [Token<'a>])> {
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token<'a>| token.text);
    let by_hand = |name: &str| {
        (0..tokens.len()).any(|at| {
            let implemented = text(at) == "Serialize" && text(at + 1) == "for" && text(at + 2) == name;
            implemented || text(at) == "impl_named_serde" && text(at + 1) == "!" && text(at + 3) == name
        })
    };
    let mut types = Vec::new();
    let (mut derived, mut depth) = (false, 0_u32);
    for at in 0..tokens.len() {
        match text(at) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "#" if text(at + 1) == "[" => {
                let attribute = &tokens[at + 1..end_of_group(tokens, at + 1)];
                derived |= attribute.iter().any(|token| token.text == "Serialize");
            }
            "struct" | "enum" => {
                let name = text(at + 1);
                if derived || by_hand(name) {
                    let body = start_of_body(tokens, at + 2);
                    types.push((name, &tokens[body..end_of_group(tokens, body)]));
                }
                derived = false;
            }
            "type" if depth == 0 => {
                let end = tokens[at..].iter().position(|token| token.text == ";");
                types.push((text(at + 1), &tokens[at..end.map_or(tokens.len(), |end| at + end)]));
            }
            "fn" | "impl" | "trait" | "const" | "static" | "use" => derived = false,
            _ => {}
        }
    }
    types
}

/// Past the generic parameters, which are sizes known when the program is built, and any bounds.
fn start_of_body(tokens: &[Token<'_>], mut at: usize) -> usize {
    let mut angles = 0_i32;
    while let Some(token) = tokens.get(at) {
        match token.text {
            "<" => angles += 1,
            ">" => angles -= 1,
            "{" | "(" | ";" if angles == 0 => break,
            _ => {}
        }
        at += 1;
    }
    at.min(tokens.len().saturating_sub(1))
}

/// Behind the bracket that closes the one at `open`.
fn end_of_group(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return at + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(text: &str) -> Vec<Problem> {
        check(&Tree::of(&[("src/games/rivals/state.rs", text), ("src/cli.rs", text)]))
    }

    const AT: &str = "src/games/rivals/state.rs";

    #[test]
    fn a_field_of_the_machines_size_is_found_in_every_kind_of_type() {
        for text in [
            "#[derive(Clone, Serialize)]\nstruct A { b: u8, c: usize }",
            "#[derive(Serialize)]\n#[serde(transparent)] pub struct A(usize);",
            "#[derive(serde::Serialize)]\nenum A { B, C { d: Vec<isize> } }",
            "#[derive(Serialize)]\npub(super) enum A { B(Option<usize>) }",
            "#[derive(Serialize)]\nstruct A<const N: usize> where X: Y { b: [usize; N] }",
            "\nstruct A { b: usize } impl Serialize for A { fn f() {} }",
            "\nstruct A(usize); impl_named_serde!(A);",
            "\ntype A = [usize; 4];",
        ] {
            let problem =
                format!("{AT}:2: `{}` in `A`", if text.contains("isize") { "isize" } else { "usize" });
            assert_found(&found(text), &[&problem]);
        }
    }

    #[test]
    fn floats_and_hash_maps_are_found_anywhere_in_the_rules() {
        assert_found(&found("fn f(x: f64) {}"), &[&format!("{AT}:1: `f64` rounds")]);
        assert_found(&found("\nlet x = 1f32;"), &[&format!("{AT}:2: `1f32` is a float")]);
        assert_found(
            &found("use std::collections::{HashMap,\nHashSet};"),
            &[&format!("{AT}:1: `HashMap`"), &format!("{AT}:2: `HashSet`")],
        );
        assert_found(
            &check(&Tree::of(&[("src/engine/bag.rs", "struct B(f32);")])),
            &["src/engine/bag.rs:1:"],
        );
    }

    #[test]
    fn counting_and_generic_sizes_are_let_through() {
        for text in [
            "#[derive(Serialize)] struct A<const N: usize>([u16; N]); fn f(x: usize) {}",
            "#[derive(Serialize)] struct A { b: [u8; MAX as usize] } // usize, f64",
            "#[derive(Debug)] struct A { index: usize }",
            "#[derive(Serialize)] fn f() {} struct A { index: usize }",
            "impl Iterator for A { type Item = usize; } const S: &str = \"f64\";",
        ] {
            assert_found(&found(text), &[]);
        }
    }
}
