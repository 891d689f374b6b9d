//! Each crate, and each door of the standard library to the outside, is used in its place only.

use super::names::{Path, Root, paths};
use super::source::{File, Problem, Tree};

/// Something that only some places may name.
struct Door {
    /// The paths that lead there.
    paths: &'static [&'static [&'static str]],
    /// Modules by their path without `.rs`; everything below them may too.
    places: &'static [&'static str],
    /// What others do instead.
    instead: &'static str,
}

const DOORS: &[Door] = &[
    Door {
        paths: &[&["tokio"]],
        places: &["src/node", "src/net", "src/discovery"],
        instead: "what waits belongs to the node",
    },
    Door {
        paths: &[&["ratatui"], &["crossterm"]],
        places: &["src/tui"],
        instead: "hand the screen plain data",
    },
    Door {
        paths: &[&["rustix"]],
        places: &["src/tui/terminal", "src/node/players/program"],
        instead: "only the terminal and programs that play ask the system for more than the standard library does",
    },
    Door {
        paths: &[&["tracing_subscriber"]],
        places: &["src/cli"],
        instead: "src/cli/log.rs writes the log",
    },
    Door {
        paths: &[&["quinn"], &["rustls"], &["rcgen"]],
        places: &["src/net"],
        instead: "links are made in src/net",
    },
    Door { paths: &[&["mdns_sd"]], places: &["src/discovery"], instead: "ask src/discovery" },
    Door {
        paths: &[&["bincode"]],
        places: &["src/engine/canonical", "proto/src/codec"],
        instead: "encode through engine::canonical or proto's codec, so that there is one encoding of each",
    },
    Door { paths: &[&["clap"]], places: &["src/cli"], instead: "arguments are read in src/cli" },
    Door { paths: &[&["anyhow"]], places: &["src/cli", "src/node"], instead: "make an error enum" },
    Door {
        paths: &[&["std", "time", "Instant"], &["std", "time", "SystemTime"], &["tokio", "time", "Instant"]],
        places: &["src/node"],
        instead: "only the node reads the clock: take the time as an argument",
    },
    Door {
        paths: &[&["std", "fs"], &["std", "os", "unix", "fs"], &["tokio", "fs"]],
        places: &["src/table/store", "src/cli"],
        instead: "files are read and written in src/table/store.rs and src/cli",
    },
    Door {
        // Addresses are plain data; what opens a socket or asks a name server is not.
        paths: &[
            &["std", "net", "UdpSocket"],
            &["std", "net", "TcpStream"],
            &["std", "net", "TcpListener"],
            &["std", "net", "ToSocketAddrs"],
            &["std", "os", "unix", "net"],
            &["tokio", "net"],
        ],
        places: &["src/net", "src/discovery", "src/node"],
        instead: "sockets belong to src/net, src/discovery and the node",
    },
    Door {
        paths: &[&["std", "thread"]],
        // A lock is tried again after a pause.
        places: &["src/node", "src/cli", "src/table/store/journal"],
        instead: "the node owns concurrency: thread order must never decide anything",
    },
];

/// Finds what is used out of its place.
pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    tree.rust("src/").chain(tree.rust("proto/src/")).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Problem> {
    let closed: Vec<&Door> =
        DOORS.iter().filter(|door| !door.places.iter().any(|place| is_below(&file.path, place))).collect();
    let judge = |path: Path<'_>| {
        let door = closed.iter().find(|door| door.paths.iter().any(|way| leads_through(&path, way)))?;
        let shown = path.segments.join("::");
        let what = format!("`{shown}` is for {} only: {}", door.places.join(", "), door.instead);
        Some(file.problem(path.line, what))
    };
    paths(file).into_iter().filter_map(judge).collect()
}

fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Whether a path leads to what `way` names, or takes in a whole module above it, from which it could be had.
fn leads_through(path: &Path<'_>, way: &[&str]) -> bool {
    let (segments, glob) = match path.segments.split_last() {
        Some((&"*", above)) => (above, true),
        _ => (&path.segments[..], false),
    };
    let above = way.starts_with(segments) && segments.len() < way.len();
    // `std::time` as a name, or `std::*`; the bare word `std` or `tokio` is the crate's own door.
    path.root == Root::Other && (path.starts_with(way) || above && (glob || segments.len() > 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    fn found(path: &str, text: &str) -> Vec<Problem> {
        check(&Tree::of(&[(path, text)]))
    }

    #[test]
    fn each_crate_is_found_out_of_its_place_and_left_alone_in_it() {
        for (name, place) in [
            ("tokio", "src/node.rs"),
            ("ratatui", "src/tui/app.rs"),
            ("crossterm", "src/tui/lib.rs"),
            ("rustix", "src/tui/terminal.rs"),
            ("tracing_subscriber", "src/cli/log.rs"),
            ("quinn", "src/net/endpoint.rs"),
            ("rustls", "src/net/tls.rs"),
            ("rcgen", "src/net/tls.rs"),
            ("mdns_sd", "src/discovery/mdns.rs"),
            ("bincode", "src/engine/canonical.rs"),
            ("bincode", "proto/src/codec.rs"),
            ("clap", "src/cli.rs"),
            ("anyhow", "src/cli/rules.rs"),
        ] {
            let text = format!("// fine\nuse {name}::x;");
            assert_found(&found(place, &text), &[]);
            for other in
                ["src/engine/game.rs", "src/table/draft.rs", "proto/src/lockstep.rs", "src/network.rs"]
            {
                assert_found(&found(other, &text), &[&format!("{other}:2: `{name}::x` is for ")]);
            }
        }
    }

    #[test]
    fn each_door_of_the_standard_library_is_found_out_of_its_place_and_left_alone_in_it() {
        for (name, place) in [
            ("std::time::Instant", "src/node/clock.rs"),
            ("std::time::SystemTime", "src/node.rs"),
            ("std::fs::File", "src/table/store.rs"),
            ("std::fs::OpenOptions", "src/cli/export.rs"),
            ("std::fs", "src/cli.rs"),
            ("std::net::UdpSocket", "src/discovery/mdns.rs"),
            ("std::thread::spawn", "src/node.rs"),
            ("std::thread::sleep", "src/table/store/journal.rs"),
        ] {
            assert_found(&found(place, &format!("use {name};")), &[]);
            let elsewhere = format!("fn f() {{ {name}(); }}");
            assert_found(
                &found("src/bots/search.rs", &elsewhere),
                &[&format!("src/bots/search.rs:1: `{name}`")],
            );
            assert_found(&found("proto/src/log.rs", &elsewhere), &[&format!("proto/src/log.rs:1: `{name}`")]);
        }
        assert_found(&found("src/table/rules.rs", "use std::fs;"), &["src/table/rules.rs:1: `std::fs`"]);
    }

    #[test]
    fn groups_globs_and_modules_hide_nothing() {
        assert_found(
            &found("src/bots/lib.rs", "use std::{io,\n time::{Duration, Instant}};"),
            &["src/bots/lib.rs:2:"],
        );
        assert_found(
            &found("src/bots/lib.rs", "use std::time;"),
            &["src/bots/lib.rs:1: `std::time` is for src/node"],
        );
        assert_found(&found("src/bots/lib.rs", "use std::time::*;"), &["src/bots/lib.rs:1:"]);
        assert_found(&found("src/bots/lib.rs", "#[tokio::main] async fn f() {}"), &["src/bots/lib.rs:1:"]);
        assert_found(&found("src/net/link.rs", "use tokio::time::Instant;"), &["src/net/link.rs:1:"]);
    }

    #[test]
    fn what_only_looks_alike_is_let_through() {
        let text = "use std::time::Duration; use std::io; // std::fs::File\nconst S: &str = \"tokio::main\";";
        assert_found(&found("src/bots/lib.rs", text), &[]);
        assert_found(&found("src/net/link.rs", "use tokio::time::timeout; use tokio::sync;"), &[]);
        assert_found(&found("src/cli/rules.rs", "use crate::net::x; net.send(time);"), &[]);
    }
}
