//! The help that covers a page: what the page is about, and all its keys.

use ratatui::layout::Rect;

use super::brush::Brush;
use super::pages::Page;
use crate::engine::game::Meta;
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::keymap::{Binding, Key};
use crate::tui::text::lobby::help as words;
use crate::tui::theme::Role;
use crate::tui::widgets::pen::{width, wrap};

/// While help is shown.
pub(super) const KEYS: &[Binding<Intent>] = &[
    keys::bind(Intent::Up, &[keys::UP, Key::Char('k')], "↑", ""),
    keys::bind(Intent::Down, &[keys::DOWN, Key::Char('j')], "↓", words::SCROLL),
    keys::back(&[keys::ESC, keys::ENTER, Key::Char('?'), keys::F1, Key::Char('q')], words::CLOSE),
    keys::STOP,
];

/// How far it is scrolled after a key; nothing when that closes it.
pub(super) const fn scrolled(from: u16, intent: Intent) -> Option<u16> {
    match intent {
        Intent::Up => Some(from.saturating_sub(1)),
        Intent::Down => Some(from.saturating_add(1)),
        _ => None,
    }
}

/// Covers the page; how far it is scrolled comes back, as far as that is possible.
pub(super) fn draw(brush: &mut Brush<'_>, area: Rect, page: &dyn Page, scroll: u16) -> u16 {
    brush.hits.clear();
    let inner = brush.pane(words::TITLE, true, area);
    let columns = i32::from(inner.width);
    let mut lines: Vec<(String, Role)> = Vec::new();
    for paragraph in page.help() {
        lines.extend(wrap(&brush.spelled(paragraph), columns).into_iter().map(|line| (line, Role::Plain)));
        lines.push((String::new(), Role::Plain));
    }
    lines.push((words::KEYS.to_owned(), Role::Strong));
    let key = |binding: &Binding<Intent>| padded(8, &brush.spelled(binding.shown)) + key_words(binding);
    let keys: Vec<String> = page.keys().iter().map(key).collect();
    // Two beside each other, read downwards.
    let half = keys.len().div_ceil(2);
    for (at, key) in keys[..half].iter().enumerate() {
        let beside = keys.get(half + at).map_or("", String::as_str);
        lines.push((padded(columns / 2, key) + beside, Role::Plain));
    }
    brush.scrolled(inner, &lines, scroll)
}

/// What a game is about: its rules as far as their first part.
pub(super) fn introduction(meta: &'static Meta) -> &'static str {
    meta.rules_text.split("\n## ").next().unwrap_or_default()
}

/// Some paragraphs as a text.
pub(super) fn paragraphs(paragraphs: &[&str]) -> String {
    paragraphs.join("\n\n")
}

/// What a key does, also where that goes without saying on the page.
const fn key_words(binding: &Binding<Intent>) -> &'static str {
    match binding.intent {
        Intent::Up => words::UP,
        Intent::Less => words::LESS,
        Intent::Down if binding.words.is_empty() => words::DOWN,
        Intent::Pick => words::PICK,
        Intent::Back if binding.words.is_empty() => words::BACK,
        Intent::Quit if binding.words.is_empty() => words::STOP,
        _ => binding.words,
    }
}

fn padded(columns: i32, text: &str) -> String {
    let gap = usize::try_from(columns - width(text)).unwrap_or(0);
    format!("{text}{}", " ".repeat(gap.max(1)))
}
