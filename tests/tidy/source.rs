//! The files of the repository, or of a few snippets that stand for one.

use std::fmt;
use std::fs;
use std::path::Path;

/// All files that are ours: no hidden ones, nothing that was built.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
    /// What stands at the top level, hidden or not.
    pub(crate) top_level: Vec<String>,
}

/// A file by its path from the top, with `/` on every platform. Recorded games and pictures have no text here.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Something that is not as it should be, where, and what to do about it.
#[derive(Debug)]
pub(crate) struct Problem {
    path: String,
    line: usize,
    what: String,
}

impl Tree {
    /// The repository that this test belongs to.
    pub(crate) fn of_repository() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut tree = Self { top_level: names_in(root), ..Self::default() };
        for name in ["src", "proto", "tests", "scripts", "docs", "README.md", "CHANGELOG.md"] {
            tree.read(root, name);
        }
        tree
    }

    /// A tree of snippets, for checks that must find something.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Self { files: files.iter().map(file).collect(), top_level: Vec::new() }
    }

    /// The Rust files below a folder of the top level, such as `src/`.
    pub(crate) fn rust<'a>(&'a self, below: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.path.starts_with(below) && file.is_rust())
    }

    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    fn read(&mut self, root: &Path, path: &str) {
        let full = root.join(path);
        if full.is_dir() {
            for name in names_in(&full) {
                if !name.starts_with('.') && name != "target" {
                    self.read(root, &format!("{path}/{name}"));
                }
            }
        } else if full.is_file() {
            let mut file = File { path: path.to_owned(), text: String::new() };
            if !path.starts_with("tests/fixtures/") && !file.ends_in("png") {
                file.text = read_text(&full);
            }
            self.files.push(file);
        }
    }
}

impl File {
    pub(crate) fn is_rust(&self) -> bool {
        self.ends_in("rs")
    }

    /// Whether the name has this extension.
    pub(crate) fn ends_in(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|own| own == extension)
    }

    pub(crate) fn problem(&self, line: usize, what: impl Into<String>) -> Problem {
        Problem::new(&self.path, line, what)
    }
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.into(), line, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("folders of the repository can be listed");
    let names = entries.map(|entry| entry.expect("a folder's entry can be read").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn read_text(path: &Path) -> String {
    let bytes = fs::read(path).expect("files of the repository can be read");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The problems as lines, for tests that planted some.
#[track_caller]
pub(crate) fn assert_found(problems: &[Problem], expected: &[&str]) {
    let found: Vec<String> = problems.iter().map(Problem::to_string).collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (problem, start) in found.iter().zip(expected) {
        assert!(problem.starts_with(start), "{problem:?} should start with {start:?}");
    }
}
