//! Nobody writes to a terminal around the filter, and nobody has a filter of their own.

use super::names::paths;
use super::source::{File, Problem, Tree};

/// Names that lead to a terminal, and the files that may use them.
const WAYS: &[&str] = &["stdout", "stderr", "Stdout", "Stderr"];
const DOORS: &[&str] = &["src/cli/lines.rs", "src/tui/terminal.rs"];

/// Macros that write there without being asked where.
const MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// What a filter of one's own would be made of, and where the one filter stands.
const SIEVES: &[&str] =
    &["is_control", "is_ascii_control", "escape_default", "escape_debug", "escape_unicode"];
const FILTER: &str = "proto/src/text.rs";

/// Finds what is written around the filter, and other filters.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let ours = tree.rust("src/").chain(tree.rust("proto/src/"));
    ours.filter(|file| !is_of_tests(&file.path)).flat_map(check_file).collect()
}

fn is_of_tests(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs")
}

fn check_file(file: &File) -> Vec<Problem> {
    // Tests stand last in a file, and what they write is for us.
    let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = File { path: file.path.clone(), text: code.to_owned() };
    let mut problems = Vec::new();
    for path in paths(&code) {
        let (Some(last), len) = (path.segments.last().copied(), path.segments.len()) else { continue };
        let is_macro = len == 1 && MACROS.contains(&last) && is_called(&code, path.line, last);
        let is_way = len > 1 && WAYS.contains(&last) && path.segments[len - 2] == "io";
        if (is_macro || is_way) && !DOORS.contains(&file.path.as_str()) {
            let why = "writes to a terminal around the filter: use src/cli/lines.rs";
            problems.push(file.problem(path.line, format!("`{last}` {why}")));
        }
        if SIEVES.contains(&last) && file.path != FILTER {
            let why = format!("is a filter of its own: use {FILTER}");
            problems.push(file.problem(path.line, format!("`{last}` {why}")));
        }
    }
    problems
}

fn is_called(file: &File, line: usize, name: &str) -> bool {
    file.text.lines().nth(line.saturating_sub(1)).is_some_and(|text| text.contains(&format!("{name}!")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(path: &str, text: &str) -> Vec<Problem> {
        check(&Tree::of(&[(path, text)]))
    }

    #[test]
    fn every_way_around_the_filter_is_found() {
        for text in [
            "println!(\"{name}\");",
            "eprint!(\"x\")",
            "use std::io; fn f() { io::stdout(); }",
            "use std::io::{self, stderr};",
            "fn f(out: std::io::Stdout) {}",
        ] {
            assert_found(&found("src/cli/peer.rs", text), &["src/cli/peer.rs:1: `"]);
            assert_found(&found("proto/src/link.rs", text), &["proto/src/link.rs:1: `"]);
            assert_found(&found("src/cli/lines.rs", text), &[]);
        }
    }

    #[test]
    fn a_second_filter_is_found() {
        assert_found(
            &found("src/net/a.rs", "x.contains(char::is_control)"),
            &["src/net/a.rs:1: `is_control`"],
        );
        assert_found(&found("src/net/a.rs", "\ntext.escape_debug()"), &["src/net/a.rs:2: `escape_debug`"]);
        assert_found(&found("proto/src/text.rs", "char.is_control()"), &[]);
    }

    #[test]
    fn pipes_of_other_programs_and_tests_are_let_through() {
        let text = "command.stdout(Stdio::piped()); child.stderr.take(); let print = 1;";
        assert_found(&found("src/node/program.rs", text), &[]);
        assert_found(&found("src/net/tests/kit.rs", "eprintln!(\"x\")"), &[]);
        assert_found(
            &found("src/a.rs", "fn f() {}\n#[cfg(test)]\nmod tests { fn f() { println!(); } }"),
            &[],
        );
    }
}
