//! Words of what lies beside the board.

use crate::engine::scene::{OpenCard, OpenCards};

/// Dials.
pub const DIALS: &str = "Dials";
/// Facts.
pub const FACTS: &str = "Also";
/// What the signs on the map mean.
pub const SIGNS: &str = "Signs on the map";
/// No cards lie there.
const NO_CARDS: &str = "none";

/// The heading of cards on the help page.
pub fn cards_section(cards: &OpenCards) -> String {
    format!("# {}\n{}\n", cards.title, self::cards(cards))
}

/// Cards that lie open, with what they say, for the help page.
pub fn cards(cards: &OpenCards) -> String {
    let owner = |card: &OpenCard| card.token.map(|token| format!(" [{}]", token.letter)).unwrap_or_default();
    let line = |card: &OpenCard| format!("- **{}**{} {}: {}", card.name, owner(card), card.worth, card.text);
    let lines: Vec<String> = cards.cards.iter().map(line).collect();
    if lines.is_empty() { NO_CARDS.to_owned() } else { lines.join("\n") }
}

/// What the columns of tables mean: the title of each, and its columns.
pub fn columns<'a>(tables: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let tables: Vec<String> = tables.map(|(title, about)| format!("## {title}\n{about}\n")).collect();
    if tables.is_empty() { String::new() } else { format!("# What the columns mean\n{}", tables.concat()) }
}
