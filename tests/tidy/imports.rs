//! Imports point down only: Cargo proves it of layers that are crates, so their manifests are read; of the program's own
//! modules the code is.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{CRATES, Path, Root, module_of, paths};
use super::source::{File, Problem, Tree};

/// The layers of the program, highest first, and which others each may name.
const LAYERS: &[(&str, &[&str])] = &[
    ("main", &["cli"]),
    ("lib", &["tui", "bots", "table", "net", "discovery", "games", "engine"]),
    ("cli", &["node", "page", "tui", "bots", "table", "net", "discovery", "games", "engine", "proto"]),
    ("node", &["tui", "bots", "table", "net", "discovery", "games", "engine", "proto"]),
    ("page", &["table", "engine"]),
    ("tui", &["table", "engine"]),
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

/// What stands at the top of the games' crate for all of them: the engine's macros, and what tests share.
const SHARED: &[&str] = &["impl_named_enum", "impl_named_serde", "impl_place", "test_kit", "test_table"];

/// Finds imports of the program's own modules that point up or sideways, and games that are named past the registry.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let games: BTreeSet<&str> =
        tree.rust("src/games/").filter_map(|file| module_of(&file.path).get(1).copied()).collect();
    tree.rust("src/").flat_map(|file| check_file(file, &games)).collect()
}

/// Finds crates that depend on what is not below them. A crate can name only what its manifest lists, in its tests too.
pub(crate) fn check_manifests(tree: &Tree) -> Vec<Problem> {
    CRATES.iter().chain(&["proto"]).flat_map(|layer| check_manifest(tree, layer)).collect()
}

fn check_manifest(tree: &Tree, layer: &str) -> Vec<Problem> {
    let path =
        if layer == "proto" { "proto/Cargo.toml".to_owned() } else { format!("src/{layer}/Cargo.toml") };
    let Some(file) = tree.file(&path) else {
        return vec![Problem::new(path, 1, "a layer that is a crate needs this file: write it")];
    };
    let manifest: toml::Table = toml::from_str(&file.text).expect("a manifest is well-formed TOML");
    let allowed = may_name(layer);
    let mut problems = Vec::new();
    for name in dependencies(&manifest) {
        let below = name.strip_prefix("whistlestop-");
        if name == "whistlestop" || below.is_some_and(|below| !allowed.contains(&below)) {
            let line = (1..)
                .zip(file.text.lines())
                .find(|(_, text)| text.contains(&name))
                .map_or(1, |(line, _)| line);
            let why = format!("`{layer}` depends on `{name}` but may name only {}", list(allowed));
            problems.push(file.problem(line, format!("{why}: move the code or hand it in")));
        }
    }
    problems
}

/// The packages that a manifest names, in whatever table and under whatever name.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let mut names = Vec::new();
    for (key, value) in manifest {
        let Some(inner) = value.as_table() else { continue };
        if key.ends_with("dependencies") {
            let package = |(name, value): (&String, &toml::Value)| {
                value.get("package").and_then(toml::Value::as_str).unwrap_or(name).to_owned()
            };
            names.extend(inner.iter().map(package));
        } else {
            names.extend(dependencies(inner));
        }
    }
    names
}

fn may_name(layer: &str) -> &'static [&'static str] {
    LAYERS.iter().find(|(name, _)| *name == layer).map_or(&[], |(_, allowed)| *allowed)
}

fn list(layers: &[&str]) -> String {
    if layers.is_empty() { "itself".to_owned() } else { layers.join(", ") }
}

fn check_file(file: &File, games: &BTreeSet<&str>) -> Vec<Problem> {
    let module = module_of(&file.path);
    let layer = module[0];
    if !LAYERS.iter().any(|(name, _)| *name == layer) {
        let why = format!("`{layer}` is no layer of the design: give it a line in tests/tidy/imports.rs");
        return vec![file.problem(1, why)];
    }
    let judge = |path: Path<'_>| {
        let named = layer_named(&path)?;
        let shown = path.segments.join("::");
        let by_cargo = CRATES.contains(&layer);
        if named == "*" && !by_cargo {
            let why = "takes in the whole crate, which hides what it needs: name the modules";
            return Some(file.problem(path.line, format!("`{layer}` {why}")));
        }
        if named != layer && !by_cargo && !may_name(layer).contains(&named) {
            let why = format!("`{layer}` names `{shown}` but may name only {}", list(may_name(layer)));
            return Some(file.problem(path.line, format!("{why}: move the code or hand it in")));
        }
        let folder = path.segments.get(1).copied()?;
        let own_folder = module.get(1).copied();
        let is_foreign = own_folder.is_some_and(|own| own != folder) && !SHARED.contains(&folder);
        if named == "games" && layer == "games" && is_foreign {
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
fn layer_named<'a>(path: &Path<'a>) -> Option<&'a str> {
    let first = *path.segments.first()?;
    match path.root {
        Root::Own => Some(first),
        Root::Other => first.strip_prefix("whistlestop_"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(path: &str, text: &str) -> Vec<Problem> {
        check(&Tree::of(&[("src/games/rivals/action.rs", ""), (path, text)]))
    }

    /// The problems of one manifest among good ones.
    fn found_in(path: &str, text: &str) -> Vec<Problem> {
        let good: Vec<String> = CRATES.iter().map(|layer| format!("src/{layer}/Cargo.toml")).collect();
        let mut files: Vec<(&str, &str)> = good.iter().map(|path| (path.as_str(), "")).collect();
        files.push(("proto/Cargo.toml", ""));
        files.retain(|(good, _)| *good != path);
        files.push((path, text));
        check_manifests(&Tree::of(&files))
    }

    #[test]
    fn an_import_that_points_up_is_found() {
        assert_found(
            &found("src/page/board.rs", "use std::fmt;\nuse crate::node::Node;"),
            &["src/page/board.rs:2: `page` names `node::Node` but may name only table, engine"],
        );
        assert_found(&found("src/node/aim.rs", "use super::super::cli::x;"), &["src/node/aim.rs:1:"]);
        assert_found(&found("src/page.rs", "use super::cli;"), &["src/page.rs:1:"]);
        assert_found(&found("src/page.rs", "use whistlestop_proto as p;"), &["src/page.rs:1:"]);
        assert_found(
            &found("src/main.rs", "use whistlestop::{\n cli,\n engine::seat};"),
            &["src/main.rs:3:"],
        );
        assert_found(&found("src/page.rs", "fn f() { crate::games::find(\"x\"); }"), &["src/page.rs:1:"]);
        assert_found(&found("src/lib.rs", "pub use whistlestop_proto as proto;"), &["src/lib.rs:1:"]);
    }

    #[test]
    fn a_crate_that_depends_on_what_is_above_it_is_found() {
        assert_found(
            &found_in(
                "src/games/Cargo.toml",
                "[dependencies]\nwhistlestop-engine.workspace = true\nwhistlestop-proto.workspace = true",
            ),
            &["src/games/Cargo.toml:3: `games` depends on `whistlestop-proto` but may name only engine"],
        );
        for text in [
            "[dependencies]\nwhistlestop-table = { path = \"../table\" }",
            "[dependencies]\nx = { package = \"whistlestop-table\", path = \"../table\" }",
            "[dev-dependencies]\nwhistlestop = { path = \"../..\" }",
            "[dependencies.whistlestop-net]\nworkspace = true",
            "[target.'cfg(unix)'.dev-dependencies]\nwhistlestop-games.workspace = true",
        ] {
            let line = if text.contains(".whistlestop-net") { 1 } else { 2 };
            for path in ["src/engine/Cargo.toml", "proto/Cargo.toml"] {
                assert_found(&found_in(path, text), &[&format!("{path}:{line}: `")]);
            }
        }
        assert_found(&check_manifests(&Tree::of(&[("proto/Cargo.toml", "")])), &["src/"; CRATES.len()]);
    }

    #[test]
    fn a_crate_that_depends_on_what_is_below_it_is_let_through() {
        let text = "[package]\nname = \"whistlestop-tui\"\n[dependencies]\nratatui = \"1\"\nwhistlestop-table.workspace = true\n\
                    [dev-dependencies]\nwhistlestop-engine.workspace = true";
        assert_found(&found_in("src/tui/Cargo.toml", text), &[]);
    }

    #[test]
    fn a_game_that_names_another_is_found() {
        let other = "fn f() { crate::games::prairie::x(); super::super::rivals::y(); super::z(); }";
        assert_found(
            &found("src/games/rivals/turn.rs", other),
            &["src/games/rivals/turn.rs:1: a game names `games::prairie::x`"],
        );
        assert_found(&found("src/games/rivals.rs", "use super::GAMES;"), &["src/games/rivals.rs:1: a game"]);
        assert_found(
            &found("src/games/rivals.rs", "use crate::prairie::x;"),
            &["src/games/rivals.rs:1: a game"],
        );
        assert_found(
            &found("src/games/lib.rs", "use crate::games::rivals::Rivals; use crate::rivals::x;"),
            &[],
        );
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
        let text = "use crate::engine::{game, seat}; use crate::impl_place; // crate::cli\nconst S: &str = \"crate::cli\";";
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
}
