//! What of the tables near is shown: those that fit what is typed or, while nothing is, those that one can do something at.

use super::super::super::known::{Known, can_sit};
use crate::table::front::{NearState, NearTable};
use crate::tui::text::lobby::home as words;

/// So many tables at which nobody can sit down are listed with the others; more are folded into one line.
const MOST_BESIDE: usize = 8;

/// The tables near, as the page lists them.
#[derive(Debug)]
pub(super) struct ListedTables<'a> {
    pub(super) tables: Vec<&'a NearTable>,
    /// So many more are folded.
    pub(super) folded: usize,
}

/// What is listed of the tables near for what is typed, all of it if `unfolded`.
pub(super) fn shown<'a>(known: &'a Known, typed: &str, unfolded: bool) -> ListedTables<'a> {
    let typed = typed.trim().to_lowercase();
    let mut tables: Vec<&NearTable> = known
        .near()
        .iter()
        .filter(|table| typed.split_whitespace().all(|word| fits(table, word, known)))
        .collect();
    let is_beside = |table: &&NearTable| !can_sit(table) && known.kept_near(table.tag).is_none();
    let beside = tables.iter().filter(|table| is_beside(table)).count();
    let folds = typed.is_empty() && !unfolded && beside > MOST_BESIDE;
    if folds {
        tables.retain(|table| !is_beside(table));
    }
    ListedTables { tables, folded: if folds { beside } else { 0 } }
}

/// Whether a word that is typed fits a table: its name or number, who hosts it, its game, its state, or how many seats are free.
fn fits(table: &NearTable, word: &str, known: &Known) -> bool {
    let free = usize::from(table.seats.saturating_sub(table.taken));
    if let Some(least) = word.strip_suffix('+').and_then(|least| least.parse::<usize>().ok()) {
        return table.state == NearState::Open && free >= least;
    }
    let name = table.name.to_lowercase();
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return name.split_whitespace().any(|part| part.starts_with(word));
    }
    let state = words::filter_state(table);
    let said = [&name, &table.game, known.title_of(&table.game), state];
    said.iter()
        .copied()
        .chain(table.names.iter().map(String::as_str))
        .any(|text| text.to_lowercase().contains(word))
}
