//! Imports point down only.

use std::collections::{BTreeMap, BTreeSet};

use super::lexer::lex;
use super::names::{Path, Root, module_of, paths};
use super::source::{File, Problem, Tree};

/// The layers of the program, highest first, and which others each may name.
const LAYERS: &[(&str, &[&str])] = &[
    ("main", &["cli"]),
    ("lib", &[]),
    ("cli", &["node", "page", "tui", "bots", "table", "net", "discovery", "games", "engine", "proto"]),
    ("node", &["tui", "bots", "table", "net", "discovery", "games", "engine", "proto"]),
    ("tui", &["table", "engine"]),
    ("page", &["table", "engine"]),
    ("table", &["games", "engine", "proto"]),
    ("bots", &["engine"]),
    ("net", &["proto"]),
    ("discovery", &["proto"]),
    ("games", &["engine"]),
    ("engine", &[]),
    ("proto", &[]),
];

/// Layers whose modules import each other one way only: none leads back to itself.
const ONE_WAY: &[&str] = &["node"];

/// Finds imports that point up or sideways.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let macros = exported_macros(tree);
    let games: BTreeSet<&str> =
        tree.rust("src/games/").filter_map(|file| module_of(&file.path).get(1).copied()).collect();
    let program = tree.rust("src/").flat_map(|file| check_file(file, &macros, &games));
    program.chain(tree.rust("proto/").flat_map(check_proto_file)).collect()
}

/// Macros live at the crate's root, whatever file they stand in: each with the layer it comes from.
fn exported_macros(tree: &Tree) -> BTreeMap<&str, &str> {
    let mut macros = BTreeMap::new();
    for file in tree.rust("src/") {
        let tokens = lex(&file.text).tokens;
        let mut exported = false;
        for (i, token) in tokens.iter().enumerate() {
            exported |= token.text == "macro_export";
            if token.text == "macro_rules" && exported {
                exported = false;
                macros.extend(tokens.get(i + 2).map(|name| (name.text, module_of(&file.path)[0])));
            }
        }
    }
    macros
}

fn check_file(file: &File, macros: &BTreeMap<&str, &str>, games: &BTreeSet<&str>) -> Vec<Problem> {
    let module = module_of(&file.path);
    let layer = module[0];
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        let why = format!("`{layer}` is no layer of the design: give it a line in tests/tidy/imports.rs");
        return vec![file.problem(1, why)];
    };
    let judge = |path: Path<'_>| {
        let named = layer_named(&path, macros)?;
        let shown = path.segments.join("::");
        if named == "*" {
            let why = "takes in the whole crate, which hides what it needs: name the modules";
            return Some(file.problem(path.line, format!("`{layer}` {why}")));
        }
        if named != layer && !allowed.contains(&named) {
            let may = if allowed.is_empty() { "itself".to_owned() } else { allowed.join(", ") };
            let why =
                format!("`{layer}` names `{shown}` but may name only {may}: move the code or hand it in");
            return Some(file.problem(path.line, why));
        }
        let folder = path.segments.get(1).copied()?;
        let own_folder = module.get(1).copied();
        if named == "games" && layer == "games" && own_folder.is_some_and(|own| own != folder) {
            let why = format!("a game names `{shown}` but knows only itself and the engine");
            return Some(file.problem(path.line, format!("{why}: put what games share into src/engine")));
        }
        if named == "games" && layer != "games" && games.contains(folder) {
            let why = format!("`{layer}` names `{shown}`, one game of several: go through the registry");
            return Some(file.problem(path.line, why));
        }
        None
    };
    paths(file).into_iter().filter_map(judge).collect()
}

/// Finds modules of one layer that import each other in a circle: then none of them can be read, or tested, without all others.
pub(crate) fn check_circles(tree: &Tree) -> Vec<Problem> {
    ONE_WAY.iter().flat_map(|layer| circles_in(tree, layer)).collect()
}

fn circles_in(tree: &Tree, layer: &str) -> Vec<Problem> {
    let files: BTreeMap<Vec<&str>, &File> = tree
        .rust("src/")
        .map(|file| (module_of(&file.path), file))
        .filter(|(module, _)| module[0] == layer)
        .collect();
    let mut imports = Vec::new();
    for (module, file) in &files {
        for path in paths(file) {
            if let Some(named) = module_named(module, &path, &files).filter(|named| named != module) {
                imports.push((module, named, path.line));
            }
        }
    }
    let leads_back = |from: &Vec<&str>, to: &Vec<&str>| {
        let (mut reached, mut open) = (BTreeSet::from([to]), vec![to]);
        while let Some(at) = open.pop() {
            let next = imports.iter().filter(|(module, ..)| *module == at).map(|(_, named, _)| named);
            open.extend(next.filter(|named| reached.insert(named)));
        }
        reached.contains(from)
    };
    let circles = imports.iter().filter(|(module, named, _)| leads_back(module, named));
    circles
        .map(|(module, named, line)| {
            let (module_name, named) = (module.join("::"), named.join("::"));
            let why = format!("`{module_name}` imports `{named}`, which leads back to it");
            files[*module].problem(*line, format!("{why}: move what both need below them, or hand it in"))
        })
        .collect()
}

/// The module of the layer that a path leads into: the innermost that is a file.
fn module_named<'a>(
    module: &[&'a str],
    path: &Path<'a>,
    files: &BTreeMap<Vec<&'a str>, &File>,
) -> Option<Vec<&'a str>> {
    let segments: Vec<&str> = match path.root {
        Root::Own => path.segments.clone(),
        // What stands in a module below this one can be named from here; a name alone may mean anything.
        Root::Other if path.segments.len() < 2 => return None,
        Root::Other => {
            let below = [module, &path.segments].concat();
            files.contains_key(&below[..=module.len()]).then_some(below)?
        }
    };
    let lengths = (1..=segments.len()).rev();
    lengths.map(|length| segments[..length].to_vec()).find(|start| files.contains_key(start))
}

/// The layer that a path leads to, or what stands in its place; nothing for what is none of ours.
fn layer_named<'a>(path: &Path<'a>, macros: &BTreeMap<&'a str, &'a str>) -> Option<&'a str> {
    let first = *path.segments.first()?;
    match path.root {
        Root::Own => Some(macros.get(first).copied().unwrap_or(first)),
        Root::Other => (first == "whistlestop_proto").then_some("proto"),
    }
}

/// The protocol stands alone. Its `crate` is itself, so only the program's name leads out.
fn check_proto_file(file: &File) -> Vec<Problem> {
    let tokens = lex(&file.text).tokens;
    let out = tokens.iter().filter(|token| token.text == "whistlestop");
    let why = "`proto` names `whistlestop`, which stands above it: hand in what it needs";
    out.map(|token| file.problem(token.line, why)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(path: &str, text: &str) -> Vec<Problem> {
        let macros = ("src/engine/named.rs", "#[macro_export]\nmacro_rules! name_it { () => {} }");
        check(&Tree::of(&[macros, ("src/games/rivals/action.rs", ""), (path, text)]))
    }

    #[test]
    fn an_import_that_points_up_is_found() {
        assert_found(
            &found("src/engine/game.rs", "use std::fmt;\nuse crate::games::GAMES;"),
            &["src/engine/game.rs:2: `engine` names `games::GAMES` but may name only itself"],
        );
        assert_found(
            &found("src/bots/greedy.rs", "use super::super::table::Draft;"),
            &["src/bots/greedy.rs:1:"],
        );
        assert_found(&found("src/engine.rs", "use super::cli;"), &["src/engine.rs:1:"]);
        assert_found(
            &found("src/main.rs", "use whistlestop::{\n cli,\n engine::seat};"),
            &["src/main.rs:3:"],
        );
        assert_found(&found("src/tui.rs", "fn f() { crate::games::find(\"x\"); }"), &["src/tui.rs:1:"]);
        assert_found(&found("src/net.rs", "use crate::discovery::x;"), &["src/net.rs:1:"]);
    }

    #[test]
    fn games_and_the_protocol_never_see_each_other() {
        assert_found(
            &found("src/games/rivals/turn.rs", "use whistlestop_proto::chance;"),
            &["src/games/rivals/turn.rs:1: `games` names `whistlestop_proto::chance`"],
        );
        assert_found(
            &found("src/engine/chance.rs", "use whistlestop_proto as p;"),
            &["src/engine/chance.rs:1:"],
        );
        assert_found(&found("proto/src/lib.rs", "use whistlestop::games;"), &["proto/src/lib.rs:1: `proto`"]);
        assert_found(&found("proto/tests/suite/simulator.rs", "extern crate whistlestop;"), &["proto/tests"]);
    }

    #[test]
    fn a_game_that_names_another_is_found() {
        let other = "fn f() { crate::games::prairie::x(); super::super::rivals::y(); super::z(); }";
        assert_found(
            &found("src/games/rivals/turn.rs", other),
            &["src/games/rivals/turn.rs:1: a game names `games::prairie::x`"],
        );
        assert_found(&found("src/games/rivals.rs", "use super::GAMES;"), &["src/games/rivals.rs:1: a game"]);
        assert_found(&found("src/games.rs", "use crate::games::rivals::Rivals;"), &[]);
    }

    #[test]
    fn a_game_named_beside_the_registry_is_found() {
        assert_found(
            &found("src/cli/play.rs", "use crate::games::{self, GAMES, find, rivals::Rivals};"),
            &["src/cli/play.rs:1: `cli` names `games::rivals::Rivals`, one game of several"],
        );
    }

    #[test]
    fn unknown_layers_and_globs_of_everything_are_found() {
        assert_found(&found("src/extras/x.rs", ""), &["src/extras/x.rs:1: `extras` is no layer"]);
        assert_found(&found("src/node.rs", "use crate::*;"), &["src/node.rs:1: `node` takes in the whole"]);
        assert_found(&found("src/node.rs", "use crate::extras::x;"), &["src/node.rs:1: `node` names"]);
    }

    #[test]
    fn what_points_down_is_let_through() {
        let text = "use crate::engine::{game, seat}; use crate::name_it; // crate::cli\nconst S: &str = \"crate::cli\";";
        assert_found(&found("src/games/rivals/turn.rs", text), &[]);
        assert_found(&found("src/node.rs", "use crate::table::x; use whistlestop_proto::y;"), &[]);
        assert_found(
            &found("src/engine/game.rs", "mod tests { use super::super::seat; use super::*; }"),
            &[],
        );
    }

    #[test]
    fn modules_that_import_each_other_in_a_circle_are_found() {
        let circles = |files: &[(&str, &str)]| check_circles(&Tree::of(files));
        assert_found(
            &circles(&[
                ("src/node.rs", "mod a;\nmod b;"),
                ("src/node/a.rs", "use super::b::B;"),
                ("src/node/b.rs", "\nfn f() { crate::node::a::g(); }"),
            ]),
            &[
                "src/node/a.rs:1: `node::a` imports `node::b`, which leads back to it",
                "src/node/b.rs:2: `node::b` imports `node::a`, which leads back to it",
            ],
        );
        let through_the_top = [
            ("src/node.rs", "pub use a::A;"),
            ("src/node/a.rs", "use self::c::C;"),
            ("src/node/a/c.rs", "use crate::node::A;"),
        ];
        assert_found(
            &circles(&through_the_top),
            &["src/node.rs:1:", "src/node/a.rs:1:", "src/node/a/c.rs:1:"],
        );
    }

    #[test]
    fn modules_that_import_one_way_are_let_through() {
        let tree = [
            ("src/node.rs", "mod a; mod b; pub use self::a::A; mod tests { use super::*; }"),
            ("src/node/a.rs", "use super::b::B; use crate::table::a::X; fn a(a: A) { a::b(); }"),
            ("src/node/a/c.rs", "use super::A; // crate::node::A"),
            ("src/node/b.rs", "use std::fmt; mod tests { use super::*; use super::B; }"),
            ("src/table.rs", "use self::a::X;"),
            ("src/table/a.rs", "use super::Table;"),
        ];
        assert_found(&check_circles(&Tree::of(&tree)), &[]);
    }

    #[test]
    fn a_macro_belongs_to_the_layer_it_stands_in() {
        assert_found(&found("src/net.rs", "use crate::name_it;"), &["src/net.rs:1: `net` names `name_it`"]);
    }
}
