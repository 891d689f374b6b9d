//! The paths that a file names, made absolute: `use super::{a, b::c}` names two.

use super::lexer::{Token, lex};
use super::source::File;

/// One path, from the top of its crate or with a crate's name in front.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Path<'a> {
    pub(crate) root: Root,
    /// Without `crate`, `super` and the like; `*` for a glob.
    pub(crate) segments: Vec<&'a str>,
    pub(crate) line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// The crate that the file belongs to.
    Own,
    /// Another crate, or a name in scope.
    Other,
}

impl Path<'_> {
    pub(crate) fn starts_with(&self, start: &[&str]) -> bool {
        self.segments.starts_with(start)
    }
}

/// Layers that are crates of their own, in folders of `src/`. Each names itself and those below it as `crate::tui`, so that a
/// path reads the same everywhere.
pub(crate) const CRATES: &[&str] = &["bots", "discovery", "engine", "games", "net", "table", "tui"];

/// The module that a file is, by its path below `src/`: `src/a/b.rs` is `["a", "b"]`, and so is `src/a/lib.rs` `["a"]` if `a`
/// is a crate. Other root files are modules of their own names here.
pub(crate) fn module_of(path: &str) -> Vec<&str> {
    let below = path.strip_prefix("proto/").unwrap_or(path);
    let below = below.strip_prefix("src/").unwrap_or(below);
    let mut module: Vec<&str> = below.strip_suffix(".rs").unwrap_or(below).split('/').collect();
    if module.len() == 2 && CRATES.contains(&module[0]) && module[1] == "lib" {
        module.pop();
    }
    module
}

/// Every path that the file names outside comments and strings.
pub(crate) fn paths(file: &File) -> Vec<Path<'_>> {
    let tokens = lex(&file.text).tokens;
    let mut reader = Reader { tokens: &tokens, module: module_of(&file.path), found: Vec::new() };
    if matches!(reader.module[..], ["lib" | "main"]) {
        reader.module.clear();
    }
    reader.read();
    reader.found
}

struct Reader<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// Where we are: the file's module and the inline ones around us.
    module: Vec<&'a str>,
    found: Vec<Path<'a>>,
}

impl<'a> Reader<'_, 'a> {
    fn read(&mut self) {
        // For each open brace the length of the module's path outside it.
        let mut braces = Vec::new();
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            match token.text {
                "{" => {
                    braces.push(self.module.len());
                    if let Some(name) = self.inline_module(at) {
                        self.module.push(name);
                    }
                }
                "}" => {
                    let outside = braces.pop().unwrap_or(0);
                    self.module.truncate(outside);
                }
                _ if token.is_name() => {
                    at = self.read_tree(at, &[]);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// The name in `mod name {`.
    fn inline_module(&self, brace: usize) -> Option<&'a str> {
        let name = brace.checked_sub(1)?;
        (self.text(name.checked_sub(1)?) == "mod").then(|| self.text(name))
    }

    /// Reads a path, or all paths of a use tree; says where it ends.
    fn read_tree(&mut self, mut at: usize, before: &[Token<'a>]) -> usize {
        let mut path = before.to_vec();
        loop {
            path.extend(self.tokens.get(at));
            at += 1;
            if self.text(at) != "::" {
                self.add(&path, self.text(at) == "as");
                return at;
            }
            match self.text(at + 1) {
                "{" => return self.read_group(at + 2, &path),
                "<" => {
                    self.add(&path, false);
                    return at + 1;
                }
                _ => at += 1,
            }
        }
    }

    fn read_group(&mut self, mut at: usize, before: &[Token<'a>]) -> usize {
        loop {
            match self.text(at) {
                "}" => return at + 1,
                "" => return at,
                "as" => at += 2,
                text if text == "*" || self.tokens[at].is_name() => at = self.read_tree(at, before),
                _ => at += 1,
            }
        }
    }

    /// Makes a path absolute and keeps it. `crate` or `super` alone is a visibility, unless it gets a new name.
    fn add(&mut self, path: &[Token<'a>], renamed: bool) {
        let Some(first) = path.first() else { return };
        let (root, mut segments, used) = match first.text {
            "crate" | "whistlestop" => (Root::Own, Vec::new(), 1),
            "self" | "super" => {
                let from_self = usize::from(first.text == "self");
                let climbs = path[from_self..].iter().take_while(|token| token.text == "super").count();
                let kept = self.module.len().saturating_sub(climbs);
                (Root::Own, self.module[..kept].to_vec(), from_self + climbs)
            }
            _ => (Root::Other, Vec::new(), 0),
        };
        if root == Root::Own && path.len() == used {
            if !renamed {
                return;
            }
            segments.push("*");
        }
        let mut rest = path[used..].iter().map(|token| token.text).peekable();
        // At the top of a crate stand other layers and what is its own.
        if first.text == "crate" && rest.peek().is_some_and(|name| !CRATES.contains(name)) {
            segments.extend(self.module.first().filter(|layer| CRATES.contains(layer)));
        }
        segments.extend(rest.filter(|&text| text != "self"));
        if root == Root::Own && segments.is_empty() {
            segments.push("*");
        }
        // The line of the last name: in a use tree that is where the reader must look.
        let line = path.last().map_or(first.line, |last| last.line);
        self.found.push(Path { root, segments, line });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own_paths(path: &str, text: &str) -> Vec<String> {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        let own = paths(&file).into_iter().filter(|path| path.root == Root::Own);
        own.map(|path| path.segments.join("::")).collect()
    }

    #[test]
    fn a_use_tree_names_each_of_its_leaves() {
        let text = "use crate::{engine::{game::Game, seat as s}, games::{self, GAMES}, tui::*};";
        assert_eq!(
            own_paths("src/cli.rs", text),
            ["engine::game::Game", "engine::seat", "games", "games::GAMES", "tui::*"]
        );
    }

    #[test]
    fn climbing_is_followed_through_files_and_inline_modules() {
        let text = "use super::b; mod tests { use super::super::c; fn f() { super::super::super::d(); } } self::e();";
        assert_eq!(own_paths("src/x/a.rs", text), ["x::b", "x::c", "d", "x::a::e"]);
        assert_eq!(own_paths("src/main.rs", "whistlestop::cli::main()"), ["cli::main"]);
        assert_eq!(own_paths("src/x/a.rs", "use self::super::b;"), ["x::b"]);
        assert_eq!(own_paths("src/tui/lib.rs", "use self::a::b;"), ["tui::a::b"]);
    }

    #[test]
    fn what_stands_at_the_top_of_a_layer_of_its_own_is_of_that_layer() {
        let text = "use crate::table::a; use crate::tui::b; use crate::c::d;";
        assert_eq!(own_paths("src/tui/x/y.rs", text), ["table::a", "tui::b", "tui::c::d"]);
        assert_eq!(own_paths("src/node/x.rs", "use crate::c::d;"), ["c::d"]);
    }

    #[test]
    fn a_visibility_names_nothing_but_a_renamed_crate_names_everything() {
        assert_eq!(own_paths("src/x/a.rs", "pub(crate) fn f(self) {} pub(super) struct S;"), [""; 0]);
        assert_eq!(own_paths("src/x/a.rs", "use crate as all;"), ["*"]);
        assert_eq!(own_paths("src/x.rs", "use super::*;"), ["*"]);
    }

    #[test]
    fn paths_in_types_macros_and_attributes_count() {
        let text = "#[derive(crate::a::D)] fn f() -> Vec::<crate::b::B> { m!(crate::c::C); <crate::d::D as T>::x() }";
        assert_eq!(own_paths("src/x.rs", text), ["a::D", "b::B", "c::C", "d::D"]);
        assert_eq!(own_paths("src/x.rs", "macro_rules! m { () => { $crate::e::E } }"), ["e::E"]);
    }
}
