//! What belongs to a game, and that the engine knows none.

use std::collections::BTreeSet;

use whistlestop::games::GAMES;

use super::source::{File, Problem, Tree};

/// So many recorded games, at least, prove that the rules stay as they are.
const MIN_RECORDED_GAMES: usize = 25;

/// What else stands in the games' folder, without extensions: the crate's own files and what tests of all games share.
const BESIDE_GAMES: &[&str] = &["Cargo", "lib", "test_kit", "test_table"];

/// A game of the registry and the words by which one would know it.
#[derive(Debug)]
pub(crate) struct Registered {
    id: String,
    title: String,
    folder: String,
    /// Its `board.toml`, or every file of `boards/` if it can be played on several.
    boards: Vec<String>,
    /// Ids and names of its companies, from its boards.
    companies: Vec<String>,
}

/// All games of the registry.
pub(crate) fn registered(tree: &Tree) -> Vec<Registered> {
    let game = |id: &str, title: &str| Registered::new(tree, id, title);
    GAMES.iter().map(|entry| game(entry.meta.id, entry.meta.title)).collect()
}

impl Registered {
    pub(crate) fn new(tree: &Tree, id: &str, title: &str) -> Self {
        let folder = id.replace('-', "_");
        let (only, several) =
            (format!("src/games/{folder}/board.toml"), format!("src/games/{folder}/boards/"));
        let one_of = |file: &&File| file.path.starts_with(&several) && file.ends_in("toml");
        let boards: Vec<String> = tree.files.iter().filter(one_of).map(|file| file.path.clone()).collect();
        let boards = if boards.is_empty() { vec![only] } else { boards };
        let companies = boards.iter().filter_map(|board| tree.file(board)).flat_map(companies_on).collect();
        Self { id: id.to_owned(), title: title.to_owned(), folder, boards, companies }
    }

    /// The path of a file in its folder.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("src/games/{}/{name}", self.folder)
    }
}

fn companies_on(board: &File) -> Vec<String> {
    let figures: toml::Table = toml::from_str(&board.text).expect("a board is well-formed TOML");
    let lists = ["company", "railroad"].into_iter().filter_map(|list| figures.get(list)?.as_array());
    let words = lists.flatten().flat_map(|company| ["id", "name"].map(|key| company.get(key)?.as_str()));
    words.flatten().map(str::to_owned).collect()
}

/// Finds games, or companies of games, named in the engine; comments count.
pub(crate) fn check_engine(tree: &Tree, games: &[Registered]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.rust("src/engine/") {
        for (line, text) in (1..).zip(file.text.lines()) {
            let plain = letters_only(text);
            for game in games {
                let game_words = [&game.id, &game.title, &game.folder];
                let by_game = game_words.into_iter().find(|word| plain.contains(&letters_only(word)));
                let by_company = game.companies.iter().find(|word| contains_word(text, word));
                if let Some(word) = by_game.or(by_company) {
                    let why = "but the engine knows no game: say it in general, or move it to the game";
                    problems.push(file.problem(line, format!("names `{word}` of {}, {why}", game.title)));
                }
            }
        }
    }
    problems
}

/// `ChicagoExpress`, `chicago_express` and "Chicago Express" are one name.
fn letters_only(text: &str) -> String {
    let kept = text.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    kept.flat_map(char::to_lowercase).collect()
}

fn contains_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let after = &text[at + word.len()..];
        !text[..at].ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// Finds games without their files, and folders that no line of the registry leads to.
pub(crate) fn check_folders(tree: &Tree, games: &[Registered]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for game in games {
        let module = format!("src/games/{}.rs", game.folder);
        let needed = [module, game.path("rules.md")].into_iter().chain(game.boards.iter().cloned());
        for path in needed {
            if tree.file(&path).is_none_or(|file| file.text.trim().is_empty()) {
                problems.push(Problem::new(path, 1, format!("{} needs this file: write it", game.title)));
            }
        }
    }
    let below = tree.files.iter().filter_map(|file| file.path.strip_prefix("src/games/"));
    let folders: BTreeSet<&str> = below.filter_map(|path| path.split(['/', '.']).next()).collect();
    for folder in folders {
        if !BESIDE_GAMES.contains(&folder) && !games.iter().any(|game| game.folder == folder) {
            let why =
                "is not in the registry: give it a line in src/games/lib.rs, with the folder's name as id";
            problems.push(Problem::new(format!("src/games/{folder}"), 1, why));
        }
    }
    problems
}

/// Finds games without enough recorded games.
pub(crate) fn check_fixtures(tree: &Tree, games: &[Registered]) -> Vec<Problem> {
    let few = |game: &Registered| {
        let folder = format!("tests/fixtures/{}/", game.folder);
        let recorded = |file: &&File| file.path.starts_with(&folder) && file.ends_in("jsonl");
        let there = tree.files.iter().filter(recorded).count();
        let what =
            format!("{there} recorded games of {}, at least {MIN_RECORDED_GAMES}: record more", game.title);
        (there < MIN_RECORDED_GAMES).then(|| Problem::new(folder, 1, what))
    };
    games.iter().filter_map(few).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    const BOARD: (&str, &str) =
        ("src/games/toy_trains/board.toml", "[[company]]\nid = \"B&O\"\nname = \"Brass & Oak\"\n");
    const RULES: (&str, &str) = ("src/games/toy_trains/rules.md", "# Rules");

    fn with(files: &[(&str, &str)]) -> (Tree, Vec<Registered>) {
        let tree = Tree::of(&[&[BOARD, RULES], files].concat());
        let games = vec![Registered::new(&tree, "toy-trains", "Toy Trains")];
        (tree, games)
    }

    #[test]
    fn a_game_named_in_the_engine_is_found_however_it_is_written() {
        for text in
            ["// toy-trains", "use x::toy_trains;", "struct ToyTrains;", "f(\"Toy Trains\")", "// B&O: x"]
        {
            let (tree, games) = with(&[("src/engine/game.rs", &format!("\n{text}")), ("src/cli.rs", text)]);
            assert_found(&check_engine(&tree, &games), &["src/engine/game.rs:2: names `"]);
        }
        let (tree, games) = with(&[("src/engine/lib.rs", "// a toy that trains, AB&O, B&Os")]);
        assert_found(&check_engine(&tree, &games), &[]);
    }

    #[test]
    fn a_missing_file_and_a_folder_without_its_line_are_found() {
        let (tree, games) = with(&[("src/games/ghost/state.rs", "x"), ("src/games/spirit.rs", "x")]);
        assert_found(
            &check_folders(&tree, &games),
            &[
                "src/games/toy_trains.rs:1: Toy Trains needs",
                "src/games/ghost:1: is not",
                "src/games/spirit:1:",
            ],
        );
        let (tree, games) = with(&[("src/games/toy_trains.rs", "//! Trains.")]);
        assert_found(&check_folders(&tree, &games), &[]);
        let empty =
            Tree::of(&[BOARD, ("src/games/toy_trains/rules.md", "\n"), ("src/games/toy_trains.rs", "x")]);
        assert_found(&check_folders(&empty, &games), &["src/games/toy_trains/rules.md:1:"]);
    }

    #[test]
    fn a_game_has_one_board_or_several_and_never_none() {
        let module = ("src/games/toy_trains.rs", "//! Trains.");
        let found = |files: &[(&str, &str)]| {
            let tree = Tree::of(&[&[module, RULES], files].concat());
            check_folders(&tree, &[Registered::new(&tree, "toy-trains", "Toy Trains")])
        };
        assert_found(&found(&[]), &["src/games/toy_trains/board.toml:1: Toy Trains needs"]);
        let (east, west) = ("src/games/toy_trains/boards/east.toml", "src/games/toy_trains/boards/west.toml");
        assert_found(&found(&[(east, "x = 1"), (west, "x = 2")]), &[]);
        assert_found(&found(&[(east, "x = 1"), (west, "")]), &["src/games/toy_trains/boards/west.toml:1:"]);
    }

    #[test]
    fn too_few_recorded_games_are_found() {
        let paths: Vec<String> = (0..25).map(|n| format!("tests/fixtures/toy_trains/{n}.jsonl")).collect();
        let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "")).collect();
        let last = files.pop().unwrap();
        files.push(("tests/fixtures/toy_trains/plans.toml", ""));
        let (tree, games) = with(&files);
        assert_found(&check_fixtures(&tree, &games), &["tests/fixtures/toy_trains/:1: 24 recorded games"]);
        files.push(last);
        let (tree, games) = with(&files);
        assert_found(&check_fixtures(&tree, &games), &[]);
    }
}
