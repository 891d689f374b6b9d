//! The pages for people: the front page stays short, and what pages point to is there.

use std::collections::BTreeMap;

use super::source::{File, Problem, Tree};

/// What people read before they have decided to read anything.
const FRONT_PAGE: &str = "README.md";
const FRONT_PAGE_LINES: usize = 150;

/// Pages outside the folder of pages.
const OTHER_PAGES: &[&str] = &[FRONT_PAGE, "CHANGELOG.md", "proto/PROTOCOL.md"];

/// Finds a front page that nobody reads to its end.
pub(crate) fn check_length(tree: &Tree) -> Vec<Problem> {
    let page = tree.file(FRONT_PAGE).filter(|page| page.text.lines().count() > FRONT_PAGE_LINES);
    let why = format!("the front page has at most {FRONT_PAGE_LINES} lines: move something to docs/");
    page.map(|page| page.problem(FRONT_PAGE_LINES + 1, why)).into_iter().collect()
}

/// Finds links to files that are not there, and to headings that their page does not have.
pub(crate) fn check_links(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in pages(tree) {
        for (line, text) in prose(page) {
            let broken = targets(text).into_iter().filter_map(|target| fault(tree, page, target));
            problems.extend(broken.map(|what| page.problem(line, what)));
        }
    }
    problems
}

/// Finds scripts that are named, also in examples, and do not exist.
pub(crate) fn check_scripts(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in pages(tree) {
        for (line, text) in (1..).zip(page.text.lines()) {
            for script in scripts(text).filter(|script| tree.file(script).is_none()) {
                problems.push(page.problem(line, format!("there is no `{script}`")));
            }
        }
    }
    problems
}

/// All pages that people read.
pub(crate) fn pages(tree: &Tree) -> impl Iterator<Item = &File> {
    let is_page = |file: &&File| {
        file.ends_in("md") && file.path.starts_with("docs/") || OTHER_PAGES.contains(&file.path.as_str())
    };
    tree.files.iter().filter(is_page)
}

/// The numbered lines that are not in a block of code.
fn prose(page: &File) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    (1..).zip(page.text.lines()).filter(move |(_, text)| {
        let fence = text.trim_start().starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    })
}

/// What the links and pictures of a line lead to. Code looks like a link at times, and is none.
fn targets(text: &str) -> Vec<&str> {
    let outside = |at: usize| text[..at].matches('`').count().is_multiple_of(2);
    let inline = text.match_indices("](").filter(|(at, _)| outside(*at)).filter_map(|(at, _)| {
        let target = &text[at + 2..];
        target.split([')', ' ']).next()
    });
    let defined = text.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    inline.chain(defined.map(|(_, target)| target.trim())).collect()
}

/// What is wrong with where a link leads.
fn fault(tree: &Tree, page: &File, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    let path = if path.is_empty() { Some(page.path.clone()) } else { resolve(&page.path, path) };
    let Some(path) = path.filter(|path| exists(tree, path)) else {
        return Some(format!("`{target}` leads to nothing: a link is relative to its page"));
    };
    let headings = tree.file(&path).map(anchors).unwrap_or_default();
    let anchor = anchor.filter(|anchor| !headings.iter().any(|heading| heading == anchor))?;
    Some(format!("`{path}` has no heading `#{anchor}`"))
}

/// A path from the top, given one from a page.
fn resolve(page: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            "" => return None,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn exists(tree: &Tree, path: &str) -> bool {
    let inside = format!("{path}/");
    let known = |file: &File| file.path == path || file.path.starts_with(&inside);
    tree.files.iter().any(known) || tree.top_level.iter().any(|name| name == path)
}

/// The names by which links reach the headings of a page: as GitHub makes them, with numbers for those that repeat.
fn anchors(page: &File) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let headings = prose(page).filter_map(|(_, text)| {
        let title = text.trim_start_matches('#');
        (title.len() < text.len()).then_some(title.strip_prefix(' ')?)
    });
    let anchor = |title: &str| {
        let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let plain: String = kept.flat_map(char::to_lowercase).collect();
        let plain = plain.replace(' ', "-");
        let before = seen.entry(plain.clone()).or_default();
        *before += 1;
        if *before == 1 { plain } else { format!("{plain}-{}", *before - 1) }
    };
    headings.map(anchor).collect()
}

/// The paths of the scripts that a line names.
fn scripts(text: &str) -> impl Iterator<Item = &str> {
    const FOLDER: &str = "scripts/";
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.match_indices(FOLDER).filter_map(move |(at, _)| {
        let name = &text[at + FOLDER.len()..];
        let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
        let len = name[..end].trim_end_matches('.').len();
        let inside_a_word = text[..at].ends_with(is_part);
        (len > 0 && !inside_a_word).then(|| &text[at..at + FOLDER.len() + len])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_found;

    const OTHER: (&str, &str) =
        ("docs/b.md", "# Title\n## The `rules` server: what it's for\n## Again\n## Again\n");

    fn broken(path: &str, text: &str) -> Vec<Problem> {
        check_links(&Tree::of(&[(path, text), OTHER, ("src/a.rs", ""), ("docs/a.png", "")]))
    }

    #[test]
    fn a_front_page_that_is_too_long_is_found() {
        let long = "line\n".repeat(FRONT_PAGE_LINES + 1);
        assert_found(&check_length(&Tree::of(&[("README.md", &long)])), &["README.md:151: the front page"]);
        assert_found(&check_length(&Tree::of(&[("README.md", &long[5..]), ("docs/b.md", &long)])), &[]);
    }

    #[test]
    fn a_link_that_leads_to_nothing_is_found_in_every_page() {
        for page in ["README.md", "CHANGELOG.md", "docs/a.md", "proto/PROTOCOL.md"] {
            for text in
                ["\n[x](none.md)", "\n`y` and ![x](none.png) here", "\n[`x`](none.md#a)", "\n[x]: none.md"]
            {
                assert_found(&broken(page, text), &[&format!("{page}:2: `none.")]);
            }
        }
        assert_found(&broken("docs/a.md", "[x](src/a.rs)"), &["docs/a.md:1: `src/a.rs` leads to nothing"]);
        assert_found(&broken("docs/a.md", "[x](/src/a.rs)"), &["docs/a.md:1:"]);
        assert_found(&broken("docs/a.md", "[x](../../src/a.rs)"), &["docs/a.md:1:"]);
        assert_found(
            &broken("docs/a.md", "[x](none.md) [y](b.md) [z](no.md)"),
            &["docs/a.md:1:", "docs/a.md:1:"],
        );
    }

    #[test]
    fn a_heading_that_is_not_there_is_found() {
        assert_found(
            &broken("docs/a.md", "[x](b.md#titles)"),
            &["docs/a.md:1: `docs/b.md` has no heading `#titles`"],
        );
        assert_found(
            &broken("docs/a.md", "# Here\n[x](#there)"),
            &["docs/a.md:2: `docs/a.md` has no heading"],
        );
        assert_found(&broken("docs/a.md", "```\n# code\n```\n[x](#code)"), &["docs/a.md:4:"]);
        assert_found(&broken("docs/a.md", "[x](b.md#again-2)"), &["docs/a.md:1:"]);
    }

    #[test]
    fn links_that_lead_somewhere_and_what_only_looks_like_one_are_let_through() {
        let good = "# Here\n[x](b.md) ![y](a.png) [z](../src/a.rs) [`s`](../src/) [h](#here) [w](https://example.org/a#b)\n\
                    [t](b.md#the-rules-server-what-its-for) [u](b.md#again) [v](b.md#again-1) [q](b.md \"a title\")\n\
                    `[x](none.md)`\n```\n[x](none.md)\n```\n";
        assert_found(&broken("docs/a.md", good), &[]);
        assert_found(&broken("src/games/rules.md", "[x](none.md)"), &[]);
    }

    #[test]
    fn a_script_that_is_not_there_is_found_also_in_code() {
        let found = |text: &str| check_scripts(&Tree::of(&[("README.md", text), ("scripts/check", "")]));
        assert_found(&found("```sh\nscripts/gone --all\n```"), &["README.md:2: there is no `scripts/gone`"]);
        assert_found(
            &found("run `scripts/a`, or ../scripts/b.py."),
            &["README.md:1: there is no `scripts/a`", "README.md:1: there is no `scripts/b.py`"],
        );
        assert_found(&found("Run scripts/check. All of `scripts/` and myscripts/gone, scripts/*."), &[]);
    }
}
