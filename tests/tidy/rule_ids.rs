//! Rules have ids; each has a heading where players can look it up and a test that proves it.

use std::collections::BTreeSet;

use super::games::Registered;
use super::lexer::lex;
use super::source::{File, Problem, Tree};

/// A rule's id, such as `CE-14`, and where it stands.
#[derive(Clone, Copy, Debug)]
struct RuleId<'a> {
    id: &'a str,
    line: usize,
}

fn rules_of<'a>(game: &Registered, tree: &'a Tree) -> Vec<RuleId<'a>> {
    tree.file(&game.path("rules.md")).map(headings).unwrap_or_default()
}

/// The rules that have a heading: `## CE-14 Cost`, or one level below.
fn headings(rules: &File) -> Vec<RuleId<'_>> {
    (1..).zip(rules.text.lines()).filter_map(|(line, text)| heading(line, text)).collect()
}

fn heading(line: usize, text: &str) -> Option<RuleId<'_>> {
    let title = text.strip_prefix("### ").or_else(|| text.strip_prefix("## "))?;
    let id = title.split_whitespace().next()?;
    (rule_ids(id) == [id]).then_some(RuleId { id, line })
}

/// All that looks like a rule's id: capital letters, a dash, a number.
fn rule_ids(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_id = |word: &&str| {
        word.split_once('-').is_some_and(|(letters, number)| {
            letters.len() >= 2
                && letters.bytes().all(|c| c.is_ascii_uppercase())
                && number.starts_with(|c: char| c.is_ascii_digit())
                && number
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .bytes()
                    .all(|c| c.is_ascii_lowercase())
        })
    };
    words.filter(is_id).collect()
}

/// Finds rules that no test names.
pub(crate) fn check_rule_tests(tree: &Tree, games: &[Registered]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for game in games {
        let rules = rules_of(game, tree);
        if rules.is_empty() {
            let why = "no heading names a rule: write them as `### CE-14 Title`";
            problems.push(Problem::new(game.path("rules.md"), 1, why));
        }
        let tests = tree
            .rust("src/games/")
            .filter(|file| file.path == game.path("tests.rs") || file.path.starts_with(&game.path("tests/")));
        let names: Vec<&str> = tests.flat_map(test_names).collect();
        for RuleId { id, line } in rules {
            let wanted = id.to_lowercase().replace('-', "_");
            if !names.iter().any(|name| names_rule(name, &wanted)) {
                let folder = game.path("tests");
                let why = format!("no test proves {id}: give one in {folder} a name with `{wanted}_`");
                problems.push(Problem::new(game.path("rules.md"), line, why));
            }
        }
    }
    problems
}

/// The functions that are marked as tests.
fn test_names(file: &File) -> Vec<&str> {
    let tokens = lex(&file.text).tokens;
    let mut names = Vec::new();
    let mut marked = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| tokens[before].text);
        match token.text {
            "test" if before == "[" => marked = true,
            "fn" => {
                names.extend(tokens.get(at + 1).filter(|_| marked).map(|name| name.text));
                marked = false;
            }
            _ => {}
        }
    }
    names
}

fn names_rule(test: &str, rule: &str) -> bool {
    test.match_indices(rule).any(|(at, _)| {
        let before = &test[..at];
        let after = &test[at + rule.len()..];
        (before.is_empty() || before.ends_with('_'))
            && !after.starts_with(|c: char| c.is_ascii_alphanumeric())
    })
}

/// Finds rule ids told to players, in refusals or elsewhere, that the rules do not have.
pub(crate) fn check_told_rules(tree: &Tree, games: &[Registered]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for game in games {
        let known: BTreeSet<&str> = rules_of(game, tree).iter().map(|rule| rule.id).collect();
        let tests = [game.path("tests.rs"), game.path("tests/")];
        let folder = game.path("");
        let files = tree.rust(&folder).filter(|file| !tests.iter().any(|test| file.path.starts_with(test)));
        for file in files {
            for told in lex(&file.text).strings {
                for id in rule_ids(told.text).into_iter().filter(|id| !known.contains(id)) {
                    let why = format!("players are told of {id}, which has no heading in rules.md: write it");
                    problems.push(file.problem(told.line, why));
                }
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    const RULES: (&str, &str) =
        ("src/games/toy_trains/rules.md", "# Rules\n## TT-1 Set-up\n### TT-14 Cost\n### A heading\nTT-3\n");

    fn with(files: &[(&str, &str)]) -> (Tree, Vec<Registered>) {
        let tree = Tree::of(&[&[RULES], files].concat());
        let games = vec![Registered::new(&tree, "toy-trains", "Toy Trains")];
        (tree, games)
    }

    #[test]
    fn a_rule_without_a_test_is_found() {
        let tests = "src/games/toy_trains/tests/cost.rs";
        let (tree, games) = with(&[(tests, "#[test] fn tt_1_is_so() {} #[test] fn tt_14() {}")]);
        assert_found(&check_rule_tests(&tree, &games), &[]);
        let only_14 = "src/games/toy_trains/rules.md:2: no test proves TT-1:";
        let (tree, games) = with(&[(tests, "#[test] #[should_panic] fn the_cost_tt_14_x() {}")]);
        assert_found(&check_rule_tests(&tree, &games), &[only_14]);
        for near in [
            "fn tt_14_helps() {}",
            "#[test] fn tt_140() {}",
            "// #[test] fn tt_14()",
            "#[test] fn att_14_x() {}",
        ] {
            let (tree, games) = with(&[(tests, &format!("#[test] fn tt_1_x() {{}} {near}"))]);
            assert_found(
                &check_rule_tests(&tree, &games),
                &["src/games/toy_trains/rules.md:3: no test proves TT-14"],
            );
        }
        let (tree, games) =
            with(&[("src/games/toy_trains/text.rs", "#[test] fn tt_1_x() {} #[test] fn tt_14_x() {}")]);
        assert_eq!(check_rule_tests(&tree, &games).len(), 2, "only tests in the game's tests count");
    }

    #[test]
    fn rules_without_headings_are_found() {
        let tree = Tree::of(&[("src/games/toy_trains/rules.md", "- TT-1 Set-up\n#### TT-2 Deep\n")]);
        let games = [Registered::new(&tree, "toy-trains", "Toy Trains")];
        assert_found(&check_rule_tests(&tree, &games), &["src/games/toy_trains/rules.md:1: no heading"]);
    }

    #[test]
    fn a_rule_that_players_are_told_of_but_cannot_look_up_is_found() {
        let text = "src/games/toy_trains/text.rs";
        let (tree, games) =
            with(&[(text, "// TT-99\nf((\"TT-1\", \"no (TT-14)\"));\ng(\"TT-3\"); h(\"see TT-2.\")")]);
        assert_found(
            &check_told_rules(&tree, &games),
            &[
                "src/games/toy_trains/text.rs:3: players are told of TT-3",
                "src/games/toy_trains/text.rs:3: players are told of TT-2",
            ],
        );
        let (tree, games) = with(&[("src/games/toy_trains/tests.rs", "f(\"TT-9\")")]);
        assert_found(&check_told_rules(&tree, &games), &[]);
    }

    #[test]
    fn only_capital_letters_with_a_number_are_rule_ids() {
        assert_eq!(rule_ids("CE-14, (RR-2b) x-1 A-1 CE- C-3 UTF-8x9 B&O -7 CE-7-8"), ["CE-14", "RR-2b"]);
    }
}
