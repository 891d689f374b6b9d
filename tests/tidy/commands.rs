//! The commands that pages show: each is one that the program takes, in full and in every form that its brackets allow.
//!
//! `[--flag VALUE]` may be left out, `A|B` is one or the other, `...` is more of the same, and a word in capitals stands for
//! something of the reader's.

use clap::error::ErrorKind;

use super::docs::pages;
use super::source::{File, Problem, Tree};

const PROGRAM: &str = "whistlestop";

/// One place of a command: what may stand there, and whether it may be empty.
struct Place {
    choices: Vec<Vec<String>>,
    optional: bool,
}

/// Finds commands that the program does not take.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    pages(tree).flat_map(|page| shown(page).filter_map(|(line, text)| fault(page, line, &text))).collect()
}

/// Finds `--test`, `--example` and `--bench` before a name that no target has.
pub(crate) fn check_targets(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in pages(tree) {
        for (line, text) in (1..).zip(page.text.lines()) {
            let words: Vec<&str> = text.split([' ', '`', '\'']).collect();
            for pair in words.windows(2) {
                let ["--test" | "--example" | "--bench", name] = pair else { continue };
                let name = name.trim_end_matches(['.', ',', ')', ';']);
                if !is_target(tree, name) {
                    problems.push(page.problem(line, format!("there is no target `{name}`")));
                }
            }
        }
    }
    problems
}

fn is_target(tree: &Tree, name: &str) -> bool {
    let folders = ["tests", "tests/examples", "tests/bench", "proto/tests"];
    let mut paths = folders.iter().flat_map(|at| [format!("{at}/{name}.rs"), format!("{at}/{name}/main.rs")]);
    paths.any(|path| tree.file(&path).is_some())
}

/// The commands of a page with their lines: lines of a block of code, and code within a line. In a sentence the bare name of
/// a command is no command: "`whistlestop arena` measures".
fn shown(page: &File) -> impl Iterator<Item = (usize, String)> {
    let program = whistlestop::cli::command_line();
    let is_name = move |text: &str| {
        text.split_once(' ').is_some_and(|(_, rest)| program.find_subcommand(rest).is_some())
    };
    let mut in_block = false;
    (1..).zip(page.text.lines()).flat_map(move |(line, text)| {
        let fence = text.trim_start().starts_with("```");
        in_block ^= fence;
        let pieces: Vec<&str> = match (fence, in_block) {
            (true, _) => Vec::new(),
            (false, true) => vec![text],
            (false, false) => text.split('`').skip(1).step_by(2).collect(),
        };
        let is_command =
            |text: &String| text.split(' ').next() == Some(PROGRAM) && (in_block || !is_name(text));
        let ours = pieces.into_iter().map(|piece| piece.trim().trim_start_matches("$ ").replace(r"\|", "|"));
        ours.filter(is_command).map(|text| (line, text)).collect::<Vec<_>>()
    })
}

fn fault(page: &File, line: usize, text: &str) -> Option<Problem> {
    let program = whistlestop::cli::command_line();
    forms(text).into_iter().find_map(|form| {
        let error = program.clone().try_get_matches_from(&form).err()?;
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            return None;
        }
        let told = error.to_string();
        let why = told.lines().next().unwrap_or_default();
        Some(page.problem(line, format!("`{}` is not taken: {why}", form.join(" "))))
    })
}

/// The command with as little as it needs, and with each of its other words once.
fn forms(text: &str) -> Vec<Vec<String>> {
    let places = places(&words(text));
    let form = |chosen: Option<(usize, usize)>| -> Vec<String> {
        let mut form = Vec::new();
        for (at, place) in places.iter().enumerate() {
            match chosen.filter(|(place, _)| *place == at) {
                Some((_, choice)) => form.extend_from_slice(&place.choices[choice]),
                None if place.optional => {}
                None => form.extend_from_slice(&place.choices[0]),
            }
        }
        form
    };
    let others = places.iter().enumerate().flat_map(|(at, place)| {
        let first = usize::from(!place.optional);
        (first..place.choices.len()).map(move |choice| (at, choice))
    });
    std::iter::once(None).chain(others.map(Some)).map(form).collect()
}

/// A flag and its value are one place, and so is any other word.
fn places(words: &[String]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let (mut optional, mut together, mut other) = (false, false, false);
    for word in words {
        let word = match word.as_str() {
            "[" | "]" => {
                (optional, together) = (word == "[", false);
                continue;
            }
            "|" => {
                other = true;
                continue;
            }
            word => example(word.trim_end_matches("...")),
        };
        if word.is_empty() {
            continue;
        }
        let flag = |word: &String| word.starts_with('-');
        let last = places.last_mut().map(|place| &mut place.choices);
        match last {
            Some(choices) if other => {
                // Another value of the same flag, or something else altogether.
                let same =
                    choices[choices.len() - 1].first().filter(|first| flag(first) && !flag(&word)).cloned();
                choices.push(same.into_iter().chain([word]).collect());
            }
            Some(choices)
                if together
                    && !flag(&word)
                    && choices.last().is_some_and(|choice| choice.iter().all(flag)) =>
            {
                choices.last_mut().expect("a place has a choice").push(word);
            }
            _ => places.push(Place { choices: vec![vec![word]], optional }),
        }
        (together, other) = (true, false);
    }
    places
}

/// The words as a shell takes them, up to a comment; brackets and bars are words of their own.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars().chain([' ']) {
        match c {
            '\'' => quoted = !quoted,
            '#' if word.is_empty() => break,
            ' ' | '[' | ']' | '|' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                if c != ' ' {
                    words.push(c.to_string());
                }
            }
            c => word.push(c),
        }
    }
    words
}

/// Something of the reader's, for each word in capitals.
fn example(word: &str) -> String {
    let parts = word.split_inclusive([',', '=', ':']).map(|part| {
        let name = part.trim_end_matches([',', '=', ':']);
        let stands_for_something = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
        let something = match name {
            _ if !stands_for_something => name,
            "GAME" => "chicago-express",
            "COMMAND" => "play",
            "N" | "S" | "SECONDS" => "3",
            _ => "x",
        };
        format!("{something}{}", &part[name.len()..])
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(text: &str) -> Vec<Problem> {
        check(&Tree::of(&[("README.md", text)]))
    }

    #[test]
    fn a_command_that_is_not_taken_is_found_in_blocks_and_in_lines() {
        for text in [
            "\n`whistlestop dance`",
            "```sh\nwhistlestop join --nmae Bob   # who?\n```",
            "a `b` and `whistlestop arena chicago-express --games none` here",
            "```\n$ whistlestop host\n```",
            "| `whistlestop watch [TABLE\\|ADDR] [--waits SECONDS]` | looks on |",
            "| `whistlestop export --html\\|--xml` |",
            "| `whistlestop peer --join [...]\\|--sit [...] --bot NAME` |",
        ] {
            let line = if text.contains('\n') { 2 } else { 1 };
            assert_found(&found(text), &[&format!("README.md:{line}: `whistlestop ")]);
        }
        assert_found(
            &found("`whistlestop tables --jsom`"),
            &["README.md:1: `whistlestop tables --jsom` is not taken: error: unexpected argument"],
        );
    }

    #[test]
    fn commands_that_are_taken_and_what_only_looks_like_one_are_let_through() {
        let good = "`whistlestop` `whistlestop arena` measures, `whistlestop.log`, `whistlestop COMMAND --help`\n\
                    ```sh\nwhistlestop join 'the words of a code' --name Bob   # and 'so on\nwhistlestop\n```\n\
                    | `whistlestop play GAME [--bots N] [--solitaire] [--bot-cmd NAME=CMD]` |\n\
                    | `whistlestop host GAME [--draw fresh\\|seed:N]` | `whistlestop verify FILE... [--json]` |\n\
                    | `whistlestop peer --host GAME\\|--join [...] --bot NAME\\|--bot-cmd CMD --json` |\nwhistlestop dance";
        assert_found(&found(good), &[]);
        assert_found(&check(&Tree::of(&[("src/games/rules.md", "`whistlestop dance`")])), &[]);
    }

    #[test]
    fn each_form_that_brackets_allow_is_one_command() {
        let forms = |text: &str| forms(text).iter().map(|form| form.join(" ")).collect::<Vec<_>>();
        assert_eq!(forms("w a --b 'c d' # e"), ["w a --b c d"]);
        assert_eq!(
            forms("w GAME [--b N|k:N] [--c] [T|U] --d X|--e"),
            [
                "w chicago-express --d x",
                "w chicago-express --b 3 --d x",
                "w chicago-express --b k:3 --d x",
                "w chicago-express --c --d x",
                "w chicago-express x --d x",
                "w chicago-express x --d x",
                "w chicago-express --e"
            ],
        );
    }

    #[test]
    fn a_target_that_is_not_there_is_found() {
        let tree = |text| {
            Tree::of(&[("docs/a.md", text), ("tests/suite/main.rs", ""), ("proto/tests/vectors.rs", "")])
        };
        let good = "`cargo test --test suite screens::`, `--test vectors`.";
        assert_found(&check_targets(&tree(good)), &[]);
        assert_found(
            &check_targets(&tree("`cargo test --test screens`\n`cargo run --example none`")),
            &["docs/a.md:1: there is no target `screens`", "docs/a.md:2: there is no target `none`"],
        );
    }
}
